"""What other boards mean on the chip: a faster bus to the panel, a smaller file system, fewer games."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from host_tools.building import build, image, models
from tests.chip import figures, limits, measure
from tests.chip.chip import Answer
from tests.chip.figures import Spread
from tests.chip.measure import Device, Played

SPEEDS = ("dice", "attack")  # scenarios of which each key is timed with both speeds
FEWER = ("dice", "counters", "trinytia")
SMALL_KB = 512
# Name, its file system in KB, games (none: all), scenarios.
SMALLER = (
    ("Pico, XIAO RP2040, RP2040-Zero", models.GENERIC.storage // models.KB, (), ("trial",)),
    ("Tiny 2040", models.of({"NAME": "Tiny 2040 + SSD1306"}).storage // models.KB, (), ("trial",)),
    (f"a board with {SMALL_KB} KB", SMALL_KB, FEWER, ("attack",)),
)


def speeds(device: Device, folder: Path) -> str:
    """The table of both speeds, and of a buzzer."""
    rows = []
    audible = replace(device, made=build.build(folder / "audible", "pico_ssd1306_buzzer", native=True))
    for words, there, chosen in (
        ("400 kHz", device, ()),
        ("1 MHz", device, (("speed", "fast"),)),
        ("400 kHz, and a buzzer for events and keys", audible, (("sound", "all"),)),
    ):
        played = {one.name: one for one in measure.play_all(replace(there, chosen=chosen), SPEEDS)}
        raised = [what for one in played.values() for what in one.raised]
        if raised:
            raise figures.MeasureError(f"{words}: {raised[0]}")
        answers = [answer for one in played.values() for answer in one.answers if answer.last is not None]
        keys = [answer for answer in answers if answer.key and answer.acts and not answer.held]
        # Only what a start sends without a pause is one picture: it is set up and comes whole.
        whole = min((each for each in answers if not each.key), key=lambda each: _burst(each))
        rows.append(
            f"| {words} | {_both([each.first for each in keys if each.first is not None])} "
            f"| {_both([each.last for each in keys if each.last is not None])} "
            f"| {_both([_burst(each) for each in keys])} "
            f"| {_burst(whole):.1f} ({whole.bytes} bytes) |"
        )
    head = (
        "| bus to the panel | the first byte, ms | the last byte, ms | from the first to the last, ms "
        "| the picture of a start, ms |\n|---|--:|--:|--:|--:|\n"
    )
    return head + "\n".join(rows) + "\n"


def _burst(answer: Answer) -> float:
    assert answer.first is not None and answer.last is not None
    return answer.last - answer.first


def _both(values: Sequence[float]) -> str:
    """Median and worst."""
    spread = Spread.of(values)
    return f"{spread.median:.1f}, {spread.worst:.1f}"


def smaller(device: Device, folder: Path) -> Iterator[tuple[str, list[str]]]:
    """(row of the table, what was exceeded) of each smaller file system. A stock MicroPython of such a board is not
    needed: what it has less is taken by a file.
    """
    for number, (name, kilobytes, games, scenarios) in enumerate(SMALLER):
        made = build.build(folder / f"small{number}", native=True, games=games)
        taken = image.PICO - kilobytes * models.KB // image.BLOCK
        there = replace(device, made=made, taken=taken)
        free = image.PICO - taken - image.installed(made, {}).used
        played: dict[str, Played] = {one.name: one for one in measure.play_all(there, scenarios)}
        answers = {scenario: one.answers for scenario, one in played.items()}
        found = figures.times(limits.TIMES, answers)
        exceeded = [f"{name}: {figure.what}" for figure in found if not figure.met]
        exceeded += [
            f"{name}: {scenario} raises {what}" for scenario, one in played.items() for what in one.raised
        ]
        start = next(each.last for each in next(iter(answers.values())) if not each.key)
        keys = [each.last for one in answers.values() for each in one if each.key and each.acts and each.last]
        row = (
            f"| {name}, {', '.join(games) or 'all games'} | {kilobytes} | {free * image.BLOCK // models.KB} "
            f"| {', '.join(scenarios)} | {start:.0f} | {_both(keys)} | {len(exceeded)} |"
        )
        yield row, exceeded


SMALLER_HEAD = """\
| file system | KB | KB left | played | start, ms | a key, ms | limits exceeded |
|---|--:|--:|---|--:|--:|--:|
"""
