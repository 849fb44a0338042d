"""Print the output of a tool, without an error if the reader closes the pipe."""

from __future__ import annotations

import os
import sys


def print_text(text: str, end: str = "\n") -> None:
    """Print a text, or discard it if the reader has closed the pipe, as `| head` does.

    After the reader has closed the pipe, all further output of the program is discarded too.
    """
    try:
        print(text, end=end, flush=True)
    except BrokenPipeError:
        # Without this redirection, Python repeats the failed write at exit, and prints an error.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
