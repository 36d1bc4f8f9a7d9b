/** The cameras of the scene: cuts, keys, and what is seen through them. */

import { Drag } from "../../../document/drag";
import type { Studio } from "../../../document/studio.svelte";
import type { SceneShot } from "../../../protocol/generated";
import type { Point3 } from "../../../stage/points";
import type { Playback } from "../../../timeline/playback.svelte";
import { viewAt } from "../../../timeline/scene/frames";
import type { PlayedScene } from "../../../timeline/scene/played.svelte";
import { cameraKeyed, cutMoved, shotAt, shotBlocks, withCut } from "../model/shots";

/** The camera of the stage as a hand has put it. angle: vertical field of view [degrees]. */
export interface StageCamera {
  eye: Point3;
  target: Point3;
  angle: number;
}

/** What the stage knows of cameras; set as soon as it is drawn. */
export interface CameraDesk {
  /** From where the stage is looked at now. */
  view(): StageCamera;
  /** The middle of a character or a prop now [m]; null where it is not on the stage. */
  middleOf(thing: string): Point3 | null;
}

const minus = (a: Point3, b: Point3): Point3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];

export class Shots {
  selected = $state<string | null>(null);
  /** Whether the stage is seen through the camera of the scene. */
  private looking = $state(false);
  desk: CameraDesk | null = null;
  readonly all = $derived.by(() => this.played.record?.shots ?? []);
  readonly shot = $derived.by(() => this.all.find(({ id }) => id === this.selected) ?? null);
  readonly blocks = $derived.by(() => shotBlocks(this.all, this.played.duration));
  readonly through = $derived.by(() => this.looking && this.all.length > 0);
  private drag = $state.raw<Drag | null>(null);

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly played: PlayedScene,
  ) {}

  /** The camera at the playhead; null without shots. */
  readonly view = $derived.by(() => {
    const { camera } = this.played;
    return camera && this.all.length ? viewAt(camera, this.playback.transport.time) : null;
  });

  get dragging(): boolean {
    return this.drag !== null;
  }

  look(on: boolean): void {
    this.looking = on;
  }

  /** The shot that is seen at the playhead. */
  get current(): SceneShot | null {
    return shotAt(this.all, this.playback.transport.time);
  }

  /** Cuts to a new camera at the playhead: it sees what is seen of the stage now. The first one begins the scene. */
  async cut(): Promise<void> {
    if (!this.desk || !this.studio.canEdit) return;
    const start = this.all.length ? this.playback.transport.time : 0;
    const key = { time: 0, ...this.desk.view() };
    const id = crypto.randomUUID();
    const shot = { id, start, keys: [key], follow: null, watch: null, watchPart: "" };
    await this.set(withCut(this.all, shot));
    this.selected = id;
  }

  /** Keys the shot at the playhead: from then on it sees what is seen of the stage now. */
  key(): void {
    const shot = this.shot ?? this.current;
    if (!shot || !this.desk || !this.studio.canEdit) return;
    const { eye, target, angle } = this.desk.view();
    const time = this.playback.transport.time - shot.start;
    const key = { time, ...this.beside(shot.follow, eye, target), angle };
    this.selected = shot.id;
    void this.change(shot, { keys: cameraKeyed(shot.keys, key) });
  }

  /** Places as a shot has them: on the stage, or beside what it follows. */
  private beside(follow: string | null, eye: Point3, target: Point3): { eye: Point3; target: Point3 } {
    const middle = follow && this.desk?.middleOf(follow);
    if (!middle) return { eye, target };
    return { eye: minus(eye, [middle[0], 0, middle[2]]), target: minus(target, middle) };
  }

  /** Follows another thing, or stands still: what is seen at the playhead stays the same. */
  follow(shot: SceneShot, thing: string | null): void {
    const before = shot.follow ? this.desk?.middleOf(shot.follow) : null;
    const keys = shot.keys.map((key) => {
      const [eye, target] = [key.eye as Point3, key.target as Point3];
      const world = before
        ? { eye: minus(eye, [-before[0], 0, -before[2]]), target: minus(target, minus([0, 0, 0], before)) }
        : { eye, target };
      return { ...key, ...this.beside(thing, world.eye, world.target) };
    });
    void this.change(shot, { follow: thing, keys });
  }

  change(shot: SceneShot, changes: Partial<SceneShot>): Promise<void> {
    return this.set(this.all.map((each) => (each.id === shot.id ? { ...each, ...changes } : each)));
  }

  /** A step of a drag of a shot. */
  step(shot: SceneShot, changes: Partial<SceneShot>): void {
    this.stepAll(this.all.map((each) => (each.id === shot.id ? { ...shot, ...changes } : each)));
  }

  /** A step of a drag of a cut to a time [s]. shots: as they were when it began. */
  move(shots: readonly SceneShot[], id: string, to: number): void {
    this.stepAll(cutMoved(shots, id, to));
  }

  private stepAll(shots: SceneShot[]): void {
    this.drag ??= new Drag(this.studio);
    this.drag.step({ type: "SetSceneShots", shots, gesture: this.drag.id });
  }

  async end(kept: boolean): Promise<void> {
    const { drag } = this;
    this.drag = null;
    await drag?.end(kept);
  }

  remove(): boolean {
    const { shot } = this;
    if (!shot) return false;
    void this.set(this.all.filter(({ id }) => id !== shot.id));
    return true;
  }

  private async set(shots: readonly SceneShot[]): Promise<void> {
    await this.studio.ask({ type: "SetSceneShots", shots: [...shots] });
  }
}
