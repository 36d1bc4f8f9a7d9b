/** What Perform adds to the stage: the ball and the markers, hands that move them and pose the body, and the pose that they give. */

import { untrack } from "svelte";
import { Vector3, type Box3 } from "three";
import { preferences } from "../../../document/preferences.svelte";
import { placementOf } from "../../../document/records";
import type { BodyPaint, Show } from "../../../stage/actors/director";
import type { StageMark } from "../../../stage/keyboard/marks";
import type { StageLayer, StageView } from "../../../stage/workspaceOnStage";
import { inWorld, shifted, type Point3 } from "../../../stage/points";
import type { Hit } from "../../../stage/scene/stageScene";
import type { Page } from "../../../timeline/context";
import type { PerformDoing, PerformPlace } from "../model/hints";
import { strings } from "../strings";
import { STANDING } from "../model/walking";
import type { Led } from "../state/duet.svelte";
import type { Perform } from "../state/perform.svelte";
import { PerformDrawing } from "./drawing";
import { FollowingHand } from "./followingHand";
import { PerformHand } from "./hand";
import { WayHand } from "./wayHand";
import { PerformOnStage } from "./onStage.svelte";
import type { PadHand } from "./padHand.svelte";

export class PerformStageLayer implements StageLayer {
  readonly hands;
  private readonly drawing: PerformDrawing;
  private readonly hand: PerformHand;
  private readonly shown: PerformOnStage;
  /** The character that was framed when it was first performed with. */
  private performer: string | null = null;
  private stood = STANDING;

  readonly changes = $derived.by<Partial<Show>>(() => {
    const { posed } = this.shown;
    const { changes, joints } = this.perform.duet;
    if (!posed) return changes;
    // Of a part that is recorded over the scene, only that part is the hand's.
    if (joints)
      return { ...changes, over: posed.pose && { ...posed, pose: posed.pose, joints }, moved: null, arrays: null };
    return { ...changes, posed, moved: null, arrays: null };
  });
  /** While parts are being chosen, those that are stand out. */
  readonly paint = $derived.by<Partial<BodyPaint>>(() => {
    const { contacts, desk, character } = this.perform;
    const chosen = contacts.marked ?? desk.picked;
    return chosen && character ? { choosing: true, glows: new Map([[character.id, chosen]]) } : {};
  });

  constructor(
    private readonly view: StageView,
    private readonly page: Page,
    private readonly perform: Perform,
    private readonly pad: PadHand,
  ) {
    const { studio, playback, room } = page;
    const { scene, canvas } = view;
    const coarse = matchMedia("(pointer: coarse)").matches;
    this.shown = new PerformOnStage(perform, playback, room);
    this.drawing = new PerformDrawing(scene);
    this.hand = new PerformHand(scene, this.drawing, canvas, perform, {
      hover: (joint) => {
        const character = perform.character?.id;
        const next = joint !== null && character ? { character, joint } : null;
        if (next?.joint !== room.hovered?.joint) room.hovered = next;
      },
      place: (place) => (room.place = place ?? { over: coarse ? "fingers" : "empty" }),
      name: (name) => view.name(name),
      select: (joint) => (room.joint = joint),
    });
    const place = (over: { over: PerformPlace } | { doing: PerformDoing }) => void (room.place = over);
    this.hands = [
      new WayHand(scene, canvas, perform.way, () => perform.active, place),
      new FollowingHand(scene, this.drawing, canvas, perform, place),
      this.hand,
    ];
    perform.spaces = this.drawing;
    $effect(() => this.meetPerformer());
    $effect(() => {
      const { walked, showing, character } = perform;
      const went = shifted(walked.shift, this.stood.shift, -1);
      this.stood = walked;
      if (!character || showing !== "cursor" || !preferences.values.keepsInView) return;
      // The camera follows a character that the ball walks, and with it the ball under the hand.
      scene.rig.shift(new Vector3(...inWorld(went, placementOf(studio.records, character.id).heading)));
    });
  }

  /** A character that is performed with is seen, with all there is to take hold of. */
  private meetPerformer(): void {
    const { perform, page } = this;
    const id = perform.active && perform.sets.length > 0 ? (perform.character?.id ?? null) : null;
    if (!id || !page.room.drawn.has(id) || id === this.performer) return;
    this.performer = id;
    untrack(() => {
      this.direct();
      this.view.cameraman.meetPerformer(this.drawing.bounds());
    });
  }

  /** The ball goes where what it goes after is, and the character looks where what it looks at is. */
  private goAfter(): void {
    const { duet, active } = this.perform;
    if (!active || !duet.on) return;
    const gazed = duet.gaze && this.placeOfThing(duet.gaze);
    if (gazed) duet.face(gazed);
    const place = duet.led && this.placeOfThing(duet.led);
    if (place) duet.lay([place[0], Math.max(place[1], 0), place[2]], performance.now() / 1000);
  }

  /** Where a part of a character, or a prop, is now [m]; null where it is not on the stage. */
  private placeOfThing(led: Led): Point3 | null {
    const actor = this.view.scene.actors.get(led.thing);
    if (!actor) return this.view.scene.props.middleOf(led.thing)?.toArray() ?? null;
    const joint = this.perform.duet.jointOf(led);
    const centre = joint === null ? new Vector3() : actor.bodies[joint]!.centre.clone();
    return actor.joints[joint ?? 0]!.localToWorld(centre).toArray();
  }

  direct(): void {
    this.drawing.direct(this.shown.show);
  }

  advance(elapsed: number): void {
    this.goAfter();
    this.pad.tick(elapsed, (push) => this.view.scene.rig.along(push));
    this.drawing.advance(elapsed);
  }

  arrived(): boolean {
    this.drawing.left();
    return false;
  }

  frames(what: string, box: () => Box3): Box3 {
    return what === "selected" ? this.drawing.bounds() : box();
  }

  placeOf(hit: Hit): { over: PerformPlace } | null {
    if (this.perform.way.drawing) return { over: "wayGround" };
    return this.perform.picking && hit?.part !== "base" ? { over: "picking" } : null;
  }

  click(hit: Hit): boolean {
    const { perform, page } = this;
    if (perform.way.drawing) return true;
    if (perform.contacts.marking) {
      if (hit?.part === "joint" && hit.actor.id === perform.character?.id) void perform.contacts.toggle(hit.joint);
      return true;
    }
    if (perform.desk.picking) {
      if (hit?.part === "joint" && hit.actor.id === perform.character?.id && perform.set)
        void perform.desk.toggleJoints(perform.set, [hit.joint]);
      return true;
    }
    if (!hit) [perform.selected, page.room.joint] = [null, null];
    return !hit;
  }

  /** The poses of the active set; without one the stage lists its characters. */
  get marks(): readonly StageMark[] | undefined {
    const { perform } = this;
    return perform.set?.keys.map(({ name }) => ({
      id: name,
      name: strings.poses.mark(name),
      picked: name === perform.selected,
      point: (on) => perform.hover(on ? name : null),
      pick: () => (perform.selected = name),
    }));
  }

  deepens(event: PointerEvent): boolean {
    return this.hand.deepens(event);
  }

  leave(): void {
    this.perform.hover(null);
  }

  get seen() {
    const { seen } = this.drawing;
    const own = this.perform.set?.name ?? null;
    return {
      perform: seen,
      ball: seen.ball,
      markers: seen.markers.filter(({ set }) => set === own).map(({ place }) => place),
      glows: Object.fromEntries(this.paint.glows ?? []),
    };
  }

  dispose(): void {
    this.perform.spaces = null;
    this.drawing.dispose();
  }
}
