"""Parse TOML, and return the line of each value.

The parser of Python's standard library returns no lines. This parser supports the subset of TOML that games need:
tables, arrays of tables, arrays, inline tables, strings, integers, true and false. The module uses only features
that MicroPython has, because the page's editor runs it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .alike import parse_int, quote
from .sentences import format_message

if TYPE_CHECKING:
    from typing import Any

    Path = tuple[Any, ...]  # path of a value: keys, and indices of arrays

_BARE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
_DEEPEST = 24  # maximum number of keys and indices in a path
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


def _code(digits: str) -> int:
    """Return the code point that hexadecimal digits denote, or -1 for another text."""
    code = 0
    for digit in digits.lower():
        if digit not in "0123456789abcdef":
            return -1
        code = code * 16 + "0123456789abcdef".index(digit)
    return code


class TomlError(Exception):
    """A syntax error: line number, from 1, with code and values of a message.

    See sentences.py for the messages.
    """

    def __init__(self, line: int, code: str, *values: Any) -> None:
        super().__init__(format_message("en", code, *values))
        self.line = line
        self.code = code
        self.values = values


class Reader:
    """The parser of one document.

    `at` is the offset of the next character. After `read`, `root` holds the document; `lines`, `values`, `begins`
    and `heads` hold line numbers and offsets in the text.
    """

    def __init__(self, text: str) -> None:
        self.given = text
        self.text = text.replace("\r\n", "\n")
        self.at = 0
        self.lines: dict[Path, int] = {}
        # Offsets in the text, for an editor. `values` has (begin, end) of each value by its path. `begins` has the
        # begin of each key by the path of the key's value. `heads` has (begin, path of the table) of each header.
        self.values: dict[Path, tuple[int, int]] = {}
        self.begins: dict[Path, int] = {}
        self.heads: list[tuple[int, Path]] = []
        self.root: dict[str, Any] = {}
        # Sets of paths. `named` has the tables with a header. `implied` has the tables that exist only because a
        # header names a table inside them. `many` has the arrays of tables. `closed` has the inline arrays and inline
        # tables, which no later line may extend.
        self.named: set[Path] = set()
        self.implied: set[Path] = set()
        self.many: set[Path] = set()
        self.closed: set[Path] = set()

    @property
    def line(self) -> int:
        """Return the number, from 1, of the line at the offset `at`."""
        return self.text.count("\n", 0, self.at) + 1

    def fail(self, code: str, *values: Any) -> TomlError:
        """Return the TomlError with a code and values, for the line at the offset `at`."""
        return TomlError(self.line, code, *values)

    def peek(self) -> str:
        """Return the next character, or "" at the end of the text."""
        return self.text[self.at : self.at + 1]

    def blank(self, lines: bool) -> None:
        """Skip spaces and comments, and line ends too if `lines` is set."""
        while self.peek():
            c = self.peek()
            if c == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif c in " \t" or (lines and c == "\n"):
                self.at += 1
            else:
                return

    def skip(self, sign: str) -> bool:
        if self.text[self.at : self.at + len(sign)] != sign:
            return False
        self.at += len(sign)
        return True

    def need(self, sign: str, code: str, *values: Any) -> None:
        """Skip `sign`; raise TomlError with `code` if the text does not continue so."""
        if not self.skip(sign):
            raise self.fail(code, quote(sign), *values)

    def keys(self) -> list[str]:
        """Parse a key, or several keys joined by dots, and return the keys."""
        found = []
        while True:
            self.blank(False)
            if self.peek() in ('"', "'") and self.peek():
                if self.text[self.at : self.at + 3] == self.peek() * 3:
                    raise self.fail("key-one-line")
                found.append(self.string())
            else:
                begin = self.at
                while self.peek() and self.peek() in _BARE:
                    self.at += 1
                if begin == self.at:
                    raise self.fail("key-wanted")
                found.append(self.text[begin : self.at])
            if self.peek() > "~":
                raise self.fail("key-accents")
            self.blank(False)
            if not self.skip("."):
                return found

    def string(self) -> str:
        """Parse a string of one or several lines, and return its text."""
        quote = self.peek()
        if self.skip(quote * 3):
            end = quote * 3
            self.skip("\n")
        else:
            self.skip(quote)
            end = quote
        begun = self.line
        out: list[str] = []
        while not self.skip(end):
            c = self.peek()
            if not c or (c == "\n" and len(end) == 1):
                raise TomlError(begun, "text-open", end)
            self.at += 1
            if c == "\\" and quote == '"':
                c = self.escape(len(end) == 3)
            out.append(c)
        if len(end) == 3:  # in TOML, one or two quotes directly before the closing three belong to the string
            for _ in range(2):
                if self.skip(quote):
                    out.append(quote)
        return "".join(out)

    def escape(self, long: bool) -> str:
        """Parse the rest of an escape after its backslash, and return its character.

        long   whether the string may have several lines; a backslash at the end of a line then removes the line
               end and the spaces after it
        """
        c = self.peek()
        self.at += 1
        if c in ("u", "U"):
            size = 4 if c == "u" else 8
            digits = self.text[self.at : self.at + size]
            self.at += size
            code = _code(digits) if len(digits) == size else -1
            if not 0 <= code < 0x110000 or 0xD800 <= code < 0xE000:
                raise self.fail("no-letter", digits)
            return chr(code)
        if c == "\n" and long:
            while self.peek() and self.peek() in " \t\n":
                self.at += 1
            return ""
        if c in _ESCAPES:
            return _ESCAPES[c]
        raise self.fail("no-escape", c)

    def value(self, path: Path) -> Any:
        begin = self.at
        found = self._value(path)
        self.values[path] = begin, self.at
        if isinstance(found, (dict, list)):
            self.closed.add(path)
        return found

    def _value(self, path: Path) -> Any:
        self.lines[path] = self.line
        c = self.peek()
        if len(path) > _DEEPEST:
            raise self.fail("too-deep")
        if c and c in "\"'":
            return self.string()
        if self.skip("["):
            return self._list(path)
        if self.skip("{"):
            return self._table(path)
        return self._word()

    def _list(self, path: Path) -> list[Any]:
        found: list[Any] = []
        while True:
            self.blank(True)
            if self.skip("]"):
                return found
            found.append(self.value(path + (len(found),)))
            self.blank(True)
            if not self.skip(","):
                self.blank(True)
                self.need("]", "missing-list")
                return found

    def _table(self, path: Path) -> dict[str, Any]:
        table: dict[str, Any] = {}
        self.blank(False)
        if self.skip("}"):
            return table
        while True:
            self.pair(table, path)
            self.blank(False)
            if self.skip("}"):
                return table
            self.need(",", "missing-braces")

    def _word(self) -> int | bool:
        """Parse and return an integer, true or false."""
        begin = self.at
        while self.peek() and (self.peek() in _BARE or self.peek() in "+.:"):
            self.at += 1
        word = self.text[begin : self.at]
        if word in ("true", "false"):
            return word == "true"
        digits = word[1:] if word[:1] in ("+", "-") else word
        plain = digits.replace("_", "")
        if (
            parse_int(plain) is not None
            and plain[0] in "0123456789"
            and (len(plain) == 1 or plain[0] != "0")
            and digits[-1] != "_" != digits[0]
            and "__" not in digits
        ):
            return int(word.replace("_", ""))
        self.at = begin
        raise self.fail("no-value", quote(word or self.peek()))

    def pair(self, table: dict[str, Any], path: Path) -> None:
        """Parse a line "key = value", and store the value in `table` at `path`."""
        begin = self.at
        keys = self.keys()
        self.need("=", "missing-key", quote(keys[-1]))
        self.blank(False)
        for key in keys[:-1]:
            inner = table.setdefault(key, {})
            path = path + (key,)
            self.lines.setdefault(path, self.line)
            if not isinstance(inner, dict) or path in self.closed or path in self.named:
                raise self.fail("has-value", quote(key))
            self.implied.discard(path)
            table = inner
        if keys[-1] in table:
            raise self.fail("twice", quote(keys[-1]))
        self.begins[path + (keys[-1],)] = begin
        table[keys[-1]] = self.value(path + (keys[-1],))

    def header(self) -> tuple[dict[str, Any], Path]:
        """Parse the header of a table; return this table, which may be new, and its path.

        The header [[name]] adds a table to an array of tables.
        """
        begin = self.at - 1
        many = self.skip("[")
        keys = self.keys()
        self.need("]]" if many else "]", "missing-head")
        table, path = self._parent_table(keys)
        last = keys[-1]
        path = path + (last,)
        if many:
            if last in table and path not in self.many:
                raise self.fail("head-of-value", last, quote(last))
            listed = table.setdefault(last, [])
            self.many.add(path)
            self.lines.setdefault(path, self.line)
            path = path + (len(listed),)
            listed.append({})
            table = listed[-1]
        else:
            if last in table and path not in self.implied:
                raise self.fail("head-twice", last)
            self.implied.discard(path)
            self.named.add(path)
            table = table.setdefault(last, {})
        self.lines[path] = self.line
        self.heads.append((begin, path))
        return table, path

    def _parent_table(self, keys: list[str]) -> tuple[Any, Path]:
        """Return the table that contains a header's table, and the outer table's path.

        The method creates missing tables. If a key leads to an array of tables, the method continues in the last
        table of this array.

        keys   the keys in the header
        """
        table: Any = self.root
        path: Path = ()
        for key in keys[:-1]:
            path = path + (key,)
            if key not in table:
                table[key] = {}
                self.implied.add(path)
            table = table[key]
            if path in self.many:
                path = path + (len(table) - 1,)
                table = table[-1]
            if not isinstance(table, dict) or path in self.closed:
                raise self.fail("in-value", quote(keys[-1]))
        return table, path

    def read(self) -> None:
        for at, c in enumerate(self.text):
            if c == "\x7f" or (c < " " and c not in "\t\n"):
                self.at = at
                raise self.fail("unseen-sign", ord(c))
        table = self.root
        path: Path = ()
        while True:
            self.blank(True)
            if not self.peek():
                return
            if self.skip("["):
                table, path = self.header()
            else:
                self.pair(table, path)
            self.blank(False)
            if self.peek() not in ("", "\n"):
                raise self.fail("behind-value")


_last: Reader | None = None


def parse(text: str) -> Reader:
    """Parse a text; return the parser with the document and the positions.

    No caller may change the parser, because the next call with the same text returns the same parser. An editor
    needs the positions in a text, and after them the faults of the same text. Raises TomlError.
    """
    global _last
    if _last is None or _last.given != text:
        reader = Reader(text)
        reader.read()
        _last = reader
    return _last


def loads(text: str) -> tuple[dict[str, Any], dict[Path, int]]:
    """Parse a text; return the document, and the line number of each value by path.

    Raises TomlError.
    """
    reader = parse(text)
    return reader.root, reader.lines
