import { Box3, PerspectiveCamera, Vector3 } from "three";
import { describe, expect, it } from "vitest";
import { stack, TALL, underBox, type NameTag } from "./nameTags";

const overlap = (tags: readonly NameTag[], ys: readonly number[], a: number, b: number) =>
  Math.abs(tags[a]!.x - tags[b]!.x) < (tags[a]!.wide + tags[b]!.wide) / 2 && Math.abs(ys[a]! - ys[b]!) < TALL;

describe("names of creatures", () => {
  it("stay where they are while they do not overlap", () => {
    const tags = [
      { x: 0, y: 100, wide: 40 },
      { x: 60, y: 101, wide: 60 },
    ];
    expect(stack(tags)).toEqual([100, 101]);
  });

  it("go below the name of the active creature", () => {
    const tags = [
      { x: 0, y: 100, wide: 40 },
      { x: 10, y: 104, wide: 60 },
    ];
    const ys = stack(tags, 1);
    expect(ys[1]).toBe(104);
    expect(ys[0]).toBeGreaterThanOrEqual(104 + TALL);
  });

  it("never overlap, however many stand in one place", () => {
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    const tags = Array.from({ length: 30 }, () => ({ x: 200 * random(), y: 60 * random(), wide: 30 + 60 * random() }));
    const ys = stack(tags, 4);
    const covered = tags.flatMap((_, a) => tags.flatMap((_, b) => (a < b && overlap(tags, ys, a, b) ? [[a, b]] : [])));
    expect(covered).toEqual([]);
  });
});

describe("a name", () => {
  const box = new Box3(new Vector3(-1, 0, -0.2), new Vector3(1, 1.5, 0.6));
  const seen = (azimuth: number) => {
    const camera = new PerspectiveCamera(35, 1.5);
    camera.position.set(6 * Math.sin(azimuth), 2, 6 * Math.cos(azimuth));
    camera.lookAt(0, 0.5, 0);
    camera.updateMatrixWorld();
    return (point: Vector3) => {
      const at = point.clone().project(camera);
      return { x: 600 * (at.x + 1), y: 400 * (1 - at.y) };
    };
  };

  it("is under the middle of the body and below all of it, from wherever it is seen", () => {
    for (let azimuth = 0; azimuth < 6.3; azimuth += 0.3) {
      const toElement = seen(azimuth);
      const name = underBox(box, toElement);
      expect(name.x).toBeCloseTo(toElement(new Vector3(0, 0, 0.2)).x, 9);
      for (const x of [-1, 1])
        for (const z of [-0.2, 0.6])
          for (const y of [0, 1.5]) expect(name.y).toBeGreaterThanOrEqual(toElement(new Vector3(x, y, z)).y - 1e-9);
    }
  });
});
