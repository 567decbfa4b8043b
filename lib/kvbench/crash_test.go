// Killed in the middle of synced writes: whatever was acknowledged is there when the store is opened again.
//
// A killed process leaves the kernel's memory as it was, so this proves that a store finds its way back from an
// unclean end; that a sync reaches the disk is for the count of syncs to show.

package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

const victimKeys = 40 // written over and over, so that deletes and new generations are in the middle of it too

// victimState returns what the victim has written after so many steps: each key's generation, 0 for a deleted one.
func victimState(steps int) map[int]uint32 {
	state := map[int]uint32{}
	for step := range steps {
		number, generation := victimStep(step)
		state[number] = generation
	}
	return state
}

func victimStep(step int) (number int, generation uint32) {
	if step%5 == 4 {
		return (step * 7) % victimKeys, 0
	}
	return (step * 7) % victimKeys, uint32(step + 1)
}

// writeUntilKilled is the victim: it says the number of every step once the store has acknowledged it.
func writeUntilKilled(name, dir string) {
	files, err := claim(dir, name, true)
	if err != nil {
		panic(err)
	}
	store, err := kinds[name].open(files, options{sync: true, cacheBytes: 16 << 20})
	if err != nil {
		panic(err)
	}
	made := newMaker(1, valueBytes)
	for step := 0; ; step++ {
		number, generation := victimStep(step)
		if generation == 0 {
			err = store.Delete(key(make([]byte, keyBytes), number))
		} else {
			err = store.Put(key(make([]byte, keyBytes), number), made.value(number, generation))
		}
		if err != nil {
			panic(err)
		}
		fmt.Println(step)
	}
}

func TestEveryAcknowledgedWriteSurvivesAKill(t *testing.T) {
	for _, name := range storeNames(false) {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			steps := killed(t, name, dir, 300)
			store := open(t, name, dir, true)
			defer shut(t, store)
			// the step after the last acknowledged one may or may not have been done
			done, next := victimState(steps), victimState(steps+1)
			for number := range victimKeys {
				found, err := get(t, store, number)
				if !matches(found, err, number, done[number]) && !matches(found, err, number, next[number]) {
					t.Errorf("key %d is not in generation %d or %d: %v", number, done[number], next[number], err)
				}
			}
		})
	}
}

func matches(found []byte, err error, number int, generation uint32) bool {
	if generation == 0 {
		return errors.Is(err, errAbsent)
	}
	return err == nil && bytes.Equal(found, newMaker(1, valueBytes).value(number, generation))
}

// killed has a victim write, kills it after so many steps, and returns how many it had acknowledged by then.
func killed(t *testing.T, name, dir string, after int) int {
	t.Helper()
	victim := exec.Command(os.Args[0], dir)
	victim.Env = append(os.Environ(), asVictim+"="+name)
	var said bytes.Buffer
	victim.Stderr = &said
	out, err := victim.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := victim.Start(); err != nil {
		t.Fatal(err)
	}
	steps, lines := 0, bufio.NewScanner(out)
	for lines.Scan() { // also what was acknowledged between the kill and the end
		step, err := strconv.Atoi(lines.Text())
		if err != nil {
			t.Fatalf("the victim said %q", lines.Text())
		}
		if steps = step + 1; steps == after {
			_ = victim.Process.Kill()
		}
	}
	_ = victim.Wait()
	if steps < after {
		t.Fatalf("the victim ended by itself after %d steps: %s", steps, said.String())
	}
	return steps
}

func TestAFullDiskIsOneSentenceAndExitCodeOne(t *testing.T) {
	for _, name := range storeNames(false) {
		t.Run(name, func(t *testing.T) {
			small := t.TempDir()
			if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=24m"); err != nil {
				t.Skipf("a disk of 24 MB cannot be mounted here (%v)", err)
			}
			defer func() { _ = syscall.Unmount(small, syscall.MNT_DETACH) }()
			events, said, code := kvbench(t, "-store", name, "-n", "20000", "-sync=false", "-dir", filepath.Join(small, "run"))
			if code != 1 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "kvbench: ") {
				t.Errorf("exit %d, %q", code, said)
			}
			if events["closed"] != nil || events["verified"] != nil {
				t.Error("a run that failed looks like a whole one")
			}
		})
	}
}
