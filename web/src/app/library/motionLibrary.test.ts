import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LibraryAnswer, LibraryMotion } from "../../protocol/generated";
import { MotionLibrary, REST } from "./motionLibrary.svelte";

const motion = (id: number, name: string): LibraryMotion => ({
  id,
  name,
  seconds: 2,
  meanSpeed: 1,
  peakSpeed: 2,
  contacts: 3,
  turns: 0,
  rise: 0,
  height: 1.7,
  distance: null,
});
const answer = (...motions: LibraryMotion[]): LibraryAnswer => ({ total: motions.length, size: 9, motions });

/** A server whose answers wait until they are let go. */
function server() {
  const waiting: { path: string; method: string; reply: (body: unknown, status?: number) => Promise<void> }[] = [];
  const request = ((path: string, init?: RequestInit) =>
    new Promise<Response>((resolve) => {
      const reply = async (body: unknown, status = 200) => {
        resolve(new Response(JSON.stringify(body), { status }));
        await vi.advanceTimersByTimeAsync(0);
      };
      waiting.push({ path, method: init?.method ?? "GET", reply });
    })) as typeof fetch;
  return { waiting, library: new MotionLibrary({ address: (path) => path }, request) };
}

describe("the motion library", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("searches once when typing rests", async () => {
    const { waiting, library } = server();
    for (const words of ["w", "wa", "walk & run"]) library.search(words);
    await vi.advanceTimersByTimeAsync(REST);
    expect(waiting.map(({ path }) => path)).toEqual(["/api/library?words=walk+%26+run"]);
    await waiting[0]!.reply(answer(motion(1, "walk")));
    expect(library.answer.motions[0]!.name).toBe("walk");
  });

  it("drops an answer that a newer question has overtaken", async () => {
    const { waiting, library } = server();
    void library.refresh();
    void library.findSimilar(motion(7, "run"));
    expect(waiting[1]!.path).toBe("/api/library/7/like");
    await waiting[1]!.reply(answer(motion(2, "jog")));
    await waiting[0]!.reply(answer(motion(1, "walk")));
    expect(library.answer.motions[0]!.name).toBe("jog");
  });

  it("returns from similar motions to the search when the words change", async () => {
    const { waiting, library } = server();
    void library.findSimilar(motion(7, "run"));
    library.search("jump");
    await vi.advanceTimersByTimeAsync(REST);
    expect(library.like).toBeNull();
    expect(waiting.at(-1)!.path).toBe("/api/library?words=jump");
  });

  it("searches by a figure, with the limits that were set", async () => {
    const { waiting, library } = server();
    void library.by("mean_speed");
    void library.limit(1.5, 20);
    void library.limit(1.5, 3);
    void library.by("");
    expect(waiting.map(({ path }) => path.split("?")[1])).toEqual([
      "words=&figure=mean_speed&low=0",
      "words=&figure=mean_speed&low=1.5",
      "words=&figure=mean_speed&low=1.5&high=3",
      "words=",
    ]);
  });

  it("keeps its list while the studio does not answer", async () => {
    const { waiting, library } = server();
    void library.refresh();
    await waiting[0]!.reply(answer(motion(1, "walk")));
    void library.refresh();
    await waiting[1]!.reply({ message: "busy" }, 500);
    expect(library.answer.motions).toHaveLength(1);
  });

  it("adds a motion, and says why it cannot", async () => {
    const { waiting, library } = server();
    const added = library.add(motion(3, "walk"));
    expect(waiting[0]).toMatchObject({ path: "/api/library/3/add", method: "POST" });
    await waiting[0]!.reply({ job: "j" }, 202);
    expect(await added).toBeNull();
    const refused = library.add(motion(4, "gone"));
    await waiting[1]!.reply({ message: "gone.bvh is no longer where it was." }, 400);
    expect(await refused).toBe("gone.bvh is no longer where it was.");
  });
});
