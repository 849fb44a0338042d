"""Throw a pool, from the cup or with real dice.

Each throw is written to the journal before the screen shows it. This module also has functions that describe pools
and draw their odds.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import (
    BARS,
    BEST,
    COMPOUND,
    IMPLODING,
    PENETRATING,
    UNLIMITED,
    UNTIL,
    Missing,
    by_hand,
    throw,
)
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.amounts import bars
from gobelet.ui.drawing.widgets import draw_large, number_text, top
from gobelet.ui.screens.byhand import ByHand
from gobelet.ui.screens.casting import from_cup

from ..rules import edit
from ..rules.again import rethrow
from ..rules.notation import parse, write
from ..rules.sheets import changes, pool_at, to_words
from . import record
from .record import in_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.dice import Throw
    from gobelet.rules.odds import Odds
    from gobelet.rules.types import Pool, ThrowDie
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Context, Steps


SAVE = -2  # in place of a row: the screen Presets stores the pool in hand as a preset when it opens


def in_hand(context: Context) -> Pool:
    """Return the pool in hand, which the first line of the main list rolls."""
    return pool_at(context.session.state, "pool", 0)


def set_pool(context: Context, pool: Pool, join: bool = False) -> bool:
    """Set the pool in hand, or show a refusal. Return whether the pool was set."""
    try:
        return context.change(changes("pool", 0, to_words(pool)), join)
    except Refused as refused:
        context.dialogs.show_refusal(refused)
        return False


def take_line(context: Context, line: str) -> None:
    """Set the pool in hand to the pool of a line such as "3d8+2".

    Raise NotationError if the line is no pool.
    """
    set_pool(context, parse(line))


def roll_pool(context: Context, pool: Pool, before: Throw | None = None, locked: int = 0) -> None:
    """Roll `pool`, or ask for the faces of real dice, and show the result.

    If the Throw `before` is given, its dice in the bit mask `locked` keep their faces.
    """
    if not pool[1]:
        context.dialogs.show_notice(context.t("pool.empty"))
    elif context.dice.by_hand:
        context.push(Real(context, pool, before, locked))
    else:
        from_cup(context, throw_and_show, context, pool, before, locked, None)


def throw_and_show(
    context: Context, pool: Pool, before: Throw | None, locked: int, faces: Sequence[int] | None
) -> None:
    """Throw a pool, write the throw to the journal, and show it.

    `faces` has the faces of real dice, None for the cup. `roll_pool` explains the other arguments.
    """
    thrown = thrown_from(pool, before, locked, context.dice.shaker.roll if faces is None else by_hand(faces))
    record.write_record(
        context.session, record.Record(pool, thrown, locked > 0, faces is not None), context.dice.shaker.proof
    )
    context.device.signal_throw(thrown.dice)
    if context.navigation.stack.ids[-1] == "dice.result":
        context.navigation.top().on_show()
        context.redraw()
    else:
        context.open("dice.result")


def thrown_from(pool: Pool, before: Throw | None, locked: int, source: ThrowDie) -> Throw:
    """Return the Throw of a pool, with faces from `source(sides)`.

    If the Throw `before` is given, its dice in the bit mask `locked` keep their faces.
    """
    if before is None:
        return throw(pool, source)
    return rethrow(pool, before, locked, source)


class Real(ByHand):
    """The question for the faces of real dice.

    After an explosion or a reroll, the screen asks for a further die.

    needed  number of dice to throw before any explosion or reroll.
    """

    def __init__(self, context: Context, pool: Pool, before: Throw | None, locked: int) -> None:
        self.pool = pool
        self.before = before
        self.locked = locked
        dice = []
        values = []  # for each die the values of its faces; () for a die without custom faces
        for term in pool[1]:
            for sides in term[edit.DICE]:
                if not locked & 1:
                    dice.append(sides)
                    values.append(term[edit.VALUES])
                locked >>= 1
        self.needed = len(dice)
        self.values = values
        ByHand.__init__(self, context, in_words(context, write(pool)), dice)

    def is_valid(self) -> bool:
        """Return True, because the needed dice do not depend on the Sheets."""
        return True

    def draw(self, c: Canvas) -> None:
        values = self.values[self.index] if self.index < self.needed else ()
        if not values:
            ByHand.draw(self, c)
            return
        top(c, self.title, "%d/%d" % (self.index + 1, len(self.dice)))
        draw_large(c, number_text(values[self.faces[self.index] - 1]))
        self.strip(c)

    def on_step(self, by: Steps) -> None:
        # the changed face may cause other explosions and rerolls, so the further dice after it are removed
        keep = max(self.needed, self.index + 1)
        del self.dice[keep:]
        del self.faces[keep:]
        ByHand.on_step(self, by)

    def on_ok(self) -> None:
        if self.index + 1 < len(self.dice):
            self.index += 1
            return
        try:
            thrown_from(self.pool, self.before, self.locked, by_hand(self.faces))
        except Missing as missing:
            self.dice.append(missing.args[0])
            self.faces.append(1)
            self.index += 1
            return
        context = self.context
        context.close()
        throw_and_show(context, self.pool, self.before, self.locked, self.faces)


def mean_text(odds: Odds, dot: str) -> str:
    """Return the mean of the odds as text, with at most two decimals."""
    num, den = odds.mean()
    hundredths = (abs(num) * 200 + den) // (2 * den)
    text = "−" if num < 0 else ""
    text += str(hundredths // 100)
    rest = ("%02d" % (hundredths % 100)).rstrip("0")
    return text + dot + rest if rest else text


def draw_headline(c: Canvas, text: str, y: int) -> None:
    """Draw a notation, 16 pixels high.

    A short notation is drawn in large letters, a long one in two lines of small letters.
    """
    if c.width(text, 16) <= 128:
        c.centre(y, text, 16)
        return
    text = text.replace("+", " +").replace("−", " −").replace("  ", " ")
    for line in list(c.wrap(text, 128))[:2]:
        c.centre(y, line)
        y += 8


def odds_under(context: Context, c: Canvas, odds: Odds) -> None:
    """Draw the mean, the range and the bars of odds, below the notation."""
    t = context.t
    c.text(0, 26, t("mean", mean_text(odds, t("decimal"))))
    high = "∞" if odds.tail else number_text(odds.keys[-1])
    c.align_right(124, 26, t("range", number_text(odds.keys[0]), high))
    bars(c, odds, 34, 22)


def keep_words(context: Context, keep: int) -> str:
    """Return text for the part `keep` of a term: which dice count."""
    if not keep:
        return context.t("keep.all")
    if keep >= BARS:
        return context.t("keep.best" if keep == BEST else "keep.match")
    name = "keep.high" if keep > 0 else "keep.low"
    return context.t(name, abs(keep)) if abs(keep) > 1 else context.t(name + ".one")


def reroll_words(context: Context, reroll: int) -> str:
    """Return text for the part `reroll` of a term: which faces are rolled again."""
    if reroll > UNTIL:
        return context.t("reroll.until", reroll - UNTIL)
    return "≤%d" % reroll if reroll else context.t("no")


def explode_words(context: Context, explode: int) -> str:
    """Return text for the part `explode` of a term.

    The text says how often a die may explode, and in which form.
    """
    if not explode:
        return context.t("no")
    limit = explode % COMPOUND
    words = context.t("explode.endless") if limit == UNLIMITED else context.t("explode.most", limit)
    if explode >= IMPLODING:
        words = context.t("explode.implode") + ", " + words if limit else context.t("explode.implode")
    elif explode > COMPOUND:
        words = (
            context.t("explode.penetrating" if explode > PENETRATING else "explode.compound") + ", " + words
        )
    return words
