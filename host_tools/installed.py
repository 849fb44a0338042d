"""Entry point of the wheel.

The wheel's package `gobelet_desk` holds the repository's folders in `tree`. Python imports these folders by
their own names, from `tree` only.
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
