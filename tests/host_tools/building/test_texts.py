"""Reading, checking and packing fr.txt and en.txt."""

from __future__ import annotations

import re
import struct
from io import BytesIO
from pathlib import Path
from random import Random
from string import ascii_letters

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.words.texts import Texts
from host_tools.building import texts
from host_tools.building.typography import with_hard_spaces

KEYS = st.from_regex(r"[A-Za-z0-9_.\-]{1,12}", fullmatch=True)
WORDS = st.text(
    st.characters(blacklist_categories=["Cs"], blacklist_characters="{}"), min_size=1, max_size=20
)


def write_texts(folder: Path, fr: str, en: str) -> Path:
    (folder / "fr.txt").write_text(fr, encoding="utf-8")
    (folder / "en.txt").write_text(en, encoding="utf-8")
    return folder


def text_faults(folder: Path, fr: str, en: str) -> list[str]:
    with pytest.raises(texts.TextsError) as caught:
        texts.load(write_texts(folder, fr, en))
    return [line.replace(f"{folder}/", "") for line in str(caught.value).splitlines()]


def test_a_good_pair_is_read(tmp_path: Path) -> None:
    found = texts.load(
        write_texts(
            tmp_path,
            "# en tête\n\nroll = Lancer\ne.TN-E08 = {n} armures = tout # vraiment\nboth = {0} | {1}\n",
            "roll = Roll\n  both = {1} {0}\ne.TN-E08 = only {n}\n",
        )
    )
    assert found["fr"] == {
        "roll": "Lancer",
        "e.TN-E08": "{n} armures = tout # vraiment",
        "both": "{0} | {1}",
    }
    assert found["en"]["both"] == "{1} {0}"


@pytest.mark.parametrize(
    ("fr", "en", "expected"),
    [
        ("a = x\nb = y\n", "a = x\n", ["fr.txt:2: b is missing in en.txt"]),
        ("a = x\n", "a = x\nc = z\n", ["en.txt:2: c is missing in fr.txt"]),
        ("a = x\n\na = y\n", "a = x\n", ["fr.txt:3: a is already on line 1"]),
        ("a = {0}\n", "# none\na = {1}\n", ["fr.txt:1: a has {0}, but en.txt:2 has {1}"]),
        ("a = {0} {x}\n", "a = no\n", ["fr.txt:1: a has {0} {x}, but en.txt:1 has no placeholder"]),
        ("a =\n", "a = x\n", ["fr.txt:1: a has no text"]),
        ("a b = x\nc = z", "c = z\n", ["fr.txt:1: key 'a b' may hold only letters, digits and . - _"]),
        ("c = z\nword\n", "c = z\n", ["fr.txt:2: no '=' in 'word'; a line is `key = text`"]),
    ],
)
def test_faults_name_file_and_line(tmp_path: Path, fr: str, en: str, expected: list[str]) -> None:
    found = text_faults(tmp_path, fr, en)
    for line in expected:
        assert line in found


@pytest.mark.parametrize("bad", ["{", "}", "{}", "{a b}", "{0", "{{0}}", "{A}", "{12}"])
def test_bad_placeholders_are_refused(tmp_path: Path, bad: str) -> None:
    found = text_faults(tmp_path, f"a = un {bad}\n", f"a = one {bad}\n")
    assert found[0].startswith("fr.txt:1: a has a bad placeholder in ")
    assert found[1].startswith("en.txt:1: a has a bad placeholder in ")


def test_a_missing_file_is_one_fault(tmp_path: Path) -> None:
    (tmp_path / "fr.txt").write_text("a = x\nb = y\n")
    with pytest.raises(texts.TextsError, match=rf"^{re.escape(str(tmp_path))}/en\.txt: the file is missing$"):
        texts.load(tmp_path)


def test_a_file_that_is_not_utf8_says_so(tmp_path: Path) -> None:
    write_texts(tmp_path, "a = x\n", "a = x\n")
    (tmp_path / "fr.txt").write_bytes(b"a = \xe9t\xe9\n")
    with pytest.raises(texts.TextsError, match=r"fr\.txt: not UTF-8 at byte 4"):
        texts.load(tmp_path)


def test_the_catalogues_are_the_system_and_the_games(tmp_path: Path) -> None:
    package = tmp_path / "firmware" / "gobelet"
    for name in ("system", "games/zeta", "games/alpha", "games/no_texts"):
        (package / name).mkdir(parents=True)
        if name != "games/no_texts":
            write_texts(package / name, "a = x\n", "a = y\n")
    assert list(texts.catalogues(tmp_path)) == ["system", "alpha", "zeta"]
    assert sorted(texts.pack_all(tmp_path)) == [
        "alpha.en", "alpha.fr", "system.en", "system.fr", "zeta.en", "zeta.fr",
    ]  # fmt: skip
    (package / "games/zeta/en.txt").write_text("b = y\n")
    (package / "system/en.txt").unlink()
    with pytest.raises(texts.TextsError) as caught:
        texts.pack_all(tmp_path)
    assert len(str(caught.value).splitlines()) == 3, "the faults of all catalogues come together"


def test_the_packed_layout() -> None:
    packed = texts.pack({"b": "é", "a": "x"})  # the checksums of the keys are 0x71BEEFF9 and 0xE8B7BE43
    assert struct.unpack_from("<3H", packed) == (6, 2, 4)
    assert packed[6:12] == b"x\0\xa9\0\xc3\0", "codes 1 to 3: the bytes of the texts"
    assert int.from_bytes(packed[12:14], "little") == 1 << (0xBEEF & 15) | 1 << (0xB7BE & 15)
    assert struct.unpack_from("<2H", packed, 14) == (0, 11)
    assert packed[18:] == b"\xbe\xb7\xe8\1\0" + b"\xef\xbe\x71\3\2\0"


def test_no_line_of_french_begins_with_its_punctuation() -> None:
    assert with_hard_spaces("Où ? « Là » : 5 % !") == "Où\xa0? «\xa0Là\xa0»\xa0: 5\u202f%\xa0!"
    assert with_hard_spaces("a b, c: d (e) -> f") == "a b, c: d (e) -> f"


def test_a_catalogue_too_big_for_its_offsets_is_refused() -> None:
    with pytest.raises(texts.TextsError, match="65535"):
        texts.pack({"a": "".join(Random(1).choices(ascii_letters, k=100_000))})


@given(st.dictionaries(KEYS, WORDS, max_size=40))
def test_the_device_reads_back_what_was_packed(catalogue: dict[str, str]) -> None:
    packed = texts.pack(catalogue)
    read = Texts(lambda name: BytesIO(packed), "fr")
    for key, text in catalogue.items():
        assert read(key) == text
    assert read.missing == 0


def test_keys_that_share_a_sum_are_refused() -> None:
    with pytest.raises(texts.TextsError, match="the keys buckeroo and plumless have the same sum"):
        texts.pack({"plumless": "x", "buckeroo": "y"})


def test_many_keys_and_none_that_is_not_there() -> None:
    catalogue = {f"key{n**3}": f"text {n}" for n in range(2000)}
    packed = texts.pack(catalogue)
    read = Texts(lambda name: BytesIO(packed), "fr")
    assert all(read(key) == text for key, text in catalogue.items())
    assert not any(read.has_text(f"absent{n}") for n in range(2000))


def test_the_repository_s_own_texts_are_sound() -> None:
    texts.pack_all()
