/** The hint line: what the pointer would do here and now. One function, so that it never lies in two places. */

import {
  DOING_IN_CREATURES,
  OVER_CREATURES,
  type CreatureDoing,
  type CreaturePlace,
} from "../workspaces/creatures/model/hints";
import {
  DOING_WITH_CHANNELS,
  OVER_CHANNELS,
  type ChannelDoing,
  type ChannelPlace,
} from "../workspaces/creatures/model/channelHints";
import { DOING_IN_DOODLE, OVER_DOODLE, type DoodleDoing, type DoodlePlace } from "../workspaces/doodle/model/hints";
import { DOING_WITH_KEYS, OVER_KEYS, type KeyDoing, type KeyPlace } from "../workspaces/keys/model/hints";
import {
  DOING_IN_PERFORM,
  OVER_PERFORM,
  type PerformDoing,
  type PerformPlace,
  DOING_WITH_LAYERS,
  OVER_LAYERS,
  type LayerDoing,
  type LayerPlace,
} from "../workspaces/perform/model/hints";

/** What the pointer is over, or doing. */
export type PointerPlace =
  | { over: "nothing" }
  | { over: "empty" }
  | { over: "base"; name: string }
  | { over: "joint"; name: string; hasMotion: boolean; trailed: boolean }
  | { over: "keyedJoint"; name: string; click: "select" | "lead" | "release" }
  | { over: "leading" }
  | { over: "ruler" }
  | { over: "track" }
  | { over: "loopHandle" }
  | { over: "keysSlider" | KeyPlace | PerformPlace | LayerPlace | CreaturePlace | ChannelPlace | DoodlePlace }
  | { doing: "orbit" | "pan" | "place" | "scrub" | "trim" | "chooseKeys" }
  | { doing: KeyDoing | PerformDoing | LayerDoing | CreatureDoing | ChannelDoing | DoodleDoing };

/** A piece of the line: an action key ("drag", "wheel") and what it does. */
export interface Hint {
  key: string;
  does: string;
}

/** The line for a place. following: whether a character follows the pointer. touch: whether fingers do the pointing. */
export function hintsFor(place: PointerPlace, following: boolean, touch = false): Hint[] {
  if ("doing" in place) return DOING[place.doing]!;
  if (place.over in OVER_KEYS) return OVER_KEYS[place.over as KeyPlace];
  if (place.over in OVER_LAYERS) return OVER_LAYERS[place.over as LayerPlace];
  if (place.over in OVER_CHANNELS) return OVER_CHANNELS[place.over as ChannelPlace];
  if (place.over in OVER_PERFORM) return OVER_PERFORM[place.over as PerformPlace];
  if (place.over in OVER_DOODLE) return OVER_DOODLE[place.over as DoodlePlace];
  if (place.over in OVER_CREATURES) return OVER_CREATURES[place.over as CreaturePlace];
  const [orbit, pan, zoom] = touch ? ["one finger", "two fingers", "pinch"] : ["drag", "right drag", "wheel"];
  const camera: Hint[] = [
    { key: orbit!, does: "orbit" },
    { key: pan!, does: "pan" },
    { key: zoom!, does: "zoom" },
  ];
  switch (place.over) {
    case "base":
      return [
        { key: "drag", does: `move ${place.name} on the ground` },
        { key: "Shift+drag", does: "turn it" },
        { key: "click", does: "select" },
      ];
    case "joint": {
      const trail = place.hasMotion
        ? [
            {
              key: "click",
              does: place.trailed ? `hide the trail of ${place.name}` : `show the trail of ${place.name}`,
            },
          ]
        : [{ key: "click", does: `select ${place.name}` }];
      return following ? [{ key: "move", does: "it follows you" }, ...trail] : [...trail, ...camera];
    }
    case "keyedJoint":
      return [{ key: "click", does: KEYED[place.click](place.name) }, ...ending(place.click !== "select"), ...camera];
    case "leading":
      return [{ key: "click", does: "joints that lead the motion" }, ...ending(true), ...camera];
    case "ruler":
      return [
        { key: "drag", does: "scrub" },
        { key: "wheel", does: "zoom in time" },
        { key: "Shift+wheel", does: "pan" },
        { key: "double-click", does: "show it all" },
      ];
    case "track":
      return [
        { key: "click", does: "select" },
        { key: "drag", does: "scrub" },
        { key: "wheel", does: "zoom in time" },
      ];
    case "keysSlider":
      return [
        { key: "drag", does: "fewer or more keys" },
        { key: "click “auto”", does: "as many as it takes" },
        { key: "← →", does: "one fewer, one more" },
      ];
    case "loopHandle":
      return [
        { key: "drag", does: "trim the loop" },
        { key: "double-click", does: "loop all of it" },
      ];
    default:
      return following ? [{ key: "move", does: "it follows you" }, ...camera] : camera;
  }
}

const KEYED = {
  select: (name: string) => `show the curves of ${name}`,
  lead: (name: string) => `let ${name} lead`,
  release: (name: string) => `${name} leads no longer`,
};

const ending = (picking: boolean): Hint[] => (picking ? [{ key: "Esc", does: "done" }] : []);

const DOING: Record<string, Hint[]> = {
  ...DOING_WITH_KEYS,
  ...DOING_IN_PERFORM,
  ...DOING_WITH_LAYERS,
  ...DOING_WITH_CHANNELS,
  ...DOING_IN_CREATURES,
  ...DOING_IN_DOODLE,
  orbit: [
    { key: "release", does: "keep this view" },
    { key: "F", does: "frame" },
  ],
  pan: [{ key: "release", does: "keep this view" }],
  place: [
    { key: "release", does: "put it here" },
    { key: "Esc", does: "put it back" },
  ],
  scrub: [
    { key: "release", does: "stay at this frame" },
    { key: "Alt", does: "between frames" },
  ],
  chooseKeys: [
    { key: "release", does: "keep this many" },
    { key: "Esc", does: "as it was" },
  ],
  trim: [{ key: "release", does: "loop this part" }],
};
