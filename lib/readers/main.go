// Command readers has many connections ask one system at once, and says how long each answer took and what it was.
//
// It reads one request as JSON from standard input, so that no password stands among a process's arguments; it prints a
// line of JSON for each answer and one for the whole. For any error it prints one sentence on stderr and exits with 1.
// With -about it prints the drivers it was built with.
package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// request is what one run is asked to be. A connection asks its own statement, the statements going round.
type request struct {
	System      string   `json:"system"`
	Address     string   `json:"address"`
	Session     []string `json:"session"` // what each connection is told before anything is asked
	Statements  []string `json:"statements"`
	Connections int      `json:"connections"`
	Times       int      `json:"times"`     // how often each connection asks
	LastingS    float64  `json:"lasting_s"` // above 0: each asks again until so long after the release, at least once
	LimitS      float64  `json:"limit_s"`   // for one answer
	Skip        []string `json:"skip"`      // columns that systems write differently: they count, and are not in the digest
	Write       string   `json:"write"`     // told by one more connection meanwhile; {n} is another number each time
	WriteEveryS float64  `json:"write_every_s"`
}

func main() {
	err := work(os.Args[1:], os.Stdin, json.NewEncoder(os.Stdout))
	if err != nil {
		fmt.Fprintf(os.Stderr, "readers: %s\n", strings.Join(strings.Fields(err.Error()), " "))
		os.Exit(1)
	}
}

func work(arguments []string, from io.Reader, out *json.Encoder) error {
	if len(arguments) > 0 && arguments[0] == "-about" {
		told, err := about()
		if err != nil {
			return err
		}
		return out.Encode(told)
	}
	asked, err := read(from)
	if err != nil {
		return err
	}
	return run(asked, out)
}

func read(from io.Reader) (*request, error) {
	asked := &request{LimitS: 300}
	decoder := json.NewDecoder(from)
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(asked); err != nil {
		return nil, fmt.Errorf("the request is not what this program reads: %w", err)
	}
	if asked.Connections < 1 || asked.Times < 1 || len(asked.Statements) == 0 || asked.LimitS <= 0 {
		return nil, errors.New("connections, times, statements and limit_s must all be above nothing")
	}
	if asked.Write != "" && asked.WriteEveryS <= 0 {
		return nil, errors.New("write_every_s must be above nothing where something is written")
	}
	return asked, nil
}
