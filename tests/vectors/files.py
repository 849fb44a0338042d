"""The files of the vectors and their adapters."""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

HERE = Path(__file__).resolve().parent
GAMES = HERE.parent / "games"


def games_with_vectors() -> list[str]:
    """Return the games that have an adapter."""
    return sorted(path.parent.name for path in GAMES.glob("*/vector_adapter.py"))


def adapter_of(game: str) -> ModuleType:
    """Return a game's adapter. Raises ModuleNotFoundError with the missing file."""
    return importlib.import_module(f"tests.games.{game}.vector_adapter")


def game_of(path: Path) -> str:
    """Return the game of a vector file: the first word of its name."""
    return path.stem.split("_")[0].split("-")[0].lower()


def files_below(places: Iterable[Path]) -> list[Path]:
    """Return the vector files at or below `places`. Raises FileNotFoundError for a place without any."""
    found = []
    for place in places:
        here = [place] if place.is_file() else sorted(place.rglob("*.jsonl"))
        if not here:
            raise FileNotFoundError(f"no vectors (*.jsonl) in {place}")
        found += here
    return found


def vectors_of(path: Path) -> list[dict]:
    """Return the vectors of one file. Raises ValueError with the number of an invalid line."""
    found = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            vector = json.loads(line)
            asks = isinstance(vector, dict) and {"action", "table"} & vector.keys()
            if not asks or not {"id", "expect"} <= vector.keys():
                raise ValueError("not a vector")
        except ValueError as error:
            raise ValueError(f"{path}:{number}: {error}") from error
        found.append(vector)
    return found


def vectors_below(places: Iterable[Path]) -> Iterator[tuple[str, dict]]:
    """Yield (game, vector) of every vector at or below `places`, by default those in this folder."""
    for path in files_below(list(places) or [HERE]):
        for vector in vectors_of(path):
            yield game_of(path), vector
