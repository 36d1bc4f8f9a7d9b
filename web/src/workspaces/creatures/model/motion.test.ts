import { expect, it } from "vitest";
import type { ChannelEntry, MotionFile } from "../../../protocol/generated";
import {
  doingOf,
  freeName,
  keyTimes,
  needsTarget,
  newChannel,
  nextWanted,
  targetsFor,
  targetText,
  tracksOf,
} from "./motion";

const key = (time: number, ...value: number[]) => ({ time, value });
const hand: ChannelEntry = {
  name: "hand",
  bodies: "graspers",
  position: { mode: { secondary: "reach" }, keys: [key(0, 0, 0, 0), key(1, 1, 0, 0)], weight: [key(0.5, 1)] },
  deforms: [{ name: "grip", keys: [key(1, 1)] }],
};
const motion: MotionFile = {
  format: "kinegraph motion",
  version: 1,
  name: "eat",
  duration: 2,
  targets: { fruit: [0, 1, 0] },
  channels: [hand, { name: "mouth", bodies: "mouths" }],
};

it("lists a channel's tracks with their weights", () => {
  expect(tracksOf(hand).map(({ label }) => label)).toEqual(["position", "position: weight", "grip"]);
});

it("knows when a channel has keys", () => expect(keyTimes(hand)).toEqual([0, 0.5, 1]));

it("says what a channel does", () => {
  expect(doingOf(hand)).toBe("moves, grip");
  expect(doingOf(motion.channels![1]!)).toBe("does nothing yet");
});

it("finds a name that is free", () => {
  expect(freeName(["hand", "hand 2"], "hand")).toBe("hand 3");
  expect(newChannel(motion.channels!, "feet").name).toBe("channel");
});

it("needs a target for modes that use one", () => {
  expect(needsTarget(hand)).toBe(true);
  expect(needsTarget({ rotation: { mode: { look_at: true }, keys: [] } })).toBe(true);
  expect(needsTarget({ position: { mode: {}, keys: [] } })).toBe(false);
});

it("offers things first, then what other channels move, then bodies", () => {
  expect(targetsFor(motion, hand).map(targetText).slice(0, 3)).toEqual([
    "the fruit",
    "what “mouth” moves",
    "the nearest mouths",
  ]);
});

it("asks a branch for true, false, nothing, in turn", () => {
  expect([undefined, "true", "false", "ignore"].map((each) => nextWanted(each as never))).toEqual([
    "true",
    "false",
    "ignore",
    "true",
  ]);
});
