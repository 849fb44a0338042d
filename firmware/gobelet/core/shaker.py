"""The dice cup [gobelet]: faces from a source of random bytes."""

_LONGEST = 256  # bytes refused in a row before the source is called broken; a good one never gets there


class Shaker:
    """Faces from `read(n)`, a function that gives n random bytes.

    A byte is used only below the largest multiple of `sides`, so every face is equally likely.
    `rejected` counts the bytes refused for that.
    """

    def __init__(self, read):
        self.rejected = 0
        self._read = read
        self._bytes = b""
        self._at = 0

    def roll(self, sides):
        """A face, 1..sides. ValueError for sides outside 2..100, OSError if the source is empty or broken."""
        if not 2 <= sides <= 100:
            raise ValueError("sides")
        limit = 256 - 256 % sides
        for _ in range(_LONGEST):
            if self._at >= len(self._bytes):
                self._bytes = self._read(32)
                self._at = 0
                if not self._bytes:
                    break
            byte = self._bytes[self._at]
            self._at += 1
            if byte < limit:
                return 1 + byte % sides
            self.rejected += 1
        raise OSError("entropy")
