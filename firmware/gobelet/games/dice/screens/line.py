"""The screen that edits equal dice on one line of fields.

The fields are number, size, kept dice, explosion, reroll and bonus.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules import effort
from gobelet.rules.pools import pool_odds
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import strip, top
from gobelet.ui.screens.stack import Screen

from ..rules import edit
from ..rules.notation import UNTIL, explosion_text, parse, write
from . import throw

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.odds import Odds
    from gobelet.rules.types import Pool, Term
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Steps


FIELDS = ("count", "faces", "keep", "explode", "reroll", "bonus")
COUNT = 0
SIDES = 1
KEEP = 2
EXPLODE = 3
REROLL = 4
BONUS = 5
GAP = 3  # pixels to the left and to the right of the text of a field


class Line(Screen):
    """A line of fields for equal dice.

    UP and DOWN change the selected field, OK and BACK select the next and the previous field. OK on the last field
    rolls the dice, and OK held explains the field. Brackets surround the selected field, and the top band has its name
    and value. The text of a field without effect is small. Each change sets the pool in hand; successive changes of a
    field are one transaction. If the fields cannot show the pool in hand, they begin with 2d6, and the first change
    replaces that pool.
    """

    holds = "?"

    def __init__(self, context: Context, field: int = COUNT) -> None:
        Screen.__init__(self, context)
        self.field = min(field, BONUS)
        self.pool: Pool = (0, ())
        self.odds: Odds | None = None
        self.joins = False  # whether the next change joins the transaction of the last change

    def arguments(self) -> Arguments:
        return (self.field,)

    def on_show(self) -> None:
        self.joins = False
        self.show_pool(throw.in_hand(self.context))

    def show_pool(self, pool: Pool) -> None:
        """Show a pool, or 2d6 if the fields cannot show the pool."""
        pool = pool if edit.is_line(pool) else parse("2d6")
        if pool != self.pool:
            self.pool = pool
            self.odds = pool_odds(pool) if effort.odds_steps(pool) <= effort.AT_ONCE else None
        self.context.redraw()

    def change_pool(self, pool: Pool) -> None:
        """Set the pool in hand, and show it."""
        if throw.set_pool(self.context, pool, self.joins):
            self.joins = True
            self.show_pool(pool)

    # Drawing

    def draw(self, c: Canvas) -> None:
        context = self.context
        t = context.t
        top(c, self.field_words(), t("hand").lower() if context.dice.by_hand else "")
        words = self.words()
        shown = [(word, 16 if sets else 8) for word, sets in words]
        if sum([c.width(word, size) + 2 * GAP for word, size in shown]) > 128:
            shown = [(word, 8) for word, _ in words]
            room = 128 - sum([c.width(word) + 2 * GAP for word, _ in shown]) + c.width(shown[SIDES][0])
            shown[SIDES] = (c.shorten(shown[SIDES][0], room), 8)
        x = max(0, (128 - sum([c.width(word, size) + 2 * GAP for word, size in shown])) // 2)
        for index in range(len(shown)):
            word, size = shown[index]
            wide = c.width(word, size) + 2 * GAP
            c.text(x + GAP, 9 + (16 - size) // 2, word, size)
            if index == self.field:
                for edge, inside in ((x, x), (x + wide - 1, x + wide - 3)):
                    c.vline(edge, 9, 16)
                    c.hline(inside, 9, 3)
                    c.hline(inside, 24, 3)
            x += wide
        if self.odds is not None:
            throw.odds_under(context, c, self.odds)
        strip(c, t("k.change"), t("k.roll" if self.field == BONUS else "k.next"), holds=self.holds)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return (("%", 12),)

    def field_words(self) -> str:
        """Return the name and the value of the selected field as text."""
        t = self.context.t
        _, dice, explode, reroll, keep = self.pool[1][0][:5]
        if self.field == COUNT:
            value = str(len(dice))
        elif self.field == SIDES:
            value = self.single_die()
        elif self.field == KEEP:
            value = throw.keep_words(self.context, keep)
            if not keep:
                return value
        elif self.field == EXPLODE:
            value = throw.explode_words(self.context, explode)
        elif self.field == REROLL:
            value = throw.reroll_words(self.context, reroll)
        else:
            value = signed_text(self.pool[0])
        name = FIELDS[self.field]
        return t("line.told", t(name if self.field == BONUS else "term." + name), value)

    def words(self) -> list[tuple[str, object]]:
        """List (text of a field, whether the field has an effect).

        The text of the size includes the modifiers that have no field.
        """
        _, dice, explode, reroll, keep = self.pool[1][0][:5]
        kept = "k%d" % keep if keep > 0 else "kl%d" % -keep
        return [
            (str(len(dice)), True),
            (self.single_die(), True),
            (kept if keep else "k", keep),
            (explosion_text(explode) or "!", explode),
            (("rr%d" if reroll > UNTIL else "r%d") % (reroll % UNTIL) if reroll else "r", reroll),
            (signed_text(self.pool[0]) if self.pool[0] else "+0", True),
        ]

    def single_die(self) -> str:
        """Return the text of one die, with the modifiers that this screen cannot change."""
        term = self.pool[1][0]
        single = (1, term[edit.DICE][:1], 0, 0, 0) + _modifiers_without_field(term)
        return throw.in_words(self.context, write((0, (single,))))

    # Keys

    def on_step(self, by: Steps) -> None:
        before = self.pool
        dice = before[1][0][edit.DICE]
        field = self.field
        try:
            if field == COUNT:
                pool = edit.set_count(before, 0, 0, max(1, min(edit.MOST_DICE, len(dice) + by)))
            elif field == SIDES:
                pool = edit.resize(before, 0, 0, _next_size(dice[0], by))
            elif field == BONUS:
                pool = edit.with_constant(before, max(-999, min(999, before[0] + by)))
            else:
                part = (edit.KEEP, edit.EXPLODE, edit.REROLL)[field - KEEP]
                values = edit.choices(before[1][0], part)
                index = values.index(before[1][0][part]) + by
                pool = edit.set_part(before, 0, part, values[max(0, min(len(values) - 1, index))])
        except Refused as refused:
            self.context.dialogs.show_refusal(refused)
            return
        self.change_pool(pool)
        self.explain_change(before[1][0], self.pool[1][0])

    def explain_change(self, before: Term, after: Term) -> None:
        """Show a toast if modifiers were removed, or if keeping requires two dice."""
        t = self.context.t
        if before[edit.KEEP] and not after[edit.KEEP] and self.field != KEEP:
            kept = before[edit.KEEP]
            self.context.dialogs.show_toast(
                t("line.keep", throw.keep_words(self.context, kept), abs(kept) + 1)
            )
        elif before[edit.REROLL] > after[edit.REROLL] and self.field != REROLL:
            self.context.dialogs.show_toast(t("line.reroll", after[edit.REROLL] % UNTIL, after[edit.DICE][0]))
        elif before[edit.GOAL] and not after[edit.GOAL]:
            self.context.dialogs.show_toast(t("line.goal"))
        elif self.field == KEEP and len(after[edit.DICE]) == 1:
            self.context.dialogs.show_toast(t("line.one"))

    def on_ok(self) -> None:
        if self.field < BONUS:
            self.field += 1
            self.joins = False
            return
        context = self.context
        pool = self.pool
        if pool == throw.in_hand(context) or throw.set_pool(context, pool):
            context.close()
            throw.roll_pool(context, pool)

    def on_back(self) -> None:
        if self.field:
            self.field -= 1
            self.joins = False
        else:
            self.context.close()

    def on_hold_ok(self) -> None:
        """Explain the selected field."""
        self.context.dialogs.show_rule(FIELDS[self.field])


def _modifiers_without_field(term: Term) -> tuple[Any, ...]:
    """Return the parts GOAL to MORE of a term, with 0 for `burst` and `off` in MORE."""
    more = term[edit.MORE]
    return term[edit.GOAL : edit.MORE] + ((0, 0) + more[2:] if more else (),)


def _next_size(sides: int, by: int) -> int:
    """Return the next greater or smaller size in edit.SIZES.

    A negative `by` selects a smaller size. If there is no greater or smaller size, return `sides`.
    """
    if by > 0:
        return min([size for size in edit.SIZES if size > sides] or [sides])
    return max([size for size in edit.SIZES if size < sides] or [sides])
