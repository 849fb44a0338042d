"""A game that comes instead of one that was played: what of that is set aside, said before it is sent; and the file of
ids by which the device keeps all else.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.games.own.rules import declaration, ids
from gobelet.rules.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Sentence = tuple[Any, ...]  # its code, and what is filled in


class Replaced:
    """name: of the game; game: its new file; there: the files that the device has, by name.

    told  what the players lose sight of, a sentence each
    kept  the file of ids that must be there before the game, None if the device has it or needs none
    full  whether the device would refuse the game
    """

    def __init__(self, name: str, game: bytes, there: Mapping[str, bytes]) -> None:
        self.told: list[Sentence] = []
        self.kept: bytes | None = None
        self.full = False
        if [each for each in there if each.startswith(name + "/")]:
            try:
                self._compare(name, game, there)
            except (
                Refused
            ) as refused:  # what is there is damaged, or of a later version: the device says that
                self.full = refused.code == "OWN-FULL"

    def _compare(self, name: str, game: bytes, there: Mapping[str, bytes]) -> None:
        known = ids.read(there.get(name + ".ids"))
        if known.damaged or name + ".ids" not in there:
            before = there.get(name + ".game", there.get(name + ".gone"))
            if before is None:
                return
            known = ids.noted(*declaration.read(before), None)
            self.kept = known.file()
        known = ids.Ids(known.table())
        known.take(*declaration.read(game))
        gone = known.news()
        if gone:
            self.told.append(("set-aside", ", ".join(gone)))
        for counter, low, high in known.narrowed:
            self.told.append(("narrowed", counter, low, high))
