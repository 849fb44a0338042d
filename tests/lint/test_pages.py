"""The pages of all folders: each link leads to a page, each board exists; the example of a test is a test."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from host_tools.building import build, frozen

ROOT = Path(__file__).resolve().parents[2]
PASSED = {".venv", "build", "node_modules"}
PAGES = sorted(path for path in ROOT.rglob("*.md") if PASSED.isdisjoint(path.relative_to(ROOT).parts))


def anchors(path: Path) -> set[str]:
    """Return the anchors that a host makes from the heads of a page."""
    heads = re.findall(r"^#+ (.*)", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {
        re.sub(r"[^\w -]", "", re.sub(r"\]\([^)]*\)", "", head).lower()).strip().replace(" ", "-")
        for head in heads
    }


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_link_leads_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```|`[^`]*`", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)]*)\)|src=\"([^\"]*)\"", text):
        target = "".join(link)
        if target.startswith(
            ("https://", "../../issues/", "../../../issues/", "../../security/", "../../releases")
        ):
            continue
        file, _, anchor = target.partition("#")
        assert (path.parent / file).exists() if file else True, target
        assert not anchor or anchor in anchors(path.parent / file if file else path), target


def test_the_pages_of_the_first_hour_are_there() -> None:
    names = {str(path.relative_to(ROOT)) for path in PAGES}
    assert {
        f"{folder}/README.md" for folder in ("firmware", "host_tools", "simulator", "tests", "boards")
    } <= names


def test_a_command_names_a_board_that_there_is() -> None:
    """`make uf2` takes the name of a chip's file, the other targets that of a board file."""
    text = "\n".join(path.read_text(encoding="utf-8") for path in PAGES)
    named = re.findall(r"\bmake (\w+)\b[^`#\n]*\bBOARD=(\w+)", text)
    helped = re.findall(r"^(\w+):.*## .*?\bBOARD=(\w+)", (ROOT / "Makefile").read_text(), re.MULTILINE)
    assert {"flash", "mip", "uf2"} <= {target for target, _ in named} | {target for target, _ in helped}
    for target, board in {*named, *helped}:
        known = {*frozen.TARGETS, "all"} if target == "uf2" else {*build.boards()}
        assert board in known, f"make {target} BOARD={board}"


EXAMPLES = re.findall(
    r"```python\n(.*?)```", (ROOT / "tests/README.md").read_text(encoding="utf-8"), re.DOTALL
)


def test_a_rule_and_a_screen_have_an_example() -> None:
    assert len(EXAMPLES) == 2


@pytest.mark.parametrize("example", EXAMPLES, ids=["rule", "screen"])
def test_the_example_of_a_test_passes(example: str) -> None:
    scope: dict[str, object] = {}
    exec(compile(example, "tests/README.md", "exec"), scope)
    tests = [each for name, each in scope.items() if name.startswith("test_")]
    assert len(tests) == 1
    for test in tests:
        assert callable(test)
        test()
