import { describe, expect, it } from "vitest";
import type { Done } from "../../../protocol/generated";
import { Disconnected, Refusal, type Ask } from "../../../protocol/socket";
import { newStroke, PenSending, type PenPoint } from "./pen";

const DONE: Done = { type: "Done", request: 0, revision: 1, created: [], job: null };

/** A studio as far as pens go: what comes twice counts once; a test can cut it off at any step. */
class Desk {
  readonly pens = new Map<string, PenPoint[]>();
  readonly strokes = new Map<string, PenPoint[]>();
  cut: { after: number; lostAnswer: boolean } | null = null;
  knows = (stroke: string) => this.pens.has(stroke);

  request = async (command: Ask): Promise<Done> => {
    await Promise.resolve();
    const failing = this.cut && this.cut.after-- <= 0 ? this.cut : null;
    if (failing && !failing.lostAnswer) throw new Disconnected("lost");
    this.carryOut(command);
    if (failing) throw new Disconnected("lost");
    return DONE;
  };

  private carryOut(command: Ask): void {
    if (command.type === "PenDown") return void (this.pens.has(command.stroke) || this.pens.set(command.stroke, []));
    if (command.type !== "PenPoints" && command.type !== "PenUp") throw new Error(command.type);
    const kept = this.pens.get(command.stroke);
    if (!kept) throw new Refusal("There is no such stroke.");
    if (command.type === "PenPoints") return void kept.push(...command.points.slice(kept.length - command.first));
    this.pens.delete(command.stroke);
    if (command.keep) this.strokes.set(command.stroke, kept);
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));
const sending = (desk: Desk, doodle: string | null = "d") =>
  new PenSending(desk.request, desk.knows, {
    doodle: Promise.resolve(doodle),
    stroke: "k-1",
    ink: "motion",
    camera: null,
  });
const points = (from: number, count: number): PenPoint[] =>
  Array.from({ length: count }, (_, index) => [from + index, 0, (from + index) / 100, -1]);
const seen = (stroke: PenPoint[] | undefined) => stroke?.map(([x]) => x);
const whole = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("a stroke on its way", () => {
  it("is there as the hand drew it, however many points it has", async () => {
    const desk = new Desk();
    const pen = sending(desk);
    pen.add(points(0, 3));
    await settled();
    pen.add(points(3, 1200));
    expect(await pen.finish(true)).toBe("kept");
    expect(seen(desk.strokes.get("k-1"))).toEqual(whole(1203));
  });

  it("leaves nothing where it is thrown away", async () => {
    const desk = new Desk();
    const pen = sending(desk);
    pen.add(points(0, 9));
    expect(await pen.finish(false)).toBe("thrown away");
    expect([desk.pens.size, desk.strokes.size]).toEqual([0, 0]);
  });

  it.each([0, 1, 2, 3].flatMap((after) => [true, false].map((lostAnswer) => [after, lostAnswer] as const)))(
    "loses nothing and doubles nothing where the connection breaks at step %i, answer lost: %s",
    async (after, lostAnswer) => {
      const desk = new Desk();
      const pen = sending(desk);
      desk.cut = { after, lostAnswer };
      pen.add(points(0, 500));
      await settled();
      pen.add(points(500, 100));
      const end = pen.finish(true);
      await settled();
      desk.cut = null;
      pen.again();
      expect(await end).toBe("kept");
      expect(seen(desk.strokes.get("k-1"))).toEqual(whole(600));
    },
  );

  it("says why the studio would not have it", async () => {
    const desk = new Desk();
    desk.request = () => Promise.reject(new Refusal("The sheet is gone."));
    const pen = sending(desk);
    pen.add(points(0, 2));
    expect(await pen.finish(true)).toEqual({ refused: "The sheet is gone." });
  });

  it("is over where there is no sheet for it", async () => {
    const pen = sending(new Desk(), null);
    pen.add(points(0, 2));
    expect(await pen.finish(true)).toEqual({ refused: "" });
  });

  it("has an id of its own", () => {
    const ids = new Set(Array.from({ length: 200 }, newStroke));
    expect(ids.size).toBe(200);
    for (const id of ids) expect(id).toMatch(/^k-[a-z0-9]{12}$/);
  });
});
