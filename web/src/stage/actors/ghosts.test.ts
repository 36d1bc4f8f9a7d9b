import { describe, expect, it } from "vitest";
import { ghostColumns, keyGhosts, onionSkin } from "./ghosts";
import type { KeyColumn } from "../../timeline/curves/curves";

const settings = { before: 2, after: 2, step: 0.25 };

describe("onion skin", () => {
  it("stands at even steps around the playhead, nearest first, blue behind and amber ahead", () => {
    expect(onionSkin(1, 4, settings).map(({ time, tint }) => [time, tint])).toEqual([
      [0.75, "ghostBefore"],
      [0.5, "ghostBefore"],
      [1.25, "ghostAfter"],
      [1.5, "ghostAfter"],
    ]);
  });

  it("is fainter the further away", () => {
    const [near, far] = onionSkin(1, 4, settings);
    expect(near!.strength).toBeGreaterThan(far!.strength);
    expect(far!.strength).toBeGreaterThan(0);
  });

  it("stays inside the motion", () => {
    expect(onionSkin(0.25, 4, settings).map((ghost) => ghost.time)).toEqual([0, 0.5, 0.75]);
    expect(onionSkin(4, 4, settings).map((ghost) => ghost.time)).toEqual([3.75, 3.5]);
  });
});

describe("ghosts of keys", () => {
  const column = (time: number, tag: KeyColumn["tag"] = "keypose"): KeyColumn => ({ time, tag, importance: 1 });
  const columns = [column(0), column(1, "breakdown"), column(2), column(3, "detail"), column(4), column(5)];
  const times = (selected: number[], time: number, most = 12) =>
    keyGhosts(ghostColumns(columns, selected), time, 0.01, most).map((ghost) => ghost.time);

  it("are those that are selected, nearest first, with the tint of their tag", () => {
    const ghosts = keyGhosts(ghostColumns(columns, [1, 3, 5]), 2.9, 0.01, 12);
    expect(ghosts.map(({ time, tint }) => [time, tint])).toEqual([
      [3, "detail"],
      [1, "breakdown"],
      [5, "keypose"],
    ]);
  });

  it("are the nearest of many, at most as many as asked for", () => {
    expect(times([0, 1, 2, 3, 4, 5], 2.6, 3)).toEqual([3, 2, 4]);
  });

  it("are of the keyposes around the playhead where none is selected", () => {
    expect(times([], 2.6)).toEqual([2, 4, 5, 0]);
  });

  it("are of whatever keys there are where there are no keyposes", () => {
    const details = [column(0, "detail"), column(1, "detail")];
    expect(keyGhosts(ghostColumns(details, []), 0.4, 0.01, 12).map((ghost) => ghost.time)).toEqual([0, 1]);
  });

  it("leave out the key that the body itself stands in", () => {
    expect(times([2, 3], 2)).toEqual([3]);
  });

  it("grow fainter with distance and never vanish", () => {
    const strengths = keyGhosts(ghostColumns(columns, [0, 1, 2, 3, 4, 5]), 0.4, 0.01, 12).map(
      (ghost) => ghost.strength,
    );
    expect([...strengths].sort((a, b) => b - a)).toEqual(strengths);
    expect(strengths.at(-1)).toBeGreaterThan(0.2);
  });
});
