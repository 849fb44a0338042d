"""A game that is text, read and checked: every fault with its line and a sentence.

`read` gives what firmware/gobelet/games/own/rules/declaration.py describes, and the texts of both languages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.core.dice import BARS, COMPOUND, UNLIMITED
from gobelet.games.dice.rules import notation
from gobelet.games.own.rules import pools, procedures

from . import toml_lines, words
from .alike import is_whole, near, quoted, whole
from .sentences import said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from .toml_lines import Path

    Wrap = Callable[[str, int, int], Sequence[str]]  # lines of a text in so many columns, of letters so high
    Unknown = Callable[[str], str]  # letters that the panel has not

LETTERS = procedures.LETTERS
GREATEST = 9999  # that a counter can have
FAR = GREATEST  # ends of an open range
SIGNS = ("<=", ">=", "!=", "=", "<", ">")
KEYS = {
    "": "game counter table roll turn page preset format",
    "game": "id title about seats",
    "counter": "id name low high start step per zero",
    "table": "id columns rows results check column",
    "roll": "id name dice against inputs rows table column columns results chances decide equal needs check who page",
    "input": "id name mod options mods low high start lane counter role if divides",
    "result": "id text effects then number",
    "row": "on text cells cell effects then number",
    "chance": "id name of least",
    "decide": "id text who most",
    "need": "if text",
    "turn": "steps",
    "step": "id name roll if each",
    "page": "id title text",
    "preset": "id name roll values",
}
# Of the width of a text, in columns of 8 rows: what stands in a list has two lines of 113, an answer three.
WIDTHS = {"name": (113, 2, 8), "title": (113, 1, 16), "answer": (124, 3, 16), "said": (124, 4, 8)}


class Fault:
    """What is wrong, at a line: the code of a sentence and its values, see sentences.py."""

    def __init__(self, line: int, code: str, *values: Any) -> None:
        self.line = line
        self.code = code
        self.values = values
        self.path: Path = ()  # of what is wrong, its keys in English

    @property
    def sentence(self) -> str:
        return self.said("en")

    def said(self, language: str) -> str:
        """The sentence in "fr" or "en"."""
        return said(language, self.code, *self.values)

    def __str__(self) -> str:
        return said("en", "line", self.line, self.sentence)


class Game:
    """id; title by language; the declaration without its texts; texts by language; what is wrong."""

    def __init__(self) -> None:
        self.id = ""
        self.declared: dict[str, Any] = {}
        self.texts: dict[str, dict[str, str]] = {"fr": {}, "en": {}}
        self.faults: list[Fault] = []
        self.lines: dict[str, int] = {}  # of each roll, by its name

    def title(self, language: str) -> str:
        return self.texts[language].get("game.title", "")


def read(
    text: str,
    wrap: Wrap | None = None,
    unknown: Unknown | None = None,
    reserved: Callable[[str], bool] = lambda key: False,
) -> Game:
    """The game that a text declares. reserved: whether the device has a text of this key itself."""
    game = Game()
    try:
        found, lines = toml_lines.loads(text)
    except toml_lines.TomlError as fault:
        game.faults.append(Fault(fault.line, fault.code, *fault.values))
        return game
    french = words.are_french(lines)
    found, lines = words.english(found, lines)
    reader = _Reader(game, found, lines, wrap, unknown, reserved, french)
    reader.read()
    told = {(fault.line, fault.sentence): fault for fault in game.faults}
    game.faults = [told[each] for each in sorted(told)]
    return game


class _Reader:
    def __init__(
        self,
        game: Game,
        found: dict[str, Any],
        lines: dict[Path, int],
        wrap: Wrap | None,
        unknown: Unknown | None,
        reserved: Callable[[str], bool],
        french: bool,
    ) -> None:
        self.game = game
        self.found = found
        self.lines = lines
        self.wrap = wrap
        self.unknown = unknown
        self.reserved = reserved
        self.french = french
        self.counters: dict[str, Any] = {}
        self.counter_names: list[str] = []  # in the order of the text
        self.tables: dict[str, tuple[dict[str, Any], Path]] = {}
        self.rolls: list[str] = []
        self.seats = 1

    # Small things

    def fault(self, path: Path, code: str, *values: Any) -> None:
        where = path
        while where and where not in self.lines:
            where = where[:-1]
        fault = Fault(self.lines.get(where, 1), code, *values)
        fault.path = path
        self.game.faults.append(fault)

    def key(self, name: str) -> str:
        """A key as whoever wrote the text names it."""
        return quoted(words.in_french(name) if self.french else name)

    def keys(self, table: dict[str, Any], path: Path, sort: str) -> None:
        known = KEYS[sort].split()
        for key in table:
            if key not in known:
                french = [word for word in words.FRENCH if words.FRENCH[word] in known]
                meant = near(key, known) or near(key, french)
                if meant:
                    self.fault(path + (key,), "no-key-near", quoted(key), quoted(meant))
                else:
                    there = [words.in_french(name) if self.french else name for name in known]
                    self.fault(path + (key,), "no-key", quoted(key), ", ".join(there))

    def number(self, table: dict[str, Any], path: Path, key: str, low: int, high: int, default: int) -> int:
        value = table.get(key, default)
        if not is_whole(value) or not low <= value <= high:
            self.fault(path + (key,), "whole-number", self.key(key), low, high)
            return default
        return int(value)

    def listed(self, table: dict[str, Any], path: Path, key: str) -> list[Any]:
        value = table.get(key, [])
        if not isinstance(value, list):
            self.fault(path + (key,), "list", self.key(key))
            return []
        return value

    def tables_in(
        self, table: dict[str, Any], path: Path, key: str, sort: str
    ) -> Iterable[tuple[dict[str, Any], Path]]:
        for index, each in enumerate(self.listed(table, path, key)):
            where = path + (key, index)
            if isinstance(each, dict):
                self.keys(each, where, sort)
                yield each, where
            else:
                self.fault(where, "each-in-braces", self.key(key))

    def name(self, table: dict[str, Any], path: Path, taken: Iterable[str], key: str = "id") -> str:
        value = table.get(key)
        if not isinstance(value, str) or not 0 < len(value) <= 12 or set(value) - set(LETTERS):
            self.fault(path + (key,), "id-letters", self.key(key))
            return ""
        if value in taken:
            self.fault(path + (key,), "id-taken", quoted(value))
            return ""
        return value

    def one_of(self, table: dict[str, Any], path: Path, key: str, names: Iterable[str]) -> str:
        """A name that must be one of these; "" if there is none."""
        value = table.get(key, "")
        names = list(names)
        if not value:
            return ""
        if value not in names:
            meant = near(str(value), names)
            if meant:
                self.fault(path + (key,), "no-such-near", quoted(value), quoted(meant))
            else:
                self.fault(path + (key,), "no-such", quoted(value), _all(names))
            return ""
        return str(value)

    def languages(self, value: Any, path: Path) -> dict[str, str]:
        """A text by its language; empty if it is none."""
        both: dict[str, Any] = value if isinstance(value, dict) else {"fr": value, "en": value}
        if set(both) - {"fr", "en"} or not all(isinstance(each, str) for each in both.values()) or not both:
            self.fault(path, "text")
            return {}
        return both

    def say(self, key: str, value: Any, path: Path, width: str = "name") -> None:
        """Put a text into both languages, under the key by which the device asks for it."""
        both = self.languages(value, path)
        if not both:
            return
        if self.reserved(key):
            self.fault(path, "reserved", quoted(key))
        first = both[min(both)]
        for language in ("fr", "en"):
            text = " ".join(both.get(language, first).split())
            self.measure(text, path, width)
            self.game.texts[language][key] = text

    def measure(self, text: str, path: Path, width: str) -> None:
        if not text:
            self.fault(path, "text-empty")
            return
        strange = self.unknown(text) if self.unknown else ""
        if strange:
            self.fault(path, "cannot-show", quoted(strange), quoted(text))
            return
        if "{" in text or "}" in text:
            self.fault(path, "no-braces", quoted(text))
            return
        if width == "page" or self.wrap is None:
            return
        room, most, size = WIDTHS[width]
        lines = self.wrap(text, room, size)
        if len(lines) > most:
            self.fault(path, "too-wide", quoted(text), len(lines), room, most)

    def condition(self, value: Any, path: Path, names: Iterable[str]) -> Any:
        """[name, sign, number] of "name >= 3"; 0 if it is none."""
        if value is None:
            return 0
        if isinstance(value, str):
            for sign in SIGNS:
                left, found, right = value.partition(sign)
                if found:
                    left, right = left.strip(), right.strip()
                    if left not in names:
                        self.fault(path, "no-compare", quoted(left), _all(names))
                        return 0
                    number = None if right[:1] == "+" else whole(right)
                    if number is None:
                        break
                    return [left, sign, number]
        self.fault(path, "condition", " ".join(SIGNS))
        return 0

    # The game

    def read(self) -> None:
        self.keys(self.found, (), "")
        self.number(self.found, (), "format", 1, 1, 1)
        head = self.table(self.found, (), "game")
        self.keys(head, ("game",), "game")
        if "game" not in self.found:
            self.fault((), "no-game")
            return
        identity = self.name(head, ("game",), ())
        if len(identity) > 10:
            self.fault(("game", "id"), "game-id")
        self.game.id = identity
        self.seats = self.number(head, ("game",), "seats", 0, 8, 1)
        self.say("game.title", head.get("title"), ("game", "title"), "title")
        if "about" in head:
            self._page("about", head, "about", ("game",))
        for each, path in self.tables_in(self.found, (), "counter", "counter"):
            self._counter(each, path)
        for each, path in self.tables_in(self.found, (), "table", "table"):
            name = self.name(each, path, self.tables)
            self.tables[name] = each, path
        made = self._rolls()
        self.game.declared = {
            "s": self.seats,
            "k": [self.counters[name] for name in self.counter_names],
            "r": made,
            "t": self._turn(),
            "p": self._pages(head),
            "v": self._presets(made),
        }
        if not made and not self.counters:
            self.fault((), "nothing")

    def table(self, table: dict[str, Any], path: Path, key: str) -> dict[str, Any]:
        value = table.get(key, {})
        if not isinstance(value, dict):
            self.fault(path + (key,), "table-wanted", self.key(key), key)
            return {}
        return value

    def _counter(self, each: dict[str, Any], path: Path) -> None:
        taken = ["here", "step", "round", "turn"] + self.counter_names
        name = self.name(each, path, taken)
        low = self.number(each, path, "low", -999, GREATEST - 1, 0)
        high = self.number(each, path, "high", low + 1, GREATEST, max(low + 1, 99))
        start = self.number(each, path, "start", low, high, low if low > 0 or high < 0 else 0)
        step = self.number(each, path, "step", 1, 999, 1)
        per = self.one_of(each, path, "per", ("seat", "table")) or ("seat" if self.seats else "table")
        if per == "seat" and not self.seats:
            self.fault(path + ("per",), "no-seats")
        self.say("f." + name, each.get("name", name), path + ("name",))
        if "zero" in each:
            self.say("zero." + name, each["zero"], path + ("zero",), "said")
        self.counters[name] = [name, low, high, start, step, int(per == "seat"), int("zero" in each)]
        if name not in self.counter_names:
            self.counter_names.append(name)
        if len(self.counters) > 16:
            self.fault(path, "counters-16")

    def _rolls(self) -> list[dict[str, Any]]:
        listed = list(self.tables_in(self.found, (), "roll", "roll"))
        for each, path in listed:
            name = self.name(each, path, self.rolls)
            self.rolls.append(name)
            self.game.lines[name] = self.lines.get(path, 1)
        made = [_Roll(self, each, path).read() for each, path in listed]
        if len(made) > 24:
            self.fault(("roll", 24), "rolls-24")
        self._chains(made, listed)
        return made

    def _chains(self, made: list[dict[str, Any]], listed: list[tuple[dict[str, Any], Path]]) -> None:
        """What may follow may not lead back."""
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
                self.fault(path, "loop", quoted(roll["n"]))

    def _turn(self) -> list[Any]:
        turn = self.table(self.found, (), "turn")
        self.keys(turn, ("turn",), "turn")
        found: list[Any] = []
        for each, path in self.tables_in(turn, ("turn",), "steps", "step"):
            name = self.name(each, path, [step[0] for step in found])
            self.say("step." + name, each.get("name", name), path + ("name",))
            roll = self.one_of(each, path, "roll", self.rolls)
            condition = self.condition(each.get("if"), path + ("if",), self.counter_names)
            walked = bool(each.get("each", self.seats > 1))
            found.append([name, self.rolls.index(roll) if roll else -1, condition, int(walked)])
        if len(found) > 32:
            self.fault(("turn",), "steps-32")
        return found

    def _page(self, name: str, each: dict[str, Any], text: str, path: Path) -> None:
        """The page of a title and of what stands under the key `text`, its lines parted by bars."""
        parts = [self.languages(each.get(key), path + (key,)) for key in ("title", text)]
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
        self.say("page." + name, both, path, "page")

    def _pages(self, head: dict[str, Any]) -> list[str]:
        found = ["about"] if "about" in head else []
        for each, path in self.tables_in(self.found, (), "page", "page"):
            name = self.name(each, path, found)
            if "title" not in each or "text" not in each:
                self.fault(path, "page")
                continue
            self._page(name, each, "text", path)
            found.append(name)
        return found

    def _presets(self, made: list[dict[str, Any]]) -> list[Any]:
        found: list[Any] = []
        for each, path in self.tables_in(self.found, (), "preset", "preset"):
            name = self.name(each, path, [preset[0] for preset in found])
            self.say("preset." + name, each.get("name", name), path + ("name",))
            roll = self.one_of(each, path, "roll", self.rolls)
            if not roll:
                self.fault(path, "preset")
                continue
            inputs = made[self.rolls.index(roll)]["i"]
            given = self.table(each, path, "values")
            values = []
            for key in given:
                self.one_of({"values": key}, path, "values", [one[0] for one in inputs])
            for one in inputs:
                value = given.get(one[0], one[3])
                if one[7] and value in one[7]:
                    value = one[7].index(value)
                if isinstance(value, bool):
                    value = int(value)
                if not isinstance(value, int) or not one[1] <= value <= one[2]:
                    self.fault(path + ("values",), "preset-value", quoted(one[0]), one[1], one[2])
                    value = one[3]
                values.append(value)
            found.append([name, self.rolls.index(roll), values])
        return found


class _Roll:
    """One roll under way."""

    def __init__(self, reader: _Reader, each: dict[str, Any], path: Path) -> None:
        self.r = reader
        self.each = each
        self.path = path
        self.name = each.get("id", "") if isinstance(each.get("id"), str) else ""
        self.inputs: list[Any] = []
        self.divides: list[str] = []
        self.outcomes: list[Any] = []
        self.ids: list[str] = []  # of the outcomes
        self.where: list[Path] = []
        self.used: set[int] = set()
        self.targets = False
        self.numbers: Any = None  # what results that are numbers do: (effects, then)

    def read(self) -> dict[str, Any]:
        r, each, path = self.r, self.each, self.path
        r.say(self.name, each.get("name", self.name), path + ("name",))
        table, where = self._table()
        dice = self._dice()
        for one, at in r.tables_in(each, path, "inputs", "input"):
            self._input(one, at)
        for source, at in ((table, where), (each, path))[: 1 if table is each else 2]:
            for one, inner in r.tables_in(source, at, "results", "result"):
                self._result(one, inner)
        columns = self._columns(table, where)
        rows, paths = self._rows(table, where, columns)
        reach = self._reach(dice)
        if not rows:
            rows, paths = [[-FAR, FAR, [self._number()] * max(1, len(columns))]], [path]
            self.used.add(self._number())
        self._cover(rows, paths, reach, where)
        return self._made(table, where, dice, columns, rows)

    def _made(
        self,
        table: dict[str, Any],
        where: Path,
        dice: list[Any],
        columns: list[Any],
        rows: list[list[Any]],
    ) -> dict[str, Any]:
        """The Procedure as the device has it, once its results and rows are known."""
        r, each, path = self.r, self.each, self.path
        marked = any(cell >= procedures.CHECK for row in rows for cell in row[2])
        doubt = self._doubt(table, where, marked)
        decision = self._decision()
        equal = self._named(each["equal"], path + ("equal",)) if "equal" in each else -1
        self.used |= set(doubt) | {equal}
        if equal >= 0 and [term[2] for term in dice[1]] != [BARS]:
            r.fault(path + ("equal",), "equal")
        for index, at in enumerate(self.where):
            if index not in self.used:
                r.fault(at, "unused-result", quoted(self.ids[index]))
        if doubt and marked:
            self._say_cells(doubt)
        if marked or any(one[0] == procedures.UNKNOWN for one in self.outcomes):
            r.say(f"{self.name}.unknown", {"fr": "Voir la table", "en": "See the table"}, path)
        sides = self._sides()
        return {
            "n": self.name,
            "d": dice,
            "i": self.inputs,
            "w": rows,
            "c": self.column if len(columns) else "",
            "o": self.outcomes,
            "q": self._chances(),
            "a": decision,
            "e": equal,
            "y": self.divides,
            "h": self._needs(),
            "g": doubt if marked else [],
            "m": sides,
        }

    def _table(self) -> tuple[dict[str, Any], Path]:
        """The table that it reads: one that stands apart, else its own rows."""
        table, where = self.each, self.path
        if "table" in table:
            name = self.r.one_of(self.each, self.path, "table", self.r.tables)
            if name:
                table, where = self.r.tables[name]
            if "rows" in self.each:
                self.r.fault(self.path + ("rows",), "rows-and-table")
        return table, where

    def _doubt(self, table: dict[str, Any], where: Path, marked: bool) -> list[int]:
        """The outcomes that a cell to be checked may have: those that are named, else all that are known."""
        doubt = [self._named(name, where + ("check",)) for name in self.r.listed(table, where, "check")]
        if marked and not doubt:
            doubt = [index for index, one in enumerate(self.outcomes) if one[0] != procedures.UNKNOWN]
        return doubt

    def _say_cells(self, doubt: list[int]) -> None:
        """What is asked about a cell, and its answers."""
        r = self.r
        for ask in ("cell", "check"):
            r.say(f"{self.name}.{ask}", {"fr": "Que dit la table ?", "en": "What has the table?"}, self.path)
            for index in doubt:
                key = f"{self.name}.{procedures.WORD + index}"
                for language in ("fr", "en"):
                    said = r.game.texts[language].get(key, "?")
                    r.game.texts[language][f"{self.name}.{ask}.{index}"] = said
            r.say(f"{self.name}.cell.{len(self.outcomes)}", "?", self.path)

    def _sides(self) -> int:
        """Of how many players it is: of none, of who rolls, of a target too."""
        r, path = self.r, self.path
        who = r.one_of(self.each, path, "who", ("seat", "table")) or ("seat" if r.seats else "table")
        sides = 0 if who == "table" else 2 if self.targets else 1
        if sides and not r.seats:
            r.fault(path + ("who",), "nobody-rolls")
            sides = 0
        if self.targets and r.seats < 2:
            r.fault(path, "two-seats")
        mine = [one for one in self.inputs if one[8] in ("me", "target")]
        mine += [one for row in self.outcomes for one in row[1] if one[0] in ("me", "target")]
        if mine and not sides:
            r.fault(path + ("who",), "seat-rolls")
        return sides

    # Dice and inputs

    def _pool(self, key: str) -> Any:
        text = self.each.get(key)
        where = self.path + (key,)
        if not isinstance(text, str):
            self.r.fault(where, "dice", self.r.key(key))
            return [0, []]
        text = text.replace("d66", "d{10,20,30,40,50,60}+d6").replace("dF", "d{-1,0,1}")
        number = whole(text.strip())
        if number is not None:
            return [number, []]
        try:
            constant, terms = notation.parse(text)
        except notation.NotationError as fault:
            self.r.fault(where, "no-dice", quoted(text), fault.offset + 1)
            return [0, []]
        found = []
        for sign, dice, explode, reroll, keep, goal, double, least, most, values in terms:
            if explode % COMPOUND == UNLIMITED and 2 * (min(dice) + reroll) > min(dice) * min(dice):
                self.r.fault(where, "explode-often")
            altered = [explode, reroll, least, most]
            found.append(
                [sign, list(dice), keep, goal, double, list(values)] + (altered if any(altered) else [])
            )
        return [constant, found]

    def _dice(self) -> Any:
        constant, terms = self._pool("dice")
        written = str(self.each.get("dice", ""))
        if "against" in self.each:
            other, more = self._pool("against")
            constant -= other
            terms = terms + [[-term[0]] + list(term[1:]) for term in more]
            written += f" / {self.each['against']}"
        self.pool: Any = (constant, ())
        if sum(len(term[1]) for term in terms) > pools.MOST_DICE:
            self.r.fault(self.path + ("dice",), "dice-most", pools.MOST_DICE)
        elif abs(constant) > pools.MOST_ADDED:
            self.r.fault(self.path + ("dice",), "added-most", pools.MOST_ADDED)
        else:
            try:
                self.pool = pools.checked([constant, terms])
            except ValueError:
                self.r.fault(self.path + ("dice",), "dice-work")
        if terms:
            for sign, shown in (("-", "−"), ("{", "("), ("}", ")"), (">=", "≥"), (">>", " ×2≥")):
                written = written.replace(sign, shown)
            self.r.say(self.name + ".dice", written, self.path + ("dice",))
        return [constant, terms]

    def _input(self, each: dict[str, Any], path: Path) -> None:
        r = self.r
        name = r.name(each, path, [one[0] for one in self.inputs])
        key = f"{self.name}.{name}"
        r.say(key, each.get("name", name), path + ("name",))
        options: list[str] = []
        role: Any = 0
        counter: Any = 0
        if "counter" in each:
            counter, role, low, high, start = self._counter(each, path)
        elif "options" in each:
            options = self._options(each, path, key)
            low, high = 0, max(1, len(options) - 1)
            if len(options) < 2:
                r.fault(path, "two-options")
            start = r.number(each, path, "start", 0, high, 0)
        else:
            low, high, start = self._bounds(each, path)
        mods = self._modifiers(each, path, low, high)
        lane: Any = r.one_of(each, path, "lane", procedures.LANES)
        if not lane and (mods or not (options or "counter" in each or high - low == 1)):
            lane = "roll"
        if each.get("divides"):
            lane = ""
            mods = []
            self.divides.append(name)
            if low < 1:
                r.fault(path, "divides")
        condition = r.condition(each.get("if"), path + ("if",), [one[0] for one in self.inputs])
        added = mods if lane else 0
        self.inputs.append(
            [name, low, high, start, lane or 0, added, condition, options or 0, role, counter or 0]
        )

    def _bounds(self, each: dict[str, Any], path: Path) -> tuple[int, int, int]:
        """(low, high, start) of an input that is a number, else yes or no."""
        if not ("low" in each or "high" in each):
            return 0, 1, int(bool(each.get("start", False)))
        low = self.r.number(each, path, "low", -999, GREATEST - 1, 0)
        high = self.r.number(each, path, "high", low + 1, GREATEST, max(9, low + 1))
        return low, high, self.r.number(each, path, "start", low, high, low if low > 0 or high < 0 else 0)

    def _counter(self, each: dict[str, Any], path: Path) -> tuple[Any, Any, int, int, int]:
        """(name, role, low, high, start) of the counter that fills in an input; 0 and 0 if there is none."""
        r = self.r
        counter = r.one_of(each, path, "counter", r.counter_names)
        if not counter:
            return 0, 0, 0, 1, 0
        _, low, high, start, _, seat, _ = r.counters[counter]
        role = (r.one_of(each, path, "role", ("me", "target")) or "me") if seat else "table"
        self.targets = self.targets or role == "target"
        return counter, role, low, high, start

    def _options(self, each: dict[str, Any], path: Path, key: str) -> list[str]:
        """The names of what can be chosen; `key` is that of the input's text."""
        found: list[str] = []
        for index, option in enumerate(self.r.listed(each, path, "options")):
            at = path + ("options", index)
            one = option if isinstance(option, dict) else {"id": option}
            name = self.r.name(one, at, found)
            self.r.say(f"{key}.{name}", one.get("name", name), at)
            found.append(name)
        return found

    def _modifiers(self, each: dict[str, Any], path: Path, low: int, high: int) -> list[int]:
        """What each value of an input adds; [] if none adds anything."""
        r = self.r
        if "mods" in each:
            mods = r.listed(each, path, "mods")
            if len(mods) == high - low + 1 and all(is_whole(n) and abs(n) <= 999 for n in mods):
                return mods
            r.fault(path + ("mods",), "mods", r.key("mods"), high - low + 1)
        elif "mod" in each:
            mod = r.number(each, path, "mod", -99, 99, 0)
            if high - low >= 100:
                r.fault(path + ("mod",), "mod-values", r.key("mod"), low, high)
            elif max(abs(mod * low), abs(mod * high)) > procedures.MOST:
                r.fault(path + ("mod",), "mod-most", procedures.MOST)
            else:
                return [mod * value for value in range(low, high + 1)]
        return []

    # What comes of it

    def _effects(self, each: dict[str, Any], path: Path) -> list[Any]:
        r = self.r
        found = []
        for index, text in enumerate(r.listed(each, path, "effects")):
            at = path + ("effects", index)
            parts = str(text).replace("=", " = ").replace("+", " + ").replace("-", " - ").split()
            if len(parts) == 4 and parts[1:3] == ["=", "-"]:
                parts[2:] = ["-" + parts[3]]
            if len(parts) != 3 or parts[1] not in ("+", "-", "="):
                r.fault(at, "effect")
                continue
            role, _, name = parts[0].rpartition(".")
            role = words.VALUES["role"].get(role, role)
            if not r.one_of({"effects": name}, path, "effects", r.counter_names):
                continue
            seat = r.counters[name][5]
            role = (role or "me") if seat else "table"
            if role not in ("me", "target", "table"):
                r.fault(at, "nobody", quoted(role))
                continue
            self.targets = self.targets or role == "target"
            amount: Any = parts[2]
            if amount[:1] != "+" and whole(amount) is not None:
                amount = int(amount)
                if abs(amount) > GREATEST:
                    r.fault(at, "amount-most", GREATEST)
                    continue
            elif amount not in ("result", "given", "net"):
                r.fault(at, "no-amount", quoted(amount))
                continue
            found.append([role, name, parts[1], amount])
        return found

    def _then(self, each: dict[str, Any], path: Path) -> list[str]:
        name = self.r.one_of(each, path, "then", self.r.rolls)
        return [name] if name else []

    def _result(self, each: dict[str, Any], path: Path) -> None:
        if each.get("id") == "=":
            self.numbers = self._effects(each, path), self._then(each, path)
            return
        name = self.r.name(each, path, self.ids)
        self._new(name, each.get("text", name), each, path)

    def _new(self, name: str, text: Any, each: dict[str, Any], path: Path) -> int:
        index = len(self.outcomes)
        self.ids.append(name)
        self.where.append(path)
        self.outcomes.append([procedures.WORDS, self._effects(each, path), self._then(each, path), 0])
        self.r.say(f"{self.name}.{procedures.WORD + index}", text, path, "answer")
        return index

    def _add(self, name: str, sort: int, number: int = 0) -> int:
        """The outcome of a name that stands for itself: "?", "=", "=3"."""
        if name not in self.ids:
            effects, then = self.numbers or ([], [])
            self.ids.append(name)
            self.where.append(self.path)
            self.outcomes.append(
                [sort, [], [], 0] if sort == procedures.UNKNOWN else [sort, effects, then, number]
            )
        return self.ids.index(name)

    def _number(self) -> int:
        return self._add("=", procedures.RESULT)

    def _named(self, name: Any, path: Path) -> int:
        if name not in self.ids:
            self.r.fault(path, "no-result", quoted(name), _all(self.ids))
            return 0
        return self.ids.index(name)

    def _cell(self, text: Any, path: Path, more: dict[str, Any]) -> int:
        if is_whole(text):
            text = f"={text}"
        if isinstance(text, dict):
            index = self._new(f"{len(self.ids)}.", text, more, path)
            self.used.add(index)
            return index
        text = str(text).strip()
        mark = 0
        if text == "?":
            index = self._add("?", procedures.UNKNOWN)
        elif text == "=":
            index = self._number()
        elif text[:1] == "=" and whole(text[1:].strip()) is not None and "+" not in text:
            number = int(text[1:])
            if abs(number) > procedures.MOST:
                self.r.fault(path, "cell-most", procedures.MOST)
                number = 0
            index = self._add(text, procedures.NUMBER, number)
        else:
            if text[-1:] in ("~", "?") and text[:-1] in self.ids:
                mark = procedures.CHECK if text[-1] == "~" else procedures.DOUBT
                text = text[:-1]
            if text not in self.ids:
                self._written(text, path, more)
            index = self.ids.index(text)
        self.used.add(index)
        return index + mark

    def _written(self, text: str, path: Path, more: dict[str, Any]) -> None:
        """A cell that is its own result: "Storm [luck -1] > encounter"."""
        said, chained, then = text.partition(" > ")
        said, bracket, effects = said.partition(" [")
        each = dict(more)
        if chained:
            each["then"] = then.strip()
        if bracket:
            each["effects"] = [part.strip() for part in effects.rstrip().rstrip("]").split(",")]
        self._new(text, said.strip(), each, path)

    def _columns(self, table: dict[str, Any], where: Path) -> list[str]:
        r = self.r
        self.column = ""
        columns = [str(each) for each in r.listed(table, where, "columns")]
        source = self.each if "column" in self.each else table
        if columns or "column" in source:
            self.column = r.one_of(source, self.path, "column", [one[0] for one in self.inputs])
            if not self.column:
                r.fault(where, "column-input", r.key("column"))
                return []
            given = [one for one in self.inputs if one[0] == self.column][0]
            wide = given[2] + 1
            if not columns:
                columns = list(given[7] or [str(value) for value in range(wide)])
            if given[1] or len(columns) != wide:
                r.fault(where, "columns", len(columns), quoted(self.column), wide)
        return columns

    def _rows(self, table: dict[str, Any], where: Path, columns: list[str]) -> tuple[list[Any], list[Path]]:
        r = self.r
        rows, paths = [], []
        for index, each in enumerate(r.listed(table, where, "rows")):
            at = where + ("rows", index)
            more: dict[str, Any] = {}
            if isinstance(each, dict):
                r.keys(each, at, "row")
                more = {key: each[key] for key in ("effects", "then") if key in each}
                on = str(each.get("on", ""))
                cells = each.get("cells", [each.get("cell", each.get("number", each.get("text", "?")))])
            else:
                on, colon, rest = str(each).partition(":")
                if not colon:
                    r.fault(at, "row")
                    continue
                cells = rest.split("|") if columns else [rest]
            bounds = span(on)
            if bounds is None:
                r.fault(at, "no-range", quoted(on))
                continue
            if not isinstance(cells, list) or len(cells) != max(1, len(columns)):
                r.fault(at, "cells", max(1, len(columns)))
                continue
            rows.append([bounds[0], bounds[1], [self._cell(cell, at, more) for cell in cells]])
            paths.append(at)
        return rows, paths

    def _reach(self, dice: Any) -> set[int]:
        """All numbers that dice and modifiers can give."""
        most = procedures.MOST
        found = self._rolled(dice)
        floored = bool(self.divides)
        times, after = {1}, {0}
        for one in self.inputs:
            lane = one[4]
            sums = set(one[5]) if one[5] else set(range(one[1], one[2] + 1))
            if one[6]:
                sums |= {0}
            if lane == "roll":
                found = {n + more for n in found for more in sums}
            elif lane == "other":
                found = {n - more for n in found for more in sums}
            elif lane == "times":
                times |= {n for n in sums if n > 0}
            elif lane == "after":
                after = {n + more for n in after for more in sums}
            floored = floored or lane in procedures.LANES[2:]
        if not floored:
            return {max(-most, min(n, most)) for n in found}
        for one in self.inputs:
            if one[0] in self.divides:  # down to where nothing is left of any
                found = found | {-(-n // by) for n in found for by in range(1, min(one[2], 20) + 1)}
        return {max(0, min(n * by + more, most)) for n in found for by in times for more in after}

    def _rolled(self, dice: Any) -> set[int]:
        """All numbers that the dice can give."""
        most = procedures.MOST
        moving = [one for one in self.inputs if one[4] in ("die1", "die2")]
        if moving and [term[2] for term in dice[1]] == [BARS]:
            found: set[int] = set()
            spread = sum(max(abs(one[1]), abs(one[2])) for one in moving)
            for more in range(-spread, spread + 1):
                found |= set(pools.differences(self.pool, more).keys)
            return found
        if moving:
            self.r.fault(self.path + ("dice",), "die-lanes")
        odds, way = pools.odds(self.pool)
        found = set(odds.keys)
        if odds.tail:  # explosions that are not followed to their end
            edge = odds.tail_low if way else 0
            found |= set(range(edge, most + 1)) if way >= 0 else set()
            found |= set(range(-most, edge + 1)) if way <= 0 else set()
        return found

    def _cover(self, rows: list[Any], paths: list[Path], reach: set[int], where: Path) -> None:
        """Each number that can come must be in one row, and each row must have one that can come."""
        r = self.r
        for index, (low, high, _) in enumerate(rows):
            if low > high:
                r.fault(paths[index], "range-back", low, high)
            mine = {n for n in reach if low <= n <= high}
            if not mine:
                r.fault(paths[index], "no-way-here", quoted(self.name))
            for other in range(index):
                both = {n for n in mine if rows[other][0] <= n <= rows[other][1]}
                if both:
                    line = r.lines.get(paths[other], 0)
                    r.fault(paths[index], "in-row", _some(both), line)
                    break
        gaps = {n for n in reach if not any(low <= n <= high for low, high, _ in rows)}
        if gaps:
            r.fault(where + ("rows",), "gap", quoted(self.name), _some(gaps))

    def _chances(self) -> list[Any]:
        r = self.r
        found: list[Any] = []
        for each, path in r.tables_in(self.each, self.path, "chances", "chance"):
            if "id" not in each:
                each = dict(each)
                each["id"] = f"q{len(found)}"
            name = r.name(each, path, [one[0] for one in found] + [one[0] for one in self.inputs])
            r.say(f"{self.name}.{name}", each.get("name", name), path + ("name",))
            of = [self._named(one, path + ("of",)) for one in r.listed(each, path, "of")]
            least = r.number(each, path, "least", -999, 999, 0) if "least" in each else None
            if not of and least is None:
                r.fault(path, "chance", r.key("of"), r.key("least"))
            found.append([name, of, least])
        if len(found) > 4:
            r.fault(self.path, "chances-4")
        return found

    def _needs(self) -> list[Any]:
        r = self.r
        found: list[Any] = []
        for each, path in r.tables_in(self.each, self.path, "needs", "need"):
            condition = r.condition(each.get("if"), path, [one[0] for one in self.inputs])
            if not condition:
                r.fault(path, "need", r.key("if"))
                continue
            r.say(f"e.{self.name}.{len(found)}", each.get("text", "?"), path, "said")
            found.append(condition)
        return found

    def _decision(self) -> Any:
        if "decide" not in self.each:
            return 0
        r = self.r
        path = self.path + ("decide",)
        each = r.table(self.each, self.path, "decide")
        r.keys(each, path, "decide")
        name = r.name(each, path, [one[0] for one in self.inputs])
        r.say(f"{self.name}.{name}", each.get("text", name), path)
        who = r.one_of(each, path, "who", ("me", "opponent")) or "opponent"
        most = r.one_of(each, path, "most", [one[0] for one in self.inputs])
        if not most:
            r.fault(path, "decide-most", r.key("most"))
            return 0
        return [name, 0 if who == "me" else 1, most]


def span(text: str) -> tuple[int, int] | None:
    """The ends of a range, FAR where it is open; None if it is none. All dashes are the same."""
    text = text.strip().replace(" ", "")
    for dash in "−–—":
        text = text.replace(dash, "-")
    if text == "*":
        return -FAR, FAR
    low: int | None
    high: int | None
    if ".." in text:
        begin, _, end = text.partition("..")
        low = whole(begin) if begin else -FAR
        high = whole(end) if end else FAR
    elif text[-1:] == "+":
        low, high = whole(text[:-1]), FAR
    elif text.find("-", 1) > 0:
        at = text.find("-", 1)
        low, high = whole(text[:at]), whole(text[at + 1 :])
    else:
        low = high = whole(text)
    return None if low is None or high is None else (low, high)


def _all(names: Iterable[str]) -> Any:
    """Names as a sentence has them."""
    return ", ".join(names) or ("none",)


def _some(numbers: set[int]) -> Any:
    """Numbers as a sentence has them, neighbours as a range, the first few."""
    ordered = sorted(numbers)
    runs = [[ordered[0], ordered[0]]]
    for n in ordered[1:]:
        if n == runs[-1][1] + 1:
            runs[-1][1] = n
        else:
            runs.append([n, n])
    told: Any = ""
    for low, high in runs[:4]:
        one: Any = str(low) if low == high else ("run", low, high)
        told = ("and", told, one) if told else one
    return ("more", told) if runs[4:] else told
