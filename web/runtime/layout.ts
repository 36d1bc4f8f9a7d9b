// Written by `make runtime-headers` from the definitions of the engine: do not edit.
// Where the fields of records are, in words of 64 bits.

/** An array: the index of its address, which the lengths of its axes follow, and the kind of its numbers. */
export interface ArrayPlace {
  word: number;
  axes: number;
  kind: "f8" | "f4" | "i8" | "u4" | "u2" | "u1" | "b1";
}

export const VERSION = 1;
export const LAYOUT = 1015298211;

/** Numbers of the kinds of records. */
export const KIND = {
  contents: 0,
  creature: 1,
  layers: 2,
  skin: 3,
  rig: 4,
} as const;

/** Columns of rows that pages read or write. */
export const COLUMN = {
  layerTime: 0,
  layerBefore: 1,
  layerPace: 2,
  layerWeight: 3,
  layerFadeFrom: 4,
  layerFadeTo: 5,
  layerFadeTime: 6,
  layerFadeLong: 7,
  layerLeaves: 8,
  layerColumns: 9,
  commandSideways: 0,
  commandForward: 1,
  commandTurning: 2,
  commandSeconds: 3,
  eventLayer: 0,
  eventTime: 1,
  eventDuration: 2,
  eventLoops: 3,
  newsPassed: 0,
  newsFaded: 1,
  footFlight: 12,
  footColumns: 22,
  footGroup: 1,
  bodyRemainder: 1,
  bodyTicks: 20,
  jiggleColumns: 10,
  moveFromX: 0,
  moveFromZ: 1,
  moveToX: 2,
  moveToZ: 3,
  moveTurn: 4,
  setManipulatorsEnd: 24,
} as const;

export const CONTENTS = {
  text: { word: 0, axes: 1, kind: "u1" } as ArrayPlace,
  strings: { word: 2, axes: 1, kind: "i8" } as ArrayPlace,
  creatures: { word: 4, axes: 1, kind: "i8" } as ArrayPlace,
  rigs: { word: 6, axes: 1, kind: "i8" } as ArrayPlace,
};

export const CREATURE = {
  skeletonParents: { word: 1, axes: 1, kind: "i8" } as ArrayPlace,
  skeletonNames: { word: 3, axes: 1, kind: "i8" } as ArrayPlace,
  skeletonTranslations: { word: 5, axes: 2, kind: "f8" } as ArrayPlace,
  skeletonRotations: { word: 8, axes: 2, kind: "f8" } as ArrayPlace,
  size: { word: 11, axes: 1, kind: "f8" } as ArrayPlace,
  skins: { word: 13, axes: 1, kind: "i8" } as ArrayPlace,
  animations: { word: 15, axes: 2, kind: "i8" } as ArrayPlace,
  durations: { word: 18, axes: 1, kind: "f8" } as ArrayPlace,
  events: { word: 20, axes: 2, kind: "i8" } as ArrayPlace,
  eventTimes: { word: 23, axes: 1, kind: "f8" } as ArrayPlace,
  gaits: { word: 25, axes: 1, kind: "i8" } as ArrayPlace,
  feet: { word: 27, axes: 1, kind: "i8" } as ArrayPlace,
  layerSets: { word: 29, axes: 1, kind: "i8" } as ArrayPlace,
  name: 0,
};

export const LAYERS = {
  layers: { word: 2, axes: 2, kind: "i8" } as ArrayPlace,
  targets: { word: 5, axes: 1, kind: "i8" } as ArrayPlace,
  stepGroundHeights: { word: 7, axes: 2, kind: "f8" } as ArrayPlace,
  stepGroundFrame: { word: 10, axes: 1, kind: "f8" } as ArrayPlace,
  stepWalkFeet: { word: 228, axes: 2, kind: "f8" } as ArrayPlace,
  stepWalkBody: { word: 231, axes: 1, kind: "f8" } as ArrayPlace,
  stepWalkHips: { word: 233, axes: 2, kind: "f8" } as ArrayPlace,
  stepWalkNow: { word: 236, axes: 2, kind: "f8" } as ArrayPlace,
  stepJiggling: { word: 239, axes: 2, kind: "f8" } as ArrayPlace,
  stepLayers: { word: 242, axes: 2, kind: "f8" } as ArrayPlace,
  stepCommands: { word: 245, axes: 2, kind: "f8" } as ArrayPlace,
  stepTargets: { word: 248, axes: 3, kind: "f8" } as ArrayPlace,
  stepKnown: { word: 252, axes: 1, kind: "i8" } as ArrayPlace,
  stepUnderPlacement: { word: 254, axes: 1, kind: "f8" } as ArrayPlace,
  stepUnderRootPosition: { word: 256, axes: 1, kind: "f8" } as ArrayPlace,
  stepUnderRootRotation: { word: 258, axes: 1, kind: "f8" } as ArrayPlace,
  stepUnderPositions: { word: 260, axes: 2, kind: "f8" } as ArrayPlace,
  stepUnderPositionWeights: { word: 263, axes: 1, kind: "f8" } as ArrayPlace,
  stepUnderRotations: { word: 265, axes: 2, kind: "f8" } as ArrayPlace,
  stepUnderRotationWeights: { word: 268, axes: 1, kind: "f8" } as ArrayPlace,
  stepUnderDeforms: { word: 270, axes: 1, kind: "f8" } as ArrayPlace,
  stepGoalsPlacement: { word: 272, axes: 1, kind: "f8" } as ArrayPlace,
  stepGoalsRootPosition: { word: 274, axes: 1, kind: "f8" } as ArrayPlace,
  stepGoalsRootRotation: { word: 276, axes: 1, kind: "f8" } as ArrayPlace,
  stepGoalsPositions: { word: 278, axes: 2, kind: "f8" } as ArrayPlace,
  stepGoalsPositionWeights: { word: 281, axes: 1, kind: "f8" } as ArrayPlace,
  stepGoalsRotations: { word: 283, axes: 2, kind: "f8" } as ArrayPlace,
  stepGoalsRotationWeights: { word: 286, axes: 1, kind: "f8" } as ArrayPlace,
  stepGoalsDeforms: { word: 288, axes: 1, kind: "f8" } as ArrayPlace,
  stepPositions: { word: 321, axes: 2, kind: "f8" } as ArrayPlace,
  stepRotations: { word: 324, axes: 2, kind: "f8" } as ArrayPlace,
  stepNews: { word: 327, axes: 1, kind: "i8" } as ArrayPlace,
  stepLocalTranslations: { word: 329, axes: 3, kind: "f8" } as ArrayPlace,
  stepLocalRotations: { word: 333, axes: 3, kind: "f8" } as ArrayPlace,
  name: 0,
  gait: 1,
};

export const SKIN = {
  vertices: { word: 0, axes: 2, kind: "f4" } as ArrayPlace,
  normals: { word: 3, axes: 2, kind: "f4" } as ArrayPlace,
  colors: { word: 6, axes: 2, kind: "u1" } as ArrayPlace,
  uvs: { word: 9, axes: 2, kind: "f4" } as ArrayPlace,
  triangles: { word: 12, axes: 2, kind: "u4" } as ArrayPlace,
  joints: { word: 15, axes: 2, kind: "u2" } as ArrayPlace,
  weights: { word: 18, axes: 2, kind: "f4" } as ArrayPlace,
  jointFromMesh: { word: 21, axes: 3, kind: "f8" } as ArrayPlace,
  material: { word: 25, axes: 1, kind: "f8" } as ArrayPlace,
  texture: { word: 27, axes: 1, kind: "u1" } as ArrayPlace,
  twoSided: 29,
};

export const RIG = {
  skeletonParents: { word: 1, axes: 1, kind: "i8" } as ArrayPlace,
  skeletonNames: { word: 3, axes: 1, kind: "i8" } as ArrayPlace,
  skeletonTranslations: { word: 5, axes: 2, kind: "f8" } as ArrayPlace,
  skeletonRotations: { word: 8, axes: 2, kind: "f8" } as ArrayPlace,
  skins: { word: 11, axes: 1, kind: "i8" } as ArrayPlace,
  sets: { word: 13, axes: 2, kind: "i8" } as ArrayPlace,
  markerStarts: { word: 16, axes: 1, kind: "i8" } as ArrayPlace,
  markers: { word: 18, axes: 2, kind: "f8" } as ArrayPlace,
  markerNames: { word: 21, axes: 1, kind: "i8" } as ArrayPlace,
  shares: { word: 23, axes: 1, kind: "f8" } as ArrayPlace,
  programParents: { word: 26, axes: 1, kind: "i8" } as ArrayPlace,
  programOffsets: { word: 28, axes: 2, kind: "f8" } as ArrayPlace,
  programRestRotations: { word: 31, axes: 2, kind: "f8" } as ArrayPlace,
  programRestSlides: { word: 34, axes: 2, kind: "f8" } as ArrayPlace,
  programBends: { word: 37, axes: 2, kind: "f8" } as ArrayPlace,
  programSets: { word: 40, axes: 2, kind: "i8" } as ArrayPlace,
  programNumbers: { word: 43, axes: 1, kind: "f8" } as ArrayPlace,
  programReaches: { word: 45, axes: 1, kind: "f8" } as ArrayPlace,
  programHomes: { word: 47, axes: 2, kind: "f8" } as ArrayPlace,
  programManipulators: { word: 50, axes: 1, kind: "i8" } as ArrayPlace,
  programOrder: { word: 52, axes: 1, kind: "i8" } as ArrayPlace,
  programLinks: { word: 54, axes: 2, kind: "i8" } as ArrayPlace,
  programJoints: { word: 57, axes: 2, kind: "i8" } as ArrayPlace,
  programGoals: { word: 60, axes: 2, kind: "i8" } as ArrayPlace,
  programGoalWeights: { word: 63, axes: 1, kind: "f8" } as ArrayPlace,
  programFree: { word: 65, axes: 2, kind: "f8" } as ArrayPlace,
  programCarriers: { word: 68, axes: 1, kind: "i8" } as ArrayPlace,
  programRivals: { word: 70, axes: 2, kind: "b1" } as ArrayPlace,
  name: 0,
  manipulators: 25,
};
