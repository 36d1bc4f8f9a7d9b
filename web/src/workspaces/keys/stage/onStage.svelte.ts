/** What the stage shows of the keys: the result and its original, what is off and by how much, ghosts of keyposes, the leading part. */

import { heatAt, heatScale, hottest } from "../model/heat";
import { steppedClip } from "../model/steppedClip";
import type { Compared } from "../../../stage/actors/comparison";
import { ghostColumns, keyGhosts } from "../../../stage/actors/ghosts";
import type { Keys } from "../state/keys.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import { displayName } from "../../../text/names";

export class KeysOnStage {
  /** Whether there is a result to show; before, the stage is as everywhere else. */
  readonly open = $derived.by(() => this.keys.active && this.keys.arrays !== null);
  /** The motion that the character performs: the result. */
  readonly arrays = $derived.by(() => {
    const { arrays, stepped, shown } = this.keys;
    if (!this.open || !arrays) return this.playback.arrays;
    return stepped && shown ? steppedClip(arrays, shown.keyFrames) : arrays;
  });
  readonly picking = $derived.by(() => this.keys.active && this.keys.pickingLeading);
  /** Joints of the leading part, by index. */
  readonly leading = $derived.by<readonly number[]>(() => {
    const { settings, choices, character } = this.keys;
    const names = settings.leading ?? choices?.leading ?? [];
    return names.map((name) => character?.joints.indexOf(name) ?? -1).filter((joint) => joint >= 0);
  });
  readonly compared = $derived.by<Compared | null>(() => {
    const { original, source, view } = this.keys;
    if (!this.open || !original || original.blob !== source?.blob) return null;
    // While joints are picked there is one body, or two, but not one in another.
    if (this.picking) return { original, view: view === "side" ? view : "result", joint: null };
    return { original, view, joint: this.trailed };
  });
  readonly scale = $derived.by(() => heatScale(this.keys.shown?.figures?.largest ?? 0));
  /** How far each joint is off now, as shares of the scale; null where the body has its own colours. */
  readonly heat = $derived.by<Float32Array | null>(() => {
    const { heat, distances, arrays } = this.keys;
    if (!this.open || !heat || !distances || !arrays || this.picking) return null;
    const { joints, fps } = arrays;
    return heatAt({ values: distances, joints, fps }, this.playback.transport.time, this.scale.top);
  });
  /** The joint that is furthest off now, and by how much [m]. */
  readonly hottest = $derived.by(() => {
    const joint = this.heat ? hottest(this.heat) : -1;
    return joint < 0
      ? null
      : { name: displayName(this.keys.character?.joints[joint] ?? ""), distance: this.heat![joint]! * this.scale.top };
  });

  private readonly ghosted = $derived.by(() => ghostColumns(this.keys.columns, this.keys.selection.columns));
  /** The joint whose trails are shown: the selected one, else the one that is furthest off in all of the motion. */
  readonly trailed = $derived.by(() => {
    const { selection, shown, character } = this.keys;
    const worst = shown?.figures && character ? character.joints.indexOf(shown.figures.joint) : -1;
    return selection.joints.at(-1) ?? (worst >= 0 ? worst : null);
  });

  constructor(
    private readonly keys: Keys,
    private readonly playback: Playback,
  ) {}

  /** most: as many as this machine draws with ease. */
  ghosts(most: number) {
    if (!this.open || !this.keys.ghosts || this.picking) return [];
    return keyGhosts(this.ghosted, this.playback.transport.time, 0.5 / this.keys.fps, most);
  }
}
