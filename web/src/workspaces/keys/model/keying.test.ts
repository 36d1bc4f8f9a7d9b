import { describe, expect, it } from "vitest";
import type { KeyChoicesFrame, KeysFrame } from "../../../protocol/generated";
import { FrameError, type Frame, type NumberArray } from "../../../protocol/frames";
import { AUTOMATIC } from "./settings";
import { choicesOf, clipOfKeys, columnsOfKeys, neighbour, shownOf } from "./keying";

const array = (data: NumberArray, shape = [data.length]) => ({ data, shape });

function keysFrame(): Frame<KeysFrame> {
  return {
    header: {
      ...{ type: "KeysFrame", arrays: [], motion: "m1", result: null, blob: "", fps: 30, count: 3 },
      ...{ preview: true, quick: true, gesture: "g", figures: null, missed: null },
    },
    arrays: new Map([
      ["keyFrames", array(Int32Array.of(0, 12, 30))],
      ["tags", array(Uint8Array.of(0, 1, 2))],
      ["importance", array(Float32Array.of(1, 0.25, 0.5))],
      ["roots", array(new Float32Array(6), [2, 3])],
      ["rotations", array(new Float32Array(8), [2, 1, 4])],
    ]),
  };
}

describe("what is shown", () => {
  it("gives columns with time, tag and importance", () => {
    expect(columnsOfKeys(shownOf(keysFrame()), 30)).toEqual([
      { time: 0, tag: "keypose", importance: 1 },
      { time: 0.4, tag: "breakdown", importance: 0.25 },
      { time: 1, tag: "detail", importance: 0.5 },
    ]);
  });

  it("gives a clip that plays", () => {
    expect(clipOfKeys(keysFrame())).toMatchObject({ kind: "clip", frames: 2, joints: 1, fps: 30, translations: null });
  });

  it("is refused where an array is missing or of another kind", () => {
    const frame = keysFrame();
    frame.arrays.set("tags", array(Int32Array.of(0, 1, 2)));
    expect(() => shownOf(frame)).toThrow(FrameError);
  });
});

describe("choices", () => {
  it("are read with what the engine said about them", () => {
    const header: KeyChoicesFrame = {
      ...{ type: "KeyChoicesFrame", arrays: [], motion: "m1", blob: "b", frames: 31, fps: 30, automatic: 3 },
      ...{
        layerCounts: [2, 3, 3],
        accuracy: [0.2, 0.2, 0.01],
        objectives: ["chord_max"],
        leading: ["Hips"],
        allowed: 0.03,
        leftOut: 1,
        notes: ["solved whole"],
        settings: AUTOMATIC,
      },
    };
    const arrays = new Map([
      ["counts", array(Int32Array.of(2, 3))],
      ["errors", array(Float32Array.of(0.5, 0.25))],
      ["forced", array(Int32Array.of(0, 30))],
      ["importance", array(new Float32Array(31))],
    ]);
    expect(choicesOf({ header, arrays })).toMatchObject({
      automatic: 3,
      leading: ["Hips"],
      leftOut: 1,
      counts: Int32Array.of(2, 3),
    });
  });
});

describe("the key before and after", () => {
  const columns = columnsOfKeys(shownOf(keysFrame()), 30);

  it("is not the one under the playhead", () => {
    expect(neighbour(columns, 0.4, 1)?.time).toBe(1);
    expect(neighbour(columns, 0.4, -1)?.time).toBe(0);
    expect(neighbour(columns, 0.4 + 1e-9, -1)?.time).toBe(0);
  });

  it("is the nearest from between", () => {
    expect(neighbour(columns, 0.5, 1)?.time).toBe(1);
    expect(neighbour(columns, 0.5, -1)?.time).toBe(0.4);
  });

  it("is null past the ends", () => {
    expect(neighbour(columns, 1, 1)).toBeNull();
    expect(neighbour(columns, 0, -1)).toBeNull();
  });
});
