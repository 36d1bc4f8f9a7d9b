/** The picture behind a drawing: put there from a file, and moved, sized, made paler or taken away while it is held. */

import { untrack } from "svelte";
import type { Point } from "../model/sheet/sheet";
import type { DoodlePicture } from "../../../protocol/generated";
import { Drag } from "../../../document/drag";
import type { Doodles } from "./doodles.svelte";
import { toasts } from "../../../document/toasts.svelte";
import { strings } from "../strings";

type Placing = Partial<Pick<DoodlePicture, "place" | "width" | "opacity">>;

/** The narrowest and the widest that it may be [m]. */
const [NARROWEST, WIDEST] = [0.2, 200];

export class DoodleBackPicture {
  /** Whether it is taken hold of: its frame is there. */
  held = $state(false);
  private drag: Drag | null = null;
  /** As a drag has it, before the studio knows. */
  private dragged = $state.raw<DoodlePicture | null>(null);

  /** As it is seen now; null for none. */
  readonly shown = $derived.by<DoodlePicture | null>(() => {
    const kept = this.doodles.doodle?.picture ?? null;
    return kept && this.dragged ? { ...kept, ...placing(this.dragged) } : kept;
  });

  private readonly framed = $derived.by(() => this.held && this.shown !== null && this.doodles.camera === null);

  constructor(private readonly doodles: Doodles) {
    $effect(() => {
      if (!doodles.active || !doodles.doodle?.picture) this.held = false;
    });
    // A picture that is being placed is in view, and stays in view.
    $effect(() => {
      if (this.framed) untrack(() => this.show());
    });
  }

  /** The file chooser; where there is a picture already, that is taken hold of or let go. */
  toggle(): void {
    if (this.doodles.doodle?.picture) return void (this.held = !this.held);
    const input = Object.assign(document.createElement("input"), {
      type: "file",
      accept: "image/png,image/jpeg,image/webp,image/gif",
    });
    input.onchange = () => input.files?.[0] && void this.put(input.files[0]);
    input.click();
  }

  /** Puts a picture behind the drawing. */
  async put(file: File): Promise<void> {
    const { studio } = this.doodles;
    const doodle = await this.doodles.begun();
    if (!doodle) return;
    const response = await fetch(studio.address(`/api/doodles/${doodle}/picture`), {
      method: "POST",
      headers: { Authorization: `Bearer ${studio.token}`, "Content-Type": file.type },
      body: file,
    }).catch(() => null);
    if (response?.ok) return void (this.held = true);
    const answer: { message?: string } = (await response?.json().catch(() => null)) ?? {};
    toasts.fail(answer.message ?? strings.toasts.notReceived(file.name));
  }

  private show(): void {
    const { playback, paper } = this.doodles;
    if (playback.transport.playing) playback.pause();
    const [[left, top], , [right, bottom]] = pictureCorners(this.shown!);
    paper.show({ left, right, bottom, top });
  }

  begin(): void {
    this.drag ??= new Drag(this.doodles.studio);
  }

  /** A step of a drag. */
  to(change: Placing): void {
    const { shown } = this;
    const { doodle } = this.doodles;
    if (!shown || !doodle || !this.drag) return;
    this.dragged = { ...shown, ...change };
    this.drag.step({
      type: "PlacePicture",
      doodle: doodle.id,
      ...placing(this.dragged),
      gesture: this.drag.id,
    });
  }

  async end(kept: boolean): Promise<void> {
    const { drag } = this;
    this.drag = null;
    await drag?.end(kept);
    if (!this.drag) this.dragged = null;
  }

  /** One edit. */
  change(change: Placing): void {
    const { shown } = this;
    if (shown) this.doodles.edit((doodle) => ({ type: "PlacePicture", doodle, ...placing({ ...shown, ...change }) }));
  }

  remove(): void {
    this.held = false;
    this.doodles.edit((doodle) => ({ type: "RemovePicture", doodle }));
  }
}

/** Where it is and how it looks, within what may be. */
const placing = ({ place, width, opacity }: Pick<DoodlePicture, "place" | "width" | "opacity">) => ({
  place,
  width: Math.min(Math.max(width, NARROWEST), WIDEST),
  opacity,
});

/** Its corners on the sheet [m], the upper left first, and clockwise. */
export function pictureCorners({ place: [x, y], width, pixels }: DoodlePicture): [Point, Point, Point, Point] {
  const [right, up] = [width / 2, (width * pixels[1]) / Math.max(pixels[0], 1) / 2];
  return [
    [x - right, y + up],
    [x + right, y + up],
    [x + right, y - up],
    [x - right, y - up],
  ];
}
