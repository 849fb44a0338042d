"""The presets of a game that has forms: what is kept of a roll to make it again, by name, and the undo of that.

They are no part of a game, so they lie in a file beside its journal, which a new game leaves alone: lines of

    procedure;sum of its declaration;sum of the names in its roles;rows and values;name

the one used last at the end; then, behind a line "=u MARK" ("=r MARK" once that was taken back), the lines before the
last change. MARK says after which change and roll of the journal it was made, so that one undo takes back what was done
last, wherever it is kept. Behind "=r" it also has which change was the newest, undone or not: once there is another one
nothing is made again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.procedure import sum_of
from ...rules.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...rules.procedure import Procedure
    from ...rules.types import Row, Values
    from ..types import App, Entry

FILE = "/presets"
MOST = 12
SHOWN = 2  # of them on the first screen of their game
PARTS = 5


def _named(app: App, rows: Sequence[Row]) -> str:
    return sum_of([app.seat(row) for row in rows])


def line_of(app: App, proc: Procedure, rows: Sequence[Row], inputs: Values, name: str) -> str:
    """The line that keeps a roll: whose it was, and the values of its inputs."""
    numbers = " ".join([str(value) for value in proc.pack(rows, inputs)])
    return ";".join((proc.name, proc.signature(len(proc.inputs)), _named(app, rows), numbers, name))


def renamed(line: str, name: str) -> str:
    return line[: line.rindex(";") + 1] + name


def name_of(line: str) -> str:
    return line[line.rindex(";") + 1 :]


def label(app: App, line: str) -> str:
    """What a preset is called: its name, or what it rolls."""
    return name_of(line) or app.texts.get(line[: line.index(";")]) or "?"


def form_of(app: App, line: str) -> list[int]:
    """The arguments of the form that a line keeps; inputs that its Procedure got since, at the end, have none.
    Refused("PRESET") if it is of another declaration or damaged, Refused("PRESET-GONE") if whoever had a row of it has
    it no more.
    """
    name, declared, named, numbers, _ = line.split(";")
    session = app.session
    try:
        number = session.number(name)
        proc = session.procedure(number)
        values = [int(word) for word in numbers.split()]
    except (KeyError, ValueError):
        raise Refused("PRESET")
    rows, _, whole = proc.unpack(values)
    count = len(values) - len(proc.roles)
    if declared != proc.signature(count) or not (whole or count == 0):
        raise Refused("PRESET")
    if named != _named(app, rows):
        raise Refused("PRESET-GONE")
    return [number] + values


# The file


def _mark(app: App, forward: bool = False) -> str:
    session = app.session
    done = session.journal.done
    mark = "%d %d" % (done[-1] if done else -1, session.rolled())
    return "r %s %d" % (mark, session.latest()) if forward else "u " + mark


def _read(app: App) -> tuple[list[str], str, list[str]]:
    """(lines, mark with its sign, lines before the last change). What is no preset is left out."""
    try:
        text = str(app.store.read(app.session.name + FILE) or b"", "utf-8")
    except UnicodeError:
        text = ""
    now: list[str] = []
    before: list[str] = []
    mark = ""
    for line in text.split("\n"):
        if line[:1] == "=":
            mark = line[1:]
        elif len(line.split(";")) == PARTS:
            (before if mark else now).append(line)
    return now, mark, before


def _write(app: App, now: list[str], mark: str, before: list[str]) -> None:
    app.keep(app.session.name + FILE, "\n".join(now + ["=" + mark] + before).encode())


def listed(app: App) -> list[str]:
    """The lines that are kept, MOST at the most."""
    return _read(app)[0][:MOST]


def recent(app: App) -> list[str]:
    """The lines that the first screen of the game has: those used last, the last one first."""
    session = app.session
    if session.presets is False:
        return []
    now, mark, _ = _read(app)
    session.presets = mark != ""
    return list(reversed(now[:MOST][-SHOWN:]))


def entry(app: App, line: str) -> Entry:
    """A preset in the list that is the first screen of its game."""
    return "★ " + label(app, line), ""


def use(app: App, line: str) -> None:
    """Open the form that a line keeps, and keep the line among the recent ones. Refused as `form_of` does."""
    from .kept_form import open_form  # which the list of a game does without

    if not open_form(app, form_of(app, line)):
        return
    now, mark, before = _read(app)
    if line in now[:-SHOWN]:
        now.remove(line)
        try:
            _write(app, now + [line], mark, before)
        except OSError:
            pass  # there is no room: the order stays, and the roll can be made all the same


def change(app: App, lines: list[str], join: bool = False) -> None:
    """Keep these lines; join: as part of the last change. OSError changes nothing."""
    now, _, before = _read(app)
    app.session.presets = True
    _write(app, lines, _mark(app), before if join else now)


def revert(app: Any, forward: bool) -> bool:
    """Take the last change back, or make it again, if that is next. Returns whether it was."""
    now, mark, before = _read(app)
    app.session.presets = mark != ""
    if mark != _mark(app, forward):
        return False
    _write(app, before, _mark(app, not forward), now)
    app.locations.leave_name()
    app.navigation.remake()
    app.toast(app.t("redone" if forward else "undone", app.t("home.presets")))
    return True
