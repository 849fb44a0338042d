"""Tables that were made elsewhere become texts that are read without a fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host_tools.own import compiler, imports, owner_tables
from host_tools.own.__main__ import main
from host_tools.questions import tables

from gobelet.core.odds import of_procedure  # isort: skip
from gobelet.core.procedure import values  # isort: skip
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
    game, _ = compiler.compiled(imports.text_of(path))
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
    assert compiler.compiled(text)[0].faults == []


def test_a_row_of_a_table_has_the_ends_that_were_written() -> None:
    declared = compiler.compiled(imports.table("-2..-1,A\n0,B\n1-3,C\n", "T"))[0].declared
    assert [row[:2] for row in declared["r"][0]["w"]] == [[-2, -1], [0, 0], [1, 3]]
    declared = compiler.compiled(imports.table("01-50,A\n51-00,B\n", "T"))[0].declared
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
    game, _ = compiler.compiled(imports.foundry(json.dumps(found)))
    assert game.texts["fr"]["t.1000"] == shown


def test_quotes_of_a_csv_keep_what_parts_cells() -> None:
    game, _ = compiler.compiled(imports.table('1-3,"Un, deux"\n4-6,"Dit ""non"""\n', "T"))
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
    """As people have them: a file a table, links by number, an adventure, a compendium with a line each."""
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
    game, _ = compiler.compiled(found)
    first, second = game.declared["r"]
    assert [first["o"][cells[0]][2] for _, _, cells in first["w"]] == [[], ["betes"], ["betes"], []]
    assert game.texts["fr"]["sur_la_route.1002"] == "Voir les bêtes"
    assert game.texts["fr"]["sur_la_route.1003"].endswith("…")
    assert game.texts["fr"]["page.sur_la_route"].count("Un orage emporte le pont.") == 9
    assert second["d"][1][0][6] == 99  # it explodes
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
    declaration.take(compiler.compiled(owner_tables.text_of(shipped))[1])
    assert [name for name, _ in rules.PROCEDURES] == ["ram", "rake", "clearance"]
    mine = of_procedure(rolls.clearance, values(rolls.clearance, {"column": crew}))  # type: ignore[attr-defined]
    theirs = of_procedure(ship_clearance, values(ship_clearance, {"quality": crew, "immobilised": 1}))
    assert [mine.exactly(key) for key in mine.keys] == [theirs.exactly(key) for key in theirs.keys]
    assert mine.unknown * theirs.total == theirs.unknown * mine.total > 0


def test_what_the_owner_of_trireme_has_written_counts(tmp_path: Path) -> None:
    path = tmp_path / "mine.tsv"
    path.write_text("set\tship_ram_damage\t12\t-4\tBra\nparam\tfleet_grapple_need\t9\n", encoding="utf-8")
    game, _ = compiler.compiled(imports.text_of(path))
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
    assert (store / "own-matable.game").read_bytes() == compiler.of_file(file)[1]
    assert (store / "own").read_text(encoding="utf-8") == "own-matable\tMa table\tMa table"
    assert main(["--remove", "autre", "--store", str(store)]) == 1
    assert "there are matable" in capsys.readouterr().err
    assert main(["--remove", "matable", "--store", str(store)]) == 0
    assert (store / "own").read_bytes() == b""
    file.write_text("[game]\nid = 3\n", encoding="utf-8")
    assert main([str(file), "--language", "en"]) == 1
    assert "line 2" in capsys.readouterr().err
