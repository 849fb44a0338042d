"""Export the rolls and changes in the journals as text, CSV or JSON.

    python -m host_tools.questions.export [session.csv] [--format text|csv|json] [--game trinytia] [--lang fr]
                                [--port /dev/ttyACM0 | --store DIR | --backup gobelet.zip]

The export begins with the oldest roll or change that the journals still have. Without a file name the tool
prints the export. The suffix of the file name (.txt, .csv or .json) sets the default format. The default
language is that of the device.
"""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from host_tools.building.texts import LANGUAGES
from host_tools.device import backup, data, remote
from host_tools.device.data import DataError
from host_tools.device.remote import RemoteError, plain
from host_tools.entry_point import command_name, run_main, with_installed_commands
from host_tools.questions import journals
from host_tools.questions.games import Words
from host_tools.questions.journals import Entry, History
from host_tools.questions.output import print_text

COLUMNS = (
    "game", "place", "kind", "name", "title", "who", "inputs", "dice", "result", "by_hand", "again", "undone",
    "receipt",
)  # fmt: skip
_NUMBER = re.compile(r"[-+]?[0-9]+")
_FORMULA = re.compile(r"((?:^|[,;:|\t\r\n\"'])\s*)(?=[-+=@])")
_ENDINGS = {".txt": "text", ".csv": "csv", ".json": "json"}


def as_text(histories: Sequence[History], words: Words) -> str:
    """Return histories as text, with a line for each entry and for each receipt."""
    lines: list[str] = []
    for history in histories:
        lines += ["", history.title] if lines else [history.title]
        for number, entry in enumerate(history.entries, start=1):
            marks = ("↷" if entry.again else "") + ("×" if entry.undone else "")
            lines.append(f"{number:5} {marks:2} {_line(entry, words)}".rstrip())
            if entry.receipt:
                lines.append(f"         {entry.receipt}")
    return "".join(f"{line}\n" for line in lines)


def _line(entry: Entry, words: Words) -> str:
    if entry.kind == "change":
        return entry.title
    parts = [entry.title]
    if entry.who:
        parts.append(" → ".join(entry.who.values()))
    parts += [_input_text(entry, name) for name in entry.given]
    if entry.path:
        parts.append(f"[{_dice(entry)}]")
    if entry.by_hand:
        parts.append(words.get("hand.mark", "(hand)"))
    return " ".join(parts) + (f" = {entry.result}" if entry.result else "")


def _input_text(entry: Entry, name: str) -> str:
    return name if entry.inputs[name] == "yes" else f"{name}={entry.inputs[name]}"


def _dice(entry: Entry) -> str:
    """Format the faces and decisions of a roll: 3 and 5, then option 8, is "3 5 >8"."""
    return " ".join(
        " ".join(map(str, step)) if isinstance(step, tuple) else f">{step}" for step in entry.path
    )


def as_csv(histories: Sequence[History], words: Words) -> str:
    """Return histories as CSV, with a line for each roll and for each changed field."""
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n", quoting=csv.QUOTE_NONNUMERIC)
    table.writerow([*COLUMNS, "sheet", "row", "field", "old", "new"])
    for history in histories:
        for e in history.entries:
            who = " ".join(f"{role}={name}" for role, name in e.who.items())
            inputs = " ".join(f"{name}={value}" for name, value in e.inputs.items())
            marks = [int(e.by_hand), int(e.again), int(e.undone)]
            row = [
                e.game,
                e.position,
                e.kind,
                e.name,
                e.title,
                who,
                inputs,
                _dice(e),
                e.result,
                *marks,
                e.receipt,
            ]
            if e.kind == "roll":
                table.writerow(map(_cell, [*row, "", "", "", "", ""]))
            for change in e.changes:
                row[4] = change.words
                told = [change.sheet, change.row, change.field, change.old, change.new]
                table.writerow(map(_cell, [*row, *told]))
    return out.getvalue()


def _cell(value: Any) -> Any:
    """Prevent a spreadsheet from running the text of a CSV cell as a formula.

    Names may contain any text. The function puts an apostrophe before a sign =, +, - or @ in two places: at the
    start of the text, and after a possible separator of cells, such as a comma.
    """
    if isinstance(value, int) or _NUMBER.fullmatch(value):
        return value
    return _FORMULA.sub(r"\1'", value)


def as_json(histories: Sequence[History], words: Words) -> str:
    """Return histories as JSON. `words` is unused."""
    told = [
        {
            "game": history.game,
            "title": history.title,
            "damaged": history.damaged,
            "entries": [{**asdict(entry), "faces": entry.faces} for entry in history.entries],
        }
        for history in histories
    ]
    return json.dumps(told, ensure_ascii=False, indent=1) + "\n"


FORMATS: dict[str, Callable[[Sequence[History], Words], str]] = {
    "text": as_text,
    "csv": as_csv,
    "json": as_json,
}


def write_export(path: Path | None, content: str, form: str) -> None:
    """Write the export into the file at `path`, or print it if `path` is None."""
    if path is None:
        print_text("\n".join(map(plain, content.split("\n"))), end="")
        return
    # utf-8-sig writes a byte order mark, without which spreadsheets on Windows do not recognise UTF-8.
    encoding = "utf-8-sig" if form == "csv" else "utf-8"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, encoding=encoding)
    except OSError as fault:
        raise DataError(f"{path} cannot be written: {fault.strerror}.") from None


def files_of(options: argparse.Namespace, program: Sequence[str]) -> dict[str, bytes]:
    """Return the player's files, by name, from a backup, a device or a folder."""
    if options.backup is not None:
        return backup.read(options.backup)
    with data.open_target(options, program) as target:
        found = target.read()
    for name in found.unreadable:
        print(plain(f"{name} cannot be read; what it held is missing here."), file=sys.stderr)
    return found.files


def games_to_export(files: dict[str, bytes], game: str | None) -> list[str]:
    """Return the games to export: only `game`, or for None each game with a journal.

    Raises DataError if the game has no journal, or if there is no journal at all.
    """
    games = journals.games_in(files)
    if game is None:
        if not games:
            raise DataError("There is no journal yet: nothing was played.")
        return games
    if game not in games:
        there = f"there is {', '.join(games)}." if games else "nothing was played yet."
        raise DataError(f"There is no journal of {game!r}: {there}")
    return [game]


def main(argv: Sequence[str] | None = None, program: Sequence[str] = remote.PROGRAM) -> int:
    """Export the journals of a device or a folder; return the exit status."""
    parser = argparse.ArgumentParser(
        prog=command_name("host_tools.questions.export"),
        description="What was rolled and changed, from the journals.",
    )
    parser.add_argument("file", nargs="?", type=Path, help=f"file to write ({', '.join(_ENDINGS)})")
    parser.add_argument("--format", choices=FORMATS, help="the file's ending decides, else text")
    parser.add_argument("--game", help="only this game")
    parser.add_argument("--lang", choices=LANGUAGES, help="language of the words")
    parser.add_argument("--backup", type=Path, metavar="ZIP", help="a backup instead of a device")
    data.add_options(parser)
    options = parser.parse_args(argv)
    form = options.format or _ENDINGS.get(options.file.suffix if options.file else "", "text")
    try:
        files = files_of(options, program)
        language = options.lang or journals.language_of(files)
        histories = [journals.read(files, game, language) for game in games_to_export(files, options.game)]
        write_export(options.file, FORMATS[form](histories, Words(language)), form)
    except (DataError, RemoteError) as fault:
        print(with_installed_commands(fault), file=sys.stderr)
        return 1
    for history in histories:
        if history.damaged:
            print(f"The journal of {history.game} is damaged; what can be read is there.", file=sys.stderr)
    if options.file is not None:
        count = sum(len(history.entries) for history in histories)
        print(f"{count} rolls and changes in {options.file}.")
    return 0


if __name__ == "__main__":
    run_main(main)
