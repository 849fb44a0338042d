"""Any text at all, for hypothesis. What its own `text` does before the first one takes each process 2 s: it looks for
what UTF-8 can encode, which is all but the halves of surrogate pairs.
"""

from __future__ import annotations

from hypothesis import strategies as st


def any_text(most: int) -> st.SearchStrategy[str]:
    """Of so many letters, or fewer."""
    return st.text(st.characters(exclude_categories=["Cs"]), max_size=most)
