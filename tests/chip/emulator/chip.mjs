// A chip with its flash: the parts that both kinds have in common. The parts are time, sleep and the flash
// chip.
//
// Time is simulated, in milliseconds. Time passes only in `run`, so a session repeats exactly.

// The flash chip on a Pico is a W25Q16JV; the times are typical ones of its data sheet.
const ERASE_MS = 45; // to erase a block of 4 KB
const PROGRAM_MS = 0.7; // to program a page of 256 bytes
const BLOCK = 4096;
const PAGE = 256;
const SLICE_MS = 20; // the desk's time of one turn, before other tasks run
const STRETCH_MS = 3; // work longer than this is reported as busy
const ALARM0 = 0x10; // first alarm register of a timer
const LIGHT_HZ = 20e6; // a slower clock means a light sleep, because the chip then runs from the crystal

// A subclass has `flash`, the content of the flash, `registers`, those of its processor, and these methods:
//   work(pass)               run instructions up to the next alarm or `pause`; `pass` is its last result
//   watch(address, on)       set whether `hooks` is consulted before the instruction at this address
//   cdc()                    return the computer's side of the USB
export class Chip {
    // mcu and core are objects of the library. tell(event) gets an object for each event, with its time `t`.
    constructor(mcu, core, tell) {
        this.tell = tell;
        this.mcu = mcu;
        this.core = core;
        this.clock = mcu.clock;
        this.ended = null; // the reason of the end
        this.awake = 0; // time of the last end of a sleep
        this.slept = 0; // milliseconds asleep in all; `light` is the part with stopped clocks
        this.light = 0;
        this.busy_until = 0;
        this.ahead = Infinity; // milliseconds by which the chip may be ahead of the desk's clock
        this.hooks = new Map(); // address of an instruction -> function to call before it, see `hook`
        this.flashed = () => {}; // called with the nanoseconds that a flash operation took
        this.whole = false; // whether events include the data written to the flash
        this.cut = 0; // the power fails at this erase or program from now on; 0: never
    }

    // Number of words that were not in the flash cache.
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

    // Call `act` before each run of the instruction at this address. The address is the start of a function,
    // or a return into one. If `act` returns true, it has done the work of the whole function.
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

    // Runs until `end`, and resolves to its reason. Promises of `sleep` resolve at their exact times.
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

    // The boot ROM's flash functions would use the flash chip, which does not exist here. So this class
    // replaces these functions, and simulates the time of the flash chip. entries: [a function's code of two
    // letters, its address].
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

    // Empty the flash cache.
    forget() {}

    // Private functions.

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

// The library counts the time to an alarm in whole microseconds, so an alarm comes up to one microsecond too
// early. The SDK then sometimes finds that the alarm is not due, and is set already. The alarm is next due
// after the counter has wrapped, in 4295 seconds.
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
