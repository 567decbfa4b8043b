// bbolt: a B+ tree in one mapped file, copied on write; every commit writes its pages, then the page that points at them.

package main

import (
	"path/filepath"
	"strconv"
	"time"

	bolt "go.etcd.io/bbolt"
)

func init() {
	kinds["bbolt"] = &kind{open: openBbolt, module: "go.etcd.io/bbolt"}
}

var bucketName = []byte("kv")

type bboltStore struct {
	db      *bolt.DB
	options bolt.Options
}

func openBbolt(dir string, o options) (Store, error) {
	chosen := *bolt.DefaultOptions
	chosen.Timeout = time.Second // a file that another process holds is an error, not a wait without end
	chosen.NoSync = !o.sync
	if o.tuned {
		// as shipped, every commit writes the list of all free pages; none of the others writes such a list
		chosen.NoFreelistSync = true
		chosen.FreelistType = bolt.FreelistMapType
	}
	db, err := bolt.Open(filepath.Join(dir, "data.bolt"), 0o600, &chosen)
	if err != nil {
		return nil, err
	}
	err = db.Update(func(tx *bolt.Tx) error {
		_, err := tx.CreateBucketIfNotExists(bucketName)
		return err
	})
	if err != nil {
		_ = db.Close()
		return nil, err
	}
	return &bboltStore{db, chosen}, nil
}

func (s *bboltStore) Put(key, value []byte) error {
	return s.db.Update(func(tx *bolt.Tx) error { return tx.Bucket(bucketName).Put(key, value) })
}

func (s *bboltStore) Delete(key []byte) error {
	return s.db.Update(func(tx *bolt.Tx) error { return tx.Bucket(bucketName).Delete(key) })
}

func (s *bboltStore) Get(key, into []byte) ([]byte, error) {
	err := s.db.View(func(tx *bolt.Tx) error {
		value := tx.Bucket(bucketName).Get(key)
		if value == nil {
			return errAbsent
		}
		into = append(into[:0], value...)
		return nil
	})
	return into, err
}

func (s *bboltStore) Iterate(values bool, each func(key, value []byte) error) error {
	return s.db.View(func(tx *bolt.Tx) error {
		cursor := tx.Bucket(bucketName).Cursor()
		for key, value := cursor.First(); key != nil; key, value = cursor.Next() {
			if !values {
				value = nil
			}
			if err := each(key, value); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *bboltStore) Settings() (map[string]string, error) {
	found := fields(s.options)
	found["PageSize"] = strconv.Itoa(s.db.Info().PageSize)
	found["AllocSize"] = strconv.Itoa(s.db.AllocSize)
	return found, nil
}

// Reader returns the store itself: a read takes a snapshot of its own.
func (s *bboltStore) Reader() (Reader, error) { return borrowed{s}, nil }
func (s *bboltStore) Close() error            { return s.db.Close() }
