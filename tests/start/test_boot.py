"""The start after a reset: main.py, then start, which checks the mark of a complete copy, then boot."""

from __future__ import annotations

import builtins
import gc
import io
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import gobelet.start.plain  # imported before a test changes Python's own attributes
from gobelet.device import pico
from gobelet.device.hardware import Hardware
from gobelet.start import boot
from host_tools.building import build
from simulator import board as boards
from simulator.bus import Bus
from simulator.clock import VirtualClock
from simulator.entropy import ScriptedEntropy
from simulator.keys import BACK, DOWN, OK, UP, Keys
from simulator.panel import Ssd1306
from simulator.store import MemoryStore

MAIN = Path(boot.__file__).parents[2] / "main.py"


class Parts(Hardware):
    """A stand-in for the result of `pico.build`, which receives Ctrl-C after `naps` sleeps."""

    def __init__(self, naps: int = 5) -> None:
        store = MemoryStore({"settings": b"taught=yes\n"})
        super().__init__(Bus(), Keys(), VirtualClock(), ScriptedEntropy(), store)
        self.panel = Ssd1306()
        self.bus.attach(0x3C, self.panel)
        self.naps: list[int] = []
        self.left = naps
        self.first = b""  # the first picture after the start

    def sleep(self, ms: int) -> None:
        self.first = self.first or self.panel.picture()
        self.naps.append(ms)
        self.clock.advance(max(ms, 1))
        self.left -= 1
        if self.left == 0:
            raise KeyboardInterrupt


@pytest.fixture
def parts(monkeypatch):
    made = Parts()
    board = boards.definition("pico_ssd1306")
    monkeypatch.setitem(sys.modules, "gobelet_board", board)

    def build(definition, folder):
        assert definition is board
        assert folder == boot.FOLDER
        return made

    monkeypatch.setattr(pico, "build", build)
    monkeypatch.setattr(pico, "open_bus", lambda definition: made.bus)
    monkeypatch.setattr("gobelet.device.assets.open_asset", boards.open_asset)
    monkeypatch.setattr(sys, "print_exception", print, raising=False)
    return made


def test_it_steps_until_ctrl_c(parts, capsys):
    with pytest.raises(KeyboardInterrupt):
        boot.main()
    assert len(parts.naps) == 5
    assert any(parts.first)
    assert not parts.panel.is_dark
    assert any(parts.panel.picture())
    assert "Gobelet: panel found" in capsys.readouterr().out


def test_after_ctrl_c_it_can_go_on_with_what_it_had(parts):
    with pytest.raises(KeyboardInterrupt):
        boot.main()
    app = boot.app
    assert not boot.torn()
    parts.left = 3
    with pytest.raises(KeyboardInterrupt):
        boot.run()
    assert len(parts.naps) == 8
    assert boot.app is app


def test_the_app_can_begin_the_program_anew_and_restart_the_device(parts, monkeypatch):
    with pytest.raises(KeyboardInterrupt):
        boot.main()
    done = []
    machine = SimpleNamespace(
        soft_reset=lambda: done.append("soft_reset"), reset=lambda: done.append("reset")
    )
    monkeypatch.setitem(sys.modules, "machine", machine)
    pico.Pico.start_anew(boot.app.device.hardware)
    pico.Pico.restart(boot.app.device.hardware)
    assert done == ["soft_reset", "reset"]


@pytest.mark.parametrize(
    ("asked", "before", "after", "torn"),
    [
        (10, 0, 0, False),  # an idle pass
        (10, OK, 0, True),  # the release of the key causes an action
        (10, 0, UP, True),  # the press of the key causes an action
        (0, 0, 0, True),  # the App had more work
    ],
)
def test_ctrl_c_within_a_pass(parts, monkeypatch, asked, before, after, torn):
    """The pass before requested a rest of `asked` ms; the test sets the keys before and after the poll."""
    with pytest.raises(KeyboardInterrupt):
        boot.main()
    passes = []

    def pass_and_stop():
        passes.append(boot.app.device.keys.down)
        if len(passes) == 2:
            boot.app.device.keys.down = after
            raise KeyboardInterrupt
        boot.app.device.keys.down = before
        return asked

    monkeypatch.setattr(boot.app, "step", pass_and_stop)
    parts.left = 100
    with pytest.raises(KeyboardInterrupt):
        boot.run()
    assert bool(boot.torn()) == torn


def test_back_held_says_so_and_starts_nothing(parts, capsys):
    parts.keys.down(BACK)
    boot.main()
    assert parts.naps == []
    assert not parts.panel.is_dark
    assert any(parts.panel.picture()), "a key can be stuck"
    assert parts.store.steps == 0
    assert capsys.readouterr().out == "Gobelet: BACK held, no start\n"


@pytest.mark.parametrize("mask", [UP, DOWN, OK, BACK | UP, 15])
def test_other_keys_do_not_keep_it_from_starting(parts, mask):
    parts.keys.down(mask)
    with pytest.raises(KeyboardInterrupt):
        boot.main()


def test_without_a_panel_it_starts_too(parts, capsys):
    parts.bus.detach(0x3C)
    with pytest.raises(KeyboardInterrupt):
        boot.main()
    assert "no panel answers" in capsys.readouterr().out


def test_a_copy_that_is_not_complete_is_said_on_the_panel(parts):
    boot.show_interruption()
    assert not parts.panel.is_dark
    assert any(parts.panel.picture())
    parts.bus.detach(0x3C)
    boot.show_interruption()  # the call without a listener raises nothing


def test_a_micropython_that_is_too_old_is_said_on_the_panel(parts):
    boot.too_old((1, 26))
    assert not parts.panel.is_dark
    assert any(parts.panel.picture())


def test_a_file_that_is_damaged_is_said_on_the_panel(parts, monkeypatch):
    """The panel shows damage that the list of games finds; the App reports all other damage."""

    def open_asset(name):
        raise ImportError(name)

    monkeypatch.setattr("gobelet.device.assets.open_asset", open_asset)
    with pytest.raises(ImportError):
        boot.main()
    assert not parts.panel.is_dark
    assert any(parts.panel.picture())
    boot.show_interruption()
    assert not parts.panel.is_dark


def test_a_store_that_cannot_be_opened_is_said_on_the_panel(parts, monkeypatch):
    """The store has no room for its folder, or the file system cannot be read."""

    def build(definition, folder):
        raise OSError(28)

    monkeypatch.setattr(pico, "build", build)
    with pytest.raises(OSError):
        boot.main()
    assert not parts.panel.is_dark
    assert any(parts.panel.picture())


# main.py


@pytest.fixture
def start(monkeypatch):
    """Run main.py on a device with or without the mark, with these attributes of gobelet.start.boot.

    there: whether that module exists.
    """

    def run_main(ready, there=True, **found):
        real = builtins.open

        def fake(path, *more, **named):
            if path == "/gobelet/ready":
                if not ready:
                    raise OSError(2)
                return io.BytesIO()
            return real(path, *more, **named)

        module = ModuleType("gobelet.start.boot")
        for name, value in found.items():
            setattr(module, name, value)
        code = compile(MAIN.read_text(encoding="utf-8"), str(MAIN), "exec")
        monkeypatch.setitem(sys.modules, "gobelet.start.boot", module if there else None)
        if there:
            monkeypatch.setattr(gobelet.start, "boot", module)
        else:
            monkeypatch.delattr(gobelet.start, "boot")
        monkeypatch.setattr(builtins, "open", fake)
        monkeypatch.setattr(gc, "threshold", lambda count: None, raising=False)
        monkeypatch.setattr(gobelet.start.plain, "BUILTIN", ("json",))
        try:
            exec(code, {"__name__": "__main__"})
        finally:
            monkeypatch.undo()

    return run_main


def boot_module():
    done = []
    return done, SimpleNamespace(
        main=lambda: done.append("main"), show_interruption=lambda: done.append("interrupted")
    )


def test_a_whole_copy_starts(start, capsys):
    done, found = boot_module()
    start(True, main=found.main, show_interruption=found.show_interruption)
    assert done == ["main"]
    assert capsys.readouterr().out == ""


def test_a_copy_without_its_mark_says_what_to_do(start, capsys):
    done, found = boot_module()
    start(False, main=found.main, show_interruption=found.show_interruption)
    assert done == ["interrupted"]
    assert "Run the flash command again (make flash)" in capsys.readouterr().out


def test_even_if_nothing_of_it_arrived(start, capsys):
    start(False)  # gobelet.start.boot lacks even the function
    assert "make flash" in capsys.readouterr().out
    start(False, there=False)
    assert "make flash" in capsys.readouterr().out


def test_a_whole_copy_with_a_file_that_was_lost_says_what_is_missing(start):
    with pytest.raises(ImportError):
        start(True, there=False)


@pytest.mark.parametrize("version", [(1, 19, 1), (1, 24, 1, ""), (1, 25, 0, "")])
@pytest.mark.parametrize("ready", [True, False])
def test_an_older_micropython_starts_nothing(start, capsys, monkeypatch, version, ready):
    done, found = boot_module()
    monkeypatch.setattr(sys, "implementation", SimpleNamespace(version=version))
    start(ready, main=found.main, show_interruption=found.show_interruption, too_old=done.append)
    assert done == [build.oldest()]
    assert "Gobelet needs MicroPython 1.26 or newer." in capsys.readouterr().out


def test_even_where_nothing_can_be_imported(start, capsys, monkeypatch):
    monkeypatch.setattr(sys, "implementation", SimpleNamespace(version=(1, 18, 0)))
    start(True, there=False)
    assert "Gobelet needs MicroPython 1.26 or newer." in capsys.readouterr().out


def test_the_least_micropython_is_the_same_in_all_that_players_read():
    oldest = "%d.%d" % build.oldest()
    for name in ("boards/INSTALL.md", "boards/README.md", "host_tools/README.md"):
        assert f"{oldest} or newer" in (build.ROOT / name).read_text(encoding="utf-8"), name


@pytest.mark.parametrize("error", [OSError(5), MemoryError(), ImportError("framebuf"), AttributeError("x")])
def test_even_if_the_panel_cannot_be_used(start, capsys, error):
    def raise_again():
        raise error

    start(False, show_interruption=raise_again)
    assert "make flash" in capsys.readouterr().out


@pytest.mark.parametrize("ready", [True, False])
def test_ctrl_c_passes(start, ready):
    def raise_interrupt():
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        start(ready, main=raise_interrupt, show_interruption=raise_interrupt)


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ImportError("no module"), "the copy to this device"),
        (ValueError("incompatible"), "another MicroPython"),
    ],
)
def test_without_what_starts_it(start, capsys, monkeypatch, error, said):
    """The module is missing, or was compiled for another MicroPython."""
    real = builtins.__import__

    def fake(name, *more):
        if name == "gobelet.start.plain":
            raise error
        return real(name, *more)

    monkeypatch.setattr(builtins, "__import__", fake)
    start(True)
    printed = capsys.readouterr().out
    assert said in printed and "(make flash)" in printed and printed.count("\n") == 1


def test_main_stays_small():
    """Check that main.py imports no new module, and stays small.

    Each start compiles the source of main.py, and an update replaces this file last.
    """
    assert MAIN.stat().st_size < 500
