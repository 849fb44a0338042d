"""Draw the device as SVG: the panel with a picture, and the four keys beside it.

If there are several pictures, the SVG shows each of them for `SECONDS` seconds, in an endless loop. A browser with the
setting "reduced motion" shows the first picture only.
"""

from __future__ import annotations

from types import ModuleType

from host_tools.drawing.png import HEIGHT, WIDTH, pixel
from host_tools.drawing.wiring import COLOURS, box, dot, text

SIZE = (760, 400)
CASE = (90, 40, 670, 350)
SCALE = 3
GLASS = (130, 92)  # (x, y) of the upper left corner of the panel's pixels
KEYS_X = 610
# Name and label of each device key. UP and DOWN have a drawn arrow instead of a label.
KEYS = (("UP", ""), ("DOWN", ""), ("OK", "OK"), ("BACK", "BACK · RETOUR"))
KEYS_Y = (92, 158, 224, 290)


SECONDS = 3


def picture(board: ModuleType, *shown: bytes) -> str:
    """Return the device as SVG; `shown` are the pictures on the panel, see png.py."""
    left, top, right, bottom = CASE
    x, y = GLASS
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {SIZE[0]} {SIZE[1]}" '
        f'width="{SIZE[0]}" height="{SIZE[1]}" font-family="Helvetica, Arial, sans-serif">',
        f"<title>Gobelet: {board.NAME}</title>",
        box(0, 0, *SIZE, "#8a5a36", round=8),
        *(box(0, at, SIZE[0], at + 2, "#7c4f2f") for at in range(66, SIZE[1], 66)),
        box(left + 8, top + 12, right + 8, bottom + 12, "#5d3a22", round=26),
        box((left + right) / 2 - 28, top - 14, (left + right) / 2 + 28, top + 4, "#c9ccd1", round=4),
        box(left, top, right, bottom, "#2b3440", round=26, stroke="#1a2028"),
        box(x - 14, y - 14, x + WIDTH * SCALE + 14, y + HEIGHT * SCALE + 14, "#0b0d12", round=6),
        *_animation(len(shown)),
        *(
            f'<path class="f" id="f{at}" d="{_lit_path(each)}" stroke="#a8deff" stroke-width="{SCALE}" fill="none"/>'
            for at, each in enumerate(shown)
        ),
        text(x, bottom - 24, "Gobelet", size=22, fill="#8fa1b5", weight="bold"),
    ]
    for (key, sign), middle in zip(KEYS, KEYS_Y, strict=True):
        parts.append(dot(KEYS_X, middle, 21, COLOURS[key], stroke="#1a2028"))
        if not sign:
            tip = -10 if key == "UP" else 10
            parts.append(
                f'<path d="M{KEYS_X - 9} {middle - tip / 2:g}h18L{KEYS_X} {middle + tip}z" fill="#dfe6ee"/>'
            )
        parts.append(text(KEYS_X, middle + 38, sign, size=12, anchor="middle", fill="#dfe6ee"))
    return "\n".join([*parts, "</svg>"]) + "\n"


def _animation(count: int) -> list[str]:
    """Return the CSS animation that shows `count` pictures in turn; [] for 1 picture."""
    if count == 1:
        return []
    share = 100 / count
    rules = [
        "#f0{opacity:1}.f{opacity:0}",
        "@media (prefers-reduced-motion:no-preference){",
        f".f{{animation:turn {SECONDS * count}s steps(1) infinite}}",
        f"@keyframes turn{{0%{{opacity:1}}{share:g}%{{opacity:0}}100%{{opacity:0}}}}",
        *(f"#f{at}{{opacity:0;animation-delay:{SECONDS * at}s}}" for at in range(1, count)),
        "}",
    ]
    return [f"<style>{''.join(rules)}</style>"]


def _lit_path(shown: bytes) -> str:
    """Return an SVG path with a stroke for each row of adjacent lit pixels."""
    left, top = GLASS
    strokes = []
    for y in range(HEIGHT):
        x = 0
        while x < WIDTH:
            start = x
            while x < WIDTH and pixel(shown, x, y):
                x += 1
            if x > start:
                at = top + y * SCALE + SCALE / 2
                strokes.append(f"M{left + start * SCALE} {at:g}h{(x - start) * SCALE}")
            x += 1
    return "".join(strokes)
