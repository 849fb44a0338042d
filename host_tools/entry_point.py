"""The start and the exit of a tool, and the names of commands in its messages."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import NoReturn

STOPPED = 130  # a shell's exit code after Ctrl-C

INSTALLED = "gobelet_desk"  # package name inside the wheel
_TARGET = re.compile(r"`make (flash|doctor|backup|restore|screenshot|export)\b([^`]*)`")
_VALUE = re.compile(r"\b([A-Z0-9]+)=(\"[^\"]*\"|\S+)")

called: list[str] = []  # the subcommand that is running, see host_tools/command.py


def set_command(command: str) -> None:
    """Set the name that the help of the next module shows: `gobelet COMMAND`."""
    called[:] = [command]


def is_installed() -> bool:
    """Tell whether this code runs from the installed wheel.

    The user of a wheel has no Makefile.
    """
    return INSTALLED in Path(__file__).parts


def install_hint(packages: str, target: str) -> str:
    """Return a sentence on how to install packages: for the wheel, or for a checkout."""
    if is_installed():
        return f"`pipx inject gobelet {packages}` installs it."
    return f"`make {target}` installs it."


def with_installed_commands(said: object) -> str:
    """Replace `make` commands in a text by `gobelet` if the wheel is installed.

    For example, `make flash BOARD=x` becomes `gobelet flash --board x`.
    """
    return _TARGET.sub(_by_command, str(said)) if is_installed() else str(said)


def _by_command(target: re.Match[str]) -> str:
    return f"`gobelet {target[1]}{_VALUE.sub(_by_option, target[2])}`"


def _by_option(value: re.Match[str]) -> str:
    return f"--{value[1].lower()}" + ("" if value[2] == "1" else f" {value[2]}")


def command_name(module: str) -> str:
    """Return the command that starts a module, for its help."""
    return f"gobelet {called[0]}" if called else f"python -m {module}"


def stop_in_one_line() -> None:
    """Make Ctrl-C end the process with one line, even while Python imports modules.

    The function has an effect only if the package is started with `python -m`.
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
