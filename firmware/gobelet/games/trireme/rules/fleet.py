"""Trirème, Fleet game: clearance, fatigue, sail movement points."""

from gobelet.core.procedure import Outcome, Procedure, choice, flag, lane
from gobelet.core.refused import Refused

from .common import DIE, HELD, KINDS, SHIP, YES, check_held, check_size, crew, has, size

# Clearing an immobilisation [Dégagement de l'immobilisation], seed L65-72: total, result, what becomes of the ship.
# The bonus, +2, is for one attempt [A3].
CLEARANCE = (
    "1   sunk       fate=1",
    "2   permanent  immobilised=2 bonus=0",
    "3   none       bonus=0",
    "4   partial    bonus=1 slowed=1",
    "5+  freed      immobilised=0 bonus=0 slowed=0",
)

# Fatigue [Table de fatigue], seed L74-80: crew, tired, not tired.
FATIGUE = (
    "expert     1    2-6",
    "ordinaire  1-2  3-6",
    "debutant   1-3  4-6",
    "esclave    1-5  6",
)

# Sail movement points [PM véliques], seed L82-90: bearing, mainsail [grand-voile], sail [voile].
SAIL = (
    "A  2*  2",
    "B  2   1",
    "C  1   0",
    "D  0   0",
)


def cleared(total):
    """Result 1 to 5 of a clearance; the last row is open."""
    return min(max(total, 1), len(CLEARANCE))


def _clearance(v, s):
    if s is None:
        return DIE
    result = cleared(s + lane(fleet_clearance, v, "roll"))
    effects = []
    for word in CLEARANCE[result - 1].split()[2:]:
        field, _, value = word.partition("=")
        effects.append(("ship", field, "=", int(value)))
    return Outcome(result, tuple(effects))


fleet_clearance = Procedure(
    "fleet_clearance",
    (
        has("bonus", "ship", "bonus", "roll", 2),
        choice("immobilised", HELD, 1, role="ship", field="immobilised"),
    ),
    _clearance,
    check=check_held,
    questions=(
        ("freed", lambda v, key: key == 5),
        ("1", lambda v, key: key == 1),
        ("ever", lambda v, key: key == 2),
    ),
    explain="why_fleet.clearance",
    roles=SHIP,
)


def tired(quality, die):
    """Whether the rowers of a crew tire on a die."""
    return die <= int(FATIGUE[quality].split()[1][-1])


def _fatigue(v, s):
    if s is None:
        return DIE
    return Outcome(1, (("ship", "tired", "=", 1),)) if tired(v["quality"], s) else Outcome(0)


fleet_fatigue = Procedure(
    "fleet_fatigue", (crew(),), _fatigue, questions=YES, explain="why_fleet.fatigue", roles=SHIP
)


def sail_points(bearing, mainsail, size, oars, venetian):
    """Sail movement points. The star: 3 for sizes 1 to 7 with oars, or for a Venetian (seed L90)."""
    cell = SAIL[bearing].split()[1 if mainsail else 2]
    if cell[-1] == "*" and (venetian or (1 <= size <= 7 and oars)):
        return 3
    return int(cell[0])


def _check_sail(v):
    if v["sail"] == 0:
        raise Refused("TRI-E04")
    if v["bearing"] == 0 and v["sail"] == 2 and v["oars"] and v["kind"] != 3:
        check_size(v)  # only the star asks for it


def _sail(v, s):
    return Outcome(sail_points(v["bearing"], v["sail"] == 2, v["size"], v["oars"], v["kind"] == 3))


fleet_sail = Procedure(
    "fleet_sail",
    (
        choice("bearing", ("A", "B", "C", "D")),
        choice("sail", ("none", "voile", "grand_voile"), 2, role="ship", field="sail"),
        size("size", "ship"),
        flag("oars", start=1),
        choice("kind", KINDS, role="ship", field="kind"),
    ),
    _sail,
    check=_check_sail,
    explain="why_fleet.sail",
    roles=SHIP,
)
