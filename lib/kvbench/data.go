// Keys and values: made from a seed, so that every store gets the same and whatever is read back can be checked.

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
)

const (
	keyBytes  = 16
	headBytes = 16                 // number of the key and generation, so that a value says which one it is
	filler    = "half of a value " // sixteen bytes that repeat from the middle of a value to its end
	splitMix  = 0x9E3779B97F4A7C15

	valueBytes    = 4096            // of a value, where nothing else is asked for
	valueStep     = 2 * len(filler) // both halves of a value are whole fillers long
	shortestValue = 2 * valueStep   // the half that cannot be compressed has more than its head
	longestValue  = 1 << 20
)

// bodies is how many different random halves there are: neighbours never share one, and no block of a table is so long
// that it would find one twice. They are made before the clock starts, which leaves a write next to nothing to prepare.
const bodies = 256

// maker makes the values of one seed and length. What it returns holds until the body is used again: it belongs to one
// goroutine. Up to the middle a value cannot be compressed, from there on it can.
type maker struct {
	seed       uint64
	valueBytes int
	pool       [][]byte
}

func newMaker(seed uint64, valueBytes int) *maker {
	m := &maker{seed: seed, valueBytes: valueBytes, pool: make([][]byte, bodies)}
	for body := range m.pool {
		m.pool[body] = bytes.Repeat([]byte(filler), valueBytes/len(filler))
		state := mix(seed + mix(uint64(body)))
		for place := headBytes; place < valueBytes/2; place += 8 {
			state += splitMix
			binary.LittleEndian.PutUint64(m.pool[body][place:], mix(state))
		}
	}
	return m
}

// mix is the finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
func mix(z uint64) uint64 {
	z = (z ^ z>>30) * 0xBF58476D1CE4E5B9
	z = (z ^ z>>27) * 0x94D049BB133111EB
	return z ^ z>>31
}

// key writes a key: its number in decimal, zeros in front, so that keys sort as their numbers do.
func key(into []byte, number int) []byte {
	into = into[:keyBytes]
	for place := keyBytes - 1; place >= 0; place-- {
		into[place] = byte('0' + number%10)
		number /= 10
	}
	return into
}

// numberOf reads a key back.
func numberOf(key []byte) (int, error) {
	number, err := strconv.Atoi(string(key))
	if err != nil || len(key) != keyBytes {
		return 0, wrong("a key %q that was never written", key)
	}
	return number, nil
}

// value returns what a key holds in one of its generations.
func (m *maker) value(number int, generation uint32) []byte {
	value := m.pool[(number+int(generation)*17)%bodies]
	binary.BigEndian.PutUint64(value, uint64(number))
	binary.BigEndian.PutUint64(value[8:], uint64(generation))
	return value
}

// wrong returns the error of a store that gives back something else than was written.
func wrong(format string, arguments ...any) error {
	return fmt.Errorf("wrong answer: "+format, arguments...)
}

// glance checks a value by its head and its end, at next to no cost: it is the right one, and all of it was there.
func (m *maker) glance(value []byte, number int) (uint32, error) {
	if len(value) != m.valueBytes {
		return 0, wrong("key %d came back with %d bytes, not %d", number, len(value), m.valueBytes)
	}
	if found := binary.BigEndian.Uint64(value); found != uint64(number) {
		return 0, wrong("key %d came back with the value of key %d", number, found)
	}
	if string(value[m.valueBytes-len(filler):]) != filler {
		return 0, wrong("key %d came back with another end than was written", number)
	}
	return uint32(binary.BigEndian.Uint64(value[8:])), nil
}

// shuffle puts numbers into an order that depends on the seed and the purpose alone.
func (m *maker) shuffle(numbers []uint32, purpose uint64) {
	source := rand.New(rand.NewPCG(m.seed, purpose))
	source.Shuffle(len(numbers), func(i, j int) { numbers[i], numbers[j] = numbers[j], numbers[i] })
}
