"""Trirème: the printed modifiers of each roll, in the order of the player aid.

An entry is the name of an input and what it adds; "_" stands for a line that is only a heading. A name that is none
of an input stands for all inputs that end in it: the quality of both crews. The words are the parts of "aid.<roll>".
"""

MODIFIERS = {
    "fleet_clearance": "bonus:2",
    "fleet_ram": "_ quality:3 quality:2 quality:1 quality:0 "
    "_ against:5 against:2 cruise:-1 rammer_immobilised:-2 _ part:3 part:1 faster:1 target_immobilised:-2",
    "fleet_grapple": "_ target_rammed:1 target_crew:1 immobilised:-1 equipment:-1",
    "ship_ram": "_ stationary:1 target_immobilised:1 target_crew:1 target_crew:-1 "
    "_ move_a:1 flank:1 not_full_speed:-1 rammer_immobilised:-1",
    "ship_rake": "_ target_full_speed:1 not_full_speed:-2",
    "ship_grapple": "_ made_easier:3 friendly:3 collision:1 target_immobilised:1 other_crew:1 other_crew:-1 "
    "target_full_speed:-1 oarsmen_only:-1 immobilised:-1 iron_hands:2",
    "ship_detachment": "_ friendly:3 won_boarding:2 other_crew:1 other_crew:-1 enemy_corvus:-3",
}


def listed(name):
    """[(input, amount)...] of a roll, ("_", 0) for a heading."""
    found = []
    for entry in MODIFIERS.get(name, "").split():
        which, _, amount = entry.partition(":")
        found.append((which, int(amount or 0)))
    return found


def counts(proc, v, which, amount):
    """Whether a printed modifier counts with the values `v`."""
    names = [i.name for i in proc.inputs]
    for i in proc.inputs:
        if i.name == which or (which not in names and i.name.endswith("_" + which)):
            if i.shown(v) and i.modifier(v) == amount:
                return True
    return False
