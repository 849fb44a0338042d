"""Parts of the simulator's scripts as steps for the page, each with its picture from CPython."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from host_tools.device import backup
from simulator.board import BOOT_MS, VirtualBoard
from simulator.script import Line, Script, lines
from simulator.store import MemoryStore

SETTLE_MS = 1200  # after this time the dice are still, and no message has disappeared yet


def script_part(
    script: Path, first: str, last: str, restarts: tuple[str, ...] = ()
) -> tuple[bytes, list[dict[str, Any]]]:
    """Return a part of a script, from the line `first` to the line `last`.

    The result is the player's files before that part, as a backup, and the steps of the part. The battery is
    removed after each line in `restarts`.
    """
    store = MemoryStore()
    board = VirtualBoard(store=store)
    board.gauge.usb = True  # the page reports USB power
    script_of = Script(board)
    every = list(lines(script.read_text(encoding="utf-8"), script))
    said = [f"{line.command} {line.rest}" for line in every]
    begin = said.index(first)
    end = said.index(last, begin)
    for line in every[:begin]:
        script_of.run_line(line)
    script_of.run_line(every[begin])
    board.run(3000)  # the device stores the top screen
    files = backup.pack(dict(store.files))
    board.boot()
    board.run(BOOT_MS)
    shown = {"do": "wait", "ms": 0, "picture": _settled_picture(board)}
    return files, [shown, *_play_steps(board, script_of, every[begin + 1 : end + 1], restarts)]


def _play_steps(
    board: VirtualBoard, script: Script, part: list[Line], restarts: tuple[str, ...]
) -> Iterator[dict[str, Any]]:
    for line in part:
        word, _, times = line.rest.partition(" ")
        if line.command == "press":
            # One press at a time: on a busy machine the page may count two quick taps as one.
            for _ in range(int(times or "1")):
                script.run_line(Line(line.path, line.number, "press", word))
                yield {"do": "press", "key": word.lower(), "picture": _settled_picture(board)}
            continue
        script.run_line(line)
        if line.command == "hold":
            yield {"do": "hold", "key": word.lower(), "picture": _settled_picture(board)}
        elif line.command == "dice":
            yield {"do": "dice", "faces": [int(face) for face in line.rest.split()]}
        elif line.command == "wait":
            yield {"do": "wait", "ms": int(line.rest), "picture": _settled_picture(board)}
        elif line.command == "expect":
            yield {"do": "read", "words": line.rest}
        if f"{line.command} {line.rest}" in restarts:
            board.boot()
            board.run(BOOT_MS)
            yield {"do": "reload", "picture": _settled_picture(board)}


def _settled_picture(board: VirtualBoard) -> str:
    board.run(SETTLE_MS)
    return board.picture().hex()
