// Unpacks Chromium from its npm package into the folder `unpacked`, with its fonts and with the libraries that a bare
// machine lacks. The tests that run at the same time then share one copy.
//
// Run this script in the folder where npm installed the package.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { resolve } from "node:path";

const place = resolve("unpacked");
rmSync(place, { recursive: true, force: true });
mkdirSync(place);
process.env.TMPDIR = place; // the package unpacks to this folder
const { inflate } = await import(resolve("node_modules/@sparticuz/chromium/build/index.js"));
await Promise.all(["chromium", "fonts.tar", "al2023.tar"].map((name) =>
    inflate(resolve(`node_modules/@sparticuz/chromium/bin/${name}.br`))));
// The package's own configuration searches fonts in /tmp. Without a font Chromium ends at the first letter.
writeFileSync(resolve(place, "fonts/fonts.conf"), `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir>${resolve(place, "cache")}</cachedir></fontconfig>
`);
