// The actions of a player, step by step: the next key follows when the device is idle.
//
// A step is an object; its first field is its sort.
//   {settle: ms, profile: any}   wait until the device has sent and computed nothing for this time
//   {press: "OK", down: ms, after: ms, profile: "press" | "release", dice: n}
//                                wait for `after` ms, press a key, then settle; `dice` bytes of dice are used before it
//   {taps: [["UP", down, gap]], quiet: ms}
//                                keys at fixed times, without waiting for the device; then settle for `quiet` ms
//   {shown: ms, profile: any}    wait until the picture is not all dark, and nothing was sent for this time
//   {wait: ms}
//   {type: text, until: text, most: ms}   type over USB, then wait until the output has the text `until`
// Before each step the player reports its number and the time: {step: 3, t}.

const WORK_MS = 4; // after this time without a sleep, the device counts as at work
const LOOK_MS = 5;
const QUIET_MS = 160;
const LONGEST_MS = 5_000; // after this time, the device counts as restless
const ANSWER_MS = 30_000;
const ANEW = "MPY: soft reboot\r\n";

export class Player {
    constructor(chip, wires, serial, pins, profiler) {
        this.chip = chip;
        this.wires = wires;
        this.serial = serial;
        this.pins = pins;
        this.profiler = profiler;
        this.said = "";
        this.asked = false; // whether the device is answering typed text
        this.told = ""; // unsolicited output: exceptions
        this.heard = ""; // all output
        this.dice = null; // the replaced dice, see dice.mjs
        this.used = 0; // bytes of dice used before this key
    }

    async play(steps) {
        for (const [at, step] of steps.entries()) {
            const { now, slept, light } = this.chip;
            this.chip.tell({ step: at, slept, light, t: now });
            if ("settle" in step) await this.profiled(step.profile, () => this.settle(step.settle));
            else if ("press" in step) await this.press(step);
            else if ("taps" in step) await this.tap(step.taps, step.quiet);
            else if ("shown" in step) await this.profiled(step.profile, () => this.shown(step.shown));
            else if ("wait" in step) await this.chip.sleep(step.wait);
            else if ("type" in step) await this.type(step);
            else throw new Error(`a step of no kind: ${JSON.stringify(step)}`);
        }
    }

    async settle(quiet = QUIET_MS) {
        const since = this.chip.now;
        for (;;) {
            await this.chip.sleep(LOOK_MS);
            const { now, busy_until, working } = this.chip;
            const calm = Math.max(since, busy_until, this.wires.sent_until);
            if (working <= WORK_MS && !this.wires.sending && now - calm >= quiet) return;
            if (now - since > LONGEST_MS) {
                this.chip.tell({ restless: LONGEST_MS, t: now });
                return;
            }
        }
    }

    async press({ press, down, after = 0, profile, dice = 0 }) {
        this.used = dice;
        await this.chip.sleep(after);
        if (profile === "press") this.profiler.start();
        this.edge(press, true);
        await this.chip.sleep(down);
        if (profile === "release") this.profiler.start();
        this.edge(press, false);
        await this.settle();
        if (profile) this.#profile_told();
    }

    async profiled(wanted, act) {
        if (wanted) this.profiler.start();
        await act();
        if (wanted) this.#profile_told();
    }

    #profile_told() {
        this.chip.tell({ profile: this.profiler.stop(), t: this.chip.now });
    }

    async shown(quiet) {
        const { chip, wires } = this;
        while (chip.now < LONGEST_MS && !(wires.lit && !wires.sending && chip.now - wires.sent_until >= quiet)) {
            await chip.sleep(1);
        }
    }

    async tap(taps, quiet) {
        for (const [key, down, gap] of taps) {
            this.edge(key, true);
            await this.chip.sleep(down);
            this.edge(key, false);
            await this.chip.sleep(gap);
        }
        await this.settle(quiet);
    }

    async type({ type, until, most = ANSWER_MS }) {
        this.said = "";
        this.asked = true;
        this.serial.type(Buffer.from(type, "utf8"));
        const end = this.chip.now + most;
        while (!this.said.includes(until) && this.chip.now < end) await this.chip.sleep(LOOK_MS);
        this.asked = false;
        this.chip.tell({ said: this.said, answered: this.said.includes(until), t: this.chip.now });
    }

    hear(bytes) {
        const text = bytes.toString("utf8");
        const before = this.heard.length;
        this.heard += text;
        if (this.heard.indexOf(ANEW, Math.max(0, before - ANEW.length + 1)) >= 0) {
            this.dice?.go_on(this.used);
            this.chip.tell({ anew: true, t: this.chip.now });
        }
        if (this.asked) this.said += text;
        else this.told += text;
    }

    edge(key, down) {
        this.chip.mcu.gpio[this.pins[key]].setInputValue(!down); // a pressed key connects its pin to ground
        this.chip.tell({ key, down, t: this.chip.now });
    }
}
