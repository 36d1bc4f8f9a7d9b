import { describe, expect, it } from "vitest";
import * as spaces from "./timeSpaces";

const window: spaces.TimeWindow = { start: 1, scale: 100, width: 400 };

describe("time and pixels", () => {
  it("are inverse to each other", () => {
    for (const time of [-2, 0, 1, 3.25, 80])
      expect(spaces.toTime(window, spaces.toX(window, time))).toBeCloseTo(time, 12);
  });

  it("meet at the window's edges", () => {
    expect(spaces.toX(window, 1)).toBe(0);
    expect(spaces.endOf(window)).toBe(5);
  });
});

describe("what is shown", () => {
  it("spans a stretch between its margins, and a moment with time around it", () => {
    const fit = spaces.spanning(2, 4, 480, 40);
    expect(spaces.toX(fit, 2)).toBeCloseTo(40, 9);
    expect(spaces.toX(fit, 4)).toBeCloseTo(440, 9);
    const moment = spaces.spanning(3, 3, 480, 40);
    expect(spaces.toX(moment, 3)).toBeCloseTo(240, 9);
    expect(spaces.toTime(moment, 440)).toBeCloseTo(3.5, 9);
  });

  it("zooms with the wheel around the pointer, and pans with Shift or a sideways turn", () => {
    const turn = { deltaX: 0, deltaY: -100, shiftKey: false };
    const zoomed = spaces.wheeled(window, turn, 120, 10);
    expect(zoomed.scale).toBeGreaterThan(window.scale);
    expect(spaces.toTime(zoomed, 120)).toBeCloseTo(spaces.toTime(window, 120), 9);
    expect(spaces.wheeled(window, { ...turn, shiftKey: true }, 120, 10).start).toBeCloseTo(0, 9);
    expect(spaces.wheeled(window, { deltaX: 50, deltaY: 0, shiftKey: false }, 120, 10).start).toBeCloseTo(1.5, 9);
  });
});

describe("the window", () => {
  it("fits a motion between its margins", () => {
    const fit = spaces.fitted(4, 432, 16);
    expect(spaces.toX(fit, 0)).toBeCloseTo(16, 9);
    expect(spaces.toX(fit, 4)).toBeCloseTo(416, 9);
  });

  it("fits a motion of no length without infinities", () => {
    expect(Number.isFinite(spaces.fitted(0, 400).scale)).toBe(true);
  });

  it("zooms around the pointer", () => {
    const closer = spaces.zoomedAround(window, 130, 2.5);
    expect(spaces.toTime(closer, 130)).toBeCloseTo(spaces.toTime(window, 130), 12);
    expect(closer.scale).toBe(250);
  });

  it("stops zooming at its limits, still around the pointer", () => {
    const far = spaces.zoomedAround(window, 70, 1e-9);
    expect(far.scale).toBe(spaces.SMALLEST_SCALE);
    expect(spaces.toTime(far, 70)).toBeCloseTo(spaces.toTime(window, 70), 9);
  });

  it("never pans the motion out of sight", () => {
    const span = window.width / window.scale;
    expect(spaces.panned(window, 1e9, 10).start).toBeCloseTo(10 - 0.1 * span, 9);
    expect(spaces.panned(window, -1e9, 10).start).toBeCloseTo(-0.9 * span, 9);
  });

  it("follows the playhead only when it leaves", () => {
    expect(spaces.showing(window, 2)).toBe(window);
    const moved = spaces.showing(window, 7);
    expect(spaces.toX(moved, 7)).toBeCloseTo(0.9 * window.width, 9);
    expect(spaces.toX(spaces.showing(window, 0), 0)).toBeCloseTo(0.1 * window.width, 9);
  });
});

describe("frames", () => {
  it("come back from their own times, for odd rates too", () => {
    for (const fps of [24, 29.97, 120]) {
      for (const frame of [0, 1, 17, 4154]) expect(spaces.frameAt(spaces.timeOfFrame(frame, fps), fps)).toBe(frame);
    }
  });

  it("snap inside the motion", () => {
    expect(spaces.onFrame(0.51, 10, 20)).toBeCloseTo(0.5, 12);
    expect(spaces.onFrame(99, 10, 20)).toBeCloseTo(1.9, 12);
    expect(spaces.onFrame(-3, 10, 20)).toBe(0);
    expect(spaces.onFrame(1, 10, 0)).toBe(0);
  });
});

describe("texts", () => {
  it("show the time as the transport does", () => {
    expect(spaces.clockText(3.2)).toBe("00:03.2");
    expect(spaces.clockText(83.456, 2)).toBe("01:23.46");
    expect(spaces.clockText(65, 0)).toBe("01:05");
  });

  it("carry over instead of showing sixty seconds", () => {
    expect(spaces.clockText(59.97)).toBe("01:00.0");
  });

  it("mark times before zero, and never a minus zero", () => {
    expect(spaces.clockText(-1.5)).toBe("-00:01.5");
    expect(spaces.clockText(-0.001)).toBe("00:00.0");
  });

  it("say lengths as people do", () => {
    expect([3.24, 41.6, 60, 72].map(spaces.lengthText)).toEqual(["3.2 s", "42 s", "1 min", "1 min 12 s"]);
  });
});
