//go:build cgo && rocksdb

package main

import (
	"testing"

	"github.com/linxGnu/grocksdb"
)

func init() {
	loops["rocksdb"] = func(b *testing.B, dir string, sync bool) (func(key, value []byte) error, func() error) {
		chosen := grocksdb.NewDefaultOptions()
		chosen.SetCreateIfMissing(true)
		db, err := grocksdb.OpenDb(chosen, dir)
		if err != nil {
			b.Fatal(err)
		}
		how := grocksdb.NewDefaultWriteOptions()
		how.SetSync(sync)
		return func(key, value []byte) error { return db.Put(how, key, value) }, func() error { db.Close(); return nil }
	}
}
