"""The table page in Chromium, told by the desk tool of a game on a virtual device."""

from __future__ import annotations

import threading
from pathlib import Path

from host_tools.link.server import Server
from host_tools.link.table import Table
from host_tools.verify import in_fours
from simulator.keys import OK
from tests.link.listener import Listener
from tests.simulator.web.browser import Browser


def test_the_table_across_a_room(browser: Browser, tmp_path: Path) -> None:
    listener = Listener()
    app = listener.device.app
    app.settings.choose("taught", 1)
    listener.hello()
    for seat, name in enumerate(("Ana", "Zoé")):
        listener.ask(name=name, seat=seat)
    listener.ask(open="dice")
    listener.wait(2000)
    listener.device.press(OK)
    listener.wait()
    listener.ask(open="counters")
    listener.wait(2000)
    listener.ask(change=[["player", 1, "v0", 20, 7], ["table", 0, "turn", 0, 1]], game="counters")
    server = Server(Table(), 0)

    def told() -> None:
        for message in listener.messages:
            server.table.take(message)
            server.tell(message)
        listener.messages.clear()

    told()

    def device() -> None:
        """What the desk tool does with requests: one advances the game, the other one is its end."""
        assert server.requests.get()["press"] == "ok"
        app.settings.choose("proof", 1)
        listener.ask(open="dice")
        listener.wait(2000)
        listener.device.press(OK)
        listener.wait()
        told()
        assert server.requests.get()["press"] == "ok"
        listener.device.press(OK)
        listener.wait()
        listener.ask(open="counters")
        listener.wait(2000)
        told()
        server.requests.get()
        server.tell({"type": "stale", "stale": True})

    threads = [threading.Thread(target=run, daemon=True) for run in (server.serve_forever, device)]
    for thread in threads:
        thread.start()
    data = {"url": server.address, "advance": {"press": "ok"}, "end": {}, "pictures": str(tmp_path)}
    try:
        found = browser.play("table", data, viewport={"width": 1280, "height": 720})
    finally:
        server.shutdown()
        server.server_close()
    roll = list(server.table.rolls.values())[-1]
    assert found["first"]["rolls"] == 1 and found["later"]["rolls"] == 2
    assert found["later"]["total"] == str(roll["total"])
    assert found["later"]["dice"] == [str(face) for _, face, _ in roll["dice"]]
    code = roll["proof"]["code"]
    assert code not in str(found["first"]) and found["committed"]["rolls"] == 1
    assert found["committed"]["commit"].endswith(in_fours(code)) and not found["committed"]["proof"]
    assert (
        "Vérifié" in found["later"]["proof"] and in_fours(roll["proof"]["secret"]) in found["later"]["proof"]
    )
    assert not found["later"]["commit"]
    assert found["first"]["turn"] == "Zoé"
    assert found["first"]["players"][1].startswith("Zoé") and found["first"]["players"][1].endswith("7")
    assert found["reloaded"] == found["later"] and found["later"]["stale"] == ""
    assert found["end"]["stale"] and found["end"]["total"] == found["later"]["total"]
    assert found["clear"] == "rgba(0, 0, 0, 0)"
    assert all(
        (tmp_path / f"{look}.png").stat().st_size > 1000 for look in ("light", "dark", "stream", "commit")
    )
