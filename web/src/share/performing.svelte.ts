/** A character that is performed: a ball goes with the hand, and the character blends the poses around it. Takes are recorded,
 * play again, and are kept as files.
 *
 *     free ── arm ──► armed ── press ──► recording ── release ──► playing ── perform ──► free
 *       └────────────── press of a mouse's button ─────┘
 */

import { Box3, Matrix4, Vector3 } from "three";
import type { Rig, SpatialSetInfo } from "../../runtime/kinegraph";
import type { LiveBody } from "../../runtime/three";
import { advanced, sought, stopped, toggled, type Transport } from "../timeline/transport";
import { Actor } from "../stage/actors/actor";
import type { Point3 } from "../stage/points";
import type { Show } from "./frames";
import { durationOf, sharesFor, shiftAt, SHORTEST, type Take, type TakeSample } from "./take";

export type Phase = "free" | "armed" | "recording" | "playing";

/** How long one set takes over from another [s]. */
const FADE = 0.25;

export class PerformedShow implements Show {
  phase = $state<Phase>("free");
  chosen = $state(0);
  /** The newest take last. */
  takes = $state.raw<readonly Take[]>([]);
  /** Which take plays. */
  played = $state(0);
  transport = $state.raw<Transport>(stopped);
  /** The length of what is being recorded [s]. */
  recorded = $state(0);
  readonly actor: Actor;
  private samples: TakeSample[] = [];
  private begun = 0;
  private readonly shifts: [number, number, number][];
  private readonly shares: number[];
  private stale = true;

  constructor(
    private readonly rig: Rig,
    private readonly body: LiveBody,
  ) {
    const { skeleton, sets } = rig.info;
    this.actor = new Actor("shared", skeleton.parents, { scene: body.object, joints: body.bones });
    this.shifts = sets.map(() => [0, 0, 0]);
    this.chosen = Math.max(
      sets.findIndex(({ inForce, markers, above }) => inForce && markers.length > 0 && above < 0),
      0,
    );
    this.shares = sharesFor(sets, this.chosen);
    this.shares.forEach((share, set) => rig.share(set, share));
    this.pose();
  }

  get sets(): readonly SpatialSetInfo[] {
    return this.rig.info.sets;
  }

  get take(): Take | null {
    return this.takes[this.played] ?? null;
  }

  get led(): boolean {
    return false;
  }

  choose(set: number): void {
    if (this.phase === "recording") return;
    this.chosen = set;
    if (this.phase === "playing") this.phase = "free";
    this.stale = true;
  }

  /** The frame that a set's places are in. */
  private frameOf(set: number): Matrix4 {
    this.actor.object.updateMatrixWorld(true);
    const { carrier } = this.sets[set]!;
    return (carrier < 0 ? this.actor.object : this.actor.joints[carrier]!).matrixWorld;
  }

  world(set: number, place: Point3): Vector3 {
    return new Vector3(...place).applyMatrix4(this.frameOf(set));
  }

  /** Where the ball of the chosen set is, in the world. */
  get ball(): Vector3 {
    const placed = this.rig.placed().subarray(3 * this.chosen, 3 * this.chosen + 3);
    return this.world(this.chosen, [placed[0]!, placed[1]!, placed[2]!]);
  }

  /** The middle of the markers of the chosen set, in the world. */
  get middle(): Vector3 {
    const { markers, home } = this.sets[this.chosen]!;
    const sum = markers.reduce((sum, { place }) => sum.add(new Vector3(...place)), new Vector3());
    return (markers.length > 0 ? sum.divideScalar(markers.length) : sum.set(...home)).applyMatrix4(
      this.frameOf(this.chosen),
    );
  }

  /** The room of the markers of the chosen set, and of its ball. */
  get reach(): Box3 {
    const { markers } = this.sets[this.chosen]!;
    return new Box3().setFromPoints([this.ball, ...markers.map(({ place }) => this.world(this.chosen, place))]);
  }

  /** Takes the ball to a place in the world. time: of the hand's event [s]. */
  move(to: Vector3, time: number): void {
    if (this.phase === "playing") return;
    const { chosen, rig } = this;
    const local = to.clone().applyMatrix4(this.frameOf(chosen).clone().invert());
    const shift = this.shifts[chosen]!;
    const placed = rig.placed();
    const base = shift.map((value, axis) => placed[3 * chosen + axis]! - value);
    local.toArray().forEach((value, axis) => (shift[axis] = value - base[axis]!));
    rig.displace(chosen, ...shift);
    this.stale = true;
    if (this.phase === "recording") this.note(time);
    else this.pose(); // the next event starts from where the ball is then
  }

  private note(time: number): void {
    const since = time - this.begun;
    const last = this.samples.at(-1);
    if (last && since <= last.time) return;
    this.samples.push({ time: Math.max(since, 0), shift: [...this.shifts[this.chosen]!] });
    this.recorded = Math.max(since, 0);
    this.pose();
  }

  arm(): void {
    if (this.phase === "armed") this.phase = "free";
    else if (this.phase === "free" || this.phase === "playing") {
      if (this.phase === "playing") this.perform();
      this.phase = "armed";
    }
  }

  begin(time: number): void {
    [this.samples, this.begun, this.recorded, this.phase] = [[], time, 0, "recording"];
    this.note(time);
  }

  /** Ends the recording; what is too short to be one leaves no take. */
  end(time: number): void {
    if (this.phase !== "recording") return;
    this.note(time);
    const others = this.shifts.map((shift): Point3 => [...shift]);
    const take: Take = { set: this.chosen, samples: this.samples, others };
    this.samples = [];
    const still = take.samples.every(({ shift }) =>
      shift.every((value, axis) => value === take.samples[0]!.shift[axis]),
    );
    if (still || durationOf(take) < SHORTEST) {
      this.phase = "free";
      return;
    }
    this.takes = [...this.takes, take];
    this.play(this.takes.length - 1);
  }

  cancel(): void {
    if (this.phase === "recording" || this.phase === "armed") this.phase = "free";
  }

  play(take: number): void {
    const found = this.takes[take];
    if (!found) return;
    [this.played, this.phase, this.chosen] = [take, "playing", found.set];
    this.transport = { ...stopped, duration: durationOf(found), playing: true };
    this.stale = true;
  }

  /** The hand performs again. */
  perform(): void {
    if (this.phase === "playing") this.phase = "free";
  }

  toggle(): void {
    this.transport = toggled(this.transport);
  }

  seek(time: number): void {
    this.transport = sought(this.transport, time);
    this.stale = true;
  }

  tick(elapsed: number): boolean {
    if (this.phase === "playing") {
      const { time } = this.transport;
      this.transport = advanced(this.transport, elapsed);
      this.stale ||= time !== this.transport.time;
    }
    const fading = this.fade(elapsed);
    if (!this.stale && !fading) return false;
    this.stale = false;
    if (this.phase === "playing") this.put(this.take!, this.transport.time);
    this.pose();
    return true;
  }

  /** Puts all controllers where they were at a time of a take. */
  private put(take: Take, time: number): void {
    take.others.forEach((shift, set) => {
      this.shifts[set] = [...(set === take.set ? shiftAt(take, time) : shift)];
      this.rig.displace(set, ...this.shifts[set]!);
    });
  }

  private fade(elapsed: number): boolean {
    const wanted = sharesFor(this.sets, this.chosen);
    let moves = false;
    wanted.forEach((share, set) => {
      const gap = share - this.shares[set]!;
      if (gap === 0) return;
      moves = true;
      this.shares[set]! += Math.sign(gap) * Math.min(Math.abs(gap), elapsed / FADE);
      this.rig.share(set, this.shares[set]!);
    });
    return moves;
  }

  private pose(): void {
    this.rig.pose();
    this.body.follow(this.rig);
  }

  /** Frames of a take, for a file: positions (F, J, 3) and rotations (F, J, 4) in the parents' frames. */
  frames(take: Take, fps: number): { positions: Float32Array[]; rotations: Float32Array[] } {
    const count = Math.floor(durationOf(take) * fps + 1e-6) + 1;
    const kept = this.shifts.map((shift): [number, number, number] => [...shift]);
    const shares = sharesFor(this.sets, take.set);
    shares.forEach((share, set) => this.rig.share(set, share));
    const found = { positions: [] as Float32Array[], rotations: [] as Float32Array[] };
    for (let frame = 0; frame < count; frame++) {
      this.put(take, frame / fps);
      this.rig.pose();
      found.positions.push(Float32Array.from(this.rig.translations()));
      found.rotations.push(Float32Array.from(this.rig.rotations()));
    }
    kept.forEach((shift, set) => {
      this.shifts[set] = shift;
      this.rig.displace(set, ...shift);
      this.rig.share(set, this.shares[set]!);
    });
    this.pose();
    return found;
  }
}
