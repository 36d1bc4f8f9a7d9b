import { describe, expect, it } from "vitest";
import { found, match } from "./search";

const names = ["walk01", "16_15 walk", "Jumping jacks", "bear", "Octopus", "sidewalk"];
const search = (query: string) => found(names, query, (name) => name).map((hit) => hit.thing);

describe("search", () => {
  it("gives everything, in order, for no query", () => {
    expect(search("  ")).toEqual(names);
  });

  it("puts the start of a word before its middle", () => {
    expect(search("walk")).toEqual(["walk01", "16_15 walk", "sidewalk"]);
  });

  it("finds scattered letters that are close together", () => {
    expect(search("jjk")).toEqual([]);
    expect(search("jmp")).toEqual(["Jumping jacks"]);
    expect(search("octps")).toEqual(["Octopus"]);
  });

  it("ignores case and accents", () => {
    expect(match("BEAR", "béar")?.marks).toEqual([0, 1, 2, 3]);
  });

  it("marks the letters that matched", () => {
    expect(match("walk", "16_15 walk")?.marks).toEqual([6, 7, 8, 9]);
  });

  it("finds nothing where letters are missing", () => {
    expect(match("bearz", "bear")).toBeNull();
  });
});
