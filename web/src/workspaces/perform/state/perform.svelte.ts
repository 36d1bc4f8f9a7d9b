/** Perform: the sets of the character on stage, the ball that moves it, the pose that is being designed, and what is selected.
 *
 * What the stage shows of the character is one of three things:
 *
 *     pose    the pose that is being designed     ◄── a part is dragged, a key's pose is taken
 *     cursor  what the set makes of the ball      ◄── the ball is dragged, a set is chosen, a take is kept
 *     motion  the selected motion                 ◄── it plays, the playhead is dragged
 *
 * A pose that was made by hand is held: until it is stored or discarded the ball does not lead.
 */

import { strings } from "../strings";
import { untrack } from "svelte";
import { errorText } from "../../../text/format";
import { floats, type Frame } from "../../../protocol/frames";
import type { PoseArrays } from "../../../document/motion";
import { Drag } from "../../../document/drag";
import { poseOf, type Blended } from "../model/sets/blended";
import type { ControllerSpaces, GestureStep } from "../model/port";
import { inReach } from "../model/sets/hierarchy";
import { designedPose, performanceOf, poseArrays, setsOf } from "../model/sets/setRecords";
import { carriedOf, carry, putBack, STANDING, type Carried } from "../model/walking";
import { characterOf, placementOf } from "../../../document/records";
import type { PerformFrame, PoseRecord, SetRecord } from "../../../protocol/generated";
import { Contacts } from "./contacts.svelte";
import { Duet } from "./duet.svelte";
import { DrawnWay } from "./drawnWay.svelte";
import { Effort } from "./effort.svelte";
import { Health } from "./health.svelte";
import { HeldPose } from "./heldPose.svelte";
import { PerformPath } from "./pathBending.svelte";
import { Layers } from "./layers.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import type { PlayedScene } from "../../../timeline/scene/played.svelte";
import type { Room } from "../../../document/room.svelte";
import type { Studio } from "../../../document/studio.svelte";
import { SetDesk } from "./setDesk.svelte";
import { SetKeys } from "./setKeys";
import { Takes } from "./takes.svelte";
import { toasts } from "../../../document/toasts.svelte";
import { type Point3, inWorld, shifted } from "../../../stage/points";

const POSING = -2;

export class Perform {
  showing = $state<"pose" | "cursor" | "motion">("cursor");
  /** Where the ball is in the world [m]; null until a set has been looked at. */
  ball = $state.raw<Point3 | null>(null);
  /** The key that is selected, and the one under the pointer, by name. */
  selected = $state<string | null>(null);
  hovered = $state<string | null>(null);
  /** The set whose key, or whose controller, is under the pointer; it may be another than the one in hand. */
  private hoveredSet = $state<string | null>(null);
  /** Whether the engine is still making ready to perform. */
  preparing = $state(false);
  /** Whether the ball is in a hand. */
  held = $state(false);
  ghost = $state.raw<{ set: string; key: string; pose: PoseArrays } | null>(null);
  /** Whether the ball goes where the pointer goes, with no button held. */
  following = $state(false);
  /** Whether the ball is taken from the set above it: then that set does not move it. */
  released = $state(false);
  /** How long one set takes over from another in what is recorded next [s]. */
  fade = $state(0.25);
  /** How far the feet have carried the character while the ball moves it. */
  walked = $state.raw<Carried>(STANDING);
  private chosen = $state<string | null>(null);
  private blended = $state.raw<Blended | null>(null);
  /** The pose under a drag that is not yet an edit. */
  private dragged = $state.raw<PoseArrays | null>(null);
  /** The stage says where places are; set as soon as it is drawn. */
  spaces = $state.raw<ControllerSpaces | null>(null);

  readonly takes: Takes;
  readonly layers: Layers;
  readonly path: PerformPath;
  readonly desk: SetDesk;
  readonly keys: SetKeys;
  readonly made: HeldPose;
  readonly health: Health;
  readonly contacts: Contacts;
  readonly way: DrawnWay;
  readonly effort: Effort;
  readonly duet: Duet;
  /** Whether clicks choose parts of the body, or draw on the ground: then it is not posed. */
  readonly picking = $derived.by(() => this.desk.picking || this.contacts.marking || this.way.drawing);
  readonly active = $derived.by(() => this.room.workspace === "perform");
  readonly character = $derived.by(() => this.studio.lead);
  readonly sets = $derived.by(() => setsOf(this.studio.records, this.character?.id));
  /** The sets in the order of the digits: those that no other set moves first. */
  readonly reach = $derived.by(() => inReach(this.sets));
  readonly set = $derived.by(() => this.sets.find(({ id }) => id === this.chosen) ?? this.reach[0] ?? null);
  readonly key = $derived.by(() => this.set?.keys.find(({ name }) => name === this.selected) ?? null);
  readonly performance = $derived.by(() => performanceOf(this.studio.motion, this.character?.id));
  readonly designed = $derived.by(() => designedPose(this.studio.records, this.character?.id));
  /** Whether a new document's first character still has to get its sets: until then it follows the pointer as on the stage. */
  readonly awaited = $derived.by(() => {
    const { document, view } = this.studio;
    return document?.fresh === true && this.sets.length === 0 && !!view?.follow && view.follow === this.character?.id;
  });
  /** How much each key of the set counts where the ball is; null while the ball is not in charge. */
  readonly influences = $derived.by(() =>
    this.showing === "cursor" && this.blended?.set === this.set?.id ? (this.blended?.influences ?? null) : null,
  );
  /** Whether poses cancel each other where the ball is, so that a part of the body is a guess. */
  readonly unsure = $derived.by(() => this.influences !== null && (this.blended?.unsure ?? false));
  /** The character's pose, null for its rest; undefined where a motion shows it. */
  readonly posed = $derived.by<PoseArrays | null | undefined>(() => {
    if (!this.active || this.awaited || this.showing === "motion") return undefined;
    const blended = this.blended?.set === this.set?.id ? this.blended?.pose : null;
    if (this.showing === "cursor" && blended) return blended;
    return this.dragged ?? (this.designed && poseArrays(this.designed));
  });

  /** The key under the pointer and its set; key: empty where it is the set's controller. */
  readonly pointed = $derived.by(() =>
    this.hovered !== null && this.hoveredSet ? { set: this.hoveredSet, key: this.hovered } : null,
  );
  /** Where the controllers are that the sets were last moved by, each in its own space [m], by the sets' ids. */
  readonly controllers = $derived.by<ReadonlyMap<string, Point3>>(() => {
    if (this.showing === "pose") return new Map(Object.entries(this.designed?.controllers ?? {}));
    const known = this.sets.map((set) => [set.id, this.controllerOf(set)] as const);
    return new Map(known.filter((each): each is [string, Point3] => each[1] !== null));
  });
  /** The set that can be performed with; a primitive, so that edits of the set do not take charge anew. */
  private readonly able = $derived.by(() => (this.set?.keys.length ? this.set.id : null));
  /** The set in hand, and whether it has keys; a primitive, so that a new key leaves the ball where it is. */
  private readonly seat = $derived.by(() => `${this.set?.id} ${this.set?.keys.length === 0}`);
  private readonly who = $derived.by(() => this.character?.id ?? null);

  private sequence = 0;
  private charges = 0;
  /** The cursor message from whose answer on the ball leads, while a pose that was held still stands for it. */
  private leadsFrom: number | null = null;
  private drag: Drag | null = null;
  private seenTime = 0;

  constructor(
    private readonly studio: Studio,
    private readonly playback: Playback,
    private readonly room: Room,
    played: PlayedScene,
  ) {
    this.takes = new Takes(studio, playback, this);
    this.layers = new Layers(studio, this);
    this.path = new PerformPath(
      studio,
      playback,
      () => this.performance,
      () => this.active && !this.takes.busy,
    );
    this.desk = new SetDesk(studio, this);
    this.keys = new SetKeys(studio, this);
    this.made = new HeldPose(studio, this);
    this.health = new Health(studio, this);
    this.contacts = new Contacts(studio, this);
    this.way = new DrawnWay(studio, playback, this);
    this.effort = new Effort(studio, this);
    this.duet = new Duet(studio, playback, this, played);
    studio.on("PerformFrame", (frame) => this.isOurs(frame.header) && this.performed(frame));
    studio.on("PoseFrame", (frame) => {
      if (this.isOurs(frame.header) && frame.header.sequence === POSING) this.dragged = poseOf(frame);
    });
    studio.on("GhostFrame", (frame) => {
      const { set, key } = frame.header;
      if (this.isOurs(frame.header) && key === this.hovered && set === this.hoveredSet)
        this.ghost = { set, key, pose: poseOf(frame) };
    });
    $effect(() => {
      if (this.active) return untrack(() => this.entered());
    });
    $effect(() => this.takeCharge());
    $effect(() => this.leadInstead());
    $effect(() => {
      void this.who; // a hand that followed with one character takes hold of the next itself
      untrack(() => {
        this.following = false;
        this.takes.settle();
      });
    });
    $effect(() => {
      // The first thing that a user sees: a character that follows the pointer, before anything is clicked.
      if (!this.room.welcoming || !this.active || !this.set?.keys.length || !this.ball) return;
      const untouched = this.studio.document?.fresh === true; // a document with edits needs no welcome
      untrack(() => {
        this.room.welcoming = false;
        if (untouched) this.toggleFollowing();
      });
    });
    $effect(() => {
      // A set that was chosen, or has come back, starts with the ball at home.
      void [this.seat, this.room.drawn, this.spaces, this.active];
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
    const leads = this.set?.keys.length && !this.made.held;
    this.showing = this.performance && playback.transport.playing ? "motion" : leads ? "cursor" : "pose";
    this.seenTime = playback.transport.time;
    return () => {
      this.takes.disarm();
      [this.hovered, this.ghost, this.following] = [null, null, false];
      this.giveBack();
      const character = this.character?.id;
      if (character && studio.connection.state === "open")
        void studio.request({ type: "Perform", character, set: null }).catch(() => null);
    };
  }

  /** Here the ball leads: a character that followed the pointer on the stage waits until Stage is open again. */
  private leadInstead(): void {
    const follower = this.studio.view?.follow;
    if (!this.active || !follower || this.awaited || !this.studio.canEdit) return;
    this.waiting = follower;
    void this.studio.ask({ type: "FollowMode", character: follower, on: false });
  }

  private giveBack(): void {
    const { studio, waiting } = this;
    this.waiting = null;
    if (waiting && studio.canEdit && characterOf(studio.records, waiting) && !this.playback.transport.playing)
      void studio.ask({ type: "FollowMode", character: waiting, on: true });
  }
  private waiting: string | null = null;

  /** M: the ball goes with the pointer, or lies still again. */
  toggleFollowing(): void {
    if (!this.following && this.refusesHeld()) return;
    this.following = !this.following && (this.set?.keys.length ?? 0) > 0 && !this.takes.busy;
    if (this.following) this.show("cursor");
  }

  /** Says that a pose is still held, where one is; returns whether. */
  refusesHeld(): boolean {
    if (this.made.held) toasts.say(strings.toasts.storeFirst);
    return this.made.held;
  }

  /** Takes the ball from the set that moves it, or gives it back; while a take is recorded, that is part of it. */
  release(on = !this.released): void {
    if (on === this.released || (on && !this.set?.parent)) return;
    this.released = on;
    this.takes.release(on);
  }

  /** The ball leads again after a motion was seen; a pose that is held is seen again. */
  back(following = false): void {
    this.show("cursor");
    this.point();
    if (following && !this.made.held) this.following = (this.set?.keys.length ?? 0) > 0;
  }

  /** Puts the ball in charge of the set, over the performance that is recorded upon. A character that is removed meanwhile is not missed. */
  private takeCharge(): void {
    const { active, who: character, able: set, takes } = this;
    const { motion = null, punch = null, speed = 1 } = takes.plan ?? {};
    const open = this.studio.connection.state === "open";
    if (!active || !character || !set || !open) return;
    const asked = ++this.charges;
    const late = setTimeout(() => asked === this.charges && (this.preparing = true), 500);
    void this.studio
      .request({ type: "Perform", character, set, motion, punch, speed, fade: this.fade, released: this.released })
      .then(() => this.point())
      .catch((error: Error) => {
        if (asked === this.charges && characterOf(this.studio.records, character)) toasts.fail(error.message);
      })
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
  private controllerOf(set: SetRecord): Point3 | null {
    const row = this.sets.findIndex(({ id }) => id === set.id);
    const places =
      this.blended && this.sets.some(({ id }) => id === this.blended!.set) ? this.blended.controllers : null;
    if (!places || row < 0 || places.length !== 3 * this.sets.length) return null;
    return [places[3 * row]!, places[3 * row + 1]!, places[3 * row + 2]!];
  }

  private poseChanged(): void {
    this.dragged = null;
    const { designed, designedBefore: before } = this;
    this.designedBefore = designed;
    if (!this.active || before === undefined || before === designed) return;
    this.show("pose");
    if (this.made.held || !this.set?.keys.length) return;
    // It was stored, discarded or undone: the ball leads as soon as the engine has made a pose of where it is now.
    this.point();
    this.leadsFrom = this.sequence;
  }
  private designedBefore: PoseRecord | null | undefined = undefined;

  /** A playhead that moves shows the motion, unless a recording moves it. */
  private played(time: number, playing: boolean): void {
    const moved = time !== this.seenTime;
    this.seenTime = time;
    const own = this.studio.motion?.character === this.character?.id;
    if (this.active && own && (moved || playing) && !this.takes.busy) this.showing = "motion";
  }

  /** Whether a frame is about the character that is performed with. */
  private isOurs({ character }: { character: string }): boolean {
    return this.active && character === this.character?.id;
  }

  private performed(frame: Frame<PerformFrame>): void {
    const walked = carriedOf(floats(frame, "walked"));
    if (this.ball) this.ball = this.onStage(this.unwalked(this.ball), (place) => carry(place, walked));
    this.walked = walked;
    this.blended = {
      set: frame.header.set,
      pose: poseOf(frame),
      influences: floats(frame, "influences"),
      controllers: floats(frame, "controllers"),
      unsure: frame.arrays.get("degenerate")!.data.length > 0,
    };
    if (this.leadsFrom !== null && frame.header.sequence >= this.leadsFrom && this.showing === "pose")
      this.show("cursor");
  }

  /** A place of the world moved in the character's own space [m]. */
  private onStage(place: Point3, move: (place: Point3) => Point3): Point3 {
    const { position, heading } = placementOf(this.studio.records, this.character?.id ?? "");
    return shifted(inWorld(move(inWorld(shifted(place, position, -1), -heading)), heading), position);
  }

  /** Where a place of the world would be had the character not walked: so the engine wants cursors. */
  private unwalked(place: Point3): Point3 {
    return this.onStage(place, (own) => putBack(own, this.walked));
  }

  show(what: "pose" | "cursor"): void {
    if (this.playback.transport.playing) this.playback.pause();
    this.seenTime = this.playback.transport.time;
    this.showing = this.made.held ? "pose" : what;
    this.leadsFrom = null;
    if (this.showing === "pose") this.following = false;
  }

  /** Where the ball is as the engine wants it; null while there is none. */
  get cursor(): Point3 | null {
    return this.ball && this.unwalked(this.ball);
  }

  /** Tells the engine where the ball is. time: on the hand's clock [s]. */
  point(time = performance.now() / 1000): void {
    if (!this.ball || !this.active) return;
    const playhead = this.takes.over ? this.takes.playhead : null;
    const [position, gaze] = [this.unwalked(this.ball), this.duet.gazed];
    this.studio.tell({ type: "Cursor", position, time, sequence: ++this.sequence, playhead, gaze });
  }

  /** The hand moves the ball. performing: whether the character goes along, unless a pose is held. */
  moveBall(to: Point3, time: number, performing: boolean): void {
    this.ball = to;
    if (this.made.held) return this.showing === "motion" ? this.show("pose") : undefined;
    if (!performing || this.takes.deaf) return;
    if (this.set?.keys.length) this.show("cursor");
    this.moved = this.set?.id ?? null;
    this.takes.sample(this.unwalked(to), time);
    this.point(time);
  }

  choose(set: SetRecord): void {
    if (set.id === this.set?.id) return this.showing === "motion" && !this.takes.busy ? this.back() : undefined;
    if (this.takes.phase === "recording" && !this.takes.switchTo(set)) return;
    const [before, place, recording] = [this.set, this.carried, this.takes.phase === "recording"];
    [this.selected, this.hovered, this.ghost] = [null, null, null];
    [this.chosen, this.moved] = [set.id, null];
    this.release(false);
    if (before?.parent === set.id && place && !recording) void this.leaveBall(before, place);
    else if (set.keys.length && !recording) this.show("cursor");
  }

  /** Going up to the set that moves this one, its ball stays where a hand put it: so keys of such a set are posed. */
  private async leaveBall(set: SetRecord, place: Point3): Promise<void> {
    this.show("pose");
    await this.keys.changing(this.studio.ask({ type: "MoveController", set: set.id, place, hold: true }));
  }

  /** Where the set's controller is, where a hand has moved it since the set was chosen. */
  private get carried(): Point3 | null {
    return this.moved === this.set?.id ? (this.leading ?? this.designed?.controllers[this.moved] ?? null) : null;
  }
  /** The set whose ball a hand has moved last. */
  private moved: string | null = null;

  chooseAt(index: number): void {
    const set = this.reach[index];
    if (this.active && set) this.choose(set);
  }

  /** key: null for nothing, empty for the controller of another set. */
  hover(key: string | null, set: SetRecord | null = this.set): void {
    const id = key === null ? null : (set?.id ?? null);
    if (key === this.hovered && id === this.hoveredSet) return;
    [this.hovered, this.hoveredSet, this.ghost] = [key, id, null];
    if (key && id) void this.studio.ask({ type: "RequestGhost", set: id, key });
  }

  /** Whether K marks a temporal key on the path that is seen. */
  get keysPath(): boolean {
    return this.active && this.showing === "motion" && this.path.shown !== null && !this.takes.busy;
  }

  /** Where the set's controller is while the ball leads: a key then holds the pose that it gives there, which is what is seen. */
  get leading(): Point3 | null {
    if (this.showing !== "cursor" || !this.set?.keys.length || this.blended?.set !== this.set.id) return null;
    return this.controllerOf(this.set);
  }

  /** A drag begins. posing: whether it poses the body: then it goes on from what is seen. */
  begin(posing: boolean): void {
    const drag = (this.drag = new Drag(this.studio));
    if (!posing || this.showing !== "cursor") return;
    const { set, blended } = this;
    const place = set && blended?.set === set.id ? this.controllerOf(set) : null;
    if (blended && set && place) {
      // Shown until the engine has taken it over: nothing jumps.
      this.dragged = blended.pose;
      void drag
        .open({ type: "MoveController", set: set.id, place, gesture: drag.id })
        .catch((error) => toasts.fail(errorText(error)));
    }
    this.show("pose");
  }

  step(step: GestureStep): void {
    this.drag?.step({ ...step, gesture: this.drag.id });
  }

  end(kept: boolean): Promise<void> {
    return this.keys.changing(this.endGesture(kept));
  }

  private async endGesture(kept: boolean): Promise<void> {
    const { drag } = this;
    this.drag = null;
    if (!drag) return;
    // What was given up, or could not be kept because the connection went, is as it was.
    if (!(await drag.end(kept)) || !kept) this.dragged = null;
    this.point();
  }

  /** Lets go of one thing at a time; returns whether there was one. */
  letGo(): boolean {
    if (!this.active) return false;
    if (this.takes.phase !== "idle") this.takes.disarm();
    else if (this.desk.picking || this.desk.gathered) [this.desk.picking, this.desk.gathered] = [false, null];
    else if (this.contacts.marking || this.way.drawing) this.contacts.marking = this.way.drawing = false;
    else if (this.following) this.following = false;
    else if (this.selected !== null) this.selected = null;
    else if (this.path.key !== null) this.path.pick(null);
    else return this.layers.letGo();
    return true;
  }

  /** Deletes the selected key, else the layer that was clicked; returns whether there was one. */
  deleteSelected(): boolean {
    if (!this.active) return false;
    if (!this.key) return this.path.remove() || this.layers.removeChosen();
    this.keys.remove(this.key.name);
    return true;
  }
}
