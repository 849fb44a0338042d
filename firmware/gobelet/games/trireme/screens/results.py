"""Trirème: the screen with the result of a roll.

If a player has read a cell in the printed table for this roll, the screen offers to store the cell.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Ask
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.screens import result
from gobelet.words.wording import arguments, key_label, sign, split_at_colon

from ..rules import ships
from . import common, owner_data

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.types import Change, Row, Values
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Context

    from ..rules.ships import Tie


DAMAGE = ("ship_ram", "ship_rake")  # Procedures that use a damage table
CORRECTED = DAMAGE + ("ship_clearance",)  # Procedures that use a table with the owner's corrections
PRINTED_QUESTIONS = ("cell", "check")  # names of the Asks that the players answer from their printed table


class Result(result.Result):
    """The result of a roll; OK applies its effects, then offers rolls that may follow.

    The changes also mark that the ships have had this roll this turn. `offering` is 1 while the screen asks whether
    to store the cell that a player has read in the printed table, else 0.
    """

    asking = None  # the text of the question about the cell; None before the text is first needed
    refused = None  # the Refused that prevents the changes of the roll; None if these may be written

    def __init__(self, context: Context, offering: int = 0) -> None:
        result.Result.__init__(self, context)
        self.offering = offering
        if offering:  # the device has restarted while the question was open
            context.defer(self.offer_storing)

    def arguments(self) -> tuple[int, ...]:
        return (self.offering,) if self.offering else ()

    def is_valid(self) -> bool:
        """Tell whether the journal still has this roll and the battle still has its ships."""
        return result.Result.is_valid(self) and common.are_in_battle(self.context, self.rows)

    # Texts on the screen.

    def is_reading(self) -> bool:
        """Tell whether the present question is about a cell of the printed table."""
        return self.ask is not None and self.ask.name in PRINTED_QUESTIONS

    def title(self) -> str:
        if self.is_reading():
            return self.context.t(self.proc.name + "." + self.ask.name)
        if self.outcome is not None and self.losing_ship() >= 0:
            return self.context.t("beaten", common.name(self.context, self.losing_ship()))
        if self.has_losses():
            return self.context.t("lost", common.name(self.context, self.rows[1]))
        before = self.answer_parts()[0] if self.outcome is not None else ""
        return before or common.title(self.context, self.proc)

    def answer_parts(self) -> tuple[str, str]:
        """Return (title, answer in large letters) for the result of a clearance.

        Return ("", "") for the result of any other roll.
        """
        return split_at_colon(result.Result.answer_text(self) if self.proc.name.endswith("clearance") else "")

    def has_losses(self) -> bool:
        """Tell whether the result is the number of men that a known ship has lost.

        The title then names the ship.
        """
        return self.proc.name == "ship_boarding" and self.outcome is not None and self.rows[1] >= 0

    def subject(self) -> str:
        if self.is_reading() or self.has_losses():
            return ""  # the long title leaves no room for the names of the ships
        game = common.game(self.context)
        if max(self.rows) < 0 and game and self.proc.name.startswith(common.name_prefix(game)):
            return self.context.t("unnamed")  # no ship is known, so the device cannot apply the result
        return common.subject(self.context, self.rows, self.hand, self.title)

    def draw(self, c: Canvas) -> None:
        sides = (
            self.proc.name == "fleet_ram"
            and self.outcome is not None
            and len(self.resolution.thrown_dice()) == 2
        )
        self.aside = 16 if sides else 0
        result.Result.draw(self, c)
        if sides:  # label the rammer's die and the target's die
            c.text(0, 46, self.context.t("role.rammer"))
            c.align_right(123, 46, self.context.t("role.target"))

    def has_explanation(self) -> bool:
        return self.is_reading() or self.proc.name == "fleet_ram"

    def question(self, name: str) -> str:
        """Return the text of the present question.

        A question about a cell contains the text of the cell in the tables of the firmware. A question after a ram of
        the Fleet game contains the difference between the totals of the two ships.
        """
        if self.proc.name == "fleet_ram":
            return self.context.t(name, signed_text(self.resolution.progress))
        if not self.is_reading():
            return result.Result.question(self, name)
        if self.asking is None:
            # Imported here, because only the question about a cell needs the module.
            from .cell_question import question_text

            self.asking = question_text(self.context, self.proc, self.values, self.path, self.ask.name)
        return self.asking

    def answer_text(self) -> str:
        context = self.context
        if self.outcome.word == "sum":
            return common.sum_text(context, self.proc, self.values)
        if self.proc.name in DAMAGE and self.outcome.word is None:
            return self.damage_words(self.outcome.key)
        if self.proc.name == "ship_breach" and self.outcome.word is None:
            return self.breach_words()
        if self.proc.name == "ship_steps":
            # imported here, because only this Procedure uses the function
            from ..rules.walks import movement_pattern

            return movement_pattern(self.values["speed"])
        if self.is_in_men():
            return key_label(context, self.proc, self.men_lost())
        if self.proc.name == "fleet_boarding" and self.outcome.key and min(self.rows) >= 0:
            return context.t("captured", common.name(context, self.rows[2 - self.outcome.key]))
        return self.answer_parts()[1] or result.Result.answer_text(self)

    def is_in_men(self) -> bool:
        """Tell whether the answer on the screen is the number of men that a ship has lost."""
        return self.losing_ship() >= 0 or (self.has_losses() and self.outcome.word is None)

    def men_lost(self) -> int:
        """Return the number of men that the loser has lost in this turn's boarding.

        As long as no ship has lost the boarding, return the number of men that the target loses by this roll. The
        result is 0 for a target without men.
        """
        lost = self.losing_ship()
        tie = self.tie()
        if lost >= 0 and tie is not None:
            return tie.lost[tie.ships.index(lost)]
        attacker, target = self.rows
        manned = (
            self.values["men"] or attacker < 0 or ships.has_men(self.context.session.state, target, attacker)
        )
        return self.outcome.key if manned else 0

    def sign(self) -> str:
        if self.proc.name == "ship_incendiary" and not self.outcome.key:
            return ""  # the answer is the text for a miss, not a number
        if self.is_in_men():
            return sign(self.context, self.proc, None, self.men_lost())
        return result.Result.sign(self)

    def damage_words(self, code: int) -> str:
        """Return the printed text of a damage cell, and a description of its effects."""
        from ..rules import tables  # imported here, because only rolls with a damage table use the module

        t = self.context.t
        found = []
        effects = tables.split_code(code)
        for who in (0, 1):
            words = [t("cell." + name) for name in tables.effect_names(effects[who])]
            if words:
                found.append(t("cell.%s.%d" % (self.proc.name, who), ", ".join(words)))
        return tables.damage_text(code) + "  " + ", ".join(found) if found else t("cell.none")

    def breach_words(self) -> str:
        """Return a text with all effects of a breach on the ship."""
        # Imported here, because only the result of a breach needs the module.
        from ..rules.ship_breach import LOSES, STAYS, breach_row, is_immobilising

        t = self.context.t
        key = self.outcome.key
        men, pv, _, equipment, _ = breach_row(key)
        found = [t("sign.pv", "−1")] if pv else []
        if men:
            found.append(t("breach.men.%d" % men))
        if is_immobilising(self.values, key) or STAYS in self.path:
            found.append(t("breach.held"))
        if equipment == "E" or LOSES in self.path:
            found.append(t("breach.gear"))
        return ", ".join(found)

    def act_text(self, name: str) -> str:
        if name == "apply" and self.outcome.word == "sum":
            # The number to reach is unknown, so the players choose the entry "holds" or the entry "missed".
            return self.context.t("do.held")
        text = result.Result.act_text(self, name)
        actions = self.list
        if actions.count(name) > 1:  # both ships have a breach, so the line of each breach names the ship
            row = self.breached_row(self.known_values(name)[actions[: self.cursor].count(name)])
            text += " " + common.name(self.context, row) if row >= 0 else ""
        return text

    def on_hold_ok(self) -> None:
        if self.ask is None:
            result.Result.on_hold_ok(self)
        elif self.is_reading():
            # The screen of the printed table needs these values to highlight the table row and the column of the cell.
            given = self.rows + [self.values[i.name] for i in self.proc.inputs]
            common.open_table(self.context, self.resolution.number, sum(self.path[0]), *given)
        elif self.proc.name == "fleet_ram":
            from gobelet.ui.screens.reasons import reasons

            self.context.dialogs.show_page(self.context.t("why"), "|".join(reasons(self)))

    # Actions after the roll.

    def read_step(self) -> None:
        self.asking = None
        result.Result.read_step(self)
        if self.ask is not None and self.ask.name == "cell":
            # The cursor begins on the last option, an illegible cell, so that OK pressed too early changes no table.
            self.cursor = len(self.ask.options) - 1

    def actions(self) -> list[str]:
        found = result.Result.actions(self)
        if found[0] == "apply":
            found = ["apply", "again"]
        elif self.rows[1:] and not common.can_board(self.context, *self.rows):
            found = [name for name in found if not name.endswith("_boarding")]
        elif self.proc.name == "ship_boarding" and self.tie() is not None:
            found = self.boarding_actions() + found[-1:]
        later = ships.later_procedure(self.context.session.state, self.proc.name)
        # The screen does not offer a roll that belongs to a later step of the turn.
        if later in found:
            found.remove(later)
        if found[0] == "again" and max(self.rows) >= 0:
            # "leave" is the first entry, because a ship rarely repeats a roll within one turn
            found.insert(0, "leave")
        if self.can_store():
            found.append("keep")
        # If the number to reach is unknown, the players choose whether the grapple holds or has missed.
        if self.outcome.word == "sum" and not self.applied:
            found[-1] = "missed"
        return found

    def finish(self) -> None:
        """Show the loser of a boarding; without a loser, continue as after any roll."""
        if self.losing_ship() >= 0:
            self.cursor = 0
        else:
            result.Result.finish(self)

    def tie(self) -> Tie | None:
        """Return the Tie of the two ships; None without a Tie, or if a ship is unknown."""
        return common.ships(self.context).tie_between(*self.rows) if min(self.rows) >= 0 else None

    def boarding_actions(self) -> list[str]:
        """Return the names of the actions after a roll in a boarding.

        A boarding has a roll of the attacker and a roll of the target. If the target has not rolled yet, the only
        action is the target's roll. After the rolls of both ships, the actions are the surrender of the loser and
        "leave". If the loser must still roll in another boarding, the list is empty.
        """
        state = self.context.session.state
        now = common.ships(self.context)
        tie = self.tie()
        if tie is not None and ships.has_boarding_roll(state, tie, self.rows[1]):
            return ["ship_boarding"]
        lost = self.losing_ship()
        if lost < 0 or ships.has_had_roll(state, "ship_surrender", [lost]) or lost not in now.afloat:
            return []
        for each in now.ties:
            if lost in each.ships and each.how and ships.next_boarding(state, now, each):
                return []
        return ["ship_surrender", "leave"]

    def losing_ship(self) -> int:
        """Return the row of the ship that has lost the boarding; -1 if no ship has lost."""
        tie = self.tie() if self.proc.name == "ship_boarding" else None
        return -1 if tie is None else ships.boarding_loser(self.context.session.state, tie)

    def changes(self) -> list[Change]:
        state = self.context.session.state
        found = [
            change
            for change in result.Result.changes(self)
            # Changes of a ship that an undo has removed from the battle are skipped.
            if change[0] != "ship" or state.get("ship", change[1], "used")
        ]
        name = self.proc.name
        self.refused = None
        if common.game(self.context) and common.are_in_battle(self.context, self.rows):
            try:
                found = ships.roll_changes(state, name, self.rows, self.outcome.key, found)
            except Refused as refused:
                self.refused = refused
            found += ships.done_changes(state, name, self.rows)
        found = [change for change in found if state.get(*change[:3]) != change[3]]
        return ships.mark_zeros(state, found) + ships.release_changes(state, found)

    def complete(self, given: Values) -> None:
        given.update(common.shared_inputs(self.context, self.proc, self.rows))
        given.update(owner_data.inputs_from_file(self.context, self.proc, given))

    def known_values(self, name: str) -> list[dict[str, Any]]:
        if name == "ship_surrender" and self.losing_ship() >= 0:
            return [{"ship": self.proc.roles[self.rows.index(self.losing_ship())]}]
        found = result.Result.known_values(self, name)
        if name == "ship_boarding" and not found:
            # The Outcome names no next roll, but `boarding_actions` offers the roll of the target.
            found = [{"attacker": "target", "target": "attacker"}]
        if name == "ship_breach":
            return [self.with_sizes(known) for known in found]
        return found

    def with_sizes(self, known: dict[str, Any]) -> dict[str, Any]:
        """Return the values of a breach roll that are known from this roll.

        The result is `known`, with a value for "facing_larger" if the sizes of both ships are known.
        """
        get = self.context.session.get
        if "facing_larger" in known or len(self.rows) < 2 or min(self.rows) < 0:
            return known
        mine = self.breached_row(known)
        sizes = [get("ship", row, "size") for row in self.rows]
        found = dict(known)
        if min(sizes):
            found["facing_larger"] = int(max(sizes) > get("ship", mine, "size"))
        return found

    def breached_row(self, known: dict[str, Any]) -> Row:
        """Return the row of the ship with a breach.

        `known` has the values of the ship's breach roll that are known from this roll.
        """
        return self.context.session.row_of_role(self.proc, self.rows, known.get("ship", "ship"))

    def open_following(self, name: str) -> None:
        """Open the form of the Procedure `name`.

        If both ships have a breach, the form of the chosen ship opens above the form of the other ship.
        """
        self.waiting = []
        if name == "ship_breach":
            chosen = self.list[: self.cursor].count(name)
            found = self.known_values(name)
            self.waiting = [found[index] for index in range(len(found)) if index != chosen]
        result.Result.open_following(self, name)

    def open_next(self, *to: Any) -> None:
        session = self.context.session
        for known in self.waiting:
            number = session.procedure_index("ship_breach")
            row = self.breached_row(known)
            self.leave("trireme.form", number, *arguments(session.procedure(number), [row], known, known))
        if self.waiting:
            self.context.open(*to)
        else:
            self.leave(*to)

    def leave(self, *to: Any) -> None:
        """Close this screen and its own form, or replace both by the screen `to`.

        If both ships have a breach, the form of the other ship is open below, and stays open.
        """
        stack = self.context.navigation.stack
        if stack.ids[-2] == "trireme.form":
            stack.pop(-2)
        if to:
            self.context.replace(*to)
        else:
            self.context.close()

    # The cell that a player has read in the printed table.

    def read_option(self) -> Any:
        """Return the option that a player has chosen for a cell; None without a choice."""
        if len(self.path) < 2 or self.proc.name not in CORRECTED:
            return None
        asked = self.proc.step(self.values, self.resolution.first.fold(self.values, None, self.path[0]))
        return self.path[1] if isinstance(asked, Ask) and asked.name in PRINTED_QUESTIONS else None

    def can_store(self) -> bool:
        """Tell whether a player has read a cell that the owner's file lacks."""
        option = self.read_option()
        if option is None:
            return False
        # Imported here, because only a cell that a player has read needs the module.
        from .cell_question import is_unrecorded

        return is_unrecorded(self.context, self.proc, self.values, self.path, option)

    def offer_storing(self) -> None:
        """Ask whether to store the cell that a player has read, if `can_store`."""
        self.offering = int(self.can_store())
        if self.offering:
            from .cell_question import offer_text

            question = offer_text(self.context, self.proc, self.values, self.path, self.read_option())
            # The cursor begins on yes, so that the owner's tables become complete one cell after the other.
            self.context.dialogs.confirm(question, True)

    def do_act(self, action: str) -> None:
        if action == "keep":
            self.offer_storing()
        elif action == "missed":
            if common.game(self.context) and min(self.rows) >= 0:
                state = self.context.session.state
                self.context.change(ships.roll_changes(state, self.proc.name, self.rows, 0, ()))
            self.leave()
        elif action == "apply" and self.changes() and self.refused is not None:
            self.context.dialogs.show_refusal(self.refused)
        else:
            result.Result.do_act(self, action)

    def on_ok(self) -> None:
        reads = self.is_reading()
        result.Result.on_ok(self)
        if reads:
            self.offer_storing()

    def on_result(self, answer: Any) -> None:
        self.offering = 0
        if answer is True:
            if self.can_store():
                from .cell_question import stored_line

                owner_data.add_line(
                    self.context, stored_line(self.proc, self.values, self.path, self.read_option())
                )
                self.refresh()
        else:
            result.Result.on_result(self, answer)
