"""Fonts: the letters that French and the games need are drawn, legible and packed."""

from __future__ import annotations

import string
import struct
from itertools import combinations, pairwise
from pathlib import Path

import pytest

from host_tools.building import fonts
from host_tools.building.fonts import Font, FontError, Rows

FRENCH = "éèêëàâäçîïôöûùüœæÉÈÊËÀÂÄÇÎÏÔÖÛÙÜŒÆ«»’…°"
SIGNS = "−×½÷≥≤±→←↑↓•✓·–—χ²σ∞€\u00a0\u202f“”"
ICONS = "▲▼◀▶↕●○↶↷☐☑▮▯⚄☠♥💧🛡🔒✋"
NEEDED = string.ascii_letters + string.digits + string.punctuation + " " + FRENCH + SIGNS + ICONS
NUMBERS = "0123456789+-−×/%?!.,: ½"
CATALOGUES = sorted((Path(__file__).parents[3] / "firmware").rglob("??.txt"))

# Letters that look alike on purpose: a wide dash is a minus in the sizes of numbers, a double prime is a
# straight quote.
TWINS = [set("−–—"), set('"″'), set(" \u00a0\u202f")]


@pytest.fixture(scope="module", params=fonts.SIZES)
def size(request: pytest.FixtureRequest) -> int:
    return request.param


@pytest.fixture(scope="module")
def font(size: int) -> Font:
    return fonts.read_font(size)


def ink_dots(rows: Rows) -> set[tuple[int, int]]:
    return {(x, y) for y, row in enumerate(rows) for x, dot in enumerate(row) if dot == "#"}


def count_holes(rows: Rows) -> int:
    """Return the number of dark areas that light pixels enclose."""
    width, height = len(rows[0]) + 2, len(rows) + 2
    dark = {(x, y) for x in range(width) for y in range(height)} - {(x + 1, y + 1) for x, y in ink_dots(rows)}
    areas = 0
    while dark:
        areas += 1
        todo = [dark.pop()]
        while todo:
            x, y = todo.pop()
            for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if near in dark:
                    dark.remove(near)
                    todo.append(near)
    return areas - 1


def test_the_small_fonts_have_every_letter_sign_and_icon() -> None:
    for size in (8, 16):
        assert set(NEEDED) <= set(fonts.read_font(size))
    assert set(fonts.read_font(8)) == set(fonts.read_font(16))


def test_the_big_fonts_have_digits_and_signs() -> None:
    for size in fonts.ASSETS["figures"]:
        assert set(NUMBERS) <= set(fonts.read_font(size))
        assert set(fonts.read_font(size)) == set(fonts.read_font(48))


def test_a_size_at_half_of_another() -> None:
    assert fonts.halve(("##.", "...", "#..", ".#.")) == ("#.", "#.")
    for size, whole in fonts.HALVED.items():
        for digit in string.digits:
            rows = fonts.read_font(size)[digit]
            assert len(rows) * 2 == whole
            assert {y for _, y in ink_dots(rows)} == set(range(len(rows)))  # each letter has the full height


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: f"{path.parent.name}.{path.stem}")
def test_every_text_can_be_drawn(path: Path) -> None:
    missing = set(path.read_text(encoding="utf-8")) - set(fonts.read_font(8)) - set("\n\t")
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert not missing & set("".join(lines)), f"not in the fonts: {sorted(missing)}"


def test_digits_share_one_width(font: Font) -> None:
    assert len({len(font[digit][0]) for digit in string.digits}) == 1


def test_three_large_digits_leave_room() -> None:
    assert len(fonts.read_font(48)["8"][0]) * 3 <= 84
    assert len(fonts.read_font(32)["8"][0]) <= 19


def test_only_spaces_are_empty(font: Font) -> None:
    assert {char for char, rows in font.items() if not ink_dots(rows)} <= set(" \u00a0\u202f")


def test_glyphs_keep_their_spacing(font: Font, size: int) -> None:
    """Two glyphs side by side never touch, because the last column is dark."""
    joined = {char for char, rows in font.items() if any(row.endswith("#") for row in rows)}
    assert not joined


def test_no_two_glyphs_look_the_same(font: Font) -> None:
    for one, other in combinations(font, 2):
        if not any({one, other} <= twins for twins in TWINS):
            assert ink_dots(font[one]) != ink_dots(font[other]), (one, other)


@pytest.mark.parametrize(
    "group",
    [
        "1lI|",
        "0OoDQ",
        "5S",
        "2Z",
        "6b8B",
        "9gq",
        "éèêëe",
        "àâa",
        "ùûu",
        "çc",
        "îïi",
        "ôo",
        "ÉÈÊËE",
        "-−–",
        ".,:;",
    ],
)
def test_what_is_easily_confused_differs(group: str) -> None:
    for size in (8, 16):
        font = fonts.read_font(size)
        for one, other in combinations(group, 2):
            differ = len(ink_dots(font[one]) ^ ink_dots(font[other]))
            assert differ >= size // 8 * 2 - 1, (size, one, other, differ)


@pytest.mark.parametrize(
    ("holes_wanted", "digits"), [(0, "12357"), (1, "0469"), (2, "8")], ids=("open", "one", "two")
)
def test_digits_are_open_or_closed_as_drawn_ones_are(font: Font, holes_wanted: int, digits: str) -> None:
    for digit in digits:
        assert count_holes(font[digit]) == holes_wanted, digit


def test_the_1_stands_on_a_foot_and_the_7_has_a_flat_top(font: Font) -> None:
    one, seven, zero = ink_dots(font["1"]), ink_dots(font["7"]), ink_dots(font["0"])
    bottom, top = max(y for _, y in one), min(y for _, y in seven)
    middle = (bottom + min(y for _, y in one)) // 2
    stem = sum(y == middle for _, y in one)
    assert sum(y == bottom for _, y in one) >= 2 * stem + 1
    width = max(x for x, _ in zero) - min(x for x, _ in zero) + 1
    assert sum(y == top for _, y in seven) >= width - 1


@pytest.mark.parametrize(("size", "tall"), [(32, 32), (48, 46)])
def test_large_digits_fill_their_size_with_strokes_that_read_well(size: int, tall: int) -> None:
    for digit in string.digits:
        rows = fonts.read_font(size)[digit]
        ys = [y for _, y in ink_dots(rows)]
        assert max(ys) - min(ys) + 1 == tall
    zero = ink_dots(fonts.read_font(size)["0"])
    middle = sorted(x for x, y in zero if y == size // 2)
    stroke = next(n for n, x in enumerate(middle) if x != middle[0] + n)
    assert 7.5 <= tall / stroke <= 9.5


def test_the_row_of_the_cursor_rule_stays_dark() -> None:
    for char, rows in fonts.read_font(16).items():
        assert "#" not in rows[15], char


def test_accents_stand_on_their_letter() -> None:
    for size in (8, 16):
        font = fonts.read_font(size)
        for letter, accented in (("e", "éèêë"), ("a", "àâ"), ("u", "ùûü"), ("o", "ôö"), ("E", "ÉÈÊË")):
            for char in accented:
                top = min(y for _, y in ink_dots(font[char]))
                assert top < min(y for _, y in ink_dots(font[letter])) or letter == "E"
                assert len(font[char][0]) == len(font[letter][0])
        tail = {y for _, y in ink_dots(font["ç"])} - {y for _, y in ink_dots(font["c"])}
        assert tail, size


# Packing.


def unpack_font(data: bytes, sizes: tuple[int, ...]) -> dict[int, tuple[Font, Rows]]:
    """Decode an asset with code of the test.

    Return the glyphs of each size, and the glyph for unknown characters.
    """
    found: dict[int, tuple[Font, Rows]] = {}
    (count,) = struct.unpack_from("<H", data)
    chars = [chr(code) for code in struct.unpack_from(f"<{count}I", data, 2)]
    at = 2 + 4 * count
    for size in sizes:
        edges = struct.unpack_from(f"<{count + 2}H", data, at)
        at += 2 * count + 4
        glyphs = [
            tuple(
                "".join(".#"[data[at + y // 8 * edges[-1] + x] >> y % 8 & 1] for x in range(left, right))
                for y in range(size // 8 * 8)
            )
            for left, right in pairwise(edges)
        ]
        at += edges[-1] * (size // 8)
        found[size] = dict(zip(chars, glyphs[:-1], strict=True)), glyphs[-1]
    assert at == len(data)
    return found


@pytest.mark.parametrize("name", fonts.ASSETS)
def test_an_asset_holds_what_was_drawn(name: str) -> None:
    for size, (glyphs, box) in unpack_font(fonts.pack_all()[name], fonts.ASSETS[name]).items():
        assert glyphs == fonts.read_font(size)
        assert list(glyphs) == sorted(glyphs)
        assert count_holes(box) == 1


def test_sizes_of_the_assets() -> None:
    """Memory holds the assets, and the first one at all times."""
    assert len(fonts.pack_all()["letters"]) <= 6300
    assert len(fonts.pack_all()["figures"]) <= 7900


def test_sizes_of_one_asset_must_have_the_same_characters(tmp_path: Path) -> None:
    for size, char in ((8, "A"), (16, "A"), (32, "B"), (48, "C")):
        text = f"U+{ord(char):04X} {char}\n" + "#.\n" * size
        (tmp_path / f"font{size}.txt").write_text(text, encoding="utf-8")
    assert unpack_font(fonts.pack((8, 16), tmp_path), (8, 16))[16][0] == {"A": ("#.",) * 16}
    with pytest.raises(FontError, match=r"font32\.txt and font48\.txt do not have the same characters"):
        fonts.pack((32, 48), tmp_path)


# Faults in a source.


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("U+0041 A\n" + "##.\n" * 7, "7 rows"),
        ("U+0041 A\n" + "##.\n" * 7 + "##\n", "differ in length"),
        (("U+0041 A\n" + "##.\n" * 8) * 2, "drawn twice"),
        ("U+0041 A\n" + "#o.\n" * 8, "neither"),
        ("##.\n", "neither"),
    ],
)
def test_a_faulty_source_is_refused(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "font8.txt").write_text(text, encoding="utf-8")
    with pytest.raises(FontError, match=message):
        fonts.read_font(8, tmp_path)


def test_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert fonts.main([]) == 0
    assert "font48" in capsys.readouterr().out
    assert fonts.main(["--sheet", str(tmp_path / "sheet.png")]) == 0
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")
    with pytest.raises(SystemExit):
        fonts.main(["nonsense"])
