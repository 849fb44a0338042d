// Decodes transactions as the page does. The program reads [[chip, [hex...]]...] from standard input. The
// program prints the picture in hexadecimal after each transaction, or the error of a refused one.
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
