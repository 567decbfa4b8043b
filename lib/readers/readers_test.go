package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// asked runs a request and returns the answers and the whole.
func asked(t *testing.T, request string) (answers []answered, said whole) {
	t.Helper()
	var out bytes.Buffer
	if err := work(nil, strings.NewReader(request), json.NewEncoder(&out)); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	for _, line := range lines[:len(lines)-1] {
		var one answered
		if err := json.Unmarshal([]byte(line), &one); err != nil {
			t.Fatal(err)
		}
		answers = append(answers, one)
	}
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &said); err != nil {
		t.Fatal(err)
	}
	return answers, said
}

func refused(t *testing.T, request string) string {
	t.Helper()
	err := work(nil, strings.NewReader(request), json.NewEncoder(&bytes.Buffer{}))
	if err == nil {
		t.Fatalf("%s was not refused", request)
	}
	return err.Error()
}

func sqlite(t *testing.T, session, statements, more string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "data.sqlite")
	return fmt.Sprintf(`{"system": "sqlite", "address": "file:%s", "session": [%s], "statements": [%s], %s}`,
		file, session, statements, more)
}

func TestEachConnectionAsksAsOftenAsAsked(t *testing.T) {
	answers, _ := asked(t, `{"system": "null", "address": "3 70", "statements": ["x"], "connections": 4, "times": 5}`)
	if len(answers) != 20 || answers[0].Rows != 3 || answers[0].Bytes != 210 {
		t.Fatalf("%d answers, the first %+v", len(answers), answers[0])
	}
}

func TestStatementsGoRound(t *testing.T) {
	answers, _ := asked(t, sqlite(t, "", `"SELECT 1", "SELECT 2 UNION SELECT 3"`, `"connections": 3, "times": 1`))
	if answers[0].Rows != 1 || answers[1].Rows != 2 || answers[2].Rows != 1 {
		t.Fatalf("%+v", answers)
	}
}

func TestADigestTellsNullFromEmptyAndValuesFromTheirJoints(t *testing.T) {
	of := map[uint32]string{}
	for _, values := range []string{"'ab', 'c'", "'a', 'bc'", "'', NULL", "NULL, ''", "'c', 'ab'"} {
		answers, _ := asked(t, sqlite(t, "", `"SELECT `+values+`"`, `"connections": 1, "times": 1`))
		if other, there := of[answers[0].Digest]; there {
			t.Errorf("%s has the digest of %s", values, other)
		}
		of[answers[0].Digest] = values
	}
}

func TestASkippedColumnCountsAndIsNotInTheDigest(t *testing.T) {
	var digests []uint32
	for _, created := range []string{"2008", "2009-01-01"} {
		statement := `"SELECT 1 AS id, '` + created + `' AS Created"`
		answers, _ := asked(t, sqlite(t, "", statement, `"connections": 1, "times": 1, "skip": ["created"]`))
		digests = append(digests, answers[0].Digest)
		if answers[0].Bytes != int64(1+len(created)) {
			t.Errorf("%d bytes", answers[0].Bytes)
		}
	}
	if digests[0] != digests[1] {
		t.Error("the digest holds the column")
	}
}

func TestReadersGoOnForSoLongWhileOneWrites(t *testing.T) {
	answers, said := asked(t, sqlite(t, `"CREATE TABLE IF NOT EXISTS t (n INTEGER)"`, `"SELECT count(*) FROM t"`,
		`"connections": 1, "times": 1, "lasting_s": 0.3, "write": "INSERT INTO t VALUES ({n})", "write_every_s": 0.05`))
	last := answers[len(answers)-1]
	if said.Writes < 2 || said.WritesRefused != 0 || last.Turn != len(answers)-1 || last.BeganS > 0.3 {
		t.Fatalf("%+v, %d answers, the last %+v", said, len(answers), last)
	}
}

func TestWhatIsWrongIsOneSentence(t *testing.T) {
	for request, sentence := range map[string]string{
		`{"system": "oracle", "statements": ["x"], "connections": 1, "times": 1}`: `no system "oracle"; choose from: `,
		`{"system": "null", "statements": ["x"], "connections": 0, "times": 1}`:   "must all be above nothing",
		`{"system": "null", "users": 3}`:                                          "unknown field",
		sqlite(t, "", `"SELECT * FROM gone"`, `"connections": 2, "times": 1`):     "connection 1, time 1: no such table: gone",
		sqlite(t, `"NONSENSE"`, `"SELECT 1"`, `"connections": 2, "times": 1`):     "connection 1 of 2: NONSENSE: ",
	} {
		if said := refused(t, request); !strings.Contains(said, sentence) {
			t.Errorf("%s: %s", request, said)
		}
	}
}

func TestASlowAnswerMeetsItsLimit(t *testing.T) {
	endless := `"WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT count(*) FROM n"`
	said := refused(t, sqlite(t, "", endless, `"connections": 1, "times": 1, "limit_s": 0.2`))
	if !strings.HasSuffix(said, "no answer within 0.2 s") {
		t.Error(said)
	}
}
