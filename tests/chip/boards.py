"""Other boards on the emulated chip: their pins and panels, a faster panel bus, a buzzer."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from host_tools.building import build, frozen
from tests.chip import figures, games, measure
from tests.chip.chip import Answer
from tests.chip.device import Device
from tests.chip.figures import Spread

SPEEDS = ("dice", "attack")  # scenarios whose keys are timed at both bus speeds
_BUZZER = "pico_ssd1306_buzzer"
_ASKED_MS = 1500  # time until the first start asks for the panel


@dataclass(frozen=True)
class FirstStart:
    """The pictures on one board, from its first start to the list of games and a roll."""

    board: str
    # True: the start found the panel by itself and the player confirmed it; False: the board file named it
    asked: bool
    pictures: int
    equal: int  # number of pictures that equal the desk's

    @property
    def good(self) -> bool:
        return self.pictures == self.equal


def play_first_starts(device: Device) -> Iterator[FirstStart]:
    """Play a first start on each board that the device's firmware supports."""
    groups: set[tuple[object, ...]] = set()
    for name in build.boards():
        facts = build.constants(name)
        if not frozen.runs_on(device.target, facts):
            continue
        there = replace(device, board=name)
        pins = tuple(facts[each] for each in ("I2C", "SDA", "SCL", "CHIP"))
        # OK alone selects the first panel that is offered on these pins.
        asked = facts["CHIP"] == "ssd1306" and pins not in groups and name in frozen.boards(device.target)
        groups.add(pins)
        flash = there.flash({}, board_file=not asked)
        if asked:
            flash = there.play(flash, [{"wait": _ASKED_MS}, {"press": "OK", "down": 100}]).flash
        outcome = games.play_first_start(there, flash)
        yield FirstStart(name, asked, outcome.pictures, outcome.equal)


def format_table(found: Sequence[FirstStart]) -> str:
    lines = ["| board | its first start | pictures | as on the desk |", "|---|---|--:|--:|"]
    for each in found:
        how = "asks, and has found the pins" if each.asked else "with its board file"
        lines.append(f"| `{each.board}` | {how} | {each.pictures} | {each.equal} |")
    return "\n".join(lines) + "\n"


def speeds_table(device: Device) -> str:
    """Return the table of both bus speeds, and of a buzzer."""
    rows = []
    for words, there, chosen in (
        ("400 kHz", device, ()),
        ("1 MHz", device, (("speed", "fast"),)),
        ("400 kHz, and a buzzer for events and keys", replace(device, board=_BUZZER), (("sound", "all"),)),
    ):
        played = {one.name: one for one in measure.play_all(replace(there, chosen=chosen), SPEEDS)}
        raised = [what for one in played.values() for what in one.raised]
        if raised:
            raise figures.MeasureError(f"{words}: {raised[0]}")
        answers = [answer for one in played.values() for answer in one.answers if answer.last is not None]
        keys = [answer for answer in answers if answer.key and answer.acts and not answer.held]
        # Only after a start the panel gets a whole frame without a pause.
        whole = min((each for each in answers if not each.key), key=lambda each: _burst_length(each))
        rows.append(
            f"| {words} | {_format_values([each.first for each in keys if each.first is not None])} "
            f"| {_format_values([each.last for each in keys if each.last is not None])} "
            f"| {_format_values([_burst_length(each) for each in keys])} "
            f"| {_burst_length(whole):.1f} ({whole.bytes} bytes) |"
        )
    head = (
        "| bus to the panel | the first byte, ms | the last byte, ms | from the first to the last, ms "
        "| the picture of a start, ms |\n|---|--:|--:|--:|--:|\n"
    )
    return head + "\n".join(rows) + "\n"


def _burst_length(answer: Answer) -> float:
    assert answer.first is not None and answer.last is not None
    return answer.last - answer.first


def _format_values(values: Sequence[float]) -> str:
    """Format the median and the worst value."""
    spread = Spread.from_values(values)
    return f"{spread.median:.1f}, {spread.worst:.1f}"
