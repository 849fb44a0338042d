"""The pictures of the web page: screens of the games, drawings of parts, icons.

The drawings show the upper edge of the panel's circuit board, and the models of the Pico.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.building import build, texts
from host_tools.drawing import wiring
from simulator import paths, picture
from simulator.board import VirtualBoard
from simulator.pictures import FOLDER
from simulator.script import Script

if TYPE_CHECKING:
    from PIL import Image

# The picture that the page shows for each game: the name of a shot in the game's script. For a game without an entry
# the page shows the game's first screen.
SHOTS = {
    "dice": "result",
    "counters": "two",
    "trinytia": "attack",
    "trireme": "boarding",
    "trinites": "trinite-result",
    "mystria": "turn",
    "traqueur": "strike",
}
# The pictures of the film on the start page. Each entry has the game whose script runs, the shot at which the script
# stops, further script commands, and the display time in milliseconds.
FILM = (
    ("dice", "home", "", 2400),
    ("dice", "home", "dice 5 6\npress OK", 1600),
    ("trireme", "boarding", "", 2600),
    ("trireme", "boarding", "dice 5\npress OK", 1600),
    ("trinytia", "attack", "", 2600),
    ("trinytia", "attack", "dice 3 2\npress OK", 1600),
)
LOOPS = 3  # number of repetitions of the film before it stops
LIT, UNLIT = (122, 214, 255), (10, 13, 18)
ICONS = {"icon-180.png": (180, 0.0), "icon-192.png": (192, 0.2), "icon-512.png": (512, 0.2)}
# The file name of an icon that an operating system may crop; the inner four fifths stay visible.
MASKABLE = "icon-maskable.png"
_OVERSIZED = 4  # factor by which an icon is drawn larger, then reduced, so that its edges are smooth


def games(out: Path) -> None:
    """Write a picture of each game in each language.

    The files are out/<game>.<language>.png, with one pixel for each pixel of the panel.
    """
    out.mkdir()
    for language in texts.LANGUAGES:
        for game in texts.listed_games():
            _colour_image(_shot(game, language)).save(out / f"{game}.{language}.png", optimize=True)


def _shot(game: str, language: str) -> bytes:
    paths.install()
    board = VirtualBoard()
    board.choose_language(language)
    taken: dict[str, bytes] = {}
    if game not in SHOTS:
        Script(board, taken.__setitem__).play_text(f"open {game}.home\nshot home\n", Path(game))
        return taken["home"]
    wanted = SHOTS[game]
    Script(board, taken.__setitem__).play_text(f"{_script_before(game, wanted)}\nshot {wanted}\n", Path(game))
    return taken[wanted]


def film(out: Path) -> None:
    """Write the film of the start page, and a still picture, in each language.

    The page shows the film until a visitor presses a key or chooses a game. In a browser that is set to "reduced
    motion", the page shows the still picture instead of the film.
    """
    for language in texts.LANGUAGES:
        frames = [_colour_image(each) for each in _frames(language)]
        times = [ms for *_, ms in FILM]
        path = out / f"film.{language}.png"
        frames[0].save(path, save_all=True, append_images=frames[1:], duration=times, loop=LOOPS)
        frames[0].save(out / f"still.{language}.png", optimize=True)


def _frames(language: str) -> list[bytes]:
    """Return the frame for each entry of FILM."""
    paths.install()
    found = []
    for game, shot, acts, _ in FILM:
        taken: dict[str, bytes] = {}
        board = VirtualBoard()
        board.choose_language(language)
        Script(board, taken.__setitem__).play_text(
            f"{_script_before(game, shot)}\n{acts}\nshot film\n", Path(game)
        )
        found.append(taken["film"])
    return found


def _script_before(game: str, shot: str) -> str:
    """Return the part of a game's script before the shot of this name.

    Raises BuildError if the script has no shot of this name.
    """
    script = FOLDER / f"{game}.txt"
    before, mark, _ = script.read_text(encoding="utf-8").partition(f"\nshot {shot}\n")
    if not mark:
        raise build.BuildError(f"{script} has no shot {shot!r}.")
    return before


def _colour_image(pixels: bytes) -> Image.Image:
    drawn = picture.image(pixels, 1).convert("P")
    drawn.putpalette([*UNLIT, *[0] * 762, *LIT])
    return drawn


def panel(board: str) -> str:
    """Draw the upper edge of the panel's circuit board as SVG.

    The drawing has pads, wires and labels. A <style> element before the drawing sets the colour of each key's wire.
    """
    facts = build.constants(board)
    pads = ("GND", "VCC", "SCL", "SDA")
    parts = [
        f'<circle cx="{x}" cy="18" r="5.5" fill="#e2c46c" stroke="#f6e7b0"/>'
        f'<circle cx="{x}" cy="18" r="2.4" fill="#24272d"/>'
        f'<path d="M{x} 15.5V0" stroke="{wiring.COLOURS[name]}" stroke-width="4" stroke-linecap="round"/>'
        f'<text x="{x}" y="33" text-anchor="middle">{name}</text>'
        for name, x in zip(pads, range(214, 290, 24), strict=True)
    ]
    said = f"{str(facts['CHIP']).upper()} 128×64 I²C 0x{facts['ADDRESS']:X}"
    corners = "".join(
        f'<circle cx="{x}" cy="17" r="8" fill="#0a2036" stroke="#e2c46c" stroke-width="3"/>'
        for x in (16, 484)
    )
    wires = "".join(f"#{key.lower()}{{--wire:{wiring.COLOURS[key]}}}" for key in ("UP", "DOWN", "OK", "BACK"))
    return (
        f"      <style>{wires}</style>\n"
        '      <svg id="pins" viewBox="0 0 500 36" preserveAspectRatio="xMidYMid meet" aria-hidden="true" '
        f'font-family="sans-serif" font-size="9" fill="#dfe9f2">{corners}{"".join(parts)}'
        f'<text x="40" y="21" opacity=".75">{said}</text></svg>'
    )


def model(wireless: bool, chip: str) -> str:
    """Draw a Pico from above as SVG.

    The models differ in the metal shield over the radio, and in the printed name of the chip.
    """
    pads = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.4" fill="#e2c46c"/>' for x in range(10, 112, 5) for y in (4, 48)
    )
    radio = (
        '<rect x="84" y="14" width="24" height="24" rx="1.5" fill="#c9ccd1" stroke="#8d9299"/>'
        if wireless
        else ""
    )
    return (
        '<svg viewBox="-6 0 126 52" aria-hidden="true">'
        '<rect x="2" y="1" width="114" height="50" rx="3" fill="#1f7a4a"/>'
        f'{pads}<rect x="-5" y="17" width="16" height="18" rx="2" fill="#c9ccd1" stroke="#8d9299"/>'
        '<circle cx="26" cy="17" r="4.5" fill="#f4f4f0" stroke="#8d9299"/>'
        f'<rect x="44" y="14" width="24" height="24" rx="1.5" fill="#15181d"/>{radio}'
        '<text x="56" y="28.5" text-anchor="middle" font-size="6" font-family="sans-serif" fill="#dfe9f2">'
        f"{chip}</text></svg>"
    )


def icons(out: Path) -> None:
    """Write the icon in the sizes that operating systems require."""
    for name, (size, rounded) in ICONS.items():
        _icon(size, 1.0, rounded).quantize(64).save(out / name, optimize=True)
    _icon(512, 0.72, 0.0).quantize(64).save(out / MASKABLE, optimize=True)


def _icon(size: int, part: float, rounded: float) -> Image.Image:
    """Draw the picture of icon.svg as a square icon.

    size      width and height in pixels.
    part      width of the picture in icon.svg, as a share of the icon's width; the rest is a margin.
    rounded   corner radius of the background, as a share of the icon's width.
    """
    from PIL import Image, ImageDraw

    whole = size * _OVERSIZED
    drawn = Image.new("RGBA", (whole, whole))
    pen = ImageDraw.Draw(drawn)
    pen.rounded_rectangle((0, 0, whole - 1, whole - 1), rounded * whole, fill=(20, 23, 29))
    unit = whole * part / 64

    def at(x: float, y: float) -> tuple[float, float]:
        return whole / 2 + (x - 32) * unit, whole / 2 + (y - 32) * unit

    outline = [at(*point) for point in ((14, 14), (50, 14), (44, 52), (20, 52))]
    pen.line([*outline, *outline[:2]], fill=LIT, width=round(4 * unit), joint="curve")
    for x, y in ((26, 26), (38, 26), (32, 34), (28, 42), (37, 42)):
        pen.ellipse((*at(x - 3.5, y - 3.5), *at(x + 3.5, y + 3.5)), fill=LIT)
    return drawn.resize((size, size), Image.Resampling.LANCZOS)
