// The I2C wires, with the time of each bit, and a listener at one address. The bytes sent are reported as
// they are; the virtual panel decodes them.

const BITS_OF_A_BYTE = 9; // bits of a byte, with the acknowledgement
const PIXELS = 0x40; // first byte of a transfer of pixels
const I2C = 3; // number of this function of a pin
const QUEUE_EMPTY = 1 << 4; // bit of an interrupt of the bus

export class Wires {
    // The device on the bus has this address, on the pins `sda` and `scl` of the bus number `i2c`.
    constructor(chip, address, { i2c, sda, scl }) {
        this.sending = false;
        this.sent_until = 0;
        this.lit = false; // whether a lit pixel was sent
        const wired = () => [sda, scl].every((pin) => chip.mcu.gpio[pin].functionSelect === I2C);
        for (const [number, bus] of chip.mcu.i2c.entries()) {
            this.#listen(chip, bus, (called) => number === i2c && called === address && wired());
        }
    }

    #listen(chip, i2c, heard) {
        const bit = () => (i2c.sclLowPeriod + i2c.sclHighPeriod) * chip.cycle / 1e6;
        let started = 0;
        let to = 0;
        let bytes = [];
        i2c.onStart = () => {
            this.sending = true;
            started = chip.now;
            bytes = [];
            chip.after(bit(), () => i2c.completeStart());
        };
        i2c.onConnect = (called) => {
            to = called;
            chip.after(BITS_OF_A_BYTE * bit(), () => {
                const answers = heard(called);
                i2c.completeConnect(answers);
                // Without an answer a real chip empties its queue and sets this interrupt. rp2040js does not:
                // the firmware would wait for its timeout, and mistake the abort for that of its next
                // transfer.
                if (!answers) i2c.setInterrupts(QUEUE_EMPTY);
            });
        };
        i2c.onWriteByte = (byte) => {
            bytes.push(byte);
            chip.after(BITS_OF_A_BYTE * bit(), () => i2c.completeWrite(true));
        };
        i2c.onStop = () => {
            this.sending = false;
            this.sent_until = chip.now;
            this.lit ||= bytes[0] === PIXELS && bytes.some((byte, at) => at && byte);
            chip.tell({ wire: Buffer.from(bytes).toString("hex"), to, from: started, t: chip.now });
            chip.after(bit(), () => i2c.completeStop());
        };
    }
}
