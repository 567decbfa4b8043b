// What a store must be able to do, which ones this build has, and whose files lie in a folder.

package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"runtime/debug"
	"slices"
	"sort"
	"strings"
)

// Store is one open store. A write is one commit of its own: with options.sync it is on the disk when it returns.
type Store interface {
	Put(key, value []byte) error
	Delete(key []byte) error
	// Iterate calls `each` for every key in ascending order; without values, `value` is nil.
	Iterate(values bool, each func(key, value []byte) error) error
	// Reader returns a handle that one goroutine may read by while another writes.
	Reader() (Reader, error)
	// Settings returns the settings in force, as the store itself reports them.
	Settings() (map[string]string, error)
	Close() error
}

// Reader reads single keys.
type Reader interface {
	// Get copies a key's value into `into`, also where a store could lend its own memory: what nobody touched was not read.
	Get(key, into []byte) ([]byte, error)
	Close() error
}

var errAbsent = errors.New("the key is not there")

// options are what every store is opened with; `tuned` gives all of them the same means. `seed` is for the one
// that keeps nothing and makes its values anew.
type options struct {
	sync       bool
	tuned      bool
	cacheBytes int64
	seed       uint64
	valueBytes int
}

// writeBufferBytes is what a log-structured store gathers in memory before it writes a table, in the tuned profile.
const writeBufferBytes = 64 << 20

// kind is a store this program was built with. `parts` sorts its files: log, values, or table for all others.
type kind struct {
	open    func(dir string, o options) (Store, error)
	module  string
	library func(settings map[string]string) string // the version of a C library, where that is what is measured
	parts   map[string]string
}

// kinds are the stores of this build; each one's file adds itself.
var kinds = map[string]*kind{}

// absent are the stores this build has no code for, with the reason.
var absent = map[string]string{}

func kindOf(name string) (*kind, error) {
	if found, ok := kinds[name]; ok {
		return found, nil
	}
	if reason, ok := absent[name]; ok {
		return nil, fmt.Errorf("this build has no %s: %s", name, reason)
	}
	known := make([]string, 0, len(kinds))
	for other := range kinds {
		known = append(known, other)
	}
	sort.Strings(known)
	return nil, fmt.Errorf("no store %q; choose from: %s", name, strings.Join(known, ", "))
}

// version returns the version of a store as it stands in this very program.
func (k *kind) version(settings map[string]string) string {
	if k.library != nil {
		return k.library(settings)
	}
	return moduleVersion(k.module)
}

func moduleVersion(path string) string {
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, module := range info.Deps {
			if module.Path == path {
				return strings.TrimPrefix(module.Version, "v")
			}
		}
	}
	return ""
}

// A folder of ours holds a file that names the store, and the store's own files in a folder beside it.
const (
	markName  = "STORE"
	filesName = "files"
)

// claim makes sure that a folder is empty, or already this store's where `again` allows it; returns where its files go.
func claim(dir, name string, again bool) (string, error) {
	if dir == "" {
		return "", errors.New("no folder to work in; give -dir")
	}
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%s cannot be used: %w; give an empty folder", dir, err)
	}
	files, mark := filepath.Join(dir, filesName), filepath.Join(dir, markName)
	if len(entries) > 0 {
		owner, err := os.ReadFile(mark)
		switch {
		case err != nil:
			return "", fmt.Errorf("%s holds files that are no store of this program; give an empty folder", dir)
		case string(owner) != name:
			return "", fmt.Errorf("%s holds the files of %s, not of %s; give an empty folder", dir, owner, name)
		case !again:
			return "", fmt.Errorf("%s holds a %s already and a run starts from nothing; give an empty folder", dir, name)
		}
		return files, nil
	}
	if err := os.MkdirAll(files, 0o755); err != nil {
		return "", fmt.Errorf("%s cannot be used: %w; give an empty folder", dir, err)
	}
	if err := os.WriteFile(mark, []byte(name), 0o644); err != nil {
		return "", fmt.Errorf("%s cannot be used: %w; give an empty folder", dir, err)
	}
	return files, nil
}

// sizes returns the bytes a store's files take on the disk, by part: holes in a file take none.
func (k *kind) sizes(files string) (map[string]int64, error) {
	found := map[string]int64{"table": 0}
	for _, part := range k.parts {
		found[part] = 0
	}
	err := filepath.WalkDir(files, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) || err == nil && entry.IsDir() {
			return nil // a compaction has just removed it
		}
		if err != nil {
			return err
		}
		taken, err := bytesOnDisk(path)
		part, ok := k.parts[filepath.Ext(path)]
		if !ok {
			part = "table"
		}
		found[part] += taken
		return err
	})
	return found, err
}

// fields returns the plain fields of a store's options as text.
func fields(value any) map[string]string {
	found := map[string]string{}
	structure := reflect.Indirect(reflect.ValueOf(value))
	plain := []reflect.Kind{
		reflect.Bool, reflect.Int, reflect.Int32, reflect.Int64, reflect.Uint32, reflect.Uint64,
		reflect.Float64, reflect.String,
	}
	for n := range structure.NumField() {
		field := structure.Type().Field(n)
		if field.IsExported() && slices.Contains(plain, field.Type.Kind()) {
			found[field.Name] = fmt.Sprint(structure.Field(n).Interface())
		}
	}
	return found
}

// ini reads the options a log-structured store writes down: `name=value` under headings in brackets.
func ini(text string) map[string]string {
	found := map[string]string{}
	section := ""
	for _, line := range strings.Split(text, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			section = strings.Trim(line, "[]")
			continue
		}
		if name, value, ok := strings.Cut(line, "="); ok && !strings.HasPrefix(line, "#") {
			found[section+"."+strings.TrimSpace(name)] = strings.TrimSpace(value)
		}
	}
	return found
}

// getter is a store whose own Get may be called from any goroutine.
type getter interface {
	Get(key, into []byte) ([]byte, error)
}

// borrowed is a reader by such a store: closing it closes nothing.
type borrowed struct{ getter }

func (borrowed) Close() error { return nil }
