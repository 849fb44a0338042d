"""Find faults of any game; each is a sentence with the file and the correction.

The checks read a game as the device does: its Procedures with their Sheets, texts and functions, and the
classes of its screens. The checks report a missing part before a player meets it on the panel.
"""

from __future__ import annotations

import ast
import difflib
import importlib
import inspect
import random
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import Ask, Outcome, resolve
from gobelet.rules.refused import Refused
from gobelet.ui.screens.form import Form
from gobelet.ui.screens.stack import Screen
from host_tools.building import named_texts, texts
from simulator.board import VirtualBoard
from simulator.keys import BACK, DOWN, OK

ROOT = texts.ROOT
ASKED_BY = {
    "SIGNALS",
    "form_for",
    "revert_outside",
    "pause",
    "seat",
    "visible_values",
    "thrower",
    "turn_of",
    "describe",
}  # Names that the App looks up in a package of screens
RESOLUTIONS = 40  # number of random resolutions of each Procedure
TRIES = 400  # Attempts to find values that a Procedure's check allows


@dataclass(frozen=True)
class Game:
    """The parts of a game that the checks read.

    The Procedures are by name, each with its file.
    """

    name: str
    folder: Path
    procedures: Mapping[str, Any]
    files: Mapping[str, str]  # The file of each Procedure, by name
    roles: Mapping[str, str | None]
    kinds: Mapping[str, Any]
    words: Mapping[str, Mapping[str, str]]  # The texts by language, including those of the system
    why: Mapping[str, ModuleType | SimpleNamespace]  # the modules that explain a result, by name
    asks: Callable[[Any, Any], bool]  # whether the form asks the player for an input of a Procedure
    has_form: bool = True


def load_game(name: str) -> Game:
    """Return an installed game.

    A module that fails to import raises its exception with the file in a note.
    """
    package = importlib.import_module(f"gobelet.games.{name}")
    folder = Path(str(package.__file__)).parent
    rules = import_module(f"gobelet.games.{name}.rules", folder)
    screens = import_module(f"gobelet.games.{name}.screens", folder)
    procedures: dict[str, Any] = {}
    files: dict[str, str] = {}
    for proc, module in rules.PROCEDURES:
        file = folder / "rules" / f"{module}.py"
        made = import_module(f"{rules.__name__}.{module}", folder)
        if not hasattr(made, proc):
            raise LookupError(
                f"{short_path(folder)}/rules/__init__.py lists a Procedure {proc!r} in {module!r}: "
                f"{short_path(file)} has none"
            )
        procedures[proc] = getattr(made, proc)
        files[proc] = short_path(file)
    form = class_of(folder, screens, "form") if "form" in screens.SCREENS else None
    kinds = {kind.name: kind for kind in import_module(f"{rules.__name__}.sheets", folder).KINDS}
    return Game(
        name,
        folder,
        procedures,
        files,
        rules.ROLES,
        kinds,
        texts.usable_texts(folder),
        {
            file.stem: import_module(f"{rules.__name__}.{file.stem}", folder)
            for file in sorted((folder / "rules").glob("why*.py"))
        },
        lambda proc, i: bool((form or Form).is_asked(SimpleNamespace(proc=proc), i)),
        form is not None,
    )


def class_of(folder: Path, package: ModuleType, name: str) -> Any:
    """Return the class of a screen in SCREENS, or None if the module has no such class."""
    module, made_of = package.SCREENS[name]
    path = module if "." in module else f"{package.__name__}.{module}"
    return getattr(import_module(path, folder), made_of, None)


def import_module(path: str, folder: Path) -> ModuleType:
    """Import a module of a game. An exception of the import gets a note with the file."""
    try:
        return importlib.import_module(path)
    except Exception as error:
        file = folder.parent.joinpath(*path.split(".")[2:])
        error.add_note(f"while importing {short_path(file)} of the game {folder.name!r}")
        raise


def short_path(path: Path) -> str:
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)


# Texts


def missing_texts(game: Game, *keys: str) -> Iterator[str]:
    """Yield the missing text for each language that has none of these keys."""
    return texts.lines_to_add(game.words, game.folder, *keys)


# The declaration of a Procedure


def declared_faults(game: Game, name: str) -> list[str]:
    """Return the faults of a Procedure that show without a roll."""
    proc = game.procedures[name]
    faults = [*_name_faults(name, proc), *_explanation_faults(game, proc)]
    for what, keys in named_texts.form_texts(proc, lambda each: game.asks(proc, each)):
        faults += [f"{what}: {fault}" for fault in missing_texts(game, *keys)]
    for role in proc.roles:
        if role not in game.roles:
            faults.append(f"its role {role!r} is not in ROLES{_suggest_name(role, game.roles)}")
    for i in proc.inputs:
        faults += [f"input {i.name!r}: {fault}" for fault in _input_faults(game, proc, i)]
    names = [i.name for i in proc.inputs]
    faults += [f"two inputs are called {each!r}" for each in sorted(set(names)) if names.count(each) > 1]
    return [f"{game.files[name]}: {name}: {fault}" for fault in faults]


def _name_faults(name: str, proc: Any) -> Iterator[str]:
    if proc.name != name:
        yield f"it calls itself {proc.name!r}; both names must be one"


def _explanation_faults(game: Game, proc: Any) -> Iterator[str]:
    if proc.explain is None:
        return
    module, name = _explaining_names(proc)
    place = f"{short_path(game.folder)}/rules/{module}.py"
    why = game.why.get(module)
    if why is None:
        yield f"explain={proc.explain!r}, but there is no {place}; write it, with that function of (proc, v, path)"
    elif not callable(getattr(why, name, None)):
        there = [each for each in vars(why) if inspect.isfunction(getattr(why, each))]
        yield f"explain={proc.explain!r} is no function of {place}{_suggest_name(name, there)}"


def _explaining_names(proc: Any) -> tuple[str, str]:
    """Return the names of the module and of the function that explain a result."""
    module, _, name = (proc.explain or "").rpartition(".")
    return module or "why", name


def _input_faults(game: Game, proc: Any, i: Any) -> Iterator[str]:
    if i.low > i.high or not i.low <= i.start <= i.high:
        yield f"it starts at {i.start}, which is not from {i.low} to {i.high}"
    if isinstance(i.mods, tuple) and len(i.mods) != i.high - i.low + 1:
        yield f"it has {len(i.mods)} modifiers for {i.high - i.low + 1} values"
    if i.role is None:
        return
    if i.role not in game.roles:
        yield f"its role {i.role!r} is not in ROLES{_suggest_name(i.role, game.roles)}"
    elif game.roles[i.role] is not None:
        kind = game.kinds[str(game.roles[i.role])]
        if i.role not in proc.roles and kind.rows > 1:
            yield f"no row of its role {i.role!r} can be known: add it to the Procedure's roles"
        if i.field not in kind.fields:
            yield f"the Kind {kind.name!r} has no field {i.field!r}{_suggest_name(str(i.field), kind.fields)}"
        else:
            high = kind.field(kind.fields.index(i.field))[2]
            high = high if isinstance(high, int) else kind.field(kind.fields.index(high))[2]
            if high > i.high:  # A value below the range may stand for "not known"
                yield f"the field {i.field!r} goes up to {high}, but it takes {i.high} at most"


def _suggest_name(name: str, known: Any) -> str:
    """Suggest the intended name."""
    close = difflib.get_close_matches(name, [each for each in known if each])
    return f"; is {close[0]!r} meant?" if close else f"; there are {', '.join(sorted(filter(None, known)))}"


# The resolution of a Procedure


def resolution_faults(game: Game, name: str, seed: int = 1) -> list[str]:
    """Return the faults in random resolutions. An exception of the rules gets a note with its values."""
    proc = game.procedures[name]
    dice = random.Random(f"{game.name} {name} {seed}")
    faults: list[str] = []
    allowed = 0
    codes: set[str] = set()
    odds: dict[tuple[int, ...], Any] = {}
    for _ in range(TRIES):
        if allowed == RESOLUTIONS:
            break
        v = named_texts.some_values(proc, dice, allowed > 4, codes)
        if v is None:
            continue
        allowed += 1
        try:
            key = tuple(v[i.name] for i in proc.inputs)
            if key not in odds:
                odds[key] = procedure_odds(proc, v)
            faults += _resolution_faults(game, proc, v, odds[key], dice, allowed % 2 == 0)
        except Refused as refused:
            faults.append(
                f"refuses {refused.code} in its step; what may not be done its `check` refuses, before a roll"
            )
        except Exception as error:
            error.add_note(f"{game.files[name]}: {name}: raised with the values {v}")
            raise
    for what, keys in named_texts.refusals(codes):
        faults += [f"{what}: {fault}" for fault in missing_texts(game, *keys)]
    if not allowed:
        faults.append(f"its check refused {TRIES} sets of values at random; nothing was tried")
    return [f"{game.files[name]}: {name}: {fault}" for fault in dict.fromkeys(faults)]


def _resolution_faults(
    game: Game, proc: Any, v: dict[str, int], odds: Any, dice: random.Random, as_assumed: bool
) -> Iterator[str]:
    """Make one resolution and yield its faults. as_assumed: players choose the option that the odds assume, if any."""
    assumed = True
    asked = []

    def decide(ask: Ask, s: Any) -> int:
        nonlocal assumed
        asked.append(ask)
        best = ask.best(v, s) if ask.best is not None else None
        if best is not None and best not in ask.options:
            raise LookupError(f"question {ask.name!r}: best gives {best!r}, which is not in {ask.options}")
        if best is not None and as_assumed:
            return int(best)
        assumed = False
        return int(dice.choice(ask.options))

    if odds.total != sum(odds.weights) + odds.tail + odds.unknown:
        yield f"its odds do not add up to {odds.total} with {v}"
    outcome, path = resolve(proc, v, lambda sides: dice.randint(1, sides), decide)
    if assumed and outcome.key not in odds.keys and not odds.tail and not odds.unknown:
        yield f"the outcome {outcome.key!r} of {path} has no weight in its odds, with {v}"
    if outcome.key is None and not odds.unknown:
        yield f"{path} leads to an Outcome without a key, but nothing in its odds is undetermined, with {v}"
    yield from _effect_faults(game, proc, outcome)
    yield from _follow_faults(game, outcome)
    module, name = _explaining_names(proc)
    chain = getattr(game.why.get(module), name, None)
    why = chain(proc, v, path) if callable(chain) else ()
    for what, keys in named_texts.result_texts(proc, asked, outcome, why):
        yield from (f"{what}: {fault}" for fault in missing_texts(game, *keys))


def _effect_faults(game: Game, proc: Any, outcome: Outcome) -> Iterator[str]:
    for role, field, operation, amount in outcome.effects:
        told = f"effect {(role, field, operation, amount)}"
        if game.roles.get(role) is None:
            yield f"{told}: the role {role!r} is not in ROLES{_suggest_name(role, game.roles)}"
            continue
        kind = game.kinds[str(game.roles[role])]
        if role not in proc.roles and kind.rows > 1:
            yield f"{told}: no row of {role!r} can be known; add it to the Procedure's roles"
        if field not in kind.fields:
            yield f"{told}: the Kind {kind.name!r} has no field {field!r}{_suggest_name(field, kind.fields)}"
        if operation not in ("+", "-", "="):
            yield f"{told}: an operation is '+', '-' or '='"
        if not isinstance(amount, int) and (amount not in proc.roles or operation != "="):
            yield f"{told}: an amount is an integer, or with '=' one of the roles {proc.roles}"


def _follow_faults(game: Game, outcome: Outcome) -> Iterator[str]:
    for name, known in outcome.then:
        if name not in game.procedures:
            yield f"{name!r} may follow, but is no Procedure of this game{_suggest_name(name, game.procedures)}"
            continue
        proc = game.procedures[name]
        may = [*(i.name for i in proc.inputs), *proc.roles]
        for key in known:
            if key not in may:
                meant = _suggest_name(key, may)
                yield f"{name!r} may follow with {key!r}, which is neither an input nor a role of it{meant}"


# The screens of a Procedure


def form_faults(board: VirtualBoard, game: Game, name: str, times: int = 4) -> list[str]:
    """Return the faults of a Procedure's form and result, with random values and empty roles."""
    dice = random.Random(name)
    app = board.app
    proc = game.procedures[name]
    app.context.open(f"{game.name}.home")
    number = app.context.session.procedure_index(name)
    faults: list[str] = []

    def look_at_screen(where: str) -> None:
        faults.extend(_screen_faults_now(board, game, name, where))

    done = 0
    for _ in range(TRIES):
        v = named_texts.some_values(proc, dice, bold=done > 0)
        if v is None:
            continue
        app.context.open(
            f"{game.name}.form", number, *[-1] * len(proc.roles), *[v[i.name] for i in proc.inputs]
        )
        board.run(50)
        _play_to_its_end(board, dice, look_at_screen)
        app.context.navigation.home()
        app.context.open(f"{game.name}.home")
        done += 1
        if done == times:
            break
    return [f"{game.files[name]}: {name}: {fault}" for fault in dict.fromkeys(faults)]


def _screen_faults_now(board: VirtualBoard, game: Game, name: str, where: str) -> Iterator[str]:
    """Yield the faults of the screen; raise the exception that a screen raised."""
    app = board.app
    if board.faults:
        fault = board.faults.pop(0)
        fault.add_note(f"{game.files[name]}: {name}: raised by {where}")
        raise fault
    shown = " ".join(board.words.strings)
    for key in _UNSAID.findall(shown) if app.context.t.missing else ():
        yield from (f"{where}: {fault}" for fault in missing_texts(game, key))
    if app.canvas.missing:
        yield f"{where}: a letter of {shown!r} is in no font"
    if app.canvas.clipped:
        cut = board.words.clipped[-1] if board.words.clipped else shown
        keys = [
            f"{key} of {language}.txt" for language in game.words for key in _keys_of(game, language, cut)
        ]
        yield f"{where}: {cut!r} does not fit on the panel; shorten {' or '.join(keys) or 'a text that it has'}"
    app.context.t.missing = app.canvas.missing = app.canvas.clipped = 0
    board.words.clipped.clear()


def _keys_of(game: Game, language: str, text: str) -> list[str]:
    """Return the keys of the texts that the panel writes as `text`."""
    return [key for key, words in game.words[language].items() if words == text]


def _play_to_its_end(board: VirtualBoard, dice: random.Random, look: Callable[[str], None]) -> None:
    """Play from the open form to the result of its roll, through all choices and explanations."""
    stack = board.app.stack

    def press_and_look(key: int, where: str) -> None:
        board.press(key)
        look(where)

    form = stack.top()
    look("its form")
    for _ in range(len(form.list) + 1):
        press_and_look(DOWN, "its form")
    form.cursor = 0
    board.hold(OK)
    look("its chances")
    press_and_look(BACK, "its form")
    press_and_look(OK, "its first question or its result")
    top = stack.top()
    while callable(getattr(top, "ask", None)):  # Questions to the players come before the dice
        press_and_look(OK, "its question")
        top = stack.top()
    while getattr(top, "ask", None) is not None:
        for _ in top.ask.options:
            press_and_look(DOWN, f"its question {top.ask.name!r}")
        top.cursor = dice.randrange(len(top.ask.options))
        press_and_look(OK, "its result")
        board.press_until(BACK, lambda: stack.top() is top)  # Leave further questions of the game
        look("its result")
    for _ in getattr(top, "list", ()):
        press_and_look(DOWN, "its result")
    board.hold(OK)
    look("its why")


_UNSAID = re.compile(r"<([\w.]+)>")


# Screens


def screen_list_faults(folder: Path) -> list[str]:
    """Return the faults of a game's screens: ids without a class, and hooks that no code calls."""
    faults: list[str] = []
    package = import_module(f"gobelet.games.{folder.name}.screens", folder)
    start = f"{short_path(folder)}/screens/__init__.py"
    for name, (module, made_of) in package.SCREENS.items():
        made = class_of(folder, package, name)
        if not (inspect.isclass(made) and issubclass(made, Screen)):
            faults.append(f"{start}: {name!r}: {module} has no screen {made_of!r}")
    if "home" not in package.SCREENS:
        faults.append(f"{start}: a game opens with its screen 'home'; add it")
    for name in getattr(package, "__all__", ()):
        if name != "SCREENS" and name not in ASKED_BY:
            faults.append(f"{start}: nobody asks a game for {name!r}{_suggest_name(name, ASKED_BY)}")
    for file in sorted((folder / "screens").glob("*.py")):
        module = (
            import_module(f"{package.__name__}.{file.stem}", folder) if file.stem != "__init__" else package
        )
        for made in vars(module).values():
            if inspect.isclass(made) and issubclass(made, Screen) and made.__module__ == module.__name__:
                faults += [f"{short_path(file)}: {fault}" for fault in unused_hooks(made, folder)]
    return faults


def unused_hooks(made: type, folder: Path) -> list[str]:
    """Return attributes that override nothing and that no line of the game or of the firmware mentions."""
    inherited = {name for base in made.__mro__[1:] for name in vars(base)}
    faults = []
    for name in vars(made):
        if name.startswith("__") or name in inherited or name in mentioned_names(folder):
            continue
        public = [each for each in inherited if not each.startswith("_")]
        close = difflib.get_close_matches(name, public, 1, 0.7)
        told = f"; is {close[0]!r} meant?" if close else "; delete it, or call it"
        faults.append(f"{made.__name__}.{name} overrides nothing and nobody calls it{told}")
    return faults


@lru_cache
def mentioned_names(folder: Path) -> set[str]:
    """Return every name that a game, or the code shared by all games, reads, alone or as an attribute."""
    shared = Path(str(importlib.import_module("gobelet").__file__)).parent
    found: set[str] = set()
    for path in [*shared.rglob("*.py"), *folder.rglob("*.py")]:
        if folder in path.parents or "games" not in path.relative_to(shared).parts:
            found |= _names_in(path)
    return found


@cache
def _names_in(path: Path) -> set[str]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            found.add(node.attr)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            found.add(node.id)
    return found
