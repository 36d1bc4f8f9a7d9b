import { describe, expect, it } from "vitest";
import { NewestWins } from "./newestWins";

/** A studio that answers when the test asks for it. */
function slow() {
  const sent: number[] = [];
  const answers: { resolve: () => void; reject: (error: Error) => void }[] = [];
  const failures: unknown[] = [];
  const pump = new NewestWins<number>(
    (step) => {
      sent.push(step);
      return new Promise<void>((resolve, reject) => answers.push({ resolve, reject }));
    },
    (error) => failures.push(error),
  );
  const turn = () => new Promise((resolve) => setTimeout(resolve));
  return { sent, answers, failures, pump, turn };
}

describe("steps of a drag", () => {
  it("go one at a time, and only the newest of those that waited", async () => {
    const { sent, answers, pump, turn } = slow();
    [1, 2, 3, 4].forEach((step) => pump.push(step));
    expect(sent).toEqual([1]);
    answers[0]!.resolve();
    await turn();
    expect(sent).toEqual([1, 4]);
    answers[1]!.resolve();
    await pump.settled();
    pump.push(5);
    expect(sent).toEqual([1, 4, 5]);
  });

  it("settle when the last is answered", async () => {
    const { answers, pump, turn } = slow();
    pump.push(1);
    pump.push(2);
    let done = false;
    void pump.settled().then(() => (done = true));
    answers[0]!.resolve();
    await turn();
    expect(done).toBe(false);
    answers[1]!.resolve();
    await turn();
    expect(done).toBe(true);
  });

  it("go on after one was refused", async () => {
    const { sent, answers, failures, pump, turn } = slow();
    pump.push(1);
    pump.push(2);
    answers[0]!.reject(new Error("no"));
    await turn();
    expect(failures).toHaveLength(1);
    expect(sent).toEqual([1, 2]);
  });

  it("are forgotten while they wait, not while they are under way", async () => {
    const { sent, answers, pump } = slow();
    pump.push(1);
    pump.push(2);
    pump.drop();
    answers[0]!.resolve();
    await pump.settled();
    expect(sent).toEqual([1]);
  });
});
