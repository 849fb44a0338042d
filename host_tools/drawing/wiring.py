"""Draw wiring pictures and write wiring tables from the board files.

`python -m host_tools.drawing.wiring` writes boards/<board>.svg and the tables in boards/README.md. Pictures and
tables therefore show the same pins that the firmware uses.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from host_tools.building import build, models
from host_tools.building.models import Model
from host_tools.entry_point import run_main

FOLDER = Path(__file__).resolve().parents[2] / "boards"
README = FOLDER / "README.md"
BOARDS = build.boards()

# The label of the pad for a battery. A board model without this pad supports no battery.
SUPPLY = "VSYS"

# Optional parts with one signal wire, and the label of each in the picture. The board file has the part's pin in
# the constant BUZZER or MOTOR.
SOUNDING = {"buzzer": "piezo disc · vibreur piézo", "motor": "motor, by a transistor · moteur"}

COLOURS = {
    "VCC": "#d62828",
    "GND": "#222222",
    "SCL": "#d99a00",
    "SDA": "#1d6fb8",
    "RES": "#6b7280",
    "UP": "#23877b",
    "DOWN": "#7b4fb5",
    "OK": "#e06c00",
    "BACK": "#c2185b",
    "SIG": "#8a5a00",
    "+": "#d62828",
    "−": "#222222",
}


class Wire(NamedTuple):
    """A wire from a part's terminal to a pad of the Pico; `pad` is the pad's number."""

    part: str
    terminal: str
    pad: int


def model_of(board: ModuleType) -> Model:
    """Return the model of the board that a board file describes."""
    return models.model_of(vars(board))


def wires(board: ModuleType) -> list[Wire]:
    """Return every wire of a board.

    If the board model has too few ground pads, wires to ground share a pad. Every other wire has a pad of its own.
    """
    model = model_of(board)
    keys = [(name, model.pad_of(getattr(board, name))) for name in ("UP", "DOWN", "OK", "BACK")]
    scl, sda = model.pad_of(board.SCL), model.pad_of(board.SDA)
    reset = getattr(board, "RESET", None)
    grounds = _pads(model, "GND")
    free = [pad for pad in grounds if pad != nearest_ground(grounds, [scl, sda])]
    free = [pad for pad in free if pad != nearest_ground(grounds, [pad for _name, pad in keys])] or grounds
    signals = []
    for part in SOUNDING:
        pin = getattr(board, part.upper(), None)
        if pin is not None:
            pad = model.pad_of(pin)
            signals += [Wire(part, "SIG", pad), Wire(part, "GND", nearest_ground(free, [pad]))]
    cell = []
    if board.BATTERY is not None:
        cell = [Wire("battery", "+", pad) for pad in _pads(model, SUPPLY)]
    if cell:
        cell.append(Wire("battery", "−", grounds.pop()))
    return [
        Wire("panel", "VCC", _pads(model, "3V3")[0]),
        Wire("panel", "GND", nearest_ground(grounds, [scl, sda])),
        Wire("panel", "SCL", scl),
        Wire("panel", "SDA", sda),
        *([Wire("panel", "RES", model.pad_of(reset))] if reset is not None else []),
        *[Wire("keys", name, pad) for name, pad in keys],
        Wire("keys", "GND", nearest_ground(grounds, [pad for _name, pad in keys])),
        *signals,
        *cell,
    ]


def _pads(model: Model, name: str) -> list[int]:
    return [pad for pad, printed in model.pads.items() if printed == name]


def nearest_ground(grounds: list[int], pads: list[int]) -> int:
    """Return the ground pad whose number is nearest to one of `pads`.

    If two ground pads are equally near, return the pad with the higher number.
    """
    return min(grounds, key=lambda ground: (min(abs(ground - pad) for pad in pads), -ground))


# The table


def table(board: ModuleType) -> str:
    """Return the wires of a board as a Markdown table."""
    model = model_of(board)
    if not model.numbered:
        lines = [f"| from | to the pad of the {model.name} |", "|---|---|"]
        lines += [f"| {words(wire)} | {model.pads[wire.pad]} |" for wire in wires(board)]
    else:
        lines = ["| from | to the Pico's | pad |", "|---|---|---|"]
        lines += [f"| {words(wire)} | {model.pads[wire.pad]} | {wire.pad} |" for wire in wires(board)]
    return "\n".join(lines) + "\n"


def words(wire: Wire) -> str:
    """Return the description of a wire's terminal, for the wiring table."""
    if wire.part == "keys":
        return "all keys, other side" if wire.terminal == "GND" else f"key {wire.terminal}, one side"
    if wire.terminal == "+":
        return "battery +, over a switch and a Schottky diode"
    if wire.part == "buzzer":
        return f"piezo disc (if wanted), {'other' if wire.terminal == 'GND' else 'one'} side"
    if wire.part == "motor":
        return f"motor's transistor (if wanted), {'emitter' if wire.terminal == 'GND' else 'base, over 1 kΩ'}"
    return f"{wire.part} {wire.terminal}"


def with_tables(text: str) -> str:
    """Return the text of boards/README.md with a new table for each board."""
    for name in BOARDS:
        start, end = f"<!-- wiring {name} -->\n", "<!-- end -->"
        before, found, rest = text.partition(start)
        if not found:
            raise SystemExit(f"boards/README.md has no line {start.strip()}")
        text = before + start + table(build.board_module(name)) + rest[rest.index(end) :]
    return text


# The picture

WIDTH, HEIGHT = 1000, 650
# Left, top, right and bottom of the drawn Pico. For a board model with fewer pads, the bottom is higher.
BODY = (400, 86, 600, 584)
PITCH = 23
# Distance between adjacent pads if a side of the Pico has at most MANY pads. Otherwise, the distance is PITCH.
SPREAD = 46
MANY = 10  # maximum number of pads on a side for the distance SPREAD
FIRST_PAD = 116  # y of the topmost pads
LANE = 14  # distance between two adjacent vertical wires
KEYS_X = 190  # x of the centres of the keys
KEYS_Y = (305, 383, 461, 539)
RAIL_X, RAIL_Y = 84, 612  # lower end of the ground wire that the four keys share
PANEL = (730, 262, 960, 442)
PANEL_Y = (304, 337, 370, 403, 430)  # y of the panel's terminals; only some panels have a fifth, RES
BATTERY = (806, 104, 956, 196)
SIGNAL = (820, 520, 960, 596)
SIGNAL_Y = {"SIG": 542, "GND": 574}


def picture(board: ModuleType) -> str:
    """Return the picture of a board's wiring as SVG."""
    model = model_of(board)
    all_wires = wires(board)
    used = {wire.pad: COLOURS[wire.terminal] for wire in all_wires}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" '
        f'width="{WIDTH}" height="{HEIGHT}" font-family="Helvetica, Arial, sans-serif">',
        f"<title>{board.NAME}: wiring, câblage</title>",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        text(40, 50, f"Gobelet: {board.NAME}", size=26, weight="bold"),
        *draw_wires(model, all_wires),
        *draw_board(model, used),
        *draw_panel(board, model, all_wires),
        *draw_keys(0 if model.numbered else 36),
        *draw_sounding(all_wires),
        *(draw_battery(model, all_wires) if all_wires[-1].part == "battery" else []),
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
    """Return a text as SVG."""
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
    """Return a rectangle as SVG."""
    return (
        f'<rect x="{left:g}" y="{top:g}" width="{right - left:g}" height="{bottom - top:g}" rx="{round:g}" '
        f'fill="{fill}" stroke="{stroke}" stroke-width="2"/>'
    )


def dot(x: float, y: float, radius: float, fill: str, stroke: str = "none") -> str:
    """Return a circle as SVG."""
    return f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill}" stroke="{stroke}" stroke-width="2"/>'


def line(points: list[tuple[float, float]], colour: str) -> str:
    """Return a line through points as SVG."""
    at = " ".join(f"{x:g},{y:g}" for x, y in points)
    return (
        f'<polyline points="{at}" fill="none" stroke="{colour}" stroke-width="4" '
        'stroke-linejoin="round" stroke-linecap="round"/>'
    )


def pad_at(model: Model, pad: int) -> tuple[float, float]:
    """Return the (x, y) of the centre of a pad in the picture."""
    pitch = PITCH if len(model.left) > MANY else SPREAD
    down, along = len(model.left), len(model.edge)
    if pad <= down:
        return BODY[0], FIRST_PAD + (pad - 1) * pitch
    if pad <= down + along:
        return (
            (BODY[0] + BODY[2]) / 2 + (pad - down - (along + 1) / 2) * 34,
            FIRST_PAD + (down - 1) * pitch + 30,
        )
    return BODY[2], FIRST_PAD + (down + along + len(model.right) - pad) * pitch


def is_left(model: Model, pad: int) -> bool:
    """Tell whether a pad is on the left edge of the Pico."""
    return pad <= len(model.left)


def panel_order(model: Model, all_wires: list[Wire]) -> tuple[str, ...]:
    """Return the panel's terminals in the order of the drawing, from top to bottom.

    The order of the terminals follows the order of the pads, so that wires do not cross. A real panel may have its
    terminals in another order; users must read the printed names.
    """
    there = {wire.terminal: wire.pad for wire in all_wires if wire.part == "panel"}
    right = sorted((t for t in there if not is_left(model, there[t])), key=lambda t: -there[t])
    return (*(t for t in there if is_left(model, there[t])), *right)


def terminal_at(model: Model, wire: Wire, order: tuple[str, ...]) -> tuple[float, float]:
    """Return the point (x, y) of the terminal to which a wire leads."""
    if wire.part == "panel":
        return PANEL[0], PANEL_Y[order.index(wire.terminal)]
    if wire.part == "battery":
        return BATTERY[0], pad_at(model, wire.pad)[1]
    if wire.part in SOUNDING:
        return SIGNAL[0], SIGNAL_Y[wire.terminal]
    if wire.terminal == "GND":
        return RAIL_X, RAIL_Y
    return KEYS_X + 32, KEYS_Y[("UP", "DOWN", "OK", "BACK").index(wire.terminal)]


def draw_wires(model: Model, all_wires: list[Wire]) -> list[str]:
    """Draw each wire along a vertical lane of its own.

    A wire has three straight pieces: horizontally from the pad to the lane, vertically along the lane, and
    horizontally to the terminal. Lanes are chosen so that wires do not cross if their pads and terminals have the
    same order. Among the wires that lead up, the wire of the topmost pad therefore has the lane nearest to the board.
    Among the wires that lead down, the wire of the lowest pad has the nearest lane.
    """
    order = panel_order(model, all_wires)
    lanes: dict[Wire, int] = {}
    for left in (True, False):
        side = [wire for wire in all_wires if is_left(model, wire.pad) == left and wire.part != "battery"]
        side = [wire for wire in side if wire.part not in SOUNDING]
        # On the left side only wires of the keys have lanes, and on the right side only wires of the panel.
        side = [wire for wire in side if (wire.part == "keys") == left]
        side.sort(key=lambda wire: pad_at(model, wire.pad)[1])
        up = [w for w in side if terminal_at(model, w, order)[1] < pad_at(model, w.pad)[1]]
        down = [wire for wire in side if wire not in up]
        lanes |= {wire: i for i, wire in enumerate(up)} | {wire: i for i, wire in enumerate(reversed(down))}
    drawn = []
    for wire in all_wires:
        x, y = pad_at(model, wire.pad)
        to_x, to_y = terminal_at(model, wire, order)
        out = -1 if is_left(model, wire.pad) else 1
        lane = x + out * (first_lane(model, out) + LANE * lanes.get(wire, 0))
        if is_straight(model, wire, all_wires):
            drawn.append(line([(x, y), (lane, y), (lane, to_y), (to_x, to_y)], COLOURS[wire.terminal]))
        else:
            above = [each for each in all_wires if each.pad == wire.pad and each != wire]
            lifted = bool(above) and (wire.part == "keys" or is_straight(model, above[0], all_wires))
            drawn += draw_ends(model, wire, out, order, -16 * lifted)
    return drawn


def first_lane(model: Model, out: int) -> int:
    """Return the distance from the pads to the nearest lane.

    Between the pads and the lane, there is room for the labels of the pads.

    out  -1 for lanes on the left of the board, 1 for lanes on the right
    """
    return 50 if model.numbered else 76 if out < 0 else 14


def is_straight(model: Model, wire: Wire, all_wires: list[Wire]) -> bool:
    """Tell whether a wire is drawn in full, not only as two labelled ends.

    For a full wire, part and pad must be on the same side of the picture. If the ground pad of the keys is above
    their other pads, their ground wire is not drawn in full. It would cross the other wires of the keys.
    """
    if wire.part in SOUNDING:
        return False
    if wire.part == "keys" and wire.terminal == "GND":
        keys = [pad_at(model, each.pad)[1] for each in all_wires if each.part == "keys" and each != wire]
        if pad_at(model, wire.pad)[1] < min(keys):
            return False
    return is_left(model, wire.pad) == (wire.part == "keys")


def draw_ends(model: Model, wire: Wire, out: int, order: tuple[str, ...], lift: int) -> list[str]:
    """Draw the two labelled ends of a wire that is not drawn in full.

    out    -1 if the wire leaves the board to the left, 1 if to the right
    order  the panel's terminals, see `panel_order`
    lift   vertical offset of the wire end at the pad, which separates it from another wire at the same pad
    """
    colour = COLOURS[wire.terminal]
    pad = f"pad {wire.pad}" if model.numbered else f"pad {model.pads[wire.pad]}"
    x, y = pad_at(model, wire.pad)
    far = "keys" if wire.part == "keys" and wire.terminal == "GND" else wire.terminal
    if wire.part in SOUNDING:
        far = wire.part
    ends = (
        ((x, y), lift, far, out),
        (terminal_at(model, wire, order), 0, pad, 1 if far == "keys" else -1 if far in SOUNDING else out),
    )
    drawn = []
    for (x, y), up, name, side in ends:
        drawn.append(line([(x, y), (x + 28 * side, y + up)], colour))
        anchor = "start" if side > 0 else "end"
        drawn.append(text(x + 34 * side, y + up + 5, name, anchor=anchor, fill=colour))
    return drawn


def draw_board(model: Model, used: dict[int, str]) -> list[str]:
    """Draw the Pico with its pads.

    used   the colour of the wire at each used pad, by pad number
    """
    left, top, right, _ = BODY
    bottom = max(pad_at(model, pad)[1] for pad in model.pads) + (14 if model.edge else 31)
    middle = (left + right) / 2
    chip = (290, 346) if len(model.left) > MANY else (top + 90, top + 146)
    drawn = [
        box(left, top, right, bottom, "#1f7a4a", round=10),
        box(middle - 34, top - 14, middle + 34, top + 34, "#c9ccd1", round=5, stroke="#8d9299"),
        text(middle, top + 16, "USB", size=13, anchor="middle", fill="#444444"),
        box(middle - 28, chip[0], middle + 28, chip[1], "#26292e", round=4),
    ]
    drawn += _board_name(model, middle, (chip[1] + bottom) / 2)
    for pad in sorted(model.pads, key=lambda pad: pad_at(model, pad)[::-1]):
        drawn += _draw_pad(model, pad, used.get(pad))
    return drawn


def _board_name(model: Model, middle: float, y: float) -> list[str]:
    """Draw the model's name: rotated on a long board, in short lines on a short board."""
    name = f"Raspberry Pi {model.name}" if model.name.startswith("Pico") else model.machine
    style: dict[str, Any] = {"anchor": "middle", "weight": "bold", "fill": "#ffffff"}
    if len(model.left) > MANY:
        size = 17 if model.name.startswith("Pico") else 15
        return [
            f'<g transform="rotate(-90 {middle:g} 470)">'
            + text(middle, 476, name, size=size, **style)
            + "</g>"
        ]
    words = name.rsplit(" ", 1 + name.startswith("Seeed"))
    return [text(middle, y - 10 + 18 * row, word, size=12, **style) for row, word in enumerate(words)]


def _draw_pad(model: Model, pad: int, colour: str | None) -> list[str]:
    """Draw a pad with its label, in the colour of the pad's wire; None means no wire."""
    left, _, right, _ = BODY
    x, y = pad_at(model, pad)
    at_edge = left < x < right
    inward = 0 if at_edge else 1 if is_left(model, pad) else -1
    drawn = [
        dot(x, y, 7, colour or "#cfae5b", stroke="#f3e3b3"),
        text(
            x + 14 * inward,
            y + (-13 if at_edge else 5),
            model.pads[pad],
            size=11 if at_edge else 14,
            anchor="middle" if at_edge else "start" if inward > 0 else "end",
            weight="bold" if colour else "normal",
            fill="#ffffff" if colour else "#9ccbb1",
        ),
    ]
    if model.numbered:
        drawn.append(
            text(
                x - 12 * inward,
                y - 5,
                str(pad),
                size=11,
                anchor="end" if is_left(model, pad) else "start",
                fill="#222222" if colour else "#b3b3b3",
            )
        )
    return drawn


def draw_panel(board: ModuleType, model: Model, all_wires: list[Wire]) -> list[str]:
    """Draw the panel and its terminals."""
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
        text(
            (left + right) / 2,
            bottom + 24,
            f"OLED 128×{128 if board.CHIP == 'sh1107' else 64}, {board.CHIP.upper()}, I²C",
            anchor="middle",
        ),
    ]
    for name, y in zip(panel_order(model, all_wires), PANEL_Y, strict=False):
        drawn.append(dot(left, y, 7, COLOURS[name], stroke="#f3e3b3"))
        drawn.append(text(left + 14, y + 5, name, weight="bold", fill="#ffffff"))
    return drawn


def draw_keys(aside: int) -> list[str]:
    """Draw the keys and their ground wire.

    aside   distance by which the heading is moved to the left, to leave room for wires
    """
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
    drawn.append(text(KEYS_X - aside, KEYS_Y[0] - 60, "Keys, each to ground", anchor="middle"))
    drawn.append(text(KEYS_X - aside, KEYS_Y[0] - 42, "Touches, chacune à la masse", anchor="middle"))
    return drawn


def draw_sounding(all_wires: list[Wire]) -> list[str]:
    """Draw the buzzer or the motor; only the buzzer if a board has both."""
    part = next((wire.part for wire in all_wires if wire.part in SOUNDING), None)
    if part is None:
        return []
    left, top, right, bottom = SIGNAL
    middle = ((left + right) / 2 + 16, (top + bottom) / 2)
    return [
        box(left, top, right, bottom, "#e8eaee", round=8, stroke="#8d9299"),
        dot(*middle, 26, "#c9a24b", stroke="#8a5a00"),
        dot(*middle, 8, "#f3e3b3"),
        *(dot(left, y, 7, COLOURS[name], stroke="#f3e3b3") for name, y in SIGNAL_Y.items()),
        text((left + right) / 2, bottom + 20, SOUNDING[part], size=12, anchor="middle"),
        text((left + right) / 2, bottom + 36, "(if wanted · si voulu)", size=12, anchor="middle"),
    ]


def draw_battery(model: Model, all_wires: list[Wire]) -> list[str]:
    """Draw the battery, with the switch and the diode in the wire to its + terminal."""
    left, top, right, bottom = BATTERY
    plus, minus = (pad_at(model, wire.pad)[1] for wire in all_wires[-2:])
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
        # An open switch
        box(switch - 2, plus - 3, switch + 38, plus + 3, "#ffffff"),
        line([(switch, plus), (switch + 34, plus - 14)], COLOURS["+"]),
        dot(switch, plus, 5, "#ffffff", stroke=COLOURS["+"]),
        dot(switch + 36, plus, 5, "#ffffff", stroke=COLOURS["+"]),
        text(switch + 18, plus - 39, "switch", size=12, anchor="middle"),
        text(switch + 18, plus - 24, "interrupteur", size=12, anchor="middle"),
        # A diode that lets current flow to the Pico, but not back
        f'<polygon points="{diode + 22},{plus - 10} {diode + 22},{plus + 10} {diode + 4},{plus}" '
        f'fill="{COLOURS["+"]}"/>',
        line([(diode + 3, plus - 10), (diode + 3, plus + 10)], COLOURS["+"]),
        text(diode + 12, plus - 24, "Schottky", size=12, anchor="middle"),
    ]


def main(argv: Sequence[str] | None = None) -> int:
    """Write the pictures and tables of all boards; return the exit status."""
    argparse.ArgumentParser(
        prog="python -m host_tools.drawing.wiring", description=__doc__.partition("\n")[0]
    ).parse_args(argv)
    for name in BOARDS:
        (FOLDER / f"{name}.svg").write_text(picture(build.board_module(name)), encoding="utf-8")
    README.write_text(with_tables(README.read_text(encoding="utf-8")), encoding="utf-8")
    print(f"{len(BOARDS)} boards drawn into {FOLDER}")
    return 0


if __name__ == "__main__":
    run_main(main)
