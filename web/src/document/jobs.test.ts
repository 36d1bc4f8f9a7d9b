import { describe, expect, it } from "vitest";
import { JobEnds, jobsAfter, progressText, type Job, type JobEnd } from "./jobs";

const started = (job: string) => ({ type: "JobStarted", job, kind: "import", label: "Reading walk.bvh" }) as const;
const progress = (job: string, done: number, total: number, secondsLeft: number | null = null) =>
  ({ type: "JobProgress", job, kind: "import", label: "Reading", done, total, secondsLeft }) as const;

describe("jobs", () => {
  it("start, go on and end, in their order", () => {
    let jobs = [started("a"), started("b"), progress("a", 3, 4)].reduce<Job[]>(jobsAfter, []);
    expect(jobs.map((job) => [job.id, job.share])).toEqual([
      ["a", 0.75],
      ["b", null],
    ]);
    jobs = jobsAfter(jobs, { type: "JobFailed", job: "a", kind: "import", message: "No.", cancelled: false });
    expect(jobs.map((job) => job.id)).toEqual(["b"]);
  });

  it("that were never announced are taken up", () => {
    expect(jobsAfter([], progress("x", 1, 0))[0]).toMatchObject({ id: "x", share: null });
  });

  it("never show more than all", () => {
    expect(jobsAfter([], progress("x", 9, 4))[0]!.share).toBe(1);
  });

  it("say how much and how long", () => {
    const text = (secondsLeft: number | null, share: number | null = 0.42) =>
      progressText({ id: "", kind: "import", label: "", share, secondsLeft });
    expect([text(8.2), text(47), text(240), text(0.4), text(null), text(null, null)]).toEqual([
      "42 % · about 8 s left",
      "42 % · about 50 s left",
      "42 % · about 4 min left",
      "42 % · almost there",
      "42 %",
      "",
    ]);
  });
});

describe("the end of a job", () => {
  it("is reported to the caller that waits for it, once", () => {
    const [ends, heard] = [new JobEnds(), [] as JobEnd[]];
    ends.listen("a", (end) => heard.push(end));
    const end = { type: "JobFailed", job: "a", kind: "export", message: "No.", cancelled: false } as const;
    expect([ends.tell(end), ends.tell(end)]).toEqual([true, false]);
    expect(heard).toEqual([end]);
  });

  it("that came while the connection was lost is a failure; what is still under way goes on", () => {
    const [ends, heard] = [new JobEnds(), [] as JobEnd[]];
    const [lost, still] = [started("lost"), started("still")].reduce<Job[]>(jobsAfter, []);
    ends.listen("lost", (end) => heard.push(end));
    ends.listen("still", (end) => heard.push(end));
    ends.reconnected([lost!, still!], [still!]);
    expect(heard).toMatchObject([{ type: "JobFailed", job: "lost", kind: "import", cancelled: false }]);
    expect(ends.tell({ type: "JobFailed", job: "still", kind: "import", message: "", cancelled: true })).toBe(true);
  });
});
