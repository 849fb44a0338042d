"""The signals of a buzzer: their patterns, priorities, quiet hours, and the events of games that have one."""

from __future__ import annotations

import pytest

from gobelet.device.settings import entries
from gobelet.device.signals import _PATTERNS, KINDS, NIGHT, Signals, is_critical, signal_of_changes

HOUR = 3_600_000


def diff(a: int, b: int) -> int:
    return a - b


class Desk:
    """Signals of a buzzer, the times of its switching, and an hour of the day."""

    def __init__(self) -> None:
        self.now = 0
        self.hour: int | None = None
        self.log: list[tuple[int, int]] = []
        self.signals = Signals(lambda on: self.log.append((self.now, on)), lambda: self.hour)

    def run(self, ms: int) -> None:
        for _ in range(ms // 10):
            self.signals.tick(self.now, diff)
            self.now += 10

    def give(self, name: str) -> None:
        self.signals.start_signal(name, self.now, diff)


@pytest.mark.parametrize("name", KINDS)
def test_a_pattern_is_switched_on_and_off_and_ends(name: str) -> None:
    desk = Desk()
    desk.give(name)
    desk.run(2000)
    pattern = _PATTERNS[KINDS.index(name)]
    lengths = [10 * (sum(pattern[:index])) for index in range(len(pattern))]
    assert desk.log == [(at, 1 - index % 2) for index, at in enumerate(lengths)] + [(10 * sum(pattern), 0)]
    assert desk.signals.silent
    assert 10 * sum(pattern) <= 1500


def test_a_key_is_heard_at_once_and_another_after_its_picture() -> None:
    desk = Desk()
    desk.give("turn")
    assert desk.log == []
    desk = Desk()
    desk.give("key")
    assert desk.log == [(0, 1)]


def test_what_is_more_important_is_not_ended() -> None:
    desk = Desk()
    desk.give("death")
    desk.run(50)
    desk.give("key")
    desk.give("turn")
    desk.run(1000)
    assert desk.log == [(0, 1), (500, 0)]
    desk.give("turn")
    desk.run(50)
    desk.give("time")
    desk.run(2000)
    assert len(desk.log) == 2 + 1 + 8 and desk.signals.silent


def test_hours_of_quiet_begin_when_they_are_chosen_and_pass() -> None:
    desk = Desk()
    desk.now = 5 * HOUR
    desk.signals.choose(True, "3", desk.now)
    desk.now += 3 * HOUR - 1
    desk.signals.choose(True, "3", desk.now)  # the player has changed another setting
    desk.give("time")
    assert desk.signals.silent and not desk.signals.is_over(desk.now, diff)
    desk.now += 1
    assert desk.signals.is_over(desk.now, diff)
    desk.give("time")
    assert not desk.signals.silent


@pytest.mark.parametrize(
    ("hour", "heard"), [(None, False), (21, True), (22, False), (0, False), (6, False), (7, True)]
)
def test_the_night(hour: int | None, heard: bool) -> None:
    desk = Desk()
    desk.signals.choose(False, NIGHT, 0)
    desk.hour = hour
    desk.give("turn")
    assert desk.signals.silent is not heard
    assert not desk.signals.is_over(8 * HOUR, diff)


@pytest.mark.parametrize(
    ("dice", "is_one"),
    [
        ([(20, 20)], True), ([(20, 19)], False), ([(6, 6)], False), ([(6, 6), (6, 6)], True),
        ([(6, 6, 0), (8, 8, 0), (4, 3, 0)], False), ([], False),
    ],
)  # fmt: skip
def test_a_critical(dice: list[tuple[int, ...]], is_one: bool) -> None:
    assert is_critical(dice) is is_one


def test_changes_of_a_game() -> None:
    marks = "death:char.seat=2 turn:game.turn"
    assert signal_of_changes(marks, [("game", 0, "turn", 5)]) == "turn"
    assert signal_of_changes(marks, [("game", 0, "turn", 5), ("char", 3, "seat", 2)]) == "death"
    assert signal_of_changes(marks, [("char", 3, "seat", 1), ("char", 3, "pv", 2)]) == ""
    assert signal_of_changes("", [("char", 3, "seat", 2)]) == ""


def test_the_values_of_the_setting_are_hours_the_night_or_no() -> None:
    (values,) = [choices for name, choices, _ in entries() if name == "quiet"]
    assert [value for value in values if not value.isdigit()] == ["no", NIGHT]
