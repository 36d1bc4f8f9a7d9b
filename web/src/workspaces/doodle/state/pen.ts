/** One stroke of the pen on its way to the studio. What is not acknowledged stays here: a connection may be lost at any moment.
 *
 *     down ──► points, points, ... ──► up
 *       ▲         │ the connection is lost: down is sent again, and points go on from what is on disk
 *       └─────────┘
 */

import type { DoodleCamera, Done, PenDown } from "../../../protocol/generated";
import { Disconnected, type Ask } from "../../../protocol/socket";

/** x, y, time since the pen came down [s], pressure 0..1 or -1 where nothing is felt. */
export type PenPoint = [number, number, number, number];

export interface PenStroke {
  /** The sheet; a new one resolves when the studio has it. */
  doodle: Promise<string | null>;
  stroke: string;
  ink: PenDown["ink"];
  camera: DoodleCamera | null;
}

export type PenEnd = "kept" | "thrown away" | { refused: string };

/** More points than this in one message would keep others waiting. */
const BATCH = 400;

export class PenSending {
  readonly points: PenPoint[] = [];
  private acknowledged = 0;
  private down = false;
  private working = false;
  /** Whether to keep it; null while it is drawn. */
  private keeping: boolean | null = null;
  private upSent = false;
  private settled = false;
  private settle!: (end: PenEnd) => void;
  readonly end = new Promise<PenEnd>((resolve) => (this.settle = resolve));

  /** knows: whether the studio still has the stroke under a pen. */
  constructor(
    private readonly request: (command: Ask) => Promise<Done>,
    private readonly knows: (stroke: string) => boolean,
    readonly stroke: PenStroke,
  ) {}

  add(points: readonly PenPoint[]): void {
    this.points.push(...points);
    this.push();
  }

  /** The pen is up: nothing more comes. */
  finish(keep: boolean): Promise<PenEnd> {
    this.keeping ??= keep;
    this.push();
    return this.end;
  }

  /** The connection is back. */
  again(): void {
    // A studio that knows the stroke no longer, and got its end, has it on the sheet.
    if (this.upSent && !this.knows(this.stroke.stroke)) return this.tell(this.keeping ? "kept" : "thrown away");
    this.down = false;
    this.push();
  }

  private push(): void {
    if (this.working || this.settled) return;
    this.working = true;
    void this.work()
      .catch((error: unknown) => {
        if (!(error instanceof Disconnected)) this.tell({ refused: (error as Error).message });
      })
      .finally(() => (this.working = false));
  }

  private async work(): Promise<void> {
    const { stroke, ink, camera } = this.stroke;
    if (!this.down) {
      const doodle = await this.stroke.doodle;
      if (doodle === null) return this.tell({ refused: "" });
      await this.request({ type: "PenDown", doodle, stroke, ink, camera });
      this.down = true;
    }
    while (this.keeping !== false && this.acknowledged < this.points.length) {
      const first = this.acknowledged;
      const points = this.points.slice(first, first + BATCH);
      await this.request({ type: "PenPoints", stroke, first, points });
      this.acknowledged = first + points.length;
    }
    if (this.keeping === null) return;
    this.upSent = true;
    await this.request({ type: "PenUp", stroke, keep: this.keeping });
    this.tell(this.keeping ? "kept" : "thrown away");
  }

  private tell(end: PenEnd): void {
    if (this.settled) return;
    this.settled = true;
    this.settle(end);
  }
}

const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";

/** An id that nothing has. */
export const newStroke = (): string =>
  `k-${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => LETTERS[byte % LETTERS.length]).join("")}`;
