"""The page in Chromium, used by touch, by keyboard and by screen reader; and the data that it stores."""

from __future__ import annotations

import base64
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from host_tools.building import texts
from host_tools.device import backup
from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard
from simulator.store import MemoryStore
from tests.host_tools.device.test_hostile import BAD, TWICE
from tests.simulator.web.browser import Browser, Site
from tests.simulator.web.plays import script_part
from tests.sweep import case_count, sample_cases

PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844}, "deviceScaleFactor": 3, "hasTouch": True, "isMobile": True,
}  # fmt: skip
SCRIPTS = paths.ROOT / "tests" / "scripts"
# A turn of Tri'Nytia, and a ram of Trireme with its consequences. The page is reloaded before a roll is
# applied, and at other moments.
TURN = ("trinytia_game", "expect tour 1, cycle 1", "expect tour 2, cycle 1")
RAM = ("trireme_ships", "expect Mouvements Étape 3", "expect Suite")
PLAYS = {
    "trinytia": (*TURN, ("expect Se déplacer", "expect 💧0→3/5")),
    "trireme": (*RAM, ("expect agrippement +3", "expect −2 hommes")),
}


@pytest.mark.parametrize("game", PLAYS)
def test_a_game_by_touch(game: str, browser: Browser, site: Site) -> None:
    name, first, last, restarts = PLAYS[game]
    files, steps = script_part(SCRIPTS / f"{name}.txt", first, last, restarts)
    assert sum(step["do"] == "reload" for step in steps) == 2
    pictures = [step["picture"] for step in steps if step.get("picture")]
    assert len(set(pictures)) > 8
    said = browser.play(
        "touch",
        {"url": site.url, "game": game, "zip": base64.b64encode(files).decode(), "steps": steps},
        **PHONE,
    )
    assert said == f"Les parties de {game}.zip sont là."


@pytest.mark.slow
def test_keyboard_and_screen_reader(browser: Browser, site: Site) -> None:
    assert browser.play("keyboard", {"url": site.url}) == [
        "2/6",
        "3/6",
        "4/6",
        "5/6",
        "6/6",
        "Dés libres",
        "Compteurs",
    ]
    assert browser.play("reader", {"url": site.url}) == [
        "2/6",
        "3/6",
        "4/6",
        "5/6",
        "6/6",
        "Dés libres",
        "Compteurs",
    ]


def test_fingers_hold_and_do_not_hinder_each_other(browser: Browser, site: Site) -> None:
    """UP and DOWN repeat while held, whatever another finger does.

    A key held longer than any press is WHY or UNDO.
    """
    found = browser.play("fingers", {"url": site.url}, **PHONE)
    assert found["masks"] == [2, 6, 4, 0]
    assert "OK lancer" in found["late"], "a late tap is no held key"
    assert found["pictures"] == 5


@pytest.mark.parametrize(
    ("locale", "words", "lang"),
    [("fr-CA", "Les touches", "fr"), ("en-GB", "The keys", "en"), ("de-DE", "The keys", "en")],
)
def test_the_language_is_the_browsers(
    locale: str, words: str, lang: str, browser: Browser, site: Site
) -> None:
    switches = not locale.startswith("de")  # from each language to the other
    found = browser.play("language", {"url": site.url, "switches": switches}, locale=locale)
    assert found["words"].startswith(words)
    assert found["lang"] == lang
    assert not switches or found["other"] == ("en" if lang == "fr" else "fr")


def test_a_link_opens_a_game(browser: Browser, site: Site) -> None:
    steps = [["", "Les touches"], ["mystria", "Mystria"]]
    assert browser.play("linked", {"url": f"{site.url}#trireme", "steps": [["", "Trirème"]]})[0].startswith(
        "Trirème"
    )
    lesson, game = browser.play("linked", {"url": f"{site.url}#nothing", "steps": steps})
    assert lesson.startswith("Les touches") and game.startswith("Mystria")


def boot_desk(files: dict[str, bytes]) -> VirtualBoard:
    """The desk's device with the player's files."""
    board = VirtualBoard(store=MemoryStore(files))
    board.gauge.usb = True
    board.run(BOOT_MS)
    return board


@pytest.mark.slow
@pytest.mark.sweep
def test_a_reload_at_any_moment_loses_nothing_that_was_seen(browser: Browser, site: Site) -> None:
    """Throw dice and reload the page at random moments.

    The page must then show the same picture as a simulated device with the same files. The page's history
    must contain every displayed throw.
    """
    each_of, seeds = case_count(2, 6), list(range(case_count(1, 3)))
    asked = {"url": f"{site.url}#dice", "seeds": seeds, "reloads": each_of}
    found = browser.play("reloads", asked, serviceWorkers="allow", **PHONE)
    assert len(found) == len(seeds) * each_of
    for each in found:
        files = backup.unpack(base64.b64decode(each["zip"]), "the page's")
        board = boot_desk(files)
        board.run(1000)
        assert each["picture"] == board.picture().hex(), each
    assert all(each["after"] == each["before"] for each in found if each["seen"])
    assert len({each["after"] for each in found}) >= each_of


def test_a_file_of_the_page_is_a_backup_and_the_other_way_round(browser: Browser, site: Site) -> None:
    files, _ = script_part(SCRIPTS / "trinytia_game.txt", "expect tour 1, cycle 1", "press OK")
    found = browser.play("saved", {"url": site.url, "zip": base64.b64encode(files).decode()})
    assert found["name"].startswith("gobelet-2") and found["name"].endswith(".zip")
    there = backup.unpack(base64.b64decode(found["zip"]), "the page's")
    before = backup.unpack(files, "the desk's")
    assert {name: there[name] for name in before if name != "place"} == {
        name: content for name, content in before.items() if name != "place"
    }


def test_files_that_are_no_backup(browser: Browser, site: Site) -> None:
    damaged = {
        "a.zip": b"nothing",
        "b.zip": backup.pack({"dice/../x": b"1"}),
        "c.zip": backup.pack({"settings": b"language=fr\n"})[:-30],
    }
    zips = [[name, base64.b64encode(content).decode()] for name, content in damaged.items()]
    a, b, c = browser.play("refused", {"url": site.url, "zips": zips})
    assert a.startswith("a.zip n’est pas une sauvegarde de Gobelet, ou est abîmé.")
    assert b.startswith("b.zip est abîmé : dice/../x n’est pas comme il était.")
    assert c.startswith("c.zip n’est pas une sauvegarde de Gobelet")


def test_a_backup_that_no_gobelet_has_memory_for_is_refused_with_its_sum(
    browser: Browser, site: Site
) -> None:
    """The page would not start with such a backup, neither now nor at a later load."""
    many = {f"{game}/{log}": bytes(250_000) for game in ("dice", "counters", "mystria") for log in range(7)}
    tried = {"one.zip": {"dice/0": bytes(15 << 20), "dice/1": b"1"}, "many.zip": many}
    zips = [[name, base64.b64encode(backup.pack(files)).decode()] for name, files in tried.items()]
    one, all_of_them = browser.play("refused", {"url": site.url, "zips": zips})
    assert one.startswith("Trop pour un Gobelet : 15361 Ko de parties, et 15360 Ko dans un fichier")
    assert all_of_them.startswith("Trop pour un Gobelet : 5127 Ko de parties, et 245 Ko dans un fichier")
    assert all(said.endswith("Rien n’a été changé.") for said in (one, all_of_them))


@pytest.mark.slow
def test_a_start_that_fails_offers_the_games_of_the_last_one_that_went_well(
    browser: Browser, site: Site
) -> None:
    found = browser.play("fails", {"url": site.url, "bytes": 2 << 20})
    assert not found["offered_before"] and found["fault"].startswith("Gobelet s’est arrêté")
    assert found["offered_again"], "after a reload too"
    assert "Celles d’avant sont dans gobelet-" in found["said"] and found["file"]["name"].endswith(".zip")
    assert found["before"] == found["after"] and not found["offered_after"]


@pytest.mark.slow
def test_the_preview_of_a_text_is_not_on_the_link(browser: Browser, site: Site) -> None:
    """The table page follows the played game, not the game in the editor."""
    found = browser.play("unlinked", {"url": site.url})
    assert found["own"] == [] and found["game"] != []


@pytest.mark.slow
@pytest.mark.sweep
def test_zips_with_other_paths_bombs_and_doubles(browser: Browser, site: Site) -> None:
    paths = [what for what in BAD if what.startswith("path ")]
    tried = [*sample_cases(paths, 4), *(what for what in BAD if what not in paths)]
    contents = [*(BAD[what]() for what in tried), TWICE]
    zips = [[f"{at}.zip", base64.b64encode(content).decode()] for at, content in enumerate(contents)]
    for at, said in enumerate(browser.play("refused", {"url": site.url, "zips": zips})):
        assert said.startswith((f"{at}.zip n’est pas une sauvegarde", f"{at}.zip est abîmé")), [
            *tried,
            "twice",
        ][at]


def test_plain_http_says_what_works_and_what_does_not(browser: Browser, site: Site) -> None:
    played, page, cable, saved = browser.play("insecure", {"url": site.url})
    assert played.startswith("Les touches 2/6")
    assert page.startswith("Cette page est venue par http simple. Vous pouvez jouer")
    assert cable.startswith("Par http simple, aucun navigateur ne parle à un Pico")
    assert saved.startswith(
        "Pour enregistrer les parties dans un fichier, l’adresse doit commencer par https."
    )


def test_the_service_worker_deletes_only_caches_of_this_page(browser: Browser, site: Site) -> None:
    foreign = ["another site's", "gobelet http://localhost/another/ 0123456789abcdef", "0123456789abcdef"]
    earlier = [f"gobelet {site.url} 0123456789abcdef", "fedcba9876543210"]
    kept = browser.play("caches", {"url": site.url, "before": [*foreign, *earlier]}, serviceWorkers="allow")
    assert set(foreign) < set(kept)
    (new,) = set(kept) - set(foreign)
    assert re.fullmatch(rf"gobelet {re.escape(site.url)} [0-9a-f]{{16}}", new) and new not in earlier


@pytest.mark.slow
def test_files_of_two_versions_are_not_kept_for_offline(page: Path, browser: Browser, tmp_path: Path) -> None:
    mixed = tmp_path / "page"
    shutil.copytree(page, mixed)
    for change, state in ((b"", "activated"), (b"/* a newer one */", "redundant")):
        with (mixed / "style.css").open("ab") as file:
            file.write(change)
        with Site(mixed) as served:
            assert browser.play("installed", {"url": served.url}, serviceWorkers="allow") == state


def test_without_a_network_after_the_first_visit(page: Path, browser: Browser) -> None:
    """The server has the page in a subfolder; at the top is the page of the other tests."""
    with Site(page.parent) as above:
        assert browser.play(
            "offline", {"url": f"{above.url}{page.name}/"}, serviceWorkers="allow"
        ).startswith("Trirème")


@pytest.mark.parametrize("options", [PHONE, {"deviceScaleFactor": 1.25}], ids=["phone", "desk"])
def test_each_pixel_is_as_large_as_whole_ones_and_has_its_colour(
    options: dict[str, Any], browser: Browser, site: Site
) -> None:
    found = browser.play("crisp", {"url": site.url}, **options)
    assert found["scale"] == int(found["scale"]) >= 2
    full = {"blue": [122, 214, 255], "white": [244, 248, 255], "yellow": [255, 214, 74]}
    bright = found["colours"]["white"][2] / 255  # the brightness of the setting
    assert 0.4 <= bright <= 1
    for name, parts in full.items():
        assert found["colours"][name] == pytest.approx([part * bright for part in parts], abs=1), name


def test_a_key_is_heard_and_felt_if_wished(browser: Browser, site: Site) -> None:
    assert browser.play("senses", {"url": site.url}) == [[0, 0], [1, 1]]


def test_a_turn_is_heard_once_that_is_wished(browser: Browser, site: Site) -> None:
    silent, wished, no_more = browser.play("buzzer", {"url": site.url})
    assert silent == [] and wished == [True, False, True, False]
    assert no_more == [False], "what may be under way is ended"


def test_a_second_tab_waits_for_the_first(browser: Browser, site: Site) -> None:
    found = browser.play("tabs", {"url": site.url})
    assert found["waiting"].startswith("Gobelet est ouvert dans un autre onglet")
    assert found["words"].startswith("Les touches 1/6")  # a power cut starts the lesson again


def test_a_browser_that_keeps_nothing(browser: Browser, site: Site) -> None:
    found = browser.play("forbidden", {"url": site.url})
    assert found["status"].startswith("Ce navigateur ne permet rien de garder ici")
    assert found["words"].startswith("Les touches 2/6")


@pytest.mark.slow
def test_a_browser_without_room_goes_on_in_memory(browser: Browser, site: Site) -> None:
    """Dice still roll if the browser runs out of storage during a game.

    The page warns that it will lose such rolls. The player can save the game, change the language and load
    another game.

    The page stores all of it as soon as the browser has room again.
    """
    zipped = base64.b64encode(
        backup.pack({"settings": b"language=fr\ntaught=yes\n", "trireme/1": b"x"})
    ).decode()
    found = browser.play("full", {"url": f"{site.url}#dice", "zip": zipped})
    sentence = "Le navigateur n’a pas de place pour garder la partie. Elle continue, mais"
    assert found["status"].startswith(sentence) and found["kept"].startswith(sentence)
    saved = backup.unpack(base64.b64decode(found["saved"]["zip"]), "the page's")
    assert any(name.startswith("dice/") for name in saved)
    assert all(each.startswith("The browser has no room to keep the game.") for each in found["told"])
    assert found["replaced"].startswith("Les parties de evening.zip sont là.")
    assert sentence in found["replaced"]
    assert "OK relancer" in found["after"] and found["after"] == found["before"]
    kept = backup.unpack(base64.b64decode(found["files"]), "the page's")
    assert "trireme/1" in kept and any(name.startswith("dice/") for name in kept)


def test_no_room_at_the_first_visit(browser: Browser, site: Site) -> None:
    """The page works, with rolls, and warns that it stores nothing."""
    found = browser.play("full_at_first", {"url": site.url})
    assert found["status"].startswith("Le navigateur n’a pas de place pour garder la partie")


@pytest.mark.slow
def test_what_was_kept_is_cleared_while_it_plays(browser: Browser, site: Site) -> None:
    found = browser.play("emptied", {"url": f"{site.url}#dice"})
    assert found["status"].startswith("Le navigateur ne garde plus rien de cette page.")
    files = backup.unpack(base64.b64decode(found["zip"]), "the page's")
    assert "settings" in files and any(name.startswith("dice/") for name in files), f"lost: {[*files]}"


@pytest.mark.parametrize(("promise", "said"), [(True, "a promis"), (False, "peut effacer vos parties")])
def test_a_browser_without_locks_and_its_promise_to_keep(
    promise: bool, said: str, browser: Browser, site: Site
) -> None:
    asked, told = browser.play("no_locks", {"url": site.url, "promise": promise})
    assert asked == 1 and said in told


@pytest.mark.slow
def test_a_newer_version_is_offered(page: Path, tmp_path: Path, browser: Browser) -> None:
    folder = shutil.copytree(page, tmp_path / "web")
    with Site(folder) as site:
        found = browser.play("newer", {"url": site.url, "folder": str(folder)}, serviceWorkers="allow")
    assert found["quiet"], "a first visit knows no other version"
    assert found["still"] == found["before"] and found["after"] == "0123456789abcdef"
    assert found["after"] in found["shown"] and "1.0" in found["shown"] and found["over"]


def test_other_games_in_the_place_of_those_of_the_page(browser: Browser, site: Site) -> None:
    """The page first shows the date and the games, and saves its present games into a file."""
    zipped = base64.b64encode(backup.pack({"settings": b"language=fr\n", "trireme/1": b"x"})).decode()
    found = browser.play("replaced", {"url": site.url, "zip": zipped})
    assert re.match(r"evening\.zip, du \d+ \S+ 20\d\d à .*: un jeu, Trirème\. Remplacer", found["asked"])
    before = backup.unpack(base64.b64decode(found["before"]["bytes"]), "the copy")
    assert any(name.startswith("dice/") for name in before)
    assert found["before"]["name"] in found["status"]


def test_a_second_tab_can_take_over(browser: Browser, site: Site) -> None:
    found = browser.play("takeover", {"url": site.url})
    assert found["first"].startswith("Gobelet est ouvert dans un autre onglet")


def test_the_keyboard_plays_on_and_the_device_speaks_the_language_of_the_page(
    browser: Browser, site: Site
) -> None:
    assert "Free dice" in browser.play("plays_on", {"url": site.url})


def test_a_link_to_dice(browser: Browser, site: Site) -> None:
    """The page opens with a link, then gets other links."""
    steps = [["", "3d8+2"], ["#dice=d%", "d100"], ["#dice=nonsense", "Dés libres"], ["#dice=3d8+2", "3d8+2"]]
    found = browser.play("linked", {"url": f"{site.url}#dice=3d8%2B2", "steps": steps})
    assert all(wanted in said for (_, wanted), said in zip(steps, found, strict=True))


@pytest.mark.slow
def test_an_address_that_leads_nowhere_is_told(browser: Browser, site: Site) -> None:
    none, dice, quiet = "rien de ce nom", "pas des dés", ""
    wanted = {
        "dice=d%": quiet,  # a die of a hundred sides
        "dice=d%zz": dice,
        "%": none,
        "%E0%A4%A": none,
        "dice=%00": dice,
        "dice=nonsense": dice,
        "own-none": none,
        "__proto__": none,
        "weather=" + 300 * "x": none,
        "games": quiet,
        "": quiet,
    }
    without = [hash for hash, words in wanted.items() if not words]
    # The page, its worker at a start and its anchors; a start takes the same ways as a change.
    direct = ["dice=d%", "dice=d%zz", "%E0%A4%A", "own-none", "games", ""]
    data = {"url": site.url, "hashes": list(wanted), "direct": direct, "quiet": without}
    said = browser.play("addresses", data)
    assert len(said) == len(wanted) + len(direct)
    for hash, told in said:
        assert wanted[hash] in told and (wanted[hash] or not told), (hash, told)


SIZES = {
    "a laptop": (1280, 800),
    "a phone": (390, 844),
    "held sideways": (844, 390),
    "a small phone": (320, 568),
    "a laptop at a zoom of 200 %": (640, 400),
}


def test_screen_and_keys_are_seen_together(browser: Browser, site: Site) -> None:
    """The test checks each size of the window, also with text of 200 %."""
    measured = browser.play("fits", {"url": site.url, "sizes": list(SIZES.values())})
    for (size, (width, _)), (found, large) in zip(SIZES.items(), measured, strict=True):
        assert found["window"] == width, size
        assert found["wide"] <= found["window"], size
        assert found["top"] >= 0 and found["bottom"] <= found["height"], (size, found)
        assert found["under"], f"undo and why stand under their own keys: {size}"
        assert found["inside"], f"the keys lie on the case: {size}"
        assert large["inside"], f"with text of 200 % too: {size}"
        assert large["wide"] <= large["window"], f"text of 200 %: {size}, {large['over']}"


def test_a_ring_fills_while_a_key_is_held(browser: Browser, site: Site) -> None:
    """The ring is full at the time when the press counts as held."""
    for key, each in browser.play("ring", {"url": site.url}, **PHONE).items():
        assert each["before"][:2] == [0, 0] and each["after"][:2] == [0, 0], key
        assert each["began"][1:] == [1, "0.6s"], "the setting that a device begins with"
        assert each["began"][0] < 360 and each["full"][:2] == [360, 1], key


def test_the_screen_stays_lit_while_it_is_played_with(browser: Browser, site: Site) -> None:
    """The page has one lock at a time, releases it in a pause, and requests it again at the next press."""
    found = browser.play("awake", {"url": site.url})
    assert found == {"before": 0, "first": 1, "slept": True, "second": 2, "third": 3}


def test_the_share_sheet(browser: Browser, site: Site) -> None:
    """The share sheet gets the games and the picture; the page never marks unsaved data as saved."""
    found = browser.play("shared", {"url": site.url}, **PHONE)
    assert found["left"]["said"] == ""
    assert found["refused"]["name"].endswith(".zip"), "what cannot be shared goes to the downloads"
    done = found["done"]
    assert found["said"] == f"Partie enregistrée dans {done['name']}."
    assert done["type"] == "application/zip"
    assert "settings" in backup.unpack(base64.b64decode(done["bytes"]), "the shared one")
    picture = found["picture"]
    assert picture["name"].endswith(".png") and picture["type"] == "image/png"
    assert Image.open(io.BytesIO(base64.b64decode(picture["bytes"]))).size == (1024, 512)


def test_the_page_offers_to_be_installed_when_it_can_be(browser: Browser, site: Site) -> None:
    found = browser.play("offered", {"url": site.url}, **PHONE)
    assert (found["before"], found["then"], found["after"]) == (False, True, False)
    assert found["prevented"] and found["prompted"] == 1
    assert found["errors"] == [], "of the manifest"
    icons = {(icon["sizes"], icon.get("purpose"), icon["type"]) for icon in found["manifest"]["icons"]}
    assert {
        ("192x192", None, "image/png"),
        ("512x512", None, "image/png"),
        ("512x512", "maskable", "image/png"),
    } <= icons
    shortcuts = [each["url"] for each in found["manifest"]["shortcuts"]]
    assert shortcuts == [f"./#{game}" for game in texts.listed_games()]


def test_the_introduction_folds_after_the_first_visit(browser: Browser, site: Site) -> None:
    assert browser.play("folds", {"url": site.url}, **PHONE) == [True, False]


def test_the_whole_screen_for_the_device(browser: Browser, site: Site) -> None:
    found = browser.play("whole_screen", {"url": site.url}, viewport={"width": 1000, "height": 400})
    assert found["element"] == "device" and found["words"].startswith("Les touches 2/6")
    assert not found["settings"]


def test_the_sheet_to_build_by_is_one_page(browser: Browser, site: Site) -> None:
    found = browser.play("printed", {"url": site.url, "board": "pico_w_sh1106"})
    assert found["asked"] and found["wiring"] == "wiring/pico_w_sh1106.svg"
    assert found["seen"] == ["Fabriquer le vôtre", "Quoi acheter", "Comment le câbler", "enlarge", "wiring"]
    assert found["pages"] == 1
    assert [round(float(each)) for each in found["size"].split()] == pytest.approx([0, 0, 595, 842], abs=1)


def test_the_wiring_is_enlarged_by_a_tap(browser: Browser, site: Site) -> None:
    found = browser.play("enlarged", {"url": site.url, "board": "pico2_w_sh1106"}, **PHONE)
    assert found["src"].endswith("wiring/pico2_w_sh1106.svg")
    assert found["large"] > 2 * found["small"] and found["scrolled"] > 100 and found["left"]


def test_a_tab_that_waits_has_no_games_for_a_pico(browser: Browser, site: Site) -> None:
    said = browser.play("games_elsewhere", {"url": site.url})
    assert said == ["Gobelet est ouvert dans un autre onglet, qui a la partie."] * 2


def test_a_page_that_is_opened_as_a_file_says_what_to_do(page: Path, browser: Browser) -> None:
    said, device = browser.play("as_a_file", {"url": (page / "index.html").as_uri()})
    assert said.startswith("Cette page a été ouverte comme un fichier") and not device


def test_a_program_that_does_not_arrive_is_told_in_a_sentence(browser: Browser, site: Site) -> None:
    said = browser.play("without_wasm", {"url": site.url})
    assert said == "micropython.wasm n’arrive pas ; y a-t-il un réseau ?"


def test_what_is_sent(page: Path, browser: Browser, site: Site) -> None:
    """The page requests nothing from another host, and little before the first picture.

    Later the page has requested every file by name.
    """
    found = browser.play("requests", {"url": site.url})
    assert found["hosts"] == [site.url.split("/")[2]]
    assert found["lit"] and found["bytes"] < 900_000
    assert found["missing"] == []
    listed = json.loads((page / "device.json").read_text())
    there = {path.relative_to(page).as_posix() for path in page.rglob("*")}
    assert {*listed} <= there


def test_a_first_visitor_sees_a_roll_with_its_odds_until_a_key(browser: Browser, site: Site) -> None:
    found = browser.play("film", {"url": site.url})
    assert found["first"]["film"] == 128 and found["first"]["screen"] == "hidden"
    assert found["first"]["says"].startswith("Un film de l’appareil.")
    assert not found["after"]["film"] and found["after"]["screen"] == "visible"
    assert found["lesson"].startswith("Les touches 1/6"), "the key that ends it is not the device's"
    assert found["still"] == "still.fr.png" and not found["linked"] and not found["known"]


def test_what_is_above_the_fold(browser: Browser, site: Site) -> None:
    laptop, phone = browser.play(
        "fold", {"url": site.url, "sizes": [(1280, 800), (390, 844)]}, deviceScaleFactor=3
    )
    assert all(each[what] for each in (laptop, phone) for what in ("said", "ways", "seen", "whole"))
    assert phone["glass"] >= 0.95 * 390 and phone["columns"] == 2 and laptop["columns"] >= 4
    assert phone["keys"] > 0.6, "under the thumbs"


@pytest.mark.slow
def test_a_slow_line(page: Path, browser: Browser) -> None:
    """Slow 3G has 400 kbit/s and a delay of 0.4 s.

    The page takes 8 s on an idle machine, because of its size.
    """
    with Site(page, packs=True) as packing:
        found = browser.play("slow", {"url": packing.url, "kilobits": 400, "latency": 400, "processor": 1})
    assert found["bytes"] < 350_000 and found["words"] < 4 and found["glass"] < 6 and found["device"] < 12, (
        found
    )
    assert found["dots"] == '"• • •"'


@pytest.mark.slow
def test_a_strict_policy_forbids_nothing(browser: Browser, site: Site) -> None:
    pages = ["index.html", "own.html", "table.html", "verify.html"]
    scripts = "script-src 'self' 'wasm-unsafe-eval' 'unsafe-inline'"
    policy = f"default-src 'self'; {scripts}; style-src 'self' 'unsafe-inline'"
    assert browser.play("policy", {"url": site.url, "pages": pages, "policy": policy}) == []


WIDTHS = [(320, 568), (390, 844), (844, 390), (1280, 800)]


@pytest.mark.slow
def test_all_pages_are_one_family(browser: Browser, site: Site) -> None:
    """Check each page at each size, in both languages and colour schemes.

    All pages have the same header, a name for each element, and no overflow. A colour changes no size: the
    dark pages need a check of their contrast alone, at one size with each layout.
    """
    axe = paths.ROOT / ".venv/chromium/node_modules/axe-core/axe.min.js"
    pages = ["index.html", "own.html", "table.html", "verify.html"]
    data = {"url": site.url, "axe": str(axe), "pages": pages, "sizes": WIDTHS, "dark": WIDTHS[1::2]}
    found = browser.play("family", data, colorScheme="light")
    assert found["violations"] == []
    assert found["wide"] == []
    assert found["links"] == [["index.html#choose", "own.html", "table.html", "verify.html"]] * 4
    assert found["languages"] == ["fr"] * 4 + ["en"] * 4


def test_everything_has_a_name_and_can_be_read_on_a_phone(browser: Browser, site: Site) -> None:
    """`test_all_pages_are_one_family` has the desk, in both colours."""
    axe = paths.ROOT / ".venv/chromium/node_modules/axe-core/axe.min.js"
    found = browser.play("axe", {"url": site.url, "axe": str(axe)}, **PHONE)
    assert found == {"fr": [], "en": []}
