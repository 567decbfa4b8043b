//go:build cgo

// LMDB: a B+ tree in one mapped file, copied on write, in C; the pages of the latest two commits are never touched.

package main

import (
	"errors"
	"fmt"
	"strconv"

	"github.com/PowerDNS/lmdb-go/lmdb"
)

func init() {
	kinds["lmdb"] = &kind{
		open:    openLMDB,
		module:  "github.com/PowerDNS/lmdb-go",
		library: func(settings map[string]string) string { return settings["version"] },
	}
}

// mapBytes is how large the file may become; it takes no room before it does.
const mapBytes = 256 << 30

type lmdbStore struct {
	env  *lmdb.Env
	tree lmdb.DBI
}

func openLMDB(dir string, o options) (Store, error) {
	env, err := lmdb.NewEnv()
	if err != nil {
		return nil, err
	}
	flags := uint(0)
	if !o.sync {
		flags = lmdb.NoSync
	}
	s := &lmdbStore{env: env}
	err = errors.Join(env.SetMapSize(mapBytes), env.Open(dir, flags, 0o600))
	if err == nil {
		err = env.Update(func(txn *lmdb.Txn) (err error) {
			s.tree, err = txn.OpenRoot(0)
			return err
		})
	}
	if err != nil {
		_ = env.Close()
		return nil, err
	}
	return s, nil
}

func (s *lmdbStore) Put(key, value []byte) error {
	return s.env.Update(func(txn *lmdb.Txn) error { return txn.Put(s.tree, key, value, 0) })
}

func (s *lmdbStore) Delete(key []byte) error {
	err := s.env.Update(func(txn *lmdb.Txn) error { return txn.Del(s.tree, key, nil) })
	if lmdb.IsNotFound(err) {
		return nil // as with the others, what is not there is deleted already
	}
	return err
}

func (s *lmdbStore) Get(key, into []byte) ([]byte, error) {
	err := s.env.View(func(txn *lmdb.Txn) error {
		txn.RawRead = true // the value stays in the map until it is copied to memory of ours
		value, err := txn.Get(s.tree, key)
		if lmdb.IsNotFound(err) {
			return errAbsent
		}
		into = append(into[:0], value...)
		return err
	})
	return into, err
}

func (s *lmdbStore) Iterate(values bool, each func(key, value []byte) error) error {
	return s.env.View(func(txn *lmdb.Txn) error {
		txn.RawRead = true
		cursor, err := txn.OpenCursor(s.tree)
		if err != nil {
			return err
		}
		defer cursor.Close()
		for {
			key, value, err := cursor.Get(nil, nil, lmdb.Next)
			if lmdb.IsNotFound(err) {
				return nil
			}
			if err != nil {
				return err
			}
			if !values {
				value = nil
			}
			if err := each(key, value); err != nil {
				return err
			}
		}
	})
}

func (s *lmdbStore) Settings() (map[string]string, error) {
	flags, err := s.env.Flags()
	if err != nil {
		return nil, err
	}
	about, err := s.env.Stat()
	if err != nil {
		return nil, err
	}
	major, minor, patch, _ := lmdb.Version()
	return map[string]string{
		"version":       fmt.Sprintf("%d.%d.%d", major, minor, patch),
		"MDB_NOSYNC":    fmt.Sprint(flags&lmdb.NoSync != 0),
		"MDB_WRITEMAP":  fmt.Sprint(flags&lmdb.WriteMap != 0),
		"MDB_NORDAHEAD": fmt.Sprint(flags&lmdb.NoReadahead != 0),
		"page_size":     strconv.Itoa(int(about.PSize)),
		"map_size":      strconv.Itoa(mapBytes),
	}, nil
}

func (s *lmdbStore) Reader() (Reader, error) { return borrowed{s}, nil }
func (s *lmdbStore) Close() error            { return s.env.Close() }
