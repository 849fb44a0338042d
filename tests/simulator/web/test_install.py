"""Gobelet from the page onto a Pico: over a port that speaks to real MicroPython, and as one file to drag."""

from __future__ import annotations

import base64
import io
import json
import random
import re
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from host_tools import uf2
from host_tools.building import build, frozen, image, packs, texts, uf2_blocks
from host_tools.building.image import FileSystem
from host_tools.device import backup, board_file, doctor, flash, survey
from simulator import keys, paths
from simulator.board import VirtualBoard
from simulator.store import MemoryStore
from tests.host_tools.device.test_hostile import ROWS
from tests.host_tools.pty_board import Kind, PtyBoard
from tests.once import once
from tests.simulator.web.browser import Browser, Site
from tests.sweep import sample

paths.install()
from gobelet.core.journal import LOGS  # noqa: E402

Plugged = Callable[..., PtyBoard]


@pytest.fixture
def plugged(tmp_path: Path) -> Iterator[Plugged]:
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
def native(tmp_path_factory: pytest.TempPathFactory) -> build.Build:
    """What `make flash` puts on a Pico. The unix MicroPython of the stand-in board takes no machine code."""
    return once(tmp_path_factory, "native", lambda folder: build.build(folder / "tree", native=True))


@pytest.fixture(scope="session")
def plain(tmp_path_factory: pytest.TempPathFactory) -> build.Build:
    return once(tmp_path_factory, "plain", lambda folder: build.build(folder / "tree"))


def there(board: PtyBoard) -> dict[str, bytes]:
    board.pull()
    return FileSystem(image=board.flash.read_bytes()).files()


def act(browser: Browser, site: Site, board: PtyBoard, *buttons: str, **more: Any) -> dict[str, Any]:
    """Press buttons of the page, one after the other. `log`, what it said; `download`, the last file; `bar`, how far
    it was, from 0 to 1.
    """
    data = {"url": site.url, "port": board.port, "buttons": buttons, **more}
    found = browser.play("serial", data)
    return dict(found)


KEY = {"ok": keys.OK, "back": keys.BACK}


def test_from_an_empty_board_to_the_first_roll_in_five_clicks(
    plugged: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    """And what is on the board then, which a second install and the doctor know."""
    board = plugged()
    found = act(browser, site, board, "install", answers=[])
    clicks = ["install", "the Pico, in the browser's list"]
    assert found["questions"] == []
    assert found["log"][-1] == f"Prêt : version {plain.id}."
    assert sum(line.startswith("copie ") for line in found["log"]) == len(plain.entries)
    assert len(found["bar"]) > 100 and found["bar"] == sorted(found["bar"]) and found["bar"][-1] == 1
    # It speaks the page's language without asking, and teaches its keys.
    simulated = VirtualBoard(store=MemoryStore({"settings": b"language=fr\n"}))
    simulated.gauge.usb = True
    simulated.run(500)
    for pin, key in ((BACK_PIN, "back"), (OK_PIN, "ok"), (OK_PIN, "ok")):
        board.wait(lambda: board.picture() == simulated.picture(), 60)
        clicks.append(key)
        board.pin(pin, 0)
        time.sleep(0.1)
        board.pin(pin, 1)
        simulated.press(KEY[key])
        simulated.run(1500)
    assert len(clicks) <= 5
    board.wait(lambda: board.picture() != simulated.picture(), 60)  # other dice
    time.sleep(1)
    found = act(browser, site, board, "install", "doctor")
    assert "Rien à copier : la carte a déjà cette version." in found["log"]
    assert "Programme : version 1.0, celle de cette page." in found["log"]
    assert found["log"][-1] == "Tout est en ordre.", "\n".join(found["log"])
    files = there(board)
    assert any(path.startswith("data/dice/") for path in files)
    assert files.pop(build.READY) == plain.id.encode()
    files = {path: content for path, content in files.items() if not path.startswith("data/")}
    assert files == {entry.path: (plain.folder / entry.path).read_bytes() for entry in plain.entries}


def test_a_board_with_little_room_takes_some_games(
    plugged: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    """On an XIAO RP2040 of which a Pico's MicroPython and the pads differ; the doctor finds all in order."""
    board = plugged(Kind(machine="Seeed Studio XIAO RP2040 with RP2040"))
    found = act(browser, site, board, "install", select="pico_ssd1306")
    assert "cette carte est : Seeed Studio XIAO RP2040" in found["log"][-1]
    left = [game for game in texts.listed() if game not in ("dice", "counters")]
    found = act(browser, site, board, "install", select="xiao_rp2040_ssd1306", unchecked=left)
    assert found["log"][-1].startswith("Prêt : version "), found["log"]
    found = act(browser, site, board, "doctor", select="xiao_rp2040_ssd1306")
    assert found["log"][-1] == "Tout est en ordre.", "\n".join(found["log"])
    files = there(board)
    assert not [name for name in files if any(game in name for game in left)]
    own = build.board_source("xiao_rp2040_ssd1306") + 'GAMES = "dice counters"\n'
    assert files["gobelet_board.py"].decode() == own


SDA, OK = 20, 12  # pins, see boards/pico_ssd1306.py
TROUBLES: dict[str, tuple[Kind, dict[int, int], dict[str, bytes] | None, list[str]]] = {
    # name: (board, levels of its pins, files on it or None for an empty one, words of what the page says)
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
    "its own board file": (
        Kind(),
        {},
        {
            "gobelet_board.py": build.board_source("pico_ssd1306").encode() + b"# mine\n",
            build.READY: b"0",
        },
        ["avec un fichier de carte qui n’est pas de cette page"],
    ),
}


@pytest.mark.sweep
@pytest.mark.parametrize("what", sample(TROUBLES, 1))
def test_the_doctor_finds_what_make_doctor_finds(
    what: str,
    plugged: Plugged,
    plain: build.Build,
    browser: Browser,
    site: Site,
    capsys: pytest.CaptureFixture[str],
) -> None:
    kind, levels, there, words = TROUBLES[what]
    files = None
    if there is not None:
        files = image.installed(plain, {})
        for path, content in there.items():
            files.put(path, content)
    board = plugged(kind, files)
    for pin, level in levels.items():
        board.pin(pin, level)
    doctor.main(["--port", board.port])
    desk = [line[:2] == "!!" for line in capsys.readouterr().out.splitlines() if line[:2] in ("!!", "ok")]
    *lines, last = act(browser, site, board, "doctor")["log"]
    assert [line.startswith("⚠") for line in lines] == desk, lines
    assert len(desk) >= 7
    assert all(any(each in line for line in lines) for each in words), lines
    assert last == (f"{sum(desk)} à regarder." if any(desk) else "Tout est en ordre.")


def older(made: build.Build, *games: str) -> FileSystem:
    """A board with all of a build but for the packs of these games, which are of before: a whole install takes as long
    as all other tests of it.
    """
    files = image.installed(made, {})
    for game in games:
        files.put(f"{build.PACKS}/{game}{packs.SUFFIX}", b"of before" * 999)
    files.put(build.READY, b"of before")
    return files


def test_what_arrives_damaged_is_not_called_installed(
    plugged: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    board = plugged(files=older(plain, "dice"))
    found = act(browser, site, board, "install", damaged="packs/dice.pack")
    assert found["log"][-1].startswith("Après la copie, packs/dice.pack n’est pas comme il devrait être")
    files = there(board)
    assert build.READY not in files and f"{build.PACKS}/trireme.pack" in files


def test_backup_restore_and_a_picture(
    plugged: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    data = {
        "settings": b"language=en\ntaught=yes\n",
        "dice/0": bytes(range(256)) * 3,
        "names": "Zoé\n".encode(),
    }
    evenings = {f"counters/{name}": str(name).encode() * 900 for name in (*range(LOGS), "a", "b")}
    board = plugged(files=image.installed(plain, data | evenings))
    simulated = VirtualBoard()
    simulated.choose_language("en")
    simulated.choose_setting("taught", "yes")
    simulated.app.home()
    simulated.gauge.usb = True
    simulated.run(500)
    board.wait(lambda: any(board.picture()))
    found = act(browser, site, board, "screenshot")
    shot = Image.open(io.BytesIO(base64.b64decode(found["download"]["bytes"])))
    assert shot.size == (512, 256)
    seen = board.picture()
    for at in range(0, 1024, 3):
        for bit in range(8):
            x, y = at % 128, at // 128 * 8 + bit
            assert bool(shot.getpixel((4 * x + 1, 4 * y + 2))) == bool(seen[at] >> bit & 1)
    found = act(browser, site, board, "backup")
    kept = backup.unpack(base64.b64decode(found["download"]["bytes"]), "the page's")
    assert kept.items() >= {name: data[name] for name in ("dice/0", "names")}.items()
    assert kept.items() >= evenings.items(), "all that a journal has after many evenings"
    other = {"settings": b"language=fr\n", "trireme/1": b"x" * 5000}
    found = act(browser, site, board, "restore", zip=base64.b64encode(backup.pack(other)).decode())
    assert found["log"][-1] == "Les parties sont sur le Pico : un jeu, Trirème."
    after = {name[5:]: content for name, content in there(board).items() if name.startswith("data/")}
    assert after["trireme/1"] == other["trireme/1"] and "names" not in after


SLOW = {"strict": True, "slow": 6000}  # ms; a browser forgets a click after five seconds


def test_a_restore_by_who_takes_their_time(
    plugged: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    """The file is asked for first, what is in it is told, and what was there is kept in another file."""
    before = {"settings": b"language=en\ntaught=yes\n", "dice/0": b"old" * 40}
    board = plugged(files=image.installed(plain, before))
    zipped = base64.b64encode(backup.pack({"settings": b"language=fr\n", "trireme/1": b"x" * 500})).decode()
    found = act(browser, site, board, "restore", zip=zipped, chooser={"strict": True}, answers=[0, 1])
    assert found["log"] == ["Rien n’a été changé."] and found["downloads"] == []
    board.wait(lambda: any(board.picture()), 60)  # it plays on
    found = act(browser, site, board, "restore", zip=zipped, chooser=SLOW, answers=[0, 0])
    file, device = found["questions"]
    assert file.startswith("evening.zip, du ") and "un jeu, Trirème" in file
    assert device.startswith("Il y a des parties sur ce Pico : un jeu, Dés libres.")
    assert found["log"][-1] == "Les parties sont sur le Pico : un jeu, Trirème."
    ((name, kept),) = found["downloads"]
    assert name.endswith(".zip")
    assert backup.unpack(base64.b64decode(kept), name)["dice/0"] == before["dice/0"]
    assert there(board)["data/trireme/1"] == b"x" * 500


def test_an_update_keeps_the_board_file_and_saves_the_games(
    plugged: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    sh1106 = build.board_source("pico_sh1106").encode()
    files = image.installed(plain, {"settings": b"language=fr\n", "dice/0": b"game" * 30})
    files.put("gobelet_board.py", sh1106)
    files.put(build.READY, b"of before")
    board = plugged(files=files)
    found = act(browser, site, board, "install")
    assert "Le Pico reste réglé pour : Pico + SH1106." in found["log"]
    assert found["chosen"] == "pico_sh1106"
    ((name, saved),) = found["downloads"]
    assert backup.unpack(base64.b64decode(saved), name)["dice/0"] == b"game" * 30
    found = act(browser, site, board, "install", select="pico_ssd1306", answers=[0])
    assert found["questions"][0].startswith("Ce Pico est installé pour : Pico + SH1106.")
    assert "Rien à copier : la carte a déjà cette version." in found["log"]
    assert there(board)["gobelet_board.py"] == sh1106
    board.plug()
    found = act(browser, site, board, "install", select="pico_ssd1306", answers=[1])
    assert found["log"][-1] == f"Prêt : version {plain.id}."
    assert there(board)["gobelet_board.py"] == build.board_source("pico_ssd1306").encode()


def test_an_update_keeps_a_board_file_that_was_edited(
    plugged: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    own = build.board_source("pico_ssd1306").encode().replace(b"ADDRESS = 0x3C", b"ADDRESS = 0x3D")
    files = image.installed(plain, {})
    files.put("gobelet_board.py", own)
    files.put(build.READY, b"of before")
    board = plugged(Kind(devices=[0x3D]), files)
    found = act(browser, site, board, "install", "doctor")
    made = board_file.put_into(replace(plain, folder=board.folder), own)
    assert f"Prêt : version {made.id}." in found["log"], "the same mark as that of make flash"
    assert found["log"][-1] == "Tout est en ordre.", "\n".join(found["log"])
    files_there = there(board)
    assert files_there["gobelet_board.py"] == own and files_there[build.READY] == made.id.encode()


@pytest.mark.parametrize("inside", [False, True])
def test_from_packs_to_gobelet_inside_and_back(
    inside: bool, plugged: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    """In one go: saved, the drive opened, put back; a list of ports only right after a click."""
    sh1106 = build.board_source("pico_sh1106").encode()
    data = {"settings": b"language=fr\n", "dice/0": b"game" * 30}
    files = image.installed(plain, data)
    files.put("gobelet_board.py", sh1106)
    board = plugged(Kind(name="gobelet" if inside else "micropython"), files)
    found = act(browser, site, board, "move", chooser={"strict": True}, answers=[0])
    assert ("micropython.org" if inside else "gobelet-pico.uf2, qui") in found["questions"][0]
    (saved,) = [content for name, content in found["downloads"] if name.endswith(".zip")]
    assert backup.unpack(base64.b64decode(saved), "saved").items() >= data.items()
    assert any(name.endswith(".uf2") for name, _ in found["downloads"]) != inside
    last = "Prêt : version " if inside else "Prêt : Gobelet est dans MicroPython."
    assert found["log"][-1].startswith(last), found["log"]
    left = there(board)
    assert left["gobelet_board.py"] == sh1106 and left["data/dice/0"] == data["dice/0"]
    assert (build.READY in left) == inside


OK_PIN, BACK_PIN = 12, 13  # see boards/pico_ssd1306.py


def test_the_first_faults_of_who_never_did_this(browser: Browser, site: Site) -> None:
    """Each with what to do, pictures of what is hard to say, and free buttons afterwards."""
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
    plugged: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    board = plugged(files=image.installed(plain, {"settings": b"language=fr\n"}))
    games = {"settings": b"language=fr\ntaught=yes\n", "mystria/0": b"m" * 90}
    zipped = base64.b64encode(backup.pack(games)).decode()
    found = act(browser, site, board, "give", files=zipped)
    assert found["log"][-1].startswith("Les parties sont sur le Pico : un jeu, ")
    found = act(browser, site, board, "take")
    assert found["log"][-1].startswith("Les parties du Pico sont dans cette page : un jeu, ")
    assert any(path.startswith("data/mystria/") for path in there(board))


def test_a_folder_that_is_not_ours_stops_a_restore(
    plugged: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    before = {"settings": b"language=fr\n", "photos/mine.jpg": b"x"}
    board = plugged(files=image.installed(plain, before))
    zipped = base64.b64encode(backup.pack({"settings": b"language=en\n"})).decode()
    found = act(browser, site, board, "restore", zip=zipped)
    assert found["log"] == ["À côté des parties du Pico il y a un dossier « photos » ; déplacez-le d’abord."]
    found = act(browser, site, board, "backup")
    assert "Le dossier photos n’est pas de Gobelet et n’y est pas." in found["log"]
    assert there(board)["data/photos/mine.jpg"] == b"x"


BUTTONS = ("install", "doctor", "backup", "restore", "screenshot", "give", "take")
KINDS = ("gone", "silent", "flood", "raising", "noise", "rows")


@pytest.mark.sweep
def test_a_hostile_device_gets_one_sentence(page: Path, browser: Browser, site: Site) -> None:
    """In the middle of each action; nothing of it goes on for ever."""
    every = []
    for button in BUTTONS:
        for kind in KINDS:
            for after in (0,) if button in ("backup", "screenshot", "give", "take") else (0, 2):
                every.append([button, kind, after, random.Random(f"{button} {after}").sample(ROWS, 6)])
    # Of each button and of each kind, whatever the day.
    chosen = [one for button in BUTTONS for one in sample([each for each in every if each[0] == button], 3)]
    chosen += [one for kind in KINDS for one in sample([each for each in every if each[1] == kind], 1)]
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


REFUSED = [
    (Kind(version=(1, 25, 0)), "La carte a MicroPython 1.25 ; installez 1.26 ou plus récent."),
    (Kind(name="gobelet"), "Gobelet est dans le MicroPython de ce Pico : glissez le nouveau fichier .uf2"),
    (Kind(name="circuitpython"), "La carte a circuitpython ; installez MicroPython 1.26 ou plus récent."),
    (
        Kind(machine="Raspberry Pi Pico2 with RP2350"),
        "La liste « Votre carte et votre écran » dit Pico + SSD1306, mais cette carte est : "
        "Raspberry Pi Pico2 with RP2350.",
    ),
    (Kind(blocks=64), "Il manque "),
]


@pytest.mark.sweep
@pytest.mark.parametrize(("kind", "sentence"), sample(REFUSED, 2))
def test_a_board_that_does_not_do(
    kind: Kind, sentence: str, plugged: Plugged, browser: Browser, site: Site
) -> None:
    board = plugged(kind)
    found = act(browser, site, board, "install")
    assert found["log"][-1].startswith(sentence), found["log"]
    board.pull()
    assert not any(
        name.startswith("packs") for name in FileSystem(kind.blocks, board.flash.read_bytes()).files()
    )


def test_the_power_goes_during_a_copy(
    plugged: Plugged, plain: build.Build, browser: Browser, site: Site
) -> None:
    board = plugged(Kind(cut=60), older(plain, "dice", "counters"))
    found = act(browser, site, board, "install")
    assert found["log"][-1].startswith("La liaison s’est rompue")
    assert any(line.startswith("copie ") for line in found["log"])
    assert not board.plugged
    assert build.READY not in FileSystem(image=board.flash.read_bytes()).files()
    board.kind.cut = 0
    board.plug()
    found = act(browser, site, board, "install")
    assert found["log"][-1] == f"Prêt : version {plain.id}."
    assert any(line.startswith("copie ") for line in found["log"])


def surveys(made: build.Build) -> Iterator[survey.Survey]:
    """Boards as they may be found: empty, as flashed, with old and foreign files, torn, nearly full."""
    whole = {entry.path: (entry.size, entry.sha256) for entry in made.entries}
    packs = frozenset({build.PACKS})
    yield survey.Survey({}, frozenset(), 4096, 300)
    yield survey.Survey(whole | {build.READY: (16, build.digest(made.id.encode()))}, packs, 4096, 100)
    yield survey.Survey({"main.py": (90, "0" * 64)}, frozenset(), 4096, 300)
    old = {
        "main.py": (90, "1" * 64),
        "gobelet/core/dice.mpy": (3000, "2" * 64),
        "gobelet/ready": (16, "3" * 64),
    }
    yield survey.Survey(old, frozenset({"gobelet", "gobelet/core"}), 4096, 200)
    for changed in range(0, len(whole), 3):
        path = sorted(whole)[changed]
        yield survey.Survey(whole | {path: (70000, "4" * 64)}, packs, 4096, 3)
        yield survey.Survey(
            {name: facts for name, facts in whole.items() if name != path}
            | {"packs/gone.pack": (9000, "5" * 64)},
            packs,
            4096,
            changed,
        )


def test_the_plan_is_that_of_make_flash(native: build.Build, browser: Browser, site: Site) -> None:
    asked = [
        {
            "files": [[path, list(facts)] for path, facts in found.files.items()],
            "folders": sorted(found.folders),
            "block": found.block,
            "free": found.free_blocks,
        }
        for found in surveys(native)
    ]
    planned = browser.play("plans", {"url": site.url, "surveys": asked})
    for found, said in zip(surveys(native), planned, strict=True):
        todo = flash.plan(native, found)
        room = flash.rooms(todo, native, found)
        assert said == {
            "copy": [entry.path for entry in todo.copy],
            "remove": list(todo.remove),
            "removeFolders": list(todo.remove_folders),
            "makeFolder": todo.make_folder,
            "keepMain": todo.keep_main,
            "some": bool(todo),
            "lacking": room.lacking,
            "all": [entry.path for entry in room.copy],
            "gone": [[path, list(paths)] for path, paths in room.gone.items()],
        }


def micropython(machine: str = "Raspberry Pi Pico with RP2040", version: str = "1.26.1") -> bytes:
    return uf2_blocks.write(
        bytes(5000) + f"MicroPython v{version} on 2025-09-11; {machine}\0".encode() + b"\x55" * 3000
    )


def dragged(browser: Browser, site: Site, files: list[tuple[str, bytes]]) -> list[dict[str, Any]]:
    """What the page makes of each of these files for a board, one after the other."""
    asked = [[board, base64.b64encode(file).decode()] for board, file in files]
    return list(browser.play("drag", {"url": site.url, "files": asked}))


def test_the_file_to_drag_is_the_desks_byte_for_byte(tmp_path: Path, browser: Browser, site: Site) -> None:
    files = [
        ("pico_ssd1306", micropython()),
        ("pico_sh1106", micropython()),
        ("pico_w_ssd1306", micropython("Raspberry Pi Pico W with RP2040")),
    ]
    for (board, file), found in zip(files, dragged(browser, site, files), strict=True):
        assert found["said"].startswith("gobelet.uf2 est dans vos téléchargements."), board
        made = build.build(tmp_path / board, board, native=True)
        assert base64.b64decode(found["bytes"]) == uf2.join(file, made), board


NO_UF2 = "Ce fichier n’est pas un .uf2 entier."
IN_PARTS = "Il manque des morceaux à ce fichier .uf2."
DO_NOT_DO = [
    ("pico_ssd1306", b"x" * 700, NO_UF2),
    ("pico_ssd1306", uf2_blocks.write(bytes(600), family=0xE48BFF59), "Ce fichier est pour une autre puce"),
    ("pico_ssd1306", uf2_blocks.write(bytes(600)), "Il n’y a pas de MicroPython"),
    ("pico_ssd1306", micropython()[:-1024], IN_PARTS),
    ("pico_ssd1306", micropython()[512:], IN_PARTS),
    ("pico_ssd1306", micropython()[:4096] + micropython()[8192:], IN_PARTS),
    ("pico_ssd1306", micropython(version="1.22.0"), "C’est MicroPython 1.22 ; prenez 1.26"),
    (
        "pico_sh1106",
        micropython("Raspberry Pi Pico W with RP2040"),
        "Ce fichier est pour Raspberry Pi Pico W",
    ),
    ("pico2_ssd1306", micropython(), "Pour Pico 2 + SSD1306, un fichier à glisser n’a pas été essayé"),
]


def test_files_that_do_not_do(browser: Browser, site: Site) -> None:
    files = [(board, file) for board, file, _ in DO_NOT_DO]
    for (board, _, sentence), found in zip(DO_NOT_DO, dragged(browser, site, files), strict=True):
        assert found["said"].startswith(sentence), (board, found)
        assert found["bytes"] is None
        # MicroPython with Gobelet inside is offered for the Pico that there is one for.
        offered = found["inside"]
        assert (offered or "").startswith("uf2/gobelet-pico.uf2?") == (board in frozen.boards("pico"))


def test_without_web_serial_it_says_what_to_do(browser: Browser, site: Site) -> None:
    assert browser.play("without_serial", {"url": site.url}).startswith(
        "Ce navigateur ne sait pas parler à un Pico."
    )


TOLD_BY_THE_WORKER = ("full", "emptied", "forbidden", "fault")


def test_what_the_page_says_has_both_languages(page: Path, browser: Browser, site: Site) -> None:
    """As many places to fill in, and nothing that nobody says."""
    messages = browser.play("messages", {"url": site.url})
    source = "".join(path.read_text() for path in page.glob("*.mjs") if path.name != "messages.mjs")
    for name, (french, english) in messages.items():
        assert french and english
        places = [{text.count(f"{{{at}}}") > 0 for text in (french, english)} for at in range(4)]
        assert all(len(each) == 1 for each in places), name
        assert f'"{name}"' in source or name in TOLD_BY_THE_WORKER, name
    assert json.loads((page / "install.json").read_text())["boards"].keys() == set(build.boards())
