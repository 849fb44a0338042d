"""The pytest option `--vectors DIR`: run the test vectors of another folder too."""

from __future__ import annotations

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--vectors",
        action="append",
        default=[],
        metavar="DIR",
        help="also run the <game>_vectors.jsonl files below DIR (or one such file); may be repeated",
    )
