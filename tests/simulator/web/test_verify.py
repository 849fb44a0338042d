"""The page that checks a roll, in Chromium from a local file; its computations in Node, by the test vectors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from host_tools.verify import split_in_fours
from simulator import paths
from simulator.web import build
from tests import node
from tests.simulator.web.browser import Browser

VECTORS: list[dict[str, Any]] = json.loads(
    (paths.ROOT / "tests" / "vectors" / "proof.json").read_text(encoding="utf-8")
)
CASES: list[tuple[str, str, str]] = json.loads(
    (paths.ROOT / "tests" / "vectors" / "receipts.json").read_text(encoding="utf-8")
)
ONE = VECTORS[0]
SUMS = """
import { check, parse } from %s;
const found = [];
for (const line of %s) {
    const receipt = parse(line);
    found.push(receipt.wrong ? receipt : { ...receipt, ...await check(receipt, "") });
}
console.log(JSON.stringify(found));
"""
FINDINGS = """
import { check, finding, parse } from %s;
const found = [];
for (const [line, seen] of %s) {
    const receipt = parse(line);
    found.push(receipt.wrong ?? finding(receipt, await check(receipt, seen)));
}
console.log(JSON.stringify(found));
"""
MODULE = (paths.ROOT / "simulator" / "web" / "proof.mjs").as_uri()
NONE = {
    "#12 3 4: 2d6 = 7": "receipt",
    "G1 dice 0 1000 7M6E TZWF 057J 6W0Z 6:1,6": "receipt",
    "G1 dice 0 0 UM6E TZWF 057J 6W0Z 6:1,6": "letter",
    "G1 dice 0 0 7M6E TZWF 057J 6W0Z 6:7": "face",
    "G1 dice 0 0 7M6E TZWF 057J 6W0Z 1x3": "dice",
    "G1 dice 0 0 7M6E TZWF 057J 6W0Z 6:.": "dice",
    "G1 dice 0 0 7M6E TZWF 057J 6W0Z 6x999 6x2": "many",
}


def test_the_sums_of_the_vectors(wasm_package: None) -> None:
    lines = [vector["receipt"] for vector in VECTORS] + [ONE["receipt"].lower().replace("0z", "oz"), *NONE]
    source = SUMS % (json.dumps(MODULE), json.dumps(lines))
    found = json.loads(node.run_node("--input-type=module", "-e", source))
    for vector, receipt in zip(VECTORS, found, strict=False):
        assert (receipt["code"], receipt["faces"]) == (vector["code"], vector["faces"])
        assert (receipt["game"], receipt["position"], receipt["number"], receipt["secret"]) == (
            vector["game"],
            vector["position"],
            vector["number"],
            vector["secret"],
        )
        assert [sides for sides, _ in receipt["dice"]] == vector["sides"]
        assert receipt["fit"] is (True if vector["sides"] else None)
    assert found[len(VECTORS)]["code"] == ONE["code"]
    assert [receipt["wrong"] for receipt in found[len(VECTORS) + 1 :]] == list(NONE.values())


def test_the_same_is_found_as_by_the_desk_tool() -> None:
    source = FINDINGS % (json.dumps(MODULE), json.dumps([case[:2] for case in CASES]))
    found = json.loads(node.run_node("--input-type=module", "-e", source))
    for (line, shown, wanted), said in zip(CASES, found, strict=True):
        assert said == wanted, (line, shown)


def test_both_languages_say_all() -> None:
    page = build.verify_page()
    said = page[page.index("const SAID") : page.index("const INCOMPLETE")]
    for key in (
        "bad",
        "other_code",
        "open",
        "no_dice",
        "half_code",
        "no_code",
        "good",
        "fits",
        "bound",
        "compare",
    ):
        assert said.count(f" {key}: ") == 2, key
    for key in ("Receipt", "Cut", "Letter", "Dice", "Face", "Many"):
        assert said.count(f" wrong{key}: ") == 2, key


def test_from_a_disk_without_a_network(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "verify.html"
    path.write_text(build.verify_page(), encoding="utf-8")
    code = split_in_fours(ONE["code"])
    typed = [
        {"receipt": ONE["receipt"], "seen": code.upper()},
        {"receipt": ONE["receipt"], "seen": "0" * 16},
        {"receipt": ONE["receipt"].replace("6:1,6", "6:1,5"), "seen": code},
        {"receipt": ONE["receipt"].replace("6:1,6", "6x2"), "seen": ""},
        {"receipt": "nonsense", "seen": ""},
        {"receipt": ONE["receipt"], "seen": code.upper().replace(" ", "-")},
        {"receipt": ONE["receipt"], "seen": code[:9]},
        {"receipt": ONE["receipt"].replace("6:1,6.", "6:1"), "seen": code},
        {"receipt": ONE["receipt"][:20], "seen": ""},
        {"receipt": ONE["receipt"], "seen": code},
    ]
    found = browser.play(
        "verified",
        {"url": path.as_uri(), "typed": typed, "pictures": str(tmp_path)},
        viewport={"width": 720, "height": 900},
    )
    assert {url.partition("#")[0] for url in found["asked"]} == {path.as_uri()}
    by_link, right, other_code, other_face, counted, none, dashes, *halves, again, english = found["said"]
    assert "Comparez le code" in by_link["verdict"] and by_link["details"][0] == code
    assert by_link["details"][1] == "d6 1, d6 6"
    assert right["verdict"].startswith("Juste") and right["look"] == "good"
    assert other_code["verdict"].startswith("Faux") and other_code["look"] == "bad"
    assert other_face["verdict"].startswith("Faux") and other_face["look"] == "bad"
    assert counted["verdict"].startswith("Comparez") and counted["details"][1] == "d6 1, d6 6"
    assert "reçu" in none["verdict"] and none["details"] == [] and none["look"] == ""
    assert dashes["verdict"].startswith("Juste") and dashes["look"] == "good"
    assert [half["look"] for half in halves] == ["open"] * 3
    assert all(half["verdict"].startswith("Incomplet : ") for half in halves)
    assert [half["details"][:1] for half in halves] == [[code], [code], []]
    assert again["look"] == "good" and english["verdict"].startswith("Right")
    assert f"code|{ONE['secret']}|dice|0'" in english["commands"]
