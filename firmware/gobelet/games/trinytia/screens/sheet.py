"""Tri'Nytia: all stored values of a character."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.screens.menu import Lines, Menu, Picker

from ..rules import hand, tables, turn
from ..rules.sheets import ALIVE
from .asking import cards_of
from .common import is_playing, show_if_decided, status

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Arguments, Context, Entries


# The fields of a character in the order of their lines; the text key of a field is "f.<field>".
FIELDS = (
    "wounds",
    "armour",
    "pv",
    "lieu",
    "fixed",
    "range",
    "down",
    "equipment",
    "familiar",
    "fam_wounds",
    "fam_pv",
    "fam2_wounds",
    "fam2_pv",
    "gold",
)
RULED = {
    "wounds": "suffer",
    "armour": "armour",
    "pv": "death",
    "lieu": "place",
    "fixed": "fixed",
    "range": "range",
    "down": "limits",
    "equipment": "equipment",
    "familiar": "pet",
    "fam_wounds": "familiar",
    "fam_pv": "familiar",
    "fam2_wounds": "A-TN26",
    "fam2_pv": "A-TN26",
    "gold": "gold",
    "cards": "limits",
    "exchange": "exchange",
    "faction": "faction",
    "legend": "victory",
    "dies": "death",
}
SWITCHES = ("fixed",)
PETS = ("familiar", hand.SECOND)
LEADS = ("cards", "exchange")  # lines that open another screen


class Sheet(Menu):
    """The values of one character. OK changes the selected value.

    The last lines are for the character's cards, an exchange, the faction, the objective and the death.
    """

    keys = ("k.move", "k.turn")
    is_parting = False  # whether the screen asks which of two familiars leaves

    def __init__(self, context: Context, row: Row, cursor: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.row = row

    def arguments(self) -> Arguments:
        return (self.row, self.cursor)

    def is_valid(self) -> bool:
        return self.row < turn.seats(self.context.session.state)

    def head(self) -> tuple[str, str]:
        return self.context.seat(self.row), status(self.context, self.row)

    def names(self) -> list[str]:
        get = self.context.session.get
        found = list(FIELDS)
        for index in range(get("char", self.row, "familiar"), len(hand.FAMILIARS)):
            for field in hand.FAMILIARS[index]:
                found.remove(field)
        alive = get("char", self.row, "seat") == ALIVE
        if is_playing(self.context.session.state) and alive:
            found.extend(LEADS)
        if turn.dealt_column(self.context.session.state) is not None:
            found.append("faction")
            if get("char", self.row, "faction") == 3:
                found.append("legend")
        if not alive:
            found.insert(0, "lives")
        elif is_playing(self.context.session.state):
            found.append("dies")
        return found

    def entries(self) -> Entries:
        return Lines(self.names(), lambda name: (self.label(name), self.value(name)))

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        return self.indexes_of(by, "char", self.row, self.names())

    def topic(self, index: int) -> str:
        return RULED.get(self.names()[index], "")

    def label(self, name: str) -> str:
        return self.context.t(("turn." if name in LEADS else "f.") + name)

    def value(self, name: str) -> str:
        """Return the value of a line as text."""
        context = self.context
        get = context.session.get
        if name in ("dies", "lives") or name in LEADS:
            return ""
        if name == "legend":
            return context.t("yes") if get("game", 0, "legends") >> self.row & 1 else context.t("no")
        value = get("char", self.row, name)
        if name in SWITCHES:
            return context.t("yes") if value else context.t("no")
        if name == "faction":
            return context.t("faction." + tables.FACTIONS[value])
        if name == "range":
            return " ".join([str(n) for n in tables.members(value)]) or "—"
        if name == "lieu" and value < 0:
            return "—"
        if name == "pv" and value == 0:
            return "?"
        return str(value)

    def choose(self, index: int) -> None:
        context = self.context
        get = context.session.get
        name = self.names()[index]
        title = self.label(name)
        self.is_parting = False  # an undo may have closed the question without an answer
        if name == "dies":
            context.open("trinytia.death", self.row, get("char", self.row, "wounds"))
        elif name == "cards":
            context.open("trinytia.cards", self.row)
        elif name == "exchange":
            context.open("trinytia.exchange", 0, self.row)
        elif name == "lives":
            self.set_field("seat", ALIVE)
        elif name == "legend":
            mask = get("game", 0, "legends") ^ 1 << self.row
            if context.change([("game", 0, "legends", mask)]):
                self.refresh()
                show_if_decided(context)
        elif name in SWITCHES:
            self.set_field(name, 1 - get("char", self.row, name))
        elif name == "faction":
            labels = [context.t("faction." + f) for f in tables.FACTIONS]
            context.push(Picker(context, title, labels, get("char", self.row, name)))
        elif name == "range":
            context.push(Reach(context, self.row))
        else:
            now = get("char", self.row, name)
            low, high = self.bounds(name)
            context.dialogs.ask_number(
                title, now, low, max(now, len(hand.FAMILIARS)) if name == "familiar" else high
            )

    def bounds(self, name: str) -> tuple[int, int]:
        """Return the lowest and the highest value of a field."""
        kind = self.context.session.state.kind("char")
        return kind.field(kind.fields.index(name))[1:3]

    def set_familiars(self, count: int) -> None:
        """Set the number of familiars.

        If the number falls from 2 to 1, ask which of the two familiars leaves.
        """
        context = self.context
        state = context.session.state
        pets = hand.familiars(state, self.row)
        if len(pets) > 1 and count == 1:
            self.is_parting = True
            labels = [name for card, name, _ in cards_of(context, self.row, "f.") if card in PETS]
            context.push(Picker(context, context.t("familiar.goes"), labels))
        elif context.change(hand.set_familiars(self.row, count, pets)):
            self.refresh()

    def set_field(self, name: str, value: int) -> None:
        """Set a field of this screen's character."""
        if self.context.change([("char", self.row, name, value)]):
            self.refresh()

    def on_result(self, result: Any) -> None:
        if result is None:
            self.is_parting = False
            return
        context = self.context
        name = self.names()[self.cursor]
        if self.is_parting:
            self.is_parting = False
            if context.change(hand.discard_card(context.session.state, self.row, PETS[result])):
                self.refresh()
            return
        if name == "familiar":
            self.set_familiars(result)
            return
        if name == "faction" and result:
            try:
                changes = turn.reveal(context.session.state, self.row, result)
            except Refused as refused:
                context.dialogs.show_refusal(refused)
                return
            if context.change(changes):
                self.refresh()
                show_if_decided(context)
            return
        self.set_field(name, result)
        if (
            name in ("wounds", "pv")
            and is_playing(context.session.state)
            and self.row in turn.doomed_rows(context.session.state)
        ):
            context.open("trinytia.death", self.row)


class Reach(Menu):
    """The list of the Lieux (places); a sign marks those that cards add to the range.

    OK adds the selected Lieu to the range of the character `row`, or removes the Lieu from the range.
    """

    keys = ("k.move", "k.turn")

    def __init__(self, context: Context, row: Row) -> None:
        Menu.__init__(self, context)
        self.row = row

    def head(self) -> tuple[str, str]:
        return self.context.t("f.range"), self.context.seat(self.row)

    def entries(self) -> Entries:
        mask = self.context.session.get("char", self.row, "range")
        return [("L%d" % n, "", bool(mask >> n & 1)) for n in range(11)]

    def choose(self, index: int) -> None:
        mask = self.context.session.get("char", self.row, "range")
        self.context.change([("char", self.row, "range", mask ^ 1 << index)])
        self.refresh()
