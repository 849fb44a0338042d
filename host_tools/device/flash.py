"""Put Gobelet on a board: `make flash`.

python -m host_tools.device.flash --plain [--board pico_ssd1306] [--port /dev/ttyACM0]
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from host_tools.building import build
from host_tools.device import copy_plain, remote
from host_tools.entry_point import run_main


def main(
    argv: Sequence[str] | None = None,
    program: Sequence[str] = remote.PROGRAM,
    root: Path = build.ROOT,
) -> int:
    words = [*(sys.argv[1:] if argv is None else argv)]
    return copy_plain.main([word for word in words if word != "--plain"], program, root)


if __name__ == "__main__":
    run_main(main)
