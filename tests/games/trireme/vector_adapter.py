"""Trirème: the tables of the vectors, as calls of the rules.

A vector names a table and its inputs as RULES.md does; the rules number all of them.
"""

from gobelet.games.trireme.rules import (
    fleet_boarding,
    fleet_movement,
    fleet_ramming,
    ship_boarding,
    ship_breach,
    ship_clearance,
    ship_ramming,
    tables,
    walks,
)
from gobelet.games.trireme.rules.inputs import QUALITIES
from gobelet.rules.procedure import Outcome, Refused, advance, lane, sums, values
from tests.vectors.runner import adapter_function, procedure_of

MARKS = ("ok", "check", "doubt")
PASSED = ("Passe avec succès", "Arrêté", "Naufragé")
QUALITY_IDS = ("q_expert", "q_ordinaire", "q_debutant", "q_esclave")


def run(vector):
    """Return the result of one vector as a dict; Refused if the rules refuse it."""
    return adapter_function(globals(), "t_", vector.get("table"))(vector.get("input") or {})


def quality_index(a, name="quality"):
    return QUALITIES.index(a[name])


def is_on(a, *names):
    """Return 1 if one of these is on: by its own name, or in the list of modifiers."""
    listed = a.get("modifiers") or ()
    return 1 if any(a.get(name) or name in listed for name in names) else 0


def crew_values(a, ours, theirs, first, second):
    """Return the values of two crews, from the ids that compare them."""
    if first in a or second in a:
        return {ours: quality_index(a, first), theirs: quality_index(a, second)}
    if is_on(a, "rammer_better_crew", "crew_superior", "better_crew"):
        return {ours: 0, theirs: 1}
    if is_on(a, "target_better_crew", "crew_inferior"):
        return {ours: 1, theirs: 0}
    return {}


def known_flags(a, names):
    """Return the flags of a Procedure.

    `names` has for each input the ids that set it.
    """
    found = {}
    for row in names:
        words = row.split()
        if is_on(a, *words[1:]):
            found[words[0]] = 1
    return found


def two_faces(total):
    """Return two dice with this sum."""
    low = max(1, total - 6)
    return (low, total - low)


def vector_faces(a, count):
    """Return the faces of a vector, which has faces, a die or a sum."""
    for name in ("dice", "faces"):
        if name in a:
            return tuple(a[name])
    if count == 1:
        return (a.get("die", a.get("roll")),)
    return two_faces(a["roll"])


def outcome_or_question(proc, v, path):
    """Return the Outcome after these dice, or the question before the Outcome."""
    for result in path:
        if isinstance(result, tuple):
            for face in result:
                if not 1 <= face <= 6:
                    raise Refused("FACE", sides=6)
    return advance(proc, v, path)


def applied_effects(found, **names):
    """Return the effects of an Outcome by field."""
    effects = {}
    for role, field, _, amount in found.effects:
        effects[(role, field)] = amount
    return effects


# Sequences.


def t_fleet_sequence(a):
    return turn_sequence("fleet")


def t_ship_sequence(a):
    return turn_sequence("ship")


def turn_sequence(game):
    from gobelet.games.trireme.rules.walks import FLEET_TURN, SHIP_TURN

    return {"steps": [step[0] for step in (FLEET_TURN if game == "fleet" else SHIP_TURN)]}


# Fleet game.


def t_fleet_clearance(a):
    proc = procedure_of("trireme", "fleet_clearance")
    v = values(proc, {"bonus": is_on(a, "bonus_from_last_attempt", "bonus", "after_result_4")})
    die = vector_faces(a, 1)
    total = die[0] + lane(proc, v, "roll")
    key = outcome_or_question(proc, v, [die]).key
    return {"total": total, "id": fleet_movement.CLEARANCE[key - 1].split()[1]}


def t_fleet_fatigue(a):
    proc = procedure_of("trireme", "fleet_fatigue")
    v = values(proc, {"quality": quality_index(a)})
    return {"tired": outcome_or_question(proc, v, [vector_faces(a, 1)]).key == 1}


def t_fleet_sail_mp(a):
    proc = procedure_of("trireme", "fleet_sail")
    given = {
        "bearing": "ABCD".index(a["bearing"]),
        "sail": {"voile": 1, "grand_voile": 2}[a["sail"]],
        "size": a.get("size", 0),
        "oars": 1 if a.get("oars") else 0,
        "kind": 3 if a.get("venetian") else 0,
    }
    return {"pm": proc.step(values(proc, given), None).key}


def ram_values(a):
    rammer = list(a.get("rammer") or ())
    target = list(a.get("target") or ())
    given = {
        "against": 2 if "r_stern" in rammer else 1 if "r_side" in rammer else 0,
        "part": 1 if "t_bow_side" in target else 2 if "t_stern_side" in target else 0,
        "cruise": int("r_cruise" in rammer),
        "faster": int("t_faster" in target),
        "rammer_immobilised": int("r_immobilised" in rammer),
        "target_immobilised": int("t_immobilised" in target),
        "rammer_quality": 3,
        "target_quality": 3,
        "ram_size": 0,
    }
    for at in range(4):
        if QUALITY_IDS[at] in rammer or a.get("rammer_quality") == QUALITIES[at]:
            given["rammer_quality"] = at
        if QUALITY_IDS[at] in target or a.get("target_quality") == QUALITIES[at]:
            given["target_quality"] = at
    return given


def t_fleet_ram_modifiers(a):
    proc = procedure_of("trireme", "fleet_ram")
    lanes = sums(proc, values(proc, ram_values(a)))
    rammer, target = lanes["rammer"], lanes["target"]
    net = target + a.get("target_base", 0) - rammer - a.get("rammer_base", 0)
    return {"rammer": rammer, "target": target, "net_difference": net}


def t_fleet_ram_effects(a):
    name = fleet_ramming.effect_name(a["difference"])
    found = {"id": name}
    if name == "parity":
        said = a.get("total_parity", "unknown")
        found["parity"] = said
        if said != "unknown":
            found["result"] = "immobilised" if said == "even" else "none"
    return found


def t_fleet_grapple_modifiers(a):
    proc = procedure_of("trireme", "fleet_grapple")
    given = known_flags(
        a, ("target_rammed target_rammed", "immobilised immobilised", "equipment grapple_equipment")
    )
    given.update(crew_values(a, "crew", "target_crew", "crew", "target_crew"))
    return {"sum": lane(proc, values(proc, given), "roll")}


def t_fleet_boarding(a):
    one = a.get("a", a.get("value_a"))
    two = a.get("b", a.get("value_b"))
    proc = procedure_of("trireme", "fleet_boarding")
    v = values(proc, {"value": one, "target_value": two})
    row = fleet_boarding.boarding_row(one, two)
    die = vector_faces(a, 1)
    key = outcome_or_question(proc, v, [die]).key
    return {
        "row": fleet_boarding.BOARDING[row].split()[0],
        "result": fleet_boarding.boarding_cell(row, die[0]),
        "captor": (None, "a", "b")[key],
    }


# Ship game.

CLASSES = {
    "lemboi": ("lemboi", 0),
    "saxon": ("saxon", 0),
    "venetian_4": ("venetian", 4),
    "venetian_6": ("venetian", 6),
    "merchant_2": ("merchant", 2),
    "merchant_5": ("merchant", 5),
    "hexadecere": ("hexadecere", 0),
    "other": ("other", 0),
}


def t_ship_reef(a):
    from gobelet.games.trireme.rules.inputs import KINDS

    kind, size = CLASSES[a.get("ship_class", "other")]
    proc = procedure_of("trireme", "ship_reef")
    given = {"kind": KINDS.index(kind), "size": size or a.get("size", 0)}
    given["tide"] = int(a["tide"] == "descendante")
    v = values(proc, given)
    die = vector_faces(a, 1)
    key = outcome_or_question(proc, v, [die]).key
    modifier = lane(proc, v, "roll")
    return {"total": die[0] + modifier, "modifier": modifier, "text": PASSED[key]}


def t_ship_movement_steps(a):
    steps = walks.movement_pattern(
        values(procedure_of("trireme", "ship_steps"), {"speed": a["speed"]})["speed"]
    )
    found = {"steps": steps}
    if "step" in a:
        found["cell"] = found["result"] = steps[a["step"] - 1]
        found["moves"] = walks.is_moving(a["speed"], a["step"])
    return found


def t_ship_incendiary(a):
    proc = procedure_of("trireme", "ship_incendiary")
    given = {
        "weapon": int(a["weapon"] in ("engine", "engines")),
        "range": a["range"],
        "from_tower": is_on(a, "from_tower"),
    }
    try:
        v = values(proc, given)
    except Refused as refusal:
        if refusal.code != "TRI-E05":
            raise
        return {"result": "out_of_range", "max_range": refusal.fields["n"]}
    return {"result": "hit" if outcome_or_question(proc, v, [vector_faces(a, 1)]).key else "miss"}


def cell_of(proc, v, table, where, total):
    """Return the entry of a table at a total: as printed, and as the rules read it."""
    row = tables.damage_row(total)
    code, mark = ship_ramming.codes(v, table, where)[row]
    read = tables.damage_text(code)
    return {"row": row, "cell": read.replace("I", "l"), "norm": read, "mark": MARKS[mark]}


def t_ship_ram_damage(a):
    proc = procedure_of("trireme", "ship_ram")
    given = known_flags(
        a,
        (
            "stationary target_stationary",
            "target_immobilised target_immobilised",
            "move_a contact_move_A",
            "flank front_or_rear_side",
            "not_full_speed rammer_not_full_speed",
            "rammer_immobilised rammer_immobilised",
        ),
    )
    given.update(crew_values(a, "rammer_crew", "target_crew", "rammer_quality", "target_quality"))
    given["rammer_size"] = a.get("rammer_size", 1)
    given["target_size"] = a.get("target_size", 1)
    v = values(proc, given)
    column = tables.column_of(procedure_of("trireme", "ship_ram"), v)[1]
    found = cell_of(proc, v, tables.RAM, column, a["roll"] + lane(proc, v, "roll"))
    found["ratio"] = lane(proc, v, "column")
    found["column"] = tables.LABELS[0].split("|")[column]
    return found


def t_ship_rake_damage(a):
    proc = procedure_of("trireme", "ship_rake")
    given = known_flags(
        a, ("target_full_speed target_full_speed", "not_full_speed raker_not_full_speed not_full_speed")
    )
    given["raker_crew"], given["target_crew"] = {"inf": (2, 1), "egal": (1, 1), "sup": (0, 1)}[
        a["raker_vs_target"]
    ]
    v = values(proc, given)
    return cell_of(
        proc,
        v,
        tables.RAKE,
        tables.column_of(procedure_of("trireme", "ship_rake"), v)[1],
        a["roll"] + lane(proc, v, "roll"),
    )


def t_ship_breach(a):
    proc = procedure_of("trireme", "ship_breach")
    v = values(
        proc,
        {
            "breaches": a.get("breach_number", 1) - 1,
            "size": a.get("size", 3),
            "facing_larger": is_on(a, "facing_larger"),
            "men": 50,
            "pv": 5,
        },
    )
    die = vector_faces(a, 1)
    men, pv, _, equipment, _ = ship_breach.breach_row(die[0])
    found = {
        "men": -men,
        "pv": -pv,
        "immobilised": ship_breach.is_immobilising(v, die[0]),
        "equipment": "lost" if equipment == "E" else None,
        "sunk": ship_breach.is_sinking(v, die[0]),
    }
    now = outcome_or_question(proc, v, [die])
    if not isinstance(now, Outcome):
        found["immobilised"] = "or_equipment"
        found["equipment"] = "or_immobilised"
        return found
    # The effects agree.
    effects = applied_effects(now)
    found["men"] = effects[("ship", "men")] - 50
    found["pv"] = effects[("ship", "pv")] - 5
    found["immobilised"] = ("ship", "immobilised") in effects
    found["sunk"] = ("ship", "fate") in effects
    return found


def roll_threshold(proc, a, given):
    v = values(proc, given)
    modifier = lane(proc, v, "roll")
    return {
        "modifier": modifier,
        "total": a["roll"] + modifier,
        "success": outcome_or_question(proc, v, [vector_faces(a, 2)]).key == 1,
    }


def t_ship_grapple(a):
    given = known_flags(
        a,
        (
            "made_easier made_easier",
            "friendly friendly",
            "collision collision",
            "target_immobilised target_immobilised",
            "target_full_speed target_full_speed",
            "oarsmen_only oarsmen_only",
            "immobilised grappler_immobilised",
            "iron_hands iron_hands",
        ),
    )
    given.update(crew_values(a, "crew", "other_crew", "crew", "other_crew"))
    return roll_threshold(procedure_of("trireme", "ship_grapple"), a, given)


def t_ship_detachment(a):
    given = known_flags(a, ("friendly friendly", "won_boarding won_boarding", "enemy_corvus enemy_corvus"))
    given.update(crew_values(a, "crew", "other_crew", "crew", "other_crew"))
    return roll_threshold(procedure_of("trireme", "ship_detachment"), a, given)


def t_ship_boarding(a):
    how = {"greedy": 0, "separate": 1, "lower": 2}[a.get("split", "greedy")]
    proc = procedure_of("trireme", "ship_boarding")
    v = values(proc, {"factor": a["factor"], "split": how})
    parts = ship_boarding.printed_factors(a["factor"], how)
    path = [vector_faces(a, 1)] * (len(parts) if how == ship_boarding.SEPARATE else 1)
    if not parts:
        path = []
    return {"split": parts, "value": outcome_or_question(proc, v, path).key}


def t_ship_clearance(a):
    proc = procedure_of("trireme", "ship_clearance")
    v = values(proc, {"quality": quality_index(a)})
    code, mark = ship_clearance.codes(v)[a["roll"] - 2]
    found = {"cell": tables.CLEARED[code], "mark": "doubt" if mark == tables.DOUBT else "ok"}
    now = outcome_or_question(proc, v, [vector_faces(a, 2)])
    found["asked"] = not isinstance(now, Outcome)
    return found


def t_ship_surrender(a):
    proc = procedure_of("trireme", "ship_surrender")
    v = values(
        proc,
        {
            "quality": quality_index(a),
            "breaches": is_on(a, "breached"),
            "minority": is_on(a, "slaves_minority"),
        },
    )
    return {"surrender": outcome_or_question(proc, v, [vector_faces(a, 2)]).key == 1}
