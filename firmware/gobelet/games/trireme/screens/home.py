"""Trirème: the main list, and the lists of the rolls of a game and of two ships."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens import kept_form, preset_lines
from gobelet.ui.screens.menu import Lines

from ..rules import walks
from ..rules.sheets import FLEET, SHIPS
from . import common, recent
from .lists import Ruled, sequence_page
from .opening import open_form

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Arguments, Context, Entries


# The first entries of the main list during a battle. The cursor begins on the entry with index FIRST_CURSOR, in the
# middle of the most used entries.
BATTLE_ENTRIES = ("turn", "pair", "ships", "last", "rolls")
FIRST_CURSOR = 2
OTHER_ENTRIES = ("new", "fleet", "navires")
LAST_ENTRIES = ("owner", "presets", "counters", "help", "history", "redo")
TABLES = {"fleet": FLEET, "navires": SHIPS}
PAGES = {"fleet": "fleet", "navires": "ships", "owner": "damaged", "counters": "errata"}


class Home(kept_form.MainList):
    """The main list.

    The list opens the other screens of the game. During a battle the list begins with BATTLE_ENTRIES. Without a battle
    it begins with OTHER_ENTRIES, among them the printed tables of both games.
    """

    about = Ruled.about

    def __init__(self, context: Context, cursor: int = 0, game: int = -1) -> None:
        kept_form.MainList.__init__(self, context, cursor)
        # The game for which the list was made: FLEET, SHIPS or NONE. When a battle begins or ends, the cursor returns
        # to its initial entry.
        self.game = game

    def arguments(self) -> Arguments:
        return (self.cursor, self.game)

    def names(self) -> list[str]:
        """Return the names of the entries.

        An entry's name is a part of its text key, and often the short name of the screen that the entry opens. A preset
        (a roll that players have stored) has its line in the file of presets instead of a name.
        """
        found = list(BATTLE_ENTRIES if self.game else OTHER_ENTRIES)
        found[FIRST_CURSOR + 1 : FIRST_CURSOR + 1] = preset_lines.recent_lines(self.context)
        if self.context.session.journal.has_roll():
            found.insert(FIRST_CURSOR + 1 if self.game else len(OTHER_ENTRIES), "again")
        if self.game and recent.last_ship(self.context.session) < 0:
            found.remove("last")
        if self.context.session.clock:
            found.append("clock")
        found += LAST_ENTRIES
        if self.game:
            found.append("new")
        if self.context.session.has_archive():
            found.append("recall")
        return found

    def refresh(self) -> None:
        now = common.game(self.context)
        if self.game != now:
            self.game = now
            self.cursor = FIRST_CURSOR if now else 0
        kept_form.MainList.refresh(self)

    def entries(self) -> Entries:
        self.offered = self.names()
        return Lines(self.offered, self.line)

    def line(self, name: str) -> tuple[str, str]:
        """Return the label and the value of an entry."""
        context = self.context
        if name == "last":
            row = recent.last_ship(context.session)
            return common.name(context, row), common.line_signs(context, row)
        if name == "turn":
            # a battle always has a step, so `walks.step` does not return None here
            step = walks.step(context.session.state) or ("",)
            return context.t("home.turn"), context.t("turn." + step[0])
        if name == "again":
            return context.t(name), ""
        if name == "pair":
            _, first, second = recent.last_pair(context.session)
            return (
                (common.pair_name(context, first, second), "")
                if first >= 0
                else (context.t("home.pair"), "—")
            )
        return preset_lines.entry(context, name) if ";" in name else (context.t("home." + name), "")

    def topic(self, index: int) -> str:
        name = self.offered[index]
        if name in ("turn", "rolls"):
            return sequence_page(self.game)
        if name == "pair":
            number = recent.last_pair(self.context.session)[0]
            return self.context.session.listed[number][0] if number >= 0 else ""
        return PAGES.get(name, "")

    def prepare(self) -> bool:
        return self.game != 0 and recent.prepare(self.context.session)

    def choose(self, index: int) -> None:
        context = self.context
        name = self.offered[index]
        if ";" in name:
            preset_lines.open_preset(context, name)
        elif name == "again":
            kept_form.roll_again(context)
        elif name == "redo":
            context.redo()
            self.refresh()
        elif name == "recall" or (name == "new" and self.game):
            self.asked = name  # the chosen entry; the list may change while the player answers
            context.dialogs.confirm(context.t(name + ".sure"))
        elif name == "last":
            context.open("trireme.card", recent.last_ship(context.session))
        elif name == "rolls":
            context.open("trireme.rolls", 0, self.game)
        elif name in TABLES:
            context.open("trireme.rolls", 0, TABLES[name])
        else:
            context.open("trireme." + name)

    def on_result(self, result: Any) -> None:
        if result is not True:
            return
        if self.asked == "new":
            self.context.open("trireme.new")
        elif self.context.session.restore_archive():
            self.refresh()
        else:
            self.context.dialogs.show_notice(self.context.t("recall.damaged"))


class Rolls(Ruled):
    """The list of the rolls of one game, in the order of its printed sequence.

    `row` is the row of the ship that acts in these rolls, -1 if no ship is chosen.
    """

    keys = ("k.move", "k.open")
    is_valid = common.is_ship_in_battle

    def __init__(self, context: Context, cursor: int = 0, game: int = FLEET, row: Row = -1) -> None:
        Ruled.__init__(self, context, cursor)
        self.game = game
        self.row = row

    def arguments(self) -> Arguments:
        return (self.cursor, self.game, self.row)

    def head(self) -> tuple[str, str]:
        title = self.context.t("home.fleet" if self.game == FLEET else "home.navires")
        return (common.name(self.context, self.row), title) if self.row >= 0 else (title, "")

    def numbers(self) -> list[int]:
        """Return the number of the Procedure on each line of the list."""
        listed = self.context.session.listed
        return [
            index
            for index in range(len(listed))
            if listed[index][0].startswith(common.name_prefix(self.game))
        ]

    def entries(self) -> Entries:
        return Lines(self.numbers(), self.line)

    def line(self, number: int) -> tuple[str, str]:
        return self.context.t(self.context.session.listed[number][0]), ""

    def topic(self, index: int) -> str:
        return self.context.session.listed[self.numbers()[index]][0]

    def choose(self, index: int) -> None:
        context = self.context
        number = self.numbers()[index]
        if self.game == common.game(context):
            open_form(context, number, self.row)
        else:
            context.open("trireme.form", number, *[-1] * len(context.session.procedure(number).roles))


class Pair(Ruled):
    """The list of the rolls that the last pair of ships may have.

    The last pair is the attacker and the target of the last roll between two ships. The cursor begins on the likeliest
    roll. The last line exchanges attacker and target.
    """

    keys = ("k.move", "k.open")
    is_valid = common.is_in_battle

    def __init__(self, context: Context, cursor: int = -1, attacker: int = -1, target: Row = -1) -> None:
        Ruled.__init__(self, context, cursor)
        self.attacker = attacker
        self.target = target

    def arguments(self) -> Arguments:
        return (self.cursor, self.attacker, self.target)

    def head(self) -> tuple[str, str]:
        if self.attacker < 0:
            return self.context.t("home.pair"), ""
        return common.pair_name(self.context, self.attacker, self.target), ""

    def numbers(self) -> list[int]:
        """Return the numbers of the Procedures that the two ships may have."""
        listed = self.context.session.listed
        start = common.name_prefix(common.game(self.context))
        fight = common.can_board(self.context, self.attacker, self.target)
        return [
            index
            for index in range(len(listed))
            if recent.is_of_pair(listed[index][0])
            and listed[index][0].startswith(start)
            and (fight or not listed[index][0].endswith("_boarding"))
        ]

    def refresh(self) -> None:
        session = self.context.session
        self.number, first, second = recent.last_pair(session)
        pair = (self.attacker, self.target)
        if min(pair) < 0 or not common.are_in_battle(self.context, pair):
            self.attacker, self.target = first, second
        if self.cursor < 0:
            self.cursor = self.likeliest_index()
        Ruled.refresh(self)

    def likeliest_index(self) -> int:
        """Return the index of the likeliest next roll of the two ships.

        Two tied ships probably roll a boarding next, or a detachment if they are friends. Other ships probably repeat
        their last roll.
        """
        numbers = self.numbers()
        if self.attacker >= 0 and self.target in common.ships(self.context).partners(self.attacker):
            friends = common.are_friends(self.context, self.attacker, self.target)
            wanted = "_detachment" if friends else "_boarding"
            for index in range(len(numbers)):
                if self.context.session.listed[numbers[index]][0].endswith(wanted):
                    return index
        return numbers.index(self.number) if self.number in numbers else 0

    def entries(self) -> Entries:
        t = self.context.t
        found = [(t(self.context.session.listed[index][0]), "") for index in self.numbers()]
        if self.attacker >= 0:
            found.append((t("pair.turn"), ""))
        return found

    def topic(self, index: int) -> str:
        numbers = self.numbers()
        return self.context.session.listed[numbers[index]][0] if index < len(numbers) else ""

    def choose(self, index: int) -> None:
        numbers = self.numbers()
        if index == len(numbers):
            self.attacker, self.target = self.target, self.attacker
            self.refresh()
        else:
            open_form(self.context, numbers[index], self.attacker, self.target)
