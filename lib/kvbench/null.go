// A store that keeps nothing but which keys were written: what this program itself costs, its own ceiling.

package main

import (
	"encoding/binary"
	"sync/atomic"
)

func init() {
	kinds["null"] = &kind{open: func(_ string, o options) (Store, error) { return &nullStore{made: newMaker(o.seed, o.valueBytes)}, nil }}
}

// nullStore keeps the generation of each key, 0 for one that is not there, and makes a value's ends anew for a read.
type nullStore struct {
	generations []uint32
	made        *maker
}

func (s *nullStore) Put(key, value []byte) error {
	number, err := numberOf(key)
	if err != nil {
		return err
	}
	for len(s.generations) <= number {
		s.generations = append(s.generations, 0)
	}
	atomic.StoreUint32(&s.generations[number], uint32(binary.BigEndian.Uint64(value[8:])))
	return nil
}

func (s *nullStore) Delete(key []byte) error {
	number, err := numberOf(key)
	if err == nil {
		s.generations[number] = 0
	}
	return err
}

func (s *nullStore) Get(key, into []byte) ([]byte, error) {
	number, err := numberOf(key)
	if err != nil {
		return nil, err
	}
	if number >= len(s.generations) {
		return nil, errAbsent
	}
	generation := atomic.LoadUint32(&s.generations[number])
	if generation == 0 {
		return nil, errAbsent
	}
	into = into[:s.made.valueBytes]
	binary.BigEndian.PutUint64(into, uint64(number))
	binary.BigEndian.PutUint64(into[8:], uint64(generation))
	copy(into[len(into)-len(filler):], filler)
	return into, nil
}

func (s *nullStore) Iterate(values bool, each func(key, value []byte) error) error {
	name := make([]byte, keyBytes)
	for number, generation := range s.generations {
		if generation == 0 {
			continue
		}
		var kept []byte
		if values {
			kept = s.made.value(number, generation)
		}
		if err := each(key(name, number), kept); err != nil {
			return err
		}
	}
	return nil
}

func (s *nullStore) Reader() (Reader, error)              { return borrowed{s}, nil }
func (s *nullStore) Settings() (map[string]string, error) { return map[string]string{}, nil }
func (s *nullStore) Close() error                         { return nil }
