"""The snapshot and the other files that a start reads: the effects of damaged ones."""

from __future__ import annotations

import random

import pytest

import gobelet.games
from gobelet.shell.snapshot import SNAPSHOT
from gobelet.system import home
from gobelet.ui.screens.dialogs import TOAST_MS
from gobelet.words.messages import COLOURS, NAMES
from simulator.store import MemoryStore
from tests.sweep import case_count, sample_cases
from tests.toy_game.inside import ATTACKER, NOTED, TARGET, at_rest, snapshot_of
from tests.toy_game.plugin import TAUGHT, Toy


class TestDamagedFiles:
    @pytest.mark.parametrize(
        "data",
        [
            b"",
            b"\xff\xfe\x00",
            b"0 0",
            b"0 0\ntoy.home",
            b"\nsystem.home x",
            b"\nsystem.home 1 2 3 4",
            b"\nsystem.nowhere",
            b"\nsystem.home\nnogame.home",
            b"\nsystem.home\n..home",
            b"\nsystem.home\nos.path 1",
            b"\nsystem.home\ntoy.nowhere",
            b"\nsystem.home\ntoy.home 1 2 3",
            b"\nsystem.home\ntoy.result",
            b"\n" + b"system.home\n" * 20,
            b"\n\n\n\n",
            bytes(range(256)),
        ],
    )
    def test_a_snapshot_that_cannot_be_opened_is_left_out(self, toy, data):
        toy.run(NOTED)
        toy.store.files[SNAPSHOT] = data
        toy.pull()
        toy.faults.clear()
        assert toy.ids[0] == "system.home"
        assert toy.ids.count("system.home") == 1
        assert len(toy.ids) <= 2
        toy.back(4)
        assert toy.ids == ["system.home"]
        toy.context.navigation.home()
        toy.game()
        assert toy.ids == ["system.home", "toy.home"]

    @pytest.mark.sweep
    def test_a_snapshot_with_any_lines_in_it(self, toy):
        """The checksum is valid, but screens, games and numbers are unknown or too many."""
        toy.game()
        toy.run(NOTED)
        chance = random.Random(8)
        good = [b"toy.home", b"system.home", b"toy.form", b"toy.history", b"toy.result", b"system.options"]
        bad = [
            b"",
            b"toy",
            b".",
            b"toy.",
            b"nobody.home",
            b"system.nothing",
            b"toy.home.home",
            b"\xff\xfe",
            b"\0",
        ]
        some = [b"0", b"1", b"-1", b"99", b"99999999999999999999", b"1.5", b"x", b"", b"\xc3", b"0x10"]
        for _ in range(case_count(60, 600)):
            lines = []
            for _ in range(chance.randrange(5)):
                words = [chance.choice(good + good + bad)]
                words += [chance.choice(some) for _ in range(chance.choice((0, 0, 1, 2, 5)))]
                lines.append(b" ".join(words))
            position = chance.choice((b"", b"0", b"12", b"-3", b"999999", b"x", b"4 5", b"\xc3"))
            # at the beginning, as earlier versions wrote it
            lines.insert(chance.choice((0, len(lines))), position)
            toy.store.files[SNAPSHOT] = snapshot_of(b"\n".join(lines))
            toy.pull()
            toy.run(100)
            assert toy.ids, lines
            toy.back(2)
            assert toy.app.stack.top() is not None
            toy.faults.clear()
            toy.context.navigation.home()
            assert toy.ids == ["system.home"], lines

    @pytest.mark.sweep
    def test_thousands_of_snapshots_with_flipped_bits(self, toy):
        """No flipped bit stops the start. A damaged snapshot is not used; its copy is kept."""
        toy.form("trinity")
        toy.run(NOTED)
        good = toy.store.files[SNAPSHOT]
        chance = random.Random(9)
        for number in sample_cases(range(2000), 150):
            data = bytearray(good)
            if number < 8 * len(good):
                data[number // 8] ^= 1 << number % 8
            else:
                for _ in range(chance.randint(1, 9)):
                    data[chance.randrange(len(data))] = chance.randrange(256)
                data = data[: chance.choice((len(data), chance.randrange(len(data))))]
            toy.store.files[SNAPSHOT] = bytes(data)
            toy.pull()
            if data != good:
                assert toy.ids == ["system.home"]
            if data != good and data and data[-1]:
                assert toy.store.files[SNAPSHOT + ".bad"] == data
        assert toy.faults == []

    def test_a_snapshot_that_was_saved_after_what_the_journal_has(self, toy):
        """The newest records are missing; only the snapshot shows that these records existed."""
        toy.game()
        toy.context.change([("char", TARGET, "wounds", 7)])
        before = toy.store.files["toy/0"]
        toy.context.change([("char", TARGET, "wounds", 8)])
        toy.run(NOTED)
        toy.store.files["toy/0"] = before
        toy.pull()
        assert toy.reads("Journal abîmé : ce qui est lisible est gardé")
        toy.context.change([("char", TARGET, "wounds", 6)])
        assert toy.store.files["toy/0.bad"] == before, "kept aside"

    def test_a_game_that_is_no_more_there(self, toy, monkeypatch):
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 2)
        toy.ok(2)
        toy.run(NOTED)
        journals = {name: data for name, data in toy.store.files.items() if name.startswith("toy/")}
        with monkeypatch.context() as without:
            without.setattr(gobelet.games, "__path__", gobelet.games.__path__[:-1])
            without.setattr(home, "GAMES", ("dice",))
            toy.context.navigation.home()
            toy.app.modules.switch_game("")  # no module of the game is in memory at a start
            toy.pull()
            assert toy.ids == ["system.home"]
            assert [type(error) for error in toy.faults] == [ModuleNotFoundError]
            assert toy.reads("Programme abîmé : réinstallez Gobelet, partie gardée")
            toy.faults.clear()
            toy.ok()
            assert toy.ids == ["system.home", "dice.home"], "the others are played"
            toy.back()
            toy.run(NOTED)
            toy.pull()
            assert toy.faults == [], "the snapshot is a new one"
        assert journals.items() <= toy.store.files.items()
        toy.pull()
        toy.game()
        assert toy.get("char", TARGET, "wounds") == 4, "it comes back as it was left"

    def test_only_the_screen_that_cannot_be_opened_is_left_out(self, toy):
        toy.form("trinity")
        toy.run(NOTED)
        screens, _, position = toy.store.files[SNAPSHOT][:-4].rpartition(b"\n")
        toy.store.files[SNAPSHOT] = snapshot_of(position + b"\n" + screens + b"\ntoy.nowhere\ntoy.history")
        toy.pull()
        assert toy.ids[-1] == "toy.history"
        toy.back()
        assert toy.ids == ["system.home", "toy.home", "toy.form"]
        assert [type(error) for error in toy.faults] == [KeyError]
        toy.faults.clear()

    def test_a_form_from_before_an_update(self, toy):
        toy.form("trinity")
        toy.run(NOTED)
        for line in (b"\ntoy.form 99", b"\ntoy.form 0 0 77", b"\ntoy.form"):
            toy.store.files[SNAPSHOT] = snapshot_of(b"\nsystem.home\ntoy.home 3" + line)
            toy.pull()
            assert toy.ids == ["system.home", "toy.home"], line
            assert toy.top.cursor == 3
            toy.faults.clear()
            toy.context.navigation.home()
            toy.run(NOTED)

    def test_a_store_that_cannot_be_read(self, toy_world):
        class Broken(MemoryStore):
            def read(self, name):
                raise OSError(5)

        board = Toy(store=Broken())
        assert board.reads("English"), "it starts as a new device"
        board.ok()
        board.back()
        assert board.ids == ["system.home"]

    @pytest.mark.parametrize("large", ["settings", NAMES, COLOURS, SNAPSHOT])
    def test_a_file_that_is_larger_than_the_memory(self, toy_world, large):
        """On the Pico, reading the file raises MemoryError.

        The device still starts, and the player can change the settings.
        """

        class Large(MemoryStore):
            def read(self, name):
                if name == large and len(self.files.get(name, b"")) > 200_000:
                    raise MemoryError
                return super().read(name)

        board = Toy(store=Large({**TAUGHT, large: b"\n" * 250_000}))
        if large == "settings":
            assert board.reads("English"), "it starts as a new device"
            board.ok()
            assert board.app.device.settings.bad == []
        else:
            assert board.ids == ["system.home"]
            board.game()
            assert board.ids == ["system.home", "toy.home"]

    @pytest.mark.parametrize(
        ("data", "name"),
        [
            (b"Zo\xc3\xa9\nMax\n", "Zoé"),
            (b"Zo\xc3\xa9\r\nMax", "Zoé"),
            (b"  Zo\xc3\xa9 \n", "Zoé"),
            (b"\nMax\n", "Rouge"),
            (b"", "Rouge"),
            (b"Zo\xc3", "Rouge"),
            (b"\xff" * 50, "Rouge"),
            (b"Maximilienne-Isabelle", "Maximilienne"),
            ("é".encode() * 5000, "é" * 12),
        ],
    )
    def test_names_from_the_desk(self, toy, data, name):
        toy.store.files[NAMES] = data
        toy.pull()
        assert toy.context.seat(0) == name
        assert len(toy.context.messages.names) <= 10

    def test_a_file_of_a_thousand_names(self, toy):
        toy.store.files[NAMES] = b"Nom\n" * 1000
        toy.pull()
        assert toy.context.messages.names == ["Nom"] * 10

    def test_a_name_fits_the_screens_that_show_it(self, toy):
        toy.store.files[NAMES] = ("\n".join(["MMMMMMMMMMMMMMM"] * 10)).encode()
        toy.pull()
        toy.context.dice.use_real_dice(True)
        toy.context.open("system.seats")
        toy.run(20)
        toy.form("strike", ATTACKER, TARGET)
        toy.down()
        toy.up()
        toy.ok()
        toy.ok(2)
        assert toy.app.canvas.clipped == 0
        assert toy.app.canvas.missing == 0

    @pytest.mark.parametrize("data", [b"", b"\x00\x01", bytes(11), bytes([0, 1, 2, 3, 4, 5, 6, 7, 8, 10])])
    def test_colours_that_are_none(self, toy, data):
        toy.store.files[COLOURS] = data
        toy.pull()
        assert [toy.context.seat(row) for row in range(2)] == ["Rouge", "Bleu"]

    def test_a_damaged_journal_is_told(self, toy):
        toy.game()
        toy.context.change([("char", TARGET, "wounds", 7)])
        toy.run(NOTED)
        name = next(name for name in toy.store.files if name.startswith("toy/0"))
        toy.store.files[name] = b"rubbish" * 9
        toy.pull()
        assert toy.reads("Journal abîmé : ce qui est lisible est gardé")
        assert toy.ids == ["system.home", "toy.home"]

    def test_damage_that_is_found_in_an_idle_moment_is_told_then(self, toy):
        """The device checks old blocks after it has opened the game."""
        toy.game()
        journal = toy.context.session.journal
        while len(journal.history.blocks) < 2:
            toy.context.change([("char", TARGET, "wounds", 1 - toy.get("char", TARGET, "wounds"))])
        toy.run(10 * NOTED)
        name = "toy/" + journal.history.blocks[0][0]
        data = toy.store.files[name]
        toy.store.files[name] = data[:400] + bytes(8) + data[408:]
        toy.pull()
        said = toy.reads("Journal abîmé : ce qui est lisible est gardé")
        while not at_rest(toy.app):
            toy.run(10)
            said = said or toy.reads("Journal abîmé : ce qui est lisible est gardé")
        assert said
        assert toy.store.files[name + ".bad"] == data[:400] + bytes(8) + data[408:]

    def test_a_bad_setting_is_told(self, toy):
        toy.store.files["settings"] = b"taught=yes\ncontrast=81\n"
        toy.pull()
        assert toy.reads("Réglage illisible : valeur d’origine")
        toy.run(TOAST_MS)
        assert toy.reads("Jouet")
        assert toy.store.files["settings"] == b"taught=yes\ncontrast=81\n"
