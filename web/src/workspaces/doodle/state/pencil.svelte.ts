/** The pencil: strokes under hands, from the first touch until the studio has them on the sheet. */

import type { Ink } from "../model/sheet/ink";
import type { Point } from "../model/sheet/sheet";
import { inkOf } from "../model/sheet/tools";
import { eventsOf, pressureOf, type PointerLike } from "../../../stage/hands/pointerSamples";
import type { DoodleCamera } from "../../../protocol/generated";
import { newStroke, PenSending, type PenPoint, type PenStroke } from "./pen";
import type { Doodles } from "./doodles.svelte";
import { toasts } from "../../../document/toasts.svelte";

/** A stroke that is not on the sheet yet. */
interface Draft {
  readonly id: string;
  readonly ink: PenStroke["ink"];
  readonly camera: DoodleCamera | null;
  readonly sending: PenSending;
  readonly began: number;
  /** When on the page's clock the last point was drawn [s]. */
  last: number;
}

export class DoodlePencil {
  /** Strokes under a hand, or on their way, in the order in which they were begun. */
  private drafts = $state.raw<readonly Draft[]>([]);
  /** Counts points: what is drawn of them changes with it. */
  points = $state(0);
  private held = $state.raw<ReadonlyMap<number, Draft>>(new Map());

  /** Whether something is being drawn. */
  readonly drawing = $derived.by(() => this.held.size > 0);
  /** The line that is being drawn; null for none. */
  readonly line = $derived.by(() => [...this.held.values()].find(({ ink }) => ink === "motion")?.id ?? null);

  constructor(private readonly doodles: Doodles) {
    $effect(() => {
      if (doodles.studio.connection.state === "open") for (const { sending } of this.drafts) sending.again();
    });
  }

  /** Whether a stroke is under a hand, or on its way. */
  isDrawing(stroke: string): boolean {
    return this.drafts.some(({ id }) => id === stroke);
  }

  /** The strokes that are not on the sheet yet. */
  get underway(): readonly { id: string; ink: PenStroke["ink"]; camera: DoodleCamera | null }[] {
    return this.drafts;
  }

  draft(stroke: string): { blob: string; ink: Ink } | null {
    const found = this.drafts.find(({ id }) => id === stroke);
    if (!found) return null;
    const points = found.sending.points;
    void this.points;
    return {
      blob: "",
      ink: {
        points: points.flatMap(([x, y]) => [x, y]),
        times: points.map(([, , time]) => time),
        pressure: points.some(([, , , pressure]) => pressure >= 0)
          ? points.map(([, , , pressure]) => Math.max(pressure, 0))
          : null,
      },
    };
  }

  /** How long ago the line was begun that is being drawn, as the hand's clock has it [s]. */
  elapsed(now: number): number | null {
    const line = [...this.held.values()].find(({ ink }) => ink === "motion");
    return line ? Math.max(now / 1000 - line.began, 0) : null;
  }

  /** A pen comes down. Returns whether it draws. at: where the point is on the sheet, or in the picture. */
  down(event: PointerEvent, at: (event: PointerLike) => Point): boolean {
    const { doodles } = this;
    const ink = inkOf(doodles.tool, doodles.layer);
    if (!ink || !doodles.studio.canEdit || (ink !== "motion" && doodles.camera)) return false;
    const { studio } = doodles;
    const camera = ink === "motion" && doodles.camera ? (doodles.paper.surface?.camera ?? null) : null;
    const id = newStroke();
    const sending = new PenSending(
      (command) => studio.request(command),
      (stroke) => studio.records.has(stroke),
      { doodle: this.doodleAt(ink, camera ? null : at(event)), stroke: id, ink, camera },
    );
    const draft: Draft = { id, ink, camera, sending, began: event.timeStamp / 1000, last: -Infinity };
    this.drafts = [...this.drafts, draft];
    this.held = new Map(this.held).set(event.pointerId, draft);
    if (ink === "motion" && doodles.playback.transport.playing) doodles.playback.pause();
    void sending.end.then((end) => this.ended(draft, end));
    this.go(draft, event, at);
    return true;
  }

  /** The doodle that a stroke belongs to which starts at a point of the sheet: that of the character there. */
  private doodleAt(ink: PenStroke["ink"], point: Point | null): Promise<string | null> {
    const { doodles } = this;
    const { own, cast } = doodles;
    if (!own || !point || doodles.beginning) return doodles.begun();
    if (ink === "motion") {
      const found = cast.lineAt(point);
      if (found) cast.select(found);
    } else if (ink === "character" || ink === "annotation") {
      const found = cast.drawingAt(point);
      if (found) cast.select(found);
      else if (ink === "character") return doodles.begun(true);
    }
    return doodles.begun();
  }

  move(event: PointerEvent, at: (event: PointerLike) => Point): boolean {
    const draft = this.held.get(event.pointerId);
    if (draft) this.go(draft, event, at);
    return draft !== undefined;
  }

  private go(draft: Draft, event: PointerEvent, at: (event: PointerLike) => Point): void {
    const points = eventsOf(event, draft.last).map((each): PenPoint => {
      draft.last = each.timeStamp / 1000;
      const [x, y] = at(each);
      return [
        x,
        y,
        Math.max(draft.last - draft.began, 0),
        pressureOf({ ...like(each), pointerType: event.pointerType }),
      ];
    });
    if (points.length === 0) return;
    draft.sending.add(points);
    this.points += points.length;
  }

  /** The pen is up; keep: whether its stroke stays. */
  up(pointer: number, keep = true): boolean {
    const draft = this.held.get(pointer);
    if (!draft) return false;
    const held = new Map(this.held);
    held.delete(pointer);
    this.held = held;
    void draft.sending.finish(keep);
    if (!keep) this.drafts = this.drafts.filter((each) => each !== draft);
    return true;
  }

  /** Gives up everything under hands. */
  cancel(): boolean {
    const held = [...this.held.keys()];
    for (const pointer of held) this.up(pointer, false);
    return held.length > 0;
  }

  private ended(draft: Draft, end: Awaited<PenSending["end"]>): void {
    if (end === "kept") return; // its ink is drawn until the sheet's own is here
    this.drafts = this.drafts.filter((each) => each !== draft);
    if (typeof end === "object" && end.refused) toasts.fail(end.refused);
  }

  /** The sheet has it now. */
  arrived(stroke: string): void {
    if (this.drafts.some(({ id }) => id === stroke)) this.drafts = this.drafts.filter(({ id }) => id !== stroke);
  }
}

const like = ({ clientX, clientY, timeStamp, pressure }: PointerLike): PointerLike => ({
  clientX,
  clientY,
  timeStamp,
  pressure,
});
