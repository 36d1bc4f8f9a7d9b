/** The scene on the stage: every character that has a track plays it, props are there, and its camera can be looked through. */

import { Vector3 } from "three";
import type { Show } from "../../../stage/actors/director";
import type { StageMark } from "../../../stage/keyboard/marks";
import { FilmCamera } from "../../../stage/marks/filmCamera";
import { Markers } from "../../../stage/marks/markers";
import type { Point3 } from "../../../stage/points";
import type { Hit } from "../../../stage/scene/stageScene";
import type { StageLayer, StageView } from "../../../stage/workspaceOnStage";
import type { Page } from "../../../timeline/context";
import type { SceneProp } from "../../../protocol/generated";
import type { Scene } from "../state/scene.svelte";
import { SceneHand, type ScenePort } from "./sceneHand";

/** A point of a target: how large it is drawn [m], and how far beside it a pointer takes it [px]. */
const [POINT, REACH] = [0.035, 14];

export class SceneStageLayer implements StageLayer {
  readonly hands;
  private readonly camera = new FilmCamera();
  private readonly points = new Markers();
  /** The prop in the hand, as it was when it was taken. */
  private held: { prop: SceneProp; from: Point3; turn: number } | null = null;

  readonly changes = $derived.by<Partial<Omit<Show, "paint">>>(() => {
    const { shown, staging, playing } = this.scene;
    if (!shown) return {};
    const { time } = this.page.playback.transport;
    const shared = { playing, props: staging.shown(time), moved: null, arrays: null, trail: null };
    return this.ownCamera ? { ...shared, active: null, bones: false } : shared;
  });

  constructor(
    private readonly view: StageView,
    private readonly page: Page,
    private readonly scene: Scene,
  ) {
    this.hands = [new SceneHand(view.scene, view.canvas, this.port())];
    view.scene.hang(this.camera.object, this.points.object);
    scene.shots.desk = {
      view: () => this.stageCamera(),
      middleOf: (thing) => this.middleOf(thing),
    };
    $effect(() => {
      const { shown, shots } = scene;
      const through = shown && shots.through ? shots.view : null;
      view.scene.rig.film(through);
      view.scene.invalidate();
    });
  }

  private port(): ScenePort {
    const { scene, page, view } = this;
    const { studio, room } = page;
    const { staging } = scene;
    return {
      get active() {
        return scene.shown;
      },
      get through() {
        return scene.shown && scene.shots.through;
      },
      get canEdit() {
        return studio.canEdit;
      },
      leaveFilm: () => scene.shots.look(false),
      pointAt: (x, y) => this.pointAt(x, y),
      pull: (id, place) => this.pull(id, place),
      hover: (prop) => (staging.hovered = prop),
      select: (prop) => scene.selectProp(prop),
      grab: (prop) => this.grab(prop),
      carry: (by, turn) => {
        const { held } = this;
        if (held) staging.carry(held.prop, page.playback.transport.time, held.from, by, turn);
      },
      end: (kept) => {
        this.held = null;
        void staging.end(kept);
      },
      place: (place) => (room.place = place ?? { over: "empty" }),
      name: (name) => view.name(name),
      nameOf: (prop) => staging.nameOf(prop),
    };
  }

  private grab(id: string): boolean {
    const { scene, page } = this;
    const prop = scene.staging.props.find((each) => each.id === id);
    const mesh = this.view.scene.props.meshOf(id);
    if (!prop || !mesh) return false;
    if (page.playback.transport.playing) page.playback.pause();
    scene.selectProp(id);
    this.held = { prop, from: mesh.position.toArray(), turn: prop.turn };
    return true;
  }

  /** The points that the selected character looks at, reaches for or follows. */
  private readonly targets = $derived.by(() => {
    const { row, staging, shown } = this.scene;
    if (!shown || !row || row.layer) return [];
    return staging.targetsOf(row.character).filter(({ of }) => of === null);
  });

  private pointAt(clientX: number, clientY: number): { id: string; place: Point3 } | null {
    for (const { id, point } of this.targets) {
      const at = this.view.scene.rig.toWindow(new Vector3(...point));
      if (Math.hypot(at.x - clientX, at.y - clientY) < REACH) return { id, place: point as Point3 };
    }
    return null;
  }

  private pull(id: string, point: Point3): void {
    const { row, staging } = this.scene;
    if (!row) return;
    const targets = staging.targetsOf(row.character).map((each) => (each.id === id ? { ...each, point } : each));
    staging.stepTargets(row.character, targets);
  }

  private stageCamera() {
    const { camera, controls } = this.view.scene.rig;
    return { eye: camera.position.toArray(), target: controls.target.toArray(), angle: camera.fov };
  }

  private middleOf(thing: string): Point3 | null {
    const { actors, props } = this.view.scene;
    const root = actors.get(thing)?.joints[0];
    if (root) return root.getWorldPosition(new Vector3()).toArray();
    return props.middleOf(thing)?.toArray() ?? null;
  }

  direct(): void {
    const { shown, shots, staging } = this.scene;
    const { palette } = this.view.scene;
    const seen = shown && !shots.through && shots.shot ? shots.view : null;
    this.camera.show(seen, palette.live);
    const shared = { shape: "key", radius: POINT, influence: 1, hovered: false, bright: true } as const;
    this.points.show(
      this.targets.map(({ point }) => ({ ...shared, place: point as Point3, colour: palette.live, selected: true })),
    );
    void staging.hovered;
    this.view.scene.invalidate();
  }

  get ownCamera(): boolean {
    return this.scene.shown && this.scene.shots.through;
  }

  get theme() {
    return this.scene.shown ? this.scene.staging.light : null;
  }

  click(hit: Hit): boolean {
    if (!hit && this.scene.shown) this.scene.letGo();
    return false;
  }

  leave(): void {
    this.scene.staging.hovered = null;
  }

  /** Characters and props, for the keyboard. */
  get marks(): readonly StageMark[] | undefined {
    const { scene, page } = this;
    const { staging } = scene;
    if (!scene.shown || staging.props.length === 0) return undefined;
    return [
      ...page.studio.characters.map(({ id, name }) => ({
        id,
        name,
        picked: page.room.selected === id,
        point: () => undefined,
        pick: () => page.room.selectCharacter(id),
      })),
      ...staging.props.map(({ id, name }) => ({
        id,
        name,
        picked: staging.selected === id,
        point: (on: boolean) => void (staging.hovered = on ? id : null),
        pick: () => scene.selectProp(id),
      })),
    ];
  }

  get seen() {
    const { scene } = this;
    return {
      scene: scene.shown ? [...scene.playing.keys()] : null,
      props: scene.shown ? this.view.scene.props.seen : [],
      film: this.ownCamera,
    };
  }

  dispose(): void {
    this.scene.shots.desk = null;
    this.camera.dispose();
    this.points.dispose();
  }
}
