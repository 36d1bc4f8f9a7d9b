/** One table of shortcuts: what the keys do, and what the cheat sheet and the tooltips say that they do. */

export type Group =
  "Play" | "Edit" | "Look" | "Room" | "Help" | "In Keys" | "In Perform" | "In Doodle" | "In Creatures";

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
  | "toggleHeat"
  | "setSpatialKey"
  | "updateSpatialKey"
  | "record"
  | "layerOnTop"
  | "chooseSet"
  | "gizmoMove"
  | "gizmoTurn"
  | "takeAgain"
  | "countIn"
  | "recordSpeed"
  | "walks"
  | "newCreature"
  | "bothSides"
  | "otherCreature"
  | "otherTab"
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

/** Commands of the animation that creatures play. */
export type ChannelCommand =
  | "setChannelKey"
  | "previousChannelKey"
  | "nextChannelKey"
  | "keySpace"
  | "nextVariant"
  | "previousVariant"
  | "drawPath"
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
  | "doodleSpace"
  | "doodlePicture"
  | "doodleActor"
  | "clearLines"
  | "newDoodle"
  | "doodleExample";

type Row = readonly [Command, readonly string[], string];

const inWorkspace = (where: string, group: Group, rows: readonly Row[]): Shortcut[] =>
  rows.map(([command, keys, label]) => ({ command, keys, label, group, where }));

export const SHORTCUTS: readonly Shortcut[] = [
  { command: "play", keys: ["Space"], label: "Play or pause", group: "Play" },
  { command: "stepBack", keys: [",", "ArrowLeft"], label: "One frame back", group: "Play" },
  { command: "stepForward", keys: [".", "ArrowRight"], label: "One frame on", group: "Play" },
  { command: "toStart", keys: ["Shift+ArrowLeft"], label: "To the start", group: "Play" },
  { command: "toEnd", keys: ["Shift+ArrowRight"], label: "To the end", group: "Play" },
  { command: "markIn", keys: ["I"], label: "Loop from here", group: "Play" },
  { command: "markOut", keys: ["O"], label: "Loop up to here", group: "Play" },
  { command: "clearLoop", keys: ["Alt+I"], label: "Loop all of it", group: "Play" },
  { command: "toggleLoop", keys: ["L"], label: "Loop on or off", group: "Play" },
  { command: "slower", keys: ["-"], label: "Slower", group: "Play" },
  { command: "faster", keys: ["+", "="], label: "Faster", group: "Play" },
  { command: "undo", keys: ["Ctrl+Z"], label: "Undo", group: "Edit" },
  { command: "redo", keys: ["Ctrl+Shift+Z", "Ctrl+Y"], label: "Redo", group: "Edit" },
  { command: "delete", keys: ["Delete", "Backspace"], label: "Delete what is selected", group: "Edit" },
  { command: "rename", keys: ["F2"], label: "Rename what is selected", group: "Edit" },
  { command: "import", keys: ["Ctrl+O"], label: "Bring in files", group: "Edit" },
  { command: "export", keys: ["Ctrl+E"], label: "Export", group: "Edit" },
  { command: "deselect", keys: ["Escape"], label: "Close, or select nothing", group: "Edit" },
  { command: "frame", keys: ["F"], label: "Frame what is selected", group: "Look" },
  { command: "frameAll", keys: ["Home"], label: "Frame everything", group: "Look" },
  { command: "viewFront", keys: ["1", "Alt+1"], label: "From the front", group: "Look" },
  { command: "viewSide", keys: ["3", "Alt+3"], label: "From the side", group: "Look" },
  { command: "viewTop", keys: ["7", "Alt+7"], label: "From above", group: "Look" },
  { command: "toggleGhosts", keys: ["G"], label: "Ghosts of poses before and after", group: "Look" },
  { command: "toggleBones", keys: ["B"], label: "Bones through the skin", group: "Look" },
  { command: "keepInView", keys: ["C"], label: "Camera goes along with who moves", group: "Look" },
  { command: "follow", keys: ["M"], label: "Let the character follow the pointer", group: "Look" },
  { command: "foldPanels", keys: ["Tab"], label: "Fold the side panels", group: "Room" },
  { command: "controls", keys: ["Shift+Tab"], label: "To the buttons; Tab goes on from there", group: "Room" },
  { command: "stageOnly", keys: ["`"], label: "Nothing but the stage", group: "Room" },
  { command: "toggleTheme", keys: ["Shift+D"], label: "Dark or light", group: "Room" },
  { command: "search", keys: ["/", "Ctrl+F"], label: "Search the library", group: "Room" },
  { command: "cheatSheet", keys: ["?"], label: "This sheet", group: "Help" },
  ...inWorkspace("keys", "In Keys", [
    ["addKey", ["K"], "Set a key here"],
    ["previousKey", ["Shift+,", "ArrowDown"], "To the key before"],
    ["nextKey", ["Shift+.", "ArrowUp"], "To the next key"],
    ["toWorst", ["Shift+E"], "To the largest error"],
    ["pinFrame", ["P"], "Pin this frame: always a key"],
    ["forbidFrame", ["Shift+P"], "Keep keys off this frame"],
    ["automaticKeys", ["Shift+A"], "The automatic number of keys"],
    ["nextKeysView", ["Shift+V"], "Overlaid, side by side, result only"],
    ["toggleHeat", ["H"], "Difference as heat on the body"],
    ["otherKeysTab", ["J"], "Dopesheet or graph"],
    ["selectAllKeys", ["A", "Ctrl+A"], "Select all keys"],
    ["nextTag", ["T"], "Keypose, breakdown, detail"],
    ["keyMenu", ["V"], "Tags and handles of the selected keys"],
    ["nudgeBack", ["Alt+ArrowLeft"], "Selected keys one frame back"],
    ["nudgeOn", ["Alt+ArrowRight"], "Selected keys one frame on"],
    ["nudgeUp", ["Alt+ArrowUp"], "Selected keys up by 1° or 1 cm"],
    ["nudgeDown", ["Alt+ArrowDown"], "Selected keys down by 1° or 1 cm"],
    ["keyInRowBefore", ["Ctrl+ArrowLeft"], "The key before in this row"],
    ["keyInRowAfter", ["Ctrl+ArrowRight"], "The next key in this row"],
    ["lockValues", ["Shift+L"], "Lock the graph's values"],
  ]),
  ...inWorkspace("perform", "In Perform", [
    ["setSpatialKey", ["K"], "Set a key where the ball is"],
    ["updateSpatialKey", ["U"], "Give the selected key this pose"],
    ["record", ["R"], "Record; it starts with the first drag"],
    ["layerOnTop", ["Shift+R"], "Record on top of the performance"],
    ["chooseSet", ["1", "2", "3", "4", "5", "6", "7", "8", "9"], "Perform with that set"],
    ["gizmoMove", ["W"], "Move the selected part by arrows"],
    ["gizmoTurn", ["E"], "Turn the selected part by rings"],
    ["takeAgain", ["A"], "Take the last take back and record again"],
    ["countIn", ["Shift+C"], "Count 3, 2, 1 before a take"],
    ["recordSpeed", ["Shift+H"], "Record at full, half, quarter speed"],
    ["walks", ["Shift+W"], "Walk: the feet carry it along"],
    ["layerAbove", ["ArrowUp"], "The layer above"],
    ["layerBelow", ["ArrowDown"], "The layer below"],
    ["recordAnew", ["Alt+R"], "Record this layer anew"],
    ["muteLayer", ["Shift+M"], "Mute this layer"],
    ["soloLayer", ["Shift+S"], "This layer alone"],
    ["layerMenu", ["V"], "What can be done to this layer"],
    ["duplicateLayer", ["Ctrl+D"], "A copy of this layer"],
    ["loopLayer", ["Shift+L"], "Repeat this layer to the end"],
    ["smoothLayer", ["Shift+N"], "Smooth this layer"],
    ["layerEarlier", ["Alt+ArrowLeft"], "This layer a frame earlier"],
    ["layerLater", ["Alt+ArrowRight"], "This layer a frame later"],
    ["layerShorter", ["Alt+Shift+ArrowLeft"], "This layer a frame shorter"],
    ["layerLonger", ["Alt+Shift+ArrowRight"], "This layer a frame longer"],
    ["layerUp", ["Alt+ArrowUp"], "This layer up"],
    ["layerDown", ["Alt+ArrowDown"], "This layer down"],
  ]),
  ...inWorkspace("doodle", "In Doodle", [
    ["chooseTool", ["1", "2", "3", "4", "5", "6", "7", "8"], "Take that tool"],
    ["replayDoodle", ["R"], "Replay from the start"],
    ["shareDoodle", ["V"], "Share as a video"],
    ["keepDoodle", ["K"], "Keep as a motion"],
    ["doodleInKeys", ["Shift+K"], "Open in Keys"],
    ["doodleHelp", ["H"], "What can I draw?"],
    ["teachGesture", ["T"], "Teach a gesture"],
    ["doodleSpace", ["Shift+T"], "From paper into the room, and back"],
    ["doodlePicture", ["P"], "A picture behind the drawing: put it there, move it"],
    ["doodleActor", ["A"], "Who performs"],
    ["clearLines", ["X"], "Rub all lines out"],
    ["newDoodle", ["N"], "A new sheet"],
    ["doodleExample", ["Shift+N"], "A sheet with an example"],
  ]),
  ...inWorkspace("creatures", "In Creatures", [
    ["newCreature", ["N"], "A creature that nobody has seen"],
    ["bothSides", ["X"], "Parts on both sides, or on one"],
    ["otherCreature", ["A"], "Work on the next creature"],
    ["otherTab", ["J"], "Body or motion"],
    ["setChannelKey", ["K"], "Set a key of the channel here"],
    ["previousChannelKey", ["Shift+,"], "To the channel's key before"],
    ["nextChannelKey", ["Shift+."], "To the channel's next key"],
    ["keySpace", ["Shift+J"], "Curves for everybody, or for this creature"],
    ["nextVariant", ["V"], "The next variant"],
    ["previousVariant", ["Shift+V"], "The variant before"],
    ["drawPath", ["P"], "Draw a path on the ground"],
    ["addChannel", ["Shift+A"], "One more channel"],
    ["duplicateChannel", ["Ctrl+D"], "A copy of this channel"],
    ["gizmoMove", ["W"], "Pose the body: move it"],
    ["gizmoTurn", ["E"], "Pose the body: turn it"],
  ]),
];

/** What of a KeyboardEvent decides; tests need no browser. */
export interface KeyPress {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  shiftKey: boolean;
  altKey: boolean;
  /** The key's place on the keyboard, where the browser tells it. */
  code?: string;
}

const ALIASES: Record<string, string> = { " ": "Space", Spacebar: "Space", Esc: "Escape", Del: "Delete" };

/** Signs that need Shift on some keyboards and not on others: for them Shift says nothing. */
const isSign = (key: string) => key.length === 1 && key.toLowerCase() === key.toUpperCase();

/** What Shift makes of comma and full stop on most keyboards: these two are told apart with Shift and without. */
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
