// Every store by itself: what is written can be read, in order, and a wrong answer is noticed.

package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"
	"time"
)

func open(t *testing.T, name, dir string, sync bool) Store {
	t.Helper()
	files, err := claim(dir, name, true)
	if err != nil {
		t.Fatal(err)
	}
	store, err := kinds[name].open(files, options{sync: sync, cacheBytes: 16 << 20, seed: 1, valueBytes: valueBytes})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return store
}

func shut(t *testing.T, store interface{ Close() error }) {
	t.Helper()
	if err := store.Close(); err != nil {
		t.Error(err)
	}
}

func get(t *testing.T, store Store, number int) ([]byte, error) {
	t.Helper()
	reader, err := store.Reader()
	if err != nil {
		t.Fatal(err)
	}
	defer shut(t, reader)
	return reader.Get(key(make([]byte, keyBytes), number), make([]byte, valueBytes))
}

func TestWhatIsWrittenIsReadInOrderAndWhatIsDeletedIsGone(t *testing.T) {
	for _, name := range storeNames(false) {
		t.Run(name, func(t *testing.T) {
			store := open(t, name, t.TempDir(), false)
			defer shut(t, store)
			made := newMaker(1, valueBytes)
			for _, number := range []int{5, 3, 9, 1} {
				if err := store.Put(key(make([]byte, keyBytes), number), made.value(number, 1)); err != nil {
					t.Fatal(err)
				}
			}
			if err := store.Put(key(make([]byte, keyBytes), 3), made.value(3, 2)); err != nil {
				t.Fatal(err)
			}
			if err := store.Delete(key(make([]byte, keyBytes), 9)); err != nil {
				t.Fatal(err)
			}
			if found, err := get(t, store, 3); err != nil || !bytes.Equal(found, made.value(3, 2)) {
				t.Errorf("key 3: %v", err)
			}
			if _, err := get(t, store, 9); !errors.Is(err, errAbsent) {
				t.Errorf("a deleted key gave %v", err)
			}
			var order []int
			err := store.Iterate(true, func(key, value []byte) error {
				number, err := numberOf(key)
				order = append(order, number)
				return errors.Join(err, check(value, number))
			})
			if err != nil || len(order) != 3 || order[0] != 1 || order[1] != 3 || order[2] != 5 {
				t.Errorf("walked through %v: %v", order, err)
			}
		})
	}
}

func check(value []byte, number int) error {
	_, err := newMaker(1, valueBytes).glance(value, number)
	return err
}

func TestWhatWasWrittenIsThereAfterACloseAndASecondOpening(t *testing.T) {
	for _, name := range storeNames(false) {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			for _, number := range []int{1, 2} {
				store := open(t, name, dir, false)
				if err := store.Put(key(make([]byte, keyBytes), number), newMaker(1, valueBytes).value(number, 1)); err != nil {
					t.Fatal(err)
				}
				shut(t, store)
			}
			store := open(t, name, dir, false)
			defer shut(t, store)
			for _, number := range []int{1, 2} {
				if found, err := get(t, store, number); err != nil || check(found, number) != nil {
					t.Errorf("key %d: %v", number, err)
				}
			}
		})
	}
}

// spoilt is a store that does one thing wrong.
type spoilt struct {
	nullStore
	spoil func(value []byte) []byte
	lose  bool
	twice bool
}

func (s *spoilt) Get(key, into []byte) ([]byte, error) {
	value, err := s.nullStore.Get(key, into)
	return s.spoil(value), err
}

func (s *spoilt) Reader() (Reader, error) { return borrowed{s}, nil }

func (s *spoilt) Iterate(values bool, each func(key, value []byte) error) error {
	return s.nullStore.Iterate(values, func(name, value []byte) error {
		if number, _ := numberOf(name); s.lose && number == 7 {
			return nil
		}
		err := each(name, s.spoil(value))
		if s.twice {
			err = errors.Join(err, each(name, s.spoil(value)))
		}
		return err
	})
}

func TestAWrongAnswerIsNoticed(t *testing.T) {
	same := func(value []byte) []byte { return value }
	changed := func(place int) func([]byte) []byte {
		return func(value []byte) []byte {
			if value == nil {
				return nil
			}
			other := bytes.Clone(value)
			other[place] ^= 1
			return other
		}
	}
	for name, one := range map[string]struct {
		store  *spoilt
		phases string
		wanted string
	}{
		"another value":    {&spoilt{spoil: changed(0)}, "random_read", "came back with the value of key"},
		"an older value":   {&spoilt{spoil: changed(15)}, "random_read", "came back in generation 0, not 1"},
		"half a value":     {&spoilt{spoil: func(v []byte) []byte { return v[:len(v)/2] }}, "random_read", "bytes, not 4096"},
		"a torn end":       {&spoilt{spoil: changed(4095)}, "random_read", "another end than was written"},
		"a key lost":       {&spoilt{spoil: same, lose: true}, "iterate_keys", "19 keys were walked through and 20 are there"},
		"a key twice":      {&spoilt{spoil: same, twice: true}, "iterate_keys", "comes after key"},
		"a flipped bit":    {&spoilt{spoil: changed(1000)}, "", "the value of key 0 is not the one that was written"},
		"a lost key later": {&spoilt{spoil: same, lose: true}, "", "19 keys can be read and 20 are there"},
	} {
		t.Run(name, func(t *testing.T) {
			one.store.made = newMaker(1, valueBytes)
			run := newBench(one.store, newMaker(1, valueBytes), 20, time.Minute, newProbe(&kind{}, t.TempDir()), func(any) error { return nil })
			err := run.run([]string{"sequential_write", one.phases})
			if err == nil {
				_, err = run.verify()
			}
			if err == nil || !strings.Contains(err.Error(), one.wanted) {
				t.Errorf("gave %v; wanted %q", err, one.wanted)
			}
		})
	}
}

func TestReadersSeeNothingOlderThanWhatWasAcknowledged(t *testing.T) {
	for _, name := range storeNames(true) {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			store := open(t, name, dir, false)
			defer shut(t, store)
			said := 0
			run := newBench(store, newMaker(1, valueBytes), 50, time.Minute, newProbe(kinds[name], dir), func(any) error { said++; return nil })
			if err := run.run([]string{"sequential_write"}); err != nil {
				t.Fatal(err)
			}
			if err := run.readersAndWriter(4, 100*time.Millisecond); err != nil {
				t.Error(err)
			}
			if _, err := run.verify(); err != nil || said != 2 {
				t.Errorf("said %d lines: %v", said, err)
			}
		})
	}
}
