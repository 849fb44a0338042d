"""Build the page: static files for any web server.

    python -m simulator.web.build [--out build/web] [--uf2 build/uf2]

The page runs the same modules as a Pico, compiled without machine code. The page offers the UF2 files that `make uf2`
has built. The build copies MicroPython for WebAssembly from `.venv`, into which `make` installs this npm package.
"""

from __future__ import annotations

import argparse
import ast
import base64
import gzip
import hashlib
import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

from host_tools.building import build, frozen, models, texts
from host_tools.entry_point import run_main
from host_tools.version import version
from simulator import paths
from simulator.web import artwork, editor, install

HERE = Path(__file__).resolve().parent
OUT = paths.ROOT / "build" / "web"
MICROPYTHON = paths.ROOT / ".venv/wasm/node_modules/@micropython/micropython-webassembly-pyscript"
_ONLY_ON_DESKS = ("from __future__ ", "from typing ")
OFFLINE = "offline.js"
FIRST = "first"  # name of the bundle with the files that the device's first picture needs
SHARED = "shared"  # name of the bundle with all other files that belong to no game
UF2 = "uf2"  # name of the page's folder with the UF2 files
PAGES = ("index.html", "own.html", "table.html", "verify.html")
_MODULES = (
    "page",
    "worker",
    "screen",
    "keys",
    "here",
    "messages",
    "machine",
    "files",
    "panel",
    "micropython",
)
# HTML links to the files that the device's first picture needs. So the browser loads these files before a script
# requests them.
_EARLY = (
    *(f'<link rel="modulepreload" href="{name}.mjs">' for name in _MODULES),
    *(
        f'<link rel="preload" as="fetch" crossorigin href="{path}">'
        for path in ("micropython.wasm", f"device/{FIRST}.gz", "device.json")
    ),
)
_FILM = (
    '<picture><source media="(prefers-reduced-motion: reduce)" data-film="still" srcset="still.fr.png">'
    '<img id="film" data-film="film" src="film.fr.png" width="128" height="64" '
    'alt="L’appareil montre les chances, puis le jet" '
    'data-en-alt="The device shows the odds, then the roll"></picture>\n'
)
_PARTS = ("head", "header", "footer", "case", "cable")  # names of HTML files that several pages include


def write_site(out: Path, uf2: Path = frozen.OUT) -> dict[str, int]:
    """Build the page into `out`, and return the size of each file in bytes.

    The new page replaces an earlier page in `out`. Raises BuildError if `out` contains anything but a page.

    uf2   the folder of the UF2 files, see `made_inside`; it may contain no file
    """
    if out.exists():
        if not (out / OFFLINE).is_file():
            raise build.BuildError(
                f"{out} holds something that is no page; choose another folder with --out."
            )
        shutil.rmtree(out)
    out.mkdir(parents=True)
    _write_pages(out, uf2)
    _write_pictures(out)
    _write_device(out)
    _write_offline(out)
    # _write_offline lists all files in `out`, and browsers cache the listed files. The UF2 files are copied afterwards,
    # because each has megabytes.
    for path in made_inside(uf2).values():
        (out / UF2).mkdir(exist_ok=True)
        shutil.copyfile(path, out / UF2 / path.name)
    return {path: (out / path).stat().st_size for path in _files(out)}


def _write_pages(out: Path, uf2: Path) -> None:
    """Write the HTML pages, scripts and styles, and the data of the editor."""
    for path in HERE.iterdir():
        if path.suffix in (".mjs", ".css", ".svg"):
            shutil.copyfile(path, out / path.name)
    for name in PAGES:
        (out / name).write_text(_page(name, uf2), encoding="utf-8")
    (out / "own.json").write_text(json.dumps(editor.bundle(), ensure_ascii=False), encoding="utf-8")
    (out / "manifest.webmanifest").write_text(json.dumps(_manifest(), ensure_ascii=False), encoding="utf-8")


def _page(name: str, uf2: Path) -> str:
    """Return an HTML page; parts replace its comments such as <!-- head -->."""
    page = verify_source() if name == "verify.html" else (HERE / name).read_text(encoding="utf-8")
    parts = {part: (HERE / f"{part}.html").read_text(encoding="utf-8").rstrip() for part in _PARTS}
    parts["header"] = parts["header"].replace(f'href="{name}"', f'href="{name}" aria-current="page"')
    parts |= {
        "early": "\n".join(_EARLY),
        "film": _FILM if name == "index.html" else "",
        "games": _games(),
        "models": _models(),
        "boards": _boards(made_inside(uf2)),
        "panel": artwork.panel(build.DEFAULT_BOARD),
        "version": version(),
    }
    for mark, part in parts.items():
        page = page.replace(f"<!-- {mark} -->", part)
    return page


def _write_pictures(out: Path) -> None:
    artwork.icons(out)
    artwork.games(out / "games")
    artwork.film(out)
    (out / "wiring").mkdir()
    for name in build.boards():
        shutil.copyfile(paths.BOARDS / f"{name}.svg", out / "wiring" / f"{name}.svg")


def _write_device(out: Path) -> None:
    """Write the page's virtual device: MicroPython, board.py and the bundles.

    A bundle is a compressed file of several concatenated device files. The bundle FIRST has the files that the first
    picture needs, the bundle SHARED all other files that belong to no game. Each game has a bundle of its own.
    """
    for name in ("micropython.mjs", "micropython.wasm"):
        shutil.copyfile(MICROPYTHON / name, out / name)
    shutil.copyfile(HERE / "board.py", out / "board.py")
    source = (HERE.parent / "recorder.py").read_text(encoding="utf-8").splitlines(keepends=True)
    (out / "recorder.py").write_text("".join(line for line in source if not line.startswith(_ONLY_ON_DESKS)))
    with tempfile.TemporaryDirectory() as folder:
        made = build.build(Path(folder) / "device")
        bundles: dict[str, list[tuple[str, int]]] = {}
        content: dict[str, bytes] = {}
        first = _first_modules()
        for entry in made.entries:
            shared = FIRST if _module(entry.path) in first else SHARED
            name = f"device/{build.game_of(entry.path) or shared}.gz"
            bundles.setdefault(name, []).append((entry.path, entry.size))
            content[name] = content.get(name, b"") + (made.folder / entry.path).read_bytes()
    (out / "device").mkdir()
    for name, data in content.items():
        # compressed here, because many servers do not compress a file of unknown type
        (out / name).write_bytes(gzip.compress(data, mtime=0))
    (out / "device.json").write_text(json.dumps(bundles))
    (out / "install.json").write_text(json.dumps(install.write_boards(out)))


def _module(path: str) -> str:
    """Return the module name of a device file, or "" if the file is no module."""
    if not path.endswith(".mpy"):
        return ""
    return path.removesuffix(".mpy").removesuffix("/__init__").replace("/", ".")


def _first_modules() -> set[str]:
    """Return the names of the modules that the device's first picture needs.

    The set also contains "", because the first picture needs fonts and texts, for which `_module` returns "".
    """
    nodes = ast.parse((HERE / "board.py").read_text(encoding="utf-8")).body
    named = [node.module for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    code = (
        "import sys\nfrom simulator import paths\npaths.install()\n"
        "from simulator.board import BOOT_MS, VirtualBoard\nfrom simulator.serial import Serial\n"
        "VirtualBoard(serial=Serial()).run(BOOT_MS)\n"
        f"for name in {[name for name in named if name.startswith('gobelet')]}: __import__(name)\n"
        "print(*[name for name in sys.modules if name.partition('.')[0].startswith('gobelet')])"
    )
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=paths.ROOT
    )
    return {"", *found.stdout.split()}


def made_inside(folder: Path) -> dict[str, Path]:
    """Return the paths of the UF2 files in a folder, by the names of frozen.TARGETS.

    A target without a file in the folder is left out.
    """
    found = {name: folder / frozen.file_name(name) for name in frozen.TARGETS}
    return {name: path for name, path in found.items() if path.is_file()}


def verify_source() -> str:
    """Return the HTML page that verifies a roll, with its script and style inside.

    A visitor may open this file from a local disk, from which a browser loads no further scripts.
    """
    proof = (HERE / "proof.mjs").read_text(encoding="utf-8").replace("\nexport ", "\n")
    style = (HERE / "family.css").read_text(encoding="utf-8")
    page = (HERE / "verify.html").read_text(encoding="utf-8")
    return page.replace("/* proof.mjs */", proof).replace("/* family.css */", style)


def verify_page() -> str:
    """Return the HTML page that verifies a roll, as published with the site's header."""
    return _page("verify.html", frozen.OUT)


def _models() -> str:
    """Return a radio button for each model in frozen.TARGETS, with its picture."""
    found = []
    for name, target in frozen.TARGETS.items():
        chip = next(
            str(facts["MCU"]) for facts in map(build.constants, build.boards()) if _target(facts) == name
        )
        found.append(
            f'        <label><input type="radio" name="model" class="unseen" value="{name}">'
            f"{artwork.model(target.radio, chip)}<span>{escape(target.model.name)}</span></label>"
        )
    return "\n".join(found)


def _games() -> str:
    """Return a card for each game, with its title and description from the device.

    A click on the card's title opens the game.
    """
    found = texts.catalogues()
    cards = []
    for game in texts.listed_games():
        said = texts.load(found[game])
        (title, about), (english, told) = (
            (escape(said[each]["title"]), escape(said[each]["about"])) for each in texts.LANGUAGES
        )
        cards.append(
            f'    <li><span class="shot"><img data-picture="{game}" width="128" height="64" '
            f'loading="lazy" alt=""></span><a href="#{game}" data-game="{game}" data-en="{english}">{title}</a>'
            f'<p data-en="{told}">{about}</p></li>'
        )
    return "\n".join(cards)


def _manifest() -> dict[str, Any]:
    """Return the web manifest, with a shortcut to each game."""
    found = texts.catalogues()
    manifest: dict[str, Any] = json.loads((HERE / "manifest.webmanifest").read_text(encoding="utf-8"))
    return manifest | {
        "icons": [
            {"src": "icon.svg", "sizes": "any", "type": "image/svg+xml"},
            *(
                {"src": name, "sizes": f"{size}x{size}", "type": "image/png"}
                for name, (size, _) in artwork.ICONS.items()
            ),
            {"src": artwork.MASKABLE, "sizes": "512x512", "type": "image/png", "purpose": "maskable"},
        ],
        "shortcuts": [
            {"name": texts.load(found[game])[texts.LANGUAGES[0]]["title"], "url": f"./#{game}"}
            for game in texts.listed_games()
        ],
    }


def _boards(inside: Mapping[str, Path]) -> str:
    """Return an HTML <option> for each board, with the address of its UF2 file.

    The address ends with a checksum of the UF2 file. So a new UF2 file changes the HTML, and thereby the version of the
    page.
    """
    whole = {
        board: f"{UF2}/{path.name}?{hashlib.sha256(path.read_bytes()).hexdigest()[:8]}"
        for name, path in inside.items()
        for board in frozen.boards(name)
    }
    facts = {name: build.constants(name) for name in build.boards()}
    facts = {build.DEFAULT_BOARD: facts[build.DEFAULT_BOARD]} | facts
    return "\n".join(
        f'    <option value="{name}" data-whole="{whole.get(name, "")}" data-model="{_target(board)}">'
        f"{escape(str(board['NAME']))}</option>"
        for name, board in facts.items()
    )


def _target(board: Mapping[str, Any]) -> str:
    """Return the target in frozen.TARGETS for a board, or "" if there is none."""
    model = models.model_of(board)
    return next((name for name, target in frozen.TARGETS.items() if target.model == model), "")


def _files(out: Path) -> list[str]:
    return sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())


def _write_offline(out: Path) -> None:
    """Write the service worker, and insert the version into each HTML page.

    The version is a hash of all files. The service worker contains the version, and the checksum of each file. An HTML
    page shows the version in its footer.
    """
    files = _files(out)
    known = hashlib.sha256()
    for path in files:
        known.update(path.encode() + b"\0" + hashlib.sha256((out / path).read_bytes()).digest())
    version = known.hexdigest()[:16]
    for name in PAGES:
        page = out / name
        page.write_text(page.read_text(encoding="utf-8").replace("<!-- build -->", version), encoding="utf-8")
    sums = {
        path: "sha256-" + base64.b64encode(hashlib.sha256((out / path).read_bytes()).digest()).decode()
        for path in files
    }
    head = f"const VERSION = {version!r};\nconst SUMS = {json.dumps(sums)};\n"
    (out / OFFLINE).write_text(head + (HERE / OFFLINE).read_text(encoding="utf-8"))


def main(argv: list[str] | None = None) -> int:
    """Build the page; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m simulator.web.build", description="Build the page.")
    parser.add_argument("--out", type=Path, default=OUT, help="folder to build in (build/web)")
    parser.add_argument("--uf2", type=Path, default=frozen.OUT, help="folder of `make uf2` (build/uf2)")
    options = parser.parse_args(argv)
    try:
        sizes = write_site(options.out, options.uf2)
    except build.BuildError as fault:
        print(fault, file=sys.stderr)
        return 1
    small = sum(len(gzip.compress((options.out / path).read_bytes())) for path in sizes)
    print(
        f"{options.out}: {len(sizes)} files, {sum(sizes.values()) // 1024} KB, "
        f"{small // 1024} KB as a server sends them compressed"
    )
    return 0


if __name__ == "__main__":
    run_main(main)
