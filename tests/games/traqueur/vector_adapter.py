"""Traqueur: the operations of the vectors, as calls of the rules.

Vectors name players by letters and types by their names; the rules number all of them.
"""

from gobelet.games.traqueur.rules import draws, fights, game, tables
from gobelet.games.traqueur.rules.sheets import KINDS
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import Refused, values
from gobelet.rules.sheet import State
from tests.vectors.runner import format_chance, vector_parts

# Results without a meaningful order.
UNORDERED = ("adjacent", "dead", "spells")


def run(vector):
    """Return the result of one vector as a dict; Refused if the rules refuse it."""
    do, _, both = vector_parts(globals(), vector)
    return do(both)


def new_state(players):
    """Return the State of a new game."""
    state = State(KINDS)
    make_changes(state, game.start_game(players))
    return state


def make_changes(state, changes):
    state.apply(state.effects(changes))


def op_setup(a):
    state = new_state(a["players"])
    rows = range(a["players"])
    buys = True
    try:
        fights.buy_for(5, 1, 0, True, first=True)
    except Refused:
        buys = False
    for row in rows:
        make_changes(state, game.take_familiar(state, row, 1, 0, 2, 4))
    for row in range(state.kind("shop").rows):
        make_changes(state, game.stock_weapon(row, 3, 3))
    return {
        "life": [state.get("player", row, "life") for row in rows],
        "coins": [state.get("player", row, "coins") for row in rows],
        "shop": sum(state.get("shop", row, "there") for row in range(state.kind("shop").rows)),
        "familiars_each": len(game.familiars(state, 0)),
        "buy_allowed": buys,
    }


def op_strike(a):
    name = a.get("name", a.get("player", "?"))
    if a.get("alive_att", a.get("alive", True)) is False:
        raise Refused("TQ-E05", name=name)
    if a.get("adjacent", True) is False:
        raise Refused("TQ-E07")
    kind, target = tables.type_number(a["type"]), tables.type_number(a["target_type"])
    lost = fights.strike_force(a["attack"], kind, target)
    fights.check_number(a["target_life"])
    known = {"attack": a["attack"], "type": kind, "target": target, "life": a["target_life"]}
    if a.get("alive_def", True) is False:
        known["life"] = 0
    v = values(fights.strike, known)
    life = fights.strike.step(v, None).key
    return {"lost": lost, "life": life, "down": life == 0}


def op_strikes(a):
    kind, target = tables.type_number(a["type"]), tables.type_number(a["target_type"])
    return {
        "strikes": fights.strikes_needed(a["target_life"], fights.strike_force(a["attack"], kind, target))
    }


def op_adjacent(a):
    return {"adjacent": fights.neighbours(a["n"], a["seat"], a.get("out", []))}


def op_buy(a):
    coins, back, discards = fights.buy_for(
        a["coins"],
        a["cost"],
        a.get("old_cost", 0),
        a.get("old_basic", False),
        a.get("net", False),
        a.get("first_prep", False),
    )
    if a.get("actions_left", a.get("left", 1)) < 1 or a.get("actions", a.get("actions_used", 0)) >= 3:
        raise Refused("TQ-E09")
    return {"coins": coins, "refund": back, "old_to_discard": discards}


def op_wealth(a):
    return {"wealth": fights.wealth(a["costs"], a.get("coins", 5))}


def op_tame(a):
    owned = [bool(exotic) for exotic in a["owned"]]
    if a.get("keep_both") or a.get("keep"):
        both = list(owned)
        both.append(a["new_exotic"])
        fights.check_exotics(both)
    leaving = fights.leaving_familiars(owned, a["new_exotic"], a.get("limit", 2))
    if not leaving:
        return {"owned": len(owned) + 1}
    which = "the exotic familiar" if a["new_exotic"] and True in owned else "one of the owned familiars"
    return {"must_discard": which}


def op_manche(a):
    players = a["players"]
    ranked = game.finishing_order(players, a["eliminated"])
    if ranked is None:
        return {"over": False}
    return {
        "over": True,
        "ranking": ranked,
        "spell_order": game.spell_order(ranked),
        "spells_revealed": len(ranked),
        "prep_starts": ranked[-1],
        "combat_starts": ranked[0],
    }


def op_weapon_strike(a):
    life = dict(a["life"])
    for value in life.values():
        fights.check_life(value)
    for name in a["targets"]:
        if not life[name]:
            raise Refused("TQ-E16", name=name)
        v = values(fights.weapon, {"attack": a["attack"], "life": life[name]})
        life[name] = fights.weapon.step(v, None).key
    left = [name for name in life if life[name]]
    return {
        "life": life,
        "dead": [name for name in a["targets"] if not life[name]],
        "game_winner": left[0] if len(left) == 1 else None,
    }


def op_trap(a):
    into, count = fights.count_trap(a["count"], a["players"])
    return {"to": "hand" if into else "spell discard", "count": count}


def op_aspect(a):
    fights.check_aspect(a.get("active"))
    return {"active": True, "ok": True}


def op_interacts(a):
    return {"spells": tables.families_of(a["familiar"])}


def op_spell_count(a):
    found = {}
    for family in tables.families():
        found[family] = len(tables.spells(family))
    found["total"] = sum(found.values())
    return found


def chance_text(proc, known, key):
    return format_chance(procedure_odds(proc, values(proc, known)).exactly(key))


def op_p_no_exotic(a):
    return {"p": chance_text(draws.exotic, {"common": a["common"], "exotic": a["exotic"]}, 0)}


def op_p_draw(a):
    return {"p": chance_text(draws.draw, {"deck": a["deck"], "copies": a["copies"], "cards": a["k"]}, 1)}
