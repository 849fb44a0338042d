// Replace the dice of the firmware. The firmware calls `os.urandom` as usual, at `address`; when it returns,
// its bytes are replaced by ours, in order. After the last of our bytes the chip's own bytes are used. If the
// program restarts itself, the bytes that it drew ahead are lost; `go_on` continues after the bytes that it
// had used.

const BYTES = { hash: 4, length: 8, data: 12 }; // offsets in mp_obj_str_t

export function load(chip, address, bytes) {
    let taken = 0;
    chip.hook(address, () => {
        const back = (chip.registers[14] & ~1) >>> 0;
        chip.hook(back, () => {
            const object = chip.registers[0];
            const data = chip.mcu.readUint32(object + BYTES.data);
            const length = chip.mcu.readUint32(object + BYTES.length);
            const drawn = bytes.subarray(taken, taken + length);
            taken += length;
            drawn.forEach((byte, at) => chip.mcu.writeUint8(data + at, byte));
            // the bytes are new, so their hash is unknown, which is 0
            chip.mcu.writeUint16(object + BYTES.hash, 0);
            chip.unhook(back);
            return false;
        });
        return false;
    });
    return {
        get left() { return bytes.length - taken; },
        go_on(used) { taken = used; },
    };
}
