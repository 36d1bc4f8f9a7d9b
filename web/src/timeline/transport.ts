/** The transport: a clock that plays, loops, runs at another speed and steps by frames. Pure: time comes in from outside. */

import { onFrame } from "./timeSpaces";

/** The loop's two ends [s]. */
export interface Range {
  start: number;
  end: number;
}

/** speed: 1 is real time, negative runs backwards. range: null plays the whole motion. */
export interface Transport {
  time: number;
  playing: boolean;
  loop: boolean;
  speed: number;
  duration: number;
  range: Range | null;
}

export const SPEEDS = [0.1, 0.25, 0.5, 1, 1.5, 2, 4] as const;

export const stopped: Transport = { time: 0, playing: false, loop: true, speed: 1, duration: 0, range: null };

/** What is played: the loop range where there is one, else all. */
export function bounds(transport: Transport): Range {
  return transport.range ?? { start: 0, end: transport.duration };
}

/** The transport `elapsed` seconds later. At an end it loops, carrying the remainder over, or stops exactly there. */
export function advanced(transport: Transport, elapsed: number): Transport {
  if (!transport.playing) return transport;
  const { start, end } = bounds(transport);
  const span = end - start;
  if (span <= 0) return { ...transport, time: start, playing: false };
  const time = transport.time + elapsed * transport.speed;
  if (time >= start && time < end) return { ...transport, time };
  // A playhead outside the range runs into it from before; beyond its far end it wraps at once.
  if (transport.speed > 0 ? time < start : time > end) return { ...transport, time };
  if (!transport.loop) return { ...transport, time: transport.speed > 0 ? end : start, playing: false };
  return { ...transport, time: start + ((((time - start) % span) + span) % span) };
}

/** Starts or stops; starting at the far end starts over. */
export function toggled(transport: Transport): Transport {
  if (transport.playing) return { ...transport, playing: false };
  const { start, end } = bounds(transport);
  if (end <= start) return transport;
  const forward = transport.speed > 0;
  const atEnd = forward ? transport.time >= end - 1e-9 : transport.time <= start + 1e-9;
  return { ...transport, playing: true, time: atEnd ? (forward ? start : end) : transport.time };
}

/** Moves the playhead; scrubbing stops nothing, the hand simply wins while it holds. */
export function sought(transport: Transport, time: number): Transport {
  return { ...transport, time: Math.min(Math.max(time, 0), transport.duration) };
}

/** Steps whole frames and stops playing. */
export function stepped(transport: Transport, frames: number, fps: number): Transport {
  const count = Math.round(transport.duration * fps) + 1;
  return {
    ...transport,
    playing: false,
    time: onFrame(onFrame(transport.time, fps, count) + frames / fps, fps, count),
  };
}

/** Sets the loop's start or end here; an end that would turn the range around resets the other one. */
export function marked(transport: Transport, edge: "start" | "end", time: number): Transport {
  const at = Math.min(Math.max(time, 0), transport.duration);
  const range = { ...bounds(transport), [edge]: at };
  if (range.end <= range.start)
    return { ...transport, range: edge === "start" ? { start: at, end: transport.duration } : { start: 0, end: at } };
  const whole = range.start <= 0 && range.end >= transport.duration;
  return { ...transport, range: whole ? null : range };
}

/** The same transport over a motion of another length. */
export function lasting(transport: Transport, duration: number): Transport {
  if (duration === transport.duration) return transport;
  const range =
    transport.range && transport.range.start < duration
      ? { start: transport.range.start, end: Math.min(transport.range.end, duration) }
      : null;
  return {
    ...transport,
    duration,
    range,
    time: Math.min(transport.time, duration),
    playing: transport.playing && duration > 0,
  };
}
