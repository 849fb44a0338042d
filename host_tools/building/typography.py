"""Non-breaking spaces, for the texts of the firmware and of games written as text."""

from __future__ import annotations


def with_hard_spaces(text: str) -> str:
    """Insert the non-breaking spaces of French typography.

    Without them, a line could begin with a colon. The space before a percent sign is narrow, as in
    `gobelet.ui.drawing.numbers`.
    """
    for sign in ":;?!%»":
        text = text.replace(" " + sign, "\u00a0" + sign)
    return text.replace("« ", "«\u00a0").replace("\u00a0%", "\u202f%")
