"""Dice, notation and odds give the same numbers under real MicroPython.

MicroPython's words have 64 bits or 32.
"""

from __future__ import annotations

import json
import runpy
from pathlib import Path

SCRIPT = Path(__file__).with_name("core_odds.py")


def test_pools_odds_and_throws_agree(both_micropythons, capsys):
    there = [json.loads(line) for line in both_micropythons(SCRIPT).splitlines()]
    capsys.readouterr()
    names = runpy.run_path(str(SCRIPT))
    here = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(here) == 5 * len(names["POOLS"]) + 1 + len(names["WRONG"]) + 3
    assert there == here


def test_odds_of_a_pool_fit_a_heap_like_the_pico_s(micropython):
    """The largest usual pool needs a small part of the heap during the computation, and little afterwards."""
    printed = micropython(
        "import gc\n"
        "from gobelet.games.dice.rules.notation import parse\n"
        "from gobelet.rules.pools import pool_odds\n"
        "pool_odds(parse('2d6'))\n"
        "for text in ('10d6', '4d6kh3', '5d12!', '(d4+d6+d8+d10+d12)kh3', '8d10!>=8'):\n"
        "    pool = parse(text)\n"
        "    gc.collect(); before = gc.mem_alloc()\n"
        "    odds = pool_odds(pool)\n"
        "    gc.collect(); print(gc.mem_alloc() - before)\n",
        heap=200_000,
    )
    kept = [int(line) for line in printed.splitlines()]
    assert len(kept) == 5
    # the unix build has words of eight bytes, twice the Pico's
    assert max(kept) < 16_000
