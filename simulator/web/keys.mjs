// Four keys from fingers, keyboard and screen readers: a mask of those that are down, told at each change with its time.

export const KEYS = { up: 1, down: 2, ok: 4, back: 8 };

const KEYBOARD = {
    ArrowUp: KEYS.up, ArrowDown: KEYS.down, Enter: KEYS.ok, " ": KEYS.ok, Escape: KEYS.back, Backspace: KEYS.back,
};
const TAP_MS = 60;
const HOLD_MS = 1100; // the longest that the settings of the device know, and a little
const ECHO_MS = 700; // a click this long after a finger is that finger's

export class Keys {
    // tell(mask, at): `at` is like event.timeStamp. plays(target, key) says whether a key of the keyboard is the device's now.
    constructor(tell, plays) {
        this.tell = tell;
        this.plays = plays;
        this.held = new Map(); // what holds a key down, by the finger or the key of the keyboard
        this.mask = 0;
        this.pressed = Promise.resolve(); // when the presses without a finger are done
        this.finger = -Infinity; // when one was last there
        addEventListener("keydown", (event) => this.keydown(event));
        addEventListener("keyup", (event) => this.let(event.key, event.timeStamp));
        addEventListener("blur", () => this.letAll());
        document.addEventListener("visibilitychange", () => document.hidden && this.letAll());
    }

    // A button that is a key as long as a finger is on it. Several at once are fine.
    button(element, key) {
        const up = (event) => {
            element.classList.remove("down");
            this.let(event.pointerId, event.timeStamp);
        };
        element.addEventListener("pointerdown", (event) => {
            if (event.button === 0) {
                event.preventDefault();
                element.setPointerCapture(event.pointerId);
                element.classList.add("down");
                this.finger = event.timeStamp;
                this.hold(event.pointerId, key, event.timeStamp);
            }
        });
        for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
            element.addEventListener(name, up);
        }
        element.addEventListener("pointerup", (event) => { this.finger = event.timeStamp; });
        element.addEventListener("contextmenu", (event) => event.preventDefault());
        // What comes without a finger is a screen reader's, or a switch's.
        element.addEventListener("click", (event) => {
            if (event.timeStamp - this.finger > ECHO_MS) {
                this.press(key, TAP_MS);
            }
        });
        element.deviceKey = key;
    }

    // A button that holds a key, for who cannot.
    holder(element, key) {
        element.addEventListener("click", () => this.press(key, HOLD_MS));
    }

    // Press a key for so long, after those before.
    press(key, ms) {
        const wait = (time) => new Promise((resolve) => setTimeout(resolve, time));
        this.pressed = this.pressed.then(async () => {
            const finger = Symbol();
            this.hold(finger, key, performance.now());
            await wait(ms);
            this.let(finger, performance.now());
            await wait(TAP_MS);
        });
    }

    keydown(event) {
        const key = event.target.deviceKey && [" ", "Enter"].includes(event.key)
            ? event.target.deviceKey : KEYBOARD[event.key];
        if (!key || event.ctrlKey || event.altKey || event.metaKey || !this.plays(event.target, event.key)) {
            return;
        }
        event.preventDefault();
        if (!event.repeat) {
            this.hold(event.key, key, event.timeStamp);
        }
    }

    hold(finger, key, at) {
        this.held.set(finger, key);
        this.told(at);
    }

    let(finger, at) {
        if (this.held.delete(finger)) {
            this.told(at);
        }
    }

    letAll() {
        this.held.clear();
        this.told(performance.now());
    }

    told(at) {
        const mask = [...this.held.values()].reduce((all, key) => all | key, 0);
        if (mask !== this.mask) {
            this.mask = mask;
            this.tell(mask, at);
        }
    }
}
