/** The stage while a film is made of it: it has the film's size, and shows one moment after the other. */

import type { Filmed } from "../../document/room.svelte";
import type { Playback } from "../../timeline/playback.svelte";
import { runFrame, type FrameParts } from "../frame";
import type { StageScene } from "../scene/stageScene";

export class FilmedStage implements Filmed {
  /** Whether a film is being made: then nothing else draws. */
  busy = false;

  /** fit: gives the stage the size of its place again. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly scene: StageScene,
    private readonly parts: FrameParts,
    private readonly playback: Playback,
    private readonly fit: () => void,
  ) {}

  begin(width: number, height: number): () => void {
    const { playback } = this;
    const { time, playing } = playback.transport;
    this.busy = true;
    playback.pause();
    this.scene.resize(width, height, 1);
    return () => {
      this.busy = false;
      this.fit();
      playback.seek(time);
      if (playing) playback.play();
    };
  }

  show(time: number, elapsed: number): void {
    this.playback.seek(time);
    this.scene.invalidate();
    runFrame(this.parts, elapsed, performance.now());
  }
}
