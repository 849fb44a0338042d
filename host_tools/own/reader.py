"""Check the values in the TOML tables of a game written as text.

declaration.py and roll.py use this module to read numbers, ids, texts and conditions. `Reader` also stores the ids
of counters, tables and rolls defined so far, because other TOML tables refer to these ids.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.games.own.rules import procedures

from . import words
from .alike import ID_LETTERS, is_whole, nearest_name, parse_int, quote
from .sentences import format_message

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from .toml_lines import Path

    # A function (text, width in pixels, font height) that wraps the text into lines.
    Wrap = Callable[[str, int, int], Sequence[str]]
    # A function (text) that returns the first letter in the text that the panel lacks, or "".
    Unknown = Callable[[str], str]

LETTERS = procedures.LETTERS
GREATEST = 9999  # greatest value of a counter
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
# Room on the panel for each kind of text: (width in pixels, number of lines, font height).
WIDTHS = {"name": (113, 2, 8), "title": (113, 1, 16), "answer": (124, 3, 16), "said": (124, 4, 8)}


class Fault:
    """A fault at a line of the text: code and values of a message, see sentences.py."""

    def __init__(self, line: int, code: str, *values: Any) -> None:
        self.line = line
        self.code = code
        self.values = values
        self.path: Path = ()  # path of the faulty value in the TOML document, with the English keys

    @property
    def sentence(self) -> str:
        """Return the message in English, without the line number."""
        return self.message("en")

    def message(self, language: str) -> str:
        """Return the message in the language "fr" or "en", without the line number."""
        return format_message(language, self.code, *self.values)

    def __str__(self) -> str:
        return format_message("en", "line", self.line, self.sentence)


class Game:
    """A game written as text, after parsing.

    id        id of the game
    declared  the declaration for the device's file, without texts
    texts     the texts, by language and text key
    faults    all faults in the text of the game
    remarks   warnings of dice notations that have another meaning in other programs
    lines     for each roll, by id, the number of the line where it begins
    reach     for each roll with valid dice, by id, the sorted numbers that the roll can give
    """

    def __init__(self) -> None:
        self.id = ""
        self.declared: dict[str, Any] = {}
        self.texts: dict[str, dict[str, str]] = {"fr": {}, "en": {}}
        self.faults: list[Fault] = []
        self.remarks: list[Fault] = []
        self.lines: dict[str, int] = {}
        self.reach: dict[str, list[int]] = {}

    def title(self, language: str) -> str:
        return self.texts[language].get("game.title", "")


class Reader:
    """The reader of all TOML tables of a game.

    lines     the line number of each value, by its path in the TOML document
    wrap      a function that wraps a text as the device does; None if widths are not checked
    unknown   a function that returns the first letter that the panel lacks; None if letters are not checked
    reserved  a function that tells whether a text key belongs to the device's own texts
    french    whether the TOML document has French keys
    """

    def __init__(
        self,
        game: Game,
        lines: dict[Path, int],
        wrap: Wrap | None,
        unknown: Unknown | None,
        reserved: Callable[[str], bool],
        french: bool,
    ) -> None:
        self.game = game
        self.lines = lines
        self.wrap = wrap
        self.unknown = unknown
        self.reserved = reserved
        self.french = french
        self.counters: dict[str, Any] = {}
        self.counter_names: list[str] = []  # ids of the counters, in the order of the text
        self.tables: dict[str, tuple[dict[str, Any], Path]] = {}
        self.rolls: list[str] = []
        self.seats = 1

    def fault(self, path: Path, code: str, *values: Any) -> None:
        """Record a fault of the value at a path of the TOML document."""
        self.game.faults.append(self._make_fault(path, code, values))

    def remark(self, path: Path, code: str, *values: Any) -> None:
        """Record a remark about the value at a path of the TOML document."""
        self.game.remarks.append(self._make_fault(path, code, values))

    def _make_fault(self, path: Path, code: str, values: Any) -> Fault:
        where = path
        while where and where not in self.lines:
            where = where[:-1]
        fault = Fault(self.lines.get(where, 1), code, *values)
        fault.path = path
        return fault

    def key(self, name: str) -> str:
        """Return a TOML key for a message: quoted, in the language of the document."""
        return quote(words.in_french(name) if self.french else name)

    def keys(self, table: dict[str, Any], path: Path, sort: str) -> None:
        """Record a fault for each unknown key of a TOML table.

        `sort` names the entry of KEYS that has the known keys.
        """
        known = KEYS[sort].split()
        for key in table:
            if key not in known:
                french = [word for word in words.FRENCH if words.FRENCH[word] in known]
                meant = nearest_name(key, known) or nearest_name(key, french)
                if meant:
                    self.fault(path + (key,), "no-key-near", quote(key), quote(meant))
                else:
                    there = [words.in_french(name) if self.french else name for name in known]
                    self.fault(path + (key,), "no-key", quote(key), ", ".join(there))

    def number(self, table: dict[str, Any], path: Path, key: str, low: int, high: int, default: int) -> int:
        """Return the integer under `key` in a TOML table, or `default` without this key.

        A value that is no integer from `low` to `high` is a fault. For such a value, the method also returns
        `default`.
        """
        value = table.get(key, default)
        if not is_whole(value) or not low <= value <= high:
            self.fault(path + (key,), "whole-number", self.key(key), low, high)
            return default
        return int(value)

    def list_at(self, table: dict[str, Any], path: Path, key: str) -> list[Any]:
        """Return the list under `key` in a TOML table, or [] without this key.

        A value that is no list is a fault. For such a value, the method also returns [].
        """
        value = table.get(key, [])
        if not isinstance(value, list):
            self.fault(path + (key,), "list", self.key(key))
            return []
        return value

    def tables_in(
        self, table: dict[str, Any], path: Path, key: str, sort: str
    ) -> Iterable[tuple[dict[str, Any], Path]]:
        """Yield the TOML tables in the list under `key`, each with its path.

        An item that is no TOML table is a fault. `sort` names the entry of KEYS with the known keys of these tables.
        """
        for index, each in enumerate(self.list_at(table, path, key)):
            where = path + (key, index)
            if isinstance(each, dict):
                self.keys(each, where, sort)
                yield each, where
            else:
                self.fault(where, "each-in-braces", self.key(key))

    def name(self, table: dict[str, Any], path: Path, taken: Iterable[str], key: str = "id") -> str:
        """Return the id under `key` in a TOML table.

        An id that is missing, not valid or in `taken` is a fault. After a fault, the method returns "".
        """
        value = table.get(key)
        if not isinstance(value, str) or not 0 < len(value) <= ID_LETTERS or set(value) - set(LETTERS):
            self.fault(path + (key,), "id-letters", self.key(key))
            return ""
        if value in taken:
            self.fault(path + (key,), "id-taken", quote(value))
            return ""
        return value

    def table(self, table: dict[str, Any], path: Path, key: str) -> dict[str, Any]:
        """Return the TOML table under `key` in another TOML table, or {} without this key.

        A value that is no TOML table is a fault. For such a value, the method also returns {}.
        """
        value = table.get(key, {})
        if not isinstance(value, dict):
            self.fault(path + (key,), "table-wanted", self.key(key), key)
            return {}
        return value

    def one_of(self, table: dict[str, Any], path: Path, key: str, names: Iterable[str]) -> str:
        """Return the text under `key` in a TOML table, or "" without this key.

        A text that is not in `names` is a fault. For such a text, the method also returns "".
        """
        value = table.get(key, "")
        names = list(names)
        if not value:
            return ""
        if value not in names:
            meant = nearest_name(str(value), names)
            if meant:
                self.fault(path + (key,), "no-such-near", quote(value), quote(meant))
            else:
                self.fault(path + (key,), "no-such", quote(value), all_names(names))
            return ""
        return str(value)

    def languages(self, value: Any, path: Path) -> dict[str, str]:
        """Return the texts in a TOML value, by language; {} after a fault.

        `value` must be a text for both languages, or a TOML table with a text under "fr", "en" or both.
        """
        both: dict[str, Any] = value if isinstance(value, dict) else {"fr": value, "en": value}
        if set(both) - {"fr", "en"} or not all(isinstance(each, str) for each in both.values()) or not both:
            self.fault(path, "text")
            return {}
        return both

    def store_text(self, key: str, value: Any, path: Path, width: str = "name") -> None:
        """Store a text in both languages under the text key `key`.

        If `value` has a text in one language only, this text is stored for both languages. `width` names the entry
        of WIDTHS with the room for the text, or is "page" for a text without a limit.
        """
        both = self.languages(value, path)
        if not both:
            return
        if self.reserved(key):
            self.fault(path, "reserved", quote(key))
        first = both[min(both)]
        for language in ("fr", "en"):
            text = " ".join(both.get(language, first).split())
            self.measure(text, path, width)
            self.game.texts[language][key] = text

    def measure(self, text: str, path: Path, width: str) -> None:
        """Record a fault for a text that the device cannot show.

        Such a text is empty, needs more room than WIDTHS allows, has braces, or has letters that the panel lacks.
        """
        if not text:
            self.fault(path, "text-empty")
            return
        strange = self.unknown(text) if self.unknown else ""
        if strange:
            self.fault(path, "cannot-show", quote(strange), quote(text))
            return
        if "{" in text or "}" in text:
            self.fault(path, "no-braces", quote(text))
            return
        if width == "page" or self.wrap is None:
            return
        room, most, size = WIDTHS[width]
        lines = self.wrap(text, room, size)
        if len(lines) > most:
            self.fault(path, "too-wide", quote(text), len(lines), room, most)

    def condition(self, value: Any, path: Path, names: Iterable[str]) -> Any:
        """Return [name, sign, number] of a condition such as "name >= 3", or 0 for None.

        The name must be one of `names`. A value that is no condition is a fault. After a fault, the method returns 0.
        """
        if value is None:
            return 0
        if isinstance(value, str):
            for sign in SIGNS:
                left, found, right = value.partition(sign)
                if found:
                    left, right = left.strip(), right.strip()
                    if left not in names:
                        self.fault(path, "no-compare", quote(left), all_names(names))
                        return 0
                    number = None if right[:1] == "+" else parse_int(right)
                    if number is None:
                        break
                    return [left, sign, number]
        self.fault(path, "condition", " ".join(SIGNS))
        return 0


def all_names(names: Iterable[str]) -> Any:
    """Return names, joined by commas, for a message; the message "none" for no names."""
    return ", ".join(names) or ("none",)
