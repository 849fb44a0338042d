"""The diagram in firmware/README.md shows the present imports; a cycle is reported."""

from __future__ import annotations

from graphlib import CycleError
from pathlib import Path

import pytest

from tests.lint import picture


def test_that_of_the_page_is_of_this_code() -> None:
    assert picture.main() == 0


def test_an_old_one_is_told_and_made_anew(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    right = (picture.FIRMWARE / "README.md").read_text(encoding="utf-8")
    page = tmp_path / "README.md"
    page.write_text(right.replace("    journal --> rules\n", "    rules --> journal\n"), encoding="utf-8")
    assert picture.main(page=page) == 1
    assert "make format" in capsys.readouterr().err
    assert picture.main(True, page) == 0
    assert page.read_text(encoding="utf-8") == right


def test_a_room_has_no_arrow_to_itself() -> None:
    found = picture.folder_imports(
        [
            ("gobelet.shell.app", "gobelet.ui.drawing.canvas"),
            ("gobelet.shell.app", "gobelet.game.session"),
            ("gobelet.ui.screens.form", "gobelet.ui.screens.menu"),
            ("gobelet.ui.screens.form", "gobelet.rules.odds"),
            ("gobelet.shell.app", "gobelet"),
        ]
    )
    assert found == {"shell": {"ui.drawing", "game", "gobelet"}, "ui.screens": {"rules"}}
    drawn = picture.draw_imports(
        {"games": {"ui.screens"}, "shell": {"ui.screens"}, "ui.screens": {"rules"}}, {}
    )
    assert drawn == "    games --> ui.screens\n    shell --> ui.screens\n    ui.screens --> rules\n"


def test_a_circle_is_no_picture() -> None:
    with pytest.raises(CycleError):
        picture.draw_imports({"ui": {"core"}, "core": {"games"}, "games": {"ui"}}, {})


def test_what_only_names_types_has_a_dotted_arrow() -> None:
    found = {"shell": {"ui"}}
    assert picture.draw_imports(found, {"shell": {"ui", "rules"}, "ui": {"rules"}}) == (
        "    shell --> ui\n    shell -.-> rules\n    ui -.-> rules\n"
    )
    with pytest.raises(CycleError):
        picture.draw_imports(found, {"ui": {"shell"}})


def test_modules_of_one_folder_in_a_circle_are_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The diagram of the folders does not show cycles within a folder."""

    class Graph:
        modules = ("gobelet.ui.screens.menu", "gobelet.ui.screens.dial")

        def find_modules_directly_imported_by(self, module: str) -> set[str]:
            return set(self.modules) - {module}

    monkeypatch.setattr("grimp.build_graph", lambda *packages, **settings: Graph())
    assert picture.main() == 1
    assert "gobelet.ui.screens.menu -> gobelet.ui.screens.dial" in capsys.readouterr().err
