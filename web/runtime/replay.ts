/** The replay of `replay.c`, in TypeScript: every host plays a file the same way and must get the same bits. */
import type { Kinegraph, LiveFile } from "./kinegraph";

const FRAMES = 120;

/** All poses, and milliseconds that stepping the creatures and posing the rigs took. */
export function replay(
  kinegraph: Kinegraph,
  live: LiveFile,
  now: () => number = () => performance.now(),
): { poses: Float64Array; creatures: number; rigs: number } {
  const parts: Float64Array[] = [];
  let [inCreatures, inRigs] = [0, 0];
  const creatures = live.creatures.map((_, n) => live.spawn(n));
  for (let frame = 0; frame < FRAMES; frame++) {
    creatures.forEach((creature, n) => {
      creature.command({
        sideways: frame >= 40 && frame < 60 ? 0.25 : 0,
        forward: frame < 100 ? 0.5 : 0,
        turn: 0.3125,
      });
      if (frame === 60) creature.play(1 % creature.info.layerSets.length, 0.25);
      if (frame === 90) creature.place(1.5 + n, -2, 0.5);
    });
    const begun = now();
    kinegraph.advance(creatures, 1 / 64);
    inCreatures += now() - begun;
    for (const each of creatures) {
      parts.push(each.translations(), each.rotations(), Float64Array.of(each.happenings().length));
    }
  }
  for (const each of creatures) each.dispose();
  live.rigs.forEach((info, n) => {
    const rig = live.perform(n);
    for (let frame = 0; frame < FRAMES; frame++) {
      const at = (k: number) => (((frame * 7 + k * 13) % 32) - 16) / 128;
      info.sets.forEach((_, set) => rig.displace(set, at(3 * set), at(3 * set + 1), at(3 * set + 2)));
      const begun = now();
      rig.pose();
      inRigs += now() - begun;
      parts.push(rig.translations(), rig.rotations());
    }
    rig.dispose();
  });
  const poses = new Float64Array(parts.reduce((count, part) => count + part.length, 0));
  let at = 0;
  for (const part of parts) {
    poses.set(part, at);
    at += part.length;
  }
  return { poses, creatures: inCreatures, rigs: inRigs };
}
