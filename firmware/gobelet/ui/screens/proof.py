"""Verifiable rolls: the screen before such a roll, and its data for the players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ... import PAGE
from ...journal.journal import unpack_roll
from ...journal.records import FREE
from ...rules.proof import NUMBERS, ProvenShaker, code, draw_secret, in_fours, receipt, shaker_of
from ..drawing.widgets import top
from .byhand import BeforeDice

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from ...game.session import Session
    from ...rules.types import Path, Position
    from ..drawing.canvas import Canvas
    from ..drawing.types import Pixels
    from .types import Context, Steps

CHECKER = "verify.html"  # page of the web site that checks receipts
NUMBER = "number"  # key in the dict `Session.chosen`; its value is the last number that a player has entered


class Commitment(BeforeDice):
    """The screen before a verifiable roll.

    The screen shows the code (hash) of a secret, and a player's number. UP and DOWN change the number. OK calls
    `act(*args)`, which throws dice; the secret and the number determine the faces. Each `Commitment` draws a new
    secret.
    """

    keys = ("k.change", "k.roll")
    holds = "?"
    keeps_panel_on = True  # players write the code down while this screen is open

    def __init__(self, context: Context, act: Callable[..., object], args: Sequence[Any]) -> None:
        BeforeDice.__init__(self, context)
        self.act = act
        self.args = args
        session = context.session
        self.number = session.chosen.get(NUMBER, 0)
        self.secret = draw_secret(context.dice.shaker.roll)
        self.code = code(self.secret, session.name, self.position)
        self.committed = self.position, self.code
        context.dice.announce(self.committed)

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        top(c, t("proof"), t("proof.number"))
        c.text(0, 12, in_fours(self.code[:8]), 16)
        c.text(0, 34, in_fours(self.code[8:]), 16)
        c.align_right(128, 16, str(self.number), 32)
        self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return (
            (in_fours(self.code[:8]), 12),
            (in_fours(self.code[8:]), 12),
            (str(self.number), 24),
        )

    def on_step(self, by: Steps) -> None:
        self.number = (self.number + by) % NUMBERS

    def on_hold_ok(self) -> None:
        context = self.context
        address = PAGE
        if address:
            address += ("" if address.endswith("/") else "/") + CHECKER
        context.dialogs.show_page(context.t("proof"), context.t("proof.help", CHECKER), address)

    def on_ok(self) -> None:
        context = self.context
        session = context.session
        if not self.is_valid():
            context.navigation.restore_top()
            return
        session.chosen[NUMBER] = self.number
        proven = ProvenShaker(session.name, self.position, self.secret, self.number)
        context.close()
        shaker = context.dice.use_shaker(proven)
        try:
            self.act(*self.args)
        finally:
            context.dice.use_shaker(shaker)


def is_finished(session: Session, number: int, listed: Sequence[int], path: Path) -> bool:
    """Tell whether all dice of a roll are thrown.

    The secret of an unfinished roll must stay hidden.

    The arguments are fields of the ROLL record. A roll that this version of Gobelet does not know counts as finished.
    """
    known = None if number == FREE else session.rows_and_values(number, listed)
    if known is None:
        return True
    from ...rules.procedure import Outcome, advance

    try:
        return isinstance(advance(session.procedure(number), known[1], path), Outcome)
    except Exception:  # the rules have changed since the roll
        return True


def proof_lines(context: Context, proof: bytes) -> tuple[list[str], str]:
    """Return (lines for the players, receipt) for the proof of a verifiable roll.

    The lines have the code, the number and the secret. The receipt is a text with which others can check the roll.
    Lines and receipt are empty if the proof is invalid.
    """
    shaker = shaker_of(context.session.name, proof)
    if shaker is None:
        return [], ""
    from ..drawing.qr import MOST

    shown = code(shaker.secret, shaker.game, shaker.position)
    lines = context.t("proof.told", in_fours(shown), shaker.number, in_fours(shaker.secret))
    return lines.split("|"), receipt(shaker, MOST)


def fields(session: Session, position: Position) -> dict[str, Any] | None:
    """Return the proof of a verifiable roll as a dict, which is sent over USB.

    `position` is the byte offset of the ROLL in the journal. The result is None if that ROLL has no valid proof.
    """
    shaker = shaker_of(session.name, session.journal.proof_of(position))
    if shaker is None:
        return None
    return {
        "at": shaker.position,
        "code": code(shaker.secret, shaker.game, shaker.position),
        "number": shaker.number,
        "secret": shaker.secret,
        "dice": shaker.dice,
    }


def proof_lines_at(context: Context, wanted: Position) -> tuple[list[str], str]:
    """Return (lines for the players, receipt) for the ROLL at a byte offset.

    `wanted` is the byte offset in the journal. Lines and receipt are empty while the roll is not finished.
    """
    journal = context.session.journal
    for position, _, payload in journal.newest_first():
        if position == wanted:
            number, _, listed, path, _ = unpack_roll(payload)
            if is_finished(context.session, number, listed, path):
                return proof_lines(context, journal.proof_of(wanted))
            break
    return [], ""
