/** Playback: the selected motion's arrays, the transport over them, and the trail of a joint. */

import { errorText } from "../text/format";
import { untrack } from "svelte";
import type { Frame } from "../protocol/frames";
import { floats } from "../protocol/frames";
import { clipOf, markersOf, type ClipArrays, type MotionArrays, type TrailPath } from "../document/motion";
import { frameAt } from "./timeSpaces";
import * as clock from "./transport";
import type { CharacterRecord, ClipFrame, MotionRecord, TrailFrame } from "../protocol/generated";
import type { Studio } from "../document/studio.svelte";

/** Clips kept in memory, newest last [bytes]. */
const CACHE_LIMIT = 256e6;

const sizeOf = (arrays: MotionArrays) =>
  arrays.kind === "clip"
    ? arrays.rotations.byteLength + arrays.roots.byteLength + (arrays.translations?.byteLength ?? 0)
    : arrays.positions.byteLength + arrays.seen.byteLength;

/** The motion that a keyed or layered one was made of, or the motion itself. */
const sourceOf = (motion: MotionRecord) => motion.keying?.source ?? motion.layering?.source ?? motion.id;

/** A scene that plays instead of a motion. duration: [s]. */
export interface Presented {
  duration: number;
  fps: number;
}

const SCENE = "scene";

export class Playback {
  transport = $state.raw<clock.Transport>(clock.stopped);
  /** The selected motion's arrays, null until they are here. */
  arrays = $state.raw<MotionArrays | null>(null);
  trouble = $state<string | null>(null);
  trail = $state.raw<{ motion: string; joint: number; path: TrailPath } | null>(null);
  /** What plays instead of the selected motion: a scene. */
  private presented = $state.raw<Presented | null>(null);
  readonly fps = $derived.by(() => this.presented?.fps ?? this.studio.motion?.fps ?? 30);
  /** How many frames there are to step through. */
  readonly frames = $derived.by(() =>
    this.presented ? frameAt(this.presented.duration, this.presented.fps) + 1 : (this.studio.motion?.frames ?? 0),
  );
  /** What plays, by name: another one is shown whole on the ruler. */
  readonly subject = $derived.by(() => (this.presented ? SCENE : (this.studio.motion?.id ?? "")));
  readonly frame = $derived(frameAt(this.transport.time, this.fps));
  /** For each character that is not the motion's own: the motion at whose start it waits its turn. */
  held = $state.raw<ReadonlyMap<string, ClipArrays>>(new Map());
  private readonly lastOf = new Map<string, string>();
  private readonly cache = new Map<string, MotionArrays>();
  private readonly asked = new Set<string>();
  private wanted: string | null = null;
  /** How long what is shown beside the motion lasts, by the workspace that shows it [s]. */
  private readonly besides = new Map<string, number>();
  private shownMotion: MotionRecord | null = null;
  /** Where the motion before this one was left. */
  private left: { source: string; time: number; playing: boolean } | null = null;

  constructor(private readonly studio: Studio) {
    studio.on("ClipFrame", (frame) => (frame.header.blob === "" ? this.preview(frame) : this.keep(clipOf(frame))));
    studio.on("MarkersFrame", (frame) => this.keep(markersOf(frame)));
    studio.on("TrailFrame", (frame) => this.keepTrail(frame));
    $effect(() => {
      const motion = studio.motion;
      const open = studio.connection.state === "open";
      untrack(() => this.follow(motion, open));
    });
    $effect(() => {
      const { motions, characters, motion } = studio;
      const open = studio.connection.state === "open";
      untrack(() => this.hold(motions, characters, motion, open));
    });
    $effect(() => {
      if (this.followed) untrack(() => (this.transport = { ...this.transport, playing: false }));
    });
    $effect(() => {
      const view = studio.view;
      if (view) untrack(() => this.adopt(view.loop, view.speed, view.span));
    });
  }

  /** Whether the motion's character follows the pointer: then the hand leads, and the motion waits. */
  private get followed(): boolean {
    const { view, motion } = this.studio;
    return !this.presented && !!view?.follow && view.follow === motion?.character;
  }

  /** Takes up another motion: its arrays are asked for once, and it plays as soon as they are here. */
  private follow(motion: MotionRecord | null, open: boolean): void {
    if (motion?.id !== this.shownMotion?.id && !this.presented) this.begin(motion);
    this.transport = clock.lasting(this.transport, this.wholeLength(motion));
    // Until new frames of the same motion are here the old ones play on.
    const old = motion && motion.id === this.shownMotion?.id ? this.arrays : null;
    this.arrays = motion ? (this.cache.get(motion.blob) ?? old) : null;
    this.trouble = null;
    this.shownMotion = motion;
    if (motion && !this.cache.has(motion.blob) && open && this.wanted !== motion.blob)
      void this.fetch(motion.id, motion.blob);
  }

  /** From its start; a motion and its keys are one to the eye: from one to the other the playhead stays. */
  private begin(motion: MotionRecord | null): void {
    const { shownMotion: before, transport } = this;
    const first = before === null && transport === clock.stopped;
    if (before) this.left = { source: sourceOf(before), time: transport.time, playing: transport.playing };
    const again = motion && this.left?.source === sourceOf(motion) ? this.left : null;
    this.trail = null;
    this.transport = {
      ...transport,
      time: again?.time ?? 0,
      range: first || again ? transport.range : null,
      playing: motion !== null && !this.followed && (again?.playing ?? true),
    };
  }

  private wholeLength(motion: MotionRecord | null): number {
    if (this.presented) return this.presented.duration;
    return motion ? Math.max(motion.duration, this.beside) : 0;
  }

  /** Plays a scene instead of the selected motion, from where that scene was left; null: the motion again. */
  present(scene: Presented | null): void {
    const { presented: before, transport } = this;
    if (before?.duration === scene?.duration && before?.fps === scene?.fps) return;
    this.presented = scene;
    const length = this.wholeLength(this.studio.motion);
    if (!!before === !!scene) return void (this.transport = clock.lasting(transport, length));
    const back = this.aside;
    this.aside = transport;
    this.transport = {
      ...clock.lasting({ ...transport, time: back?.time ?? 0, range: back?.range ?? null }, length),
      playing: scene ? (back?.playing ?? true) : false,
    };
  }
  /** Where the motion was left while a scene plays, and the other way round. */
  private aside: clock.Transport | null = null;

  /** A character that has motions, but not the selected one, stands as one of its own begins: a rest pose may be lying in the ground. */
  private hold(
    motions: readonly MotionRecord[],
    characters: readonly CharacterRecord[],
    motion: MotionRecord | null,
    open: boolean,
  ): void {
    if (motion?.character) this.lastOf.set(motion.character, motion.id);
    const held = new Map<string, ClipArrays>();
    for (const { id } of characters) {
      const own = motions.filter((each) => each.character === id);
      const chosen = own.find((each) => each.id === this.lastOf.get(id)) ?? own[0];
      if (!chosen) continue;
      const arrays = this.cache.get(chosen.blob);
      if (arrays?.kind === "clip") held.set(id, arrays);
      else if (!arrays && open && id !== motion?.character && !this.asked.has(chosen.blob)) {
        this.asked.add(chosen.blob);
        void this.studio
          .request({ type: "RequestClip", motion: chosen.id })
          .catch(() => this.asked.delete(chosen.blob));
      }
    }
    this.held = held;
  }

  /** A motion's arrays, from the cache or from the studio; null where they cannot be had. */
  async need(motion: MotionRecord): Promise<MotionArrays | null> {
    if (!this.cache.has(motion.blob))
      await this.studio.request({ type: "RequestClip", motion: motion.id }).catch(() => null);
    return this.cache.get(motion.blob) ?? null;
  }

  /** Plays on to the end of what is shown beside the motion, where that is longer [s]. */
  lastAtLeast(duration: number, workspace: string): void {
    this.besides.set(workspace, duration);
    this.transport = clock.lasting(this.transport, this.wholeLength(this.studio.motion));
  }

  private get beside(): number {
    return Math.max(0, ...this.besides.values());
  }

  private async fetch(id: string, blob: string): Promise<void> {
    this.wanted = blob;
    try {
      await this.studio.request({ type: "RequestClip", motion: id });
    } catch (error) {
      if (this.studio.motion?.id === id) this.trouble = errorText(error);
    } finally {
      if (this.wanted === blob) this.wanted = null;
    }
  }

  /** What a drag of layers makes of the motion: shown, not kept. */
  private preview(frame: Frame<ClipFrame>): void {
    if (frame.header.motion === this.studio.motion?.id) this.arrays = clipOf(frame);
  }

  private keep(arrays: MotionArrays): void {
    this.cache.set(arrays.blob, arrays);
    let total = [...this.cache.values()].reduce((sum, each) => sum + sizeOf(each), 0);
    for (const [blob, old] of this.cache) {
      if (total <= CACHE_LIMIT || blob === arrays.blob) break;
      this.cache.delete(blob);
      total -= sizeOf(old);
    }
    if (this.studio.motion?.blob === arrays.blob) this.arrays = arrays;
    this.hold(this.studio.motions, this.studio.characters, this.studio.motion, true);
  }

  private keepTrail(frame: Frame<TrailFrame>): void {
    const { motion, joint, fps } = frame.header;
    if (motion === this.studio.motion?.id)
      this.trail = { motion, joint, path: { positions: floats(frame, "positions"), fps } };
  }

  /** Shows a joint's trail, or hides it where it is shown. */
  toggleTrail(joint: number): void {
    const motion = this.studio.motion;
    if (!motion || motion.form === "markers") return;
    if (this.trail?.joint === joint && this.trail.motion === motion.id) this.trail = null;
    else void this.studio.ask({ type: "RequestTrail", motion: motion.id, joint });
  }

  /** The server's word on loop, speed and range, from a reload or from another page. */
  private adopt(loop: boolean, speed: number, span: [number, number] | null): void {
    const range = span ? { start: span[0], end: span[1] } : null;
    // A span belongs to a motion: a scene has its own, for this page alone.
    this.transport = { ...this.transport, loop, speed, range: this.presented ? this.transport.range : range };
  }

  private send(transport: clock.Transport): void {
    const { loop, speed } = transport;
    const range = this.presented ? (this.aside?.range ?? null) : transport.range;
    this.transport = transport;
    void this.studio.ask({ type: "SetPlayback", loop, speed, span: range ? [range.start, range.end] : null });
  }

  tick(elapsed: number): void {
    // Nothing runs away before there is something to see.
    if (this.transport.playing && (this.arrays || this.presented))
      this.transport = clock.advanced(this.transport, elapsed);
  }

  play(): void {
    if (!this.transport.playing) this.toggle();
  }

  toggle(): void {
    this.lead();
    this.transport = clock.toggled(this.transport);
  }

  /** The motion leads again: its character stops following. */
  private lead(): void {
    if (this.followed) void this.studio.ask({ type: "FollowMode", character: this.studio.view!.follow!, on: false });
  }

  pause(): void {
    if (this.transport.playing) this.toggle();
  }

  seek(time: number): void {
    this.lead();
    this.transport = clock.sought(this.transport, time);
  }

  step(frames: number): void {
    this.lead();
    this.transport = clock.stepped(this.transport, frames, this.fps);
  }

  toggleLoop(): void {
    this.send({ ...this.transport, loop: !this.transport.loop });
  }

  setSpeed(speed: number): void {
    this.send({ ...this.transport, speed });
  }

  /** The next speed up or down the list. */
  nudgeSpeed(direction: 1 | -1): void {
    const { speed } = this.transport;
    const next =
      direction > 0
        ? clock.SPEEDS.find((each) => each > speed + 1e-9)
        : clock.SPEEDS.findLast((each) => each < speed - 1e-9);
    if (next !== undefined) this.setSpeed(next);
  }

  mark(edge: "start" | "end", time: number): void {
    this.send(clock.marked(this.transport, edge, time));
  }

  /** While a handle is dragged nothing is sent; `mark` at the end sends it once. */
  previewMark(edge: "start" | "end", time: number): void {
    this.transport = clock.marked(this.transport, edge, time);
  }

  clearRange(): void {
    this.send({ ...this.transport, range: null });
  }
}
