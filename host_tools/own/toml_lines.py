"""TOML with the line of each value, which the standard library's reader does not tell.

It reads what a game needs: tables, arrays of tables, arrays, inline tables, strings, whole numbers, true and false.
It keeps to what MicroPython has too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .alike import quoted, whole

if TYPE_CHECKING:
    from typing import Any

    Path = tuple[Any, ...]  # of a value: keys, and indices of arrays

_BARE = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"
_DEEPEST = 24  # keys and indices on the way to a value
_ESCAPES = {"b": "\b", "t": "\t", "n": "\n", "f": "\f", "r": "\r", '"': '"', "\\": "\\"}


def _code(digits: str) -> int:
    """The number of a letter, written in base 16; -1 for what is no number."""
    code = 0
    for digit in digits.lower():
        if digit not in "0123456789abcdef":
            return -1
        code = code * 16 + "0123456789abcdef".index(digit)
    return code


class TomlError(Exception):
    """`line`, from 1, and a sentence."""

    def __init__(self, line: int, sentence: str) -> None:
        super().__init__(sentence)
        self.line = line


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text.replace("\r\n", "\n")
        self.at = 0
        self.lines: dict[Path, int] = {}
        self.root: dict[str, Any] = {}
        # By their paths: tables with a header of their own, those that only headers of inner ones have made, arrays of
        # [[headers]], and lists and tables that were written as values.
        self.named: set[Path] = set()
        self.implied: set[Path] = set()
        self.many: set[Path] = set()
        self.closed: set[Path] = set()

    @property
    def line(self) -> int:
        return self.text.count("\n", 0, self.at) + 1

    def fail(self, sentence: str) -> TomlError:
        return TomlError(self.line, sentence)

    def peek(self) -> str:
        return self.text[self.at : self.at + 1]

    def blank(self, lines: bool) -> None:
        """Pass over spaces and comments, with `lines` over ends of lines too."""
        while self.peek():
            c = self.peek()
            if c == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
            elif c in " \t" or (lines and c == "\n"):
                self.at += 1
            else:
                return

    def take(self, sign: str) -> bool:
        if self.text[self.at : self.at + len(sign)] != sign:
            return False
        self.at += len(sign)
        return True

    def need(self, sign: str, where: str) -> None:
        if not self.take(sign):
            raise self.fail(f"{quoted(sign)} is missing {where}.")

    def keys(self) -> list[str]:
        found = []
        while True:
            self.blank(False)
            if self.peek() in ('"', "'") and self.peek():
                if self.text[self.at : self.at + 3] == self.peek() * 3:
                    raise self.fail("A key stands on one line, between single quotes of its kind.")
                found.append(self.string())
            else:
                begin = self.at
                while self.peek() and self.peek() in _BARE:
                    self.at += 1
                if begin == self.at:
                    raise self.fail("A key must stand here: letters, digits, _ or -, or a text in quotes.")
                found.append(self.text[begin : self.at])
            if self.peek() > "~":
                raise self.fail("A key has no accents: write sieges, des, resultats.")
            self.blank(False)
            if not self.take("."):
                return found

    def string(self) -> str:
        quote = self.peek()
        if self.take(quote * 3):
            end = quote * 3
            self.take("\n")
        else:
            self.take(quote)
            end = quote
        begun = self.line
        out: list[str] = []
        while not self.take(end):
            c = self.peek()
            if not c or (c == "\n" and len(end) == 1):
                raise TomlError(begun, f"The text is not closed with {end}.")
            self.at += 1
            if c == "\\" and quote == '"':
                c = self.peek()
                self.at += 1
                if c in ("u", "U"):
                    size = 4 if c == "u" else 8
                    digits = self.text[self.at : self.at + size]
                    self.at += size
                    code = _code(digits) if len(digits) == size else -1
                    if not 0 <= code < 0x110000 or 0xD800 <= code < 0xE000:
                        raise self.fail(f"\\u{digits} is no letter.")
                    c = chr(code)
                elif c == "\n" and len(end) == 3:
                    while self.peek() and self.peek() in " \t\n":
                        self.at += 1
                    c = ""
                elif c in _ESCAPES:
                    c = _ESCAPES[c]
                else:
                    raise self.fail(f"\\{c} means nothing in a text; write \\\\ for the sign itself.")
            out.append(c)
        if len(end) == 3:  # the last ones of up to five close the text
            for _ in range(2):
                if self.take(quote):
                    out.append(quote)
        return "".join(out)

    def value(self, path: Path) -> Any:
        found = self._value(path)
        if isinstance(found, (dict, list)):
            self.closed.add(path)
        return found

    def _value(self, path: Path) -> Any:
        self.lines[path] = self.line
        c = self.peek()
        if len(path) > _DEEPEST:
            raise self.fail("Lists and tables stand too deep in one another.")
        if c and c in "\"'":
            return self.string()
        if self.take("["):
            found: list[Any] = []
            while True:
                self.blank(True)
                if self.take("]"):
                    return found
                found.append(self.value(path + (len(found),)))
                self.blank(True)
                if not self.take(","):
                    self.blank(True)
                    self.need("]", "after a list")
                    return found
        if self.take("{"):
            table: dict[str, Any] = {}
            self.blank(False)
            if self.take("}"):
                return table
            while True:
                self.pair(table, path)
                self.blank(False)
                if self.take("}"):
                    return table
                self.need(",", "between what stands in { }, all of it on one line")
        begin = self.at
        while self.peek() and (self.peek() in _BARE or self.peek() in "+.:"):
            self.at += 1
        word = self.text[begin : self.at]
        if word in ("true", "false"):
            return word == "true"
        digits = word[1:] if word[:1] in ("+", "-") else word
        plain = digits.replace("_", "")
        if (
            whole(plain) is not None
            and plain[0] in "0123456789"
            and (len(plain) == 1 or plain[0] != "0")
            and digits[-1] != "_" != digits[0]
            and "__" not in digits
        ):
            return int(word.replace("_", ""))
        self.at = begin
        raise self.fail(
            f"{quoted(word or self.peek())} is no value: write a text in quotes or a whole number."
        )

    def pair(self, table: dict[str, Any], path: Path) -> None:
        keys = self.keys()
        self.need("=", f"after {quoted(keys[-1])}")
        self.blank(False)
        for key in keys[:-1]:
            inner = table.setdefault(key, {})
            path = path + (key,)
            self.lines.setdefault(path, self.line)
            if not isinstance(inner, dict) or path in self.closed or path in self.named:
                raise self.fail(f"{quoted(key)} has a value already.")
            self.implied.discard(path)
            table = inner
        if keys[-1] in table:
            raise self.fail(f"{quoted(keys[-1])} stands here twice.")
        table[keys[-1]] = self.value(path + (keys[-1],))

    def header(self) -> tuple[dict[str, Any], Path]:
        many = self.take("[")
        keys = self.keys()
        self.need("]]" if many else "]", "after the name of a table")
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
                raise self.fail(f"{quoted(keys[-1])} cannot stand in what has a value.")
        last = keys[-1]
        path = path + (last,)
        if many:
            if last in table and path not in self.many:
                raise self.fail(f"[[{last}]] stands where {quoted(last)} has a value already.")
            listed = table.setdefault(last, [])
            self.many.add(path)
            self.lines.setdefault(path, self.line)
            path = path + (len(listed),)
            listed.append({})
            table = listed[-1]
        else:
            if last in table and path not in self.implied:
                raise self.fail(f"[{last}] stands here twice.")
            self.implied.discard(path)
            self.named.add(path)
            table = table.setdefault(last, {})
        self.lines[path] = self.line
        return table, path

    def read(self) -> None:
        for at, c in enumerate(self.text):
            if c == "\x7f" or (c < " " and c not in "\t\n"):
                self.at = at
                raise self.fail(f"The sign {ord(c)} cannot be seen: take it out.")
        table = self.root
        path: Path = ()
        while True:
            self.blank(True)
            if not self.peek():
                return
            if self.take("["):
                table, path = self.header()
            else:
                self.pair(table, path)
            self.blank(False)
            if self.peek() not in ("", "\n"):
                raise self.fail("Something stands behind the value; each has a line of its own.")


def loads(text: str) -> tuple[dict[str, Any], dict[Path, int]]:
    """(what the text says, the line of each value by its path). TomlError says what is wrong, and where."""
    reader = _Reader(text)
    reader.read()
    return reader.root, reader.lines
