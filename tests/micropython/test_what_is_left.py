"""The odds of common rolls leave only a few bytes allocated, in a heap like the Pico's."""

import pytest

ROLLS = (
    ("trinytia", "fights", "attack"),
    ("trinytia", "moves", "move"),
    ("trireme", "ship_ramming", "ship_ram"),
    ("trireme", "fleet_ramming", "fleet_ram"),
    ("trinites", "skill_test", "test"),
    ("trinites", "combat_blows", "strike"),
    ("mystria", "draws", "stack"),
    ("traqueur", "draws", "exotic"),
)


@pytest.mark.parametrize(("game", "module", "name"), ROLLS)
def test_a_roll_leaves_little_behind(micropython, game, module, name):
    printed = micropython(
        "import gc\n"
        "from gobelet.rules.odds import procedure_odds\n"
        "from gobelet.rules.procedure import values\n"
        f"from gobelet.games.{game}.rules.{module} import {name} as proc\n"
        "procedure_odds(proc, values(proc))\n"
        "gc.collect(); before = gc.mem_alloc()\n"
        "procedure_odds(proc, values(proc))\n"
        "gc.collect(); print(gc.mem_alloc() - before)\n",
        heap=400_000,
    )
    assert int(printed) < 1024
