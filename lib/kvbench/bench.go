// The phases: what is done to a store, in which order, and what of it is timed.

package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"slices"
	"time"
)

// phases are the timed ones in their order. Each key is written, read, deleted and written again once, every time in
// another order but the first; then the keys are walked through, alone and with their values.
var phases = []string{
	"sequential_write", "random_read", "random_delete", "random_write", "iterate_keys", "iterate_values",
}

// A run's purposes of shuffling: each phase has an order of its own.
const (
	forReads uint64 = iota + 1
	forDeletes
	forWrites
	forReaders
)

// bench is one run on one store. `state` holds each key's generation, 0 for a key that is not there.
type bench struct {
	store Store
	made  *maker
	state []uint32
	limit time.Duration
	say   func(any) error
	probe *probe

	key   []byte
	value []byte // to be written
	into  []byte // what was read
}

func newBench(
	store Store, made *maker, count int, limit time.Duration, probe *probe, say func(any) error,
) *bench {
	return &bench{
		store: store, made: made, state: make([]uint32, count), limit: limit, say: say, probe: probe,
		key: make([]byte, keyBytes), into: make([]byte, made.valueBytes),
	}
}

// run runs the phases asked for, in their own order.
func (b *bench) run(asked []string) error {
	steps := map[string]func() error{
		"sequential_write": b.sequentialWrite,
		"random_read":      b.randomRead,
		"random_delete":    b.randomDelete,
		"random_write":     b.randomWrite,
		"iterate_keys":     func() error { return b.iterate("iterate_keys", false) },
		"iterate_values":   func() error { return b.iterate("iterate_values", true) },
	}
	for _, phase := range phases {
		if !slices.Contains(asked, phase) {
			continue
		}
		if err := steps[phase](); err != nil {
			return fmt.Errorf("%s failed: %w", phase, err)
		}
	}
	return nil
}

func (b *bench) sequentialWrite() error {
	numbers := make([]uint32, len(b.state))
	for n := range numbers {
		numbers[n] = uint32(n)
	}
	return b.writes("sequential_write", numbers)
}

func (b *bench) randomWrite() error {
	numbers := b.numbers(func(generation uint32) bool { return true })
	b.made.shuffle(numbers, forWrites)
	return b.writes("random_write", numbers)
}

// writes puts every number's next value, which is ready but for its head.
func (b *bench) writes(phase string, numbers []uint32) error {
	next := uint32(1)
	if phase == "random_write" {
		next = 2 // of a key that was deleted too: the generation tells which phase wrote it
	}
	return b.each(phase, numbers,
		func(number int) {
			key(b.key, number)
			b.value = b.made.value(number, next)
		},
		func(number int) error {
			err := b.store.Put(b.key, b.value)
			if err == nil {
				b.state[number] = next
			}
			return err
		})
}

func (b *bench) randomRead() error {
	numbers := b.numbers(func(generation uint32) bool { return generation > 0 })
	b.made.shuffle(numbers, forReads)
	reader, err := b.store.Reader()
	if err != nil {
		return err
	}
	err = b.each("random_read", numbers,
		func(number int) { key(b.key, number) },
		func(number int) error {
			value, err := reader.Get(b.key, b.into)
			if err != nil {
				return readError(number, err)
			}
			generation, err := b.made.glance(value, number)
			if err == nil && generation != b.state[number] {
				err = wrong("key %d came back in generation %d, not %d", number, generation, b.state[number])
			}
			return err
		})
	if closing := reader.Close(); err == nil {
		err = closing
	}
	return err
}

// readError tells a key that should be there and is not from a store that failed.
func readError(number int, err error) error {
	if errors.Is(err, errAbsent) {
		return wrong("key %d is not there", number)
	}
	return fmt.Errorf("key %d: %w", number, err)
}

func (b *bench) randomDelete() error {
	numbers := b.numbers(func(generation uint32) bool { return generation > 0 })
	b.made.shuffle(numbers, forDeletes)
	return b.each("random_delete", numbers,
		func(number int) { key(b.key, number) },
		func(number int) error {
			err := b.store.Delete(b.key)
			if err == nil {
				b.state[number] = 0
			}
			return err
		})
}

// numbers returns those whose key is in a wanted state.
func (b *bench) numbers(wanted func(generation uint32) bool) []uint32 {
	found := make([]uint32, 0, len(b.state))
	for number, generation := range b.state {
		if wanted(generation) {
			found = append(found, uint32(number))
		}
	}
	return found
}

// each does one operation on every number, until the time is up.
func (b *bench) each(phase string, numbers []uint32, prepare func(number int), operate func(number int) error) error {
	timer := b.probe.begin(phase)
	for _, n := range numbers {
		number := int(n)
		prepare(number)
		from := clock()
		if err := operate(number); err != nil {
			return err
		}
		to := clock()
		timer.record(to - from)
		if to-timer.began > b.limit {
			break
		}
	}
	return b.say(timer.end(len(b.state)))
}

// iterate walks through all keys; values are copied to memory of ours, as a read does.
func (b *bench) iterate(phase string, values bool) error {
	previous, seen := make([]byte, 0, keyBytes), 0
	timer := b.probe.begin(phase)
	err := b.store.Iterate(values, func(key, value []byte) error {
		if bytes.Compare(previous, key) >= 0 {
			return wrong("key %q comes after key %q", key, previous)
		}
		previous = append(previous[:0], key...)
		if values && copy(b.into, value) != len(b.into) {
			return wrong("key %q came back with %d bytes, not %d", key, len(value), len(b.into))
		}
		seen++
		return nil
	})
	if err != nil {
		return err
	}
	timer.operations = seen
	if there := len(b.numbers(func(generation uint32) bool { return generation > 0 })); seen != there {
		return wrong("%d keys were walked through and %d are there", seen, there)
	}
	return b.say(timer.end(len(b.state)))
}

// verified is what reading everything back gave; the digest is of all keys and values in the order of the keys.
type verified struct {
	Event  string `json:"event"`
	Keys   int    `json:"keys"`
	Digest string `json:"digest"`
}

// verify reads everything back, compares every byte with what was written, and returns the digest. Not timed.
func (b *bench) verify() (*verified, error) {
	digest, seen := sha256.New(), 0
	err := b.store.Iterate(true, func(key, value []byte) error {
		number, err := numberOf(key)
		if err != nil {
			return err
		}
		if number >= len(b.state) || b.state[number] == 0 {
			return wrong("key %d is there and should not be", number)
		}
		if !bytes.Equal(value, b.made.value(number, b.state[number])) {
			return wrong("the value of key %d is not the one that was written", number)
		}
		seen++
		return write(digest, key, value)
	})
	if err != nil {
		return nil, fmt.Errorf("reading everything back failed: %w", err)
	}
	if there := len(b.numbers(func(generation uint32) bool { return generation > 0 })); seen != there {
		return nil, wrong("%d keys can be read and %d are there", seen, there)
	}
	return &verified{"verified", seen, hex.EncodeToString(digest.Sum(nil)[:12])}, nil
}

func write(to io.Writer, parts ...[]byte) error {
	for _, part := range parts {
		if _, err := to.Write(part); err != nil {
			return err
		}
	}
	return nil
}
