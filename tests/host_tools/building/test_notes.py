"""The notes of a release are the part of CHANGELOG.md about the firmware's version."""

from __future__ import annotations

import re

import pytest

from host_tools.building import build, notes
from host_tools.version import version

TEXT = "# Changes\n\n## 1.2.0\n\nTwo.\n\n**More**\n- a\n\n## 1.1.0\n\nOne.\n\n## 1.0.0\n"


def test_one_version_is_taken_whole() -> None:
    assert notes.section_of("1.2.0", TEXT) == "Two.\n\n**More**\n- a\n"
    assert notes.section_of("1.1.0", TEXT) == "One.\n"


@pytest.mark.parametrize("number", ["1.0.0", "1.3.0"])
def test_nothing_is_said_of_a_version(number: str) -> None:
    with pytest.raises(build.BuildError, match=number):
        notes.section_of(number, TEXT)


def test_the_first_version_of_the_changelog_is_that_of_the_firmware(
    capsys: pytest.CaptureFixture[str],
) -> None:
    first = re.search(r"^## (\S+)", notes.FILE.read_text(encoding="utf-8"), re.MULTILINE)
    assert first and first[1] == notes.three_part_version(version())
    assert notes.main([]) == 0
    assert "at the table" in capsys.readouterr().out.lower()


@pytest.mark.parametrize(("tag", "code"), [("v" + notes.three_part_version(version()), 0), ("v9.9", 1)])
def test_a_tag_is_that_of_the_version(tag: str, code: int, capsys: pytest.CaptureFixture[str]) -> None:
    assert notes.main(["--tag", tag]) == code
    assert code == 0 or "v9.9 is not the tag of version" in capsys.readouterr().err
