/** A gamepad in Perform: its sticks move the ball, its buttons set keys, record and change sets. */

import { GamepadWatch, type PadAction } from "../model/gamepad";
import type { Perform } from "../state/perform.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import type { Point3 } from "../../../stage/points";

/** How fast a stick that is pushed all the way moves the ball, in bodies a second. */
const SPEED = 1.1;

export class PadHand {
  /** What the gamepad calls itself; null while none is connected. */
  name = $state<string | null>(null);
  private readonly watch = new GamepadWatch(() => navigator.getGamepads?.() ?? []);
  private pushing = false;

  constructor(
    private readonly perform: Perform,
    private readonly playback: Playback,
  ) {}

  /** Call once a frame. elapsed: since the last [s]. along: a push to the right, up and away as a way in the world. */
  tick(elapsed: number, along: (push: Point3) => Point3): void {
    if (!this.perform.active) return;
    const { push, actions } = this.watch.look();
    if (this.name !== this.watch.name) this.name = this.watch.name;
    for (const action of actions) this.act(action);
    const pushed = push.some((each) => each !== 0);
    if (pushed) this.move(along(push), elapsed);
    if (pushed !== this.pushing) this.perform.held = this.pushing = pushed;
  }

  private move(way: Point3, elapsed: number): void {
    const { perform } = this;
    const { ball, character, takes } = perform;
    if (!ball || !character || !perform.set?.keys.length) return;
    const time = performance.now() / 1000;
    if (takes.phase === "armed") takes.begin(ball, time);
    const far = SPEED * character.height * Math.min(elapsed, 0.1);
    const to: Point3 = [ball[0] + far * way[0], Math.max(ball[1] + far * way[1], 0), ball[2] + far * way[2]];
    perform.moveBall(to, time, true);
  }

  private act(action: PadAction): void {
    const { perform, playback } = this;
    const { takes } = perform;
    if (action === "setKey") void perform.keys.set();
    else if (action === "record") void (takes.busy ? takes.released() : takes.toggle());
    else if (action === "cancel") perform.letGo();
    else if (action === "play") playback.toggle();
    else {
      const count = perform.reach.length;
      const now = perform.reach.findIndex(({ id }) => id === perform.set?.id);
      if (count > 0) perform.chooseAt((now + (action === "nextSet" ? 1 : count - 1)) % count);
    }
  }
}
