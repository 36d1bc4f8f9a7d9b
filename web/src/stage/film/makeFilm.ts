/** Films of what is seen, made in the browser: MP4 where it can write H.264, else WebM; or a GIF. */

import type { Filmed } from "../../document/room.svelte";
import type { FilmPlan } from "./plan";

export interface Film {
  data: Blob;
  /** Of its file, as ".mp4". */
  ending: string;
}

/** share: of the pictures that are made. */
export type Progress = (share: number) => void;

/** Makes a film; rejects with the signal's reason where it is cancelled. */
export async function makeFilm(stage: Filmed, plan: FilmPlan, progress: Progress, signal: AbortSignal): Promise<Film> {
  const end = stage.begin(plan.width, plan.height);
  try {
    if (plan.kind === "gif") return await makeGif(stage, plan, progress, signal);
    if (!("VideoEncoder" in globalThis)) return await record(stage, plan, progress, signal);
    const { encode } = await import("./encode"); // with the writers of files, which nothing else needs
    return (await encode(stage, plan, progress, signal)) ?? (await record(stage, plan, progress, signal));
  } finally {
    end();
  }
}

/** Lets the page breathe between pictures: its progress is drawn, and Cancel is heard. */
export async function breathe(signal: AbortSignal): Promise<void> {
  await new Promise((next) => setTimeout(next));
  signal.throwIfAborted();
}

const RECORDED = [
  ["video/mp4;codecs=avc1", ".mp4"],
  ["video/webm;codecs=vp9", ".webm"],
  ["video/webm", ".webm"],
] as const;

/** In real time, in browsers that cannot encode pictures one by one. */
async function record(stage: Filmed, plan: FilmPlan, progress: Progress, signal: AbortSignal): Promise<Film> {
  const [type, ending] = RECORDED.find(([each]) => MediaRecorder.isTypeSupported(each)) ?? RECORDED[2];
  const stream = stage.canvas.captureStream(plan.fps);
  const recorder = new MediaRecorder(stream, { mimeType: type });
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  const stopped = new Promise((done) => (recorder.onstop = done));
  const last = plan.times.length - 1;
  stage.show(plan.times[0]!, 0);
  recorder.start();
  const begun = performance.now();
  try {
    for (let picture = 0, before = 0; picture < last;) {
      await new Promise((next) => requestAnimationFrame(next));
      signal.throwIfAborted();
      picture = Math.min(Math.floor(((performance.now() - begun) / 1000) * plan.fps), last);
      stage.show(plan.times[picture]!, (picture - before) / plan.fps);
      before = picture;
      progress((picture + 1) / (last + 1));
    }
  } finally {
    recorder.stop();
    await stopped;
    for (const track of stream.getTracks()) track.stop();
  }
  return { data: new Blob(parts, { type }), ending };
}

const COLOURS = 256;
/** Pictures from which the colours of all are chosen. */
const LOOKED_AT = 8;

async function makeGif(stage: Filmed, plan: FilmPlan, progress: Progress, signal: AbortSignal): Promise<Film> {
  const { GIFEncoder, applyPalette, quantize } = await import("gifenc");
  const { width, height, times, fps } = plan;
  const paper = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true })!;
  const look = (time: number) => {
    stage.show(time, 1 / fps);
    paper.drawImage(stage.canvas, 0, 0, width, height);
    return paper.getImageData(0, 0, width, height).data;
  };
  const count = Math.min(LOOKED_AT, times.length);
  const some = Array.from({ length: count }, (_, at) => look(times[Math.floor((at * times.length) / count)]!));
  const all = new Uint8Array(some.length * some[0]!.length);
  some.forEach((each, at) => all.set(each, at * each.length));
  const palette = quantize(all, COLOURS);
  const gif = GIFEncoder();
  for (const [picture, time] of times.entries()) {
    const rows = applyPalette(look(time), palette);
    gif.writeFrame(rows, width, height, picture === 0 ? { palette, delay: 1000 / fps } : { delay: 1000 / fps });
    progress((picture + 1) / times.length);
    await breathe(signal);
  }
  gif.finish();
  return { data: new Blob([gif.bytes()], { type: "image/gif" }), ending: ".gif" };
}
