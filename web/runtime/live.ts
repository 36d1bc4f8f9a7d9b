/**
 * The live link of a running studio, for pages with three.js: what is performed there moves bones here.
 *
 *     const link = new LiveLink(address); // from the studio's Share dialog
 *     link.onCharacter = ({ number, ...skeleton }) => (bones[number] = makeBones(skeleton)); // of ./three
 *     link.onPose = (number, pose) => applyPose(bones[number], pose);
 *     await link.run();
 *
 * docs/live-link.md describes the stream.
 */

/** A character: names, parents, and the rest pose in the parents' frames: (J, 3) [m] and (J, 4) xyzw, one row behind the other. */
export interface LiveCharacter {
  number: number;
  name: string;
  names: string[];
  parents: number[];
  translations: Float64Array;
  rotations: Float64Array;
}

/** A pose in the parents' frames, joint 0 in the world: (J, 3) and (J, 4). time: [s]. */
export interface LivePose {
  time: number;
  translations: Float32Array;
  rotations: Float32Array;
}

/** A description as the studio writes it. */
interface Said {
  type?: string;
  number?: number;
  name?: string;
  joints?: string[];
  parents?: number[];
  translations?: number[][];
  rotations?: number[][];
}

const [HEAD, POSE] = [5, 16];
const JSON_KIND = "J".charCodeAt(0);

export class LiveLink {
  onCharacter: (character: LiveCharacter) => void = () => {};
  onGone: (number: number) => void = () => {};
  onPose: (number: number, pose: LivePose) => void = () => {};
  private readonly abort = new AbortController();
  private rest = new Uint8Array();

  constructor(private readonly address: string) {}

  /** Reads until the studio or `close` ends it; rejects where the studio refuses. */
  async run(): Promise<void> {
    const answer = await fetch(this.address, { signal: this.abort.signal });
    if (!answer.ok || !answer.body) throw new Error(`The studio refuses the live link (${answer.status}).`);
    const reader = answer.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      this.take(value);
    }
  }

  close(): void {
    this.abort.abort();
  }

  /** Takes bytes of the stream, cut anywhere. */
  take(bytes: Uint8Array): void {
    const all = new Uint8Array(this.rest.length + bytes.length);
    all.set(this.rest);
    all.set(bytes, this.rest.length);
    const view = new DataView(all.buffer);
    let at = 0;
    while (all.length - at >= HEAD) {
      const end = at + HEAD + view.getUint32(at, true);
      if (end > all.length) break;
      const content = all.slice(at + HEAD, end);
      if (all[at + 4] === JSON_KIND) this.hear(JSON.parse(new TextDecoder().decode(content)) as Said);
      else this.show(content.buffer);
      at = end;
    }
    this.rest = all.slice(at);
  }

  private hear({ type, number = 0, name = "", joints = [], parents = [], translations, rotations }: Said): void {
    if (type === "gone") this.onGone(number);
    if (type !== "character") return;
    this.onCharacter({
      ...{ number, name, names: joints, parents },
      translations: Float64Array.from(translations?.flat() ?? []),
      rotations: Float64Array.from(rotations?.flat() ?? []),
    });
  }

  private show(content: ArrayBuffer): void {
    const head = new DataView(content);
    const joints = head.getUint32(4, true);
    this.onPose(head.getUint32(0, true), {
      time: head.getFloat64(8, true),
      translations: new Float32Array(content, POSE, 3 * joints),
      rotations: new Float32Array(content, POSE + 12 * joints, 4 * joints),
    });
  }
}

/** The parts of a three.js bone that are used. */
export interface BoneLike {
  position: { fromArray(values: ArrayLike<number>, at: number): unknown };
  quaternion: { fromArray(values: ArrayLike<number>, at: number): unknown };
}

/** Puts a pose on bones in the order of the character's joints. */
export function applyPose(bones: readonly BoneLike[], { translations, rotations }: LivePose): void {
  bones.forEach((bone, joint) => {
    bone.position.fromArray(translations, 3 * joint);
    bone.quaternion.fromArray(rotations, 4 * joint);
  });
}
