"""Check, send and fetch the owner's tables of Trirème.

Some cells of Trirème's tables are illegible in the printed sheet that Gobelet's tables were copied from. The
owner of a legible sheet can give the values of these cells to the device, in a file.

    python -m host_tools.questions.tables check FILE  print the faults of the file
    python -m host_tools.questions.tables send FILE   send a file without faults to the device
    python -m host_tools.questions.tables fetch FILE  copy the file of the device, with choices made during play

Begin with a copy of host_tools/questions/trireme.tsv: the shipped tables, with ? after each doubtful cell.
The tool checks the file with the device's own parser. For a line with a fault, the device uses the shipped value.

During play, the device appends choices of the owner to the device's file. `send` therefore overwrites the device's
file only with a FILE that begins with all lines of the device's file. The option --force makes `send` overwrite any
file, and send faulty lines too. `fetch` overwrites an existing FILE only with --force.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from host_tools.device import data, remote
from host_tools.device.data import DataError
from host_tools.device.remote import RemoteError
from host_tools.entry_point import run_main
from host_tools.questions import games as _firmware  # noqa: F401  # makes the firmware importable
from host_tools.questions.output import print_text

from gobelet.games.trireme.rules import OWNER_FILE, corrections, counters, owner_file  # isort: skip
from gobelet.games.trireme.rules.tables import CLEARANCE_INPUTS, DAMAGE_INPUTS  # isort: skip

STARTER = Path(__file__).with_name("trireme.tsv")
# maximum number of bytes in a file that is sent; choices during play may make the device's file longer
MOST = 16384
_SHORTEN = "take out comments, and lines that a later one for the same cell or parameter overrules"

_MODEL = "host_tools/questions/trireme.tsv"
# names of the inputs that contain corrected cells; `ask --tables FILE` reads these inputs from a file
CELLS = DAMAGE_INPUTS[0] + CLEARANCE_INPUTS[0]

# For each fault code of the parser, the message on the desk; the device has shorter messages.
REASONS = {
    "utf8": "this is not UTF-8; save the file as UTF-8",
    "word": "{0} begins no line; begin with set, diag, param, ship or @table, and put a tab behind each field",
    "table": "there is no table {0}; write " + ", ".join(owner_file.NAMES[:2]) + f" or {owner_file.NAMES[2]}",
    "head": "the @head line has {0} columns, {1} are needed; copy it from " + _MODEL,
    "column": "there is no column {0} here; write {columns}",
    "row": "there is no row {0} here; write {rows}",
    "cells": "the row has {0} cells, {1} are needed; put one tab between any two",
    "rows": "the table has {0} rows, {1} are needed; put all of them behind its @head, and no other line between",
    "fields": "a {0} line is {form}, with one tab between any two; fields here: {1}, needed: {2}",
    "diag": "{0} is no diagonal; write ship_ram_damage, then the dice + the number of the column, 1 to 31",
    "param": "there is no parameter {0}; write one of "
    + ", ".join(row.split()[0] for row in owner_file.PARAMS),
    "ship": "there is no counter {0}; write a Greek letter such as Alpha, or one of "
    + ", ".join(counters.NAMES.split()[24:]),
    "option": "{0} is not allowed here; write {options}",
    "value": f"{{0}} is not in the legend at the head of {_MODEL}; the cell stays in doubt until it is",
    "break": "the cell {0} {1} {2} is worse for the ramming ship than the one to its left or above; it counts, but "
    "read your sheet once more",
}
# In special cases, these messages replace the REASONS of "head", "column", "row" and "value", see `sentence`.
_NO_HEAD = "the table has a row before its @head line; copy that line, with {1} columns, from " + _MODEL
_ORDER = "the column {0} is not in its place; put the columns in the order of " + _MODEL
_TWICE = "the row {0} is there twice; take one of the two out"
_OWN_MARK = (
    "{0} has a ~ of your own, and only a cell as shipped can have one: the cell stays in doubt; take the ~ away "
    "once you have read the value on your sheet"
)

_FORMS = {
    "set": "set, table, row, column, value",
    "diag": "diag, table, dice + column, value",
    "param": "param, name, option",
    "ship": "ship, name, PV, boarding factor, size, crew",
}
_ROWS = ("0 to 14", "0 to 14", "expert, ordinaire, debutant or esclave")
_COLUMNS = (
    f"a whole ratio such as -4, 0 or +4, or a label of @head in {_MODEL}",
    "inf, egal or sup",
    "2 to 12",
)

# The number of arguments of the message, by fault code, for each code that may concern a @table block. A fault inside
# a block has one argument more, the name of the table.
_OWN = {"utf8": 0, "table": 1, "head": 2, "column": 1, "row": 1, "cells": 2, "rows": 2}

_LONGEST = 32  # maximum number of characters of a word from the file that a message quotes


class TablesError(Exception):
    """The reason why a file is not read, sent or fetched, as one sentence."""


def sentence(fault: tuple[int, str, tuple[Any, ...]], fields: Sequence[str] = ()) -> str:
    """Return the message for a fault or a remark of the parser.

    `fields` are the fields of the faulty line in the file.
    """
    line, code, arguments = fault
    block = _block(fault)
    name = block or "".join(fields[1:2])  # in a line outside a block, the second field names the table
    table = owner_file.NAMES.index(name) if name in owner_file.NAMES else None
    reason = REASONS[code]
    if code == "head" and arguments[0] == 0 and fields[:1] != ["@head"]:
        reason = _NO_HEAD
    elif code == "column" and block is not None and owner_file.column_of(table, arguments[0]) >= 0:
        reason = _ORDER
    elif code == "row" and block is not None and owner_file.row_of(table, arguments[0]) >= 0:
        reason = _TWICE
    elif code == "value" and arguments[0].endswith("~"):
        reason = _OWN_MARK
    # the arguments of "fields" and "break" are not words from the file
    quoted = code not in ("fields", "break")
    words = [_quote(word) if quoted and isinstance(word, str) else word for word in arguments]
    said = reason.format(
        *words,
        rows="one of " + _MODEL if table is None else _ROWS[table],
        columns="one of " + _MODEL if table is None else _COLUMNS[table],
        form=_FORMS.get(str(words[0]), "") if words else "",
        options=_options(arguments[1]) if code == "option" else "",
    )
    return f"line {line}: {said}"


def _block(fault: tuple[int, str, tuple[Any, ...]]) -> str | None:
    """Return the name of the @table block with the fault, or None outside a block."""
    _, code, arguments = fault
    return arguments[-1] if code in _OWN and len(arguments) > _OWN[code] else None


def _quote(word: str) -> str:
    """Quote a word from the file, shortened to _LONGEST characters."""
    shown = repr(word)
    return shown if len(shown) <= _LONGEST else shown[: _LONGEST - 2] + "…'"


def _options(listed: str) -> str:
    """Format the options of a parameter for a message: "0 1 2" becomes "0, 1 or 2"."""
    if ".." in listed:
        return listed.replace("..", " to ")
    *others, last = listed.split()
    return f"{', '.join(others)} or {last}"


def load(path: Path) -> bytes:
    """Read a file of tables. Raises TablesError if the file is unreadable or too long."""
    try:
        content = data.content(path)
    except DataError as fault:
        raise TablesError(str(fault)) from None
    except OSError as fault:
        raise TablesError(f"{path} cannot be read: {fault.strerror}.") from None
    if len(content) > MOST:
        raise TablesError(f"{path} has {len(content)} bytes, {MOST} are the most; {_SHORTEN}.")
    return content


def inputs_from_file(path: Path, proc: Any, given: dict[str, int], values: dict[str, int]) -> dict[str, int]:
    """Return inputs of a Procedure: those in `given`, and those in a file of tables.

    `given` has the inputs on the command line, which override the inputs in the file. If the file has faults, the
    function prints a warning.
    """
    found = owner_file.note_breaks(owner_file.parse_file(load(path)))
    if found.faults:
        why = f"`python -m host_tools.questions.tables check {path}` says which and why"
        print(f"Part of {path} is left out; {why}.", file=sys.stderr)
    params = {
        each.name: found.params[each.field]
        for each in proc.inputs
        if each.role == "param" and each.field in found.params
    }
    return {**params, **corrections.correction_values(found.cells, proc, values), **given}


def report(found: Any, content: bytes) -> list[str]:
    """Return the lines that report on a parsed file of tables.

    The lines have the faults, the remarks, the number of doubtful cells of each table, the parameters and the
    ships.
    """
    lines = []
    written = re.split(rb"\r\n|\r|\n", content)
    for fault in found.faults:
        block = _block(fault)
        left = "this line" if block is None else "the whole table"
        if block:
            left += " " + (block if block in owner_file.NAMES else _quote(block))
        lines.append(f"{sentence(fault, _fields(written[fault[0] - 1]))}; {left} is LEFT OUT.")
    lines += [sentence(note) + "." for note in found.notes]
    if found.dropped:
        lines.append(f"and {found.dropped} more lines that are faulty or worth a look")
    for table, name in enumerate(owner_file.NAMES):
        check, doubt = found.unsure_counts(table)
        lines.append(f"{name}: {doubt} cells in doubt, {check} to check")
    for row in owner_file.PARAMS:
        field = row.split()[1]
        if field in found.params:
            _, name, option = owner_file.param_line(field, found.params[field]).split()
            lines.append(f"{name} = {option}")
    lines += [
        counters.file_line(at, found.ships[at]).strip().replace("\t", " ") for at in sorted(found.ships)
    ]
    return lines


def _fields(line: bytes) -> list[str]:
    return [field.strip() for field in line.decode(errors="replace").strip("\ufeff \t").split("\t")]


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    """Check, send or fetch the owner's tables; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.questions.tables",
        description="Check, send and fetch the owner's tables of Trirème.",
        epilog=f"Begin with a copy of {STARTER.name} in host_tools/questions.",
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
            return _fetch_file(options, program)
        content = load(options.file)
        found = owner_file.note_breaks(owner_file.parse_file(content))
        print_text("\n".join(report(found, content)))
        if options.what == "send":
            _send_file(options, program, content, found)
    except (TablesError, DataError, RemoteError) as fault:
        print(fault, file=sys.stderr)
        return 1
    return 1 if found.faults and options.what == "check" else 0


def _send_file(options: argparse.Namespace, program: Sequence[str], content: bytes, found: Any) -> None:
    if found.faults and not options.force:
        raise TablesError(
            "Nothing was sent; mend the lines that are left out, or send the file as it is with --force, which "
            "also overwrites what is on the device."
        )
    with data.open_target(options, program) as target:  # the device reads the file at its next start
        there = target.read()
        old = there.files.get(OWNER_FILE)
        if old == content:
            print_text(f"Nothing to send: {target} has exactly these tables.")
            return
        if not options.force:
            if OWNER_FILE in there.unreadable:
                raise TablesError(
                    f"Nothing was sent: the tables that {target} has cannot be read; overwrite them with --force."
                )
            if old is not None and not _has_prefix_lines(content, old):
                raise TablesError(
                    f"Nothing was sent: {target} has tables of its owner that {options.file} does not begin with; "
                    "`fetch` them into another file, then overwrite them with --force."
                )
        target.put_file(OWNER_FILE, content)
        print_text(
            f"Sent to {target}." if old is None else f"Sent to {target}, in place of {len(old)} bytes there."
        )


def _has_prefix_lines(content: bytes, old: bytes) -> bool:
    """Tell whether `content` begins with all lines of `old`.

    In `content`, the last line of `old` must have no further characters.
    """
    rest = content[len(old) :]
    return content.startswith(old) and (old[-1:] in (b"", b"\n", b"\r") or rest[:1] in (b"", b"\r", b"\n"))


def _fetch_file(options: argparse.Namespace, program: Sequence[str]) -> int:
    path: Path = options.file
    if os.path.exists(path) and not options.force:
        raise TablesError(f"{path} exists already; choose another name, or overwrite it with --force.")
    with data.open_target(options, program) as target:
        content = target.read().files.get(OWNER_FILE)
        if content is None:
            raise TablesError(f"{target} has no tables of its owner; begin with {_MODEL}.")
    try:
        path.write_bytes(content)
    except OSError as fault:
        raise TablesError(f"{path} cannot be written: {fault.strerror}.") from None
    print_text(
        "\n".join(
            [
                f"{path}: {len(content)} bytes",
                *report(owner_file.note_breaks(owner_file.parse_file(content)), content),
            ]
        )
    )
    if len(content) > MOST:
        advice = f"{_SHORTEN}, then send it with --force"
        print(f"These are more than the {MOST} bytes that can be sent back; {advice}.", file=sys.stderr)
    return 0


if __name__ == "__main__":
    run_main(main)
