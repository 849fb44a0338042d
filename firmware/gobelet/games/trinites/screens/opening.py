"""Trinités: functions that open forms, and that find the last actor and skill."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.journal.journal import ROLL, unpack_roll
from gobelet.ui.screens.menu import Picker
from gobelet.words.wording import arguments

from ..rules import party
from ..rules.damage import UNCONSCIOUS
from ..rules.sheets import FULL, PLAYED
from ..rules.tables import OPTIONS
from .common import skill_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.game.session import Session
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Name, Row, Values
    from gobelet.ui.screens.types import Context

    from ..rules.party import Skill

# A ROLL in the journal has one list of integers: the rows of the roles, the actor's first, then the values of the
# inputs.
SKILL_TESTS = {"test": 1, "note": 1, "oppose": 2}  # number of roles of each Procedure that tests a skill
SOINS = 0  # index of the skill Soins [care] in OPTIONS
SKILL = 2  # index of the skill among the inputs of each Procedure in SKILL_TESTS
WITHOUT_ACTOR = ("rest", "dodge", "suffer")  # Procedures whose only role is the target
RECORDS = 40  # maximum number of journal records that the search for the last roll reads


def last_actor(context: Context) -> tuple[Row, Skill]:
    """Return (row of the actor, tested skill) of the last roll.

    The skill is -1 if the roll was no test. Without a recent roll the row is that of the first character in the
    game, or -1 in a game without characters. The function reads the bytes of the journal, so that it does not load
    the Procedure.
    """
    session = context.session
    now = session.journal.position
    found = session.cache.get("last")
    if found is None or found[0] != now:
        found = session.cache["last"] = now, _last_skill(session)
    row, skill = found[1]
    if row >= 0 and session.get("char", row, "used") == PLAYED:
        return row, skill
    played = party.playing_rows(session.state)
    return (played[0] if played else -1), -1


def _last_skill(session: Session) -> tuple[Row, Skill]:
    left = RECORDS
    for _, kind, payload in session.journal.newest_first():
        left -= 1
        if kind == ROLL:
            number, _, listed = unpack_roll(payload)[:3]
            name = session.listed[number][0] if number < len(session.listed) else ""
            index = SKILL_TESTS[name] + SKILL if name in SKILL_TESTS else 0
            if name and name not in WITHOUT_ACTOR and index < len(listed):
                return listed[0], listed[index] if index else -1
        if not left:
            break
    return -1, -1


def last_skill(context: Context, row: Row) -> Skill:
    """Return the index of the skill that a character tested last, or -1.

    The result is -1 if the last roll of this character is unknown, or was no test of a skill.
    """
    who, skill = last_actor(context)
    if who != row or skill < 0:
        skill = context.session.chosen.get(("skill", row), -1)
    return skill


def open_form(
    context: Context,
    name: Name,
    rows: Sequence[Row] = (),
    known: Values | None = None,
    guessed: Values | None = None,
    asks: bool = False,
) -> None:
    """Open the form of a Procedure with known values.

    - rows     the rows of the first roles; all further roles are unknown;
    - known    the values of inputs that the form does not ask for;
    - guessed  the values of inputs that the form still asks for;
    - asks     whether the form begins with its questions.
    """
    session = context.session
    number = session.procedure_index(name)
    proc = session.procedure(number)
    if name == "regen" and not known and rows[0] >= 0:
        left = [session.get("adam", rows[0], field) for field in ("deva_now", "archonte_now")]
        if not all(left):  # if a reserve of Karma is empty, propose the nature of the other
            known = {"nature": int(not left[0])}
    rows = list(rows) + [-1] * (len(proc.roles) - len(rows))
    context.open("trinites.form", number, *arguments(proc, rows, guessed or known or {}))
    form = context.navigation.top()
    form.accept_values(known or ())
    if asks:
        form.ask(True)


# Inputs that describe the task. A new test begins with the values that these inputs had in the last test of the
# same skill.
TASK_INPUTS = ("level", "near", "more", "score", "adam")


def open_test(context: Context, row: Row, skill: Skill, name: Name = "test") -> None:
    """Open the form of a skill test.

    If the last roll was a test of the same skill by the same character, the form begins with the values of this
    test.
    """
    session = context.session
    proc = session.procedure(session.procedure_index(name))
    known = {"skill": skill}
    resolution = session.last_roll()
    if resolution is not None and resolution.proc is proc:
        values = resolution.values
        if resolution.rows[0] == row and values["skill"] == skill:
            known.update({each: values[each] for each in TASK_INPUTS if each in values})
        elif name == "note":
            known["level"] = values["level"]  # all sides of a confrontation usually have the same difficulty
    if row >= 0:
        known["score"] = max(0, party.score(session.state, row, skill))
        session.chosen[("skill", row)] = skill
    open_form(context, name, (row,), known)


def open_damage(context: Context, row: Row) -> None:
    """Open the form of damage to a character, with the cursor on the amount."""
    open_form(context, "suffer", (row,))
    context.navigation.top().place_cursor(1)
    context.redraw()


def likely_carer(state: State, patient: Row) -> Row:
    """Return the row of the character who probably cares for `patient`, or -1.

    A possible carer is alive, conscious, and not the patient. A single possible carer is the likely one. Among
    several, only characters on the patient's side with a score in Soins [care] above 0 count. The likely carer is
    the one with the highest score.
    """
    rows = [
        row
        for row in party.living_rows(state)
        if row != patient and party.condition(state, row) < UNCONSCIOUS
    ]
    best = -1
    for row in rows:
        score = party.score(state, row, SOINS)
        if (row < FULL) == (patient < FULL) and score > (party.score(state, best, SOINS) if best >= 0 else 0):
            best = row
    return rows[0] if len(rows) == 1 else best


def open_care(context: Context, carer: Row, patient: Row) -> None:
    """Open the form of the care that a patient needs.

    `carer` is -1 if the carer is unknown.
    """
    from ..rules import health  # imported here, because the form of a care loads this module in any case

    open_form(context, "care", (carer, patient), {"kind": health.needed_care(context.session.state, patient)})


def other_skills(known: Sequence[Skill]) -> list[Skill]:
    """Return the indexes of the skills that are not in `known`."""
    return [index for index in range(len(OPTIONS)) if index not in known]


def skill_picker(context: Context, title: str, known: Sequence[Skill]) -> Picker:
    """Return the screen with the list of the skills that are not in `known`.

    The result of the screen is the index of the chosen skill in `other_skills(known)`.
    """
    return Picker(context, title, [skill_name(context, index) for index in other_skills(known)])
