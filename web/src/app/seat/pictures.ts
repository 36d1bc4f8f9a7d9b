/** Sends the teacher small pictures of this page's stage: one every few seconds, and only while it is drawn anew. */

import type { StageScene } from "../../stage/scene/stageScene";

const EVERY = 4000; // [ms]
const WIDTH = 320;
const HEIGHT = 200;
const QUALITY = 0.7;

/** Starts sending; returns how to stop. view: the element that holds the stage and what lies over it. */
export function sendPictures(view: HTMLElement, scene: StageScene, token: string): () => void {
  const small = document.createElement("canvas");
  [small.width, small.height] = [WIDTH, HEIGHT];
  const brush = small.getContext("2d");
  let sent = -1;
  let busy = false;
  async function send() {
    if (busy || !brush || document.hidden || scene.drawn === sent) return;
    busy = true;
    scene.invalidate();
    scene.draw(0); // what is drawn can be read until the browser shows it
    sent = scene.drawn;
    for (const canvas of view.querySelectorAll("canvas")) copy(canvas, brush);
    const picture = await new Promise<Blob | null>((done) => small.toBlob(done, "image/jpeg", QUALITY));
    if (picture) {
      // A picture that does not arrive is followed by the next one.
      await fetch("/api/class/picture", {
        method: "POST",
        body: picture,
        headers: { Authorization: `Bearer ${token}` },
      }).catch(() => null);
    }
    busy = false;
  }
  const timer = setInterval(() => void send(), EVERY);
  const soon = setTimeout(() => void send(), 1000);
  return () => {
    clearInterval(timer);
    clearTimeout(soon);
  };
}

/** Copies the middle of a canvas, as much of it as has the picture's proportions. */
function copy(canvas: HTMLCanvasElement, brush: CanvasRenderingContext2D): void {
  if (!canvas.width || !canvas.height || canvas.clientWidth < WIDTH / 2) return;
  const { x, y, width, height } = middle(canvas.width, canvas.height);
  brush.drawImage(canvas, x, y, width, height, 0, 0, WIDTH, HEIGHT);
}

/** The largest part in the middle of a picture that has the small one's proportions. */
export function middle(width: number, height: number): { x: number; y: number; width: number; height: number } {
  const scale = Math.min(width / WIDTH, height / HEIGHT);
  const [w, h] = [WIDTH * scale, HEIGHT * scale];
  return { x: (width - w) / 2, y: (height - h) / 2, width: w, height: h };
}
