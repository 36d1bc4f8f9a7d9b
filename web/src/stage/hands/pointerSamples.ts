/** Pointer events with the hand's own timing: every coalesced sample with its own time stamp. */

/** Where the pointer was, in client pixels, and when on the page's clock [s]. */
export interface PointerSample {
  x: number;
  y: number;
  time: number;
}

/** What of a PointerEvent decides. */
export interface PointerLike {
  clientX: number;
  clientY: number;
  timeStamp: number;
  pressure?: number;
  pointerType?: string;
  getCoalescedEvents?: () => readonly PointerLike[];
}

/** The events that an event stands for, oldest first, none older than or as old as `after` [s]. */
export function eventsOf(event: PointerLike, after = -Infinity): PointerLike[] {
  const coalesced = event.getCoalescedEvents?.() ?? [];
  let latest = after;
  return (coalesced.length > 0 ? coalesced : [event]).filter(({ timeStamp }) => {
    const newer = timeStamp / 1000 > latest;
    if (newer) latest = timeStamp / 1000;
    return newer;
  });
}

/** The samples that an event stands for. */
export const samplesOf = (event: PointerLike, after = -Infinity): PointerSample[] =>
  eventsOf(event, after).map(({ clientX: x, clientY: y, timeStamp }) => ({ x, y, time: timeStamp / 1000 }));

/** How hard a pen is pressed, 0 to 1; -1 where nothing feels it: a mouse and most fingers have no pressure of their own. */
export const pressureOf = ({ pointerType, pressure = 0 }: PointerLike): number =>
  pointerType === "pen" || (pointerType === "touch" && pressure > 0 && pressure < 1 && pressure !== 0.5)
    ? pressure
    : -1;
