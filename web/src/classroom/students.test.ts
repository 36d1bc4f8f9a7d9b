import { describe, expect, it } from "vitest";
import { clock } from "../text/format";
import { countsOf, newestFirst, presenceOf, type Student } from "./students";

const student = (changes: Partial<Student> = {}): Student => ({
  id: "a",
  name: "Ada",
  state: "closed",
  here: false,
  last_seen: 0,
  trouble: "",
  picture: 0,
  hand_ins: [],
  token: "t",
  view: "v",
  ...changes,
});

describe("a student on the teacher's page", () => {
  const now = 1_800_000_000;
  it("is there", () => expect(presenceOf(student({ here: true, state: "open" }), now).tone).toBe("here"));
  it("was never there", () => expect(presenceOf(student(), now).text).toBe("Not opened yet"));
  it("was seen today, at a time", () =>
    expect(presenceOf(student({ last_seen: now - 600 }), now).text).toBe(`Last seen ${clock(now - 600)}`));
  it("was seen another day, without a time that would mislead", () =>
    expect(presenceOf(student({ last_seen: now - 200_000 }), now).text).toBe("Last seen before today"));
  it("has trouble, which is said in the server's words", () =>
    expect(presenceOf(student({ state: "failed", trouble: "The file is damaged." }), now)).toEqual({
      tone: "trouble",
      text: "The file is damaged.",
    }));
});

describe("a class", () => {
  const copies = [
    { name: "one", time: 1 },
    { name: "two", time: 2 },
  ];
  it("lists copies with the newest first", () =>
    expect(newestFirst(copies).map(({ name }) => name)).toEqual(["two", "one"]));
  it("counts the students that are there and those that have handed in", () =>
    expect(countsOf([student({ here: true }), student({ hand_ins: copies }), student()])).toEqual({
      here: 1,
      handedIn: 1,
      all: 3,
    }));
});
