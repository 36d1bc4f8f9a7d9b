/** The timeline's spaces, and the ways between them.
 *
 *     motion's frames            seconds                     pixels of the panel
 *     (whole numbers)            (the document's time)       (0 at the track's left edge)
 *
 *         frame  ── / fps ──►      time      ── toX ──►          x
 *         frame  ◄── round(·fps) ─ time      ◄─ toTime ──        x
 *
 *     The window says which stretch of time the panel shows:
 *
 *     time   0 ────── start ═══════════════ start + width / scale ────── duration
 *     x                 0   ═══════════════ width
 *
 * Everything else (ruler, snapping, playhead, loop handles) works through these functions alone.
 */

import { strings } from "./strings";

/** A stretch of time on a panel. start: [s] at x = 0. scale: [px/s]. width: [px]. */
export interface TimeWindow {
  start: number;
  scale: number;
  width: number;
}

/** No closer than a hundredth of a second per pixel's tenth, no further than an hour on a small panel. */
export const SMALLEST_SCALE = 0.1;
export const LARGEST_SCALE = 6000;

const clamp = (value: number, low: number, high: number) => Math.min(Math.max(value, low), high);

export const toX = (window: TimeWindow, time: number): number => (time - window.start) * window.scale;

export const toTime = (window: TimeWindow, x: number): number => window.start + x / window.scale;

export const endOf = (window: TimeWindow): number => toTime(window, window.width);

/** The window that shows 0..duration with `margin` pixels at both sides. */
export function fitted(duration: number, width: number, margin = 16): TimeWindow {
  const usable = Math.max(width - 2 * margin, 1);
  const scale = clamp(usable / Math.max(duration, 1e-3), SMALLEST_SCALE, LARGEST_SCALE);
  return { start: -margin / scale, scale, width };
}

/** The window that shows from..to with `margin` pixels at both sides; a moment alone gets a second around it. */
export function spanning(from: number, to: number, width: number, margin = 40): TimeWindow {
  const around = to - from < 1e-6 ? 0.5 : 0;
  const whole = fitted(to - from + 2 * around, width, Math.min(margin, width / 4));
  return { ...whole, start: from - around + whole.start };
}

/** Zooms by `factor` so that the moment under `x` stays under it. */
export function zoomedAround(window: TimeWindow, x: number, factor: number): TimeWindow {
  const scale = clamp(window.scale * factor, SMALLEST_SCALE, LARGEST_SCALE);
  return { ...window, scale, start: toTime(window, x) - x / scale };
}

/** Shifts the window by `pixels`, keeping some of 0..duration in sight. */
export function panned(window: TimeWindow, pixels: number, duration: number): TimeWindow {
  const span = window.width / window.scale;
  const start = clamp(window.start + pixels / window.scale, -0.9 * span, Math.max(duration - 0.1 * span, 0));
  return { ...window, start };
}

/** The window after a turn of the wheel at `x`: zoomed, or panned where the wheel goes sideways or Shift is held. */
export function wheeled(
  window: TimeWindow,
  { deltaX, deltaY, shiftKey }: { deltaX: number; deltaY: number; shiftKey: boolean },
  x: number,
  duration: number,
): TimeWindow {
  const sideways = shiftKey || Math.abs(deltaX) > Math.abs(deltaY);
  if (sideways) return panned(window, deltaX || deltaY, duration);
  return zoomedAround(window, x, Math.exp(-deltaY * 0.0022));
}

/** Slides the window as little as needed to show `time` (the playhead while it plays). */
export function showing(window: TimeWindow, time: number): TimeWindow {
  const x = toX(window, time);
  if (x >= 0 && x <= window.width) return window;
  return {
    ...window,
    start: x < 0 ? time - 0.1 * (window.width / window.scale) : time - 0.9 * (window.width / window.scale),
  };
}

export const frameAt = (time: number, fps: number): number => Math.round(time * fps);

export const timeOfFrame = (frame: number, fps: number): number => frame / fps;

/** The frame's own time nearest to `time`, never outside 0..last. */
export function onFrame(time: number, fps: number, frames: number): number {
  return timeOfFrame(clamp(frameAt(time, fps), 0, Math.max(frames - 1, 0)), fps);
}

/** "00:03.2": minutes, seconds and tenths, as the transport shows; "-" in front of times before zero. */
export function clockText(time: number, decimals = 1): string {
  const unit = 10 ** decimals;
  const ticks = Math.round(Math.abs(time) * unit);
  const minutes = Math.floor(ticks / (60 * unit));
  const seconds = (ticks - minutes * 60 * unit) / unit;
  const text = `${String(minutes).padStart(2, "0")}:${seconds.toFixed(decimals).padStart(decimals ? decimals + 3 : 2, "0")}`;
  return time < 0 && ticks > 0 ? `-${text}` : text;
}

/** "3.2 s", "1 min 12 s": a length as people say it. */
export function lengthText(seconds: number): string {
  if (seconds < 10) return strings.seconds(seconds.toFixed(1));
  const whole = Math.round(seconds);
  if (whole < 60) return strings.seconds(String(whole));
  return strings.minutes(Math.floor(whole / 60), whole % 60);
}
