"""Print the output of the tools."""

from __future__ import annotations

import os
import sys


def print_text(text: str, end: str = "\n") -> None:
    """Print a text. Discard it, and later output, if the reader has closed the pipe as `| head` does."""
    try:
        print(text, end=end, flush=True)
    except BrokenPipeError:
        # Python would otherwise retry the failed write at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
