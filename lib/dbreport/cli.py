"""The command line. Exit codes: 0 done, 1 a case or step failed, 2 wrong usage."""

import argparse
import os
import select
import signal
import sys
import threading
from collections.abc import Sequence
from typing import NoReturn

from . import __version__, commands
from .errors import DbreportError, UsageError

STOPPED = "stopped; what was finished is saved, the same command takes up where it stopped"
TERMINATED = 143


class _Parser(argparse.ArgumentParser):
    """Tells wrong usage as every other error is told: one sentence with the next step."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{' '.join(message.split())}; see: {self.prog} --help")


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; print any error of ours as one sentence."""
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))
    try:
        arguments = _parser().parse_args(argv)
        code: int = arguments.command(arguments)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        if not _reader_is_gone():
            raise
        return 1
    except SystemExit as end:
        if end.code == TERMINATED:
            print(f"dbreport: {STOPPED}", file=sys.stderr)
        raise
    except UsageError as error:
        print(f"dbreport: {error}", file=sys.stderr)
        return 2
    except DbreportError as error:
        print(f"dbreport: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"dbreport: {STOPPED}", file=sys.stderr)
        return 1


def _reader_is_gone() -> bool:
    """Tell whether nobody reads what we print any more, as after `| head`; the rest of it then goes nowhere."""
    printed = select.poll()
    printed.register(sys.stdout, 0)
    if gone := any(event & select.POLLERR for _, event in printed.poll(0)):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return gone


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="dbreport", description="Measure databases and publish the report.")
    parser.add_argument("--version", action="version", version=__version__)
    commands.add(parser.add_subparsers(required=True, metavar="COMMAND"))
    return parser


if __name__ == "__main__":
    sys.exit(main())
