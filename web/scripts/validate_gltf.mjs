// Checks glTF files with Khronos's validator: node scripts/validate_gltf.mjs FILE... Prints JSON: per file its issues.
import { readFileSync } from "node:fs";
import { validateBytes } from "gltf-validator";

const found = {};
for (const file of process.argv.slice(2)) {
  const { issues } = await validateBytes(new Uint8Array(readFileSync(file)), { maxIssues: 100 });
  found[file] = { errors: issues.numErrors, warnings: issues.numWarnings, messages: issues.messages };
}
console.log(JSON.stringify(found));
