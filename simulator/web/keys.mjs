// The four keys of the device, pressed by fingers, keyboard or screen reader. Each change is reported as a mask of the
// held keys, with its time.

export const KEYS = { up: 1, down: 2, ok: 4, back: 8 };

const KEYBOARD = {
    ArrowUp: KEYS.up, ArrowDown: KEYS.down, Enter: KEYS.ok, " ": KEYS.ok, Escape: KEYS.back, Backspace: KEYS.back,
};
const TAP_MS = 60;
const HOLD_MS = 1100; // slightly longer than the longest time in the device's settings after which a key is held
const ECHO_MS = 700; // a click within this time after a pointer event belongs to that event, and is no new press

export class Keys {
    // tell(mask, at) is called after each change with the mask of the held device keys, and with the time of the change
    // in the unit of event.timeStamp. plays(target, key) returns whether the keyboard key `key` controls the device, if
    // the element `target` has the focus.
    constructor(tell, plays) {
        this.tell = tell;
        this.plays = plays;
        this.held = new Map(); // maps each pointer or keyboard key that is down to the device key that it holds
        this.mask = 0;
        this.pressed = Promise.resolve(); // resolves when all presses by `press` are complete
        this.finger = -Infinity; // time of the last pointer event, in milliseconds
        addEventListener("keydown", (event) => this.keydown(event));
        addEventListener("keyup", (event) => this.let(event.key, event.timeStamp));
        addEventListener("blur", () => this.letAll());
        document.addEventListener("visibilitychange", () => document.hidden && this.letAll());
    }

    // Turns a button of the page into a device key. The device key is down as long as a pointer, such as a finger, is
    // down on the button. Several fingers may hold several device keys at once.
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
        // A screen reader or a switch device sends a click without pointer events.
        element.addEventListener("click", (event) => {
            if (event.timeStamp - this.finger > ECHO_MS) {
                this.press(key, TAP_MS);
            }
        });
        element.deviceKey = key;
    }

    // Turns a button of the page into one whose click holds a device key for HOLD_MS, for users who cannot hold a key.
    holder(element, key) {
        element.addEventListener("click", () => this.press(key, HOLD_MS));
    }

    // Presses a device key for `ms` milliseconds. The press begins when the presses of earlier calls are complete.
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
