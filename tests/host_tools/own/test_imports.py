"""Tables from other programs become texts without a fault."""

from __future__ import annotations

import json
import time
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from host_tools.own import compiler, imports, owner_tables
from host_tools.own.__main__ import main
from host_tools.questions import tables

from gobelet.rules.odds import procedure_odds  # isort: skip
from gobelet.rules.procedure import values  # isort: skip
from gobelet.games.own import rules  # isort: skip
from gobelet.games.own.rules import declaration, rolls  # isort: skip
from gobelet.games.trireme.rules.ship_clearance import ship_clearance  # isort: skip

FOUNDRY = [
    {
        "name": "Météo du col",
        "formula": "2d6",
        "results": [
            {"range": [2, 5], "text": "<p>Neige &amp; vent</p>", "type": "text"},
            {"range": [6, 10], "name": "Calme", "type": 0},
            {"range": [11, 12], "text": "Loups", "type": "document"},
        ],
    },
    {"name": "Loups", "formula": "1d4", "results": [{"range": [1, 4], "description": "Une meute"}]},
]


def test_tables_of_foundry_that_lead_to_one_another(tmp_path: Path) -> None:
    path = tmp_path / "table.json"
    path.write_text(json.dumps(FOUNDRY), encoding="utf-8")
    game, _ = compiler.compile_text(imports.text_of(path))
    first, second = game.declared["r"]
    assert game.title("fr") == "Météo du col"
    assert [row[:2] for row in first["w"]] == [[2, 5], [6, 10], [11, 12]]
    assert game.texts["fr"]["meteo_du_col.1000"] == "Neige & vent"
    assert first["o"][2][2] == [second["n"]] == ["loups"]


@pytest.mark.parametrize(
    ("data", "dice"),
    [
        ("1-3;Rien\n4-6;Un trésor\n", "d6"),
        ("d66,Temps\n11-36,Soleil\n41-66,Pluie\n", "d66"),
        ("2-7\tA, B\n8-12\tC\n", "2d6"),
        ("1–3,Rien\n4-5,Peu\n6+,Tout\n", "d6"),
        ("01-50,Rien\n51-00,Tout\n", "d100"),
        ("1-99,Rien\n00,Tout\n", "d100"),
        ("00-49,Rien\n50-99,Tout\n", "d100-1"),
        ("-2..-1,Perdu\n0,Rien\n1 - 3,Gain\n", "d6-3"),
        ("..3,Rien\n4..6,Tout\n", "d6"),
    ],
)
def test_a_table_as_csv(data: str, dice: str) -> None:
    text = imports.table(data, "Ma table")
    assert f'dice = "{dice}"' in text
    assert compiler.compile_text(text)[0].faults == []


def test_a_row_of_a_table_has_the_ends_that_were_written() -> None:
    declared = compiler.compile_text(imports.table("-2..-1,A\n0,B\n1-3,C\n", "T"))[0].declared
    assert [row[:2] for row in declared["r"][0]["w"]] == [[-2, -1], [0, 0], [1, 3]]
    declared = compiler.compile_text(imports.table("01-50,A\n51-00,B\n", "T"))[0].declared
    assert [row[:2] for row in declared["r"][0]["w"]] == [[1, 50], [51, 100]]


def test_a_table_of_foundry_without_a_formula_has_the_dice_of_its_ranges() -> None:
    found = [{"name": "T", "results": [{"range": [3, 9], "text": "A"}, {"range": [10, 18], "text": "B"}]}]
    assert 'dice = "3d6"' in imports.foundry(json.dumps(found))


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        ("<p>Un @UUID[Item.x1]{arc} &amp; [[/r 2d6]] fl&egrave;ches&#33;</p>", "Un arc & 2d6 flèches!"),
        ("a < b, toi@ici, &x; [[1d4]]", "a < b, toi@ici, &x; 1d4"),
        ("{x} [y] [[ > z", "(x) (y) (( – z"),
    ],
)
def test_what_foundry_shows_of_a_text(said: str, shown: str) -> None:
    found = [{"name": "T", "results": [{"range": [1, 6], "text": said}]}]
    game, _ = compiler.compile_text(imports.foundry(json.dumps(found)))
    assert game.texts["fr"]["t.1000"] == shown


def test_quotes_of_a_csv_keep_what_parts_cells() -> None:
    game, _ = compiler.compile_text(imports.table('1-3,"Un, deux"\n4-6,"Dit ""non"""\n', "T"))
    assert [game.texts["fr"][f"t.{n}"] for n in (1000, 1001)] == ["Un, deux", 'Dit "non"']


@pytest.mark.parametrize(
    ("name", "data", "words"),
    [
        ("a.json", "{", "no JSON"),
        ("a.json", "{}", "results"),
        ("a.json", '{"results": [{"text": "x"}]}', "no range"),
        ("a.json", '{"results": [], "name": "T"}', "'T' has no results"),
        ("a.json", '{"results": 3}', "no results"),
        ("a.csv", "", "no rows"),
        ("a.csv", "1,A\nx,B\n", "Line 2"),
        ("a.csv", "1,A\n", "no rows"),
    ],
)
def test_what_is_no_table_is_refused_in_words(
    name: str, data: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_text(data, encoding="utf-8")
    assert main(["--import", str(path), "--language", "en"]) == 1
    assert words in capsys.readouterr().err


def test_exports_of_foundry_that_lead_to_one_another_are_one_game(tmp_path: Path) -> None:
    """The files are as users have them.

    The files have one table each, links by number, an adventure, and a compendium with one line for each
    entry.
    """
    row = {"_id": "x", "flags": {}, "img": "icons/svg/d20-black.svg", "weight": 1, "drawn": False}
    road = {
        "name": "Sur la route",
        "_id": "AbCd1234",
        "formula": "1d100",
        "replacement": True,
        "results": [
            {**row, "type": 0, "text": "Rien", "range": [1, 60]},
            {**row, "type": 1, "text": "Bêtes", "range": [61, 80], "documentId": "EfGh5678"},
            {**row, "type": "text", "text": "Voir @UUID[RollTable.EfGh5678]{les bêtes}", "range": [81, 99]},
            {
                **row,
                "type": "text",
                "text": "<p>" + "Un orage emporte le pont. " * 9 + "</p>",
                "range": [100, 100],
            },
        ],
    }
    beasts = {
        "name": "Bêtes",
        "_id": "EfGh5678",
        "formula": "1d6x6",
        "results": [{**row, "text": "Loups", "range": [1, 5]}, {**row, "text": "Ours", "range": [7, 999]}],
    }
    for name, each in (("a", road), ("b", beasts)):
        (tmp_path / f"fvtt-RollTable-{name}.json").write_text(json.dumps(each), encoding="utf-8")
    found = imports.text_of(*sorted(tmp_path.glob("*.json")))
    game, _ = compiler.compile_text(found)
    first, second = game.declared["r"]
    assert [first["o"][cells[0]][2] for _, _, cells in first["w"]] == [[], ["betes"], ["betes"], []]
    assert game.texts["fr"]["sur_la_route.1002"] == "Voir les bêtes"
    assert game.texts["fr"]["sur_la_route.1003"].endswith("…")
    assert game.texts["fr"]["page.sur_la_route"].count("Un orage emporte le pont.") == 9
    assert second["d"][1][0][6] == 99  # the die explodes
    assert imports.foundry(json.dumps({"name": "Aventure", "tables": [road, beasts]})) == found
    assert imports.foundry(json.dumps(road) + "\n" + json.dumps(beasts) + "\n") == found


def test_lists_as_spreadsheets_have_them(tmp_path: Path) -> None:
    path = tmp_path / "liste.csv"
    path.write_bytes("Résultat;Détail\r\n1;Épée;brisée\r\n2;Bouclier;\r\n".encode("cp1252"))
    text = imports.text_of(path)
    assert 'dice = "d2"' in text and '"Épée – brisée"' in text
    path.write_text("Pluie\nSoleil\nVent\n", encoding="utf-8")
    text = imports.text_of(path)
    assert 'dice = "d3"' in text and '{ on = "3", text = "Vent" }' in text
    assert compiler.read(text).faults == []


@pytest.mark.parametrize("crew", range(4))
def test_the_owner_file_of_trireme_has_the_odds_of_trireme(crew: int) -> None:
    shipped = Path(tables.__file__).with_name("trireme.tsv").read_text(encoding="utf-8")
    declaration.load_game(compiler.compile_text(owner_tables.text_of(shipped))[1])
    assert [name for name, _ in rules.PROCEDURES] == ["ram", "rake", "clearance"]
    mine = procedure_odds(rolls.clearance, values(rolls.clearance, {"column": crew}))  # type: ignore[attr-defined]
    theirs = procedure_odds(ship_clearance, values(ship_clearance, {"quality": crew, "immobilised": 1}))
    assert [mine.exactly(key) for key in mine.keys] == [theirs.exactly(key) for key in theirs.keys]
    assert mine.unknown * theirs.total == theirs.unknown * mine.total > 0


def test_what_the_owner_of_trireme_has_written_counts(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text("set\tship_ram_damage\t12\t-4\tBra\nparam\tfleet_grapple_need\t9\n", encoding="utf-8")
    game, _ = compiler.compile_text(imports.text_of(path))
    assert [roll["n"] for roll in game.declared["r"]] == ["ram"]
    cell = game.declared["r"][0]["w"][12][2][4]
    assert game.texts["en"][f"ram.{1000 + cell}"] == "Bra"
    path.write_text("set\tship_ram_damage\t99\t-4\tBra\n", encoding="utf-8")
    with pytest.raises(imports.ForeignError, match="line 1 is faulty"):
        imports.text_of(path)


def test_a_game_is_checked_sent_into_a_folder_and_removed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "g.gobelet.toml"
    file.write_text(imports.table("1-3,Rien\n4-6,Tout\n", "Ma table"), encoding="utf-8")
    store = tmp_path / "store"
    store.mkdir()
    assert main([str(file), "--store", str(store)]) == 0
    assert (store / "own-matable.game").read_bytes() == compiler.from_file(file)[1]
    assert (store / "own").read_text(encoding="utf-8") == "own-matable\tMa table\tMa table"
    assert main(["--remove", "autre", "--store", str(store)]) == 1
    assert "there are matable" in capsys.readouterr().err
    assert main(["--remove", "matable", "--store", str(store)]) == 0
    assert (store / "own").read_bytes() == b""
    file.write_text("[game]\nid = 3\n", encoding="utf-8")
    assert main([str(file), "--language", "en"]) == 1
    assert "line 2" in capsys.readouterr().err


def take_import(text: str) -> Any:
    """Read an imported text without a fault; return the game and its first roll's Procedure."""
    game, made = compiler.compile_text(text)
    declaration.load_game(made)
    return game


def result_chances(game: Any, roll: int = 0) -> dict[str, Fraction]:
    """Return the exact chance of each result, by its text."""
    name = game.declared["r"][roll]["n"]
    proc = getattr(rolls, name)
    odds = procedure_odds(proc, values(proc))
    assert sum(odds.weights) == odds.total
    found: dict[str, Fraction] = {}
    for key, weight in zip(odds.keys, odds.weights, strict=True):
        said = game.texts["en"][f"{name}.{key}"]
        found[said] = found.get(said, Fraction(0)) + Fraction(weight, odds.total)
    return found


def import_foundry(formula: str, *results: dict[str, Any], name: str = "Any") -> str:
    return imports.foundry(json.dumps({"name": name, "formula": formula, "results": results}))


def make_ranges(*texts: str, first: int = 1) -> list[dict[str, Any]]:
    return [{"range": [at, at], "text": text} for at, text in enumerate(texts, first)]


@pytest.mark.parametrize(
    ("data", "right"),
    [
        ("1-10 A stronghold.\n11-20 A temple.\n21-100 A maze.\n", ["1/10", "1/10", "4/5"]),
        ("01-04|Sacks\n05-06|Baskets\n07-12|Rope\n", ["1/3", "1/6", "1/2"]),
        ("1 to 3,low\n4 to 6,high\n", ["1/2", "1/2"]),
        ("1 à 2 bas\n3 à 8 haut\n", ["1/4", "3/4"]),
        ("| d6 | Encounter |\n|----|:---|\n| 1-2 | Merchant |\n| 3-4 | Guard |\n| 5 | Wolf |\n| 6 | Nobody |\n",
         ["1/3", "1/3", "1/6", "1/6"]),
        ("d6 What is inside\nA rope\nA lamp\nBones\nA map\nDust\nA cat\n", ["1/6"] * 6),
        ("1. Sword\n2. Bow\n3. Shield\n4. Nothing\n", ["1/4"] * 4),
        ("1) Sword\n2) Bow\n", ["1/2"] * 2),
        ("1 Sword\n2 Bow\n3-6 Nothing\n", ["1/6", "1/6", "2/3"]),
        ("Roll;Result\n1-5;Rain\n6;Sun\n", ["5/6", "1/6"]),
        ("range,text\n1-2,Rain\n3-4,Sun\n", ["1/2", "1/2"]),
        ("from,to,text\n1,3,Rain\n4,6,Sun\n", ["1/2", "1/2"]),
        ("1\tRain\n2-4\tSun\n", ["1/4", "3/4"]),
        ("A cloak, torn\nA boot, left\nA hat\n", ["1/3"] * 3),
        ("d66\tWeather\n11-36\tSun\n41-66\tRain\n", ["1/2", "1/2"]),
        ("2d6: Reaction\n2-5: Hostile\n6-8: Unsure\n9-12: Kind\n", ["10/36", "16/36", "10/36"]),
    ],
)  # fmt: skip
def test_ranges_at_the_beginning_of_lines_are_ranges(data: str, right: list[str]) -> None:
    found = list(result_chances(take_import(imports.table(data, "Any"))).values())
    assert found == [Fraction(each) for each in right]


def test_a_comma_of_a_sentence_stays_in_it() -> None:
    assert list(result_chances(take_import(imports.table("A cloak, torn\nA hat\n", "Any")))) == [
        "A cloak, torn",
        "A hat",
    ]


@pytest.mark.parametrize(
    ("data", "code"),
    [
        ("3 goblins\n2 wolves\nA troll\n", "list-mixed"),
        ("3 goblins\n7 wolves\n", "list-mixed"),
        ("d6 What\nA\nB\nC\n", "list-head"),
        ("1-2 A\nB\n3 C\n", "no-row"),
    ],
)
def test_what_cannot_be_told_is_asked_and_never_guessed(data: str, code: str) -> None:
    with pytest.raises(imports.ForeignError) as caught:
        imports.table(data, "Any")
    assert caught.value.code == code


def test_a_list_of_a_spreadsheet_in_its_old_letters(tmp_path: Path) -> None:
    path = tmp_path / "Été.csv"
    path.write_bytes("1-3;Pluie d'été\n4-6;Grêle\n".encode("cp1252"))
    assert list(result_chances(take_import(imports.text_of(path)))) == ["Pluie d'été", "Grêle"]


def test_results_that_share_numbers_are_drawn_together() -> None:
    """Foundry draws both results at 4.

    Each result has a chance, and so do both results together.
    """
    game = take_import(
        import_foundry("1d6", {"range": [1, 4], "text": "one"}, {"range": [4, 6], "text": "two"})
    )
    assert result_chances(game) == {"one": Fraction(1, 2), "one + two": Fraction(1, 6), "two": Fraction(1, 3)}
    proc: Any = rolls.any  # type: ignore[attr-defined]
    odds = procedure_odds(proc, values(proc))
    own = {name: odds.chance_of(lambda key, test=test: test({}, key)) for name, test in proc.questions}
    assert [game.texts["en"][f"any.{name}"] for name in own] == ["one", "two"]
    assert list(own.values()) == [(2, 3), (1, 2)]


@pytest.mark.parametrize(
    ("formula", "count", "dice"),
    [
        ("1d101", 100, "d100"),
        ("1d100", 90, "d90"),
        ("1d105", 105, "d3*35+d35-35"),
        ("d120", 120, "d2*60+d60-60"),
        ("1d66", 66, "d{1..66}"),
        ("1d1", 1, "1"),
        ("1d8+2", 8, "1d8+2"),
    ],
)
def test_a_die_has_the_numbers_that_results_have(formula: str, count: int, dice: str) -> None:
    """Foundry rolls again for a number without a result."""
    first = 3 if "+" in formula else 1
    text = import_foundry(formula, *make_ranges(*[f"Result {at}" for at in range(count)], first=first))
    assert f'dice = "{dice}"' in text
    assert result_chances(take_import(text)) == {f"Result {at}": Fraction(1, count) for at in range(count)}


def test_numbers_without_a_result_are_those_of_a_smaller_die() -> None:
    text = import_foundry(
        "1d20",
        {"range": [1, 2], "text": "a"},
        {"range": [7, 9], "text": "b"},
        {"range": [20, 20], "text": "c"},
    )
    assert result_chances(take_import(text)) == {
        "a": Fraction(1, 3),
        "b": Fraction(1, 2),
        "c": Fraction(1, 6),
    }


def test_a_die_of_66_sides_is_digits_where_results_leave_these_alone() -> None:
    rows = [{"range": [10 * ten + 1, 10 * ten + 6], "text": str(ten)} for ten in range(1, 7)]
    assert result_chances(take_import(import_foundry("1d66", *rows))) == {
        str(ten): Fraction(1, 6) for ten in range(1, 7)
    }
    assert 'dice = "d66"' in import_foundry("1d66", *rows)


def test_a_die_that_no_two_dice_make_is_refused_once() -> None:
    with pytest.raises(imports.ForeignError) as caught:
        import_foundry("1d101", *make_ranges(*["x"] * 101), name="Odd")
    assert str(caught.value) == (
        "'Odd' has 101 numbers: a die has 2 to 100 sides, and no two dice make so many alike."
    )


def test_more_results_than_a_roll_has_are_refused_at_once() -> None:
    with pytest.raises(imports.ForeignError) as caught:
        import_foundry("1d10000", *make_ranges(*["x"] * 10_000))
    assert str(caught.value) == "'Any' has 10000 different results; a roll has 399 at most."


def test_an_id_that_the_device_has_itself_is_made_another() -> None:
    name = next(
        key for key in sorted(compiler.reserved_keys()) if key.isalpha() and key.islower() and len(key) < 10
    )
    assert f'id = "t_{name}"' in import_foundry("1d2", *make_ranges("a", "b"), name=name)
    assert len(result_chances(take_import(import_foundry("1d2", *make_ranges("a", "b"), name=name)))) == 2


def test_dice_that_are_none_are_one_fault() -> None:
    game = compiler.read(import_foundry("1d12 + @level", *make_ranges("a", "b", "c")))
    assert [fault.code for fault in game.faults] == ["no-dice"]


def test_a_title_and_results_that_are_too_wide_are_cut_at_a_word() -> None:
    text = import_foundry(
        "1d2", *make_ranges("Short", "word " * 1500), name="Signature drinks of the taverns of the old town"
    )
    game = take_import(text)
    assert game.title("en") == "Signature…"
    assert [said.split("…")[0] for said in result_chances(game)] == [
        "Short",
        "word word word word word word word word word",
    ]
    assert (
        import_foundry("1d2", *make_ranges("a", "b"), name="Donaudampfschifffahrtsgesellschaft")
        .splitlines()[2]
        .endswith('…"')
    )


def test_an_import_takes_a_time_that_grows_with_its_length_alone() -> None:
    def import_seconds(words: int) -> float:
        begin = time.process_time()
        compiler.read(import_foundry("1d2", *make_ranges("word " * words, "strange " * words)))
        return time.process_time() - begin

    import_seconds(10)
    short, long = min(import_seconds(400) for _ in range(3)), min(import_seconds(4000) for _ in range(3))
    assert long < 30 * short + 0.1


@pytest.mark.parametrize(
    ("said", "shown"),
    [
        (
            {"name": "Short sword", "description": "<p>Rusty but usable.</p>"},
            "Short sword: Rusty but usable.",
        ),
        ({"name": "Wolf", "description": "", "type": "document"}, "Wolf"),
        ({"name": "Wolf", "description": "Wolf at the door"}, "Wolf at the door"),
        ({"text": "Calls a @UUID[Compendium.sys.beasts.Actor.Grey Wolf] (once)"}, "Calls a Grey Wolf (once)"),
        ({"text": "for [[/br 1d4 #rounds]]{1d4 rounds}"}, "for 1d4 rounds"),
        ({"text": "for [[/r 1d4 #rounds]] rounds"}, "for 1d4 rounds"),
        ({"text": "@Check[type:will|dc:20] or nothing"}, "will dc 20 or nothing"),
        ({"text": "@Damage[2d6[fire]] at once"}, "2d6 fire at once"),
        ({"text": "&Reference[prone] then"}, "prone then"),
        ({"text": "@UUID[Item.a1B2c3D4e5F6g7H8]", "name": "Lamp"}, "Lamp"),
        ({"text": "me@home, 3 > 2 & 1"}, "me@home, 3 – 2 & 1"),
        ({"text": "Smile 😀 now"}, "Smile now"),
    ],
)
def test_marks_become_what_they_show(said: dict[str, Any], shown: str) -> None:
    game = take_import(import_foundry("1d2", {"range": [1, 1], **said}, {"range": [2, 2], "text": "else"}))
    assert list(result_chances(game)) == [shown, "else"]


def test_a_hundred_results_are_a_game(tmp_path: Path) -> None:
    """Long texts have no room, which is reported.

    A device accepts the game in a form that older devices refuse.
    """
    text = import_foundry("1d100", *make_ranges(*[f"Number {at} " + "and so on " * 12 for at in range(100)]))
    assert "A game has 8192 bytes at most" in text
    made = compiler.compile_text(text)[1]
    assert made.startswith(b"gobelet-own 3 ")
    assert len(made) <= compiler.MOST
    assert len(set(result_chances(take_import(text)))) == 100


def test_a_folder_is_told_by_kind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "good.csv").write_text("1-3,A\n4-6,B\n")
    (tmp_path / "good.json").write_text(json.dumps(FOUNDRY))
    (tmp_path / "other.json").write_text("{}")
    (tmp_path / "image.png").write_bytes(b"")
    for at in range(4):
        (tmp_path / f"bad{at}.txt").write_text("3 goblins\nA troll\n")
    (tmp_path / "gap.csv").write_text("1,A\n3,B\n")
    assert main(["--import", str(tmp_path), "--language", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "2 of 7 tables become a game; 1 other files are no tables."
    assert lines[1] == "4 list-mixed" and lines[5] == "  +1" and lines[6] == "1 gap"
