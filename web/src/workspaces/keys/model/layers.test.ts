import { describe, expect, it } from "vitest";
import type { Layering, StackedLayer } from "../../../protocol/generated";
import { BASE, editedLayer, isKeyed, plays } from "./layers";

const layer = (name: string, form: "clip" | "animation", more: Partial<StackedLayer> = {}): StackedLayer => ({
  ...{ name, weight: 1, muted: false, solo: false },
  part: { form, keys: 0, blob: name },
  ...more,
});
const layering = (base: "clip" | "animation", ...layers: StackedLayer[]): Layering => ({
  source: "m1",
  base: { form: base, keys: 0, blob: "base" },
  layers,
});

describe("the layer that is edited", () => {
  it("is the chosen one while it is there", () => {
    const two = layering("clip", layer("a", "animation"), layer("b", "animation"));
    expect(editedLayer(two, "a")).toBe("a");
    expect(editedLayer(two, BASE)).toBe(BASE);
    expect(editedLayer(two, "gone")).toBe("b");
  });
  it("is else the highest one with keyframes, then the base", () => {
    expect(editedLayer(layering("animation", layer("a", "animation"), layer("detail", "clip")), null)).toBe("a");
    expect(editedLayer(layering("animation", layer("detail", "clip")), null)).toBe(BASE);
    expect(editedLayer(null, "a")).toBe(BASE);
  });
  it("can be edited where it is keyed", () => {
    const over = layering("clip", layer("a", "animation"), layer("detail", "clip"));
    expect(["a", "detail", BASE, "gone"].map((name) => isKeyed(over, name))).toEqual([true, false, false, false]);
  });
});

it("a layer plays unless it is muted, or another one is soloed", () => {
  const layers = [
    layer("a", "clip"),
    layer("b", "clip", { solo: true }),
    layer("c", "clip", { solo: true, muted: true }),
  ];
  expect(layers.map((each) => plays(each, layers))).toEqual([false, true, false]);
  expect(plays(layers[0]!, [layers[0]!])).toBe(true);
});
