"""The start of a frozen Gobelet: the search for the panel, and an unreadable file system."""

from __future__ import annotations

import builtins
import importlib
import os
import sys
from collections.abc import Callable, Sequence
from types import ModuleType, SimpleNamespace
from typing import Any

import gobelet_frozen
import pytest

import gobelet.start.plain as gobelet_start
from host_tools.building import build, frozen
from simulator import board as boards
from simulator.bus import Bus
from simulator.keys import DOWN, OK, UP
from simulator.panel import CHIPS, Panel, PanelError

EVERY = [build.board_source(name) for name in frozen.boards("pico")]
# The boards with the pins of a Pico
BOARDS = [text for text in EVERY if build.constants_in(text)["SDA"] == 20]
FROZEN = [(f"gobelet_{name}", build.board_source(name).encode()) for name in frozen.boards("pico")]


def lenient_panel(chip: str) -> Panel:
    """A panel that ignores unknown commands, as real panels do."""

    class Lenient(CHIPS[chip]):  # type: ignore[misc]
        def _take_command(self, byte: int) -> None:
            try:
                super()._take_command(byte)
            except PanelError:
                pass

        def _take_data(self, data: bytes) -> None:
            room = (128 if self.chip == "ssd1306" else self.columns) - self.column
            super()._take_data(data[: max(room, 0)])

    return Lenient()


def is_frame_lit(panel: Panel) -> bool:
    """Tell whether all four sides of the frame are lit."""
    seen = panel.picture()
    sides = [seen[page * 128 + x] for page in range(1, 7) for x in (0, 127)]
    return all(b & 1 for b in seen[:128]) and all(b & 0x80 for b in seen[-128:]) and set(sides) == {0xFF}


class Player:
    """A player, who looks at the panel at each poll of the keys and presses the key that `finger` returns.

    finger: a function of (picture, whole frame) that returns the key, or 0 for none.
    """

    def __init__(self, chip: str, finger: Callable[[Panel], int], address: int = 0x3C) -> None:
        self.bus = Bus()
        self.panel = lenient_panel(chip)
        self.bus.attach(address, self.panel)
        self.finger = finger
        self.looks: list[int] = []
        self.slept = 0
        self.pictures: list[bytes] = []

    def read(self) -> int:
        if self.looks:
            return self.looks.pop(0)
        if self.slept % 1000 == 500:
            self.pictures.append(self.panel.picture())
            self.looks = [self.finger(self.panel)] * 5
        return 0

    def sleep_ms(self, ms: int) -> None:
        self.slept += ms
        assert self.slept < 200_000, "it goes on for ever"

    def wires(self, board: object) -> Bus:
        return self.bus

    def ask(self, what: Callable[..., Any], texts: Sequence[str] = BOARDS) -> Any:
        return what(self.wires, self.read, self.sleep_ms, texts)


@pytest.fixture(autouse=True)
def assets(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gobelet.device.assets.open_asset", boards.open_asset)


def takes_a_whole_frame(panel: Panel) -> int:
    return OK if not panel.is_dark and is_frame_lit(panel) else DOWN


@pytest.mark.parametrize("chip", ["ssd1306", "sh1106"])
def test_who_says_when_the_frame_is_whole_has_the_right_panel(chip: str) -> None:
    player = Player(chip, takes_a_whole_frame)
    assert player.ask(gobelet_frozen.choose) == build.board_source(f"pico_{chip}")
    assert len(player.pictures) <= 2, "the usual panels come first"


def test_up_goes_back_and_other_keys_do_nothing() -> None:
    keys = [UP, UP | DOWN, OK]  # the last panel, with a hand on the keys
    player = Player("ssd1306", lambda panel: keys.pop(0))
    assert player.ask(gobelet_frozen.choose) == BOARDS[-1]


def test_an_sh1106_whose_first_column_is_0_is_offered_as_an_ssd1306() -> None:
    """Both chips accept the same page commands.

    The converter is on from the start, and the chip ignores the other commands.
    """
    player = Player("sh1106", takes_a_whole_frame)
    player.panel.MARGIN = 0  # type: ignore[attr-defined]
    assert player.ask(gobelet_frozen.choose) == build.board_source("pico_ssd1306")
    assert is_frame_lit(player.panel) and not player.panel.is_dark
    player = Player("sh1106", takes_a_whole_frame)
    assert player.ask(gobelet_frozen.choose) == build.board_source("pico_sh1106"), (
        "the usual one is not taken for it"
    )


def test_a_panel_that_stays_dark_gets_the_next_chip_by_itself() -> None:
    """The device does not read keys while the panel is dark."""
    player = Player("ssd1306", lambda panel: OK if not panel.is_dark and is_frame_lit(panel) else 0)
    player.panel.on = False
    found = player.ask(gobelet_frozen.choose, BOARDS[1::-1])
    assert found == build.board_source("pico_ssd1306")
    assert player.slept > 15_000


def test_a_panel_at_the_other_address() -> None:
    player = Player("sh1106", takes_a_whole_frame, 0x3D)
    found = player.ask(gobelet_frozen.choose)
    assert build.constants_in(found) == build.constants("pico_sh1106") | {"ADDRESS": 0x3D}


class Pins:
    """A panel on the pins of one board, which records each request to the pins."""

    def __init__(self, board: str) -> None:
        facts = build.constants(board)
        self.there = facts["I2C"], facts["SDA"], facts["SCL"]
        self.player = Player(str(facts["CHIP"]), takes_a_whole_frame)
        self.asked: list[object] = []

    def wires(self, board: Any) -> Bus:
        pins = board.I2C, board.SDA, board.SCL
        self.asked.append(pins)
        return self.player.bus if pins == self.there else Bus()

    def release(self, board: Any) -> None:
        self.asked.append((board.SDA, board.SCL))

    def find_boards(self) -> list[str]:
        return gobelet_frozen.find_boards(self.wires, self.release, self.player.sleep_ms, EVERY)


@pytest.mark.parametrize(
    "board", ["pico_ssd1306", "rp2040_zero_ssd1306", "tiny_2040_ssd1306", "xiao_rp2040_ssd1306"]
)
def test_the_boards_are_those_on_whose_pins_a_panel_answers(board: str) -> None:
    pins = Pins(board)
    found = [build.constants_in(text) for text in pins.find_boards()]
    assert {(each["I2C"], each["SDA"], each["SCL"]) for each in found} == {pins.there}
    assert str(found[0]["NAME"]) == str(build.constants(board)["NAME"])
    # The start releases each pair without a response before it tries the next one.
    tried = [each[1:] for each in pins.asked if isinstance(each, tuple) and len(each) == 3]
    let_go = [each for each in pins.asked if isinstance(each, tuple) and len(each) == 2]
    assert let_go == [pair for pair in dict.fromkeys(tried) if pair != pins.there[1:]]


def test_it_waits_for_a_panel(capsys: pytest.CaptureFixture[str]) -> None:
    pins = Pins("tiny_2040_ssd1306")
    player = pins.player
    player.bus.detach(0x3C)
    sleep_ms = player.sleep_ms

    def sleep_until_attached(ms: int) -> None:
        sleep_ms(ms)
        if player.slept == 3000:
            player.bus.attach(0x3C, player.panel)

    player.sleep_ms = sleep_until_attached  # type: ignore[method-assign]
    assert [build.constants_in(text)["SDA"] for text in pins.find_boards()] == [4]
    assert capsys.readouterr().out == "Gobelet: no panel answers\n"


def test_a_panel_that_is_unplugged_while_it_asks_is_waited_for() -> None:
    player = Player("ssd1306", takes_a_whole_frame)
    player.bus.detach(0x3C)
    sleep_ms = player.sleep_ms

    def sleep_until_attached(ms: int) -> None:
        sleep_ms(ms)
        if player.slept == 3000:
            player.bus.attach(0x3C, player.panel)

    player.sleep_ms = sleep_until_attached  # type: ignore[method-assign]
    assert player.ask(gobelet_frozen.choose) == BOARDS[0]


def erase_and(*keys: int) -> tuple[Any, Player]:
    left = list(keys)
    player = Player("ssd1306", lambda panel: left.pop(0))
    return player.ask(gobelet_frozen.ask_to_erase), player


def test_nothing_is_erased_without_two_answers() -> None:
    assert erase_and(OK, OK)[0] is False, "no is under the cursor"
    assert erase_and(OK, DOWN, UP, OK)[0] is False
    assert erase_and(OK, DOWN, OK)[0] is True
    _, player = erase_and(DOWN, UP, OK, OK)  # the first page only informs the player
    assert len({*player.pictures, player.panel.picture()}) == 3, "told, asked, and said that nothing is done"


# The complete start


class Flash:
    """A block device with this many blocks."""

    def __init__(self, blocks: list[bytes]) -> None:
        self.blocks = blocks

    def ioctl(self, operation: int, argument: int) -> int:
        return {4: len(self.blocks), 5: 4096}[operation]

    def readblocks(self, number: int, block: bytearray) -> None:
        block[:] = self.blocks[number]


ERASED = b"\xff" * 4096


@pytest.fixture
def mount_flash(monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[str]]:
    """Return a function that runs `mount` with a flash that can be mounted, or with one that cannot."""

    def run(blocks: list[bytes], readable: bool) -> list[str]:
        done: list[str] = []

        class VfsLfs2:
            def __init__(self, flash: Flash, progsize: int) -> None:
                assert progsize == 256
                if not readable and "mkfs" not in done:
                    raise OSError(19)

            @staticmethod
            def mkfs(flash: Flash, progsize: int) -> None:
                assert progsize == 256
                done.append("mkfs")

        vfs = SimpleNamespace(VfsLfs2=VfsLfs2, mount=lambda files, place: done.append(f"mount {place}"))
        monkeypatch.setitem(sys.modules, "rp2", SimpleNamespace(Flash=lambda: Flash(blocks)))
        monkeypatch.setitem(sys.modules, "vfs", vfs)
        monkeypatch.setattr(gobelet_frozen, "unread", False)
        # Not found by a path, as MicroPython finds its built-in modules.
        machine = ModuleType("machine")
        paths: list[list[str]] = []
        monkeypatch.setattr(gobelet_start, "BUILTIN", ("machine",))
        monkeypatch.delitem(sys.modules, "machine", raising=False)
        monkeypatch.setitem(
            vars(gobelet_start), "__import__", lambda name: paths.append(sys.path[:]) or machine
        )
        path = list(sys.path)
        try:
            gobelet_frozen.mount()
            assert sys.path == [".frozen", "", "/lib"], "what an older one left comes after what is frozen"
            assert paths == [[]] and sys.modules["machine"] is machine
        finally:
            sys.path[:] = path
        return done

    return run


def test_only_a_blank_flash_is_formatted_unasked(mount_flash: Callable[..., list[str]]) -> None:
    assert mount_flash([ERASED] * 3, False) == ["mkfs", "mount /"]
    assert not gobelet_frozen.unread
    assert mount_flash([ERASED] * 3, True) == ["mount /"]
    assert mount_flash([ERASED, ERASED, ERASED[:-1] + b"\0"], False) == []
    assert gobelet_frozen.unread


class Keys:
    """The pins of a device under the keys of a player.

    held: the keys that are down until the first pause.
    """

    PINS = {10: UP, 11: DOWN, 12: OK, 13: 8}

    def __init__(self, player: Player, held: int) -> None:
        self.player = player
        self.held = held
        self.mask = 0

    def pause(self, ms: int) -> None:
        self.held = 0
        self.player.sleep_ms(ms)

    def pin(self) -> type:
        """Return a stand-in for `machine.Pin`. A read of the first key makes the player look at the panel."""
        keys = self

        class Pin:
            IN = PULL_UP = 1

            def __init__(self, number: int, *_: int) -> None:
                self.key = keys.PINS.get(number, 0)

            def __call__(self) -> int:
                if self.key == UP:
                    keys.mask = keys.held or keys.player.read()
                return 0 if keys.mask & self.key else 1

        return Pin


@pytest.fixture
def start(tmp_path: Any) -> Callable[..., list[str]]:
    """Return a function that runs `main` with a player and with the files of a device in a folder.

    The function returns the recorded acts.
    """
    place = str(tmp_path)
    opened, rename = builtins.open, os.rename

    def on_device(path: Any) -> Any:
        return place + path if str(path).startswith("/gobelet_board") else path

    def run(player: Player, held: int = 0, unread: bool = False) -> list[str]:
        done: list[str] = []
        keys = Keys(player, held)

        def on_start() -> None:
            found = importlib.import_module("gobelet_board")
            done.append(
                f"start with an {found.CHIP} at {found.ADDRESS:#x}, frozen: {'pico' in found.__name__}"
            )

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(
                builtins, "open", lambda path, *more, **named: opened(on_device(path), *more, **named)
            )
            patch.setattr(os, "rename", lambda old, new: rename(on_device(old), on_device(new)))
            patch.setitem(sys.modules, "machine", SimpleNamespace(Pin=keys.pin()))
            patch.setitem(sys.modules, "gobelet_boards", SimpleNamespace(BOARDS=FROZEN))
            patch.setattr("time.sleep_ms", keys.pause, raising=False)
            patch.setattr("gobelet.device.pico.open_bus", player.wires)
            patch.setitem(sys.modules, "rp2", SimpleNamespace(Flash=lambda: "flash"))
            vfs = SimpleNamespace(mount=lambda files, place: done.append(f"mount {place}"))
            patch.setitem(sys.modules, "vfs", vfs)
            patch.setattr(gobelet_frozen, "format_flash", lambda flash: done.append("format"))
            patch.setattr(gobelet_frozen, "unread", unread)
            for name, text in FROZEN:
                module = ModuleType(name)
                exec(text, vars(module))
                patch.setitem(sys.modules, name, module)
            patch.delitem(sys.modules, "gobelet_board", raising=False)
            patch.syspath_prepend(place)
            importlib.invalidate_caches()
            patch.setattr("gobelet.start.boot.main", on_start)
            gobelet_frozen.main()
        return done

    return run


def fail_if_asked(panel: Panel) -> int:
    raise AssertionError("nobody is asked")


def test_the_panel_is_asked_for_once_and_again_when_two_keys_are_held(
    start: Callable[..., list[str]], tmp_path: Any
) -> None:
    board, old = tmp_path / "gobelet_board.py", tmp_path / "gobelet_board.old"
    sh1106 = ["start with an sh1106 at 0x3c, frozen: True"]
    assert start(Player("sh1106", takes_a_whole_frame)) == sh1106
    assert board.read_text() == build.board_source("pico_sh1106") and not old.exists()
    assert start(Player("sh1106", fail_if_asked)) == sh1106
    assert start(Player("sh1106", fail_if_asked), held=UP) == sh1106
    own = board.read_text().replace("0x3C", "0x3D")
    board.write_text(own)
    assert start(Player("sh1106", fail_if_asked)) == ["start with an sh1106 at 0x3d, frozen: False"], (
        "as it says"
    )
    assert start(Player("ssd1306", takes_a_whole_frame), held=UP | DOWN) == [
        "start with an ssd1306 at 0x3c, frozen: True"
    ]
    assert board.read_text() == build.board_source("pico_ssd1306")
    assert old.read_text() == own, "what was edited stays beside it"


def test_what_cannot_be_read_is_asked_about_first(
    start: Callable[..., list[str]], tmp_path: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    assert start(Player("ssd1306", lambda panel: OK), unread=True) == []
    assert not (tmp_path / "gobelet_board.py").exists()
    assert "stays as it is" in capsys.readouterr().out
    keys = [OK, DOWN, OK]
    player = Player("ssd1306", lambda panel: keys.pop(0) if keys else takes_a_whole_frame(panel))
    assert start(player, unread=True) == ["format", "mount /", "start with an ssd1306 at 0x3c, frozen: True"]
    assert (tmp_path / "gobelet_board.py").exists()


def test_its_pages_can_be_read() -> None:
    """No word is cut off at an edge, and the font has every letter."""
    from gobelet.ui.drawing.canvas import Canvas

    made = []

    class Watched(Canvas):
        def __init__(self, *more: Any) -> None:
            super().__init__(*more)
            made.append(self)

    keys = [DOWN, DOWN, DOWN, OK]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("gobelet.ui.drawing.canvas.Canvas", Watched)
        Player("ssd1306", lambda panel: keys.pop(0)).ask(gobelet_frozen.choose)
        erase_and(OK, OK)
    assert len(made) == 5
    assert all(not canvas.missing and not canvas.clipped for canvas in made)
