"""The page of own games in Chromium: from nothing to a game, by its form or its text, with the checks of the desk."""

from __future__ import annotations

import copy
import json
import tomllib
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from host_tools.building import build, image
from host_tools.building.image import FileSystem
from host_tools.own import compiler, imports, reader
from host_tools.questions import games  # noqa: F401 - finds the firmware
from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard
from simulator.store import MemoryStore
from simulator.web import editor
from tests.host_tools.own.test_imports import FOUNDRY
from tests.host_tools.pty_board import Kind, PtyBoard
from tests.once import once
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
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "hasTouch": True,
    "isMobile": True,
    "colorScheme": "light",
}


def test_a_newcomer_gets_to_a_table_of_their_own_in_less_than_ten_steps(browser: Browser, site: Site) -> None:
    """From the first page to what it rolled on the Gobelet: each click and each field typed into is a step."""
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
    expected["roll"][0]["rows"].reverse()
    expected["counter"].append({"id": "c3", "name": "Compteur"})
    expected["roll"][0]["inputs"] = [{"id": "i1", "name": "Avantage", "mod": 1}]
    assert tomllib.loads(found["text"]) == expected
    for note in ("# A game of ours", "# short", "# how long one stands", "# What protects", "# mostly"):
        assert note in found["text"]
    assert found["apart"] == [found["text"].replace('Santé \\"forte\\"', "Vie")] * 2, "what was typed stays"
    assert found["undone"].startswith("[jeu]"), "back to what the page began with"
    faults = compiler.read(invalid).faults
    assert found["fault"] == "".join(f"ligne {each.line} : {each.said('fr')}" for each in faults)
    assert found["english"] == "".join(f"line {each.line}: {each.said('en')}" for each in faults)
    assert found["marked"] == [str(line) for line in sorted({each.line for each in faults})]
    assert found["beside"][1] in [each.said("fr") for each in faults]
    assert found["waits"], "a text that cannot be read is mended first"
    assert '[[compteur]]\nid = "c1"\nnom = "Compteur"' in found["french"]


def without(whole: Any, path: list[Any]) -> Any:
    """What a text says without one of its values."""
    found = copy.deepcopy(whole)
    inner = found
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    return found


def test_each_value_of_a_text_is_changed_without_another(page: Path, browser: Browser, site: Site) -> None:
    """Every value of every example, one at a time: another one, none, one more behind it. And what the page says by
    itself has both languages.
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
        assert tomllib.loads(done["without"]) == trimmed(without(whole, path)), path
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


def trimmed(whole: Any) -> Any:
    """Without lists of [[headers]] of which none is left."""
    return {key: value for key, value in whole.items() if value != [] or key == "inputs"}


def test_what_goes_with_the_text_and_where_it_goes(browser: Browser, site: Site) -> None:
    """The Gobelet, the odds, the draft, a link, a file, the games of the page."""
    other = SKIRMISH.replace("start = 8", "start = 9").replace(
        'name = { fr = "Coup"', 'name = { fr = "Frapper"'
    )
    long = "".join(f"# {number * 7919 % 100003} {number**3}\n" for number in range(300))
    data = {"url": site.url, "text": SKIRMISH, "changed": other, "long": long, "foundry": json.dumps(FOUNDRY)}
    found = browser.play("own_kept", data)
    assert "Coup" in found["screen"] and "Coup" in found["still"]
    # As the desk has them
    from gobelet.rules.odds import of_procedure
    from gobelet.rules.procedure import values
    from gobelet.ui.drawing.numbers import percent
    from host_tools.own import game_file

    (proc,) = game_file.rolls(compiler.read(SKIRMISH))
    for name, given in (("odds", {}), ("changed", {"back": 1})):
        chosen = values(proc, given)
        odds = of_procedure(proc, chosen)
        expected = [
            percent(odds.where(lambda key, test=test, chosen=chosen: test(chosen, key)), ",")
            for _, test in proc.questions
        ]
        assert [each.split(" ")[-2] for each in found[name]] == expected
    assert found["draft"] == found["linked"] == SKIRMISH
    assert found["said"].startswith("Le lien est copié : ") and "certaines messageries" in found["long"]
    assert found["broken"].startswith("Ce lien est coupé")
    assert found["asked"].startswith("Votre jeu « Fer et cuir » est changé")
    assert found["file"]["name"] == "fer.gobelet.toml"
    assert found["imported"] == imports.foundry(json.dumps(FOUNDRY))
    assert found["refused"] == "x.csv : La ligne 2 n’est pas un intervalle et un texte."
    assert found["left"].strip() == "Rien n’a été changé."
    assert "Frapper" in found["played"]


def test_a_choice_is_named_as_one_writes(browser: Browser, site: Site) -> None:
    """And the page makes the same ids of it as the desk."""
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


def test_a_draft_is_lost_to_nothing(browser: Browser, site: Site) -> None:
    """A new game, an example or a link after a reload; a second tab; a browser that keeps nothing."""
    found = browser.play("own_draft", {"url": site.url, "text": SKIRMISH})
    assert not found["fresh"]
    assert len(found["asked"]) == 3
    assert all(each.startswith("Votre jeu « Fer et cuir » est changé") for each in found["asked"])
    assert found["still"] == SKIRMISH
    assert found["followed"] == found["after"] == f"{SKIRMISH}# two\n"
    assert "Un autre onglet" in found["told"]
    assert (found["aside"], found["again"]) == ("# of the other tab", f"{SKIRMISH}# one\n")
    assert "ne garde pas ce texte" in found["full"] and found["leaves"] == "beforeunload"


@pytest.mark.parametrize("noted", [True, False])
def test_what_is_set_aside_is_said_before_another_text_comes(
    browser: Browser, site: Site, noted: bool
) -> None:
    device = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n", **compiler.files(TEXT)}))
    device.run(BOOT_MS)
    device.app.open("own-duel.home")
    device.app.change([("seat", 1, "ac", 7)])
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
    plain: build.Build = once(
        tmp_path_factory, "plain", lambda folder: build.build(folder / "tree", games=("dice",))
    )
    folder = tmp_path / "board"
    folder.mkdir()
    (folder / "flash").write_bytes(image.installed(plain, {}).image)
    with ExitStack() as stack:
        yield stack.enter_context(PtyBoard(folder, Kind()))


def test_a_game_goes_onto_the_pico_whole_or_not_at_all(board: PtyBoard, browser: Browser, site: Site) -> None:
    """Asked for before another one of its id goes; and nothing is half there when the power goes meanwhile."""

    def there() -> dict[str, bytes]:
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
    assert there() == compiler.files(TEXT)
    board.pull()
    board.kind.cut = 4
    board.plug()
    said = browser.play("own_serial", {**data, "port": board.port, "texts": [other], "answers": [0]})
    assert not board.plugged and said[0].startswith("La liaison s’est rompue")
    board.kind.cut = 0
    board.plug()
    found = there()
    assert found["own-duel.game"] in (
        compiler.files(TEXT)["own-duel.game"],
        compiler.files(other)["own-duel.game"],
    )
    assert found["own"] in (compiler.files(TEXT)["own"], compiler.files(other)["own"])
    said = browser.play("own_serial", {**data, "port": board.port, "texts": [other]})
    assert said == ["C’est sur le Pico, dans la liste des jeux."]
    assert there() == compiler.files(other)


@pytest.mark.parametrize("options", [PHONE, {"colorScheme": "dark"}], ids=["phone", "desk"])
def test_everything_has_a_name_and_fits(options: dict[str, Any], browser: Browser, site: Site) -> None:
    axe = paths.ROOT / ".venv/chromium/node_modules/axe-core/axe.min.js"
    data = {
        "url": f"{site.url}own.html",
        "axe": str(axe),
        "text": SKIRMISH.replace('dice = "3d6kh2"', 'dice = "3q6"'),
        "sizes": [(320, 568), (390, 844), (844, 390), (1280, 800)],
    }
    found = browser.play("own_axe", data, **options)
    assert found["fr"] == found["en"] == []
    for wide, window, over in found["wide"]:
        assert wide <= window, over
