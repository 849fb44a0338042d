"""The inside of the board of pty_board.py; it runs under MicroPython's unix build.

Arguments: a folder of the computer, and "run" or "raw" (main.py does not run, as after a soft reset from the
raw REPL). The folder contains:

board.json  the kind of board, see pty_board.Kind.
flash       the image of the flash chip, blocks of 4096 bytes.
pins        the level of each pin, "0" or "1".
wires       every acknowledged I2C transaction: address and bytes, in hexadecimal.
trace       each write to the chip: place and length, 4 bytes each, then the bytes. Only if Kind.trace is set.

The flash holds a real littlefs, mounted as on the Pico. `machine` and the Pico's part of `sys` are stand-ins.
"""
# ruff: noqa: SIM115 - its files stay open as long as it runs

import json
import os
import sys
import time
from binascii import hexlify
from collections import namedtuple
from struct import pack

import micropython
import vfs

BLOCK = 4096


def end(signal):
    """End the board's process with a signal.

    No later code runs, and the REPL cannot change the exit code.
    """
    os.system("kill -" + signal + " $PPID")
    time.sleep(60)


class Flash:
    """A block device whose power fails during erase or write number `cut`, counted from 1.

    Programming changes bits only from 1 to 0.

    MicroPython checks for Ctrl-C at branches. The method has no branches: an interrupted write would leave
    wrong data in littlefs's buffers.
    """

    def __init__(self, folder, blocks, cut, trace):
        self.file = open(folder + "/flash", "r+b")
        self.left = cut
        self.trace = open(folder + "/trace" if trace else "/dev/null", "ab")
        self.put = (self.whole, self.half)
        self.told = {4: lambda argument: blocks, 5: lambda argument: BLOCK, 6: self.erase}

    def readblocks(self, block, data, offset=0):
        self.file.seek(block * BLOCK + offset)
        self.file.readinto(data)

    def writeblocks(self, block, data, offset=0):
        there = bytearray(len(data))
        self.readblocks(block, there, offset)
        both = int.from_bytes(there, "little") & int.from_bytes(data, "little")
        self.change(block * BLOCK + offset, both.to_bytes(len(data), "little"))

    def change(self, place, data):
        self.left -= 1
        self.put[not self.left](place, data)

    def ioctl(self, operation, argument):
        return self.told.get(operation, self.nothing)(argument)

    def erase(self, block):
        self.change(block * BLOCK, b"\xff" * BLOCK)
        return 0

    def nothing(self, argument):
        return 0

    def whole(self, place, data):
        self.file.seek(place)
        self.file.write(data)
        self.trace.write(pack("<II", place, len(data)))
        self.trace.write(data)

    def half(self, place, data):
        self.file.seek(place)
        self.file.write(memoryview(data)[: len(data) // 2])
        end("KILL")


class Pin:
    IN, OUT, ALT, PULL_UP, PULL_DOWN, OPEN_DRAIN = range(6)
    IRQ_FALLING, IRQ_RISING = 4, 8

    def __init__(self, number, mode=0, pull=None, value=None, alt=None):
        self.number = number

    def __call__(self, *level):
        if level:
            return None  # The tests do not check output pins
        pins.seek(self.number)
        return int(pins.read(1))

    value = __call__

    def irq(self, handler, trigger, hard):
        pass


class I2C:
    def __init__(self, id, scl, sda, freq):
        self.lines = (scl, sda)

    def scan(self):
        return [] if 0 in [line() for line in self.lines] else kind["devices"]

    def writeto(self, address, data):
        if address not in self.scan():
            raise OSError(5)
        wires.write("%02x%s\n" % (address, str(hexlify(data), "ascii")))
        return len(data)


class PWM:
    def __init__(self, pin, freq, duty_u16):
        pass

    def duty_u16(self, duty):
        pass


class ADC:
    def __init__(self, pin):
        pass

    def read_u16(self):
        return 26000


class Machine:
    Pin = Pin
    I2C = I2C
    ADC = ADC
    PWM = PWM
    mem16 = {0x40000000: 0, 0x50110050: 0, 0x50110052: 1}  # an unknown chip, with USB connected

    def reset(self):
        end("TERM")

    def bootloader(self):
        """Disconnect from USB; `PtyBoard.drag` then writes to the board's drive."""
        flash.file.close()
        end("KILL")

    def freq(self):
        return 125_000_000

    def unique_id(self):
        return b"\xe6a"

    def lightsleep(self, ms):
        time.sleep_ms(ms)


class Rp2:
    def Flash(self):
        return flash


class Sys:
    platform = "rp2"

    def __init__(self, real):
        self.real = real
        fields = namedtuple("implementation", ("name", "version", "_machine", "_mpy"))
        self.implementation = fields(
            kind["name"], tuple(kind["version"]), kind["machine"], real.implementation._mpy
        )

    def __getattr__(self, name):
        return getattr(self.real, name)


def mount(flash):
    """Mount as the rp2 port does at its start; it formats a chip without a file system."""
    try:
        disk = vfs.VfsLfs2(flash, progsize=256)
    except OSError:
        there = bytearray(4)
        flash.readblocks(0, there)
        # Another MicroPython has written the chip. Gobelet formats the chip only on request.
        if kind["name"] == "gobelet" and there == b"code":
            vfs.umount("/")
            return
        vfs.VfsLfs2.mkfs(flash, progsize=256)
        disk = vfs.VfsLfs2(flash, progsize=256)
    vfs.umount("/")
    vfs.mount(disk, "/")
    os.chdir("/")


def execute(name):
    try:
        with open(name) as file:
            source = file.read()
    except OSError:
        return
    try:
        exec(compile(source, name, "exec"), {"__name__": "__main__"})
    except (Exception, KeyboardInterrupt) as fault:
        sys.print_exception(fault)


micropython.kbd_intr(-1)
folder, mode = sys.argv[1:]
with open(folder + "/board.json") as told:
    kind = json.load(told)
pins = open(folder + "/pins", "rb")
wires = open(folder + "/wires", "a")
flash = Flash(folder, kind["blocks"], kind["cut"], kind["trace"])
mount(flash)
sys.path[:] = ["", ".frozen", "/lib"]
sys.modules["machine"] = Machine()
sys.modules["rp2"] = Rp2()
if kind["build"]:
    sys.modules["gobelet_build"] = namedtuple("gobelet_build", ("BUILD",))("gobelet build " + kind["build"])
sys.modules["sys"] = Sys(sys)
micropython.kbd_intr(3)
print("\x16", end="")  # from now on the board accepts input, and must have caught Ctrl-C before
execute("boot.py")
if mode == "run":
    execute("main.py")
