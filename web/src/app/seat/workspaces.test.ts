import { describe, expect, it } from "vitest";
import { offersWorkspace } from "./workspaces";

const ALL = ["stage", "perform", "doodle", "creatures", "keys"];
const seat = (simple: boolean) => ({ student: "Ada", simple, handedIn: null });
const offered = (of: ReturnType<typeof seat> | null, viewing: boolean) =>
  ALL.filter((id) => offersWorkspace(of, viewing, id));

describe("the workspaces of a class", () => {
  it("are all there outside a class and in the full view", () => {
    expect(offered(null, false)).toEqual(ALL);
    expect(offered(seat(false), false)).toEqual(ALL);
  });
  it("are three in the simple view", () => expect(offered(seat(true), false)).toEqual(["stage", "perform", "doodle"]));
  it("are the stage alone for a page that looks", () => expect(offered(seat(true), true)).toEqual(["stage"]));
});
