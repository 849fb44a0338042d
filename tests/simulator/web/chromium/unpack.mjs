// Unpack Chromium out of its npm package into the folder `unpacked` beside it, with its fonts and with the libraries
// that a bare machine has not: so it is there once, whatever the tests do at the same time.
//
// To be run in the folder where npm installed it.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const place = resolve("unpacked");
rmSync(place, { recursive: true, force: true });
mkdirSync(place);
process.env.TMPDIR = place; // where the package unpacks to
const { inflate } = await import(resolve("node_modules/@sparticuz/chromium/build/index.js"));
await Promise.all(["chromium", "fonts.tar", "al2023.tar"].map((name) =>
    inflate(resolve(`node_modules/@sparticuz/chromium/bin/${name}.br`))));
// The package's own looks for them in /tmp. Without any font Chromium ends at the first letter.
writeFileSync(resolve(place, "fonts/fonts.conf"), `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir>${resolve(place, "cache")}</cachedir></fontconfig>
`);
