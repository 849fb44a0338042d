// An RP2040: rp2040js's peripherals, and our instruction loop.

import { Chip, on_time } from "./chip.mjs";
import { ConsoleLogger, LogLevel, RP2040, USBCDC } from "./rp2040js.mjs";

// Bits over four wires that a missed word costs: 8 for the word, 12 for its address. Each bit takes as many
// cycles as the flash's divider says.
const MISS_BITS = 20;

// The fields of `state` in core.c, after the sixteen registers.
const STATE = { N: 16, Z: 17, C: 18, V: 19, cycles: 20, deadline: 21, hooked: 22, watching: 23, miss: 24, misses: 25 };
const FLASH_BYTES = 0x200000;
const SRAM_BYTES = 0x42000;
const ROM_BYTES = 0x4000;
const ROM_TABLE = 0x14; // offset of the address of the ROM's table of functions
const HOOK_BYTES = (ROM_BYTES + SRAM_BYTES + FLASH_BYTES) / 2;
const FLASH_AT = 0x10000000;
const TIMER = 0x40054;
const WATCHDOG = 0x40058;
const DOG = { CTRL: 0, LOAD: 4, ENABLE: 1 << 30, TRIGGER: 1 << 31 };
const TICKS_A_MS = 2000; // of the watchdog, whose counter falls by two in each microsecond (erratum RP2040-E1)
const RING_OSCILLATOR = 0x40060;
const RANDOM_BIT = 0x1c; // register of the random bit
const NO_ALARM = 0x7fffffff;
const CRYSTAL_HZ = 12e6;
const SYSTEM_PLL = 0x40028;
const PLL = { FEEDBACK: 8, DIVIDERS: 12 };
const CLOCKS = 0x40008;
// register with the source of the processor's clock; bit 0 is clear for the crystal
const SYSTEM_CLOCK = 0x3c;
const FLASH_BUS = 0x18000;
const FLASH_DIVIDER = 0x14;
const LONGEST = 125_000; // most cycles of one call of the loop

export class Rp2040 extends Chip {
    // module is a WebAssembly.Module of core.c.
    constructor(module, rom, flash, tell) {
        const mcu = new RP2040();
        super(mcu, mcu.core, tell);
        mcu.logger = new ConsoleLogger(LogLevel.Error);
        this.base = 0; // nanoseconds when the loop was entered
        this.#connect(module);
        mcu.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, ROM_BYTES / 4));
        mcu.flash.set(flash);
        this.forget();
        this.hook_the_rom(this.#rom_functions());
        for (const pin of mcu.gpio) pin.setInputValue(true);
        this.#watch();
        this.#follow_clock();
        this.#follow_flash();
        on_time(mcu.peripherals[TIMER]);
        this.#throw_coins();
        // the code replaces a part of the boot ROM: the first block of flash sets up the chip
        this.core.PC = FLASH_AT;
    }

    // Follow the processor's clock, because the library leaves it at 125 MHz in any case.
    #follow_clock() {
        let [feedback, dividers, system] = [0, 0, 1];
        const set = () => {
            const pll = (CRYSTAL_HZ * feedback) / (((dividers >>> 16) & 7) * ((dividers >>> 12) & 7));
            const hertz = system & 1 ? pll : CRYSTAL_HZ;
            // the firmware has not finished the set-up
            if (!Number.isFinite(hertz) || hertz < CRYSTAL_HZ) return;
            this.mcu.clkSys = hertz;
            // Later cycles have another length.
            this.base = this.clock.nanosCounter - this.loop_state[STATE.cycles] * this.cycle;
        };
        this.#on_write(SYSTEM_PLL, (register, value) => {
            if (register === PLL.FEEDBACK) feedback = value;
            else if (register === PLL.DIVIDERS) dividers = value;
            set();
        });
        this.#on_write(CLOCKS, (register, value) => {
            if (register === SYSTEM_CLOCK) system = value;
            set();
        });
    }

    #follow_flash() {
        this.#on_write(FLASH_BUS, (register, value) => {
            if (register === FLASH_DIVIDER) this.loop_state[STATE.miss] = MISS_BITS * value;
        });
    }

    #on_write(page, act) {
        const part = this.mcu.peripherals[page];
        const write = part.writeUint32.bind(part);
        part.writeUint32 = (register, value) => {
            write(register, value);
            act(register, value);
        };
    }

    // The random bit, which rp2040js leaves at 1. Older releases of MicroPython use it for all their entropy.
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

    // The watchdog. That of rp2040js never fires: its alarm is due a part of a tick too early, and is then
    // set again for the same moment.
    #watch() {
        const dog = this.mcu.peripherals[WATCHDOG];
        const { read, write } = { read: dog.readUint32.bind(dog), write: dog.writeUint32.bind(dog) };
        let enabled = false;
        let load = 0;
        let turn = 0; // only the newest alarm counts
        const set = () => {
            const mine = ++turn;
            if (enabled) this.after(load / TICKS_A_MS, () => mine === turn && this.end("reset"));
        };
        dog.readUint32 = (register) => (register === DOG.CTRL ? (enabled ? DOG.ENABLE : 0) : read(register));
        dog.writeUint32 = (register, value) => {
            if (register === DOG.LOAD) {
                load = value & 0xffffff;
                set();
            } else if (register === DOG.CTRL) {
                if (value & DOG.TRIGGER) this.end("reset");
                enabled = Boolean(value & DOG.ENABLE);
                set();
            } else {
                write(register, value);
            }
        };
    }

    get flash() {
        return this.mcu.flash;
    }

    get misses() {
        return this.loop_state[STATE.misses];
    }

    get registers() {
        return this.core.registers;
    }

    cdc() {
        return new USBCDC(this.mcu.usbCtrl);
    }

    watch(address, on) {
        this.hook_bytes[this.loop.hook(address) >>> 0] = on ? 1 : 0;
        if (on && address >= ROM_BYTES) this.loop_state[STATE.watching] = 1;
    }

    pause() {
        super.pause();
        this.loop_state[STATE.deadline] = 0;
    }

    forget() {
        this.loop.forget();
    }

    work(pass) {
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

    // Before JavaScript code acts for the loop, the clock must be set. Afterwards the next alarm may have
    // changed.
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
        state[STATE.miss] = MISS_BITS * 4; // the speed of the flash before the boot code sets it
        core.registers = state.subarray(0, 16);
        for (const flag of "NZCV") {
            const at = STATE[flag];
            Object.defineProperty(core, flag, { get: () => state[at] !== 0, set: (on) => { state[at] = on ? 1 : 0; } });
        }
    }

    // Each entry of the table is a function's code of two letters and its address.
    *#rom_functions() {
        const rom = new DataView(this.loop.memory.buffer, this.loop.rom(), ROM_BYTES);
        for (let at = rom.getUint16(ROM_TABLE, true); rom.getUint16(at, true); at += 4) {
            yield [String.fromCharCode(rom.getUint8(at), rom.getUint8(at + 1)), rom.getUint16(at + 2, true)];
        }
    }
}
