"""The sizes for numbers where memory is short."""

from __future__ import annotations

import pytest

from gobelet.ui import canvas
from gobelet.ui.canvas import FIGURES, Canvas
from tests.assets import open_asset
