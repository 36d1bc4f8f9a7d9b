/** All text of the Keys workspace. */

import { fixed, number, percent, plural } from "../../text/format";
import { inLocale } from "../../text/locale";

const MORE = { shiftClick: "add", ctrlDrag: "select with a box", rightClick: "tags and handles" };
const frames = (count: number) => plural(count, { one: "# frame", other: "# frames" });
const keyframes = (count: number) => plural(count, { one: "# keyframe", other: "# keyframes" });

export const strings = inLocale({
  en: {
    bar: {
      name: "Keys",
      keyframes,
      ofFrames: (count: number) => `of ${frames(count)}`,
      largestError: "largest error",
      where: (joint: string, frame: number) => `${joint}, frame ${frame}`,
      goTip: "Go to the frame with the largest error",
      preview: "Preview. The final curves come closer.",
      misses: (allowed: string) => `Over the limit of ${allowed}`,
      slides: (name: string, frame: number, error: string, allowed: string) =>
        `${name} slides ${error} at frame ${frame}, over ${allowed}`,
      because: {
        jump: "the motion jumps there",
        barred: "no frame there may be a keyframe",
        few: "further keyframes did not come closer",
        more: "more keyframes come closer",
        hand: "a keyframe set by hand is there",
        fewer: (count: number) => `${keyframes(count)} keep it`,
      },
      typical: (error: string, slide: string) => `typical error ${error} · feet slide ${slide}`,
      choosing: "Choosing keyframes…",
      fitting: "Fitting curves…",
      kept: (name: string, byHand: boolean) => `Saved as “${name}”${byHand ? ", edited by hand" : ""}`,
      keep: "Keep these keyframes",
      keepTip: "Add the keyframed motion to the library. Moving the slider does the same.",
    },

    notice: {
      nothing: "No motion is open. Choose one in the library, or drop a capture here to find its keyframes.",
      chooseFile: "Choose a file",
      markers: (name: string) =>
        `“${name}” contains captured points. Keyframes need joints: import the capture with its skeleton (BVH, FBX or glTF), or choose another motion.`,
      retry: "Try again",
      reading: (name: string) => `Reading the poses of “${name}”`,
      opening: "Opening the motion",
      cancel: "Cancel",
    },

    slider: {
      name: "Number of keyframes",
      value: (count: number, error: string) => `${keyframes(count)}, error ${error} or more`,
      about: (count: number, error: string) => `${keyframes(count)}, error about ${error}`,
      played: (count: number, error: string) => `${keyframes(count)}, error ${error}`,
      automatic: (count: number) => `Auto: ${keyframes(count)}`,
      auto: "auto",
    },

    measuring: {
      name: "Measuring how each number of keyframes plays",
      stop: "Stop measuring",
      stopTip: (progress: string) =>
        `Measuring how each number of keyframes plays${progress && `: ${progress}`}. Click to stop.`,
      start: "Measure the error curve",
      startTip: "Measure how close each number of keyframes plays. Until then the curve is an estimate.",
    },

    heat: {
      name: "Distance between result and original",
      distance: "distance",
      at: (joint: string) => `at ${joint}`,
      largest: (error: string) => `Largest distance in the motion: ${error}`,
    },

    look: {
      section: "View",
      views: "Original and result",
      overlay: "Overlay",
      overlayTip: "Show the original in grey under the result",
      side: "Side by side",
      sideTip: "Show the original in grey beside the result",
      result: "Result",
      resultTip: "Show the result only",
      heat: "Show differences as heat",
      heatTip: "Colour each part by its distance from the original",
      ghosts: "Show ghosts of keyposes",
      ghostsTip: "Show the selected keyposes, tinted by tag",
      stepped: "Stepped view",
      steppedTip: "Show every pose held until the next keyframe. The curves stay as they are.",
    },

    tools: {
      ghosts: "Ghosts of keyposes",
      overlay: "Original under the result",
      side: "Original beside the result",
      result: "Result only",
    },

    inspector: {
      facts: (count: number, length: string, owner: string) => `${frames(count)} · ${length}${owner && ` · ${owner}`}`,
      choice: "Keyframe selection",
      objective: "Choose keyframes by",
      space: "Compare poses by",
      more: "objective, layers, joints, frames",
      limit: "Largest error",
      limitTip: "The automatic choice adds keyframes until no joint plays farther than this from the original",
      usualLimit: "Use the usual limit: 2 % of the height",
      contacts: "Keyframes at foot contacts",
      contactsNote: "Feet that stand still stay still",
      smooth: "Remove noise",
      smoothNote: "Before keyframes are chosen; contacts and extremes stay",
      notes: "Notes",
      importNotes: "Import notes",
      handEdited:
        "These keyframes were edited by hand, but none was set. A new selection starts from the capture again. Undo restores the edits.",
      reset: "Reset to automatic",
      resetTip: "Let the engine choose every setting in this panel",
    },

    hand: {
      section: "Set by hand",
      kept: (count: number) =>
        plural(count, {
          one: "# keyframe was set by hand. It stays when the number or the settings change.",
          other: "# keyframes were set by hand. They stay when the number or the settings change.",
        }),
      go: (frame: number) => `Go to the keyframe at frame ${frame}`,
      drop: "Drop these edits",
      dropTip: "Choose all keyframes from the capture again. Undo restores the edits.",
    },

    posing: {
      section: "Posing",
      help: "Drag a part of the body: the pose becomes a keyframe at the playhead.",
      paused: "Pause to pose the body.",
      planted: "Planted feet stay",
      plantedTip: "Feet that stand on the ground at this frame stay there while the body moves",
      pin: "Pin a part",
      pinPart: (name: string) => `Pin ${name}`,
      pinTip: "The part keeps its place and rotation while others are posed",
      pinNothing: "Click a part on the stage first",
      unpin: (name: string) => `Unpin ${name}`,
    },

    blocking: {
      section: "Blocking",
      tween: "Between neighbours",
      tweenTip: "The pose at the playhead, from the keyframe before to the one after, as a breakdown",
      share: (share: number) => percent(share),
      ease: "Ease",
      easeTip:
        "How the poses go from the keyframe before to the one after: slow start on the left, slow end on the right",
      easeText: (ease: number) =>
        ease < 0 ? `slow start ${percent(-ease)}` : ease > 0 ? `slow end ${percent(ease)}` : "even",
      hold: "Hold",
      holdTip: "Hold the pose at the playhead for this many frames. All later keyframes move along.",
      holdFrames: "Frames to hold",
      refit: "Refit here",
      refitTip:
        "Choose the keyframes between the selected ones, or between those around the playhead, from the capture again. The poses at both ends stay.",
      ripple: "Ripple",
      rippleTip: "What follows moves along where keyframes are moved or retimed in the dopesheet",
      length: "Selection length",
      lengthTip: "Select keyframes and set how long they take. All later keyframes move along.",
      frames: (count: number) => plural(count, { one: "frame", other: "frames" }),
      loop: "Match ends",
      loopTip: "End in the pose and at the speed of the first frame, so that the motion loops",
      loopBlend: "Frames to blend",
      copy: "Copy",
      copyTip: "Copy the poses of the selected keyframes, or the pose at the playhead",
      paste: (count: number) => (count > 1 ? `Paste ${number(count)} poses` : "Paste"),
      pasteTip: "Set the copied poses from the playhead on, also on another character with the same joints",
      mirrored: "Paste mirrored",
      mirroredTip: "Set the copied poses with left and right exchanged",
    },

    /** Criteria for the choice, by the engine's name. */
    objectives: {
      layers: {
        title: "Layers",
        says: "Keyposes where the leading part changes direction, then breakdowns for the rest of the body.",
      },
      chord_max: {
        title: "Straight path, largest error",
        says: "Limits the largest distance of a pose from the straight path between keyframes. Timing does not count.",
      },
      chord_sum: {
        title: "Straight path, total error",
        says: "Limits the total distance from the straight path. One spike in a bad capture does not decide.",
      },
      time_linear_max: {
        title: "Linear timing, largest error",
        says: "Limits the largest distance of a pose from linear interpolation between keyframes.",
      },
      time_linear_sum: {
        title: "Linear timing, total error",
        says: "Limits the total distance from linear interpolation over all frames.",
      },
      bezier_max: {
        title: "Curves, largest error",
        says: "Limits the largest distance from a smooth curve between keyframes. Needs the fewest keyframes.",
      },
      velocity: { title: "Speed", says: "Keyframes where the motion starts, stops and is fastest." },
      contact: { title: "Contacts", says: "Keyframes where feet land and lift off." },
      rotation: { title: "Joint rotations", says: "Compares poses by joint rotations instead of positions." },
    },
    spaces: {
      positions: { title: "joint positions", says: "Best for captured and performed motion." },
      channels: { title: "rig channels", says: "Finds the keyframes of motion that was keyframed and then baked." },
    },

    layers: {
      section: "Layers",
      layer: "layer",
      keyframes: "keyframes",
      errorBelow: "error below",
      segments: { title: "Segments", says: "where the leading part turns" },
      keyposes: { title: "Keyposes", says: "extremes in between" },
      breakdowns: { title: "Breakdowns", says: "for the whole body" },
      detail: { title: "Detail", says: "the last tenth of a percent" },
      all: { title: "All keyframes", says: "by the criterion above" },
      count: (layer: string) => `Keyframes up to ${layer.toLowerCase()}`,
      error: (layer: string) => `Error limit of ${layer.toLowerCase()}`,
      byHand: "by hand",
      byThreshold: (layer: string) => `Use the error limit for ${layer.toLowerCase()}`,
      withDetail: "Add a detail layer",
      withDetailNote: "Follows small movements as exactly as the capture",
      significance: "Least improvement per keyframe",
    },

    joints: {
      section: "Joints",
      leading: "Leading part",
      chosen: "chosen",
      proposed: "automatic",
      leadingHelp: "Keyposes are where these joints change direction: hips for a walk, hands for a cartwheel.",
      remove: (name: string) => `Remove ${name} from the leading part`,
      pick: "Pick on the body",
      picking: "Click joints; Esc ends",
      pickTip: "Click joints on the stage to add or remove them",
      addLabel: "Add a joint to the leading part",
      add: "Add…",
      automatic: "Automatic",
      automaticTip: "Let the engine choose the leading part",
      compared: "Compared joints",
      someOf: (count: number, all: number) => `${number(count)} of ${number(all)}`,
      automaticSet: "automatic",
      comparedHelp: "Poses are compared by the positions of these joints. Fingers are left out by default.",
      resetCompared: "Reset to automatic",
    },

    weights: {
      section: "Weights of joints",
      all: "all 1",
      some: (count: number) => number(count),
      help: "A joint with a larger weight is followed more closely. 0 leaves it out.",
      weight: (name: string) => `Weight of ${name}`,
      remove: (name: string) => `Reset the weight of ${name}`,
      addLabel: "Add a joint to weigh",
      add: "Add…",
      reset: "Reset all to 1",
    },

    frames: {
      section: "Frames",
      pin: (frame: number) => `Pin frame ${frame}`,
      pinTip: "Always make this frame a keyframe",
      exclude: "Exclude",
      excludeTip: "Never make this frame a keyframe",
      pinned: "pinned",
      excluded: "excluded",
      removePinned: (frame: number) => `Unpin frame ${frame}`,
      removeExcluded: (frame: number) => `Allow frame ${frame}`,
      gap: "Least distance between keyframes",
      gapUnit: (count: number) => plural(count, { one: "frame", other: "frames" }),
      span: (from: number, to: number) => `Frames ${from} to ${to}`,
      wholeMotion: "Whole motion",
      useAll: "Use whole motion",
      useLoop: "Use the loop only",
      useLoopTip: (from: number, to: number) => `Use frames ${from} to ${to} only`,
      putBack: "Put back into the capture",
      putBackTip:
        "Add the whole capture with these keyframes in place of their frames. Its other frames stay, and the ends are blended.",
      noLoop: "Set a loop first: I and O mark its ends",
      calibration: (count: number) => (count ? `Calibration pose left out: ${frames(count)}` : "Calibration pose kept"),
      keepCalibration: "Keep it",
      leaveCalibration: "Leave it out",
    },

    editor: {
      tabs: "Editor",
      dopesheet: "Dopesheet",
      dopesheetTip: "When keyframes are, by body part",
      graph: "Graph",
      graphTip: "How values change between keyframes",
      noKeyframes: "No keyframes yet. Choose how many with the slider.",
      notOpen: "Keyframes appear here.",
      noCurves: "Curves are fitted when the keyframes are kept: move the slider, or press “Keep these keyframes”.",
      rows: "Rows of keyframes",
      curves: "Curves to show",
      rowTip: (name: string, purpose: string) => `${name}. ${purpose}`,
      rowPurpose: {
        summary: "A column of keyframes that moves as one",
        part: "Keyframes of this body part",
        joint: "Keyframes of this joint",
        channel: "Keyframes of this channel",
      },
      fold: (name: string) => `Fold ${name}`,
      unfold: (name: string) => `Unfold ${name}`,
      inRow: (row: string, tag: string, frame: number, place: number, count: number) =>
        `${row}: ${tag} at frame ${frame}, ${place} of ${count}`,
      keyframe: (row: string, tag: string, frame: number, seconds: number, importance: number) =>
        `${row && `${row}, `}${tag} at frame ${number(frame, 2)} · ${fixed(seconds, 2)} s · importance ${percent(importance)}`,
      curveHere: (name: string, value: string) => `${name}, ${value} here`,
      keyHere: (name: string, tag: string, frame: number, value: string) =>
        `${name}, ${tag} at frame ${number(frame, 2)}: ${value}`,
      handle: { in: "in-handle", out: "out-handle" },
    },

    footer: {
      name: "Selected keyframes",
      nothing: "Nothing is selected",
      frame: "Frame of the first selected keyframe",
      framePrefix: "frame",
      frameTip: "Frame of the first selected keyframe: drag or type. All selected keyframes move along.",
      value: "Value of the first selected keyframe",
      valuePrefix: "value",
      valueTip: "Value of the first selected keyframe: drag or type. All selected keyframes move along.",
      tags: "Tag of the selected columns",
      setTag: { keypose: "Tag as keypose", breakdown: "Tag as breakdown", detail: "Tag as detail" },
      menu: "Tags and handles",
      delete: "Delete the selected keyframes",
      showAll: "Show all keyframes",
      showSelected: "Show the selected keyframes",
      locked: "Values are locked. Click to fit them to the view.",
      unlocked: "Values fit the view. Click to lock them.",
    },

    menu: {
      name: "Selected keyframes",
      tags: { keypose: "Keypose", breakdown: "Breakdown", detail: "Detail" },
      handles: {
        auto: "Auto handles",
        aligned: "Aligned handles",
        flat: "Flat handles",
        linear: "Linear handles",
        stepped: "Stepped",
        broken: "Broken handles",
      },
      purpose: {
        auto: "smooth, no overshoot",
        aligned: "both sides in line",
        flat: "horizontal",
        linear: "straight to the next keyframes",
        stepped: "held until the next keyframe",
        broken: "each side on its own",
      },
      delete: "Delete",
    },

    hints: {
      over: {
        dopesheet: {
          drag: "select with a box",
          doubleClick: "add a keyframe",
          wheel: "zoom in time",
          rightDrag: "pan",
        },
        column: { drag: "move the whole pose", ...MORE },
        key: { drag: "move these keyframes", ...MORE },
        keysEdge: { drag: "retime the selection" },
        graph: {
          drag: "select with a box",
          wheel: "zoom in time",
          ctrlWheel: "zoom values",
          rightDrag: "pan",
          F: "frame the selection",
        },
        graphKey: { drag: "move in time and value", shift: "one direction only", ...MORE },
        graphHandle: { drag: "bend the curve", alt: "this side only", shift: "one direction only" },
        graphCurve: { click: "select its keyframes", doubleClick: "add a keyframe" },
        keysSlider: {
          drag: "fewer or more keyframes",
          clickAuto: "choose automatically",
          arrows: "one fewer, one more",
        },
        leading: { click: "choose joints that lead the motion", escape: "done" },
        trailKey: { drag: "move the joint in this keyframe", click: "go to the keyframe" },
        poseRing: { drag: "rotate about this axis", W: "arrows instead" },
        poseArrow: { drag: "move along this axis; the limb follows", E: "rings instead" },
      },
      pose: {
        turn: { drag: (name: string) => `rotate ${name}, as a keyframe here`, alt: "pull it" },
        pull: { drag: (name: string) => `pull ${name}, as a keyframe here`, alt: "rotate it" },
        move: { drag: () => "move the body, as a keyframe here", alt: "rotate it" },
      },
      camera: "move the camera",
      joint: {
        select: (name: string) => `show the curves of ${name}`,
        lead: (name: string) => `let ${name} lead`,
        release: (name: string) => `remove ${name} from the leading part`,
      },
      doing: {
        moveKeys: { release: "keep the change", alt: "between frames", escape: "cancel" },
        retimeKeys: { release: "keep this timing", alt: "between frames", escape: "cancel" },
        bendHandle: { release: "keep this curve", alt: "this side only", escape: "cancel" },
        boxKeys: { release: "select these", escape: "cancel" },
        panKeys: { release: "keep this view" },
        turnPart: { release: "keep this pose", escape: "cancel" },
        pullPart: { release: "keep this pose", escape: "cancel" },
        moveBody: { release: "keep this pose", escape: "cancel" },
        slideBody: { release: "keep this pose", escape: "cancel" },
        chooseKeys: { release: "keep this number", escape: "cancel" },
      },
    },

    units: { percent: "%", millimetres: "mm" },
  },
});
