/** A performance within the scene, in time. */

import type { SceneClip, SceneRecord } from "../../../../protocol/generated";

/** The time of the scene [s] at a playhead of the performance that begins at `at`; at the end it holds. */
export const sceneTime = (at: number, playhead: number, duration: number): number =>
  Math.min(at + Math.max(playhead, 0), Math.max(duration, at));

/** All clips of a scene, on tracks and in layers. */
export const clipsOf = (scene: SceneRecord): SceneClip[] =>
  scene.tracks.flatMap((track) => [...track.clips, ...track.layers.flatMap(({ clips }) => clips)]);
