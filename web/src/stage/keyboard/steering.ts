/** The camera by keyboard, while the stage has the focus. One table: what the keys do, and what the cheat sheet says that they do. */

import { strings } from "../strings";
import { written, type KeyPress } from "../../ui/keyboard";

/** What of the camera a key moves. */
export interface Steerable {
  /** angle, lift: [rad]. */
  orbit(angle: number, lift: number): void;
  /** right, down: [px]. */
  pan(right: number, down: number): void;
  /** factor: of the distance. */
  zoom(factor: number): void;
}

/** A step of a key [rad], [px], and as a factor of the distance. */
const [TURN, WAY, NEARER] = [Math.PI / 24, 40, 0.85];

type Steer = (camera: Steerable) => void;

const STEERS: Readonly<Record<string, Steer>> = {
  ArrowLeft: (camera) => camera.orbit(-TURN, 0),
  ArrowRight: (camera) => camera.orbit(TURN, 0),
  ArrowUp: (camera) => camera.orbit(0, TURN),
  ArrowDown: (camera) => camera.orbit(0, -TURN),
  "Shift+ArrowLeft": (camera) => camera.pan(WAY, 0),
  "Shift+ArrowRight": (camera) => camera.pan(-WAY, 0),
  "Shift+ArrowUp": (camera) => camera.pan(0, WAY),
  "Shift+ArrowDown": (camera) => camera.pan(0, -WAY),
  "+": (camera) => camera.zoom(NEARER),
  "=": (camera) => camera.zoom(NEARER),
  "-": (camera) => camera.zoom(1 / NEARER),
};

/** What a key does with the camera; null for keys that mean something else. */
export const steerOf = (press: KeyPress): Steer | null => STEERS[written(press)] ?? null;

/** The lines of the cheat sheet. */
export const STAGE_KEYS: readonly { does: string; keys: readonly string[] }[] = [
  { does: strings.keyboard.reach, keys: ["Shift+Tab", "Tab"] },
  { does: strings.keyboard.orbit, keys: ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"] },
  { does: strings.keyboard.pan, keys: ["Shift+ArrowLeft", "Shift+ArrowDown"] },
  { does: strings.keyboard.zoom, keys: ["+", "-"] },
  { does: strings.keyboard.marks, keys: ["Tab"] },
  { does: strings.keyboard.pick, keys: ["Enter"] },
];
