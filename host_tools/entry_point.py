"""How a tool ends."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import NoReturn

STOPPED = 130  # the exit code of shells for what Ctrl-C has ended


def run_main(main: Callable[[], int]) -> NoReturn:
    """End the process with what `main` returns. Ctrl-C ends it in one line."""
    try:
        code = main()
    except KeyboardInterrupt:
        print("Stopped.", file=sys.stderr)
        code = STOPPED
    sys.exit(code)
