// Several readers while one writes: what each side gets through, and that nobody reads what was not yet or no longer there.

package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

// together is the phase of readers and a writer as it is printed; `timed` is about the process as a whole.
type together struct {
	timed
	Readers        int       `json:"readers"`
	Reads          int64     `json:"reads"`
	Writes         int64     `json:"writes"`
	ReadLatencyNs  []latency `json:"read_latency_ns"`
	WriteLatencyNs []latency `json:"write_latency_ns"`
}

// worker is one goroutine's share.
type worker struct {
	histogram *hdrhistogram.Histogram
	count     int64
	err       error
}

// readersAndWriter has `count` readers read random keys while one writer replaces random values, for so long.
func (b *bench) readersAndWriter(count int, lasting time.Duration) error {
	there := b.numbers(func(generation uint32) bool { return generation > 0 })
	if len(there) == 0 {
		return errors.New("readers failed: nothing is there to be read")
	}
	workers := make([]worker, count+1)
	for n := range workers {
		workers[n].histogram = newHistogram()
	}
	var stop atomic.Bool
	var all sync.WaitGroup
	timer := b.probe.begin("readers")
	for n := range workers {
		all.Add(1)
		go func() {
			defer all.Done()
			mine := &workers[n]
			random := rand.New(rand.NewPCG(b.made.seed, forReaders+uint64(n)<<8))
			if n == count {
				mine.err = b.keepWriting(mine, there, random, &stop)
			} else {
				mine.err = b.keepReading(mine, there, random, &stop)
			}
			if mine.err != nil {
				stop.Store(true)
			}
		}()
	}
	for until := clock() + lasting; clock() < until && !stop.Load(); {
		time.Sleep(min(lasting, 10*time.Millisecond))
	}
	stop.Store(true)
	all.Wait()
	reads, found := newHistogram(), together{Readers: count}
	var errs []error
	for n := range workers {
		errs = append(errs, workers[n].err)
		if n < count {
			reads.Merge(workers[n].histogram)
			found.Reads += workers[n].count
		}
	}
	if err := errors.Join(errs...); err != nil {
		return fmt.Errorf("readers failed: %w", err)
	}
	found.Writes = workers[count].count
	found.timed = *timer.end(0)
	found.Event = "readers"
	found.Operations = int(found.Reads + found.Writes)
	found.ReadLatencyNs, found.WriteLatencyNs = buckets(reads), buckets(workers[count].histogram)
	return b.say(&found)
}

func (b *bench) keepWriting(mine *worker, there []uint32, random *rand.Rand, stop *atomic.Bool) error {
	for !stop.Load() {
		number := int(there[random.IntN(len(there))])
		next := b.state[number] + 1 // only this goroutine changes it
		key(b.key, number)
		value := b.made.value(number, next)
		from := clock()
		if err := b.store.Put(b.key, value); err != nil {
			return err
		}
		mine.record(clock() - from)
		atomic.StoreUint32(&b.state[number], next)
	}
	return nil
}

func (b *bench) keepReading(mine *worker, there []uint32, random *rand.Rand, stop *atomic.Bool) error {
	reader, err := b.store.Reader()
	if err != nil {
		return err
	}
	name, into := make([]byte, keyBytes), make([]byte, b.made.valueBytes)
	for err == nil && !stop.Load() {
		number := int(there[random.IntN(len(there))])
		key(name, number)
		acknowledged := atomic.LoadUint32(&b.state[number])
		from := clock()
		var value []byte
		if value, err = reader.Get(name, into); err != nil {
			err = readError(number, err)
			break
		}
		mine.record(clock() - from)
		var generation uint32
		if generation, err = b.made.glance(value, number); err == nil && generation < acknowledged {
			err = wrong("key %d came back in generation %d after %d was written", number, generation, acknowledged)
		}
	}
	return errors.Join(err, reader.Close())
}

func (w *worker) record(took time.Duration) {
	w.count++
	_ = w.histogram.RecordValue(int64(took))
}
