// The USB serial port of the chip, as a computer with an open terminal sees it.

import { USBCDC } from "./rp2040js.mjs";

export class Serial {
    constructor(chip, hear) {
        this.typed = [];
        this.port = new USBCDC(chip.mcu.usbCtrl);
        this.port.onSerialData = (bytes) => hear(Buffer.from(bytes));
    }

    type(bytes) {
        this.typed.push(...bytes);
        this.feed();
    }

    // As much as fits; the rest when the chip has taken some.
    feed() {
        const { txFIFO } = this.port;
        while (this.typed.length && !txFIFO.full) this.port.sendSerialByte(this.typed.shift());
    }
}
