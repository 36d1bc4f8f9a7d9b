/** The characters on one sheet: which are there, where they are, and how those that are not active perform meanwhile. */

import { untrack } from "svelte";
import type { ClipArrays } from "../../../document/motion";
import { motionOf } from "../../../document/records";
import type { DoodleRecord, InkStroke } from "../../../protocol/generated";
import { pointsOf } from "../model/sheet/ink";
import { drawingAt, performerAt, type OnSheet } from "../model/sheet/performers";
import { around, boxOf, type Box, type Point } from "../model/sheet/sheet";
import type { Doodles } from "./doodles.svelte";

export class DoodleCast {
  /** All doodles on the sheet, the one whose sheet it is first. */
  readonly all = $derived.by<readonly DoodleRecord[]>(() => {
    const { own } = this.doodles;
    if (!own) return [];
    const sheet = this.doodles.sheetOf(own);
    return [sheet, ...this.doodles.doodles.filter((each) => each.sheet === sheet.id && each.id !== sheet.id)];
  });
  /** Everything that is drawn on the sheet. */
  readonly strokes = $derived.by<readonly InkStroke[]>(() => this.all.flatMap(({ strokes }) => strokes));
  private readonly performers = $derived.by(() =>
    this.all.map((each) => each.actor ?? each.character).filter((id) => id !== null),
  );
  /** The motions of those that are not active: the last that arrived. */
  private clips = $state.raw<ReadonlyMap<string, ClipArrays>>(new Map());

  /** The characters on stage, by id. */
  readonly onStage = $derived.by<ReadonlySet<string>>(() => new Set(this.performers));

  /** What those that are not active do at a moment of the performance [s]. */
  readonly playing = $derived.by<ReadonlyMap<string, { clip: ClipArrays; time: number }>>(() => {
    const { clock, active, own } = this.doodles;
    const shown = new Map<string, { clip: ClipArrays; time: number }>();
    for (const each of active ? this.all : []) {
      const who = each.actor ?? each.character;
      const clip = each.motion ? this.clips.get(each.motion) : undefined;
      if (each.id === own?.id || !who || !clip) continue;
      shown.set(who, { clip, time: Math.min(clock, (clip.frames - 1) / clip.fps) });
    }
    return shown;
  });

  constructor(private readonly doodles: Doodles) {
    const { studio, playback } = doodles;
    $effect(() => {
      const others = doodles.active ? this.all.filter(({ id }) => id !== doodles.own?.id) : [];
      for (const { motion } of others) {
        const record = motionOf(studio.records, motion);
        if (record && studio.connection.state === "open") untrack(() => void this.fetch(record.id, record.blob));
      }
    });
    $effect(() => {
      const motions = doodles.active ? this.all.map(({ motion }) => motionOf(studio.records, motion)) : [];
      const longest = Math.max(0, ...motions.map((motion) => motion?.duration ?? 0));
      untrack(() => playback.lastAtLeast(longest, "doodle"));
    });
  }

  private async fetch(motion: string, blob: string): Promise<void> {
    if (this.clips.get(motion)?.blob === blob) return;
    const record = motionOf(this.doodles.studio.records, motion);
    const arrays = record && (await this.doodles.playback.need(record));
    if (arrays?.kind === "clip") this.clips = new Map(this.clips).set(motion, arrays);
  }

  /** The character that a line belongs to which starts at a point of the sheet, by its doodle. */
  lineAt(point: Point): string | null {
    const { own } = this.doodles;
    return own && performerAt(this.places(), point, own.id);
  }

  /** The doodle that a stroke of a drawing belongs to; null for a further character. */
  drawingAt(point: Point): string | null {
    const { own, sheet } = this.doodles;
    return own && drawingAt(this.places(), point, own.id, sheet.finished);
  }

  private places(): OnSheet[] {
    return this.all.map((each) => {
      const read = this.doodles.readOf(each.id);
      const drawn = each.strokes.filter(({ ink }) => ink === "character" || ink === "annotation");
      let drawing: Box | null = null;
      for (const { id } of drawn) {
        const known = this.doodles.inkOf(id);
        if (known) drawing = around(drawing, boxOf(pointsOf(known.ink)));
      }
      const last = read?.pieces.at(-1)?.landing[2] ?? (drawing ? (drawing.left + drawing.right) / 2 : null);
      return { id: each.id, place: (each.actor ?? each.character) ? last : null, drawing };
    });
  }

  /** Takes up another character on the sheet: what is drawn from now on is its own. */
  select(doodle: string): void {
    if (doodle === this.doodles.own?.id) return;
    this.doodles.takeUp(doodle);
  }

  /** Begins a further character on this sheet; resolves to its doodle. */
  async add(): Promise<string | null> {
    const { own, studio } = this.doodles;
    if (!own) return this.doodles.begun();
    const done = await studio.ask({ type: "AddDoodle", sheet: own.id });
    return done?.created[0] ?? null;
  }
}
