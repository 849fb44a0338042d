"""Print pools, their odds and some throws as JSON lines. CPython and MicroPython must print the same."""

import json

from gobelet.games.dice.rules.again import rethrow
from gobelet.games.dice.rules.notation import NotationError, parse, write
from gobelet.rules.dice import dice_needed, throw
from gobelet.rules.odds import procedure_odds
from gobelet.rules.pools import pool_odds
from gobelet.rules.procedure import ME, Ask, Outcome, Procedure, Roll, number, values
from gobelet.rules.shaker import Shaker

POOLS = """
    2d6 d% 3d6+d8-1 |d4-d6| 10-|d20-d12| 4d6kh3+2 2d20kl1 5d4dl2 (d4+d6+d8+d10)kh2 (2d4+3d6)kl3 20d6 10d100
    d12! 3d6! 5d12! d2! 20-2d6!+d4! 2d10!3 (d4+d6)!1 4d6r2 3d10r1! 3d6!kh2 4d4!kl2 (d4+d12)!kl1 8d10!2kh3
    4d{-1,0,1} 3d{0,1,1,2}kl2 4d6min2kh3 (d4+d6)max3 5d6!p 3d4!p2kl2 4d6!!>=5 5d10>=8>>10 8d10!>=8>>10
    5d10>=8 8d10!>=8 4d6!>=9 (2d6+d8)r1>=5 6d6!2>=5-2
    d66 2d66-3 d666 3d6dh1dl1 (d4+d6+d8)dh1dl1 5d6m (2d4+d6)m 2d20<=12<<3 (2d6+3)/2 3d6*2 (10-d6)/4 60d6 60d6kh10
    d10i 3d6!ikh2 2d4!1ir1 3d6km (2d4+d6)km 5d10>=8f<=1 4d6!!>=6f<=2 5d10>=6>>8>>>10 d100<=60lv 5d6kh2! 4d6kl2!p2
    d10x>=9 2d6x2>=5kh1 3d6!px>=5 4d4!!x>=3>=4 4d6rr<=2 3d6!<=3
""".split()  # noqa: SIM905

WRONG = [
    "",
    "2d",
    "d101",
    "61d6",
    "d6+*",
    "|d4|",
    "(d4-d6)kh1",
    "4d6kh5",
    "d6!0",
    "d6r6",
    "d{0,100}",
    "d6max3!",
    "3d6kh2>=4",
    "É",
]


class Counter:
    """Bytes of a small generator; they are equal under CPython and MicroPython.

    The shaker rejects some of these bytes.
    """

    def __init__(self):
        self.state = 1

    def read(self, n):
        out = []
        for _ in range(n):
            self.state = (self.state * 1103515245 + 12345) % 2147483648
            out.append(self.state // 65536 % 256)
        return bytes(out)


def step(v, s):
    """Roll two d12. The player chooses one; a 12 explodes."""
    if s is None:
        return Roll((12, 12), lambda v, s, faces: faces)
    if len(s) == 2:
        return Ask(ME, "die", (0, 1), lambda v, s, at: (s[at], s[at], 0), best=lambda v, s: int(s[1] > s[0]))
    if s[1] == 12:
        return Roll((12,), lambda v, s, faces: (s[0] + faces[0], faces[0], 0))
    return Outcome((int(s[0] >= v["need"]), s[0] % 3))


def show(odds):
    print(json.dumps([odds.keys, odds.weights, odds.total, odds.tail, odds.tail_low, odds.unknown]))


shaker = Shaker(Counter().read)
for text in POOLS:
    pool = parse(text)
    odds = pool_odds(pool)
    print(
        json.dumps(
            [write(pool), dice_needed(pool), odds.mean(), odds.at_least(odds.keys[len(odds.keys) // 2])]
        )
    )
    show(odds)
    for locked in (1, 2, 5):
        thrown = throw(pool, shaker.roll)
        again = rethrow(pool, thrown, locked, shaker.roll)
        print(json.dumps([thrown.total, thrown.dice, again.total, again.dice]))
print(json.dumps(shaker.rejected))
for text in WRONG:
    try:
        parse(text)
    except NotationError as error:
        print(json.dumps([error.code, error.offset]))
proc = Procedure("pick", (number("need", 1, 40),), step, depth=4)
for need in (8, 14, 40):
    show(procedure_odds(proc, values(proc, {"need": need})))
