"""Tri'Nytia: what the players resolve, as Procedures. Their steps are in `moves`, `fights` and `chance`.

Roles: "me" acts, "attacker" and "target" fight, "bettor1" to "bettor3" bet, "game" is the game itself.
The journal knows a Procedure by its place in PROCEDURES and an input by its place: new ones go to the end.
"""

from gobelet.core.procedure import Procedure, choice, flag, number

from . import chance, fights, moves, tables


def _why(name):
    """The explanation by its name in `why`, a module that is imported only when somebody asks."""

    def explain(v, path):
        from . import why

        return getattr(why, name)(v, path)

    return explain


def _at_familiar(v):
    return v["familiar"] > 0 and v["aim"] == 1


# Inputs are shared between the Procedures that have them: 100 bytes each.

DICE = (number("mod4", -9, 9, lane="d4"), number("mod6", -9, 9, lane="d6"))
LIEU = number("lieu", -1, 10, start=-1, role="me", field="lieu")
FIXED = number("fixed", 0, 1, role="me", field="fixed")
EXTRA = number("extra", 0, 3, role="game", field="lieux")  # Lieux 0 and 1, as bits
MOVING = DICE + (LIEU, FIXED, EXTRA)

# x3 voids x2: the highest factor counts, once (seed L166-167). Two divisions are multiplied [A-TN19].
COMBAT = DICE + (
    flag("x3", 3, "x"),
    flag("x2", 2, "x", when=lambda v: not v["x3"]),
    number("div", 1, 99, start=1),
    number("div2", 1, 9, start=1, when=lambda v: v["div"] > 1),
    number("flat", -50, 50, lane="flat"),
)

AMOUNT = number("amount", 0, 99, start=1)
WOUNDS = number("wounds", 0, 199, role="target", field="wounds")
ARMOUR = number("armour", 0, 99, role="target", field="armour")

# Who is hurt. pv 0: not known. A familiar may be hit instead of the character (seed L259).
VICTIM = (
    number("pv", 0, 99, role="target", field="pv"),
    WOUNDS,
    ARMOUR,
    number("familiar", 0, 9, role="target", field="familiar"),
    choice("aim", ("character", "familiar"), when=lambda v: v["familiar"] > 0),
    number("fam_pv", 0, 99, when=_at_familiar, role="target", field="fam_pv"),
    number("fam_wounds", 0, 199, when=_at_familiar, role="target", field="fam_wounds"),
)

ME = ("me",)
TARGET = ("target",)

PROCEDURES = (
    Procedure("placement", (), moves.place, explain=_why("sums"), roles=ME),
    Procedure("tie_roll", (), moves.tie_roll, explain=_why("sums"), roles=ME),
    Procedure(
        "first_player",
        (number("players", 2, 10, start=4, role="game", field="players"),),
        moves.first_player,
        questions=(("single", moves.single),),
        explain=_why("players"),
        depth=10,
    ),
    Procedure(
        "move",
        MOVING,
        moves.move,
        questions=(
            ("choice", moves.free),
            ("island1", moves.island(0)),
            ("island2", moves.island(1)),
            ("island3", moves.island(2)),
        ),
        explain=_why("move"),
        roles=ME,
    ),
    Procedure(
        "arrive",
        (number("to", 0, 10, start=2),) + MOVING,
        moves.arrive,
        check=moves.check_to,
        explain=_why("move"),
        roles=ME,
    ),
    Procedure("lieu1", DICE + (EXTRA,), moves.lieu1, explain=_why("move"), roles=ME),
    Procedure(
        "attack",
        COMBAT + VICTIM + (number("natural", 0, 1, role="option", field="natural"),),
        fights.attack,
        questions=(("kill", fights.kill), ("hit", fights.hit)),
        explain=_why("attack"),
        roles=("attacker", "target"),
    ),
    Procedure("defend", COMBAT, fights.defend, explain=_why("defend"), roles=ME),
    Procedure("suffer", (AMOUNT,) + VICTIM, fights.suffer, explain=_why("suffer"), roles=TARGET),
    Procedure(
        "heal",
        (AMOUNT, WOUNDS, ARMOUR, number("spill", 0, 1, role="option", field="spill")),
        fights.heal,
        explain=_why("heal"),
        roles=TARGET,
    ),
    Procedure(
        "death",
        (
            choice("faction", tables.FACTIONS, role="target", field="faction"),
            number("of", -1, 10, start=-1),  # how many of it the game holds; -1: not known here
            number("dead", 0, 10),  # how many of them were dead before
        ),
        fights.death,
        check=fights.check_death,
        roles=TARGET,
    ),
    Procedure("random", (number("sides", 2, 20, start=2),), chance.random),
    Procedure("gold", (), chance.gold, roles=ME),
    Procedure(
        "bet",
        (
            number("stake1", 0, 999, role="bettor1", field="stake"),
            number("stake2", 0, 999, role="bettor2", field="stake"),
            number("stake3", 0, 999, role="bettor3", field="stake"),
            number("rolling", 0, 7, start=7),  # after a tie, who rolls again, as bits
        ),
        chance.bet,
        check=chance.check_bet,
        explain=_why("bet"),
        roles=("bettor1", "bettor2", "bettor3"),
    ),
    Procedure("first_chooser", (), chance.first_chooser),
)
