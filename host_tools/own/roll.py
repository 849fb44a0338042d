"""Parse one roll of a game written as text: its dice, inputs, table and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.games.dice.rules import notation
from gobelet.games.own.rules import pools, procedures
from gobelet.rules.dice import BARS, COMPOUND, UNLIMITED, UNTIL

from . import elsewhere, words
from .alike import ID_LETTERS, is_whole, make_id, parse_int, quote
from .ranges import FAR, parse_range, some_numbers
from .reader import GREATEST, all_names

if TYPE_CHECKING:
    from typing import Any

    from .reader import Reader
    from .toml_lines import Path


# The parser adds _MARK * CHECK to the outcome index of a cell with "~", and _MARK * DOUBT to that of a cell with "?".
_MARK = 10000
SHOWN = (  # parts of a dice notation, and the text that replaces each on the screen
    ("-", "−"),
    ("{", "("),
    ("}", ")"),
    ("f<=", " −1≤"),
    (">=", "≥"),
    ("<=", "≤"),
    (">>>", " ×3≥"),
    ("<<<", " ×3≤"),
    (">>", " ×2≥"),
    ("<<", " ×2≤"),
    ("*", "×"),
)


def _explodes_often(sides: int, reroll: int, burst: int) -> bool:
    """Tell whether a throw of a die explodes with a chance above one half.

    reroll  the field `reroll` of the dice term, see gobelet/rules/dice.py
    burst   the least face that explodes; 0 for the highest face only
    """
    high = sides - (burst or sides) + 1
    if reroll > UNTIL:
        return bool(2 * high > sides - (reroll - UNTIL))
    return bool(2 * high * (sides + reroll) > sides * sides)


def declared_terms(terms: Any) -> list[Any]:
    """Convert parsed dice terms to the form that the device's file has."""
    found = []
    for sign, dice, explode, reroll, keep, goal, double, least, most, values, more in terms:
        altered = [explode, reroll, least, most]
        # If the last three numbers of `more` are 0, they are left out, because earlier firmware cannot read them.
        told = list(more[:5] if more[5:] == (0, 0, 0) else more)
        behind = altered + [told] if more else altered if any(altered) else []
        found.append([sign, list(dice), keep, goal, double, list(values)] + behind)
    return found


def _quotients(found: set[int], most: int) -> set[int]:
    """Return the numbers in `found` divided by each divisor up to `most`, rounded up.

    Consecutive numbers have consecutive quotients. In a sequence of consecutive numbers, the function therefore
    divides only the first and the last number.
    """
    quotients: set[int] = set()
    for low in (n for n in found if n - 1 not in found):
        high = low
        while high + 1 in found:
            high += 1
        # All divisors above the last divisor here give the same quotients: 0 or 1.
        for by in range(1, min(most, max(1 - low, high)) + 1):
            quotients.update(range(-(-low // by), -(-high // by) + 1))
    return quotients


def _sums(found: set[int], more: set[int]) -> set[int]:
    """Return each sum of a number in `found` and a number in `more`.

    If the numbers in `more` are consecutive, the function is fast, because it computes each sum only once.
    """
    low, high = min(more), max(more)
    if high - low >= len(more):
        return {n + each for n in found for each in more}
    sums: set[int] = set()
    end = min(found) + low - 1
    for n in sorted(found):
        sums.update(range(max(n + low, end + 1), n + high + 1))
        end = n + high
    return sums


class Roll:
    """The parser of one roll."""

    def __init__(self, reader: Reader, each: dict[str, Any], path: Path) -> None:
        self.r = reader
        self.each = each
        self.path = path
        self.name = each.get("id", "") if isinstance(each.get("id"), str) else ""
        self.inputs: list[Any] = []
        self.divides: list[str] = []
        self.outcomes: list[Any] = []
        self.ids: list[str] = []  # ids of the outcomes, in the order of `outcomes`
        self.where: list[Path] = []
        self.used: set[int] = set()
        self.targets = False
        self.numbers: Any = None  # (effects, follow-up rolls) of every result that is a number

    def read(self) -> dict[str, Any]:
        r, each, path = self.r, self.each, self.path
        r.store_text(self.name, each.get("name", self.name), path + ("name",))
        table, where = self._table()
        dice = self._dice()
        for one, at in r.tables_in(each, path, "inputs", "input"):
            self._input(one, at)
        for source, at in ((table, where), (each, path))[: 1 if table is each else 2]:
            for one, inner in r.tables_in(source, at, "results", "result"):
                self._result(one, inner)
        columns = self._columns(table, where)
        rows, paths = self._rows(table, where, columns)
        reach = self._possible_totals(dice) if self.known else set()
        if not rows:
            rows, paths = [[-FAR, FAR, [self._number()] * max(1, len(columns))]], [path]
            self.used.add(self._number())
        if self.known:  # the dice are valid, so `reach` has all numbers that the roll can give
            self._cover(rows, paths, reach, where)
            r.game.reach[self.name] = sorted(reach)
        return self._declaration(table, where, dice, columns, rows)

    def _declaration(
        self,
        table: dict[str, Any],
        where: Path,
        dice: list[Any],
        columns: list[Any],
        rows: list[list[Any]],
    ) -> dict[str, Any]:
        """Return the declaration of the roll for the device's file.

        table    the TOML table that has the table rows, see `_table`
        where    the path of this TOML table
        dice     [constant, terms] of the dice
        columns  the headings of the columns; [] without columns
        rows     [low, high, outcome of each column] of each table row
        """
        r, each, path = self.r, self.each, self.path
        marked = any(cell >= _MARK for row in rows for cell in row[2])
        most = procedures.CHECK - 11 if marked else procedures.MOST_OUTCOMES - 1
        if len(self.outcomes) > most:
            r.fault(where + ("rows",), "results-most", quote(self.name), len(self.outcomes), most)
        for row in rows:
            row[2] = [cell % _MARK + cell // _MARK for cell in row[2]]
        doubt = self._doubt(table, where, marked)
        decision = self._decision()
        equal = self._index_of(each["equal"], path + ("equal",)) if "equal" in each else -1
        self.used |= set(doubt) | {equal}
        if equal >= 0 and [term[2] for term in dice[1]] != [BARS]:
            r.fault(path + ("equal",), "equal")
        for index, at in enumerate(self.where):
            if index not in self.used:
                r.fault(at, "unused-result", quote(self.ids[index]))
        if doubt and marked:
            self._say_cells(doubt)
        if marked or any(one[0] == procedures.UNKNOWN for one in self.outcomes):
            r.store_text(f"{self.name}.unknown", {"fr": "Voir la table", "en": "See the table"}, path)
        sides = self._sides()
        made = {
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
            "h": self._conditions(),
            "g": doubt if marked else [],
            "m": sides,
        }
        # The device stores which result the owner of the printed table chose for a cell. The device stores the
        # result's id, because a new text of the game can change the result's index.
        if marked:
            made["z"] = self.ids
        return made

    def _table(self) -> tuple[dict[str, Any], Path]:
        """Return the TOML table that has the table rows of the roll, and its path.

        This is the [[table]] that the roll names, or the [[roll]] itself.
        """
        table, where = self.each, self.path
        if "table" in table:
            name = self.r.one_of(self.each, self.path, "table", self.r.tables)
            if name:
                table, where = self.r.tables[name]
            if "rows" in self.each:
                self.r.fault(self.path + ("rows",), "rows-and-table")
        return table, where

    def _doubt(self, table: dict[str, Any], where: Path, marked: bool) -> list[int]:
        """Return the indices of the outcomes that a cell with "~" or "?" can have.

        The TOML key `check` lists these outcomes. Without this key, such a cell can have every outcome except "?".
        `marked` tells whether the roll has such cells.
        """
        doubt = [self._index_of(name, where + ("check",)) for name in self.r.list_at(table, where, "check")]
        if marked and not doubt:
            doubt = [index for index, one in enumerate(self.outcomes) if one[0] != procedures.UNKNOWN]
        return doubt

    def _say_cells(self, doubt: list[int]) -> None:
        """Store the texts of the question about a doubtful cell, and of its answers."""
        r = self.r
        for ask in ("cell", "check"):
            r.store_text(
                f"{self.name}.{ask}", {"fr": "Que dit la table ?", "en": "What has the table?"}, self.path
            )
            for index in doubt:
                key = f"{self.name}.{procedures.WORD + index}"
                for language in ("fr", "en"):
                    said = r.game.texts[language].get(key, "?")
                    r.game.texts[language][f"{self.name}.{ask}.{index}"] = said
            r.store_text(f"{self.name}.cell.{len(self.outcomes)}", "?", self.path)

    def _sides(self) -> int:
        """Return the number of seats that take part in a roll.

        A seat is a player's place at the game table. The number is 0 for a roll of the whole table, and 1 for a
        roll of one seat. It is 2 for a roll of one seat with another seat as target.
        """
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
            return None
        number = parse_int(text.strip())
        if number is not None:
            return [number, []]
        try:
            constant, terms = notation.parse(text)
        except notation.NotationError as fault:
            self.r.fault(where, "no-dice", quote(text), fault.offset + 1, ("no-dice-" + fault.code,))
            return None
        for remark in elsewhere.other_meanings(text, (constant, terms)):
            self.r.remark(where, *remark)
        for _, dice, explode, reroll, _, _, _, _, _, _, more in terms:
            if explode % COMPOUND == UNLIMITED and _explodes_often(min(dice), reroll, more[0] if more else 0):
                self.r.fault(where, "explode-often")
        return [constant, declared_terms(terms)]

    def _dice(self) -> Any:
        pool = self._pool("dice")
        constant, terms = pool or [0, []]
        written = str(self.each.get("dice", ""))
        if "against" in self.each:
            against = self._pool("against")
            other, more = against or [0, []]
            pool = against and pool
            constant -= other
            terms = terms + [[-term[0]] + list(term[1:]) for term in more]
            written += f" / {self.each['against']}"
        self.pool: Any = (constant, ())
        self.known = pool is not None
        if sum(len(term[1]) for term in terms) > pools.MOST_DICE:
            self.r.fault(self.path + ("dice",), "dice-most", pools.MOST_DICE)
        elif abs(constant) > pools.MOST_ADDED:
            self.r.fault(self.path + ("dice",), "added-most", pools.MOST_ADDED)
        else:
            try:
                self.pool = pools.check_pool([constant, terms])
            except ValueError:
                self.r.fault(self.path + ("dice",), "dice-work")
        if terms:
            for sign, shown in SHOWN:
                written = written.replace(sign, shown)
            self.r.store_text(self.name + ".dice", written, self.path + ("dice",))
        return [constant, terms]

    def _input(self, each: dict[str, Any], path: Path) -> None:
        r = self.r
        name = r.name(each, path, [one[0] for one in self.inputs])
        key = f"{self.name}.{name}"
        r.store_text(key, each.get("name", name), path + ("name",))
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
        """Return (least, greatest, start value) of an input that is a number, or a switch.

        An input without the TOML keys `low` and `high` is a switch, with the values 0 and 1.
        """
        if not ("low" in each or "high" in each):
            return 0, 1, int(bool(each.get("start", False)))
        low = self.r.number(each, path, "low", -999, GREATEST - 1, 0)
        high = self.r.number(each, path, "high", low + 1, GREATEST, max(9, low + 1))
        return low, high, self.r.number(each, path, "start", low, high, low if low > 0 or high < 0 else 0)

    def _counter(self, each: dict[str, Any], path: Path) -> tuple[Any, Any, int, int, int]:
        """Return (id, role, least, greatest, start value) of the counter of an input.

        The role is "me" for a counter of the seat that rolls, "target" for a counter of the target, or "table" for a
        shared counter. Id and role are 0 after a fault.
        """
        r = self.r
        counter = r.one_of(each, path, "counter", r.counter_names)
        if not counter:
            return 0, 0, 0, 1, 0
        _, low, high, start, _, seat, _ = r.counters[counter]
        role = (r.one_of(each, path, "role", ("me", "target")) or "me") if seat else "table"
        self.targets = self.targets or role == "target"
        return counter, role, low, high, start

    def _options(self, each: dict[str, Any], path: Path, key: str) -> list[str]:
        """Return the ids of an input's options.

        An option without an id gets an id that is made of its text.

        key   the text key of the input
        """
        found: list[str] = []
        texts: list[Any] = []
        for index, option in enumerate(self.r.list_at(each, path, "options")):
            at = path + ("options", index)
            one = option if isinstance(option, dict) and set(option) - {"fr", "en"} else {"name": option}
            text = one.get("name", one.get("id"))
            first = text[min(text)] if isinstance(text, dict) and text else text
            if "id" in one or not isinstance(first, str) or not first:
                name = self.r.name(one, at, found) if "id" in one else ""
            elif text in texts:
                self.r.fault(at, "option-twice", quote(first))
                name = ""
            else:
                is_id = len(first) <= ID_LETTERS and not set(first) - set(procedures.LETTERS)
                name = first if is_id and first not in found else make_id(first, found, "option")
            self.r.store_text(f"{key}.{name}", text, at)
            found.append(name)
            texts.append(text)
        return found

    def _modifiers(self, each: dict[str, Any], path: Path, low: int, high: int) -> list[int]:
        """Return the modifier for each value of an input, or [] without modifiers."""
        r = self.r
        if "mods" in each:
            mods = r.list_at(each, path, "mods")
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

    # Results

    def _effects(self, each: dict[str, Any], path: Path) -> list[Any]:
        r = self.r
        found = []
        for index, text in enumerate(r.list_at(each, path, "effects")):
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
                r.fault(at, "nobody", quote(role))
                continue
            self.targets = self.targets or role == "target"
            amount: Any = parts[2]
            if amount[:1] != "+" and parse_int(amount) is not None:
                amount = int(amount)
                if abs(amount) > GREATEST:
                    r.fault(at, "amount-most", GREATEST)
                    continue
            elif amount not in ("result", "given", "net"):
                r.fault(at, "no-amount", quote(amount))
                continue
            found.append([role, name, parts[1], amount])
        return found

    def _follow_ups(self, each: dict[str, Any], path: Path) -> list[str]:
        then = each.get("then", "")
        listed = then if isinstance(then, list) else [then]
        names = [self.r.one_of({"then": one}, path, "then", self.r.rolls) for one in listed]
        return [name for name in names if name]

    def _result(self, each: dict[str, Any], path: Path) -> None:
        if each.get("id") == "=":
            self.numbers = self._effects(each, path), self._follow_ups(each, path)
            return
        name = self.r.name(each, path, self.ids)
        self._new(name, each.get("text", name), each, path)

    def _new(self, name: str, text: Any, each: dict[str, Any], path: Path) -> int:
        index = len(self.outcomes)
        self.ids.append(name)
        self.where.append(path)
        self.outcomes.append([procedures.WORDS, self._effects(each, path), self._follow_ups(each, path), 0])
        self.r.store_text(f"{self.name}.{procedures.WORD + index}", text, path, "answer")
        return index

    def _literal_outcome(self, name: str, sort: int, number: int = 0) -> int:
        """Return the index of the outcome for a cell "?", "=" or "=3".

        If the roll has no such outcome yet, the method adds it.

        name    the text of the cell
        sort    UNKNOWN, RESULT or NUMBER of gobelet/games/own/rules/procedures.py
        number  the number of a cell such as "=3"
        """
        if name not in self.ids:
            effects, then = self.numbers or ([], [])
            self.ids.append(name)
            self.where.append(self.path)
            self.outcomes.append(
                [sort, [], [], 0] if sort == procedures.UNKNOWN else [sort, effects, then, number]
            )
        return self.ids.index(name)

    def _number(self) -> int:
        return self._literal_outcome("=", procedures.RESULT)

    def _index_of(self, name: Any, path: Path) -> int:
        if name not in self.ids:
            self.r.fault(path, "no-result", quote(name), all_names(self.ids))
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
            index = self._literal_outcome("?", procedures.UNKNOWN)
        elif text == "=":
            index = self._number()
        elif text[:1] == "=" and parse_int(text[1:].strip()) is not None and "+" not in text:
            number = int(text[1:])
            if abs(number) > procedures.MOST:
                self.r.fault(path, "cell-most", procedures.MOST)
                number = 0
            index = self._literal_outcome(text, procedures.NUMBER, number)
        else:
            if text[-1:] in ("~", "?") and text[:-1] in self.ids:
                mark = _MARK * (procedures.CHECK if text[-1] == "~" else procedures.DOUBT)
                text = text[:-1]
            if text not in self.ids:
                self._define_inline(text, path, more)
            index = self.ids.index(text)
        self.used.add(index)
        return index + mark

    def _define_inline(self, text: str, path: Path, more: dict[str, Any]) -> None:
        """Add the result that a cell declares, such as "Storm [luck -1] > encounter".

        `more` has the effects and the follow-up rolls of the whole table row.
        """
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
        columns = [str(each) for each in r.list_at(table, where, "columns")]
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
                r.fault(where, "columns", len(columns), quote(self.column), wide)
        return columns

    def _rows(self, table: dict[str, Any], where: Path, columns: list[str]) -> tuple[list[Any], list[Path]]:
        r = self.r
        rows, paths = [], []
        for index, each in enumerate(r.list_at(table, where, "rows")):
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
            bounds = parse_range(on)
            if bounds is None:
                r.fault(at, "no-range", quote(on))
                continue
            if not isinstance(cells, list) or len(cells) != max(1, len(columns)):
                r.fault(at, "cells", max(1, len(columns)))
                continue
            rows.append([bounds[0], bounds[1], [self._cell(cell, at, more) for cell in cells]])
            paths.append(at)
        return rows, paths

    def _possible_totals(self, dice: Any) -> set[int]:
        """Return all numbers that the roll can give: its dice with all modifiers."""
        most = procedures.MOST
        found = self._dice_totals(dice)
        floored = bool(self.divides)
        times, after = {1}, {0}
        for one in self.inputs:
            lane = one[4]
            sums = set(one[5]) if one[5] else set(range(one[1], one[2] + 1))
            if one[6]:
                sums |= {0}
            if lane == "roll":
                found = _sums(found, sums)
            elif lane == "other":
                found = _sums(found, {-more for more in sums})
            elif lane == "times":
                times |= {n for n in sums if n > 0}
            elif lane == "after":
                after = _sums(after, sums)
            floored = floored or lane in procedures.LANES[2:]
        skills = [one for one in self.inputs if one[4] == "under"]
        if skills:
            low = sum(min(one[5] or [one[1]]) for one in skills)
            high = sum(max(one[5] or [one[2]]) for one in skills)
            reached = {(n <= s) + (2 * n <= s) + (5 * n <= s) for n in found for s in range(low, high + 1)}
            return {int(level) for level in reached}
        if not floored:
            return {max(-most, min(n, most)) for n in found}
        for one in self.inputs:
            if one[0] in self.divides:
                found = _quotients(found, one[2])
        return {max(0, min(n * by + more, most)) for n in found for by in times for more in after}

    def _dice_totals(self, dice: Any) -> set[int]:
        """Return all numbers that the dice can give.

        The modifiers of the lanes `die1` and `die2` count; the modifiers of all other lanes do not.
        """
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
        # Explosions beyond the computed depth can give any number from `tail_low` up if `way` is 1, and any number from
        # `tail_low` down if `way` is -1. If `way` is 0, explosions can give any number.
        if odds.tail:
            edge = odds.tail_low if way else 0
            found |= set(range(edge, most + 1)) if way >= 0 else set()
            found |= set(range(-most, edge + 1)) if way <= 0 else set()
        return found

    def _cover(self, rows: list[Any], paths: list[Path], reach: set[int], where: Path) -> None:
        """Record faults: numbers in no table row or in two, table rows without numbers.

        rows    [low, high, outcomes] of each table row
        paths   the path of each table row
        reach   all numbers that the roll can give
        where   the path of the TOML table with the table rows
        """
        r = self.r
        for index, (low, high, _) in enumerate(rows):
            if low > high:
                r.fault(paths[index], "range-back", low, high)
            mine = {n for n in reach if low <= n <= high}
            if not mine:
                r.fault(paths[index], "no-way-here", quote(self.name))
            for other in range(index):
                both = {n for n in mine if rows[other][0] <= n <= rows[other][1]}
                if both:
                    line = r.lines.get(paths[other], 0)
                    r.fault(paths[index], "in-row", some_numbers(both), line)
                    break
        gaps = {n for n in reach if not any(low <= n <= high for low, high, _ in rows)}
        if gaps:
            r.fault(where + ("rows",), "gap", quote(self.name), some_numbers(gaps))

    def _chances(self) -> list[Any]:
        r = self.r
        found: list[Any] = []
        for each, path in r.tables_in(self.each, self.path, "chances", "chance"):
            if "id" not in each:
                each = dict(each)
                each["id"] = f"q{len(found)}"
            name = r.name(each, path, [one[0] for one in found] + [one[0] for one in self.inputs])
            r.store_text(f"{self.name}.{name}", each.get("name", name), path + ("name",))
            of = [self._index_of(one, path + ("of",)) for one in r.list_at(each, path, "of")]
            least = r.number(each, path, "least", -999, 999, 0) if "least" in each else None
            if not of and least is None:
                r.fault(path, "chance", r.key("of"), r.key("least"))
            found.append([name, of, least])
        if len(found) > 4:
            r.fault(self.path, "chances-4")
        return found

    def _conditions(self) -> list[Any]:
        r = self.r
        found: list[Any] = []
        for each, path in r.tables_in(self.each, self.path, "needs", "need"):
            condition = r.condition(each.get("if"), path, [one[0] for one in self.inputs])
            if not condition:
                r.fault(path, "need", r.key("if"))
                continue
            r.store_text(f"e.{self.name}.{len(found)}", each.get("text", "?"), path, "said")
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
        r.store_text(f"{self.name}.{name}", each.get("text", name), path)
        who = r.one_of(each, path, "who", ("me", "opponent")) or "opponent"
        most = r.one_of(each, path, "most", [one[0] for one in self.inputs])
        if not most:
            r.fault(path, "decide-most", r.key("most"))
            return 0
        return [name, 0 if who == "me" else 1, most]
