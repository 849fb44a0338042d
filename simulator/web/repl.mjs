// MicroPython's raw REPL over a port of Web Serial, as mpremote speaks it.

const [CTRL_A, CTRL_B, CTRL_C, CTRL_D, CTRL_E] = [1, 2, 3, 4, 5];
const PRODUCT = 0x2e8a; // Raspberry Pi's number among the makers of USB devices
const ANSWER_MS = 60000; // from one word to the next
const WHOLE_MS = 600000; // of an answer
const MOST = 16 << 20; // bytes of an answer: all files of the largest board, in base64
const PART = 1536; // bytes of a file at a time

export class Lost extends Error {} // nobody answers, or the cable is out
export class Refused extends Error {} // the device raised an exception; its trace

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
            // The cable is out: there is nothing left to close.
        }
    }

    async send(bytes) {
        try {
            await this.writer.write(bytes);
        } catch (error) {
            throw new Lost(error.message);
        }
    }

    // What comes next, a character for each byte.
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

    // Everything up to and with `end`. A device that never says it, but other things, is as good as lost.
    async until(end, ms = ANSWER_MS, whole = ms === ANSWER_MS ? WHOLE_MS : ms) {
        const last = performance.now() + whole;
        const parts = [];
        let tail = ""; // of what was said before: `end` may begin there
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

    // Stop the program and get the raw REPL; `alive` leaves in memory what is there, else nothing stays.
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

    // Run code; what it printed. Refused with its trace if it raises something.
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

    // Hand code over by raw paste, which says how much it takes at a time, and let it run.
    async start(code) {
        const bytes = new TextEncoder().encode(code);
        await this.send(Uint8Array.of(CTRL_E, 65, CTRL_A));
        const answer = await this.until("R", 10000) && await this.take(1);
        if (answer !== "\x01") { // it knows no raw paste
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

    // Write a file; told(bytes) after each part.
    async put(path, bytes, told = () => {}) {
        await this.exec(`from binascii import a2b_base64 as b\nf = open(${JSON.stringify(path)}, 'wb')\nw = f.write`);
        for (let at = 0; at < bytes.length; at += PART) {
            const part = bytes.subarray(at, at + PART);
            await this.exec(`w(b('${btoa(String.fromCharCode(...part))}'))`);
            told(part.length);
        }
        await this.exec("f.close()\ndel f, w, b");
    }

    // Start the device afresh, and with it the program on it. It has a moment to hear that the raw REPL is left.
    async restart() {
        await this.start("import time, machine\ntime.sleep_ms(100)\nmachine.reset()");
        await this.send(Uint8Array.of(13, CTRL_B));
    }

    // The same for one that does not answer any more: whatever it hears of this ends its work and starts its program.
    async wake() {
        await this.send(Uint8Array.of(13, CTRL_C, CTRL_C, CTRL_B, CTRL_D));
    }

    // Leave code running that goes on with the program.
    async leave(code) {
        await this.start(code);
        await this.send(Uint8Array.of(13, CTRL_B));
    }
}
