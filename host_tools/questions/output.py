"""Print the output of the tools."""

from __future__ import annotations

import os
import sys


def print_text(text: str, end: str = "\n") -> None:
    """Print a text, or discard it if the reader has closed the pipe.

    Later output is then discarded too. A reader such as `| head` closes the pipe.
    """
    try:
        print(text, end=end, flush=True)
    except BrokenPipeError:
        # Python would otherwise retry the failed write at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
