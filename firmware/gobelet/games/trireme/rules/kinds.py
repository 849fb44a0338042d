"""Trirème: what the device keeps. New fields go to the end: the journal knows a field by its place."""

from gobelet.core.sheet import Kind

from .sheets import SIDE

# One row per ship, for both games; each uses what it needs.
_SHIP = Kind(
    "ship",
    2 * SIDE,
    (
        ("used", 0, 1, 0),
        ("name", 0, 127, 0),  # index in the list of counters' names
        ("size", 0, 16, 0),  # 0: not entered; the largest is our bound [A18]
        ("crew", 0, 3, 1),
        ("kind", 0, 5, 0),  # 0 ordinary, 1 lemboï, 2 Saxon, 3 Venetian, 4 merchant, 5 hexadecere
        ("pv", 0, 9, 0),  # full speed [pleine vitesse] now; 0: not entered
        ("men", 0, 99, 0),  # man points left
        ("factor", 0, 99, 0),  # boarding value or factor
        ("sail", 0, 2, 0),  # 0 furled, 1 sail, 2 mainsail
        ("immobilised", 0, 2, 0),  # 2: permanently, no clearance any more
        ("bonus", 0, 1, 0),  # Fleet game: +2 on the next clearance
        ("slowed", 0, 1, 0),  # Fleet game: boarding factor is back, speed stays reduced (clearance 4)
        ("tired", 0, 1, 0),
        ("infantry", 0, 9, 0),
        ("iron", 0, 1, 0),  # iron hands [mains de fer], in the Fleet game grappling equipment
        ("corvus", 0, 1, 0),
        ("towers", 0, 1, 0),
        ("engines", 0, 1, 0),
        ("captured", 0, 1, 0),  # belongs to the other side now
        ("fate", 0, 4, 0),  # 0 afloat, 1 sunk, 2 wrecked, 3 abandoned, 4 surrendered
        ("breaches", 0, 9, 0),
        ("grappled", 0, 2 * SIDE, 0),  # row + 1 of the other ship
        ("order", 0, 5, 0),  # movement points this turn
        ("eased", 0, 1, 0),  # easier to grapple this turn: result a (Ship game), rammed (Fleet game)
    ),
)

_GAME = Kind(
    "game",
    1,
    (
        ("game", 0, 2, 0),
        ("turn", 0, 999, 0),
        ("step", -1, 20, -1),  # of the walk of this game
        ("pulse", 0, 5, 0),  # of the simultaneous movement
        ("side", 0, 1, 0),  # who is to act
        ("attacker", -1, 39, -1),  # the last pair
        ("target", -1, 39, -1),
        ("recent1", -1, 39, -1),  # the last ships used, newest first
        ("recent2", -1, 39, -1),
        ("recent3", -1, 39, -1),
        ("recent4", -1, 39, -1),
        ("tide", 0, 1, 0),  # 0 rising, 1 falling
    ),
)

# What the aid leaves open, as the `param` lines of the owner's file say it; each is an assumption (dossier 3).
_PARAM = Kind(
    "param",
    1,
    (
        ("ram_dice", 0, 3, 1),  # fleet_ram_dice, per side [A1]
        ("ram_size", 0, 1, 1),  # fleet_ram_add_size [A1]
        ("parity", 0, 2, 0),  # fleet_ram_parity: 0 ask, 1 dice, 2 totals [A2]
        ("need", 0, 30, 0),  # fleet_grapple_need; 0: not known, only the sum is shown
        ("grapple_dice", 1, 3, 1),  # fleet_grapple_dice
        ("gear", 0, 1, 0),  # fleet_grapple_equipment: 0 is -1 as printed, 1 is +1
        ("split", 0, 2, 0),  # ship_boarding_split: 0 greedy, 1 separate, 2 lower [A6]
    ),
)

KINDS = (_SHIP, _GAME, _PARAM)
