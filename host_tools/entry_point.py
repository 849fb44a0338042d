"""How a tool ends."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import TracebackType
from typing import NoReturn

STOPPED = 130  # the exit code of shells for what Ctrl-C has ended


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
