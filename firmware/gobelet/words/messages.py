"""Telling: the words for what happens in the game that is open, and for those who play it; and the short message, a
toast, that is shown over a screen.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..game.by_name import package
from ..ui.drawing.widgets import minus

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ..device.types import Ticks
    from ..rules.refused import Refused
    from ..rules.types import Effect, FieldNumber, KindNumber, Row
    from ..shell.app import App
    from ..ui.types import GameScreens
    from .texts import Texts

NAMES = "names.txt"  # names of the seats, sent from the desk or written here, one a line
COLOURS = "colours"  # colour of each seat, one byte each
SEATS = 10
TOAST_MS = 2000
LETTERS = 12  # of a seat's name that are kept: it stands beside a title


def refusal_words(texts: Texts, refused: Refused, seat: Callable[[Row], str], of: str = "") -> str:
    """The words for a `Refused`. A field that is the key of a text, the name of a Sheet's field or of an input is put
    in words, and seat(row) names a player.
    """
    fields: dict[str, Any] = {"code": refused.code}
    for name in refused.fields:
        value = refused.fields[name]
        if isinstance(value, str):
            for key in (value, of + "." + value, "f." + value, "i." + value):
                if texts.has(key):
                    value = texts(key)
                    break
        elif name == "name":
            value = seat(value)
        fields[name] = value
    key = "e." + refused.code
    return texts(key if texts.has(key) else "e.refused", **fields)


class Telling:
    """Names and colours of the seats are read when they are asked for: to look a file up takes 2 ms of a start."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._names: list[str] | None = None
        self._colours: bytearray | None = None
        self.message: str | None = None  # the toast that is seen
        self._message_since: Ticks = 0

    def toast(self, text: str) -> None:
        """Show a short message over the screen for two seconds, or until the next key."""
        self.message = text
        self._message_since = self.app.now()
        self.app.redraw()

    def hide(self) -> None:
        """Take the toast away."""
        self.message = None
        self.app.redraw()

    def expire(self, now: Ticks) -> None:
        """Take it away once it was seen long enough."""
        if self.app.clock.diff(now, self._message_since) >= TOAST_MS:
            self.hide()

    @property
    def names(self) -> list[str]:
        """The names of the seats, "" for none; the list stays the same."""
        if self._names is None:
            self._names = []
            try:
                data = self.app.store.read(NAMES) or b""
                self._names = [line.strip()[:LETTERS] for line in data.decode().split("\n")[:SEATS]]
            except (OSError, UnicodeError, MemoryError):
                pass
        return self._names

    @property
    def colours(self) -> bytearray:
        """The number of the colour of each seat; the bytes stay the same ones."""
        if self._colours is None:
            try:
                data = self.app.store.read(COLOURS) or b""
            except (OSError, MemoryError):
                data = b""
            self._colours = bytearray(data if len(data) == SEATS and max(data) < SEATS else range(SEATS))
        return self._colours

    def words(self, refused: Refused, of: str = "") -> str:
        """The words for a `Refused`; of is the name of the Procedure that refused, if it is known."""
        return refusal_words(self.app.texts, refused, self.seat, of)

    def what(self, effects: Sequence[Effect]) -> str:
        """A few words for a transaction: those of the game's own `what`, which may also give a list of the effects
        that speak for all, or None. Then it is the first field that has a name "f.<field>", old -> new, each as
        "f.<field>.<value>" if there is such a text.
        """
        texts = self.app.texts
        state = self.app.session.state
        # Another version may have kept more.
        effects = [effect for effect in effects if state.value(*effect[:3]) is not None]
        effects = reverse(reverse(effects))  # one for each field, of all the presses of one transaction
        screens = self.game_screens()
        if effects and screens is not None and hasattr(screens, "what"):
            found = screens.what(self.app, effects)
            if isinstance(found, str):
                return found
            effects = found or effects
        for kind_number, row, field, old, new in effects:
            kind = state.kinds[kind_number]
            key = "f." + kind.fields[field]
            if texts.has(key):
                who = self.seat(row) + " " if kind.rows > 1 else ""
                values = [self._value(key, value) for value in (old, new)]
                return "%s%s %s→%s" % (who, texts(key), values[0], values[1])
        return ""

    def untold(self, kind: KindNumber, field: FieldNumber) -> bool:
        """Whether `what` has no words for any change of this field alone."""
        kinds = self.app.session.state.kinds
        if hasattr(self.game_screens(), "what"):
            return False
        if kind >= len(kinds) or field >= len(kinds[kind].fields):
            return True
        return not self.app.texts.has("f." + kinds[kind].fields[field])

    def _value(self, key: str, value: int) -> str:
        """A value as the text "<key>.<value>" has it, else its figures. What it says is one word: after an undo only
        the new one of both is shown.
        """
        name = "%s.%d" % (key, value)
        return self.app.texts(name).replace(" ", "\xa0") if self.app.texts.has(name) else minus(value)

    def game_screens(self) -> GameScreens | None:
        """The package of the game's screens, None if it is not in memory."""
        session = self.app.session
        return session and sys.modules.get(package(session.name) + ".screens")  # type: ignore[return-value]

    def seat(self, row: Row) -> str:
        """Name of whoever has a row of a Sheet, "" for -1, nobody: as the game's own `seat` says, else that of
        the seat, else its colour.
        """
        if row < 0:
            return ""
        screens = self.game_screens()
        if screens is not None and hasattr(screens, "seat"):
            return screens.seat(self.app, row)
        return self.name(row) or self.colour(row)

    def name(self, row: Row) -> str:
        """Name of a seat, "" if it has none but its colour."""
        return self.names[row] if row < len(self.names) else ""

    def christen(self, row: Row, name: str) -> None:
        """Give a seat a name, for every game, and keep it; "" takes it away. OSError changes nothing."""
        names = [self.name(index) for index in range(SEATS)]
        names[row] = name
        self.app.store.replace(NAMES, "\n".join(names).encode())
        self.names[:] = names

    def colour(self, row: Row) -> str:
        """Name of the colour of a seat."""
        return self.app.texts("colour.%d" % self.colours[row % SEATS])

    def paint(self, row: Row, number: int) -> None:
        """Give a seat a colour and keep it; the seat that had it gets the other one. OSError changes nothing."""
        colours = bytearray(self.colours)
        for other in range(SEATS):
            if colours[other] == number:
                colours[other] = colours[row]
        colours[row] = number
        self.app.keep(COLOURS, bytes(colours))
        self.colours[:] = colours


def reverse(effects: Iterable[Effect]) -> list[Effect]:
    """The effects of a transaction as of one that takes it back, one for each field."""
    found: dict[tuple[int, int, int], tuple[int, int]] = {}
    order = []
    for kind, row, field, old, new in effects:
        key = (kind, row, field)
        if key not in found:
            order.append(key)
            found[key] = (new, old)
        else:
            found[key] = (new, found[key][1])
    return [key + found[key] for key in order]
