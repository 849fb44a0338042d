"""Check under real MicroPython that panel and keys work, and allocate nothing without activity."""

import gc

from gobelet.device.keys import NOTHING, OK, PRESS, RELEASE, Keys
from gobelet.device.panel import Panel


class Bus:
    """The RAM of an SSD1306 in page addressing mode."""

    def __init__(self):
        self.ram = bytearray(1024)
        self.at = self.count = 0

    def writeto(self, address, data):
        self.count += len(data)
        if data[0] == 0x40:
            self.ram[self.at : self.at + len(data) - 1] = bytes(data[1:])
            self.at += len(data) - 1
        elif data[1] < 0x20:  # Column low, column high, and perhaps the page
            page = data[3] & 7 if len(data) == 4 else self.at // 128
            self.at = page * 128 + (data[1] | (data[2] & 15) << 4)
        return len(data)


def check_condition(condition, what):
    if not condition:
        raise SystemExit("failed: " + what)


def diff(a, b):
    return a - b


def allocated_bytes(act, times):
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(times):
        act()
    after = gc.mem_alloc()
    gc.enable()
    return after - before


for chip in ("ssd1306", "sh1106"):
    check_condition(Panel(Bus(), chip).start(), chip)

bus = Bus()
panel = Panel(bus, "ssd1306")
check_condition(panel.start(), "start")
random = 12345
for frame in range(60):
    for _ in range(frame % 5 + 1):
        random = (random * 1103515245 + 12345) & 0x3FFFFFFF
        start = random >> 8 & 1023
        for at in range(start, min(1024, start + (random >> 3) % 150), 1 + frame % 3):
            panel.buffer[at] ^= random & 0xFF
    bus.count = 0
    sent = panel.show()
    check_condition(bus.ram == panel.buffer, "picture")
    check_condition(sent == bus.count, "count")
check_condition(allocated_bytes(panel.show, 1000) == 0, "an idle show allocates")


def change_and_show():
    panel.buffer[500] ^= 1
    panel.show()


print("a changed page allocates", allocated_bytes(change_and_show, 100) // 100)

keys = Keys()
keys.poll(0, 0, diff)
check_condition(keys.poll(OK, 10, diff) == ((OK, PRESS, 1),), "press")
check_condition(keys.poll(0, 60, diff) == ((OK, RELEASE, 1),), "release")
check_condition(keys.poll(0, 100, diff) is NOTHING, "nothing")
check_condition(allocated_bytes(lambda: keys.poll(0, 100, diff), 1000) == 0, "an idle poll allocates")
keys.poll(OK, 200, diff)
check_condition(allocated_bytes(lambda: keys.poll(OK, 300, diff), 1000) == 0, "waiting for a hold allocates")
print("done")
