//go:build !cgo || !rocksdb

// A build without RocksDB: it has the other stores and says what it lacks.

package main

func init() {
	absent["rocksdb"] = "it was built without; install RocksDB's library and header, then build with the tag rocksdb"
}
