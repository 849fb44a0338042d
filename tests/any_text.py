"""A hypothesis strategy for any text.

Before its first example, hypothesis' own `text` spends 2 s per process on finding the characters that UTF-8
can encode. All characters except surrogates can be encoded, so this strategy excludes the category of
surrogates instead.
"""

from __future__ import annotations

from hypothesis import strategies as st


def any_text(most: int) -> st.SearchStrategy[str]:
    """Return a strategy for texts of at most `most` letters."""
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=most)
