/** The ball and the markers of a performed set, on the stage. */

import { hueOf } from "../ui/theme/colours";
import { Ball } from "../stage/marks/ball";
import { Markers, type MarkerLook } from "../stage/marks/markers";
import type { StageScene } from "../stage/scene/stageScene";
import type { PerformedShow } from "./performing.svelte";

/** Of the body's size, and at the least on screen [px]. */
const [BALL, LEAST_BALL] = [0.032, 8];
const [MARKER, LEAST_MARKER] = [0.021, 4.5];

export class SetDrawing {
  private readonly ball = new Ball();
  private readonly markers = new Markers();

  constructor(
    private readonly stage: StageScene,
    private readonly show: PerformedShow,
  ) {
    stage.hang(this.ball.object, this.markers.object);
  }

  /** Lays them where they are now. held: whether a hand is on the ball. */
  lay(held: boolean): void {
    const { show, stage } = this;
    const { length } = show.actor;
    const at = show.ball;
    const radius = (share: number, least: number) => Math.max(share * length, least / stage.rig.pixelsPerMetre(at));
    this.ball.show(at.toArray(), radius(BALL, LEAST_BALL), held, stage.palette);
    const { markers } = show.sets[show.chosen]!;
    const reach = Math.max(...markers.map(({ place }) => show.world(show.chosen, place).distanceTo(show.middle)), 1e-6);
    this.markers.show(
      markers.map(({ place }): MarkerLook => {
        const there = show.world(show.chosen, place);
        return {
          shape: "key",
          place: there.toArray(),
          radius: radius(MARKER, LEAST_MARKER),
          colour: hueOf(show.chosen),
          influence: Math.max(1 - there.distanceTo(at) / reach, 0) ** 2,
          hovered: false,
          selected: false,
          bright: true,
        };
      }),
    );
  }
}
