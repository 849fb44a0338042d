"""Disable the correction of values that play never makes, for tests that make them on purpose."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from gobelet.game.session import Session


@contextmanager
def disable_mending() -> Iterator[None]:
    """Prevent each session from correcting its state."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "_mend", lambda self: None)
        yield
