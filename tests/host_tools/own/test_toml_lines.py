"""Our TOML reader agrees with the standard library, and reports the line of a fault."""

from __future__ import annotations

import random
import tomllib

import pytest

from host_tools.own import toml_lines
from tests.sweep import case_count

TEXTS = [
    'a = 1\n[b]\nc = "x"\n[[d]]\ne = [1, 2, "3"]\n[[d]]\nf = { g = 1, h = "i" }\n',
    '[a.b]\nc = """x\ny"""\n',
    "a = [\n  { b = \"c\" }, # d\n  { b = 'e' },\n]\nf = true\n",
    'a = "b\\nc"\n"d e" = 1\nf.g = 2\n[f.h]\n',
    "a = '''\nx'y'''\n[[b.c]]\n[b.c.d]\n[[b.c]]\ne = -1_000\n",
    "[a.b]\nc.d = 1\n[a]\ne = { f = 1, g.h = 2 }\nb2.c = 1\n[a.b.x]\n",
    "a = { b = { c = 1 } }\n[d]\na.b = 1\na.c = [[1], { e = 2 }]\n[d.f]\n",
    "[[a]]\nb.c = 1\n[a.d]\ne = 1\n[[a]]\n[a.d]\n[[a.f]]\n",
]
SIGNS = [
    *"[]{}=\"',.#\n\\ \tabu0189_-+:eE\u00e9\x01\x7f\r\ufeff",
    *["true", "inf", "0x1F", "1_000", "+5", "-0", "01", "1.5", "1e3", "2020-01-01"],  # values
    *('"""', "'''", "\\u00e9", "\\UFFFFFFFF", "\\x", "\\\n", "\r\n", "[[", "]]", "a.b", '"a".b'),
    *("[f]", "[b]", "[[a]]", "[a]\n", "[a.b]\n", "[[a.b]]\n", "a.b.c = 1\n", "a.b = 1\n", "a = 1\n"),
]


def change_lines(text: str, chance: random.Random) -> str:
    for _ in range(chance.choice((1, 1, 2, 3, 5))):
        at, other = chance.randrange(len(text) + 1), chance.randrange(len(text) + 1)
        put = chance.choice(("", chance.choice(SIGNS), text[other : other + chance.choice((1, 5, 30))]))
        text = text[:at] + put + text[at + chance.choice((0, 0, 1, 1, 8)) :]
    return text


@pytest.mark.sweep
def test_the_same_is_read_and_the_same_is_refused() -> None:
    """Both readers agree, except about numbers that a game cannot have, such as 1.5."""
    chance = random.Random(1)
    read = refused = 0
    for _ in range(case_count(3000, 200_000)):
        text = change_lines(chance.choice(TEXTS), chance)
        try:
            standard = tomllib.loads(text)
        except tomllib.TOMLDecodeError:
            with pytest.raises(toml_lines.TomlError) as caught:
                toml_lines.loads(text)
            assert 1 <= caught.value.line <= text.count("\n") + 1, text
            refused += 1
            continue
        try:
            assert toml_lines.loads(text)[0] == standard, text
        except toml_lines.TomlError as fault:
            assert "is no value" in str(fault), text
        read += 1
    assert min(read, refused) > 200


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("a = 1\nb = _1", 2, "is no value"),
        ('a = "x"\n[a.b.c]', 2, "cannot stand"),
        ("a = [1]\n[[a]]", 2, "has a value already"),
        ("a = { b = 1 }\na.c = 1", 2, "has a value already"),
        ("a = 1\nb = 1_", 2, "is no value"),
        ('a = 1\n"""b""" = 1', 2, "on one line"),
        ('a = 1\nb = "\x07"', 2, "The sign 7"),
        ("a = 1 # \x7f", 1, "The sign 127"),
        ("a = 1\rb = 2", 1, "The sign 13"),
        ("a = " + "[" * 8000, 1, "too deep"),
        ("a = 1\nb = " + "{ c = " * 8000, 2, "too deep"),
    ],
)
def test_what_cannot_be_is_said_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(toml_lines.TomlError, match=words) as caught:
        toml_lines.loads(text)
    assert caught.value.line == line


def test_quotes_at_the_end_of_a_long_text_belong_to_it() -> None:
    assert toml_lines.loads('a = """x"""""')[0] == {"a": 'x""'}
