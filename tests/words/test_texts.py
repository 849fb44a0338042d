"""The device's reader of packed texts (firmware/gobelet/words/texts.py)."""

from __future__ import annotations

from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from gobelet.words.texts import KEPT, Texts, fill
from host_tools.building import texts as packer

CATALOGUES = {
    "system.fr": {"yes": "Oui", "title": "Gobelet", "lang": "français", "n": "{0} dés"},
    "system.en": {"yes": "Yes", "title": "Gobelet", "lang": "English", "n": "{0} dice"},
    "trirème.fr": {"title": "Trirème", "e.T-E1": "Reste {n} rames"},
    "trirème.en": {"title": "Trireme", "e.T-E1": "{n} oars left"},
    "other.fr": {"other": "autre"},
    "many.fr": {f"key{n}": "x" * 90 for n in range(500)},
}


class Files:
    """Assets in memory, all in one file like a pack."""

    def __init__(self) -> None:
        self.file = BytesIO()
        self.starts = {}
        for name, catalogue in CATALOGUES.items():
            self.starts[name] = self.file.tell()
            self.file.write(packer.pack(catalogue))

    def __call__(self, name: str) -> BytesIO:
        if name not in CATALOGUES:
            raise OSError(2, name)
        self.file.seek(self.starts[name])
        return self.file


@pytest.fixture
def files() -> Files:
    return Files()


def open_texts(files: Callable[[str], Any], *games: str) -> Texts:
    texts = Texts(files, "fr")
    for name in games:
        texts.open(name)
    return texts


def test_the_game_is_asked_before_the_system(files: Files) -> None:
    texts = Texts(files, "fr")
    assert texts("title") == "Gobelet"
    texts.open("trirème")
    assert texts("title") == "Trirème"
    assert texts("yes") == "Oui"
    assert texts("e.T-E1", n=12) == "Reste 12 rames"
    assert texts("n", 3) == "3 dés"


def test_leaving_a_game_closes_its_catalogues(files: Files) -> None:
    texts = open_texts(files, "trirème", "other")
    assert texts("other") == "autre"
    texts.close()
    assert texts("title") == "Gobelet"
    assert not texts.has_text("other")


def test_the_language_changes_in_everything_open(files: Files) -> None:
    texts = open_texts(files, "trirème")
    texts.switch("en")
    assert texts.language == "en"
    assert texts("title") == "Trireme"
    assert texts("lang") == "English"


def test_a_language_that_one_catalogue_lacks_changes_nothing(files: Files) -> None:
    texts = open_texts(files, "other")
    with pytest.raises(OSError):
        texts.switch("en")
    assert texts.language == "fr"
    assert texts("lang") == "français"
    assert texts("other") == "autre"


def test_a_missing_key_shows_and_is_counted(files: Files) -> None:
    texts = Texts(files, "fr")
    assert texts("nowhere", 1) == "<nowhere>"
    assert texts.missing == 1
    assert not texts.has_text("nowhere")
    assert texts.missing == 1, "asking is not missing"


class CountingReads(Files):
    """Assets that count the bytes read."""

    def __init__(self) -> None:
        super().__init__()
        self.reads = 0

    def __call__(self, name: str) -> BytesIO:
        count = self

        class Counting(BytesIO):
            def read(self, size: int | None = -1, /) -> bytes:
                count.reads += 1
                return super().read(size)

        super().__call__(name)
        return Counting(packer.pack(CATALOGUES[name]))


def test_what_was_shown_is_not_read_again() -> None:
    files = CountingReads()
    texts = Texts(files, "fr")
    assert [texts("title"), texts("n", 3), texts.has_text("nowhere"), texts.get("n")] == [
        "Gobelet",
        "3 dés",
        False,
        "{0} dés",
    ]
    before = files.reads
    assert [texts("title"), texts("n", 4), texts.has_text("nowhere"), texts.get("title")] == [
        "Gobelet",
        "4 dés",
        False,
        "Gobelet",
    ]
    assert files.reads == before


def test_what_is_asked_for_again_and_again_stays() -> None:
    texts = open_texts(files := CountingReads(), "many")
    assert texts("title") == "Gobelet"
    for number in range(500):
        texts(f"key{number}")
        before = files.reads
        assert texts("title") == "Gobelet"
        assert files.reads == before


def test_compact_texts_are_the_same_and_are_not_read_again() -> None:
    files = CountingReads()
    texts = open_texts(files, "trirème")
    asked = ("title", "yes", "lang", "e.T-E1", "absent")
    before = [texts.get(key) for key in asked]
    reads = files.reads
    texts.compact()
    assert [texts.get(key) for key in asked] == before
    assert files.reads == reads


def test_what_is_kept_is_forgotten_with_a_change_of_catalogues(files: Files) -> None:
    texts = Texts(files, "fr")
    assert (texts("title"), texts.get("e.T-E1")) == ("Gobelet", None)
    texts.open("trirème")
    assert (texts("title"), texts.get("e.T-E1")) == ("Trirème", "Reste {n} rames")
    texts.switch("en")
    assert (texts("title"), texts("lang"), texts("e.T-E1", n=1)) == ("Trireme", "English", "1 oars left")
    texts.close()
    assert (texts("title"), texts.get("e.T-E1")) == ("Gobelet", None)


def test_what_is_kept_has_a_bound() -> None:
    """The newest texts, of KEPT bytes, are answered without a read; texts of twice as many bytes ago are read again."""
    size = 64 + len("key100") + 90 + 64 + len("absent100")  # bytes of a text and of an absent text
    for newest in range(140, 160):
        for back, is_kept in ((KEPT // size - 1, True), (2 * KEPT // size + 1, False)):
            texts = open_texts(files := CountingReads(), "many")
            for number in range(100, newest + 1):
                assert texts(f"key{number}") == "x" * 90
                assert not texts.has_text(f"absent{number}")
            reads = files.reads
            assert texts(f"key{newest - back}") == "x" * 90
            assert (files.reads == reads) == is_kept


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("plain", "plain"),
        ("{0}", "7"),
        ("a {0} b {1}", "a 7 b -2"),
        ("{1}{0}{1}", "-27-2"),
        ("{name} : {0} dégâts", "Zoé : 7 dégâts"),
        ("{2} {other}", "{2} {other}"),
        ("end {", "end {"),
    ],
)
def test_filling(text: str, expected: str) -> None:
    assert fill(text, (7, -2), {"name": "Zoé"}) == expected


def test_the_same_under_micropython(micropython: Callable[..., str], tmp_path: Path) -> None:
    catalogues = CATALOGUES | {"many.fr": {f"key{n}": f"texte {n} ½" for n in range(500)}}
    for name, catalogue in catalogues.items():
        (tmp_path / name).write_bytes(packer.pack(catalogue))
    script = tmp_path / "script.py"
    script.write_text(
        """
import sys
from gobelet.words.texts import Texts
texts = Texts(lambda name: open(sys.argv[1] + "/" + name, "rb"), "fr")
texts.open("many")
print(all([texts("key%d" % n) == "texte %d ½" % n for n in range(500)]), texts.missing)
texts.close()
texts.open("trirème")
print(texts("title"), texts("yes"), texts("e.T-E1", n=3), texts("n", 4), texts("key1"), texts.missing)
texts.switch("en")
print(texts("title"), texts("lang"))
try:
    texts.open("absent")
except OSError:
    print("no such file")
"""
    )
    assert micropython(script, "texts", files={"texts": tmp_path}).splitlines() == [
        "True 0",
        "Trirème Oui Reste 3 rames 4 dés <key1> 1",
        "Trireme English",
        "no such file",
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Aline", "Objectif d’Aline"),
        ("Élise", "Objectif d’Élise"),
        ("Hugo", "Objectif d’Hugo"),
        ("Bella", "Objectif de Bella"),
        ("2", "Objectif de 2"),
        ("", "Objectif de "),
    ],
)
def test_de_loses_its_e_before_a_name_that_begins_with_a_vowel_or_h(name: str, said: str) -> None:
    assert fill("Objectif de {0}", (name,), {}) == said
    assert fill("Mode {0}", (name,), {}) == "Mode " + name
    assert fill("de {who} à", (), {"who": name}) == said[9:] + " à"
