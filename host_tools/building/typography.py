"""Non-breaking spaces in the texts of the firmware and of games written as text."""

from __future__ import annotations


def with_hard_spaces(text: str) -> str:
    """Make the spaces beside punctuation non-breaking, as French typography requires.

    A line on the screen could otherwise begin with a colon. The space before a percent sign is narrow, as in
    `gobelet.ui.drawing.numbers`.
    """
    for sign in ":;?!%»":
        text = text.replace(" " + sign, "\u00a0" + sign)
    return text.replace("« ", "«\u00a0").replace("\u00a0%", "\u202f%")
