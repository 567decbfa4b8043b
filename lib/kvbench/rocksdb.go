//go:build cgo && rocksdb

// RocksDB, by its C interface and the distribution's library: a log-structured merge tree in C++.

package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/linxGnu/grocksdb"
)

func init() {
	kinds["rocksdb"] = &kind{
		open:    openRocksDB,
		module:  "github.com/linxGnu/grocksdb",
		library: func(settings map[string]string) string { return settings["Version.rocksdb_version"] },
		parts:   map[string]string{".log": "log"},
	}
}

type rocksStore struct {
	dir     string
	db      *grocksdb.DB
	options *grocksdb.Options
	table   *grocksdb.BlockBasedTableOptions
	read    *grocksdb.ReadOptions
	write   *grocksdb.WriteOptions // of puts and of deletes
}

func openRocksDB(dir string, o options) (Store, error) {
	s := &rocksStore{
		dir: dir, options: grocksdb.NewDefaultOptions(),
		read: grocksdb.NewDefaultReadOptions(), write: grocksdb.NewDefaultWriteOptions(),
	}
	s.options.SetCreateIfMissing(true)
	s.write.SetSync(o.sync)
	if o.tuned {
		s.table = grocksdb.NewDefaultBlockBasedTableOptions()
		s.table.SetBlockCache(grocksdb.NewLRUCache(uint64(o.cacheBytes)))
		s.options.SetBlockBasedTableFactory(s.table)
		s.options.SetWriteBufferSize(writeBufferBytes)
		s.options.SetCompression(grocksdb.NoCompression)
	}
	db, err := grocksdb.OpenDb(s.options, dir)
	if err != nil {
		return nil, err
	}
	s.db = db
	return s, nil
}

func (s *rocksStore) Put(key, value []byte) error { return s.db.Put(s.write, key, value) }
func (s *rocksStore) Delete(key []byte) error     { return s.db.Delete(s.write, key) }

func (s *rocksStore) Get(key, into []byte) ([]byte, error) {
	pinned, err := s.db.GetPinned(s.read, key)
	if err != nil {
		return nil, err
	}
	defer pinned.Destroy()
	if !pinned.Exists() {
		return nil, errAbsent
	}
	return append(into[:0], pinned.Data()...), nil
}

func (s *rocksStore) Iterate(values bool, each func(key, value []byte) error) error {
	cursor := s.db.NewIterator(s.read)
	defer cursor.Close()
	for cursor.SeekToFirst(); cursor.Valid(); cursor.Next() {
		var value []byte
		if values {
			value = cursor.Value().Data()
		}
		if err := each(cursor.Key().Data(), value); err != nil {
			return err
		}
	}
	return cursor.Err()
}

// Settings returns what RocksDB wrote down as it opened, and how commits are written, which is an option of each.
func (s *rocksStore) Settings() (map[string]string, error) {
	files, err := filepath.Glob(filepath.Join(s.dir, "OPTIONS-*"))
	if err != nil || len(files) == 0 {
		return nil, errors.New("RocksDB wrote no file with its options")
	}
	text, err := os.ReadFile(slices.Max(files))
	if err != nil {
		return nil, err
	}
	found := ini(string(text))
	found["WriteOptions.sync"] = map[bool]string{true: "true", false: "false"}[s.write.IsSync()]
	return found, nil
}

func (s *rocksStore) Reader() (Reader, error) { return borrowed{s}, nil }

func (s *rocksStore) Close() error {
	s.db.Close()
	s.options.Destroy()
	s.read.Destroy()
	s.write.Destroy()
	return nil
}
