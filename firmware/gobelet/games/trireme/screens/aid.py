"""Trirème: the base class of the printed tables of the player aid.

Each Procedure has its own printed table. The screen highlights the table row and the column of the present roll, and
the modifiers that count. The text key "aid.<Procedure>" has the names of the modifiers, in the order of MODIFIERS. The
text key "help.<Procedure>.text" has further explanations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, values
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.numbers import signed_text

from . import common
from .grid import Grid, highlight
from .owner_data import owner_corrections

if TYPE_CHECKING:
    from collections.abc import Callable

    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Values
    from gobelet.ui.screens.types import Arguments, Context

    from .grid import Body

    Table = Callable[[Context, Values | None, int], Body]


# The printed modifiers of each Procedure, in the order of the player aid. An entry is the name of an input, a colon and
# the modifier. "_" is a heading. A name that is no input stands for all inputs whose names end in it: "quality" for
# "rammer_quality" and "target_quality".
MODIFIERS = {
    "fleet_clearance": "bonus:2",
    "fleet_ram": "_ quality:3 quality:2 quality:1 quality:0 "
    "_ against:5 against:2 cruise:-1 rammer_immobilised:-2 _ part:3 part:1 faster:1 target_immobilised:-2",
    "fleet_grapple": "_ target_rammed:1 target_crew:1 immobilised:-1 equipment:-1",
    "ship_ram": "_ stationary:1 target_immobilised:1 target_crew:1 target_crew:-1 "
    "_ move_a:1 flank:1 not_full_speed:-1 rammer_immobilised:-1",
    "ship_rake": "_ target_full_speed:1 not_full_speed:-2",
    "ship_grapple": "_ made_easier:3 friendly:3 collision:1 target_immobilised:1 other_crew:1 other_crew:-1 "
    "target_full_speed:-1 oarsmen_only:-1 immobilised:-1 iron_hands:2",
    "ship_detachment": "_ friendly:3 won_boarding:2 other_crew:1 other_crew:-1 enemy_corvus:-3",
}


def printed_modifiers(name: str) -> list[tuple[str, int]]:
    """List (name of the input, modifier) for the Procedure `name`.

    The pair ("_", 0) stands for a heading between the modifiers.
    """
    found = []
    for entry in MODIFIERS.get(name, "").split():
        which, _, amount = entry.partition(":")
        found.append((which, int(amount or 0)))
    return found


def is_counted(proc: Procedure, values: Values, which: str, amount: int) -> bool:
    """Tell whether a printed modifier counts with these values of a roll.

    The modifier counts if an input adds `amount`. The input has the name `which`, or a name that ends in `which`.
    """
    names = [i.name for i in proc.inputs]
    for i in proc.inputs:
        if i.name == which or (which not in names and i.name.endswith("_" + which)):
            if i.is_shown(values) and i.modifier(values) == amount:
                return True
    return False


class Aid(Grid):
    """The printed table of a Procedure, with the corrections of the owner's file.

    `number` is the number of the Procedure. `dice` is the sum of the rolled dice, or 0 before the roll. `given` has the
    ships' rows and the values of a form. If `given` is passed, OK shows the chances of this roll, otherwise the screen
    is a page of the rules. `size` is the height of the letters in pixels, 0 for an automatic height. `first` is the
    index of the first visible line, -1 for an automatic choice.
    """

    tables: dict[str, Table] = {}  # {name of a Procedure: function that makes its table}

    def __init__(
        self, context: Context, number: int, dice: int = 0, size: int = 0, first: int = -1, *given: int
    ) -> None:
        self.of = (number, dice)
        self.given = given
        proc = context.session.procedure(number)
        inputs = None
        if given:
            known = {}
            for index in range(len(proc.inputs)):
                known[proc.inputs[index].name] = given[len(proc.roles) + index]
            try:
                inputs = values(proc, known)
            except Refused:
                pass  # the rules refuse these values, so no modifier is highlighted
        # A Procedure without dice has no chances.
        self.chances = inputs is not None and not dice and not isinstance(proc.step(inputs, None), Outcome)
        if self.chances:
            self.keys = ("k.scroll", "aid.odds")
        title = common.title(context, proc) if given else common.page_title(context, proc.name)
        Grid.__init__(self, context, title, (), size or (8 if given else 0))
        self.first = first
        self.body = self.lines_of(proc, inputs, dice)

    def arguments(self) -> Arguments:
        return self.of + (self.size, self.first) + self.given

    def on_ok(self) -> None:
        if self.chances:
            self.context.close(common.ODDS)
        else:
            Grid.on_ok(self)

    def lines_of(self, proc: Procedure, values: Values | None, dice: int) -> Body:
        """Return the body of the page for a Procedure.

        The body has the printed table, the modifiers, and further explanations. `values` are the values of the form,
        None without a form. `dice` is the sum of the rolled dice, or 0 before the roll.
        """
        context = self.context
        found: Body = []
        if proc.name in self.tables:
            found = self.tables[proc.name](context, values, dice)
        words = context.t.get("aid." + proc.name) or ""
        listed = printed_modifiers(proc.name)
        for index in range(len(listed)):
            which, amount = listed[index]
            word = words.split("|")[index]
            if which == "_":
                found.append(word)
                continue
            if which == "equipment" and owner_corrections(context).params.get("gear"):
                amount = -amount  # the owner's file may reverse the sign of this modifier
            on = values is not None and is_counted(proc, values, which, amount)
            found.append((highlight(signed_text(amount) if amount else "+0", on), highlight(word, on)))
        more = context.t.get("help." + proc.name + ".text")
        return found + (more.split("|") if more else [])
