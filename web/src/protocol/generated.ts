// Generated from the Python structs by `python -m kinegraph.studio.typescript`. Do not edit.

export const PROTOCOL = 1

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
  blob: string
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
  kind: "import" | "export" | "warm-up"
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
  kind: "import" | "export" | "warm-up"
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
  kind: "import" | "export" | "warm-up"
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
  kind: "import" | "export" | "warm-up"
  message: string
  cancelled: boolean
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

export type ServerEvent =
  | Welcome
  | DocumentChanged
  | Done
  | Failure
  | JobStarted
  | JobProgress
  | JobDone
  | JobFailed

export type FrameHeader =
  | PoseFrame
  | ClipFrame
  | MarkersFrame
  | TrailFrame

export type DocumentRecord =
  | CharacterRecord
  | MotionRecord
  | StageRecord
  | ViewRecord

export const CAPS = ["root", "spine", "limb", "grasper", "foot", "mouth", "eye", "ear", "head", "wing", "tail", "spike"] as const
export type Cap = (typeof CAPS)[number]
