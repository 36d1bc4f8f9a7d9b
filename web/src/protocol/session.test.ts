import { describe, expect, it } from "vitest";
import { takeToken, withToken } from "./session";

function browser(hash: string, kept: Record<string, string> = {}) {
  const shown: string[] = [];
  return {
    location: { hash, pathname: "/", search: "?x=1" } as Location,
    history: { replaceState: (_: unknown, __: string, url: string) => shown.push(url) } as unknown as History,
    storage: {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => void (kept[key] = value),
    } as unknown as Storage,
    kept,
    shown,
  };
}

describe("the token", () => {
  it("moves from the address to the tab's storage", () => {
    const tab = browser("#token=s3cret");
    expect(takeToken(tab.location, tab.history, tab.storage)).toBe("s3cret");
    expect(Object.values(tab.kept)).toEqual(["s3cret"]);
    expect(tab.shown).toEqual(["/?x=1"]);
  });

  it("is found again after a reload", () => {
    const tab = browser("", { "kinegraph.token": "s3cret" });
    expect(takeToken(tab.location, tab.history, tab.storage)).toBe("s3cret");
    expect(tab.shown).toEqual([]);
  });

  it("is null if there is no session", () => {
    const tab = browser("");
    expect(takeToken(tab.location, tab.history, tab.storage)).toBeNull();
  });

  it("goes into addresses whole", () => {
    expect(withToken("/api/a.glb", "a b")).toBe("/api/a.glb?token=a%20b");
    expect(withToken("/api/a.glb?v=1", "t")).toBe("/api/a.glb?v=1&token=t");
  });
});
