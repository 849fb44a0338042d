"""Tri'Nytia: an attack, from the choice of the target to the dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.journal.journal import ROLL, unpack_roll
from gobelet.rules.procedure import values
from gobelet.ui.drawing.numbers import signed_text, whole_percent
from gobelet.ui.drawing.widgets import draw_large, pointer, top
from gobelet.ui.screens.casting import ask_dice, carry_on, from_cup
from gobelet.ui.screens.chances import Odds
from gobelet.ui.screens.menu import Menu
from gobelet.words.wording import input_name, with_real_dice

from ..rules import fights, turn
from .common import is_acting
from .question import Question, aim_text, health, next_aim, next_row

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Faces, Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Asked, Context, Entries


# The inputs that modify an attack, in the order of the list of bonuses. The form always shows the last input, "flat".
BONUSES = ("mod4", "mod6", "x3", "x2", "div", "div2", "flat")
FLAT = len(BONUSES) - 1
GIVEN = BONUSES + ("aim", "which")
EACH = 2 + len(GIVEN)  # number of integers in Session.memo for the last attack of one character

RECORDS = 60  # number of journal records that are searched for the last attack: a few turns of all players

# Values of `target` that are no row.
ANYBODY = -2  # no target is chosen yet
BEYOND = -1  # the target is out of range, so only a card allows the attack


class Attack(Question):
    """The form of an attack: the target or its familiar, the bonuses, the dice.

    Each change updates the chances. The form starts with the bonuses of the character's last attack, so a
    similar attack needs only OK.
    """

    holds = "?"

    def __init__(
        self,
        context: Context,
        me: Row,
        target: Row = ANYBODY,
        field: int = -1,
        card: int = 0,
        seen: int = 0,
        *given: int,
    ) -> None:
        Question.__init__(self, context, field)
        self.me = me
        self.target = target
        self.card = card  # whether a card allows any living character as target
        self.seen = seen  # mask of the BONUSES that the form shows as fields
        self.number = context.session.procedure_index("attack")
        self.proc = context.session.procedure(self.number)
        self.given: dict[str, int] = {}
        if field < 0 and not given:
            last = last_attack(context, self.number, me)
            given = tuple(last[1:])
            if last and target == ANYBODY:
                self.target = last[0]
        for index in range(len(given)):
            self.given[GIVEN[index]] = given[index]
        self.odds: Any = None  # (Resolution, odds of this Resolution); None before the first drawing
        self.is_list_open = False  # whether the list of all bonuses is open

    def arguments(self) -> Arguments:
        return [self.me, self.target, self.field, self.card, self.seen] + [self.value(name) for name in GIVEN]

    def is_valid(self) -> bool:
        state = self.context.session.state
        return self.me < turn.seats(state) and is_acting(state, self.me)

    def input(self, name: str) -> Input:
        for each in self.proc.inputs:
            if each.name == name:
                return each
        raise KeyError(name)

    def value(self, name: str) -> int:
        return self.given.get(name, self.input(name).start)

    def fields(self) -> list[str]:
        found = ["target"]
        if self.values["familiar"]:
            found.append("aim")
        return (
            found
            + [BONUSES[index] for index in range(len(BONUSES)) if self.seen >> index & 1]
            + ["roll", "more"]
        )

    def refresh(self) -> None:
        state = self.context.session.state
        self.rows = turn.targets(state, self.me, bool(self.card))
        self.beyond = not self.card and sum(turn.life_flags(state)) - 1 > len(self.rows)
        if self.target not in self.rows and (self.target != BEYOND or not self.beyond):
            if self.field >= 0 or len(self.rows) != 1:  # a single target in range needs no question
                self.field = 0
            self.target = self.rows[0] if self.rows else BEYOND
        self.prepare_roll()
        for index in range(len(BONUSES)):
            if index == FLAT or self.value(BONUSES[index]) != self.input(BONUSES[index]).start:
                self.seen |= 1 << index
        begun = self.field < 0
        Question.refresh(self)
        if begun:  # the cursor starts on the dice, or on the choice between character and familiar (L259)
            self.field = self.list.index("aim" if "aim" in self.list else "roll")

    def prepare_roll(self) -> None:
        """Compute the values of all inputs, and create the Resolution of the attack."""
        given = dict(self.given)
        self.context.session.fill_inputs(self.proc, [self.me, self.target], given)
        self.values = values(self.proc, given)
        self.resolution = self.context.session.create_resolution(
            self.number, [self.me, self.target], self.values
        )

    # Drawing

    def draw(self, c: Canvas) -> None:
        context = self.context
        t = context.t
        who = context.seat(self.me)
        top(c, t("attack"), with_real_dice(context, who) if context.dice.by_hand else who)
        if not self.list:
            return
        now = self.selected_field()
        if self.target == BEYOND:
            pointer(c, 0, 8, 128)
            c.text(9, 8, t("attack.beyond" if self.rows else "turn.nobody"), 16)
            draw_large(c, t("turn.card"), 24, 32)
            self.draw_keys(c, "attack.whom" if self.rows else "", "k.ok")
            return
        self.draw_character(c, self.target, self.target_state())
        asked = self.shown_questions()
        second = self.chance_text(asked[1]) if asked[1:] else ""
        wide = c.width(second, 16)
        if now == "aim":
            beside = self.draw_fields(
                c, 24, [(now, t("attack.aim"), aim_text(context, self.values))], wide + 8
            )
        else:
            names = [name for name in self.list if name in BONUSES]
            found = [(name, self.lane_text(name), self.shown_value(name)) for name in names]
            beside = self.draw_fields(c, 24, found + [("more", "", "…")], wide + 8)
        if second and beside:
            c.align_right(128, 24, second, 16)
            asked = asked[:1]
        self.draw_chances(c, asked)
        if now == "roll":
            self.draw_keys(c, "attack.more", "k.roll")
        elif now == "more":
            self.draw_keys(c, "k.move", "k.open")
        else:
            self.draw_keys(c, "attack.whom" if now == "target" else "k.change", "k.next")

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return (("%", 12),)

    def target_state(self) -> str:
        """Return text about the wounds of the target, a character or a familiar."""
        if not self.values["aim"]:
            return health(self.context, self.target)
        pv, wounds = fights.victim(self.values)
        return "%s %d/%s" % (self.context.t("attack.pet"), wounds, pv or "?")

    def lane_text(self, name: str) -> str:
        """Return the short label of a bonus; "" if its value begins with × or ÷."""
        input = self.input(name)
        if input.lane is None:
            return ""
        return "" if name in ("x2", "x3") else self.context.t("lane." + input.lane)

    def shown_value(self, name: str) -> str:
        value = self.values[name]
        if name in ("x2", "x3"):
            return "×%s" % name[1] if value else "×1"
        if not self.input(name).lane:
            return "÷%d" % value
        return signed_text(value) if value else "+0"

    def draw_chances(self, c: Canvas, asked: Sequence[Asked]) -> None:
        """Draw the chances on the line on which OK rolls the dice."""
        if self.selected_field() == "roll":
            pointer(c, 0, 40, 128)
        texts = [whole_percent(share, self.context.t("decimal")) for _, share, _ in asked]
        taken = sum([c.width(each[0]) + 5 for each in asked]) + sum([c.width(text, 16) for text in texts])
        if taken > 122:  # only one question fits: the second if its chance is 1, otherwise the first
            asked = asked[1:] if asked[1][1] == (1, 1) else asked[:1]
        if not asked[1:]:
            c.text(9, 40, self.chance_text(asked[0]), 16)
            return
        gap = max(0, min(3, (124 - taken) // len(asked)))
        x = 8
        for index in range(len(asked)):
            x = c.text(x, 46, asked[index][0]) + gap
            x = c.text(x, 40, texts[index], 16) + 3

    def chance_text(self, asked: Asked) -> str:
        """Return a question and its chance as text."""
        return "%s %s" % (asked[0], whole_percent(asked[1], self.context.t("decimal")))

    def shown_questions(self) -> list[Asked]:
        """Return one or two questions for the screen, with their chances.

        The first question is whether the attack wounds the target, the second is whether the attack kills the target.
        If the PV (life points) are unknown, the second question is whether the attack hits, but only for a target with
        armour.
        """
        if self.odds is None or self.odds[0] is not self.resolution:
            self.odds = (self.resolution, self.resolution.odds())
        found = self.questions()
        wound = found[-2]
        return [wound] + (found[:1] if found[0] is not wound else found[-1:] if self.values["armour"] else [])

    def questions(self) -> list[Asked]:
        """List the questions about the attack with their chances.

        If the PV (life points) of the target are unknown, the list has no question about the death of the target.
        """
        found = []
        for name, test in self.proc.questions:
            if name != "kill" or fights.victim(self.values)[0]:
                share = self.odds[1].chance_of(lambda key, test=test: test(self.values, key))
                found.append((self.context.t("attack." + name), share, ""))
        return found

    # Keys

    def change_field(self, name: str, by: int) -> bool:
        if name == "target":
            rows = self.rows + [BEYOND] if self.beyond else self.rows
            if rows:
                self.target = next_row(rows, self.target, by)
                # The choice between character and familiar begins anew for another target.
                self.given["aim"] = self.given["which"] = 0
        elif name == "aim":
            self.given["aim"], self.given["which"] = next_aim(self.values, by)
        elif name == "roll":
            self.field = len(self.list) - 1 if by > 0 else 0
            return True
        elif name == "more":
            self.field -= 1
            return True
        else:
            input = self.input(name)
            if input.high - input.low == 1:
                self.given[name] = 1 - self.values[name]
            else:
                self.given[name] = max(input.low, min(input.high, self.value(name) + by))
        return False

    def on_ok(self) -> None:
        before = self.target
        self.refresh()
        if not self.list or self.target != before:
            return
        name = self.selected_field()
        if self.target == BEYOND and self.beyond:
            self.card = 1
            self.target = ANYBODY
            self.refresh()
        elif self.target == BEYOND:
            self.context.dialogs.show_notice(self.context.t("turn.nobody"))
        elif name == "roll":
            self.roll_dice()
        elif name == "more":
            self.is_list_open = True
            self.context.push(Bonuses(self))
        else:
            self.field += 1

    def roll_dice(self) -> None:
        """Roll the dice, or ask for real dice first."""
        context = self.context
        self.resolution.choose_dice(context.dice.by_hand)
        if self.resolution.is_waiting_for_dice():
            ask_dice(context, self.resolution)
        else:
            from_cup(context, self.cast)

    def cast(self, *faces: Faces) -> None:
        context = self.context
        self.resolution.choose_dice(context.dice.by_hand)
        carry_on(context, self.resolution, *faces)
        store_attack(context, [self.me, self.target] + [self.value(name) for name in GIVEN])
        context.open("trinytia.result")

    def on_result(self, result: Any) -> None:
        if isinstance(result, tuple):
            self.cast(result)
        elif self.is_list_open and self.list:
            self.field = self.list.index("roll")
            self.refresh()
        self.is_list_open = False

    def on_hold_ok(self) -> None:
        if self.target == BEYOND:
            self.context.dialogs.show_rule("range")
        elif self.odds is not None:
            self.context.push(Odds(self.context, self.proc, self.odds[1], self.questions()))


def store_attack(context: Context, listed: Sequence[int]) -> None:
    """Store the values of an attack, with which the attacker's next attack begins.

    `listed` has the attacker, the target, and the inputs in GIVEN.
    """
    memo = context.session.memo
    for index in range(0, len(memo), EACH):
        if memo[index] == listed[0]:
            memo[index : index + EACH] = listed
            return
    memo.extend(listed)


def last_attack(context: Context, number: int, me: Row) -> list[int]:
    """List the target and the values of the last attack of `me`; [] if there is none.

    The values are in Session.memo. After a restart, the function reads them from the journal.
    """
    session = context.session
    memo = session.memo
    for index in range(0, len(memo), EACH):
        if memo[index] == me:
            return memo[index + 1 : index + EACH]
    left = RECORDS
    for _, kind, payload in session.journal.newest_first():
        if kind == ROLL and payload[:1] == bytes((number,)):
            known = session.rows_and_values(number, unpack_roll(payload)[2])
            if known and known[0][0] == me:
                return [known[0][1]] + [known[1][name] for name in GIVEN]
        left -= 1
        if not left:
            break
    return []


class Bonuses(Menu):
    """The list of all modifiers of an attack, and the choice of real dice."""

    keys = ("k.move", "k.turn")

    def __init__(self, asked: Attack) -> None:
        Menu.__init__(self, asked.context)
        self.asked = asked

    def head(self) -> tuple[str, str]:
        return self.context.t("attack"), self.context.seat(self.asked.target)

    def names(self) -> list[str]:
        return [name for name in BONUSES if self.asked.input(name).is_shown(self.asked.values)]

    def entries(self) -> Entries:
        context = self.context
        found = []
        for name in self.names():
            input = self.asked.input(name)
            value = self.asked.value(name)
            if input.high - input.low == 1:
                text = context.t("yes") if value else context.t("no")
            else:
                text = signed_text(value) if input.lane else str(value)
            found.append((input_name(context, self.asked.proc, input), text))
        return found + [(context.t("hand"), context.t("yes") if context.dice.by_hand else context.t("no"))]

    def choose(self, index: int) -> None:
        names = self.names()
        if index == len(names):
            self.context.dice.use_real_dice(not self.context.dice.by_hand)
            self.refresh()
            return
        input = self.asked.input(names[index])
        value = self.asked.value(names[index])
        if input.high - input.low == 1:
            self.set_bonus(1 - value)
        else:
            self.context.dialogs.ask_number(
                input_name(self.context, self.asked.proc, input), value, input.low, input.high
            )

    def on_result(self, result: Any) -> None:
        if result is not None:
            self.set_bonus(result)

    def set_bonus(self, value: int) -> None:
        self.asked.given[self.names()[self.cursor]] = value
        self.asked.prepare_roll()
        self.refresh()
