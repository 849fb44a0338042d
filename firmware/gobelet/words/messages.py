"""Messages: texts about changes and players of the open game, and the battery."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..game.by_name import package
from ..ui.drawing.numbers import with_percent
from ..ui.drawing.widgets import number_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ..rules.refused import Refused
    from ..rules.sheet import Kind
    from ..rules.types import Effect, FieldNumber, KindNumber, Row
    from .texts import Texts
    from .types import Speaker

# Name of the file with the names of the seats, one in each line. Players send this file from a computer, or enter
# the names on the device.
NAMES = "names.txt"
COLOURS = "colours"  # name of the file with the index of each seat's colour, one byte each
SEATS = 10
LETTERS = 12  # maximum number of letters in the name of a seat, which must fit beside a title


def refusal_words(texts: Texts, refused: Refused, seat: Callable[[Row], str], of: str = "") -> str:
    """Return the message for a `Refused`.

    The values in `refused.fields` replace the placeholders of the message. If a value is a text key, or the name of a
    field or input, the text of this key or name is shown instead. If the value for "name" is the index of a row, the
    player's name seat(row) is shown instead. `of` is the name of the Procedure that raised `refused`, "" if unknown.
    """
    fields: dict[str, Any] = {"code": refused.code}
    for name in refused.fields:
        value = refused.fields[name]
        if isinstance(value, str):
            for key in (value, of + "." + value, "f." + value, "i." + value):
                if texts.has_text(key):
                    value = texts(key)
                    break
        elif name == "name":
            value = seat(value)
        fields[name] = value
    key = "e." + refused.code
    return texts(key if texts.has_text(key) else "e.refused", **fields)


class Messages:
    """The texts about changes and players of the open game, and about the battery.

    Names and colours of the seats are read from files on first use, because opening a file would prolong a start by
    2 ms.
    """

    def __init__(self, context: Speaker) -> None:
        self.context = context
        self._names: list[str] | None = None
        self._colours: bytearray | None = None

    @property
    def names(self) -> list[str]:
        """Return the names of the seats, "" for a seat without name.

        All calls return the same list object, which `set_name` changes.
        """
        if self._names is None:
            self._names = []
            try:
                data = self.context.device.store.read(NAMES) or b""
                self._names = [line.strip()[:LETTERS] for line in data.decode().split("\n")[:SEATS]]
            except (OSError, UnicodeError, MemoryError):
                pass
        return self._names

    @property
    def colours(self) -> bytearray:
        """Return the index of the colour of each seat.

        All calls return the same bytearray object, which `set_colour` changes.
        """
        if self._colours is None:
            try:
                data = self.context.device.store.read(COLOURS) or b""
            except (OSError, MemoryError):
                data = b""
            self._colours = bytearray(data if len(data) == SEATS and max(data) < SEATS else range(SEATS))
        return self._colours

    def charge(self) -> str:
        """Return the charge of the battery as text, measured once a minute.

        The result is "" while USB feeds the device, or if the board cannot measure the charge.
        """
        device = self.context.device
        battery = device.battery
        percent = None if battery is None else battery.recent_percent(device.clock.ticks(), device.clock.diff)
        return "" if percent is None else with_percent(percent, self.context.t("decimal"))

    def refusal(self, refused: Refused, of: str = "") -> str:
        """Return the message for a `Refused`, see `refusal_words`."""
        return refusal_words(self.context.t, refused, self.seat, of)

    def describe(self, effects: Sequence[Effect]) -> str:
        """Describe the effects of a transaction in a few words.

        The function `describe` in the game's screens may return the description, a list of effects that replaces
        `effects`, or None. Without a description from this function, the method describes the first effect whose
        field has a text "f.<field>". The description has the player's name, this text, the old value and the new
        value. A value is shown as the text "f.<field>.<value>", or in digits if there is no such text.
        """
        texts = self.context.t
        state = self.context.session.state
        # skip effects on missing fields, because another version of the game may have had more fields
        effects = [effect for effect in effects if state.value(*effect[:3]) is not None]
        effects = reverse(reverse(effects))  # reversed twice, to merge the effects on the same field
        screens = self.game_screens()
        if effects and screens is not None and hasattr(screens, "describe"):
            found = screens.describe(self.context, effects)
            if isinstance(found, str):
                return found
            effects = found or effects
        for kind_number, row, field, old, new in effects:
            kind = state.kinds[kind_number]
            key = "f." + kind.fields[field]
            if texts.has_text(key):
                who = self.player_of_row(kind, row)
                values = [self._value(key, value) for value in (old, new)]
                return "%s%s %s→%s" % (who and who + " ", texts(key), values[0], values[1])
        return ""

    def has_no_words(self, kind: KindNumber, field: FieldNumber) -> bool:
        """Tell whether `describe` returns "" for an effect on this field alone."""
        kinds = self.context.session.state.kinds
        if hasattr(self.game_screens(), "describe"):
            return False
        if kind >= len(kinds) or field >= len(kinds[kind].fields):
            return True
        return not self.context.t.has_text("f." + kinds[kind].fields[field])

    def _value(self, key: str, value: int) -> str:
        """Return the text with the text key "<key>.<value>", or the digits of the value.

        Spaces in this text become no-break spaces, because the message after an undo shows only the last word of a
        description.
        """
        name = "%s.%d" % (key, value)
        return (
            self.context.t(name).replace(" ", "\xa0") if self.context.t.has_text(name) else number_text(value)
        )

    def game_screens(self) -> Any:
        """Return the package `screens` of the open game, see `GameScreens`.

        The result is None if no game is open, or if the package is not loaded.
        """
        session = self.context.session
        return session and sys.modules.get(package(session.name) + ".screens")

    def seat(self, row: Row) -> str:
        """Return the name of the player who has a row of a Sheet; "" for -1.

        The name comes from the function `seat` in the game's screens. For a game without this function, the name is
        the name of the seat, or its colour.
        """
        if row < 0:
            return ""
        screens = self.game_screens()
        if screens is not None and hasattr(screens, "seat"):
            return screens.seat(self.context, row)
        return self.name(row) or self.colour(row)

    def player_of_row(self, kind: Kind, row: Row) -> str:
        """Return the name of the player who has the row `row` of a Kind.

        The result is "" if the Kind has only one row.
        """
        return self.seat(row) if kind.rows > 1 else ""

    def name(self, row: Row) -> str:
        """Return the name of the seat with index `row`; "" if the seat has no name."""
        return self.names[row] if row < len(self.names) else ""

    def set_name(self, row: Row, name: str) -> None:
        """Set and save the name of a seat for all games; "" removes the name.

        If the method raises OSError, no name has changed.
        """
        names = [self.name(index) for index in range(SEATS)]
        names[row] = name
        self.context.device.store.replace(NAMES, "\n".join(names).encode())
        self.names[:] = names

    def colour(self, row: Row) -> str:
        """Return the name of a seat's colour."""
        return self.context.t("colour.%d" % self.colours[row % SEATS])

    def set_colour(self, row: Row, number: int) -> None:
        """Set and save the colour of a seat.

        Another seat that has the new colour takes over the old colour of this seat. If the method raises OSError, no
        colour has changed.
        """
        colours = bytearray(self.colours)
        for other in range(SEATS):
            if colours[other] == number:
                colours[other] = colours[row]
        colours[row] = number
        self.context.write_file(COLOURS, bytes(colours))
        self.colours[:] = colours


def reverse(effects: Iterable[Effect]) -> list[Effect]:
    """Return the effects that undo the effects of a transaction, one for each field."""
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
