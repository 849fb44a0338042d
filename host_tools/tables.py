"""The owner's tables of Trirème: what their printed sheet says where ours cannot be read.

    python -m host_tools.tables check FILE
    python -m host_tools.tables send FILE      to the device, if nothing in it is wrong and nothing there is lost
    python -m host_tools.tables fetch FILE     from the device, with the choices kept there

Begin with a copy of host_tools/trireme.tsv: the tables as shipped, with ? behind each cell in doubt. A file is
judged by the device's own reader. The device keeps playing with its own tables where a line was left out.

What was kept at the table is in the device's file alone until it is fetched. So `send` takes the place of a file
there only with one that begins with all of it, or with --force; --force also sends a file with faulty lines. A
file that is here already is fetched over only with --force.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from host_tools import data, remote
from host_tools import games as _firmware  # noqa: F401  # makes the firmware importable
from host_tools.data import DataError
from host_tools.remote import RemoteError

from gobelet.games.trireme.rules import OWNER_FILE, owner, owner_lines  # isort: skip

STARTER = Path(__file__).with_name("trireme.tsv")
MOST = 16384  # bytes of a file from the desk; what is kept at the table may come on top
_SHORTEN = "take out comments, and lines that a later one for the same cell or parameter overrules"

_REASONS = {
    "utf8": "this is not UTF-8; save the file as UTF-8.",
    "word": "{0!r} begins no line: set, diag, param or @table, with tabs between the fields.",
    "table": "there is no table {0!r}: " + ", ".join(owner_lines.NAMES) + ".",
    "head": "the @head has {0} columns, {1} are needed.",
    "column": "there is no column {0!r} here.",
    "row": "there is no row {0!r} here, or it was there before.",
    "cells": "the row has {0} cells, {1} are needed.",
    "rows": "the table has {0} rows, {1} are needed.",
    "fields": "a {0} line has {2} fields with tabs between them, not {1}.",
    "diag": "{0!r} is no diagonal: dice + column of ship_ram_damage, 1 to 31.",
    "param": "there is no parameter {0!r}: " + ", ".join(row.split()[0] for row in owner_lines.PARAMS) + ".",
    "option": "{0!r} is not allowed here: {1}.",
    "value": "{0!r} is no value of the legend; it is shown with ? and nothing follows from it.",
    "break": "the cell {0} {1} {2} is worse for the rammer than its neighbour to the left or above; is it so?",
}


class TablesError(Exception):
    """One sentence about the file."""


def sentence(fault: tuple[int, str, tuple[Any, ...]]) -> str:
    line, code, arguments = fault
    return f"line {line}: {_REASONS[code].format(*arguments)}"


def load(path: Path) -> bytes:
    try:
        content = path.read_bytes()
    except OSError as fault:
        raise TablesError(f"{path} cannot be read: {fault.strerror}.") from None
    if len(content) > MOST:
        raise TablesError(f"{path} has {len(content)} bytes, {MOST} are the most; {_SHORTEN}.")
    return content


def known(path: Path, proc: Any, given: dict[str, int], v: dict[str, int]) -> dict[str, int]:
    """What a Procedure with the values `v`, of which `given` are given, is told by a file."""
    found = owner.read(load(path))
    params = {
        i.name: found.params[i.field] for i in proc.inputs if i.role == "param" and i.field in found.params
    }
    return {**params, **found.given(proc, v), **given}


def report(found: Any) -> list[str]:
    """What was left out, what was taken with a remark, and what is still open."""
    lines = [f"{sentence(fault)} LEFT OUT" for fault in found.faults]
    lines += [sentence(note) for note in found.notes]
    if found.more:
        lines.append(f"and {found.more} more lines that are faulty or worth a look")
    for table, name in enumerate(owner_lines.NAMES):
        check, doubt = found.open(table)
        lines.append(f"{name}: {doubt} cells in doubt, {check} to check")
    lines += [f"{field} = {found.params[field]}" for field in sorted(found.params)]
    return lines


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.tables",
        description="Check, send and fetch the owner's tables of Trirème.",
        epilog=f"Begin with a copy of {STARTER.name} in host_tools.",
    )
    parser.add_argument("what", choices=("check", "send", "fetch"))
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--force",
        action="store_true",
        help="send: faulty lines too, and whatever is on the device is overwritten; fetch: overwrite FILE",
    )
    data.add_options(parser)
    options = parser.parse_args(argv)
    try:
        if options.what == "fetch":
            return _fetch(options, program)
        content = load(options.file)
        found = owner.read(content)
        print("\n".join(report(found)))
        if options.what == "send":
            _send(options, program, content, found)
    except (TablesError, DataError, RemoteError) as fault:
        print(fault, file=sys.stderr)
        return 1
    return 1 if found.faults and options.what == "check" else 0


def _send(options: argparse.Namespace, program: Sequence[str], content: bytes, found: Any) -> None:
    if found.faults and not options.force:
        raise TablesError(
            "Nothing was sent; mend the lines that are left out, or send the file as it is with --force, which "
            "also overwrites what is on the device."
        )
    with data.opened(options, program) as place:  # the device reads it when it starts again
        there = place.read()
        old = there.files.get(OWNER_FILE)
        if old == content:
            print(f"Nothing to send: {place} has exactly these tables.")
            return
        if not options.force:
            if OWNER_FILE in there.unreadable:
                raise TablesError(
                    f"Nothing was sent: the tables that {place} has cannot be read; overwrite them with --force."
                )
            if old is not None and not _begins(content, old):
                raise TablesError(
                    f"Nothing was sent: {place} has tables of its owner that {options.file} does not begin with; "
                    "`fetch` them into another file, then overwrite them with --force."
                )
        place.put(OWNER_FILE, content)
        print(f"Sent to {place}." if old is None else f"Sent to {place}, in place of {len(old)} bytes there.")


def _begins(content: bytes, old: bytes) -> bool:
    """Whether a file begins with all the lines of another one: a last line may have been cut within a word."""
    rest = content[len(old) :]
    return content.startswith(old) and (old[-1:] in (b"", b"\n") or rest[:1] in (b"", b"\r", b"\n"))


def _fetch(options: argparse.Namespace, program: Sequence[str]) -> int:
    path: Path = options.file
    if path.exists() and not options.force:
        raise TablesError(f"{path} exists already; choose another name, or overwrite it with --force.")
    with data.opened(options, program) as place:
        content = place.read().files.get(OWNER_FILE)
        if content is None:
            raise TablesError(f"{place} has no tables of its owner; begin with host_tools/{STARTER.name}.")
    try:
        path.write_bytes(content)
    except OSError as fault:
        raise TablesError(f"{path} cannot be written: {fault.strerror}.") from None
    print("\n".join([f"{path}: {len(content)} bytes", *report(owner.read(content))]))
    if len(content) > MOST:
        advice = f"{_SHORTEN}, then send it with --force"
        print(f"These are more than the {MOST} bytes that can be sent back; {advice}.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
