// The systems that can be asked. Each sends the text of a statement as it is and gives values as the system wrote them.

package main

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"maps"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	_ "github.com/go-sql-driver/mysql"
	"github.com/jackc/pgx/v5/pgconn"
	_ "github.com/mattn/go-sqlite3"
	_ "github.com/nakagami/firebirdsql"
)

type connection interface {
	// Ask sends a statement and fetches all of its answer. It fails after `limit`.
	Ask(statement string, limit time.Duration) (answer, error)
	// Tell sends a statement that has no answer.
	Tell(statement string, limit time.Duration) error
	Close() error
}

var systems = map[string]func(*request) (connection, error){
	"postgresql": openPostgreSQL,
	"mysql":      func(r *request) (connection, error) { return openSQL("mysql", r) },
	"firebird":   func(r *request) (connection, error) { return openSQL("firebirdsql", r) },
	"sqlite":     func(r *request) (connection, error) { return openSQL("sqlite3", r) },
	"null":       openNothing,
}

// drivers are the modules that reach the systems.
var drivers = map[string]string{
	"postgresql": "github.com/jackc/pgx/v5",
	"mysql":      "github.com/go-sql-driver/mysql",
	"firebird":   "github.com/nakagami/firebirdsql",
	"sqlite":     "github.com/mattn/go-sqlite3",
}

func names() string { return strings.Join(slices.Sorted(maps.Keys(systems)), ", ") }

// about returns each system's driver and its version; SQLite's own is part of the driver's.
func about() (map[string]string, error) {
	built, known := debug.ReadBuildInfo()
	if !known {
		return nil, errors.New("this program does not know what it was built of")
	}
	told := map[string]string{}
	for system, module := range drivers {
		for _, part := range built.Deps {
			if part.Path == module {
				told[system] = module + " " + part.Version
			}
		}
	}
	memory, err := sql.Open("sqlite3", ":memory:")
	if err != nil {
		return nil, err
	}
	var version string
	err = memory.QueryRow("SELECT sqlite_version()").Scan(&version)
	told["sqlite"] += ", SQLite " + version
	return told, errors.Join(err, memory.Close())
}

// timedOut says in words that the limit was met.
func timedOut(err error, limitS float64) error {
	if errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("no answer within %g s", limitS)
	}
	return err
}

// PostgreSQL, by its simple protocol: every value is text.
type postgreSQL struct {
	*pgconn.PgConn
	skip []string
}

func openPostgreSQL(asked *request) (connection, error) {
	made, err := pgconn.Connect(context.Background(), asked.Address)
	if err != nil {
		return nil, err
	}
	return introduced(postgreSQL{made, asked.Skip}, asked)
}

func (p postgreSQL) Ask(statement string, limit time.Duration) (got answer, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	results := p.Exec(ctx, statement)
	for results.NextResult() {
		rows := results.ResultReader()
		var skipped []bool
		for _, column := range rows.FieldDescriptions() {
			skipped = append(skipped, skips(p.skip, column.Name))
		}
		for rows.NextRow() {
			got.Rows++
			for place, value := range rows.Values() {
				if value == nil {
					got.addNull(skipped[place])
				} else {
					got.add(value, skipped[place])
				}
			}
		}
	}
	return got, results.Close()
}

func (p postgreSQL) Tell(statement string, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := p.Exec(ctx, statement).ReadAll()
	return err
}

func (p postgreSQL) Close() error { return p.PgConn.Close(context.Background()) }

// Everything that database/sql drives, one connection of a pool of one.
type pooled struct {
	pool *sql.DB
	one  *sql.Conn
	skip []string
}

func openSQL(name string, asked *request) (connection, error) {
	pool, err := sql.Open(name, asked.Address)
	if err != nil {
		return nil, err
	}
	pool.SetMaxOpenConns(1)
	one, err := pool.Conn(context.Background())
	if err != nil {
		return nil, errors.Join(err, pool.Close())
	}
	return introduced(pooled{pool, one, asked.Skip}, asked)
}

// Ask goes to the driver itself: what database/sql would make of values costs as much as they do.
func (p pooled) Ask(statement string, limit time.Duration) (got answer, err error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	err = p.one.Raw(func(connected any) error {
		asked, able := connected.(driver.QueryerContext)
		if !able {
			return errors.New("this driver takes no statement that is not prepared")
		}
		rows, err := asked.QueryContext(ctx, statement, nil)
		if err != nil {
			return err
		}
		return errors.Join(p.fetch(rows, &got), rows.Close())
	})
	return got, err
}

func (p pooled) fetch(rows driver.Rows, got *answer) error {
	var skipped []bool
	for _, name := range rows.Columns() {
		skipped = append(skipped, skips(p.skip, name))
	}
	values, text := make([]driver.Value, len(skipped)), []byte{}
	for {
		if err := rows.Next(values); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		got.Rows++
		for place, value := range values {
			switch value := value.(type) {
			case nil:
				got.addNull(skipped[place])
			case []byte:
				got.add(value, skipped[place])
			case string:
				text = append(text[:0], value...)
				got.add(text, skipped[place])
			default:
				text = fmt.Append(text[:0], value)
				got.add(text, skipped[place])
			}
		}
	}
}

func (p pooled) Tell(statement string, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	_, err := p.one.ExecContext(ctx, statement)
	return err
}

func (p pooled) Close() error { return errors.Join(p.one.Close(), p.pool.Close()) }

// introduced tells a new connection what each is told.
func introduced(opened connection, asked *request) (connection, error) {
	for _, statement := range asked.Session {
		if err := opened.Tell(statement, seconds(asked.LimitS)); err != nil {
			return nil, errors.Join(fmt.Errorf("%s: %w", statement, err), opened.Close())
		}
	}
	return opened, nil
}

// nothing is no system: an answer of so many rows lies in memory. What it takes is what this program itself costs.
type nothing struct {
	rows  int
	value []byte
}

const nothingColumns = 7

// openNothing takes the number of rows and the bytes of one for its address.
func openNothing(asked *request) (connection, error) {
	var rows, size int
	if _, err := fmt.Sscanf(asked.Address, "%d %d", &rows, &size); err != nil || rows < 0 || size < 0 {
		return nil, fmt.Errorf("the address of nothing is a number of rows and the bytes of one, not %q", asked.Address)
	}
	return nothing{rows, make([]byte, size/nothingColumns)}, nil
}

func (n nothing) Ask(string, time.Duration) (got answer, err error) {
	for range n.rows {
		got.Rows++
		for range nothingColumns {
			got.add(n.value, false)
		}
	}
	return got, nil
}

func (n nothing) Tell(string, time.Duration) error { return nil }
func (n nothing) Close() error                     { return nil }
