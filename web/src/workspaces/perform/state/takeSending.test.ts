import { describe, expect, it } from "vitest";
import type { Sample } from "../model/samples";
import type { Done } from "../../../protocol/generated";
import { Disconnected, Refusal, type Ask } from "../../../protocol/socket";
import { TakeSending } from "./takeSending";

const START = { type: "StartTake", character: "c", set: "s" } as const;
const answer = (created: string[] = []): Done => ({ type: "Done", request: 0, revision: 1, created, job: null });

/** A studio as far as takes go: it keeps samples as the real one does, and is cut off whenever a test asks for it. */
class Desk {
  readonly takes = new Map<string, Sample[]>();
  readonly layers: Sample[][] = [];
  private made = 0;
  /** Requests that fail: null for as many as come. lostAnswer: after they were carried out. */
  cut: { after: number; lostAnswer: boolean } | null = null;

  knows = (take: string) => this.takes.has(take);

  request = async (command: Ask): Promise<Done> => {
    await Promise.resolve();
    const failing = this.cut && this.cut.after-- <= 0 ? this.cut : null;
    if (failing && !failing.lostAnswer) throw new Disconnected("lost");
    const done = this.carriedOut(command);
    if (failing) throw new Disconnected("lost");
    return done;
  };

  private carriedOut(command: Ask): Done {
    if (command.type === "StartTake") {
      const id = `t${++this.made}`;
      this.takes.set(id, []);
      return answer([id]);
    }
    if (command.type !== "TakeSamples" && command.type !== "EndTake") throw new Error(command.type);
    const kept = this.takes.get(command.take);
    if (!kept) throw new Refusal("There is no such take.");
    if (command.type === "TakeSamples") {
      for (const sample of command.samples as Sample[])
        if (!kept.length || sample[0] > kept.at(-1)![0]) kept.push(sample);
      return answer();
    }
    this.takes.delete(command.take);
    if (command.keep && kept.length) this.layers.push(kept);
    return answer(command.keep ? ["m"] : []);
  }

  /** What a take whose page is gone becomes. */
  giveUp(): void {
    for (const [id, samples] of this.takes) {
      if (samples.length) this.layers.push(samples);
      this.takes.delete(id);
    }
  }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 0));

function hand(sending: TakeSending, from: number, count: number): void {
  for (let index = from; index < from + count; index++) sending.sampling.add([index, 0, 0], index / 100);
}
const seen = (layer: Sample[] | undefined) => layer?.map(([, x]) => x);
const whole = (count: number) => Array.from({ length: count }, (_, index) => index);

describe("a take on its way", () => {
  it("is there as the hand made it", async () => {
    const desk = new Desk();
    const sending = new TakeSending(desk, START, 0);
    hand(sending, 0, 10);
    sending.push();
    await settled();
    hand(sending, 10, 10);
    expect(await sending.finish(true)).toEqual({ ended: "kept", created: ["m"] });
    expect(seen(desk.layers[0])).toEqual(whole(20));
  });

  it("leaves nothing where it is thrown away", async () => {
    const desk = new Desk();
    const sending = new TakeSending(desk, START, 0);
    hand(sending, 0, 10);
    expect(await sending.finish(false)).toEqual({ ended: "thrown away", created: [] });
    expect([desk.layers.length, desk.takes.size]).toEqual([0, 0]);
  });

  it.each([0, 1, 2, 3, 4])(
    "loses nothing and doubles nothing where the connection breaks at step %i",
    async (after) => {
      for (const lostAnswer of [false, true]) {
        const desk = new Desk();
        const sending = new TakeSending(desk, START, 0);
        desk.cut = { after, lostAnswer };
        for (let round = 0; round < 4; round++) {
          hand(sending, 10 * round, 10);
          sending.push();
          await settled();
        }
        void sending.finish(true);
        await settled();
        desk.cut = null;
        sending.push();
        expect((await sending.end).ended).toBe("kept");
        expect(desk.layers.map((layer) => seen(layer))).toEqual([whole(40)]);
      }
    },
  );

  it("begins once more, with all of it, where the studio has given it up meanwhile", async () => {
    const desk = new Desk();
    const sending = new TakeSending(desk, START, 0);
    hand(sending, 0, 10);
    sending.push();
    await settled();
    desk.cut = { after: 0, lostAnswer: false };
    hand(sending, 10, 10);
    sending.push();
    await settled();
    desk.giveUp();
    desk.cut = null;
    hand(sending, 20, 10);
    expect((await sending.finish(true)).ended).toBe("kept");
    expect(desk.layers.map((layer) => seen(layer))).toEqual([whole(10), whole(30)]);
  });

  it("says why, where the studio will not have it", async () => {
    const refusing = {
      request: () => Promise.reject(new Refusal("Mute it first.")),
      knows: () => false,
    };
    const sending = new TakeSending(refusing, START, 0);
    sending.push();
    expect(await sending.end).toEqual({ ended: "refused", why: "Mute it first." });
  });
});
