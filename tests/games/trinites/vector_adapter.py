"""Trinités: the vectors' operations in terms of the rules. Runs on CPython and on MicroPython.

Vectors name states, objects and difficulties in French, and characters by any name; the rules number all of them.
"""

from gobelet.games.trinites.rules import (
    combat,
    combat_rounds,
    combat_tables,
    confrontation,
    damage,
    growth,
    health,
    initiative,
    karma,
    party,
    skill_test,
    tables,
)
from gobelet.games.trinites.rules.natural import TARGET, chance, is_success, next_natural, next_roll_of_side
from gobelet.rules.odds import ratio
from gobelet.rules.procedure import ME, Ask, Refused, values
from tests.vectors.runner import format_chance, vector_parts

STATES = ("indemne", "endolori", "blessé", "inconscient", "mort")
CARES = ("urgence", "premiers", "veille")
GROUNDS = ("sol", "béton", "eau")
FIRES = ("torche", "feu de camp", "brasier")


def run(vector):
    """Return the result of one vector as a dict. Raises Refused where the rules refuse."""
    do, given, both = vector_parts(globals(), vector)
    return do(given, both)


# Tests


def thrown_natural(adam, pale, dark=(), choice=None):
    """Return the natural result of faces in the order of the roll, step by step as on the device.

    Returns None and the sum so far while a 12 must still be rolled again. Raises Refused with TR-E01 to
    TR-E04 for impossible faces.
    """
    for face in list(pale) + list(dark):
        if not 1 <= face <= 12:
            raise Refused("TR-E01")
    chains = [list(pale), list(dark)]
    now = next_roll_of_side(0, adam, ME, None)
    n = next_natural(0, tuple([chain.pop(0) for chain in chains[: len(now.dice)]]))
    rest = chains[0]
    if adam:
        if choice not in ("pale", "dark"):
            raise Refused("TR-E04")
        at = ("pale", "dark").index(choice)
        if chains[1 - at]:
            raise Refused("TR-E03")
        rest = chains[at]
        if not isinstance(next_roll_of_side(n, adam, ME, None), Ask):
            raise ValueError("no choice")
        n = next_natural(n, at)
    while next_roll_of_side(n, adam, ME, None):
        if not rest:
            return None, n
        n = next_natural(n, (rest.pop(0),))
    if rest:
        raise Refused("TR-E02")
    return n, n


def result_words(natural, a):
    """Return the results of a test."""
    modifier = a.get("score", 0) + a.get("diff", 0) + sum(number_list(a.get("mods")))
    found = {
        "natural": natural,
        "final": natural + modifier,
        "success": is_success(natural, modifier),
        "chosen": a.get("choice"),
    }
    if natural == 1:
        found["why"] = "natural 1"
    return found


def number_list(value):
    if value is None:
        return []
    return list(value.values()) if isinstance(value, dict) else list(value)


def op_test(given, a):
    natural, so_far = thrown_natural(False, a["faces"])
    if natural is None:
        return {"need_reroll": True, "so_far": so_far}
    return result_words(natural, a)


def op_trinite(given, a):
    if a.get("reading") == "R1":  # for information: both dice explode, then one is chosen
        if a.get("choice") not in ("pale", "dark"):
            raise Refused("TR-E04")
        natural, so_far = [thrown_natural(False, a[die]) for die in ("pale", "dark")][a["choice"] == "dark"]
    else:
        natural, so_far = thrown_natural(True, a["pale"], a["dark"], a.get("choice"))
    if natural is None:
        return {"need_reroll": True, "so_far": so_far}
    return result_words(natural, a)


def op_retry(given, a):
    number, difficulty = tables.attempt_difficulty(a["attempt"], a["diff"], bool(a.get("improved")))
    return {"difficulty": difficulty, "attempt": number}


# Confrontations

WINNERS = ("none", "A", "B", "tie")


def op_duel(given, a):
    sides = [a["a"], a["b"]]
    finals = [side["natural"] + side["m"] for side in sides]
    failed = [side["natural"] == 1 for side in sides]
    key = confrontation.winner(*(finals + failed), a.get("kind") == "same")
    return {"outcome": WINNERS[key], "finalA": finals[0], "finalB": finals[1]}


def op_race(given, a):
    names = sorted(a["ps"])
    results = []
    for name in names:
        side = a["ps"][name]
        results.append(None if side["natural"] == 1 else side["natural"] + side["m"])
    return {"ranking": [[names[at] for at in group] for group in skill_test.ranked_groups(results)]}


# Life


def op_coma(given, a):
    return {"dies_at_hour": damage.fatal_hour(a["t"], a["L"])}


def op_recover_plan(given, a):
    weeks, days, hours = health.recovery_time(a["t"], a["L"])
    by = 2 if a.get("veille") or a.get("watched") else 1  # soins de veille halve the time
    return {
        "weekly_tests_needed": weeks,
        "days": format_chance(ratio(days, by)),
        "hours": format_chance(ratio(hours, by)),
    }


def patient_values(a):
    dead = a.get("dead") or a.get("state") == "mort"
    return {"boxes": a["t"], "body": int(a.get("L", 8) == 8), "dead": int(bool(dead))}


def looked_after(proc, known, a, difficulty):
    """Return the end of care after a test that succeeds or fails."""
    v = values(proc, known)
    outcome = proc.step(v, 12 * 20 + 11 if a.get("success") else 1)
    found = {"difficulty": difficulty(v), "ticked": a["t"], "success": bool(a.get("success"))}
    for _, field, _, amount in outcome.effects:
        if field == "boxes":
            found["ticked"] = amount
        elif field == "coma":
            found["coma"] = found["stopped"] = found["coma_stopped"] = bool(amount)
        elif field == "watched":
            found["halved"] = bool(amount)
    found["state"] = STATES[damage.health_state(found["ticked"], a["L"])]
    return found


def op_care(given, a):
    known = patient_values(a)
    known["kind"] = CARES.index(a["kind"])
    return looked_after(health.care, known, a, lambda v: health.CARE[health.state_of(v)])


def op_weekly(given, a):
    return looked_after(health.weekly, patient_values(a), a, lambda v: health.WEEKLY)


def op_fall(given, a):
    ground = a.get("ground") or "sol"
    known = {"metres": a["h"], "ground": GROUNDS.index(ground) if ground in GROUNDS else 0}
    dodged = a.get("esquive", a.get("dodge", a.get("esquive_success", a.get("dodged", False))))
    v = values(health.fall, known)
    return {"lost": health.fall.step(v, 12 * 20 + 11 if dodged else 1).key}


def op_fire(given, a):
    return {"lost": health.fire_points(FIRES.index(a["size"]), a.get("contacts", 1), a.get("protection", 0))}


def op_fatigue(given, a):
    return {"hours": health.fatigue_hours(a["i"])}


# Karma

SPIRITS = ("L", "T")
NATURES = ("Lumière", "Ténèbres", None)


def op_regen(given, a):
    pools = a["pools"]
    human = a.get("human") or a.get("L") == 4 or a.get("kind") in ("human", "humain", "H")
    line = 4 if human else 8
    v = patient_values(a)
    v["body"] = int(not human)
    v.update({"zone": int(bool(a.get("combat"))), "deva": 12, "archonte": 12})
    v.update({"deva_now": pools["L"], "archonte_now": pools["T"]})
    for spirit in a["spend"]:
        v["nature"] = SPIRITS.index(spirit)
        outcome = karma.regen.step(values(karma.regen, v), None)
        for _, field, operation, amount in outcome.effects:
            if field in v or field.startswith("spent"):
                v[field] = v[field] - amount if operation == "-" else amount
    return {
        "ticked": v["boxes"],
        "state": STATES[damage.health_state(v["boxes"], line)],
        "pools": {"L": v["deva_now"], "T": v["archonte_now"]},
    }


def op_adam(given, a):
    nature, score = party.adam_karma(a["deva"], a["archonte"])
    return {
        "nature": NATURES[nature],
        "score": score,
        "pool_L": a["deva"] + (score if nature == party.LIGHT else 0),
        "pool_T": a["archonte"] + (score if nature == party.DARK else 0),
    }


def op_rounds_for(given, a):
    return {"rounds": karma.round_count(a["L"], a["T"])}


class Sheet:
    """A stand-in for the State, with one full sheet."""

    def __init__(self, known):
        self.known = known

    def get(self, kind, row, field):
        return self.known[field]


def op_dawn(given, a):
    nature = ("aube", "crépuscule").index(a["when"])
    most, found = a["max"], dict(a["cur"])
    for _, _, field, value in karma.refill_changes(Sheet(most), 0, nature):
        found[field[:-4]] = value
    return {"cur": found}


def op_age(given, a):
    thirds = karma.apparent_age(a["a"])
    if thirds is None:
        return {"dead": True}
    return {"apparent": format_chance(ratio(thirds, 3)), "dead": False}


# Experience


def op_pay(given, a):
    pairs = [[a[name][spirit] for spirit in SPIRITS] for name in ("debt", "karma", "credit")]
    first = a.get("first", a.get("choice", "L"))
    left, debt, scores, credit = growth.pay_debts(a["xp"], *pairs, SPIRITS.index(first))
    found = {"xp_left": left}
    for name, pair in (("debt", debt), ("karma", scores), ("credit", credit)):
        found[name] = {"L": pair[0], "T": pair[1]}
    return found


# Chances


def success_pair(kind, score, difficulty):
    """Return a chance as a pair.

    kind: H human, T2 a Trinité as on the device, T1 one whose dice both explode.
    """
    n = TARGET - score - difficulty
    num, den = chance(n, kind == "T2")
    return (den * den - (den - num) ** 2, den * den) if kind == "T1" else (num, den)


def op_p(given, a):
    return {"p": format_chance(ratio(*success_pair(a["kind"], a["score"], a["diff"])))}


def op_p_retry(given, a):
    first = success_pair(a["kind"], a["score"], a["diff"])
    second = success_pair(a["kind"], a["score"], tables.attempt_difficulty(2, a["diff"])[1])
    den = first[1] * second[1]
    return {"p": format_chance(ratio(den - (first[1] - first[0]) * (second[1] - second[0]), den))}


def op_conf_none(given, a):
    (n1, d1), (n2, d2) = [success_pair(kind, m, 0) for kind, m in (a["A"], a["B"])]
    return {"p": format_chance(ratio((d1 - n1) * (d2 - n2), d1 * d2))}


def op_conf_a(given, a):
    (kind_a, m_a), (kind_b, m_b) = a["A"], a["B"]
    odds = confrontation.odds(m_a, m_b, kind_a != "H", kind_b != "H", a.get("kind") == "same")
    return {name: format_chance(odds.exactly(key)) for key, name in enumerate(WINNERS) if name != "tie"}


# Combat

ZONES = ("hors", "retrait", "garde", "feu")


def op_hurt(given, a):
    if a.get("dead"):
        raise Refused("TR-E08")
    boxes, state, pain, faints = damage.after_wound(a["t"], a["L"], a["pts"], bool(a.get("nonlethal")))
    return {"ticked": boxes, "state": STATES[state], "pain": -pain, "faints": faints}


def zone_and_init(zone, init):
    return {"zone": ZONES[zone], "init": init}


def op_initiative(given, a):
    return zone_and_init(*initiative.starting_die(a["final"], bool(a.get("surprised"))))


def op_fluct(given, a):
    return zone_and_init(*combat_rounds.fluctuate(ZONES.index(a["zone"]), a["score"]))


def op_start_round(given, a):
    names = sorted(a["chars"])
    dice = []
    for row, name in enumerate(names):
        one = a["chars"][name]
        zone = ZONES.index(one["zone"])
        asleep = one.get("unconscious") or one.get("inconscient") or one.get("state") == "inconscient"
        dice.append((row, zone if asleep else combat_rounds.next_zone(zone), one["init"]))
    chars = {}
    for row, zone, init in dice:
        chars[names[row]] = dict(a["chars"][names[row]])
        chars[names[row]].update(zone_and_init(zone, init))
    return {"chars": chars, "next": [names[row] for row in combat_rounds.leaders(dice)]}


def op_free_penalty(given, a):
    return {"penalty": combat_tables.free_actions_modifier(a["n"])}


def op_engaged(given, a):
    return {"mod": combat_tables.crowd_modifier(a["n"])}


def op_dmg(given, a):
    gross, protection, lost = damage.blow_damage(
        a["standard"],
        bool(a.get("sword_vs_trinite")),
        int(a.get("grave", 0)),
        int(a.get("half", 0)),
        bool(a.get("zone_miss")),
        a.get("protection", 0),
        bool(a.get("precise")),
    )
    return {"gross": gross, "protection": protection, "lost": lost}


# Beginnings of the French names, in the order of the tables.
OBJECTS = ("appareil", "bibelot", "fenêtre", "bâton épée", "porte table armure", "meuble", "10", "20")
MATERIALS = ("verre tissu", "plastique câble corde", "bois", "pierre", "métal")


def row_named(table, text):
    """Return the row with one of its words in `text`. Raises Refused with TR-E20 if there is none."""
    for at in range(len(table)):
        if any(word in text for word in table[at].split()):
            return at
    raise Refused("TR-E20")


def op_obj_hit(given, a):
    kind = row_named(OBJECTS, a["obj"])
    protection = damage.protection(row_named(MATERIALS, a["mat"]), bool(a.get("weapon_or_armour")))
    lost, left = damage.strike_object(a.get("hp", damage.life(kind)), a["damage"], protection)
    return {"protection": protection, "lost": lost, "hp": left, "destroyed": left == 0}


def op_shot_range(given, a):
    modifier = combat_tables.distance_modifier(a["d"], a["p"])
    return {"impossible": True, "mod": None} if modifier is None else {"mod": modifier}


COVERS = ("aucun", "tête", "bouclier", "lampadaire", "ventre", "genoux", "caché")


def op_shot(given, a):
    cover = row_named(COVERS, a.get("cover") or "aucun")
    if cover == combat.HIDDEN:
        return {"impossible": True}
    malus = combat_tables.modifier(combat_tables.COVER, cover)
    if is_success(a["natural"], a["m"] + malus):
        return {"outcome": "hit"}
    return {"outcome": "cover hit" if is_success(a["natural"], a["m"]) else "miss"}


# A word of each French name, and the name in the table of the rules.
MOVES = {
    "descendre": "descend",
    "monter": "climb",
    "obstacle": "obstacle",
    "porte": "door",
    "difficile": "rough",
    "jeter": "drop",
    "relever": "rise",
    "ramper": "crawl",
    "courte": "short",
    "direct": "direct",
    "longue": "long",
    "détour": "detour",
}
STRIKES = {
    "inerte": "inert",
    "attaquant": "above",
    "grande": "big",
    "hauteur": "below",
    "obscurité": "dark",
    "petite": "small",
}


def english_word(words, item):
    for word in words:
        if word in item:
            return words[word]
    raise Refused("TR-E22")


def op_move_mod(given, a):
    modifier = combat_tables.modifiers(combat_tables.MOVE, [english_word(MOVES, item) for item in a["items"]])
    return {"mod": modifier - a.get("high_units", 0) - a.get("long_units", 0)}


def op_strike_mod(given, a):
    return {
        "mod": combat_tables.modifiers(
            combat_tables.STRIKE, [english_word(STRIKES, item) for item in a["items"]]
        )
    }


PURCHASES = {
    "competence": "skill",
    "compétence": "skill",
    "ressource": "resource",
    "karma": "karma",
    "ascendant": "ascendant",
    "descendant": "descendant",
    "aura_ascendant": "ascendant",
    "aura_descendant": "descendant",
    "verset": "verset",
}


def op_xp(given, a):
    kind = a["kind"]
    name = growth.atout_name(a["nth"]) if kind == "atout" else PURCHASES.get(kind, "")
    return {"cost": growth.cost(name, a.get("target") or 0)}


def op_xp_range(given, a):
    return {"cost": growth.cost_between(PURCHASES.get(a["kind"], ""), a["from"], a["to"])}
