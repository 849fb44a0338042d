"""A full store or a full memory: no data is lost, and the screen is created again or the key acts again."""

from __future__ import annotations

from gobelet.rules.shaker import Shaker
from tests.toy_game.inside import ATTACKER, NOTED, TARGET, roll_paths


class TestFullStore:
    def check_full_store(self, toy, words="Stockage plein : rien n’a été changé"):
        assert toy.reads(words)
        assert [type(error) for error in toy.faults] == [OSError]
        toy.faults.clear()
        toy.back()

    def test_a_roll(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.run(NOTED)
        toy.store.full = True
        toy.dice(6, 1)
        toy.ok()
        self.check_full_store(toy)
        assert toy.ids[-1] == "toy.form"
        assert roll_paths(toy) == []
        toy.store.full = False
        toy.dice(6, 2)
        toy.ok()
        assert roll_paths(toy) == [[(6, 2)]]

    def test_the_middle_of_a_roll(self, toy):
        toy.form("trinity")
        toy.dice(12, 3)
        toy.ok()
        toy.run(NOTED)
        toy.store.full = True
        toy.ok()
        self.check_full_store(toy)
        assert toy.reads("Quel dé ?")
        assert toy.top.path == [(12, 3)]
        toy.store.full = False
        toy.dice(2)
        toy.ok()
        assert roll_paths(toy)[-1] == [(12, 3), 0, (2,)]

    def test_applying_and_undoing(self, toy):
        toy.form("strike", ATTACKER, TARGET)
        toy.dice(6, 1)
        toy.ok()
        toy.store.full = True
        toy.ok()
        self.check_full_store(toy)
        assert toy.get("char", TARGET, "wounds") == 0
        assert toy.top.actions()[0] == "apply"
        toy.store.full = False
        toy.ok()
        toy.store.full = True
        toy.undo()
        self.check_full_store(toy)
        assert toy.get("char", TARGET, "wounds") == 5

    def test_a_change(self, toy):
        toy.context.open("toy.home")
        toy.context.open("toy.count")
        toy.run(20)
        toy.store.full = True
        toy.up()
        self.check_full_store(toy)
        assert toy.get("char", 2, "armour") == 0
        assert toy.ids[-1] == "toy.count"

    def test_settings_and_colours(self, toy):
        toy.context.open("system.settings")
        toy.down(2)
        toy.run(NOTED)
        toy.store.full = True
        toy.ok()
        self.check_full_store(toy)
        assert toy.reads("Tête en bas", "non")
        toy.store.full = False
        toy.context.open("system.seats")
        toy.ok()
        toy.down()
        toy.run(NOTED)
        toy.store.full = True
        toy.ok()
        self.check_full_store(toy)
        assert toy.reads("1 Rouge")
        toy.faults.clear()

    def test_saving_the_snapshot_fails_without_a_word(self, toy):
        """The player did not request the save, and no game is lost."""
        toy.store.full = True
        toy.down()
        toy.run(10 * NOTED)
        assert toy.ids == ["system.home"]
        assert len(toy.faults) == 1, "not again and again"
        toy.game()
        assert toy.ids == ["system.home", "system.settings"]
        toy.faults.clear()

    def test_a_game_opens_and_plays_from_a_full_store(self, toy):
        toy.store.full = True
        toy.game()
        toy.ok()
        assert toy.ids[-1] == "toy.form"
        assert not toy.reads("Stockage")
        toy.faults.clear()

    def test_other_trouble_has_its_own_words(self, toy):
        toy.game()
        toy.context.open("toy.count")
        toy.run(20)

        def raise_store_error(name, data):
            raise OSError(5)

        toy.store.append = toy.store.replace = raise_store_error
        toy.up()
        self.check_full_store(toy, "Stockage en panne : rien n’a été changé")

    def test_dice_without_entropy(self, toy):
        toy.form("plain")
        toy.context.dice.use_shaker(Shaker(lambda n: b""))
        toy.ok()
        self.check_full_store(toy, "hasard en panne")
        assert roll_paths(toy) == []

    def test_dice_with_a_source_that_stands_still(self, toy):
        toy.form("plain")
        toy.context.dice.use_shaker(Shaker(lambda n: b"\x03" * n))
        toy.ok()
        self.check_full_store(toy, "hasard en panne")
        assert roll_paths(toy) == []
