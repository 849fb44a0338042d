// MicroPython's raw REPL over a port of Web Serial, in mpremote's protocol.

const [CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E] = [1, 2, 3, 4, 5];
const PRODUCT = 0x2e8a; // Raspberry Pi's vendor id for USB
const ANSWER_MS = 60000; // time limit between two pieces of an answer
const WHOLE_MS = 600000; // time limit of a whole answer
const MOST = 16 << 20; // limit of an answer in bytes: all files of the largest board, in base64
const PART = 1536; // bytes of a file in one piece

export class Lost extends Error {} // the device does not answer, or the cable is disconnected
export class Refused extends Error {} // the device raised an exception; its traceback

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
            // The cable is disconnected: no connection remains to close.
        }
    }

    async send(bytes) {
        try {
            await this.writer.write(bytes);
        } catch (error) {
            throw new Lost(error.message);
        }
    }

    // Returns the next bytes, as one character each.
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

    // Returns all text up to and including `end`. A device that sends other text without end counts as lost.
    async until(end, ms = ANSWER_MS, whole = ms === ANSWER_MS ? WHOLE_MS : ms) {
        const last = performance.now() + whole;
        const parts = [];
        let tail = ""; // the last characters received: `end` may begin there
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

    // Stops the program and enters the raw REPL; `alive` keeps the memory, otherwise the device is reset.
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

    // Runs code, and returns its output. Throws Refused with the traceback if the code raises an exception.
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

    // Sends code by raw paste, whose flow control limits each piece, and starts it.
    async start(code) {
        const bytes = new TextEncoder().encode(code);
        await this.send(Uint8Array.of(CTRL_E, 65, CTRL_A));
        const answer = await this.until("R", 10000) && await this.take(1);
        if (answer !== "\x01") { // the device lacks raw paste
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

    // Writes a file; calls told(bytes) after each part.
    async put(path, bytes, told = () => {}) {
        await this.exec(`from binascii import a2b_base64 as b\nf = open(${JSON.stringify(path)}, 'wb')\nw = f.write`);
        for (let at = 0; at < bytes.length; at += PART) {
            const part = bytes.subarray(at, at + PART);
            await this.exec(`w(b('${btoa(String.fromCharCode(...part))}'))`);
            told(part.length);
        }
        await this.exec("f.close()\ndel f, w, b");
    }

    // Restarts the device with its program. A pause lets the device notice the end of the raw REPL.
    async restart() {
        await this.start("import time, machine\ntime.sleep_ms(100)\nmachine.reset()");
        await this.send(Uint8Array.of(13, CTRL_B));
    }

    // Restarts a device that no longer answers: any received part of this ends its task and starts its
    // program.
    async wake() {
        await this.send(Uint8Array.of(13, CTRL_C, CTRL_C, CTRL_B, CTRL_D));
    }

    // Starts code that keeps running with the program.
    async leave(code) {
        await this.start(code);
        await this.send(Uint8Array.of(13, CTRL_B));
    }
}
