"""Trirème: the results of rolls, and the offer to store a cell.

The players have read this cell on the printed table.
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


DAMAGE = ("ship_ram", "ship_rake")
CORRECTED = DAMAGE + ("ship_clearance",)
PRINTED_QUESTIONS = ("cell", "check")  # names of the questions that the players answer from the printed table


class Result(result.Result):
    """The result of a roll; OK applies its effects, then offers rolls that may follow.

    The changes also mark that the ships have had this roll this turn. `offering` is 1 while the screen asks whether
    to store the cell that a player has read from the printed table, else 0.
    """

    asking = None  # the text of the question about the cell, once it was made
    refused = None  # the Refused that prevents the changes of the roll; None if they may be written

    def __init__(self, context: Context, offering: int = 0) -> None:
        result.Result.__init__(self, context)
        self.offering = offering
        if offering:  # the device has restarted while the question was open
            context.defer(self.offer_storing)

    def arguments(self) -> tuple[int, ...]:
        return (self.offering,) if self.offering else ()

    def is_valid(self) -> bool:
        """Tell whether the roll of this screen and its ships still exist."""
        return result.Result.is_valid(self) and common.are_in_battle(self.context, self.rows)

    # Texts

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

        Return ("", "") for other results.
        """
        return split_at_colon(result.Result.answer_text(self) if self.proc.name.endswith("clearance") else "")

    def has_losses(self) -> bool:
        """Tell whether the result is the number of men that a known ship has lost.

        The title then names the ship.
        """
        return self.proc.name == "ship_boarding" and self.outcome is not None and self.rows[1] >= 0

    def subject(self) -> str:
        if self.is_reading() or self.has_losses():
            return ""  # the title is long, so there is no subject
        game = common.game(self.context)
        if max(self.rows) < 0 and game and self.proc.name.startswith(common.name_prefix(game)):
            return self.context.t("unnamed")  # no ship is known, so the players apply the result themselves
        return common.subject(self.context, self.rows, self.hand, self.title)

    def draw(self, c: Canvas) -> None:
        sides = (
            self.proc.name == "fleet_ram"
            and self.outcome is not None
            and len(self.resolution.thrown_dice()) == 2
        )
        self.aside = 16 if sides else 0
        result.Result.draw(self, c)
        if sides:  # name the owner of each die
            c.text(0, 46, self.context.t("role.rammer"))
            c.right(123, 46, self.context.t("role.target"))

    def has_explanation(self) -> bool:
        return self.is_reading() or self.proc.name == "fleet_ram"

    def question(self, name: str) -> str:
        """Return the text of the present question.

        The text contains the shipped cell or, for a ram of the Fleet game, the difference of the totals.
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
            from ..rules.walks import movement_pattern  # imported here, because few rolls need the module

            return movement_pattern(self.values["speed"])
        if self.is_in_men():
            return key_label(context, self.proc, self.men_lost())
        if self.proc.name == "fleet_boarding" and self.outcome.key and min(self.rows) >= 0:
            return context.t("captured", common.name(context, self.rows[2 - self.outcome.key]))
        return self.answer_parts()[1] or result.Result.answer_text(self)

    def is_in_men(self) -> bool:
        """Tell whether the answer on the screen is a number of men lost."""
        return self.losing_ship() >= 0 or (self.has_losses() and self.outcome.word is None)

    def men_lost(self) -> int:
        """Return the men that the loser of the boarding has lost in it.

        While no ship has lost the boarding, return the men that the target loses by this roll; 0 if it has none.
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
            return ""  # the answer is the word for a miss
        if self.is_in_men():
            return sign(self.context, self.proc, None, self.men_lost())
        return result.Result.sign(self)

    def damage_words(self, code: int) -> str:
        """Return a cell of the damage table: its printed text, then words for its effects."""
        from ..rules import tables  # imported here, because the roll has loaded it

        t = self.context.t
        found = []
        effects = tables.split_code(code)
        for who in (0, 1):
            words = [t("cell." + name) for name in tables.effect_names(effects[who])]
            if words:
                found.append(t("cell.%s.%d" % (self.proc.name, who), ", ".join(words)))
        return tables.damage_text(code) + "  " + ", ".join(found) if found else t("cell.none")

    def breach_words(self) -> str:
        """Return words for all effects of a breach on the ship."""
        # Imported here, because the roll has already loaded the module.
        from ..rules.ship_breach import LOSES, STAYS, breach_row, immobilises

        t = self.context.t
        key = self.outcome.key
        men, pv, _, equipment, _ = breach_row(key)
        found = [t("sign.pv", "−1")] if pv else []
        if men:
            found.append(t("breach.men.%d" % men))
        if immobilises(self.values, key) or STAYS in self.path:
            found.append(t("breach.held"))
        if equipment == "E" or LOSES in self.path:
            found.append(t("breach.gear"))
        return ", ".join(found)

    def act_text(self, name: str) -> str:
        if name == "apply" and self.outcome.word == "sum":
            # The number to reach is unknown, so the players say whether the grapple holds.
            return self.context.t("do.held")
        text = result.Result.act_text(self, name)
        actions = self.list
        if actions.count(name) > 1:  # both ships have a breach, so each line names its ship
            row = self.breached_row(self.known_values(name)[actions[: self.cursor].count(name)])
            text += " " + common.name(self.context, row) if row >= 0 else ""
        return text

    def why(self) -> None:
        if self.ask is None:
            result.Result.why(self)
        elif self.is_reading():
            # These values make the table highlight the row and the column of the cell.
            given = self.rows + [self.values[i.name] for i in self.proc.inputs]
            common.open_table(self.context, self.resolution.number, sum(self.path[0]), *given)
        elif self.proc.name == "fleet_ram":
            from gobelet.ui.screens.reasons import reasons

            self.context.dialogs.page(self.context.t("why"), "|".join(reasons(self)))

    # Acts

    def read_step(self) -> None:
        self.asking = None
        result.Result.read_step(self)
        if self.ask is not None and self.ask.name == "cell":
            # The cursor begins on the last option, "unknown", so that OK pressed too early changes no table.
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
        # A follow-up that belongs to a later step of the turn is not offered now.
        if later in found:
            found.remove(later)
        if found[0] == "again" and max(self.rows) >= 0:
            found.insert(0, "leave")  # a ship has only one such roll a turn, so repeating it is unlikely
        if self.can_store():
            found.append("keep")
        # If the number to reach is unknown, the players say whether the grapple holds or missed.
        if self.outcome.word == "sum" and not self.applied:
            found[-1] = "missed"
        return found

    def finish(self) -> None:
        """Show the loser of a boarding, if there is one; else continue as after any roll."""
        if self.losing_ship() >= 0:
            self.cursor = 0
        else:
            result.Result.finish(self)

    def tie(self) -> Tie | None:
        """Return the tie between the two ships.

        Return None if they have none, or if a ship is unknown.
        """
        return common.ships(self.context).tie_between(*self.rows) if min(self.rows) >= 0 else None

    def boarding_actions(self) -> list[str]:
        """Return the actions after a roll of a boarding.

        Before the roll of the other ship, this roll is the only action. After both rolls, the actions are the
        surrender of the loser and "leave", unless the loser must still roll in another boarding.
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
        """Return the row of the ship that has lost the boarding; -1 if there is none yet."""
        tie = self.tie() if self.proc.name == "ship_boarding" else None
        return -1 if tie is None else ships.boarding_loser(self.context.session.state, tie)

    def changes(self) -> list[Change]:
        state = self.context.session.state
        found = [
            change
            for change in result.Result.changes(self)
            # A ship that an undo has removed is skipped.
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
            # The Outcome has no follow-up, but the other ship may roll, see `boarding_actions`.
            found = [{"attacker": "target", "target": "attacker"}]
        if name == "ship_breach":
            return [self.with_sizes(known) for known in found]
        return found

    def with_sizes(self, known: dict[str, Any]) -> dict[str, Any]:
        """Return `known` with "facing_larger" for a breach, if both sizes are known."""
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
        """Return the row of the ship with the breach, given its known values."""
        return self.context.session.row_of_role(self.proc, self.rows, known.get("ship", "ship"))

    def open_following(self, name: str) -> None:
        """Open the next roll.

        If both ships have a breach, the form of the other breach is put below it.
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
        """Close this screen and its own form, or replace them by the screen `to`.

        A form below them is for a second breach and stays.
        """
        stack = self.context.navigation.stack
        if stack.ids[-2] == "trireme.form":
            stack.pop(-2)
        if to:
            self.context.replace(*to)
        else:
            self.context.close()

    # Cells that a player has read

    def read_option(self) -> Any:
        """Return the option that a player has read from the printed table, or None."""
        if len(self.path) < 2 or self.proc.name not in CORRECTED:
            return None
        asked = self.proc.step(self.values, self.resolution.first.fold(self.values, None, self.path[0]))
        return self.path[1] if isinstance(asked, Ask) and asked.name in PRINTED_QUESTIONS else None

    def can_store(self) -> bool:
        """Tell whether a player has read a cell that the owner's file lacks."""
        option = self.read_option()
        if option is None:
            return False
        # Imported here, because only the question about a cell needs the module.
        from .cell_question import is_unrecorded

        return is_unrecorded(self.context, self.proc, self.values, self.path, option)

    def offer_storing(self) -> None:
        """Ask whether to store the cell that a player has read, if it can be stored."""
        self.offering = int(self.can_store())
        if self.offering:
            from .cell_question import offer_text

            question = offer_text(self.context, self.proc, self.values, self.path, self.read_option())
            # The question proposes yes, so that the tables become complete one cell after the other.
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
            self.context.dialogs.refuse(self.refused)
        else:
            result.Result.do_act(self, action)

    def ok(self) -> None:
        reads = self.is_reading()
        result.Result.ok(self)
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
