"""Common fixtures and hooks: hypothesis settings, shared builds, and the real MicroPython."""

from __future__ import annotations

import gc
import os
from collections.abc import Callable, Generator, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from host_tools.building import build, texts
from tests import builds, changed_rule, last_screen, quick_loops, sweep
from tests.micropython import unix
from tests.micropython.wasm import wasm_path
from tests.once import make_once, shared_folder

pytest_plugins = ["tests.vector_plugin", "tests.toy_game.plugin"]

ROOT = Path(__file__).resolve().parents[1]

# `make test` always uses the same examples; `make survive` uses a seed for other examples. There is no time
# limit, because a slow machine must not fail a test.
settings.register_profile(
    "gobelet",
    deadline=None,
    derandomize=not sweep.SHARE,
    max_examples=60,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "gobelet"))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Disable garbage collection while the tests are imported.

    Scanning the new objects would take as long as importing them.
    Afterwards the collector's threshold is raised, which saves a tenth of the time of tests that parse
    sources. `pytest_runtest_setup` excludes the older objects from collection.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.set_threshold(50_000)
        gc.enable()


# The files that `-k GAME` imports. A run with `-k GAME` takes seconds; an import of all tests would take as
# long.
NARROW = (
    "tests/games/",
    "tests/simulator/test_every_screen.py",
    "tests/simulator/test_frames.py",
    "tests/simulator/test_golden_of_a_game.py",
    "tests/simulator/test_scripts.py",
    "tests/test_house_rules.py",
    "tests/ui/test_declared.py",
    "tests/vectors/",
)
# Files only for one game; a full run has equivalent checks.
OF_ONE = ("tests/simulator/test_golden_of_a_game.py",)
# Files that `-k GAME` excludes.
WIDE = (
    "tests/games/own/",
    "tests/games/test_applied_once.py",
    "tests/games/test_forms_follow_sheets.py",
    "tests/games/test_undo_everywhere.py",
    "tests/games/test_widest_forms.py",
    "tests/games/trinites/test_combat_screens.py::test_every_key_in_the_midst_of_a_combat[",
    "tests/games/trinites/test_odds.py::test_confrontation[",
    "tests/games/trinytia/test_random_play.py",
    "tests/games/trireme/test_recent.py::test_what_is_read_bit_by_bit_is_what_all_of_it_says[",
)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="run the slow tests too")


def leaves_slow_out(config: pytest.Config) -> bool:
    """Tell whether a run leaves the slow tests out. A run that names its files runs all of their tests."""
    return not config.option.all and config.args_source is pytest.Config.ArgsSource.TESTPATHS


def pytest_xdist_auto_num_workers() -> int:
    """Return two more workers than processors, because many tests wait for other programs."""
    return (os.cpu_count() or 1) + 2


all_games = cache(texts.listed_games)


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Skip the files of other games, and the wide ones, in a run with `-k GAME`."""
    games = all_games()
    if not collection_path.is_relative_to(ROOT / "tests"):
        return None
    path = collection_path.relative_to(ROOT).as_posix() + "/" * collection_path.is_dir()
    if config.option.keyword not in games:
        return True if path in OF_ONE else None
    others = tuple(f"tests/games/{game}/" for game in games if game != config.option.keyword)
    known = any(path.startswith(narrow) or narrow.startswith(path) for narrow in NARROW)
    return True if not known or path in others or path in WIDE else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out tests that the run does not want. Sort the others so that all processes are busy until the end."""
    leaves_wide_out = config.option.keyword in all_games()
    wanted: list[pytest.Item] = []
    others: list[pytest.Item] = []
    for item in items:
        is_wide = leaves_wide_out and item.nodeid.startswith(WIDE)
        is_slow = leaves_slow_out(config) and item.get_closest_marker("slow") is not None
        (others if is_wide or is_slow else wanted).append(item)
    config.hook.pytest_deselected(items=others)
    items[:] = in_turn(wanted, int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


# Tests with the following fixtures wait for a browser, a board or another program.
WAITING_FIXTURES = frozenset(("browser", "plugged"))


def in_turn(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """Order the tests for processes that each start with an equal part, then take over from others.

    Half of the parts begin with the tests that wait for other programs, so that the processor is not idle. The last
    part begins with the tests that compute for long.
    """
    long: list[pytest.Item] = []
    waiting: list[pytest.Item] = []
    short: list[pytest.Item] = []
    for item in items:
        waits = not WAITING_FIXTURES.isdisjoint(getattr(item, "fixturenames", ()))
        (long if item.get_closest_marker("long") else waiting if waits else short).append(item)
    parts = max(1, processes // 2)
    found: list[pytest.Item] = []
    for part in range(processes):
        begins = waiting[len(waiting) * part // parts : len(waiting) * (part + 1) // parts]
        if part == processes - 1:
            begins = long + begins
        size = max(0, (len(items) - len(found)) // (processes - part) - len(begins))
        found += begins + short[:size]
        del short[:size]
    return found


FEW = 2_000


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Exclude all existing objects from garbage collection, because the App collects after every frame.

    A few new objects can wait for a later test: half of the tests make no more.
    """
    quick_loops.choose_loops(item.nodeid, item.get_closest_marker("sweep") is not None)
    newest, *older = gc.get_count()
    if newest > FEW or any(older):
        gc.collect()
        gc.freeze()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Write the words on the screen below the failure of a test that plays on a virtual device."""
    report = yield
    if report.failed and call.excinfo:
        frames = [entry.frame.f_locals for entry in reversed(call.excinfo.traceback)]
        if words := last_screen.words_of(frames):
            report.sections.append(("the screen", words))
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, exitstatus: int) -> None:
    if exitstatus == pytest.ExitCode.NO_TESTS_COLLECTED:
        terminalreporter.write_line(
            "No test is meant by these words: look at the path, and at the name behind -k."
        )
    config = terminalreporter.config
    if leaves_slow_out(config) and config.option.keyword not in all_games():
        terminalreporter.write_line("The slow tests are left out: `--all` in ARGS runs them too.")
    failed = [(each.nodeid, each.longreprtext) for each in terminalreporter.stats.get("failed", ())]
    if said := changed_rule.failure_paragraph(failed, texts.listed_games()):
        terminalreporter.write_line(said)
    if sweep.SHARE:
        terminalreporter.write_line(f"cases of sweeps: {sweep.taken}")


@pytest.fixture(scope="session", autouse=True)
def built_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Share the slow steps of builds, see tests/builds.py."""
    with builds.cache_builds(shared_folder(tmp_path_factory)):
        yield


@pytest.fixture(scope="session")
def micropython() -> Callable[..., str]:
    """Return a function that runs a script under real MicroPython, and returns its output.

    `micropython(script, *arguments, files=..., heap=...)`: see `unix.run`. Skips if the lock file has no
    MicroPython for this machine.
    """
    if unix.micropython_path() is None:
        pytest.skip("no MicroPython for this machine on PyPI")
    return unix.run_script


@pytest.fixture(scope="session")
def wasm_package() -> None:
    if not wasm_path().exists():
        pytest.fail(
            "MicroPython for WebAssembly is not installed: `make .venv/.wasm`, which `make test` does"
        )


@pytest.fixture(scope="session")
def firmware(wasm_package: None, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the device's files once."""
    return make_once(tmp_path_factory, "firmware", lambda folder: build.build(folder / "pico_ssd1306").folder)
