/** The plan of a film: which moments it shows, and how large it is. */

export type FilmKind = "film" | "gif";

/** times: of its pictures [s]. width, height: [px]. */
export interface FilmPlan {
  kind: FilmKind;
  fps: number;
  times: readonly number[];
  width: number;
  height: number;
}

/** Pictures a second, and the longest side [px]: a GIF is for a message, and has no compression to speak of. */
const RATES = { film: 30, gif: 20 } as const;
const LONGEST = { film: 1280, gif: 480 } as const;
/** More pictures of a GIF are larger than what a message takes. */
export const MOST_SECONDS = { film: 600, gif: 30 } as const;

/** Pictures from a start to an end [s], in the proportions of the stage; encoders want even sides. */
export function filmPlan(
  kind: FilmKind,
  { start, end }: { start: number; end: number },
  stage: { width: number; height: number },
): FilmPlan {
  const fps = RATES[kind];
  const seconds = Math.min(Math.max(end - start, 0), MOST_SECONDS[kind]);
  const count = Math.max(Math.round(seconds * fps), 1);
  const scale = LONGEST[kind] / Math.max(stage.width, stage.height, 1);
  const even = (side: number) => Math.max(2 * Math.round((scale * side) / 2), 2);
  const times = Array.from({ length: count }, (_, picture) => start + picture / fps);
  return { kind, fps, times, width: even(stage.width), height: even(stage.height) };
}
