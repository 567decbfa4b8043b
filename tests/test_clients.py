"""Load generators: what they print is read right or refused, and what stops them is said."""

from __future__ import annotations

import stat
from pathlib import Path

import numpy as np
import pytest
from dbreport.clients import load, pgbench, sysbench
from dbreport.clients.load import Load
from dbreport.clients.sysbench import Sysbench
from dbreport.engines.base import Address
from dbreport.errors import ClientFailed, ClientMissing, StatementTimeout
from dbreport.model import Resources
from samples import ROOT

REPORTS = ROOT / "tests" / "reports"
SECRET = "hidden sixpence"
SERVER = Address("mysql", "127.0.0.1", 3306, "root", SECRET, "dbreport_bench", "dbreport_bench")


def program(folder: Path, name: str, script: str) -> Path:
    """Make a program of a few lines of shell."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(path.stat().st_mode | stat.S_IXUSR)
    return path


# what sysbench prints --------------------------------------------------------------------------


@pytest.fixture(scope="module")
def warmed() -> str:
    """A report of sysbench 1.0.20: oltp_read_write, two seconds of warm-up, three measured."""
    return (REPORTS / "sysbench-1.0.20-warmup.txt").read_text()


def test_a_report_is_read_without_the_warm_up(warmed: str) -> None:
    found = sysbench.parse(warmed, warmup_s=2)
    whole, took_s = float(found.transactions), float(warmed.rpartition("total time:")[2].split()[0].rstrip("s")) - 2
    assert found.throughput == pytest.approx(whole / took_s, rel=0.001)
    assert found.with_warmup > found.transactions
    assert [at for at, _ in found.series] == [1.0, 2.0, 3.0]
    assert sum(n for _, n in found.histogram) == pytest.approx(whole, rel=0.02)


def test_of_two_lines_of_one_second_the_first_stands(warmed: str) -> None:
    (line,) = (line for line in warmed.splitlines(keepends=True) if line.startswith("[ 4s ]"))
    hurried = line.replace("tps: ", "tps: 9")
    assert hurried != line
    assert sysbench.parse(warmed.replace(line, line + hurried), warmup_s=2) == sysbench.parse(warmed, warmup_s=2)


def test_every_transaction_counts_where_the_server_counts_too(warmed: str) -> None:
    assert sysbench.parse(warmed, warmup_s=2).with_warmup == 2196 + 3934


def test_the_warm_up_s_part_of_what_was_used_is_taken_off(warmed: str) -> None:
    used = Resources(cpu_s=6.130, peak_memory_bytes=100, read_bytes=0, written_bytes=61_300)
    found = sysbench.parse(warmed, warmup_s=2, server=used, client_cpu_s=0.613)
    assert found.server == Resources(pytest.approx(3.934), 100, 0, 39_340)  # type: ignore[arg-type]
    assert found.client_cpu_s == pytest.approx(0.3934)


def test_percentiles_of_the_histogram_are_those_sysbench_prints(warmed: str) -> None:
    printed_ms = float(warmed.rpartition("95th percentile:")[2].split()[0])
    assert sysbench.parse(warmed, warmup_s=2).latency(0.95) * 1000 == pytest.approx(printed_ms, rel=0.05)


def test_errors_and_reconnects_after_the_warm_up_are_read(warmed: str) -> None:
    found = sysbench.parse(warmed, warmup_s=2)
    assert (found.errors, found.reconnects) == (18, 0)


@pytest.mark.parametrize("line", ["transactions:", "ignored errors:", "reconnects:"])
def test_a_report_of_an_unknown_version_is_refused(warmed: str, line: str) -> None:
    with pytest.raises(ClientFailed, match=r"this package reads sysbench 1\.0"):
        sysbench.parse(warmed.replace(line, "something else:"), warmup_s=2)


def test_no_transaction_at_all_is_no_rate_of_zero(warmed: str) -> None:
    nothing = warmed.replace(" 3934   (", " 0   (")
    with pytest.raises(ClientFailed, match="finished no transaction"):
        sysbench.parse(nothing, warmup_s=2)


# what pgbench prints ---------------------------------------------------------------------------

PGBENCH = (REPORTS / "pgbench-15.txt").read_text()


def test_pgbench_s_report_and_log_are_read() -> None:
    found = pgbench.parse(PGBENCH, np.array([1000, 2000, 3000, 100_000]))
    printed = float(PGBENCH.partition("tps = ")[2].split()[0])
    assert (found.throughput, found.errors) == (printed, 0)
    assert [at for at, _ in found.series] == [1.0, 2.0]
    assert found.latency(0.75) == pytest.approx(0.003, rel=0.03)


def test_pgbench_s_report_of_an_unknown_version_is_refused() -> None:
    with pytest.raises(ClientFailed, match="reads pgbench 14 to 18"):
        pgbench.parse(PGBENCH.replace("tps = ", "rate = "), np.array([1]))


def test_buckets_hold_every_transaction_at_its_upper_bound() -> None:
    found = pgbench.buckets(np.array([0.001, 0.001, 0.5]))
    assert [n for _, n in found] == [2, 1]
    assert all(bound >= value for (bound, _), value in zip(found, (0.000999, 0.4999), strict=True))


def test_more_scripts_than_pgbench_takes_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ClientFailed, match="128 scripts"):
        pgbench.scripts(tmp_path, ["SELECT 1"] * 129)


# percentiles -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("share", "bound"), [(0.5, 0.001), (0.95, 0.01), (0.99, 0.1), (1.0, 0.1)])
def test_a_percentile_is_the_bound_its_share_stays_within(share: float, bound: float) -> None:
    histogram = ((0.001, 60), (0.01, 35), (0.1, 5))
    assert Load(1, 100, 100, 0, 0, (), histogram).latency(share) == bound


def test_a_run_without_latencies_has_no_percentile() -> None:
    with pytest.raises(ClientFailed, match="no latencies"):
        Load(1, 100, 100, 0, 0, (), ()).latency(0.5)


# programs --------------------------------------------------------------------------------------


def test_a_program_that_is_not_there_says_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(ClientMissing, match="sysbench was not found; run: make engines"):
        load.require("sysbench", (1, 0, 18))


def test_a_program_that_is_too_old_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "sysbench", "echo 'sysbench 0.4.12'")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    with pytest.raises(ClientMissing, match=r"sysbench 0\.4\.12 is too old; install sysbench 1\.0\.18 or newer"):
        load.require("sysbench", (1, 0, 18))


def test_a_version_is_read_in_colour_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "mvn", r"printf '\033[1mApache Maven 3.8.7\033[m\n'")
    monkeypatch.setenv("PATH", f"{tmp_path}:/bin")
    assert load.require("mvn", (3, 6))[1] == "3.8.7"


def test_what_a_program_says_last_is_the_reason(tmp_path: Path) -> None:
    script = "echo 'Running'; echo \"FATAL: error 1146: Table 'sbtest1' doesn't exist\"; echo bye; exit 1"
    with pytest.raises(ClientFailed, match="code 1: error 1146: Table 'sbtest1' doesn't exist"):
        load.run([str(program(tmp_path, "tool", script))], tmp_path, 10)


def test_a_program_that_does_not_end_is_killed(tmp_path: Path) -> None:
    with pytest.raises(StatementTimeout, match="did not end within 0 s"):
        load.run([str(program(tmp_path, "tool", "exec sleep 60"))], tmp_path, 0.2)


def test_the_processor_time_of_a_program_is_counted(tmp_path: Path) -> None:
    busy = "n=0; while [ $n -lt 60000 ]; do n=$((n+1)); done; echo done"
    said, cpu_s = load.run([str(program(tmp_path, "tool", busy))], tmp_path, 60)
    assert said == "done\n"
    assert cpu_s > 0.01


def test_a_password_stands_in_a_private_file_and_on_no_command_line(tmp_path: Path) -> None:
    client = Sysbench(SERVER, tmp_path)
    config = tmp_path / "sysbench.cfg"
    assert SECRET in config.read_text()
    assert stat.S_IMODE(config.stat().st_mode) == 0o600
    assert not any(SECRET in part for part in client._argv("oltp_insert", "run", {}))


def test_an_error_in_a_script_of_ours_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sysbench, "SCRIPTS", tmp_path)
    (tmp_path / "broken.lua").write_text("function event() error('no such thing') end\n")
    with pytest.raises(ClientFailed, match="no such thing"):
        Sysbench(SERVER, tmp_path).run("broken", 1, 1, 0, {})


def test_a_server_that_is_not_there_is_said(tmp_path: Path) -> None:
    nobody = Address("mysql", "127.0.0.1", 1, "root", "", "dbreport_bench", "dbreport_bench")
    with pytest.raises(ClientFailed, match=r"(?i)connect"):
        Sysbench(nobody, tmp_path).run("statement", 1, 1, 0, {})
