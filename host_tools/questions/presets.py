"""Put presets of free dice on the device.

    python -m host_tools.questions.presets presets.txt   one a line: "Fireball = 8d6", or only "8d6"; # begins a comment
    python -m host_tools.questions.presets presets.txt --store FOLDER   into the simulator's folder

"Fireball: 8d6", "Fireball=8d6" and "Fireball 8d6" are accepted too, and a tab is accepted for a space. The tool warns
if a notation means something else in other programs. The device lists the presets of the file below the presets that
were saved on the device. An empty file removes the presets of an earlier file.
"""

from __future__ import annotations

import argparse
import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from host_tools.building import fonts
from host_tools.device import data, remote
from host_tools.device.data import DataError
from host_tools.device.remote import RemoteError
from host_tools.entry_point import run_main
from host_tools.own.sentences import format_message
from host_tools.questions.answer import no_pool, read_pool

# This import must follow host_tools.questions.answer, which makes the firmware importable.
from host_tools.own import elsewhere  # isort: skip
from gobelet.games.dice.rules import notation  # isort: skip
from gobelet.games.dice.screens.presets import FILE, LARGEST, LONGEST, MOST  # isort: skip

SIZES = (8, 16)  # heights, in pixels, of the fonts in which the device shows a preset


class PresetsError(Exception):
    """A fault in the file of presets, as one sentence."""


def pack_presets(lines: Sequence[str]) -> bytes:
    """Return the content of the device's file of presets, in canonical notation.

    Raises PresetsError; for a faulty line, the message contains the number of this line.
    """
    found = []
    for number, line in enumerate(lines, 1):
        text = " ".join(unicodedata.normalize("NFC", line).split())
        if text and not text.startswith("#"):
            name, pool = _split_line(text)
            found.append(_check_line(f"Line {number}", name, pool))
    if len(found) > MOST:
        raise PresetsError(f"{len(found)} presets are too many, {MOST} fit.")
    packed = "".join(f"{line}\n" for line in found).encode()
    if len(packed) > LARGEST:
        raise PresetsError(f"The presets take {len(packed)} bytes, {LARGEST} fit: shorten their names.")
    return packed


def _split_line(text: str) -> tuple[str, str]:
    """Split a line of presets into (name, dice).

    Name and dice are separated by " = " as on the device, or by a colon, an equals sign or a space. The name is
    "" for a line with dice only, such as "5d10>=8".
    """
    name, between, pool = text.rpartition(" = ")
    if between:
        return name, pool
    for sign in (":", "="):
        name, between, pool = text.partition(sign)
        if between and name[:1].isalpha() and name[-1] not in "<>" and not _is_pool(text):
            return name.strip(), pool.strip()
    name, _, pool = text.rpartition(" ")
    return (name, pool) if name and not _is_pool(text) and _is_pool(pool) else ("", text)


def _is_pool(text: str) -> bool:
    try:
        read_pool(text)
    except notation.NotationError:
        return False
    return True


def _check_line(where: str, name: str, text: str) -> str:
    try:
        pool = notation.write(read_pool(text))
    except notation.NotationError as fault:
        raise PresetsError(f"{where}: {no_pool(text, fault)}") from None
    for part in (name, pool):
        if len(part) > LONGEST:
            raise PresetsError(f"{where}: {part!r} has {len(part)} letters, {LONGEST} fit.")
    missing = fonts.first_missing(name, SIZES)
    if missing:
        raise PresetsError(f"{where}: the screen has no {missing!r}.")
    return f"{name} = {pool}" if name else pool


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    """Put a file of presets on the device; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.questions.presets", description="Put presets of free dice on the device."
    )
    parser.add_argument("file", type=Path, help=f"at most {MOST} lines: NAME = DICE, or only DICE")
    data.add_options(parser)
    options = parser.parse_args(argv)
    try:
        packed = pack_presets(data.lines(options.file))
        with data.open_target(options, program) as target:
            target.put_file(FILE, packed)
    except (PresetsError, DataError, RemoteError) as fault:
        print(fault, file=sys.stderr)
        return 1
    for line in packed.decode().splitlines():
        text = line.rpartition(" = ")[2]
        for note in elsewhere.other_meanings(text, read_pool(text)):
            print(f"{line}: {format_message('en', *note)}", file=sys.stderr)
    print(packed.decode() or "No presets from the desk any more.", end="\n" if not packed else "")
    return 0


if __name__ == "__main__":
    run_main(main)
