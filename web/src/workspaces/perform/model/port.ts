/** What a hand on the stage plays on: sets, the ball, poses, takes and paths, as far as a hand needs to know them. */

import type { CharacterRecord, SetRecord } from "../../../protocol/generated";
import type { Point3 } from "../../../stage/points";
import type { Ask } from "../../../protocol/socket";

/** The stage's answer to where things of a set are in the world. */
export interface ControllerSpaces {
  world(set: SetRecord, place: Point3): Point3 | null;
  local(set: SetRecord, world: Point3): Point3 | null;
}

/** A step of a drag that poses or moves something, before the drag gives it its name. */
export type GestureStep = Extract<
  Ask,
  { type: "TurnJoint" | "ReachJoint" | "MovePose" | "MoveMarker" | "MoveController" }
>;

export interface PerformPort {
  readonly active: boolean;
  readonly character: CharacterRecord | null;
  readonly sets: readonly SetRecord[];
  /** The set that the ball moves. */
  readonly set: SetRecord | null;
  /** Where the ball is [m]. */
  readonly ball: Point3 | null;
  readonly showing: "pose" | "cursor" | "motion";
  /** Whether the ball is in a hand. */
  held: boolean;
  /** Whether the ball goes where the pointer goes, with no button held. */
  following: boolean;
  /** The key that is selected, by name. */
  selected: string | null;
  /** time: on the hand's clock [s]. performing: whether the character goes along. */
  moveBall(to: Point3, time: number, performing: boolean): void;
  choose(set: SetRecord): void;
  hover(key: string | null, set?: SetRecord): void;
  show(what: "pose" | "cursor"): void;
  /** A drag begins. posing: whether it poses the body. */
  begin(posing: boolean): void;
  step(step: GestureStep): void;
  end(kept: boolean): Promise<void>;
  readonly takes: {
    readonly phase: string;
    /** Whether a take is counted in, recorded or saved. */
    readonly busy: boolean;
    /** over: the performance that it goes on top of; null for a new one. */
    arm(over: string | null, how?: { atOnce?: boolean }): void;
    begin(place: Point3, time: number): boolean;
    /** The hand lets go of the ball. */
    released(): void;
    disarm(): void;
  };
  readonly path: PathBending;
  readonly keys: { takePose(key: string): void };
  /** The pose that was made by hand, and the place that is suggested for it. */
  readonly made: { readonly held: boolean; pointed: boolean; storeThere(): Promise<void> };
  /** Whether parts are being picked on the body: then it is not posed. */
  readonly picking: boolean;
}

/** The path of the selected layer, under a hand. */
export interface PathBending {
  /** Marks a moment as a temporal key [s]. */
  insert(time: number): Promise<void>;
  /** Takes hold of the path at a time of the performance [s]. */
  grab(time: number): void;
  /** shift: from where it was taken hold of, in the controller's space [m]. reach: of those that go along [s]. */
  bend(shift: Point3, reach: number): void;
  end(kept: boolean): Promise<void>;
}
