/** Doodles: the sheet that is drawn on, what the engine reads there, which tool is in the hand, and what is seen of it now.
 *
 *     the pen is down      ink under the hand; names, joints and pieces as they are read; the drawn character follows (DoodleFrame)
 *     the pen is up        one edit; the reading of all of it (DoodleRead), and the motion that it says
 *     replay               the ordinary transport; the ink draws itself along
 */

import { errorText } from "../../../text/format";
import { untrack } from "svelte";
import { floats, type Frame } from "../../../protocol/frames";
import { pointsOf, type Ink } from "../model/sheet/ink";
import { boxOf, wider } from "../model/sheet/sheet";
import { landingsOf, onSheet, topsOf } from "../model/line/pieces";
import { soundsOf } from "../model/line/sounds";
import type { Layer } from "../model/sheet/scenery";
import { isFinished, isUsable, toolAfter, type Sheet, type Tool } from "../model/sheet/tools";
import { characterOf, motionOf } from "../../../document/records";
import type {
  DoodleFrame,
  DoodleRead,
  DoodleRecord,
  GestureInfo,
  InkFrame,
  PenRead,
  PropsFrame,
} from "../../../protocol/generated";
import type { Ask } from "../../../protocol/socket";
import { DoodleBackPicture } from "./backPicture.svelte";
import { DoodleCast } from "./cast.svelte";
import { DoodleDrags } from "./drags.svelte";
import { DoodleLesson } from "./lesson.svelte";
import { DoodleOutlets } from "./outlets.svelte";
import { DoodlePaper } from "./paper.svelte";
import { DoodlePencil } from "./pencil.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import { PlayheadSounds } from "../../../timeline/sounds/playhead";
import type { Room } from "../../../document/room.svelte";
import type { Studio } from "../../../document/studio.svelte";

/** How things on the sheet move: places (P, F, 3) [m] and rotations (P, F, 4), frame by frame. */
export interface PropsMotion {
  readonly state: string;
  readonly fps: number;
  readonly props: readonly string[];
  readonly frames: number;
  readonly places: Float32Array;
  readonly rotations: Float32Array;
}

/** What lies over the sheet. */
export type DoodlePanel = "help" | "teach" | "actor" | "lesson" | null;

export class Doodles {
  tool = $state<Tool>("character");
  panel = $state<DoodlePanel>(null);
  /** The thing on the sheet that is selected, by id; the link and the piece whose meaning is being chosen. */
  prop = $state<string | null>(null);
  link = $state<string | null>(null);
  piece = $state<number | null>(null);
  /** Where scenery is drawn. */
  layer = $state<Layer>("behind");
  vocabulary = $state.raw<readonly GestureInfo[]>([]);
  /** Why the sheet cannot be shown; null where it can. */
  trouble = $state<string | null>(null);
  private inks = $state.raw<ReadonlyMap<string, { blob: string; ink: Ink }>>(new Map());
  /** The newest readings by doodle; a drag's own while there is one. */
  private reads = $state.raw<ReadonlyMap<string, DoodleRead>>(new Map());
  penRead = $state.raw<PenRead | null>(null);
  propsMotion = $state.raw<PropsMotion | null>(null);
  /** The character that shows live poses: it follows the pen, or wakes up. */
  live = $state.raw<{ character: string; stroke: string; time: number } | null>(null);
  /** The performer that is being prepared, by id; "" for the drawn character, null for none. */
  learning = $state<string | null>(null);
  /** Whether the drawing is shown instead of its character. */
  private board = $state(true);
  /** Whether the performance rests at its end since it was drawn, until it is played. */
  private resting = false;
  /** The line whose first performance is watched no more: it was replayed before that ended. */
  private overtaken: string | null = null;

  /** While a line is drawn: how far its performance would be [s]. */
  private pencilClock = $state<number | null>(null);

  readonly cast: DoodleCast;
  readonly lesson: DoodleLesson;
  readonly paper: DoodlePaper;
  readonly pencil: DoodlePencil;
  readonly drags: DoodleDrags;
  readonly outlets: DoodleOutlets;
  readonly picture: DoodleBackPicture;

  readonly active = $derived.by(() => this.room.workspace === "doodle");
  readonly doodles = $derived.by(() =>
    [...this.studio.records.values()].filter((record): record is DoodleRecord => record.kind === "doodle"),
  );
  /** A doodle that was taken up here, until the studio looks at it too. */
  private taken = $state<string | null>(null);
  /** The active character's own record. */
  readonly own = $derived.by<DoodleRecord | null>(
    () => this.recordOf(this.taken) ?? this.recordOf(this.studio.view?.doodle),
  );
  /** The same with what belongs to the whole sheet. */
  readonly doodle = $derived.by<DoodleRecord | null>(() => {
    if (!this.own?.sheet) return this.own;
    const { props, picture, camera, taught, hand, learns } = this.sheetOf(this.own);
    return { ...this.own, props, picture, camera, taught, hand, learns };
  });
  readonly read = $derived.by(() => this.reads.get(this.own?.id ?? "") ?? null);
  /** Whether the reading of a character on the sheet is not here yet: the paper may still move, and lines have no character to start at. */
  readonly opening = $derived.by(() => this.cast.all.some(({ id }) => !this.reads.has(id)));
  /** What is read of all lines on the sheet. */
  readonly allPieces = $derived.by(() => this.cast.all.flatMap(({ id }) => this.reads.get(id)?.pieces ?? []));
  /** The drawn character, and the performer. */
  readonly character = $derived.by(() => characterOf(this.studio.records, this.doodle?.character));
  readonly performer = $derived.by(() => characterOf(this.studio.records, this.doodle?.actor) ?? this.character);
  readonly motion = $derived.by(() => motionOf(this.studio.records, this.doodle?.motion));
  readonly sheet = $derived.by<Sheet>(() => ({
    complete: this.performer !== null,
    finished: this.performer !== null && (isFinished(this.read) || this.doodle?.actor != null || this.lines.length > 0),
    strokes: this.cast.strokes.length,
  }));
  readonly lines = $derived.by(() => this.doodle?.strokes.filter(({ ink }) => ink === "motion") ?? []);
  readonly empty = $derived.by(
    () => this.cast.strokes.length === 0 && this.pencil.underway.length === 0 && !this.doodle?.props.length,
  );
  readonly camera = $derived.by(() => this.doodle?.camera ?? null);
  /** Whether the drawing is shown, to be drawn on and corrected, instead of its character. */
  readonly drafting = $derived.by(() => this.board || !this.performer || !this.room.drawn.has(this.performer.id));
  /** What is heard of the lines, those under the pen included. */
  private readonly events = $derived.by(() => {
    const read = new Set(this.allPieces.map(({ stroke }) => stroke));
    const underPen = this.penRead?.pieces.filter(({ stroke }) => !read.has(stroke)) ?? [];
    return soundsOf([...this.allPieces, ...underPen], this.doodle?.taught ?? []);
  });
  readonly sounds = new PlayheadSounds();
  private readonly lasting = $derived.by(() => this.playback.transport.duration);
  /** Where the performance is now, as what moves on the sheet has it [s]. */
  readonly clock = $derived.by(() => this.pencilClock ?? this.live?.time ?? this.playback.transport.time);
  readonly pieces = $derived.by(() => this.read?.pieces ?? []);
  readonly landings = $derived.by(() => landingsOf(this.pieces));
  readonly tops = $derived.by(() => topsOf(this.pieces));
  /** Whether there is something to replay. */
  readonly playable = $derived.by(() => this.motion !== null && this.cast.strokes.some(({ ink }) => ink === "motion"));

  constructor(
    readonly studio: Studio,
    readonly playback: Playback,
    readonly room: Room,
  ) {
    this.cast = new DoodleCast(this);
    this.lesson = new DoodleLesson(this);
    this.paper = new DoodlePaper(this);
    this.pencil = new DoodlePencil(this);
    this.drags = new DoodleDrags(this);
    this.outlets = new DoodleOutlets(this);
    this.picture = new DoodleBackPicture(this);
    studio.on("InkFrame", (frame) => this.keepInk(frame));
    studio.on("PropsFrame", (frame) => this.keepProps(frame));
    studio.on("DoodleFrame", ({ header }) => this.follow(header));
    studio.on("DoodleVocabulary", ({ gestures }) => (this.vocabulary = gestures));
    studio.on("PenRead", (event) => this.onSheet(event.doodle) && (this.penRead = event));
    studio.on("DoodleRead", (event) => this.keepRead(event));
    this.keepOpen();
    this.keepInSight();
    this.keepInks();
    this.keepTool();
    $effect(() => {
      void [this.motion?.blob, this.lasting];
      if (this.active) untrack(() => this.resting && this.rest());
    });
    $effect(() => {
      if (!playback.transport.playing) return;
      this.resting = false;
      // Playing shows the performer, not the drawing.
      untrack(() => this.active && this.board && this.playable && this.take("motion"));
    });
  }

  /** Opens the doodle that was open, or the last one, with its motion. */
  private keepOpen(): void {
    $effect(() => {
      if (!this.active || !this.studio.canEdit) return;
      const wanted = this.doodle ?? this.doodles.at(-1) ?? null;
      const shown = this.doodle !== null && (!wanted?.motion || wanted.motion === this.studio.view?.motion);
      if (wanted && !shown) untrack(() => void this.studio.ask({ type: "SelectDoodle", doodle: wanted.id }));
      if (this.vocabulary.length === 0) untrack(() => void this.ask());
    });
    $effect(() => {
      const { doodle } = this;
      untrack(() => {
        [this.link, this.piece, this.penRead, this.live] = [null, null, null, null];
        if (!doodle?.props.some(({ id }) => id === this.prop)) this.prop = null; // a thing that changes stays in the hand
      });
    });
  }

  /** Opening a sheet brings its character into view. */
  private keepInSight(): void {
    let seen: string | null = null;
    $effect(() => {
      const { read, performer } = this;
      const sheet = this.own && this.sheetOf(this.own).id;
      if (!this.active || !read || sheet === seen || this.paper.size.width === 0) return;
      seen = sheet;
      const first = read.pieces[0]?.takeoff[2] ?? read.joints.find(({ name }) => name === "hip")?.place[0];
      if (performer && first !== undefined) untrack(() => this.paper.open(first, performer.height));
    });
  }

  private async ask(): Promise<void> {
    await this.studio.request({ type: "RequestVocabulary" }).catch(() => null);
  }

  /** Asks for ink that is not here yet, and once for everything. */
  private keepInks(): void {
    const opened = new Map<string, Set<string>>();
    $effect(() => {
      const { all } = this.cast;
      if (!this.active || this.studio.connection.state !== "open") return opened.clear();
      if (this.drags.held) return; // a drag reports its own changes
      for (const id of [...opened.keys()]) if (!all.some((each) => each.id === id)) opened.delete(id);
      const inks = untrack(() => this.inks);
      for (const { id: doodle, strokes: drawn } of all) {
        const asked = opened.get(doodle);
        const known = asked ?? new Set<string>();
        const missing = drawn.filter(({ id, blob }) => inks.get(id)?.blob !== blob && !known.has(blob));
        for (const { blob } of missing) known.add(blob);
        opened.set(doodle, known);
        const strokes = missing.map(({ id }) => id);
        if (!asked || strokes.length) untrack(() => void this.fetch(doodle, asked ? strokes : null));
      }
    });
  }

  private async fetch(doodle: string, strokes: string[] | null): Promise<void> {
    try {
      await this.studio.request({ type: "RequestDoodle", doodle, strokes });
      this.trouble = null;
    } catch (error) {
      if (this.own?.id === doodle) this.trouble = errorText(error);
    }
  }

  retry(): void {
    for (const { id } of this.cast.all) void this.fetch(id, null);
  }

  /** The right tool is in the hand by itself. */
  private keepTool(): void {
    let before: Sheet = { complete: false, finished: false, strokes: 0 };
    let of: string | null = null;
    $effect(() => {
      const [sheet, id] = [this.sheet, this.doodle?.id ?? null];
      const another = id !== of && of !== null;
      const tool = another
        ? sheet.finished
          ? "motion"
          : "character"
        : toolAfter(
            untrack(() => this.tool),
            before,
            sheet,
          );
      if (tool !== untrack(() => this.tool)) untrack(() => this.take(tool));
      [before, of] = [sheet, id];
    });
  }

  private keepRead(event: DoodleRead): void {
    if (this.doodle && !this.onSheet(event.doodle)) return;
    this.reads = new Map(this.reads).set(event.doodle, event);
    if (this.penRead && !this.pencil.isDrawing(this.penRead.stroke)) this.penRead = null;
  }

  private keepInk(frame: Frame<InkFrame>): void {
    const { stroke, blob } = frame.header;
    const data = (name: string) => frame.arrays.get(name)?.data as ArrayLike<number> | undefined;
    const ink: Ink = { points: data("points") ?? [], times: data("times") ?? [], pressure: data("pressure") ?? null };
    if (blob === "") return this.drags.bent(stroke, ink);
    this.inks = new Map(this.inks).set(stroke, { blob, ink });
    this.drags.kept(stroke);
    this.pencil.arrived(stroke);
  }

  private keepProps(frame: Frame<PropsFrame>): void {
    const { state, fps, props, doodle } = frame.header;
    if (!this.onSheet(doodle)) return;
    const [, frames = 0] = frame.arrays.get("places")?.shape ?? [];
    const [places, rotations] = [floats(frame, "places"), floats(frame, "rotations")];
    this.propsMotion = { state, fps, props, frames, places, rotations };
  }

  private follow({ doodle, character, stroke, time, ended }: DoodleFrame): void {
    if (!this.onSheet(doodle) || stroke === this.overtaken) return;
    this.live = ended ? null : { character, stroke, time };
    this.resting = true;
    if (this.playback.transport.playing) this.playback.pause();
    if (ended) this.rest();
  }

  private rest(): void {
    const { playback } = this;
    if (this.live) return;
    const { playing, time, duration } = playback.transport;
    if (playing) playback.pause();
    if (time !== duration) playback.seek(duration);
    this.resting = true; // a pause is no play
  }

  private recordOf(id: string | null | undefined): DoodleRecord | null {
    const record = this.studio.records.get(id ?? "");
    return record?.kind === "doodle" ? record : null;
  }

  /** The doodle on whose sheet another is drawn: often itself. */
  sheetOf(doodle: DoodleRecord): DoodleRecord {
    return this.recordOf(doodle.sheet) ?? doodle;
  }

  private onSheet(doodle: string): boolean {
    return this.cast.all.some(({ id }) => id === doodle);
  }

  readOf(doodle: string): DoodleRead | null {
    return this.reads.get(doodle) ?? null;
  }

  /** Another doodle is the active one from now on. */
  takeUp(doodle: string): void {
    this.taken = doodle;
    const done = () => this.taken === doodle && (this.taken = null);
    void this.studio.ask({ type: "SelectDoodle", doodle }).then(done, done);
  }

  /** The ink of a stroke, as it is on the sheet or still under the pen; null until it is here. */
  inkOf(stroke: string): { blob: string; ink: Ink } | null {
    const bent = this.drags.previews.get(stroke);
    return bent ? { blob: "", ink: bent } : (this.inks.get(stroke) ?? this.pencil.draft(stroke));
  }

  /** The studio's id of the active doodle; a sheet is begun where there is none. another: begins a further character on it. */
  async begun(another = false): Promise<string | null> {
    if (this.own && !another && !this.beginning) return this.own.id;
    const sheet = this.own?.id ?? null;
    this.beginning ??= this.studio.ask({ type: "AddDoodle", sheet }).then((done) => done?.created[0] ?? null);
    const id = await this.beginning;
    this.beginning = null;
    return id;
  }
  /** A sheet or a character that is being begun: whatever is drawn meanwhile goes there. */
  beginning: Promise<string | null> | null = null;

  async add(example = false): Promise<void> {
    if (!this.studio.canEdit) return;
    const done = await this.studio.ask({ type: "AddDoodle", example });
    if (done) this.panel = null;
    this.paper.refit();
  }

  /** A further character on this sheet. */
  async another(): Promise<void> {
    this.panel = null;
    await this.begun(true);
    this.take("character");
  }

  choose(tool: Tool): void {
    if (!isUsable(tool, this.sheet)) return;
    this.take(tool);
  }

  private take(tool: Tool): void {
    [this.tool, this.link, this.piece, this.prop] = [tool, null, null, null];
    this.picture.held = false;
    this.room.place = { over: "nothing" }; // handles that were under the pointer are gone
    if (tool === "character" || tool === "decorate") this.draft();
    if (tool === "motion") this.board = false;
  }

  /** The drawing is on the board, in sight, and holds still. */
  private draft(): void {
    this.board = true;
    if (!this.performer) return;
    if (this.playback.transport.playing) this.playback.pause();
    const drawn = this.cast.strokes.flatMap(({ id, ink }) => {
      const known = ink === "character" || ink === "annotation" ? this.inkOf(id) : null;
      return known ? [...pointsOf(known.ink)] : [];
    });
    const box = boxOf(drawn);
    if (box && !this.camera) this.paper.show(wider(box, 0.1));
  }

  /** Call once a frame. now: on the page's clock [ms]. */
  tick(now: number): void {
    const elapsed = this.active ? this.pencil.elapsed(now) : null;
    const at = elapsed === null ? null : elapsed + this.lineBegan;
    if (at !== this.pencilClock) this.pencilClock = at;
    const { time, duration, playing } = this.playback.transport;
    const heard = this.live?.time ?? time;
    this.sounds.tick(this.events, this.active ? heard : null, duration, playing || this.live !== null);
  }

  /** When in the performance the line begins that is being drawn [s]. */
  private get lineBegan(): number {
    const pen = this.studio.records.get(this.pencil.line ?? "");
    if (pen?.kind === "pen") return pen.at;
    return Math.max(0, ...this.lines.map(({ at, seconds }) => at + seconds));
  }

  /** One edit of the sheet. */
  edit(command: (doodle: string) => Ask): void {
    if (this.doodle && this.studio.canEdit) void this.studio.ask(command(this.doodle.id));
  }

  /** Rubs out all lines, not the drawing. */
  clearLines(): void {
    if (this.lines.length) this.edit((doodle) => ({ type: "ClearDoodle", doodle, what: "lines" }));
  }

  replay(): void {
    if (!this.playable) return;
    this.overtaken = this.live?.stroke || this.overtaken;
    this.live = null;
    this.seeAll();
    this.playback.seek(0);
    this.playback.play();
    if (this.board) this.take("motion");
  }

  /** From its start, as it is seen now: something was pushed, or let go in the air, and goes. */
  watch(): void {
    if (!this.motion || this.live || this.pencil.drawing) return;
    this.playback.seek(0);
    this.playback.play();
  }

  /** Brings the whole performance into view, high leaps included. */
  private seeAll(): void {
    const { arrays } = this.playback;
    const height = this.performer?.height ?? 1.6;
    if (arrays?.kind !== "clip") return;
    const hips = Array.from({ length: arrays.frames }, (_, frame): [number, number, number] => {
      const [x, y, z] = arrays.roots.subarray(3 * frame, 3 * frame + 3);
      return [x!, y!, z!];
    });
    if (this.camera) return this.paper.showInRoom(hips);
    const box = boxOf(hips.map(onSheet));
    if (box)
      this.paper.show({
        left: box.left - 0.3 * height,
        right: box.right + 0.3 * height,
        bottom: 0,
        top: box.top + 0.55 * height,
      });
  }

  /** Lets another character perform the lines; null for the drawn one. */
  async setActor(character: string | null): Promise<void> {
    this.panel = null;
    const doodle = await this.begun();
    if (!doodle) return;
    this.learning = character ?? "";
    await this.studio.ask({ type: "SetActor", doodle, character });
    if (this.learning === (character ?? "")) this.learning = null;
  }

  toggle(panel: NonNullable<DoodlePanel>): void {
    this.panel = this.panel === panel ? null : panel;
  }

  /** Deletes what is selected on the sheet; returns whether this is where that is decided. */
  deleteSelected(): boolean {
    if (!this.active) return false;
    const { prop, link } = this;
    if (this.picture.held) this.picture.remove();
    else if (prop) this.edit((doodle) => ({ type: "RemoveProp", doodle, prop }));
    else if (link) this.edit((doodle) => ({ type: "EraseInk", doodle, strokes: [link] }));
    [this.prop, this.link] = [null, null];
    return true;
  }

  /** Lets go of one thing at a time; returns whether there was one. */
  letGo(): boolean {
    if (!this.active) return false;
    if (this.panel) this.panel = null;
    else if (this.picture.held) this.picture.held = false;
    else if (this.link || this.piece !== null || this.prop) [this.link, this.piece, this.prop] = [null, null, null];
    else return false;
    return true;
  }
}
