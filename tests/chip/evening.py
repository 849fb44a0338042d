"""An evening of all games on the chip without a restart; each picture is compared with the desk's.

The player plays scripts of the tests in a random order. Then the player presses random keys in any game, in
two games written as text, and in the settings. Each tenth begins with the same walk. Comparing the last walks
with the first ones shows whether the device slows down. A link client is connected for a part of the evening.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from host_tools.building import image
from simulator.script import Line, ScriptError, lines
from tests.chip import desk, figures, games, limits, linked, presses, scenario
from tests.chip.chip import Answer, Session
from tests.chip.device import Device
from tests.chip.figures import Memory, quantile_of
from tests.chip.games import Difference
from tests.chip.limits import Limit
from tests.faults.monkey import ACTIONS, WORD

PRESSES = 2400
TENTHS = 10
LOOKS = 20  # number of looks at the heap
SCRIPTS = (
    "dice_roll", "dice_presets", "dice_hand", "dice_proof", "counters_names", "trinytia_evening", "trireme_first",
    "trireme_first_ships", "mystria_first", "traqueur_first", "trinites_first",
)  # fmt: skip
_OF_A_SCRIPT = 110  # limit of presses in one script
_OF_A_ROUND = 45
# The commands that are played; restarts and scripted dice are left out.
_COMMANDS = ("press", "hold", "wait", "setting")
_OWN = ("own-seuil", "own-trireme")
_PLACES = ("dice", "counters", "trinytia", "trireme", "mystria", "traqueur", "trinites", *_OWN, "settings")
_STATE = "own"  # name of a file in states/, with the two games written as text
_AGAIN = "again"  # a line of the list of games
# share of the rounds that end with AGAIN, so that its 90 % quantile is not its worst press
_AGAIN_SHARE = 0.6
_MOST_BACK = 20  # maximum number of presses of BACK from any screen to the list of games
_DOWN_MS = 100
_WALK = "walk"
# The kinds of a walk's presses that show a drift. Opening a game has a row of its own: it reads a journal that grows.
_STEADY = (presses.LINE, presses.VALUE, presses.AGAIN, presses.BACK)
_PROOF = "proof"  # the setting of verifiable rolls, which have more screens
# Screens that show the free memory, or a running time.
_TICKING = "counters.timer"  # the running stopwatch
_CHANGING = {"system.about", _TICKING}


class Evening(games.Recording):
    """Plays on the desk, and records the steps and pictures for the chip."""

    def __init__(self, seed: int, most: int = PRESSES) -> None:
        self.chance = random.Random(seed)
        self.most = most
        self.pressed = 0
        self.walks: list[range] = []  # the steps of each walk
        self.looks: dict[int, int] = {}  # presses before each step that measures the heap
        self.listens = False
        self.files = desk.state_files(_STATE)
        self.screens: dict[int, str] = {}  # the top screen after each step that is a key
        self.unlike: set[int] = set()  # steps before which the picture may differ
        super().__init__(files=self.files)
        self._go_home(Line(Path(str(seed)), 0, "home", ""))

    def play_all(self) -> None:
        """Play the whole evening."""
        for number, part in enumerate(self.parts_to_play()):
            if self.pressed * TENTHS >= self.most * len(self.walks):
                self._play_walk()
            if self.pressed >= self.most:
                break
            self._connect_client(number)
            part()

    def parts_to_play(self) -> Iterator[Any]:
        names = list(SCRIPTS)
        self.chance.shuffle(names)
        for name in names:
            yield lambda name=name: self.play_script(games.SCRIPTS / f"{name}.txt")
        while True:
            places = list(_PLACES)
            self.chance.shuffle(places)
            for place in places:
                yield lambda place=place: self._play_round(place)

    def play_script(self, path: Path) -> None:
        end = self.pressed + _OF_A_SCRIPT
        for line in lines(path.read_text(encoding="utf-8"), path):
            if self.pressed >= end:
                break
            if line.command == "open":
                self._open_home(line)
            elif line.command in _COMMANDS:
                self.run_line(line)
        self._go_home(line)

    def _open_home(self, line: Line) -> None:
        """Open a game's own screen by keys; other screens of a script are skipped."""
        name, _, screen = line.rest.partition(".")
        if screen == "home":
            self._go_home(line)
            if name in _PLACES:
                self._choose_game(line, name)

    def _play_round(self, place: str) -> None:
        line = Line(Path(place), self.pressed, "round", "")
        self._choose_game(line, place)
        names = [(kind, key) for kind, key, _ in ACTIONS if kind != "restart"]
        weights = [weight for kind, _, weight in ACTIONS if kind != "restart"]
        for kind, key in self.chance.choices(names, weights, k=_OF_A_ROUND):
            self._press_key(line, WORD[key], kind == "hold")
        self._go_home(line)
        if _AGAIN in self.board.app.stack.top().names() and self.chance.random() < _AGAIN_SHARE:
            self._choose_game(line, _AGAIN)
            self._go_home(line)
        if place == "settings":  # a displayed clock would change the picture without a key
            self.setting(Line(Path(place), self.pressed, "setting", "clock no"))

    def _play_walk(self) -> None:
        """Open Tri'Nytia and move a line, then roll the dice three times; no roll is verifiable."""
        line = Line(Path(_WALK), self.pressed, _WALK, "")
        proof = self.board.app.device.settings[_PROOF]
        self.setting(Line(line.path, line.number, "setting", f"{_PROOF} no"))
        begin = len(self.parts[-1].steps)
        self._choose_game(line, "trinytia")
        for key in ("DOWN", "UP"):
            self._press_key(line, key)
        self._go_home(line)
        self._choose_game(line, "dice")
        for key in ("OK", "OK", "OK", "BACK"):
            self._press_key(line, key)
        self._go_home(line)
        self.walks.append(range(begin, len(self.parts[-1].steps)))
        self.setting(Line(line.path, line.number, "setting", f"{_PROOF} {proof}"))

    def _connect_client(self, number: int) -> None:
        """Connect a link client during the fourth and fifth part."""
        steps = self.parts[-1].steps
        if number in (3, 4):
            steps += linked.GREETING if number == 3 else linked.ALIVE
        self.listens = number in (3, 4)

    def _go_home(self, line: Line) -> None:
        """Press BACK until the list of games is open."""
        app = self.board.app
        for _ in range(_MOST_BACK):
            if app.context.session is None and len(app.stack.ids) == 1:
                return
            self._press_key(line, "BACK")
        raise ScriptError(f"{line.path}: BACK does not lead to the list of games, but {app.stack.ids}")

    def _choose_game(self, line: Line, name: str) -> None:
        """Choose a game in the list by keys."""
        home = self.board.app.stack.top()
        while home.names()[home.cursor] != name:
            self._press_key(line, "DOWN" if home.names().index(name) > home.cursor else "UP")
        self._press_key(line, "OK")

    def _press_key(self, line: Line, name: str, held: bool = False) -> None:
        hold = self.board.app.device.keys.hold_ms + scenario.PAST_HOLD_MS
        down = hold if held else _DOWN_MS
        self._press_and_record(line, name, down, down)

    def _press_and_record(self, line: Line, name: str, down: int, chip_down: int) -> None:
        steps = self.parts[-1].steps
        if self.pressed % (self.most // LOOKS) == 0:
            self.looks[len(steps) + 1] = self.pressed
            steps += scenario.heap_steps("")
        if self.listens and self.pressed % linked.KEYS_BETWEEN == 0:
            steps += linked.ALIVE
        super()._press_and_record(line, name, down, chip_down)
        self.pressed += 1
        app = self.board.app
        self.screens[len(steps) - 1] = str(app.stack.ids[-1])
        clock = app.context.session is not None and getattr(app.context.session, "clock", None) is not None
        runs = down > app.device.keys.hold_ms and name in ("UP", "DOWN")
        if clock or runs or _CHANGING.intersection(app.stack.ids):
            self.unlike.add(len(steps))


@dataclass
class Played:
    """The results of an evening on the chip."""

    answers: list[Answer]
    screens: dict[int, str]  # the top screen after each step that is a key
    walks: list[list[Answer]]  # the presses of each walk
    memory: list[Memory]
    pictures: int
    different: list[Difference]
    aside: int  # pictures that may differ, and were not compared
    erases: int
    wear: int  # number of erases of the most used block
    wrong: list[str]
    seconds: float


def play_evening(device: Device, seed: int, most: int = PRESSES) -> Played:
    evening = Evening(seed, most)
    evening.play_all()
    (part,) = evening.parts
    dice = {"address": games.urandom_address(device), "bytes": bytes(evening.noted.given)[part.dice :].hex()}
    return evaluate_session(evening, device.play(device.flash(evening.files), part.steps, dice))


def evaluate_session(evening: Evening, session: Session) -> Played:
    (part,) = evening.parts
    answers = session.answers()
    took = {each.step: each for each in answers if each.acts and each.last is not None}
    different = []
    for number, (line, picture) in part.pictures.items():
        shown = session.pictures.get(number, session.picture)
        if number not in evening.unlike and shown != picture:
            where = f"{line.path.name}:{line.number}: {line.command} {line.rest}, step {number}"
            different.append(Difference(where, picture, shown))
    memory = [
        figures.parse_memory(f"after {evening.looks[number]} presses", text)
        for number, text in session.usb_answers()
        if number in evening.looks
    ]
    erased = Counter(event["erase"] // image.BLOCK for event in session.events if "erase" in event)
    wrong = [f"an exception: {what}" for what in session.exceptions()]
    wrong += [f"never rests after step {step}" for step in session.restless_steps()]
    if session.restart_count():
        wrong.append(f"begun anew {session.restart_count()} times")
    return Played(
        answers,
        evening.screens,
        [[took[step] for step in walk if step in took] for walk in evening.walks],
        memory,
        len(part.pictures) - len(evening.unlike),
        different,
        len(evening.unlike),
        erased.total(),
        max(erased.values(), default=0),
        wrong,
        session.last_event["t"] / 1000,
    )


# Limits of the 90 % quantile and of the worst press, by kind; for first bytes of the 99 % quantile.
LIMITS = {
    presses.LINE: Limit(45, 100),
    presses.GAME: Limit(250, 400),
    presses.AGAIN_FROM_LIST: Limit(250, 400),
    presses.OPENS: Limit(90, 250),
    presses.VALUE: Limit(90, 200),
    presses.FIRST_CHANGE: limits.FIRST_ROLL,
    presses.LEAVES: limits.DELETED,
    presses.AGAIN: Limit(90, 200),
    presses.STAYS: Limit(90, 250),
    presses.BACK: Limit(90, 190),
    presses.WHY: limits.NONE,
    presses.UNDO: Limit(130, 230),
    presses.FIRST: limits.FIRST_BYTE,
}
DRIFT = 1.1


def format_table(played: Played) -> str:
    """Return the table by kind of press, then the other counts."""
    lines = ["| what | n | median | 90 % | 99 % | worst | limit |", "|---|--:|--:|--:|--:|--:|---|"]
    for kind, values in _times_by_kind(played).items():
        shares = " | ".join(f"{quantile_of(values, part):.0f}" for part in (0.5, 0.9, 0.99, 1))
        beyond = ", EXCEEDED" if _exceeds_limit(kind, values) else ""
        lines.append(f"| {kind} | {len(values)} | {shares} | {figures.format_limit(LIMITS[kind])}{beyond} |")
    lines += ["", "| the slowest press of each kind | ms | led to | erases |", "|---|--:|---|--:|"]
    for kind, worst in _slowest_presses(played).items():
        lines.append(f"| {kind} | {worst.last:.0f} | {played.screens.get(worst.step, '')} | {worst.erases} |")
    lines += ["", "| counted | | limit |", "|---|--:|---|"]
    for what, value, limit in _count_rows(played):
        lines.append(f"| {what} | {value} | {limit} |")
    return "\n".join(lines) + "\n"


def find_faults(played: Played) -> list[str]:
    """Return the faults, independent of times."""
    other = len(played.different)
    return [*([f"{other} pictures are not the desk's"] if other else []), *played.wrong]


def exceeded_limits(played: Played) -> list[str]:
    """Return the exceeded limits."""
    found = [kind for kind, values in _times_by_kind(played).items() if _exceeds_limit(kind, values)]
    if _walk_drift(played) > DRIFT:
        found.append("it gets slower")
    if max(each.in_use for each in played.memory) > limits.HEAP:
        found.append("heap in use")
    if min(each.free for each in played.memory) < limits.FREE:
        found.append("heap free")
    if min(each.block for each in played.memory) < limits.BLOCK:
        found.append("largest free block")
    return found


def _timed_presses(played: Played) -> list[tuple[Answer, float]]:
    """Return each press with the time until its last byte.

    A press on a running stopwatch is left out, because its last byte may be the next second's.
    """
    return [
        (each, each.last)
        for each in played.answers
        if each.acts and each.last is not None and played.screens.get(each.step) != _TICKING
    ]


def _slowest_presses(played: Played) -> dict[str, Answer]:
    found: dict[str, Answer] = {}
    for each, _ in sorted(_timed_presses(played), key=lambda pair: pair[1]):
        found[each.tag] = each
    return {kind: found[kind] for kind in LIMITS if kind in found}


def _times_by_kind(played: Played) -> dict[str, list[float]]:
    found = {}
    timed = _timed_presses(played)
    for kind in LIMITS:
        values = [last for each, last in timed if each.tag == kind]
        if kind == presses.FIRST:
            values = [a.first for a in played.answers if a.key and not a.held and a.first is not None]
        if values:
            found[kind] = values
    return found


def _exceeds_limit(kind: str, values: Sequence[float]) -> bool:
    limit = LIMITS[kind]
    part = 0.99 if kind == presses.FIRST else 0.9
    pairs = ((quantile_of(values, part), limit.median), (quantile_of(values, 1), limit.worst))
    return any(most is not None and value > most for value, most in pairs)


def _walk_drift(played: Played) -> float:
    """Return the time of the last three walks, relative to walks two to four."""
    times = _walk_times(played, _STEADY)
    return sum(times[-3:]) / sum(times[1:4])


def _walk_times(played: Played, kinds: Sequence[str]) -> list[float]:
    """Return for each walk the mean time of a press, in which each kind counts the same."""
    times = []
    for walk in played.walks:
        found = [[a.last for a in walk if a.tag == kind and a.last is not None] for kind in kinds]
        means = [sum(each) / len(each) for each in found if each]
        times.append(sum(means) / len(means))
    return times


def _count_rows(played: Played) -> Iterator[tuple[str, str, str]]:
    yield "presses", str(sum(bool(a.key) and a.acts for a in played.answers)), ""
    yield (
        "pictures that are the desk's",
        f"{played.pictures - len(played.different)} of {played.pictures}",
        "all",
    )
    yield "pictures that tell time or memory, not compared", str(played.aside), ""
    yield "minutes of the chip", f"{played.seconds / 60:.0f}", ""
    for what, kinds in (("of a press", _STEADY), ("in which a game opens", (presses.GAME,))):
        walks = " ".join(f"{mean:.0f}" for mean in _walk_times(played, kinds))
        yield f"mean ms {what} in the same walk, by tenths", walks, ""
    yield "the last three walks to the first", f"{_walk_drift(played):.2f}", f"≤ {DRIFT}"
    memory = played.memory
    yield f"heap in use, worst of {len(memory)}", str(max(each.in_use for each in memory)), f"≤ {limits.HEAP}"
    yield "heap free, least", str(min(each.free for each in memory)), f"≥ {limits.FREE}"
    yield "largest free block, least", str(min(each.block for each in memory)), f"≥ {limits.BLOCK}"
    yield "erases of the flash; of one block, the most", f"{played.erases}; {played.wear}", ""
