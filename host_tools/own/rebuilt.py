"""Rebuild the text of a game from its file on a device.

The module is the inverse of game_file.py. Comments and the order of TOML keys are lost, but compiling the new text
gives the same file. The module uses only features that MicroPython has, because the page's editor runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.games.dice.rules import notation
from gobelet.games.own.rules import declaration, procedures
from gobelet.rules.refused import Refused

from . import ranges, words
from .alike import parse_int
from .roll import SHOWN, declared_terms

if TYPE_CHECKING:
    from typing import Any

_LONGEST_FIRST = sorted(SHOWN, key=lambda pair: -len(pair[1]))
_PARTS = ("|", " > ", " [")  # separators in a table row; a text that contains one must be in `results`


def text_of(data: bytes, identity: str, french: bool = False) -> str:
    """Return the text of a game; `data` is the content of the game's file on a device.

    identity  id of the game, which the file lacks
    french    whether the text has French TOML keys

    Raises Refused if the device would refuse the file.
    """
    declared, _ = declaration.read(data)
    return _Rebuilt(declared, identity, french).text()


def literal(text: str) -> str:
    """Return a text as a TOML string."""
    for sign, written in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\t", "\\t")):
        text = text.replace(sign, written)
    return '"' + text + '"'


def _by_key(lines: str) -> dict[str, str]:
    found = {}
    for line in lines.split("\n"):
        key, sign, text = line.partition("=")
        if sign:
            found[key] = text
    return found


def _list(items: list[str]) -> str:
    return "[" + ", ".join(items) + "]"


def _long_list(items: list[str]) -> str:
    return "[\n" + "".join(["  " + each + ",\n" for each in items]) + "]"


class _Rebuilt:
    """The builder of the text of a game."""

    def __init__(self, declared: Any, identity: str, french: bool) -> None:
        self.declared = declared
        self.identity = identity
        self.french = french
        self.fr = _by_key(declared["fr"])
        self.en = _by_key(declared.get("en", declared["fr"]))
        self.counters = {each[0]: each for each in declared["k"]}

    def word(self, key: str) -> str:
        return words.in_french(key) if self.french else key

    def pair(self, key: str, value: str) -> str:
        return f"{self.word(key)} = {value}"

    def table(self, pairs: list[str]) -> str:
        return "{ " + ", ".join(pairs) + " }"

    def device_text(self, key: str) -> str:
        """Return the TOML value for the text under the text key `key`.

        The value is a string if the text is the same in both languages, and a TOML table if not.
        """
        return self.text_pair(self.fr.get(key, ""), self.en.get(key, ""))

    def text_pair(self, french: str, english: str) -> str:
        if french == english:
            return literal(french)
        return "{ fr = " + literal(french) + ", en = " + literal(english) + " }"

    def text(self) -> str:
        sections = [self._game()]
        sections += [self._counter(each) for each in self.declared["k"]]
        sections += [_Roll(self, each).section() for each in self.declared["r"]]
        if self.declared["t"]:
            sections.append(self._turn_section())
        sections += [self._page(name) for name in self.declared["p"] if name != "about"]
        sections += [self._preset(each) for each in self.declared["v"]]
        return "\n\n".join(sections) + "\n"

    def head(self, kind: str, pairs: list[str], many: bool = True) -> str:
        name = self.word(kind)
        return (f"[[{name}]]" if many else f"[{name}]") + "".join(["\n" + each for each in pairs])

    def _game(self) -> str:
        pairs = [self.pair("id", literal(self.identity)), self.pair("title", self.device_text("game.title"))]
        if "about" in self.declared["p"]:
            pairs.append(self.pair("about", self._lines("about")))
        pairs.append(self.pair("seats", str(self.declared["s"])))
        return self.head("game", pairs, many=False)

    def _lines(self, page: str) -> str:
        """Return the TOML value of a page's text, without the title."""
        told = [texts.get("page." + page, "").split("|")[1:] for texts in (self.fr, self.en)]
        return self.text_pair("\n".join(told[0]), "\n".join(told[1]))

    def _page(self, name: str) -> str:
        titles = [texts.get("page." + name, "").split("|")[0] for texts in (self.fr, self.en)]
        pairs = [self.pair("id", literal(name)), self.pair("title", self.text_pair(titles[0], titles[1]))]
        pairs.append(self.pair("text", self._lines(name)))
        return self.head("page", pairs)

    def _counter(self, each: Any) -> str:
        name, low, high, start, step, seat, zero = each
        pairs = [self.pair("id", literal(name)), self.pair("name", self.device_text("f." + name))]
        if low:
            pairs.append(self.pair("low", str(low)))
        pairs.append(self.pair("high", str(high)))
        if start != (low if low > 0 or high < 0 else 0):
            pairs.append(self.pair("start", str(start)))
        if step != 1:
            pairs.append(self.pair("step", str(step)))
        if self.declared["s"] and not seat:
            pairs.append(self.pair("per", literal("table")))
        if zero:
            pairs.append(self.pair("zero", self.device_text("zero." + name)))
        return self.head("counter", pairs)

    def _turn_section(self) -> str:
        steps = []
        for name, roll, condition, walked in self.declared["t"]:
            pairs = [self.pair("id", literal(name)), self.pair("name", self.device_text("step." + name))]
            if roll >= 0:
                pairs.append(self.pair("roll", literal(self.declared["r"][roll]["n"])))
            if condition:
                pairs.append(self.pair("if", self.condition(condition)))
            if walked != int(self.declared["s"] > 1):
                pairs.append(self.pair("each", "true" if walked else "false"))
            steps.append(self.table(pairs))
        return self.head("turn", [self.pair("steps", _long_list(steps))], many=False)

    def condition(self, condition: Any) -> str:
        return literal("{} {} {}".format(*condition))

    def _preset(self, each: Any) -> str:
        name, number, values = each
        roll = self.declared["r"][number]
        pairs = [self.pair("id", literal(name)), self.pair("name", self.device_text("preset." + name))]
        pairs.append(self.pair("roll", literal(roll["n"])))
        given = []
        for one, value in zip(roll["i"], values):  # noqa: B905 - MicroPython's zip has no strict
            if value != one[3]:
                given.append(f"{one[0]} = " + (literal(one[7][value]) if one[7] else str(value)))
        if given:
            pairs.append(self.pair("values", self.table(given)))
        return self.head("preset", pairs)


class _Roll:
    """The builder of the text of one roll."""

    def __init__(self, whole_text: _Rebuilt, roll: Any) -> None:
        self.w = whole_text
        self.roll = roll
        self.name = roll["n"]
        self.outcomes = [each or list(procedures.PLAIN) for each in roll["o"]]
        self.inline = self._are_inline()
        self.ids = [self._id(index) for index in range(len(self.outcomes))]

    def section(self) -> str:
        w, roll = self.w, self.roll
        pairs = [w.pair("id", literal(self.name)), w.pair("name", w.device_text(self.name))]
        pairs += [w.pair(key, literal(text)) for key, text in self._dice()]
        if w.declared["s"] and not roll["m"]:
            pairs.append(w.pair("who", literal("table")))
        if roll["i"]:
            pairs.append(w.pair("inputs", _long_list([self._input(each) for each in roll["i"]])))
        if roll["c"]:
            pairs.append(w.pair("column", literal(roll["c"])))
        results = self._results()
        if results:
            pairs.append(w.pair("results", _long_list(results)))
        rows = self._rows()
        if rows:
            pairs.append(w.pair("rows", _long_list([literal(each) for each in rows])))
        if roll["g"]:
            pairs.append(w.pair("check", _list([literal(self.ids[index]) for index in roll["g"]])))
        if roll["e"] >= 0:
            pairs.append(w.pair("equal", literal(self.ids[roll["e"]])))
        if roll["q"]:
            pairs.append(w.pair("chances", _long_list([self._chance(each) for each in roll["q"]])))
        if roll["h"]:
            pairs.append(w.pair("needs", _long_list(self._conditions())))
        if roll["a"]:
            pairs.append(w.pair("decide", self._decision(roll["a"])))
        return w.head("roll", pairs)

    def _dice(self) -> list[tuple[str, str]]:
        """Return the TOML keys `dice` and `against` of a roll, with their values.

        The device's file stores the dice notation only in the form of the screen, such as "×" for "*". The method
        tries the notations that the screen may show in this form. It returns the first that parses to the stored dice.
        """
        constant, terms = self.roll["d"]
        if not terms:
            return [("dice", str(constant))]
        shown = self.w.fr.get(self.name + ".dice", "")
        for braces in (False, True):
            text = shown
            for sign, seen in _LONGEST_FIRST:
                if braces or sign not in "{}":
                    text = text.replace(seen, sign)
            parts = text.split(" / ")
            for at in range(len(parts), 0, -1):
                dice, against = " / ".join(parts[:at]), " / ".join(parts[at:])
                if self._is_written_as(dice, against, constant, terms):
                    return [("dice", dice), ("against", against)][: 2 if against else 1]
        raise Refused("OWN-DAMAGED")

    def _is_written_as(self, dice: str, against: str, constant: int, terms: Any) -> bool:
        found: list[Any] = []
        total = 0
        for sign, text in ((1, dice), (-1, against)):
            number = parse_int(text.strip()) if text else 0
            if number is None:
                try:
                    number, parsed = notation.parse(text)
                except notation.NotationError:
                    return False
                for term in declared_terms(parsed):
                    term[0] *= sign
                    found.append(term)
            total += sign * number
        return total == constant and found == [list(term) for term in terms]

    def _input(self, each: Any) -> str:
        w = self.w
        name, low, high, start, lane, mods, condition, options, role, counter = each
        key = f"{self.name}.{name}"
        pairs = [w.pair("id", literal(name)), w.pair("name", w.device_text(key))]
        if counter:
            pairs.append(w.pair("counter", literal(counter)))
            if role == "target":
                pairs.append(w.pair("role", literal("target")))
        elif options:
            pairs.append(w.pair("options", _list([self._option(key, option) for option in options])))
            if start:
                pairs.append(w.pair("start", str(start)))
        elif (low, high) == (0, 1):
            if start:
                pairs.append(w.pair("start", "true"))
        else:
            pairs += [w.pair("low", str(low)), w.pair("high", str(high)), w.pair("start", str(start))]
        if mods:
            pairs.append(self._modifiers(mods, low))
        if lane:
            pairs.append(w.pair("lane", literal(lane)))
        if name in self.roll["y"]:
            pairs.append(w.pair("divides", "true"))
        if condition:
            pairs.append(w.pair("if", w.condition(condition)))
        return w.table(pairs)

    def _modifiers(self, mods: list[int], low: int) -> str:
        """Return the TOML key `mod` or `mods` of an input, with its value.

        The key is `mod`, a single factor, if the modifiers are proportional to the input's values. If not, the key
        is `mods`, the list of all modifiers. `low` is the least value of the input.
        """
        one = mods[-1] // (low + len(mods) - 1) if low + len(mods) > 1 else 0
        if one and [one * (low + at) for at in range(len(mods))] == mods and abs(one) < 100:
            return self.w.pair("mod", str(one))
        return self.w.pair("mods", _list([str(each) for each in mods]))

    def _option(self, key: str, option: str) -> str:
        said = self.w.device_text(f"{key}.{option}")
        if said == literal(option):
            return said
        return self.w.table([self.w.pair("id", literal(option)), self.w.pair("name", said)])

    def _text(self, index: int) -> str:
        return self.w.fr.get(f"{self.name}.{procedures.WORD + index}", "")

    def _effects(self, index: int) -> list[str]:
        found = []
        for role, counter, sign, amount in self.outcomes[index][1]:
            whose = "target." if role == "target" else ""
            found.append(
                f"{whose}{counter} {sign} {amount}" if sign == "=" else f"{whose}{counter} {sign}{amount}"
            )
        return found

    def _cell(self, index: int) -> str:
        """Return the cell of a table row for the result `index`, with its effects."""
        effects, then = self._effects(index), self.outcomes[index][2]
        text = self._text(index) + (f" [{', '.join(effects)}]" if effects else "")
        return text + (f" > {then[0]}" if then else "")

    def _are_inline(self) -> bool:
        """Tell whether all results can be declared inside the table rows.

        Each result must have the same text in both languages. This text must contain none of the characters that have a
        meaning in a table row, such as [ and >. The order in which the table rows first use the results must be that of
        the device's file.
        """
        roll = self.roll
        met: list[int] = []
        for row in roll["w"]:
            for cell in row[2]:
                if cell not in met:
                    met.append(cell)
        if met != list(range(len(self.outcomes))):
            return False
        cells = []
        for index in range(len(self.outcomes)):
            key = f"{self.name}.{procedures.WORD + index}"
            text = self._text(index)
            if self.outcomes[index][0] == procedures.WORDS and (
                not text
                or text != self.w.en.get(key)
                or len(self.outcomes[index][2]) > 1
                or text[-1:] in "~?"
                or text[:1] == "="
                or [sign for sign in _PARTS if sign in text]
            ):
                return False
            cells.append(self._cell(index))
        return len(cells) == len(set(cells))

    def _id(self, index: int) -> str:
        sort, _, _, number = self.outcomes[index]
        if sort != procedures.WORDS:
            return {procedures.RESULT: "=", procedures.UNKNOWN: "?"}.get(sort, f"={number}")
        known = self.roll.get("z")
        return self._cell(index) if self.inline else known[index] if known else f"r{index + 1}"

    def _results(self) -> list[str]:
        w = self.w
        found = []
        numbers = None
        for index in range(len(self.outcomes)):
            sort, effects, then, _ = self.outcomes[index]
            pairs = [w.pair("id", literal(self.ids[index]))]
            if sort == procedures.WORDS and not self.inline:
                pairs.append(w.pair("text", w.device_text(f"{self.name}.{procedures.WORD + index}")))
            elif sort not in (procedures.RESULT, procedures.NUMBER) or numbers or not (effects or then):
                continue
            else:  # the entry "=" has the effects and follow-up rolls of all results that are numbers
                numbers = pairs = [w.pair("id", literal("="))]
            if effects:
                pairs.append(w.pair("effects", _list([literal(each) for each in self._effects(index)])))
            if then:
                names = [literal(each) for each in then]
                pairs.append(w.pair("then", names[0] if len(names) == 1 else _list(names)))
            found.append(w.table(pairs))
        return found

    def _rows(self) -> list[str]:
        rows = self.roll["w"]
        found = [
            ranges.format_range(low, high) + ": " + " | ".join([self._cell_text(each) for each in cells])
            for low, high, cells in rows
        ]
        return [] if found == ["*: ="] else found

    def _cell_text(self, cell: int) -> str:
        if not self.roll["g"]:
            return self.ids[cell]
        mark = "?" if cell >= procedures.DOUBT else "~" if cell >= procedures.CHECK else ""
        return str(self.ids[cell % procedures.CHECK]) + mark

    def _chance(self, each: Any) -> str:
        w = self.w
        name, of, least = each
        pairs = [w.pair("id", literal(name)), w.pair("name", w.device_text(f"{self.name}.{name}"))]
        if of:
            pairs.append(w.pair("of", _list([literal(self.ids[index]) for index in of])))
        if least is not None:
            pairs.append(w.pair("least", str(least)))
        return w.table(pairs)

    def _conditions(self) -> list[str]:
        w = self.w
        found = []
        for index in range(len(self.roll["h"])):
            text = w.device_text(f"e.{self.name}.{index}")
            found.append(w.table([w.pair("if", w.condition(self.roll["h"][index])), w.pair("text", text)]))
        return found

    def _decision(self, decision: Any) -> str:
        w = self.w
        name, chooser, most = decision
        pairs = [w.pair("id", literal(name)), w.pair("text", w.device_text(f"{self.name}.{name}"))]
        pairs += [w.pair("who", literal("opponent" if chooser else "me")), w.pair("most", literal(most))]
        return w.table(pairs)
