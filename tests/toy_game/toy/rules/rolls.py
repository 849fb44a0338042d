"""Rules of the toy game: one minimal procedure for each shape."""

from gobelet.rules.procedure import (
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
    sums,
)

# Flags, a choice, numbers in lanes, a hidden input, roles, effects, a named chance, a further roll.


def _strike_check(v):
    if v["weapon"] == 2 and v["charge"]:
        raise Refused("TOY-1", n=2)


def _strike(v, s):
    if s is None:
        return Roll((6, 4), lambda v, s, faces: faces[0] - faces[1])
    net = s + sums(strike, v).get("d6", 0)
    if net <= 0:
        return Outcome(net, word="miss")
    return Outcome(
        net, (("target", "wounds", "+", net), ("game", "turn", "+", 1)), (("parry", {"blow": net}),)
    )


strike = Procedure(
    "strike",
    (
        choice("weapon", ("fist", "axe", "bow", "net"), lane="d6", mods=(0, 2, 1, -1)),
        flag("charge", 2, "d6"),
        flag("guard", -1, "d6", when=lambda v: not v["charge"]),
        number("force", -5, 5, lane="d6"),
        choice("hand", ("left", "right")),
        number("wounds", 0, 99, role="target", field="wounds"),
        number("pv", 0, 99, 20, role="target", field="pv"),
    ),
    _strike,
    check=_strike_check,
    questions=(("kill", lambda v, key: v["wounds"] + key >= v["pv"]),),
    explain="strike",
    roles=("attacker", "target"),
)


def _parry(v, s):
    if s is None:
        return Roll((6,), lambda v, s, faces: faces[0])
    return Outcome(max(v["blow"] - s, 0))


parry = Procedure("parry", (number("blow", 0, 30),), _parry, roles=("target",))


# Two dice, of which the player picks one; only that one explodes.


def _trinity(v, s):
    if s is None:
        return Roll((12, 12), lambda v, s, faces: ("two", *faces))
    if s[0] == "two":
        return Ask(
            ME,
            "die",
            (0, 1),
            lambda v, s, option: ("one", s[1 + option], s[1 + option]),
            best=lambda v, s: 0 if s[1] >= s[2] else 1,
        )
    if s[2] == 12:
        return Roll((12,), lambda v, s, faces: ("one", s[1] + faces[0], faces[0]))
    return Outcome(1 if 1 < s[1] >= v["need"] else 0)  # a 1 misses, whatever the needed number


trinity = Procedure("trinity", (number("need", -5, 30, 7),), _trinity)


# The victim chooses how much of a blow the armour absorbs.


def _blow(v, s):
    if s is None:
        return Roll((4, 6), lambda v, s, faces: (abs(faces[0] - faces[1]) + 2,))
    if len(s) == 1:
        most = min(s[0], v["armour"])
        return Ask(
            OPPONENT,
            "absorb",
            tuple(range(most + 1)),
            lambda v, s, option: (s[0] - option, option),
            best=lambda v, s: min(s[0], v["armour"]),
        )
    return Outcome(s, (("target", "wounds", "+", s[0]), ("target", "armour", "-", s[1])))


blow = Procedure(
    "blow", (number("armour", 0, 9, 3, role="target", field="armour"),), _blow, roles=("target",)
)


# A damaged cell of the printed table, and an endless explosion.


def _table(v, s):
    if s is None:
        return Roll((6, 6), lambda v, s, faces: sum(faces))
    if s == 7:
        return Ask(SHEET, "cell", (0, 1, 2), lambda v, s, option: 100 + option)
    return Outcome(s - 100 if s >= 100 else s // 4)


table = Procedure("table", (), _table)


def _burst(v, s):
    if s is None or s[1] == 6:
        return Roll((6,), lambda v, s, faces: ((s[0] if s else 0) + faces[0], faces[0]))
    return Outcome(s[0])


burst = Procedure("burst", (), _burst, depth=3)


# A procedure without a roll, one with a decision before the dice, and one with dice only.

still = Procedure("still", (), lambda v, s: Outcome(4, (("game", "turn", "=", 7),)))


def _bid(v, s):
    if s is None:
        return Ask(ME, "stake", (1, 2, 3), lambda v, s, option: (option,), best=lambda v, s: 3)
    if len(s) == 1:
        return Roll((6,), lambda v, s, faces: s + faces)
    return Outcome(s[0] * s[1])


bid = Procedure("bid", (), _bid)

plain = Procedure(
    "plain", (), lambda v, s: Roll((20,), lambda v, s, faces: faces[0]) if s is None else Outcome(s)
)
