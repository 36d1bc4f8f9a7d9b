import { describe, expect, it } from "vitest";
import { pressureOf, samplesOf } from "./pointerSamples";

const event = (timeStamp: number, clientX = timeStamp) => ({ clientX, clientY: 2, timeStamp });

describe("pointer samples", () => {
  it("keep every coalesced sample with its own time", () => {
    const samples = samplesOf({ ...event(30), getCoalescedEvents: () => [event(10), event(20), event(30)] });
    expect(samples.map((sample) => sample.time)).toEqual([0.01, 0.02, 0.03]);
  });

  it("are the event itself where nothing was coalesced", () => {
    expect(samplesOf({ ...event(30), getCoalescedEvents: () => [] })).toEqual([{ x: 30, y: 2, time: 0.03 }]);
    expect(samplesOf(event(30))).toHaveLength(1);
  });

  it("never go back in time", () => {
    const samples = samplesOf(
      { ...event(30), getCoalescedEvents: () => [event(10), event(25), event(25), event(20), event(30)] },
      0.015,
    );
    expect(samples.map((sample) => sample.time)).toEqual([0.025, 0.03]);
  });

  it("have pressure only where the device feels it", () => {
    const pressed = (pointerType: string, pressure: number) =>
      pressureOf({ clientX: 0, clientY: 0, timeStamp: 0, pointerType, pressure });
    expect([pressed("pen", 0.3), pressed("pen", 0), pressed("mouse", 0.5), pressed("touch", 0.5)]).toEqual([
      0.3, 0, -1, -1,
    ]);
    expect(pressed("touch", 0.2)).toBe(0.2);
  });
});
