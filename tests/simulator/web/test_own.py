"""The page of own games in Chromium: the way to a game, by form or by text, with the checks of the tool."""

from __future__ import annotations

import copy
import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from host_tools.building import build, image
from host_tools.building.image import FileSystem
from host_tools.own import compiler, imports, reader, sentences
from host_tools.questions import games  # noqa: F401 - finds the firmware
from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard
from simulator.store import MemoryStore
from simulator.web import editor
from tests.host_tools.own.test_imports import FOUNDRY
from tests.host_tools.pty_board import Kind, PtyBoard
from tests.once import make_once
from tests.simulator.web.browser import Browser, Site

TEXT = """# A game of ours
[game]
id = "duel"
title = "Duel" # short
seats = 2

[[counter]]
id = "hp"   # how long one stands
name = "Vie"
start = 8
high = 20

# What protects
[[counter]]
id = "ac"
name = "Armure"

[[roll]]
id = "hit"
name = "Coup"
dice = "d6"
rows = [
  "1..3: Raté", # mostly
  "4..6: Touché [target.hp -1]",
]
"""
FRENCH = '[jeu]\nid = "g"\ntitre = "G"\n[[jet]]\nid = "r"\ndes = "d6"\n'
SKIRMISH = editor.examples()["escarmouche"]
WIDEN = (
    "Élargissez une ligne, ajoutez-en une, ou répartissez-les.",
    "Widen a row, add one, or spread them.",
)
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "hasTouch": True,
    "isMobile": True,
    "colorScheme": "light",
}


def test_a_newcomer_gets_to_a_table_of_their_own_in_less_than_ten_steps(browser: Browser, site: Site) -> None:
    """Follow a newcomer from the first page to the first roll on the Gobelet.

    Each click and each filled field is one step.
    """
    texts = ["Ma route", "Rencontre", "Des loups", "Personne", "Un colporteur"]
    found = browser.play("own_newcomer", {"url": site.url, "texts": texts})
    assert found["steps"] < 10
    assert any(each in found["words"] for each in texts[2:])
    assert all(each in found["odds"] for each in texts[1:])


def test_form_and_text_are_one(browser: Browser, site: Site) -> None:
    invalid = TEXT.replace('dice = "d6"', 'dice = "2d6"')
    data = {"url": f"{site.url}own.html", "text": TEXT, "invalid": invalid, "french": FRENCH}
    found = browser.play("own_edits", data)
    expected = tomllib.loads(TEXT)
    expected["counter"][0]["name"] = 'Santé "forte"'
    del expected["counter"][0]["start"]
    expected["counter"][1]["step"] = 2
    expected["roll"][0]["rows"] = ["4..: Touché [target.hp -1]", "1..3: Raté"]
    expected["counter"].append({"id": "c3", "name": "Compteur"})
    expected["roll"][0]["inputs"] = [{"id": "i1", "name": "Avantage", "mod": 1}]
    assert tomllib.loads(found["text"]) == expected
    assert '"1..2: Raté"' in found["row"] and not compiler.read(found["row"]).faults
    for note in ("# A game of ours", "# short", "# how long one stands", "# What protects", "# mostly"):
        assert note in found["text"]
    assert found["apart"] == [found["text"].replace('Santé \\"forte\\"', "Vie")] * 2, "what was typed stays"
    assert found["undone"].startswith("[jeu]"), "back to what the page began with"
    faults = compiler.read(invalid).faults
    (fault,) = faults
    french, english = (
        f"{fault.message(language)} {act}" for language, act in (("fr", WIDEN[0]), ("en", WIDEN[1]))
    )
    assert found["fault"] == f"ligne {fault.line} : {french}"
    assert found["english"] == f"line {fault.line}: {english}"
    assert found["marked"] == [str(line) for line in sorted({each.line for each in faults})]
    assert found["beside"][1].startswith(fault.message("fr"))
    assert found["waits"], "a text that cannot be read is mended first"
    assert '[[compteur]]\nid = "c1"\nnom = "Compteur"' in found["french"]


def test_each_fault_says_what_to_do() -> None:
    """The remedy is in the message of the fault, or in the page's text about it.

    Each such text belongs to a fault.
    """
    folder = paths.ROOT / "host_tools" / "own"
    source = "".join(
        (folder / f"{name}.py").read_text(encoding="utf-8")
        for name in ("reader", "roll", "declaration", "game_file", "toml_lines")
    )
    codes = set(re.findall(r'"([a-z0-9-]+)"', source)) & set(sentences.SENTENCES) - {"line", "none"}
    page = (paths.ROOT / "simulator/web/own_remedies.mjs").read_text(encoding="utf-8")
    remedies = set(re.findall(r'^    "([a-z0-9-]+)": \[', page, re.M))
    assert len(codes) > 50 and remedies <= codes
    says = re.compile(r"[a-zé]ez\b|s’écrit|par exemple|peut-être|commence par|est \"|a de 1 à 12")
    assert [code for code in sorted(codes - remedies) if not says.search(sentences.SENTENCES[code][0])] == []


PLAIN = """[game]
id = "plain"
title = "Plain"
seats = 2

[[counter]]
id = "hp"
name = "Life"

[[roll]]
id = "hit"
name = "Hit"
dice = "2d6"
results = [{ id = "miss", text = "Miss" }, { id = "hit", text = "Hit", effects = ["target.hp -1"] }]
rows = ["2-6: miss", "7-12: hit"]

[[roll]]
id = "sum"
name = "Sum"
dice = "3d6"

[[table]]
id = "sky"
rows = ["1-3: Sun", "4-6: Rain"]

[[roll]]
id = "weather"
name = "Weather"
dice = "d6"
who = "table"
table = "sky"

[turn]
steps = [{ id = "act", name = "Act", roll = "hit" }]
"""


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
def test_no_plus_makes_a_good_game_faulty(locale: str, browser: Browser, site: Site) -> None:
    """Press each "+" of the form, and each "+" that appears then; twice, as a user does."""
    found = browser.play("own_pluses", {"url": f"{site.url}own.html", "text": PLAIN}, locale=locale)
    assert len(found) > 25
    for place, text in found:
        game = compiler.read(text)
        assert not game.faults, (place, [str(fault) for fault in game.faults])


def without_value(whole: Any, path: list[Any]) -> Any:
    """Return the contents of a text with one of its values removed."""
    found = copy.deepcopy(whole)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return found


@pytest.mark.slow
def test_each_value_of_a_text_is_changed_without_another(page: Path, browser: Browser, site: Site) -> None:
    """The page replaces, removes and doubles each value of each example.

    The messages of the page exist in both languages.
    """
    found = browser.play("own_parts", {"url": f"{site.url}own.html"})
    source = "".join(path.read_text() for path in page.glob("own*.mjs") if path.name != "own_messages.mjs")
    for name, (french, english) in found["messages"].items():
        assert french and english
        places = [{text.count(f"{{{at}}}") > 0 for text in (french, english)} for at in range(3)]
        assert all(len(each) == 1 for each in places), name
        assert name.startswith(("add_", "one_")) or f'"{name}"' in source, name
    for kind, keys in found["fields"].items():
        assert set(keys) <= set(reader.KEYS[kind].split()), "the form asks for what a text can have"
    changes = found["changes"]
    assert len(changes) > 500
    for text, done in changes:
        whole = tomllib.loads(text)
        path = done["path"]
        inner = whole
        for key in path:
            inner = inner[key]
        if "set" in done:
            parent = copy.deepcopy(whole)
            outer = parent
            for key in path[:-1]:
                outer = outer[key]
            outer[path[-1]] = 'a "b"\nc'
            assert tomllib.loads(done["set"]) == parent, path
        assert tomllib.loads(done["without"]) == trim_headers(without_value(whole, path)), path
        if "more" in done:
            grown = copy.deepcopy(whole)
            outer = grown
            for key in path:
                outer = outer[key]
            if isinstance(outer, list):
                outer.append("zz")
            else:
                outer["zz"] = 1
            assert tomllib.loads(done["more"]) == grown, path


def trim_headers(whole: Any) -> Any:
    """Return the contents without the lists of [[headers]] that have become empty."""
    return {key: value for key, value in whole.items() if value != [] or key == "inputs"}


@pytest.mark.slow
def test_what_goes_with_the_text_and_where_it_goes(browser: Browser, site: Site) -> None:
    """The text determines the Gobelet, the odds, the draft, a link, a file and the games of the page."""
    other = SKIRMISH.replace("start = 8", "start = 9").replace(
        'name = { fr = "Coup"', 'name = { fr = "Frapper"'
    )
    long = "".join(f"# {number * 7919 % 100003} {number**3}\n" for number in range(300))
    data = {"url": site.url, "text": SKIRMISH, "changed": other, "long": long, "foundry": json.dumps(FOUNDRY)}
    found = browser.play("own_kept", data)
    assert "Coup" in found["screen"] and "Coup" in found["still"]
    # The odds as the desk computes them
    from gobelet.rules.odds import procedure_odds
    from gobelet.rules.procedure import values
    from gobelet.ui.drawing.numbers import percent
    from host_tools.own import game_file

    (proc,) = game_file.rolls(compiler.read(SKIRMISH))
    for name, given in (("odds", {}), ("changed", {"back": 1})):
        chosen = values(proc, given)
        odds = procedure_odds(proc, chosen)
        expected = [
            percent(odds.chance_of(lambda key, test=test, chosen=chosen: test(chosen, key)), ",")
            for _, test in proc.questions
        ]
        assert [each.split(" ")[-2] for each in found[name]] == expected
    assert found["draft"] == found["linked"] == SKIRMISH
    assert found["said"].startswith("Le lien est copié : ") and "certaines messageries" in found["long"]
    assert found["broken"].startswith("Ce lien est coupé")
    assert found["file"]["name"] == "fer.gobelet.toml" and found["listed"] == ["Fer et cuir"]
    assert found["imported"] == imports.foundry(json.dumps(FOUNDRY))
    assert found["refused"] == "x.csv : La ligne 2 n’est pas un intervalle et un texte."
    assert found["left"].strip() == "Rien n’a été changé."
    assert "Frapper" in found["played"]


def test_a_choice_is_named_as_one_writes(browser: Browser, site: Site) -> None:
    """The page and the tool make the same ids from the names."""
    text = """[game]
id = "arms"
title = "Arms"

[[roll]]
id = "hit"
name = "Hit"
dice = "2d6"
inputs = [
  { id = "arm", name = "Arm", options = ["a", "b"], mod = 1 },
]
"""
    choice = "Épée, Arc long, Œil de bœuf"
    found = browser.play("own_choice", {"url": site.url, "text": text, "typed": choice})
    assert '["Épée", "Arc long", "Œil de bœuf"]' in found["text"]
    assert found["options"] == choice.split(", ")
    game = compiler.read(found["text"])
    assert game.declared["r"][0]["i"][0][7] == ["epee", "arc_long", "oeil_de_boeu"]
    assert bytes.fromhex(found["made"]) == compiler.files(found["text"])["own-arms.game"]


@pytest.mark.slow
def test_a_draft_is_lost_to_nothing(browser: Browser, site: Site) -> None:
    """Test each way to lose a text, and all pairs of these.

    The ways are a reload, a new game, an example, a link, a second tab, and a browser without storage.
    """
    draft = SKIRMISH.replace('id = "fer"', 'id = "before"')
    other = SKIRMISH.replace('id = "fer"', 'id = "other"')
    found = browser.play("own_draft", {"url": site.url, "text": SKIRMISH, "other": other, "draft": draft})
    assert found["earlier"] == draft, "what an earlier page kept"
    assert found["untouched"] == [draft], "a game that nobody wrote in is none"
    assert found["reloaded"] == SKIRMISH
    mine = sorted([draft, SKIRMISH])
    assert found["places"] == [[False, False, mine], [False, False, mine], [False, True, mine]]
    assert found["guest"] == [True, 2] and found["adopted"] == [False, 3] and found["twice"] == 3
    assert found["followed"] == found["after"] == f"{other}# two\n"
    assert "Un autre onglet" in found["told"]
    assert "# of the other tab" in found["past"], "it is among the versions"
    assert (found["aside"], found["again"]) == ("# of the other tab", f"{other}# one\n")
    assert "ne garde pas ce texte" in found["full"] and found["leaves"] == "beforeunload"
    assert all(each.startswith("Ce navigateur ne garde pas « Fer et cuir »") for each in found["asked"])
    assert len(found["asked"]) == 4 and found["still"] == f"{other}# full\n"
    assert found["saved"]["name"] == "other.gobelet.toml"


@pytest.mark.slow
def test_the_list_of_my_games(browser: Browser, site: Site) -> None:
    other = SKIRMISH.replace("start = 8", "start = 7")
    found = browser.play("own_list", {"url": site.url, "text": SKIRMISH, "other": other})
    assert found["none"] == "Mes jeux : aucun encore"
    assert found["renamed"] == SKIRMISH.replace("Fer et cuir", "Acier")
    assert found["copy"] == found["renamed"].replace("Acier", "Acier, copie").replace(
        'id = "fer"', 'id = "fer2"'
    )
    assert found["deleted"][0].startswith("« Acier, copie » est supprimé.")
    assert found["deleted"][1] == found["renamed"], "the other one is open then"
    assert found["back"] == found["renamed"]
    assert found["forth"] == found["renamed"].replace("start = 8", "start = 9")
    game = compiler.read(found["readback"])
    assert compiler.files(found["readback"]) == compiler.files(found["forth"]) and game.id == "fer"
    assert any("Acier" in card and "Votre jeu." in card for card in found["cards"])
    texts, said = found["imported"]
    assert sorted(compiler.read(text).id for text in texts) == ["fer", "fer2"] and "2" in said
    assert found["rival"].startswith("« Fer et cuir » a le même id que votre jeu « Acier »")
    assert found["beside"] == other.replace('id = "fer"', 'id = "fer3"')


PASTED = (
    "d6\tTemps\n1-3\tSoleil\n4-6\tPluie\n",
    "d6\tForêt\tLac\n1-3\tRien\tUne botte\n4-6\tUn cerf\tUne carpe\n",
    "Des loups\nPersonne\nUn colporteur\n",
)


def test_a_table_is_pasted_from_a_spreadsheet_or_a_list(browser: Browser, site: Site) -> None:
    told = browser.play("own_paste", {"url": site.url, "tables": PASTED})
    for each in told["found"]:
        assert not compiler.read(each["text"]).faults, each["text"]
        assert each["verdict"].startswith("Aucune faute")
    plain, grid, listed = (tomllib.loads(each["text"])["jet"][0] for each in told["found"])
    assert plain["des"] == "d6" and plain["lignes"] == ["1-3: Soleil", "4-6: Pluie"]
    assert grid["lignes"] == ["1-3: Rien | Une botte", "4-6: Un cerf | Une carpe"]
    assert grid["saisies"][0]["choix"] == ["Forêt", "Lac"] and grid["colonne"] == grid["saisies"][0]["id"]
    assert (
        listed["des"] == "d3"
        and [row.split(": ")[1] for row in listed["lignes"]] == PASTED[2].split("\n")[:3]
    )
    assert told["found"][1]["look"] == ["ForêtLac", "1-3RienUne botte", "4-6Un cerfUne carpe"]
    assert "Raté" in told["left"], "nothing changes before one agrees"
    assert told["why"], "what cannot be understood is said"


@pytest.mark.slow
def test_at_least_at_most_mean_and_two_rolls_compared(browser: Browser, site: Site) -> None:
    text = """[game]
id = "sum"
title = "Sum"

[[roll]]
id = "two"
name = "Two"
dice = "2d4"
"""
    pairs = [["2d6", "2d6+1"], ["d20", "3d6"], ["d6", "3q6"]]
    found = browser.play("own_compare", {"url": site.url, "text": text, "pairs": pairs})
    assert found["mean"] == "moyenne 5"
    exactly, least, most = ([each.split() for each in mode] for mode in found["modes"])
    assert exactly[0][:2] == ["2", "6,3"] and least[0][1].startswith("100") and most[-1][1].startswith("100")
    assert least[2][:2] == ["4", "81,3"] and most[2][:2] == ["4", "37,5"]
    from itertools import product

    (bars, rows, _), (_, unlike, _), (none, _, why) = found["pairs"]
    twelve = list(product(range(1, 7), repeat=4))
    more = sum(a + b > c + d + 1 for a, b, c, d in twelve) / len(twelve)
    assert f"{100 * more:.1f}".replace(".", ",") in bars[0]
    assert rows[0].startswith("moyenne78") and "10,510,5" in unlike[0]
    assert none == [] and why


# Changes of the first text: other dice, whose rows one click redistributes; then two ranges that overlap for
# a moment.
MET = {"opposed": 4, "grid": 0, "track": 0}


@pytest.mark.slow
def test_a_newcomer_makes_three_games_without_the_text(browser: Browser, site: Site) -> None:
    """Make a game with opposed rolls, one with a table of two dimensions, and one with a track.

    The test counts each fault on the way.
    """
    found = browser.play("own_three", {"url": site.url})
    made = {name: compiler.read(each["text"]) for name, each in found.items()}
    for name, game in made.items():
        assert not game.faults, (name, [str(each) for each in game.faults], found[name]["text"])
    assert {name: each["faults"] for name, each in found.items()} == MET
    opposed, grid, track = (made[name].declared for name in ("opposed", "grid", "track"))
    assert [term[0] for term in opposed["r"][0]["d"][1]] == [1, -1] and opposed["r"][0]["i"][0][5] == [0, 1]
    assert (
        grid["r"][0]["c"]
        and {len(row[2]) for row in grid["r"][0]["w"]} == {2}
        and len(grid["r"][0]["w"]) == 4
    )
    assert track["k"][0][:4] == ["c1", 0, 12, 12] and [step[1] for step in track["t"]] == [0, -1]
    assert any(each.startswith("On gagne") for each in found["opposed"]["odds"])


@pytest.mark.parametrize("noted", [True, False])
def test_what_is_set_aside_is_said_before_another_text_comes(
    browser: Browser, site: Site, noted: bool
) -> None:
    device = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n", **compiler.files(TEXT)}))
    device.run(BOOT_MS)
    device.context.open("own-duel.home")
    device.context.change([("seat", 1, "ac", 7)])
    kept = device.store.files  # type: ignore[attr-defined]
    files = {name: data.hex() for name, data in kept.items() if noted or not name.endswith(".ids")}
    counter = '[[counter]]\nid = "ac"\nname = "Armure"\n'
    assert counter in TEXT
    fewer = TEXT.replace(counter, "").replace("high = 20", "high = 12")
    found = browser.play("own_replaced", {"url": f"{site.url}own.html", "text": fewer, "files": files})
    assert found["asked"].startswith(
        "Mis de côté, car ce texte ne les a plus : ac. Un texte qui les a les rend. "
        "hp va de 0 à 12 seulement ; ce qui dépasse est mis de côté. « Duel » est déjà"
    )
    assert found["ids"].startswith("gobelet-ids 1 ") and '"ac"' in found["ids"]


@pytest.fixture
def board(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[PtyBoard]:
    plain: build.Build = make_once(
        tmp_path_factory, "plain", lambda folder: build.build(folder / "tree", games=("dice",))
    )
    folder = tmp_path / "board"
    folder.mkdir()
    (folder / "flash").write_bytes(image.installed_file_system(plain, {}).image)
    with ExitStack() as stack:
        yield stack.enter_context(PtyBoard(folder, Kind()))


@pytest.mark.slow
def test_a_game_goes_onto_the_pico_whole_or_not_at_all(board: PtyBoard, browser: Browser, site: Site) -> None:
    """The page asks before it replaces another game with the same id. A power cut leaves no partial game."""

    def files_on_board() -> dict[str, bytes]:
        board.pull()
        files = FileSystem(image=board.flash.read_bytes()).files()
        board.plug()
        return {name[5:]: content for name, content in files.items() if name.startswith("data/own")}

    other = TEXT.replace("Duel", "Duel 2")
    data = {"url": f"{site.url}own.html", "port": board.port}
    said = browser.play("own_serial", {**data, "texts": [TEXT, TEXT, other], "answers": [-1, -1, 1]})
    assert said == [
        "C’est sur le Pico, dans la liste des jeux.",
        "Le Pico a déjà ce jeu, tel quel.",
        "Rien n’a été changé.",
    ]
    assert files_on_board() == compiler.files(TEXT)
    board.pull()
    board.kind.cut = 4
    board.plug()
    said = browser.play("own_serial", {**data, "port": board.port, "texts": [other], "answers": [0]})
    assert not board.plugged and said[0].startswith("La liaison s’est rompue")
    board.kind.cut = 0
    board.plug()
    found = files_on_board()
    assert found["own-duel.game"] in (
        compiler.files(TEXT)["own-duel.game"],
        compiler.files(other)["own-duel.game"],
    )
    assert found["own"] in (compiler.files(TEXT)["own"], compiler.files(other)["own"])
    said = browser.play("own_serial", {**data, "port": board.port, "texts": [other]})
    assert said == ["C’est sur le Pico, dans la liste des jeux."]
    assert files_on_board() == compiler.files(other)


def test_a_game_is_read_back_from_a_pico(board: PtyBoard, browser: Browser, site: Site) -> None:
    browser.play("own_serial", {"url": f"{site.url}own.html", "port": board.port, "texts": [TEXT]})
    found = browser.play("own_from_pico", {"url": f"{site.url}own.html", "port": board.port})
    assert found["said"].startswith("Sur ce Pico : Duel.")
    assert len(found["listed"]) == 1 and "seulement sur le Pico" in found["listed"][0]
    assert compiler.files(found["text"]) == compiler.files(TEXT), "the same game, without its notes"
    assert "sur le Pico" in found["mine"], "it is among my games now"


@pytest.mark.slow
@pytest.mark.parametrize("options", [PHONE, {"colorScheme": "dark"}], ids=["phone", "desk"])
def test_everything_has_a_name_and_fits(options: dict[str, Any], browser: Browser, site: Site) -> None:
    axe = paths.ROOT / ".venv/chromium/node_modules/axe-core/axe.min.js"
    data = {
        "url": f"{site.url}own.html",
        "axe": str(axe),
        "text": SKIRMISH.replace('dice = "3d6kh2"', 'dice = "3q6"'),
        "sizes": [(320, 568), (390, 844), (844, 390), (1280, 800), (640, 400), (1280, 400)],
    }
    found = browser.play("own_axe", data, **options)
    assert found["fr"] == found["en"] == []
    for wide, window, over in found["wide"]:
        assert wide <= window, over
    assert min(found["glass"][::2]) >= 256, found["glass"]  # except when letters are twice as large
