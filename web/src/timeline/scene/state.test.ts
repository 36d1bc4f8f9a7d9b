import { expect, it } from "vitest";
import type { DocumentRecord, MotionRecord, SceneRecord } from "../../protocol/generated";
import { stateOf } from "./state";

const clip = { id: "p", motion: "m", start: 0, trim: null, speed: 1, repeat: 1, fade: 0, own: false, weight: 1 };
const scene = {
  kind: "scene",
  id: "scene",
  tracks: [{ character: "c", clips: [clip], layers: [], targets: [] }],
  props: [{ id: "o", doodle: "d" }],
  handshakes: [],
  light: null,
  shots: [],
} as unknown as SceneRecord;
const motion = { kind: "motion", id: "m", duration: 4, blob: "b", fps: 30 } as MotionRecord;
const doodle = { kind: "doodle", id: "d", strokes: [{ ink: "behind", blob: "1" }] };
const records = (...all: unknown[]) =>
  new Map(all.map((each) => [(each as DocumentRecord).id, each as DocumentRecord]));
const state = stateOf(scene, records(motion, doodle));

it("changes with clips, props, and the motions and drawings that they show", () => {
  expect(stateOf({ ...scene, props: [] }, records(motion, doodle))).not.toBe(state);
  expect(stateOf(scene, records({ ...motion, blob: "other" }, doodle))).not.toBe(state);
  expect(stateOf(scene, records(motion, { ...doodle, strokes: [] }))).not.toBe(state);
});

it("stays the same under another light, and when a motion is renamed", () => {
  expect(stateOf({ ...scene, light: "dark" }, records({ ...motion, name: "Walk" }, doodle))).toBe(state);
});
