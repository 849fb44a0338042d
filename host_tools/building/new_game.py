"""Write a small game, from which an author develops a new one.

    python -m host_tools.building.new_game NAME [--title "My game"]

The tool writes the folder firmware/gobelet/games/NAME, and appends NAME to the list of games. The files are
copies of template_game with NAME in place of "template_game". The new game can be played and passes every test.
"""

from __future__ import annotations

import argparse
import keyword
import re
import sys
import unicodedata
from collections.abc import Sequence
from pathlib import Path

from host_tools.building import fonts, texts
from host_tools.entry_point import run_main

TEMPLATE = Path(__file__).resolve().parent / "template_game"
NAME = re.compile(r"[a-z][a-z0-9_]{1,15}")
# Names that no game may have, because other files in the device's data folder have these names.
TAKEN = ("settings", "place", "colours")
LONGEST = 16  # maximum number of letters of a title that fit on a line of the device's home screen
SIZES = (8, 16)  # font sizes, in pixels, in which the device shows a title
NEXT = """\
{title} is written: {files} files in {folder}, and its line in {listed}.
`make run` has it as its last game. firmware/gobelet/games/README.md says what to change and where. These say what is
missing or wrong:
    make test ARGS="-k {name}"
    make pictures
When build/pictures/all-fr.png and all-en.png are as they should be, approve them:
    GOBELET_RECORD=1 make test ARGS=tests/simulator/test_golden.py
"""


class NewGameError(Exception):
    """A fault in the name or the title of a game, as one sentence."""


def check_name(name: str, title: str, root: Path = texts.ROOT) -> None:
    """Raise NewGameError if the name or the title is not usable for a game."""
    if not NAME.fullmatch(name):
        raise NewGameError(
            f"{name!r} cannot be a game's name: it has 2 to 16 small letters, digits and _, a letter first."
        )
    if keyword.iskeyword(name):
        raise NewGameError(f"{name!r} is a word of Python, choose another name.")
    if name in TAKEN:
        raise NewGameError(f"{name!r} is a file of the device, choose another name.")
    if name in texts.catalogues(root) or _games(root).joinpath(name).exists():
        raise NewGameError(f"There is a {name!r} already, choose another name.")
    if not title or len(title) > LONGEST:
        raise NewGameError(f"A title has 1 to {LONGEST} letters; {title!r} has {len(title)}.")
    missing = fonts.first_missing(title, SIZES)
    if missing or "{" in title or "}" in title:
        raise NewGameError(f"A title cannot have {missing or '{ or }'!r}: {title!r}.")


def write_game(name: str, title: str, root: Path = texts.ROOT) -> list[Path]:
    """Write a game and its entry in the list of games, and return the written files.

    Raises NewGameError, and writes no file, if the name or the title is not usable.
    """
    title = " ".join(unicodedata.normalize("NFC", title).split())
    check_name(name, title, root)
    listed = _list(root)
    games, end, rest = listed.read_text(encoding="utf-8").rpartition(")")
    files = []
    for source in sorted(TEMPLATE.rglob("*")):
        if source.suffix in (".py", ".txt"):
            text = source.read_text(encoding="utf-8")
            path = _games(root) / name / source.relative_to(TEMPLATE)
            path.parent.mkdir(parents=True, exist_ok=True)
            text = text.replace("title = Template game", f"title = {title}")
            path.write_text(text.replace(TEMPLATE.name, name), encoding="utf-8")
            files.append(path)
    listed.write_text(f'{games}    "{name}",\n{end}{rest}', encoding="utf-8")
    return files


def _games(root: Path) -> Path:
    return root / "firmware" / "gobelet" / "games"


def _list(root: Path) -> Path:
    return _games(root) / "__init__.py"


def main(argv: Sequence[str] | None = None, root: Path = texts.ROOT) -> int:
    """Write the files of a new game; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.building.new_game", description="Write a small game to begin with."
    )
    parser.add_argument("name", help="its folder: small letters, digits and _")
    parser.add_argument("--title", help="what the player reads, in both languages (the name)")
    options = parser.parse_args(argv)
    title = options.title or options.name.replace("_", " ").capitalize()
    try:
        files = write_game(options.name, title, root)
    except NewGameError as fault:
        print(fault, file=sys.stderr)
        return 1
    paths = {"folder": files[0].parent, "listed": _list(root)}
    where = {key: path.relative_to(root) for key, path in paths.items()}
    print(NEXT.format(title=title, name=options.name, files=len(files), **where), end="")
    return 0


if __name__ == "__main__":
    run_main(main)
