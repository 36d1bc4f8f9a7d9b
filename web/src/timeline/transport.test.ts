import { describe, expect, it } from "vitest";
import { advanced, lasting, marked, sought, stepped, stopped, toggled, type Transport } from "./transport";

const playing = (changes: Partial<Transport> = {}): Transport => ({
  ...stopped,
  duration: 4,
  playing: true,
  ...changes,
});

describe("playing", () => {
  it("does nothing while stopped", () => {
    const still = { ...stopped, duration: 4 };
    expect(advanced(still, 1)).toBe(still);
  });

  it("runs at its speed", () => {
    expect(advanced(playing({ speed: 0.5 }), 1).time).toBe(0.5);
  });

  it("carries the remainder over the loop's end", () => {
    expect(advanced(playing({ time: 3.9 }), 0.3).time).toBeCloseTo(0.2, 12);
    expect(advanced(playing({ time: 3.9 }), 8.3).time).toBeCloseTo(0.2, 12);
  });

  it("loops backwards too", () => {
    expect(advanced(playing({ time: 0.1, speed: -1 }), 0.3).time).toBeCloseTo(3.8, 12);
  });

  it("stops exactly at the end without loop", () => {
    expect(advanced(playing({ time: 3.9, loop: false }), 1)).toMatchObject({ time: 4, playing: false });
  });

  it("stays inside the range once in it", () => {
    let transport = playing({ range: { start: 1, end: 2 }, time: 1.5 });
    for (let i = 0; i < 50; i++) {
      transport = advanced(transport, 0.037);
      expect(transport.time).toBeGreaterThanOrEqual(1);
      expect(transport.time).toBeLessThan(2);
    }
  });

  it("runs into the range from before it", () => {
    expect(advanced(playing({ range: { start: 1, end: 2 }, time: 0.2 }), 0.1).time).toBeCloseTo(0.3, 12);
  });

  it("stops where there is nothing to play", () => {
    expect(advanced(playing({ duration: 0 }), 1).playing).toBe(false);
  });
});

describe("the play button", () => {
  it("starts over at the end", () => {
    expect(toggled({ ...stopped, duration: 4, time: 4 })).toMatchObject({ playing: true, time: 0 });
  });

  it("does nothing without a motion", () => {
    expect(toggled(stopped).playing).toBe(false);
  });

  it("pauses where it is", () => {
    expect(toggled(playing({ time: 2 }))).toMatchObject({ playing: false, time: 2 });
  });
});

describe("seeking and stepping", () => {
  it("stays inside the motion", () => {
    expect(sought(playing(), 9).time).toBe(4);
    expect(sought(playing(), -9).time).toBe(0);
  });

  it("steps from the nearest frame, and stops", () => {
    expect(stepped(playing({ time: 0.52 }), 1, 10)).toMatchObject({ playing: false });
    expect(stepped(playing({ time: 0.52 }), 1, 10).time).toBeCloseTo(0.6, 12);
    expect(stepped(playing({ time: 0 }), -1, 10).time).toBe(0);
    expect(stepped(playing({ time: 4 }), 1, 10).time).toBeCloseTo(4, 12);
  });
});

describe("the loop range", () => {
  it("takes its ends from where it is marked", () => {
    expect(marked(playing(), "start", 1).range).toEqual({ start: 1, end: 4 });
    expect(marked(playing({ range: { start: 1, end: 4 } }), "end", 2).range).toEqual({ start: 1, end: 2 });
  });

  it("never turns around", () => {
    expect(marked(playing({ range: { start: 1, end: 2 } }), "start", 3).range).toEqual({ start: 3, end: 4 });
    expect(marked(playing({ range: { start: 2, end: 3 } }), "end", 1).range).toEqual({ start: 0, end: 1 });
  });

  it("is null when it is everything", () => {
    expect(marked(playing({ range: { start: 1, end: 4 } }), "start", 0).range).toBeNull();
  });

  it("is cut to a shorter motion", () => {
    const shorter = lasting(playing({ range: { start: 1, end: 4 }, time: 3.5 }), 3);
    expect(shorter).toMatchObject({ duration: 3, time: 3, range: { start: 1, end: 3 } });
    expect(lasting(playing({ range: { start: 3, end: 4 } }), 2).range).toBeNull();
  });
});
