/** One table of shortcuts: what the keys do, and what the cheat sheet and the tooltips say that they do. */

import { strings } from "./strings";

export type Group = keyof typeof strings.groups;

/** A shortcut. keys: alternatives as people write them, "Ctrl+Shift+Z"; Ctrl means Command on a Mac.
 * where: the workspace that it belongs to; without it, it works everywhere. Of its keys those that a workspace uses itself
 * mean there what the workspace says. */
export interface Shortcut {
  command: Command;
  keys: readonly string[];
  label: string;
  group: Group;
  where?: string;
}

export type Command =
  | "play"
  | "stepBack"
  | "stepForward"
  | "toStart"
  | "toEnd"
  | "markIn"
  | "markOut"
  | "clearLoop"
  | "toggleLoop"
  | "slower"
  | "faster"
  | "undo"
  | "redo"
  | "delete"
  | "rename"
  | "export"
  | "import"
  | "deselect"
  | "frame"
  | "frameAll"
  | "viewFront"
  | "viewSide"
  | "viewTop"
  | "toggleGhosts"
  | "toggleBones"
  | "keepInView"
  | "follow"
  | "foldPanels"
  | "controls"
  | "stageOnly"
  | "toggleTheme"
  | "search"
  | "cheatSheet"
  | "addKey"
  | "previousKey"
  | "nextKey"
  | "toWorst"
  | "pinFrame"
  | "forbidFrame"
  | "automaticKeys"
  | "nextKeysView"
  | "steppedView"
  | "refitHere"
  | "holdPose"
  | "toggleRipple"
  | "toggleHeat"
  | "setSpatialKey"
  | "updateSpatialKey"
  | "discardPose"
  | "releaseBall"
  | "storeThere"
  | "toggleHealth"
  | "markContacts"
  | "drawWay"
  | "record"
  | "layerOnTop"
  | "chooseSet"
  | "gizmoMove"
  | "gizmoTurn"
  | "pinPart"
  | "copyPoses"
  | "pastePoses"
  | "pasteMirrored"
  | "takeAgain"
  | "countIn"
  | "recordSpeed"
  | "walks"
  | "newCreature"
  | "bothSides"
  | "otherCreature"
  | "otherTab"
  | SceneCommand
  | ChannelCommand
  | DoodleCommand
  | LayerCommand
  | KeyCommand;

/** Commands of the dopesheet and the graph, which carry them out themselves. */
export const KEY_COMMANDS = [
  "selectAllKeys",
  "nextTag",
  "keyMenu",
  "nudgeBack",
  "nudgeOn",
  "nudgeDown",
  "nudgeUp",
  "keyInRowBefore",
  "keyInRowAfter",
  "lockValues",
  "otherKeysTab",
] as const;
export type KeyCommand = (typeof KEY_COMMANDS)[number];

/** Commands of the layer that is selected. */
export type LayerCommand =
  | "recordAnew"
  | "muteLayer"
  | "soloLayer"
  | "layerMenu"
  | "duplicateLayer"
  | "loopLayer"
  | "smoothLayer"
  | "layerEarlier"
  | "layerLater"
  | "layerShorter"
  | "layerLonger"
  | "layerUp"
  | "layerDown"
  | "layerAbove"
  | "layerBelow";

/** Commands of the scene. */
export type SceneCommand =
  | "addToScene"
  | "splitClip"
  | "clipEarlier"
  | "clipLater"
  | "otherShow"
  | "cutHere"
  | "cameraKey"
  | "throughCamera"
  | "performHere";

/** Commands of the animation that creatures play. */
export type ChannelCommand =
  | "setChannelKey"
  | "previousChannelKey"
  | "nextChannelKey"
  | "keySpace"
  | "nextVariant"
  | "previousVariant"
  | "drawPath"
  | "paintGround"
  | "muteSounds"
  | "addChannel"
  | "duplicateChannel";

/** Commands of the sheet. */
export type DoodleCommand =
  | "chooseTool"
  | "replayDoodle"
  | "shareDoodle"
  | "keepDoodle"
  | "doodleInKeys"
  | "doodleHelp"
  | "teachGesture"
  | "doodleLesson"
  | "doodleSpace"
  | "doodlePicture"
  | "doodleActor"
  | "clearLines"
  | "newDoodle"
  | "doodleExample";

type Row = readonly [Command, readonly string[]];

const inGroup = (group: Group, rows: readonly Row[], where?: string): Shortcut[] =>
  rows.map(([command, keys]) => ({ command, keys, label: strings.commands[command], group, where }));

/** Shortcuts that work in one workspace only. */
const inWorkspace = (where: "stage" | "keys" | "perform" | "doodle" | "creatures", rows: readonly Row[]): Shortcut[] =>
  inGroup(where, rows, where);

export const SHORTCUTS: readonly Shortcut[] = [
  ...inGroup("play", [
    ["play", ["Space"]],
    ["stepBack", [",", "ArrowLeft"]],
    ["stepForward", [".", "ArrowRight"]],
    ["toStart", ["Shift+ArrowLeft"]],
    ["toEnd", ["Shift+ArrowRight"]],
    ["markIn", ["I"]],
    ["markOut", ["O"]],
    ["clearLoop", ["Alt+I"]],
    ["toggleLoop", ["L"]],
    ["slower", ["-"]],
    ["faster", ["+", "="]],
  ]),
  ...inGroup("edit", [
    ["undo", ["Ctrl+Z"]],
    ["redo", ["Ctrl+Shift+Z", "Ctrl+Y"]],
    ["delete", ["Delete", "Backspace"]],
    ["rename", ["F2"]],
    ["import", ["Ctrl+O"]],
    ["export", ["Ctrl+E"]],
    ["deselect", ["Escape"]],
  ]),
  ...inGroup("look", [
    ["frame", ["F"]],
    ["frameAll", ["Home"]],
    ["viewFront", ["1", "Alt+1"]],
    ["viewSide", ["3", "Alt+3"]],
    ["viewTop", ["7", "Alt+7"]],
    ["toggleGhosts", ["G"]],
    ["toggleBones", ["B"]],
    ["keepInView", ["C"]],
    ["follow", ["M"]],
  ]),
  ...inGroup("room", [
    ["foldPanels", ["Tab"]],
    ["controls", ["Shift+Tab"]],
    ["stageOnly", ["`"]],
    ["toggleTheme", ["Shift+D"]],
    ["search", ["/", "Ctrl+F"]],
  ]),
  ...inGroup("help", [["cheatSheet", ["?"]]]),
  ...inWorkspace("stage", [
    ["addToScene", ["A"]],
    ["splitClip", ["S"]],
    ["clipEarlier", ["Alt+ArrowLeft"]],
    ["clipLater", ["Alt+ArrowRight"]],
    ["otherShow", ["J"]],
    ["cutHere", ["X"]],
    ["cameraKey", ["K"]],
    ["throughCamera", ["V"]],
    ["performHere", ["R"]],
  ]),
  ...inWorkspace("keys", [
    ["addKey", ["K"]],
    ["previousKey", ["Shift+,", "ArrowDown"]],
    ["nextKey", ["Shift+.", "ArrowUp"]],
    ["gizmoMove", ["W"]],
    ["gizmoTurn", ["E"]],
    ["pinPart", ["N"]],
    ["copyPoses", ["Ctrl+C"]],
    ["pastePoses", ["Ctrl+V"]],
    ["pasteMirrored", ["Ctrl+Shift+V"]],
    ["toWorst", ["Shift+E"]],
    ["pinFrame", ["P"]],
    ["forbidFrame", ["Shift+P"]],
    ["automaticKeys", ["Shift+A"]],
    ["nextKeysView", ["Shift+V"]],
    ["toggleHeat", ["H"]],
    ["steppedView", ["Shift+S"]],
    ["refitHere", ["R"]],
    ["holdPose", ["Shift+H"]],
    ["toggleRipple", ["Shift+R"]],
    ["otherKeysTab", ["J"]],
    ["selectAllKeys", ["A", "Ctrl+A"]],
    ["nextTag", ["T"]],
    ["keyMenu", ["V"]],
    ["nudgeBack", ["Alt+ArrowLeft"]],
    ["nudgeOn", ["Alt+ArrowRight"]],
    ["nudgeUp", ["Alt+ArrowUp"]],
    ["nudgeDown", ["Alt+ArrowDown"]],
    ["keyInRowBefore", ["Ctrl+ArrowLeft"]],
    ["keyInRowAfter", ["Ctrl+ArrowRight"]],
    ["lockValues", ["Shift+L"]],
  ]),
  ...inWorkspace("perform", [
    ["setSpatialKey", ["K"]],
    ["updateSpatialKey", ["U"]],
    ["storeThere", ["Shift+K"]],
    ["discardPose", ["Alt+K"]],
    ["toggleHealth", ["H"]],
    ["markContacts", ["Alt+W"]],
    ["drawWay", ["P"]],
    ["releaseBall", ["Q"]],
    ["record", ["R"]],
    ["layerOnTop", ["Shift+R"]],
    ["chooseSet", ["1", "2", "3", "4", "5", "6", "7", "8", "9"]],
    ["gizmoMove", ["W"]],
    ["gizmoTurn", ["E"]],
    ["takeAgain", ["A"]],
    ["countIn", ["Shift+C"]],
    ["recordSpeed", ["Shift+H"]],
    ["walks", ["Shift+W"]],
    ["layerAbove", ["ArrowUp"]],
    ["layerBelow", ["ArrowDown"]],
    ["recordAnew", ["Alt+R"]],
    ["muteLayer", ["Shift+M"]],
    ["soloLayer", ["Shift+S"]],
    ["layerMenu", ["V"]],
    ["duplicateLayer", ["Ctrl+D"]],
    ["loopLayer", ["Shift+L"]],
    ["smoothLayer", ["Shift+N"]],
    ["layerEarlier", ["Alt+ArrowLeft"]],
    ["layerLater", ["Alt+ArrowRight"]],
    ["layerShorter", ["Alt+Shift+ArrowLeft"]],
    ["layerLonger", ["Alt+Shift+ArrowRight"]],
    ["layerUp", ["Alt+ArrowUp"]],
    ["layerDown", ["Alt+ArrowDown"]],
  ]),
  ...inWorkspace("doodle", [
    ["chooseTool", ["1", "2", "3", "4", "5", "6", "7", "8", "9"]],
    ["replayDoodle", ["R"]],
    ["shareDoodle", ["V"]],
    ["keepDoodle", ["K"]],
    ["doodleInKeys", ["Shift+K"]],
    ["doodleHelp", ["H"]],
    ["teachGesture", ["T"]],
    ["doodleLesson", ["Shift+H"]],
    ["doodleSpace", ["Shift+T"]],
    ["doodlePicture", ["P"]],
    ["doodleActor", ["A"]],
    ["clearLines", ["X"]],
    ["newDoodle", ["N"]],
    ["doodleExample", ["Shift+N"]],
  ]),
  ...inWorkspace("creatures", [
    ["newCreature", ["N"]],
    ["bothSides", ["X"]],
    ["otherCreature", ["A"]],
    ["otherTab", ["J"]],
    ["setChannelKey", ["K"]],
    ["previousChannelKey", ["Shift+,"]],
    ["nextChannelKey", ["Shift+."]],
    ["keySpace", ["Shift+J"]],
    ["nextVariant", ["V"]],
    ["previousVariant", ["Shift+V"]],
    ["drawPath", ["P"]],
    ["paintGround", ["Shift+P"]],
    ["muteSounds", ["Shift+M"]],
    ["addChannel", ["Shift+A"]],
    ["duplicateChannel", ["Ctrl+D"]],
    ["gizmoMove", ["W"]],
    ["gizmoTurn", ["E"]],
  ]),
];

/** What of a KeyboardEvent decides; tests need no browser. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  /** The key's place on the keyboard, where the browser reports it. */
  code?: string;
}

const ALIASES: Record<string, string> = { " ": "Space", Spacebar: "Space", Esc: "Escape", Del: "Delete" };

/** Signs that need Shift on some keyboards and not on others: for them Shift says nothing. */
const isSign = (key: string) => key.length === 1 && key.toLowerCase() === key.toUpperCase();

/** What Shift makes of comma and full stop on most keyboards: these two differ with Shift and without. */
const SHIFTED: Record<string, { signs: string; key: string }> = {
  Comma: { signs: ",<;", key: "Shift+," },
  Period: { signs: ".>:", key: "Shift+." },
};

/** The key press as the table writes it. */
export function written(press: KeyPress): string {
  const shifted = press.shiftKey ? SHIFTED[press.code ?? ""] : undefined;
  const key = ALIASES[press.key] ?? (press.key.length === 1 ? press.key.toUpperCase() : press.key);
  const shift = press.shiftKey && !isSign(press.key);
  return [
    (press.ctrlKey || press.metaKey) && "Ctrl",
    press.altKey && "Alt",
    shift && "Shift",
    shifted?.signs.includes(press.key) ? shifted.key : key,
  ]
    .filter(Boolean)
    .join("+");
}

/** The command that a key press means in a workspace, or null; what belongs to the workspace comes first. */
export function commandOf(press: KeyPress, workspace = ""): Command | null {
  const key = written(press);
  const own = SHORTCUTS.find((each) => each.where === workspace && each.keys.includes(key));
  return (own ?? SHORTCUTS.find((each) => !each.where && each.keys.includes(key)))?.command ?? null;
}

/** Controls with keys of their own, which no shortcut may take. */
const TYPING = new Set(["input", "textarea"]);
const PRESSING = new Set(["button", "a", "summary"]);

/** Whether the focused element wants this key itself: text fields take all but Ctrl commands, lists all without Ctrl, buttons take
 * Space and Enter, all take Tab. A field that is not being typed into is like a button.
 *
 * pointed: Whether a pointer put the focus there. After a click on a tick box, Space plays the motion.
 */
export function keptBy(
  element: {
    tagName: string;
    type?: string;
    role?: string | null;
    readOnly?: boolean;
    isContentEditable?: boolean;
  } | null,
  press: KeyPress,
  pointed = false,
): boolean {
  if (!element) return false;
  // From any control Tab goes on to the next; only the stage itself gives it another meaning.
  if (press.key === "Tab") return true;
  const tag = element.role === "button" ? "button" : element.tagName.toLowerCase();
  const commanding = press.ctrlKey || press.metaKey;
  if (tag === "select") return !commanding;
  const toggles = tag === "input" && ["checkbox", "radio", "range", "button"].includes(element.type ?? "");
  const resting = tag === "input" && !!element.readOnly && !toggles;
  if (element.isContentEditable || (TYPING.has(tag) && !toggles && !resting))
    return !commanding || "ZYAXCV".includes(press.key.toUpperCase());
  if (resting) return press.key === "Enter" || (commanding && "AC".includes(press.key.toUpperCase()));
  if (PRESSING.has(tag) || toggles)
    return (
      press.key === "Enter" ||
      (press.key === " " && (!pointed || !!element.role?.startsWith("menuitem"))) ||
      (element.type === "range" && press.key.startsWith("Arrow"))
    );
  return false;
}

const NAMES: Record<string, string> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  Escape: "Esc",
  Delete: "Del",
};
const MAC: Record<string, string> = { Ctrl: "⌘", Shift: "⇧", Alt: "⌥", Delete: "⌦", Backspace: "⌫" };

/** A key combination as caps to draw: "Ctrl+Shift+Z" gives ["Ctrl", "Shift", "Z"], with a Mac's signs on a Mac. */
export function caps(keys: string, mac: boolean): string[] {
  const parts = keys === "+" ? ["+"] : keys.split("+");
  return parts.map((part) => (mac && MAC[part]) || NAMES[part] || part);
}

/** The first key of a command, for tooltips; empty where it has none. */
export function keyOf(command: Command, mac: boolean): string {
  const shortcut = SHORTCUTS.find((candidate) => candidate.command === command);
  return shortcut ? caps(shortcut.keys[0]!, mac).join(mac ? "" : "+") : "";
}

/** The cheat sheet: the open workspace's own keys first, then groups in the order in which they first appear. */
export function sheet(workspace = ""): { group: Group; shortcuts: Shortcut[] }[] {
  const own = (group: Group) => SHORTCUTS.some((each) => each.group === group && each.where === workspace);
  const groups = [...new Set(SHORTCUTS.map((shortcut) => shortcut.group))];
  return [...groups.filter(own), ...groups.filter((group) => !own(group))].map((group) => ({
    group,
    shortcuts: SHORTCUTS.filter((shortcut) => shortcut.group === group),
  }));
}
