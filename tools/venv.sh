#!/usr/bin/env bash
# Make or refresh .venv with the pinned packages of one requirements file. Quick when nothing changed.
#
#   tools/venv.sh requirements.txt
set -euo pipefail
cd "$(dirname "$0")/.."
requirements=$1
python=${PYTHON:-python3}
uv=0.13.9

with_pip() { .venv/bin/python -m pip install --quiet --disable-pip-version-check "$@"; }

# uv takes an eighth of pip's processor time; it does not read pip's settings, so what it cannot fetch pip may
install() { .venv/bin/uv pip install --quiet --python .venv/bin/python "$@" || with_pip "$@"; }

"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    echo "Python 3.11 or newer is needed; name one: make PYTHON=python3.12 …" >&2
    exit 1
}
if [ ! -x .venv/bin/python ]; then
    if ! "$python" -c 'import ensurepip' 2>/dev/null; then
        if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
            apt-get update -qq && apt-get install -y -qq --no-install-recommends python3-venv >/dev/null
        else
            echo "Python's venv module is missing; on Debian: apt-get install python3-venv" >&2
            exit 1
        fi
    fi
    "$python" -m venv .venv
fi
stamp=.venv/.$(basename "$requirements" .txt)
# the developers' packages hold the report's: who has the first needs not install the second
if ! cmp -s "$requirements" "$stamp" && ! cmp -s requirements-dev.txt .venv/.requirements-dev; then
    echo "installing $requirements into .venv"
    with_pip "uv==$uv" || true
    install --requirement "$requirements"
    install --no-deps --editable .
    cp "$requirements" "$stamp"
fi
