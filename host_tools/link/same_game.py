"""The same game on two Gobelets: one leads, and has the journal of what counts; the other one shows the same values.

What is changed on the follower is asked of the leader, with the values that it was changed from. Where the leader has
others by now it refuses: the follower gets the leader's values back, and somebody is told; nothing is merged silently.
What both have is known from their whole states, so a cable that is pulled at any moment loses nothing, and nothing is
done twice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from host_tools.link.table import Message

Cell = tuple[str, int, str]  # kind, row, field
Values = dict[Cell, int]
MOST = 14  # cells in a request: a line has 1 KB


def values_of(game: Message, state: Message) -> Values:
    """All values of a state, but those that are secret."""
    found: Values = {}
    for name, kind in game["kinds"].items():
        fields = [field[0] for field in kind["fields"]]
        starts = [field[4] for field in kind["fields"]]
        for row in range(kind["rows"]):
            told = state["values"][name].get(str(row), starts)
            for field, value in zip(fields, told, strict=True):
                if value is not None:
                    found[name, row, field] = value
    return found


class End:
    """One of the two: what it told last, and the way to ask it."""

    def __init__(self, ask: Callable[[Mapping[str, Any]], None]) -> None:
        self.ask = ask
        self.game: Message | None = None
        self.state: Message | None = None
        self.values: Values = {}
        self.waits: int | None = None  # id of a request that was not answered yet

    def take(self, message: Message) -> Message | None:
        """Take in what it told. Returns the refusal of what was asked, if it is one."""
        kind = message["type"]
        if kind == "hello":  # the cable was pulled: what was under way is seen from its state
            self.game = self.state = self.waits = None
        elif kind == "game":
            self.game, self.state = message, None
        elif kind == "state":
            same = self.game is not None and self.game["game"] == message["game"]
            self.state = message if same else None
            if self.game is not None and same:
                self.values = values_of(self.game, message)
        elif kind in ("ok", "refused") and message.get("to") is not None and message["to"] == self.waits:
            self.waits = None
            self.state = None  # the one that comes next counts
            return message
        return None


class SameGame:
    """conflict  called with the cells of a change that the leader refused, and its sentence."""

    def __init__(
        self,
        leader: End,
        follower: End,
        conflict: Callable[[list[Cell], str], object] = lambda cells, why: None,
    ) -> None:
        self.leader = leader
        self.follower = follower
        self.conflict = conflict
        self._agreed: Values = {}  # the values that both had last
        self._asked: list[Cell] = []  # of the leader
        self._number = 0

    def heard(self, end: End, message: Message) -> None:
        """A message of one of the two."""
        answer = end.take(message)
        if answer is not None:
            if end is self.leader and answer["type"] == "refused":
                self.conflict(self._asked, str(answer["why"]))
                for cell in self._asked:
                    self._agreed[cell] = self.follower.values[cell]  # so that the leader's value comes back
            self._refresh(end)
        self._proceed()

    def _refresh(self, end: End) -> None:
        end.ask({"hello": 1})

    def _proceed(self) -> None:
        leader, follower = self.leader, self.follower
        if None in (leader.state, follower.state) or leader.waits is not None or follower.waits is not None:
            return
        assert leader.game is not None and follower.game is not None
        if leader.game["game"] != follower.game["game"]:
            return
        first = not self._agreed
        own: list[Cell] = []
        theirs: list[Cell] = []
        for cell, value in leader.values.items():
            here = follower.values.get(cell)
            if here is None:
                continue
            if here == value:
                self._agreed[cell] = value
            elif first or here == self._agreed.get(cell, here):
                theirs.append(cell)
            else:
                own.append(cell)
        if own:
            self._asked = own[:MOST]
            self._ask(leader, self._asked, self._agreed, follower.values)
        elif theirs:
            self._ask(follower, theirs[:MOST], follower.values, leader.values)

    def _ask(self, end: End, cells: list[Cell], old: Values, new: Values) -> None:
        assert end.game is not None
        self._number += 1
        end.waits = self._number
        change = [[*cell, old[cell], new[cell]] for cell in cells]
        end.ask({"change": change, "game": end.game["game"], "id": self._number})
