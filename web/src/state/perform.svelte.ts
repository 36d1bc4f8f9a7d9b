/** Perform: the sets of the character on stage, the ball that moves it, the pose that is being designed, and what is selected.
 *
 * What the stage shows of the character is one of three things:
 *
 *     pose    the pose that is being designed     ◄── a part is dragged, a key's pose is taken, posing is undone
 *     cursor  what the set makes of the ball      ◄── the ball is dragged, a set is chosen
 *     motion  the selected motion                 ◄── it plays, the playhead is dragged
 */

import { untrack } from "svelte";
import { floats, optionalFloats, type Frame } from "../model/frames";
import type { PoseArrays } from "../model/motion";
import { NewestWins } from "../model/newestWins";
import { designedPose, distance, performanceOf, poseArrays, setsOf, type Place } from "../model/performSets";
import type { GhostFrame, PerformFrame, PoseFrame, RadialFunction, SetRecord } from "../protocol/generated";
import type { Ask } from "../protocol/socket";
import type { Playback } from "./playback.svelte";
import type { Room } from "./room.svelte";
import type { Studio } from "./studio.svelte";
import { Takes } from "./takes.svelte";
import { toasts } from "./toasts.svelte";

/** What a cursor makes of a character. controllers: of all sets (S, 3), each in its own space [m]. */
interface Blended {
  set: string;
  pose: PoseArrays;
  influences: Float32Array;
  controllers: Float32Array;
}

/** The stage's answer to where things of a set are in the world. */
export interface ControllerSpaces {
  world(set: SetRecord, place: Place): Place | null;
  local(set: SetRecord, world: Place): Place | null;
}

/** A step of a drag that poses or moves something, before the drag gives it its name. */
export type GestureStep = Extract<
  Ask,
  { type: "TurnJoint" | "ReachJoint" | "MovePose" | "MoveMarker" | "MoveController" }
>;

const POSING = -2;
/** Two keys this near would be one place with two poses [m]. */
const SAME_PLACE = 0.01;

const poseOf = (frame: Frame): PoseArrays => ({
  root: floats(frame, "root"),
  rotations: floats(frame, "rotations"),
  translations: optionalFloats(frame, "translations"),
});

export class Perform {
  showing = $state<"pose" | "cursor" | "motion">("cursor");
  /** Where the ball is in the world [m]; null until a set has been looked at. */
  ball = $state.raw<Place | null>(null);
  /** The key that is selected, and the one under the pointer, by name. */
  selected = $state<string | null>(null);
  hovered = $state<string | null>(null);
  /** Whether the engine is still making ready to perform. */
  preparing = $state(false);
  /** Whether the ball is in a hand. */
  held = $state(false);
  ghost = $state.raw<{ set: string; key: string; pose: PoseArrays } | null>(null);
  private chosen = $state<string | null>(null);
  private blended = $state.raw<Blended | null>(null);
  /** The pose under a drag that is not yet an edit. */
  private dragged = $state.raw<PoseArrays | null>(null);
  /** The stage says where places are; set as soon as it is drawn. */
  spaces = $state.raw<ControllerSpaces | null>(null);
  /** How many characters the stage has drawn: places of carried sets are known from then on. */
  arrivals = $state(0);

  readonly takes: Takes;
  readonly active = $derived.by(() => this.room.workspace === "perform");
  readonly character = $derived.by(() => this.studio.character ?? this.studio.characters[0] ?? null);
  readonly sets = $derived.by(() => setsOf(this.studio.records, this.character?.id));
  readonly set = $derived.by(() => this.sets.find(({ id }) => id === this.chosen) ?? this.sets[0] ?? null);
  readonly key = $derived.by(() => this.set?.keys.find(({ name }) => name === this.selected) ?? null);
  readonly performance = $derived.by(() => performanceOf(this.studio.motion, this.character?.id));
  readonly designed = $derived.by(() => designedPose(this.studio.records, this.character?.id));
  /** How much each key of the set counts where the ball is; null while the ball is not in charge. */
  readonly influences = $derived.by(() =>
    this.showing === "cursor" && this.blended?.set === this.set?.id ? (this.blended?.influences ?? null) : null,
  );
  /** The character's pose, null for its rest; undefined where a motion shows it. */
  readonly posed = $derived.by<PoseArrays | null | undefined>(() => {
    if (!this.active || this.showing === "motion") return undefined;
    const blended = this.blended?.set === this.set?.id ? this.blended?.pose : null;
    if (this.showing === "cursor" && blended) return blended;
    return this.dragged ?? (this.designed && poseArrays(this.designed));
  });

  private sequence = 0;
  private charges = 0;
  private gesture: { id: string; steps: NewestWins<GestureStep>; last: GestureStep | null } | null = null;
  private seenTime = 0;

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly room: Room,
  ) {
    this.takes = new Takes(studio, playback, this);
    studio.onFrame((frame) => this.received(frame));
    $effect(() => {
      if (this.active) return untrack(() => this.entered());
    });
    $effect(() => this.takeCharge());
    $effect(() => {
      // A set that was chosen, or has come back, starts with the ball at home.
      void [this.set?.id, this.set?.keys.length === 0, this.arrivals, this.spaces, this.active];
      untrack(() => this.takes.busy || this.held || this.placeBall());
    });
    $effect(() => {
      void this.designed;
      untrack(() => this.poseChanged());
    });
    $effect(() => {
      const { time, playing } = this.playback.transport;
      untrack(() => this.played(time, playing));
    });
    $effect(() => {
      if (this.selected !== null && !this.key) this.selected = null;
    });
  }

  private entered(): () => void {
    const { studio, playback } = this;
    if (!this.performance) playback.pause();
    if (studio.view?.follow) void studio.ask({ type: "FollowMode", character: studio.view.follow, on: false });
    this.showing =
      this.performance && playback.transport.playing ? "motion" : this.set?.keys.length ? "cursor" : "pose";
    this.seenTime = playback.transport.time;
    return () => {
      this.takes.disarm();
      [this.hovered, this.ghost] = [null, null];
      const character = this.character?.id;
      if (character && studio.connection.state === "open")
        void studio.request({ type: "Perform", character, set: null }).catch(() => null);
    };
  }

  /** Puts the ball in charge of the set, over the performance that is recorded upon. */
  private takeCharge(): void {
    const { active, character, set, takes } = this;
    const [motion, open] = [takes.over, this.studio.connection.state === "open"];
    const able = (set?.keys.length ?? 0) > 0;
    if (!active || !character || !set || !able || !open) return;
    const asked = ++this.charges;
    const late = setTimeout(() => asked === this.charges && (this.preparing = true), 500);
    void this.studio
      .request({ type: "Perform", character: character.id, set: set.id, motion })
      .then(() => this.point())
      .catch((error: Error) => toasts.fail(error.message))
      .finally(() => {
        clearTimeout(late);
        if (asked === this.charges) this.preparing = false;
      });
  }

  private placeBall(): void {
    const { set, spaces } = this;
    if (!this.active || !set || !spaces) return;
    const at = spaces.world(set, this.controllerOf(set) ?? set.home);
    if (at) this.ball = at;
    this.point();
  }

  /** Where a set's controller was when the sets last moved the character. */
  private controllerOf(set: SetRecord): Place | null {
    const row = this.sets.findIndex(({ id }) => id === set.id);
    const places =
      this.blended && this.sets.some(({ id }) => id === this.blended!.set) ? this.blended.controllers : null;
    if (!places || row < 0 || places.length !== 3 * this.sets.length) return null;
    return [places[3 * row]!, places[3 * row + 1]!, places[3 * row + 2]!];
  }

  private poseChanged(): void {
    this.dragged = null;
    if (this.active && this.designedBefore !== undefined && this.designedBefore !== this.designed) this.show("pose");
    this.designedBefore = this.designed;
  }
  private designedBefore: unknown = undefined;

  /** A playhead that moves shows the motion, whoever moves it but a recording. */
  private played(time: number, playing: boolean): void {
    const moved = time !== this.seenTime;
    this.seenTime = time;
    const own = this.studio.motion?.character === this.character?.id;
    if (this.active && own && (moved || playing) && this.takes.phase !== "recording") this.showing = "motion";
  }

  private received(frame: Frame): void {
    const { header } = frame;
    if (!this.active || !("character" in header) || header.character !== this.character?.id) return;
    if (header.type === "PerformFrame") this.performed(frame as Frame<PerformFrame>);
    else if (header.type === "PoseFrame" && (header as PoseFrame).sequence === POSING) this.dragged = poseOf(frame);
    else if (header.type === "GhostFrame") {
      const { set, key } = header as GhostFrame;
      if (key === this.hovered && set === this.set?.id) this.ghost = { set, key, pose: poseOf(frame) };
    }
  }

  private performed(frame: Frame<PerformFrame>): void {
    this.blended = {
      set: frame.header.set,
      pose: poseOf(frame),
      influences: floats(frame, "influences"),
      controllers: floats(frame, "controllers"),
    };
  }

  show(what: "pose" | "cursor"): void {
    if (this.playback.transport.playing) this.playback.pause();
    this.seenTime = this.playback.transport.time;
    this.showing = what;
  }

  /** Tells the engine where the ball is. time: on the hand's clock [s]. */
  point(time = performance.now() / 1000): void {
    if (!this.ball || !this.active) return;
    const playhead = this.takes.over ? this.takes.playhead : null;
    this.studio.tell({ type: "Cursor", position: this.ball, time, sequence: ++this.sequence, playhead });
  }

  /** The hand moves the ball. performing: whether the character goes along. */
  moveBall(to: Place, time: number, performing: boolean): void {
    this.ball = to;
    if (!performing) return;
    if (this.set?.keys.length) this.show("cursor");
    this.takes.sample(to, time);
    this.point(time);
  }

  choose(set: SetRecord): void {
    if (set.id === this.set?.id) return;
    if (this.takes.phase === "recording" && !this.takes.switchTo(set)) return;
    [this.selected, this.hovered, this.ghost] = [null, null, null];
    this.chosen = set.id;
    if (set.keys.length && this.takes.phase !== "recording") this.show("cursor");
  }

  chooseAt(index: number): void {
    const set = this.sets[index];
    if (this.active && set) this.choose(set);
  }

  hover(key: string | null): void {
    if (key === this.hovered) return;
    [this.hovered, this.ghost] = [key, null];
    if (key !== null && this.set) void this.ask({ type: "RequestGhost", set: this.set.id, key });
  }

  private async ask(command: Ask) {
    return this.studio.ask(command);
  }

  addCastSets(): void {
    const character = this.character;
    if (character)
      void this.ask({ type: "AddCastSets", character: character.id }).then((done) => done && this.show("cursor"));
  }

  async addSet(): Promise<void> {
    const character = this.character;
    if (!character) return;
    const done = await this.ask({ type: "AddSet", character: character.id });
    if (!done?.created[0]) return;
    [this.chosen, this.selected] = [done.created[0], null];
    this.show("pose");
  }

  /** Ties what is seen to where the ball is; without a set there is one first. */
  async setKey(): Promise<void> {
    if (!this.active || !this.character || !this.studio.canEdit || this.takes.busy) return;
    if (this.showing === "motion") return toasts.say("Pose the character first: click it, then drag its parts.");
    if (!this.set) await this.addSet();
    const { set, ball, spaces } = this;
    const place = set && ball && spaces ? spaces.local(set, ball) : null;
    if (!set || !place) return;
    const near = set.keys.find((key) => distance(key.place, place) < SAME_PLACE);
    if (near) return toasts.say(`“${near.name}” is here already. Move the ball to another place, or update that key.`);
    await this.adoptBlend();
    const done = await this.ask({ type: "SetKey", set: set.id, place });
    if (done) this.selected = this.set?.keys.at(-1)?.name ?? null;
  }

  /** The pose that the ball gives becomes the one that is designed, so that a key holds what is seen. */
  private async adoptBlend(): Promise<void> {
    if (this.showing !== "cursor" || !this.set?.keys.length || this.blended?.set !== this.set.id) return;
    const place = this.controllerOf(this.set);
    if (place) await this.ask({ type: "MoveController", set: this.set.id, place });
  }

  updateKey(): void {
    const { set, key } = this;
    if (set && key) void this.adoptBlend().then(() => this.ask({ type: "UpdateKey", set: set.id, key: key.name }));
  }

  takePose(key: string): void {
    if (!this.set) return;
    this.selected = key;
    void this.ask({ type: "ShowKey", set: this.set.id, key }).then((done) => done && this.show("pose"));
  }

  async renameKey(key: string, name: string): Promise<void> {
    if (!this.set) return;
    const done = await this.ask({ type: "RenameKey", set: this.set.id, key, name });
    if (done && this.selected === key) this.selected = name;
  }

  mirrorKey(key: string): void {
    if (this.set) void this.ask({ type: "MirrorKey", set: this.set.id, key });
  }

  deleteKey(key: string): void {
    if (this.set) void this.ask({ type: "DeleteKey", set: this.set.id, key });
  }

  setBlending(blend: RadialFunction): void {
    if (this.set) void this.ask({ type: "SetBlending", set: this.set.id, function: blend, degree: this.set.degree });
  }

  resetPose(): void {
    if (this.character)
      void this.ask({ type: "ResetPose", character: this.character.id }).then(() => this.show("pose"));
  }

  mirrorPose(): void {
    if (this.character)
      void this.ask({ type: "MirrorPose", character: this.character.id }).then(() => this.show("pose"));
  }

  /** A drag begins. posing: whether it poses the body: then it goes on from what is seen. */
  begin(posing: boolean): void {
    const id = crypto.randomUUID();
    const failed = (error: unknown) => toasts.fail(error instanceof Error ? error.message : String(error));
    const steps = new NewestWins<GestureStep>((step) => this.studio.request({ ...step, gesture: id }), failed);
    this.gesture = { id, steps, last: null };
    if (!posing || this.showing !== "cursor") return;
    const { set, blended } = this;
    const place = set && blended?.set === set.id ? this.controllerOf(set) : null;
    if (blended && set && place) {
      // Shown until the engine has taken it over: nothing jumps.
      this.dragged = blended.pose;
      void this.studio.request({ type: "MoveController", set: set.id, place, gesture: id }).catch(failed);
    }
    this.show("pose");
  }

  step(step: GestureStep): void {
    if (!this.gesture) return;
    this.gesture.last = step;
    this.gesture.steps.push(step);
  }

  async end(kept: boolean): Promise<void> {
    const gesture = this.gesture;
    this.gesture = null;
    if (!gesture) return;
    // The last step and the end go out at once, in this order: an undo that follows finds the edit made.
    gesture.steps.drop();
    if (kept && gesture.last) void this.studio.request({ ...gesture.last, gesture: gesture.id }).catch(() => null);
    await this.studio.request({ type: kept ? "EndGesture" : "CancelGesture", gesture: gesture.id }).catch(() => null);
    if (!kept) this.dragged = null;
    this.point();
  }

  /** Lets go of one thing at a time; returns whether there was one. */
  letGo(): boolean {
    if (!this.active) return false;
    if (this.takes.phase !== "idle") this.takes.disarm();
    else if (this.selected !== null) this.selected = null;
    else return false;
    return true;
  }

  /** Deletes the selected key; returns whether there was one. */
  deleteSelected(): boolean {
    if (!this.active || !this.key) return false;
    this.deleteKey(this.key.name);
    return true;
  }
}
