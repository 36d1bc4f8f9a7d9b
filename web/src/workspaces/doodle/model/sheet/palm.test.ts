import { describe, expect, it } from "vitest";
import { Palm } from "./palm";

const pen = (timeStamp: number) => ({ pointerId: 1, pointerType: "pen", timeStamp });
const touch = (timeStamp: number, pointerId = 2) => ({ pointerId, pointerType: "touch", timeStamp });

describe("a touch is a palm", () => {
  it("while a pen is down, until it is lifted", () => {
    const palm = new Palm();
    expect(palm.down(pen(0))).toBeNull();
    expect(palm.down(touch(2000))).toBe("palm");
    expect(palm.move(touch(2100))).toBe(true);
    palm.up(pen(2200));
    expect(palm.move(touch(9000))).toBe(true);
    expect(palm.up(touch(9100))).toBe(true);
    expect(palm.up(touch(9100))).toBe(false);
  });

  it("that lay there before the pen came", () => {
    const palm = new Palm();
    expect(palm.down(touch(0))).toBeNull();
    expect(palm.move(touch(50))).toBe(false);
    expect(palm.down(pen(100))).toBe("pen over palm");
    expect(palm.move(touch(150))).toBe(true);
  });

  it("shortly after a pen has left or hovered", () => {
    const palm = new Palm();
    palm.down(pen(0));
    palm.up(pen(1000));
    expect(palm.down(touch(1300))).toBe("palm");
    palm.up(touch(1310));
    palm.move(pen(4000));
    expect(palm.down(touch(4400))).toBe("palm");
  });
});

it("a touch long after the pen, or without one, is a finger, and so is a mouse", () => {
  const palm = new Palm();
  expect(palm.down(touch(0))).toBeNull();
  expect(palm.up(touch(10))).toBe(false);
  palm.down(pen(20));
  palm.up(pen(1000));
  expect(palm.down(touch(1600, 3))).toBeNull();
  expect(palm.down({ pointerId: 9, pointerType: "mouse", timeStamp: 1610 })).toBeNull();
});
