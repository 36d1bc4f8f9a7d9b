/** Films whose pictures are encoded one by one. */

import {
  BufferTarget,
  CanvasSource,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
  type VideoCodec,
} from "mediabunny";
import type { Filmed } from "../../document/room.svelte";
import { breathe, type Film, type Progress } from "./makeFilm";
import type { FilmPlan } from "./plan";

/** Bits a second for each pixel of a second's pictures: clay on a plain ground. */
const BITS = 0.12;

/** A film as fast as the machine can; null where it encodes none of the formats. */
export async function encode(
  stage: Filmed,
  plan: FilmPlan,
  progress: Progress,
  signal: AbortSignal,
): Promise<Film | null> {
  const { width, height, fps, times } = plan;
  const bitrate = BITS * width * height * fps;
  const first = (codecs: VideoCodec[]) => getFirstEncodableVideoCodec(codecs, { width, height, bitrate });
  const h264 = await first(["avc"]);
  const codec = h264 ?? (await first(["vp9", "vp8"]));
  if (!codec) return null;
  const target = new BufferTarget();
  const format = h264 ? new Mp4OutputFormat({ fastStart: "in-memory" }) : new WebMOutputFormat();
  const output = new Output({ format, target });
  const source = new CanvasSource(stage.canvas, { codec, bitrate, keyFrameInterval: 2 });
  output.addVideoTrack(source, { frameRate: fps });
  await output.start();
  try {
    for (const [picture, time] of times.entries()) {
      stage.show(time, 1 / fps);
      await source.add(picture / fps, 1 / fps);
      progress((picture + 1) / times.length);
      await breathe(signal);
    }
    await output.finalize();
  } catch (error) {
    await output.cancel();
    throw error;
  }
  return { data: new Blob([target.buffer!], { type: format.mimeType }), ending: h264 ? ".mp4" : ".webm" };
}
