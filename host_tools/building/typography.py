"""Where no line of a text may break, for the texts of the firmware and of games that are text."""

from __future__ import annotations


def hold(text: str) -> str:
    """A text with non-breaking spaces where French has them: no line begins with a colon. That of a percentage is
    narrow, as in `gobelet.ui.drawing.numbers`.
    """
    for sign in ":;?!%»":
        text = text.replace(" " + sign, "\u00a0" + sign)
    return text.replace("« ", "«\u00a0").replace("\u00a0%", "\u202f%")
