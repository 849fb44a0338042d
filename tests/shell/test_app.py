"""The App: idle work, the order of writes and pictures, keys, the wrap of the clock, and many faults at once."""

from __future__ import annotations

import random
from types import SimpleNamespace

import pytest

from gobelet.device.keys import JAMMED_MS
from gobelet.device.power import DIM, OFF
from gobelet.game.session import Session
from gobelet.shell.app import CLOCK_MS, POLL_MS, REST_MS
from gobelet.shell.snapshot import SNAPSHOT
from gobelet.ui.screens.dialogs import TOAST_MS
from gobelet.ui.screens.form import Form
from simulator import board as boards
from simulator.board import BOOT_MS
from simulator.clock import PERIOD, VirtualClock
from simulator.keys import BACK, DOWN, OK, UP
from simulator.keys import Keys as VirtualKeys
from simulator.store import MemoryStore, PowerCut
from tests.toy_game.inside import ATTACKER, NOTED, TARGET, at_rest, roll_paths
from tests.toy_game.plugin import TAUGHT, Toy

# Writes that must come before the display


class Watched(MemoryStore):
    """A store that calls `watch(name, data)` before each write."""

    watch = staticmethod(lambda name, data: None)

    def append(self, name, data):
        self.watch(name, data)
        super().append(name, data)

    def replace(self, name, data):
        self.watch(name, data)
        super().replace(name, data)


STRIP = range(7 * 128 + 64, 1024)  # the right half of the key strip


@pytest.fixture
def watched_device(toy_world):
    """A device that records (file, picture of the panel) at every write."""
    board = Toy(store=Watched(TAUGHT))
    board.writes = []
    board.store.watch = lambda name, data: board.writes.append((name, board.picture()))
    yield board
    assert board.faults == []


class TestFeedback:
    def at_writes(self, board, act, name="toy/"):
        """The pictures at the journal writes that `act` causes, and the picture before the act."""
        board.run(NOTED)
        before = board.picture()
        board.writes.clear()
        act()
        return before, [picture for file, picture in board.writes if file.startswith(name)]

    def check(self, board, act, name="toy/"):
        before, pictures = self.at_writes(board, act, name)
        assert pictures, "something is written"
        for picture in pictures:
            for at in range(1024):
                want = before[at] ^ (0xFF if at in STRIP else 0)
                assert picture[at] == want, f"byte {at}: only the mark that the key was heard"
        return pictures

    def test_a_roll_is_in_the_store_before_its_faces_are_in_the_panel(self, watched_device):
        watched_device.form("strike", ATTACKER, TARGET)
        self.check(watched_device, watched_device.ok)
        assert watched_device.ids[-1] == "toy.result"

    def test_the_value_comes_in_the_very_next_frame(self, watched_device):
        """The response to the key is a mark in the present frame, without a frame of its own."""
        watched_device.form("strike", ATTACKER, TARGET)
        watched_device.keys.down(OK)
        watched_device.run(40)
        frames = []
        clear = watched_device.app.canvas.clear
        watched_device.app.canvas.clear = lambda: (frames.append(watched_device.ids[-1]), clear())
        watched_device.keys.up(OK)
        watched_device.app.step()
        assert frames == ["toy.result"]
        watched_device.run(40)

    def test_so_is_every_die_of_a_chain(self, watched_device):
        watched_device.form("burst")
        watched_device.dice(6, 6, 6, 2)
        self.check(watched_device, watched_device.ok)
        assert [len(path) for path in roll_paths(watched_device)] == [4]
        assert watched_device.reads("20")

    def test_a_roll_made_again(self, watched_device):
        watched_device.form("plain")
        watched_device.ok()
        watched_device.run(NOTED)
        faces = len(roll_paths(watched_device))
        watched_device.writes.clear()
        watched_device.ok()
        assert len(roll_paths(watched_device)) == faces + 1
        for _, picture in watched_device.writes[:1]:
            assert any(picture[at] for at in STRIP)

    def test_applying(self, watched_device):
        watched_device.form("strike", ATTACKER, TARGET)
        watched_device.dice(6, 1)
        watched_device.ok()
        self.check(watched_device, watched_device.ok)

    def test_a_decision(self, watched_device):
        watched_device.form("trinity")
        watched_device.dice(7, 3)
        watched_device.ok()
        self.check(watched_device, watched_device.ok)

    def test_a_change_on_press(self, watched_device):
        watched_device.context.open("toy.home")
        watched_device.context.open("toy.count")
        watched_device.run(20)
        self.check(watched_device, watched_device.up)

    def test_undo_and_redo(self, watched_device):
        watched_device.context.open("toy.home")
        watched_device.context.change([("game", 0, "turn", 3)])
        watched_device.run(20)
        self.check(watched_device, watched_device.undo)
        watched_device.run(TOAST_MS)
        watched_device.up()  # moves to the last line, "redo"
        self.check(watched_device, watched_device.ok)
        assert watched_device.get("game", 0, "turn") == 3

    def test_a_setting(self, watched_device):
        watched_device.context.open("system.settings")
        watched_device.run(20)
        watched_device.down(2)
        self.check(watched_device, watched_device.ok, "settings")

    def test_nothing_is_marked_when_the_snapshot_is_saved(self, watched_device):
        watched_device.game()
        watched_device.writes.clear()
        watched_device.down()
        assert watched_device.writes == [(SNAPSHOT, watched_device.picture())]

    def test_the_mark_goes_with_the_next_frame(self, watched_device):
        watched_device.context.open("toy.home")
        watched_device.context.change([("char", 2, "armour", 1)])
        watched_device.context.open("toy.count")
        watched_device.run(50)
        before = watched_device.picture()
        watched_device.up()
        watched_device.down()
        assert watched_device.picture() == before

    def test_nothing_is_written_or_shown_at_rest(self, watched_device):
        watched_device.game()
        watched_device.run(NOTED)
        watched_device.writes.clear()
        sent = watched_device.bus.sent
        watched_device.run(20_000)
        assert watched_device.writes == []
        assert watched_device.bus.sent - sent < 40, "only the question whether the panel is there"


def test_two_fast_presses_roll_once(toy):
    """The second press must not act on the form before the roll of the first press is made."""
    toy.form("strike", ATTACKER, TARGET)
    app = toy.app

    def pass_with_keys(mask):
        toy.keys.mask = mask
        toy.clock.advance(25)
        app.step()

    toy.dice(6, 1)
    for mask in (OK, 0, OK, 0, 0, 0):
        pass_with_keys(mask)
    toy.run(100)
    assert roll_paths(toy) == [[(6, 1)]]


def test_every_pass_says_how_long_it_may_sleep(toy):
    toy.run(500)
    assert toy.app.step() == REST_MS
    toy.gauge.usb = True
    assert toy.app.step() == POLL_MS
    toy.gauge.usb = False
    toy.keys.down(DOWN)
    assert toy.app.step() == 0
    toy.run(50)
    assert toy.app.step() == POLL_MS, "it may run"
    toy.keys.up(DOWN)
    toy.app.step()
    assert toy.app.step() <= POLL_MS, "its contacts may bounce"
    toy.run(500)
    toy.context.dialogs.show_toast("!")
    toy.run(500)
    assert toy.app.step() == CLOCK_MS
    toy.run(5000)
    assert toy.app.step() == REST_MS
    toy.app.device.power.state = OFF
    toy.run(100)
    assert toy.app.step() == REST_MS


# Keys


@pytest.fixture
def stuck_keys(toy_world, monkeypatch):
    """A device that starts with these keys down."""

    def make_device(mask):
        class Held(VirtualKeys):
            def __init__(self):
                super().__init__()
                self.mask = mask

        monkeypatch.setattr(boards, "Keys", Held)
        return Toy()

    return make_device


class TestKeys:
    @pytest.mark.parametrize(
        ("mask", "names"),
        [
            (UP, "HAUT"),
            (DOWN, "BAS"),
            (OK, "OK"),
            (BACK, "RETOUR"),
            (UP | OK, "HAUT OK"),
            (15, "HAUT BAS OK RETOUR"),
        ],
    )
    def test_a_key_stuck_at_the_start_is_named_and_does_nothing(self, stuck_keys, mask, names):
        board = stuck_keys(mask)
        assert board.reads("Touche bloquée : " + names)
        board.run(10_000)
        assert board.ids == ["system.home"]
        assert board.top.cursor == 0
        assert board.reads("Touche bloquée"), "until a key shows that it was read"

    def test_the_others_work_and_it_works_again_once_released(self, stuck_keys):
        board = stuck_keys(DOWN)
        board.up()
        assert not board.reads("Touche bloquée")
        assert board.top.cursor == 3
        board.keys.up(DOWN)
        board.run(50)
        assert board.app.device.keys.stuck == 0
        board.down()
        assert board.top.cursor == 0

    def test_once_released_the_message_goes(self, stuck_keys):
        board = stuck_keys(OK)
        board.run(5000)
        board.keys.up(OK)
        board.run(100)
        assert not board.reads("Touche bloquée")

    @pytest.mark.parametrize("let_go", [True, False])
    def test_what_was_pressed_before_there_was_a_picture_does_nothing(self, toy, monkeypatch, let_go):
        """A start takes most of a second, in which the player cannot know the effect of OK."""

        class Early(VirtualKeys):
            """A key device that presses OK after the first poll, and records it as an interrupt would."""

            noted = (OK, 0) if let_go else (OK,)

            def fetch_change(self):
                if not self.noted:
                    return False
                self.mask, *self.noted = self.noted
                self.time = toy.clock.ticks() - 50 * len(self.noted)
                return True

        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        words = toy.words.text()
        with monkeypatch.context() as patch:
            patch.setattr(boards, "Keys", Early)
            toy.boot()
        toy.run(NOTED)
        toy.keys.__class__ = VirtualKeys
        toy.keys.up(OK)
        toy.run(NOTED)
        assert toy.words.text() == words
        assert roll_paths(toy) == []
        toy.ok()
        assert len(roll_paths(toy)) == 1, "and then it does what it says"

    def test_a_key_that_jams_in_play_is_named_too(self, toy):
        toy.game()
        toy.keys.down(DOWN)
        toy.run(JAMMED_MS + 400)
        assert toy.reads("Touche bloquée : BAS")
        cursor = toy.top.cursor
        toy.run(5000)
        assert toy.top.cursor == cursor

    @pytest.mark.parametrize("dark", [False, True])
    def test_one_that_jams_is_named_whatever_is_pressed_meanwhile(self, toy, dark):
        """The jammed key makes the list scroll, so the player presses another key.

        An object may also lie on the key that wakes the device.
        """
        toy.game()
        if dark:
            toy.run(200_000)
        toy.keys.down(UP)
        toy.run(1000)
        if not dark:
            toy.down()
        toy.run(JAMMED_MS)
        assert toy.reads("Touche bloquée : HAUT")
        ids = toy.ids
        toy.ok()
        assert toy.ids[:-1] == ids
        words = toy.words.text()
        toy.pull()
        assert toy.words.text() == words, "where one is is noted"

    def test_with_a_stuck_key_all_is_done_that_idle_moments_are_for(self, stuck_keys):
        """Without idle work a Pico's heap has too little free memory for the largest games."""
        board = stuck_keys(UP)
        board.game()
        board.run(NOTED)
        assert at_rest(board.app)
        board.down()
        board.run(NOTED)
        assert at_rest(board.app)

    def test_it_is_named_in_the_first_lesson_too(self, toy_world, monkeypatch, stuck_keys):
        monkeypatch.setitem(TAUGHT, "settings", b"")
        board = stuck_keys(UP)
        assert board.reads("Touche bloquée : HAUT")
        board.down()
        assert board.reads("Français", "English")

    def test_repeating_the_last_roll_takes_one_press(self, toy):
        toy.form("plain")
        presses = []
        press = toy.press
        toy.press = lambda key, *more: (presses.append(key), press(key, *more))
        toy.ok()
        toy.dice(13)
        presses.clear()
        toy.ok()
        assert toy.reads("13")
        assert presses == [OK]


# The clock wraps at 2**30 ms


@pytest.mark.parametrize("before", [1000, 6000, 31_000])
def test_the_clock_wraps_in_play(toy_world, before):
    board = Toy(clock=VirtualClock(PERIOD - before - BOOT_MS))
    board.form("strike", ATTACKER, TARGET)
    board.undo()
    board.dice(6, 2)
    board.ok()
    board.run(before + TOAST_MS)
    assert board.clock.ticks() < before + TOAST_MS + 2000
    assert not board.reads("Rien à annuler"), "the message went in time"
    board.ok()
    assert board.get("char", TARGET, "wounds") == 4
    board.run(NOTED)
    assert b"\nresult;0\n" in board.store.files[SNAPSHOT]
    board.undo()
    assert board.reads("Annulé")
    board.run(TOAST_MS)
    assert not board.reads("Annulé")
    board.run(32_000)
    assert board.app.device.power.state == DIM
    board.run(180_000)
    assert board.app.device.power.state == OFF
    assert board.faults == []


def test_a_held_key_across_the_wrap(toy_world):
    board = Toy(clock=VirtualClock(PERIOD - BOOT_MS - 300))
    board.context.open("toy.home")
    board.press(BACK, 900)
    assert board.reads("Rien à annuler")


# Texts


def test_the_title_of_a_game_is_read_without_opening_it(toy):
    assert toy.context.t("toy.title") == "Jouet"
    assert toy.context.t("toy.about") == "Un jeu pour les tests."
    assert not toy.context.t.has_text("strike"), "the texts of the game are not open"


# Many faults at once


@pytest.mark.parametrize("seed", range(3))
def test_a_monkey_with_pliers(toy_world, seed):
    """Press random keys during many faults.

    The store fills, the panel stops, the language changes and the battery runs down.
    """
    chance = random.Random(seed)
    board = Toy(clock=VirtualClock(PERIOD - 60_000))
    store = board.store
    for _ in range(400):
        try:
            if chance.random() < 0.03:
                store.cut_in = chance.randrange(1, 6)
                store.torn = chance.random() < 0.5
            if chance.random() < 0.05:
                store.full = not store.full
            if chance.random() < 0.02:
                board.bus.detach(board.definition.ADDRESS)
            elif chance.random() < 0.1:
                board.bus.attach(board.definition.ADDRESS, board.panel)
            if chance.random() < 0.01 and not store.full:
                board.choose_language(chance.choice(("fr", "en")))
            key = chance.choice((UP, DOWN, DOWN, OK, OK, OK, OK, BACK))
            board.press(key, chance.choice((40, 40, 40, 40, 700, 1500)))
            board.run(chance.choice((0, 0, 0, 300, 2500, 40_000 if chance.random() < 0.1 else 0)))
        except PowerCut:
            store.full = False
            board.pull()
        assert all(isinstance(error, OSError) for error in board.faults), board.faults
        app = board.app
        assert app.stack.ids[0] == "system.home"
        assert app.stack.ids.count("system.home") == 1
        assert (app.context.session is not None) == (
            len(board.ids) > 1 and (board.ids[1] or "").startswith("toy.")
        )
        assert app.context.t.missing == app.canvas.clipped == app.canvas.missing == 0, board.words.strings
        if app.context.session is not None:
            before = [list(sheet) for sheet in app.context.session.state.sheets]
            again = Session("toy", MemoryStore(store.files))
            assert [list(sheet) for sheet in again.state.sheets] == before


class TestWhatIsSetAnew:
    def test_the_charge_is_written_as_the_language_writes_it(self, toy):
        toy.gauge.usb = False
        toy.gauge.mv = 3700
        toy.run(100)
        french = toy.context.messages.charge()
        toy.app.device.settings.choose("language", 1)
        toy.app.apply_settings()
        english = toy.context.messages.charge()
        assert (french[-2:], english[-1:], english[-2:-1].isdigit()) == ("\u202f%", "%", True)

    @pytest.mark.parametrize(("board", "setting", "turned"), [(0, 0, 0), (1, 0, 1), (0, 1, 1), (1, 1, 0)])
    def test_a_panel_that_is_mounted_upside_down_and_the_setting(self, toy, board, setting, turned):
        flipped = []
        toy.app.device.panel.flip = flipped.append
        toy.app.device.board = SimpleNamespace(**{**vars(toy.app.device.board), "FLIP": bool(board)})
        toy.app.device.settings.choose("flip", setting)
        toy.app.apply_settings()
        assert flipped == [bool(turned)]

    def test_a_screen_made_by_this_program_that_breaks_is_told_of(self, toy, monkeypatch):
        """The App reports the error of a screen that this version stored.

        A snapshot of another version may name a screen that cannot be opened; the App skips such a screen
        silently.
        """

        def raise_fault(self):
            raise ZeroDivisionError

        toy.form("strike", ATTACKER, TARGET)
        toy.ok()
        assert toy.ids[-1] == "toy.result"
        monkeypatch.setattr(Form, "on_show", raise_fault)
        toy.back()
        assert toy.reads("Erreur : retour à l’accueil")
        toy.faults.clear()

    def test_after_a_cut_before_the_snapshot_was_saved_the_cursor_is_where_the_screen_begins(self, toy):
        """The stored cursor belongs to the state before the change."""
        toy.form("strike", ATTACKER, TARGET)
        begins = toy.top.cursor
        toy.down(2)
        assert toy.top.cursor != begins
        toy.run(NOTED)
        noted = toy.store.files[SNAPSHOT]
        toy.context.change([("char", TARGET, "wounds", 3)])
        toy.store.files[SNAPSHOT] = noted
        toy.pull()
        assert toy.ids[-1] == "toy.form"
        assert toy.get("char", TARGET, "wounds") == 3
        assert toy.top.cursor == begins


def picture_columns(picture):
    """The columns of a picture as integers, bit y for row y."""
    return [sum(picture[page * 128 + x] << 8 * page for page in range(8)) for x in range(128)]


def test_a_picture_that_nobody_touches_moves_by_a_pixel_every_two_minutes(toy_world):
    """The shift protects the panel against burn-in; a key moves the picture back."""
    board = Toy()
    board.app.device.power.off_ms = None
    board.run(1000)
    before = picture_columns(board.picture())
    for right, down in ((0, 1), (1, 1), (1, 0), (0, 0), (0, 1)):
        board.run(120_000)
        moved = [column << down & (1 << 64) - 1 for column in [0] * right + before[: 128 - right]]
        assert picture_columns(board.picture()) == moved
    board.press(UP)
    board.press(DOWN)
    assert picture_columns(board.picture()) == before
