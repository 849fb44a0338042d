"""The rules of Tri'Nytia.

Here is what a session needs to open the game. `setup`, `turn`, `modes` and `odds` are imported by the screens
that use them, so that they take memory only then.
"""

from .procedures import PROCEDURES  # noqa: F401
from .sheets import KINDS, ROLES  # noqa: F401
