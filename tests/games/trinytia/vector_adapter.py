"""Tri'Nytia: the operations of the vectors, as calls of the rules.

Vectors name factions G, O, L, packs in French, and characters by any name; the rules number all of them.
"""

from gobelet.games.trinytia.rules import cards, combat, modes, odds, rolls, setup, tables, turn
from gobelet.rules.procedure import Refused, advance, values
from tests.vectors.runner import format_chance, procedure_of, vector_parts

# Results without a meaningful order.
UNORDERED = ("reroll", "targets", "winners", "options", "available", "choices")

LETTERS = "?GOL"
FACTION_NAMES = ("?", "Gardiens", "Ombres", "Légendes")
MODE_NAMES = {"mode.tricorne": "Tricorne", "mode.duel": "Duel Astral"}


def run(vector):
    """Return the result of one vector as a dict; Refused if the rules refuse it."""
    do, given, both = vector_parts(globals(), vector)
    if both.get("alive") is False or both.get("dead") is True:
        combat.check_alive(both.get("name", "?"), False)
    try:
        return do(given, both)
    except Refused as refusal:
        fields = dict(refusal.fields)
        if "mode" in fields:
            fields["mode"] = MODE_NAMES[fields["mode"]]
        if "faction" in fields:
            fields["faction"] = FACTION_NAMES[tables.FACTIONS.index(fields["faction"].split(".")[1])]
        if "pack" in fields:
            fields["pack"] = fields["pack"].split(".")[1]
        raise Refused(refusal.code, **fields)  # noqa: B904


def list_of(value):
    if value is None:
        return []
    return list(value) if isinstance(value, (list, tuple)) else [value]


def is_set(a, *names):
    """Tell whether one of these options is on, by its own name or as the value of "option"."""
    named = list_of(a.get("option")) + list_of(a.get("options"))
    return any(a.get(name) or name in named for name in names)


# Set-up.


def op_variants(given, a):
    found = setup.variants(a["players"])
    return {"variants": [{"G": g, "O": o, "L": leg} for g, o, leg in found]}


def op_first_player(given, a):
    scores = {}
    for name in a["lieux"]:
        scores[name] = throw_sum(a["lieux"][name])
    names = list(scores)
    names = best_of(names, scores)
    for again in list_of(a.get("rerolls")):
        # Only the tied players roll again.
        if len(names) > 1:
            names = best_of(names, {name: throw_sum(again[name]) for name in names})
    return {"first": names[0]} if len(names) == 1 else {"reroll": names}


def best_of(names, scores):
    return [names[at] for at in rolls.leaders([scores[name] for name in names])]


def throw_sum(value):
    """Return the sum of a throw, which a vector gives as a number or as two faces."""
    if isinstance(value, dict):
        value = [value["d4"], value["d6"]]
    if isinstance(value, (list, tuple)):
        rolls.check_faces(*value)
        return sum(value)
    return value


# Movement.


def extra_mask(a):
    """Return a mask of Lieux 0 and 1, with a bit for each that a card activated."""
    bits = 0
    for name in ("active", "extra", "lieux", "lieux_active", "active_lieux"):
        for n in list_of(a.get(name)):
            if n in (0, 1):
                bits |= 1 << n
    for n in (0, 1):
        if is_set(a, f"lieu{n}", f"lieu{n}_active", f"lieu_{n}"):
            bits |= 1 << n
    return bits


def op_move(given, a):
    rolls.check_faces(a["d4"], a["d6"])
    mod4, mod6 = die_mods(a)
    total = a["d4"] + a["d6"] + mod4 + mod6
    if not a.get("fixed"):
        try:
            rolls.destination(a["lieu"], total, extra_mask(a))
        except Refused as refusal:
            raise Refused(refusal.code, sum=total, **refusal.fields)  # noqa: B904
    proc = procedure_of("trinytia", "move")
    known = {"mod4": mod4, "mod6": mod6, "lieu": a["lieu"], "extra": extra_mask(a)}
    known["fixed"] = 1 if a.get("fixed") else 0
    v = values(proc, known)
    if v["fixed"]:
        return {"dest": proc.step(v, None).key, "activate": a["lieu"], "moved": False}
    now = advance(proc, v, [(a["d4"], a["d6"])])
    if hasattr(now, "key"):
        return {"sum": total, "dest": now.key}
    if hasattr(now, "options"):
        return {"sum": total, "dest": "choice", "choices": list(now.options)}
    return {"sum": total, "dest": "reroll", "redirect": True}


# Combat.


def die_mods(a):
    """Return the modifiers of the d4 and the d6.

    Vectors have several notations for such values.
    """
    mods = a.get("mods") or {}
    if isinstance(mods, (list, tuple)):
        mods = {"d4": mods[0], "d6": mods[1]}
    d4 = a.get("d4_mod", mods.get("d4", mods.get("d4_mod", 0)))
    return d4, a.get("d6_mod", mods.get("d6", mods.get("d6_mod", 0)))


def combat_values(a):
    """Return the modifiers of a combat roll as arguments of `combat.result`."""
    mod4, mod6 = die_mods(a)
    mults = list_of(a.get("mults")) + list_of(a.get("mult"))
    adds = a.get("add", 0)
    return {
        "mod4": mod4,
        "mod6": mod6,
        "times": combat.factor(mults),
        "by": combat.divisor(list_of(a.get("divs")) + list_of(a.get("div"))),
        "flat": sum(adds) if isinstance(adds, (list, tuple)) else adds,
        "natural": bool(is_set(a, "natural", "natural_faces")),
    }


def op_final(given, a):
    rolls.check_faces(a["d4"], a["d6"])
    attack = a.get("kind", "attack") == "attack"
    base, missed, result = combat.result(attack, a["d4"], a["d6"], **combat_values(a))
    return {"base": base, "miss": missed, "result": result, "kind": a.get("kind", "attack")}


def procedure_inputs(a, attack):
    m = combat_values(a)
    known = {"mod4": m["mod4"], "mod6": m["mod6"], "flat": m["flat"], "div": m["by"]}
    if m["times"] > 1:
        known["x{}".format(m["times"])] = 1
    if attack and m["natural"]:
        known["natural"] = 1
    return known


def lieux_of(a):
    names = list(a["pos"])
    lieux = [-1 if a["pos"][name] is None else a["pos"][name] for name in names]
    states = a.get("alive") or {}
    return names, lieux, [bool(states.get(name, True)) for name in names]


def reach_extra(a):
    """Return the Lieux that cards add to the range.

    A vector has one list for the actor, or one list for each character.
    """
    more = a.get("range", a.get("reach", a.get("extra_range")))
    if isinstance(more, dict):
        more = more.get(a["me"])
    mask = 0
    for n in list_of(more):
        mask |= 1 << n
    return mask


def op_targets(given, a):
    names, lieux, alive = lieux_of(a)
    me = names.index(a["me"])
    combat.check_alive(a["me"], alive[me])
    return {"targets": [names[row] for row in combat.targets(me, lieux, alive, reach_extra(a))]}


def op_attack_target(given, a):
    names, lieux, alive = lieux_of(a)
    me = names.index(a["me"])
    target = names.index(a["target"])
    try:
        combat.check_target(me, target, lieux, alive, reach_extra(a))
    except Refused as refusal:
        if "name" in refusal.fields:
            raise Refused(refusal.code, name=names[refusal.fields["name"]])  # noqa: B904
        raise
    return {"ok": True, "target": a["target"]}


def first_of(a, *names):
    for name in names:
        if name in a:
            return a[name]
    return 0


def op_wounds(given, a):
    pv = a.get("pv", 0)
    if "pv" in a:
        setup.check_pv(pv)
    before = first_of(a, "w", "wounds")
    armour = first_of(a, "arm", "armour")
    found = combat.wounds(before, armour, pv, a["x"], a.get("absorb", 0))
    return {"wounds": found[0], "armour": found[1], "net": found[2], "dead": found[3]}


def op_heal(given, a):
    spill = is_set(a, "spill", "excess_to_armour") or a.get("excess") == "armour"
    found = combat.heal(first_of(a, "w", "wounds"), first_of(a, "arm", "armour"), a["x"], spill)
    return {"wounds": found[0], "armour": found[1]}


# The turn.


def op_start_turn(given, a):
    for kind, _row, field, value in turn.begin_turn(0):
        if kind == "char" and field == "armour":
            return {"armour": value}
    return {}


def op_antiharass(given, a):
    on = all(a.get(name, True) for name in ("on", "rule", "optional"))
    return {"armour": turn.armour_after_turn(a["unabsorbed"], first_of(a, "arm", "armour"), on)}


def op_antiharass_then_turn(given, a):
    gained = op_antiharass(given, a)["armour"]
    after = op_start_turn(given, a)["armour"]
    return {"armour": after, "before": gained}


def op_turn_action(given, a):
    allowed = a.get("extra", a.get("card_allows", 0))
    moved, fought = int(a.get("moved", 0)), int(a.get("fought", 0))
    turn.check_action(a["what"], moved, fought, int(allowed))
    fight = a["what"] != "move"
    return {"ok": True, "moved": bool(moved or not fight), "fought": bool(fought or fight)}


def op_end_limits(given, a):
    counts = (
        first_of(a, "face_down", "down"),
        first_of(a, "equip", "equipment"),
        first_of(a, "fam", "familiar"),
    )
    over = cards.excess(*counts)
    names = ("face_down", "equipment", "familiar")
    discard = {}
    for at in range(3):
        if over[at]:
            discard[names[at]] = over[at]
    return {"discard": discard, "can_end": not discard}


def op_exchange(given, a):
    done = [bool(a.get(name, False)) for name in ("me_done", "other_done", "card_done")]
    cards.check_exchange(a.get("same_lieu", True), a.get("agree", True), *done)
    return {"ok": True}


def op_card_play(given, a):
    cards.check_activation(
        a["kind"],
        a.get("own_turn", True),
        a.get("actions_done", 0),
        a.get("more_after", False),
        a.get("drawn", a.get("just_drawn", False)),
    )
    return {"ok": True}


def op_draw_options(given, a):
    if "choose" in a or "option" in a:
        cards.check_option(a["kind"], a.get("choose", a.get("option")))
    return {"options": list(cards.options(a["kind"]))}


def op_draw(given, a):
    mask = 0
    for name in a["active"]:
        mask |= 1 << pack_index(name)
    pack = pack_index(a["pack"])
    cards.check_pack(pack, mask)
    found = {"ok": True, "pack": a["pack"]}
    if "left" in a:
        found["left"], found["discarded"] = cards.counts_after_draw(
            mask, a["left"], a.get("discarded", 0), pack
        )
    return found


def pack_index(name):
    return tables.PACKS.index(name.lower().replace("é", "e"))


def op_arcane_order(given, a):
    return {"resolve": cards.resolve_order(a["played"])}


# Death and victory.


def op_death_reveal(given, a):
    faction = LETTERS.index(a["faction"])
    dead = list(a.get("dead", (0, 0, 0)))
    dead[faction - 1] += 1
    found = op_victory(given, {"col": a["col"], "dead": dead})
    found["dead"] = dead
    return found


def op_victory(given, a):
    won = [FACTION_NAMES[faction] for faction in turn.winning_factions(a["col"], a["dead"])]
    return {"winners": won, "over": bool(won)}


# The two modes.


def op_bet(given, a):
    names = list(a["stakes"])
    stakes = [a["stakes"][name] for name in names]
    if isinstance(a.get("gold"), dict):
        for name in names:
            cards.gold_left(a["gold"][name], a["stakes"][name])
    scores = [throw_sum(a.get("rolls", {}).get(name, 0)) for name in names]
    winner, tied, pot = rolls.bet(stakes, scores)
    for again in list_of(a.get("rerolls")):
        if winner < 0:
            scores = [throw_sum(again[names[at]]) if at in tied else 0 for at in range(len(names))]
            best = rolls.leaders([scores[at] for at in tied])
            tied = [tied[at] for at in best]
            winner = tied[0] if len(tied) == 1 else -1
    found = {"pot": pot, "scores": {}}
    for at in range(len(names)):
        found["scores"][names[at]] = scores[at]
    if winner < 0:
        found["reroll"] = [names[at] for at in tied]
    else:
        found["winner"] = names[winner]
        found["wins"] = found["gold"] = pot
        found["net"] = {}
        for at in range(len(names)):
            found["net"][names[at]] = pot - stakes[at] if at == winner else -stakes[at]
    return found


def op_stake(given, a):
    left = cards.gold_left(a["gold"], a["amount"])
    return {"gold": left, "left": left, "ok": True}


def op_duel_next(given, a):
    names = list(a["alive"])
    alive = [bool(a["alive"][name]) for name in names]
    played = [name in a["played"] for name in names]
    own = a.get("own")
    rows = None if own is None else [names.index(name) for name in own]
    free, again = modes.champions(alive, played, rows)
    return {"available": [names[row] for row in free], "new_cycle": again, "pass": not free}


# Odds.


def op_p_sum(given, a):
    return {"p": format_chance(odds.total(a["k"]))}


def op_p_diff(given, a):
    return {"p": format_chance(odds.difference(a["k"]))}


def op_p_at_least(given, a):
    attack = a.get("kind", "attack") == "attack"
    proc = procedure_of("trinytia", "attack" if attack else "defend")
    return {"p": format_chance(odds.at_least(a["t"], proc, **procedure_inputs(a, attack)))}


def op_p_reach(given, a):
    mask = 0
    for n in list_of(a.get("targets", a.get("target"))):
        mask |= 1 << n
    return {"p": format_chance(odds.reach_chance(a["L"], mask, extra_mask(a)))}


def op_p_ally(given, a):
    known = [LETTERS.index(a["mine"])] + [LETTERS.index(letter) for letter in list_of(a.get("known"))]
    found = {}
    chances = odds.faction(a["col"], known)
    for at in range(3):
        found["GOL"[at]] = format_chance(chances[at])
    return found


def op_p_first(given, a):
    return {"p": format_chance(odds.single_first(a["n"]))}
