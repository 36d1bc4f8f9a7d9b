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
  getCoalescedEvents?: () => readonly PointerLike[];
}

/** The samples that an event stands for, oldest first, none older than or as old as `after` [s]. */
export function samplesOf(event: PointerLike, after = -Infinity): PointerSample[] {
  const coalesced = event.getCoalescedEvents?.() ?? [];
  const events = coalesced.length > 0 ? coalesced : [event];
  const samples: PointerSample[] = [];
  let latest = after;
  for (const each of events) {
    const time = each.timeStamp / 1000;
    if (time <= latest) continue;
    samples.push({ x: each.clientX, y: each.clientY, time });
    latest = time;
  }
  return samples;
}
