/** Short sounds made by the browser: noise and tones that fade. Nothing is loaded. */

import type { Sound } from "./heard";

/** Of a burst of noise: the filter's frequency [Hz]; of a tone: from and to [Hz]. Times in seconds. */
type Recipe =
  | { noise: number; wide: number; lasts: number; loud: number }
  | { from: number; to: number; lasts: number; loud: number };

const RECIPES: Record<Sound, readonly Recipe[]> = {
  footstep: [
    { noise: 300, wide: 0.8, lasts: 0.09, loud: 0.5 },
    { from: 110, to: 60, lasts: 0.08, loud: 0.25 },
  ],
  clap: [{ noise: 1800, wide: 0.9, lasts: 0.07, loud: 0.7 }],
  thud: [
    { from: 95, to: 40, lasts: 0.28, loud: 0.8 },
    { noise: 220, wide: 0.7, lasts: 0.12, loud: 0.4 },
  ],
  voice: [{ from: 330, to: 240, lasts: 0.22, loud: 0.22 }],
  whoosh: [{ noise: 900, wide: 0.5, lasts: 0.3, loud: 0.25 }],
  click: [{ from: 900, to: 700, lasts: 0.04, loud: 0.2 }],
};

export class Synthesizer {
  private context: AudioContext | null = null;
  private noise: AudioBuffer | null = null;

  /** Plays a sound now; silent until the browser allows sounds, which takes a click. */
  play(sound: Sound): void {
    this.context ??= new AudioContext();
    const { context } = this;
    if (context.state === "suspended") void context.resume().catch(() => null);
    if (context.state !== "running") return;
    for (const recipe of RECIPES[sound]) this.sound(context, recipe);
  }

  private sound(context: AudioContext, recipe: Recipe): void {
    const now = context.currentTime;
    const gain = context.createGain();
    gain.gain.setValueAtTime(0.3 * recipe.loud, now);
    gain.gain.exponentialRampToValueAtTime(1e-4, now + recipe.lasts);
    gain.connect(context.destination);
    const source = "noise" in recipe ? this.burst(context, recipe, gain) : this.tone(context, recipe, gain);
    source.start(now);
    source.stop(now + recipe.lasts);
  }

  private burst(context: AudioContext, { noise, wide }: { noise: number; wide: number }, to: AudioNode) {
    const source = context.createBufferSource();
    source.buffer = this.noise ??= white(context);
    const filter = context.createBiquadFilter();
    [filter.type, filter.frequency.value, filter.Q.value] = ["bandpass", noise, wide];
    source.connect(filter).connect(to);
    return source;
  }

  private tone(context: AudioContext, tone: { from: number; to: number; lasts: number }, to: AudioNode) {
    const source = context.createOscillator();
    source.frequency.setValueAtTime(tone.from, context.currentTime);
    source.frequency.exponentialRampToValueAtTime(tone.to, context.currentTime + tone.lasts);
    source.connect(to);
    return source;
  }
}

function white(context: AudioContext): AudioBuffer {
  const buffer = context.createBuffer(1, context.sampleRate / 2, context.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let at = 0; at < samples.length; at++) samples[at] = 2 * Math.random() - 1;
  return buffer;
}
