"""The rows of `python -m tests.wild`: 75 requests, each with an input of our own."""

from __future__ import annotations

from collections.abc import Sequence

from tests.wild.cases import (
    Case,
    chance_case,
    first_wrong_case,
    foundry_table,
    game_text,
    import_case,
    not_taken,
    odds_case,
    page_says,
    preset_case,
    refusal_case,
    result_case,
    sum_case,
)


def best_with_equals(f: Sequence[int]) -> int:
    return max(f) + f.count(max(f)) - 1


def explode_once(f: Sequence[int], top: int) -> list[int]:
    """Return the total of dice that explode once.

    The first half of `f` has the throws; the second half has the further throws in order.
    """
    half = len(f) // 2
    return [f[at] + (f[half + at] if f[at] == top else 0) for at in range(half)]


def burst_hits(f: Sequence[int], top: int, goal: int) -> int:
    """Count the throws of dice that explode once that reach a goal."""
    half = len(f) // 2
    return sum((f[at] >= goal) + (f[at] == top and f[half + at] >= goal) for at in range(half))


def kept_first(f: Sequence[int]) -> int:
    """Return the higher of two d6; a 6 is thrown once more. If both are sixes, the first one is kept."""
    return f[0] + (f[2] if f[0] == 6 else 0) if f[0] >= f[1] else f[1] + (f[3] if f[1] == 6 else 0)


def reroll_ones(f: Sequence[int]) -> int:
    return sum(f[at + 2] if f[at] == 1 else f[at] for at in (0, 1))


HUNDRED = [
    ((at, at), f"Find {at}: a thing of no great worth, lost by somebody long ago") for at in range(1, 101)
]
TENS = ",".join(str(at) for at in range(0, 100, 10))
DUEL = game_text('dice = "d20+5"', 'against = "d20+3"', 'rows = ["..0: Lost", "1..: Won"]')
WILD = game_text('dice = "(d8+d6)!kh1"', 'rows = ["..3: a", "4-7: b", "8-11: c", "12..: d"]')
LINK = "Calls a @UUID[Compendium.sys.beasts.Actor.Grey Wolf] for [[/br 1d4 #rounds]]{1d4 rounds}"
SWORD = {"type": "text", "name": "Sword", "description": "<p>Rusty.</p>"}
SNAP = "Chromium as a snap sees no port without a permission"

ROWS = [
    Case(
        1, "explosions kept as dice of their own", "2d6!kh1 on 6, 3, 4", result_case("2d6!kh1", (6, 3, 4), 10)
    ),
    Case(
        2,
        "wild die: two unlike dice explode, the best counts",
        "(d8+d6)!kh1",
        odds_case(WILD, ["3/16", "163/288", "329/2304", "239/2304"]),
    ),
    Case(
        3,
        "roll and keep with open dice",
        "2d4!1kh1",
        chance_case("2d4!1kh1", (4,) * 4, lambda f: max(explode_once(f, 4)), 5),
    ),
    Case(
        4,
        "ones rerolled once, then the best kept",
        "2d8r1kh1",
        chance_case(
            "2d8r1kh1", (8,) * 4, lambda f: max(f[at + 2] if f[at] == 1 else f[at] for at in (0, 1)), 6
        ),
    ),
    Case(
        5,
        "keep first, then explode what is kept",
        "2d6kh1!1",
        chance_case("2d6kh1!1", (6,) * 4, kept_first, 7),
    ),
    Case(6, "compound and penetrating together", "2d6!!p", refusal_case("2d6!!p", "write !! or !p")),
    Case(
        7,
        "a compounded die is one die",
        "2d6!!1>=8",
        chance_case("2d6!!1>=8", (6,) * 4, lambda f: sum(one >= 8 for one in explode_once(f, 6)), 1),
    ),
    Case(8, "reroll once means once", "2d10r1", chance_case("2d10r1", (10,) * 4, reroll_ones, 12)),
    Case(
        9,
        "a 10 adds once, a 1 takes away once",
        "d10!1i",
        chance_case("d10!1i", (10, 10), lambda f: f[0] + f[1] * ((f[0] == 10) - (f[0] == 1)), 1),
    ),
    Case(
        10,
        "tens are two successes",
        "4d10>=7>>10",
        chance_case("4d10>=7>>10", (10,) * 4, lambda f: sum((x >= 7) + (x == 10) for x in f), 3),
    ),
    Case(
        11,
        "ones take successes away",
        "4d10>=8f1",
        chance_case("4d10>=8f1", (10,) * 4, lambda f: sum((x >= 8) - (x == 1) for x in f), 1),
    ),
    Case(
        12,
        "explode once: each die",
        "2d6!1",
        chance_case("2d6!1", (6,) * 4, lambda f: sum(explode_once(f, 6)), 12),
    ),
    Case(
        13,
        "open sixes that count",
        "2d6!1>=4",
        chance_case("2d6!1>=4", (6,) * 4, lambda f: burst_hits(f, 6, 4), 2),
    ),
    Case(
        14,
        "one die of a pool explodes once",
        "d6>=5+d6!1>=5",
        chance_case(
            "d6>=5+d6!1>=5", (6,) * 3, lambda f: (f[0] >= 5) + (f[1] >= 5) + (f[1] == 6 and f[2] >= 5), 2
        ),
    ),
    Case(
        15,
        "a 6 explodes exactly once",
        "2d6!1>=6",
        chance_case("2d6!1>=6", (6,) * 4, lambda f: burst_hits(f, 6, 6), 2),
    ),
    Case(16, "each exploded die is counted", "2d10!>=8 on 8, 10, 5", result_case("2d10!>=8", (8, 10, 5), 2)),
    Case(
        17,
        "count dice at or below",
        "2d20<=12<<3",
        chance_case("2d20<=12<<3", (20, 20), lambda f: sum((x <= 12) + (x <= 3) for x in f), 2),
    ),
    Case(18, "two ones together take one success", "no form: f1 takes one for each 1", None),
    Case(
        19,
        "the die in the middle",
        "3d20dh1dl1",
        chance_case("3d20dh1dl1", (20,) * 3, lambda f: sorted(f)[1], 15),
    ),
    Case(20, "more than 20 dice", "40d6", sum_case("40d6", (6,) * 40, 150)),
    Case(
        21,
        "keep and drop without a side",
        "4d6k3, 4d6d1",
        first_wrong_case(
            *(chance_case(text, (6,) * 4, lambda f: sum(sorted(f)[1:]), 14) for text in ("4d6k3", "4d6d1"))
        ),
    ),
    Case(
        22,
        "times, and half",
        "(2d6+3)*2, d6/2",
        first_wrong_case(
            chance_case("(2d6+3)*2", (6, 6), lambda f: 2 * (sum(f) + 3), 20),
            chance_case("d6/2", (6,), lambda f: f[0] // 2, 2),
        ),
    ),
    Case(
        23,
        "eight unlike dice",
        "d24+d23+d20+d16+d11+d9+d7+d4",
        sum_case("d24+d23+d20+d16+d11+d9+d7+d4", (24, 23, 20, 16, 11, 9, 7, 4), 65),
    ),
    Case(
        24,
        "any double",
        "(2d6+d8)m",
        chance_case("(2d6+d8)m", (6, 6, 8), lambda f: max(f.count(x) for x in f), 2),
    ),
    Case(
        25,
        "the highest, and one for a duplicate",
        "3d6km",
        chance_case("3d6km", (6,) * 3, best_with_equals, 8),
    ),
    Case(26, "the whole roll again below a total", "no form: OK on the result throws it again", None),
    Case(
        27,
        "bonus die of a percentage",
        "2d{0,…,90}kl1+d10",
        chance_case("2d{%s}kl1+d10" % TENS, (10,) * 3, lambda f: 10 * min(f[0] - 1, f[1] - 1) + f[2], 51),
    ),
    Case(
        28,
        "a d100 shows 1 to 100",
        "d%",
        first_wrong_case(sum_case("d%", (100,), 100), sum_case("d%", (100,), 1)),
    ),
    Case(29, "d00", "d00", refusal_case("d00", "2 to 100 sides")),
    Case(
        30,
        "levels at a skill, its half, its fifth",
        "d%<=60lv",
        chance_case("d%<=60lv", (100,), lambda f: (f[0] <= 60) + (f[0] <= 30) + (f[0] <= 12), 2),
    ),
    Case(31, "two roll under, the better one wins", "no form: two rolls", None),
    Case(32, "d20+5 against d20+3", "a game with against", odds_case(DUEL, ["171/400", "229/400"])),
    Case(
        33,
        "fate dice",
        "4df, 4dF",
        first_wrong_case(*(chance_case(text, (3,) * 4, lambda f: sum(f) - 8, 1) for text in ("4df", "4dF"))),
    ),
    Case(
        34,
        "d66",
        "d66, D66, d 66",
        first_wrong_case(
            *(chance_case(text, (6, 6), lambda f: 10 * f[0] + f[1], 34) for text in ("d66", "D66", "d 66"))
        ),
    ),
    Case(35, "a thousand dice", "1000d6", refusal_case("1000d6", "1 to 60 dice")),
    Case(
        36,
        "macros of Roll20",
        "/r1d20, [[1d20]], 5d10!>5",
        first_wrong_case(
            refusal_case("/r1d20", "a die such as d6"),
            refusal_case("[[1d20]]", "a die such as d6"),
            refusal_case("5d10!>5", "write the whole sign"),
        ),
    ),
    Case(
        37,
        "a phone's signs",
        "1d6−1, 1d6×2",
        first_wrong_case(
            chance_case("1d6−1", (6,), lambda f: f[0] - 1, 3),
            chance_case("1d6×2", (6,), lambda f: 2 * f[0], 8),
        ),
    ),
    Case(
        38,
        "habits of other languages",
        "1D20 + 5, 2w6+1",
        first_wrong_case(
            chance_case("1D20 + 5", (20,), lambda f: f[0] + 5, 15),
            refusal_case("2w6+1", "a modifier must stand here"),
        ),
    ),
    Case(
        39,
        "a list of macros",
        "Sneak=1d20+7, Fire<TAB>8d6",
        preset_case("Sneak=1d20+7", "Fire\t8d6", right=b"Sneak = d20+7\nFire = 8d6\n"),
    ),
    Case(
        40,
        "a list of a spreadsheet",
        "a mark at its head, CR LF, accents",
        import_case("épées.csv", "\ufeff1-3;Épée\r\n4-6;Bâton\r\n".encode(), ["1/2", "1/2"], "Épée", "Bâton"),
    ),
    Case(
        41,
        "a table of a hundred results",
        "1d100 and 1d101 of Foundry",
        first_wrong_case(
            import_case("a.json", foundry_table("1d100", *HUNDRED), ["1/100"] * 100),
            import_case("b.json", foundry_table("1d101", *HUNDRED), ["1/100"] * 100),
        ),
    ),
    Case(
        42,
        "a table with a long name",
        "28 letters",
        import_case("a.json", foundry_table("1d6", ((1, 3), "a"), ((4, 6), "b")), ["1/2"] * 2),
    ),
    Case(
        43,
        "results that share a number",
        "1-4 and 4-6 of a d6",
        import_case("a.json", foundry_table("1d6", ((1, 4), "one"), ((4, 6), "two")), ["1/2", "1/6", "1/3"]),
    ),
    Case(
        44,
        "results with name and description",
        "Sword: Rusty.",
        import_case(
            "a.json", foundry_table("1d4", ((1, 2), SWORD), ((3, 4), "b")), ["1/2"] * 2, "Sword: Rusty."
        ),
    ),
    Case(
        45,
        "ranges before a bar or a space",
        "01-04|Sacks, 1-10 A fort.",
        first_wrong_case(
            import_case("a.txt", "01-04|Sacks\n05-06|Baskets\n07-12|Rope\n", ["1/3", "1/6", "1/2"]),
            import_case("b.txt", "1-10 A fort.\n11-20 A mill.\n21-100 A maze.\n", ["1/10", "1/10", "4/5"]),
        ),
    ),
    Case(
        46,
        "a head above a list",
        "d4 What is inside",
        import_case("a.txt", "d4 What is inside\nRope\nLamp\nBones\nDust\n", ["1/4"] * 4),
    ),
    Case(
        47,
        "a table without a formula",
        "1-20, 21-30",
        import_case("a.json", foundry_table("", ((1, 20), "a"), ((21, 30), "b")), ["2/3", "1/3"]),
    ),
    Case(
        48,
        "results that are texts alone",
        "x, y, z",
        import_case("a.json", '{"name": "A", "results": ["x", "y", "z"]}', ["1/3"] * 3),
    ),
    Case(
        49,
        "links and rolls within a text",
        "@UUID[…], [[/br 1d4]]{…}",
        import_case(
            "a.json",
            foundry_table("1d2", ((1, 1), LINK), ((2, 2), "b")),
            ["1/2"] * 2,
            "Calls a Grey Wolf for 1d4 rounds",
            absent="@UUID",
        ),
    ),
    Case(
        50,
        "weights that add up to 632",
        "1d632",
        import_case("a.json", foundry_table("1d632", ((1, 316), "a"), ((317, 632), "b")), ["1/2"] * 2),
    ),
    Case(
        51,
        "a table in Markdown",
        "| 1-2 | Merchant |",
        import_case(
            "a.md", "| d6 | Meeting |\n|---|---|\n| 1-2 | Merchant |\n| 3-6 | Nobody |\n", ["1/3", "2/3"]
        ),
    ),
    Case(
        52,
        "a d100 in a CSV",
        "01-50, 51-00; dashes; d66",
        first_wrong_case(
            import_case("a.csv", "01-50,A\n51-00,B\n", ["1/2"] * 2),
            import_case("b.csv", "1–2;A\n3–4;B\n", ["1/2"] * 2),
            import_case("c.csv", "d66,What\n11-16,A\n21-66,B\n", ["1/6", "5/6"]),
        ),
    ),
    Case(
        53,
        "a comma within a sentence",
        "A cloak, torn",
        import_case("a.txt", "A cloak, torn\nA boot, left\n", ["1/2"] * 2, "A cloak, torn"),
    ),
    Case(
        54,
        "the description of a table",
        "Roll at dusk",
        import_case(
            "a.json",
            foundry_table("1d2", ((1, 1), "a"), ((2, 2), "b"), description="<p>Roll at dusk</p>"),
            ["1/2"] * 2,
            "Roll at dusk",
        ),
    ),
    Case(
        55,
        "tables that lead to tables",
        "a result that names another table",
        None,
        "tests/host_tools/own/test_imports.py::test_exports_of_foundry_that_lead_to_one_another_are_one_game",
    ),
    Case(
        56,
        "formulas of Foundry",
        "2d20kh, 1d4 - 1d4",
        first_wrong_case(
            import_case("a.json", foundry_table("2d20kh", ((1, 10), "a"), ((11, 20), "b")), ["1/4", "3/4"]),
            import_case("b.json", foundry_table("1d4 - 1d4", ((-3, 0), "a"), ((1, 3), "b")), ["5/8", "3/8"]),
        ),
    ),
    Case(
        57,
        "groups, times and words of a sheet",
        "{1d6,1d8}kh, 1d6*10, 1d12 + @level",
        first_wrong_case(
            import_case("a.json", foundry_table("{1d6,1d8}kh", ((1, 4), "a"), ((5, 8), "b")), ["1/3", "2/3"]),
            import_case("b.json", foundry_table("1d6*10", ((10, 30), "a"), ((40, 60), "b")), ["1/2"] * 2),
            not_taken("c.json", foundry_table("1d12 + @level", ((1, 6), "a"), ((7, 12), "b")), "no-dice"),
        ),
    ),
    Case(
        58,
        "range and text on lines of their own",
        "1-2 / A / 3-6 / B",
        import_case("a.txt", "1-2\nA\n3-6\nB\n", ["1/3", "2/3"]),
    ),
    Case(
        59,
        "undo of what was counted in one bubble",
        "20, DOWN 30, BACK held",
        None,
        "tests/games/counters/test_play.py::test_presses_in_one_bubble_are_one_transaction",
    ),
    Case(
        60,
        "a key held at the start, contacts that bounce",
        "edges in 12 ms",
        None,
        "tests/device/test_keys.py::test_bounces_are_one_press_and_one_release",
    ),
    Case(
        61,
        "a gauge that is no straight line",
        "each point of the curve",
        None,
        "tests/device/test_power.py::test_level_meets_the_points_of_the_curve",
    ),
    Case(
        62,
        "the battery of a Pico W",
        "VSYS, and the radio's pin back",
        None,
        "tests/device/test_pico.py::test_gauge_measures_vsys_and_gives_the_radio_its_pin_back",
    ),
    Case(
        63,
        "the same numbers after each start",
        "the chip's entropy",
        None,
        "tests/device/test_on_micropython.py::test_clock_and_entropy",
    ),
    Case(
        64,
        "“these dice are rigged”",
        "a face too often",
        None,
        "tests/games/dice/test_fairness.py::test_a_loaded_face_is_caught",
    ),
    Case(
        65,
        "a panel at its other address",
        "0x3D",
        None,
        "tests/test_gobelet_frozen.py::test_a_panel_at_the_other_address",
    ),
    Case(
        66,
        "an SH1106 that is two columns off",
        "which picture is whole?",
        None,
        "tests/test_gobelet_frozen.py::test_who_says_when_the_frame_is_whole_has_the_right_panel",
    ),
    Case(67, "an SH1106 whose first column is 0", "the first start offers no such panel", None),
    Case(68, "SDA held low after a reset", "no clocks are sent that free it", None),
    Case(
        69,
        "the block at the end of a Pico 2's file",
        "a file with it",
        None,
        "tests/host_tools/device/test_copy_uf2.py::test_a_file_of_a_pico_2",
    ),
    Case(
        70,
        "the Finder's error though the copy is whole",
        "what the desk says",
        page_says("host_tools/device/copy_uf2.py", "100093", "-36"),
    ),
    Case(71, SNAP, "the pages", page_says("simulator/web/index.html", "snap connect")),
    Case(72, "Firefox has Web Serial by now", "the page", page_says("simulator/web/index.html", "Firefox")),
    Case(
        73,
        "a port that does not answer",
        "silent, and talking without end",
        None,
        "tests/host_tools/device/test_hostile.py::test_a_silent_one_is_not_waited_for_as_long_as_one_that_talks",
    ),
    Case(
        74,
        "a port that is not there",
        "none, or a wrong one",
        None,
        "tests/host_tools/device/test_doctor.py::test_no_device",
    ),
    Case(
        75,
        "a picture that burns in",
        "dim after 30 s, off after 150 s",
        None,
        "tests/device/test_power.py::test_dims_then_goes_dark",
    ),
]
