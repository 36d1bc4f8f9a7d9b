/** What a hand can have hold of in Perform, but for the body: the ball, a marker, the path. Each knows what a drag does with it. */

import { Vector3 } from "three";
import type { PerformDoing } from "../model/hints";
import { samplesOf } from "../../../stage/hands/pointerSamples";
import type { SetRecord } from "../../../protocol/generated";
import type { PerformPort } from "../model/port";
import type { PerformDrawing } from "./drawing";
import type { StageScene } from "../../../stage/scene/stageScene";
import { Carried } from "../../../stage/hands/carried";
import { CLICK_DISTANCE, type Hold } from "../../../stage/hands/hold";
import type { Point3 } from "../../../stage/points";

/** Where a hold acts, and upon what. tell: says in the hint line what is being done. */
export interface HoldContext {
  stage: StageScene;
  drawn: PerformDrawing;
  perform: PerformPort;
  tell: (doing: PerformDoing) => void;
}

/** The ball: the character goes along, unless only the ball is to go. */
export class BallHold implements Hold {
  readonly joint = null;
  readonly slack = 0;
  private readonly carried: Carried;
  private readonly home: Point3;
  private time = -Infinity;
  private gone = false;

  /** alone: whether the pose stays while the ball goes. */
  constructor(
    private readonly on: HoldContext,
    from: Point3,
    event: PointerEvent,
    private readonly alone: boolean,
  ) {
    this.home = from;
    this.carried = new Carried(on.stage, new Vector3(...from), event);
    on.perform.held = true;
  }

  pressed(event: PointerEvent): void {
    if (this.alone) return;
    const { perform, tell } = this.on;
    this.time = event.timeStamp / 1000;
    const recording = perform.takes.begin(this.home, this.time);
    if (recording) perform.moveBall(this.home, this.time, true);
    tell(recording ? "record" : "perform");
  }

  started(): void {
    const recording = this.on.perform.takes.busy;
    this.on.tell(this.alone ? "carryBall" : recording ? "record" : "perform");
  }

  dragged(event: PointerEvent): void {
    const { ball } = this.on.perform;
    if (this.gone && ball) this.carried.at.set(...ball); // a walking character takes the ball along
    for (const sample of samplesOf(event, this.time)) {
      if (this.carried.to(sample.x, sample.y, event.altKey)) this.put(sample.time);
    }
  }

  deepened(factor: number, time: number): void {
    if (this.carried.deeper(factor)) this.put(Math.max(time, this.time));
  }

  private put(time: number): void {
    this.time = time;
    this.gone = true;
    this.on.perform.moveBall(this.carried.at.toArray(), time, !this.alone);
  }

  clicked(): void {
    this.ended();
  }

  ended(): void {
    this.on.perform.held = false;
    this.on.perform.takes.released();
  }

  /** The take is thrown away, and the ball is where it was. */
  cancelled(): void {
    const { perform } = this.on;
    perform.held = false;
    perform.takes.disarm();
    perform.moveBall(this.home, performance.now() / 1000, !this.alone);
  }
}

/** A marker of the set in hand. */
export class MarkerHold implements Hold {
  readonly joint = null;
  readonly slack = CLICK_DISTANCE;
  private readonly carried: Carried;

  constructor(
    private readonly on: HoldContext,
    private readonly set: SetRecord,
    private readonly key: string,
    from: Point3,
    event: PointerEvent,
  ) {
    this.carried = new Carried(on.stage, new Vector3(...from), event);
  }

  started(): void {
    const { perform, tell } = this.on;
    perform.begin(false);
    perform.selected = this.key;
    tell("moveMarker");
  }

  dragged({ clientX, clientY, altKey }: PointerEvent): void {
    if (this.carried.to(clientX, clientY, altKey)) this.put();
  }

  deepened(factor: number): void {
    if (this.carried.deeper(factor)) this.put();
  }

  private put(): void {
    const place = this.on.drawn.local(this.set, this.carried.at.toArray());
    if (place) this.on.perform.step({ type: "MoveMarker", set: this.set.id, key: this.key, place });
  }

  clicked(): void {
    this.on.perform.selected = this.key;
  }

  ended(): void {
    void this.on.perform.end(true);
  }

  cancelled(): void {
    void this.on.perform.end(false);
  }
}

/** A key or the controller of another set: a click makes that set the one in hand. */
export class OtherSetHold implements Hold {
  readonly joint = null;
  readonly slack = CLICK_DISTANCE;

  constructor(
    private readonly on: HoldContext,
    private readonly set: SetRecord,
    private readonly key: string | null,
  ) {}

  started(): void {}
  dragged(): void {}

  clicked(): void {
    this.on.perform.choose(this.set);
    this.on.perform.selected = this.key;
  }

  ended(): void {
    this.clicked();
  }

  cancelled(): void {}
}

/** The place that is suggested for the pose that is held: a click stores it there. */
export class SuggestedHold implements Hold {
  readonly joint = null;
  readonly slack = CLICK_DISTANCE;

  constructor(private readonly on: HoldContext) {}

  started(): void {}
  dragged(): void {}
  ended(): void {}
  cancelled(): void {}

  clicked(): void {
    void this.on.perform.made.storeThere();
  }
}

/** How far in time a path bends around the point that is held [s]: at first, and within which bounds the wheel changes it. */
const [BEND, NARROWEST, WIDEST] = [0.35, 0.05, 4];

/** A point of the path: those around it go along ever less. */
export class PathHold implements Hold {
  readonly joint = null;
  readonly slack = CLICK_DISTANCE;
  private readonly carried: Carried;
  private readonly from: Point3 | null;
  private reach = BEND;

  constructor(
    private readonly on: HoldContext,
    private readonly set: SetRecord,
    private readonly time: number,
    at: Vector3,
    event: PointerEvent,
  ) {
    this.carried = new Carried(on.stage, at.clone(), event);
    this.from = on.drawn.local(set, at.toArray());
  }

  started(): void {
    this.on.perform.path.grab(this.time);
    this.on.tell("bendPath");
  }

  dragged({ clientX, clientY, altKey }: PointerEvent): void {
    if (this.carried.to(clientX, clientY, altKey)) this.bend();
  }

  /** The wheel says how much of the path goes along. */
  deepened(factor: number): void {
    this.reach = Math.min(Math.max(this.reach * factor ** 3, NARROWEST), WIDEST);
    this.bend();
  }

  private bend(): void {
    const to = this.on.drawn.local(this.set, this.carried.at.toArray());
    const { from } = this;
    if (to && from) this.on.perform.path.bend([to[0] - from[0], to[1] - from[1], to[2] - from[2]], this.reach);
  }

  clicked(): void {
    this.on.perform.path.grab(this.time);
    void this.on.perform.path.end(false);
  }

  ended(): void {
    void this.on.perform.path.end(true);
  }

  cancelled(): void {
    void this.on.perform.path.end(false);
  }
}

/** The body while a motion plays: a click goes back to posing. */
export class PlayedHold implements Hold {
  readonly joint = null;
  readonly slack = CLICK_DISTANCE;

  constructor(private readonly on: HoldContext) {}

  started(): void {}
  dragged(): void {}
  ended(): void {}
  cancelled(): void {}

  clicked(): void {
    this.on.perform.show("pose");
  }
}
