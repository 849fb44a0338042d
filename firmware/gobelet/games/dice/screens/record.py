"""Free dice: a roll as the journal has it, read back."""

from gobelet.core.dice import DROPPED, EXPLODED, FIRST, HIT, REROLLED, Missing, Throw, by_hand, throw
from gobelet.core.journal import BY_HAND, ROLL, unpack_roll
from gobelet.core.notation import parse, write


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
