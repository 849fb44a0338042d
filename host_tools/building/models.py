"""Board models: their pads, their names in MicroPython, and their storage sizes.

The constant NAME of a board file has the name of the model before " +". Pads, the contacts on the edge of a
board, are numbered as on a Pico: down the left side from the USB socket, and up the right side. Storage sizes
come from mpconfigboard.cmake and mpconfigvariant.cmake in `ports/rp2/boards` of
https://github.com/micropython/micropython.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

KB = 1024


@dataclass(frozen=True)
class Model:
    """A board model.

    machine   the beginning of `os.uname().machine` in the MicroPython for this model.
    download  the name of the model's page under micropython.org/download.
    storage   size of the file system that the published MicroPython makes, in bytes.
    flash     size of the flash, in bytes; the file system is at its end.
    left      pad labels on the left side, from the USB socket down.
    right     pad labels on the right side, from the USB socket down.
    edge      pad labels on the edge opposite the USB socket, from left to right.
    gpios     GPIO numbers by pad label; pads for ground, power or reset are missing.
    numbered  whether the maker's pinout numbers the pads.
    pinout    the address of the published pinout.
    """

    name: str
    machine: str
    download: str
    storage: int
    flash: int
    left: tuple[str, ...]
    right: tuple[str, ...]
    gpios: Mapping[str, int]
    pinout: str
    numbered: bool = False
    edge: tuple[str, ...] = ()

    @property
    def pads(self) -> dict[int, str]:
        """Return the labels of the pads, by pad number from 1 on."""
        return dict(enumerate((*self.left, *self.edge, *reversed(self.right)), start=1))

    def gpio(self, pad: int) -> int | None:
        """Return the GPIO number of a pad, or None for ground, power or reset."""
        return self.gpios.get(self.pads[pad])

    def pad_of(self, gpio: int) -> int:
        """Return the pad number of a GPIO. Raises KeyError if the GPIO has no pad."""
        names = {number: name for name, number in self.gpios.items()}
        return {name: pad for pad, name in self.pads.items()}[names[gpio]]

    def pad_label(self, gpio: int) -> str:
        """Return the label of a GPIO's pad for the user, such as "GP12, pad 16".

        The label contains the pad number if the maker numbers the pads. The label of a GPIO without a pad is
        "GP" and its number.
        """
        try:
            pad = self.pad_of(gpio)
        except KeyError:
            return f"GP{gpio}"
        return f"{self.pads[pad]}, pad {pad}" if self.numbered else self.pads[pad]


def _plain(*names: str) -> dict[str, int]:
    return {name: int(name[2:]) for name in names if name.startswith("GP")}


_PICO_LEFT = "GP0 GP1 GND GP2 GP3 GP4 GP5 GND GP6 GP7 GP8 GP9 GND GP10 GP11 GP12 GP13 GND GP14 GP15"
_PICO_RIGHT = (
    "VBUS VSYS GND 3V3_EN 3V3 VREF GP28 AGND GP27 GP26 RUN GP22 GND GP21 GP20 GP19 GP18 GND GP17 GP16"
)


def _pico(name: str, machine: str, download: str, storage: int, flash: int, pinout: str) -> Model:
    left, right = tuple(_PICO_LEFT.split()), tuple(_PICO_RIGHT.split())
    return Model(
        name, machine, download, storage, flash, left, right, _plain(*left, *right), pinout, numbered=True
    )


_PICO_PINOUT = "https://datasheets.raspberrypi.com/pico/Pico-R3-A4-Pinout.pdf"
_PICO2_PINOUT = "https://datasheets.raspberrypi.com/pico/pico-2-datasheet.pdf"

MODELS: tuple[Model, ...] = (
    _pico("Pico", "Raspberry Pi Pico", "RPI_PICO", 1408 * KB, 2048 * KB, _PICO_PINOUT),
    _pico("Pico W", "Raspberry Pi Pico W", "RPI_PICO_W", 848 * KB, 2048 * KB, _PICO_PINOUT),
    _pico("Pico 2", "Raspberry Pi Pico2", "RPI_PICO2", 3072 * KB, 4096 * KB, _PICO2_PINOUT),
    _pico("Pico 2 W", "Raspberry Pi Pico 2 W", "RPI_PICO2_W", 2560 * KB, 4096 * KB, _PICO2_PINOUT),
    # The RP2040-Plus has the same pads as the Pico.
    _pico(
        "RP2040-Plus", "Waveshare RP2040-Plus", "WAVESHARE_RP2040_PLUS", 3072 * KB, 4096 * KB,
        "https://www.waveshare.com/wiki/RP2040-Plus",
    ),
    Model(
        "XIAO RP2040", "Seeed Studio XIAO RP2040", "SEEED_XIAO_RP2040", 1408 * KB, 2048 * KB,
        left=("D0", "D1", "D2", "D3", "D4", "D5", "D6"),
        right=("5V", "GND", "3V3", "D10", "D9", "D8", "D7"),
        gpios={"D0": 26, "D1": 27, "D2": 28, "D3": 29, "D4": 6, "D5": 7, "D6": 0, "D7": 1, "D8": 2, "D9": 4, "D10": 3},
        pinout="https://wiki.seeedstudio.com/XIAO-RP2040/",
    ),
    Model(
        "RP2040-Zero", "Waveshare RP2040-Zero", "WAVESHARE_RP2040_ZERO", 1408 * KB, 2048 * KB,
        left=("5V", "GND", "3V3", "GP29", "GP28", "GP27", "GP26", "GP15", "GP14"),
        edge=("GP13", "GP12", "GP11", "GP10", "GP9"),
        right=("GP0", "GP1", "GP2", "GP3", "GP4", "GP5", "GP6", "GP7", "GP8"),
        gpios=_plain(*(f"GP{number}" for number in (*range(16), 26, 27, 28, 29))),
        pinout="https://www.waveshare.com/wiki/RP2040-Zero",
    ),
    # The sizes of the Tiny 2040 are those of its variant with 2 MB of flash. The file system of the variant with 8 MB
    # of flash has 7 MB.
    Model(
        "Tiny 2040", "Pimoroni Tiny 2040", "PIMORONI_TINY2040", 1024 * KB, 2048 * KB,
        left=("5V", "GND", "3V3", "A3", "A2", "A1", "A0", "GND"),
        right=("0", "1", "2", "3", "4", "5", "6", "7"),
        gpios={str(number): number for number in range(8)} | {"A0": 26, "A1": 27, "A2": 28, "A3": 29},
        pinout="https://docs.zephyrproject.org/latest/boards/pimoroni/tiny2040/doc/index.html",
    ),
)  # fmt: skip
# The model that is assumed for a board whose model is not in MODELS. The MicroPython of the Pico runs on any board
# with an RP2040. The pads of the board are assumed to equal those of the Pico.
GENERIC = MODELS[0]


def model_of(facts: Mapping[str, object]) -> Model:
    """Return the model that the constant NAME of a board file names.

    `facts` holds the constants of the board file. The model is GENERIC if NAME is missing or unknown.
    """
    name = str(facts.get("NAME", "")).partition(" +")[0]
    return next((model for model in MODELS if model.name == name), GENERIC)


def model_named(machine: str) -> Model | None:
    """Return the model for `machine`, the name that MicroPython reports, or None.

    If the names of several models match the beginning of `machine`, the longest name decides.
    """
    found = [
        model for model in MODELS if f"{machine} ".startswith((f"{model.machine} ", f"{model.machine}-"))
    ]
    return max(found, key=lambda model: len(model.machine), default=None)
