// What came back: counted, and told from any other answer.

package main

import (
	"hash/crc32"
	"strings"
)

// answer is one answer; bytes are those of its values, as text.
type answer struct {
	Rows   int    `json:"rows"`
	Bytes  int64  `json:"bytes"`
	Digest uint32 `json:"digest"`
}

var table = crc32.MakeTable(crc32.Castagnoli) // which processors have an instruction for

// end and absent follow a value: "ab", "c" is not "a", "bc", and a NULL is no empty text.
var end, absent = []byte{0}, []byte{1}

// add counts one value that is there.
func (a *answer) add(value []byte, skipped bool) {
	a.Bytes += int64(len(value))
	if !skipped {
		a.Digest = crc32.Update(crc32.Update(a.Digest, table, value), table, end)
	}
}

// addNull counts one that is not.
func (a *answer) addNull(skipped bool) {
	if !skipped {
		a.Digest = crc32.Update(a.Digest, table, absent)
	}
}

func skips(columns []string, name string) bool {
	for _, column := range columns {
		if strings.EqualFold(column, name) {
			return true
		}
	}
	return false
}
