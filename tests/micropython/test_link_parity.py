"""Real MicroPython too refuses a request that contains half of a letter."""

from __future__ import annotations

import json
from pathlib import Path

SCRIPT = Path(__file__).with_name("link_calls.py")
LINES = (
    r'{"name":"\ud800","seat":4}',
    r'{"name":"a\udfffb","seat":4,"id":1}',
    r'{"alive":1,"id":"\ud83d"}',
    r'{"\udc00":1,"alive":1,"id":2}',
    r'{"ask":"x","inputs":{"a":["\ud800"]}}',
    r'"\ud800"',
)


def test_half_of_a_letter(both_micropythons, tmp_path):
    file = tmp_path / "lines"
    file.write_text("\n".join((*LINES, r'{"alive":1,"id":"\u00e9"}')), encoding="utf-8")
    printed = both_micropythons(SCRIPT, "lines", files={"lines": file})
    found = [json.loads(line) for line in printed.splitlines()]
    refused = [["refused", {"to": None, "why": "half of a letter is no text"}]] * len(LINES)
    assert found == [*refused, ["ok", {"did": "alive", "to": "é"}]]
