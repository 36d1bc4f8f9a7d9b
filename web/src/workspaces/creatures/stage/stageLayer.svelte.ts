/** What Creatures adds to the stage: handles of the creature that is built, targets and the path of what plays, and clips that several play at once. */

import { untrack } from "svelte";
import type { Actor } from "../../../stage/actors/actor";
import type { BodyPaint, Show } from "../../../stage/actors/director";
import type { StageMark } from "../../../stage/keyboard/marks";
import type { StageLayer, StageView } from "../../../stage/workspaceOnStage";
import type { Hit } from "../../../stage/scene/stageScene";
import type { Page } from "../../../timeline/context";
import { jointsOfPiece, pieceId, piecesOf, titleOf } from "../model/pieces";
import type { Channels } from "../state/channels.svelte";
import type { Creatures } from "../state/creatures.svelte";
import { ChannelDrawing } from "./channelDrawing";
import { ChannelHand } from "./channelHand";
import { ChannelsOnStage } from "./channelsOnStage.svelte";
import { FrontArrow } from "./frontArrow";
import { GroundDrawing } from "./groundDrawing";
import { MakerDrawing } from "./makerDrawing";
import { MakerHand } from "./makerHand";
import type { CreaturesOnStage } from "./onStage.svelte";

export class CreaturesStageLayer implements StageLayer {
  readonly hands;
  private readonly maker: MakerDrawing;
  private readonly front: FrontArrow;
  private readonly ground: GroundDrawing;
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
    private readonly playing: Channels,
    private readonly shown: CreaturesOnStage,
  ) {
    const { studio, room } = page;
    const { scene, canvas } = view;
    this.channelled = new ChannelsOnStage(playing, room);
    this.maker = new MakerDrawing(scene);
    this.front = new FrontArrow(scene);
    this.ground = new GroundDrawing(scene);
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
    const { active, creature } = this.creatures;
    this.ground.direct(active ? this.playing.ground.heights : null);
    this.front.direct((active && creature && this.view.scene.actors.get(creature.id)) || null);
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

  /** The pieces of the creature that is built; without them the stage lists its characters. */
  get marks(): readonly StageMark[] | undefined {
    const { maker } = this.creatures;
    const plan = this.shown.show && maker.creature?.plan;
    if (!plan) return undefined;
    const joints = maker.creature?.joints ?? [];
    const picked = maker.picked && pieceId(maker.picked);
    return piecesOf(plan).map((piece) => ({
      id: pieceId(piece),
      name: titleOf(plan, piece),
      picked: pieceId(piece) === picked,
      point: (on) => this.shown.point(on && piece.kind !== "spine" ? jointsOfPiece(plan, joints, piece.name) : []),
      pick: () => maker.pick(piece),
    }));
  }

  click(hit: Hit): boolean {
    if (hit) this.creatures.choose(hit.actor.id);
    else this.creatures.maker.pick(null);
    return true;
  }

  get seen() {
    return {
      maker: this.maker.seen,
      front: this.front.seen,
      relief: this.ground.seen,
      heard: this.playing.sounds.playhead.due,
      channels: this.channels.seen,
      glows: Object.fromEntries(this.shown.glows),
    };
  }

  dispose(): void {
    this.creatures.maker.surface = null;
    this.maker.dispose();
    this.front.dispose();
    this.ground.dispose();
    this.channels.dispose();
  }
}
