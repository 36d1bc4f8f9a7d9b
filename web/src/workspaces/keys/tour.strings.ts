/** Text of the tour of Keys. */

import { inLocale } from "../../text/locale";

export const strings = inLocale({
  en: {
    motion: "Choose a motion in the library.",
    count: "Drag the point: fewer keyframes are easier to edit, more follow the capture more closely.",
    play: "Play the result. The grey body is the original.",
    pose: "Pause with Space. Then drag a hand or a foot: the pose becomes a keyframe at the playhead.",
    next: "Go to the next keyframe. The keyframes stand in the rows below.",
    share: "Open Share, then File: choose a program that reads curves, such as Blender.",
  },
});
