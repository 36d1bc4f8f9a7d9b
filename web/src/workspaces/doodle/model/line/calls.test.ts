import { expect, it } from "vitest";
import type { MotionRecord } from "../../../../protocol/generated";
import { callableMotions } from "./calls";

const motion = (id: string, over: Partial<MotionRecord> = {}) =>
  ({ kind: "motion", id, character: "c1", form: "clip", duration: 2, ...over }) as MotionRecord;

it("a gesture plays motions of the performer, but not what the sheet performs, markers, or an hour", () => {
  const records = [
    motion("clip"),
    motion("take", { form: "performance" }),
    motion("own", { form: "doodle" }),
    motion("other", { character: "c2" }),
    motion("markers", { form: "markers" }),
    motion("long", { duration: 3600 }),
  ];
  expect(callableMotions(records, "c1", "own").map(({ id }) => id)).toEqual(["clip", "take"]);
  expect(callableMotions(records, null, null)).toEqual([]);
});
