//go:build cgo

package main

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/PowerDNS/lmdb-go/lmdb"
)

func init() {
	loops["lmdb"] = func(b *testing.B, dir string, sync bool) (func(key, value []byte) error, func() error) {
		env, err := lmdb.NewEnv()
		if err != nil {
			b.Fatal(err)
		}
		flags := uint(0)
		if !sync {
			flags = lmdb.NoSync
		}
		if err := env.SetMapSize(8 << 30); err != nil {
			b.Fatal(err)
		}
		if err := env.Open(dir, flags, 0o600); err != nil {
			b.Fatal(err)
		}
		var tree lmdb.DBI
		err = env.Update(func(txn *lmdb.Txn) (err error) { tree, err = txn.OpenRoot(0); return err })
		if err != nil {
			b.Fatal(err)
		}
		return func(key, value []byte) error {
			return env.Update(func(txn *lmdb.Txn) error { return txn.Put(tree, key, value, 0) })
		}, env.Close
	}
	loops["sqlite_kv"] = func(b *testing.B, dir string, sync bool) (func(key, value []byte) error, func() error) {
		synchronous := map[bool]string{true: "EXTRA", false: "OFF"}[sync]
		db, err := sql.Open("sqlite3", filepath.Join(dir, "file")+"?_synchronous="+synchronous)
		if err != nil {
			b.Fatal(err)
		}
		db.SetMaxOpenConns(1)
		if _, err := db.Exec("CREATE TABLE kv (key BLOB PRIMARY KEY, value BLOB NOT NULL)"); err != nil {
			b.Fatal(err)
		}
		put, err := db.Prepare(putSQL)
		if err != nil {
			b.Fatal(err)
		}
		return func(key, value []byte) error { _, err := put.Exec(key, value); return err }, db.Close
	}
}
