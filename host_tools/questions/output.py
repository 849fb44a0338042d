"""What the tools print."""

from __future__ import annotations

import os
import sys


def say(text: str, end: str = "\n") -> None:
    """Print; quiet where nobody reads on, as behind `| head`: then the tool does the rest of its work unheard."""
    try:
        print(text, end=end, flush=True)
    except BrokenPipeError:
        # Python would try to write what is left once more when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
