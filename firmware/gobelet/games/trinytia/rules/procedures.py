"""Tri'Nytia: what the players resolve, as Procedures.

Roles: "me" acts, "attacker" and "target" fight, "bettor1" to "bettor3" bet, "game" is the game itself.
The journal knows a Procedure by its place in PROCEDURES and an input by its place: new ones go to the end.
"""

from gobelet.core.procedure import (
    ME,
    OPPONENT,
    SHEET,
    Ask,
    Outcome,
    Procedure,
    Refused,
    Roll,
    choice,
    flag,
    number,
)

from . import combat, rolls, tables
from .sheets import GONE

BOTH = (4, 6)
ACTED = ("game", "actions", "+", 1)

# Inputs that several Procedures share


def _die_mods():
    return (number("mod4", -9, 9, lane="d4"), number("mod6", -9, 9, lane="d6"))


def _extra():
    return number("extra", 0, 3, role="game", field="lieux")


def _lieu():
    return number("lieu", -1, 10, start=-1, role="me", field="lieu")


def _fixed():
    return number("fixed", 0, 1, role="me", field="fixed")


# Why-lines. The screen names the faces and the modifiers; these say what becomes of them.


def _signed(key, amount, *args):
    """A line about a modifier; its text depends on the sign."""
    return (key + (".minus" if amount < 0 else ".plus"), (abs(amount),) + args)


def _modified(v, faces):
    """(d4, d6) with their modifiers, and a line for each that has one."""
    after = []
    lines = []
    for at in (0, 1):
        mod = v.get("mod6" if at else "mod4", 0)
        after.append(faces[at] + mod)
        if mod:
            lines.append(_signed("why.die", mod, BOTH[at], faces[at], after[at]))
    return after, lines


def _sum_why(v, path):
    after, lines = _modified(v, path[0])
    return lines + [("why.sum", (after[0], after[1], sum(after)))]


def _total(v, faces):
    return sum(faces) + v["mod4"] + v["mod6"]


# Placing and the first player


def _place(v, s):
    if s is None:
        return SUM
    return Outcome(s, (("me", "lieu", "=", s), ("me", "score", "=", s)))


def _tie(v, s):
    if s is None:
        return SUM
    return Outcome(s, (("me", "score", "=", s),))


SUM = Roll(BOTH, lambda v, s, faces: sum(faces))


def _first_fold(v, s, faces):
    """A state is (how many rolled, best sum, its player or 0 for a tie)."""
    count, best, leader = s or (0, 0, 0)
    total = sum(faces)
    if total > best:
        return count + 1, total, count + 1
    return count + 1, best, 0 if total == best else leader


def _first(v, s):
    if s is None or s[0] < v["players"]:
        return FIRST
    if s[2] == 0:
        return Outcome(0, word="tie")
    return Outcome(s[2])


FIRST = Roll(BOTH, _first_fold)


def _players_why(v, path):
    return [("why.player", (at + 1, sum(path[at]))) for at in range(len(path))]


# Moving and arriving. A state is FREE or OFF while somebody must choose, else where the character has come:
# 100, 200 or 300 + Lieu, by the roll, by free choice, by decision of the table.

ROLLED, CHOSEN, TABLE = 100, 200, 300
FREE, OFF = 1, 2


def _where(v, lieu, faces):
    try:
        where = rolls.destination(lieu, _total(v, faces), v["extra"])
    except Refused:
        return OFF
    if where == rolls.CHOICE:
        return FREE
    return ROLLED + (1 if where == rolls.REDIRECT else where)


MOVE = Roll(BOTH, lambda v, s, faces: _where(v, v["lieu"], faces))
# The roll of Lieu 1 gives no free choice [A-TN22].
AGAIN = Roll(BOTH, lambda v, s, faces: _where(v, None, faces))


def _move(v, s):
    done = (("me", "moved", "+", 1), ACTED)
    if v["fixed"]:
        return Outcome(v["lieu"], done, word="fixed")
    if s is None:
        return MOVE
    return _settle(v, s, done)


def _arrive(v, s):
    """Attracted or projected [attiré, projeté]: the Lieu is not activated; nothing at all when fixed."""
    if v["fixed"]:
        return Outcome(v["lieu"], word="fixed")
    return _settle(v, ROLLED + v["to"] if s is None else s, ())


def _lieu1(v, s):
    return _settle(v, ROLLED + 1 if s is None else s, ())


def _settle(v, s, done):
    """What follows a sum: a choice, the roll of Lieu 1, or the arrival."""
    if s == FREE:
        # The odds count the free choice itself: any Lieu will do for them but Lieu 1, which would roll on.
        options = tuple(rolls.choices(v["lieu"], v["extra"]))
        return Ask(ME, "lieu", options, lambda v, s, n: CHOSEN + n, lambda v, s: options[-1])
    if s == OFF:
        # No such Lieu on the board (TN-E05): nobody but the table can say.
        options = tuple(tables.members(tables.active(v["extra"])))
        return Ask(SHEET, "table", options, lambda v, s, n: TABLE + n)
    if s % 100 == 1:
        return AGAIN
    chosen = CHOSEN <= s < TABLE
    return Outcome(rolls.CHOICE if chosen else s % 100, (("me", "lieu", "=", s % 100),) + done)


def _move_why(v, path):
    lines = []
    if v.get("fixed"):
        lines.append(("why.fixed", (v["lieu"],)))
    for at in range(len(path)):
        if isinstance(path[at], int):
            lines.append(("why.chosen", (path[at],)))
            continue
        lines += _sum_why(v, path[at:])
        if at + 1 < len(path):
            total = _total(v, path[at])
            if not isinstance(path[at + 1], int):
                lines.append(("why.lieu1", ()))
            elif total == v.get("lieu"):
                lines.append(("why.own", (total,)))
            else:
                lines.append(("why.off", (total,)))
    return lines


def _check_to(v):
    rolls.arrival(v["to"], v["extra"])


def _island(at):
    return lambda v, key: rolls.reaches(v["lieu"], tables.ISLANDS[at], key, v["extra"])


# Attack, defence, wounds, healing, death

MISS = -1  # state of a missed attack; its key is 0 wounds


def _combat_inputs():
    """Modifiers of a combat roll. x3 voids x2: the highest factor counts, once (seed L166-167)."""
    return _die_mods() + (
        flag("x3", 3, "x"),
        flag("x2", 2, "x", when=lambda v: not v["x3"]),
        number("div", 1, 99, start=1),
        number("div2", 1, 9, start=1, when=lambda v: v["div"] > 1),
        number("flat", -50, 50, lane="flat"),
    )


def _victim_inputs():
    """Who is hurt. pv 0: not known. aim, fam_pv, fam_wounds: a familiar may be hit instead (seed L259)."""

    def hit(v):
        return v["familiar"] > 0 and v["aim"] == 1

    return (
        number("pv", 0, 99, role="target", field="pv"),
        number("wounds", 0, 199, role="target", field="wounds"),
        number("armour", 0, 99, role="target", field="armour"),
        number("familiar", 0, 9, role="target", field="familiar"),
        choice("aim", ("character", "familiar"), when=lambda v: v["familiar"] > 0),
        number("fam_pv", 0, 99, when=hit, role="target", field="fam_pv"),
        number("fam_wounds", 0, 199, when=hit, role="target", field="fam_wounds"),
    )


def _times(v):
    return 3 if v["x3"] else 2 if v["x2"] else 1


def _combat(v, faces, attack):
    natural = attack and v["natural"]
    by = v["div"] * v["div2"]
    return combat.result(attack, faces[0], faces[1], v["mod4"], v["mod6"], _times(v), by, v["flat"], natural)


def _combat_why(v, faces, attack):
    base, missed, _ = _combat(v, faces, attack)
    after, lines = _modified(v, faces)
    lines.append(("why.difference", (after[0], after[1], base)))
    if missed:
        lines.append(("why.miss", ()))
        return lines
    now = base * _times(v)
    if now != base or _times(v) > 1:
        lines.append(("why.times", (_times(v), now)))
    by = v["div"] * v["div2"]
    if by > 1:
        now = -(-now // by)
        lines.append(("why.divided", (by, now)))
    if v["flat"]:
        now += v["flat"]
        lines.append(_signed("why.flat", v["flat"], now))
        if now < 0:
            lines.append(("why.floor", ()))
    return lines


def _attack_fold(v, s, faces):
    _, missed, result = _combat(v, faces, True)
    return MISS if missed else result


ATTACK = Roll(BOTH, _attack_fold)


def _attack(v, s):
    if s is None:
        return ATTACK
    return _hurt(v, s, (("attacker", "fought", "+", 1), ACTED), True)


def _suffer(v, s):
    return _hurt(v, v["amount"] if s is None else s, (), False)


def _hurt(v, s, effects, attack):
    """A state is the wounds, then (wounds, absorbed). An attack's key is its wounds before absorption."""
    if isinstance(s, tuple):
        amount, absorbed = s
    else:
        amount, absorbed = max(0, s), 0
        most = min(amount, v["armour"])
        if most:
            return Ask(
                OPPONENT,
                "absorb",
                tuple(range(most + 1)),
                lambda v, s, n: (amount, n),
                lambda v, s: most,
            )
    pv, before = _victim(v)
    _, _, net, dead = combat.wounds(before, v["armour"], pv, amount, absorbed)
    word = "miss" if s == MISS else None
    then = ()
    if absorbed:
        effects += (("target", "armour", "-", absorbed),)
    if v["aim"]:
        if dead:
            word = "familiar_dead"
            effects += (
                ("target", "familiar", "-", 1),
                ("target", "fam_pv", "=", 0),
                ("target", "fam_wounds", "=", 0),
            )
        elif net:
            effects += (("target", "fam_wounds", "+", net),)
    elif net:
        effects += (("target", "wounds", "+", net), ("target", "unabsorbed", "+", net))
        if dead:
            word = "dead"
            then = (("death", {}),)
    return Outcome(amount if attack else net, effects, then, word)


def _victim(v):
    """(PV, wounds) of the character or of the familiar that is hit."""
    return (v["fam_pv"], v["fam_wounds"]) if v["aim"] else (v["pv"], v["wounds"])


def _kill(v, key):
    """Whether `key` wounds kill although all armour absorbs."""
    pv, before = _victim(v)
    return 0 < pv <= before + max(0, key - v["armour"])


def _hurt_why(v, path, amount, lines):
    absorbed = 0
    if path:
        absorbed = path[0]
        lines.append(("why.absorbed", (absorbed, amount - absorbed)))
    pv, before = _victim(v)
    after, _, net, dead = combat.wounds(before, v["armour"], pv, amount, absorbed)
    if net:
        lines.append(("why.wounds", (before, net, after)))
    if dead:
        lines.append(("why.dead", (after, pv)))
    return lines


def _attack_why(v, path):
    amount = _combat(v, path[0], True)[2]
    return _hurt_why(v, path[1:], amount, _combat_why(v, path[0], True))


def _suffer_why(v, path):
    return _hurt_why(v, path, v["amount"], [("why.suffer", (v["amount"],))])


def _defend(v, s):
    if s is None:
        return DEFEND
    return Outcome(s, (("me", "armour", "+", s), ("me", "fought", "+", 1), ACTED))


DEFEND = Roll(BOTH, lambda v, s, faces: _combat(v, faces, False)[2])


def _defend_why(v, path):
    return _combat_why(v, path[0], False)


def _healed(v):
    return combat.heal(v["wounds"], v["armour"], v["amount"], v["spill"])


def _heal(v, s):
    after, armour = _healed(v)
    effects = (("target", "wounds", "=", after), ("target", "armour", "=", armour))
    return Outcome(v["wounds"] - after, effects, word="armour" if armour > v["armour"] else None)


def _heal_why(v, path):
    after, armour = _healed(v)
    lines = []
    if v["wounds"]:
        lines.append(("why.heal", (v["wounds"], v["wounds"] - after, after)))
    if armour > v["armour"]:
        lines.append(("why.armour", (v["armour"], armour - v["armour"], armour)))
    elif v["amount"] > v["wounds"]:
        lines.append(("why.lost", (v["amount"] - v["wounds"],)))
    return lines


def _check_death(v):
    if v["faction"] and v["of"] >= 0:
        tables.check_faction((v["of"],) * 3, v["faction"], v["dead"] + 1)


def _death(v, s):
    effects = [("target", name, "=", value) for name, value in GONE]
    return Outcome(v["faction"], tuple(effects) + (("target", "faction", "=", v["faction"]),))


# Chance


def _one_fold(v, s, faces):
    return faces[0]


def _random(v, s):
    return Roll((v["sides"],), _one_fold) if s is None else Outcome(s)


def _gold(v, s):
    return GOLD if s is None else Outcome(s, (("me", "gold", "=", s),))


def _chooser(v, s):
    if s is None:
        return COIN
    return Outcome(s, (("game", "god", "=", s),), word="lunaire" if s == 2 else "solaire")


GOLD = Roll((6,), _one_fold)
COIN = Roll((2,), _one_fold)


def _stakes(v):
    return [v["stake1"], v["stake2"], v["stake3"]]


def _rolling(v):
    """Who rolls for the bet: those who staked, or after a tie those who were tied."""
    return [at for at in range(3) if _stakes(v)[at] and v["rolling"] >> at & 1]


def _check_bet(v):
    rolls.bettors(_stakes(v))


def _bet_fold(v, s, faces):
    """A state is (how many rolled, best sum, mask of those who have it)."""
    count, best, mask = s or (0, 0, 0)
    bit = 1 << _rolling(v)[count]
    total = sum(faces)
    if total > best:
        return count + 1, total, bit
    return count + 1, best, mask | bit if total == best else mask


def _bet(v, s):
    if s is None or s[0] < len(_rolling(v)):
        return BET
    stakes = _stakes(v)
    if s[2] & s[2] - 1:
        known = {"stake1": stakes[0], "stake2": stakes[1], "stake3": stakes[2], "rolling": s[2]}
        return Outcome(0, (), (("bet", known),), "tie")
    effects = []
    winner = 0
    for at in range(3):
        role = "bettor%d" % (at + 1)
        if s[2] >> at & 1:
            winner = at + 1
            effects.append((role, "gold", "+", sum(stakes) - stakes[at]))
        elif stakes[at]:
            effects.append((role, "gold", "-", stakes[at]))
        if stakes[at]:
            effects.append((role, "stake", "=", 0))
    return Outcome(winner, tuple(effects))


BET = Roll(BOTH, _bet_fold)


def _bet_why(v, path):
    rolling = _rolling(v)
    lines = [("why.player", (rolling[at] + 1, sum(path[at]))) for at in range(len(path))]
    return lines + [("why.pot", (sum(_stakes(v)),))]


def _bet_inputs():
    stakes = [number("stake%d" % n, 0, 999, role="bettor%d" % n, field="stake") for n in (1, 2, 3)]
    return tuple(stakes) + (number("rolling", 0, 7, start=7),)


PROCEDURES = (
    Procedure("placement", (), _place, explain=_sum_why, roles=("me",)),
    Procedure("tie_roll", (), _tie, explain=_sum_why, roles=("me",)),
    Procedure(
        "first_player",
        (number("players", 2, 10, start=4, role="game", field="players"),),
        _first,
        questions=(("single", lambda v, key: key > 0),),
        explain=_players_why,
        depth=12,
    ),
    Procedure(
        "move",
        _die_mods() + (_lieu(), _fixed(), _extra()),
        _move,
        questions=(
            ("choice", lambda v, key: key == rolls.CHOICE),
            ("island1", _island(0)),
            ("island2", _island(1)),
            ("island3", _island(2)),
        ),
        explain=_move_why,
        roles=("me",),
    ),
    Procedure(
        "arrive",
        (number("to", 0, 10, start=2),) + _die_mods() + (_lieu(), _fixed(), _extra()),
        _arrive,
        check=_check_to,
        explain=_move_why,
        roles=("me",),
    ),
    Procedure("lieu1", _die_mods() + (_extra(),), _lieu1, explain=_move_why, roles=("me",)),
    Procedure(
        "attack",
        _combat_inputs() + _victim_inputs() + (number("natural", 0, 1, role="game", field="natural"),),
        _attack,
        questions=(("kill", _kill), ("hit", lambda v, key: key > 0)),
        explain=_attack_why,
        roles=("attacker", "target"),
    ),
    Procedure("defend", _combat_inputs(), _defend, explain=_defend_why, roles=("me",)),
    Procedure(
        "suffer",
        (number("amount", 0, 99, start=1),) + _victim_inputs(),
        _suffer,
        explain=_suffer_why,
        roles=("target",),
    ),
    Procedure(
        "heal",
        (
            number("amount", 0, 99, start=1),
            number("wounds", 0, 199, role="target", field="wounds"),
            number("armour", 0, 99, role="target", field="armour"),
            number("spill", 0, 1, role="game", field="spill"),
        ),
        _heal,
        explain=_heal_why,
        roles=("target",),
    ),
    Procedure(
        "death",
        (
            choice("faction", tables.FACTIONS, role="target", field="faction"),
            number("of", -1, 10, start=-1),  # how many of it the game holds; -1: not known here
            number("dead", 0, 10),  # how many of them were dead before
        ),
        _death,
        check=_check_death,
        roles=("target",),
    ),
    Procedure("random", (number("sides", 2, 20, start=2),), _random),
    Procedure("gold", (), _gold, roles=("me",)),
    Procedure(
        "bet",
        _bet_inputs(),
        _bet,
        check=_check_bet,
        explain=_bet_why,
        roles=("bettor1", "bettor2", "bettor3"),
    ),
    Procedure("first_chooser", (), _chooser),
)
