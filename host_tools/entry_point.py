"""Start and exit of a tool, and the commands that its messages mention."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import NoReturn

STOPPED = 130  # exit code that shells use for a program stopped with Ctrl-C

INSTALLED = "gobelet_desk"  # name of a folder in the path of this module, if the wheel is installed
_TARGET = re.compile(r"`make (flash|doctor|backup|restore|screenshot|export)\b([^`]*)`")
_VALUE = re.compile(r"\b([A-Z0-9]+)=(\"[^\"]*\"|\S+)")

called: list[str] = []  # the running subcommand of `gobelet`; empty under `python -m`


def set_command(command: str) -> None:
    """Set the subcommand of `gobelet` that `command_name` returns."""
    called[:] = [command]


def is_installed() -> bool:
    """Tell whether this code runs from the installed wheel, which has no Makefile."""
    return INSTALLED in Path(__file__).parts


def install_hint(packages: str, target: str) -> str:
    """Return a sentence that tells the user how to install `packages`.

    In a checkout, `target` is the target of make that installs the packages.
    """
    if is_installed():
        return f"`pipx inject gobelet {packages}` installs it."
    return f"`make {target}` installs it."


def with_installed_commands(said: object) -> str:
    """Replace each `make` command in a text by `gobelet`, if the wheel is installed.

    For example, `make flash BOARD=x` becomes `gobelet flash --board x`.
    """
    return _TARGET.sub(_by_command, str(said)) if is_installed() else str(said)


def _by_command(target: re.Match[str]) -> str:
    return f"`gobelet {target[1]}{_VALUE.sub(_by_option, target[2])}`"


def _by_option(value: re.Match[str]) -> str:
    return f"--{value[1].lower()}" + ("" if value[2] == "1" else f" {value[2]}")


def command_name(module: str) -> str:
    """Return the command that starts a module, as its --help shows it."""
    return f"gobelet {called[0]}" if called else f"python -m {module}"


def stop_in_one_line() -> None:
    """Make Ctrl-C end the process with one line of output, even during imports.

    The function has an effect only if Python was started with `-m`.
    """
    if sys.argv[:1] == ["-m"]:
        sys.excepthook = _print_exception


def _print_exception(kind: type[BaseException], fault: BaseException, trace: TracebackType | None) -> None:
    if issubclass(kind, KeyboardInterrupt):
        print("Stopped.", file=sys.stderr)
    else:
        sys.__excepthook__(kind, fault, trace)


def run_main(main: Callable[[], int]) -> NoReturn:
    """Exit with the return value of `main`.

    Ctrl-C prints one line instead of a traceback.
    """
    try:
        code = main()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        code = STOPPED
    sys.exit(code)
