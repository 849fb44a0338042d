"""Words for the screens of a Procedure (firmware/gobelet/words/wording.py)."""

from __future__ import annotations

import pytest

from gobelet.words.wording import split_at_colon


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Dégagé\u00a0: PV −1", ("Dégagé", "PV −1")),
        ("Freed: one HP less", ("Freed", "One HP less")),
        ("Dégagé", ("", "Dégagé")),
        ("", ("", "")),
    ],
)
def test_words_are_split_at_their_colon(text: str, parts: tuple[str, str]) -> None:
    assert split_at_colon(text) == parts
