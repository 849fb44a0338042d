"""All texts for players by language: the device, the page, the READMEs.

A Passage is a sentence or label without markup, addresses and placeholders.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt

from host_tools.own import sentences

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "simulator/web"
LANGUAGES = ("fr", "en")
PAGES = {"fr": ["README.fr.md"], "en": ["README.md", "CHANGELOG.md", "boards/INSTALL.md"]}

# Device texts with notation instead of prose.
NOT_PROSE = ("presets", "page.notation")


class Passage(NamedTuple):
    place: str
    text: str


CODE = re.compile(r"<code>.*?</code>|\bgobelet flash --plain\b|\bADDRESS\b")
ADDRESS = re.compile(r"https?://\S+|[\w./-]*\.(?:txt|tsv|csv|json|db|toml|zip|md|py|uf2|html)\b|--\w+|@\w+")


def plain_text(text: str) -> str:
    """Remove markup from a text; a placeholder becomes 3, an address or file name becomes X."""
    text = html.unescape(re.sub(r"<[^>]*>", "", CODE.sub("X", text)))
    text = re.sub(r"\{\w*\}", "3", text)
    return " ".join(ADDRESS.sub("X", text).split())


def of_device(language: str) -> Iterator[Passage]:
    for path in sorted((ROOT / "firmware").rglob(f"{language}.txt")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            key, equals, value = line.partition(" = ")
            if line.startswith("#") or not equals or key in NOT_PROSE:
                continue
            for part in value.split("|"):
                yield Passage(f"{path.relative_to(ROOT)}:{number}", plain_text(part))


PAIR = re.compile(r'\[\s*"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)",?\s*\]')


def of_messages(language: str) -> Iterator[Passage]:
    """Yield the messages in the page's scripts: pairs of a French and an English string."""
    for path in sorted(WEB.glob("*messages.mjs")):
        text = path.read_text(encoding="utf-8")
        for pair in PAIR.finditer(text):
            number = text.count("\n", 0, pair.start()) + 1
            yield Passage(
                f"{path.relative_to(ROOT)}:{number}", plain_text(pair[1 + LANGUAGES.index(language)])
            )


class Pages(HTMLParser):
    """The parser of a page: the French text is the content, the English one is in attributes data-en."""

    SILENT = ("script", "style", "pre", "code")
    BLOCKS = (
        "p",
        "li",
        "h1",
        "h2",
        "h3",
        "td",
        "th",
        "button",
        "label",
        "option",
        "summary",
        "section",
        "div",
    )
    READ = ("aria-label", "alt", "title", "placeholder")

    def __init__(self) -> None:
        super().__init__()
        self.found: dict[str, list[tuple[int, str]]] = {"fr": [], "en": []}
        self.silent = 0
        self.open = ""

    def close_block(self) -> None:
        self.found["fr"].append((self.getpos()[0], self.open))
        self.open = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        has = {name: value or "" for name, value in attrs}
        if tag in self.BLOCKS or "button" in has.get("class", ""):
            self.close_block()
        self.silent += tag in self.SILENT or (self.silent > 0 and tag not in ("br", "img", "input", "meta"))
        if has.get("lang") == "en" and not self.silent:
            self.silent = 1
        self.found["en"] += [
            (self.getpos()[0], text) for name, text in has.items() if name.startswith("data-en")
        ]
        self.found["fr"] += [(self.getpos()[0], has[name]) for name in self.READ if name in has]

    def handle_endtag(self, tag: str) -> None:
        if self.silent:
            self.silent -= 1
        elif tag in self.BLOCKS:
            self.close_block()

    def handle_data(self, data: str) -> None:
        if not self.silent:
            self.open += data


def of_table(language: str) -> Iterator[Passage]:
    """Yield the texts of the TV page: an object for each language."""
    text = (WEB / "table.mjs").read_text(encoding="utf-8").partition("const say = french ? {")[2]
    french, _, rest = text.partition("\n} : {")
    said = french if language == "fr" else rest.partition("\n};")[0]
    for string in re.finditer(r'"([^"]*)"|`([^`]*)`', said):
        yield Passage(
            "simulator/web/table.mjs", plain_text(re.sub(r"\$\{[^}]*\}", "3", string[1] or string[2] or ""))
        )


def of_pages(language: str) -> Iterator[Passage]:
    for path in sorted(WEB.glob("*.html")):
        reader = Pages()
        reader.feed(path.read_text(encoding="utf-8"))
        for number, text in reader.found[language]:
            yield Passage(f"{path.relative_to(ROOT)}:{number}", plain_text(text))


def of_own_games(language: str) -> Iterator[Passage]:
    for key, said in sentences.SENTENCES.items():
        yield Passage(f"host_tools/own/sentences.py: {key}", plain_text(said[LANGUAGES.index(language)]))


def of_readmes(language: str) -> Iterator[Passage]:
    for name in PAGES[language]:
        for token in (
            MarkdownIt("commonmark").enable("table").parse((ROOT / name).read_text(encoding="utf-8"))
        ):
            if token.type != "inline" or token.map is None:
                continue
            words = "".join(
                {"softbreak": " ", "code_inline": "X"}.get(child.type, child.content)
                for child in token.children or []
                if child.type in ("text", "softbreak", "code_inline")
            )
            yield Passage(f"{name}:{token.map[0] + 1}", plain_text(words))


def all_passages(language: str) -> list[Passage]:
    """Return all texts in a language, "fr" or "en", without empty ones."""
    found = [
        passage
        for source in (of_device, of_messages, of_table, of_pages, of_own_games, of_readmes)
        for passage in source(language)
    ]
    return [passage for passage in found if re.search(r"[^\W\d_]", passage.text)]
