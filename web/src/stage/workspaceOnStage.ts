/** What a workspace adds to the stage: things that are drawn, hands that take hold of them, and changes in what is shown. */

import type { Box3 } from "three";
import type { PointerPlace } from "../document/hints";
import type { Actor } from "./actors/actor";
import type { BodyPaint, Director, Show } from "./actors/director";
import type { Cameraman } from "./scene/cameraman";
import type { StageMark } from "./keyboard/marks";
import type { StageHand } from "./hands/hands";
import type { Hit, StageScene } from "./scene/stageScene";
import type { ThemeName } from "../ui/theme/tokens";

/** The stage as a workspace gets it. */
export interface StageView {
  readonly scene: StageScene;
  readonly canvas: HTMLCanvasElement;
  readonly director: Director;
  readonly cameraman: Cameraman;
  /** Shows a name beside the pointer; null for none. */
  name(name: string | null): void;
}

export interface StageLayer {
  /** Hands in the order in which they are asked. They act only while the workspace is open. */
  readonly hands: readonly StageHand[];
  /** What is shown, and what is painted on bodies, otherwise while the workspace is open. */
  readonly changes: Partial<Omit<Show, "paint">>;
  readonly paint?: Partial<BodyPaint>;
  /** Lays what it draws where it is now, or hides it. Called after bodies were posed, and when what it reads has changed. */
  direct(): void;
  /** Once a frame, before it is drawn. elapsed: [s]. */
  advance?(elapsed: number): void;
  /** After a frame was drawn. */
  drawn?(): void;
  /** A body was loaded. again: whether the character only has another body now. Returns whether it moved the camera. */
  arrived?(actor: Actor, first: boolean, again: boolean): boolean;
  /** The box that a key frames; null for what the stage frames. what: "all", "selected", or a standard view. */
  frames?(what: string, box: () => Box3): Box3;
  /** Whose body `frame` looks at; undefined for the active character. */
  readonly framed?: string | null;
  /** What a pointer over the stage is over; null where the stage itself says. */
  placeOf?(hit: Hit): PointerPlace | null;
  /** Returns whether the click was the workspace's own. */
  click?(hit: Hit, extend: boolean): boolean;
  /** A second finger, or Alt, takes what is held nearer or further. Returns whether it did. */
  deepens?(event: PointerEvent): boolean;
  /** What the keyboard can reach on the stage; undefined for the characters. */
  readonly marks?: readonly StageMark[];
  /** The pointer left the stage. */
  leave?(): void;
  /** Escape, after nothing was held. Returns whether there was something to end. */
  escape?(): boolean;
  /** The light on the stage, where it is not that of the page. */
  readonly theme?: ThemeName | null;
  /** Whether the workspace moves the camera itself. */
  readonly ownCamera?: boolean;
  /** What is drawn and where it is, for tests in a real browser. */
  readonly seen: Readonly<Record<string, unknown>>;
  dispose(): void;
}

/** A workspace as the stage knows it. */
export interface StageGuest {
  readonly id: string;
  attach?(view: StageView): StageLayer;
  /** Once a frame. elapsed: [s]. now: on the page's clock [ms]. */
  tick?(elapsed: number, now: number): void;
  /** Whether the character that follows the pointer is led from here; undefined: on the stage too. */
  readonly follows?: boolean;
}
