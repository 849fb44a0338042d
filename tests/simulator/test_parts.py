"""The small virtual parts: clock, keys, entropy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.device.keys import PRESS, RELEASE
from gobelet.device.keys import Keys as FirmwareKeys
from gobelet.rules.shaker import Shaker
from simulator.clock import PERIOD, HostClock, VirtualClock
from simulator.entropy import HostEntropy, ScriptedEntropy, SeededEntropy
from simulator.keys import DOWN, DOWN_MS, GAP_MS, OK, UP, Fingers, Keys


class TestClock:
    def test_wraps(self) -> None:
        clock = VirtualClock(PERIOD - 5)
        before = clock.ticks()
        clock.advance(12)
        assert clock.ticks() == 7
        assert clock.diff(clock.ticks(), before) == 12
        assert clock.diff(before, clock.ticks()) == -12
        assert clock.elapsed_ms == 12

    @given(st.integers(0, PERIOD - 1), st.integers(-(PERIOD // 2), PERIOD // 2 - 1))
    def test_diff_undoes_adding(self, start: int, step: int) -> None:
        assert VirtualClock.diff((start + step) % PERIOD, start) == step

    def test_set(self) -> None:
        clock = VirtualClock()
        clock.advance(100)
        clock.set_ticks(PERIOD - 1)
        assert clock.ticks() == PERIOD - 1
        clock.advance(1)
        assert clock.ticks() == 0

    def test_does_not_go_back(self) -> None:
        with pytest.raises(ValueError):
            VirtualClock().advance(-1)

    def test_host_clock_goes_on(self) -> None:
        clock = HostClock(PERIOD - 1)
        assert 0 <= clock.elapsed_ms < 1000
        assert clock.diff(clock.ticks(), PERIOD - 1) >= 0


class TestEntropy:
    @given(st.lists(st.tuples(st.integers(2, 100), st.integers(1, 100)), max_size=12))
    def test_the_next_dice_show_the_faces_asked_for(self, wanted: list[tuple[int, int]]) -> None:
        entropy = ScriptedEntropy()
        shaker = Shaker(entropy.read)
        shaker.roll(6)  # the script must come before the remaining bytes of a block
        dice = [(sides, min(face, sides)) for sides, face in wanted]
        entropy.faces([face for _, face in dice])
        assert [shaker.roll(sides) for sides, _ in dice] == [face for _, face in dice]
        assert entropy.unused_faces == []
        assert 1 <= shaker.roll(20) <= 20

    def test_faces_that_no_die_has(self) -> None:
        with pytest.raises(ValueError):
            ScriptedEntropy().faces([0])

    def test_seeded_is_the_same_every_time(self) -> None:
        assert SeededEntropy(3).read(16) == SeededEntropy(3).read(16) != SeededEntropy(4).read(16)

    def test_host(self) -> None:
        assert len(HostEntropy().read(32)) == 32


class TestFingers:
    def play(self, fingers: Fingers, until: int, every: int = 1) -> list[tuple[int, int]]:
        """Return every change of the key mask, as (time, mask).

        every: ms between two looks.
        """
        keys = fingers.keys
        changes = []
        for now in range(0, until, every):
            fingers.record_due(now)
            while keys.fetch_change():
                changes.append((keys.time, keys.mask))
            assert not changes or keys.read() == changes[-1][1]
        return changes

    @pytest.mark.parametrize("every", [1, 700, 1999])
    def test_presses_follow_each_other(self, every: int) -> None:
        fingers = Fingers(Keys(), VirtualClock())
        fingers.press(OK, 10)
        fingers.press(UP, 10, down_ms=700)
        assert fingers.due_in(4) == 6
        second = 10 + DOWN_MS + GAP_MS
        assert self.play(fingers, 2000, every) == [
            (10, OK),
            (10 + DOWN_MS, 0),
            (second, UP),
            (second + 700, 0),
        ]
        assert fingers.due_in(2000) is None

    def test_a_press_that_is_looked_at_late_is_no_hold(self) -> None:
        clock = VirtualClock(PERIOD - 20)
        fingers = Fingers(Keys(), clock)
        firmware = FirmwareKeys()
        firmware.poll(0, clock.ticks(), clock.diff)
        fingers.press(OK, 10)
        heard = []
        for now in (15, 3000):  # the computer is suspended between the two times
            clock.advance(now - clock.elapsed_ms)
            fingers.record_due(now)
            while fingers.keys.fetch_change():
                heard += firmware.poll(fingers.keys.mask, fingers.keys.time, clock.diff)
            heard += firmware.poll(fingers.keys.read(), clock.ticks(), clock.diff)
        assert heard == [(OK, PRESS, 1), (OK, RELEASE, 1)]

    def test_a_repeat_faster_than_fingers_is_dropped(self) -> None:
        fingers = Fingers(Keys(), VirtualClock())
        assert [fingers.press(DOWN, 0) for _ in range(5)] == [True, True, False, False, False]
        self.play(fingers, 1000)
        assert fingers.press(DOWN, 1000)
