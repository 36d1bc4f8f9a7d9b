import { expect, it } from "vitest";
import { passed, soundOf } from "./heard";

const event = (time: number, name = "clap", kind = "sound") => ({ time, name, kind, part: "" });
const EVENTS = [event(0), event(0.5, "footstep"), event(1.9, "thud")];
const names = (list: readonly { name: string }[]) => list.map(({ name }) => name);

it("gives each event once, whatever the size of the steps", () => {
  const steps = [0, 0.1, 0.3, 0.5, 0.6, 0.9];
  const heard = steps.slice(1).flatMap((after, index) => passed(EVENTS, steps[index]!, after, 2));
  expect(names(heard)).toEqual(["clap", "footstep"]);
});

it("plays the end and the start where a loop begins again", () => {
  expect(names(passed(EVENTS, 1.85, 0.05, 2))).toEqual(["clap", "thud"]);
});

it("is silent where the playhead jumps", () => {
  expect(passed(EVENTS, 0, 1.95, 2)).toEqual([]);
  expect(passed(EVENTS, 1, 0.1, 2)).toEqual([]);
});

it("finds a sound by the event's name, and none for data", () => {
  expect(soundOf(event(0, "footstep"))).toBe("footstep");
  expect(soundOf(event(0, "voice"))).toBe("voice");
  expect(soundOf(event(0, "lands"))).toBe("thud");
  expect(soundOf(event(0, "earth flies", "visual"))).toBeNull();
  expect(soundOf(event(0, "unheard of"))).toBe("click");
});
