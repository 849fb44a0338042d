// Compare our instruction loop with that of rp2040js: random instructions on equal registers and memory.
//
// usage: node check.mjs core.wasm rom.bin COUNT [SEED]
//
// Prints the number of equal instructions. At the first difference the script prints it, and exits with 1.

import { readFileSync } from "node:fs";

import { Rp2040 } from "./rp2040.mjs";
import { RP2040 } from "./rp2040js.mjs";

const [core_file, rom_file, count, seed = "1"] = process.argv.slice(2);
const SRAM_AT = 0x20000000;
const CODE = 0x1000; // offset of the instruction, in the middle of the memory that it may use
const SPAN = 0x2000; // bytes of this memory
const FLAGS = ["N", "Z", "C", "V"];

// Instructions that are left out. Some change more than registers and memory, or do not exist. For other
// numbers rp2040js differs from ARM's manual, which our loop follows.
const LEFT_OUT = [
    (op) => op >= 0xb600 && op <= 0xb6ff, // interrupts on, off
    (op) => op >= 0xbe00 && op <= 0xbfff, // breakpoints, hints
    (op) => op >= 0xde00 && op <= 0xdfff, // undefined, supervisor calls
    (op) => op >= 0xe800 && op <= 0xefff, // not an instruction of this processor
    (op) => op >= 0xf800, // not an instruction of this processor
    // a call through the register that the call changes: rp2040js changes the register too early
    (op) => (op & 0xff07) > 0x4700 && (op & 0xff00) === 0x4700,
    (op) => op === 0x47f0, // rp2040js ignores the carry in the overflow of these instructions
    (op) => (op & 0xffc0) === 0x4140 || (op & 0xffc0) === 0x4180, // with carry; the test of overflow excludes the carry
];

const silent = { debug() {}, info() {}, warn() {}, error() {} };

let state = Number(seed) >>> 0;
function random(below) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
}

// Numbers that lead to carries and signs, small numbers, and addresses in memory.
function value() {
    switch (random(4)) {
        case 0: return SRAM_AT + random(SPAN / 4) * 4;
        case 1: return random(64);
        case 2: return [0, 1, 31, 32, 33, 255, 0x7fffffff, 0x80000000, 0xffffffff][random(9)];
        default: return random(2 ** 32);
    }
}

const shifts = (op) => (op & 0xff00) === 0x4000 ? (op & 0xc0) >= 0x80 : (op & 0xff00) === 0x4100 && ((op & 0xc0) === 0 || (op & 0xc0) === 0xc0);
const moves = (op) => (op >= 0x5000 && op <= 0x9fff) || (op & 0xf000) === 0xc000;

// Registers for this instruction. A shift by a register gets 1 to 32, because for other numbers rp2040js
// differs from ARM's manual and our loop. A load or store gets the address of a whole word, because any other
// address is a fault.
function registers(op) {
    const found = Array.from({ length: 16 }, value);
    if (shifts(op)) found[(op >> 3) & 7] = 1 + random(32);
    if (moves(op)) for (let at = 0; at < 8; at++) found[at] = (found[at] & ~3) % 0xd0000000 >>> 0;
    found[13] = SRAM_AT + random(SPAN / 4) * 4;
    found[15] = SRAM_AT + CODE;
    return found;
}

function memories(mcu) {
    mcu.logger = silent;
    mcu.peripherals = {}; // the peripherals of two chips would not agree on the time
    mcu.sio = { readUint32: () => 0, writeUint32() {} };
    return mcu;
}

const rom = readFileSync(rom_file);
const module = new WebAssembly.Module(readFileSync(core_file));
const ours = new Rp2040(module, rom, new Uint8Array(0), () => {});
ours.loop_state[24] = 0; // no flash cache, because rp2040js has none
ours.after(1e-6, () => {}); // the alarm is due at once, so the loop ends after one instruction
memories(ours.mcu);
const theirs = memories(new RP2040());
theirs.loadBootrom(new Uint32Array(rom.buffer, rom.byteOffset, rom.length / 4));

function shown(mcu, took) {
    const r = Array.from(mcu.core.registers, (v) => (v >>> 0).toString(16)).join(" ");
    return `${r}  ${FLAGS.map((f) => (mcu.core[f] ? f : "-")).join("")}  ${took} cycles`;
}

for (let n = 0; n < Number(count); n++) {
    let op = random(0x10000);
    while (LEFT_OUT.some((is) => is(op))) op = random(0x10000);
    // The second half of a long branch; after any other instruction it has no effect.
    const next = 0xd000 | random(0x1000) | (random(2) << 13);
    for (let at = 0; at < SPAN; at += 4) {
        const word = n % 64 === 0 ? random(2 ** 32) : theirs.sramView.getUint32(at, true);
        ours.mcu.sramView.setUint32(at, word, true);
        theirs.sramView.setUint32(at, word, true);
        if (n % 64) break; // the memories are equal already
    }
    const before = registers(op);
    const flags = FLAGS.map(() => random(2) === 1);
    for (const mcu of [ours.mcu, theirs]) {
        mcu.sramView.setUint16(CODE, op, true);
        mcu.sramView.setUint16(CODE + 2, next, true);
        mcu.core.registers.set(before);
        FLAGS.forEach((flag, at) => { mcu.core[flag] = flags[at]; });
    }
    const took = [ours.loop.run(1, 1) >>> 0, theirs.core.executeInstruction()];
    const seen = [shown(ours.mcu, took[0]), shown(theirs, took[1])];
    let same = seen[0] === seen[1];
    let where = "";
    for (let at = 0; same && at < SPAN; at += 4) {
        if (n % 64 !== 63 && n !== Number(count) - 1) break;
        if (ours.mcu.sramView.getUint32(at, true) !== theirs.sramView.getUint32(at, true)) {
            same = false;
            where = `, memory at ${at.toString(16)}`;
        }
    }
    if (!same) {
        console.log(`instruction ${op.toString(16)} ${next.toString(16)}${where}\n  ours   ${seen[0]}\n  theirs ${seen[1]}`);
        process.exit(1);
    }
}
console.log(`${count} instructions do in ours what they do in rp2040js's`);
