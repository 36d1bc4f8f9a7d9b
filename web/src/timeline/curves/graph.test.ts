import { describe, expect, it } from "vitest";
import { valueAt } from "./curves";
import { curve, curvesWith } from "./curves.fixture";
import { boxBetween } from "./dopesheet";
import {
  extents,
  handlePoint,
  hasHandle,
  hitAt,
  keyRange,
  keysInBox,
  shownChannels,
  showsHandles,
  spreadLabels,
  tracePath,
  valueExtent,
  type GraphView,
  type PathPen,
} from "./graph";
import { NO_KEYS, SelectedKeys } from "./selection";

const values = { bottom: 0, scale: 20, height: 200 };
const view: GraphView = {
  time: { start: 0, scale: 100, width: 400 },
  values: { angle: values, length: { ...values, scale: 100 }, ratio: values },
};
const curves = curvesWith([
  curve({ joint: 1, times: [0, 1, 2], values: [0, 5, 0] }),
  curve({ joint: 1, property: "translation", unit: "length", times: [0, 2], values: [1, 1] }),
  curve({ joint: 2, times: [0, 2], values: [8, 8] }),
]);
const none = new SelectedKeys(curves, NO_KEYS);
const middle = new SelectedKeys(curves, { columns: [], keys: [[0, 1]] });

describe("which curves are shown", () => {
  it("prefers picked channels, then joints, then others, then the first joint's", () => {
    expect(shownChannels(curves, new Set([2]), [1], [])).toEqual([2]);
    expect(shownChannels(curves, new Set(), [1], [])).toEqual([0, 1]);
    expect(shownChannels(curves, new Set(), [], [2])).toEqual([2]);
    expect(shownChannels(curves, new Set(), [], [])).toEqual([0, 1]);
    expect(shownChannels(curves, new Set(), [9], [])).toEqual([0, 1]);
    expect(shownChannels(curvesWith([]), new Set(), [1], [])).toEqual([]);
  });
});

describe("extents", () => {
  it("keeps units apart", () => {
    expect(extents(curves, [0, 1, 2])).toEqual({ angle: { low: 0, high: 8 }, length: { low: 1, high: 1 } });
  });

  it("includes where a curve bows out over its keys", () => {
    const bowed = curve({ times: [0, 1], values: [0, 0] });
    bowed.outHandles.set([1 / 3, 4], 0);
    bowed.inHandles.set([2 / 3, 4], 2);
    expect(valueExtent(bowed)!.high).toBeCloseTo(3);
  });

  it("looks at a stretch of time alone, and says where there is nothing", () => {
    expect(valueExtent(curves.channels[0]!, 0.9, 1.1)!.low).toBeGreaterThan(3);
    expect(valueExtent(curves.channels[0]!, 5, 6)).toBeNull();
  });
});

describe("tracePath", () => {
  const trace = (channel: number, of = view, from = curves) => {
    const strokes: (string | number)[][] = [];
    const pen: PathPen = {
      moveTo: (...at) => strokes.push(["M", ...at]),
      lineTo: (...at) => strokes.push(["L", ...at]),
      bezierCurveTo: (...at) => strokes.push(["C", ...at.map((each) => Number(each.toFixed(6)))]),
    };
    tracePath(pen, from.channels[channel]!, of);
    return strokes;
  };

  it("draws the engine's own Bezier, level outside", () => {
    expect(trace(0)).toEqual([
      ["M", 0, 200],
      ["L", 0, 200],
      ["C", 33.333333, 166.666667, 66.666667, 133.333333, 100, 100],
      ["C", 133.333333, 133.333333, 166.666667, 166.666667, 200, 200],
      ["L", 400, 200],
    ]);
  });

  it("draws a held segment as a step", () => {
    const held = curvesWith([curve({ times: [0, 1], values: [2, 5], holds: Uint8Array.from([1, 0]) })]);
    expect(trace(0, view, held).slice(2, 4)).toEqual([
      ["L", 100, 160],
      ["L", 100, 100],
    ]);
  });

  it("skips what lies outside the window", () => {
    const long = curve({ times: Array.from({ length: 1000 }, (_, index) => index) });
    expect(keyRange(long, { start: 500.5, scale: 100, width: 200 })).toEqual({ first: 500, last: 503 });
  });
});

describe("hitAt", () => {
  it("takes keys before curves", () => {
    expect(hitAt(curves, [0], none, view, { x: 102, y: 102 }, 6)).toEqual({ on: "key", channel: 0, key: 1 });
    expect(hitAt(curves, [0], none, view, { x: 50, y: 150 }, 6)).toMatchObject({ on: "curve", channel: 0 });
    expect(hitAt(curves, [0], none, view, { x: 50, y: 50 }, 6)).toBeNull();
  });

  it("takes handles of selected keys alone", () => {
    const at = handlePoint(view, curves.channels[0]!, 1, "out");
    expect(hitAt(curves, [0], middle, view, at, 6)).toEqual({ on: "handle", channel: 0, key: 1, side: "out" });
    expect(hitAt(curves, [0], none, view, at, 6)).toMatchObject({ on: "curve" });
  });

  it("takes the key where a handle lies on it", () => {
    const collapsed = curvesWith([curve({ times: [0, 1, 2], values: [0, 5, 0] })]);
    collapsed.channels[0]!.outHandles.set([1, 5], 2);
    const chosen = new SelectedKeys(collapsed, { columns: [], keys: [[0, 1]] });
    expect(hitAt(collapsed, [0], chosen, view, { x: 100, y: 100 }, 6)).toMatchObject({ on: "key" });
  });

  it("offers no handles where thousands of keys are selected", () => {
    const many = curvesWith([curve({ times: Array.from({ length: 1000 }, (_, index) => index / 100) })]);
    const all = new SelectedKeys(many, {
      columns: [],
      keys: Array.from({ length: 1000 }, (_, key) => [0, key] as const),
    });
    expect([showsHandles(all, [0]), showsHandles(middle, [0])]).toEqual([false, true]);
  });

  it("measures to a steep curve across, not down", () => {
    const steep = curvesWith([curve({ times: [0, 0.02], values: [0, 10] })]);
    const time = 0.01;
    const y = 200 - valueAt(steep.channels[0]!, time) * 20;
    expect(hitAt(steep, [0], none, view, { x: 2.5, y }, 4)?.on).toBeDefined();
  });

  it("knows which handles shape anything", () => {
    const held = curve({ times: [0, 1, 2], holds: Uint8Array.from([0, 1, 0]) });
    expect([hasHandle(held, 0, "in"), hasHandle(held, 0, "out"), hasHandle(held, 1, "out")]).toEqual([
      false,
      true,
      false,
    ]);
    expect([hasHandle(held, 2, "in"), hasHandle(held, 2, "out")]).toEqual([false, false]);
  });
});

describe("keysInBox", () => {
  it("catches by time and value", () => {
    expect(keysInBox(curves, [0, 2], view, boxBetween(50, 50, 150, 150))).toEqual([[0, 1]]);
    expect(keysInBox(curves, [0, 1], view, boxBetween(-5, 90, 250, 110))).toEqual([
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
  });
});

describe("spreadLabels", () => {
  it("keeps labels apart, in order and inside", () => {
    expect(spreadLabels([50, 50, 52], 14, 200)).toEqual([50, 64, 78]);
    expect(spreadLabels([198, 196], 14, 200)).toEqual([193, 179]);
    expect(spreadLabels([20], 14, 200)).toEqual([20]);
  });
});
