// An RP2350 with its Arm processors, one of which works: all of it is rp2350js's. What that takes for an instruction is
// a guess and its flash has no cache: what is shown is right, and how long it takes is not known.

import { createRequire } from "node:module";

import { Chip, on_time } from "./chip.mjs";

const CLOCK = 150_000_000; // as MicroPython sets it; rp2350js does not follow
const TIMERS = [0x400b0, 0x400b8];
const ROM_BYTES = 0x8000;
const ROM_TABLE = 0x14; // where its address stands
const SECURE_ARM = 4; // the bit of a function for these processors
const KINDS = [1, 2, 4, 8, 16, 32, 64]; // of what an entry of that table may have an address, in their order
const PLACES = 0x10000; // addresses are told apart by these bits before anybody looks for a hook
const LONGEST = 20_000; // instructions of one call of `work`

// The library, from the folder that its own build has made.
function library(folder) {
    const required = createRequire(`${folder}/`);
    const fpu = required("./cortex-m33/execute-fpu.js");
    fpu.fpuExecute = with_doubles(fpu.fpuExecute);
    return { ...required("./rp2350.js"), ...required("./usb/cdc.js"), ...required("./utils/logging.js") };
}

// It loads and stores one word where the instruction has two (VLDR and VSTR of a double register). The SDK marks an alarm
// that was cancelled so, and would have none left after sixteen.
function with_doubles(others) {
    return (core, first, second) => {
        if ((first & 0xff20) !== 0xed00 || (second & 0xf00) !== 0xb00) return others(core, first, second);
        const { regs, chip } = core;
        const words = new Uint32Array(regs.s.buffer);
        const at = 2 * (((second >> 12) & 15) | ((first & 0x40) >> 2));
        const base = (first & 15) === 15 ? regs.pc & ~3 : regs.r[first & 15];
        const offset = (second & 0xff) << 2;
        const address = (first & 0x80 ? base + offset : base - offset) >>> 0;
        for (const n of [0, 1]) {
            if (first & 0x10) words[at + n] = chip.readUint32(address + 4 * n);
            else chip.writeUint32(address + 4 * n, words[at + n]);
        }
        return 3;
    };
}

export class Rp2350 extends Chip {
    // folder: where rp2350.js lies.
    constructor(folder, flash, tell) {
        const { RP2350, USBCDC, ConsoleLogger, LogLevel } = library(folder);
        const mcu = new RP2350({ coreArch: "arm" });
        super(mcu, mcu.core[0], tell);
        mcu.logger = new ConsoleLogger(LogLevel.Error);
        this.cdc = () => new USBCDC(mcu.usbCtrl);
        mcu.clkSys = CLOCK;
        this.flash = mcu.flash.subarray(0, flash.length);
        this.flash.set(flash);
        this.hooked = new Uint8Array(PLACES);
        this.hook_the_rom(this.#rom_functions());
        for (const pin of mcu.gpio) pin.setInputValue(true);
        for (const timer of TIMERS) on_time(mcu.peripherals[timer]);
        mcu.watchdog.onWatchdogTrigger = () => this.end("reset");
        mcu.reset(); // its boot ROM looks for a program in the flash
    }

    get registers() {
        return this.core.regs.r;
    }

    // Another one may be in the same place: it stays marked.
    watch(address, on) {
        if (on) this.hooked[(address >>> 1) % PLACES] = 1;
    }

    work() {
        const { core, clock, hooked, cycle } = this;
        for (let n = 0; n < LONGEST && !core.waiting && !this.paused; n++) {
            const at = core.PC & ~1;
            if (hooked[(at >>> 1) % PLACES] && this.hooks.get(at >>> 0)?.(at)) core.PC = this.registers[14] & ~1;
            else clock.tick(core.executeInstruction() * cycle);
        }
    }

    // For each function the table has a code of two letters, the kinds of what it has, and an address for each.
    *#rom_functions() {
        const rom = new DataView(this.mcu.bootrom.buffer, 0, ROM_BYTES);
        for (let at = rom.getUint16(ROM_TABLE, true); rom.getUint16(at, true);) {
            const name = String.fromCharCode(rom.getUint8(at), rom.getUint8(at + 1));
            const kinds = rom.getUint16(at + 2, true);
            at += 4;
            for (const kind of KINDS.filter((each) => kinds & each)) {
                if (kind === SECURE_ARM) yield [name, rom.getUint16(at, true)];
                at += 2;
            }
        }
    }
}
