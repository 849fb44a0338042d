// The USB serial port of the chip, as a computer with an open terminal sees it.

export class Serial {
    constructor(chip, hear) {
        this.usb = chip.mcu.usbCtrl;
        this.typed = [];
        this.room = 0; // number of bytes that the chip is ready to receive
        this.port = chip.cdc();
        this.port.onSerialData = (bytes) => hear(Buffer.from(bytes));
        // In rp2040js the computer sends an empty packet whenever it has no data, 28 000 times a second. A
        // real computer lets the chip wait.
        this.usb.onEndpointRead = (endpoint, size) => {
            if (endpoint !== this.port.outEndpoint) return;
            this.room = size;
            this.#send();
        };
    }

    type(bytes) {
        this.typed.push(...bytes);
        this.#send();
    }

    #send() {
        if (!this.room || !this.typed.length) return;
        this.usb.endpointReadDone(this.port.outEndpoint, Uint8Array.from(this.typed.splice(0, this.room)));
        this.room = 0;
    }
}
