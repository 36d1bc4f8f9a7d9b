/** The hint line over the scene's tracks. */

import type { Hint, HintTable } from "../../../document/hints";
import { toHintTable } from "../../../text/inputs";
import { strings } from "../strings";

export type ScenePlace = "sceneClip" | "sceneEdge" | "sceneProp" | "scenePoint" | "sceneCut";
export type SceneDoing = "moveClip" | "trimClip" | "moveProp" | "movePoint" | "moveCut";

const OVER: Record<ScenePlace, Hint[]> = toHintTable(strings.hints.over);
const DOING: Record<SceneDoing, Hint[]> = toHintTable(strings.hints.doing);

export const SCENE_HINTS: HintTable = { over: OVER, doing: DOING };
