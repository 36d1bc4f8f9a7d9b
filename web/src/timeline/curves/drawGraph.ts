/** Draws the graph: two axes, curves as the engine plays them, keys, handles, and a name at each line's end. */

import { axisColour } from "./graphColours";
import { UNITS, valueAt, type ChannelCurve, type Curves, type Unit } from "./curves";
import { comparedImportance, signRadius, type Box } from "./dopesheet";
import {
  handlePoint,
  hasHandle,
  keyRange,
  pointOf,
  showsHandles,
  spreadLabels,
  tracePath,
  type GraphHit,
  type GraphView,
} from "./graph";
import { importanceAt, tagAt } from "./curves";
import type { SelectedKeys } from "./selection";
import { endOf, toX } from "../timeSpaces";
import { toY, valueTicks } from "./valueAxis";
import type { Palette, ThemeName } from "../../ui/theme/tokens";
import { drawBox, hairline, traceSign, type Pen } from "./drawKeys";

export interface GraphPicture {
  view: GraphView;
  height: number;
  curves: Curves;
  channels: readonly number[];
  marked: SelectedKeys;
  colours: Palette;
  theme: ThemeName;
  /** Where the ruler's labelled marks are [px]. */
  grid: readonly number[];
  hovered: GraphHit | null;
  /** What is written at the end of a channel's line. */
  labelOf: (channel: number) => string;
  box: Box | null;
}

const LABEL = 14;
const FONT = '11px "Inter", system-ui, sans-serif';

export function drawGraph(pen: Pen, picture: GraphPicture): void {
  const { curves, channels, hovered, box, colours } = picture;
  pen.font = FONT;
  pen.textBaseline = "middle";
  drawGrid(pen, picture);
  const above = hovered ? hovered.channel : -1;
  const order = [...channels].sort((a, b) => Number(a === above) - Number(b === above));
  for (const channel of order) drawCurve(pen, picture, channel, channel === above);
  for (const channel of order) drawKeys(pen, picture, curves.channels[channel]!, channel);
  drawFigures(pen, picture);
  drawNames(pen, picture);
  if (box) drawBox(pen, colours, box);
}

/** The units of the curves that are shown, the first of them on the left. */
export function unitsOf(curves: Curves, channels: readonly number[]): Unit[] {
  return UNITS.filter((unit) => channels.some((channel) => curves.channels[channel]!.unit === unit));
}

function drawGrid(pen: Pen, { view, height, grid, colours, curves, channels }: GraphPicture): void {
  const [main] = unitsOf(curves, channels);
  pen.fillStyle = colours.line;
  for (const x of grid) hairline(pen, x, 0, height);
  if (!main) return;
  for (const { y, value } of valueTicks(view.values[main], main)) {
    pen.fillStyle = value === 0 ? colours.pressed : colours.line;
    pen.fillRect(0, Math.round(y), view.time.width, 1);
  }
}

/** The figures of both axes, over everything: the first unit on the left, a second one on the right. */
function drawFigures(pen: Pen, { view, colours, curves, channels }: GraphPicture): void {
  const [main, second] = unitsOf(curves, channels);
  const right = view.time.width - 6;
  if (main)
    for (const { y, label } of valueTicks(view.values[main], main))
      backed(pen, colours, label, 4, y, "left", colours.faint);
  if (second)
    for (const { y, label } of valueTicks(view.values[second], second))
      backed(pen, colours, label, right, y, "right", colours.faint);
}

/** Text on a scrap of the panel's colour, so that lines do not run through it. */
function backed(pen: Pen, colours: Palette, text: string, x: number, y: number, align: CanvasTextAlign, ink: string) {
  const wide = pen.measureText(text).width;
  pen.textAlign = align;
  pen.fillStyle = colours.panel;
  pen.globalAlpha = 0.88;
  pen.fillRect((align === "left" ? x : x - wide) - 2, y - 7, wide + 4, 14);
  pen.globalAlpha = 1;
  pen.fillStyle = ink;
  pen.fillText(text, x, y + 0.5);
}

function drawCurve(pen: Pen, { view, curves, theme }: GraphPicture, channel: number, hot: boolean): void {
  const curve = curves.channels[channel]!;
  pen.beginPath();
  tracePath(pen, curve, view);
  pen.strokeStyle = axisColour(curve.letter, theme);
  pen.lineWidth = hot ? 2.5 : 1.5;
  pen.lineJoin = "round";
  // Sliding is dashed, turning is not: place alone does not show it.
  pen.setLineDash(curve.property === "translation" ? [6, 4] : []);
  pen.stroke();
  pen.setLineDash([]);
}

const CLOSEST = 5;

function drawKeys(pen: Pen, picture: GraphPicture, curve: ChannelCurve, channel: number): void {
  const { view, curves, marked, colours, theme, hovered } = picture;
  const ink = axisColour(curve.letter, theme);
  const compared = comparedImportance(curves.columns);
  const { first, last } = keyRange(curve, view.time);
  const bendable = showsHandles(marked, picture.channels);
  let before = -Infinity;
  for (let key = first; key <= last; key++) {
    const at = pointOf(view, curve.unit, curve.times[key]!, curve.values[key]!);
    const chosen = marked.has(channel, key);
    if (!chosen && at.x - before < CLOSEST) continue;
    before = at.x;
    if (chosen && bendable) drawHandles(pen, picture, curve, channel, key, ink);
    const tag = tagAt(curves.columns, curve.times[key]!);
    const hot = hovered?.on === "key" && hovered.channel === channel && hovered.key === key;
    const radius =
      0.66 * signRadius(tag, compared(importanceAt(curves.columns, curve.times[key]!)), 24) + 1 + (hot ? 1.5 : 0);
    traceSign(pen, tag, at.x, at.y, chosen ? radius + 1 : radius);
    pen.fillStyle = chosen ? colours.text : ink;
    pen.fill();
    pen.strokeStyle = chosen ? ink : colours.panel;
    pen.lineWidth = chosen ? 2 : 1;
    pen.stroke();
  }
}

function drawHandles(pen: Pen, picture: GraphPicture, curve: ChannelCurve, channel: number, key: number, ink: string) {
  const { view, colours, hovered } = picture;
  const at = pointOf(view, curve.unit, curve.times[key]!, curve.values[key]!);
  for (const side of ["in", "out"] as const) {
    if (!hasHandle(curve, key, side)) continue;
    const tip = handlePoint(view, curve, key, side);
    const hot = hovered?.on === "handle" && hovered.channel === channel && hovered.key === key && hovered.side === side;
    pen.strokeStyle = colours.soft;
    pen.lineWidth = 1;
    pen.beginPath();
    pen.moveTo(at.x, at.y);
    pen.lineTo(tip.x, tip.y);
    pen.stroke();
    pen.beginPath();
    pen.arc(tip.x, tip.y, hot ? 5 : 3.5, 0, 2 * Math.PI);
    pen.fillStyle = hot ? ink : colours.panel;
    pen.fill();
    pen.strokeStyle = ink;
    pen.lineWidth = 1.5;
    pen.stroke();
  }
}

/** Names at the lines' ends, spread so that none covers another, with a leader where they had to move. */
function drawNames(pen: Pen, { view, height, curves, channels, theme, colours, labelOf, hovered }: GraphPicture): void {
  if (!channels.length) return;
  const two = unitsOf(curves, channels).length > 1;
  const right = view.time.width - (two ? 56 : 6);
  const wanted = channels.map((channel) => {
    const curve = curves.channels[channel]!;
    const end = Math.min(endOf(view.time), curve.times.at(-1) ?? 0);
    return toY(view.values[curve.unit], valueAt(curve, Math.max(end, view.time.start)));
  });
  const room = Math.min(LABEL, height / Math.max(channels.length, 1));
  // Too many to name: only the one under the pointer.
  const crowded = room < 9;
  const places = spreadLabels(wanted, crowded ? 0 : room, height);
  channels.forEach((channel, index) => {
    const hot = hovered?.channel === channel;
    if (crowded && !hot) return;
    const curve = curves.channels[channel]!;
    const ink = axisColour(curve.letter, theme);
    const text = labelOf(channel);
    const y = crowded ? Math.min(Math.max(wanted[index]!, 8), height - 8) : places[index]!;
    const left = right - pen.measureText(text).width - 4;
    const end = Math.min(toX(view.time, curve.times.at(-1) ?? 0), left - 12);
    if (Math.abs(y - wanted[index]!) > 3) {
      pen.strokeStyle = ink;
      pen.globalAlpha = 0.5;
      pen.lineWidth = 1;
      pen.beginPath();
      pen.moveTo(Math.max(end, left - 14), wanted[index]!);
      pen.lineTo(left - 2, y);
      pen.stroke();
      pen.globalAlpha = 1;
    }
    pen.font = hot ? `600 ${FONT}` : FONT;
    backed(pen, colours, text, right, y, "right", ink);
    pen.font = FONT;
  });
}
