/** All text of the timeline and the transport. */

import { list, number, plural } from "../text/format";
import { inLocale } from "../text/locale";

export const strings = inLocale({
  en: {
    name: "Timeline",
    playhead: "Playhead",
    at: (frame: number, clock: string) => `frame ${frame}, ${clock}`,
    /** What a drag sticks to. */
    snap: {
      start: "start",
      end: "end",
      loopStart: "loop start",
      loopEnd: "loop end",
      playhead: "playhead",
      column: "column",
    },
    loopStart: "Loop start",
    loopEnd: "Loop end",
    loopTip: (edge: string) => `${edge}: drag, or use the arrow keys`,
    noMotion: "No motion is selected. Choose one in the library, or drop a file.",

    hints: {
      over: {
        ruler: { drag: "scrub", wheel: "zoom in time", shiftWheel: "pan", doubleClick: "show the whole motion" },
        loopHandle: { drag: "change the loop", doubleClick: "loop the whole motion" },
      },
      doing: {
        scrub: { release: "stay at this frame", alt: "between frames" },
        trim: { release: "keep the loop" },
      },
    },

    transport: {
      name: "Transport",
      back: "Previous frame",
      on: "Next frame",
      play: "Play",
      pause: "Pause",
      loopOn: "Loop is on",
      loopOff: "Loop is off",
      showSeconds: "Show seconds",
      showFrames: "Show frames",
      frame: (frame: number) => `frame ${frame}`,
      frameOf: (frame: number, last: number) => `frame ${frame} of ${last}`,
      clockOf: (clock: string, last: number) => `${clock} of ${last}`,
      speed: "Speed",
      speedTip: "Playback speed; − and + change it too",
      times: (speed: number) => `${number(speed, 2)} ×`,
    },

    /** Rows and selections of keyframes. */
    allPoses: "All poses",
    selection: {
      nothing: "Nothing is selected",
      tags: {
        keypose: (count: number) => plural(count, { one: "# keypose", other: "# keyposes" }),
        breakdown: (count: number) => plural(count, { one: "# breakdown", other: "# breakdowns" }),
        detail: (count: number) => plural(count, { one: "# detail", other: "# details" }),
      },
      keyframes: (count: number) => plural(count, { one: "# keyframe", other: "# keyframes" }),
      list: (parts: readonly string[]) => list(parts),
      at: (what: string, frame: number) => `${what} at frame ${number(frame, 2)}`,
      between: (what: string, from: number, to: number) => `${what} from frame ${number(from, 2)} to ${number(to, 2)}`,
    },

    seconds: (text: string) => `${text} s`,
    minutes: (minutes: number, seconds: number) => `${minutes} min${seconds ? ` ${seconds} s` : ""}`,
  },
});
