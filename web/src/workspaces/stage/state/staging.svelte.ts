/** What surrounds the characters of the scene: props, what they hold and look at, handshakes, and the light. */

import { Drag } from "../../../document/drag";
import { between } from "../../../document/motion";
import { characterOf, placementOf } from "../../../document/records";
import type { Studio } from "../../../document/studio.svelte";
import type { SceneHandshake, SceneProp, SceneTarget } from "../../../protocol/generated";
import type { ShownProp } from "../../../stage/actors/props";
import { shifted, type Point3 } from "../../../stage/points";
import type { PropMotion } from "../../../timeline/scene/frames";
import type { PlayedScene } from "../../../timeline/scene/played.svelte";
import { keyedAt } from "../model/propKeys";
import { trackOf } from "../model/tracks";

export type PropKind = SceneProp["kind"];

export class Staging {
  /** The selected prop, by id. */
  selected = $state<string | null>(null);
  /** The prop under the pointer. */
  hovered = $state<string | null>(null);
  readonly props = $derived.by(() => this.played.record?.props ?? []);
  readonly prop = $derived.by(() => this.props.find(({ id }) => id === this.selected) ?? null);
  readonly handshakes = $derived.by(() => this.played.record?.handshakes ?? []);
  readonly light = $derived.by(() => this.played.record?.light ?? null);
  /** A prop in the hand, where its frames do not know it yet. */
  private carried = $state.raw<{ id: string; place: Point3; turn: number | null; until: PropMotion | null } | null>(
    null,
  );
  private drag = $state.raw<Drag | null>(null);

  constructor(
    private readonly studio: Studio,
    private readonly played: PlayedScene,
  ) {}

  get dragging(): boolean {
    return this.drag !== null;
  }

  /** The props at a time of the scene [s]. */
  shown(time: number): ShownProp[] {
    const { shapes, motions } = this.played;
    return this.props.flatMap(({ id }) => {
      const [shape, motion] = [shapes.get(id), motions.get(id)];
      if (!shape || !motion) return [];
      const { carried } = this;
      const at = carried?.id === id && (this.drag || carried.until === motion) ? carried : null;
      return [{ id, shape, motion, time, at, lit: id === this.selected || id === this.hovered }];
    });
  }

  /** Where a prop is at a time of the scene [s], and its turn about the vertical [rad]. */
  placeAt(id: string, time: number): { place: Point3; turn: number } | null {
    const motion = this.played.motions.get(id);
    if (!motion) return null;
    const { before: frame } = between(time, motion.fps, motion.frames);
    const [x, y, z] = motion.places.subarray(3 * frame, 3 * frame + 3);
    const [, b, , d] = motion.rotations.subarray(4 * frame, 4 * frame + 4);
    return { place: [x!, y!, z!], turn: 2 * Math.atan2(b!, d!) };
  }

  async add(kind: PropKind, place: Point3 | null, doodle: string | null = null): Promise<void> {
    const done = await this.studio.ask({ type: "AddSceneProp", kind, place, doodle });
    if (done?.created[0]) this.selected = done.created[0];
  }

  change(prop: SceneProp, changes: Partial<SceneProp>): void {
    void this.studio.ask({ type: "ChangeSceneProp", id: prop.id, prop: { ...prop, ...changes } });
  }

  /** A step of a drag of a prop; the first one begins it. */
  step(prop: SceneProp, changes: Partial<SceneProp>): void {
    this.drag ??= new Drag(this.studio);
    const next = { ...prop, ...changes };
    this.drag.step({ type: "ChangeSceneProp", id: prop.id, prop: next, gesture: this.drag.id });
  }

  /** Moves a prop and turns it at a time of the scene [s]: one that moves between keys is keyed there. prop: as it was when it was
   * taken, from: where it was seen then. */
  carry(prop: SceneProp, time: number, from: Point3, by: Point3, turnBy: number): void {
    const place = shifted(from, by);
    const turn = prop.turn + turnBy;
    this.carried = { id: prop.id, place, turn: turnBy === 0 ? null : turn, until: null };
    const keys = prop.keys.length ? keyedAt(prop.keys, { time, place, turn }) : prop.keys;
    this.step(prop, prop.keys.length ? { keys } : { place: shifted(prop.place as Point3, by), turn });
  }

  async end(kept: boolean): Promise<void> {
    const { drag } = this;
    this.drag = null;
    const { carried } = this;
    // Until its frames follow, it stays where the hand has left it.
    if (carried) this.carried = kept ? { ...carried, until: this.played.motions.get(carried.id) ?? null } : null;
    await drag?.end(kept);
  }

  remove(): boolean {
    if (!this.prop) return false;
    void this.studio.ask({ type: "RemoveSceneProp", prop: this.prop.id });
    return true;
  }

  targetsOf(character: string): readonly SceneTarget[] {
    return trackOf(this.played.record, character)?.targets ?? [];
  }

  setTargets(character: string, targets: readonly SceneTarget[]): void {
    void this.studio.ask({ type: "SetSceneTargets", character, targets: [...targets] });
  }

  /** A step of a drag of targets. */
  stepTargets(character: string, targets: readonly SceneTarget[]): void {
    this.drag ??= new Drag(this.studio);
    this.drag.step({ type: "SetSceneTargets", character, targets: [...targets], gesture: this.drag.id });
  }

  setHandshakes(handshakes: readonly SceneHandshake[]): void {
    void this.studio.ask({ type: "SetHandshakes", handshakes: [...handshakes] });
  }

  setLight(light: "dark" | "light" | null): void {
    void this.studio.ask({ type: "LightScene", light });
  }

  /** What a character or a prop is called. */
  nameOf(id: string): string {
    return characterOf(this.studio.records, id)?.name ?? this.props.find((prop) => prop.id === id)?.name ?? "";
  }

  /** A place before a character, where a point is easy to see. */
  before(character: string): Point3 {
    const { position, heading } = placementOf(this.studio.records, character);
    const height = characterOf(this.studio.records, character)?.height ?? 1;
    return [position[0] + height * Math.sin(heading), 0.8 * height, position[2] + height * Math.cos(heading)];
  }
}
