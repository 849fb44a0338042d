"""Check the store under real MicroPython and littlefs, with a power cut at every block operation."""

import os

from gobelet.device.store import FileStore

SIZE = 4096
BLOCKS = 24
EIO = 5


class Flash:
    """A flash whose power fails during program or erase number `cut`."""

    def __init__(self, data, cut=None):
        self.data = data
        self.cut = cut
        self.count = 0

    def readblocks(self, n, buf, off=0):
        if self.has_lost_power():
            return -EIO
        start = n * SIZE + off
        buf[:] = self.data[start : start + len(buf)]
        return 0

    def writeblocks(self, n, buf, off=None):
        if self.has_lost_power():
            return -EIO
        self.count += 1
        start = n * SIZE + (off or 0)
        if off is not None:
            size = len(buf) // 2 if self.has_lost_power() else len(buf)
            self.data[start : start + size] = buf[:size]
        return -EIO if self.has_lost_power() else 0

    def ioctl(self, op, arg):
        if op == 4:
            return BLOCKS
        if op == 5:
            return SIZE
        if op == 6:
            if self.has_lost_power():
                return -EIO
            self.count += 1
            start = arg * SIZE
            self.data[start : start + SIZE] = b"\xff" * SIZE
        return 0

    def has_lost_power(self):
        return self.cut is not None and self.count >= self.cut


def check_condition(condition, what):
    if not condition:
        raise SystemExit("failed: " + what)


def mount_flash(flash):
    os.mount(os.VfsLfs2(flash), "/flash")
    return FileStore("/flash/data")


flash = Flash(bytearray(b"\xff" * (SIZE * BLOCKS)))
os.VfsLfs2.mkfs(flash)
store = mount_flash(flash)
old = b"old" * 500
new = b"new" * 300
store.replace("game", old)
store.append("log", b"record one")
store.append("in/log", b"1")
store.append("in/log", b"2")
check_condition(store.read("in/log") == b"12", "in a folder")
store.remove("in/log")
os.rmdir("/flash/data/in")
check_condition(os.listdir("/flash/data") == ["game", "log"], "names")
check_condition(store.read("nothing") is None, "missing")
os.umount("/flash")
image = bytes(flash.data)


def try_with_cut(act, cut):
    """Run `act` with a power cut at one operation. Return (operations, read, names) after a restart."""
    dying = Flash(bytearray(image), cut)
    try:
        act(mount_flash(dying))
    except OSError:
        pass
    try:
        os.umount("/flash")
    except OSError:
        pass
    again = mount_flash(Flash(dying.data))
    found = again.read("game"), again.read("log"), os.listdir("/flash/data")
    again.replace("game", new)  # The store still works after the fault.
    check_condition(again.read("game") == new, "after")
    check_condition(
        os.listdir("/flash/data") == ["game", "log"], "what a cut has left unfinished goes with the next"
    )
    os.umount("/flash")
    return dying.count, found


def replace_game(store):
    store.replace("game", new)


def append_to_log(store):
    store.append("log", b", record two")


for act in (replace_game, append_to_log):
    total, found = try_with_cut(act, None)
    seen = []
    for cut in range(1, total + 1):
        _count, (game, log, names) = try_with_cut(act, cut)
        check_condition(
            [name for name in names if name != "game.tmp"] == ["game", "log"],
            f"names after cut {cut}: {names}",
        )
        check_condition(game in (old, new), f"game after cut {cut}")
        check_condition(log in (b"record one", b"record one, record two"), f"log after cut {cut}")
        seen.append(game == new or log != b"record one")
    check_condition(not seen[0], "the first cut is too late to lose the old")
    print(total, "operations,", seen.count(True), "cuts kept the new")
print("done")
