"""The page connected to a Pico's cable, over a port to real MicroPython; and the UF2 file to drag."""

from __future__ import annotations

import base64
import io
import json
import random
import re
import struct
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from host_tools.building import build, frozen, image
from host_tools.building.image import FileSystem
from host_tools.device import backup, doctor
from host_tools.device.selftest import report
from simulator import paths
from simulator.board import VirtualBoard
from tests.host_tools.device.test_hostile import ROWS
from tests.host_tools.pty_board import Kind, PtyBoard
from tests.once import make_once
from tests.simulator.web.browser import Browser, Site
from tests.sweep import sample_cases

paths.install()
from gobelet.journal.journal import LOGS  # noqa: E402

Plugged = Callable[..., PtyBoard]


@pytest.fixture
def plug_board(tmp_path: Path) -> Iterator[Plugged]:
    with ExitStack() as stack:

        def plug(kind: Kind | None = None, files: FileSystem | None = None) -> PtyBoard:
            folder = tmp_path / "board"
            folder.mkdir()
            if files is not None:
                (folder / "flash").write_bytes(files.image)
            board: AbstractContextManager[PtyBoard] = PtyBoard(folder, kind)
            return stack.enter_context(board)

        yield plug


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> build.Build:
    return make_once(
        tmp_path_factory, "plain", lambda folder: build.build(folder / "tree", games=("dice", "trireme"))
    )


def files_on_board(board: PtyBoard) -> dict[str, bytes]:
    board.pull()
    return FileSystem(image=board.flash.read_bytes()).files()


def press_buttons(
    browser: Browser, site: Site, board: PtyBoard, *buttons: str, **more: Any
) -> dict[str, Any]:
    """Press buttons of the page, one after the other.

    The result has `log`, the page's messages; `download`, the last file; `bar`, its progress from 0 to 1.
    """
    data = {"url": site.url, "port": board.port, "buttons": buttons, **more}
    found = browser.play("serial", data)
    return dict(found)


SDA, OK = 20, 12  # pin numbers, see boards/pico_ssd1306.py
TROUBLES: dict[str, tuple[Kind, dict[int, int], dict[str, bytes] | None, list[str]]] = {
    # name: (board, levels of its pins, its files or None for an empty board, messages of the page)
    "others on the bus": (Kind(devices=[0x3C, 0x50, 0x68]), {}, {}, ["Il y a aussi là : 0x50, 0x68."]),
    "another address": (Kind(devices=[0x3D, 0x68]), {OK: 0}, {}, ["0x3D répond", "OK (GP12, broche 16)"]),
    "no panel": (Kind(devices=[0x68]), {}, {}, ["rien de ce qui répond n’en est un (0x68)"]),
    "nothing there": (Kind(devices=[]), {}, None, ["rien ne répond", "pas encore ce Gobelet"]),
    "bus held low": (Kind(), {SDA: 0}, {}, ["SDA (GP20, broche 26) est tenu bas"]),
    "inside MicroPython": (
        Kind(name="gobelet"),
        {},
        {},
        ["avec Gobelet dedans", "glissé, garde les parties"],
    ),
    "damage": (Kind(), {}, {"data/dice/3.bad": b""}, ["mis de côté : dice/3.bad"]),
}


@pytest.mark.sweep
@pytest.mark.parametrize("what", sample_cases(TROUBLES, 1))
def test_the_doctor_finds_what_make_doctor_finds(
    what: str,
    plug_board: Plugged,
    plain: build.Build,
    browser: Browser,
    site: Site,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kind, levels, there, words = TROUBLES[what]
    files = None
    if there is not None:
        files = image.installed_file_system(plain, {})
        for path, content in there.items():
            files.put_file(path, content)
    board = plug_board(kind, files)
    for pin, level in levels.items():
        board.pin(pin, level)
    doctor.main(["--port", board.port])
    desk = [line[:2] == "!!" for line in capsys.readouterr().out.splitlines() if line[:2] in ("!!", "ok")]
    *lines, last = press_buttons(browser, site, board, "doctor")["log"]
    assert [line.startswith("⚠") for line in lines] == desk, lines
    assert len(desk) >= 7
    assert all(any(each in line for line in lines) for each in words), lines
    assert last == (f"{sum(desk)} à regarder." if any(desk) else "Tout est en ordre.")


@contextmanager
def hold_keys(board: PtyBoard, dead: str) -> Iterator[None]:
    """Hold each key when the device requests it, except a dead key."""
    pins = {"UP": 10, "DOWN": 11, "OK": 12, "BACK": 13}
    over = threading.Event()

    def hold() -> None:
        seen = 0
        while not over.wait(0.02):
            asked = re.findall(rb"@ press (\w+)\r?\n", bytes(board.said))
            if len(asked) > seen:
                seen = len(asked)
                key = asked[-1].decode()
                if key != dead:
                    time.sleep(0.2)
                    board.pin(pins[key], 0)
                    time.sleep(0.6)
                    board.pin(pins[key], 1)

    thread = threading.Thread(target=hold)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


@pytest.mark.slow
def test_the_page_checks_a_gobelet_as_the_self_test_does(
    plug_board: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    board = plug_board(Kind(devices=[0x3D]), image.installed_file_system(plain, {}))
    with hold_keys(board, "none"):
        found = press_buttons(browser, site, board, "selftest")
    made = json.loads(base64.b64decode(found["download"]["bytes"]))
    results = {each.name: each for each in report.read_results(made)}
    assert results["panel"].finding == "address" and results["picture.frame"].state == "skipped"
    assert [results[f"key.{key}"].state for key in ("UP", "DOWN", "OK", "BACK")] == ["holds"] * 4
    assert results["entropy"].state == results["speed"].state == results["bus"].state == "holds"
    # The page prints the same lines as the computer's tool for the same report.
    said = [line.replace("⚠ ", "").split(" → ") for line in found["log"][:-1]]
    told = [[each for each in result.sentence_pair("fr") if each] for result in results.values()]
    # On a busy computer the page may also say that the Pico does not answer yet.
    others = [line for line in said if not line[0].startswith(("Tenez ", "Le Pico ne répond pas encore."))]
    assert others == told
    assert found["log"][-1].startswith("1 sur 13 à regarder.")


def test_backup_restore_and_a_picture(
    plug_board: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    data = {
        "settings": b"language=en\ntaught=yes\n",
        "dice/0": bytes(range(256)) * 3,
        "names": "Zoé\n".encode(),
    }
    evenings = {f"counters/{name}": str(name).encode() * 900 for name in (*range(LOGS), "a", "b")}
    board = plug_board(files=image.installed_file_system(plain, data | evenings))
    simulated = VirtualBoard()
    simulated.choose_language("en")
    simulated.choose_setting("taught", "yes")
    simulated.context.navigation.home()
    simulated.gauge.usb = True
    simulated.run(500)
    board.wait(lambda: any(board.picture()))
    found = press_buttons(browser, site, board, "screenshot")
    shot = Image.open(io.BytesIO(base64.b64decode(found["download"]["bytes"])))
    assert shot.size == (512, 256)
    seen = board.picture()
    for at in range(0, 1024, 3):
        for bit in range(8):
            x, y = at % 128, at // 128 * 8 + bit
            assert bool(shot.getpixel((4 * x + 1, 4 * y + 2))) == bool(seen[at] >> bit & 1)
    found = press_buttons(browser, site, board, "backup")
    kept = backup.unpack(base64.b64decode(found["download"]["bytes"]), "the page's")
    assert kept.items() >= {name: data[name] for name in ("dice/0", "names")}.items()
    assert kept.items() >= evenings.items(), "all that a journal has after many evenings"
    other = {"settings": b"language=fr\n", "trireme/1": b"x" * 5000}
    found = press_buttons(browser, site, board, "restore", zip=base64.b64encode(backup.pack(other)).decode())
    assert found["log"][-1] == "Les parties sont sur le Pico : un jeu, Trirème."
    after = {name[5:]: content for name, content in files_on_board(board).items() if name.startswith("data/")}
    assert after["trireme/1"] == other["trireme/1"] and "names" not in after


SLOW = {"strict": True, "slow": 6000}  # ms; a browser forgets a click after five seconds


@pytest.mark.slow
def test_a_restore_by_who_takes_their_time(
    plug_board: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    """The page first asks for the file and lists its contents. The page keeps the present data in another file."""
    before = {"settings": b"language=en\ntaught=yes\n", "dice/0": b"old" * 40}
    board = plug_board(files=image.installed_file_system(plain, before))
    zipped = base64.b64encode(backup.pack({"settings": b"language=fr\n", "trireme/1": b"x" * 500})).decode()
    found = press_buttons(
        browser, site, board, "restore", zip=zipped, chooser={"strict": True}, answers=[0, 1]
    )
    assert found["log"] == ["Rien n’a été changé."] and found["downloads"] == []
    board.wait(lambda: any(board.picture()), 60)  # the game continues
    found = press_buttons(browser, site, board, "restore", zip=zipped, chooser=SLOW, answers=[0, 0])
    file, device = found["questions"]
    assert file.startswith("evening.zip, du ") and "un jeu, Trirème" in file
    assert device.startswith("Il y a des parties sur ce Pico : un jeu, Dés libres.")
    assert found["log"][-1] == "Les parties sont sur le Pico : un jeu, Trirème."
    ((name, kept),) = found["downloads"]
    assert name.endswith(".zip")
    assert backup.unpack(base64.b64decode(kept), name)["dice/0"] == before["dice/0"]
    assert files_on_board(board)["data/trireme/1"] == b"x" * 500


@pytest.mark.slow
def test_the_first_faults_of_who_never_did_this(browser: Browser, site: Site) -> None:
    """The page shows each fault with its remedy, and pictures of difficult steps.

    The buttons work again afterwards.
    """
    faults = ["none", "list SecurityError", "open NetworkError", "open InvalidStateError", "silent"]
    found = {
        each["fault"]: each for each in browser.play("first_faults", {"url": site.url, "faults": faults})
    }
    assert found["none"]["log"][-1].startswith("Aucun Pico n’a été choisi.") and found["none"]["noport"]
    assert found["list SecurityError"]["log"][-1].startswith(
        "Le navigateur ne le permet pas (SecurityError)."
    )
    assert "sudo usermod -a -G dialout" in found["open NetworkError"]["log"][-1]
    assert found["open InvalidStateError"]["log"][-1].startswith("Un autre programme ou un autre onglet")
    silent = found["silent"]
    assert silent["early"] == ["Le Pico ne répond pas encore. S’il n’a pas MicroPython, regardez ci-dessous."]
    assert silent["log"][-1].startswith("Il n’y a pas de MicroPython sur ce Pico. Tenez son bouton BOOTSEL")
    assert silent["nomicropython"] and not silent["noport"]


def test_games_go_from_the_page_to_the_pico_and_back(
    plug_board: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    board = plug_board(files=image.installed_file_system(plain, {"settings": b"language=fr\n"}))
    games = {"settings": b"language=fr\ntaught=yes\n", "mystria/0": b"m" * 90}
    zipped = base64.b64encode(backup.pack(games)).decode()
    found = press_buttons(browser, site, board, "give", files=zipped)
    assert found["log"][-1].startswith("Les parties sont sur le Pico : un jeu, ")
    found = press_buttons(browser, site, board, "take")
    assert found["log"][-1].startswith("Les parties du Pico sont dans cette page : un jeu, ")
    assert any(path.startswith("data/mystria/") for path in files_on_board(board))


def test_a_folder_that_is_not_ours_stops_a_restore(
    plug_board: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    before = {"settings": b"language=fr\n", "photos/mine.jpg": b"x"}
    board = plug_board(files=image.installed_file_system(plain, before))
    zipped = base64.b64encode(backup.pack({"settings": b"language=en\n"})).decode()
    found = press_buttons(browser, site, board, "restore", zip=zipped)
    assert found["log"] == ["À côté des parties du Pico il y a un dossier « photos » ; déplacez-le d’abord."]
    found = press_buttons(browser, site, board, "backup")
    assert "Le dossier photos n’est pas de Gobelet et n’y est pas." in found["log"]
    assert files_on_board(board)["data/photos/mine.jpg"] == b"x"


BUTTONS = ("doctor", "backup", "restore", "screenshot", "give", "take")
KINDS = ("gone", "silent", "flood", "raising", "noise", "rows")


@pytest.mark.slow
@pytest.mark.sweep
def test_a_hostile_device_gets_one_sentence(page: Path, browser: Browser, site: Site) -> None:
    """The device interferes in the middle of each action; no action hangs."""
    every = []
    for button in BUTTONS:
        for kind in KINDS:
            for after in (0,) if button in ("backup", "screenshot", "give", "take") else (0, 2):
                every.append([button, kind, after, random.Random(f"{button} {after}").sample(ROWS, 6)])
    # Each run's sample has cases of every button and of every kind.
    chosen = [
        one for button in BUTTONS for one in sample_cases([each for each in every if each[0] == button], 3)
    ]
    chosen += [one for kind in KINDS for one in sample_cases([each for each in every if each[1] == kind], 1)]
    tries = [each for each in every if each in chosen]
    zipped = base64.b64encode(backup.pack({"settings": b"language=en\n"})).decode()
    messages = browser.play("messages", {"url": site.url})
    known = [re.sub(r"\\\{\d\\\}", ".*", re.escape(french)) for french, _ in messages.values()]
    said = browser.play("hostile", {"url": site.url, "tries": tries, "zip": zipped})
    for (button, kind, after, _), sentence in zip(tries, said, strict=True):
        assert any(re.fullmatch(each, sentence.partition(" → ")[0].removeprefix("⚠ ")) for each in known), (
            button, kind, after, sentence,
        )  # fmt: skip
        assert len(sentence) < 600 and not re.search("[\x00-\x1f\x7f-\x9f\u202e]", sentence)
    told = dict(zip([(*each[:3],) for each in tries], said, strict=True))
    assert {button for button, *_ in told} == {*BUTTONS}
    assert {kind for _, kind, _ in told} == {*KINDS}
    for (button, kind, after), sentence in told.items():
        if kind in ("gone", "silent", "flood") and not after:
            assert sentence.startswith("La liaison s’est rompue, ou rien ne répond"), (button, kind)


def test_the_file_is_offered_for_each_board_that_there_is_one_for(browser: Browser, site: Site) -> None:
    """The test site has a UF2 file for a Pico; for other boards the page explains how to get one."""
    offered = browser.play("whole", {"url": site.url, "boards": build.boards()})
    for board, (file, said) in zip(build.boards(), offered, strict=True):
        assert (file or "").startswith("uf2/gobelet-pico.uf2?") == (board in frozen.boards("pico")), board
        assert (said is None) == (file is not None) and ("publication" in said if said else True), board


def test_without_web_serial_it_says_what_to_do(browser: Browser, site: Site) -> None:
    assert browser.play("without_serial", {"url": site.url}).startswith(
        "Ce navigateur ne parle pas à un Pico (il n’a pas Web Serial)."
    )


TOLD_BY_THE_WORKER = ("full", "emptied", "forbidden", "fault")


def test_what_the_page_says_has_both_languages(page: Path, browser: Browser, site: Site) -> None:
    """Both languages have the same placeholders, each message is used, and no name hides another."""
    messages = browser.play("messages", {"url": site.url})
    assert re.findall(r"^    (\w+): \[", (page / "messages.mjs").read_text(), re.MULTILINE) == list(messages)
    source = "".join(path.read_text() for path in page.glob("*.mjs") if path.name != "messages.mjs")
    for name, (french, english) in messages.items():
        assert french and english
        places = [{text.count(f"{{{at}}}") > 0 for text in (french, english)} for at in range(4)]
        assert all(len(each) == 1 for each in places), name
        assert f'"{name}"' in source or name in TOLD_BY_THE_WORKER, name
    assert json.loads((page / "install.json").read_text())["boards"].keys() == set(build.boards())


NOTE = "UF2 Bootloader v3.0\nModel: Raspberry Pi RP2\nBoard-ID: {}\n"


def make_uf2(blocks: int) -> str:
    """A UF2 file with this many blocks, in base 64."""
    block = struct.pack("<II", 0x0A324655, 0x9E5D5157) + bytes(504)
    return base64.b64encode(block * blocks).decode()


def test_the_file_is_written_onto_the_drive(browser: Browser, site: Site) -> None:
    pico, other = NOTE.format("RPI-RP2"), NOTE.format("RP2350")
    whole = make_uf2(300)
    tries = [
        {"note": None, "bytes": whole},
        {"note": NOTE.format("SAMD51"), "bytes": whole},
        {"note": other, "bytes": whole},
        {"note": pico, "bytes": base64.b64encode(b"half a file").decode()},
        {"note": pico, "bytes": whole, "fails": 1},
        {"note": pico, "bytes": whole, "fails": "end"},
        {"note": pico, "bytes": whole},
    ]
    found = browser.play("drive", {"url": site.url, "tries": [{"model": "pico", **each} for each in tries]})
    said = [each[0] for each in found]
    assert said[0].startswith("« RPI-RP2 » n’est pas le disque d’un Pico")
    assert said[1] == "« RPI-RP2 » est le disque d’une autre carte (SAMD51)."
    assert said[2].startswith("Ce disque est celui d’un RP2350, et « Pico + SSD1306 » est choisi")
    assert said[3] == "gobelet-pico.uf2 n’est pas arrivé entier du site ; recommencez."
    assert said[4].startswith("Le disque a disparu avant la fin")
    assert all(each.startswith("C’est écrit.") for each in said[5:]), "it goes away with the last block"
    assert [each[2].get("gobelet-pico.uf2", 0) for each in found] == [0, 0, 0, 0, 0, 300 * 512, 300 * 512]


def test_three_steps_by_what_the_browser_can_and_the_pico_that_is_chosen(
    browser: Browser, site: Site
) -> None:
    able = browser.play("steps", {"url": site.url, "lacks": []})
    assert able["writes"] and able["updates"] and able["file"]
    assert able["boards"] == ["pico_sh1106", "pico_w_sh1106", "pico2_sh1106", "pico2_w_sh1106"]
    assert able["other"] == 0
    for words in (
        "câbles ne font que charger",
        "Finder",
        "RP2350",
        "dialout",
        "snap connect chromium:raw-usb",
    ):
        assert words in able["remedies"]
    less = browser.play("steps", {"url": site.url, "lacks": ["showDirectoryPicker", "serial"]})
    assert not less["writes"] and not less["updates"] and less["file"], "the file to copy is always there"


def test_an_update_saves_the_games_and_opens_the_drive(
    plug_board: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    files = image.installed_file_system(plain, {"settings": b"language=fr\n", "trireme/1": b"x"})
    board = plug_board(Kind(name="gobelet"), files)
    found = press_buttons(browser, site, board, "update")
    assert found["log"][-1].startswith("Son disque va s’ouvrir : passez à l’étape 3.")
    ((name, content),) = found["downloads"]
    assert name.startswith("gobelet-") and "trireme/1" in backup.unpack(base64.b64decode(content), name)
    assert not board.plugged, "it is in its bootloader"
