import { describe, expect, it } from "vitest";
import type { PieceInfo } from "../../../../protocol/generated";
import { palettes } from "../../../../ui/theme/tokens";
import { contrast } from "../../../../ui/theme/colours";
import {
  hueOfPiece,
  inSpace,
  landingsOf,
  onCard,
  onSheet,
  otherMeanings,
  pieceAt,
  PIECE_HUES,
  topsOf,
  UNKNOWN_HUE,
} from "./pieces";

const piece = (over: Partial<PieceInfo>): PieceInfo => ({
  stroke: "k-1",
  start: 0,
  stop: 9,
  motion: "walk",
  title: "walk",
  backward: false,
  group: "step",
  confidence: 1,
  startTime: 0,
  apexTime: 0.5,
  endTime: 1,
  takeoff: [0, 0, 0],
  apex: [0, 0.3, 0.5],
  landing: [0, 0, 1],
  turns: 0,
  chosen: false,
  guesses: [],
  reason: "",
  ...over,
});
const unknown = piece({ motion: null, group: null, title: "?", startTime: 1, endTime: 2 });

describe("pieces", () => {
  it("have colours that are seen on paper in both rooms, and names that are read there", () => {
    for (const { paper, paperText, paperInk } of Object.values(palettes)) {
      for (const hue of [...Object.values(PIECE_HUES), UNKNOWN_HUE])
        expect(contrast(hue, paper), hue).toBeGreaterThanOrEqual(3);
      expect(contrast(paperText, paper)).toBeGreaterThanOrEqual(4.5);
      expect(contrast(paperInk, paper)).toBeGreaterThanOrEqual(7);
    }
    expect(hueOfPiece(unknown)).toBe(UNKNOWN_HUE);
  });

  it("land where they can be dragged, but not where nothing was understood or nothing moved", () => {
    const pieces = [
      piece({}),
      unknown,
      piece({ group: "stand" }),
      piece({ landing: [0, 0, 3] }),
      piece({ stroke: "k-2" }),
    ];
    expect(landingsOf(pieces).map(({ piece: index, last }) => [index, last])).toEqual([
      [0, false],
      [3, true],
      [4, true],
    ]);
  });

  it("have a top that can be moved where they rise over the line between their ends", () => {
    const arcs = [
      piece({}),
      unknown,
      piece({ group: "stand" }),
      piece({ apex: [0, 0.05, 0.5] }), // a slide
      piece({ takeoff: [0, 0, 0], apex: [0, 0.5, 1], landing: [0, 0.5, 1] }), // a step up
      piece({ takeoff: [0, 0.3, 0], apex: [0, 0.9, 0.5], landing: [0, 0.3, 1] }), // on a box
      piece({ apex: [0, 0.4, 0], landing: [0, 0, 0] }), // on the spot
    ];
    expect(topsOf(arcs).map(({ piece: index }) => index)).toEqual([0, 5, 6]);
  });

  it("lie on the sheet as the engine's space says: x is z", () => {
    expect(onSheet([0.2, 1, 3])).toEqual([3, 1]);
    expect(inSpace([3, 1])).toEqual([0, 1, 3]);
  });

  it("are found by time", () => {
    expect([-1, 0, 0.99, 1.5, 2].map((time) => pieceAt([piece({}), unknown], time))).toEqual([-1, 0, 0, 1, -1]);
  });

  const gestures = ["walk", "tiptoe", "hop", "stomp"].map((name) => ({
    name,
    title: name,
    group: "step" as const,
    hint: "",
    example: [],
    backward: name === "stomp" ? [] : [[0, 0, 0] as [number, number, number]],
  }));
  const says = (meanings: readonly { motion: string; backward: boolean }[]) =>
    meanings.map(({ motion, backward }) => (backward ? `${motion} back` : motion));

  it("may mean something else, the nearest first, nothing twice", () => {
    const doubtful = piece({
      guesses: [
        { motion: "walk", title: "walk", backward: false, closeness: 1 },
        { motion: "hop", title: "hop", backward: false, closeness: 0.4 },
      ],
    });
    expect(says(otherMeanings(doubtful, gestures).kept)).toEqual(["hop", "tiptoe", "stomp"]);
  });

  it("may mean every form of every motion; those that turn the character come last and say so", () => {
    const forward = otherMeanings(piece({}), gestures);
    expect(says(forward.kept)).toEqual(["tiptoe", "hop", "stomp"]);
    expect(says(forward.turned)).toEqual(["walk back", "tiptoe back", "hop back"]);
    expect(forward.turned[0]!.title).toBe("walk backward");
    const back = otherMeanings(piece({ backward: true }), gestures);
    expect(says(back.kept)).toEqual(["tiptoe back", "hop back", "stomp back"]);
    expect(says(back.turned)).toEqual(["walk", "tiptoe", "hop", "stomp"]);
    const all = otherMeanings(unknown, gestures);
    expect([...says(all.kept), ...says(all.turned)]).toHaveLength(7);
  });

  it("fit on a card, with the jump line where they reach over it", () => {
    const arc = Array.from(
      { length: 20 },
      (_, at) => [at / 10, 1.2 * Math.sin((Math.PI * at) / 19), at / 30] as [number, number, number],
    );
    const card = onCard(arc, 72, 48);
    const numbers = card.path.match(/-?[\d.]+/g)!.map(Number);
    for (let at = 0; at < numbers.length; at += 2) {
      expect(numbers[at]).toBeGreaterThanOrEqual(0);
      expect(numbers[at]).toBeLessThanOrEqual(72);
      expect(numbers[at + 1]).toBeGreaterThanOrEqual(0);
      expect(numbers[at + 1]).toBeLessThanOrEqual(48);
    }
    expect(card.jump).not.toBeNull();
    expect(
      onCard(
        [
          [0, 0, 0],
          [0.4, 0, 1],
        ],
        72,
        48,
      ).jump,
    ).toBeNull();
  });
});
