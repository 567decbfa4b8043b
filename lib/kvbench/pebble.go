// Pebble: a log-structured merge tree in Go, CockroachDB's. A write goes to the write-ahead log and to memory.

package main

import (
	"errors"
	"fmt"
	"os"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/sstable/block"
)

func init() {
	kinds["pebble"] = &kind{
		open: openPebble, module: "github.com/cockroachdb/pebble/v2", parts: map[string]string{".log": "log"},
	}
}

type pebbleStore struct {
	db       *pebble.DB
	write    *pebble.WriteOptions
	settings string
}

// quiet keeps Pebble's reports to itself; what it cannot survive, a full disk among others, ends the program.
type quiet struct{}

func (quiet) Infof(string, ...any)  {}
func (quiet) Errorf(string, ...any) {}
func (quiet) Fatalf(format string, args ...any) {
	fmt.Fprintf(os.Stderr, "kvbench: pebble gave up: "+format+"\n", args...)
	os.Exit(1)
}

func openPebble(dir string, o options) (Store, error) {
	// a flush that fails, for want of room above all, is tried again for ever while writes wait for it: no result comes of it
	gaveUp := &pebble.EventListener{BackgroundError: func(err error) { quiet{}.Fatalf("%s", err) }}
	chosen := &pebble.Options{Logger: quiet{}, EventListener: gaveUp}
	if o.tuned {
		chosen.CacheSize = o.cacheBytes
		chosen.MemTableSize = writeBufferBytes
		chosen.ApplyCompressionSettings(func() pebble.DBCompressionSettings {
			return pebble.UniformDBCompressionSettings(block.NoCompression)
		})
	}
	chosen.EnsureDefaults()
	db, err := pebble.Open(dir, chosen)
	if err != nil {
		return nil, err
	}
	write := pebble.NoSync
	if o.sync {
		write = pebble.Sync
	}
	return &pebbleStore{db, write, chosen.String()}, nil
}

func (s *pebbleStore) Put(key, value []byte) error { return s.db.Set(key, value, s.write) }
func (s *pebbleStore) Delete(key []byte) error     { return s.db.Delete(key, s.write) }

func (s *pebbleStore) Get(key, into []byte) ([]byte, error) {
	value, lent, err := s.db.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, errAbsent
	}
	if err != nil {
		return nil, err
	}
	into = append(into[:0], value...)
	return into, lent.Close()
}

func (s *pebbleStore) Iterate(values bool, each func(key, value []byte) error) (err error) {
	cursor, err := s.db.NewIter(nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cursor.Close()) }()
	for cursor.First(); cursor.Valid(); cursor.Next() {
		var value []byte
		if values {
			if value, err = cursor.ValueAndErr(); err != nil {
				return err
			}
		}
		if err := each(cursor.Key(), value); err != nil {
			return err
		}
	}
	return cursor.Error()
}

// Settings returns Pebble's own options and how its commits are written, which is an option of each.
func (s *pebbleStore) Settings() (map[string]string, error) {
	found := ini(s.settings)
	found["WriteOptions.Sync"] = fmt.Sprint(s.write.Sync)
	return found, nil
}

func (s *pebbleStore) Reader() (Reader, error) { return borrowed{s}, nil }
func (s *pebbleStore) Close() error            { return s.db.Close() }
