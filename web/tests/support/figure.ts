/** Motion files of a small human figure, made here: it walks by swinging its legs, or waves with one arm. */

/** frames: at 30 fps. pace: over the ground [m/s]. swing: of the legs [deg]. wave: of the raised arm [deg]. period: of one cycle [frames]. */
export interface FigureMotion {
  frames: number;
  period: number;
  pace?: number;
  swing?: number;
  wave?: number;
}

type Offset = readonly [number, number, number];
interface Bone {
  name: string;
  offset: Offset;
  children?: Bone[];
}

/** In centimetres, facing +Z. */
const side = (name: string, x: number): Bone[] => [
  {
    name: `${name}Arm`,
    offset: [18 * x, 40, 0],
    children: [
      { name: `${name}ForeArm`, offset: [28 * x, 0, 0], children: [{ name: `${name}Hand`, offset: [26 * x, 0, 0] }] },
    ],
  },
];
const leg = (name: string, x: number): Bone => ({
  name: `${name}UpLeg`,
  offset: [10 * x, 0, 0],
  children: [{ name: `${name}Leg`, offset: [0, -42, 0], children: [{ name: `${name}Foot`, offset: [0, -42, 0] }] }],
});
const FIGURE: Bone = {
  name: "Hips",
  offset: [0, 90, 0],
  children: [
    {
      name: "Spine",
      offset: [0, 15, 0],
      children: [...side("Left", 1), ...side("Right", -1), { name: "Head", offset: [0, 55, 0] }],
    },
    leg("Left", 1),
    leg("Right", -1),
  ],
};

const listed = (bone: Bone): string[] => [bone.name, ...(bone.children ?? []).flatMap(listed)];

function hierarchy(bone: Bone, root = true): string {
  const channels = "Zrotation Xrotation Yrotation";
  const end = bone.name.endsWith("Foot") ? "0 -6 14" : "0 12 0";
  const below = bone.children?.map((child) => hierarchy(child, false)).join("\n") ?? `End Site\n{\nOFFSET ${end}\n}`;
  return `${root ? "ROOT" : "JOINT"} ${bone.name}
{
OFFSET ${bone.offset.join(" ")}
CHANNELS ${root ? `6 Xposition Yposition Zposition ${channels}` : `3 ${channels}`}
${below}
}`;
}

/** The motion as BVH. */
export function figureBvh({ frames, period, pace = 0, swing = 0, wave = 0 }: FigureMotion): string {
  const joints = listed(FIGURE);
  const rows = Array.from({ length: frames }, (_, frame) => {
    const beat = Math.sin((2 * Math.PI * frame) / period);
    /** About z, x and y [deg]. */
    const turned: Record<string, Offset> = {
      LeftUpLeg: [0, -swing * beat, 0],
      RightUpLeg: [0, swing * beat, 0],
      LeftLeg: [0, swing * Math.max(0, beat), 0],
      RightLeg: [0, swing * Math.max(0, -beat), 0],
      LeftArm: [-75, 0, 0],
      RightArm: wave ? [-60, 0, 0] : [75, 0, 0],
      RightForeArm: [wave * 0.5 * beat, 0, 0],
    };
    const angles = joints.flatMap((name) => [...(turned[name] ?? [0, 0, 0])]);
    return [0, 90, (100 * pace * frame) / 30, ...angles].map((value) => value.toFixed(3)).join(" ");
  });
  return `HIERARCHY\n${hierarchy(FIGURE)}\nMOTION\nFrames: ${frames}\nFrame Time: 0.0333333\n${rows.join("\n")}\n`;
}
