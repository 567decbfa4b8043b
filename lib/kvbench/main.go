// Command kvbench measures one embedded key-value store: the same phases on the same keys and values for every store.
//
// It prints a line of JSON for each thing it did and, for any error, one sentence on stderr; then it exits with 1.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"
)

const mostKeys = 1 << 30 // more would not fit the memory that keeps track of them

// request is what one run is asked to be.
type request struct {
	store, dir, profile, phases string
	count, readers, valueBytes  int
	sync, about, version        bool
	seed                        uint64
	cacheBytes                  int64
	limit, lasting              time.Duration
}

func main() {
	asked, err := parse(os.Args[1:])
	switch {
	case err != nil:
	case asked.version:
		err = say(os.Stdout)(builtWith())
	case os.Getenv(childMark) == "":
		os.Exit(supervise(asked))
	default:
		err = measure(asked, say(os.Stdout))
	}
	if err != nil {
		fmt.Fprintf(os.Stderr, "kvbench: %s\n", oneLine(err))
		os.Exit(1)
	}
}

func parse(arguments []string) (*request, error) {
	asked := &request{}
	flags := flag.NewFlagSet("kvbench", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.StringVar(&asked.store, "store", "", "which store; see -version")
	flags.StringVar(&asked.dir, "dir", "", "an empty folder")
	flags.IntVar(&asked.count, "n", 1000, "keys")
	flags.IntVar(&asked.valueBytes, "value", valueBytes, "bytes of a value")
	flags.BoolVar(&asked.sync, "sync", true, "every commit is on the disk before it returns")
	flags.StringVar(&asked.profile, "profile", "default", "default: as shipped; tuned: the same means for all")
	flags.Int64Var(&asked.cacheBytes, "cache", 1<<30, "bytes of block cache in the tuned profile")
	flags.Uint64Var(&asked.seed, "seed", 1, "what keys' order and values are made from")
	flags.StringVar(&asked.phases, "phase", strings.Join(phases, ","), "phases, by comma")
	flags.DurationVar(&asked.limit, "limit", 300*time.Second, "the longest a phase may take; it stops there")
	flags.IntVar(&asked.readers, "readers", 0, "readers beside one writer at the end")
	flags.DurationVar(&asked.lasting, "for", 5*time.Second, "how long they read and write")
	flags.BoolVar(&asked.about, "about", false, "open the store, tell its version and settings, and end")
	flags.BoolVar(&asked.version, "version", false, "tell the stores of this build, and end")
	if err := flags.Parse(arguments); err != nil {
		return nil, fmt.Errorf("%w; kvbench takes %s", err, flagNames(flags))
	}
	return asked, asked.check()
}

func flagNames(flags *flag.FlagSet) string {
	var names []string
	flags.VisitAll(func(one *flag.Flag) { names = append(names, "-"+one.Name) })
	return strings.Join(names, " ")
}

func (r *request) check() error {
	if r.version {
		return nil
	}
	if r.count < 1 || r.count > mostKeys {
		return fmt.Errorf("%d keys cannot be measured; give -n from 1 to %d", r.count, mostKeys)
	}
	if r.valueBytes < shortestValue || r.valueBytes > longestValue || r.valueBytes%valueStep != 0 {
		return fmt.Errorf("values of %d bytes cannot be made; give -value a multiple of %d from %d to %d",
			r.valueBytes, valueStep, shortestValue, longestValue)
	}
	if r.profile != "default" && r.profile != "tuned" {
		return fmt.Errorf("no profile %q; choose from: default, tuned", r.profile)
	}
	for _, phase := range r.wanted() {
		if !slices.Contains(phases, phase) {
			return fmt.Errorf("no phase %q; choose from: %s", phase, strings.Join(phases, ", "))
		}
	}
	if r.readers < 0 || r.limit <= 0 || r.lasting <= 0 || r.cacheBytes <= 0 {
		return fmt.Errorf("-readers, -limit, -for and -cache must not be below nothing; leave out what is not needed")
	}
	_, err := kindOf(r.store)
	return err
}

func (r *request) wanted() []string {
	return strings.FieldsFunc(r.phases, func(letter rune) bool { return letter == ',' })
}

// opened is what a store says of itself as it comes up.
type opened struct {
	Event    string            `json:"event"`
	Store    string            `json:"store"`
	Version  string            `json:"version"`
	Settings map[string]string `json:"settings"`
}

// closed is what a clean end took, and what it left on the disk.
type closed struct {
	Event     string           `json:"event"`
	DurationS float64          `json:"duration_s"`
	SizeBytes map[string]int64 `json:"size_bytes"`
}

// measure runs everything asked for on one store, from an empty folder to a clean end.
func measure(asked *request, say func(any) error) (err error) {
	kind, err := kindOf(asked.store)
	if err != nil {
		return err
	}
	files, err := claim(asked.dir, asked.store, asked.about)
	if err != nil {
		return err
	}
	store, err := kind.open(files, options{asked.sync, asked.profile == "tuned", asked.cacheBytes, asked.seed, asked.valueBytes})
	if err != nil {
		return fmt.Errorf("%s could not be opened in %s: %w", asked.store, asked.dir, err)
	}
	settings, err := store.Settings()
	if err == nil {
		err = say(opened{"opened", asked.store, kind.version(settings), settings})
	}
	if err == nil && !asked.about {
		err = phasesOf(asked, store, newProbe(kind, files), say)
	}
	began := clock()
	if closing := store.Close(); err == nil {
		err = closing
	}
	took := clock() - began
	if err != nil {
		return fmt.Errorf("%s: %w", asked.store, err)
	}
	sizes, err := kind.sizes(files)
	if err != nil {
		return err
	}
	return say(closed{"closed", took.Seconds(), sizes})
}

func phasesOf(asked *request, store Store, probe *probe, say func(any) error) error {
	run := newBench(store, newMaker(asked.seed, asked.valueBytes), asked.count, asked.limit, probe, say)
	if err := run.run(asked.wanted()); err != nil {
		return err
	}
	found, err := run.verify()
	if err != nil {
		return err
	}
	if err := say(found); err != nil || asked.readers == 0 {
		return err
	}
	if err := run.readersAndWriter(asked.readers, asked.lasting); err != nil {
		return err
	}
	_, err = run.verify()
	return err
}

// build is what this program was built with.
type build struct {
	Event  string            `json:"event"`
	Go     string            `json:"go"`
	Stores map[string]string `json:"stores"` // version of the store's module
	Absent map[string]string `json:"absent"` // why one is not there
}

func builtWith() build {
	found := build{"built", runtime.Version(), map[string]string{}, absent}
	for name, kind := range kinds {
		found.Stores[name] = moduleVersion(kind.module)
	}
	return found
}

// say returns a function that prints one line of JSON.
func say(to io.Writer) func(any) error {
	encoder := json.NewEncoder(to)
	return encoder.Encode
}

func oneLine(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}
