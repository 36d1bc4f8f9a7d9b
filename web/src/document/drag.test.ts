import { describe, expect, it } from "vitest";
import type { Done } from "../protocol/generated";
import type { Ask } from "../protocol/socket";
import { Drag } from "./drag";

/** A studio that answers when the test asks for it. */
class SlowStudio {
  readonly asked: string[] = [];
  private readonly answers: (() => void)[] = [];

  request = (command: Ask): Promise<Done> => {
    this.asked.push(command.type === "PlaceCharacter" ? `place ${command.heading}` : command.type);
    return new Promise((resolve) => this.answers.push(() => resolve({} as Done)));
  };

  async answer(): Promise<void> {
    this.answers.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const place = (drag: Drag, heading: number): Ask => ({
  type: "PlaceCharacter",
  character: "bear",
  position: [0, 0, 0],
  heading,
  gesture: drag.id,
});

describe("a drag", () => {
  it("has one step on its way; of those that pile up only the newest goes", async () => {
    const studio = new SlowStudio();
    const drag = new Drag(studio);
    for (const heading of [1, 2, 3, 4]) drag.step(place(drag, heading));
    expect(studio.asked).toEqual(["place 1"]);
    await studio.answer();
    expect(studio.asked).toEqual(["place 1", "place 4"]);
  });

  it("sends the step that waits before its end, and none twice", async () => {
    const studio = new SlowStudio();
    const drag = new Drag(studio);
    drag.step(place(drag, 1));
    drag.step(place(drag, 2));
    void drag.end(true);
    expect(studio.asked).toEqual(["place 1", "place 2", "EndGesture"]);
    const short = new Drag(studio);
    short.step(place(short, 3));
    void short.end(true);
    expect(studio.asked.slice(3)).toEqual(["place 3", "EndGesture"]);
  });

  it("drops the step that waits where it is given up", () => {
    const studio = new SlowStudio();
    const drag = new Drag(studio);
    drag.step(place(drag, 1));
    drag.step(place(drag, 2));
    void drag.end(false);
    expect(studio.asked).toEqual(["place 1", "CancelGesture"]);
  });

  it("that never moved asks nothing", async () => {
    const studio = new SlowStudio();
    expect(await new Drag(studio).end(true)).toBe(true);
    expect(studio.asked).toEqual([]);
  });

  it("says why its end was refused, and says it once where a step was refused, too", async () => {
    const said: string[] = [];
    const refusing = (what: string) => (command: Ask) =>
      command.type === what || what === "all" ? Promise.reject(new Error("no")) : Promise.resolve({} as Done);
    for (const what of ["EndGesture", "all"]) {
      const drag = new Drag({ request: refusing(what) }, (error) => said.push(`${what}: ${(error as Error).message}`));
      drag.step(place(drag, 1));
      await new Promise((resolve) => setTimeout(resolve));
      expect(await drag.end(true)).toBe(false);
    }
    expect(said).toEqual(["EndGesture: no", "all: no"]);
    const given = new Drag({ request: refusing("CancelGesture") }, () => said.push("given up"));
    given.step(place(given, 1));
    expect(await given.end(false)).toBe(false);
    expect(said.length).toBe(2);
  });

  it("tells where its end was refused", async () => {
    const drag = new Drag({ request: () => Promise.reject(new Error("no")) }, () => null);
    drag.step(place(drag, 1));
    expect(await drag.end(true)).toBe(false);
  });
});
