"""How a tool ends."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import NoReturn

STOPPED = 130  # the exit code of shells for what Ctrl-C has ended

INSTALLED = "gobelet_desk"  # the package of the wheel
_TARGET = re.compile(r"`make (flash|doctor|backup|restore|screenshot|export)\b([^`]*)`")
_VALUE = re.compile(r"\b([A-Z0-9]+)=(\"[^\"]*\"|\S+)")

_called: list[str] = []  # the command of which a module is run, see host_tools/command.py


def call_it(command: str) -> None:
    """The help of the module that is run next says `gobelet COMMAND`."""
    _called[:] = [command]


def is_installed() -> bool:
    """Whether this is the package of the wheel: its user has no Makefile."""
    return INSTALLED in Path(__file__).parts


def how_installed(packages: str, target: str) -> str:
    """How to get packages that are not there: of the installed command, else by a target of the Makefile."""
    if is_installed():
        return f"`pipx inject gobelet {packages}` installs it."
    return f"`make {target}` installs it."


def as_run(said: object) -> str:
    """A sentence in which `make flash BOARD=x` is `gobelet flash --board x` where that is what there is."""
    return _TARGET.sub(_by_command, str(said)) if is_installed() else str(said)


def _by_command(target: re.Match[str]) -> str:
    return f"`gobelet {target[1]}{_VALUE.sub(_by_option, target[2])}`"


def _by_option(value: re.Match[str]) -> str:
    return f"--{value[1].lower()}" + ("" if value[2] == "1" else f" {value[2]}")


def command_name(module: str) -> str:
    """How a module is run, as its help says it."""
    return f"gobelet {_called[0]}" if _called else f"python -m {module}"


def stop_in_one_line() -> None:
    """Ctrl-C ends this process in one line from now on, also where `run_main` does not run yet: while a tool's modules
    are imported. Nothing is done where a package is not imported to be run, by `python -m`.
    """
    if sys.argv[:1] == ["-m"]:
        sys.excepthook = _tell


def _tell(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        print("Stopped.", file=sys.stderr)
    else:
        sys.__excepthook__(kind, fault, trace)


def run_main(main: Callable[[], int]) -> NoReturn:
    """End the process with what `main` returns. Ctrl-C ends it in one line."""
    try:
        code = main()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        code = STOPPED
    sys.exit(code)
