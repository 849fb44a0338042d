"""The simulator: Gobelet on this desk, in a terminal or driven by scripts.

In a terminal, the user plays with the keyboard. The option --script runs a scripted session; simulator/script.py
lists the commands. Without a terminal, the program runs a short demonstration and prints its screens as text.
"""

from __future__ import annotations

import argparse
import sys
import time
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from host_tools.entry_point import command_name, run_main
from simulator import paths

DEMONSTRATION = paths.SCRIPTS / "demo.txt"


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    """Parse the command line."""
    parser = argparse.ArgumentParser(prog=command_name("simulator"), description=__doc__.split("\n")[0])
    parser.add_argument("--script", type=Path, action="append", help="play this scripted session")
    parser.add_argument("--shots", type=Path, metavar="DIR", help="keep a script's pictures here, as PNG")
    parser.add_argument("--plain", action="store_true", help="pictures of 128x64 pixels, black and white")
    parser.add_argument("--print", action="store_true", help="print a script's pictures as text")
    parser.add_argument("--board", default="pico_ssd1306", metavar="NAME", help="a board of boards/")
    parser.add_argument("--lang", choices=("fr", "en"), help="language of the screens")
    parser.add_argument(
        "--data", type=Path, metavar="DIR", help="where the player's data is (not for scripts)"
    )
    parser.add_argument("--fresh", action="store_true", help="forget the player's data first")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> int:
    """Start the game in the terminal, or run scripts; return the exit status."""
    options = arguments(argv)
    paths.install()
    from simulator import board

    try:
        definition = board.definition(options.board)
        if options.script:
            return play_scripts(options, definition, options.script)
        if not (sys.stdin.isatty() and sys.stdout.isatty()):
            print(
                "Gobelet: no terminal here, so this is a short demonstration. In a terminal you can play.\n"
            )
            options.print = True
            return play_scripts(options, definition, [DEMONSTRATION])
        return interactive(options, definition)
    except board.BoardError as error:
        print(error, file=sys.stderr)
        return 2


def play_scripts(options: argparse.Namespace, definition: ModuleType, files: Sequence[Path]) -> int:
    """Run scripts, each on a new device; return the exit status."""
    from simulator import script
    from simulator.board import VirtualBoard

    shows = []
    if options.shots:
        shows.append(script.to_folder(options.shots, 1 if options.plain else 4))
    if options.print:
        # An output encoding other than UTF-8 may lack a character; "?" then replaces the character.
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
        shows.append(script.to_text(print))

    def show(name: str, pixels: bytes) -> None:
        for each in shows:
            each(name, pixels)

    for file in files:
        device = VirtualBoard(definition)
        if options.lang:
            device.choose_language(options.lang)
        try:
            script.Script(device, show).play(file)
        except script.ScriptError as error:
            print(error, file=sys.stderr)
            return 1
    return 0


def interactive(options: argparse.Namespace, definition: ModuleType) -> int:
    """Run the game in the terminal until the user quits; return the exit status."""
    from simulator import terminal
    from simulator.board import VirtualBoard
    from simulator.clock import HostClock
    from simulator.entropy import HostEntropy
    from simulator.store import FolderStore, player_folder

    try:
        store = FolderStore(options.data or player_folder())
    except RuntimeError:
        print("You have no home here to keep your games in: name a folder with --data.", file=sys.stderr)
        return 2
    if options.fresh:
        store.clear()
    device = VirtualBoard(
        definition,
        clock=HostClock(),
        entropy=HostEntropy(),
        store=store,
        hour=lambda: time.localtime().tm_hour,
    )
    device.gauge.usb = True
    if options.lang:
        device.choose_language(options.lang)
    terminal.run(device)
    for fault in device.faults:
        traceback.print_exception(fault)
    print(f"Gobelet keeps your games in {store.folder}")
    return 1 if device.faults else 0


if __name__ == "__main__":
    run_main(main)
