// The program as a whole: run as the process it is, on every store of this build.

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"sort"
	"strings"
	"testing"
)

// The test's own binary is the program, and the victim of the crash test, where these are set.
const (
	asProgram = "KVBENCH_AS_PROGRAM"
	asVictim  = "KVBENCH_AS_VICTIM"
)

func TestMain(m *testing.M) {
	switch {
	case os.Getenv(asVictim) != "":
		writeUntilKilled(os.Getenv(asVictim), os.Args[1])
	case os.Getenv(asProgram) != "":
		main()
	default:
		os.Exit(m.Run())
	}
}

func storeNames(withNull bool) []string {
	var names []string
	for name := range kinds {
		if name != "null" || withNull {
			names = append(names, name)
		}
	}
	sort.Strings(names)
	return names
}

// kvbench runs the program; it returns its lines of JSON by event or phase, stderr, and the exit code.
func kvbench(t *testing.T, arguments ...string) (map[string]map[string]any, string, int) {
	t.Helper()
	command := exec.Command(os.Args[0], arguments...)
	command.Env = append(os.Environ(), asProgram+"=1")
	var out, said bytes.Buffer
	command.Stdout, command.Stderr = &out, &said
	_ = command.Run()
	events := map[string]map[string]any{}
	decoder := json.NewDecoder(&out)
	for decoder.More() {
		var event map[string]any
		if err := decoder.Decode(&event); err != nil {
			t.Fatalf("not JSON: %v", err)
		}
		name := event["event"].(string)
		if name == "phase" {
			name = event["phase"].(string)
		}
		events[name] = event
	}
	return events, said.String(), command.ProcessState.ExitCode()
}

func TestEveryStoreGoesThroughAllPhasesAndGivesOneDigest(t *testing.T) {
	digests := map[any][]string{}
	for _, profile := range []string{"default", "tuned"} {
		for _, sync := range []string{"-sync=true", "-sync=false"} {
			for _, name := range storeNames(true) {
				events, said, code := kvbench(t, "-store", name, "-n", "300", "-dir", t.TempDir()+"/run", "-profile", profile,
					sync, "-readers", "3", "-for", "20ms", "-cache", "16777216")
				if code != 0 || said != "" {
					t.Fatalf("%s %s %s ended with %d: %s", name, profile, sync, code, said)
				}
				for _, phase := range phases {
					if got := events[phase]["operations"]; got != 300.0 {
						t.Errorf("%s: %s did %v operations, not 300", name, phase, got)
					}
				}
				// one side may starve the other for so short a time, as in SQLite with its rollback journal
				if events["readers"]["reads"].(float64)+events["readers"]["writes"].(float64) < 1 {
					t.Errorf("%s: readers and a writer did nothing: %v", name, events["readers"])
				}
				digest := events["verified"]["digest"]
				digests[digest] = append(digests[digest], name)
			}
		}
	}
	if len(digests) != 1 {
		t.Errorf("stores read back different things: %v", digests)
	}
}

func TestShortValuesComeBackFromEveryStore(t *testing.T) {
	digests := map[any][]string{}
	for _, name := range storeNames(true) {
		events, said, code := kvbench(t, "-store", name, "-n", "300", "-value", "128", "-sync=false", "-dir", t.TempDir()+"/run")
		if code != 0 || said != "" {
			t.Fatalf("%s ended with %d: %s", name, code, said)
		}
		digests[events["verified"]["digest"]] = append(digests[events["verified"]["digest"]], name)
	}
	if len(digests) != 1 {
		t.Errorf("stores read back different things: %v", digests)
	}
}

func TestAnotherSeedGivesAnotherDigest(t *testing.T) {
	one, _, _ := kvbench(t, "-store", "null", "-n", "50", "-seed", "1", "-dir", t.TempDir()+"/run")
	other, _, _ := kvbench(t, "-store", "null", "-n", "50", "-seed", "2", "-dir", t.TempDir()+"/run")
	if one["verified"]["digest"] == other["verified"]["digest"] {
		t.Error("the seed changes nothing")
	}
}

func TestAPhaseStopsAtItsLimitAndSaysHowFarItCame(t *testing.T) {
	events, said, code := kvbench(t, "-store", "null", "-n", "1000000", "-limit", "1ms", "-dir", t.TempDir()+"/run")
	if code != 0 {
		t.Fatal(said)
	}
	phase := events["sequential_write"]
	if did := phase["operations"].(float64); did < 1 || did > 100_000 || phase["wanted"] != 1_000_000.0 {
		t.Errorf("the limit of a millisecond did not hold: %v of %v", did, phase["wanted"])
	}
}

func TestTheSameOrderComesFromTheSameSeed(t *testing.T) {
	orders := [2][]uint32{}
	for n := range orders {
		for number := range uint32(100) {
			orders[n] = append(orders[n], number)
		}
		newMaker(7, valueBytes).shuffle(orders[n], forReads)
	}
	if string(fmtNumbers(orders[0])) != string(fmtNumbers(orders[1])) {
		t.Error("two orders of one seed differ")
	}
}

func fmtNumbers(numbers []uint32) []byte {
	text, _ := json.Marshal(numbers)
	return text
}

func TestBadInputIsOneSentenceAndExitCodeOne(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other")
	if _, said, code := kvbench(t, "-store", "bbolt", "-n", "5", "-dir", other); code != 0 {
		t.Fatal(said)
	}
	foreign := t.TempDir()
	if err := os.WriteFile(filepath.Join(foreign, "letter.txt"), []byte("dear"), 0o600); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(foreign, "letter.txt")
	for _, one := range []struct{ arguments, wanted string }{
		{"-store bbolt -n 0 -dir X", "0 keys cannot be measured; give -n from 1"},
		{"-store bbolt -n -5 -dir X", "-5 keys cannot be measured"},
		{"-store boltdb -dir X", `no store "boltdb"; choose from: badger, bbolt,`},
		{"-store bbolt -phase random_dance -dir X", `no phase "random_dance"; choose from: sequential_write,`},
		{"-store bbolt -value 100 -dir X", "values of 100 bytes cannot be made; give -value a multiple of 32 from 64"},
		{"-store bbolt -profile best -dir X", `no profile "best"`},
		{"-store bbolt -size 7", "flag provided but not defined: -size; kvbench takes -about"},
		{"-store bbolt", "no folder to work in; give -dir"},
		{"-store badger -dir " + other, "holds the files of bbolt, not of badger; give an empty folder"},
		{"-store bbolt -dir " + other, "holds a bbolt already and a run starts from nothing"},
		{"-store bbolt -dir " + foreign, "holds files that are no store of this program"},
		{"-store bbolt -dir " + file, "cannot be used"},
	} {
		events, said, code := kvbench(t, strings.Fields(one.arguments)...)
		if code != 1 || strings.Count(said, "\n") != 1 || !strings.HasPrefix(said, "kvbench: ") ||
			!strings.Contains(said, one.wanted) || len(events) != 0 {
			t.Errorf("%s: exit %d, %d events, %q; wanted %q", one.arguments, code, len(events), said, one.wanted)
		}
	}
	if _, err := os.Stat("X"); err == nil {
		t.Error("a refused run made its folder")
	}
}

func TestAStoreThatCannotOpenSaysSo(t *testing.T) {
	for _, name := range storeNames(false) {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, markName), []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
		// a file where the store's folder should be
		if err := os.WriteFile(filepath.Join(dir, filesName), []byte("in the way"), 0o600); err != nil {
			t.Fatal(err)
		}
		_, said, code := kvbench(t, "-store", name, "-about", "-dir", dir)
		if code != 1 || !strings.Contains(said, name+" could not be opened in "+dir) {
			t.Errorf("%s: exit %d, %q", name, code, said)
		}
	}
}

func TestABuildTellsWhatItHasAndWhatItLacks(t *testing.T) {
	events, _, code := kvbench(t, "-version")
	stores := events["built"]["stores"].(map[string]any)
	for _, name := range []string{"bbolt", "pebble", "badger"} {
		if stores[name] == nil {
			t.Errorf("a build without %s", name)
		}
	}
	lacks := events["built"]["absent"].(map[string]any)
	if (stores["rocksdb"] == nil) == (lacks["rocksdb"] == nil) || code != 0 {
		t.Errorf("rocksdb is neither there nor said to be absent, or both: %v", events["built"])
	}
	if reason, ok := lacks["rocksdb"]; ok {
		_, said, code := kvbench(t, "-store", "rocksdb", "-dir", t.TempDir()+"/run")
		if code != 1 || !strings.Contains(said, "this build has no rocksdb: "+reason.(string)) {
			t.Errorf("exit %d, %q", code, said)
		}
	}
}

func TestEveryStoreTellsItsSettings(t *testing.T) {
	for _, name := range storeNames(false) {
		for _, sync := range []string{"true", "false"} {
			events, said, code := kvbench(t, "-store", name, "-about", "-sync="+sync, "-dir", t.TempDir()+"/run")
			if code != 0 || len(events["opened"]["settings"].(map[string]any)) < 4 {
				t.Errorf("%s: exit %d, %s, %v", name, code, said, events["opened"])
			}
		}
	}
}
