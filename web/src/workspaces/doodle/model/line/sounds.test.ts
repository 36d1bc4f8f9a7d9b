import { expect, it } from "vitest";
import { soundsOf } from "./sounds";

const piece = (title: string, startTime: number, motion: string | null = "slide") => ({ title, motion, startTime });

it("a sound begins with each piece that is drawn as its gesture", () => {
  const pieces = [piece("walk", 0, "walk"), piece("bang", 0.5), piece("spin", 1), piece("bang", 2)];
  const taught = [
    { name: "bang", sound: "clap" },
    { name: "spin", sound: null },
  ];
  expect(soundsOf(pieces, taught).map(({ time, name, kind }) => [time, name, kind])).toEqual([
    [0.5, "clap", "sound"],
    [2, "clap", "sound"],
  ]);
});

it("what was not understood makes no sound, whatever its gesture is called", () => {
  expect(soundsOf([piece("?", 0, null)], [{ name: "?", sound: "clap" }])).toEqual([]);
});
