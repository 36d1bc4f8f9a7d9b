/** The scene as the engine plays it: frames of characters, props and the camera, for every workspace that shows it. */

import { untrack } from "svelte";
import { SvelteSet } from "svelte/reactivity";
import type { ClipArrays } from "../../document/motion";
import type { Studio } from "../../document/studio.svelte";
import { floats, optionalFloats, type Frame } from "../../protocol/frames";
import type { CharacterParts, SceneFrame, SceneRecord } from "../../protocol/generated";
import { errorText } from "../../text/format";
import { propMotionOf, propShapeOf, sceneCameraOf, type PropMotion, type PropShape, type SceneCamera } from "./frames";
import { Rehearsal } from "./rehearsal.svelte";
import { stateOf } from "./state";

export const SCENE_FPS = 30;

/** The body of a character by parts. joints: of each part. end: the joint at its end, by part. */
export interface BodyParts {
  names: readonly string[];
  joints: ReadonlyMap<string, readonly number[]>;
  end: ReadonlyMap<string, number>;
}

const sceneOf = (record: unknown): SceneRecord | null =>
  (record as SceneRecord | undefined)?.kind === "scene" ? (record as SceneRecord) : null;

const partsOf = ({ parts, joints, ends }: CharacterParts): BodyParts => ({
  names: parts,
  joints: new Map(parts.map((part, index) => [part, joints[index]!])),
  end: new Map(parts.map((part, index) => [part, ends[index]!])),
});

export class PlayedScene {
  readonly record = $derived.by(() => sceneOf(this.studio.records.get("scene")));
  readonly empty = $derived.by(() => !this.record?.tracks.length && !this.record?.props.length);
  /** What each character does, by its id. */
  characters = $state.raw<ReadonlyMap<string, ClipArrays>>(new Map());
  motions = $state.raw<ReadonlyMap<string, PropMotion>>(new Map());
  shapes = $state.raw<ReadonlyMap<string, PropShape>>(new Map());
  camera = $state.raw<SceneCamera | null>(null);
  /** Length of the scene as it was played last [s]. */
  duration = $state(0);
  notes = $state.raw<readonly string[]>([]);
  trouble = $state<string | null>(null);
  /** Whether frames of the present state are still to come. */
  waiting = $state(false);
  readonly rehearsal = new Rehearsal();
  /** Names of parts of bodies, by character. */
  bodies = $state.raw<ReadonlyMap<string, BodyParts>>(new Map());
  /** The workspaces that show the scene. */
  private readonly viewers = new SvelteSet<string>();
  private asked = "";
  private asking = false;

  constructor(private readonly studio: Studio) {
    studio.on("SceneFrame", (frame) => this.keepCharacter(frame));
    studio.on("ScenePropFrame", (frame) => {
      this.motions = new Map(this.motions).set(frame.header.prop, propMotionOf(frame));
    });
    studio.on("ScenePropShape", (frame) => {
      this.shapes = new Map(this.shapes).set(frame.header.prop, propShapeOf(frame));
    });
    studio.on("SceneCameraFrame", (frame) => (this.camera = sceneCameraOf(frame)));
    studio.on("ScenePlayed", ({ duration, characters, props, filmed, notes }) => {
      const kept = <Value>(map: ReadonlyMap<string, Value>, ids: readonly string[]) =>
        new Map([...map].filter(([id]) => ids.includes(id)));
      this.characters = kept(this.characters, characters);
      [this.motions, this.shapes] = [kept(this.motions, props), kept(this.shapes, props)];
      if (!filmed) this.camera = null;
      [this.duration, this.notes] = [duration, notes];
    });
    studio.on("CharacterParts", (event) => {
      this.bodies = new Map(this.bodies).set(event.character, partsOf(event));
    });
    $effect(() => {
      const { viewers, state } = this;
      const open = studio.connection.state === "open";
      if (viewers.size > 0 && open) untrack(() => void this.fetch(state));
    });
  }

  /** Changes when frames have to be asked for again. */
  private readonly state = $derived.by(() => stateOf(this.record, this.studio.records));

  /** A workspace shows the scene, or no longer. */
  show(viewer: string, on: boolean): void {
    if (on) this.viewers.add(viewer);
    else this.viewers.delete(viewer);
  }

  /** Asks for the names of a character's parts, once. */
  needParts(character: string): void {
    if (!this.bodies.has(character)) void this.studio.ask({ type: "RequestParts", character });
  }

  /** Asks for the frames of a state; while an answer is awaited only the newest state counts. */
  private async fetch(state: string): Promise<void> {
    if (state === this.asked) return;
    this.waiting = true;
    if (this.asking) return;
    this.asking = true;
    this.asked = state;
    try {
      await this.studio.request({ type: "RequestScene", known: this.known() });
      this.trouble = null;
    } catch (error) {
      this.trouble = errorText(error);
    } finally {
      this.asking = false;
      this.waiting = false;
    }
    if (this.viewers.size > 0 && this.state !== this.asked) void this.fetch(this.state);
  }

  private known(): Record<string, string> {
    return Object.fromEntries([
      ...[...this.characters].map(([id, { blob }]) => [id, blob]),
      ...[...this.motions].map(([id, { state }]) => [id, state]),
      ...[...this.shapes].map(([id, { state }]) => [`shape ${id}`, state]),
      ...(this.camera ? [["camera", this.camera.state]] : []),
    ]);
  }

  private keepCharacter(frame: Frame<SceneFrame>): void {
    const { character, state, fps } = frame.header;
    const [frames = 0, joints = 0] = frame.arrays.get("rotations")?.shape ?? [];
    const clip: ClipArrays = {
      kind: "clip",
      blob: state,
      fps,
      frames,
      joints,
      roots: floats(frame, "roots"),
      rotations: floats(frame, "rotations"),
      translations: optionalFloats(frame, "translations"),
    };
    this.characters = new Map(this.characters).set(character, clip);
  }
}
