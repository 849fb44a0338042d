"""Wiring pictures and tables, drawn from the board files: `python -m host_tools.drawing.wiring`.

Writes boards/<board>.svg and the tables in boards/README.md, so neither can differ from the pins in use.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from host_tools.building import build
from host_tools.entry_point import run_main

FOLDER = Path(__file__).resolve().parents[2] / "boards"
README = FOLDER / "README.md"
BOARDS = build.boards()

# The pads of a Pico (all models) seen from above, USB on top.
PINOUT = """
 1 GP0     VBUS 40
 2 GP1     VSYS 39
 3 GND      GND 38
 4 GP2   3V3_EN 37
 5 GP3      3V3 36
 6 GP4     VREF 35
 7 GP5     GP28 34
 8 GND     AGND 33
 9 GP6     GP27 32
10 GP7     GP26 31
11 GP8      RUN 30
12 GP9     GP22 29
13 GND      GND 28
14 GP10    GP21 27
15 GP11    GP20 26
16 GP12    GP19 25
17 GP13    GP18 24
18 GND      GND 23
19 GP14    GP17 22
20 GP15    GP16 21
"""
PADS: dict[int, str] = {}
for row in PINOUT.split("\n")[1:-1]:
    left_pad, left_name, right_name, right_pad = row.split()
    PADS |= {int(left_pad): left_name, int(right_pad): right_name}

VSYS_PAD, BATTERY_GROUND, POWER_PAD = 39, 38, 36

COLOURS = {
    "VCC": "#d62828",
    "GND": "#222222",
    "SCL": "#d99a00",
    "SDA": "#1d6fb8",
    "UP": "#23877b",
    "DOWN": "#7b4fb5",
    "OK": "#e06c00",
    "BACK": "#c2185b",
    "+": "#d62828",
    "−": "#222222",
}


class Wire(NamedTuple):
    """One wire: the part it comes from, that part's terminal, and the number of the Pico's pad."""

    part: str
    terminal: str
    pad: int


def wires(board: ModuleType) -> list[Wire]:
    """Every wire of a board."""
    keys = [(name, pad_of(getattr(board, name))) for name in ("UP", "DOWN", "OK", "BACK")]
    scl, sda = pad_of(board.SCL), pad_of(board.SDA)
    return [
        Wire("panel", "VCC", POWER_PAD),
        Wire("panel", "GND", ground_near([scl, sda])),
        Wire("panel", "SCL", scl),
        Wire("panel", "SDA", sda),
        *[Wire("keys", name, pad) for name, pad in keys],
        Wire("keys", "GND", ground_near([pad for _name, pad in keys])),
        Wire("battery", "+", VSYS_PAD),
        Wire("battery", "−", BATTERY_GROUND),
    ]


def pad_of(gpio: int) -> int:
    """Number of the pad that a GPIO is on. KeyError for one that has none."""
    return {name: pad for pad, name in PADS.items()}[f"GP{gpio}"]


def ground_near(pads: list[int]) -> int:
    """The ground pad nearest to some pads; of two, the later one. The battery has one of its own."""
    grounds = [pad for pad, name in PADS.items() if name == "GND" and pad != BATTERY_GROUND]
    return min(grounds, key=lambda ground: (min(abs(ground - pad) for pad in pads), -ground))


# The table


def table(board: ModuleType) -> str:
    """The wires as a table in Markdown."""
    lines = ["| from | to the Pico's | pad |", "|---|---|---|"]
    for wire in wires(board):
        lines.append(f"| {words(wire)} | {PADS[wire.pad]} | {wire.pad} |")
    return "\n".join(lines) + "\n"


def words(wire: Wire) -> str:
    """What a table calls the end of a wire that is not at the Pico."""
    if wire.part == "keys":
        return "all keys, other side" if wire.terminal == "GND" else f"key {wire.terminal}, one side"
    if wire.terminal == "+":
        return "battery +, over a switch and a Schottky diode"
    return f"{wire.part} {wire.terminal}"


def with_tables(text: str) -> str:
    """The README's text with each table between its marks made anew."""
    for name in BOARDS:
        start, end = f"<!-- wiring {name} -->\n", "<!-- end -->"
        before, found, rest = text.partition(start)
        if not found:
            raise SystemExit(f"boards/README.md has no line {start.strip()}")
        text = before + start + table(build.board_module(name)) + rest[rest.index(end) :]
    return text


# The picture

WIDTH, HEIGHT = 1000, 650
BODY = (400, 86, 600, 584)  # the Pico's board: left, top, right, bottom
PITCH = 23
FIRST_PAD = 116  # y of the topmost pads
LANE = 14  # between two wires that run side by side
KEYS_X = 190  # centre of the key caps
KEYS_Y = (305, 383, 461, 539)
RAIL_X, RAIL_Y = 84, 612  # the wire that joins the keys' other sides
PANEL = (730, 262, 960, 442)
PANEL_Y = (304, 337, 370, 403)  # the panel's terminals
BATTERY = (806, 104, 956, 196)


def picture(board: ModuleType) -> str:
    """The wiring picture as SVG."""
    all_wires = wires(board)
    used = {wire.pad: COLOURS[wire.terminal] for wire in all_wires}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="Helvetica, Arial, sans-serif">',
        f"<title>{board.NAME}: wiring, câblage</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        text(40, 50, f"Gobelet: {board.NAME}", size=26, weight="bold"),
        *draw_wires(all_wires),
        *draw_pico(board, used),
        *draw_panel(board),
        *draw_keys(),
        *draw_battery(),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def text(
    x: float,
    y: float,
    words: str,
    *,
    size: int = 14,
    fill: str = "#222222",
    anchor: str = "start",
    weight: str = "normal",
) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{fill}" text-anchor="{anchor}" '
        f'font-weight="{weight}">{words}</text>'
    )


def box(
    left: float,
    top: float,
    right: float,
    bottom: float,
    fill: str,
    *,
    round: float = 0,
    stroke: str = "none",
) -> str:
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}" rx="{round:g}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="2"/>'
    )


def dot(x: float, y: float, radius: float, fill: str, stroke: str = "none") -> str:
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" stroke-width="2"/>'


def line(points: list[tuple[float, float]], colour: str) -> str:
    at = " ".join(f"{x:g},{y:g}" for x, y in points)
    return (
        f'<polyline points="{at}" fill="none" stroke="{colour}" stroke-width="4" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )


def pad_place(pad: int) -> tuple[float, float]:
    """Middle of a pad."""
    if pad <= 20:
        return BODY[0], FIRST_PAD + (pad - 1) * PITCH
    return BODY[2], FIRST_PAD + (40 - pad) * PITCH


def terminal_place(wire: Wire) -> tuple[float, float]:
    """Where a wire ends at its part."""
    if wire.part == "panel":
        return PANEL[0], PANEL_Y[("VCC", "GND", "SCL", "SDA").index(wire.terminal)]
    if wire.part == "battery":
        return BATTERY[0], pad_place(wire.pad)[1]
    if wire.terminal == "GND":
        return RAIL_X, RAIL_Y
    return KEYS_X + 32, KEYS_Y[("UP", "DOWN", "OK", "BACK").index(wire.terminal)]


def draw_wires(all_wires: list[Wire]) -> list[str]:
    """Wires run straight out of the Pico, along a lane of their own, and straight to their part.

    Of the wires that go up, the upper ones take the lanes nearer to the Pico; of those that go down, the
    lower ones: so wires whose pads and terminals have the same order do not cross.
    """
    lanes: dict[Wire, int] = {}
    for left in (True, False):
        side = [wire for wire in all_wires if (wire.pad <= 20) == left and wire.part != "battery"]
        side.sort(key=lambda wire: pad_place(wire.pad)[1])
        up = [wire for wire in side if terminal_place(wire)[1] < pad_place(wire.pad)[1]]
        down = [wire for wire in side if wire not in up]
        lanes |= {wire: i for i, wire in enumerate(up)} | {wire: i for i, wire in enumerate(reversed(down))}
    drawn = []
    for wire in all_wires:
        x, y = pad_place(wire.pad)
        to_x, to_y = terminal_place(wire)
        out = -1 if wire.pad <= 20 else 1
        lane = x + out * (50 + LANE * lanes.get(wire, 0))
        if (to_x > x) == (out > 0):
            drawn.append(line([(x, y), (lane, y), (lane, to_y), (to_x, to_y)], COLOURS[wire.terminal]))
        else:
            drawn += draw_ends(wire, out)
    return drawn


def draw_ends(wire: Wire, out: int) -> list[str]:
    """A wire to a part on the other side of the Pico: its two ends, each with the name of the other."""
    colour = COLOURS[wire.terminal]
    ends = (
        (pad_place(wire.pad), wire.terminal),
        (terminal_place(wire), f"pad {wire.pad}"),
    )
    drawn = []
    for (x, y), name in ends:
        drawn.append(line([(x, y), (x + 28 * out, y)], colour))
        anchor = "start" if out > 0 else "end"
        drawn.append(text(x + 34 * out, y + 5, name, anchor=anchor, fill=colour))
    return drawn


def draw_pico(board: ModuleType, used: dict[int, str]) -> list[str]:
    left, top, right, bottom = BODY
    middle = (left + right) / 2
    model = board.NAME.partition(" +")[0]
    drawn = [
        box(left, top, right, bottom, "#1f7a4a", round=10),
        box(middle - 34, top - 14, middle + 34, top + 34, "#c9ccd1", round=5, stroke="#8d9299"),
        text(middle, top + 16, "USB", size=13, anchor="middle", fill="#444444"),
        box(middle - 28, 290, middle + 28, 346, "#26292e", round=4),
        f'<g transform="rotate(-90 {middle:g} 470)">'
        + text(middle, 476, f"Raspberry Pi {model}", size=17, anchor="middle", weight="bold", fill="#ffffff")
        + "</g>",
    ]
    for pad, name in PADS.items():
        x, y = pad_place(pad)
        inward = 1 if pad <= 20 else -1
        anchor = "start" if pad <= 20 else "end"
        in_use = pad in used
        drawn.append(dot(x, y, 7, used.get(pad, "#cfae5b"), stroke="#f3e3b3"))
        drawn.append(
            text(
                x + 14 * inward,
                y + 5,
                name,
                anchor=anchor,
                weight="bold" if in_use else "normal",
                fill="#ffffff" if in_use else "#9ccbb1",
            )
        )
        drawn.append(
            text(
                x - 12 * inward,
                y - 5,
                str(pad),
                size=11,
                anchor="end" if pad <= 20 else "start",
                fill="#222222" if in_use else "#b3b3b3",
            )
        )
    return drawn


def draw_panel(board: ModuleType) -> list[str]:
    left, top, right, bottom = PANEL
    drawn = [
        box(left, top, right, bottom, "#24406e", round=8),
        box(left + 62, top + 26, right - 12, bottom - 26, "#0b0d12", round=3),
        text(
            (left + 62 + right - 12) / 2,
            (top + bottom) / 2 + 17,
            "17",
            size=52,
            anchor="middle",
            weight="bold",
            fill="#e8f4ff",
        ),
        text((left + right) / 2, bottom + 24, f"OLED 128×64, {board.CHIP.upper()}, I²C", anchor="middle"),
    ]
    for name, y in zip(("VCC", "GND", "SCL", "SDA"), PANEL_Y, strict=True):
        drawn.append(dot(left, y, 7, COLOURS[name], stroke="#f3e3b3"))
        drawn.append(text(left + 14, y + 5, name, weight="bold", fill="#ffffff"))
    return drawn


def draw_keys() -> list[str]:
    rail = [(KEYS_X - 32.0, float(y)) for y in KEYS_Y]
    drawn = [line([point, (RAIL_X, point[1])], COLOURS["GND"]) for point in rail]
    drawn.append(line([(RAIL_X, KEYS_Y[0]), (RAIL_X, RAIL_Y)], COLOURS["GND"]))
    drawn += [dot(RAIL_X, y, 6, COLOURS["GND"]) for y in KEYS_Y[1:]]
    keys = (("UP", "HAUT"), ("DOWN", "BAS"), ("OK", "OK"), ("BACK", "RETOUR"))
    for (name, french), y in zip(keys, KEYS_Y, strict=True):
        drawn += [
            box(KEYS_X - 32, y - 28, KEYS_X + 32, y + 28, "#3a3d42", round=6),
            dot(KEYS_X, y, 23, "#e9e9ec", stroke="#8d9299"),
            text(KEYS_X, y + (4 if french == name else -1), name, size=11, anchor="middle", weight="bold"),
            *([] if french == name else [text(KEYS_X, y + 10, french, size=9, anchor="middle")]),
            dot(KEYS_X + 32, y, 6, COLOURS[name], stroke="#f3e3b3"),
            dot(KEYS_X - 32, y, 6, COLOURS["GND"], stroke="#f3e3b3"),
        ]
    drawn.append(text(KEYS_X, KEYS_Y[0] - 60, "Keys, each to ground", anchor="middle"))
    drawn.append(text(KEYS_X, KEYS_Y[0] - 42, "Touches, chacune à la masse", anchor="middle"))
    return drawn


def draw_battery() -> list[str]:
    left, top, right, bottom = BATTERY
    plus, minus = pad_place(VSYS_PAD)[1], pad_place(BATTERY_GROUND)[1]
    switch, diode = 660, 736
    return [
        box(left, top, right, bottom, "#e8eaee", round=8, stroke="#8d9299"),
        box(right, (top + bottom) / 2 - 14, right + 8, (top + bottom) / 2 + 14, "#8d9299", round=2),
        text(left + 12, plus + 6, "+", size=20, weight="bold", fill=COLOURS["+"]),
        text(left + 12, minus + 6, "−", size=20, weight="bold"),
        text((left + right) / 2 + 16, top + 24, "Battery · Pile", size=13, anchor="middle", weight="bold"),
        text((left + right) / 2 + 16, top + 44, "LiPo, 3×AAA", size=12, anchor="middle"),
        text((left + right) / 2 + 16, top + 62, "(if wanted)", size=12, anchor="middle"),
        text((left + right) / 2 + 16, top + 79, "(si voulue)", size=12, anchor="middle"),
        # A switch, open
        box(switch - 2, plus - 3, switch + 38, plus + 3, "#ffffff"),
        line([(switch, plus), (switch + 34, plus - 14)], COLOURS["+"]),
        dot(switch, plus, 5, "#ffffff", stroke=COLOURS["+"]),
        dot(switch + 36, plus, 5, "#ffffff", stroke=COLOURS["+"]),
        text(switch + 18, plus - 39, "switch", size=12, anchor="middle"),
        text(switch + 18, plus - 24, "interrupteur", size=12, anchor="middle"),
        # A diode that lets current flow to the Pico only
        f'<polygon points="{diode + 22},{plus - 10} {diode + 22},{plus + 10} {diode + 4},{plus}" '
        f'fill="{COLOURS["+"]}"/>',
        line([(diode + 3, plus - 10), (diode + 3, plus + 10)], COLOURS["+"]),
        text(diode + 12, plus - 24, "Schottky", size=12, anchor="middle"),
    ]


def main() -> int:
    for name in BOARDS:
        (FOLDER / f"{name}.svg").write_text(picture(build.board_module(name)), encoding="utf-8")
    README.write_text(with_tables(README.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{len(BOARDS)} boards drawn into {FOLDER}")
    return 0


if __name__ == "__main__":
    run_main(main)
