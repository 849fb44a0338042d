// The instruction loop of a Cortex-M0+ as the RP2040 has it, compiled to WebAssembly: ARMv6-M, its memories, and
// what a flash cache costs. All that is rare is left to rp2040js, which has its own interpreter of the same
// instructions: peripherals, exceptions, system instructions. It counts cycles exactly as rp2040js does.
//
// JavaScript shares `state` and the memories with it, see chip.mjs.

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef int s32;
typedef unsigned long long u64;

#define FROM_JS(name) __attribute__((import_module("js"), import_name(#name)))
#define TO_JS(name) __attribute__((export_name(#name)))

FROM_JS(read) u32 js_read(u32 address, u32 bytes);
FROM_JS(write) void js_write(u32 address, u32 value, u32 bytes);
FROM_JS(step) u32 js_step(void);  // one instruction in JavaScript; its cycles

enum { ROM = 0x4000, FLASH = 0x200000, SRAM = 0x42000 };
#define FLASH_AT 0x10000000u
#define SRAM_AT 0x20000000u

static u8 rom[ROM] __attribute__((aligned(4)));
static u8 sram[SRAM] __attribute__((aligned(4)));
static u8 flash[FLASH] __attribute__((aligned(4)));
// One byte for each place an instruction may have: JavaScript wants to be asked before it runs.
static u8 hooks[(ROM + SRAM + FLASH) / 2];

// The order of the fields is that of STATE in chip.mjs.
static struct {
    u32 r[16];
    u32 n, z, c, v;
    u32 cycles;    // since `run` was called
    u32 deadline;  // it returns when so many have gone by; JavaScript may lower it meanwhile
    u32 hooked;    // it returned before an instruction with a hook
    u32 watching;  // hooks outside of the ROM count
    u32 miss;      // cycles that a word costs which the flash cache does not have
    u32 misses;
} state;
#define R state.r

TO_JS(rom) u8 *rom_at(void) { return rom; }
TO_JS(sram) u8 *sram_at(void) { return sram; }
TO_JS(flash) u8 *flash_at(void) { return flash; }
TO_JS(hooks) u8 *hooks_at(void) { return hooks; }
TO_JS(state) u32 *state_at(void) { return R; }

TO_JS(hook) u32 hook(u32 pc) {
    if (pc - FLASH_AT < FLASH) return (ROM + SRAM + (pc - FLASH_AT)) >> 1;
    if (pc - SRAM_AT < SRAM) return (ROM + (pc - SRAM_AT)) >> 1;
    return (pc & (ROM - 1)) >> 1;
}

// The flash cache: 16 KB in two ways of lines of 8 bytes, filled 4 bytes at a time, the least recently used goes. Of
// MicroPython's own benchmarks bm_chaos takes 328 ms so (a board: 324), bm_fannkuch, bm_hexiom, bm_nqueens,
// bm_wordcount and bm_float take 0.86 to 1.2 of the time on a board, 1.05 in the mean.
enum { LINES = 2048, WAYS = 2, SETS = LINES / WAYS };
static u32 line_of[LINES];
static u8 filled[LINES];   // one bit for each half of a line
static u32 fetched;        // the word that the last instruction came from: its other half is there

TO_JS(forget) void cache_forget(void) {
    for (u32 i = 0; i < LINES; i++) filled[i] = 0;
    fetched = 0;
}

static u32 cached(u32 address) {  // the cycles it costs
    if (!state.miss) return 0;
    u32 word = (address & (FLASH - 1)) >> 2, half = 1u << (word & 1), line = word >> 1;
    u32 *lines = line_of + line % SETS * WAYS;
    u8 *full = filled + line % SETS * WAYS;
    u32 way = 0;
    while (way < WAYS && !(lines[way] == line && full[way])) way++;
    u32 had = way < WAYS ? full[way] : 0;
    if (way == WAYS) way = WAYS - 1;
    for (; way; way--) lines[way] = lines[way - 1], full[way] = full[way - 1];
    lines[0] = line, full[0] = had | half;
    if (had & half) return 0;
    state.misses++;
    return state.miss;
}

#define READ(bits) \
    static inline u32 read##bits(u32 a) { \
        u32 fits = !(a & (bits / 8 - 1)); \
        if (a - SRAM_AT < SRAM && fits) return *(u##bits *)(sram + (a - SRAM_AT)); \
        if (a - FLASH_AT < FLASH && fits) { \
            state.cycles += cached(a); \
            return *(u##bits *)(flash + (a - FLASH_AT)); \
        } \
        if (a < ROM && fits) return *(u##bits *)(rom + a); \
        return js_read(a, bits / 8); \
    }
#define WRITE(bits) \
    static inline void write##bits(u32 a, u32 value) { \
        u32 fits = !(a & (bits / 8 - 1)); \
        if (a - SRAM_AT < SRAM && fits) *(u##bits *)(sram + (a - SRAM_AT)) = value; \
        else js_write(a, value, bits / 8); \
    }
READ(8) READ(16) READ(32)
WRITE(8) WRITE(16) WRITE(32)

// The cycles that a load or a store takes beyond its first: none at the fast IO port, more at the peripherals.
static inline u32 bus(u32 a, u32 storing) {
    if (a >= 0xd0000000u && a < 0xe0000000u) return 0;
    if (a >= 0x40000000u && a < 0x50000000u) return 3 + storing;
    return 1;
}

static inline u32 flags(u32 value) {
    state.n = value >> 31;
    state.z = value == 0;
    return value;
}

static inline u32 add(u32 a, u32 b, u32 carry) {
    u64 sum = (u64)a + b + carry;
    u32 value = (u32)sum;
    state.c = sum >> 32;
    state.v = ((a ^ value) & (b ^ value)) >> 31;
    return flags(value);
}

static inline u32 subtract(u32 a, u32 b) { return add(a, ~b, 1); }

static inline u32 shift_left(u32 a, u32 by) {
    if (by) state.c = by <= 32 ? a >> (32 - by) & 1 : 0;
    return flags(by < 32 ? a << by : 0);
}

static inline u32 shift_right(u32 a, u32 by) {
    if (by) state.c = by <= 32 ? a >> (by - 1) & 1 : 0;
    return flags(by < 32 ? a >> by : 0);
}

static inline u32 shift_signed(u32 a, u32 by) {
    if (by > 32) by = 32;
    if (by) state.c = a >> (by - 1) & 1;
    return flags((u32)((s32)a >> (by < 32 ? by : 31)));
}

static inline u32 rotate(u32 a, u32 by) {
    if (by) {
        a = by & 31 ? a >> (by & 31) | a << (32 - (by & 31)) : a;
        state.c = a >> 31;
    }
    return flags(a);
}

static inline u32 holds(u32 condition) {
    u32 yes = 1;
    switch (condition >> 1) {
    case 0: yes = state.z; break;
    case 1: yes = state.c; break;
    case 2: yes = state.n; break;
    case 3: yes = state.v; break;
    case 4: yes = state.c && !state.z; break;
    case 5: yes = state.n == state.v; break;
    case 6: yes = state.n == state.v && !state.z; break;
    }
    return yes ^ (condition & 1);
}

static inline u32 fetch(u32 pc) {
    if (pc - FLASH_AT < FLASH) {
        if (pc >> 2 != fetched) {
            fetched = pc >> 2;
            state.cycles += cached(pc);
        }
        return *(u16 *)(flash + (pc - FLASH_AT));
    }
    if (pc - SRAM_AT < SRAM) return *(u16 *)(sram + (pc - SRAM_AT));
    if (pc < ROM) return *(u16 *)(rom + pc);
    return js_read(pc, 2);
}

static inline u32 known(u32 pc) { return pc - FLASH_AT < FLASH || pc - SRAM_AT < SRAM || pc < ROM; }

static inline u32 stopped_by_hook(u32 pc) {
    if (pc < ROM) return hooks[pc >> 1];
    return state.watching && known(pc) && hooks[hook(pc)];
}

// An address that is no address, but says how to come back from an exception.
static inline u32 special(u32 target) { return target >= 0xf0000000u; }

#define D (op & 7)
#define M (op >> 3 & 7)
#define N M
#define N6 (op >> 6 & 7)
#define N8 (op >> 8 & 7)
#define IMM5 (op >> 6 & 31)
#define IMM8 (op & 255)
#define HIGH_M (op >> 3 & 15)
#define HIGH_D ((op >> 4 & 8) | (op & 7))
#define OPERAND(n) ((n) == 15 ? pc + 4 : R[n])

// Runs for about `budget` cycles and says how many it took. pass: the first instruction runs even with a hook.
TO_JS(run) u32 run(u32 budget, u32 pass) {
    state.cycles = 0;
    state.deadline = budget;
    state.hooked = 0;
    do {
        u32 pc = R[15] & ~1u, a, took = 1;
        if (!pass && stopped_by_hook(pc)) {
            state.hooked = 1;
            break;
        }
        pass = 0;
        u32 op = fetch(pc);
        R[15] = pc + 2;
        switch (op >> 6) {
        // Shifts by a number: 0 means 32, but for the one to the left
        case 0x000 ... 0x01f: R[D] = shift_left(R[M], IMM5); break;
        case 0x020 ... 0x03f: R[D] = shift_right(R[M], IMM5 ? IMM5 : 32); break;
        case 0x040 ... 0x05f: R[D] = shift_signed(R[M], IMM5 ? IMM5 : 32); break;
        case 0x060 ... 0x067: R[D] = add(R[N], R[N6], 0); break;
        case 0x068 ... 0x06f: R[D] = subtract(R[N], R[N6]); break;
        case 0x070 ... 0x077: R[D] = add(R[N], N6, 0); break;
        case 0x078 ... 0x07f: R[D] = subtract(R[N], N6); break;
        case 0x080 ... 0x09f: R[N8] = flags(IMM8); break;
        case 0x0a0 ... 0x0bf: subtract(R[N8], IMM8); break;
        case 0x0c0 ... 0x0df: R[N8] = add(R[N8], IMM8, 0); break;
        case 0x0e0 ... 0x0ff: R[N8] = subtract(R[N8], IMM8); break;

        // One register with another
        case 0x100: R[D] = flags(R[D] & R[M]); break;
        case 0x101: R[D] = flags(R[D] ^ R[M]); break;
        case 0x102: R[D] = shift_left(R[D], R[M] & 255); break;
        case 0x103: R[D] = shift_right(R[D], R[M] & 255); break;
        case 0x104: R[D] = shift_signed(R[D], R[M] & 255); break;
        case 0x105: R[D] = add(R[D], R[M], state.c); break;
        case 0x106: R[D] = add(R[D], ~R[M], state.c); break;
        case 0x107: R[D] = rotate(R[D], R[M] & 255); break;
        case 0x108: flags(R[D] & R[M]); break;
        case 0x109: R[D] = subtract(0, R[M]); break;
        case 0x10a: subtract(R[D], R[M]); break;
        case 0x10b: add(R[D], R[M], 0); break;
        case 0x10c: R[D] = flags(R[D] | R[M]); break;
        case 0x10d: R[D] = flags(R[D] * R[M]); break;
        case 0x10e: R[D] = flags(R[D] & ~R[M]); break;
        case 0x10f: R[D] = flags(~R[M]); break;

        // Any two of the sixteen registers
        case 0x110 ... 0x113:
        case 0x118 ... 0x11b:
            a = OPERAND(HIGH_M) + (op & 0x200 ? 0 : OPERAND(HIGH_D));
            if (HIGH_D == 15) R[15] = a & ~1u, took++;
            else R[HIGH_D] = HIGH_D == 13 ? a & ~3u : a;
            break;
        case 0x114 ... 0x117: subtract(R[HIGH_D], R[HIGH_M]); break;
        case 0x11c: case 0x11d:
            a = R[HIGH_M];
            if (special(a)) goto javascript;
            R[15] = a & ~1u, took++;
            break;
        case 0x11e: case 0x11f:
            a = R[HIGH_M];
            R[14] = (pc + 2) | 1, R[15] = a & ~1u, took++;
            break;

        // Loads and stores: by a constant after the code, two registers, a register and a number, the stack
        case 0x120 ... 0x13f: R[N8] = read32(((pc + 4) & ~3u) + (IMM8 << 2)), took++; break;
        case 0x140 ... 0x147: a = R[N] + R[N6], took += bus(a, 1), write32(a, R[D]); break;
        case 0x148 ... 0x14f: a = R[N] + R[N6], took += bus(a, 1), write16(a, R[D] & 0xffff); break;
        case 0x150 ... 0x157: a = R[N] + R[N6], took += bus(a, 1), write8(a, R[D] & 0xff); break;
        case 0x158 ... 0x15f: a = R[N] + R[N6], took += bus(a, 0), R[D] = (u32)(signed char)read8(a); break;
        case 0x160 ... 0x167: a = R[N] + R[N6], took += bus(a, 0), R[D] = read32(a); break;
        case 0x168 ... 0x16f: a = R[N] + R[N6], took += bus(a, 0), R[D] = read16(a); break;
        case 0x170 ... 0x177: a = R[N] + R[N6], took += bus(a, 0), R[D] = read8(a); break;
        case 0x178 ... 0x17f: a = R[N] + R[N6], took += bus(a, 0), R[D] = (u32)(short)read16(a); break;
        case 0x180 ... 0x19f: a = R[N] + (IMM5 << 2), took += bus(a, 1), write32(a, R[D]); break;
        case 0x1a0 ... 0x1bf: a = R[N] + (IMM5 << 2), took += bus(a, 0), R[D] = read32(a); break;
        case 0x1c0 ... 0x1df: a = R[N] + IMM5, took += bus(a, 1), write8(a, R[D] & 0xff); break;
        case 0x1e0 ... 0x1ff: a = R[N] + IMM5, took += bus(a, 0), R[D] = read8(a); break;
        case 0x200 ... 0x21f: a = R[N] + (IMM5 << 1), took += bus(a, 1), write16(a, R[D] & 0xffff); break;
        case 0x220 ... 0x23f: a = R[N] + (IMM5 << 1), took += bus(a, 0), R[D] = read16(a); break;
        case 0x240 ... 0x25f: a = R[13] + (IMM8 << 2), took += bus(a, 1), write32(a, R[N8]); break;
        case 0x260 ... 0x27f: a = R[13] + (IMM8 << 2), took += bus(a, 0), R[N8] = read32(a); break;

        // Addresses
        case 0x280 ... 0x29f: R[N8] = ((pc + 4) & ~3u) + (IMM8 << 2); break;
        case 0x2a0 ... 0x2bf: R[N8] = R[13] + (IMM8 << 2); break;
        case 0x2c0: case 0x2c1: R[13] += (op & 127) << 2; break;
        case 0x2c2: case 0x2c3: R[13] -= (op & 127) << 2; break;

        // Parts of words
        case 0x2c8: R[D] = (u32)(short)R[M]; break;
        case 0x2c9: R[D] = (u32)(signed char)R[M]; break;
        case 0x2ca: R[D] = R[M] & 0xffff; break;
        case 0x2cb: R[D] = R[M] & 0xff; break;
        case 0x2e8: R[D] = __builtin_bswap32(R[M]); break;
        case 0x2e9: a = R[M], R[D] = (a & 0xff00ff) << 8 | (a >> 8 & 0xff00ff); break;
        case 0x2eb: a = R[M], R[D] = (u32)(short)((a & 255) << 8 | (a >> 8 & 255)); break;

        // Several registers at once
        case 0x2d0 ... 0x2d7:
            R[13] = a = R[13] - 4 * __builtin_popcount(op & 0x1ff);
            for (u32 i = 0; i < 8; i++)
                if (op >> i & 1) write32(a, R[i]), a += 4, took++;
            if (op & 0x100) write32(a, R[14]);
            break;
        case 0x2f0 ... 0x2f7: {
            a = R[13];
            if (op & 0x100) {
                u32 target = read32(a + 4 * __builtin_popcount(IMM8));
                if (special(target)) goto javascript;
                R[15] = target & ~1u, took += 2;
            }
            for (u32 i = 0; i < 8; i++)
                if (op >> i & 1) R[i] = read32(a), a += 4, took++;
            R[13] = op & 0x100 ? a + 4 : a;
            break;
        }
        case 0x300 ... 0x31f:
            a = R[N8];
            for (u32 i = 0; i < 8; i++)
                if (op >> i & 1) write32(a, R[i]), a += 4, took++;
            if (!(op >> N8 & 1)) R[N8] = a;
            break;
        case 0x320 ... 0x33f: {
            u32 base = N8;
            a = R[base];
            for (u32 i = 0; i < 8; i++)
                if (op >> i & 1) R[i] = read32(a), a += 4, took++;
            if (!(op >> base & 1)) R[base] = a;
            break;
        }

        // Branches
        case 0x340 ... 0x377:
            if (holds(op >> 8 & 15)) R[15] = pc + 4 + (u32)((s32)(signed char)IMM8 * 2), took++;
            break;
        case 0x380 ... 0x39f: R[15] = pc + 4 + (u32)((s32)(op << 21) >> 20), took++; break;
        case 0x3c0 ... 0x3df: {
            if (!known(pc + 2)) goto javascript;
            u32 low = fetch(pc + 2);
            if ((low & 0xd000) != 0xd000) goto javascript;
            u32 sign = op >> 10 & 1, i1 = 1 ^ sign ^ (low >> 13 & 1), i2 = 1 ^ sign ^ (low >> 11 & 1);
            u32 offset = (sign ? 0xff000000u : 0) | i1 << 23 | i2 << 22 | (op & 0x3ff) << 12 | (low & 0x7ff) << 1;
            R[14] = (pc + 4) | 1, R[15] = pc + 4 + offset, took += 2;
            break;
        }
        case 0x2fc:
            if (op == 0xbf00) break;  // NOP
            // fall through
        default:
        javascript:
            R[15] = pc;
            took = js_step();
        }
        state.cycles += took;
    } while (state.cycles < state.deadline);
    return state.cycles;
}
