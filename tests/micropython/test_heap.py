"""Memory on a heap of 32-bit words, with the firmware as it is built for the device.

Figures are bytes in use once the garbage is gone, as `gc.mem_alloc()` counts them, which agrees with the Pico
to about 6 %. The limits are those of the design. A limit that is crossed says which modules grew.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from host_tools.building.split import REST
from simulator import paths
from simulator.keys import BACK, DOWN, OK, UP
from simulator.pictures import LANGUAGES
from tests.micropython import weigh
from tests.micropython.recording import Recording, record, record_walk
from tests.micropython.wasm import Call, Wasm
from tests.sweep import count, sample

paths.install()
from gobelet.games import GAMES  # noqa: E402
from gobelet.settings import entries  # noqa: E402

KB = 1000
# What is in use there before main.py starts, the pins and the bus that are made, and the buffers of two packs.
PICO = 2 * KB + 2 * 1200

HEAP = 240 * KB  # of a Pico, before main.py starts

# Here all of a module is on the heap. Half of it a Pico uses in the flash (gobelet/memory/inplace.py); what that
# leaves free there is what `make chip` measures.
# Without a game. 4 700 of it are room for names, which comes at once with the 608th; on a Pico most of these are in a
# table of their own (gobelet/memory/interned.py).
RESIDENT = 100_300
FITS = HEAP - 17 * KB  # of the rest a key makes its garbage, which goes as often as that is used up
# The most that any screen of a game takes so, whatever is visited, and no idle moment between: with it comes the one
# that it leads to, and the roll of both. A Pico that uses nothing in the flash has room for all of it.
MOST = {
    "dice": 189 * KB,
    "counters": 195 * KB,
    "trinytia": 193 * KB,
    "trireme": 203 * KB,
    "trinites": 222 * KB,
    "mystria": 189 * KB,
    "traqueur": 199 * KB,
}

# Of the link, as long as nobody listens; and room for names, of which one more piece comes now and then.
NAMES = 128
UNHEARD = 2 * 1024 + 128 + NAMES

BROUGHT = 8 * KB  # the least that the first screens of a game bring, without names

FILLERS = (16, 3000)  # bytes

CHUNK = 160  # a character shown for the first time is interned, and room for names comes 128 bytes at a time
# What is on the heap by chance moves the least of four marks by a few hundred bytes, up and down, as far as 45 000
# presses. A leak of 32 bytes at each press shows in `make test`, of 3 in `make survive`.
CHANCE = 2 * KB

MONKEY = count(250, 20_000)  # presses
ROUNDS = 10
PRESSES = count(80, 250)  # of the walk of test_sessions.py
SETTLE = 3000  # ms until the last message is gone and the screens are noted
SINGLY = 40  # passes at rest in which everything of that kind comes to its end
CHOICES = {name: default for name, _, default in entries()} | {"taught": 1}
TAUGHT = b"taught=yes\n".hex()


@pytest.fixture
def device(firmware: Path) -> Iterator[Device]:
    with weigh.device(firmware) as python:
        yield Device(python)


class Device:
    """The firmware, and the bytes that it uses beyond those of the test's own parts."""

    def __init__(self, python: Wasm) -> None:
        self.python = python
        self.own = weigh.heap(python)
        python.call("begin")
        python.call("room", HEAP - PICO)
        self.now = 0

    def used(self) -> int:
        return weigh.heap(self.python) - self.own + PICO

    def start(self) -> None:
        """Power on, lessons learnt."""
        self.python.calls([["file", "settings", TAUGHT], ["boot", 0]])
        self.passes(300)

    def passes(self, ms: int, mask: int = 0) -> None:
        self.python.calls([["step", self.now + at, mask] for at in range(0, ms, 10)])
        self.now += ms

    def press(self, key: int, ms: int = 40) -> None:
        self.passes(ms, key)
        self.passes(60)

    def visit(self, game: str) -> int:
        """Open a game, look at what its first lines open, and leave it. Returns what was in use inside."""
        self.python.calls([["home"], ["open_screen", f"{game}.home"]])
        for key in (OK, BACK, DOWN, OK, BACK):
            self.press(key)
        inside = self.used()
        self.python.call("home")
        self.passes(100)
        return inside


def passes(call: list[Any]) -> list[list[Any]]:
    """A call; of passes in which nothing happened where it was recorded, the first ones singly: garbage and modules
    go in them.
    """
    if call[0] != "rest":
        return [call]
    _, ticks, mask, wait, count = call
    singly = min(count, SINGLY)
    found: list[list[Any]] = [["step", (ticks + at * wait) & ((1 << 30) - 1), mask] for at in range(singly)]
    if count > singly:
        found.append(["rest", (ticks + singly * wait) & ((1 << 30) - 1), mask, wait, count - singly])
    return found


def frames(device: Device, recording: Recording) -> list[tuple[str, int]]:
    """Play a recording; after each frame, the screen on top and what is in use."""
    calls = []
    for event in recording.events:
        if event.call[0] in ("files", "cut"):
            continue  # this store has no power cuts; what follows one in a script is a restart all the same
        calls += passes(event.call)
        if any(line.startswith("wire") for line in event.lines):
            calls += [["collect"], ["allocated"], ["where"]]
    done = device.python.calls(calls)
    return [
        (done[at + 1][1][0], done[at][0] - device.own + PICO)
        for at, call in enumerate(calls)
        if call[0] == "allocated"
    ]


def laid_out(firmware: Path) -> Iterator[Device]:
    """Devices on whose heaps all lies elsewhere.

    In one of them a number may look like a pointer to a module that was dropped, and keep it for a while: so a
    figure counts that is the lower of both.
    """
    for filler in FILLERS:
        with weigh.device(firmware) as python:
            python.run(f"filler = bytearray({filler})")
            yield Device(python)


def peaks(firmware: Path, recording: Recording, limit: int) -> dict[str, int]:
    """The most that was in use by each screen on top, of all frames of a recording. It is played once more, on another
    heap, only if that is more than the limit.
    """
    found: dict[str, int] = {}
    runs = []
    for device in laid_out(firmware):
        runs.append(frames(device, recording))
        if max(used for _, used in runs[0]) <= limit:
            break
    for figures in zip(*runs, strict=True):
        screen = figures[0][0]
        found[screen] = max(found.get(screen, 0), min(used for _, used in figures))
    return found


def recordings(game: str) -> Iterator[Recording]:
    """A walk through the game; in `make survive` the scripts of sessions too. (Those of pictures pile screens up.)"""
    yield record_walk(game, PRESSES, LANGUAGES[GAMES.index(game) % 2])
    for script in sample(sorted((paths.ROOT / "tests" / "scripts").glob(f"{game}*.txt")), 0):
        yield record(script)


def test_resident_after_start(device: Device, firmware: Path) -> None:
    device.start()
    device.press(UP)  # below the games: none is brought in from there
    device.passes(500)
    used = device.used()
    assert used <= RESIDENT, f"{used} bytes\n{weigh.grown(firmware)}"


def test_what_the_link_takes_without_a_listener(firmware: Path) -> None:
    used = []
    for parts in ("session.Silent = None", "import gobelet.device.serial as kept"):
        with weigh.device(firmware) as python:
            device = Device(python)
            python.run(parts)
            device.start()
            used.append(device.used())
    without, silent = used
    assert 0 < silent - without <= UNHEARD, f"{silent - without} bytes"


def worst_screens(game: str, firmware: Path) -> list[tuple[int, str]]:
    """The most that was in use by each screen on top, in all recordings of a game; the largest first."""
    most: dict[str, int] = {}
    for recording in recordings(game):
        for screen, used in peaks(firmware, recording, MOST[game]).items():
            most[screen] = max(most.get(screen, 0), used)
    return sorted(((used, screen) for screen, used in most.items()), reverse=True)


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES)
def test_any_screen_of_a_game(game: str, firmware: Path) -> None:
    worst = worst_screens(game, firmware)
    said = ", ".join(f"{screen} {used}" for used, screen in worst[:5])
    print(f"{game}: {said}")  # for `make test ARGS="-n0 -s -k any_screen"`
    assert worst[0][0] <= MOST[game] <= FITS, f"{said}\n{weigh.grown(firmware)}"


def visits(device: Device, count: int) -> list[list[int]]:
    """What is in use inside each game, and outside after them, so many times."""
    device.start()
    return [[*(device.visit(game) for game in GAMES), device.used()] for _ in range(count)]


def test_games_are_dropped_and_the_tenth_visit_is_like_those_before(firmware: Path) -> None:
    rounds: list[list[int]] = []
    for device in laid_out(firmware):
        found = visits(device, 10)
        rounds = [list(map(min, *both)) for both in zip(rounds or found, found, strict=True)]
        kept = what_stayed(rounds)
        if not kept:
            break
    assert not kept, kept


def what_stayed(rounds: list[list[int]]) -> dict[str, list[int]]:
    """What was in use in each round outside the games, or inside one of them, if that says that something stayed."""
    outside = [figures[-1] for figures in rounds]
    kept = {"outside": outside} if outside[9] > outside[1] + CHUNK else {}
    for at, game in enumerate(GAMES):
        inside = [figures[at] for figures in rounds]
        # In the second, fewer modules may have come before they are asked for.
        grew = inside[9] > max(inside[1:3]) + CHUNK
        # Names stay interned, the rest goes.
        if grew or outside[9] >= inside[9] - BROUGHT:
            kept[game] = inside
    return kept


def test_the_list_of_games_keeps_no_other_screen_in_memory(device: Device) -> None:
    """From a game to none: with the game's modules go those that came meanwhile."""

    def at_none() -> list[str]:
        device.passes(300)  # on the first game, the first line
        device.press(UP)
        device.passes(300)
        [(_, found)] = device.python.calls([["modules"]])
        return sorted(found)

    device.start()
    resident = at_none()
    for screen in ("settings", "seats", "about"):
        device.python.call("open_screen", f"system.{screen}")
        device.press(OK)
        device.python.call("home")
        assert at_none() == resident, screen


def test_a_start_does_without_second_parts_and_idle_moments_bring_them(device: Device) -> None:
    """Of what host_tools/building/split.py has parted."""

    def second_parts() -> list[str]:
        [(_, found)] = device.python.calls([["modules"]])
        return [name for name in found if name.endswith(REST)]

    device.python.calls([["file", "settings", TAUGHT], ["boot", 0]])
    assert second_parts() == []
    device.passes(500)
    assert {"gobelet.app" + REST, "gobelet.navigation" + REST} <= set(second_parts())


def test_idle_passes_allocate_nothing(device: Device) -> None:
    device.start()
    for screen in ("system.home", *(f"{game}.home" for game in GAMES)):
        device.python.call("open_screen", screen)
        device.passes(2000)  # the place is noted, everything is drawn
        assert device.python.call("idle", device.now, 1000) <= 64, screen
        device.now += 10_000
        device.python.call("home")
        device.passes(100, UP)
        device.passes(100)


def monkey() -> Iterator[tuple[int, int]]:
    """Keys without a plan, and how long each is held."""
    source = random.Random(1)
    keys = (OK, OK, OK, DOWN, DOWN, DOWN, UP, UP, BACK, BACK)
    while True:
        yield source.choice(keys), 700 if source.random() < 0.15 else 40


def left_behind(device: Device, rounds: int, presses: int, games: Sequence[str] = GAMES) -> list[int]:
    """What is in use at the list of games after each round through these games, so many presses in each.

    The App runs on all the while: a restart would take along what it kept.
    """
    keys = monkey()
    marks = []
    for _ in range(rounds):
        calls: list[Call] = []
        for game in games:
            calls += [["home"], ["open_screen", f"{game}.home"]]
            for key, held in itertools.islice(keys, presses):
                for after, mask in ((0, key), (held, key), (10, key), (30, 0), (10, 0), (10, 0)):
                    device.now += after
                    calls.append(["step", device.now, mask])
                device.now += 30
        # Settings too were changed: as at the start again, so that only what was left behind counts.
        calls += [["choose", name, choice] for name, choice in CHOICES.items()]
        calls += [["configure"], ["home"]]
        printed = [line for _, lines in device.python.calls(calls) for line in lines]
        assert not any(line.startswith("fault") for line in printed), printed
        device.press(UP)  # below the games: none is brought in from there
        device.passes(SETTLE)
        marks.append(device.used())
    return marks


def check_nothing_left(marks: list[int]) -> None:
    assert len(marks) >= 10
    # The least of some: now and then a stale number looks like a pointer and keeps a module until the next time.
    # What is left behind for good is in all of them.
    assert min(marks[-4:]) <= min(marks[1:5]) + CHANCE, marks


def start_knowing_all_names(device: Device) -> None:
    """Names that are interned stay for ever, so all of them first; the start forgets the modules themselves."""
    for module in weigh.modules():
        if module.startswith(("gobelet.games.", "gobelet.ui.", "gobelet.core.", "gobelet.system.")):
            device.python.call("load", module)
    device.start()


@pytest.mark.long
@pytest.mark.sweep
def test_many_presses_leave_nothing_behind(device: Device) -> None:
    start_knowing_all_names(device)
    marks = left_behind(device, ROUNDS, MONKEY // (ROUNDS * len(GAMES)))
    check_nothing_left(marks)
    # A leak is seen.
    device.python.call("plant", CHANCE // 2)
    marks = left_behind(device, ROUNDS, 5, GAMES[:1])
    with pytest.raises(AssertionError):
        check_nothing_left(marks)
