"""What is used where it lies in the flash: it answers as the copy did, whose memory comes back."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.building import build, image
from host_tools.building.strip_types import stripped
from tests.micropython.conftest import ROOT
from tests.micropython.wasm import Wasm

LONG = "a sentence that is too long to be a name, and so is a string of its own"
SOURCES = {
    "gobelet/__init__.py": "",
    "gobelet/core/work.py": f"""
TABLE = (("row one of the table", "row two of the table"), 3, b"bytes of a table, that are long enough")
SAID = {LONG!r}

def total(numbers):
    found = 0
    for number in numbers:
        if number > 2:
            found += number * 3 - 1
        else:
            found -= number
    return found

def counting(limit):
    at = 0
    while at < limit:
        yield at * at + total((at, limit))
        at += 1

def adder(more):
    def add(number):
        return number + more + total((number, more, 5))
    return add

class Purse:
    def __init__(self, coins):
        self.coins = coins
    def pay(self, price):
        if price > self.coins:
            raise ValueError("there are not so many coins in this purse")
        self.coins -= price
        return self.coins

class Circle:
    def around(self):
        return "a circle that holds itself, in a long string"

Circle.itself = Circle

def answers():
    purse = Purse(9)
    paid = [purse.pay(4)]
    try:
        purse.pay(7)
    except ValueError as fault:
        paid.append(fault.args[0])
    said = [TABLE[0][1], SAID, str(TABLE[2], "utf-8"), Circle().around()]
    return [total((1, 2, 3, 4)), list(counting(4)), adder(4)(7), paid, said]
""",
    "gobelet/boot.py": """
def called(step, coins):
    found = step()
    return [found, coins, coins + 1, coins + 2, coins + 3]
""",
    "gobelet/core/many.py": "".join(
        f"def number{n}(a, b):\n    return [a + b, a * b - {n}, a - b * {n}, 'so long that it is a string, {n}']\n"
        for n in range(60)
    ),
    "gobelet/device/keys.py": """
class Ring:
    def note(self, mask):
        found = 0
        while mask:
            found += mask & 1
            mask >>= 1
        return found

class Keys(Ring):
    def edge(self, mask):
        return self.note(mask) + self.note(mask >> 8) + self.note(mask >> 16)

def elsewhere(mask):
    return [mask & 1, mask & 2, mask & 4, mask & 8, mask & 16]
""",
    "gobelet/games/one/rules/__init__.py": "PROCEDURES = ()\n",
}
WORDS = {"fr": "a = un", "en": "a = one"}

START = """
import gc, json, os, sys, uctypes
class Machine:
    class Words:
        def __getitem__(self, at):
            return int.from_bytes(uctypes.bytearray_at(at, 4), sys.byteorder)
        def __setitem__(self, at, value):
            uctypes.bytearray_at(at, 4)[:] = value.to_bytes(4, sys.byteorder)
    mem32 = Words()
sys.modules["machine"] = Machine
sys.modules["gobelet_board"] = sys

flash = bytearray(open("/flash", "rb").read())
START = uctypes.addressof(flash)
END = START + len(flash)
class Flash:
    def readblocks(self, block, into, at=0):
        into[:] = memoryview(flash)[block * 4096 + at : block * 4096 + at + len(into)]
    def ioctl(self, request, argument):
        return {4: len(flash) // 4096, 5: 4096}.get(request, 0)
"""

# This MicroPython has no littlefs; a file's last block is found by what is in it.
WITHOUT_LITTLEFS = """
class File:
    def __init__(self, file, watched):
        self.seek = file.seek
        self.file = file
        self.watched = watched
    def __enter__(self):
        return self
    def __exit__(self, *fault):
        self.file.close()
    def read(self, count):
        at = self.file.tell()
        self.file.seek(max(0, at - 200))
        tail = self.file.read(at - max(0, at - 200))
        found = bytes(flash).find(tail)
        self.watched.readblocks(found // 4096, bytearray(1))
        self.file.seek(at)
        return self.file.read(count)
class Littlefs:
    def __init__(self, watched):
        self.watched = watched
    def open(self, path, mode):
        return File(open(path, mode), self.watched)
import gobelet_packs
gobelet_packs.mount("/packs/")
from gobelet import boot
from gobelet.core import many, work
from gobelet.device import keys
from gobelet.memory import inplace
LOW = min(id(work.total), id(keys.elsewhere)) - 200000
listener = keys.Keys()
moving = inplace.InPlace(gobelet_packs.packs, Flash(), START, Littlefs, [listener], (LOW, END + 10000000))
begun = work.counting(3)
first = next(begun)
purse = work.Purse(2)
def place(function):
    return START <= Machine.mem32[id(function) + 12] < END
def allocated():
    return gc.mem_alloc()
def step():
    global moved
    moved = 0
    while moving.waits():
        moving.due = 1
        moved |= moving.settle()
    return len([path for path in sys.modules if hasattr(sys.modules[path], "in_place")])
def all_at_once():
    moving.due = inplace.ALL
    moving.settle()
    return json.dumps([moving.due, len(moving.todo)])
def one_alone():
    moving.link("gobelet.core.work")
    return moving.todo is None
def nothing_due():
    moving.settle()
    return moving.todo is None
def sizes_asked():
    asked = []
    def address(start, size):
        asked.append(size)
        return 0
    said = work.SAID.encode()
    moving._constant(id(work.SAID), bytes([5, len(said)]) + said + b"\0", 0, 0, address)
    return json.dumps(asked)
def litter():
    return len([bytes(200) for _ in range(300)])
def answers():
    return json.dumps(work.answers())
def through_a_call():
    return json.dumps(boot.called(step, 2))
def step_without_room():
    read = moving._packs.module
    def module(path):
        raise MemoryError
    moving._packs.module = module
    count = step()
    moving._packs.module = read
    return json.dumps([count, moved])
def step_where_no_copy_finds_room():
    def read(file, start, size):
        refused.append(size)
        raise MemoryError
    refused = []
    moving._read = read
    return json.dumps([step(), len(refused)])
def after_a_collection():
    moving.todo = None
    return json.dumps([step(), moved])
def read_from():
    asked = []
    pack = moving._packs.module("/core/work.mpy")[0]
    file = pack.file
    class Read:
        def seek(self, at):
            return file.seek(at)
        def readinto(self, data):
            asked.append(len(data))
            return file.readinto(data)
    pack.file = Read()
    count = step()
    pack.file = file
    return json.dumps([count, len(asked)])
def where():
    found = [work.total, work.answers, work.Purse.pay, work.Purse.__init__, work.Circle.around, keys.elsewhere]
    stays = [work.counting, boot.called, keys.Keys.edge, keys.Ring.note]
    return json.dumps([[place(each) for each in found], [place(each) for each in stays]])
def strings():
    words = [work.SAID, work.TABLE[0][0], work.TABLE[0][1], work.TABLE[2]]
    return json.dumps([START <= Machine.mem32[id(word) + 12] < END for word in words])
def rest():
    return json.dumps([first, list(begun), listener.edge(13)])
"""


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> build.Build:
    """The packs of a small program."""
    root = tmp_path_factory.mktemp("small")
    files = {f"firmware/{path}": text for path, text in SOURCES.items()}
    for language, words in WORDS.items():
        files[f"firmware/gobelet/system/{language}.txt"] = words
        files[f"firmware/gobelet/games/one/{language}.txt"] = words
    files |= {"boards/pico.py": "", "firmware/main.py": ""}
    for name in ("gobelet_packs.py", "gobelet/memory/inplace.py"):
        files[f"firmware/{name}"] = (ROOT / "firmware" / name).read_text()
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return build.build(root / "out", "pico", root=root, plain=True)


@pytest.fixture
def python(wasm_package: None, made: build.Build) -> Callable[[bytes], Wasm]:
    """MicroPython with the packs, and with these bytes as its flash."""

    def begin(flash: bytes) -> Wasm:
        machine = Wasm()
        for path in (made.folder / "packs").iterdir():
            machine.put(f"/packs/{path.name}", path.read_bytes())
        packs = stripped((ROOT / "firmware" / "gobelet_packs.py").read_text("utf-8"))
        machine.put("/gobelet_packs.py", build.without_native(packs).encode())
        machine.put("/flash", flash)
        machine.run("import os, sys\nos.chdir('/')\nsys.path[:] = ['/']")
        machine.run(START + WITHOUT_LITTLEFS)
        return machine

    return begin


def call(machine: Wasm, name: str) -> object:
    told = machine.calls([[name]])[0][0]
    return json.loads(told) if isinstance(told, str) else told


def heap(machine: Wasm) -> int:
    machine.calls([["litter"], ["collect"]])
    return int(str(call(machine, "allocated")))


def test_functions_and_strings_are_used_where_they_lie(
    python: Callable[[bytes], Wasm], made: build.Build
) -> None:
    with python(image.installed(made, {}).image) as machine:
        machine.run("def collect():\n    gc.collect()\n")
        expected = call(machine, "answers")
        before = heap(machine)
        assert call(machine, "where") == [[False] * 6, [False] * 4]
        # What calls it stays, and so does what an interrupt calls, or has begun and goes on.
        assert call(machine, "nothing_due")
        assert call(machine, "through_a_call") == [6, 2, 3, 4, 5]
        assert call(machine, "where") == [[True] * 6, [False] * 4]
        assert call(machine, "strings") == [True] * 4
        after = heap(machine)
        assert before - after > 60 * (32 + 16)  # at least, a function's bytes and a string's
        assert call(machine, "answers") == expected
        assert call(machine, "rest") == [8, [8, 10], 3]
        assert call(machine, "step") == 6, "of which none is left"
        assert call(machine, "all_at_once") == [0, 0]


def test_all_of_them_at_once(python: Callable[[bytes], Wasm], made: build.Build) -> None:
    with python(image.installed(made, {}).image) as machine:
        expected = call(machine, "answers")
        assert call(machine, "all_at_once") == [0, 0]
        assert call(machine, "where") == [[True] * 6, [False] * 4]
        assert call(machine, "answers") == expected


def test_one_alone_as_soon_as_it_has_come(python: Callable[[bytes], Wasm], made: build.Build) -> None:
    with python(image.installed(made, {}).image) as machine:
        expected = call(machine, "answers")
        assert call(machine, "one_alone")
        assert call(machine, "where") == [[True] * 5 + [False], [False] * 4]
        assert call(machine, "answers") == expected
        assert call(machine, "all_at_once") == [0, 0]
        assert call(machine, "where") == [[True] * 6, [False] * 4]


def test_a_string_is_asked_for_with_its_closing_zero(
    python: Callable[[bytes], Wasm], made: build.Build
) -> None:
    with python(image.installed(made, {}).image) as machine:
        assert call(machine, "sizes_asked") == [len(LONG) + 1]
    flash = bytearray(image.installed(made, {}).image)
    flash[flash.find(LONG.encode()) + len(LONG)] = 1
    with python(bytes(flash)) as machine:
        call(machine, "step")
        assert call(machine, "strings") == [False, True, True, True]


def test_what_differs_from_the_flash_stays_in_memory(
    python: Callable[[bytes], Wasm], made: build.Build
) -> None:
    flash = bytearray(image.installed(made, {}).image)
    at = flash.find(LONG.encode())
    flash[at + 20] ^= 1
    with python(bytes(flash)) as machine:
        assert call(machine, "step") == 6
        assert call(machine, "strings") == [False, True, True, True]
        assert LONG in str(call(machine, "answers"))


def test_what_there_is_no_room_to_read_stays_in_memory_until_there_is(
    python: Callable[[bytes], Wasm], made: build.Build
) -> None:
    with python(image.installed(made, {}).image) as machine:
        expected = call(machine, "answers")
        assert call(machine, "step_without_room") == [0, 0]
        assert call(machine, "where") == [[False] * 6, [False] * 4]
        assert call(machine, "answers") == expected
        assert call(machine, "after_a_collection") == [6, 1]
        assert call(machine, "where") == [[True] * 6, [False] * 4]


@pytest.fixture(scope="module")
def in_two_blocks(made: build.Build) -> int:
    """How many modules do not lie in one piece. Not counted are those that are left alone, and the package of a game,
    in another pack.
    """
    flash = image.installed(made, {}).image
    modules = {
        name: data
        for name, data in made.packed["shared"].items()
        if name.endswith(".mpy") and name not in ("/boot.mpy", "/memory/inplace.mpy")
    }
    found = sum(data not in flash for data in modules.values())
    assert 0 < found < len(modules)
    return found


def test_without_room_for_a_copy_a_module_is_read_in_the_blocks_where_it_lies(
    python: Callable[[bytes], Wasm], made: build.Build, in_two_blocks: int
) -> None:
    with python(image.installed(made, {}).image) as machine:
        expected = call(machine, "answers")
        assert call(machine, "step_where_no_copy_finds_room") == [6, in_two_blocks]
        assert call(machine, "where") == [[True] * 6, [False] * 4]
        assert call(machine, "answers") == expected


def test_blocks_that_are_not_the_file_s_are_not_read_in_place_of_a_copy(
    python: Callable[[bytes], Wasm], made: build.Build, in_two_blocks: int
) -> None:
    flash = bytearray(image.installed(made, {}).image)
    many = made.packed["shared"]["/core/many.mpy"]
    flash[flash.find(many[:100]) + 50] ^= 1
    with python(bytes(flash)) as machine:
        expected = call(machine, "answers")
        # It waits for room, and so do those that were asked for after it.
        assert call(machine, "step_where_no_copy_finds_room") == [5, in_two_blocks]
        assert call(machine, "answers") == expected


def test_what_lies_in_one_block_is_not_copied_to_be_looked_at(
    python: Callable[[bytes], Wasm], made: build.Build, in_two_blocks: int
) -> None:
    with python(image.installed(made, {}).image) as machine:
        assert call(machine, "read_from") == [6, in_two_blocks]
        assert call(machine, "where") == [[True] * 6, [False] * 4]


def test_the_blocks_of_a_file_are_found_by_littlefs_itself(
    micropython: Callable[..., str], made: build.Build, tmp_path: Path
) -> None:
    """Under the desk's MicroPython, which has a littlefs: each piece of a file of many blocks."""
    files = image.installed(made, {})
    text = "".join(f"{number:7}\n" for number in range(8000)).encode()
    for name in ("one", "two"):  # what lies between them, and what was there before
        files.put(f"packs/{name}.pack", text[:30000])
        files.put(f"between{name}", text[:9000])
    files.put("packs/one.pack", text)
    (tmp_path / "flash").write_bytes(files.image)
    script = START.replace("/flash", "flash") + (
        "import vfs\n"
        "from gobelet.memory import inplace\n"
        "watched = inplace.Watched(Flash())\n"
        "with vfs.VfsLfs2(watched).open('/packs/one.pack', 'rb') as file:\n"
        "    laid = inplace.Laid(file, watched, START)\n"
        "    found = []\n"
        "    ends = []\n"
        "    for at in range(0, 63900, 100):\n"
        "        file.seek(at)\n"
        "        place = laid.address(at, 100)\n"
        "        if place:\n"
        "            found.append(uctypes.bytearray_at(place, 100) == file.read(100))\n"
        "    starts = laid._starts\n"
        "    for end in starts[1:-1]:\n"  # to the very end of a block, and one byte further
        "        file.seek(end - 50)\n"
        "        place = laid.address(end - 50, 50)\n"
        "        ends.append(uctypes.bytearray_at(place, 50) == file.read(50) and not laid.address(end - 50, 51))\n"
        "class Short:\n"
        "    block = 1\n"
        "    def ioctl(self, request, argument):\n"
        "        return wrong\n"
        "with open('flash', 'rb') as file:\n"
        "    for wrong in (1, 0):\n"  # no such block
        "        ends.append(inplace.Laid(file, Short(), START).address(9000, 10) == 0)\n"
        "print(json.dumps([len(found), all(found), ends]))\n"
    )
    printed = micropython(script, files={"flash": tmp_path / "flash"}, heap=8 << 20)
    pieces, same, ends = json.loads(printed.splitlines()[-1])
    assert same
    assert ends == [True] * (15 + 2)
    assert pieces == 639 - 15  # each of 16 blocks but the last one ends within a piece
