import { Mesh } from "three";
import { expect, it } from "vitest";
import type { DoodleProp, PropKind } from "../../../protocol/generated";
import { DoodleProps } from "./props";

it.each(["box", "ball", "tree"] as PropKind[])("frees shapes and materials of a %s that is gone", (kind) => {
  const props = new DoodleProps();
  const prop = { id: "a", kind, place: [0, 0, 0], size: [1, 1, 1], turn: 0 } as unknown as DoodleProp;
  props.lay([prop], () => null, null, "#000", "#fff");
  const [open, freed] = [new Set<object>(), new Set<object>()];
  props.object.traverse((object) => {
    if (!(object instanceof Mesh)) return;
    for (const each of [object.geometry, ...[object.material].flat()]) {
      open.add(each);
      each.addEventListener("dispose", () => freed.add(each));
    }
  });
  props.lay([], () => null, null, "#000", "#fff");
  expect(open.size).toBeGreaterThan(1);
  expect(freed).toEqual(open);
});
