"""Compare a new version of a game with the version that was played.

The result lists the data that the device will set aside. It also has the file of ids, by which the device finds
the remaining data.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.games.own.rules import declaration, ids
from gobelet.rules.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    Sentence = tuple[Any, ...]  # message code, then values


class Replaced:
    """The consequences of replacing a game.

    name   name of the game
    game   the new file
    there  the files on the device, by name

    told  messages about the data that the players will no longer see
    kept  the file of ids to write before the game; None if the device has it or needs none
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
                # The present file is damaged, or of a later version: the device itself reports this.
            ) as refused:
                self.full = refused.code == "OWN-FULL"

    def _compare(self, name: str, game: bytes, there: Mapping[str, bytes]) -> None:
        known = ids.read(there.get(name + ".ids"))
        if known.damaged or name + ".ids" not in there:
            before = there.get(name + ".game", there.get(name + ".gone"))
            if before is None:
                return
            known = ids.note_ids(*declaration.read(before), None)
            self.kept = known.file()
        known = ids.Ids(known.table())
        known.take(*declaration.read(game))
        gone = known.news()
        if gone:
            self.told.append(("set-aside", ", ".join(gone)))
        for counter, low, high in known.narrowed:
            self.told.append(("narrowed", counter, low, high))
