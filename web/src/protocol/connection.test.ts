import { describe, expect, it } from "vitest";
import { backOff, connectionText, lost, refused, retried, starting, welcomed, type Connection } from "./connection";

describe("back-off", () => {
  it("doubles and is bounded", () => {
    const delays = [1, 2, 3, 4, 5, 6, 7, 20].map((attempt) => backOff(attempt, 0.5));
    expect(delays.slice(0, 4)).toEqual([0.25, 0.5, 1, 2]);
    expect(delays.at(-1)).toBe(8);
  });

  it("is spread by a quarter either way", () => {
    expect(backOff(3, 0)).toBe(0.75);
    expect(backOff(3, 1)).toBe(1.25);
  });
});

describe("a connection", () => {
  it("counts its failed tries and starts over once welcomed", () => {
    let connection: Connection = starting;
    for (let attempt = 1; attempt <= 3; attempt++) {
      connection = lost(connection, 0.5);
      expect(connection).toMatchObject({ state: "waiting", attempt });
      connection = retried(connection);
    }
    expect(lost(welcomed(connection), 0.5)).toMatchObject({ state: "waiting", attempt: 1 });
  });

  it("stays refused", () => {
    const no = refused("This page is older than the studio. Reload it.");
    expect(lost(no, 0.5)).toBe(no);
    expect(retried(no)).toBe(no);
    expect(welcomed(no)).toBe(no);
  });

  it("waits once for a socket that reports its end twice", () => {
    const waiting = lost({ state: "open" }, 0.5);
    expect(lost(waiting, 0.5)).toBe(waiting);
  });

  it("says nothing while all is well", () => {
    expect(connectionText(starting)).toBeNull();
    expect(connectionText({ state: "open" })).toBeNull();
  });

  it("says what happens, and later what to do", () => {
    expect(connectionText({ state: "waiting", attempt: 1, delay: 1 })).toBe("Reconnecting…");
    expect(connectionText({ state: "waiting", attempt: 7, delay: 8 })).toMatch(/still running/);
  });
});
