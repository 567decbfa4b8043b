// What surrounds a phase: the clock, the histogram of latencies, and what the kernel counts of this process.

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/HdrHistogram/hdrhistogram-go"
)

var start = time.Now()

// clock returns the monotonic time since the program's start.
func clock() time.Duration { return time.Since(start) }

const (
	longestLatency   = int64(time.Hour)
	latencyPrecision = 2 // digits: a bucket is one per cent wide
)

// probe reads what a phase used. `flushes` is the counter of the disk under the folder, empty where there is none.
type probe struct {
	kind    *kind
	files   string
	flushes string
}

func newProbe(kind *kind, files string) *probe {
	return &probe{kind, files, deviceCounters(files)}
}

// latency is one bucket of a histogram: (upper bound in nanoseconds, operations).
type latency [2]int64

// used is what this process has used so far, as the kernel counts it.
type used struct {
	cpu, read, written, flushes float64
}

// timed is one phase as it is printed. Sizes and memory are those at its end, the peak is the phase's own.
type timed struct {
	Event           string           `json:"event"`
	Phase           string           `json:"phase"`
	Operations      int              `json:"operations"`
	Wanted          int              `json:"wanted"`
	DurationS       float64          `json:"duration_s"`
	InStoreS        float64          `json:"in_store_s"`
	LatencyNs       []latency        `json:"latency_ns"`
	CPUS            float64          `json:"cpu_s"`
	ReadBytes       float64          `json:"read_bytes"`
	WrittenBytes    float64          `json:"written_bytes"`
	DiskFlushes     *float64         `json:"disk_flushes"` // of the whole disk; null where there is none to ask
	PeakMemoryBytes int64            `json:"peak_memory_bytes"`
	AnonymousBytes  int64            `json:"anonymous_bytes"`
	SizeBytes       map[string]int64 `json:"size_bytes"`
	BeganAt         float64          `json:"began_at"` // seconds since 1970, by which a trace's lines are told apart
	EndedAt         float64          `json:"ended_at"`
}

// timer is a phase in progress.
type timer struct {
	probe      *probe
	phase      string
	histogram  *hdrhistogram.Histogram
	inStore    time.Duration
	operations int
	first      used
	beganAt    time.Time
	began      time.Duration
}

func newHistogram() *hdrhistogram.Histogram {
	return hdrhistogram.New(1, longestLatency, latencyPrecision)
}

// begin starts a phase's clock.
func (p *probe) begin(phase string) *timer {
	made := &timer{probe: p, phase: phase, histogram: newHistogram(), first: p.used()}
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // the peak starts anew; where it cannot, it is the run's
	made.beganAt, made.began = time.Now(), clock()
	return made
}

// record keeps the latency of one operation.
func (t *timer) record(took time.Duration) {
	t.operations++
	t.inStore += took
	_ = t.histogram.RecordValue(int64(took)) // an hour and more is not told apart
}

// end stops the clock and returns what the phase gave, of `wanted` operations.
func (t *timer) end(wanted int) *timed {
	took, endedAt := clock()-t.began, time.Now()
	last := t.probe.used()
	sizes, err := t.probe.kind.sizes(t.probe.files)
	if err != nil {
		sizes = nil
	}
	peak, anonymous := memory()
	var flushes *float64
	if t.probe.flushes != "" {
		counted := last.flushes - t.first.flushes
		flushes = &counted
	}
	return &timed{
		Event: "phase", Phase: t.phase, Operations: t.operations, Wanted: wanted,
		DurationS: took.Seconds(), InStoreS: t.inStore.Seconds(), LatencyNs: buckets(t.histogram),
		CPUS: last.cpu - t.first.cpu, ReadBytes: last.read - t.first.read, WrittenBytes: last.written - t.first.written,
		DiskFlushes: flushes, PeakMemoryBytes: peak, AnonymousBytes: anonymous, SizeBytes: sizes,
		BeganAt: unix(t.beganAt), EndedAt: unix(endedAt),
	}
}

func unix(at time.Time) float64 { return float64(at.UnixNano()) / 1e9 }

// buckets returns those of a histogram that hold something.
func buckets(histogram *hdrhistogram.Histogram) []latency {
	found := []latency{}
	for _, bar := range histogram.Distribution() {
		if bar.Count > 0 {
			found = append(found, latency{bar.To, bar.Count})
		}
	}
	return found
}

func (p *probe) used() used {
	var usage syscall.Rusage
	_ = syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	bytes := numbersAfter("/proc/self/io", "read_bytes:", "write_bytes:")
	found := used{cpu: seconds(usage.Utime) + seconds(usage.Stime), read: bytes[0], written: bytes[1]}
	if counters := strings.Fields(read(p.flushes)); len(counters) > 15 {
		found.flushes, _ = strconv.ParseFloat(counters[15], 64)
	}
	return found
}

func seconds(at syscall.Timeval) float64 { return float64(at.Sec) + float64(at.Usec)/1e6 }

// memory returns this process's peak since `begin`, and what of its memory now is no file's.
func memory() (peak, anonymous int64) {
	kilobytes := numbersAfter("/proc/self/status", "VmHWM:", "RssAnon:")
	return int64(kilobytes[0]) << 10, int64(kilobytes[1]) << 10
}

// numbersAfter returns the numbers that follow names at the beginning of a line; 0 for one that is not there.
func numbersAfter(path string, names ...string) []float64 {
	found := make([]float64, len(names))
	for _, line := range strings.Split(read(path), "\n") {
		for n, name := range names {
			if rest, ok := strings.CutPrefix(line, name); ok {
				found[n], _ = strconv.ParseFloat(strings.Fields(rest)[0], 64)
			}
		}
	}
	return found
}

func read(path string) string {
	text, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	return string(text)
}

// deviceCounters returns the file with the counters of the disk a folder lies on, the whole disk where it is a part
// of one: flushes are counted there. Empty for a file system without a disk of its own.
func deviceCounters(folder string) string {
	var about syscall.Stat_t
	if syscall.Stat(folder, &about) != nil {
		return ""
	}
	major, minor := about.Dev>>8&0xfff, about.Dev&0xff|about.Dev>>12&0xfff00
	device, err := filepath.EvalSymlinks(fmt.Sprintf("/sys/dev/block/%d:%d", major, minor))
	if err != nil {
		return ""
	}
	if read(filepath.Join(device, "partition")) != "" {
		device = filepath.Dir(device)
	}
	return filepath.Join(device, "stat")
}

// bytesOnDisk returns the bytes of the blocks a file takes; 0 for one that is gone.
func bytesOnDisk(path string) (int64, error) {
	var about syscall.Stat_t
	if err := syscall.Stat(path, &about); err != nil {
		if err == syscall.ENOENT {
			return 0, nil
		}
		return 0, err
	}
	return about.Blocks * 512, nil
}
