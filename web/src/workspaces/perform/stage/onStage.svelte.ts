/** Perform as the stage shows it: everything that is seen there, in one place. */

import { nearestEvent } from "../model/handPath";
import { STANDING, walkedAt } from "../model/walking";
import type { PerformShow } from "./drawing";
import type { Perform } from "../state/perform.svelte";
import type { Playback } from "../../../timeline/playback.svelte";
import type { Room } from "../../../document/room.svelte";

export class PerformOnStage {
  /** Who shows a pose of its own instead of a motion. */
  readonly posed = $derived.by(() => {
    const { posed, character } = this.perform;
    return posed !== undefined && character ? { character: character.id, pose: posed } : null;
  });

  readonly show = $derived.by<PerformShow | null>(() => {
    const { perform, room } = this;
    const { active, character, set, showing, takes } = perform;
    if (!active || !character) return null;
    return {
      character: character.id,
      height: character.height,
      sets: perform.sets,
      set,
      alone: perform.following || takes.busy || takes.phase === "armed" || this.plays,
      controllers: perform.controllers,
      ball: set && perform.ball,
      held: perform.held,
      influences: perform.influences,
      unsure: perform.unsure,
      selected: perform.selected,
      hovered: perform.pointed,
      ghost: perform.ghost?.pose ?? null,
      suggested: this.suggested,
      locators: perform.desk.locators.places,
      health: perform.health.map,
      path: this.path,
      gizmo:
        room.joint !== null && showing !== "motion" && takes.phase === "idle" && room.joint < character.joints.length
          ? { joint: room.joint, mode: room.gizmo }
          : null,
      walked: this.walked,
      way: { path: perform.way.shown, drawing: perform.way.held },
    };
  });

  private readonly plays = $derived.by(() => this.perform.showing === "motion" && this.playback.transport.playing);

  private readonly suggested = $derived.by<PerformShow["suggested"]>(() => {
    const { made, health } = this.perform;
    const place = made.suggested ?? health.suggested;
    return place && { place, pointed: made.pointed };
  });

  /** The path of the selected layer, while the motion is what is seen. */
  private readonly path = $derived.by<PerformShow["path"]>(() => {
    const { perform, playback } = this;
    const shown = perform.showing === "motion" ? perform.path.shown : null;
    const set = shown && perform.sets.find(({ id }) => id === shown.set);
    if (!set) return null;
    const { held, keys, key } = perform.path;
    const event = (time: number) => nearestEvent(shown.path.times, time);
    return {
      set,
      path: shown.path,
      time: playback.transport.time,
      held,
      keys: keys.map(event),
      picked: key === null ? null : event(key),
    };
  });

  private readonly walked = $derived.by(() => {
    const { showing, walked } = this.perform;
    if (showing !== "motion") return showing === "cursor" ? walked : STANDING;
    const { arrays, transport } = this.playback;
    return arrays?.kind === "clip" ? walkedAt(arrays, transport.time) : STANDING;
  });

  constructor(
    private readonly perform: Perform,
    private readonly playback: Playback,
    private readonly room: Room,
  ) {}
}
