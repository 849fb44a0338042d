"""Throwing a pool, with the cup or with real dice: written to the journal before it is shown."""

from gobelet.core.dice import FIRST, by_hand, rethrow, throw
from gobelet.core.journal import BY_HAND, FREE
from gobelet.core.notation import write
from gobelet.core.procedure import Refused

from ..rules.sheets import changes, pool_at, to_words

_ROOM = 225  # bytes of a record that the notation and the faces may take
_MOST = 32767


def in_hand(app):
    """The pool that is rolled from the first line of the game."""
    return pool_at(app.session.state, "pool", 0)


def take(app, pool):
    """Make `pool` the one in hand; returns whether it was done."""
    try:
        return app.change(changes("pool", 0, to_words(pool)))
    except Refused as refused:
        app.refuse(refused)
        return False


def roll(app, pool, before=None, locked=0):
    """Roll `pool` and show it; of the Throw `before`, the dice of the mask `locked` stay as they lie."""
    if not pool[1]:
        app.notice(app.t("pool.empty"))
    elif app.by_hand:
        from .real import Real

        app.push(Real(app, pool, before, locked))
    else:
        show(app, pool, before, locked, None)


def show(app, pool, before, locked, faces):
    """Throw, with the faces of real dice unless they are None, and show it."""
    # the screen of the result comes first, still empty: the key is answered before the journal is written
    if app.stack.ids[-1] != "dice.result":
        app.open("dice.result", 1)
    app.stack.top().wait(pool)
    app.defer(_throw, app, pool, before, locked, faces)


def _throw(app, pool, before, locked, faces):
    thrown = thrown_from(pool, before, locked, app.shaker.roll if faces is None else by_hand(faces))
    note = write(pool).encode()
    faces_of = [die[1] for die in thrown.dice if die[2] & FIRST]
    faces_of += [die[1] for die in thrown.dice if not die[2] & FIRST]
    app.session.journal.roll(
        FREE,
        (max(-_MOST, min(thrown.total, _MOST)), locked > 0),
        (tuple(faces_of[: _ROOM - len(note)]),),
        0 if faces is None else BY_HAND,
        note,
    )
    app.stack.top().shown()


def thrown_from(pool, before, locked, source):
    """The Throw of a pool by roll(sides) `source`; of the Throw `before`, the dice of the mask `locked` stay."""
    if before is None:
        return throw(pool, source)
    return rethrow(pool, before, locked, source)


def mean(odds, dot):
    """The mean of the odds with two decimals."""
    num, den = odds.mean()
    hundredths = (abs(num) * 200 + den) // (2 * den)
    text = "−" if num < 0 else ""
    if hundredths % 100 == 0:
        return text + str(hundredths // 100)
    return "%s%d%s%02d" % (text, hundredths // 100, dot, hundredths % 100)


def headline(c, text, y):
    """A notation in a row of 16: large, or in two lines of small letters."""
    if c.width(text, 16) <= 128:
        c.centre(y, text, 16)
        return
    text = text.replace("+", " +").replace("-", " -")
    for line in list(c.wrap(text, 128))[:2]:
        c.centre(y, line)
        y += 8
