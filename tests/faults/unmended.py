"""Values that no play makes stay as they are: what makes them on purpose looks for them again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gobelet.game.session import Session


@contextmanager
def unmended() -> Iterator[None]:
    """No session mends its state, at its opening or later."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "_mend", lambda self: None)
        yield
