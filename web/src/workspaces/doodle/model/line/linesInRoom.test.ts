import { expect, test } from "vitest";
import type { DoodleCamera } from "../../../../protocol/generated";
import { inRoom } from "./linesInRoom";

const CAMERA: DoodleCamera = { position: [-4, 2, 1], target: [0, 0.5, 1], verticalFov: 0.6, aspect: 1.5 };
type Vec = [number, number, number];

/** Where a place is in the camera's picture: by similar triangles in a camera that looks along the x and y axes only. */
function drawn([x, y, z]: Vec): [number, number] {
  const look = Math.hypot(4, -1.5);
  const [fx, fy] = [4 / look, -1.5 / look];
  const [dx, dy, dz] = [x + 4, y - 2, z - 1];
  const depth = dx * fx + dy * fy;
  const half = Math.tan(0.3);
  return [dz / depth / half, (-dx * fy + dy * fx) / depth / half];
}
const ink = (places: Vec[]) => ({
  points: places.flatMap(drawn),
  times: places.map((_, index) => index / 10),
  pressure: null,
});
const arc = (from: Vec, to: Vec, height: number): Vec[] =>
  Array.from({ length: 11 }, (_, index) => {
    const share = index / 10;
    const [x, y, z] = [0, 1, 2].map((axis) => from[axis]! + share * (to[axis]! - from[axis]!)) as Vec;
    return [x, y + 4 * height * share * (1 - share), z];
  });
const far = (a: ArrayLike<number>, b: Vec[]) =>
  Math.max(...b.flat().map((value, index) => Math.abs(value - a[index]!)));

test("a line over the ground lies in the upright planes that it was drawn in", () => {
  const [a, b, c]: Vec[] = [
    [0, 0, 0],
    [0.4, 0, 0.6],
    [-0.5, 0, 1.2],
  ];
  const places = [...arc(a!, b!, 0.3), ...arc(b!, c!, 0.8).slice(1)];
  const pieces = [
    { start: 0, stop: 10, takeoff: a!, landing: b! },
    { start: 10, stop: 20, takeoff: b!, landing: c! },
  ];
  expect(far(inRoom(ink(places), CAMERA, pieces)!, places)).toBeLessThan(1e-9);
});

test("what goes up and down on a spot is in the plane that faces the viewer", () => {
  const spot: Vec = [0.3, 0, 1.4];
  const places = arc(spot, spot, 0.5);
  const found = inRoom(ink(places), CAMERA, [{ start: 0, stop: 10, takeoff: spot, landing: spot }])!;
  expect(far(found, places)).toBeLessThan(1e-9);
});

test("a line straight away from the viewer goes as far as its end, in time", () => {
  const [a, b]: Vec[] = [
    [0, 0, 1],
    [2, 0, 1],
  ];
  const places = arc(a!, b!, 0.4);
  const found = inRoom(ink(places), CAMERA, [{ start: 0, stop: 10, takeoff: a!, landing: b! }])!;
  expect(far(found, places)).toBeLessThan(1e-9);
});

test("points before, between and after the pieces are in the planes beside them, and none is lost", () => {
  const places = arc([0, 0, 0], [0, 0, 2], 0.3);
  const pieces = [{ start: 2, stop: 8, takeoff: places[2]!, landing: places[8]! }];
  const found = inRoom(ink(places), CAMERA, pieces)!;
  expect(far(found, places)).toBeLessThan(1e-9);
  expect(inRoom(ink(places), CAMERA, [])).toBeNull();
});
