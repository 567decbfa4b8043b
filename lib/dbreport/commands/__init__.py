"""The commands of the command line: each module gives its command's arguments in `add` and does its work in `run`."""

import argparse
from importlib import import_module
from typing import Any, TypeAlias

Commands: TypeAlias = "argparse._SubParsersAction[Any]"

MODULES = ("run", "replicate", "agree", "measure", "status", "spent", "doctor", "publish", "hosts", "new")
"""Those that hold commands, in the order of the help."""
LAUNCHER = "external, native or container (default: the first that works)"


def add(commands: Commands) -> None:
    """Add every command."""
    for name in MODULES:
        import_module(f".{name}", __name__).add(commands)
