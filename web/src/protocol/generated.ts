// Generated from the Python structs by `python -m kinegraph.studio.typescript`. Do not edit.

export const PROTOCOL = 2

/**
 * The first message on a socket.
 *
 * protocol: The version of the protocol that the page speaks; another than the server's is refused.
 * session: The session to take up again after a lost connection, from the last `Welcome`.
 */
export interface Hello {
  type: "Hello"
  request: number
  protocol: number
  session?: string | null
}

/** Puts a member of the built-in cast into the library and on the stage. */
export interface AddCharacter {
  type: "AddCharacter"
  request: number
  cast: string
  position?: [number, number, number] | null
}

/** Removes a character (with its motions) or a motion. */
export interface RemoveRecord {
  type: "RemoveRecord"
  request: number
  id: string
}

/** Gives a character or a motion another name. */
export interface RenameRecord {
  type: "RenameRecord"
  request: number
  id: string
  name: string
}

/** Gives the document a title. */
export interface RenameDocument {
  type: "RenameDocument"
  request: number
  title: string
}

/** Corrects what a joint's body is. */
export interface SetCaps {
  type: "SetCaps"
  request: number
  character: string
  joint: number
  caps: Cap[]
}

/**
 * Corrects which joint mirrors which.
 *
 * mirror: Per joint the joint on the other side, or itself.
 */
export interface SetMirrorPairs {
  type: "SetMirrorPairs"
  request: number
  character: string
  mirror: number[]
}

/**
 * Moves and turns a character on the stage.
 *
 * heading: About +Y [rad].
 * gesture: The drag that this is a step of; null for a single edit.
 */
export interface PlaceCharacter {
  type: "PlaceCharacter"
  request: number
  character: string
  position: [number, number, number]
  heading: number
  gesture?: string | null
}

/** Ends a drag: what it changed becomes one edit. */
export interface EndGesture {
  type: "EndGesture"
  request: number
  gesture: string
}

/** Gives a drag up: everything is as it was before. */
export interface CancelGesture {
  type: "CancelGesture"
  request: number
  gesture: string
}

/** Chooses the character that the page shows as active. */
export interface SelectCharacter {
  type: "SelectCharacter"
  request: number
  character?: string | null
}

/** Chooses the motion that plays; its character becomes active with it. */
export interface SelectMotion {
  type: "SelectMotion"
  request: number
  motion?: string | null
}

/**
 * How the active motion plays.
 *
 * speed: 1 is as captured.
 * span: From and to [s]; null for all of it.
 */
export interface SetPlayback {
  type: "SetPlayback"
  request: number
  loop: boolean
  speed: number
  span?: [number, number] | null
}

/** Takes the last edit back. */
export interface Undo {
  type: "Undo"
  request: number
}

/** Does the last undone edit again. */
export interface Redo {
  type: "Redo"
  request: number
}

/** Lets a character follow the pointer, or stop; one at a time follows. */
export interface FollowMode {
  type: "FollowMode"
  request: number
  character: string
  on: boolean
}

/**
 * Where the pointer is in the world. Newest wins: while one is computed only the newest waits.
 *
 * position: [m], in world space.
 * time: The pointer event's own time stamp, on the page's clock [s].
 * sequence: A number of the page's choice, repeated in the pose that answers it.
 */
export interface Cursor {
  type: "Cursor"
  position: [number, number, number]
  time: number
  sequence: number
}

/** Whether the page can be seen: poses are streamed only to pages that can. */
export interface Watch {
  type: "Watch"
  visible: boolean
}

/** Asks for a motion's frames as a binary `ClipFrame` (`MarkersFrame` for markers), then `Done`. */
export interface RequestClip {
  type: "RequestClip"
  request: number
  motion: string
}

/** Asks for the path of a joint in the character's space, as a binary `TrailFrame`, then `Done`. */
export interface RequestTrail {
  type: "RequestTrail"
  request: number
  motion: string
  joint: number
}

/**
 * Starts a job that writes a character, and motions of it, to a file to be downloaded.
 *
 * records: One character, or motions of one character, or both.
 * format: A name from `Welcome.formats`.
 * extension: Which of the format's extensions, as ".glb"; null for its first.
 */
export interface Export {
  type: "Export"
  request: number
  records: string[]
  format: string
  extension?: string | null
  options?: ExportOptions
}

/**
 * How to write.
 *
 * fps: Resample to this rate [1/s]; null keeps each motion's own.
 * scale: Make everything this many times as large; null leaves it in metres.
 * span: Only this part of each motion, from and to [s].
 */
export interface ExportOptions {
  fps?: number | null
  scale?: number | null
  span?: [number, number] | null
}

/** Stops a job as soon as its current step ends; nothing of it stays. */
export interface CancelJob {
  type: "CancelJob"
  request: number
  job: string
}

/**
 * Asks for all choices of keys that a motion has, as a binary `KeyChoicesFrame`, then `Done`.
 *
 * Where that takes long it is a job of kind "keys" that tells how far it is and can be cancelled.
 *
 * motion: A clip, or an animation, which is baked.
 * settings: Null for those of the motion's result where it has one, else for the usual ones.
 */
export interface OpenKeys {
  type: "OpenKeys"
  request: number
  motion: string
  settings?: KeySettings | null
}

/**
 * How keys are chosen. Pages send all fields; what a motion begins with comes in its `KeyChoicesFrame`.
 *
 * objective: The criterion of one selection for all keys; null for layers of keyposes and breakdowns.
 * space: What tells poses apart: the "positions" of joints, which suits captures, or the "channels" of the
 *     rig, which finds the keys of motion that was keyed and baked.
 * joints: Joints by whose positions poses are told apart; null for a choice that suits the skeleton.
 * leading: Joints of the leading part, which keyposes are chosen by; null for the proposed one.
 * weights: How much a joint counts, by name; 1 where it is not named.
 * accuracy: Per layer, the largest error that the automatic choice allows, as a share of the motion; layers
 *     that are not named here take the usual ones.
 * significance: What a further key must improve on, as a share, to be worth having.
 * detail: Whether there is a fourth layer, of detail.
 * layerCounts: Keys up to and including each layer, where they are chosen by hand; null for automatic.
 * fixed: Frames that must be keys.
 * forbidden: Frames that must not.
 * gap: Least distance between keys [frames].
 * span: First and last frame that is keyed; null for all of the motion.
 * contacts: Whether keys are set where feet land and leave, and stances are held.
 */
export interface KeySettings {
  objective: string | null
  space: "positions" | "channels"
  joints: string[] | null
  leading: string[] | null
  weights: { [name: string]: number }
  accuracy: number[]
  significance: number
  detail: boolean
  layerCounts: (number | null)[]
  fixed: number[]
  forbidden: number[]
  gap: number
  span: [number, number] | null
  contacts: boolean
}

/**
 * Keys a motion at the best `count` frames: makes its result, or replaces it, as one edit.
 *
 * With a gesture it is a step of a drag: pages get a `KeysFrame` with the preview fit, the newest wins, and
 * `EndGesture` makes the final fit an edit.
 *
 * motion: The source.
 * count: Null for the automatic choice; the nearest possible one is taken.
 */
export interface ChooseKeys {
  type: "ChooseKeys"
  request: number
  motion: string
  settings: KeySettings
  count?: number | null
  gesture?: string | null
}

/** Asks for a keyed motion as it plays and differs from its source, as a `KeysFrame`, then `Done`. */
export interface RequestKeys {
  type: "RequestKeys"
  request: number
  motion: string
}

/** Asks for a keyed motion's curves as a binary `CurvesFrame`, then `Done`. */
export interface RequestCurves {
  type: "RequestCurves"
  request: number
  motion: string
}

/**
 * Edits any keyed motion by hand, as one edit; with a gesture, as a step of a drag.
 *
 * Of a step pages get a `CurvesFrame` and a `KeysFrame` with `preview: true`, the newest wins.
 *
 * edits: Carried out one after the other, each on what the one before left.
 */
export interface EditKeys {
  type: "EditKeys"
  request: number
  motion: string
  edits: KeyEdit[]
  gesture?: string | null
}

/**
 * Moves columns of keys, handles and all, in time.
 *
 * They stay a frame away from the columns around them and from the motion's start, so none is lost.
 *
 * columns: Their times [s].
 * shift: [s].
 */
export interface MoveColumns {
  type: "MoveColumns"
  columns: number[]
  shift: number
}

/**
 * Retimes columns: times and handles are scaled about the pivot.
 *
 * No farther than leaves all columns a frame apart: to retime a part and let what follows give way, move
 * that first, with a `MoveColumns` in the same list of edits.
 *
 * pivot: [s].
 * factor: Above 1 is slower.
 */
export interface ScaleColumns {
  type: "ScaleColumns"
  columns: number[]
  pivot: number
  factor: number
}

/** Sets a key on every curve at a time; curves keep their shape. */
export interface AddColumn {
  type: "AddColumn"
  time: number
  tag?: KeyTag
}

/** Removes columns; the handles around reach across the gap as near to the old curve as they can. */
export interface DeleteColumns {
  type: "DeleteColumns"
  columns: number[]
}

/** Says what columns are to the animator. */
export interface TagColumns {
  type: "TagColumns"
  columns: number[]
  tag: KeyTag
}

/**
 * Moves single keys with their handles; they stay a frame away from their neighbours.
 *
 * keys: Pairs of channel and key, as the `CurvesFrame` counts them.
 * dt: [s].
 * dv: In the channels' unit: metres, radians, quaternion components.
 */
export interface MoveKeys {
  type: "MoveKeys"
  keys: [number, number][]
  dt: number
  dv: number
}

/**
 * Puts a handle somewhere, inside its segment.
 *
 * side: Before or after the key.
 * time, value: Where, absolute [s, unit].
 * free: Whether the other handle stays as it is; else it turns to stay in line.
 */
export interface SetHandle {
  type: "SetHandle"
  channel: number
  key: number
  side: "in" | "out"
  time: number
  value: number
  free?: boolean
}

/**
 * Shapes keys' handles: "auto" smooth and never past an extreme, "aligned" in line with each other,
 * "flat" level, "linear" along the straight lines to the next keys, "broken" as they are.
 *
 * Which handles move together is not stored: those that are in line do. So "broken" moves nothing; it is a
 * page's to drag them with `free` from then on.
 */
export interface SetHandles {
  type: "SetHandles"
  keys: [number, number][]
  mode: "auto" | "aligned" | "flat" | "linear" | "broken"
}

/** Removes single keys; a curve that loses its last goes, and its channel rests. */
export interface DeleteKeys {
  type: "DeleteKeys"
  keys: [number, number][]
}

/** Sets a key on one curve, which keeps its shape; on all four of a quaternion's. */
export interface AddKey {
  type: "AddKey"
  channel: number
  time: number
}

/**
 * Answers `Hello` with everything a page needs.
 *
 * version: Kinegraph's own version.
 * revision: Grows with every change of the document.
 * undoLabel, redoLabel: What undo and redo would do; null where there is nothing.
 * jobs: Jobs that are under way.
 * uploadLimit: Largest import [bytes].
 */
export interface Welcome {
  type: "Welcome"
  request: number
  protocol: number
  version: string
  session: string
  document: DocumentInfo
  revision: number
  records: DocumentRecord[]
  undoLabel: string | null
  redoLabel: string | null
  cast: CastMember[]
  formats: FormatInfo[]
  jobs: JobProgress[]
  uploadLimit: number
}

/**
 * Which document this is.
 *
 * id: Stays the same over restarts.
 * file: The name of its file; empty for one that was never named.
 * fresh: Whether nobody has edited it yet: it holds what the first start puts there.
 */
export interface DocumentInfo {
  id: string
  file: string
  fresh: boolean
}

/**
 * Someone in the library.
 *
 * cast: The built-in character it came from, or null.
 * file: The name of the file it came from, or null.
 * joints: Joint names, in joint order: every array over joints uses this order.
 * parents: Parent index per joint, -1 for the root.
 * caps: Capabilities per joint ("grasper", "foot", ...).
 * mirror: Per joint the joint on the other side, or itself.
 * sides: Per joint +1 left (+X), -1 right, 0 centre.
 * height: Of the rest pose [m].
 * triangles: How many the meshes and skins have together.
 * notes: What the importer repaired, dropped or guessed.
 * blob: The character's arrays.
 */
export interface CharacterRecord {
  kind: "character"
  id: string
  name: string
  cast: string | null
  file: string | null
  joints: string[]
  parents: number[]
  caps: Cap[][]
  mirror: number[]
  sides: number[]
  height: number
  triangles: number
  notes: string[]
  blob: string
}

/**
 * A motion in the library.
 *
 * form: A dense clip, keyed curves, or captured points without a skeleton.
 * character: The character record whose skeleton it moves; null for markers.
 * file: The name of the file it came from, or null.
 * fps: Frames per second [1/s].
 * frames: How many frames it has, baked on its frame grid where it is keyed.
 * duration: From first frame to last [s].
 * keys: Number of key columns of an animation; 0 for dense motion.
 * points: Names of the markers, in the order of their arrays; empty where there is a skeleton.
 * keying: What it was made from in Keys; null for motions that came otherwise.
 * blob: The motion's arrays.
 */
export interface MotionRecord {
  kind: "motion"
  id: string
  name: string
  form: "clip" | "animation" | "markers"
  character: string | null
  file: string | null
  fps: number
  frames: number
  duration: number
  keys: number
  points: string[]
  notes: string[]
  keying: Keying | null
  blob: string
}

/**
 * What a keyed motion came of.
 *
 * source: The motion whose frames were keyed; it may be gone.
 * sourceBlob: What it held then; where it holds something else now, it was changed since.
 * settings: How keys were chosen.
 * count: How many were chosen.
 * figures: How far the result plays from its source; null where that is gone.
 * handEdited: Whether keys were changed by hand since they were chosen.
 */
export interface Keying {
  source: string
  sourceBlob: string
  settings: KeySettings
  count: number
  figures: KeyFigures | null
  handEdited: boolean
}

/**
 * How far a keyed motion plays from its source.
 *
 * largest: Distance of the joint that is farthest from where it was [m].
 * joint, frame: Which joint that is, and when.
 * mean: Root mean square over joints and frames [m].
 * stanceDrift: The most that a foot which stood slides further than it did in the source [m].
 */
export interface KeyFigures {
  largest: number
  joint: string
  frame: number
  mean: number
  stanceDrift: number
}

/**
 * Who stands where. There is one, with the id "stage"; changing it can be undone.
 *
 * title: What people call the document; empty until somebody names it.
 */
export interface StageRecord {
  kind: "stage"
  id: string
  title: string
  placements: Placement[]
}

/** Where a character stands: turned by `heading` about +Y [rad], then moved to `position` [m]. */
export interface Placement {
  character: string
  position: [number, number, number]
  heading: number
}

/**
 * What is being looked at and how it plays. There is one, with the id "view".
 *
 * It is kept across restarts but is no part of undo: nobody wants Ctrl+Z to change the selection. Its
 * references are soft; one whose record was removed reads as null until undo brings the record back.
 *
 * follow: The character that follows the pointer, or null.
 * span: The part of the motion that plays, from and to [s]; null for all of it.
 */
export interface ViewRecord {
  kind: "view"
  id: string
  character: string | null
  motion: string | null
  follow: string | null
  loop: boolean
  speed: number
  span: [number, number] | null
}

/** A built-in character: shown by `/api/thumbnails/cast/{name}.png`, drawn from `/api/cast/{name}.glb`. */
export interface CastMember {
  name: string
  title: string
  description: string
}

/**
 * A file format.
 *
 * name: As `Export.format` wants it.
 * title: What people call it, in a word or two.
 * description: What it holds.
 * extensions: As in ".bvh"; the first is the usual one.
 * reads, writes: What the studio can do with it here and now.
 * note: Why it cannot be used here and how to change that ("needs Blender: ..."); empty where it can.
 */
export interface FormatInfo {
  name: string
  title: string
  description: string
  extensions: string[]
  reads: boolean
  writes: boolean
  note: string
}

/**
 * How far a job is.
 *
 * label: What it is doing now.
 * done, total: In steps of the job's own; total is 0 where it cannot be known.
 * secondsLeft: [s], null where it cannot be told yet.
 */
export interface JobProgress {
  type: "JobProgress"
  job: string
  kind: "import" | "export" | "keys" | "warm-up"
  label: string
  done: number
  total: number
  secondsLeft: number | null
}

/**
 * Records that are new or different, whole, and the ids of those that are gone.
 *
 * label: The edit that did it ("Rename to walk"), to be told with an offer to undo; null for
 *     selection and the like.
 * step: Whether that edit was made, taken back, or done again.
 * preview: Whether this is a step of a drag that is not yet an edit.
 */
export interface DocumentChanged {
  type: "DocumentChanged"
  revision: number
  changed: DocumentRecord[]
  removed: string[]
  label: string | null
  step: "edit" | "undo" | "redo"
  preview: boolean
  undoLabel: string | null
  redoLabel: string | null
}

/**
 * A request was carried out.
 *
 * created: Ids of the records that it made.
 * job: The job that it started, if any.
 */
export interface Done {
  type: "Done"
  request: number
  revision: number
  created: string[]
  job: string | null
}

/**
 * A request could not be carried out; the connection stays.
 *
 * request: Null where the message could not even be read.
 * message: One sentence for people.
 */
export interface Failure {
  type: "Failure"
  request: number | null
  message: string
}

/** Long work began. */
export interface JobStarted {
  type: "JobStarted"
  job: string
  kind: "import" | "export" | "keys" | "warm-up"
  label: string
}

/**
 * A job ended well.
 *
 * message: One sentence for people.
 * notes: What it repaired, dropped or guessed.
 * created: Records that it made.
 * download: Where to get what it wrote (add the token), or null.
 */
export interface JobDone {
  type: "JobDone"
  job: string
  kind: "import" | "export" | "keys" | "warm-up"
  message: string
  notes: string[]
  created: string[]
  download: string | null
}

/**
 * A job ended without a result.
 *
 * cancelled: Whether that is because somebody asked for it.
 */
export interface JobFailed {
  type: "JobFailed"
  job: string
  kind: "import" | "export" | "keys" | "warm-up"
  message: string
  cancelled: boolean
}

/**
 * What a drag showed in Keys is over: committed (told before this) or given up. What is stored holds.
 *
 * motion: The motion that was dragged: the source where keys were chosen, the keyed motion where edited.
 * committed: Whether it became an edit.
 */
export interface PreviewEnded {
  type: "PreviewEnded"
  gesture: string
  motion: string
  committed: boolean
}

/**
 * A character's pose now.
 *
 * Arrays: root (3,) [m], rotations (J, 4) xyzw parent-from-joint, and translations (J, 3) [m] where joints
 * slide; all float32, in the character's space (its placement on the stage comes on top).
 *
 * sequence: That of the cursor message it answers; -1 for idle motion.
 * time: When it is, on the server's clock; never less than in the frame before [s].
 */
export interface PoseFrame {
  type: "PoseFrame"
  arrays: ArrayInfo[]
  character: string
  sequence: number
  time: number
}

/** One array of a frame. offset: from the frame's first byte [bytes]. */
export interface ArrayInfo {
  name: string
  dtype: "float32" | "float64" | "int32" | "int64" | "uint8"
  shape: number[]
  offset: number
}

/**
 * A motion's frames, baked where it is keyed.
 *
 * Arrays: roots (F, 3), rotations (F, J, 4), and translations (F, J, 3) where joints slide; all float32.
 */
export interface ClipFrame {
  type: "ClipFrame"
  arrays: ArrayInfo[]
  motion: string
  blob: string
  fps: number
}

/** A marker motion's frames. Arrays: positions (F, M, 3) float32 [m], seen (F, M) uint8. */
export interface MarkersFrame {
  type: "MarkersFrame"
  arrays: ArrayInfo[]
  motion: string
  blob: string
  fps: number
}

/** The path of a joint. Arrays: positions (F, 3) float32 [m], in the character's space. */
export interface TrailFrame {
  type: "TrailFrame"
  arrays: ArrayInfo[]
  motion: string
  joint: number
  blob: string
  fps: number
}

/**
 * All numbers of keys that a motion can have, and what each would cost.
 *
 * Arrays: counts (K,) int32, ascending; errors (K,) float32 [m]; forced (F,) int32, the frames that contacts
 * and settings make keys; importance (N,) float32 per frame, 0 to 1: how long a key there survives as the
 * count shrinks.
 *
 * motion, blob: The source, and what it held.
 * frames, fps: Of the source.
 * automatic: The number of keys that the settings choose.
 * layerCounts: Of the automatic choice, the keys up to and including each layer.
 * accuracy: Of each layer there is, the threshold asked for or the usual one.
 * leading: Joints of the leading part, proposed or chosen.
 * objectives: Names that `KeySettings.objective` can have.
 * notes: What was done, in sentences ("cut into three pieces").
 * settings: Those that it was computed with, complete.
 */
export interface KeyChoicesFrame {
  type: "KeyChoicesFrame"
  arrays: ArrayInfo[]
  motion: string
  blob: string
  frames: number
  fps: number
  automatic: number
  layerCounts: number[]
  accuracy: number[]
  leading: string[]
  objectives: string[]
  notes: string[]
  settings: KeySettings
}

/**
 * A keyed motion as it plays, beside the motion it came of.
 *
 * Arrays: keyFrames (K,) int32, the frame nearest to each column; tags (K,) uint8 (0 keypose, 1 breakdown,
 * 2 detail); importance (K,) float32, 1 for keys set by hand; roots (F, 3), rotations (F, J, 4), and
 * translations (F, J, 3) where joints slide, all float32, as in a `ClipFrame`; distances (N, J) float32 [m]
 * of every joint from where it was in the source, over the source's N frames, 0 outside the keyed span;
 * empty (0, J) where there is no source.
 *
 * motion: The source; null for keyed motion that was not made in Keys, or whose source is gone.
 * result: The keyed motion; null while it has not been made.
 * blob: What the keyed motion holds; empty for a preview.
 * count: How many columns of keys there are.
 * figures: How far it plays from the source; null where there is none.
 * gesture: The drag that a preview belongs to.
 */
export interface KeysFrame {
  type: "KeysFrame"
  arrays: ArrayInfo[]
  motion: string | null
  result: string | null
  blob: string
  fps: number
  count: number
  figures: KeyFigures | null
  preview: boolean
  gesture: string | null
}

/**
 * A keyed motion's curves.
 *
 * Arrays: channels (C, 4) int32: joint, property (0 translation, 1 rotation), axis, number of keys; the keys
 * of all channels one behind the other: times (K,), values (K,), inHandles (K, 2), outHandles (K, 2) float64
 * [s, unit], absolute; holds (K,) uint8; and of the columns, which are all times at which there is a key:
 * columnTimes (T,) float64 [s], columnImportance (T,) float32.
 *
 * blob: What the motion holds; empty for a preview.
 * rotationModes: Per joint an Euler order ("ZXY") or "QUATERNION".
 * columnTags: What each column is.
 * gesture: The drag that a preview belongs to.
 */
export interface CurvesFrame {
  type: "CurvesFrame"
  arrays: ArrayInfo[]
  motion: string
  blob: string
  fps: number
  rotationModes: string[]
  columnTags: KeyTag[]
  preview: boolean
  gesture: string | null
}

export type Command =
  | Hello
  | AddCharacter
  | RemoveRecord
  | RenameRecord
  | RenameDocument
  | SetCaps
  | SetMirrorPairs
  | PlaceCharacter
  | EndGesture
  | CancelGesture
  | SelectCharacter
  | SelectMotion
  | SetPlayback
  | Undo
  | Redo
  | FollowMode
  | Cursor
  | Watch
  | RequestClip
  | RequestTrail
  | Export
  | CancelJob
  | OpenKeys
  | ChooseKeys
  | RequestKeys
  | RequestCurves
  | EditKeys

export type KeyEdit =
  | MoveColumns
  | ScaleColumns
  | AddColumn
  | DeleteColumns
  | TagColumns
  | MoveKeys
  | SetHandle
  | SetHandles
  | DeleteKeys
  | AddKey

export type ServerEvent =
  | Welcome
  | DocumentChanged
  | Done
  | Failure
  | JobStarted
  | JobProgress
  | JobDone
  | JobFailed
  | PreviewEnded

export type FrameHeader =
  | PoseFrame
  | ClipFrame
  | MarkersFrame
  | TrailFrame
  | KeyChoicesFrame
  | KeysFrame
  | CurvesFrame

export type DocumentRecord =
  | CharacterRecord
  | MotionRecord
  | StageRecord
  | ViewRecord

export const CAPS = ["root", "spine", "limb", "grasper", "foot", "mouth", "eye", "ear", "head", "wing", "tail", "spike"] as const
export type Cap = (typeof CAPS)[number]

export const KEY_TAGS = ["keypose", "breakdown", "detail"] as const
export type KeyTag = (typeof KEY_TAGS)[number]
