"""Addresses of servers somebody else runs: nothing of one is ever said, whatever is wrong with it."""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterator
from pathlib import Path

import pytest
from dbreport.engines import engine_class, mysql_client
from dbreport.engines.launch.external import external_url, without_address
from dbreport.engines.setup import Setup
from dbreport.errors import DbreportError, EngineDied, UsageError

pytestmark = pytest.mark.usefixtures("limit")

SERVERS = ("postgresql", "mysql", "mariadb")
SECRET = "s3cr3t"
FORMS = (
    ("{}", "://", "me", ":", SECRET, "@", "127.0.0.1", ":", "9", "/", "none"),
    ("{}", "://", "me", "@", "127.0.0.1", ":", "9", "/", "none", "?", "password", "=", SECRET),
    ("{}", "://", "me", ":", "%c3", SECRET, "%2F", "@", "[", "::1", "]", "/", "?", "unix_socket", "=", "/none"),
    ("host", "=", "127.0.0.1", " ", "port", "=", "9", " ", "user", "=", "me", " ", "password", "=", "'", SECRET, "'"),
)
ODD = (*":/@?&=#%'\"[]\\ \té,;", "%zz", "%00", "://", "999999", "-1", "\udcff", "①", "℀", SECRET)


def addresses(name: str, count: int) -> Iterator[str]:
    """Yield addresses with one to five things wrong: a part gone, twice, moved, or an odd one in between."""
    draw = random.Random(17)
    for _ in range(count):
        parts = list(draw.choice(FORMS))
        for _ in range(draw.randint(1, 5)):
            at, to = draw.randrange(len(parts)), draw.randrange(len(parts))
            match draw.randrange(4):
                case 0 if len(parts) > 1:
                    del parts[at]
                case 1:
                    parts.insert(at, parts[to])
                case 2:
                    parts[at], parts[to] = parts[to], parts[at]
                case _:
                    parts.insert(at, draw.choice(ODD))
        yield "".join(name if part == "{}" else part for part in parts)


def everything_said(error: BaseException | None) -> str:
    """Return all that anybody could print of an error: of what it came from too, whether or not Python shows that."""
    if error is None:
        return ""
    said = f"{error!r} {error.args} {getattr(error, '__notes__', '')} {''.join(traceback.format_exception(error))}"
    return said + everything_said(error.__cause__) + everything_said(error.__context__)


def refusal(name: str, url: str, monkeypatch: pytest.MonkeyPatch) -> BaseException:
    """Return what comes of asking for a server at an address where none is."""
    # not monkeypatch.setenv: it would keep a thousand of them
    monkeypatch.setattr("dbreport.engines.launch.choosing.external_url", lambda engine: url)
    with pytest.raises(BaseException) as raised:  # noqa: PT011 - which one is what the tests ask
        engine_class(name)(Setup(Path("/nonexistent"), launcher="external")).check()
    return raised.value


@pytest.mark.parametrize("name", SERVERS)
def test_of_a_thousand_malformed_addresses_each_is_an_error_of_ours_without_the_password(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mysql_client, "CONNECT_LIMIT_S", 1)  # a few are the address of a machine that is nowhere
    for url in addresses(name, 1000):
        error = refusal(name, url, monkeypatch)
        assert isinstance(error, DbreportError), f"{url!r} gives {error!r}"
        assert SECRET not in everything_said(error), url


@pytest.mark.parametrize("name", SERVERS)
def test_an_address_of_no_form_is_told_by_its_variable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    error = refusal(name, f"{name}//u:{SECRET}@h/db", monkeypatch)
    assert isinstance(error, UsageError)
    assert f"DBREPORT_{name.upper()}_URL is not of the form {name}://" in str(error)


@pytest.mark.parametrize("name", SERVERS)
def test_a_server_that_is_not_there_is_told_by_its_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    error = refusal(name, f"{name}://me:{SECRET}@127.0.0.1:9/none", monkeypatch)
    assert isinstance(error, EngineDied)
    assert str(error).startswith(f"{name} does not answer; is it running?")


@pytest.mark.parametrize(
    ("url", "text", "left"),
    [
        ("postgresql://me:se%2Fcret@h/db", 'password "se/cret" of "se%2Fcret"', 'password "…" of "…"'),
        ("host=h password='a long one'", "a long one", "… … …"),
        ("mysql://me:pw@remote/", "the remote pw stands in no powder", "the … … stands in no powder"),
        ("mysql://root:a.c@h/", "a.c abc", "… abc"),
    ],
)
def test_whatever_stands_in_an_address_is_blotted_out_of_a_text(url: str, text: str, left: str) -> None:
    assert left == without_address(text, url)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"[postgresql]\nurl = 'postgresql://me:s3cr3t\xff@h/'", "it is not UTF-8"),
        (b"[postgresql]\nurl = 'postgresql://me:s3cr3t@h/", "no TOML at"),
        (b"[postgresql]\nurl = 5", "the url of postgresql is no text"),
        (b"postgresql = 's3cr3t'", "postgresql is no table"),
        (None, "Is a directory"),
    ],
    ids=["bytes", "no TOML", "number", "no table", "folder"],
)
def test_a_file_of_addresses_that_cannot_be_read_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes | None, said: str
) -> None:
    monkeypatch.delenv("DBREPORT_POSTGRESQL_URL", raising=False)
    monkeypatch.chdir(tmp_path)
    if content is None:
        (tmp_path / "engines.toml").mkdir()
    else:
        (tmp_path / "engines.toml").write_bytes(content)
    with pytest.raises(UsageError, match=r"engines\.toml cannot be read") as raised:
        external_url("postgresql")
    assert said in str(raised.value)
    assert SECRET not in everything_said(raised.value)
