// Opens and plays .kinelive files: node scripts/open_live_files.mjs BUNDLE WASM FILE... Prints "played" for each, or
// the sentence that it was refused with. Any error but a refusal ends it.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [bundle, wasm, ...files] = process.argv.slice(2);
const { Kinegraph } = await import(pathToFileURL(resolve(bundle)).href);
const module = readFileSync(wasm);
for (const file of files) {
  const kinegraph = await Kinegraph.load(module);
  try {
    const live = kinegraph.open(readFileSync(file));
    live.creatures.forEach((_, n) => {
      const creature = live.spawn(n);
      creature.command({ forward: 0.5 });
      for (let frame = 0; frame < 4; frame++) kinegraph.advance([creature], 1 / 30);
      creature.happenings();
    });
    live.rigs.forEach((_, n) => live.perform(n).pose());
    console.log("played");
  } catch (error) {
    if (error.constructor !== Error) throw error;
    console.log(error.message);
  }
}
