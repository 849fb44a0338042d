"""Compare a new version of a game written as text with the version on the device.

A saved value belongs to an id, such as the id of a counter. The device sets a value aside if the new version lacks its
id, or if the value is beyond its new bounds. The result lists these values. The result also contains the file of ids,
which tells the device the number of each id in the journal.
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
    """The consequences of sending a new version of a game to a device.

    name   the device's name of the game, such as "own-duel"
    game   the bytes of the new file
    there  the files on the device, by name

    told   messages, see sentences.py, about the values that the device will set aside
    kept   the file of ids to write before the game; None if the device has the file or needs no file
    full   whether the device would refuse the game, because the file of ids would become too large
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
                # The game's file on the device is damaged, or of a later version. The device reports this itself.
            ) as refused:
                self.full = refused.code == "OWN-FULL"

    def _compare(self, name: str, game: bytes, there: Mapping[str, bytes]) -> None:
        known = ids.read(there.get(name + ".ids"))
        if known.is_damaged or name + ".ids" not in there:
            before = there.get(name + ".game", there.get(name + ".gone"))
            if before is None:
                return
            known = ids.note_ids(*declaration.read(before), None)
            self.kept = known.file()
        known = ids.Ids(known.table())
        known.assign_numbers(*declaration.read(game))
        gone = known.unreported_ids()
        if gone:
            self.told.append(("set-aside", ", ".join(gone)))
        for counter, low, high in known.narrowed:
            self.told.append(("narrowed", counter, low, high))
