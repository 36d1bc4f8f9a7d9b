import { expect, it } from "vitest";
import { changeOf, nearestTo, quatOf, vectorOf, velocityOf, type Vector } from "./turnVectors";

const VECTORS: Vector[] = [
  [0, 0, 0],
  [1e-6, 0, 0],
  [0.3, -0.8, 1.1],
  [0, 2.9, 0],
  [-1.2, 0.4, -1.7],
];
const close = (a: readonly number[], b: readonly number[], digits = 6) =>
  a.forEach((value, index) => expect(value).toBeCloseTo(b[index]!, digits));

it("goes to a quaternion and back", () => {
  for (const vector of VECTORS) close(vectorOf(quatOf(vector)), vector, 9);
});

it("takes either sign of a quaternion", () => {
  const turn = quatOf([0.3, -0.8, 1.1]);
  close(vectorOf(turn.map((value) => -value)), [0.3, -0.8, 1.1], 9);
});

it("stays near the vector before, over whole turns", () => {
  close(nearestTo([0, 0, -3], [0, 0, 3.2]), [0, 0, 2 * Math.PI - 3]);
});

it("has a velocity that agrees with finite differences", () => {
  const change: Vector = [0.7, -0.2, 0.5];
  const step = 1e-6;
  for (const vector of VECTORS) {
    const [before, after] = [-step, step].map((by) =>
      quatOf(vector.map((value, axis) => value + by * change[axis]!) as Vector),
    ) as unknown as [number[], number[]];
    const [x, y, z, w] = quatOf(vector);
    const rate = after.map((value, index) => (value - before[index]!) / (2 * step));
    // 2 conj(q) q': its vector part is the velocity in the turned frame.
    const [rx, ry, rz, rw] = rate as [number, number, number, number];
    const velocity = [
      2 * (w * rx - x * rw - y * rz + z * ry),
      2 * (w * ry + x * rz - y * rw - z * rx),
      2 * (w * rz - x * ry + y * rx - z * rw),
    ];
    close(velocityOf(vector, change), velocity, 5);
  }
});

it("changes at a velocity as the velocity of that change says", () => {
  for (const vector of VECTORS) close(changeOf(vector, velocityOf(vector, [0.4, 0.9, -0.3])), [0.4, 0.9, -0.3], 8);
});
