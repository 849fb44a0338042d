"""Put Gobelet on a Pico.

    make flash                               copies Gobelet's own MicroPython, with all games, onto any Pico.
    make flash UF2=FILE BOARD=pico_sh1106    copies FILE; the first start does not ask for the panel.
    make flash PLAIN=1 GAMES="dice counters" copies plain files onto a Pico with a published MicroPython.
    make flash PLAIN=1 UF2=RPI_PICO2-....uf2 copies the published MicroPython in that file, then plain files.

The player's data is kept. After an interruption, repeat the command: the tool then continues. After a copy
without PLAIN=1, the tool prints the doctor's report.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from host_tools.building import build
from host_tools.device import copy_plain, doctor, identity, remote, uf2_file
from host_tools.device.copy_uf2 import FAULTS, Desk, Flash, Wish
from host_tools.device.remote import Remote, RemoteError
from host_tools.entry_point import command_name, run_main, with_installed_commands


def main(
    argv: Sequence[str] | None = None,
    program: Sequence[str] = remote.PROGRAM,
    root: Path = build.ROOT,
    folder: Path | None = None,
    desk: Desk | None = None,
) -> int:
    """Put Gobelet on a Pico; return the exit status.

    folder   the folder for the zip with the player's data; by default the current folder
    desk     the computer's clock, drives and terminal; tests pass a replacement
    """
    options = _options(argv, root)
    named = options.board or None
    replaces = (lambda question: True) if options.replace_board else copy_plain.ask_to_replace
    try:
        if named is not None:
            identity.refuse_unknown_board(named, root)
        games = options.games.split() if options.games else None
        if options.plain and options.uf2 is None:
            copy_plain.flash(named, options.port, program, root, replaces, games)
            return 0
        if options.games and not options.plain:
            raise RemoteError(
                "GAMES is for plain files, with PLAIN=1: Gobelet's own MicroPython has all games."
            )
        file = None
        if options.uf2 is not None:
            file = uf2_file.read(options.uf2) if options.plain else uf2_file.gobelet(options.uf2)
            if options.plain and games is None:
                build.refuse_small(file.machine)
        wish = Wish(options.port, named, file, options.plain)
        desk = desk or Desk(options.drive, options.yes)
        board = Flash(wish, folder or Path(), desk, replaces, program, root).run()
        if options.plain:
            copy_plain.flash(named, board.port, program, root, replaces, games)
            return 0
        _examine(board, named, root)
    except FAULTS as fault:
        print(with_installed_commands(fault), file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped. Repeat the command to finish.", file=sys.stderr)
        return 1
    return 0


def _examine(board: Remote, board_name: str | None, root: Path) -> None:
    """Print the doctor's findings about the device, and restart it."""
    try:
        doctor.print_report(board, board_name, root)
    finally:
        board.restart()


def _options(argv: Sequence[str] | None, root: Path) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.device.flash"),
        description="Put Gobelet on a Pico; what was played stays.",
    )
    parser.add_argument("--uf2", type=Path, metavar="FILE", help="in place of what there is for the Pico")
    parser.add_argument(
        "--board", help=f"{', '.join(build.boards(root))}; else that of the device, or it asks"
    )
    parser.add_argument("--plain", action="store_true", help="plain files, onto a published MicroPython")
    parser.add_argument("--games", help='with --plain: "dice counters ...", or all')
    parser.add_argument("--port", help="serial port; without it, the only Pico there is")
    parser.add_argument("--drive", type=Path, metavar="FOLDER", help="where this desk opens the Pico's drive")
    parser.add_argument("--yes", action="store_true", help="do not ask before what is not Gobelet's goes")
    parser.add_argument(
        "--replace-board", action="store_true", help="do not ask before another board file goes on the device"
    )
    return parser.parse_args(argv)


if __name__ == "__main__":
    run_main(main)
