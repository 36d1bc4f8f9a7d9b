/** What a shared page carries: a description in JSON, and packed parts in script elements beside it, as `kinegraph.share` writes them. */

/** Of the description; a page's script and its content are written together. */
export const VERSION = 1;

/** motion: something that plays. sets: a character that is performed. creature: one that walks to where one points. */
export type SharedKind = "motion" | "sets" | "creature";

/** paper: whether the room is a sheet of paper. walks: names of sets that carry their character along in the studio.
 * speed, turn: how fast a creature goes [m/s, rad/s]. */
export interface SharedContent {
  version: number;
  kind: SharedKind;
  title: string;
  paper: boolean;
  walks: readonly string[];
  speed: number;
  turn: number;
}

export type SharedPart = "glb" | "live" | "wasm" | "package";

/** The parts of a Document that are used. */
export interface PageLike {
  getElementById(id: string): { textContent: string | null; dataset: Partial<Record<string, string>> } | null;
}

export class NothingShared extends Error {}

/** The description of what a page shows; throws if this script cannot show it. */
export function contentOf(page: PageLike): SharedContent {
  const text = page.getElementById("content")?.textContent;
  if (!text) throw new NothingShared();
  const content = JSON.parse(text) as SharedContent;
  if (content.version !== VERSION) throw new NothingShared();
  return content;
}

export const hasPart = (page: PageLike, part: SharedPart): boolean => page.getElementById(part) !== null;

/** The bytes of a part, unpacked. */
export async function partOf(page: PageLike, part: SharedPart): Promise<ArrayBuffer> {
  const element = page.getElementById(part);
  if (!element?.textContent) throw new NothingShared();
  const packed = Uint8Array.from(atob(element.textContent.trim()), (sign) => sign.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  const planes = new Uint8Array(await new Response(stream).arrayBuffer());
  return woven(planes, Number(element.dataset["planes"]), Number(element.dataset["bytes"])).buffer;
}

/** Bytes from their planes: first every `count`-th from the first on, then from the second on, and so on. */
export function woven(planes: Uint8Array<ArrayBuffer>, count: number, bytes: number): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(planes.length);
  const rows = planes.length / count;
  for (let plane = 0, from = 0; plane < count; plane++)
    for (let to = plane, row = 0; row < rows; row++, to += count) whole[to] = planes[from++]!;
  return whole.slice(0, bytes);
}
