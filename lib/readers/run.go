// One run: all connections opened, released together, each asking its statement again and again.

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// answered is one answer: all of it was fetched. The digest is of its values in the order they came.
type answered struct {
	Event      string  `json:"event"`
	Connection int     `json:"connection"`
	Turn       int     `json:"turn"`
	BeganS     float64 `json:"began_s"` // since all were released
	LatencyS   float64 `json:"latency_s"`
	answer
}

// whole is the run from the release of all connections to the last answer, and what this process used for it.
type whole struct {
	Event           string  `json:"event"`
	DurationS       float64 `json:"duration_s"`
	CPUS            float64 `json:"cpu_s"`
	PeakMemoryBytes int64   `json:"peak_memory_bytes"`
	Writes          int     `json:"writes"`
	WritesRefused   int     `json:"writes_refused"`
}

// run opens all connections, releases them together and prints what each was answered.
func run(asked *request, out *json.Encoder) error {
	open, known := systems[asked.System]
	if !known {
		return fmt.Errorf("no system %q; choose from: %s", asked.System, names())
	}
	readers := make([]*reader, asked.Connections)
	for n := range readers {
		made, err := open(asked)
		if err != nil {
			return fmt.Errorf("connection %d of %d: %w", n+1, asked.Connections, err)
		}
		defer func() { _ = made.Close() }()
		readers[n] = &reader{number: n, connection: made, statement: asked.Statements[n%len(asked.Statements)]}
	}
	writing := &writer{}
	if asked.Write != "" {
		made, err := open(asked)
		if err != nil {
			return fmt.Errorf("the connection that writes: %w", err)
		}
		defer func() { _ = made.Close() }()
		writing.connection = made
	}
	said := whole{Event: "whole"}
	usedBefore := usedCPU()
	said.DurationS = together(asked, readers, writing)
	said.CPUS, said.PeakMemoryBytes = usedCPU()-usedBefore, peakMemory()
	said.Writes, said.WritesRefused = writing.written, writing.refused
	var errs []error
	for _, one := range readers {
		errs = append(errs, one.err)
	}
	if err := errors.Join(errs...); err != nil {
		return err
	}
	for _, one := range readers {
		for _, got := range one.answers {
			if err := out.Encode(got); err != nil {
				return err
			}
		}
	}
	return out.Encode(said)
}

// together has all readers begin at one moment and returns the seconds until the last has ended.
func together(asked *request, readers []*reader, writing *writer) float64 {
	released, over := make(chan struct{}), make(chan struct{})
	var reading, wrote sync.WaitGroup
	for _, one := range readers {
		reading.Go(func() {
			<-released
			one.read(asked)
		})
	}
	if writing.connection != nil {
		wrote.Go(func() {
			<-released
			writing.write(asked, over)
		})
	}
	began := time.Now()
	for _, one := range readers {
		one.released = began
	}
	close(released)
	reading.Wait()
	took := time.Since(began)
	close(over)
	wrote.Wait()
	return took.Seconds()
}

// reader is one connection and what it was answered.
type reader struct {
	number     int
	connection connection
	statement  string
	released   time.Time
	answers    []answered
	err        error
}

func (r *reader) read(asked *request) {
	limit := seconds(asked.LimitS)
	for turn := 0; r.goesOn(asked, turn); turn++ {
		from := time.Now()
		got, err := r.connection.Ask(r.statement, limit)
		if err != nil {
			r.err = fmt.Errorf("connection %d, time %d: %w", r.number+1, turn+1, timedOut(err, asked.LimitS))
			return
		}
		latency := time.Since(from).Seconds()
		r.answers = append(r.answers, answered{"answer", r.number, turn, from.Sub(r.released).Seconds(), latency, got})
	}
}

func (r *reader) goesOn(asked *request, turn int) bool {
	if asked.LastingS > 0 {
		return turn == 0 || time.Since(r.released) < seconds(asked.LastingS)
	}
	return turn < asked.Times
}

// writer is the connection that writes beside the readers. A write that is refused, as by a lock, is counted.
type writer struct {
	connection       connection
	written, refused int
}

func (w *writer) write(asked *request, over <-chan struct{}) {
	tick := time.NewTicker(seconds(asked.WriteEveryS))
	defer tick.Stop()
	for {
		another := strconv.FormatInt(time.Now().UnixNano(), 10)
		if w.connection.Tell(strings.ReplaceAll(asked.Write, "{n}", another), seconds(asked.LimitS)) == nil {
			w.written++
		} else {
			w.refused++
		}
		select {
		case <-over:
			return
		case <-tick.C:
		}
	}
}

func seconds(n float64) time.Duration { return time.Duration(n * float64(time.Second)) }

func usedCPU() float64 {
	var used syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()).Seconds()
}

// peakMemory returns the most this process ever had in memory. Of getrusage's number the process before exec is a part.
func peakMemory() int64 {
	said, _ := os.ReadFile("/proc/self/status")
	for _, line := range strings.Split(string(said), "\n") {
		if rest, ok := strings.CutPrefix(line, "VmHWM:"); ok {
			kilobytes, _ := strconv.ParseInt(strings.Fields(rest)[0], 10, 64)
			return kilobytes << 10
		}
	}
	return 0
}
