// Decodes transactions as the page does: from its standard input [[chip, [hex...]]...], to its output the pictures in
// hexadecimal, one after each transaction; or what a panel refuses.
import { readFileSync } from "node:fs";
import { Panel } from "../../../simulator/web/panel.mjs";

const pictures = ([chip, lines]) => {
    const panel = new Panel(chip);
    return lines.map((line) => {
        panel.receive(Uint8Array.from(Buffer.from(line, "hex")));
        return Buffer.from(panel.picture()).toString("hex");
    });
};
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map((given) => {
    try {
        return pictures(given);
    } catch (error) {
        return error.message;
    }
})));
