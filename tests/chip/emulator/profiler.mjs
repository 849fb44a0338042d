// A profiler: exact times of chosen C functions, and of every Python function by its name.
//
// Each call has its path, the names of the calls it came from. MicroPython's interpreter is one C function
// that stands for all of Python's; its parameter is the function object, which knows its name and its module.

const FUNCTION = { context: 4, code: 12 }; // offsets in mp_obj_fun_bc_t
const CONTEXT_NAMES = 8; // offset in mp_module_context_t of the table of names of the module
const POOL = { before: 4, length: 12, names: 24 }; // offsets in qstr_pool_t
const LONGEST_NAME = 80;
const SRAM_AT = 0x20000000;

export class Profiler {
    // symbols: `functions`, name -> address; `interpreter`, the name of the function that runs Python;
    // `allocator`, the name of the function that allocates memory; `state` and `state_bytes`, the place of
    // MicroPython's state; `pools`, the addresses of its lists of names in flash.
    constructor(chip, symbols) {
        this.chip = chip;
        this.symbols = symbols;
        this.on = false;
        this.hooked = false;
        this.frames = [];
        this.returns = new Map(); // return address -> number of frames that return there
        this.names = new Map();
    }

    start() {
        if (!this.hooked) {
            for (const [name, at] of Object.entries(this.symbols.functions)) this.chip.hook(at, () => this.#enter(name));
            this.chip.flashed = (nanos) => this.#flashed(nanos);
            this.hooked = true;
        }
        this.calls = new Map();
        this.largest = { bytes: 0, path: "" };
        this.since = this.chip.clock.nanos;
        for (const frame of this.frames) frame.inner = 0;
        this.on = true;
    }

    // [path, calls, own milliseconds, milliseconds with callees] for each path. Open calls count up to now.
    // The result also has the largest allocation, with its path.
    stop() {
        const now = this.chip.clock.nanos;
        for (let at = this.frames.length - 1; at >= 0; at--) {
            const whole = this.#count(this.frames[at], now, 0);
            if (at) this.frames[at - 1].inner += whole;
        }
        this.on = false;
        const rows = [...this.calls].map(([path, c]) => [path, c.n, c.self / 1e6, c.whole / 1e6]);
        return { ms: (now - this.since) / 1e6, rows, largest: this.largest };
    }

    // Private functions.

    #enter(name) {
        const { chip, frames, returns } = this;
        const r = chip.core.registers;
        const now = chip.clock.nanos;
        this.#unwind(r[13], null, now);
        const called = name === this.symbols.interpreter ? this.#python(r[0]) : name;
        const back = (r[14] & ~1) >>> 0;
        const path = frames.length ? frames.at(-1).path + ";" + called : called;
        if (this.on && name === this.symbols.allocator && r[0] > this.largest.bytes) this.largest = { bytes: r[0], path };
        frames.push({ path, stack: r[13], back, since: now, inner: 0 });
        returns.set(back, (returns.get(back) ?? 0) + 1);
        if (!chip.hooks.has(back)) chip.hook(back, (at) => this.#unwind(chip.core.registers[13], at, chip.clock.nanos));
        return false;
    }

    // Remove the frames below the stack pointer, and the frame that returns at `at`.
    #unwind(stack, at, now) {
        const { frames } = this;
        while (frames.length) {
            const top = frames.at(-1);
            if (top.stack > stack || (top.stack === stack && top.back !== at)) break;
            this.#leave(frames.pop(), now);
        }
        return false;
    }

    #leave(frame, now) {
        const left = this.returns.get(frame.back) - 1;
        if (left) {
            this.returns.set(frame.back, left);
        } else {
            this.returns.delete(frame.back);
            this.chip.unhook(frame.back);
        }
        if (!this.on) return;
        const whole = this.#count(frame, now, 1);
        const above = this.frames.at(-1);
        if (above) above.inner += whole;
    }

    #count(frame, now, calls) {
        const whole = now - Math.max(frame.since, this.since);
        this.#add(frame.path, calls, whole - frame.inner, whole);
        return whole;
    }

    #add(path, n, self, whole) {
        const call = this.calls.get(path) ?? { n: 0, self: 0, whole: 0 };
        this.calls.set(path, { n: call.n + n, self: call.self + self, whole: call.whole + whole });
    }

    #flashed(nanos) {
        if (!this.on) return;
        const top = this.frames.at(-1);
        this.#add(top ? top.path + ";flash" : "flash", 1, nanos, nanos);
        if (top) top.inner += nanos;
    }

    // Names.

    #word(at) {
        return this.chip.mcu.readUint32(at);
    }

    #half(at) {
        return this.chip.mcu.readUint16(at);
    }

    #byte(at) {
        return this.chip.mcu.readUint8(at);
    }

    // "module:function", from the head of the bytecode: two numbers for the interpreter, then the function's
    // name.
    #python(object) {
        let code = this.#word(object + FUNCTION.code);
        for (let skipped = 0; skipped < 2; skipped++) while (this.#byte(code++) & 0x80);
        let index = 0;
        for (;;) {
            const byte = this.#byte(code++);
            index = (index << 7) | (byte & 0x7f);
            if (!(byte & 0x80)) break;
        }
        const table = this.#word(this.#word(object + FUNCTION.context) + CONTEXT_NAMES);
        return `${this.#name(this.#half(table))}:${this.#name(this.#half(table + 2 * index))}`;
    }

    #name(number) {
        if (!this.names.has(number)) this.names.set(number, this.#read_name(number));
        return this.names.get(number);
    }

    #read_name(number) {
        for (let pool = this.#last_pool(); pool; pool = this.#word(pool)) {
            const before = this.#word(pool + POOL.before) & 0x7fffffff;
            if (number < before) continue;
            let at = this.#word(pool + POOL.names + 4 * (number - before));
            let name = "";
            for (let byte; name.length < LONGEST_NAME && (byte = this.#byte(at++)); ) name += String.fromCharCode(byte);
            return name;
        }
        return `name ${number}`;
    }

    // MicroPython's state has a pointer to the newest list of names. Each list points to the one before it,
    // down to those in flash. Of all such pointers in the state, the newest list is the one with the most
    // names.
    #last_pool() {
        let last = 0;
        let most = 0;
        for (let at = this.symbols.state; at < this.symbols.state + this.symbols.state_bytes; at += 4) {
            const pool = this.#word(at);
            if (!this.#is_pool(pool)) continue;
            const names = (this.#word(pool + POOL.before) & 0x7fffffff) + this.#word(pool + POOL.length);
            if (names > most) [last, most] = [pool, names];
        }
        return last;
    }

    #is_pool(at) {
        const sram = this.chip.mcu.sram.length;
        for (let steps = 0; steps < 64; steps++) {
            if (this.symbols.pools.includes(at)) return true;
            if (at < SRAM_AT || at >= SRAM_AT + sram || at & 3) return false;
            at = this.#word(at);
        }
        return false;
    }
}
