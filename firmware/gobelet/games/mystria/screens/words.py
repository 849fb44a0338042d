"""Mystria: texts and pages that several screens use, and the base of most screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.drawing.numbers import percent

from ..rules.score import count_sheets, most_points
from ..rules.sheets import BAG, COLOURS, OVER, PLAY, SETUP, VERSIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gobelet.rules.types import Chance, Effect, Field, Row
    from gobelet.ui.screens.stack import Screen
    from gobelet.ui.screens.types import Context

    from ..rules.score import Count

ON = {SETUP: "setup", PLAY: "turn", OVER: "over"}  # for each part of a game, the short name of its screen


def colour_name(context: Context, index: int) -> str:
    """Return the name of the colour with this index in COLOURS."""
    return context.t("colour." + COLOURS[index])


def most_points_by_version() -> list[int]:
    """Return the highest possible points of a player in each version."""
    return [most_points(version) for version in range(len(VERSIONS))]


def open_page(context: Context, name: str) -> None:
    """Open the page `name` of the rules."""
    context.dialogs.show_rule(name, *(most_points_by_version() if name == "total" else ()))


def chance_text(context: Context, share: Chance) -> str:
    """Return the text of a chance as a percentage and a fraction, as "25 % (1/4)".

    `share` is (numerator, denominator).
    """
    return "%s (%d/%d)" % ((percent(share, context.t("decimal")),) + share)


def seat_names(context: Context) -> tuple[str, str]:
    """Return the names of both players."""
    return context.seat(0), context.seat(1)


def present_count(context: Context, placed: tuple[Row, int, int] | None = None) -> Count | None:
    """Return the Count of the present Sheets; None if a value is missing.

    `placed` is (row of the player, colour, size) of a group, see `score.count_sheets`.
    """
    try:
        return count_sheets(context.session.state, False, placed)
    except Refused:
        return None


def game_part(context: Context) -> int:
    """Return the present part of the game: SETUP, PLAY, OVER, or 0 without a game."""
    return context.session.get("game", 0, "part")


def _leave_for_part(context: Context, screen: Screen) -> None:
    """Replace an invalid screen by the screen for the present part of the game."""
    # after a restart, another screen may be above `screen`
    if context.navigation.stack.top() is screen and not screen.is_valid():
        if game_part(context):
            context.replace("mystria." + ON[game_part(context)])
        else:
            context.navigation.back_to("mystria.home")


def describe(context: Context, effects: Sequence[Effect]) -> str | list[Effect] | None:
    """Return the text for a change that the names of its fields do not explain.

    Such a change has a new step of the set-up (numbered from 1), a new first player, or a new active player. Further
    such changes are the first dealt stacks, and the first count of a colour in the bag. If a change sets the part of
    the game, for example when a game is restored, the result is the effect on the field "part". The result is None for
    all other changes.
    """
    state = context.session.state
    found: dict[Field, tuple[int, int]] = {}
    part: list[Effect] = []
    for effect in effects:
        field = state.kinds[effect[0]].fields[effect[2]]
        found[field] = effect[3:]
        if field == "part":
            part = [effect]
    if part and "taken" not in found:
        return part
    if list(found) == ["step"]:
        old, new = found["step"]
        return "%s %d→%d" % (context.t("f.step"), old + 1, new + 1)
    for field in ("first", "active"):
        if field in found and not ("part" in found or "turn" in found or "taken" in found):
            names = [context.seat(row) or "—" for row in found[field]]
            return "%s %s→%s" % (context.t("f." + field), names[0], names[1])
    if "cells" in found and "dealt" in found:
        return "%s %d→%d" % ((context.t("f.dealt"),) + found["dealt"])
    masks = found.get("counted", (0, 0))
    for index in range(len(COLOURS)):
        if masks[0] ^ masks[1] == 1 << index:
            now = state.get("game", 0, BAG[index])
            pair = found.get(BAG[index], (now, now))
            texts = [str(pair[n]) if masks[n] >> index & 1 else "?" for n in (0, 1)]
            return "%s %s→%s" % (context.t("f." + BAG[index]), texts[0], texts[1])
    return None


class GameScreen:
    """The base of a screen that a change of the Sheets may make invalid.

    A screen's class lists this base before `Menu` or `Screen`. The screen's method `refresh` reads the Sheets.
    """

    context: Context
    refresh: Callable[[], None]
    holds = "?"
    first_part = SETUP  # the part of the game from which on the screen is valid

    def is_valid(self) -> bool:
        """Tell whether the game has reached the part `first_part`."""
        return game_part(self.context) >= self.first_part

    def on_show(self) -> None:
        if self.is_valid():
            self.refresh()
        else:
            self.context.defer(_leave_for_part, self.context, self)
