//go:build !cgo

// A build without a C compiler: it has the stores written in Go and says what it lacks.

package main

func init() {
	for _, name := range []string{"lmdb", "sqlite_kv"} {
		absent[name] = "it was built without a C compiler; install gcc, then build again"
	}
}
