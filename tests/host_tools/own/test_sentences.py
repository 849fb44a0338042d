"""Every sentence about a game file exists in both languages, and each is used."""

from __future__ import annotations

import ast
import inspect
import re
from pathlib import Path

import pytest

from host_tools.own import compiler, sentences
from tests.host_tools.own import test_declaration, test_roll

from gobelet.games.dice.rules import notation  # isort: skip
from gobelet.games.dice.rules.notation import NotationError  # isort: skip

OWN = Path(sentences.__file__).parent
OF_DICE = "no-dice-"
CALLS = ("fault", "fail", "need", "Fault", "TomlError", "ForeignError", "ListError", "format_message")


def used_codes() -> set[str]:
    """Return the codes that the tools use.

    A code is a text among the arguments of a call that takes a code, or the first item of a tuple.
    """
    found: set[str] = set()
    for path in OWN.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call):
                name = (
                    node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                )
                given = node.args if name in CALLS else []
            else:
                given = node.elts[:1] if isinstance(node, ast.Tuple) else []
            for each in given:
                if isinstance(each, ast.Constant) and isinstance(each.value, str):
                    found.add(each.value)
    return found


def test_every_sentence_is_said() -> None:
    assert {code for code in sentences.SENTENCES if not code.startswith(OF_DICE)} <= used_codes()


def test_what_is_no_dice_has_its_sentence() -> None:
    """The messages have the same codes as the docstring of NotationError."""
    documented = (NotationError.__doc__ or "").split()
    codes = {code[len(OF_DICE) :] for code in sentences.SENTENCES if code.startswith(OF_DICE)}
    assert len(codes) > 20
    assert codes == {code for code in codes if code in documented}
    source = inspect.getsource(notation)
    raised = set(re.findall(r'NotationError\(\s*"(\w+)"', source)) | set(re.findall(r'", "(\w+)"\)', source))
    raised |= set(re.findall(r'\d, "(\w+)"', source))
    assert raised - {"i"} <= codes


@pytest.mark.parametrize("code", sentences.SENTENCES)
def test_both_languages_have_the_same_places_to_fill(code: str) -> None:
    french, english = sentences.SENTENCES[code]
    places = set(re.findall(r"\{\d\}", french))
    assert places == set(re.findall(r"\{\d\}", english)) == {f"{{{n}}}" for n in range(len(places))}
    assert french and english
    assert (french == english) == (code == "and")


def test_a_fault_has_a_sentence_in_either_language() -> None:
    for text, _, _ in test_declaration.FAULTY + test_roll.FAULTY:
        for fault in compiler.read(text).faults:
            assert fault.code in sentences.SENTENCES
            assert fault.message("fr") != fault.message("en")
