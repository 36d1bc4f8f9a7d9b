/** Which point of a drawn path is nearest to the pointer. */

/** The event of a path that is drawn nearest to a pointer, of pieces between projected points [px]; null further than
 * `most` away. */
export function nearestOnPath(
  points: readonly { x: number; y: number }[],
  pointer: { x: number; y: number },
  most: number,
): number | null {
  let best: { event: number; away: number } | null = null;
  for (let event = 0; event < points.length; event++) {
    const [a, b] = [points[event]!, points[Math.min(event + 1, points.length - 1)]!];
    const [x, y] = [b.x - a.x, b.y - a.y];
    const long = x * x + y * y;
    const share = long > 0 ? Math.min(Math.max(((pointer.x - a.x) * x + (pointer.y - a.y) * y) / long, 0), 1) : 0;
    const away = Math.hypot(a.x + share * x - pointer.x, a.y + share * y - pointer.y);
    if (away <= most && away < (best?.away ?? Infinity)) best = { event: share > 0.5 ? event + 1 : event, away };
  }
  return best && Math.min(best.event, points.length - 1);
}
