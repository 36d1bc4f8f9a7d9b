/** Draws the dopesheet's keys on a canvas: as many signs as are seen, however many keys there are. */

import type { Curves } from "../../../timeline/curves/curves";
import {
  comparedImportance,
  marksOf,
  seenRows,
  signRadius,
  type Box,
  type RowTimes,
  type SeenRow,
  type Sheet,
} from "../../../timeline/curves/dopesheet";
import type { SelectedKeys } from "../../../timeline/curves/selection";
import { toX, type TimeWindow } from "../../../timeline/timeSpaces";
import type { Palette } from "../../../ui/theme/tokens";
import { drawBox, drawSign, hairline, type Pen } from "../../../timeline/curves/drawKeys";

export interface DopesheetPicture {
  sheet: Sheet;
  window: TimeWindow;
  curves: Curves;
  times: RowTimes;
  marked: SelectedKeys;
  colours: Palette;
  /** Where the ruler's labelled marks are [px]. */
  grid: readonly number[];
  hovered: { row: number; time: number | null };
  /** The selection's first and last time [s], where it can be retimed. */
  span: readonly [number, number] | null;
  box: Box | null;
}

/** How far the retiming handles stand outside the selection, and how wide they are [px]. */
export const EDGE = { away: 9, width: 5 } as const;

export function drawDopesheet(pen: Pen, picture: DopesheetPicture): void {
  const { sheet, window, colours, grid, hovered, box } = picture;
  pen.fillStyle = colours.line;
  pen.globalAlpha = 0.55;
  for (const x of grid) hairline(pen, x, 0, sheet.height);
  pen.globalAlpha = 1;
  const seen = seenRows(sheet);
  for (const each of seen.slice(0, -1)) drawRow(pen, picture, each);
  drawSpan(pen, picture);
  const summary = seen.at(-1);
  if (summary) {
    pen.fillStyle = colours.raised;
    pen.fillRect(0, 0, window.width, sheet.rowHeight);
    pen.fillStyle = colours.line;
    pen.fillRect(0, sheet.rowHeight, window.width, 1);
    drawRow(pen, picture, summary);
    drawEdges(pen, picture);
  }
  if (hovered.row === 0 && hovered.time !== null) {
    pen.fillStyle = colours.faint;
    pen.globalAlpha = 0.5;
    hairline(pen, toX(window, hovered.time), sheet.rowHeight + 1, sheet.height);
    pen.globalAlpha = 1;
  }
  if (box) drawBox(pen, colours, box);
}

function drawRow(pen: Pen, picture: DopesheetPicture, { row, index, y }: SeenRow): void {
  const { sheet, window, curves, times, marked, colours, hovered } = picture;
  const { rowHeight } = sheet;
  if (hovered.row === index) {
    pen.fillStyle = colours.hover;
    pen.fillRect(0, y, window.width, rowHeight);
  }
  if (row.kind === "part" && index > 1) {
    pen.fillStyle = colours.line;
    pen.fillRect(0, y, window.width, 1);
  }
  const compared = comparedImportance(curves.columns);
  const share = row.kind === "summary" ? 1 : row.kind === "channel" ? 0.72 : 0.86;
  for (const mark of marksOf(curves, row, times.of(row), marked, window)) {
    const hot = hovered.row === index && hovered.time === mark.time;
    const radius = signRadius(mark.tag, compared(mark.importance), rowHeight) * share + (hot ? 1 : 0);
    drawSign(pen, colours, { ...mark, y: y + rowHeight / 2, radius });
  }
}

/** The stretch that the selection covers, faint behind the rows. */
function drawSpan(pen: Pen, { span, window, sheet, colours }: DopesheetPicture): void {
  if (!span) return;
  const [left, right] = [toX(window, span[0]), toX(window, span[1])];
  pen.fillStyle = colours.text;
  pen.globalAlpha = 0.045;
  pen.fillRect(left, sheet.rowHeight, right - left, sheet.height);
  pen.globalAlpha = 1;
}

/** Brackets at both ends of the selection: dragging one retimes. */
function drawEdges(pen: Pen, { span, window, sheet, colours }: DopesheetPicture): void {
  if (!span) return;
  const [left, right] = [toX(window, span[0]), toX(window, span[1])];
  const [top, height] = [4, sheet.rowHeight - 8];
  pen.fillStyle = colours.soft;
  pen.fillRect(left - EDGE.away, sheet.rowHeight - 2, right - left + 2 * EDGE.away, 1.5);
  for (const x of [left - EDGE.away - EDGE.width, right + EDGE.away]) {
    pen.beginPath();
    pen.roundRect(x, top, EDGE.width, height, 2);
    pen.fill();
  }
}
