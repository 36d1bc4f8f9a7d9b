import { expect, it } from "vitest";
import type { GroundPath } from "../../../stage/groundPath";
import { pathText } from "./groundPath";

it("gives length and time", () => {
  const path: GroundPath = Array.from({ length: 43 }, (_, index) => [0.1 * index, 0]);
  expect(pathText(path, 0.7)).toBe("4.2 m, about 6 s");
  expect(pathText(path, 0)).toBe("4.2 m");
});
