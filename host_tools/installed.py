"""Entry point of the installed wheel.

The wheel's package `gobelet_desk` has a folder `tree` with the repository's folders. Once `tree` is the first
entry of `sys.path`, Python imports the folders by their own names, such as `host_tools`.
"""

import sys
from pathlib import Path
from typing import NoReturn

TREE = Path(__file__).resolve().parent / "tree"


def main() -> NoReturn:
    """Run `gobelet` from the installed package."""
    sys.path.insert(0, str(TREE))
    from host_tools import command, entry_point

    entry_point.run_main(command.main)
