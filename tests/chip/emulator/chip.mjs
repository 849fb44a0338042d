// An RP2040 with its flash: rp2040js's peripherals, our instruction loop, and the times that flash takes.
//
// Time is simulated and in milliseconds. It goes on only in `run`, and repeats exactly.

import { ConsoleLogger, LogLevel, RP2040 } from "./rp2040js.mjs";

// Of the flash chip on a Pico, a W25Q16JV; typical times of its data sheet.
const ERASE_MS = 45; // a block of 4 KB
const PROGRAM_MS = 0.7; // a page of 256 bytes
const BLOCK = 4096;
const PAGE = 256;
// Cycles that a missed word costs, over four wires at half the clock: 8 for the word, 12 for where it lies.
const MISS = 40;

// The fields of `state` in core.c, after the sixteen registers.
const STATE = { N: 16, Z: 17, C: 18, V: 19, cycles: 20, deadline: 21, hooked: 22, watching: 23, miss: 24, misses: 25 };
const FLASH_BYTES = 0x200000;
const SRAM_BYTES = 0x42000;
const ROM_BYTES = 0x4000;
const HOOK_BYTES = (ROM_BYTES + SRAM_BYTES + FLASH_BYTES) / 2;
const FLASH_AT = 0x10000000;
const WATCHDOG = 0x40058;
const RING_OSCILLATOR = 0x40060;
const RANDOM_BIT = 0x1c; // its register for that
const NO_ALARM = 0x7fffffff;
const LONGEST = 125_000; // cycles of one call of the loop
const SLICE_MS = 20; // of the desk's time, before others have their turn
const STRETCH_MS = 3; // work that is longer is told as busy

export class Chip {
    // module: a WebAssembly.Module of core.c. tell: gets an object for each event, with its time `t`.
    constructor(module, rom, flash, tell) {
        this.tell = tell;
        this.mcu = new RP2040();
        this.mcu.logger = new ConsoleLogger(LogLevel.Error);
        this.clock = this.mcu.clock;
        this.core = this.mcu.core;
        this.base = 0; // nanoseconds when the loop was entered
        this.ended = null; // why
        this.awake = 0; // since when it has not slept
        this.busy_until = 0;
        this.ahead = Infinity; // milliseconds that it may be ahead of the desk's clock
        this.hooks = new Map(); // address of an instruction -> what is asked before it, see `hook`
        this.flashed = () => {}; // gets the nanoseconds that flash took
        this.whole = false; // whether it is told what is written to the flash
        this.cut = 0; // the power goes with that erasure or write from now; 0: never
        this.#connect(module);
        this.mcu.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, ROM_BYTES / 4));
        this.mcu.flash.set(flash);
        this.loop.forget();
        this.#hook_the_rom();
        for (const pin of this.mcu.gpio) pin.setInputValue(true);
        this.mcu.peripherals[WATCHDOG].onWatchdogTrigger = () => this.end("reset");
        this.#throw_coins();
        this.core.PC = FLASH_AT; // what the boot ROM would do: the first block of flash sets up the rest
    }

    // The random bit, which rp2040js leaves at one. Older releases of MicroPython make all their entropy of it.
    #throw_coins() {
        const oscillator = this.mcu.peripherals[RING_OSCILLATOR];
        const others = oscillator.readUint32.bind(oscillator);
        let coins = 1;
        oscillator.readUint32 = (register) => {
            if (register !== RANDOM_BIT) return others(register);
            coins ^= coins << 13;
            coins ^= coins >>> 17;
            coins ^= coins << 5;
            return coins >>> 31;
        };
    }

    get now() {
        return this.clock.nanos / 1e6;
    }

    get misses() {
        return this.loop_state[STATE.misses];
    }

    get flash() {
        return this.mcu.flash;
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
        return new Promise((go) => this.after(ms, () => { this.#pause(); go(); }));
    }

    // Call `act` before each run of the instruction at this address, where a function begins or goes on. If it
    // returns true it has done the function's work itself.
    hook(address, act) {
        const at = (address & ~1) >>> 0;
        this.hooks.set(at, act);
        this.hook_bytes[this.loop.hook(at) >>> 0] = 1;
        if (at >= ROM_BYTES) this.loop_state[STATE.watching] = 1;
    }

    unhook(address) {
        const at = (address & ~1) >>> 0;
        this.hooks.delete(at);
        this.hook_bytes[this.loop.hook(at) >>> 0] = 0;
    }

    end(why) {
        this.ended ??= why;
        this.#pause();
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
                pass = this.#work(pass);
            }
            const early = this.now - (Date.now() - started);
            await new Promise((go) => (early > this.ahead ? setTimeout(go, 2) : setImmediate(go)));
        }
        return this.ended;
    }

    // Inside

    #pause() {
        this.paused = true;
        this.loop_state[STATE.deadline] = 0;
    }

    #rest() {
        if (this.now - this.awake > STRETCH_MS) {
            this.tell({ busy: this.awake, t: this.now });
            this.busy_until = this.now;
        }
        this.clock.tick(this.clock.nanosToNextAlarm);
        this.awake = this.now;
    }

    #work(pass) {
        const alarm = this.clock.nextAlarm;
        this.base = this.clock.nanosCounter;
        const budget = alarm ? Math.min(Math.max(1, Math.ceil((alarm.nanos - this.base) / this.cycle)), LONGEST) : LONGEST;
        const took = this.loop.run(budget, pass) >>> 0;
        this.clock.tick(this.base + took * this.cycle - this.clock.nanosCounter);
        if (!this.loop_state[STATE.hooked]) return 0;
        const at = (this.core.PC & ~1) >>> 0;
        if (!this.hooks.get(at)(at)) return 1;
        this.core.PC = this.core.LR & ~1;
        return 0;
    }

    // While JavaScript does something for the loop the clock has to be right, and the next alarm may change.
    #called(act) {
        this.clock.nanosCounter = this.base + this.loop_state[STATE.cycles] * this.cycle;
        const value = act();
        const { core, clock } = this;
        const alarm = clock.nextAlarm;
        this.loop_state[STATE.deadline] =
            core.interruptsUpdated || core.waiting || this.paused ? 0
            : alarm ? Math.max(0, Math.ceil((alarm.nanos - this.base) / this.cycle)) : NO_ALARM;
        return value;
    }

    #connect(module) {
        const { mcu, core } = this;
        const read = { 1: (a) => mcu.readUint8(a), 2: (a) => mcu.readUint16(a), 4: (a) => mcu.readUint32(a) };
        const write = { 1: (a, v) => mcu.writeUint8(a, v), 2: (a, v) => mcu.writeUint16(a, v), 4: (a, v) => mcu.writeUint32(a, v) };
        const js = {
            read: (address, bytes) => this.#called(() => read[bytes](address >>> 0)),
            write: (address, value, bytes) => this.#called(() => write[bytes](address >>> 0, value >>> 0)),
            step: () => this.#called(() => core.executeInstruction()),
        };
        this.loop = new WebAssembly.Instance(module, { js }).exports;
        const memory = this.loop.memory.buffer;
        const part = (name, length) => new Uint8Array(memory, this.loop[name](), length);
        const words = (bytes) => new Uint32Array(memory, bytes.byteOffset, bytes.length / 4);
        const view = (bytes) => new DataView(memory, bytes.byteOffset, bytes.length);
        mcu.sram = part("sram", SRAM_BYTES);
        mcu.sramView = view(mcu.sram);
        mcu.flash = part("flash", FLASH_BYTES);
        mcu.flashView = view(mcu.flash);
        mcu.flash16 = new Uint16Array(memory, mcu.flash.byteOffset, FLASH_BYTES / 2);
        mcu.bootrom = words(part("rom", ROM_BYTES));
        this.hook_bytes = part("hooks", HOOK_BYTES);
        const state = words(part("state", 4 * 26));
        this.loop_state = state;
        state[STATE.miss] = MISS;
        core.registers = state.subarray(0, 16);
        for (const flag of "NZCV") {
            const at = STATE[flag];
            Object.defineProperty(core, flag, { get: () => state[at] !== 0, set: (on) => { state[at] = on ? 1 : 0; } });
        }
    }

    // The boot ROM's flash functions talk to the flash chip, which is not there: they are done here, in its time.
    #hook_the_rom() {
        const rom = new DataView(this.loop.memory.buffer, this.loop.rom(), ROM_BYTES);
        const functions = {
            RE: (r) => this.#erase(r[0], r[1]),
            RP: (r) => this.#program(r[0], r[1], r[2]),
            FC: () => this.loop.forget(),
            IF: () => {},
            EX: () => {},
            CX: () => {},
        };
        // The table has a code of two letters and an address for each function.
        for (let at = rom.getUint16(0x14, true); rom.getUint16(at, true); at += 4) {
            const name = String.fromCharCode(rom.getUint8(at), rom.getUint8(at + 1));
            const act = functions[name];
            if (act) this.hook(rom.getUint16(at + 2, true), () => { act(this.core.registers); return true; });
        }
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
