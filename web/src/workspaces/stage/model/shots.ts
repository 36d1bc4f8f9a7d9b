/** Shots of the scene on the timeline: when each camera cuts in, and where a hand that drags a cut takes it. */

import type { SceneCameraKey, SceneShot } from "../../../protocol/generated";

/** A shot on the timeline. start, end: when it is seen [s]. keys: times of the scene at which it has keys [s]. */
export interface ShotBlock {
  shot: SceneShot;
  number: number;
  start: number;
  end: number;
  keys: readonly number[];
}

/** Two cuts, and two keys of a camera, are at least this far apart [s]. */
const APART = 1 / 30;

/** The shots in the order of their starts; the first one is seen from the beginning. duration: of the scene [s]. */
export function shotBlocks(shots: readonly SceneShot[], duration: number): ShotBlock[] {
  return shots.map((shot, index) => {
    const start = index === 0 ? 0 : shot.start;
    const end = Math.max(shots[index + 1]?.start ?? duration, start);
    const keys = shot.keys.map(({ time }) => shot.start + time);
    return { shot, number: index + 1, start, end, keys };
  });
}

/** The shot that is seen at a time of the scene [s]. */
export const shotAt = (shots: readonly SceneShot[], time: number): SceneShot | null =>
  shots.findLast(({ start }) => start <= time + 1e-6) ?? shots[0] ?? null;

/** The shots with a new one. At a time at which another cuts in, it takes that one's place in time. */
export function withCut(shots: readonly SceneShot[], cut: SceneShot): SceneShot[] {
  const others = shots.filter(({ start }) => Math.abs(start - cut.start) >= APART);
  return [...others, cut].sort((a, b) => a.start - b.start);
}

/** The shots with one that cuts in at another time [s], not before the shot before it nor after the one after it. */
export function cutMoved(shots: readonly SceneShot[], id: string, to: number): SceneShot[] {
  const index = shots.findIndex((shot) => shot.id === id);
  const low = index > 0 ? shots[index - 1]!.start + APART : 0;
  const high = index + 1 < shots.length ? shots[index + 1]!.start - APART : Infinity;
  const start = Math.max(Math.min(Math.max(to, 0), high), low);
  return shots.map((shot) => (shot.id === id ? { ...shot, start } : shot));
}

/** The keys of a camera with one more, or in place of the one at the same time. time: after the cut [s]. */
export function cameraKeyed(keys: readonly SceneCameraKey[], key: SceneCameraKey): SceneCameraKey[] {
  const time = Math.max(key.time, 0);
  const others = keys.filter((each) => Math.abs(each.time - time) >= APART);
  return [...others, { ...key, time }].sort((a, b) => a.time - b.time);
}
