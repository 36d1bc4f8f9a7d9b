/** What Creatures adds to the stage: handles of the creature that is built, targets and the path of what plays, and clips that several play at once. */

import { untrack } from "svelte";
import type { Box3 } from "three";
import type { Actor } from "../../../stage/actors/actor";
import type { BodyPaint, Show } from "../../../stage/actors/director";
import type { StageLayer, StageView } from "../../../stage/layer";
import { overShelf } from "../../../stage/scene/cameraman";
import type { Hit } from "../../../stage/scene/stageScene";
import type { Page } from "../../../timeline/context";
import type { Channels } from "../state/channels.svelte";
import type { Creatures } from "../state/creatures.svelte";
import { ChannelDrawing } from "./channelDrawing";
import { ChannelHand } from "./channelHand";
import { ChannelsOnStage } from "./channelsOnStage.svelte";
import { MakerDrawing } from "./makerDrawing";
import { MakerHand } from "./makerHand";
import type { CreaturesOnStage } from "./onStage.svelte";

export class CreaturesStageLayer implements StageLayer {
  readonly hands;
  private readonly maker: MakerDrawing;
  private readonly channels: ChannelDrawing;
  private readonly channelled: ChannelsOnStage;

  readonly changes = $derived.by<Partial<Show>>(() => ({ playing: this.creatures.shown }));
  readonly paint = $derived.by<Partial<BodyPaint>>(() => ({
    glows: this.shown.glows,
    choosing: this.channelled.choosing,
  }));

  constructor(
    private readonly view: StageView,
    page: Page,
    private readonly creatures: Creatures,
    channels: Channels,
    private readonly shown: CreaturesOnStage,
  ) {
    const { studio, room } = page;
    const { scene, canvas } = view;
    this.channelled = new ChannelsOnStage(channels, room);
    this.maker = new MakerDrawing(scene);
    this.channels = new ChannelDrawing(scene);
    creatures.maker.surface = this.maker;
    this.hands = [
      new ChannelHand(
        scene,
        this.channels,
        canvas,
        this.channelled.bench((name) => view.name(name)),
      ),
      new MakerHand(scene, this.maker, canvas, creatures.maker, {
        glow: (joints) => shown.point(joints),
        place: (place) => (room.place = place ?? { over: "empty" }),
        name: (name) => view.name(name),
      }),
    ];
    // A body under a drag is worn as it comes; afterwards it is loaded as the document has it.
    $effect(() => {
      const { shape, busy } = creatures.maker;
      const record = untrack(() => (busy ? creatures.maker.creature : null));
      void view.director.dress(record, shape?.character === record?.id ? (shape?.glb ?? null) : null);
      if (!busy) untrack(() => view.director.cast(studio.characters));
    });
    $effect(() => {
      if (creatures.active) untrack(() => scene.actors.size > 0 && view.cameraman.meetRow());
    });
  }

  direct(): void {
    this.maker.direct(this.shown.show);
    this.channels.direct(this.channelled.show);
  }

  advance(): void {
    this.maker.advance();
    this.channels.advance();
  }

  drawn(): void {
    this.shown.seen(this.view.scene, this.view.canvas);
  }

  arrived(_: Actor, first: boolean, again: boolean): boolean {
    if (!this.creatures.active || again || first) return false;
    this.view.cameraman.meetRow();
    return true;
  }

  frames(_: string, box: () => Box3): Box3 {
    return overShelf(box());
  }

  click(hit: Hit): boolean {
    if (hit) this.creatures.choose(hit.actor.id);
    else this.creatures.maker.pick(null);
    return true;
  }

  get seen() {
    return {
      maker: this.maker.seen,
      channels: this.channels.seen,
      glows: Object.fromEntries(this.shown.glows),
    };
  }

  dispose(): void {
    this.creatures.maker.surface = null;
    this.maker.dispose();
    this.channels.dispose();
  }
}
