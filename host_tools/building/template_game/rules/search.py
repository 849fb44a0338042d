"""template_game, searching: the die and what helps, then the table. (Say here where the rule book has it.)"""

from gobelet.core.procedure import Outcome, Procedure, Roll, flag, lane, number

from .tables import found


def _search(v, s):
    """What comes next: the die while there is no state, then what it gives.

    `v` has the value of each input, `s` what the fold made of the faces. With Ask somebody decides on the way.
    """
    if s is None:
        return Roll((6,), lambda v, s, faces: faces[0])
    gold = found(s + lane(search, v, "roll"))
    return Outcome(gold, (("seeker", "gold", "+", gold),) if gold else ())


search = Procedure(
    "search",
    (
        flag("lamp", 1, "roll"),  # +1 in the lane "roll" while it is yes
        number("luck", -2, 2, lane="roll"),  # counts itself; role= and field= would take it from a Sheet
    ),
    _search,
    questions=(("some", lambda v, key: key > 0),),  # the chances that the form shows by name
    explain="search",
    roles=("seeker",),
)
