import { expect, it, vi } from "vitest";
import { watchContext } from "./context";

it("draws again when a lost context is back, and lets the browser give it back", () => {
  const canvas = new EventTarget();
  const restored = vi.fn();
  const stop = watchContext(canvas, restored);
  const lost = new Event("webglcontextlost", { cancelable: true });
  canvas.dispatchEvent(lost);
  expect(lost.defaultPrevented).toBe(true);
  expect(restored).not.toHaveBeenCalled();
  canvas.dispatchEvent(new Event("webglcontextrestored"));
  expect(restored).toHaveBeenCalledTimes(1);
  stop();
  canvas.dispatchEvent(new Event("webglcontextrestored"));
  expect(restored).toHaveBeenCalledTimes(1);
});
