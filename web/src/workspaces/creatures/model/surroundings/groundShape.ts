/** The uneven ground as it is edited: hills from a brush, flights of stairs. Heights are the engine's. */

import type { GroundHill, GroundStairs, StageGround } from "../../../../protocol/generated";

export const LEVEL: StageGround = { hills: [], stairs: [] };
const [MOST_HILLS, MOST_STAIRS] = [1000, 20];
/** Dabs of a brush are this share of its radius apart. */
const SPACING = 0.35;

export interface Brush {
  /** [m] */
  radius: number;
  /** Of one dab [m]; below 0 it digs. */
  height: number;
}

export const isLevel = ({ hills, stairs }: StageGround): boolean => hills.length === 0 && stairs.length === 0;

/** The stroke with a dab at x, z [m], where that is far enough from its last one. */
export function dabbed(
  stroke: readonly GroundHill[],
  [x, z]: readonly [number, number],
  { radius, height }: Brush,
): readonly GroundHill[] {
  const last = stroke.at(-1);
  if (last && Math.hypot(x - last.x, z - last.z) < SPACING * radius) return stroke;
  const bounded = (value: number) => Math.min(Math.max(value, -900), 900);
  return [...stroke, { x: bounded(x), z: bounded(z), radius, height }];
}

/** A ground with a stroke on it; the oldest hills go where there are too many. */
export const painted = (ground: StageGround, stroke: readonly GroundHill[]): StageGround => ({
  ...ground,
  hills: [...ground.hills, ...stroke].slice(-MOST_HILLS),
});

/** Stairs in front of a creature of a size [m] that stands at x, z and faces `heading`, with steps that its legs can take. */
export function stairsBefore(x: number, z: number, heading: number, size: number): GroundStairs {
  const away = 0.8 * size;
  const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
  return {
    x: x + away * Math.sin(heading),
    z: z + away * Math.cos(heading),
    heading,
    rise: within(0.08 * size, 0.01, 2),
    run: within(0.25 * size, 0.05, 5),
    count: 5,
    width: within(2 * size, 0.1, 50),
    landing: within(0.8 * size, 0, 50),
  };
}

export const withStairs = (ground: StageGround, stairs: GroundStairs): StageGround => ({
  ...ground,
  stairs: [...ground.stairs, stairs].slice(-MOST_STAIRS),
});

export const changeStairs = (ground: StageGround, at: number, change: Partial<GroundStairs>): StageGround => ({
  ...ground,
  stairs: ground.stairs.map((each, index) => (index === at ? { ...each, ...change } : each)),
});

export const removeStairs = (ground: StageGround, at: number): StageGround => ({
  ...ground,
  stairs: ground.stairs.filter((_, index) => index !== at),
});
