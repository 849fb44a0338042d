"""The table page in Chromium, with games on virtual devices: by the tool, by cables, and by another tab."""

from __future__ import annotations

import json
import os
import threading
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from host_tools.link.server import Server
from host_tools.link.table import Table
from host_tools.own import compiler
from host_tools.verify import split_in_fours
from simulator import paths
from simulator.board import VirtualBoard
from simulator.keys import OK
from simulator.serial import Serial
from simulator.store import MemoryStore
from tests.chip import desk
from tests.host_tools.link import evening, test_shapes
from tests.link.listener import Listener
from tests.simulator.web.browser import Browser, Site

TV = {"width": 1920, "height": 1080}
FAR = 0.04  # a share of the screen height: 2 cm on a TV of 43 inches, for letters that are readable at 4 m
SHOWN = Path(__file__).resolve().parents[3] / "host_tools" / "link" / "pictures"
ROLLS = 18  # number of later rolls, more than the history holds


def make_listener(*names: str) -> Listener:
    listener = Listener()
    listener.device.app.device.settings.choose("taught", 1)
    listener.hello()
    for seat, name in enumerate(names):
        listener.ask(name=name, seat=seat)
    return listener


def roll_dice(listener: Listener, times: int) -> None:
    """Roll free dice `times` times, and return to the counters."""
    listener.ask(open="dice")
    listener.wait(2000)
    for _ in range(times):
        listener.device.press(OK)
        listener.wait(800)


def open_counters(listener: Listener, *changes: list[Any]) -> None:
    listener.ask(open="counters")
    listener.wait(2000)
    listener.ask(change=list(changes), game="counters")


def new_messages(listener: Listener) -> list[dict[str, Any]]:
    """Return the messages since the last call."""
    found = listener.messages[:]
    listener.messages.clear()
    return found


class Desk:
    """The computer's tool with two devices.

    The pages get the messages of both devices; the first device gets the requests of a page.
    """

    def __init__(self, listeners: list[Listener]) -> None:
        self.listeners = listeners
        self.server = Server([Table(), Table()], 0)
        self.asked: list[dict[str, Any]] = []

    def told(self) -> None:
        for device, listener in enumerate(self.listeners):
            for message in new_messages(listener):
                self.server.tables[device].process(message)
                self.server.send_message(message, device)

    def answers(self) -> None:
        """Answer requests until one that no device would get, then end both devices."""
        while "end" not in (request := self.server.requests[0].get()):
            self.asked.append(request)
            self._answer(self.listeners[0], request)
            self.told()
        for device in range(2):
            self.server.send_message({"type": "stale", "stale": True}, device)

    def _answer(self, listener: Listener, request: dict[str, Any]) -> None:
        if "rolls" in request:
            open_counters(listener, ["player", 1, "v0", 20, 7], ["table", 0, "turn", 0, 1])
            roll_dice(listener, ROLLS)
            open_counters(listener, ["player", 0, "v0", 20, 19])
        elif "commit" in request:
            listener.device.app.device.settings.choose("proof", 1)
            roll_dice(listener, 1)
        elif "prove" in request:
            listener.device.press(OK)
            listener.wait(800)
        else:
            listener.ask(**request)


def look_at(folder: Path) -> None:
    """Check that only the overlay for a stream is transparent.

    If requested, record the pictures for the README.
    """
    if os.environ.get("GOBELET_RECORD"):
        for look, ground in (("light", "white"), ("stream", "darkgreen")):
            with Image.open(folder / f"{look}.png") as picture:
                shown = Image.new("RGBA", picture.size, ground)
                shown.alpha_composite(picture.convert("RGBA"))
                small = shown.convert("RGB").resize((960, 540)).quantize(32)
                small.save(SHOWN / f"{look}.png", optimize=True)
    for look in ("light", "dark", "stream", "seat", "stale", "commit", "proof"):
        with Image.open(folder / f"{look}.png") as picture:
            assert picture.size == (TV["width"], TV["height"])
            assert (picture.convert("RGBA").getextrema()[3][0] == 0) == (look == "stream")


def test_the_table_across_a_room(browser: Browser, tmp_path: Path) -> None:
    other = make_listener("Tom")
    open_counters(other, ["player", 0, "v0", 20, 13])
    listeners = [make_listener("Ana", "Zoé"), other]
    roll_dice(listeners[0], 1)
    desk = Desk(listeners)
    server = desk.server
    desk.told()
    threads = [threading.Thread(target=run, daemon=True) for run in (server.serve_forever, desk.answers)]
    for thread in threads:
        thread.start()
    data = {
        "url": server.address,
        "advance": {"rolls": ROLLS, "last": "19"},
        "end": {"end": 1},
        "pictures": str(tmp_path),
    }
    try:
        found = browser.play("table", data, viewport=TV)
    finally:
        server.shutdown()
        server.server_close()
    first, later, proven = found["first"], found["later"], found["proven"]
    *_, roll, last = server.tables[0].rolls
    assert found["committed"]["commit"].endswith(split_in_fours(last["proof"]["code"]))
    assert found["committed"]["rolls"] == later["rolls"] and not found["committed"]["proof"] + later["commit"]
    assert "Vérifié" in proven["proof"] and split_in_fours(last["proof"]["secret"]) in proven["proof"]
    assert not proven["commit"] and proven["total"] == str(last["total"])
    assert found["hidden"] and first["rolls"] == 1
    assert later["total"] == str(roll["total"])
    assert later["dice"] == [str(face) for _, face, _ in roll["dice"]]
    assert later["groups"] == ["Gobelet 1", "Gobelet 2"]
    assert later["turn"] == "Léo" and [name[:3] for name in later["players"]][:2] == ["Ana", "Léo"]
    assert later["players"][1].endswith("7") and later["players"][2].endswith("13")
    assert {"preset": "2d6+3", "label": "HACHE"} in desk.asked and {"name": "Léo", "seat": 1} in desk.asked
    assert len(later["spoken"]) == ROLLS and later["spoken"][-1] == f"fr: {roll['words']}"
    assert f"{2 * (ROLLS + 1)} dés" in later["luck"]
    assert min(found["sizes"].values()) >= FAR, found["sizes"]
    assert found["scrolls"][:2] == [True, True]
    assert found["clear"] == "rgba(0, 0, 0, 0)"
    assert found["seat"]["groups"] == ["Gobelet 1"] and found["seat"]["players"][-1].startswith("Zélotes")
    assert found["same"]["groups"] == [] and len(found["same"]["players"]) == 2
    assert found["reloaded"] == found["same"] | {"spoken": []}
    assert found["end"]["stale"] and found["end"]["total"] == proven["total"]
    look_at(tmp_path)


@pytest.mark.slow
def test_two_cables_and_another_tab(browser: Browser, site: Site) -> None:
    listeners = [make_listener("Ana", "Zoé"), make_listener("Tom", "Eve")]
    talks = []
    for listener in listeners:
        roll_dice(listener, 1)
        talks.append("".join(json.dumps(message) + "\n" for message in new_messages(listener)))
    roll_dice(listeners[0], 1)
    new = new_messages(listeners[0])
    (roll,) = [message for message in new if message["type"] == "roll"]
    more = "".join(json.dumps(message) + "\n" for message in new)
    data = {"url": site.url, "talks": talks, "more": more}
    found = browser.play("tableCables", data, viewport=TV)
    assert found["first"]["groups"] == ["Gobelet 1", "Gobelet 2"]
    assert found["first"]["sends"] == "" and found["first"]["rolls"] == 2
    assert found["later"]["sends"].endswith("salon a13Tf6e")
    assert found["later"]["total"] == str(roll["total"])
    assert found["later"]["spoken"] == [f"fr: {roll['words']}"]
    sent, of_tab = found["posted"]
    assert of_tab["external_id"].startswith("tab/")
    assert sent["key"] == "Bearer secret" and sent["label"] == roll["words"]
    assert [die["value"] for die in sent["dice"] if die["type"] != "mod"] == [
        face for _, face, _ in roll["dice"]
    ]
    assert found["reloaded"]["rolls"] == 3 and found["reloaded"]["spoken"] == []
    assert found["pulled"]["stale"].startswith("Gobelet 1 · ")
    assert all(json.loads(each) for asked in found["asked"] for each in asked)
    assert len(found["tab"]["groups"]) == 3 and found["tab"]["rolls"] == 4


@pytest.mark.slow
def test_whatever_a_cable_tells_the_table_is_there(browser: Browser, site: Site) -> None:
    """A Gobelet returns with another game, messages are malformed, and a browser stores nothing.

    The page also reads the data of an earlier version, which mixed two games.
    """
    listener = Listener(VirtualBoard(serial=Serial(), store=MemoryStore(dict(desk.state_files("boarding")))))
    listener.hello()
    listener.wait(2000)
    battle = new_messages(listener)
    listener.ask(open="dice")
    listener.device.run(1500)
    listener.device.press(OK)
    listener.messages.clear()
    listener.hello()
    listener.wait(2000)
    dice = new_messages(listener)
    (roll,) = [message for message in dice if message["type"] == "roll"]
    ships, game = ({each["type"]: each for each in messages} for messages in (battle, dice))
    mixed = {"rolls": [], "codes": [], "stale": True, "game": game["game"], "state": ships["state"]}
    lines = evening.wrong_lines(400, 3) + list(test_shapes.THIRTEEN.values())
    data = {
        "url": site.url,
        "kept": json.dumps({"usb 0": {"name": "", "role": "team", "agreed": [], "table": mixed}}),
        "first": as_lines(battle),
        "again": [as_lines([game["hello"], game["game"]]), as_lines([game["state"]])],
        "wrong": ["\n".join(lines[at : at + 40]) + "\n" for at in range(0, len(lines), 40)],
        "last": as_lines(dice),
        "own": as_lines(brasier_text()),
    }
    found = browser.play("tableSurvives", data, viewport=TV)
    assert all(found[at]["connects"] for at in ("kept", "first", "reloaded", "wrong", "after", "full"))
    assert found["first"]["title"] == "Trirème" and found["first"]["players"] == 4
    assert [piece["title"] for piece in found["pieces"]][-1] == game["game"]["title"]
    assert [piece["note"] for piece in found["pieces"]] == ["", ""], "nobody has taken the port"
    assert found["reloaded"]["title"] == game["game"]["title"]
    for at in ("wrong", "full"):
        assert (found[at]["title"], found[at]["total"]) == (game["game"]["title"], str(roll["total"]))
    assert found["full"]["note"].startswith("Ce navigateur ne garde rien")
    assert (found["own"]["title"], found["own"]["total"]) == ("Brasier", "À terre"), "its own words"
    assert found["own"]["players"] == 6, "who has not changed yet plays too"


def brasier_text() -> list[dict[str, Any]]:
    """Return a game defined by text, in which a word answers a roll."""
    listener = Listener()
    text = (paths.ROOT / "simulator" / "own" / "brasier.gobelet.toml").read_text(encoding="utf-8")
    for name, data in compiler.files(text).items():
        listener.device.store.replace(name, data)
    listener.device.app.device.settings.choose("taught", 1)
    listener.device.context.open("own-brasier.form", 1, 0, 1)
    listener.device.run(500)
    listener.device.entropy.faces([6, 2, 6, 3])
    listener.device.press(OK)
    listener.hello()
    listener.wait(2000)
    return new_messages(listener)


def as_lines(messages: list[dict[str, Any]]) -> str:
    return "".join(json.dumps(message) + "\n" for message in messages)


@pytest.mark.slow
def test_the_table_follows_a_reloaded_tab_at_once(browser: Browser, site: Site) -> None:
    found = browser.play("reloadedTab", {"url": site.url})
    assert found["empty"].startswith("Ouvrez un jeu dans un autre onglet") and found["opens"] == "index.html"
    assert found["connects"] and found["hidden"]
    assert found["what"] == "2d6" and found["total"], "the title does not repeat the result"
    assert found["seconds"] < 2
