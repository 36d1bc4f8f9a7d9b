/** Signs that the dopesheet and the graph share: a key's shape, its ring, the box. */

import type { Tag } from "./curves";
import type { Box } from "./dopesheet";
import type { Palette } from "../../ui/theme/tokens";

export type Pen = CanvasRenderingContext2D;

/** Makes a canvas as fine as the screen and hands out its pen, in CSS pixels and wiped clean. */
export function freshPen(canvas: HTMLCanvasElement, width: number, height: number): Pen | null {
  const ratio = devicePixelRatio || 1;
  const [across, down] = [Math.max(Math.round(width * ratio), 1), Math.max(Math.round(height * ratio), 1)];
  if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down];
  const pen = canvas.getContext("2d");
  pen?.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen?.clearRect(0, 0, width, height);
  return pen;
}

/** A key's sign: keypose a diamond, breakdown a disc, detail an upright bar. Shape and colour say the same. */
export function traceSign(pen: Pen, tag: Tag, x: number, y: number, radius: number): void {
  pen.beginPath();
  if (tag === "keypose") {
    pen.moveTo(x, y - radius);
    pen.lineTo(x + radius, y);
    pen.lineTo(x, y + radius);
    pen.lineTo(x - radius, y);
    pen.closePath();
  } else if (tag === "breakdown") pen.arc(x, y, radius * 0.9, 0, 2 * Math.PI);
  else pen.roundRect(x - radius * 0.5, y - radius, radius, 2 * radius, radius * 0.5);
}

/** Selected keys are ringed; where only some of the keys behind a sign are, the ring is thin. */
export function drawSign(
  pen: Pen,
  colours: Palette,
  {
    tag,
    x,
    y,
    radius,
    selected,
  }: { tag: Tag; x: number; y: number; radius: number; selected: "none" | "some" | "all" },
): void {
  const chosen = selected !== "none";
  traceSign(pen, tag, x, y, chosen ? radius + 1 : radius);
  pen.fillStyle = colours[tag];
  pen.fill();
  pen.lineWidth = selected === "all" ? 2 : 1;
  pen.strokeStyle = chosen ? colours.text : colours.panel;
  pen.stroke();
}

export function drawBox(pen: Pen, colours: Palette, { left, right, top, bottom }: Box): void {
  pen.fillStyle = colours.focus;
  pen.globalAlpha = 0.12;
  pen.fillRect(left, top, right - left, bottom - top);
  pen.globalAlpha = 1;
  pen.strokeStyle = colours.focus;
  pen.lineWidth = 1;
  pen.strokeRect(Math.round(left) + 0.5, Math.round(top) + 0.5, Math.round(right - left), Math.round(bottom - top));
}

/** A crisp upright hairline. */
export function hairline(pen: Pen, x: number, top: number, bottom: number): void {
  pen.fillRect(Math.round(x), top, 1, bottom - top);
}
