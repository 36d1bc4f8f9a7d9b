/** A context (which bodies a channel moves) as its parts and as the sentence that the engine reads and writes. */

export const CAPS = [
  "root",
  "spine",
  "limb",
  "grasper",
  "foot",
  "mouth",
  "eye",
  "ear",
  "head",
  "wing",
  "tail",
  "spike",
] as const;
export type Cap = (typeof CAPS)[number];

export const PLACES = {
  left: "on the left",
  center: "in the center",
  right: "on the right",
  top: "at the top",
  midheight: "at midheight",
  bottom: "at the bottom",
  front: "at the front",
  midlength: "at midlength",
  back: "at the back",
} as const;
export type BodyPlace = keyof typeof PLACES;

/** The three places of each axis, from its positive side to its negative one. */
export const AXES: readonly (readonly [BodyPlace, BodyPlace, BodyPlace])[] = [
  ["left", "center", "right"],
  ["top", "midheight", "bottom"],
  ["front", "midlength", "back"],
];

export type Extent = "left" | "right" | "top" | "bottom" | "front" | "back";
export const EXTENTS: readonly Extent[] = ["left", "right", "top", "bottom", "front", "back"];

/** setspace: among the bodies of that type, not on the whole body. */
export interface Zone {
  place: BodyPlace;
  setspace: boolean;
}

/** cap: null for every body. spine: the spine segments that the bodies hang on, in their stead. */
export interface Context {
  cap: Cap | null;
  zones: readonly Zone[];
  extent: Extent | null;
  spine: boolean;
}

export const ALL_BODIES: Context = { cap: null, zones: [], extent: null, spine: false };

const AT_THE_SPINE = "by their spine segments";
const OF_THE_SET = " of the set";
const SINGULAR = new Set<Cap>(["root", "spine"]);

/** What the bodies of a type are called. */
export const nounOf = (cap: Cap | null): string =>
  cap === null ? "bodies" : cap === "foot" ? "feet" : SINGULAR.has(cap) ? cap : `${cap}s`;

export const zoneText = ({ place, setspace }: Zone): string => PLACES[place] + (setspace ? OF_THE_SET : "");

export function sentenceOf({ cap, zones, extent, spine }: Context): string {
  const phrases = zones.map(zoneText);
  if (extent) phrases.push(`${extent}-most`);
  if (spine) phrases.push(AT_THE_SPINE);
  return `${nounOf(cap)} ${phrases.join(", ")}`.trim();
}

const capOf = new Map<string, Cap | null>([
  ...CAPS.flatMap((cap) => [[nounOf(cap), cap] as const, [cap, cap] as const]),
  ["bodies", null],
]);
const placeOf = new Map<string, BodyPlace>(
  (Object.keys(PLACES) as BodyPlace[]).flatMap((place) => [[PLACES[place], place] as const, [place, place] as const]),
);

/** The context of a sentence as the engine writes it; null where the sentence says something else. */
export function contextOf(sentence: string): Context | null {
  const words = sentence.trim().toLowerCase().replace(/\s+/g, " ");
  const [, noun = "", rest = ""] = /^([^ ,]+)[ ,]*(.*)$/.exec(words) ?? [];
  const cap = capOf.get(noun);
  if (cap === undefined) return null;
  let context: Context = { ...ALL_BODIES, cap };
  for (const phrase of rest.split(",").map((piece) => piece.trim())) {
    if (!phrase) continue;
    const next = withPhrase(context, phrase);
    if (!next) return null;
    context = next;
  }
  return context;
}

function withPhrase(context: Context, phrase: string): Context | null {
  const setspace = phrase.endsWith(OF_THE_SET);
  const place = placeOf.get(setspace ? phrase.slice(0, -OF_THE_SET.length) : phrase);
  if (place) return { ...context, zones: [...context.zones, { place, setspace }] };
  if (phrase === AT_THE_SPINE || phrase === "spine segment") return { ...context, spine: true };
  const extent = EXTENTS.find((side) => phrase === `${side}-most`);
  return extent && (context.extent === null || context.extent === extent) ? { ...context, extent } : null;
}

const axisOf = (place: BodyPlace) => AXES.findIndex((axis) => axis.includes(place));

/** The zone along an axis (0 left-right, 1 up, 2 front-back); null where any place will do. */
export const zoneAlong = ({ zones }: Context, axis: number): Zone | null =>
  zones.find(({ place }) => axisOf(place) === axis) ?? null;

/** The same context with another zone along an axis, or none. */
export function withZone(context: Context, axis: number, zone: Zone | null): Context {
  const others = context.zones.filter(({ place }) => axisOf(place) !== axis);
  const zones = zone ? [...others, zone] : others;
  return { ...context, zones: zones.sort((a, b) => axisOf(a.place) - axisOf(b.place)) };
}
