/** Files to drop, made here: a small walk cycle's worth of BVH, and the way a browser drops them. */

import type { Page } from "@playwright/test";

/** A three-joint arm that swings: `frames` frames at 30 fps. pace: how far it goes to its left in each [cm]. */
export function swingBvh(frames: number, pace = 0): string {
  const rows = Array.from({ length: frames }, (_, frame) => {
    const angle = (40 * Math.sin((2 * Math.PI * frame) / 30)).toFixed(3);
    return `${pace * frame} 100 0 0 0 0 ${angle} 0 0 ${angle} 0 0`;
  });
  const joint = "CHANNELS 3 Zrotation Xrotation Yrotation";
  return `HIERARCHY
ROOT Hips
{
  OFFSET 0 100 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Arm
  {
    OFFSET 0 20 0
    ${joint}
    JOINT Hand
    {
      OFFSET 0 40 0
      ${joint}
      End Site
      {
        OFFSET 0 20 0
      }
    }
  }
}
MOTION
Frames: ${frames}
Frame Time: 0.0333333
${rows.join("\n")}
`;
}

/** Drops text files on the stage, as a file manager would. */
export async function drop(page: Page, files: { name: string; text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((list) => {
    const data = new DataTransfer();
    for (const file of list) data.items.add(new File([file.text], file.name));
    return data;
  }, files);
  for (const type of ["dragenter", "dragover", "drop"])
    await page.dispatchEvent("canvas", type, { dataTransfer: transfer });
}
