"""A panel chip that decodes a driver's transfers by the data sheets and refuses anything else."""

# Commands with parameter bytes, and the number of these bytes.
PARAMETERS = {
    "ssd1306": {0x20: 1, 0x81: 1, 0x8D: 1, 0xA8: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1},
    "sh1106": {0x81: 1, 0xA8: 1, 0xAD: 1, 0xD3: 1, 0xD5: 1, 0xD9: 1, 0xDA: 1, 0xDB: 1},
}
# Commands without parameters. The SH1106 has no addressing modes and no scrolling, but a pump voltage.
SINGLE = {
    "ssd1306": {0x2E, 0xA0, 0xA1, 0xA4, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8},
    "sh1106": {0x30, 0x31, 0x32, 0x33, 0xA0, 0xA1, 0xA4, 0xA6, 0xA7, 0xAE, 0xAF, 0xC0, 0xC8},
}


class Chip:
    """RAM, pointers and settings of an SSD1306 (128 columns) or SH1106 (132, 2..129 of them visible)."""

    def __init__(self, kind, noise=0xA5):
        self.kind = kind
        self.columns, self.left = (128, 0) if kind == "ssd1306" else (132, 2)
        self.noise = noise
        self.reset()

    def reset(self):
        """Set the chip to its state after a power cut: RAM full of noise, everything off."""
        self.ram = [bytearray([self.noise] * self.columns) for _ in range(8)]
        self.page = self.low = self.high = 0
        self.column = 0
        self.on = self.pump = False
        self.settings = {}
        self.seen_noise = False

    def transfer(self, data):
        data = bytes(data)
        assert data, "an empty transfer"
        control = data[0]
        assert control in (0x00, 0x40), "the driver uses plain streams only"
        if control == 0x40:
            for byte in data[1:]:
                assert self.column < self.columns, "written past the last column"
                self.ram[self.page][self.column] = byte
                self.column += 1
            return
        at = 1
        while at < len(data):
            command = data[at]
            count = PARAMETERS[self.kind].get(command, 0)
            self.command(command, data[at + 1 : at + 1 + count])
            assert at + count < len(data), "a parameter is missing"
            at += 1 + count

    def command(self, command, parameters):
        if command <= 0x0F:
            self.low = command
            self.column = self.high << 4 | self.low
        elif command <= 0x1F:
            self.high = command & 0x0F
            self.column = self.high << 4 | self.low
        elif 0xB0 <= command <= 0xB7:
            self.page = command & 7
        elif 0x40 <= command <= 0x7F:
            self.settings["line"] = command & 0x3F
        else:
            assert command in SINGLE[self.kind] or command in PARAMETERS[self.kind], hex(command)
            # Two values of the command set one value: A0/A1, A6/A7, AE/AF, C0/C8.
            name = 0xC0 if command == 0xC8 else command & 0xFE if 0xA0 <= command <= 0xAF else command
            self.settings[name] = (command, *parameters)
            if name == 0xAE:
                self.on = command == 0xAF
                if self.on and self.noise in self.picture():
                    self.seen_noise = True
            if (command, *parameters) in ((0x8D, 0x14), (0xAD, 0x8B)):
                self.pump = True

    def picture(self):
        """Return the 1024 visible bytes, in the order of the driver's buffer."""
        return b"".join(bytes(page[self.left : self.left + 128]) for page in self.ram)


class Bus:
    """An I2C bus without a chip, with a chip, or with one that stops answering during a transfer."""

    def __init__(self, chip, address=0x3C):
        self.chip = chip
        self.address = address
        self.transfers = []
        self.attempts = 0
        self.left = None  # number of bytes until the bus fails; None: it never fails
        # One byte is not acknowledged: writeto then returns the number of accepted bytes, and raises no
        # exception.
        self.refused = False

    def writeto(self, address, data):
        data = bytes(data)
        self.attempts += 1
        if self.chip is None or address != self.address:
            raise OSError(5)
        if self.left is not None and self.left < len(data):
            taken, self.left = self.left, 0
            if taken > 0:
                self.chip.transfer(data[:taken])
            if self.refused and taken > 0:
                self.left = None
                return taken
            raise OSError(110)
        if self.left is not None:
            self.left -= len(data)
        self.transfers.append(data)
        self.chip.transfer(data)
        return len(data)

    def sent(self):
        """Return the number of bytes after the address since the last call."""
        count = sum(len(data) for data in self.transfers)
        self.transfers.clear()
        return count
