"""The file store on the computer's own files, and on a littlefs with a Pico's geometry and power cuts."""

import contextlib
import random

import pytest

from gobelet.device import store as module
from gobelet.device.store import FileStore, last_value
from gobelet.journal.journal import LEAST, Journal
from gobelet.journal.load import load
from gobelet.rules.sheet import Kind, State
from tests.device.littlefs import HOWS, Flash, ListedStore, PowerCut, mount_store
from tests.sweep import case_count, sample_cases


@pytest.fixture
def store(tmp_path):
    return ListedStore(str(tmp_path / "data"))


def test_makes_its_folder_and_finds_it_again(tmp_path):
    FileStore(str(tmp_path / "data")).replace("a", b"1")
    assert FileStore(str(tmp_path / "data")).read("a") == b"1"


def test_a_file_where_the_folder_should_be_is_told(tmp_path):
    (tmp_path / "data").write_bytes(b"")
    with pytest.raises(OSError):
        FileStore(str(tmp_path / "data"))


def test_read_replace_append_remove_names(store):
    assert store.read("a") is None
    store.replace("a", b"first")
    store.replace("a", b"second")
    store.append("log", b"12")
    store.append("log", b"34")
    assert store.read("a") == b"second"
    assert store.read("log") == b"1234"
    store.replace("empty", b"")
    assert store.read("empty") == b""
    assert store.names() == ["a", "empty", "log"]
    store.remove("a")
    store.remove("a")
    assert store.names() == ["empty", "log"]
    assert store.read("a") is None


def test_views_and_bytearrays_are_written(store):
    store.replace("a", memoryview(b"abcdef")[1:4])
    store.append("a", bytearray(b"!"))
    assert store.read("a") == b"bcd!"


def test_a_file_in_a_folder(store):
    assert store.read("game/0") is None
    store.append("game/0", b"1")
    store.replace("game/a", b"2")
    store.append("game/0", b"3")
    store.replace("other", b"4")
    assert store.names() == ["game/0", "game/a", "other"]
    assert store.read("game/0") == b"13"
    assert not store.prepare_append("game/0"), "without the flash there is nothing to do"
    store.remove("game/0")
    assert store.names() == ["game/a", "other"]


# The store on littlefs.


@pytest.fixture
def flash_store(monkeypatch):
    """Return a function that mounts a flash for the device's store."""
    return lambda flash, fresh=False: mount_store(monkeypatch, flash, fresh)


@pytest.mark.parametrize("how", HOWS)
@pytest.mark.parametrize("size", [0, 5, 300, 5000])
@pytest.mark.parametrize("name", ["a", "game/a", "new", "fresh/new"])
def test_a_cut_leaves_the_old_content_or_the_new(flash_store, how, size, name):
    store = flash_store(flash := Flash(), True)
    store.replace("a", b"old content" * 90)
    store.replace("game/a", b"old content" * 90)
    image = bytes(flash.buffer)
    old = store.read(name)
    new = bytes(range(256)) * 20
    new = new[:size]
    seen = set()
    for cut in range(1, 99):
        store = flash_store(flash := Flash(image))
        flash.cut_at = flash.count + cut
        flash.how = how
        try:
            store.replace(name, new)
        except PowerCut:
            store = flash_store(Flash(bytes(flash.buffer)))
            assert store.read(name) in (old, new)
            assert set(store.names()) - {name} <= {"a", "game/a"}, "what is not complete is no file"
            seen.add(store.read(name) == new)
            store.replace(name, b"and goes on")
            assert store.read(name) == b"and goes on"
        else:
            break
    assert cut > 1
    if how == "clean":
        assert False in seen


@pytest.mark.parametrize("how", HOWS)
def test_a_restore_that_was_cut_between_two_names_leaves_the_old_data(flash_store, how):
    """SWAP in host_tools/device/data.py makes this restore.

    The power may fail again when the device starts.
    """
    flash_store(flash := Flash(), True).replace("game/a", b"old")
    module.os.rename("/data", "/data.old")
    module.os.mkdir("/data.new")
    image = bytes(flash.buffer)
    for cut in range(1, 20):
        flash = Flash(image)
        flash.cut_at, flash.how = cut, how
        try:
            store = flash_store(flash)
        except PowerCut:
            assert flash_store(Flash(bytes(flash.buffer))).read("game/a") == b"old"
        else:
            break
    assert cut > 1
    assert store.read("game/a") == b"old"
    assert sorted(module.os.listdir("/")) == ["data", "data.new"]


def test_no_room_keeps_the_old_content(flash_store):
    store = flash_store(Flash(blocks=16), True)
    store.replace("a", b"old content")
    for name in ("a", "new", "game/a"):
        with pytest.raises(OSError) as full:
            store.replace(name, bytes(90_000))
        assert full.value.args[0] == 28
    assert store.read("a") == b"old content"
    assert store.names() == ["a"]
    assert "new.tmp" not in module.os.listdir("/data") and module.os.listdir("/data/game") == []


def test_what_is_noted_often_is_programmed_in_place(flash_store):
    """The last note is the value of the file; a log beside it grows between the notes."""
    store = flash_store(flash := Flash(), True)
    store.replace("place", b"of an earlier version")
    store.write_strip("game/0", b"the log of a game: ")
    store.write_value("place", b"screens 0")
    assert last_value(store.read("place")) == b"screens 0"
    erases, many = flash.erases, 200
    for n in range(many):
        if n % 50 == 49:
            store = flash_store(flash)
        store.write_value("place", text := b"the screens number %d, and where each of them stands" % n)
        assert last_value(store.read("place")) == text
        store.append("game/0", b"%d " % n)
    assert flash.erases - erases < many / 20
    assert store.read("game/0")[:37] == b"the log of a game: 0 1 2 3 4 5 6 7 8 "
    assert flash_store(flash).names() == ["game/0", "place"]


def test_what_is_noted_behind_a_file_that_was_written_whole_is_added_to_that(flash_store):
    store = flash_store(Flash(), True)
    store.write_value("place", b"screens 0, and where each of them stands")
    store.write_value("place", b"screens 1, and where each of them stands")
    store.replace("place", b"of a desk, and longer than what a strip is known by")
    assert last_value(store.read("place")) == b"of a desk, and longer than what a strip is known by"
    store.write_value("place", b"screens 2")
    assert last_value(store.read("place")) == b"screens 2"


def fail_times(times, then):
    """Return a function and the list of its calls.

    The function raises MemoryError a number of times, then calls `then`.
    """
    tries = []

    def fail_or_call(*given):
        tries.append(given)
        if len(tries) <= times:
            raise MemoryError
        return then(*given)

    return fail_or_call, tries


@pytest.mark.parametrize("left", range(4))
def test_a_strip_that_finds_no_room_leaves_the_file_as_it_was(flash_store, monkeypatch, left):
    """`left` is the number of buffers that can still be allocated."""
    store = flash_store(Flash(), True)
    store.write_strip("game/0", b"before ")
    rooms = [True] * left

    def make_buffer(*given):
        if not rooms:
            raise MemoryError
        rooms.pop()
        return bytearray(*given)

    with monkeypatch.context() as patch, contextlib.suppress(MemoryError):
        patch.setattr(module, "bytearray", make_buffer, raising=False)
        store.write_strip("game/0", b"behind ")
    assert store.read("game/0")[:8] == (b"behind \xff" if left else b"before \xff")
    assert len(store.read("game/0")) == 4096


@pytest.mark.parametrize("fault", [KeyboardInterrupt, MemoryError, OSError])
@pytest.mark.parametrize("name", ["a", "new"])
def test_what_is_interrupted_leaves_the_old_content(flash_store, monkeypatch, name, fault):
    """Ctrl-C on a computer may stop the program at any moment.

    The test interrupts each write in turn, and the moment after the last one.
    """
    store = flash_store(Flash(), True)
    store.replace("a", b"old content" * 90)
    old = store.read(name)
    names = module.os.listdir("/data")
    pieces = [b"first ", b"second ", b"third"]

    def interrupted_pieces(writes):
        yield from pieces[:writes]
        raise fault

    for writes in range(4):
        with pytest.raises(fault):
            store.write_pieces(name, interrupted_pieces(writes))
        assert store.read(name) == old
        assert module.os.listdir("/data") == names, "nothing unfinished is left"
    store.write_pieces(name, pieces)
    assert store.read(name) == b"first second third"


def test_a_new_strip_is_looked_for_once_in_the_flash(flash_store):
    """A key waits for this search: 25 ms on a Pico."""
    store = flash_store(flash := Flash(), True)
    store.write_value("place", b"screens 0, and where each of them stands")
    looked = []
    read = flash.readblocks
    flash.readblocks = lambda block, data, off: (looked.append((block, off)), read(block, data, off))[1]
    store.write_strip("place", b"screens 1, and where each of them stands")
    assert len([off for _, off in looked if off == 0]) == flash.blocks
    flash.readblocks = read
    store.write_value("place", b"screens 2")
    assert last_value(store.read("place")) == b"screens 2"


@pytest.mark.parametrize("size", [0, 1, 511, 512, 513, 4000])
def test_a_strip_is_written_in_pieces(flash_store, monkeypatch, size):
    """A heap that is almost full may have no 4 KB in one block."""
    store = flash_store(Flash(), True)
    data = bytes(random.Random(size).choices(range(32, 127), k=size))
    asked = []

    def strip_and_note(data, start=0, end=module._STRIP):
        asked.append((start, end))
        return strip_of(data, start, end)

    strip_of = module.strip_of
    monkeypatch.setattr(module, "strip_of", strip_and_note)
    store.write_strip("place", data)
    assert max(end - start for start, end in asked) <= module._PIECE
    assert store.read("place") == strip_of(data)


def test_only_what_is_new_is_noted(flash_store):
    """Then a strip has room for the notes of 150 keys, however many screens are open."""
    store = flash_store(flash := Flash(), True)
    said = b"system.home 2;2 0\ntrinytia.home 1;1 0\ntrinytia.attack 0 1 2 3 4 5 6 7;%d 0\n%d\n%08x"
    store.write_value("place", said % (0, 0, 0))
    erases = flash.erases
    for n in range(150):
        store.write_value("place", text := said % (n % 9, 1000 + n, n * 77_777_777 % 2**32))
        assert last_value(store.read("place")) == text
    assert flash.erases == erases
    store.write_value("place", b"short")
    assert last_value(store.read("place")) == b"short"
    store.write_value("place", b"shorter")
    store.write_value("place", b"shorter")
    assert last_value(store.read("place")) == b"shorter"


def test_a_note_that_goes_back_counts_for_nothing():
    """A note whose data end before those of the note before it is ignored."""
    strip = module.strip_of(b"screens 0")
    # A note is the end of the data in 16 bits, and their complement; the first note is before the mark of four bytes.
    second = 4096 - 4 - 2 * 4
    assert strip[second + 4 : second + 8] == b"\x09\x00\xf6\xff"
    strip[9:18] = b"screens 1"
    strip[second : second + 4] = b"\x12\x00\xed\xff"
    assert last_value(bytes(strip)) == b"screens 1"
    strip[second - 4 : second] = b"\x04\x00\xfb\xff"
    assert last_value(bytes(strip)) == b"screens 1"
    assert module.extend(bytes(strip), b"!") == b"screens 0screens 1!"


@pytest.mark.sweep
@pytest.mark.parametrize("how", HOWS)
def test_a_cut_leaves_what_was_noted_before_or_after(flash_store, how):
    store = flash_store(flash := Flash(), True)
    for n in range(case_count(10, 60)):
        image = bytes(flash.buffer)
        before, after = b"screens %d" % (n - 1) * 5, b"screens %d" % n * 5
        for cut in range(1, 99):
            store = flash_store(flash := Flash(image))
            flash.cut_at, flash.how = flash.count + cut, how
            try:
                store.write_value("place", after)
            except PowerCut:
                store = flash_store(Flash(bytes(flash.buffer)))
                assert last_value(store.read("place") or before) in (before, after)
                store.write_value("place", b"and goes on")
                assert last_value(store.read("place")) == b"and goes on"
            else:
                break
        assert cut > 2 or how == "clean"


# The journal in a FileStore

PLAYER = Kind("player", 3, (("pv", 0, 30, 10), ("wounds", 0, "pv", 0), ("gold", -500, 500, 3)))
SHIP = Kind("ship", 40, tuple([(f"f{n}", -9, 99, n) for n in range(25)]))
KINDS = (PLAYER, SHIP)
ATTACK = (6, [0, 3, 1, 0, 2, 0, 0, 1, 0, 14, 3, 2, 0, 0, 1, 0, 0], [(3,), (5, 2), 1])


def open_journal(store):
    loaded = load(store, "game", State(KINDS))
    return Journal(loaded), loaded.condition


def act_as_player(log, n):
    """Do one of the actions of a player."""
    what = n % 10
    if what < 5:
        log.change(
            log.state.effects([("player", n % 3, "gold", n % 500)]), what in (2, 3), b"place %d" % (n // 40)
        )
    elif what == 5:
        log.undo()
    elif what == 6:
        log.redo()
    elif n % 300 == 299:
        log.change(log.state.effects([("ship", row, "f7", n // 300) for row in range(40)]))
    else:
        log.write_roll(*ATTACK, location=b"place %d" % n)


def visible_state(log):
    return (
        [list(sheet) for sheet in log.state.sheets],
        log.position,
        log.source_roll(),
        log.done[-64:],
    )


@pytest.mark.sweep
def test_the_journal_with_the_power_cut_at_every_step(flash_store):
    """The power is also cut during the restart and in idle moments.

    The files are then those before or after the step.
    """
    chance = random.Random(5)
    log, _ = open_journal(flash_store(flash := Flash(blocks=64), True))
    cuts = 0
    cut_at = {
        *sample_cases(range(0, 1100, 3), 12),
        299,
        599,
        899,
    }  # the last three steps change all ships at once
    for n in range(1100):
        if n in cut_at:
            image = bytes(flash.buffer)
            log, said = open_journal(flash_store(Flash(image, 64)))
            assert said == "ok" or not log.has_records
            before = visible_state(log)
            for cut in range(1, 99):
                if cut > 12 and chance.random() < 0.8:
                    continue
                log, _ = open_journal(flash_store(dying := Flash(image, 64)))
                dying.cut_at = cut
                dying.how = chance.choice(HOWS)
                after = before
                try:
                    act_as_player(log, n)
                    after = visible_state(log)
                    for _ in range(4):
                        log.do_idle_work()
                except PowerCut:
                    cuts += 1
                    log, said = open_journal(flash_store(Flash(bytes(dying.buffer), 64)))
                    assert said == "ok" or not log.has_records, (n, cut)
                    found = visible_state(log)
                    if after is not before:
                        assert found == after
                    elif found != before:
                        assert found[1] > before[1]
                        opened_once, _ = open_journal(flash_store(Flash(image, 64)))
                        act_as_player(opened_once, n)
                        if found != visible_state(
                            opened_once
                        ):  # otherwise the cut came after the LOCATION record
                            assert (found[0], *found[2:]) == (before[0], *before[2:])
                else:
                    break
            log, _ = open_journal(flash_store(flash := Flash(image, 64)))
        act_as_player(log, n)
        if n % 2:
            log.do_idle_work()
    assert cuts > 2 * len(cut_at)
    assert log.position > 3 * 4096


def count_erases(on, acts, taps=1):
    """Return (all erases, erases that a player waits for) of 1200 steps."""
    log, _ = open_journal(on(flash := Flash(), True))
    waited = 0
    for n in range(1500):
        if n == 300:
            flash.erases = waited = 0
        for step in acts(log, n):
            before = flash.erases
            step()
            waited += flash.erases - before
            if n % taps == 0:
                while log.do_idle_work():
                    pass
    return flash.erases, waited


def counter_steps(log, n):
    yield lambda: log.change(log.state.effects([("player", n % 3, "gold", n % 500)]))


def attack_steps(log, n):
    yield lambda: log.write_roll(*ATTACK)
    yield from counter_steps(log, n)


def test_a_press_waits_for_no_erase_and_a_hundred_cost_few(flash_store):
    for what, acts, taps in (
        ("changes", counter_steps, 1),
        ("attacks with their effects", attack_steps, 1),
        ("changes, three at a time", counter_steps, 3),
    ):
        erases, waited = count_erases(flash_store, acts, taps)
        print(f"{erases / 12:.1f} erases in 100 {what}, of which players waited for {waited}")
        assert waited == 0
        assert erases <= 12 * 4


@pytest.mark.sweep
def test_cuts_in_the_middle_of_additions_cost_no_steps(flash_store):
    """The log with the incomplete end is rewritten, and no other log is begun.

    The result is the same for any number of cuts.
    """

    def gold_values():
        return [log.state.get("player", row, "gold") for row in range(3)]

    def take_gold():
        log.change(log.state.effects([("player", n % 3, "gold", -gold_values()[n % 3] - n % 7 - 1)]))

    chance = random.Random(8)
    log, _ = open_journal(flash_store(flash := Flash(), True))
    for n in range(400):
        act_as_player(log, n)
        log.do_idle_work()
    waited = torn = 0
    allowed = [gold_values()]
    tries = case_count(100, 400)
    for n in range(400, 400 + tries):
        log, said = open_journal(flash_store(flash := Flash(bytes(flash.buffer))))
        assert said == "ok"
        assert gold_values() in allowed
        assert len(log.done) >= LEAST, n
        erases = flash.erases
        while log.do_idle_work():
            pass
        assert flash.erases <= erases + 4
        erases = flash.erases
        for _ in range(chance.choice((0, 0, 1, 3))):
            take_gold()
        waited += flash.erases - erases
        allowed = [gold_values()]
        flash.cut_at, flash.how = flash.count + chance.choice((1, 1, 2)), chance.choice(HOWS)
        with pytest.raises(PowerCut):
            take_gold()
            allowed.append(gold_values())
            take_gold()
        torn += flash.how != "clean"
        allowed.append(
            [value if row != n % 3 else -value - n % 7 - 1 for row, value in enumerate(gold_values())]
        )
    assert torn > tries // 2
    assert waited == 0, "what comes after a cut is programmed in place too"
