// MicroPython's raw REPL over a serial port of the browser (Web Serial), with the protocol of mpremote.

const [CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E] = [1, 2, 3, 4, 5];
const PRODUCT = 0x2e8a; // the USB vendor id of Raspberry Pi
const ANSWER_MS = 60000; // maximum time between two pieces of a device's answer
const WHOLE_MS = 600000; // maximum time for the whole answer of a device
const MOST = 16 << 20; // maximum size of an answer in bytes; more than all files of the largest board in base64
const PART = 1536; // number of bytes of a file that one command to the device writes

export class Lost extends Error {} // error: the device does not answer, or the cable was disconnected
export class Refused extends Error {} // error: the device raised an exception; `message` is the traceback

export function choose() {
    return navigator.serial.requestPort({ filters: [{ usbVendorId: PRODUCT }] });
}

export class Repl {
    static async open(port) {
        const repl = new Repl();
        repl.port = port;
        await port.open({ baudRate: 115200 });
        repl.reader = port.readable.getReader();
        repl.writer = port.writable.getWriter();
        repl.waiting = "";
        return repl;
    }

    async close() {
        try {
            await this.reader.cancel();
            this.reader.releaseLock();
            this.writer.releaseLock();
            await this.port.close();
        } catch {
            // If the cable was disconnected, the port is closed already.
        }
    }

    async send(bytes) {
        try {
            await this.writer.write(bytes);
        } catch (error) {
            throw new Lost(error.message);
        }
    }

    // Returns the next received bytes as a string, with one character for each byte.
    async read(ms = ANSWER_MS) {
        let timer;
        const late = new Promise((_, reject) => {
            timer = setTimeout(() => reject(new Lost("no answer")), ms);
        });
        try {
            const { value, done } = await Promise.race([this.reader.read(), late]);
            if (done) {
                throw new Lost("the port was closed");
            }
            let said = "";
            for (let at = 0; at < value.length; at += 4096) {
                said += String.fromCharCode(...value.subarray(at, at + 4096));
            }
            return said;
        } catch (error) {
            throw error instanceof Lost ? error : new Lost(error.message);
        } finally {
            clearTimeout(timer);
        }
    }

    // Returns the received text up to and including the text `end`. Throws Lost if `end` does not appear within MOST
    // bytes or `whole` milliseconds, or if the device pauses for `ms` milliseconds.
    async until(end, ms = ANSWER_MS, whole = ms === ANSWER_MS ? WHOLE_MS : ms) {
        const last = performance.now() + whole;
        const parts = [];
        let tail = ""; // the last characters of the earlier pieces, in which `end` may begin
        let size = 0;
        for (let said = this.waiting; ; said = await this.read(ms)) {
            const at = (tail + said).indexOf(end);
            if (at >= 0) {
                const cut = at + end.length - tail.length;
                this.waiting = said.slice(cut);
                return parts.join("") + said.slice(0, cut);
            }
            parts.push(said);
            tail = (tail + said).slice(-end.length);
            size += said.length;
            if (size > MOST || performance.now() > last) {
                this.waiting = "";
                throw new Lost("it does not end");
            }
        }
    }

    // Stops the device's program and enters the raw REPL. If `alive` is true, the program's memory stays; if not, a
    // soft reset clears the memory.
    async enter(alive = false) {
        await this.send(Uint8Array.of(13, CTRL_C));
        await new Promise((resolve) => setTimeout(resolve, 150));
        await this.send(Uint8Array.of(13, CTRL_A));
        await this.until("raw REPL; CTRL-B to exit\r\n>", 10000);
        if (!alive) {
            await this.send(Uint8Array.of(CTRL_D));
            await this.until("soft reboot\r\n", 10000);
            await this.until("raw REPL; CTRL-B to exit\r\n>", 10000);
        }
    }

    // Runs Python code on the device, and returns the code's output. Throws Refused if the code raises an exception.
    async exec(code) {
        await this.start(code);
        const printed = (await this.until("\x04")).slice(0, -1);
        const trace = (await this.until("\x04")).slice(0, -1);
        await this.until(">");
        if (trace) {
            throw new Refused(trace);
        }
        return new TextDecoder().decode(Uint8Array.from(printed, (letter) => letter.charCodeAt(0)));
    }

    // Sends Python code, which the device then runs. The code is sent in MicroPython's "raw paste" mode, in which the
    // device limits the size of each piece.
    async start(code) {
        const bytes = new TextEncoder().encode(code);
        await this.send(Uint8Array.of(CTRL_E, 65, CTRL_A));
        const answer = await this.until("R", 10000) && await this.take(1);
        if (answer !== "\x01") { // a device without the raw paste mode receives the code in one piece
            await this.send(bytes);
            await this.send(Uint8Array.of(CTRL_D));
            await this.until("OK", 10000);
            return;
        }
        const [low, high] = [...await this.take(2)].map((letter) => letter.charCodeAt(0));
        const window = low | high << 8;
        let room = window;
        for (let at = 0; at < bytes.length;) {
            while (this.waiting || !room) {
                const told = await this.take(1);
                if (told === "\x04") {
                    await this.send(Uint8Array.of(CTRL_D));
                    return;
                }
                if (told !== "\x01" || !window) {
                    throw new Lost("no raw paste");
                }
                room += window;
            }
            const part = bytes.subarray(at, at + room);
            await this.send(part);
            at += part.length;
            room -= part.length;
        }
        await this.send(Uint8Array.of(CTRL_D));
        await this.until("\x04");
    }

    async take(count) {
        while (this.waiting.length < count) {
            this.waiting += await this.read();
        }
        const taken = this.waiting.slice(0, count);
        this.waiting = this.waiting.slice(count);
        return taken;
    }

    // Writes a file on the device. Calls told(count) after each part, with the number of bytes in this part.
    async put(path, bytes, told = () => {}) {
        await this.exec(`from binascii import a2b_base64 as b\nf = open(${JSON.stringify(path)}, 'wb')\nw = f.write`);
        for (let at = 0; at < bytes.length; at += PART) {
            const part = bytes.subarray(at, at + PART);
            await this.exec(`w(b('${btoa(String.fromCharCode(...part))}'))`);
            told(part.length);
        }
        await this.exec("f.close()\ndel f, w, b");
    }

    // Restarts the device, which then runs its program. The device waits 100 ms before the reset, so that it still
    // receives the command that ends the raw REPL.
    async restart() {
        await this.start("import time, machine\ntime.sleep_ms(100)\nmachine.reset()");
        await this.send(Uint8Array.of(13, CTRL_B));
    }

    // Restarts a device that does not answer. The control characters stop the running code, end the raw REPL, and
    // restart the program.
    async wake() {
        await this.send(Uint8Array.of(13, CTRL_C, CTRL_C, CTRL_B, CTRL_D));
    }

    // Runs code that lets the device's program continue, and ends the raw REPL.
    async leave(code) {
        await this.start(code);
        await this.send(Uint8Array.of(13, CTRL_B));
    }
}
