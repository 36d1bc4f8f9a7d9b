/** The hint line over the scene's tracks. */

import type { Hint, HintTable } from "../../../document/hints";
import { toHintTable } from "../../../text/inputs";
import { strings } from "../strings";

export type ScenePlace = "sceneClip" | "sceneEdge";
export type SceneDoing = "moveClip" | "trimClip";

const OVER: Record<ScenePlace, Hint[]> = toHintTable(strings.hints.over);
const DOING: Record<SceneDoing, Hint[]> = toHintTable(strings.hints.doing);

export const SCENE_HINTS: HintTable = { over: OVER, doing: DOING };
