"""Free dice: rolls read from the journal, and written to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.journal.journal import PROVEN, ROLL, unpack_roll
from gobelet.journal.records import BY_HAND, FREE
from gobelet.rules.dice import (
    CANCELS,
    DROPPED,
    EXPLODED,
    FIRST,
    HIT,
    REROLLED,
    Missing,
    Throw,
    by_hand,
    throw,
)
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import number_text

from ..rules.edit import DICE, VALUES
from ..rules.notation import as_now, parse_kept, write

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.game.session import Session
    from gobelet.rules.types import Path, Pool, Thrown
    from gobelet.ui.screens.types import Context


LAST = "record"  # cache key of the newest roll, in Session.cache
LATELY = "lately"  # cache key of the recent notations, the newest first
# number of recent notations in the main list; one more is read, because the list leaves out the pool in hand
MOST_LATELY = 4
LOOKED_AT = 60  # number of journal records that are searched for recent rolls

_ROOM = 225  # bytes of a ROLL record for the notation and the faces
_MOST = 32767  # the greatest total that a record can hold


def in_words(context: Context, text: str) -> str:
    """Return a notation with the words and signs that the screen shows.

    For example, "4d6kh3-1" becomes "4d6 garder 3 −1" in French.
    """
    for sign in ("kh", "kl", "dh", "dl"):
        while sign in text:
            before, _, rest = text.partition(sign)
            digits = 0
            while rest[digits : digits + 1].isdigit():
                digits += 1
            text = "%s %s %s" % (before, context.t("told." + sign, rest[:digits]), rest[digits:])
    for sign, shown in (
        ("f<=", " -1≤"),
        (">=", "≥"),
        ("<=", "≤"),
        (">>>", " ×3≥"),
        ("<<<", " ×3≤"),
        (">>", " ×2≥"),
        ("<<", " ×2≤"),
        ("*", " ×"),
        ("-", "−"),
        ("  ", " "),
    ):
        text = text.replace(sign, shown)
    return text.strip()


class Record:
    """A roll of free dice, as the journal stores it.

    pool    the pool that was thrown
    text    the notation of the pool
    thrown  the Throw; without dice if a journal record cannot hold all faces
    kept    1 if dice of the roll before kept their faces, otherwise 0
    hand    whether the dice were real ones
    proof   the proof of a verifiable roll, b"" for others
    """

    def __init__(self, pool: Pool, thrown: Throw, kept: int, hand: bool) -> None:
        self.text = write(pool)
        self.pool = pool
        self.thrown = thrown
        self.kept = kept
        self.hand = hand

    proof = b""

    def keep_proof(self, proof: bytes) -> None:
        """Set the proof of a verifiable roll."""
        self.proof = proof

    def drop_dice(self, total: int) -> None:
        """Replace the Throw by a Throw without dice, which has only the total."""
        self.thrown = Throw(total, [])

    def drawn_dice(self) -> list[Thrown]:
        """List (sides, value of the face, marks) of each die, as `dice_row` draws it.

        A die with custom faces has 0 sides in this list, so that `dice_row` draws no kind such as d3 before the die.
        """
        kinds = []
        for term in self.pool[1]:
            kinds += [not term[VALUES]] * len(term[DICE])
        found = []
        position = -1
        thrown = self.thrown
        for index in range(len(thrown.dice)):
            sides, _, marks = thrown.dice[index]
            position += marks & FIRST > 0
            found.append((sides if kinds[position] else 0, thrown.worth[index], marks))
        return found

    def lines(self, context: Context) -> list[str]:
        """Return the roll as lines of text.

        Each term has a line with its dice. Lines with the bonus and the total follow.
        """
        dice = self.drawn_dice()
        found = []
        index = 0
        for term in self.pool[1]:
            text = context.t("record.term", in_words(context, write((0, (term,)))))
            n = len(term[1])
            while index < len(dice) and (n or not dice[index][2] & FIRST):
                text += _face(dice[index])
                n -= dice[index][2] & FIRST > 0
                index += 1
            found.append(text)
        if self.pool[0]:
            found.append("%s %s" % (context.t("bonus"), signed_text(self.pool[0])))
        found.append("= " + number_text(self.thrown.total))
        if self.kept:
            found.append(context.t("kept"))
        if self.hand:
            found.append(context.t("hand"))
        return found


def _face(die: Thrown) -> str:
    """Return the face of a die as text, with signs for the marks of the die."""
    _, face, mark = die
    text = number_text(face)
    if mark & REROLLED:
        text += "→"
    elif mark & HIT:
        text += "✓"
    elif mark & CANCELS:
        text += "✗"
    elif mark & DROPPED:
        text = "(" + text + ")"
    return (" +" if mark & EXPLODED else " ") + text


def read_record(flags: int, listed: Sequence[int], path: Path, note: bytes) -> Record:
    """Return the Record for the fields of a ROLL, see `unpack_roll`."""
    pool = parse_kept(str(note, "utf-8"))
    try:
        thrown = throw(pool, by_hand(path[0]))
    except Missing:
        thrown = Throw(listed[0], [])
    return Record(pool, thrown, listed[1], flags & BY_HAND > 0)


def last_record(session: Session) -> Record | None:
    """Return the newest roll as a Record, or None before the first roll."""
    if LAST not in session.cache:
        position, roll = session.journal.newest_roll() or (-1, ())
        if roll and roll[0] == FREE:
            session.cache[LAST] = found = read_record(*roll[1:])
            if roll[1] & PROVEN:
                found.keep_proof(session.journal.proof_of(position))
    return session.cache.get(LAST)


def recent_notations(session: Session) -> list[str]:
    """Return the notations of recent rolls, each once, the newest first."""
    if LATELY not in session.cache:
        found = []
        left = LOOKED_AT
        try:
            for _, kind, payload in session.journal.newest_first():
                if kind == ROLL:
                    text = as_now(str(unpack_roll(payload)[4], "utf-8"))
                    if text and text not in found:
                        found.append(text)
                left -= 1
                if not left or len(found) > MOST_LATELY:
                    break
        except OSError:
            pass  # the incomplete list is stored, because otherwise each pass would read and fail again
        session.cache[LATELY] = found
    return session.cache[LATELY]


def write_record(session: Session, record: Record, proof: bytes = b"") -> None:
    """Write a roll to the journal, with its proof, and to Session.cache.

    If the roll has more faces than a journal record can hold, `record` keeps only the total.
    """
    thrown = record.thrown
    note = record.text.encode()
    faces = [die[1] for die in thrown.dice if die[2] & FIRST]
    faces += [die[1] for die in thrown.dice if not die[2] & FIRST]
    total = max(-_MOST, min(thrown.total, _MOST))
    path = (tuple(faces[: _ROOM - len(note)]),)
    session.write_free((total, record.kept), path, record.hand, note, proof)
    record.keep_proof(proof)
    if len(faces) > len(path[0]):
        record.drop_dice(total)
    session.cache[LAST] = record
    if LATELY in session.cache:
        others = [text for text in session.cache[LATELY] if text != record.text]
        session.cache[LATELY] = [record.text] + others[:MOST_LATELY]
