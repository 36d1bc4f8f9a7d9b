/** Hands of the other kinds: a finger and a pen, as the browser gets them from a device. */

import type { CDPSession, Page } from "@playwright/test";
import { inWindow, type Spot } from "./doodling";

export type Hand = "mouse" | "pen" | "touch";

interface InWindow {
  readonly x: number;
  readonly y: number;
}

/** Puts a pointer down, moves it along points of the window, and lifts it. */
export class Pointer {
  private time = Date.now() / 1000;

  private constructor(
    private readonly session: CDPSession,
    private readonly kind: Hand,
    private readonly id: number,
  ) {}

  static async of(page: Page, kind: Hand, id = 1): Promise<Pointer> {
    return new Pointer(await page.context().newCDPSession(page), kind, id);
  }

  /** radius: of a finger or a palm [px]. force: 0 to 1. */
  async go(
    phase: "down" | "move" | "up",
    { x, y }: InWindow,
    pace = 16,
    { force = 0.5, radius = 6 }: { force?: number; radius?: number } = {},
  ): Promise<void> {
    this.time += pace / 1000;
    if (this.kind === "touch") {
      const type = { down: "touchStart", move: "touchMove", up: "touchEnd" }[phase] as "touchStart";
      const points = phase === "up" ? [] : [{ x, y, id: this.id, force, radiusX: radius, radiusY: radius }];
      await this.session.send("Input.dispatchTouchEvent", { type, touchPoints: points, timestamp: this.time });
      return;
    }
    const type = { down: "mousePressed", move: "mouseMoved", up: "mouseReleased" }[phase] as "mousePressed";
    await this.session.send("Input.dispatchMouseEvent", {
      type,
      x,
      y,
      button: "left",
      buttons: 1,
      clickCount: 1,
      pointerType: this.kind === "pen" ? "pen" : "mouse",
      force: this.kind === "pen" ? force : 0,
      timestamp: this.time,
    });
  }

  async detach(): Promise<void> {
    await this.session.detach();
  }
}

/** Draws along points of the sheet. force: of a pen, at a share of the way; during: while it is still down. */
export async function drawWith(
  page: Page,
  kind: Hand,
  points: readonly Spot[],
  {
    pace = 16,
    force = () => 0.5,
    during,
  }: {
    pace?: number;
    force?: (share: number) => number;
    during?: () => Promise<void>;
  } = {},
): Promise<void> {
  const way = await inWindow(page, points);
  const hand = await Pointer.of(page, kind);
  const at = (index: number) => ({ force: force(index / (way.length - 1)) });
  await hand.go("down", way[0]!, pace, at(0));
  for (let index = 1; index < way.length; index++) await hand.go("move", way[index]!, pace, at(index));
  await during?.();
  await hand.go("up", way.at(-1)!, pace);
  await hand.detach();
}
