/** The hint line over the layers of a performance. */

import type { Hint } from "./hints";

export type LayerPlace = "layer" | "layerEdge";
export type LayerDoing = "shiftLayer" | "stretchLayer";

const LET_GO: Hint[] = [
  { key: "release", does: "keep it" },
  { key: "Alt", does: "between frames" },
  { key: "Esc", does: "as it was" },
];

export const OVER_LAYERS: Record<LayerPlace, Hint[]> = {
  layer: [
    { key: "drag", does: "earlier or later" },
    { key: "drag an end", does: "stretch" },
    { key: "Alt+R", does: "record it anew" },
    { key: "V", does: "more" },
  ],
  layerEdge: [
    { key: "drag", does: "stretch it" },
    { key: "← →", does: "by a frame" },
  ],
};

export const DOING_WITH_LAYERS: Record<LayerDoing, Hint[]> = { shiftLayer: LET_GO, stretchLayer: LET_GO };
