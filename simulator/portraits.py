"""Portraits: pictures of a game that need no script.

The pictures show the game's home, its history, a preset and the luck screen. For each Procedure they show the
form, the questions and the result.

A role of a Procedure, such as the attacker, is filled by a row of the Sheet. `rows_of` chooses the rows. The inputs
have their start values. Each Procedure starts with the same random bytes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from simulator.entropy import ScriptedEntropy, SeededEntropy
from simulator.script import Script

View = tuple[str | None, str]


def view(app: Any) -> View:
    """Return (id of the top screen, "procedure.question").

    The second part has the names of the screen's Procedure and question. A name is left out if the screen has no
    Procedure or no question.
    """
    top = app.stack.top()
    names = [getattr(getattr(top, part, None), "name", "") for part in ("proc", "ask")]
    return app.stack.ids[-1], ".".join(name for name in names if name)


def take_portraits(script: Script, game: str) -> None:
    """Open the screens of a game on the script's board, and take a shot of each.

    Raises ScriptError if a screen fails.
    """
    from gobelet.game.by_name import load

    app = script.board.app
    screens = load(f"gobelet.games.{game}.screens", "SCREENS")
    result = f"{game}.result"

    def run_commands(*commands: str) -> None:
        script.play_text("\n".join(commands), Path(f"{game}, without a script"))

    run_commands(f"open {game}.home", "shot home")
    for number, (name, _) in enumerate(app.context.session.listed if "form" in screens else ()):
        rows = " ".join(map(str, rows_of(app, number)))
        run_commands(f"open {game}.form {number} {rows}", f"shot form-{name}")
        _same_dice(script)
        form = app.stack.top()
        run_commands("press OK")
        if getattr(form, "asking", False):
            while form.asking:
                run_commands("press OK")  # choose the first option of an input without a start value
            run_commands("press OK")
        while app.stack.ids[-1] == result and app.stack.top().ask:
            asked = f"ask-{name}-{app.stack.top().ask.name}"
            run_commands(*(() if asked in script.names else (f"shot {asked}",)), "press OK")
        if app.stack.ids[-1] == result:  # false if the rules have refused the start values
            run_commands(f"shot result-{name}")
    if "presets" in screens:
        run_commands(f"open {game}.home", f"open {game}.presets", "press OK", "press BACK", "shot presets")
    if "luck" in screens:
        run_commands(f"open {game}.luck", "wait 1000", "shot luck")
    if "history" in screens:
        run_commands(f"open {game}.history", "shot history")


def rows_of(app: Any, number: int) -> list[int]:
    """Return the row index for each role of the Procedure with index `number`.

    Roles of the same Kind get the rows 0, 1, 2...; after the last row of the Kind, they all get this last row.
    """
    rows = []
    given: dict[str, int] = {}
    for role in app.context.session.procedure(number).roles:
        kind = app.context.session.state.kind(app.context.session.roles[role])
        rows.append(min(given.get(kind.name, 0), kind.rows - 1))
        given[kind.name] = rows[-1] + 1
    return rows


def _same_dice(script: Script) -> None:
    """Reset the random bytes, so that earlier rolls do not change the next dice."""
    assert isinstance(script.board.entropy, ScriptedEntropy)
    script.board.entropy.rest = SeededEntropy()
