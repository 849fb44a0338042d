"""Cut the power right after each key of the scripted sessions, and start the device again.

Each key is tested at two moments. "noted" is after the device has saved its screens and waits for a key.
"answered" is before that, as on a device without an idle moment. In both, the Sheets and the rolls must
include the key.

After "noted", the same picture must reappear, and the next key must have the same effect as without a cut.
After "answered", the screen must be the one before the key or the one after it. A shown result must not be
that of another roll, or of a roll that was left. If the picture is the one after it, the next key must lead
to the same screen and Sheets.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard
from simulator.entropy import ScriptedEntropy
from simulator.keys import DOWN_MS, NAMES
from simulator.script import Line, Script
from simulator.store import MemoryStore
from tests.drawn import RecordedEntropy, ReplayedEntropy
from tests.faults.cuts import State, state_of

paths.install()
from gobelet.games.counters.screens.first import FRAMES  # noqa: E402
from gobelet.games.mystria.screens.play import Turn  # noqa: E402
from gobelet.games.mystria.screens.setup import Stacks  # noqa: E402
from gobelet.ui.screens.number_screen import NumberScreen  # noqa: E402
from gobelet.ui.screens.result import Result  # noqa: E402
from gobelet.ui.screens.stack import Gone, Screen  # noqa: E402

ANSWERED, NOTED = "answered", "noted"
# Attributes that disappear by themselves or with the next key, and their values after a restart. Such
# attributes describe the last key: the sum of presses for a number, the values that an undo restored, the
# reason of a new deal. A restart clears such attributes, but the values stay.
PASSING: dict[type[Screen], dict[str, object]] = {
    NumberScreen: {"sum": 0, "sign": "", "open": False},
    Turn: {"undo_texts": None},
    Stacks: {"again": -1},
}
# Screens that are correctly replaced by another one after a start.
ANOTHER = {
    "system.welcome": "system.welcome",  # the first start begins again
    "system.lesson": "system.lesson",
    "trinytia.turn": "trinytia.death",  # the question was postponed, and is asked again
    "mystria.look": "mystria.look",  # secret data is covered again
    "trinytia.allies": "trinytia.allies",  # the selection is not saved
    "trinytia.bet": "trinytia.result",  # the screen shows its roll itself
}
LED = ("form", "attack", "result")  # screens that one act closes together

Key = tuple[int, int]  # a key, and how long it is down


@dataclass(repr=False)  # the moments form a cycle
class Moment:
    """The state after a key, and the next key, if it followed immediately."""

    kind: str
    line: Line
    files: dict[str, bytes]
    drawn: int  # number of bytes drawn from the entropy source
    gauge: dict[str, object]
    game: str | None
    state: State | None
    ids: list[str | None]
    places: list[tuple[int, ...]]  # arguments of each open screen
    picture: bytes
    words: str
    moving: bool  # whether the picture changes by itself
    before: Moment | None  # the previous saved moment
    key: Key | None = None
    then: Moment | None = None

    def __str__(self) -> str:
        return f"{self.line.path.name}:{self.line.number}: {self.line.command} {self.line.rest}, {self.kind}"


class WrongStart(AssertionError):
    """The state of the device after a start is wrong."""


def board_state(board: VirtualBoard) -> State | None:
    session = board.context.session
    return state_of(session.journal) if session else None


def lasting_picture(board: VirtualBoard) -> bytes:
    """Return the frame without the parts of PASSING and the message."""
    app = board.app
    top, message = app.stack.top(), app.context.dialogs.message
    gone = next((some for kind, some in PASSING.items() if isinstance(top, kind)), {})
    passing = {name: getattr(top, name) for name in gone}
    if message is None and passing == gone:
        return board.picture()
    app.context.dialogs.message = None
    vars(top).update(gone)
    app.draw()
    found = board.picture()
    app.context.dialogs.message = message
    vars(top).update(passing)
    app.draw()
    return found


def is_moving(board: VirtualBoard) -> bool:
    """Tell whether a clock runs or names alternate on the screen; a start begins after that animation."""
    session = board.context.session
    clock = session.memo[:1] if session is not None and session.name == "counters" else []
    return clock not in ([], [None]) or getattr(board.app.stack.top(), "frame", FRAMES) < FRAMES


class Recording(Script):
    """A played session, with the moments of each key."""

    def __init__(self, path: Path) -> None:
        self.moments: list[Moment] = []
        self._key_moments: list[Moment] = []  # moments of the last key, until another command
        self.drawn = RecordedEntropy()
        super().__init__(VirtualBoard(entropy=self.drawn))
        self.play(path)

    def run_line(self, line: Line) -> None:
        if line.command in ("press", "hold"):
            getattr(self, line.command)(line)
            if self.board.faults:
                raise self._error(line, repr(self.board.faults))
            return
        if line.command not in ("dice", "expect", "absent", "shot"):
            self._key_moments = []
        if line.command != "cut":  # ignore `cut`, because each key is cut anyway
            super().run_line(line)

    def press(self, line: Line) -> None:
        name, _, times = line.rest.partition(" ")
        for _ in range(int(times or 1)):
            self._press_and_record(line, NAMES[name], DOWN_MS)

    def hold(self, line: Line) -> None:
        name, _, ms = line.rest.partition(" ")
        self._press_and_record(line, NAMES[name], int(ms) if ms else self.board.app.device.keys.hold_ms + 50)

    def _press_and_record(self, line: Line, key: int, ms: int) -> None:
        before, self._key_moments = self._key_moments, []
        app = self.board.app
        note = app.snapshot.save

        def note_and_save() -> None:
            if app.dirty:  # a game was opened but is not drawn yet
                note()
                return
            self._record_moment(ANSWERED, line, before)
            note()
            self._record_moment(NOTED, line, before)

        app.snapshot.save = note_and_save
        self.board.press(key, ms)
        del app.snapshot.save
        for one in before:
            if self._key_moments:
                one.key, one.then = (key, ms), self._key_moments[-1]
        self.moments += self._key_moments

    def _record_moment(self, kind: str, line: Line, before: list[Moment]) -> None:
        board = self.board
        session = board.context.session
        self._key_moments.append(
            Moment(
                kind,
                line,
                dict(self._memory().files),
                len(self.drawn.given),
                dict(vars(board.gauge)),
                session.name if session else None,
                board_state(board),
                list(board.app.stack.ids),
                [board.app.stack.suspended_screen(at).arguments for at in range(len(board.app.stack.ids))],
                lasting_picture(board),
                board.words.text(),
                is_moving(board),
                (self._key_moments or before or [None])[-1],
            )
        )


def start_after_cut(moment: Moment, given: bytes) -> VirtualBoard:
    """Start the device after the cut, with the same entropy to come."""
    entropy = ScriptedEntropy(ReplayedEntropy(given[moment.drawn :]))
    board = VirtualBoard(entropy=entropy, store=MemoryStore(moment.files))
    vars(board.gauge).update(moment.gauge)
    board.run(BOOT_MS)
    return board


def check_moments(recording: Recording, moments: list[Moment]) -> Counter[str]:
    """Cut at these moments, and count the outcomes. Raises Wrong."""
    count: Counter[str] = Counter()
    for moment in moments:
        board = start_after_cut(moment, bytes(recording.drawn.given))
        count[moment.kind] += 1
        count[_compare_start(board, moment)] += 1
        if board.faults:
            raise WrongStart(f"{moment}: {board.faults}")
        then = moment.then
        if (
            lasting_picture(board) == moment.picture
            and moment.key
            and then
            and not moment.moving
            and not then.moving
        ):
            board.press(*moment.key)
            same = board.context.session is None or then.game is None or board_state(board) == then.state
            if moment.kind == ANSWERED:  # the cursor of a lower screen may be at its earlier line
                same = same and _without_lists(board.app.stack.ids) == _without_lists(then.ids)
            elif then.ids[-1] is not None:
                same = same and lasting_picture(board) == then.picture
            if not same:
                raise WrongStart(
                    f"{moment}: the next key leads to {_screen_report(board)}, without a cut to {then.words}"
                )
            count["next keys"] += 1
    return count


def _screen_report(board: VirtualBoard) -> str:
    return f"{board.app.stack.ids} {board.words.text()!r}"


def _without_lists(ids: Iterable[str | None]) -> list[str | None]:
    """Remove the lists of games from the screen ids, because a script may open a screen without one."""
    return [name for name in ids if name is None or not name.endswith(".home")]


def _is_invalid(board: VirtualBoard, name: str | None, place: tuple[int, ...]) -> bool:
    """Tell whether a screen is no longer valid; one without an id cannot be reopened at all."""
    try:
        return name is None or not board.app.navigation.make(name, place).is_valid()
    except Gone:
        return True


def _lasting_screens(moment: Moment) -> list[str | None]:
    """Return the screens that a start can reopen."""
    ids = moment.ids
    return ids[: ids.index(None)] if None in ids else ids


def _compare_start(board: VirtualBoard, moment: Moment) -> str:
    """Compare the screen after the start with the moment, and name the outcome. Raises Wrong."""
    app, before = board.app, moment.before
    ids, shown = list(app.stack.ids), lasting_picture(board)
    said = f"{moment}: {_screen_report(board)}, it was {moment.ids} {moment.words!r}"
    if app.context.session and app.context.session.name == moment.game and board_state(board) != moment.state:
        raise WrongStart(f"{said}: another state")
    if shown == moment.picture:
        return "the same"
    if moment.moving and ids == _lasting_screens(moment):
        return "at the end of what moves"
    if ANOTHER.get(str(moment.ids[-1])) == ids[-1]:
        return "asked again"
    if moment.ids[-1] is None and ids == _lasting_screens(moment):
        return "the screen below"
    if moment.kind == ANSWERED:
        if before is None or shown == before.picture:
            return "the one before"
        if ids == _lasting_screens(before) and not isinstance(app.stack.top(), Result):
            return "the screen before"
        if ids in (
            _lasting_screens(before)[:-1],
            [name for name in _lasting_screens(before) if str(name).partition(".")[2] not in LED],
        ):
            return "the screen below"  # the screen before is no longer valid
        if ANOTHER.get(str(before.ids[-1])) == ids[-1]:
            return "asked again"
        left = list(zip(before.ids, before.places, strict=True))[len(ids) :]
        if ids == before.ids[: len(ids)] and all(_is_invalid(board, *screen) for screen in left):
            return "the screen below"
    raise WrongStart(f"{said}: another picture")


def choose_moments(moments: list[Moment], most: int, first: int = 0) -> list[Moment]:
    """Return about `most` of the moments, of both kinds; `first` selects others."""
    step = len(moments) // most | 1
    return moments[first % step :: step]
