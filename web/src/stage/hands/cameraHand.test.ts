import { Vector3 } from "three";
import { describe, expect, it } from "vitest";
import type { Placement } from "../../protocol/generated";
import type { Hit, StageScene } from "../scene/stageScene";
import { CameraHand, type HandListener } from "./cameraHand";

/** A hand over a stage where everything under the pointer is `hit`, and what it said. */
function handOver(hit: Hit) {
  const said: string[] = [];
  const actors = new Map([["bear", { id: "bear" }]]);
  const scene = {
    actors,
    pick: () => hit,
    rig: { controls: { enabled: true }, onGround: (x: number, y: number) => new Vector3(x / 100, 0, y / 100) },
  } as unknown as StageScene;
  const listener: HandListener = {
    hover: () => {},
    click: (what) => said.push(`click ${what?.part ?? "nothing"}`),
    placed: (_, position) => said.push(`placed ${position[0]}`),
    ended: (kept) => said.push(kept ? "kept" : "given up"),
    doing: (what) => said.push(`doing ${what}`),
    placementOf: () => ({ character: "bear", position: [0, 0, 0], heading: 0 }) as Placement,
    canPlace: () => true,
  };
  const hand = new CameraHand(scene, { setPointerCapture: () => {} } as unknown as HTMLElement, listener);
  return { hand, said };
}

const event = (x: number) => ({ button: 0, clientX: x, clientY: 0, movementY: 0, shiftKey: false }) as PointerEvent;
const base = { part: "base", actor: { id: "bear" } } as Hit;

describe("the camera's hand", () => {
  it("says nothing about a button that was pressed elsewhere, nor about Escape while it does nothing", () => {
    const { hand, said } = handOver(null);
    hand.up();
    expect(hand.cancel()).toBe(false);
    expect(said).toEqual([]);
  });

  it("clicks where the pointer did not move", () => {
    const { hand, said } = handOver(null);
    hand.down(event(5));
    hand.up();
    expect(said).toEqual(["doing null", "click nothing"]);
  });

  it("places a character by its base until the button is let go", () => {
    const { hand, said } = handOver(base);
    hand.down(event(0));
    hand.move(event(100));
    hand.move(event(200));
    hand.up();
    expect(said).toEqual(["doing place", "placed 1", "placed 2", "doing null", "kept"]);
  });

  it("puts the character back on Escape", () => {
    const { hand, said } = handOver(base);
    hand.down(event(0));
    hand.move(event(100));
    expect(hand.cancel()).toBe(true);
    expect(said.at(-1)).toBe("given up");
  });
});
