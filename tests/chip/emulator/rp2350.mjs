// An RP2350 with its Arm processors, one of which works. rp2350js emulates the chip. The times of its
// instructions are guesses, and its flash has no cache. So the pictures are right, but the times are not.

import { createRequire } from "node:module";

import { Chip, on_time } from "./chip.mjs";

const CLOCK = 150_000_000; // the clock that MicroPython sets; rp2350js does not follow it
const TIMERS = [0x400b0, 0x400b8];
const ROM_BYTES = 0x8000;
const ROM_TABLE = 0x14; // offset of the address of the ROM's table of functions
const SECURE_ARM = 4; // the bit for a function of these processors
const KINDS = [1, 2, 4, 8, 16, 32, 64]; // the kinds of addresses in an entry of that table, in their order
// `watch` marks these lower bits of an address, so that most instructions need no look-up of a hook
const PLACES = 0x10000;
const LONGEST = 20_000; // most instructions of one call of `work`

// The library, from the folder of a build that the user made.
function library(folder) {
    const required = createRequire(`${folder}/`);
    const fpu = required("./cortex-m33/execute-fpu.js");
    fpu.fpuExecute = with_doubles(fpu.fpuExecute);
    return { ...required("./rp2350.js"), ...required("./usb/cdc.js"), ...required("./utils/logging.js") };
}

// The library loads and stores one word for instructions with two words (VLDR and VSTR of a double register).
// The SDK marks a cancelled alarm with such an instruction, and would have no alarm left after sixteen.
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
    // folder: the folder of rp2350.js.
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
        mcu.reset(); // the boot ROM then looks for a program in the flash
    }

    get registers() {
        return this.core.regs.r;
    }

    // An address stays marked, because another hook may have the same lower bits.
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

    // Each entry of the table is a function's code of two letters, the kinds of its addresses, and the
    // addresses.
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
