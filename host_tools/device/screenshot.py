"""Save a screenshot of the device's panel as a PNG.

    python -m host_tools.device.screenshot [picture.png] [--port /dev/ttyACM0] [--scale 4]

The tool interrupts Gobelet on the device, in general between two passes of the main loop. Gobelet then continues
with its memory intact. If the interrupt stops Gobelet in the middle of a change, the device restarts from its
journal, and the tool tries again.
"""

from __future__ import annotations

import argparse
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from host_tools.device import remote
from host_tools.device.remote import Remote, RemoteError, garbled_answer
from host_tools.device.snippets import ENTER, GO_ON
from host_tools.drawing import png
from host_tools.entry_point import command_name, run_main, with_installed_commands

TRIES = 4
# Seconds to wait after the first reset of the device; twice as many after the second reset, and so on.
START_SECONDS = 2.0

LOOK = (
    ENTER
    + """\
    import binascii
    if a.dirty:
        a.step()
    print('@', a.device.settings['invert'], str(binascii.hexlify(a.device.panel.buffer), 'ascii'))
"""
)


def take_frame(port: str, program: Sequence[str] = remote.PROGRAM) -> bytes:
    """Return the pixels of the device's panel, as 1024 bytes in MONO_VLSB layout.

    In this layout a byte holds 8 pixels of a column. Raises RemoteError if the device does not answer or is busy
    at each try.
    """
    for tries in range(TRIES):
        board = Remote(port, program, alive=True)
        said = (board.rows(LOOK) or ["none"])[-1]
        if said == "none" and not tries:
            board.restart()
            raise RemoteError(
                f"The board at {port} was not running this Gobelet and was started again; "
                "if it shows nothing, ask `make doctor`."
            )
        if said not in ("none", "torn"):
            board.exec_detached(GO_ON)
            inverted, _, frame = said.partition(" ")
            if not re.fullmatch(r"[0-9a-f]{2048}", frame):
                raise garbled_answer(port)
            flip = 0xFF if inverted == "yes" else 0
            return bytes(byte ^ flip for byte in bytes.fromhex(frame))
        board.restart()
        time.sleep(START_SECONDS * (tries + 1))
    raise RemoteError(
        "The device was busy each time it was asked; nothing is lost, retry when it has nothing to do."
    )


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    """Save the screenshot that the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.device.screenshot"),
        description="A picture of what the device shows now.",
    )
    parser.add_argument("file", nargs="?", type=Path, help="PNG to write (gobelet-<time>.png)")
    parser.add_argument("--port", help="serial port; without it, the only Pico there is")
    parser.add_argument(
        "--scale", type=int, choices=range(1, 17), default=4, metavar="1..16", help="pixels for each one (4)"
    )
    options = parser.parse_args(argv)
    path = options.file or Path(time.strftime("gobelet-%Y%m%d-%H%M%S.png"))
    try:
        if path.suffix.lower() != ".png":
            raise RemoteError(f"The picture is a PNG: name it {path.with_suffix('.png')}.")
        png.save(take_frame(remote.choose_port(options.port, program), program), path, options.scale)
    except RemoteError as fault:
        print(with_installed_commands(fault), file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{path} cannot be written: {fault.strerror}.", file=sys.stderr)
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    run_main(main)
