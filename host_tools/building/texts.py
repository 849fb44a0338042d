"""Parse the texts of Gobelet in fr.txt and en.txt, check them and pack them.

    python -m host_tools.building.texts     check every catalogue, and the texts that Procedures need

Each line of a file is one text, written as `text key = text`. A line that starts with # is a comment. The
firmware replaces the placeholders `{0}`, `{1}` or `{name}` by values. On a page of text, `|` starts a new line.
Both languages have the same text keys, and a text has the same placeholders in both.
firmware/gobelet/words/texts.py reads the packed form, and describes it.
"""

from __future__ import annotations

import argparse
import ast
import math
import re
import struct
import sys
from binascii import crc32
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path

from host_tools.building import byte_pairs, named_texts
from host_tools.building.typography import with_hard_spaces
from host_tools.entry_point import run_main

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("fr", "en")
SYSTEM = "system"
# Name of the game that interprets games written as text, and of its catalogue. The list of games does not contain it,
# because the device lists each game written as text by its own title.
OWN = "own"
# Text keys of each game that the system's catalogue repeats, because the home screen shows these texts while the
# game is not loaded.
ON_HOME = ("title", "about")

# Average number of texts in a bucket. The device reads a whole bucket, about 100 bytes, at once.
_IN_BUCKET = 4
# Maximum number of buckets. The low 8 bits of the checksum of a text key select the bucket of the text. Within
# this bucket, the text is stored with the upper 24 bits of the checksum only.
_MOST_BUCKETS = 256

_KEY = re.compile(r"[A-Za-z0-9_.\-]+")
_PLACEHOLDER = re.compile(r"\{([a-z][a-z0-9_]*|[0-9])\}")


class TextsError(Exception):
    """Faults in the texts.

    The message has one line for each fault, with file name and line number.
    """


@dataclass(frozen=True)
class Text:
    """A text of a catalogue, with its file and its line number."""

    text: str
    path: Path
    line: int

    @property
    def placeholders(self) -> frozenset[str]:
        """Return the names of the placeholders in the text."""
        return frozenset(_PLACEHOLDER.findall(self.text))


def catalogues(root: Path = ROOT) -> dict[str, Path]:
    """Return the folders of the catalogues by name: the system's, and each game's.

    A catalogue is a folder that has fr.txt or en.txt.
    """
    package = root / "firmware" / "gobelet"
    folders = [package / "system", *sorted((package / "games").glob("*"))]
    return {
        folder.name: folder
        for folder in folders
        if any((folder / f"{language}.txt").is_file() for language in LANGUAGES)
    }


def parse(path: Path) -> tuple[dict[str, Text], list[str]]:
    """Parse a file of texts; return its texts by text key, and a list of faults."""
    found: dict[str, Text] = {}
    faults: list[str] = []
    short = _short_path(path)
    try:
        lines = path.read_text(encoding="utf-8-sig").splitlines()
    except FileNotFoundError:
        return found, [f"{short}: the file is missing"]
    except UnicodeDecodeError as fault:
        return found, [f"{short}: not UTF-8 at byte {fault.start}"]
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        key, equals, text = (part.strip() for part in line.partition("="))
        where = f"{short}:{number}"
        if not equals:
            faults.append(f"{where}: no '=' in {line.strip()!r}; a line is `key = text`")
        elif not _KEY.fullmatch(key):
            faults.append(f"{where}: key {key!r} may hold only letters, digits and . - _")
        elif not text:
            faults.append(f"{where}: {key} has no text")
        elif key in found:
            faults.append(f"{where}: {key} is already on line {found[key].line}")
        else:
            faults.extend(f"{where}: {key} {fault}" for fault in _brace_faults(text))
            found[key] = Text(text, path, number)
    return found, faults


def _brace_faults(text: str) -> Iterator[str]:
    rest = _PLACEHOLDER.sub("", text)
    if "{" in rest or "}" in rest:
        yield f"has a bad placeholder in {text!r}; write {{0}}, {{1}} or {{name}}"


def load(folder: Path) -> dict[str, dict[str, str]]:
    """Load the texts of a catalogue's folder, by language and then by text key.

    Raises TextsError, which lists every fault.
    """
    texts: dict[str, dict[str, Text]] = {}
    faults: list[str] = []
    for language in LANGUAGES:
        texts[language], some = parse(folder / f"{language}.txt")
        faults.extend(some)
    # The languages are compared only if both have texts. A missing file is thus one fault, not one for each text.
    if all(texts.values()):
        faults.extend(_differences(texts))
    if faults:
        raise TextsError("\n".join(faults))
    return {
        language: {key: entry.text for key, entry in entries.items()} for language, entries in texts.items()
    }


def _differences(texts: Mapping[str, Mapping[str, Text]]) -> Iterator[str]:
    for language, other in (LANGUAGES, LANGUAGES[::-1]):
        for key, entry in texts[language].items():
            twin = texts[other].get(key)
            if twin is None:
                yield f"{_location_of(entry)}: {key} is missing in {other}.txt"
            elif language == LANGUAGES[0] and entry.placeholders != twin.placeholders:
                here, there = _braces(entry), _braces(twin)
                yield f"{_location_of(entry)}: {key} has {here}, but {other}.txt:{twin.line} has {there}"


def _location_of(entry: Text) -> str:
    return f"{_short_path(entry.path)}:{entry.line}"


def _braces(entry: Text) -> str:
    return " ".join(f"{{{name}}}" for name in sorted(entry.placeholders)) or "no placeholder"


def _short_path(path: Path) -> str:
    return str(path.relative_to(ROOT) if path.is_relative_to(ROOT) else path)


def pack(texts: Mapping[str, str]) -> bytes:
    """Pack one language of one catalogue for the device."""
    return _pack(tuple(sorted(texts.items())))


@cache  # the builds for several boards pack the same texts
def _pack(texts: tuple[tuple[str, str], ...]) -> bytes:
    codes, encoded = byte_pairs.encode([text for _, text in texts])
    buckets = [b""] * min(_MOST_BUCKETS, _power_of_two(len(texts) / _IN_BUCKET))
    bits = 8 * _power_of_two(len(texts))
    present = 0
    keys: dict[tuple[int, int], str] = {}
    for (key, _), text in zip(texts, encoded, strict=True):
        summed = crc32(key.encode())
        number, upper = summed & len(buckets) - 1, summed >> 8
        twin = keys.setdefault((number, upper), key)
        if twin != key:
            raise TextsError(f"the keys {twin} and {key} have the same sum; rename one of them")
        present |= 1 << (upper & bits - 1)
        buckets[number] += upper.to_bytes(3, "little") + text + b"\0"
    starts = [0]
    for entries in buckets:
        starts.append(starts[-1] + len(entries))
    if starts[-1] > 0xFFFF:
        raise TextsError(f"{starts[-1]} bytes of text in one catalogue; at most 65535 fit")
    return b"".join(
        [
            struct.pack("<3H", len(codes), bits // 8, 2 * len(starts)),
            codes,
            present.to_bytes(bits // 8, "little"),
            struct.pack(f"<{len(starts)}H", *starts),
            *buckets,
        ]
    )


def _power_of_two(least: float) -> int:
    return 1 << max(0, math.ceil(least) - 1).bit_length()


def unlisted_games(root: Path = ROOT) -> set[str]:
    """Return the names of the games that have a folder, but are not shipped yet."""
    folder = root / "firmware" / "gobelet" / "games"
    if not (folder / "__init__.py").is_file():
        return set()
    games = {path.name for path in folder.glob("*") if path.is_dir() and path.name != "__pycache__"}
    return games - set(shipped_games(root))


def shipped_games(root: Path = ROOT) -> tuple[str, ...]:
    """Return the names of the games that are built for the device.

    These are the listed games, then OWN if the sources have it.
    """
    there = (root / "firmware" / "gobelet" / "games" / OWN / "__init__.py").is_file()
    return (*listed_games(root), *((OWN,) if there else ()))


def listed_games(root: Path = ROOT) -> tuple[str, ...]:
    """Return the list of games: the tuple in firmware/gobelet/games/__init__.py."""
    path = root / "firmware" / "gobelet" / "games" / "__init__.py"
    for node in ast.parse(path.read_text(encoding="utf-8")).body if path.is_file() else ():
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
            return tuple(ast.literal_eval(node.value))
    return ()


def pack_all(root: Path = ROOT) -> dict[str, bytes]:
    """Pack every catalogue in every language, by asset name, such as "system.fr".

    Raises TextsError, which lists every fault.
    """
    return {name: pack(found) for name, found in read_all(root).items()}


def read_all(root: Path = ROOT) -> dict[str, dict[str, str]]:
    """Return the texts of every catalogue in every language, by asset name.

    The system's catalogue includes the ON_HOME texts of the listed games. Raises TextsError, which lists every
    fault.
    """
    faults: list[str] = []
    read: dict[str, dict[str, dict[str, str]]] = {}
    for name, folder in catalogues(root).items():
        try:
            read[name] = load(folder)
        except TextsError as fault:
            faults.append(str(fault))
    if faults:
        raise TextsError("\n".join(faults))
    held: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        for game in listed_games(root):
            if game in read:
                read[SYSTEM][language] |= home_texts(game, read[game][language])
        for name, found in read.items():
            held[f"{name}.{language}"] = {
                key: with_hard_spaces(text) for key, text in found[language].items()
            }
    return held


def home_texts(game: str, texts: Mapping[str, str]) -> dict[str, str]:
    """Return the ON_HOME texts of a game by their text keys in the system's catalogue.

    These text keys begin with the game's name, such as "dice.title".
    """
    return {f"{game}.{key}": texts[key] for key in ON_HOME if key in texts}


def lines_to_add(words: Mapping[str, Mapping[str, str]], folder: Path, *keys: str) -> Iterator[str]:
    """Yield an instruction for each language that has none of these text keys.

    keys    alternatives, of which one is enough
    words   the texts by language
    folder  the catalogue's folder, which the instruction names
    """
    for language in LANGUAGES:
        if not any(key in words[language] for key in keys):
            yield f"add `{' = ...` or `'.join(keys)} = ...` to {_short_path(folder)}/{language}.txt"


def usable_texts(folder: Path) -> dict[str, dict[str, str]]:
    """Return the system's and one game's texts, by language. Raises TextsError."""
    system, own = load(catalogues()[SYSTEM]), load(folder)
    return {language: {**system[language], **own[language]} for language in LANGUAGES}


def missing_texts() -> list[str]:
    """Return an instruction for each text that a Procedure needs and a language lacks.

    Raises TextsError.
    """
    found: list[str] = []
    for game in listed_games():
        folder = catalogues()[game]
        if (folder / "rules").is_dir():
            lacks = partial(lines_to_add, usable_texts(folder), folder)
            found += named_texts.missing_texts(game, ROOT / "firmware", lacks)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Check the texts of all games, print the packed sizes; return the exit status."""
    argparse.ArgumentParser(
        prog="python -m host_tools.building.texts", description=__doc__.partition("\n")[0]
    ).parse_args(argv)
    try:
        packed = pack_all()
        lacking = missing_texts()
    except TextsError as faults:
        print(faults, file=sys.stderr)
        return 1
    if lacking:
        print("\n".join(lacking), file=sys.stderr)
        return 1
    for name, data in packed.items():
        print(f"{name:<14}{len(data):>7} bytes")
    return 0


if __name__ == "__main__":
    run_main(main)
