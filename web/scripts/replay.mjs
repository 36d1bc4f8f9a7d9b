// Plays a .kinelive file in Node: node scripts/replay.mjs BUNDLE WASM FILE OUT [ROUNDS]. Prints what replay.c prints.
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { resolve } from "node:path";

const [bundle, wasm, file, out, rounds = "1"] = process.argv.slice(2);
const { Kinegraph, replay } = await import(pathToFileURL(resolve(bundle)).href);
const kinegraph = await Kinegraph.load(readFileSync(wasm));
const live = kinegraph.open(readFileSync(file));
const spent = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};
let [creatures, rigs, poses] = [Infinity, Infinity, null];
for (let round = 0; round < Number(rounds); round++) {
  const done = replay(kinegraph, live, spent);
  creatures = Math.min(creatures, done.creatures);
  rigs = Math.min(rigs, done.rigs);
  poses = done.poses;
}
writeFileSync(out, new Uint8Array(poses.buffer));
const each = (time, bodies) => (bodies ? (1000 * time) / 120 / bodies : 0).toFixed(3);
console.log(each(creatures, live.creatures.length), each(rigs, live.rigs.length));
