/** Small pictures for what a channel can say, on a grid of 40 by 28. A path is a line; "#" before it fills it with what
 * is meant, "*" draws it in that colour, "~" is dashed, "!" is filled quietly. */

import type { Cap, Extent, BodyPlace } from "./contextSentence";

export type Picture = readonly string[];

/** A standing creature seen from the side, facing right: what most pictures are drawn on. */
const BODY = "M11 14.5c1-4 5-5 9-4.500s6-3 8.500-4 5 .5 5 3-2.500 3.500-4.500 4-2 4-6 4.500-13 1.500-12-3Z";
const LEGS = "M15 17.500v6.500M26 16v8";
const GROUND = "M4 24.500h32";

const disc = (x: number, y: number, radius: number) =>
  `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;

const on = (...meant: string[]): Picture => [BODY, LEGS, ...meant];

/** What a type of body is. */
export const CAP_PICTURES: Record<Cap | "any", Picture> = {
  any: [`#${BODY}`, `*${LEGS}`],
  root: on(`#${disc(19, 14.5, 3.2)}`),
  spine: on(
    "*M12.500 15c4-2.500 8-2 11-3s4-3 6-4",
    `#${disc(12.5, 15, 1.6)}`,
    `#${disc(19, 13, 1.6)}`,
    `#${disc(25, 11, 1.6)}`,
  ),
  limb: [BODY, "*M15 17.500l-1.500 3 1 3.500M26 16l1.500 4-1 4"],
  grasper: ["M8 20c5 0 9-1 13-4", "*M21 16l4-4.500M21 16l6-2M21 16l6.500.5M21 16l5 3.500", `#${disc(21, 16, 2.6)}`],
  foot: [BODY, LEGS, "#M13 22h6c1.500 0 2.500 1 2.500 2.500h-8.500ZM24 22h6c1.500 0 2.500 1 2.500 2.500H24Z"],
  mouth: [
    "M9 14c0-6 5-9 11-9s11 4 11 9-5 9-11 9-11-3-11-9Z",
    "#M20 16c3-1.500 7-2 10.500-1.500-.5 3-4 5-7 4.500-2-.3-3.500-1.500-3.500-3Z",
  ],
  eye: ["M9 14c0-6 5-9 11-9s11 4 11 9-5 9-11 9-11-3-11-9Z", `#${disc(24, 12, 3.2)}`],
  ear: ["M9 16c0-5 5-8 11-8s11 4 11 8-5 8-11 8-11-3-11-8Z", "#M13 10c-2-3-2-6-1-8 3 1 5.500 3 6.500 6Z"],
  head: [BODY, LEGS, `#${disc(30, 8.5, 4.2)}`],
  wing: [BODY, LEGS, "#M22 11c-3-6-9-9-15-8.500 1 2 3 2.500 4 3-1 .5 0 2.500 2 3 0 1 2 2 9 2.500Z"],
  tail: [BODY, LEGS, "*M11.500 14C8 14 6 12 4.500 8", `#${disc(4.5, 7.5, 2)}`],
  spike: [BODY, LEGS, "#M13 11.500l1.500-5 2.500 4ZM18 10l2-5 2 4.800Z"],
};

const FRAME = "M8 4h24v20H8Z";
const BANDS: Record<BodyPlace | "anywhere", string> = {
  anywhere: FRAME,
  // From the front: its left is on our right.
  left: "M18.800 4H32v20H18.800Z",
  center: "M17.500 4h5v20h-5Z",
  right: "M8 4h13.200v20H8Z",
  top: "M8 4h24v11H8Z",
  midheight: "M8 11.500h24v5H8Z",
  bottom: "M8 13h24v11H8Z",
  front: "M18.800 4H32v20H18.800Z",
  midlength: "M17.500 4h5v20h-5Z",
  back: "M8 4h13.200v20H8Z",
};
const FACE: Picture = ["M14 14c0-4 2.500-6 6-6s6 2 6 6-2.500 6-6 6-6-2-6-6Z", "M17.800 12.500v.02M22.200 12.500v.02"];
const SIDEWAYS: Picture = [BODY, LEGS];

/** Where on the body: left and right from the front, the rest from the side. */
export function placePicture(place: BodyPlace | "anywhere", axis: number): Picture {
  return [`~${FRAME}`, `#${BANDS[place]}`, ...(axis === 0 ? FACE : SIDEWAYS)];
}

const FARTHEST: Record<Extent, [number, number]> = {
  left: [31, 14],
  right: [9, 14],
  top: [20, 5],
  bottom: [20, 23],
  front: [31, 14],
  back: [9, 14],
};

/** The one that is farthest to a side, among others. */
export function extentPicture(extent: Extent | null): Picture {
  const others: [number, number][] = [
    [31, 14],
    [9, 14],
    [20, 5],
    [20, 23],
    [16, 12],
    [24, 16],
  ];
  if (!extent) return others.map(([x, y]) => `#${disc(x, y, 2.4)}`);
  const [x, y] = FARTHEST[extent];
  const rest = others.filter((at) => at[0] !== x || at[1] !== y);
  return [
    ...rest.map((at) => disc(...at, 2)),
    `#${disc(x, y, 3.2)}`,
    `*M20 14L${20 + (x - 20) * 0.55} ${14 + (y - 14) * 0.55}`,
  ];
}

const ARM = "M6 21c4 0 6-2 8-5";
const HAND = (x: number, y: number) => `#${disc(x, y, 2.4)}`;
const arrow = (x: number, y: number, toX: number, toY: number): string => {
  const [dx, dy] = [toX - x, toY - y];
  const length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [(3.2 * dx) / length, (3.2 * dy) / length];
  const barb = (side: number) => `M${toX} ${toY}l${-ux + side * uy * 0.7} ${-uy - side * ux * 0.7}`;
  return `*M${x} ${y}L${toX} ${toY}${barb(1)}${barb(-1)}`;
};
const TARGET = [disc(32, 8, 3.6), `#${disc(32, 8, 1.5)}`];

/** How a movement is meant, by the choice's name. */
export const MODE_PICTURES = {
  rest: [ARM, `~${disc(14, 16, 2.4)}`, arrow(16, 14, 25, 6), HAND(27, 5)],
  absolute: ["M6 24.500h30M6 24.500V4", "~M6 8h21M27 8v16.500", HAND(27, 8)],
  reach: [ARM, `~${disc(14, 16, 2.4)}`, arrow(16.5, 15, 28, 9.5), ...TARGET],
  direction: [ARM, "~M16 15.500L32 8", arrow(16.5, 15, 23, 12), ...TARGET],
  surface: [ARM, disc(30, 11, 7), arrow(16.5, 15, 23.2, 12.6), "*M23.500 8.500a7 7 0 0 1 5-4.400"],
  limb: ["M6 22l7-6 8 1 7-8", HAND(28, 9), "*M6 26h22M6 24.500v3M28 24.500v3"],
  creature: [BODY, LEGS, "*M10 27h24M10 25.500v2.500M34 25.500v2.500M37 4v20M35.500 4h3M35.500 24h3"],
  stance: [BODY, LEGS, GROUND, "*M36 14v10.500M34.500 14h3M34.500 24.500h3", "~M20 14h16"],
  none: ["*M6 17h28M6 14v6M34 14v6M13 15.500v3M20 15.500v3M27 15.500v3", "M16 9.500h8"],
  level: [ARM, HAND(14, 16), arrow(14, 12, 14, 4), arrow(18, 16, 26, 16)],
  ground: [GROUND, "M20 4v5", HAND(20, 9), arrow(20, 12.5, 20, 23)],
  aside: [ARM, HAND(14, 16), arrow(18, 16, 30, 16)],
  sagittal: ["~M20 2v24", HAND(9, 14), HAND(31, 14), arrow(12.5, 14, 18.5, 14), arrow(27.5, 14, 21.5, 14)],
  follows: [BODY, "*M26 13l6 6", HAND(33, 20), arrow(9, 4, 22, 4)],
  stays: [BODY, GROUND, "M18 17l2 5", HAND(20, 23), arrow(9, 4, 22, 4)],
  turn: [ARM, HAND(16, 15), "*M9 10a9 9 0 0 1 15-2M24 8l.5-3.500M24 8l-3.600-.2"],
  orient: ["M6 24.500h30M6 24.500V4", "#M14 12l14-2.500.6 3.500-14 2.500Z", "~M10 15.500L34 11"],
  lookAt: [disc(12, 18, 5.5), HAND(15.5, 16), "~M18 15L29 9.500", ...TARGET],
  all: [HAND(10, 10), HAND(20, 17), HAND(30, 10)],
  one: [HAND(10, 10), disc(20, 17, 2.4), disc(30, 10, 2.4)],
  mirrors: ["~M20 2v24", arrow(16, 18, 8, 8), arrow(24, 18, 32, 8)],
  same: ["~M20 2v24", arrow(8, 18, 16, 8), arrow(24, 18, 32, 8)],
  thing: [...TARGET.map((path) => path), "M28 12c-4 5-10 8-20 9"],
  bodies: [BODY, LEGS, `#${disc(30, 8.5, 3.4)}`],
  channel: ["M6 8h28M6 14h28M6 20h28", "#M13 5.500h5v5h-5ZM22 11.500h5v5h-5ZM16 17.500h5v5h-5Z"],
  off: ["M14 8l12 12M26 8L14 20"],
  on: ["*M12 14.500l5.500 5.500L29 8"],
} as const satisfies Record<string, Picture>;

export type ModePicture = keyof typeof MODE_PICTURES;
