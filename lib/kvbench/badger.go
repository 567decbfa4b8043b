// Badger: a log-structured merge tree in Go; its log is a mapped file, values above a threshold go to files of their own.

package main

import (
	"errors"

	"github.com/dgraph-io/badger/v4"
	compression "github.com/dgraph-io/badger/v4/options"
)

func init() {
	kinds["badger"] = &kind{
		open: openBadger, module: "github.com/dgraph-io/badger/v4",
		parts: map[string]string{".mem": "log", ".vlog": "values"},
	}
}

type badgerStore struct{ db *badger.DB }

func openBadger(dir string, o options) (Store, error) {
	chosen := badger.DefaultOptions(dir).WithLogger(nil).WithSyncWrites(o.sync) // as shipped it does not sync
	if o.tuned {
		chosen = chosen.WithBlockCacheSize(o.cacheBytes).WithMemTableSize(writeBufferBytes).
			WithCompression(compression.None)
	}
	db, err := badger.Open(chosen)
	if err != nil {
		return nil, err
	}
	return &badgerStore{db}, nil
}

func (s *badgerStore) Put(key, value []byte) error {
	return s.db.Update(func(txn *badger.Txn) error { return txn.Set(key, value) })
}

func (s *badgerStore) Delete(key []byte) error {
	return s.db.Update(func(txn *badger.Txn) error { return txn.Delete(key) })
}

func (s *badgerStore) Get(key, into []byte) ([]byte, error) {
	err := s.db.View(func(txn *badger.Txn) error {
		item, err := txn.Get(key)
		if errors.Is(err, badger.ErrKeyNotFound) {
			return errAbsent
		}
		if err != nil {
			return err
		}
		into, err = item.ValueCopy(into)
		return err
	})
	return into, err
}

func (s *badgerStore) Iterate(values bool, each func(key, value []byte) error) error {
	return s.db.View(func(txn *badger.Txn) error {
		chosen := badger.DefaultIteratorOptions
		chosen.PrefetchValues = values
		cursor := txn.NewIterator(chosen)
		defer cursor.Close()
		for cursor.Rewind(); cursor.Valid(); cursor.Next() {
			item := cursor.Item()
			if !values {
				if err := each(item.Key(), nil); err != nil {
					return err
				}
				continue
			}
			if err := item.Value(func(value []byte) error { return each(item.Key(), value) }); err != nil {
				return err
			}
		}
		return nil
	})
}

func (s *badgerStore) Settings() (map[string]string, error) {
	found := fields(s.db.Opts())
	delete(found, "Dir") // of this run alone
	delete(found, "ValueDir")
	return found, nil
}

func (s *badgerStore) Reader() (Reader, error) { return borrowed{s}, nil }
func (s *badgerStore) Close() error            { return s.db.Close() }
