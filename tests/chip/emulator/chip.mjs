// A chip with its flash: what both kinds have in common, time, sleep and what the flash chip does.
//
// Time is simulated and in milliseconds. It goes on only in `run`, and repeats exactly.

// Of the flash chip on a Pico, a W25Q16JV; typical times of its data sheet.
const ERASE_MS = 45; // a block of 4 KB
const PROGRAM_MS = 0.7; // a page of 256 bytes
const BLOCK = 4096;
const PAGE = 256;
const SLICE_MS = 20; // of the desk's time, before others have their turn
const STRETCH_MS = 3; // work that is longer is told as busy
const ALARM0 = 0x10; // register of a timer
const LIGHT_HZ = 20e6; // a sleep with a slower clock is a light one: it runs from the crystal

// A subclass has `flash`, what is in it, `registers`, those of its processor, and these:
//   work(pass)               run instructions, if need be up to the next alarm or `pause`. pass: what it returned before
//   watch(address, on)       whether `hooks` is to be asked before the instruction at this address
//   cdc()                    what speaks to its USB as a computer does
export class Chip {
    // mcu, core: of the library. tell: gets an object for each event, with its time `t`.
    constructor(mcu, core, tell) {
        this.tell = tell;
        this.mcu = mcu;
        this.core = core;
        this.clock = mcu.clock;
        this.ended = null; // why
        this.awake = 0; // since when it has not slept
        this.slept = 0; // milliseconds in all, and of these with the clocks stopped
        this.light = 0;
        this.busy_until = 0;
        this.ahead = Infinity; // milliseconds that it may be ahead of the desk's clock
        this.hooks = new Map(); // address of an instruction -> what is asked before it, see `hook`
        this.flashed = () => {}; // gets the nanoseconds that flash took
        this.whole = false; // whether it is told what is written to the flash
        this.cut = 0; // the power goes with that erasure or write from now; 0: never
    }

    // Words that were not in the flash's cache.
    get misses() {
        return 0;
    }

    get now() {
        return this.clock.nanos / 1e6;
    }

    // The clock of the processor, which the firmware sets.
    get cycle() {
        return 1e9 / this.mcu.clkSys;
    }

    // Milliseconds that the processor has been at work without a sleep; 0 while it sleeps.
    get working() {
        return this.core.waiting ? 0 : this.now - this.awake;
    }

    after(ms, act) {
        this.clock.createAlarm(act).schedule(ms * 1e6);
    }

    sleep(ms) {
        return new Promise((go) => this.after(ms, () => { this.pause(); go(); }));
    }

    // Call `act` before each run of the instruction at this address, where a function begins or goes on. If it
    // returns true it has done the function's work itself.
    hook(address, act) {
        const at = (address & ~1) >>> 0;
        this.hooks.set(at, act);
        this.watch(at, true);
    }

    unhook(address) {
        const at = (address & ~1) >>> 0;
        this.hooks.delete(at);
        this.watch(at, false);
    }

    pause() {
        this.paused = true;
    }

    end(why) {
        this.ended ??= why;
        this.pause();
    }

    // Runs until `end`, and resolves to its reason. Promises of `sleep` go on at their exact times.
    async run() {
        const started = Date.now();
        let pass = 0;
        while (!this.ended) {
            const turn = Date.now();
            this.paused = false;
            for (let n = 0; !this.paused; n++) {
                if ((n & 255) === 255 && Date.now() - turn > SLICE_MS) break;
                if (this.core.waiting) {
                    this.#rest();
                    if (this.now > Date.now() - started + this.ahead) break;
                    continue;
                }
                if (this.core.interruptsUpdated && this.core.checkForInterrupts()) this.core.waiting = false;
                pass = this.work(pass);
            }
            const early = this.now - (Date.now() - started);
            await new Promise((go) => (early > this.ahead ? setTimeout(go, 2) : setImmediate(go)));
        }
        return this.ended;
    }

    // The boot ROM's flash functions talk to the flash chip, which is not there: they are done here, in its time.
    // entries: [a function's code of two letters, its address].
    hook_the_rom(entries) {
        const functions = {
            RE: (r) => this.#erase(r[0], r[1]),
            RP: (r) => this.#program(r[0], r[1], r[2]),
            FC: () => this.forget(),
            IF: () => {},
            EX: () => {},
            CX: () => {},
            UB: () => this.end("drive"),
        };
        for (const [name, address] of entries) {
            const act = functions[name];
            if (act) this.hook(address, () => { act(this.registers); return true; });
        }
    }

    // The flash's cache holds nothing any more.
    forget() {}

    // Inside

    #rest() {
        if (this.now - this.awake > STRETCH_MS) {
            this.tell({ busy: this.awake, t: this.now });
            this.busy_until = this.now;
        }
        const began = this.now;
        this.clock.tick(this.clock.nanosToNextAlarm);
        this.awake = this.now;
        this.slept += this.awake - began;
        if (this.mcu.clkSys < LIGHT_HZ) this.light += this.awake - began;
    }

    #erase(start, length) {
        const took = (length / BLOCK) * ERASE_MS;
        this.flash.fill(0xff, start, start + length);
        this.tell({ erase: start, length, took, t: this.now });
        this.#wait_for_flash(took);
    }

    #program(start, from, length) {
        const took = Math.ceil(length / PAGE) * PROGRAM_MS;
        for (let at = 0; at < length; at++) this.flash[start + at] &= this.mcu.readUint8(from + at);
        const data = this.whole ? Buffer.from(this.flash.subarray(start, start + length)).toString("hex") : undefined;
        this.tell({ program: start, length, took, data, t: this.now });
        this.#wait_for_flash(took);
    }

    #wait_for_flash(ms) {
        this.clock.tick(ms * 1e6);
        this.flashed(ms * 1e6);
        if (this.cut && --this.cut === 0) this.end("cut");
    }
}

// The library counts the time to an alarm in whole microseconds, so that it comes up to one too early. The SDK then now and
// then finds that nothing is due, and that the alarm is set already; the next one comes when the counter has gone round,
// in 4295 seconds.
export function on_time(timer) {
    const write = timer.writeUint32.bind(timer);
    timer.writeUint32 = (register, value) => {
        write(register, value);
        const { clockAlarm } = timer.alarms[(register - ALARM0) / 4] ?? {};
        if (!clockAlarm) return;
        const micros = timer.clock.nanos / 1000;
        const whole = Math.floor(micros);
        clockAlarm.schedule(Math.max(0, ((value - whole) >>> 0) - (micros - whole)) * 1000);
    };
}
