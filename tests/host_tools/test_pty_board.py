"""The stand-in for a board behaves like a Pico in all ways that other tests need."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Callable

from host_tools.device.remote import Remote
from tests.host_tools.pty_board import PtyBoard

WRITES = """
n = 0
print('goes on')
while True:
 n += 1
 f = open('/%d' % (n % 5), 'w')
 f.write('a' * 600)
 f.close()
"""
READS = """
import os
print('sizes', [os.stat(name)[6] for name in os.listdir() if name.isdigit()])
f = open('/other', 'w')
f.write('b' * 5000)
f.close()
print('and', len(open('/other').read()))
"""


def test_ctrl_c_leaves_the_files_whole_that_are_being_written(plugged: Callable[..., PtyBoard]) -> None:
    """The file is whole, and the running program can use it.

    On the Pico the file is whole because C code writes the flash.
    """
    board = plugged()
    port = os.open(board.port, os.O_RDWR | os.O_NOCTTY)

    def type_and_hear(typed: str, ends: bytes) -> bytes:
        os.write(port, typed.encode())
        heard = b""
        while not heard.endswith(ends):
            assert select.select([port], [], [], 20)[0], heard
            heard += os.read(port, 4096)
        return heard

    type_and_hear("\r\x03\r\x01", b"B to exit\r\n>")
    for n in range(25):
        type_and_hear(WRITES + "\x04", b"goes on\n")
        time.sleep(0.01 + n % 7 / 100)
        assert b"KeyboardInterrupt" in type_and_hear("\x03", b"\x04>")
        assert b"and 5000" in type_and_hear(READS + "\x04", b"\x04\x04>")
    assert board.starts == 1


def test_a_page_of_flash_that_is_programmed_twice_has_both(plugged: Callable[..., PtyBoard]) -> None:
    """The firmware appends to a file within its last page."""
    board = plugged()
    last = board.kind.blocks - 1
    script = (
        f"import rp2\nflash = rp2.Flash()\nflash.ioctl(6, {last})\n"
        f"flash.writeblocks({last}, b'\\xff' * 8 + b'and' + b'\\xff' * 245, 256)\n"
        f"flash.writeblocks({last}, b'before \\xf0' + b'\\xff' * 248, 256)\n"
    )
    Remote(board.port).exec(script)
    board.pull()
    assert board.flash.read_bytes()[last * 4096 :][254:270] == b"\xff\xffbefore \xf0and\xff\xff\xff"


def test_a_reset_starts_the_program_whichever_repl_it_came_from(plugged: Callable[..., PtyBoard]) -> None:
    """A computer may leave the raw REPL slowly: the program starts too."""
    board = plugged()
    Remote(board.port).exec("with open('/main.py', 'w') as f:\n f.write('print(\"the program\")')")
    port = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    os.write(port, b"\r\x03\r\x01import machine\rmachine.reset()\x04")
    board.wait(lambda: b"the program" in board.said, 20)
    os.close(port)
    assert b"soft reboot" not in board.said.rpartition(b"raw REPL")[2]


def test_what_is_typed_while_it_resets_is_heard_by_the_next_program(plugged: Callable[..., PtyBoard]) -> None:
    """The reset comes a tenth of a second after mpremote has disconnected, or later on a busy machine."""
    board = plugged()
    port = os.open(board.port, os.O_RDWR | os.O_NOCTTY)
    slowly = b"import machine, time\rtime.sleep(0.5)\rmachine.reset()\x04"
    os.write(port, b"\r\x03\r\x01" + slowly + b"\r\x02\r\x03\r\x01print('there')\x04")
    board.wait(lambda: b"there\n" in board.said, 20)
    os.close(port)
    assert board.starts == 2
