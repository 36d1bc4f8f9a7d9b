/**
 * The runtime on the web: creatures and spatial rigs of a `.kinelive` file, computed by `kinegraph.wasm`.
 *
 *     const kinegraph = await Kinegraph.load(await (await fetch("kinegraph.wasm")).arrayBuffer());
 *     const live = kinegraph.open(await (await fetch("zoo.kinelive")).arrayBuffer());
 *     const creature = live.spawn(0);
 *     creature.command({ forward: 0.5 });
 *     kinegraph.advance([creature], 1 / 60);
 *     creature.rotations(); // (J, 4) in the parents' frames, xyzw
 *
 * Metres, seconds, radians; Y up, facing +Z, left is +X. What is refused throws an Error that says why. Arrays that
 * methods return are copies. Call `dispose` on creatures, rigs and files that are no longer used.
 */
import { COLUMN, CREATURE, KIND, LAYERS, RIG, SKIN, type ArrayPlace } from "./layout";

type Exports = Record<string, (...values: (number | bigint)[]) => number> & { memory: WebAssembly.Memory };
type Numbers = Float64Array | Float32Array | BigInt64Array | Uint32Array | Uint16Array | Uint8Array;

const KINDS = {
  f8: Float64Array,
  f4: Float32Array,
  i8: BigInt64Array,
  u4: Uint32Array,
  u2: Uint16Array,
  u1: Uint8Array,
  b1: Uint8Array,
};

/** A skeleton: parents come first, -1 is none; the pose at rest in the parents' frames. */
export interface Skeleton {
  parents: number[];
  names: string[];
  translations: Float64Array;
  rotations: Float64Array;
}

/** A mesh that follows joints, as three.js and glTF have them; optional arrays are null. */
export interface Skin {
  vertices: Float32Array;
  normals: Float32Array | null;
  colors: Uint8Array | null;
  uvs: Float32Array | null;
  triangles: Uint32Array;
  joints: Uint16Array;
  weights: Float32Array;
  /** (J, 4, 4), row by row. */
  jointFromMesh: Float64Array;
  color: [number, number, number, number];
  metallic: number;
  roughness: number;
  twoSided: boolean;
  /** A PNG or JPEG image. */
  texture: Uint8Array | null;
}

/** Something that an animation of a creature sends. */
export interface EventInfo {
  name: string;
  kind: "sound" | "visual" | "data";
  animation: string;
  channel: string;
  time: number;
}

/** Animations that play together. */
export interface LayerSet {
  name: string;
  gait: string;
  layers: { animation: string; variant: number; duration: number; loops: boolean }[];
  targets: string[];
}

/** What a file says of a creature. */
export interface CreatureInfo {
  name: string;
  skeleton: Skeleton;
  skins: Skin[];
  size: [number, number, number];
  layerSets: LayerSet[];
  events: EventInfo[];
  /** The joints of its feet. */
  feet: number[];
}

/** What a file says of a rig with spatial sets. */
export interface RigInfo {
  name: string;
  skeleton: Skeleton;
  skins: Skin[];
  sets: SpatialSetInfo[];
}

/** A spatial set: where its controller rests, and the poses at places. */
export interface SpatialSetInfo {
  name: string;
  /** The set that moves its controller, or -1. */
  above: number;
  home: [number, number, number];
  markers: { name: string; place: [number, number, number] }[];
  /** Whether it is in force at first; sets that key the same joints are rivals. */
  inForce: boolean;
  rivals: number[];
  /** The joint whose space its places are in, or -1. */
  carrier: number;
}

/** Something that happened in a step: an event of a layer, or a foot that came down. */
export type Happening = { event: EventInfo; layer: number } | { foot: number; joint: number };

/** A compiled runtime. One serves a whole page. */
export class Kinegraph {
  private constructor(readonly exports: Exports) {}

  /** Compiles the module. It imports nothing. */
  static async load(wasm: BufferSource): Promise<Kinegraph> {
    const { instance } = await WebAssembly.instantiate(wasm, {});
    const exports = instance.exports as unknown as Exports;
    exports["_initialize"]?.();
    return new Kinegraph(exports);
  }

  /** Opens a file; throws where it is not a whole and sound `.kinelive` file of this runtime. */
  open(bytes: ArrayBuffer | Uint8Array): LiveFile {
    return new LiveFile(this, bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes));
  }

  /** Steps creatures of any files, in one call. */
  advance(creatures: readonly Creature[], seconds: number): void {
    const list = this.allocate(4 * Math.max(creatures.length, 1));
    try {
      new Uint32Array(this.memory, list, creatures.length).set(creatures.map((each) => each.handle));
      this.call("kg_advance", list, creatures.length, seconds);
    } finally {
      this.free(list);
    }
  }

  /** A ground: heights over (nx, nz) samples along x and z, bilinear between them, over a tilted plane [m]. */
  ground(given: {
    heights: ArrayLike<number>;
    nx: number;
    nz: number;
    first?: [number, number];
    spacing?: number;
    tilt?: [number, number];
    level?: number;
  }): Ground {
    const { heights, nx, nz, first = [0, 0], spacing = 1, tilt = [0, 0], level = 0 } = given;
    if (heights.length !== nx * nz) throw new Error(`A ground of ${nx} by ${nz} samples needs ${nx * nz} heights.`);
    const samples = this.allocate(8 * heights.length);
    try {
      new Float64Array(this.memory, samples, heights.length).set(Array.from(heights));
      return new Ground(this, this.call("kg_make_ground", samples, nx, nz, ...first, spacing, ...tilt, level));
    } finally {
      this.free(samples);
    }
  }

  /** The module's memory; growing replaces it, so ask every time. */
  get memory(): ArrayBuffer {
    return this.exports.memory.buffer as ArrayBuffer;
  }

  /** Calls a function that returns 0 where it refuses. */
  call(name: string, ...values: (number | bigint)[]): number {
    let result = 0;
    try {
      result = this.exports[name]!(...values);
    } catch (error) {
      throw new Error(`The runtime stopped in ${name}: the file is damaged.`, { cause: error });
    }
    if (!result) throw new Error(this.why());
    return result >>> 0;
  }

  /** Memory in the module. */
  allocate(size: number): number {
    const found = this.exports["kg_allocate"]!(BigInt(size)) >>> 0;
    if (!found) throw new Error(`There is no room for ${size} bytes.`);
    return found;
  }

  /** Gives memory back. */
  free(place: number): void {
    this.exports["kg_free"]!(place);
  }

  /** A copy of numbers in memory. */
  floats(place: number, count: number): Float64Array {
    return new Float64Array(this.memory, place, count).slice();
  }

  private why(): string {
    const start = this.exports["kg_why"]!() >>> 0;
    const bytes = new Uint8Array(this.memory, start);
    return decode(bytes.subarray(0, bytes.indexOf(0)));
  }
}

/** Ground that creatures stand on. Dispose of it after them. */
export class Ground {
  constructor(
    private readonly runtime: Kinegraph,
    readonly handle: number,
  ) {}

  dispose(): void {
    this.runtime.exports["kg_drop_ground"]!(this.handle);
  }
}

/** An open file. */
export class LiveFile {
  readonly handle: number;
  readonly creatures: readonly CreatureInfo[];
  readonly rigs: readonly RigInfo[];

  constructor(
    readonly runtime: Kinegraph,
    bytes: Uint8Array,
  ) {
    const copy = runtime.allocate(bytes.length);
    try {
      new Uint8Array(runtime.memory, copy, bytes.length).set(bytes);
      this.handle = runtime.call("kg_open", copy, BigInt(bytes.length));
    } finally {
      runtime.free(copy);
    }
    const count = (kind: number) => runtime.exports["kg_count"]!(this.handle, kind);
    this.creatures = Array.from({ length: count(KIND.creature) }, (_, n) => this.readCreature(n));
    this.rigs = Array.from({ length: count(KIND.rig) }, (_, n) => this.readRig(n));
  }

  /** A creature of its own, at the origin, facing +Z, with the first layer set. */
  spawn(number: number): Creature {
    return new Creature(this, number);
  }

  /** A rig of its own, with its controllers at rest. */
  perform(number: number): Rig {
    return new Rig(this, number);
  }

  /** Frees the file; dispose of its creatures and rigs first. */
  dispose(): void {
    this.runtime.exports["kg_close"]!(this.handle);
  }

  private readCreature(number: number): CreatureInfo {
    const words = new Words(this, this.runtime.call("kg_record", this.handle, KIND.creature, number));
    const animations = words.rows(CREATURE.animations);
    const durations = words.floats(CREATURE.durations);
    const times = words.floats(CREATURE.eventTimes);
    const gaits = words.whole(CREATURE.gaits).map((name) => this.string(name));
    const title = (n: number) => this.string(animations[n]![0]!);
    const layerSets = words.whole(CREATURE.layerSets).map((_, part) => {
      const set = new Words(this, this.runtime.call("kg_layer_set", this.handle, number, part));
      return {
        name: this.string(set.number(LAYERS.name)),
        gait: gaits[set.number(LAYERS.gait)]!,
        layers: set.rows(LAYERS.layers).map(([n, variant]) => ({
          animation: title(n!),
          variant: variant!,
          duration: durations[n!]!,
          loops: animations[n!]![1] === 1,
        })),
        targets: set.whole(LAYERS.targets).map((name) => this.string(name)),
      };
    });
    const [width, height, length] = words.floats(CREATURE.size);
    return {
      name: this.string(words.number(CREATURE.name)),
      skeleton: this.readSkeleton(words, CREATURE),
      skins: this.readSkins(KIND.creature, number, words.length(CREATURE.skins)),
      size: [width!, height!, length!],
      layerSets,
      events: words.rows(CREATURE.events).map(([animation, name, kind, channel], n) => ({
        name: this.string(name!),
        kind: (["sound", "visual", "data"] as const)[kind!]!,
        animation: title(animation!),
        channel: this.string(channel!),
        time: times[n]!,
      })),
      feet: words.whole(CREATURE.feet),
    };
  }

  private readRig(number: number): RigInfo {
    const words = new Words(this, this.runtime.call("kg_record", this.handle, KIND.rig, number));
    const starts = words.whole(RIG.markerStarts);
    const names = words.whole(RIG.markerNames);
    const [places, homes, shares] = [RIG.markers, RIG.programHomes, RIG.shares].map((place) => words.floats(place));
    const [carriers, rivals] = [words.whole(RIG.programCarriers), words.rows(RIG.programRivals)];
    const place = (rows: Float64Array, n: number): [number, number, number] => [
      rows[3 * n]!,
      rows[3 * n + 1]!,
      rows[3 * n + 2]!,
    ];
    return {
      name: this.string(words.number(RIG.name)),
      skeleton: this.readSkeleton(words, RIG),
      skins: this.readSkins(KIND.rig, number, words.length(RIG.skins)),
      sets: words.rows(RIG.sets).map(([name, above], set) => ({
        name: this.string(name!),
        above: above!,
        home: place(homes!, set),
        markers: names
          .slice(starts[set], starts[set + 1])
          .map((marker, n) => ({ name: this.string(marker), place: place(places!, starts[set]! + n) })),
        inForce: shares![set]! > 0,
        rivals: rivals[set]!.flatMap((rival, other) => (rival ? [other] : [])),
        carrier: carriers[set]!,
      })),
    };
  }

  private readSkeleton(words: Words, record: typeof CREATURE | typeof RIG): Skeleton {
    return {
      parents: words.whole(record.skeletonParents),
      names: words.whole(record.skeletonNames).map((name) => this.string(name)),
      translations: words.floats(record.skeletonTranslations),
      rotations: words.floats(record.skeletonRotations),
    };
  }

  private readSkins(kind: number, number: number, count: number): Skin[] {
    return Array.from({ length: count }, (_, part) => {
      const words = new Words(this, this.runtime.call("kg_skin_of", this.handle, kind, number, part));
      const [red, green, blue, alpha, metallic, roughness] = words.floats(SKIN.material);
      const some = <T extends Numbers>(place: ArrayPlace) => (words.length(place) ? (words.array(place) as T) : null);
      return {
        vertices: words.array(SKIN.vertices) as Float32Array,
        normals: some<Float32Array>(SKIN.normals),
        colors: some<Uint8Array>(SKIN.colors),
        uvs: some<Float32Array>(SKIN.uvs),
        triangles: words.array(SKIN.triangles) as Uint32Array,
        joints: words.array(SKIN.joints) as Uint16Array,
        weights: words.array(SKIN.weights) as Float32Array,
        jointFromMesh: words.floats(SKIN.jointFromMesh),
        color: [red!, green!, blue!, alpha!],
        metallic: metallic!,
        roughness: roughness!,
        twoSided: words.number(SKIN.twoSided) === 1,
        texture: some<Uint8Array>(SKIN.texture),
      };
    });
  }

  private string(number: number): string {
    const length = this.runtime.allocate(4);
    try {
      const start = this.runtime.call("kg_string", this.handle, BigInt(number), length);
      const bytes = new Int32Array(this.runtime.memory, length, 1)[0]!;
      return decode(new Uint8Array(this.runtime.memory, start, bytes));
    } finally {
      this.runtime.free(length);
    }
  }
}

/** The words of a record in memory. */
class Words {
  constructor(
    private readonly live: LiveFile,
    private readonly start: number,
  ) {}

  number(word: number): number {
    return Number(new BigInt64Array(this.live.runtime.memory, this.start + 8 * word, 1)[0]!);
  }

  length(place: ArrayPlace): number {
    return this.number(place.word + 1);
  }

  array(place: ArrayPlace): Numbers {
    let count = 1;
    for (let axis = 0; axis < place.axes; axis++) count *= this.number(place.word + 1 + axis);
    return new KINDS[place.kind](this.live.runtime.memory, count ? this.number(place.word) : 0, count).slice();
  }

  floats(place: ArrayPlace): Float64Array {
    return this.array(place) as Float64Array;
  }

  whole(place: ArrayPlace): number[] {
    return Array.from(this.array(place) as BigInt64Array, Number);
  }

  rows(place: ArrayPlace): number[][] {
    const [all, columns] = [this.whole(place), this.number(place.word + 2)];
    return Array.from({ length: this.length(place) }, (_, n) => all.slice(n * columns, (n + 1) * columns));
  }
}

/** A creature in a game. */
export class Creature {
  readonly handle: number;
  readonly info: CreatureInfo;
  private readonly runtime: Kinegraph;

  constructor(live: LiveFile, number: number) {
    this.runtime = live.runtime;
    this.handle = this.runtime.call("kg_spawn", live.handle, number);
    this.info = live.creatures[number]!;
  }

  /** Velocity to its left and forward [m/s], and turn to its left [rad/s]. */
  command({ sideways = 0, forward = 0, turn = 0 }: { sideways?: number; forward?: number; turn?: number }): void {
    this.runtime.call("kg_command", this.handle, sideways, forward, turn);
  }

  /** Puts it at another place, in the middle of whatever it does. */
  place(x: number, z: number, heading: number): void {
    this.runtime.call("kg_place", this.handle, x, z, heading);
  }

  /** Puts it on a ground, or on level ground. */
  standOn(ground: Ground | null): void {
    this.runtime.call("kg_stand_on", this.handle, ground?.handle ?? 0);
  }

  /** Plays a layer set of its `info`, by its number; new layers fade in. */
  play(layerSet: number, fade = 0): void {
    this.runtime.call("kg_play", this.handle, layerSet, fade);
  }

  /** The layer set that plays. */
  get playing(): LayerSet {
    return this.info.layerSets[this.runtime.exports["kg_playing"]!(this.handle)]!;
  }

  /** Fades a layer to a weight. */
  fade(layer: number, weight: number, seconds: number): void {
    this.runtime.call("kg_fade", this.handle, layer, weight, seconds);
  }

  /** Puts a target of the layer set that plays at a place in the world. */
  setTarget(name: string, x: number, y: number, z: number): void {
    this.runtime.call("kg_target", this.handle, this.target(name), x, y, z);
  }

  /** Puts a target back to where its animation has it. */
  freeTarget(name: string): void {
    this.runtime.call("kg_free_target", this.handle, this.target(name));
  }

  /** x, y, z and heading. */
  placement(): Float64Array {
    return this.read("kg_placement", 4);
  }

  /** (J, 3) in the parents' frames, joint 0 in the world. */
  translations(): Float64Array {
    return this.read("kg_translations", 3 * this.info.skeleton.parents.length);
  }

  /** (J, 4) in the parents' frames, joint 0 in the world. */
  rotations(): Float64Array {
    return this.read("kg_rotations", 4 * this.info.skeleton.parents.length);
  }

  /** All joints in the world: (J, 3) and (J, 4). */
  world(): { positions: Float64Array; rotations: Float64Array } {
    this.runtime.call("kg_world", this.handle);
    const joints = this.info.skeleton.parents.length;
    return {
      positions: this.read("kg_world_positions", 3 * joints),
      rotations: this.read("kg_world_rotations", 4 * joints),
    };
  }

  /** What the last step passed. */
  happenings(): Happening[] {
    const most = 256;
    const rows = this.runtime.allocate(8 * most);
    try {
      const count = Math.min(this.runtime.exports["kg_events"]!(this.handle, rows, most), most);
      const found = new Int32Array(this.runtime.memory, rows, 2 * count).slice();
      return Array.from({ length: count }, (_, n) => {
        const [which, layer] = [found[2 * n]!, found[2 * n + 1]!];
        return layer < 0 ? { foot: which, joint: this.info.feet[which]! } : { event: this.info.events[which]!, layer };
      });
    } finally {
      this.runtime.free(rows);
    }
  }

  /** The time of a layer since its start [s], and its weight. */
  layer(number: number): { time: number; weight: number } {
    const row = this.read("kg_layers", this.playing.layers.length * COLUMN.layerColumns).subarray(
      number * COLUMN.layerColumns,
    );
    return { time: row[COLUMN.layerTime]!, weight: row[COLUMN.layerWeight]! };
  }

  /** Its whole state, to rewind or to send. */
  save(): Uint8Array {
    const size = Number(this.runtime.exports["kg_moment_bytes"]!(this.handle));
    const room = this.runtime.allocate(size);
    try {
      this.runtime.call("kg_save", this.handle, room, BigInt(size));
      return new Uint8Array(this.runtime.memory, room, size).slice();
    } finally {
      this.runtime.free(room);
    }
  }

  /** Puts it back into a state that was saved; the same commands then give the same bits. */
  restore(moment: Uint8Array): void {
    const room = this.runtime.allocate(moment.length);
    try {
      new Uint8Array(this.runtime.memory, room, moment.length).set(moment);
      this.runtime.call("kg_restore", this.handle, room, BigInt(moment.length));
    } finally {
      this.runtime.free(room);
    }
  }

  dispose(): void {
    this.runtime.exports["kg_dismiss"]!(this.handle);
  }

  private target(name: string): number {
    const found = this.playing.targets.indexOf(name);
    if (found < 0) {
      throw new Error(
        `${this.playing.name} has no target "${name}"; it has ${this.playing.targets.join(", ") || "none"}.`,
      );
    }
    return found;
  }

  private read(name: string, count: number): Float64Array {
    return this.runtime.floats(this.runtime.exports[name]!(this.handle) >>> 0, count);
  }
}

/** A spatial rig: places of controllers in, a pose out. */
export class Rig {
  readonly handle: number;
  readonly info: RigInfo;
  private readonly runtime: Kinegraph;

  constructor(live: LiveFile, number: number) {
    this.runtime = live.runtime;
    this.handle = this.runtime.call("kg_perform", live.handle, number);
    this.info = live.rigs[number]!;
  }

  /** Moves the controller of a set away from where it rests, or is put by the set above it [m]. */
  displace(set: number, x: number, y: number, z: number): void {
    this.write("kg_displaced", 3 * this.index(set), [x, y, z]);
  }

  /** How much a set is in force, 0 to 1. */
  share(set: number, share: number): void {
    this.write("kg_shares", this.index(set), [share]);
  }

  /** Computes the pose. */
  pose(): void {
    this.runtime.call("kg_pose", this.handle);
  }

  /** (S, 3) where the controllers are. */
  placed(): Float64Array {
    return this.read("kg_placed", 3 * this.info.sets.length);
  }

  /** (J, 3) in the parents' frames, joint 0 in the world. */
  translations(): Float64Array {
    return this.read("kg_rig_translations", 3 * this.info.skeleton.parents.length);
  }

  /** (J, 4) in the parents' frames, joint 0 in the world. */
  rotations(): Float64Array {
    return this.read("kg_rig_rotations", 4 * this.info.skeleton.parents.length);
  }

  dispose(): void {
    this.runtime.exports["kg_leave"]!(this.handle);
  }

  private index(set: number): number {
    if (!this.info.sets[set]) throw new Error(`${this.info.name} has no set ${set}; it has ${this.info.sets.length}.`);
    return set;
  }

  private write(name: string, at: number, values: number[]): void {
    const start = this.runtime.exports[name]!(this.handle) >>> 0;
    new Float64Array(this.runtime.memory, start + 8 * at, values.length).set(values);
  }

  private read(name: string, count: number): Float64Array {
    return this.runtime.floats(this.runtime.exports[name]!(this.handle) >>> 0, count);
  }
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes.slice());
}
