// Each store by its own interface and nothing of ours around it: the rate the program's own must come up to.
//
//	go test -run - -bench Itself -benchtime 10000x

package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/dgraph-io/badger/v4"
	bolt "go.etcd.io/bbolt"
)

// loops write keys one after the other, a commit each, as a store's manual has it; each returns how to write and end.
var loops = map[string]func(b *testing.B, dir string, sync bool) (write func(key, value []byte) error, end func() error){
	"bbolt": func(b *testing.B, dir string, sync bool) (func(key, value []byte) error, func() error) {
		db, err := bolt.Open(filepath.Join(dir, "file"), 0o600, nil)
		if err != nil {
			b.Fatal(err)
		}
		db.NoSync = !sync
		name := []byte("bucket")
		if err := db.Update(func(tx *bolt.Tx) error { _, err := tx.CreateBucket(name); return err }); err != nil {
			b.Fatal(err)
		}
		return func(key, value []byte) error {
			return db.Update(func(tx *bolt.Tx) error { return tx.Bucket(name).Put(key, value) })
		}, db.Close
	},
	"pebble": func(b *testing.B, dir string, sync bool) (func(key, value []byte) error, func() error) {
		db, err := pebble.Open(dir, &pebble.Options{Logger: quiet{}})
		if err != nil {
			b.Fatal(err)
		}
		return func(key, value []byte) error {
			if sync {
				return db.Set(key, value, pebble.Sync)
			}
			return db.Set(key, value, pebble.NoSync)
		}, db.Close
	},
	"badger": func(b *testing.B, dir string, sync bool) (func(key, value []byte) error, func() error) {
		chosen := badger.DefaultOptions(dir)
		chosen.SyncWrites, chosen.Logger = sync, nil
		db, err := badger.Open(chosen)
		if err != nil {
			b.Fatal(err)
		}
		return func(key, value []byte) error {
			return db.Update(func(txn *badger.Txn) error { return txn.Set(key, value) })
		}, db.Close
	},
}

func BenchmarkItself(b *testing.B) {
	for name, loop := range loops {
		for _, sync := range []bool{true, false} {
			label := map[bool]string{true: "sync_on", false: "sync_off"}[sync]
			b.Run(name+"/"+label, func(b *testing.B) {
				// beside the folder of the run it is compared with, not where the system keeps what is temporary
				dir, err := os.MkdirTemp(os.Getenv("KVBENCH_DIR"), "itself-")
				if err != nil {
					b.Fatal(err)
				}
				defer func() { _ = os.RemoveAll(dir) }()
				values := newMaker(1, valueBytes).pool // ready before the clock
				write, end := loop(b, dir, sync)
				name := make([]byte, keyBytes)
				b.ResetTimer()
				for n := range b.N {
					if err := write(key(name, n), values[n%len(values)]); err != nil {
						b.Fatal(err)
					}
				}
				b.StopTimer()
				if err := end(); err != nil {
					b.Fatal(err)
				}
			})
		}
	}
}
