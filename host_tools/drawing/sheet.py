"""Draw an A4 sheet of building instructions to print.

`python -m host_tools.drawing.sheet` writes boards/sheet.fr.svg and boards/sheet.en.svg. Each sheet has the list
of parts, the wiring of the default board, the box, the first start and the four keys. A browser can print the
sheets.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from types import ModuleType
from typing import Any

from host_tools.building import build
from host_tools.drawing import wiring
from host_tools.drawing.wiring import FOLDER, box, dot, text
from host_tools.entry_point import run_main

WIDTH, HEIGHT = 840, 1188  # size of an A4 sheet, in units of a quarter of a millimetre
LANGUAGES = ("fr", "en")
LINE = 21
# For each language and section of the sheet: the heading, then the lines below the heading.
WORDS: dict[str, dict[str, Any]] = {
    "fr": {
        "title": "Gobelet : le fabriquer",
        "parts": (
            "Il faut",
            "un Raspberry Pi Pico, broches soudées",
            "un écran OLED I²C 128×64, quatre broches,",
            "0,96 pouce (SSD1306) ou 1,3 pouce (SH1106)",
            "quatre boutons-poussoirs 6×6 sur une plaquette",
            "du fil, un câble USB de données",
            "au choix : trois AAA ou un accu LiPo protégé,",
            "un interrupteur, une diode Schottky",
        ),
        "wiring": (
            "Câbler, d’après les noms imprimés",
            "La broche 1 (GP0) est en haut à gauche, près de la prise USB. D’un bouton 6×6 : deux pattes en diagonale.",
            "L’ordre des broches de l’écran varie : lisez leurs noms. VCC va à 3V3, jamais à VBUS.",
        ),
        "box": (
            "La boîte",
            "« make box » donne base, couvercle et capuchon",
            "(quatre fois) à imprimer, sans support ni colle.",
            "Posez le Pico sur ses quatre ergots, la plaquette",
            "des boutons sur ses appuis, l’écran sur les piliers,",
            "les capuchons sur les boutons ; clipsez le couvercle.",
            "Nous ne l’avons pas encore imprimée : mesurez l’écran.",
        ),
        "start": (
            "Premier démarrage",
            "1. Prenez gobelet-….uf2 de votre Pico, sur la page.",
            "2. Tenez BOOTSEL, branchez : un disque s’ouvre.",
            "3. Copiez-y le fichier. Un cadre vient à l’écran.",
            "4. Entier des quatre côtés ? OK. Sinon : bouton bas.",
            "5. Il demande la langue, puis apprend les touches.",
            "Rien à l’écran ? Ses quatre fils ; puis haut et bas tenus",
            "en branchant. « gobelet selftest » essaie tout le reste.",
        ),
        "keys": ("Les quatre touches", "pressée", "tenue"),
        "meanings": (
            ("HAUT BAS", "choisir, changer de un", "de plus en plus vite"),
            ("OK", "faire", "pourquoi : dés et chances"),
            ("RETOUR", "quitter", "annuler"),
        ),
    },
    "en": {
        "title": "Gobelet: how to make it",
        "parts": (
            "You need",
            "a Raspberry Pi Pico, its pins soldered on",
            "an I²C OLED panel of 128×64, four pins,",
            "0.96 inch (SSD1306) or 1.3 inch (SH1106)",
            "four push buttons of 6×6 on a strip of board",
            "wire, and a USB cable that carries data",
            "if wanted: three AAA cells or a protected LiPo,",
            "a switch, a Schottky diode",
        ),
        "wiring": (
            "Wire it, by the names that are printed",
            "Pad 1 (GP0) is at the top left, beside the USB socket. Of a 6×6 button take two legs that lie diagonally.",
            "The order of the panel’s pins differs: read their names. VCC goes to 3V3, never to VBUS.",
        ),
        "box": (
            "The box",
            "“make box” gives a base, a lid and a cap (four",
            "times) to print, without supports or glue.",
            "Lay the Pico on its four pins, the strip with the",
            "buttons on its ledges, the panel on the pillars,",
            "the caps on the buttons; snap the lid on.",
            "We have not printed it yet: measure your panel.",
        ),
        "start": (
            "First start",
            "1. Get the gobelet-….uf2 of your Pico, from the page.",
            "2. Hold BOOTSEL, plug it in: a drive opens.",
            "3. Copy the file there. The panel shows a frame.",
            "4. Whole on all four sides? OK. Else: the button down.",
            "5. It asks the language, then teaches its keys.",
            "Nothing on the panel? Its four wires; then plug it in with",
            "up and down held. “gobelet selftest” tries all the rest.",
        ),
        "keys": ("The four keys", "pressed", "held"),
        "meanings": (
            ("UP DOWN", "choose, change by one", "faster and faster"),
            ("OK", "do it", "why: dice and odds"),
            ("BACK", "leave", "undo"),
        ),
    },
}


def picture(board: ModuleType, language: str) -> str:
    """Return the sheet for a board in a language, as SVG."""
    words = WORDS[language]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="210mm" height="297mm" '
        'font-family="Helvetica, Arial, sans-serif">',
        f"<title>{words['title']}</title>",
        box(0, 0, WIDTH, HEIGHT, "#ffffff"),
        text(40, 62, str(words["title"]), size=30, weight="bold"),
        text(WIDTH - 40, 62, board.NAME, size=18, anchor="end", fill="#666666"),
        *_lines(words["parts"], 40, 106, dots=True),
        *_lines(words["start"], 430, 106),
        text(40, 318, str(words["wiring"][0]), size=19, weight="bold"),
        *(text(40, 806 + 18 * at, line, size=14) for at, line in enumerate(words["wiring"][1:])),
        f'<svg x="20" y="326" width="800" height="470" viewBox="20 60 960 564">{_inside(board)}</svg>',
        *_lines(words["box"], 40, 866),
        *_lid(470, 846),
        *_keys(words, 40, 1040),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _lines(said: tuple[str, ...], x: int, y: int, dots: bool = False) -> list[str]:
    drawn = [text(x, y, said[0], size=19, weight="bold")]
    for row, line in enumerate(said[1:], start=1):
        if dots and not said[row - 1].endswith(","):
            drawn.append(dot(x + 5, y + 6 + LINE * row - 5, 3, "#d62828"))
        indented = 4 * (len(line) - len(line.lstrip()))  # an offset for the spaces that SVG would drop
        drawn.append(text(x + 16 * dots + indented, y + 6 + LINE * row, line.lstrip(), size=13))
    return drawn


def _inside(board: ModuleType) -> str:
    """Return the SVG elements of the wiring picture, without its frame and heading."""
    return "\n".join(wiring.picture(board).splitlines()[4:-1])


def _lid(x: int, y: int) -> list[str]:
    """Draw the lid of the box from above, with the panel and the keys."""
    drawn = [
        box(x, y, x + 320, y + 190, "#e9e9ec", round=16, stroke="#8d9299"),
        box(x + 100, y + 18, x + 220, y + 90, "#0b0d12", round=4),
        text(x + 160, y + 72, "17", size=44, anchor="middle", weight="bold", fill="#e8f4ff"),
        box(x - 12, y + 50, x + 2, y + 82, "#c9ccd1", round=2, stroke="#8d9299"),
        text(x - 16, y + 71, "USB", size=12, anchor="end"),
    ]
    # Arrows are drawn as polygons, because some fonts lack arrow characters.
    for at, arrow in enumerate(
        (((-9, 7), (9, 7), (0, -9)), ((-9, -7), (9, -7), (0, 9)), (), ((7, -9), (7, 9), (-9, 0)))
    ):
        cap_x, cap_y = x + 52 + 72 * at, y + 140
        drawn.append(dot(cap_x, cap_y, 24, "#c8463c", stroke="#8d9299"))
        if arrow:
            corners = " ".join(f"{cap_x + right},{cap_y + down}" for right, down in arrow)
            drawn.append(f'<polygon points="{corners}" fill="#ffffff"/>')
        else:
            drawn.append(text(cap_x, cap_y + 6, "OK", size=16, anchor="middle", fill="#ffffff"))
    return drawn


def _keys(words: dict[str, Any], x: int, y: int) -> list[str]:
    heading = words["keys"]
    drawn = [text(x, y, heading[0], size=19, weight="bold")]
    rows = (("", *heading[1:]), *words["meanings"])
    for row, cells in enumerate(rows):
        top = y + 14 + 28 * row
        drawn.append(box(x, top, WIDTH - 40, top + 28, "#ffffff" if row % 2 else "#f1f2f5", stroke="#d5d7dc"))
        for column, cell in zip((x + 12, x + 190, x + 460), cells, strict=True):
            bold = row == 0 or column == x + 12
            drawn.append(text(column, top + 20, cell, size=16, weight="bold" if bold else "normal"))
    return drawn


def main(argv: Sequence[str] | None = None) -> int:
    """Write the sheets to print, one for each language; return the exit status."""
    argparse.ArgumentParser(
        prog="python -m host_tools.drawing.sheet", description=__doc__.partition("\n")[0]
    ).parse_args(argv)
    board = build.board_module(build.DEFAULT_BOARD)
    for language in LANGUAGES:
        (FOLDER / f"sheet.{language}.svg").write_text(picture(board, language), encoding="utf-8")
    print(f"{len(LANGUAGES)} sheets drawn into {FOLDER}")
    return 0


if __name__ == "__main__":
    run_main(main)
