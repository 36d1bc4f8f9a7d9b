import { describe, expect, it } from "vitest";
import { DEAD_ZONE, GamepadWatch, nameOf, pushOf, stick, type PadLike } from "./gamepad";

const pad = (axes: number[], down: Record<number, number> = {}, index = 0): PadLike => ({
  index,
  id: "Test Pad (STANDARD GAMEPAD Vendor: 0001 Product: 0002)",
  connected: true,
  axes,
  buttons: Array.from({ length: 17 }, (_, button) => ({
    pressed: (down[button] ?? 0) > 0.5,
    value: down[button] ?? 0,
  })),
});

describe("a stick", () => {
  it("says nothing within its dead zone", () => {
    expect(stick(DEAD_ZONE, 0)).toEqual([0, 0]);
    expect(stick(0.09, -0.1)).toEqual([0, 0]);
  });
  it("reaches 1 in every direction, corners too", () => {
    for (const angle of [0, 0.7, 2, 4]) {
      const [x, y] = stick(Math.cos(angle), Math.sin(angle));
      expect(Math.hypot(x, y)).toBeCloseTo(1, 12);
      expect(Math.atan2(y, x)).toBeCloseTo(Math.atan2(Math.sin(angle), Math.cos(angle)), 12);
    }
    expect(Math.hypot(...stick(1, 1))).toBeCloseTo(1, 12);
  });
  it("begins without a jump where the dead zone ends", () => {
    expect(stick(DEAD_ZONE + 1e-6, 0)[0]).toBeLessThan(1e-6);
  });
  it("is slow at first", () => expect(stick(0.5, 0)[0]).toBeLessThan(0.35));
  it("takes no notice of what is not a number", () => expect(stick(NaN, 0)).toEqual([0, 0]));
});

describe("where a gamepad pushes", () => {
  it("is right and up with the left stick", () => {
    expect(pushOf(pad([1, 0, 0, 0]))).toEqual([1, 0, 0]);
    expect(pushOf(pad([0, -1, 0, 0]))).toEqual([0, 1, 0]);
  });
  it("is away with the right stick up or the right trigger, towards with the left one", () => {
    expect(pushOf(pad([0, 0, 0, -1]))[2]).toBeCloseTo(1, 12);
    expect(pushOf(pad([0, 0, 0, 0], { 7: 1 }))[2]).toBeCloseTo(1, 12);
    expect(pushOf(pad([0, 0, 0, 0], { 6: 1 }))[2]).toBeCloseTo(-1, 12);
  });
  it("never adds up to more than full speed", () => expect(pushOf(pad([0, 0, 0, -1], { 7: 1 }))[2]).toBe(1));
  it("is nowhere with two axes and nothing pressed", () => expect(pushOf(pad([0, 0]))).toEqual([0, 0, 0]));
});

describe("watching a gamepad", () => {
  it("is quiet while there is none", () => {
    const watch = new GamepadWatch(() => [null, null]);
    expect(watch.look()).toEqual({ push: [0, 0, 0], actions: [] });
    expect(watch.name).toBeNull();
  });
  it("tells each press once", () => {
    let now = pad([0, 0, 0, 0]);
    const watch = new GamepadWatch(() => [null, now]);
    watch.look();
    now = pad([0, 0, 0, 0], { 2: 1, 5: 1 });
    expect(watch.look().actions).toEqual(["setKey", "nextSet"]);
    expect(watch.look().actions).toEqual([]);
    now = pad([0, 0, 0, 0]);
    watch.look();
    now = pad([0, 0, 0, 0], { 0: 1 });
    expect(watch.look().actions).toEqual(["record"]);
  });
  it("does nothing with the press that wakes it", () => {
    const watch = new GamepadWatch(() => [pad([0, 0, 0, 0], { 0: 1 })]);
    expect(watch.look().actions).toEqual([]);
    expect(watch.name).toBe("Test Pad");
  });
  it("forgets one that is pulled out", () => {
    let pads: (PadLike | null)[] = [pad([1, 0, 0, 0])];
    const watch = new GamepadWatch(() => pads);
    expect(watch.look().push).toEqual([1, 0, 0]);
    pads = [{ ...pad([1, 0, 0, 0]), connected: false }];
    expect(watch.look().push).toEqual([0, 0, 0]);
    expect(watch.name).toBeNull();
  });
  it("leaves buttons alone that mean nothing", () => {
    let now = pad([0, 0, 0, 0]);
    const watch = new GamepadWatch(() => [now]);
    watch.look();
    now = pad([0, 0, 0, 0], { 12: 1, 16: 1 });
    expect(watch.look().actions).toEqual([]);
  });
});

describe("its name", () => {
  it("is what people call it", () => {
    expect(nameOf("Xbox 360 Controller (XInput STANDARD GAMEPAD)")).toBe("Xbox 360 Controller");
    expect(nameOf("Wireless Controller (Vendor: 054c Product: 0ce6)")).toBe("Wireless Controller");
    expect(nameOf("")).toBe("Gamepad");
  });
});
