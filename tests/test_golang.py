"""How a Go program of ours is found a toolchain for, built once, and built anew when its sources change."""

from __future__ import annotations

import os
import re
import subprocess
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from dbreport.engines.launch import golang
from dbreport.errors import EngineMissing, EngineStartFailed

HELLO = 'package main\n\nimport "fmt"\n\nfunc main() { fmt.Println("hello") }\n'


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    # Go's own caches stay where they are: they would be filled from the network
    for name in ("GOCACHE", "GOMODCACHE"):
        if go := golang.toolchain(Path(__file__).resolve().parent.parent / "lib" / "kvbench"):
            said = subprocess.run([go.path, "env", name], capture_output=True, text=True).stdout.strip()
            monkeypatch.setenv(name, said)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    golang.toolchain.cache_clear()
    yield
    golang.toolchain.cache_clear()


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "lib" / "hello"
    folder.mkdir(parents=True)
    (folder / "go.mod").write_text("module hello\n\ngo 1.21\n")
    (folder / "main.go").write_text(HELLO)
    return folder


def fake_go(folder: Path, version: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "go"
    path.write_text(f"#!/bin/sh\necho go version go{version} linux/amd64\n")
    path.chmod(0o755)
    return path


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder that is the one place where programs are looked for."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "sh").symlink_to("/bin/sh")
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.setattr(golang, "_PLACES", ())
    monkeypatch.setattr(golang.sys, "executable", str(tmp_path / "nowhere" / "python"))
    monkeypatch.setattr(golang.Path, "glob", lambda self, pattern: iter(()))
    return folder


def needs_go(sources: Path) -> None:
    if golang.toolchain(sources) is None:
        pytest.skip(f"no Go here: {golang.HINT.format(oldest=golang.oldest(sources))}")


# which Go --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "wanted", "found"),
    [
        ("1.25.3", "1.25.0", True),
        ("1.25", "1.25.0", True),
        ("1.22.1", "1.25.0", True),  # it fetches the newer one itself
        ("1.19.8", "1.25.0", False),
        ("1.19.8", "1.18", True),
    ],
)
def test_a_go_is_taken_that_is_new_enough_or_can_fetch_one(
    version: str, wanted: str, found: bool, sources: Path, only: Path
) -> None:
    fake_go(only, version)
    (sources / "go.mod").write_text(f"module hello\n\ngo {wanted}\n")
    go = golang.toolchain(sources)
    assert (go.version if go else None) == (version if found else None)


def test_a_newer_go_elsewhere_is_preferred_to_one_that_would_fetch(
    sources: Path, only: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fake_go(only, "1.22.1")
    newer = fake_go(tmp_path / "usr" / "bin", "1.26.0")
    monkeypatch.setattr(golang, "_PLACES", (str(newer.parent),))
    (sources / "go.mod").write_text("module hello\n\ngo 1.25.0\n")
    assert golang.toolchain(sources) == golang.Toolchain(str(newer), "1.26.0")


def test_without_go_it_is_said_what_to_install(sources: Path, only: Path) -> None:
    with pytest.raises(EngineMissing, match=r"no Go that can build hello was found; make engines, or install Go 1\.21"):
        golang.build(sources)


# building --------------------------------------------------------------------------------------


def test_a_program_is_built_once_and_anew_when_its_sources_change(sources: Path) -> None:
    needs_go(sources)
    first = golang.build(sources)
    assert subprocess.run([first], capture_output=True, text=True).stdout == "hello\n"
    made_at = first.stat().st_mtime_ns
    assert (golang.build(sources), first.stat().st_mtime_ns) == (first, made_at)
    (sources / "main.go").write_text(HELLO.replace('"hello"', '"again"'))
    second = golang.build(sources)
    assert (second != first, subprocess.run([second], capture_output=True, text=True).stdout) == (True, "again\n")


def test_tags_make_another_program_and_tests_do_not(sources: Path) -> None:
    needs_go(sources)
    plain = golang.build(sources)
    assert golang.build(sources, ["special"]) != plain
    (sources / "main_test.go").write_text("package main\n")
    assert golang.build(sources) == plain


def test_a_program_compiled_by_other_flags_of_the_environment_is_another(
    sources: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    needs_go(sources)
    as_tests_do = golang.build(sources)
    monkeypatch.delenv("GOFLAGS")
    assert golang.build(sources) != as_tests_do


def test_a_program_that_does_not_compile_is_one_sentence_without_paths(sources: Path, tmp_path: Path) -> None:
    needs_go(sources)
    (sources / "main.go").write_text(HELLO.replace("Println", "Printn"))
    with pytest.raises(EngineStartFailed) as raised:
        golang.build(sources)
    said = str(raised.value)
    complaint = r"hello could not be built: \./main\.go:5:\d+: undefined: fmt\.Printn; to see it all: cd lib/hello "
    assert re.match(complaint, said)
    assert str(tmp_path) not in said
    assert [path.name for path in golang.cache_folder().iterdir()] == []


def test_the_program_holds_no_path_of_this_machine(sources: Path) -> None:
    needs_go(sources)
    assert os.fsencode(sources) not in golang.build(sources).read_bytes()


# a published program, by name ------------------------------------------------------------------

SAYS = 'package main\n\nimport "fmt"\n\nvar Said = "nothing"\n\nfunc main() { fmt.Println(Said) }\n'
MODULE, VERSION = "example.org/hello", "v1.0.0"


@pytest.fixture
def pin(tmp_path: Path) -> Path:
    folder = tmp_path / "lib" / "greeter"
    folder.mkdir(parents=True)
    (folder / "go.mod").write_text(f"module greeter\n\ngo 1.21\n\nrequire {MODULE} {VERSION}\n")
    return folder


@pytest.fixture
def published(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, pin: Path) -> None:
    """A module proxy of the test's own, a folder, that has one version of one module."""
    needs_go(pin)
    folder = tmp_path / "proxy" / MODULE / "@v"
    folder.mkdir(parents=True)
    (folder / "list").write_text(f"{VERSION}\n")
    (folder / f"{VERSION}.info").write_text(f'{{"Version": "{VERSION}", "Time": "2026-01-02T03:04:05Z"}}')
    (folder / f"{VERSION}.mod").write_text(f"module {MODULE}\n\ngo 1.21\n")
    with zipfile.ZipFile(folder / f"{VERSION}.zip", "w") as archive:
        archive.writestr(f"{MODULE}@{VERSION}/go.mod", f"module {MODULE}\n\ngo 1.21\n")
        archive.writestr(f"{MODULE}@{VERSION}/main.go", SAYS)
    for name, value in {
        "GOPROXY": f"file://{tmp_path}/proxy", "GONOSUMDB": "*", "GOFLAGS": "-modcacherw",
        "GOMODCACHE": f"{tmp_path}/modules", "GOTOOLCHAIN": "local",
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)


@pytest.mark.usefixtures("published")
def test_a_published_program_is_built_by_name_once_with_its_stamps(pin: Path) -> None:
    stamps = {"main.Said": "hello"}
    first = golang.install(pin, MODULE, stamps)
    assert subprocess.run([first], capture_output=True, text=True).stdout == "hello\n"
    made_at = first.stat().st_mtime_ns
    assert (golang.install(pin, MODULE, stamps), first.stat().st_mtime_ns) == (first, made_at)
    other = golang.install(pin, MODULE, {"main.Said": "again"})
    assert subprocess.run([other], capture_output=True, text=True).stdout == "again\n"
    assert sorted(golang.cache_folder().iterdir()) == sorted([first, other])


@pytest.mark.usefixtures("published")
def test_a_version_that_is_not_published_is_one_sentence_without_where_it_was_looked_for(
    pin: Path, tmp_path: Path
) -> None:
    (pin / "go.mod").write_text((pin / "go.mod").read_text().replace(VERSION, "v9.9.9"))
    with pytest.raises(EngineStartFailed) as raised:
        golang.install(pin, MODULE, {})
    said = str(raised.value)
    assert said.startswith("greeter could not be built: go: example.org/hello@v9.9.9: ")
    assert said.endswith("; to see it all: go install example.org/hello@v9.9.9")
    assert str(tmp_path) not in said


def test_without_go_a_published_program_is_missing(pin: Path, only: Path) -> None:
    with pytest.raises(EngineMissing, match="no Go that can build greeter was found; make engines, or install Go"):
        golang.install(pin, MODULE, {})


# modules and lines -----------------------------------------------------------------------------


def test_the_pinned_version_of_a_module_is_read_off_go_mod(sources: Path) -> None:
    (sources / "go.mod").write_text(
        "module hello\n\nrequire (\n\texample.org/a/v2 v2.1.0\n\texample.org/b v0.3.1 // indirect\n)\n"
    )
    assert [golang.pinned(sources, name) for name in ("example.org/a/v2", "example.org/b", "example.org/a")] == [
        "2.1.0",
        "0.3.1",
        None,
    ]


def test_lines_are_counted_by_language_with_tests_apart(tmp_path: Path) -> None:
    for name, lines in {
        "a.go": 3, "a_test.go": 5, "testdata/b.go": 7, "c/mdb.c": 11, "c/lmdb.h": 13, "db/x.cc": 17,
        "db/x_test.cc": 19, "README.md": 23,
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("line\n" * lines)
    assert golang.lines_of_code(tmp_path) == {
        "C": {"code": 24, "tests": 0},
        "C++": {"code": 17, "tests": 19},
        "Go": {"code": 3, "tests": 12},
    }
