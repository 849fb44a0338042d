"""Tables that were made elsewhere become texts that are read without a fault."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from host_tools.own import compiler, imports
from host_tools.own.__main__ import main

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
        ("a.csv", "", "no row"),
        ("a.csv", "1,A\nx,B\n", "Line 2"),
    ],
)
def test_what_is_no_table_is_refused_in_words(
    name: str, data: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / name
    path.write_text(data, encoding="utf-8")
    assert main(["--import", str(path), "--language", "en"]) == 1
    assert words in capsys.readouterr().err


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
