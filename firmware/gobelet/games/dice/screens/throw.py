"""Throwing a pool, with the cup or with real dice: written to the journal before it is shown, and read back."""

from gobelet.core.dice import (
    DROPPED,
    EXPLODED,
    FIRST,
    HIT,
    REROLLED,
    Missing,
    Throw,
    by_hand,
    dice_needed,
    rethrow,
    throw,
)
from gobelet.core.journal import BY_HAND, FREE, ROLL, unpack_roll
from gobelet.core.notation import parse, write
from gobelet.core.procedure import Refused
from gobelet.ui.resolve import ByHand

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
        app.push(Real(app, pool, before, locked))
    else:
        _show(app, pool, before, locked, None)


def _show(app, pool, before, locked, faces):
    # the screen of the result comes first, still empty: the key is answered before the journal is written
    if app.stack.ids[-1] != "dice.result":
        app.open("dice.result", 1)
    app.stack.top().wait(pool)
    app.defer(_throw, app, pool, before, locked, faces)


def _throw(app, pool, before, locked, faces):
    thrown = _thrown(pool, before, locked, app.shaker.roll if faces is None else by_hand(faces))
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


def _thrown(pool, before, locked, source):
    if before is None:
        return throw(pool, source)
    return rethrow(pool, before, locked, source)


class Real(ByHand):
    """Faces of real dice; explosions and rerolls ask for more dice as they fall due."""

    def __init__(self, app, pool, before, locked):
        self.pool = pool
        self.before = before
        self.locked = locked
        dice = []
        for sides in dice_needed(pool):
            if not locked & 1:
                dice.append(sides)
            locked >>= 1
        self.needed = len(dice)
        ByHand.__init__(self, app, write(pool), dice)

    def _turn(self, by):
        # what was asked after this die was asked because of it
        keep = max(self.needed, self.at + 1)
        del self.dice[keep:]
        del self.faces[keep:]
        ByHand._turn(self, by)

    def ok(self):
        if self.at + 1 < len(self.dice):
            self.at += 1
            return
        try:
            _thrown(self.pool, self.before, self.locked, by_hand(self.faces))
        except Missing as missing:
            self.dice.append(missing.args[0])
            self.faces.append(1)
            self.at += 1
            return
        app = self.app
        app.close()
        _show(app, self.pool, self.before, self.locked, self.faces)


class Record:
    """A roll as the journal has it.

    text    notation, pool its pool
    thrown  the Throw; without dice if there were more than a record holds
    kept    whether dice were left lying from the roll before
    hand    whether they were real dice
    """

    def __init__(self, flags, listed, path, note):
        self.text = str(note, "utf-8")
        self.pool = parse(self.text)
        self.kept = listed[1]
        self.hand = flags & BY_HAND
        try:
            self.thrown = throw(self.pool, by_hand(path[0]))
        except Missing:
            self.thrown = Throw(listed[0], [])

    def lines(self, app):
        """What was rolled term by term, as text: dropped dice in brackets, successes marked."""
        dice = self.thrown.dice
        found = []
        at = 0
        for term in self.pool[1]:
            text = write((0, (term,))) + " :"
            n = len(term[1])
            while at < len(dice) and (n or not dice[at][2] & FIRST):
                text += _face(dice[at])
                n -= dice[at][2] & FIRST > 0
                at += 1
            found.append(text)
        if self.pool[0]:
            found.append("%s %+d" % (app.t("bonus"), self.pool[0]))
        found.append("= %d" % self.thrown.total)
        if self.kept:
            found.append(app.t("kept"))
        if self.hand:
            found.append(app.t("hand"))
        return found


def _face(die):
    _, face, mark = die
    text = str(face)
    if mark & REROLLED:
        text += "→"
    elif mark & HIT:
        text += "✓"
    elif mark & DROPPED:
        text = "(" + text + ")"
    return (" +" if mark & EXPLODED else " ") + text


def last(journal):
    """The Record of the newest roll, or None."""
    for _, kind, payload in journal.newest_first():
        if kind == ROLL:
            return Record(*unpack_roll(payload)[1:])
    return None


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
