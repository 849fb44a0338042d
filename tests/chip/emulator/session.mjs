// One session of the emulated chip, from power-on to the last step.
//
// usage: node session.mjs PLAN.json        {flash, keep, address, bus, keys, steps, dice, symbols, whole, ...}
//        node session.mjs PLAN.json port   {flash, keep, address, bus, keys, log, cut, ...}
//
// `battery` is the supply at VSYS in millivolts; then there is no USB.
// `core` and `rom` mean an RP2040; `rp2350js`, the folder of its emulator, means an RP2350.
//
// `port` makes the USB serial port standard input and output, until input ends or the power is cut. `control` of a port
// is the number of a pipe with lines of JSON. {when: text, edges: [["UP", down, after_ms]...]} moves keys after the chip
// prints the text, {reset: true} resets the chip.
//
// Events are printed as lines of JSON; a port writes them into the file `log`. At the end the flash is
// written to `keep`. The exit code is 42 after a reset: to continue, start a session with that flash. The
// code is 43 after a power cut, and 44 after the program has asked the boot ROM for its drive.

import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { Socket } from "node:net";

import { load } from "./dice.mjs";
import { Player } from "./player.mjs";
import { Profiler } from "./profiler.mjs";
import { Serial } from "./serial.mjs";
import { Wires } from "./wires.mjs";

const EXIT = { reset: 42, cut: 43, drive: 44 };
const VSYS = 3; // channel of the analogue converter
const VBUS = 24; // pin that is high while USB is connected
const SIE_STATUS = 0x50;
const CONNECTED = 1 << 16;

const [plan_file, mode] = process.argv.slice(2);
const plan = JSON.parse(readFileSync(plan_file, "utf8"));

let control = null;
let fingers = null;
let heard = "";
let lines = [];
function write() {
    const text = lines.join("");
    lines = [];
    if (mode !== "port") process.stdout.write(text);
    else appendFileSync(plan.log, text);
}
function tell(event) {
    lines.push(JSON.stringify(event) + "\n");
    if (lines.length > 100 || plan.control) write();
}

async function rp2040() {
    const { Rp2040 } = await import("./rp2040.mjs");
    const module = new WebAssembly.Module(readFileSync(plan.core));
    return new Rp2040(module, readFileSync(plan.rom), readFileSync(plan.flash), tell);
}
async function rp2350() {
    const { Rp2350 } = await import("./rp2350.mjs");
    return new Rp2350(plan.rp2350js, readFileSync(plan.flash), tell);
}
// Make the firmware see no computer on USB. Otherwise the library reports one as soon as the firmware asks.
function unplugged({ adc, gpio, usbCtrl }, millivolts) {
    gpio[VBUS].setInputValue(false);
    adc.channelValues[VSYS] = Math.round((millivolts / 3 / 3300) * 4095);
    const read = usbCtrl.readUint32.bind(usbCtrl);
    usbCtrl.readUint32 = (offset) => (offset === SIE_STATUS ? read(offset) & ~CONNECTED : read(offset)) >>> 0;
}
const chip = await (plan.rp2350js ? rp2350() : rp2040());
const wires = new Wires(chip, plan.address, plan.bus);
const profiler = plan.symbols ? new Profiler(chip, plan.symbols) : null;
const battery = plan.battery; // millivolts of the supply; 0 or undefined means USB
if (battery) unplugged(chip.mcu, battery);
const serial = battery ? null : new Serial(chip, (bytes) => (mode === "port" ? told_outside(bytes) : player.hear(bytes)));
const player = new Player(chip, wires, serial, plan.keys, profiler);
const dice = plan.dice ? load(chip, plan.dice.address, Buffer.from(plan.dice.bytes, "hex")) : null;
player.dice = dice;

if (mode === "port") {
    chip.ahead = 4; // a computer waits for answers by its own clock
    chip.cut = plan.cut;
    if (plan.control) obey();
    process.stdin.on("data", (bytes) => serial.type(bytes));
    process.stdin.on("end", () => chip.end("closed"));
} else {
    chip.whole = Boolean(plan.whole);
    player.play(plan.steps).then(() => chip.end("played"), (error) => {
        console.error(error);
        process.exitCode = 1;
        chip.end("failed");
    });
}

// The edges are as exact as the chip's time, although the chip may be far ahead of the desk's clock.
function told_outside(bytes) {
    process.stdout.write(bytes);
    heard = (heard + bytes).slice(-200);
    if (!fingers || !heard.includes(fingers.when)) return;
    let at = 0;
    for (const [key, down, after] of fingers.edges) {
        at += after;
        chip.after(at, () => player.edge(key, down));
    }
    fingers = null;
    heard = "";
}

function obey() {
    control = new Socket({ fd: plan.control, readable: true, writable: false });
    let said = "";
    control.on("data", (bytes) => {
        said += bytes;
        const every = said.split("\n");
        said = every.pop();
        for (const line of every) {
            const asked = JSON.parse(line);
            if (asked.reset) chip.end("reset");
            else fingers = asked;
        }
    });
}

const ended = await chip.run();
tell({ told: player.told, heard: player.heard, t: chip.now });
tell({ end: ended, slept: chip.slept, light: chip.light, mhz: chip.mcu.clkSys / 1e6, misses: chip.misses, dice_left: dice?.left, t: chip.now });
write();
if (plan.keep) writeFileSync(plan.keep, chip.flash);
process.exitCode ||= EXIT[ended] ?? 0;
process.stdin.destroy();
control?.destroy();
