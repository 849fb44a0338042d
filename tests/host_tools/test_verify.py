"""The computer's check of a receipt: vectors, wrong receipts, and other texts."""

from __future__ import annotations

import hashlib
import hmac
import json
import random
import re
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from host_tools import verify
from host_tools.verify import SAID

VECTORS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "proof.json").read_text(encoding="utf-8")
)
CASES: list[tuple[str, str, str]] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "receipts.json").read_text(encoding="utf-8")
)
ONE = VECTORS[0]


@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["receipt"][:20])
def test_a_vector(vector: dict[str, Any]) -> None:
    receipt = verify.parse(vector["receipt"])
    assert (receipt.game, receipt.position, receipt.number) == (
        vector["game"],
        vector["position"],
        vector["number"],
    )
    assert verify.code(receipt) == vector["code"] and verify.faces(receipt) == vector["faces"]
    assert verify.finding(receipt, verify.split_in_fours(vector["code"]).upper()) == (
        "good" if receipt.dice else "no_dice"
    )


def test_the_documentation_works_the_first_vector_out() -> None:
    """The page has the first vector's receipt, code and first bytes, and lines of Python for them."""
    page = (Path(__file__).parents[2] / "firmware" / "PROOF.md").read_text(encoding="utf-8")
    assert ONE["receipt"] in page and f"--code {ONE['code']}" in page
    for command, start in re.findall(r"\$ (printf .*)\n    ([0-9a-f]+)\.\.\.", page):
        text, key = re.fullmatch(r"printf '(.*?)' \| openssl dgst -sha256(?: -hmac (\w+))?", command).groups()  # type: ignore[union-attr]
        made = hmac.new(key.encode(), text.encode(), "sha256") if key else hashlib.sha256(text.encode())
        assert made.hexdigest().startswith(start)
    source = page[page.index("    import hmac") :].partition("\n\n")[0]
    names: dict[str, Any] = {}
    exec(textwrap.dedent(source), names)
    for vector in VECTORS:
        given = [vector[name] for name in ("game", "position", "number", "secret", "sides")]
        assert names["faces"](*given) == vector["faces"]


def test_as_one_types_it(capsys: pytest.CaptureFixture[str]) -> None:
    secret = ONE["secret"].lower().replace("0", "o")
    typed = ["g1", "Dice", "0", "0", *verify.split_in_fours(secret).split(), "6:1,6."]
    assert verify.main([*typed, "--code", verify.split_in_fours(ONE["code"])]) == 0
    said = capsys.readouterr().out
    assert "The faces fit: d6 1, d6 6" in said and "The code fits" in said
    assert verify.main([ONE["receipt"]]) == 0
    assert verify.split_in_fours(ONE["code"]) in capsys.readouterr().out


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("6:1,6", "6:1,5"), "Wrong: from this secret"),
        (("dice 0 0", "dice 0 1"), "Wrong: from this secret"),
        (("dice 0 0", "trireme 0 0"), "Wrong"),
        (("7M6E", "7M6F"), "Wrong"),
        (("", ""), "another one was shown"),
    ],
)
def test_what_does_not_fit(change: tuple[str, str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    code = "0123456789abcdef" if change == ("", "") else ONE["code"]
    assert verify.main([ONE["receipt"].replace(*change, 1), "--code", code]) == 1
    assert words in capsys.readouterr().out


@pytest.mark.parametrize(("line", "shown", "found"), CASES, ids=lambda text: text[-20:])
def test_what_is_found(line: str, shown: str, found: str) -> None:
    try:
        assert verify.finding(verify.parse(line), shown) == found
    except verify.ReceiptError as fault:
        assert fault.why == found


@pytest.mark.parametrize("language", ["en", "fr"])
def test_a_beginning_is_incomplete_and_never_right_nor_wrong(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The test cuts the line and the code at every position.

    The messages are in the chosen language.
    """
    word = {"en": "Incomplete: ", "fr": "Incomplet : "}[language]
    line, code = ONE["receipt"], ONE["code"]
    halves = [(line[:end], code) for end in range(1, len(line))]
    halves += [(line, code[:end]) for end in range(1, len(code))]
    for half, shown in halves:
        assert verify.main([half, "--code", shown, "--language", language]) == 3, half
        said = capsys.readouterr()
        assert (said.out + said.err).startswith(word), half


def test_both_languages_say_all() -> None:
    for language in ("en", "fr"):
        assert SAID[language].keys() == SAID["en"].keys()
        assert {*verify.WRONG, *verify.INCOMPLETE} < SAID[language].keys()
    for key, said in SAID["en"].items():
        assert set(re.findall(r"{\w+}", said)) == set(re.findall(r"{\w+}", SAID["fr"][key])), key


def test_an_own_game_may_have_any_id(capsys: pytest.CaptureFixture[str]) -> None:
    line = "G1 own-a_b 0 0 2HRD 3G1Y Y2KR 619N 6:2,2."
    assert verify.main([line]) == 0
    assert verify.parse(line).game == "own-a_b" and "The faces fit" in capsys.readouterr().out


@pytest.mark.parametrize(
    "line",
    [
        "",
        "#12 3 4: 2d6 = 7",
        "G2 dice 0 0 7M6ETZWF057J6W0Z 6:1,6",
        "G1 dice 0 1000 7M6ETZWF057J6W0Z 6:1,6",
        "G1 dice 0 0 7M6ETZWF057J6W0 6:1,6",
        "G1 dice 0 0 UM6ETZWF057J6W0Z 6:1,6",
        "G1 dice 0 0 7M6ETZWF057J6W0Z 6:7",
        "G1 dice 0 0 7M6ETZWF057J6W0Z 6:.",
        "G1 dice 0 0 7M6ETZWF057J6W0Z 1x3",
        "G1 dice 0 0 7M6ETZWF057J6W0Z 101:5",
        "G1 dice 0 0 7M6ETZWF057J6W0Z 6x999 6x2",
        "G1 dice 0 0 7M6ETZWF057J6W0Z …",
    ],
)
def test_what_is_no_receipt_is_told_in_a_sentence(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert verify.main([line]) == 2
    said = capsys.readouterr().err.strip()
    assert said.endswith(".") and "\n" not in said and "Traceback" not in said


def test_nonsense_raises_nothing_else() -> None:
    chance = random.Random(5)
    for _ in range(500):
        letters = list(ONE["receipt"])
        for _ in range(chance.randrange(1, 6)):
            letters[chance.randrange(len(letters))] = chance.choice("0aZ:,x é\t9")
        try:
            verify.sentences(verify.parse("".join(letters)), "".join(letters), "fr")
        except verify.ReceiptError as fault:
            assert str(fault).endswith(".")


def test_from_the_shell_and_with_nothing_of_the_firmware() -> None:
    run = "import sys; from host_tools import verify; code = verify.main(sys.argv[1:]); "
    run += "assert not [name for name in sys.modules if name.startswith('gobelet')]; sys.exit(code)"
    done = subprocess.run(
        [sys.executable, "-c", run, ONE["receipt"]], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
