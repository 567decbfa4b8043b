#!/usr/bin/env bash
# Checks the Go sources beyond what `make test` does: staticcheck, and the tests under the race detector.
#
#   tools/lint-go.sh
set -euo pipefail
cd "$(dirname "$0")/../lib"
staticcheck=honnef.co/go/tools/cmd/staticcheck@v0.8.2
export PATH=$PATH:/usr/local/go/bin:$PWD/../.venv/bin
export GOFLAGS="${GOFLAGS:-} -trimpath" # as the program itself is built: what is compiled for the one then does for the other

command -v go >/dev/null || {
  echo "Go was not found: make engines, or install it and put it on PATH" >&2
  exit 1
}
tags=
[[ -e /usr/include/rocksdb/c.h ]] && tags=rocksdb,grocksdb_clean_link
for module in kvbench readers; do
  cd "$module"
  for set in "" ${tags:+"$tags"}; do # also as a build without RocksDB
    go vet -tags="$set" .
    go run "$staticcheck" -tags="$set" .
  done
  go test -race -count=1 -tags="$tags" .
  cd ..
done
