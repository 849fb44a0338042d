"""The picture of the imports in firmware/README.md: is it made of what there is, and is a circle seen?"""

from __future__ import annotations

from graphlib import CycleError
from pathlib import Path

import pytest

from tests.lint import picture


def test_that_of_the_page_is_of_this_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["picture"])
    assert picture.main() == 0


def test_an_old_one_is_told_and_made_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    right = (picture.FIRMWARE / "README.md").read_text(encoding="utf-8")
    page = tmp_path / "README.md"
    page.write_text(right.replace("    ui --> core\n", "    core --> ui\n"), encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["picture"])
    assert picture.main(page) == 1
    assert "make format" in capsys.readouterr().err
    monkeypatch.setattr("sys.argv", ["picture", "--write"])
    assert picture.main(page) == 0
    assert page.read_text(encoding="utf-8") == right


def test_modules_in_no_folder_are_one_and_arrows_within_a_folder_are_none() -> None:
    found = picture.arrows(
        [
            ("gobelet.app", "gobelet.ui.canvas"),
            ("gobelet.app", "gobelet.session"),
            ("gobelet.ui.form", "gobelet.ui.menu"),
            ("gobelet.ui.form", "gobelet.core.odds"),
            ("gobelet.games.dice.screens", "gobelet.ui"),
        ]
    )
    assert found == {"gobelet": {"ui"}, "ui": {"core"}, "games": {"ui"}}
    assert picture.drawn(found) == "    games --> ui\n    gobelet --> ui\n    ui --> core\n"


def test_a_circle_is_no_picture() -> None:
    with pytest.raises(CycleError):
        picture.drawn({"ui": {"core"}, "core": {"games"}, "games": {"ui"}})


def test_modules_of_one_folder_in_a_circle_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The picture of the folders does not show them."""

    class Graph:
        modules = ("gobelet.ui.menu", "gobelet.ui.dial")

        def find_modules_directly_imported_by(self, module: str) -> set[str]:
            return set(self.modules) - {module}

    monkeypatch.setattr("sys.argv", ["picture"])
    monkeypatch.setattr("grimp.build_graph", lambda *packages, **settings: Graph())
    assert picture.main() == 1
    assert "gobelet.ui.menu -> gobelet.ui.dial" in capsys.readouterr().err
