"""Screens use what the Context of ui/screens/types.py has; games declare what that page and rules/types.py list.

`screens`, `rules` and `sheets` of a game may declare only the names in these files. The App finds hooks by name, so
this test looks them up in the sources.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Collection, Iterator
from importlib import import_module
from pathlib import Path

import pytest

from simulator import paths

paths.install()
from gobelet.games import GAMES  # noqa: E402

FIRMWARE = paths.ROOT / "firmware" / "gobelet"
TEMPLATE = paths.ROOT / "host_tools" / "building" / "template_game"
SCREENS = sorted(
    [
        *FIRMWARE.glob("games/*/screens/*.py"),
        *FIRMWARE.glob("ui/**/*.py"),
        *FIRMWARE.glob("system/*.py"),
        *TEMPLATE.glob("screens/*.py"),
    ]
)
MOST = 25  # number of members of the Context: a new one needs a better owner first
FOR_THE_SHELL = {"add_app_members", "switch_session"}  # what the shell's own class has beyond the Context
# The declarations of a game, their places, and the required ones
HOOKS = "GameScreens"
SHEETS = "GameSheets"
RULES = "GameRules"
OF_GAME = {HOOKS: ("screens", {"SCREENS"}), SHEETS: ("rules.sheets", {"KINDS"}), RULES: ("rules", set[str]())}
# For the type checker alone, so the test parses them instead of an import.
DECLARED = {
    node.name: node
    for room in ("ui/screens", "rules")
    for node in ast.parse((FIRMWARE / room / "types.py").read_text(encoding="utf-8")).body
    if isinstance(node, ast.ClassDef)
}
# Names that the firmware looks up outside of games: features of MicroPython, marks of modules, parts of a
# board file.
OTHERS = {"mem_free", "GAMES", "PANEL", "RESET", "BUZZER", "MOTOR", "SLEEP"}


def protocol_methods(protocol: str) -> dict[str, ast.FunctionDef]:
    return {node.name: node for node in DECLARED[protocol].body if isinstance(node, ast.FunctionDef)}


def declared_members(protocol: str) -> set[str]:
    fields = [node.target for node in DECLARED[protocol].body if isinstance(node, ast.AnnAssign)]
    return set(protocol_methods(protocol)) | {field.id for field in fields if isinstance(field, ast.Name)}


def class_members(path: Path, name: str) -> set[str]:
    """Return the public attributes and methods of a class."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    of = next(node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name)
    found = {node.name for node in of.body if isinstance(node, ast.FunctionDef)}
    for node in ast.walk(of):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.ctx, ast.Store)
            and ast.unparse(node.value) == "self"
        ):
            found.add(node.attr)
    return {name for name in found if not name.startswith("_")}


def used_attributes(source: str, names: Collection[str]) -> Iterator[ast.Attribute]:
    """Yield the attributes of one of these names in a source.

    The object may also be an attribute, as in `x.context.name`.
    """
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute):
            of = node.value
            if (isinstance(of, ast.Name) and of.id in names) or (
                isinstance(of, ast.Attribute) and of.attr in names
            ):
                yield node


def test_the_context_has_what_screens_use_and_nothing_else() -> None:
    used = {
        node.attr
        for path in SCREENS
        for node in used_attributes(path.read_text(encoding="utf-8"), ("context",))
    }
    assert used == declared_members("Context")
    assert len(used) <= MOST
    assert class_members(FIRMWARE / "shell" / "context.py", "Context") == used | FOR_THE_SHELL


def assigned_from_outside(source: str) -> Iterator[ast.Attribute]:
    """The attributes of other objects than `self` that a source assigns, deletes or increments."""
    for node in ast.walk(ast.parse(source)):
        if (
            isinstance(node, ast.Attribute)
            and not isinstance(node.ctx, ast.Load)
            and ast.unparse(node.value) != "self"
        ):
            yield node


def test_an_object_alone_assigns_its_attributes() -> None:
    """Another object calls an act of it.

    Exempt are rules, which fill in plain records that they have just made. So is the journal, whose loader and
    writer share the records of its files.
    """
    found = [
        f"{path.relative_to(FIRMWARE)}:{node.lineno}: {ast.unparse(node)}"
        for path in FIRMWARE.rglob("*.py")
        if not {"rules", "journal"} & set(path.relative_to(FIRMWARE).parts)
        for node in assigned_from_outside(path.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_assignments_from_outside_are_found() -> None:
    source = "def f(self, app):\n    self.a = 1\n    self.b.c = 1\n    app.d += 1\n    del app.e\n    app.g[0] = 1\n"
    assert [node.attr for node in assigned_from_outside(source)] == ["c", "d", "e"]


def test_uses_are_found() -> None:
    source = "def f(self, context):\n    t = self.context.t\n    context.device.store()\n"
    assert {node.attr for node in used_attributes(source, ("context",))} == {"t", "device"}


@pytest.mark.parametrize("protocol", OF_GAME)
def test_each_has_its_contract(protocol: str) -> None:
    assert ast.get_docstring(DECLARED[protocol])
    for name, method in protocol_methods(protocol).items():
        assert ast.get_docstring(method), name


def test_no_screen_asks_for_the_class_of_another_one() -> None:
    """The App may unload and reload a game's modules while a screen is open.

    The reloaded classes have the same names, but are other objects.
    """
    trees = [
        ast.parse(path.read_text(encoding="utf-8"))
        for path in SCREENS
        if (FIRMWARE / "games") in path.parents
    ]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    classes = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
    asked = {
        name.id
        for node in nodes
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("isinstance", "type")
        for name in ast.walk(node)
        if isinstance(name, ast.Name)
    }
    assert "Ask" in asked, "of rules.procedure, which stays while the game is open"
    assert not asked & classes


def looked_for(sheets: bool) -> set[str]:
    """Return the names that the firmware looks up outside of the games.

    The names are arguments of `Session.declaration` with a game's sheets, else of hasattr and getattr.
    """
    found = set()
    for path in FIRMWARE.rglob("*.py"):
        if (FIRMWARE / "games") in path.parents:
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            if sheets and ast.unparse(node.func).endswith(".declaration"):
                name = node.args[0]
            elif not sheets and ast.unparse(node.func) in ("hasattr", "getattr"):
                name = node.args[1]
            else:
                continue
            if isinstance(name, ast.Constant):
                found.add(name.value)
    return found


def test_each_hook_of_a_game_is_declared() -> None:
    assert looked_for(False) == (declared_members(HOOKS) - {"SCREENS"}) | OTHERS
    assert looked_for(True) == declared_members(SHEETS) - {"KINDS"}


@pytest.mark.parametrize("protocol", OF_GAME)
@pytest.mark.parametrize("game", GAMES)
def test_the_games_declare_hooks_as_they_are_called(game: str, protocol: str) -> None:
    name, needed = OF_GAME[protocol]
    module = import_module(f"gobelet.games.{game}.{name}")
    for each in needed or declared_members(protocol):
        assert getattr(module, each, None) is not None, each
    for each, method in protocol_methods(protocol).items():
        if hasattr(module, each):
            wanted = [arg.arg for arg in method.args.args[1:]]
            assert list(inspect.signature(getattr(module, each)).parameters) == wanted, each


@pytest.mark.parametrize("game", GAMES)
def test_what_is_declared_names_what_there_is(game: str) -> None:
    """Check the names of Sheets, fields and Kinds: a device would look up a wrong one in vain."""
    sheets = import_module(f"gobelet.games.{game}.rules.sheets")
    fields = {kind.name: kind.fields for kind in sheets.KINDS}
    if hasattr(sheets, "TURN"):
        kind, field = sheets.TURN
        assert field in fields[kind]
    for kind, secret in getattr(sheets, "SECRET", {}).items():
        assert set(secret) <= set(fields[kind])
    assert set(import_module(f"gobelet.games.{game}.rules").ROLES.values()) - {None} <= fields.keys()
    for mark in getattr(import_module(f"gobelet.games.{game}.screens"), "SIGNALS", "").split():
        kind, _, field = mark.partition(":")[2].partition("=")[0].partition(".")
        assert field in fields[kind], mark
