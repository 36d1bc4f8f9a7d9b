/** What the frames of a scene depend on. */

import { characterOf, motionOf, type Records } from "../../document/records";
import type { SceneRecord, StageRecord } from "../../protocol/generated";

/** A name for all that the frames of a scene depend on: while it stays the same, they do. */
export function stateOf(scene: SceneRecord | null, records: Records): string {
  if (!scene) return "";
  const clips = scene.tracks.flatMap((track) => [track, ...track.layers].flatMap((row) => row.clips));
  const motions = clips.map(({ motion }) => {
    const record = motionOf(records, motion);
    return record ? [record.blob, record.fps, record.duration] : null;
  });
  const drawings = scene.props.map(({ doodle }) => {
    const record = doodle === null ? undefined : records.get(doodle);
    return record?.kind === "doodle" ? record.strokes.map(({ ink, blob }) => [ink, blob]) : null;
  });
  const bodies = scene.tracks.map(({ character }) => characterOf(records, character)?.blob);
  const stage = records.get("stage") as StageRecord | undefined;
  const { tracks, props, handshakes, shots } = scene;
  return JSON.stringify([tracks, props, handshakes, shots, motions, drawings, bodies, stage?.placements ?? []]);
}
