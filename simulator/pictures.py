"""Pictures of every screen in both languages.

`make pictures` or `python -m simulator.pictures` draws them. The scripts in simulator/scripts/pictures run once
for each language. The module portraits.py adds the screens of a game that need no script. Each `shot` command of a
script becomes a PNG in build/pictures/LANGUAGE. A contact sheet shows all pictures of a language. The tool also lists
the screens without a picture, and texts on the screen that are clipped, shortened or lack a glyph.
"""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.drawing import device as drawing
from host_tools.entry_point import run_main
from simulator import paths, picture, portraits
from simulator.board import BoardError, VirtualBoard, definition
from simulator.portraits import View
from simulator.script import Script, ScriptError
from simulator.watched import small_choices, too_small, undeclared_numbers

if TYPE_CHECKING:
    from PIL import Image

LANGUAGES = ("fr", "en")
FOLDER = paths.SCRIPTS / "pictures"
OUT = paths.ROOT / "build" / "pictures"
GALLERY_SCRIPT = paths.SCRIPTS / "gallery.txt"
GALLERY = Path(__file__).parent / "gallery"  # folder in the repository with the pictures of the README
DEVICE = ("home", "attack", "result")  # names of the shots that the animated drawing of the device shows
COLUMNS = 4
SHEET_SCALE = 2
# The pattern of an unfilled placeholder such as {0}. The dice d{1,1,2} do not match.
PLACE = re.compile(r"\{\w*\}")
CAPTION = 16  # height in pixels of the caption above each picture of the contact sheet

Session = Path | str  # a source of pictures: a script, or the name of a game


@dataclass
class Shot:
    """A picture that a `shot` command took, with the screen that drew the picture."""

    name: str
    picture: bytes
    view: View  # the result of `portraits.view` for the screen that drew the picture
    faults: list[str]  # a description of each fault in the picture, such as "2 clipped"


@dataclass
class Album:
    """All pictures in one language."""

    language: str
    shots: list[Shot] = field(default_factory=list)

    def screens(self) -> set[str]:
        """Return the ids of the screens in the pictures."""
        return {screen for screen, _ in self.views() if screen}

    def views(self) -> set[View]:
        """Return the views in the pictures, as `portraits.view` returns them."""
        return {shot.view for shot in self.shots}


def games() -> tuple[str, ...]:
    """Return the names of all games."""
    paths.install()
    from gobelet.games import GAMES

    return tuple(GAMES)


def screen_ids() -> set[str]:
    """Return the ids of all screens."""
    found = set()
    for name in ("system", *games()):
        path = "gobelet.system" if name == "system" else f"gobelet.games.{name}.screens"
        module = __import__(path, fromlist=["SCREENS"])
        found |= {f"{name}.{short}" for short in module.SCREENS}
    return found


def missing_pictures(album: Album) -> list[str]:
    """Return a sentence for each screen without a picture."""
    folder = FOLDER.relative_to(paths.ROOT)
    return [
        f"{screen} is in no picture: `open {screen}` and a `shot` belong into {folder}/{screen.split('.')[0]}.txt"
        for screen in sorted(screen_ids() - album.screens())
    ]


def sessions() -> list[Session]:
    """Return all sources of pictures: first the scripts, then the games."""
    return [*sorted(FOLDER.glob("*.txt")), *games()]


def chosen_sources(words: Iterable[str]) -> list[Session]:
    """Return the sources of pictures that the command line names.

    Each of `words` is the path of a script or the name of a game. The name of a game selects its scripts and its
    portraits.
    """
    found: list[Session] = []
    for word in words:
        if word in games():
            found += [*FOLDER.glob(f"{word}.txt"), *sorted(FOLDER.glob(f"{word}_*.txt")), word]
        else:
            found.append(Path(word))
    return found


def title(session: Session) -> str:
    """Return the name of a source of pictures: a game's name, or a file name."""
    return session.name if isinstance(session, Path) else session


def run_session(session: Session, script: Script) -> None:
    """Run a source of pictures on the board of `script`.

    Raises ScriptError if the source fails.
    """
    if isinstance(session, Path):
        script.play(session)
    else:
        portraits.take_portraits(script, session)


def photograph(session: Session, album: Album) -> None:
    """Run a source of pictures on a new device, and add its shots to the album.

    The name of a shot is prefixed with the name of its source, except in the gallery. If the source is a game, a shot
    is added only if the album lacks its view.
    """
    board = VirtualBoard()
    board.choose_language(album.language)
    shown = set() if isinstance(session, Path) else album.views()

    def show(name: str, pixels: bytes) -> None:
        app = board.app
        faults = [
            f"{count} {what}"
            for what in ("missing", "clipped", "shortened")
            if (count := getattr(app.canvas, what))
        ]
        if app.context.t.missing:
            faults.append(f"{app.context.t.missing} texts without words")
        faults += [
            "words that run into each other: " + " / ".join(pair) for pair in board.words.overlapping_pairs()
        ]
        faults += [f"watched: {line}" for line in too_small(board) + undeclared_numbers(board)]
        faults += [f"a choice in small letters: {line}" for line in small_choices(board)]
        if PLACE.search(board.words.text()):
            faults.append("a text whose places are not filled")
        app.context.t.missing = app.canvas.missing = app.canvas.clipped = app.canvas.shortened = 0
        view = portraits.view(app)
        if view not in shown:
            label = name if session == GALLERY_SCRIPT else f"{Path(title(session)).stem}-{name}"
            album.shots.append(Shot(label, pixels, view, faults))

    run_session(session, Script(board, show))


def contact_sheet(shots: Sequence[Shot]) -> Image.Image:
    """Draw all pictures side by side, each with its name."""
    from PIL import Image, ImageDraw

    width, height = picture.image(bytes(1024), SHEET_SCALE).size
    rows = (len(shots) + COLUMNS - 1) // COLUMNS
    sheet = Image.new("RGB", (COLUMNS * width, rows * (height + CAPTION)), picture.CASE)
    draw = ImageDraw.Draw(sheet)
    for number, shot in enumerate(shots):
        x, y = number % COLUMNS * width, number // COLUMNS * (height + CAPTION)
        sheet.paste(picture.image(shot.picture, SHEET_SCALE), (x, y + CAPTION))
        draw.text((x + 4, y + 3), shot.name, fill=picture.LIT)
    return sheet


def albums(played: Sequence[Session] = (), languages: Sequence[str] = LANGUAGES) -> list[Album]:
    """Take the pictures of the sources `played`, in each language.

    If `played` is empty, all sources are run. Raises ScriptError if a source fails.
    """
    made = []
    for language in languages:
        album = Album(language)
        for session in played or sessions():
            photograph(session, album)
        made.append(album)
    return made


def gallery(language: str = "fr") -> list[Shot]:
    """Take the pictures for the README."""
    album = Album(language)
    photograph(GALLERY_SCRIPT, album)
    return album.shots


def gallery_folder(language: str) -> Path:
    """Return the folder of the README's pictures in a language."""
    return GALLERY if language == "fr" else GALLERY / language


def device(shots: Sequence[Shot]) -> str:
    """Draw the device as SVG; its panel shows the shots named in DEVICE in turn."""
    shown = {shot.name: shot.picture for shot in shots}
    return drawing.picture(definition(), *(shown[name] for name in DEVICE))


def main(argv: Sequence[str] | None = None) -> int:
    """Draw the pictures that the command line names; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m simulator.pictures", description="Pictures of every screen."
    )
    parser.add_argument("only", nargs="*", help="a game, or the file of a script")
    parser.add_argument("--out", type=Path, default=OUT, help="folder to draw in (build/pictures)")
    parser.add_argument("--lang", choices=LANGUAGES, action="append", help="only this language")
    parser.add_argument("--plain", action="store_true", help="128x64 pixels, black and white")
    options = parser.parse_args(argv)
    try:
        made = albums(chosen_sources(options.only), options.lang or LANGUAGES)
    except (ScriptError, BoardError) as error:
        print(error, file=sys.stderr)
        return 1
    for album in made:
        folder = options.out / album.language
        for old in folder.glob("*.png"):
            old.unlink()
        for shot in album.shots:
            picture.save(shot.picture, folder / f"{shot.name}.png", 1 if options.plain else 4)
        contact_sheet(album.shots).save(options.out / f"all-{album.language}.png", optimize=True)
        print(f"{len(album.shots)} pictures in {folder}")
        for shot in album.shots:
            if shot.faults:
                print(f"  {shot.name}: {', '.join(shot.faults)}")
    if not options.only:
        for language in LANGUAGES:
            shots = gallery(language)
            for shot in shots:
                picture.save(shot.picture, gallery_folder(language) / f"{shot.name}.png")
            (gallery_folder(language) / "device.svg").write_text(device(shots), encoding="utf-8")
        for line in missing_pictures(made[0]):
            print(line)
    return 0


if __name__ == "__main__":
    run_main(main)
