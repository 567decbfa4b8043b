//go:build cgo

// SQLite as a key-value store: one table, one statement a call, a connection for each who reads.

package main

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"github.com/mattn/go-sqlite3"
)

func init() {
	kinds["sqlite_kv"] = &kind{
		open:    openSQLite,
		module:  "github.com/mattn/go-sqlite3",
		library: func(map[string]string) string { version, _, _ := sqlite3.Version(); return version },
		parts:   map[string]string{".sqlite-wal": "log", ".sqlite-journal": "log"},
	}
}

const (
	putSQL    = "INSERT INTO kv (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
	deleteSQL = "DELETE FROM kv WHERE key = ?"
	getSQL    = "SELECT value FROM kv WHERE key = ?"
	keysSQL   = "SELECT key FROM kv ORDER BY key"
	allSQL    = "SELECT key, value FROM kv ORDER BY key"
)

// sqliteStore holds the writer's connection and its statements.
type sqliteStore struct {
	file       string
	pragmas    []string
	connection *sqlite3.SQLiteConn
	put, del   driver.Stmt
}

func openSQLite(dir string, o options) (Store, error) {
	s := &sqliteStore{file: filepath.Join(dir, "data.sqlite")}
	synchronous := "OFF"
	switch {
	case o.sync && o.tuned:
		synchronous = "FULL" // with a write-ahead log this is all there is to sync
	case o.sync:
		synchronous = "EXTRA" // with a rollback journal FULL leaves the journal's removal unsynced
	}
	if o.tuned {
		s.pragmas = []string{"journal_mode = WAL", fmt.Sprintf("cache_size = -%d", o.cacheBytes>>10)}
	}
	s.pragmas = append(s.pragmas, "synchronous = "+synchronous, "busy_timeout = 60000")
	connection, err := s.connect("CREATE TABLE IF NOT EXISTS kv (key BLOB PRIMARY KEY, value BLOB NOT NULL)")
	if err != nil {
		return nil, err
	}
	s.connection = connection
	s.put, err = connection.Prepare(putSQL)
	if err == nil {
		s.del, err = connection.Prepare(deleteSQL)
	}
	if err != nil {
		_ = connection.Close()
		return nil, err
	}
	return s, nil
}

func (s *sqliteStore) connect(first ...string) (*sqlite3.SQLiteConn, error) {
	opened, err := (&sqlite3.SQLiteDriver{}).Open(s.file)
	if err != nil {
		return nil, err
	}
	connection, ok := opened.(*sqlite3.SQLiteConn)
	if !ok {
		return nil, errors.New("the driver returned another connection than SQLite's")
	}
	statements := append([]string{}, first...)
	for _, pragma := range s.pragmas {
		statements = append(statements, "PRAGMA "+pragma)
	}
	for _, statement := range statements {
		if _, err := connection.Exec(statement, nil); err != nil {
			_ = connection.Close()
			return nil, err
		}
	}
	return connection, nil
}

func execute(statement driver.Stmt, arguments ...driver.Value) error {
	_, err := statement.(*sqlite3.SQLiteStmt).Exec(arguments)
	return err
}

func (s *sqliteStore) Put(key, value []byte) error { return execute(s.put, key, value) }
func (s *sqliteStore) Delete(key []byte) error     { return execute(s.del, key) }

func (s *sqliteStore) Iterate(values bool, each func(key, value []byte) error) error {
	query, row := keysSQL, make([]driver.Value, 1)
	if values {
		query, row = allSQL, make([]driver.Value, 2)
	}
	rows, err := s.connection.Query(query, nil)
	if err != nil {
		return err
	}
	for err == nil {
		if err = rows.Next(row); err != nil {
			break
		}
		var value []byte
		if values {
			value, _ = row[1].([]byte)
		}
		key, _ := row[0].([]byte)
		err = each(key, value)
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return errors.Join(err, rows.Close())
}

// Settings returns the pragmas in force, by asking for each.
func (s *sqliteStore) Settings() (map[string]string, error) {
	found := map[string]string{}
	for _, pragma := range []string{"journal_mode", "synchronous", "cache_size", "page_size", "mmap_size"} {
		rows, err := s.connection.Query("PRAGMA "+pragma, nil)
		if err != nil {
			return nil, err
		}
		row := make([]driver.Value, 1)
		if err := errors.Join(rows.Next(row), rows.Close()); err != nil {
			return nil, err
		}
		if text, ok := row[0].([]byte); ok {
			row[0] = string(text)
		}
		found[pragma] = fmt.Sprint(row[0])
	}
	return found, nil
}

// sqliteReader is a connection of its own: one connection is one thread's.
type sqliteReader struct {
	connection *sqlite3.SQLiteConn
	get        driver.Stmt
	row        []driver.Value
}

func (s *sqliteStore) Reader() (Reader, error) {
	connection, err := s.connect()
	if err != nil {
		return nil, err
	}
	get, err := connection.Prepare(getSQL)
	if err != nil {
		_ = connection.Close()
		return nil, err
	}
	return &sqliteReader{connection, get, make([]driver.Value, 1)}, nil
}

func (r *sqliteReader) Get(key, into []byte) ([]byte, error) {
	rows, err := r.get.(*sqlite3.SQLiteStmt).Query([]driver.Value{key})
	if err != nil {
		return nil, err
	}
	err = rows.Next(r.row)
	if err == nil {
		value, _ := r.row[0].([]byte)
		into = append(into[:0], value...)
	} else if errors.Is(err, io.EOF) {
		err = errAbsent
	}
	return into, errors.Join(err, rows.Close())
}

func (r *sqliteReader) Close() error { return errors.Join(r.get.Close(), r.connection.Close()) }

func (s *sqliteStore) Close() error {
	return errors.Join(s.put.Close(), s.del.Close(), s.connection.Close())
}
