"""Trinités: all actions but strike, shoot, move and destroy (RULES 4.7, L446-612).

Each action is a Procedure with the skills and reactions that `combat_tables.ACTIONS` has for the action.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import Odds
from gobelet.rules.procedure import Outcome, ask_first, choice, lane, number
from gobelet.rules.refused import Refused

from . import combat, combat_tables, damage
from .combat import ROLES, VICTIM, wound_effects
from .natural import LEVEL, TARGET, chance, is_success
from .primes import DONE, failure_key, is_done

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Chance, Consequence, Field, Name, Progress, Step, Test, Values

    # the type of a function that returns effects for the input values and the actor's final result
    Effects = Callable[[Values, int], Sequence[Consequence]]


def _printed_row(name: str) -> list[str]:
    for row in combat_tables.ACTIONS:
        if row.startswith(name + " "):
            return row.split()
    raise KeyError(name)


class Action(combat.InputsOnDemand):
    """The Procedure of an action, with the skills that ACTIONS has for the action.

    One class for all actions takes less memory than functions for each action.

    - effects  a function of (values, actor's final result) that returns the effects of a success;
    - extra    the inputs that only this action has;
    - auto     a function of the values that tells whether the action succeeds without dice;
    - refuse   a function of the values that raises Refused if the action's own rule forbids the action.
    """

    decided = None
    depth = 8
    label = None
    questions = (("win", is_done),)
    roles: Sequence[str] = ROLES
    explain = "action"

    def __init__(
        self,
        name: Name,
        effects: Effects | None = None,
        extra: tuple[Input, ...] = (LEVEL,),
        auto: Test | None = None,
        refuse: Test | None = None,
    ) -> None:
        self.name = name
        self.extra = extra
        self.effects = effects
        self.auto = auto
        self.refuse = refuse

    def make_inputs(self) -> tuple[Input, ...]:
        row = _printed_row(self.name)
        numbers = combat.advanced_inputs() if row[5] == "advanced" else combat.plain_inputs()
        inputs = combat.actor_inputs(tuple(row[1].split("/")), numbers)
        inputs += self.extra
        if row[4] != "-":
            inputs += combat.reactor_inputs(tuple(row[4].split("/")))
        return inputs

    def check(self, values: Values) -> None:
        combat.check_action(values, self.name)
        if self.refuse is not None:
            self.refuse(values)

    def is_automatic(self, values: Values) -> object:
        """Tell whether the action needs no dice. A prime requires a roll (L700)."""
        return self.auto is not None and not values["prime"] and self.auto(values)

    def is_won(self, values: Values, progress: Progress) -> bool:
        """Tell whether the action succeeds with the dice in `progress`."""
        return combat.is_won(values, progress, lane(self, values, "roll"), lane(self, values, "react"))

    def chance(self, values: Values) -> Chance:
        """Return the chance that the action succeeds, if dice are rolled."""
        return combat.win_chance(values, lane(self, values, "roll"), lane(self, values, "react"))

    def step(self, values: Values, progress: Progress) -> Step:
        final = 0
        if not self.is_automatic(values):
            now = combat.next_roll(values, progress)
            if now is not None:
                return now
            if not self.is_won(values, progress):
                return Outcome(failure_key(values), tuple(combat.action_effects(values, False)))
            final = min(progress[0] + lane(self, values, "roll"), 99)
        found = self.effects(values, final) if self.effects is not None else ()
        return Outcome(DONE, tuple(combat.action_effects(values, True)) + tuple(found))

    def odds(self, values: Values) -> Odds:
        if self.is_automatic(values):
            return Odds({DONE: 1}, 1, 0, 0, 0)
        return combat.odds_from_shares([(DONE, self.chance(values)), (failure_key(values), None)])


class AgainstNoted(Action):
    """An action against an earlier final result, which a Sheet stores.

    The input "noted" is this result. The action is the second roll of a deferred confrontation. The character who
    acts now is the opposing side (L430), and therefore wins a tie (L89) [A-TR31].
    """

    def __init__(self, name: Name, role: str, field: Field, effects: Effects | None = None) -> None:
        Action.__init__(self, name, effects, (number("noted", 0, 99, role=role, field=field),))
        self.roles = ROLES if role == "target" else ROLES[:1]

    def is_won(self, values: Values, progress: Progress) -> bool:
        final = progress[0] + lane(self, values, "roll")
        return final >= values["noted"] and is_success(progress[0], final - progress[0])

    def chance(self, values: Values) -> Chance:
        return chance(max(TARGET, values["noted"]) - lane(self, values, "roll"), values["adam_a"])


def _pending_inputs(field: Field) -> tuple[Input, ...]:
    """Return the inputs of an encouragement or an intimidation.

    The input "what" is the kind of roll that the encouragement or intimidation will change. Its value is
    INITIATIVE, ACTION or REACTION of `sheets`, minus 1.
    """
    what = ask_first(choice("what", ("init", "action", "reaction")))
    return LEVEL, what, number("already", 0, 3, role="target", field=field, asked=False)


def _refuse_second(values: Values) -> None:
    if values["already"]:
        raise Refused("TR-E27")


def _pending_effects(values: Values, field: Field) -> tuple[Consequence, ...]:
    return ("target", field, "=", values["what"] + 1), ("target", field + "_by", "=", "me")


def _encourage_effects(values: Values, final: int) -> tuple[Consequence, ...]:
    return _pending_effects(values, "spurred")


def _intimidate_effects(values: Values, final: int) -> tuple[Consequence, ...]:
    return _pending_effects(values, "cowed")


def _feint_effects(values: Values, final: int) -> tuple[Consequence, ...]:
    return (("me", "feint", "=", "target"),)


def _hide_effects(values: Values, final: int) -> tuple[Consequence, ...]:
    return (("me", "hidden", "=", final),)


def _is_disengaged(values: Values) -> bool:
    return not values["engaged"]


_GRIP = ("secured", "tied", "gagged", "shield")


def _seize_effects(values: Values, final: int) -> tuple[Consequence, ...]:
    held = (("target", "held", "=", "me"), ("target", "grip", "=", final))
    return held + tuple([("target", field, "=", 0) for field in _GRIP])


def _free_effects(values: Values, final: int) -> tuple[Consequence, ...]:
    return tuple([("me", field, "=", 0) for field in ("held", "grip") + _GRIP])


# Obstacles that a dislodged character may hit (L495-498), each with its damage. Stairs do 1 point for each 3 m.
OBSTACLES = ("nothing 0", "glass 1", "wall 2", "stairs 1")
_STAIRS = 3


def _is_on_stairs(values: Values) -> bool:
    return values["into"] == _STAIRS


def _obstacle_inputs() -> tuple[Input, ...]:
    into = choice("into", tuple([row.split()[0] for row in OBSTACLES]))
    return (LEVEL, into, number("metres", 0, 99, when=_is_on_stairs)) + VICTIM


def _dislodge_effects(values: Values, final: int) -> tuple[Consequence, ...]:
    points = int(OBSTACLES[values["into"]].split()[1])
    if points and values["into"] == _STAIRS:
        points = values["metres"] // 3
    return wound_effects(values, damage.blow_damage(points, protection=values["armour"])[2])


def _make_action(name: Name) -> Action:
    if name == "draw":
        engaged = number("engaged", 0, 19, role="me", field="engaged")
        return Action(name, None, (engaged,), _is_disengaged)
    if name == "encourage":
        return Action(name, _encourage_effects, _pending_inputs("spurred"), None, _refuse_second)
    if name == "intimidate":
        return Action(name, _intimidate_effects, _pending_inputs("cowed"), None, _refuse_second)
    if name == "dislodge":
        return Action(name, _dislodge_effects, _obstacle_inputs())
    if name == "spot":
        return AgainstNoted(name, "target", "hidden")
    if name == "break_free":
        return AgainstNoted(name, "me", "grip", _free_effects)
    return Action(name, _PLAIN[name])


# For each action without inputs of its own, the function that returns the effects of a success. None means that a
# success has no effects except those of every action.
_PLAIN: dict[Name, Effects | None] = {
    "feint": _feint_effects,
    "seize": _seize_effects,
    "hide": _hide_effects,
    "disarm": None,
    "assess": None,
    "improvise": None,
    "survey": None,
}
_actions: dict[Name, Action] = {}


def __getattr__(name: Name) -> Action:
    """Return the Action of this name, made when the name is first read.

    Memory has no room for all actions while a form is open.
    """
    found = _actions.get(name)
    if found is None:
        try:
            found = _actions[name] = _make_action(name)
        except KeyError:
            raise AttributeError(name) from None
    return found
