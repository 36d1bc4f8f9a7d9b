/** A graphics context that the browser takes away and gives back: after a driver's restart, or where a tab has too many. */

/** Calls `restored` when there is a context to draw with again: the picture is empty until then, whatever has not changed. Returns how to
 * stop. */
export function watchContext(canvas: EventTarget, restored: () => void): () => void {
  const lost = (event: Event) => event.preventDefault(); // or the browser never gives it back
  canvas.addEventListener("webglcontextlost", lost);
  canvas.addEventListener("webglcontextrestored", restored);
  return () => {
    canvas.removeEventListener("webglcontextlost", lost);
    canvas.removeEventListener("webglcontextrestored", restored);
  };
}
