import { beforeEach, describe, expect, it } from "vitest";
import { graphOf, type FlatKey } from "../model/channels/channelKeys";
import type { TrackId } from "../model/motion";
import { ChannelCurves } from "./channelCurves.svelte";
import type { ChannelKeys } from "./channelKeys.svelte";
import { LEVEL } from "../../../timeline/curves/valueAxis";

const key = (time: number, ...value: number[]): FlatKey => {
  const level = value.map(() => 0);
  return { time, value, arriving: level, leaving: level };
};

/** A channel with positions and a weight, that notes the drags of its keys. */
class Noted {
  rows = [
    {
      track: "position",
      deform: "",
      weight: false,
      label: "Position",
      names: ["x", "y"],
      keys: [key(0, 0, 0), key(1, 2, 3)],
    },
    { track: "position", deform: "", weight: true, label: "Weight", names: ["w"], keys: [key(0, 0.5)] },
  ] as const;
  graph = graphOf(this.rows, true);
  chosen: { row: TrackId; key: number } | null = null;
  times = [0, 1];
  time = 0.5;
  duration = 2;
  steps: (readonly FlatKey[])[] = [];
  ends: boolean[] = [];
  step(_: TrackId, keys: readonly FlatKey[]) {
    this.steps.push(keys);
  }
  end(kept: boolean) {
    this.ends.push(kept);
  }
}

describe("a hand on a channel's curves", () => {
  let noted: Noted;
  let curves: ChannelCurves;
  const onKey = (line: number, at: number) =>
    ({ on: "key", caught: { columns: [], keys: [[line, at]] }, time: at, held: false }) as const;
  beforeEach(() => {
    noted = new Noted();
    const playback = { fps: 10, transport: {} } as unknown as ConstructorParameters<typeof ChannelCurves>[1];
    curves = new ChannelCurves(noted as unknown as ChannelKeys, playback, () => true);
  });

  it("selects a key with all values of its track", () => {
    curves.select({ columns: [], keys: [[1, 1]] });
    expect(noted.chosen).toEqual({ row: { track: "position", deform: "", weight: false }, key: 1 });
    const again = new ChannelCurves(noted as unknown as ChannelKeys, { fps: 10 } as never, () => true);
    expect(again.selected.keys).toEqual([
      [0, 1],
      [1, 1],
    ]);
    curves.select({ columns: [], keys: [] });
    expect(noted.chosen).toBeNull();
  });

  it("moves one value of a key, and its time, and ends as one edit", () => {
    const drag = curves.begin(onKey(1, 1))!;
    expect(drag.targets.map(({ time }) => time)).toEqual([0.5, 0]);
    drag.carry(0.25, { ...LEVEL, length: 4 });
    expect(noted.steps[0]![1]).toMatchObject({ time: 1.25, value: [2, 7] });
    curves.end(true);
    expect([noted.ends, curves.dragging]).toEqual([[true], false]);
  });

  it("keeps weights from 0 to 1", () => {
    curves.begin(onKey(2, 0))!.carry(0, { ...LEVEL, ratio: 3 });
    expect(noted.steps[0]![0]!.value).toEqual([1]);
  });

  it("bends both sides of a key, or with Alt one", () => {
    const handle = { on: "handle", channel: 0, key: 1, side: "in", time: 0.5, value: 2, free: false } as const;
    const drag = curves.begin(handle)!;
    drag.bend(handle, 0.5, 1, false);
    drag.bend(handle, 0.5, 1, true);
    expect(noted.steps[0]![1]).toMatchObject({ arriving: [2, 0], leaving: [2, 0] });
    expect(noted.steps[1]![1]).toMatchObject({ arriving: [2, 0], leaving: [0, 0] });
  });

  it("does nothing where nothing can be edited, or nothing has moved", () => {
    const locked = new ChannelCurves(noted as unknown as ChannelKeys, { fps: 10 } as never, () => false);
    expect(locked.begin(onKey(0, 1))).toBeNull();
    curves.begin(onKey(0, 1));
    curves.end(true);
    expect(noted.ends).toEqual([]);
  });
});
