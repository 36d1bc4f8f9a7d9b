/** All text of shared pages. */

import { fixed } from "../text/format";
import { inLocale } from "../text/locale";

export const strings = inLocale({
  en: {
    made: "Made with Kinegraph",
    loading: "Loading…",
    nothing: "This page is empty. Share it again from Kinegraph.",
    old: "This browser is too old for this page. Open it in a newer one.",
    no3d: "This browser cannot draw in 3D. Turn on hardware acceleration, or open the page in another browser.",
    theme: { light: "Light theme", dark: "Dark theme" },
    frame: "Show all of it",
    fullscreen: "Fill the screen",
    leaveFullscreen: "Leave full screen",
    stage: (title: string) => `${title}, on a stage`,
    controls: "Controls",

    play: "Play",
    pause: "Pause",
    time: "Time",
    seconds: (time: number) => `${fixed(time, 1)} s`,
    clock: (time: number, duration: number) => `${fixed(time, 1)} / ${fixed(duration, 1)} s`,
    motions: "Motions",
    download: "Download",
    downloadTip: "Download what is shown, as a file",
    glb: "GLB, for Blender, games and web pages",
    package: "Kinegraph file, to edit it in the studio",
    writing: "Writing the file…",

    sets: "Sets",
    record: "Record",
    stop: "Stop recording",
    recordTip: "Then drag: the character follows, and it is recorded",
    again: "Record again",
    perform: "Perform",
    performTip: "The character follows you again",
    takes: "Take",
    recording: (time: number) => `Recording ${fixed(time, 1)} s`,
    animations: "Animations",
    walk: "Walk",
    walking: "It walks.",
    standing: "It stands.",

    hints: {
      motion: "Drag to turn the view · wheel to zoom",
      motionTouch: "One finger turns the view · two fingers zoom",
      free: "Move: it follows you · hold the button to record · right drag turns the view",
      freeTouch: "Touch and drag: it follows you · two fingers turn the view",
      armed: "Press and drag: recording starts when you press and ends when you let go",
      recording: "Let go to end the recording",
      playing: "Your take plays · drag to turn the view",
      pad: (name: string) => `${name}: the left stick moves it · A records`,
      creature: "Click on the ground: it walks there · drag turns the view",
      creatureTouch: "Tap on the ground: it walks there · drag turns the view",
      creaturePad: (name: string) => `${name}: the left stick leads it`,
    },
  },
});
