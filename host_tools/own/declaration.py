"""Parse and check a game written as text; each fault has its line and a message.

`read` returns a Game. The attribute `declared` of the Game has the structure that
firmware/gobelet/games/own/rules/declaration.py describes, without the texts. The attribute `texts` has the texts in
both languages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import toml_lines, words
from .alike import quote
from .reader import GREATEST, Fault, Game, Reader
from .roll import Roll

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .reader import Unknown, Wrap
    from .toml_lines import Path


def read(
    text: str,
    wrap: Wrap | None = None,
    unknown: Unknown | None = None,
    reserved: Callable[[str], bool] = lambda key: False,
) -> Game:
    """Parse the game that a text declares; see reader.py for the other parameters."""
    game = Game()
    try:
        found, lines = toml_lines.loads(text)
    except toml_lines.TomlError as fault:
        game.faults.append(Fault(fault.line, fault.code, *fault.values))
        return game
    french = words.are_french(lines)
    found, lines = words.english(found, lines)
    _Declaration(Reader(game, lines, wrap, unknown, reserved, french), found).read()
    told = {(fault.line, fault.sentence): fault for fault in game.faults}
    game.faults = [told[each] for each in sorted(told)]
    return game


class _Declaration:
    """The parser of a game: its counters, tables, rolls, turn, pages and presets."""

    def __init__(self, reader: Reader, found: dict[str, Any]) -> None:
        self.r = reader
        self.found = found

    def read(self) -> None:
        r = self.r
        r.keys(self.found, (), "")
        r.number(self.found, (), "format", 1, 1, 1)
        head = r.table(self.found, (), "game")
        r.keys(head, ("game",), "game")
        if "game" not in self.found:
            r.fault((), "no-game")
            return
        identity = r.name(head, ("game",), ())
        if len(identity) > 10:
            r.fault(("game", "id"), "game-id")
        r.game.id = identity
        r.seats = r.number(head, ("game",), "seats", 0, 8, 1)
        r.store_text("game.title", head.get("title"), ("game", "title"), "title")
        if "about" in head:
            self._page("about", head, "about", ("game",))
        for each, path in r.tables_in(self.found, (), "counter", "counter"):
            self._counter(each, path)
        for each, path in r.tables_in(self.found, (), "table", "table"):
            name = r.name(each, path, r.tables)
            r.tables[name] = each, path
        made = self._rolls()
        r.game.declared = {
            "s": r.seats,
            "k": [r.counters[name] for name in r.counter_names],
            "r": made,
            "t": self._parse_turn(),
            "p": self._pages(head),
            "v": self._presets(made),
        }
        if not made and not r.counters:
            r.fault((), "nothing")

    def _counter(self, each: dict[str, Any], path: Path) -> None:
        r = self.r
        taken = ["here", "step", "round", "turn"] + r.counter_names
        name = r.name(each, path, taken)
        low = r.number(each, path, "low", -999, GREATEST - 1, 0)
        high = r.number(each, path, "high", low + 1, GREATEST, max(low + 1, 99))
        start = r.number(each, path, "start", low, high, low if low > 0 or high < 0 else 0)
        step = r.number(each, path, "step", 1, 999, 1)
        per = r.one_of(each, path, "per", ("seat", "table")) or ("seat" if r.seats else "table")
        if per == "seat" and not r.seats:
            r.fault(path + ("per",), "no-seats")
        r.store_text("f." + name, each.get("name", name), path + ("name",))
        if "zero" in each:
            r.store_text("zero." + name, each["zero"], path + ("zero",), "said")
        r.counters[name] = [name, low, high, start, step, int(per == "seat"), int("zero" in each)]
        if name not in r.counter_names:
            r.counter_names.append(name)
        if len(r.counters) > 16:
            r.fault(path, "counters-16")

    def _rolls(self) -> list[dict[str, Any]]:
        r = self.r
        listed = list(r.tables_in(self.found, (), "roll", "roll"))
        for each, path in listed:
            name = r.name(each, path, r.rolls)
            r.rolls.append(name)
            r.game.lines[name] = r.lines.get(path, 1)
        made = [Roll(r, each, path).read() for each, path in listed]
        if len(made) > 24:
            r.fault(("roll", 24), "rolls-24")
        self._chains(made, listed)
        return made

    def _chains(self, made: list[dict[str, Any]], listed: list[tuple[dict[str, Any], Path]]) -> None:
        """Record a fault for each roll whose follow-up rolls lead back to the roll."""
        after = {roll["n"]: {name for each in roll["o"] for name in each[2]} for roll in made}
        for index, roll in enumerate(made):
            path = listed[index][1]
            seen: set[str] = set()
            waiting = set(after[roll["n"]])
            while waiting:
                name = waiting.pop()
                if name not in seen:
                    seen.add(name)
                    waiting |= after.get(name, set())
            if roll["n"] in seen:
                self.r.fault(path, "loop", quote(roll["n"]))

    def _parse_turn(self) -> list[Any]:
        r = self.r
        turn = r.table(self.found, (), "turn")
        r.keys(turn, ("turn",), "turn")
        found: list[Any] = []
        for each, path in r.tables_in(turn, ("turn",), "steps", "step"):
            name = r.name(each, path, [step[0] for step in found])
            r.store_text("step." + name, each.get("name", name), path + ("name",))
            roll = r.one_of(each, path, "roll", r.rolls)
            condition = r.condition(each.get("if"), path + ("if",), r.counter_names)
            walked = bool(each.get("each", r.seats > 1))
            found.append([name, r.rolls.index(roll) if roll else -1, condition, int(walked)])
        if len(found) > 32:
            r.fault(("turn",), "steps-32")
        return found

    def _page(self, name: str, each: dict[str, Any], text: str, path: Path) -> None:
        """Store the text of a page: the title, then the lines, separated by bars.

        name  id of the page
        each  the TOML table that declares the page
        text  the key, in this TOML table, of the page's text
        path  the path of this TOML table
        """
        parts = [self.r.languages(each.get(key), path + (key,)) for key in ("title", text)]
        if not all(parts):
            return
        both = {
            language: "|".join(
                line.strip()
                for part in parts
                for line in part.get(language, part[min(part)]).strip().split("\n")
            )
            for language in ("fr", "en")
        }
        self.r.store_text("page." + name, both, path, "page")

    def _pages(self, head: dict[str, Any]) -> list[str]:
        r = self.r
        found = ["about"] if "about" in head else []
        for each, path in r.tables_in(self.found, (), "page", "page"):
            name = r.name(each, path, found)
            if "title" not in each or "text" not in each:
                r.fault(path, "page")
                continue
            self._page(name, each, "text", path)
            found.append(name)
        return found

    def _presets(self, made: list[dict[str, Any]]) -> list[Any]:
        r = self.r
        found: list[Any] = []
        for each, path in r.tables_in(self.found, (), "preset", "preset"):
            name = r.name(each, path, [preset[0] for preset in found])
            r.store_text("preset." + name, each.get("name", name), path + ("name",))
            roll = r.one_of(each, path, "roll", r.rolls)
            if not roll:
                r.fault(path, "preset")
                continue
            inputs = made[r.rolls.index(roll)]["i"]
            given = r.table(each, path, "values")
            values = []
            for key in given:
                r.one_of({"values": key}, path, "values", [one[0] for one in inputs])
            for one in inputs:
                value = given.get(one[0], one[3])
                if one[7] and value in one[7]:
                    value = one[7].index(value)
                if isinstance(value, bool):
                    value = int(value)
                if not isinstance(value, int) or not one[1] <= value <= one[2]:
                    r.fault(path + ("values",), "preset-value", quote(one[0]), one[1], one[2])
                    value = one[3]
                values.append(value)
            found.append([name, r.rolls.index(roll), values])
        return found
