"""Text that a user has pasted from a spreadsheet or a list: dice, columns, rows."""

from __future__ import annotations

import pytest

from host_tools.own import lists, pasted
from host_tools.own.ranges import FAR, format_range, parse_range
from host_tools.questions import games  # noqa: F401 - finds the firmware

CASES = {
    "two columns": ("1-3\tSun\n4-6\tRain\n", ("d6", [], [["1-3", ["Sun"]], ["4-6", ["Rain"]]])),
    "with heads": (
        "2d6\tWeather\r\n2-6\tSun\r\n7-12\tRain\r\n",
        ("2d6", [], [["2-6", ["Sun"]], ["7-12", ["Rain"]]]),
    ),
    "a list": (
        "Wolves\nNobody\nA pedlar\n",
        ("d3", [], [["1", ["Wolves"]], ["2", ["Nobody"]], ["3", ["A pedlar"]]]),
    ),
    "two dimensions": (
        'd6\tKnife\tAxe\n1-3\tmissed\tmissed\n4-5\thit\tmissed\n6\thit\t"""hard"""\n',
        (
            "d6",
            ["Knife", "Axe"],
            [["1-3", ["missed", "missed"]], ["4-5", ["hit", "missed"]], ["6", ["hit", '"hard"']]],
        ),
    ),
    "an empty corner": (
        "\tleft\tright\n01-50\ta\tb | c\n51-00\tc [x]\td\n",
        ("d100", ["left", "right"], [["1-50", ["a", "b / c"]], ["51-100", ["c (x)", "d"]]]),
    ),
    "least and most": (
        "min\tmax\ttext\n1\t3\tSun\n4\t6\tRain\n",
        ("d6", [], [["1-3", ["Sun"]], ["4-6", ["Rain"]]]),
    ),
    "an open end": ("..6\tbad\n7..\tgood\n", None),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_read_of_it(name: str) -> None:
    data, wanted = CASES[name]
    found = pasted.read(data)
    if wanted is None:
        assert [row[0] for row in found[2]] == ["..6", "7.."]
    else:
        assert found == wanted


@pytest.mark.parametrize("data", ["", " \n\t\n"])
def test_nothing_is_said_to_be_nothing(data: str) -> None:
    with pytest.raises(lists.ListError, match="no-rows"):
        pasted.read(data)


@pytest.mark.parametrize("ends", [(3, 3), (-2, 4), (-3, -3), (1, 6), (-FAR, 2), (2, FAR), (-FAR, FAR)])
def test_a_range_is_read_as_it_is_written(ends: tuple[int, int]) -> None:
    assert parse_range(format_range(*ends)) == parse_range(format_range(*ends, "-")) == ends
    assert format_range(1, 6, "-") == "1-6" and format_range(-1, 6, "-") == "-1..6"
