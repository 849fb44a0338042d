"""The browser in which each test process plays the scenes."""

from __future__ import annotations

from tests.simulator.web.browser import Browser, Site

NOTHING = {
    "local": [],
    "session": [],
    "cookies": "",
    "databases": [],
    "caches": [],
    "locks": 0,
    "granted": False,
}


def test_nothing_is_left_from_one_scene_to_the_next(browser: Browser, site: Site) -> None:
    for _ in range(4):  # the first two scenes may use a browser context that no other scene has
        played = browser.play("leaves", {"url": site.url})
        assert played["found"] == NOTHING | {"style": False}
        assert played["left"] == {
            "local": ["left"],
            "session": ["left"],
            "cookies": "left=1",
            "databases": ["left"],
            "caches": ["left"],
            "locks": 1,
            "granted": True,
        }
