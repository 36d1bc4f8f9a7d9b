// Generated from the Python structs by `make protocol`. Do not edit.

export const PROTOCOL = 9

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

/** Adds a member of the built-in cast to the library and the stage. */
export interface AddCharacter {
  type: "AddCharacter"
  request: number
  cast: string
  position?: [number, number, number] | null
}

/**
 * Removes a character (with its motions and sets), an animation (with the motions that play it), a doodle
 * (with the character that was drawn and what it does), a motion or a set.
 */
export interface RemoveRecord {
  type: "RemoveRecord"
  request: number
  id: string
}

/** Gives a character, an animation, a doodle, a motion or a set another name. */
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
 */
export interface PlaceCharacter {
  type: "PlaceCharacter"
  request: number
  gesture?: string | null
  character: string
  position: [number, number, number]
  heading: number
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
 * Sets the playback of the active motion.
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

/** Undoes the last edit. */
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
 * Moves the pointer in the world. Newest wins: while one is computed only the newest waits.
 *
 * position: [m], in world space.
 * time: The pointer event's own time stamp, on the page's clock [s].
 * sequence: A number of the page's choice, repeated in the pose that answers it.
 * playhead: Where playback is [s]: while the page performs, other layers play along at this time.
 * gaze: What the character that is performed looks at [m], in world space; null for nothing.
 */
export interface Cursor {
  type: "Cursor"
  position: [number, number, number]
  time: number
  sequence: number
  playhead?: number | null
  gaze?: [number, number, number] | null
}

/** Says if the page can be seen: poses are streamed only to pages that can. */
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
 * records: One character, or motions of one character, or both. A creature's plan needs the creature, an
 *     animation for any creature a motion that plays it.
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
 * Options of an export.
 *
 * fps: Resample to this rate [1/s]; null keeps each motion's own.
 * scale: Make everything this many times as large; null leaves it in metres.
 * span: Only this part of each motion, from and to [s].
 * theme: The room that a film is made in.
 * view: From where a film is made, azimuth and elevation [degrees]: 0, 0 looks at the face, 90, 0 at the
 *     left side; null for between the two.
 * page: What a web page does: it plays the motion, performs the character's sets, or leads it as a creature.
 */
export interface ExportOptions {
  fps?: number | null
  scale?: number | null
  span?: [number, number] | null
  theme?: "dark" | "light"
  view?: [number, number] | null
  page?: "motion" | "sets" | "creature"
}

/** Stops a job as soon as its current step ends; nothing of it stays. */
export interface CancelJob {
  type: "CancelJob"
  request: number
  job: string
}

/**
 * Sets how much of the document's file undo may need; older edits are forgotten at once.
 *
 * size: [bytes].
 */
export interface LimitHistory {
  type: "LimitHistory"
  request: number
  size: number
}

/**
 * Asks for all choices of keys that a motion has, as a binary `KeyChoicesFrame`, then `Done`.
 *
 * If that takes long it is a job of kind "keys", which reports its progress and can be cancelled.
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
 * Settings of a choice of keys. Pages send all fields; a new motion's come in its `KeyChoicesFrame`.
 *
 * The engine's settings of the same name, as documents store them and pages send them: with bounds on every
 * field, which the engine's Python callers do not need. Fields and defaults are the same.
 *
 * objective: The criterion of one selection for all keys; null for layers of keyposes and breakdowns.
 * space: What distinguishes poses: the "positions" of joints, which suits captures, or the "channels" of the
 *     rig, which finds the keys of motion that was keyed and baked.
 * joints: Joints whose positions distinguish poses; null for a choice that suits the skeleton.
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
 * calibration: Whether a calibration pose at the start or end of a capture is keyed as well.
 * maxError: Largest error that the automatic choice allows [m]; null for one that suits the accuracy.
 * rotation: What rotations are keyed as: "auto", "QUATERNION", or an Euler order for all joints.
 * grid: Frames per second that keys fall on; null for any frame.
 * smooth: Whether the motion's noise is removed first.
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
  calibration: boolean
  maxError: number | null
  rotation: string
  grid: number | null
  smooth: boolean
}

/**
 * Asks how far each number of keys plays from a motion: `KeysMeasured` events, then `Done`.
 *
 * The automatic choice comes first, then `count`, then numbers over the whole curve. What takes long is a
 * job of kind "measure". A newer request of the same page ends it; so does cancelling the job, which is
 * answered as a failure.
 *
 * settings: As in `OpenKeys`, complete.
 * count: The number that is shown; null for none.
 */
export interface MeasureKeys {
  type: "MeasureKeys"
  request: number
  motion: string
  settings: KeySettings
  count?: number | null
}

/**
 * Keys a motion at the best `count` frames: makes its result, or replaces it, as one edit.
 *
 * With a gesture it is a step of a drag: pages get a `KeysFrame` with the preview fit, the newest wins, and
 * `EndGesture` makes the final fit an edit.
 *
 * motion: The source.
 * count: Null for the automatic choice; the nearest possible one is taken.
 * keepEdits: Whether keys that were set by hand stay, with poses, times and handles; the others are chosen
 *     around them.
 */
export interface ChooseKeys {
  type: "ChooseKeys"
  request: number
  gesture?: string | null
  motion: string
  settings: KeySettings
  count?: number | null
  keepEdits?: boolean
}

/**
 * Adds the source of a keyed motion with the keyed stretch in place, on the source's frames, as one edit.
 *
 * Outside the stretch it has a key on every frame; the ends are blended where a hand has posed them.
 *
 * motion: The keyed motion.
 */
export interface PutKeysBack {
  type: "PutKeysBack"
  request: number
  motion: string
}

/**
 * Asks for a keyed motion as it plays and differs from its source, as a `KeysFrame`, then `Done`.
 *
 * layer: Of a layered motion, the layer whose columns are asked for, by name; empty for its base.
 */
export interface RequestKeys {
  type: "RequestKeys"
  request: number
  motion: string
  layer?: string
}

/** Asks for a keyed motion's curves as a binary `CurvesFrame`, then `Done`. layer: As in `RequestKeys`. */
export interface RequestCurves {
  type: "RequestCurves"
  request: number
  motion: string
  layer?: string
}

/**
 * Adds a layered motion, as one edit: a motion with a layer over it.
 *
 * detail: Whether the layer holds what a keyed motion leaves of its source; else it is empty.
 */
export interface LayerMotion {
  type: "LayerMotion"
  request: number
  motion: string
  detail?: boolean
}

/** Makes a layered motion a clip that plays the same, as one edit. */
export interface MergeLayers {
  type: "MergeLayers"
  request: number
  motion: string
}

/**
 * Edits any keyed motion by hand, as one edit; with a gesture, as a step of a drag.
 *
 * Of a step pages get a `CurvesFrame` and a `KeysFrame` with `preview: true`, the newest wins.
 *
 * layer: Of a layered motion, the layer that is edited, by name; empty for its base.
 * edits: Carried out one after the other, each on what the one before left.
 */
export interface EditKeys {
  type: "EditKeys"
  request: number
  gesture?: string | null
  motion: string
  layer?: string
  edits: KeyEdit[]
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

/** Tags columns: keypose, breakdown or detail. */
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
 * "flat" level, "linear" along the straight lines to the next keys, "stepped" held until the next key,
 * "broken" as they are. "auto" and "linear" end a hold.
 *
 * Which handles move together is not stored: those that are in line do. So "broken" moves nothing; it is a
 * page's to drag them with `free` from then on.
 */
export interface SetHandles {
  type: "SetHandles"
  keys: [number, number][]
  mode: "auto" | "aligned" | "flat" | "linear" | "stepped" | "broken"
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

/** Turns a joint. rotation: In the world, xyzw. */
export interface TurnPart {
  type: "TurnPart"
  time: number
  reach?: number | null
  pins?: number[]
  planted?: boolean
  joint: number
  rotation: [number, number, number, number]
}

/**
 * Brings a point of a joint to a place, by turning the joints above it.
 *
 * target: In the world [m].
 * offset: The point that was taken hold of, in the joint's frame [m].
 * upright: Whether the joint keeps its rotation in the world.
 */
export interface ReachPart {
  type: "ReachPart"
  time: number
  reach?: number | null
  pins?: number[]
  planted?: boolean
  joint: number
  target: [number, number, number]
  offset?: [number, number, number]
  upright?: boolean
}

/** Moves the root and all that hangs on it. shift: In the world [m]. */
export interface MoveBody {
  type: "MoveBody"
  time: number
  reach?: number | null
  pins?: number[]
  planted?: boolean
  shift: [number, number, number]
}

/** Sets a pose at which a layer changes nothing. time: [s]. */
export interface ClearPose {
  type: "ClearPose"
  time: number
}

/**
 * Sets the pose between the columns around a time: a new breakdown, or another pose of the column there.
 *
 * time: [s].
 * share: 0 is the pose of the column before, 1 of the one after; beyond these it exaggerates.
 */
export interface TweenPose {
  type: "TweenPose"
  time: number
  share: number
}

/**
 * Holds the pose of a column: it is set again later, with level curves between. Later columns move on.
 *
 * column: Its time [s]. length: How long it is held [s].
 */
export interface HoldPose {
  type: "HoldPose"
  column: number
  length: number
}

/**
 * Shapes how the poses go from the column before a time to the one after it.
 *
 * time: [s].
 * ease: -1 starts slowly, 1 ends slowly, 0 goes at an even rate.
 */
export interface EaseSegment {
  type: "EaseSegment"
  time: number
  ease: number
}

/**
 * Makes the motion end in the pose that it begins with, at the same speed, so that it loops.
 *
 * Where the body travels, it stays where it ends along the ground.
 *
 * blend: How long before its end it begins to lead there [s].
 */
export interface MatchEnds {
  type: "MatchEnds"
  blend: number
}

/**
 * Chooses the keys between two columns anew from the source, as many as the settings take; the poses at
 * both columns stay.
 *
 * start, stop: Times of the columns [s].
 */
export interface RefitSpan {
  type: "RefitSpan"
  start: number
  stop: number
}

/**
 * Sets poses as columns of keys, on this character or on another with joints of the same names.
 *
 * joints: Names of the joints that the poses have; those that this character lacks are left out.
 * mirrored: Whether left and right are exchanged.
 */
export interface PastePoses {
  type: "PastePoses"
  joints: string[]
  poses: PastedPose[]
  mirrored?: boolean
}

/**
 * A pose with the time and the tag of its column.
 *
 * root: Of the root in the character's space [m]. rotations: Of the joints, local, xyzw.
 * translations: Of the joints, local, where they slide [m].
 */
export interface PastedPose {
  time: number
  root: [number, number, number]
  rotations: [number, number, number, number][]
  translations?: [number, number, number][] | null
  tag?: KeyTag
}

/**
 * Turns a joint of the pose that is being designed; what hangs on it goes along.
 *
 * rotation: In the world, xyzw, from where the drag began.
 */
export interface TurnJoint {
  type: "TurnJoint"
  request: number
  gesture?: string | null
  character: string
  joint: number
  rotation: [number, number, number, number]
}

/**
 * Brings a point of a joint to a place, by turning the joints above it; the limb's before the body's.
 *
 * target: In the world [m].
 * offset: The point that was taken hold of, in the joint's frame [m].
 * upright: Whether the joint keeps its rotation in the world, as a foot on the ground does.
 */
export interface ReachJoint {
  type: "ReachJoint"
  request: number
  gesture?: string | null
  character: string
  joint: number
  target: [number, number, number]
  offset?: [number, number, number]
  upright?: boolean
}

/** Moves the whole pose. shift: In the world, from where the drag began [m]. */
export interface MovePose {
  type: "MovePose"
  request: number
  gesture?: string | null
  character: string
  shift: [number, number, number]
}

/**
 * Puts a set's controller somewhere; the pose that is being designed becomes what the sets make of it.
 *
 * This is how keys of a synchronizing set are posed.
 *
 * place: In the controller's own space [m].
 * hold: Whether that pose is then held for the set that moves this one (`PoseHold.BALLS`).
 */
export interface MoveController {
  type: "MoveController"
  request: number
  gesture?: string | null
  set: string
  place: [number, number, number]
  hold?: boolean
}

/** Back to the rest pose, controllers to their homes. */
export interface ResetPose {
  type: "ResetPose"
  request: number
  character: string
}

/** Drops the pose that is held (`PoseRecord.held`): the character rests, until a controller moves it. */
export interface DiscardPose {
  type: "DiscardPose"
  request: number
  character: string
}

/** Exchanges left and right in the pose that is being designed. */
export interface MirrorPose {
  type: "MirrorPose"
  request: number
  character: string
}

/**
 * Makes a set without keys.
 *
 * name: Null for the next free "set N".
 * joints: Names of the joints that it keys; null for the whole body.
 * controllers: Ids of sets whose controllers it moves, for a synchronizing set; then `joints` may only
 *     name joints that it keys beside them.
 */
export interface AddSet {
  type: "AddSet"
  request: number
  character: string
  name?: string | null
  joints?: string[] | null
  controllers?: string[]
}

/**
 * Changes what a set keys. Its keys hold what they held; of what is new, the rest pose and the homes.
 *
 * joints: Names of the joints that it keys.
 * controllers: Ids of the sets whose controllers it moves.
 */
export interface SetTargets {
  type: "SetTargets"
  request: number
  set: string
  joints: string[]
  controllers?: string[]
}

/**
 * Makes a set key one part: a handle with up to six degrees of freedom, a pole, a locator, or a joint.
 *
 * Its keys hold what the part does in each of them.
 *
 * part: Neither `moves` nor `turns` for a part that the set keys no longer; not a controller.
 */
export interface KeyPart {
  type: "KeyPart"
  request: number
  set: string
  part: SetManipulator
}

/**
 * One thing that a set keys.
 *
 * target: The joint's name; for a controller the id of its set; for a locator its own name.
 * moves, turns: Which of its degrees of freedom are keyed: the place, the rotation, or both.
 */
export interface SetManipulator {
  kind: ManipulatorKind
  target: string
  moves: boolean
  turns: boolean
}

/**
 * Puts a locator of a set somewhere in one of its poses.
 *
 * target: The locator's name.
 * place: In the space of the set's controller [m].
 */
export interface PlaceLocator {
  type: "PlaceLocator"
  request: number
  set: string
  key: string
  target: string
  place: [number, number, number]
}

/** Sets the blending of a set's keys. degree: Of the polynomial under them, -1 for none, 0 or 1. */
export interface SetBlending {
  type: "SetBlending"
  request: number
  set: string
  function: RadialFunction
  degree: number
}

/**
 * Changes how a set is shown, and how it is performed; null for what stays.
 *
 * colour: 0 to 7, of its markers and its controller.
 * to: Where it stands among the character's sets, counted from 0. Of alternatives the first is in force.
 * walks: Whether the feet carry the character along while it is performed.
 */
export interface ArrangeSet {
  type: "ArrangeSet"
  request: number
  set: string
  colour?: number | null
  to?: number | null
  walks?: boolean | null
}

/**
 * Lets a set's controller be moved by another set, whose keys hold it at home until they are updated.
 *
 * by: Null to take it out of the one that moves it.
 */
export interface DriveSet {
  type: "DriveSet"
  request: number
  set: string
  by?: string | null
}

/** Moves the place where a set's controller rests. */
export interface SetHome {
  type: "SetHome"
  request: number
  gesture?: string | null
  set: string
  place: [number, number, number]
}

/**
 * Ties the pose that is being designed to a place.
 *
 * The first key's place becomes the set's home.
 *
 * place: Null for where the set comes nearest to the pose already; the first key then goes to the home.
 * name: Null for the next free "key N".
 * controller: Where the set's controller is while it leads: the pose that it gives there becomes the one
 *     that is being designed, in the same edit. Null to set the designed pose as it is.
 */
export interface SetKey {
  type: "SetKey"
  request: number
  set: string
  place?: [number, number, number] | null
  name?: string | null
  controller?: [number, number, number] | null
}

/** Moves a pose's marker. */
export interface MoveMarker {
  type: "MoveMarker"
  request: number
  gesture?: string | null
  set: string
  key: string
  place: [number, number, number]
}

/** Gives a key the pose that is being designed. controller: As for `SetKey`. */
export interface UpdateKey {
  type: "UpdateKey"
  request: number
  set: string
  key: string
  controller?: [number, number, number] | null
}

/** Gives a key another name. */
export interface RenameKey {
  type: "RenameKey"
  request: number
  set: string
  key: string
  name: string
}

/** Removes a key. */
export interface DeleteKey {
  type: "DeleteKey"
  request: number
  set: string
  key: string
}

/**
 * Adds a key with left and right exchanged, its marker on the other side.
 *
 * name: Null for the key's own name with left and right exchanged, or followed by "mirrored".
 */
export interface MirrorKey {
  type: "MirrorKey"
  request: number
  set: string
  key: string
  name?: string | null
}

/** Adds a set for the other side. name: As for `MirrorKey`. */
export interface MirrorSet {
  type: "MirrorSet"
  request: number
  set: string
  name?: string | null
}

/**
 * Adds a copy of a set, with copies of the sets whose controllers it moves.
 *
 * `Done.created` holds the copy's id first.
 *
 * name: Null for the set's own name followed by "copy".
 */
export interface DuplicateSet {
  type: "DuplicateSet"
  request: number
  set: string
  name?: string | null
}

/** Makes a key's pose the one that is being designed. */
export interface ShowKey {
  type: "ShowKey"
  request: number
  set: string
  key: string
}

/** Asks for a key's pose as a binary `GhostFrame`, then `Done`. */
export interface RequestGhost {
  type: "RequestGhost"
  request: number
  set: string
  key: string
}

/**
 * Asks where a set comes nearest to the pose that is being designed, as a binary `PlaceFrame`, then
 * `Done`. The set has a key.
 */
export interface RequestPlace {
  type: "RequestPlace"
  request: number
  set: string
}

/**
 * Marks the lowest point of a part as a contact point, on which the character stands and walks; a part
 * that has contact points loses them. A character keeps at least one.
 */
export interface ToggleContact {
  type: "ToggleContact"
  request: number
  character: string
  joint: number
}

/** Asks for a character's contact points as a binary `ContactFrame`, then `Done`. */
export interface RequestContacts {
  type: "RequestContacts"
  request: number
  character: string
}

/**
 * Asks where a set's poses cancel, miss their goals or turn joints fast, as a binary `HealthFrame`, then
 * `Done`. The set has a key.
 */
export interface RequestHealth {
  type: "RequestHealth"
  request: number
  set: string
}

/**
 * Gives a member of the cast its finished sets, and what it has performed with them, as one edit.
 *
 * Sets that are there already under their names stay as they are.
 */
export interface AddCastSets {
  type: "AddCastSets"
  request: number
  character: string
}

/**
 * Starts a job of kind "set" that makes a set of a motion's salient poses, and a performance that plays
 * the motion again with it.
 *
 * count: How many keys.
 * dimensions: 2 to perform with a mouse, 3 with something that reaches into space.
 */
export interface SetFromMotion {
  type: "SetFromMotion"
  request: number
  motion: string
  count?: number
  dimensions?: number
}

/**
 * Adds a performance in which a set's poses walk once along a way, as one edit; no hand moves the ball.
 *
 * `Done.created` holds its id.
 *
 * way: Points on the ground, x and z in the world [m].
 */
export interface WalkAlong {
  type: "WalkAlong"
  request: number
  character: string
  set: string
  way: [number, number][]
}

/**
 * Starts a job of kind "effort" that counts the keyframes which a performance saves. Before it ends, this
 * page gets `EffortCounted`.
 *
 * accuracy: Largest root mean square error of the keyframes, as a share of the character's height.
 */
export interface CountEffort {
  type: "CountEffort"
  request: number
  motion: string
  accuracy?: number
}

/**
 * Puts this page's cursor in charge of a set's controller: each `Cursor` is then answered, at all pages,
 * by a `PerformFrame`. Another set that keys the same fades over.
 *
 * set: Null to let go.
 * motion: A performance of the character whose layers play along at `Cursor.playhead`; null for none.
 * punch: A layer of it that does not play, because it is to be recorded anew.
 * walks: Whether the character goes where its feet push it; null for what the set says. With a motion, that
 *     one's word counts.
 * fade: How long one set takes over from another [s]; null for the motion's word, or 0.25.
 * released: Whether the controller is taken from the set above it.
 * speed: At how many times its speed the motion plays, for what fades meanwhile.
 */
export interface Perform {
  type: "Perform"
  request: number
  character: string
  set: string | null
  motion?: string | null
  punch?: string | null
  walks?: boolean | null
  fade?: number | null
  released?: boolean
  speed?: number
}

/**
 * Begins a recording; `Done.created` holds the take's id.
 *
 * motion: The performance to record over; null for a new one.
 * punch: The name of the layer whose time is recorded anew; null for a layer on top.
 * at: When in the performance the take begins [s].
 * speed: At how many times its speed the performance plays meanwhile: what a hand does in two seconds at
 *     0.5 becomes one second of motion.
 * walks: For a new performance, whether the character goes where its feet push it; null for what the set
 *     says.
 * fade: For a new performance, how long one set takes over from another [s].
 */
export interface StartTake {
  type: "StartTake"
  request: number
  character: string
  set: string
  motion?: string | null
  punch?: string | null
  at?: number
  speed?: number
  walks?: boolean | null
  fade?: number
}

/**
 * Adds what the hand did since the last; answered when it is on disk.
 *
 * samples: Time, x, y, z: when [s] since the take began, by the pointer events' own time stamps, and where
 *     the cursor was in the world [m]. Those not later than the ones before are left out.
 * switches: To alternatives of the take's set, by id, in the same time.
 * releases: When the controller was taken from the set above it, in the same time.
 */
export interface TakeSamples {
  type: "TakeSamples"
  request: number
  take: string
  samples: [number, number, number, number][]
  switches?: LayerSwitch[]
  releases?: LayerRelease[]
}

/**
 * From `time` on [s] the hand moves another set's controller.
 *
 * set: An alternative, by id: a set that keys something which the layer's own keys too.
 */
export interface LayerSwitch {
  time: number
  set: string
}

/** From `start` to `stop` [s] the controller is not moved by the set above it. */
export interface LayerRelease {
  start: number
  stop: number
}

/**
 * Ends a recording. Kept, it is one edit "Record take"; `Done.created` holds a new performance's id.
 *
 * keep: False to throw it away.
 * name: Of the new layer; null for the next free "take N".
 */
export interface EndTake {
  type: "EndTake"
  request: number
  take: string
  keep: boolean
  name?: string | null
}

/**
 * Edits a performance or a layered motion, as one edit; with a gesture, as a step of a drag.
 *
 * Of a step pages get a `ClipFrame` of the performance as it would be, with an empty `blob`; of a layered
 * motion a `KeysFrame` with `preview: true`.
 *
 * edits: Carried out one after the other, each on what the one before left.
 */
export interface EditLayers {
  type: "EditLayers"
  request: number
  gesture?: string | null
  motion: string
  edits: LayerEdit[]
}

/** Adds an empty layer over the others of a layered motion. */
export interface AddLayer {
  type: "AddLayer"
}

/** Sets how much a layer of a layered motion counts: 0 none, 1 all. */
export interface WeighLayer {
  type: "WeighLayer"
  layer: string
  weight: number
}

/** Mutes or unmutes a layer. */
export interface MuteLayer {
  type: "MuteLayer"
  layer: string
  muted: boolean
}

/** Sets whether a layer is solo: only solo layers play. */
export interface SoloLayer {
  type: "SoloLayer"
  layer: string
  solo: boolean
}

/** Removes a layer; the last one of a performance cannot be. */
export interface DeleteLayer {
  type: "DeleteLayer"
  layer: string
}

/** Adds a copy after a layer, called "take 1 copy". */
export interface DuplicateLayer {
  type: "DuplicateLayer"
  layer: string
}

/** Moves a layer to another position among the layers, counted from 0. */
export interface ReorderLayer {
  type: "ReorderLayer"
  layer: string
  to: number
}

/** Gives a layer another name. */
export interface RenameLayer {
  type: "RenameLayer"
  layer: string
  name: string
}

/** Makes a layer `factor` times as long, about its start or about `pivot` [s]. */
export interface StretchLayer {
  type: "StretchLayer"
  layer: string
  factor: number
  pivot?: number | null
}

/** Makes a layer later or earlier; it does not begin before 0 s. */
export interface ShiftLayer {
  type: "ShiftLayer"
  layer: string
  seconds: number
}

/** Averages a layer's path over about this time [s]; its ends stay. */
export interface SmoothLayer {
  type: "SmoothLayer"
  layer: string
  seconds: number
}

/** Repeats a layer from its end on until a time [s]. */
export interface LoopLayer {
  type: "LoopLayer"
  layer: string
  until: number
}

/**
 * Moves a point of a layer's path, and those around it ever less.
 *
 * time: Which point [s].
 * shift: In the controller's space [m].
 * reach: How far from it in time others go along [s].
 */
export interface MovePath {
  type: "MovePath"
  layer: string
  time: number
  shift: [number, number, number]
  reach?: number
}

/** Marks a moment of a layer's path as a temporal key [s]: edits there end at the keys beside it. */
export interface InsertPathKey {
  type: "InsertPathKey"
  layer: string
  time: number
}

/** Removes the temporal key at a time [s]; the path stays. */
export interface DeletePathKey {
  type: "DeletePathKey"
  layer: string
  time: number
}

/**
 * Moves the temporal key at a time, and the path between the keys beside it.
 *
 * time: Which key [s].
 * shift: In the controller's space [m].
 * seconds: How much later it is [s]; it stays between the keys beside it.
 */
export interface MovePathKey {
  type: "MovePathKey"
  layer: string
  time: number
  shift?: [number, number, number]
  seconds?: number
}

/**
 * Averages the path over about this time [s] between the keys beside a temporal key.
 *
 * time: Which key [s].
 */
export interface SmoothPathKey {
  type: "SmoothPathKey"
  layer: string
  time: number
  seconds: number
}

/** Sets whether the character walks, from beginning to end: its feet move it. */
export interface SetWalking {
  type: "SetWalking"
  walks: boolean
}

/** Sets the spans in which the character walks; spans that touch become one. None for never. */
export interface SetWalkingSpans {
  type: "SetWalkingSpans"
  spans: WalkSpan[]
}

/** From `start` to `stop` [s] a character goes where its feet push it. */
export interface WalkSpan {
  start: number
  stop: number
}

/**
 * Sets the way on which the character walks, and turns walking on. An empty way leads straight ahead.
 *
 * way: Points on the ground, x and z in the world [m].
 */
export interface SetWay {
  type: "SetWay"
  way: [number, number][]
}

/** Sets the duration of a fade from one set to another [s]. */
export interface SetFade {
  type: "SetFade"
  seconds: number
}

/** Asks for the path of the controller that a layer moves, as a binary `PathFrame`, then `Done`. */
export interface RequestPath {
  type: "RequestPath"
  request: number
  motion: string
  layer: string
}

/** Asks what creatures can be made of and play: a `CreatureCatalogue`, then `Done`. */
export interface RequestCatalogue {
  type: "RequestCatalogue"
  request: number
}

/**
 * Puts a made creature into the library and on the stage; `Done.created` holds its id.
 *
 * kind: A kind of `CreatureCatalogue.kinds`; null for any.
 * seed: The same seed makes the same creature; null for a random one.
 * plan: A plan to make instead of a random one.
 */
export interface MakeCreature {
  type: "MakeCreature"
  request: number
  kind?: string | null
  seed?: number | null
  plan?: CreaturePlan | null
  position?: [number, number, number] | null
}

/**
 * A whole creature, as designed in the maker.
 *
 * spine: From the tail end to the head end, at least two points.
 * bones: How many bodies the spine has.
 */
export interface CreaturePlan {
  name: string
  spine: SpinePoint[]
  bones: number
  limbs: Limb[]
  parts: BodyPart[]
  coat: Coat
}

/**
 * A point that the torso's curve runs through.
 *
 * place: (x, y, z) [m]. Only differences of height count: the creature is placed on the ground.
 * radius: Thickness of the torso here [m].
 * width: Its breadth along x as a share of that.
 */
export interface SpinePoint {
  place: [number, number, number]
  radius: number
  width: number
}

/**
 * A chain of joints: a leg, arm, wing, tail, neck or stalk, depending on its end.
 *
 * joints: The end of each bone, relative to where the limb leaves the body [m]. Of a limb with a foot
 *     the heights are stretched so that it stands on the ground, however the torso moves.
 * radii: Thickness from its start to its end [m], one more than joints.
 * end: What is at its end: the name of a foot, grasper, wing or tail of the palette, or "none".
 * end_size: Size of that [m].
 * mirrored: Whether the other side gets its mirror image.
 */
export interface Limb {
  name: string
  seat: Seat
  joints: [number, number, number][]
  radii: number[]
  end: string
  end_size: number
  mirrored: boolean
}

/**
 * A place on the body for a part.
 *
 * on: "spine", or the name of a limb or of a head.
 * at: How far along it, 0 (tail end, or where the limb leaves) to 1; heads have no use for it.
 * toward: Direction from its middle to the skin, in the character's axes.
 */
export interface Seat {
  on: string
  at: number
  toward: [number, number, number]
}

/**
 * Something from the palette that sits on the skin.
 *
 * size: About its radius [m].
 * mirrored: Whether it has a twin on the other side of what it sits on; not where it sits in the middle.
 */
export interface BodyPart {
  name: string
  kind: string
  seat: Seat
  size: number
  mirrored: boolean
}

/**
 * Colours, as "#rrggbb": of the skin, the belly, patterns and tips, horns, eyes and cheeks.
 *
 * pattern: One of PATTERNS.
 * socks: Whether limbs end in the accent colour.
 */
export interface Coat {
  skin: string
  belly: string
  accent: string
  horn: string
  iris: string
  blush: string
  pattern: string
  socks: boolean
}

/** Asks where the maker's handles of a creature are: `CreatureHandles`, then `Done`. */
export interface RequestHandles {
  type: "RequestHandles"
  request: number
  character: string
}

/**
 * Puts an animation into the document; `Done.created` holds its id.
 *
 * shipped: A shipped one's name; one that is there already and was not edited is taken instead of a copy.
 * motion: The content of a .kinemotion file instead.
 * source: A motion of the document to be made into an animation for any creature instead.
 * name: Null for its own; neither of the three makes an empty one of two seconds.
 */
export interface AddAnimation {
  type: "AddAnimation"
  request: number
  shipped?: string | null
  motion?: MotionFile | null
  source?: string | null
  name?: string | null
}

/** A motion file as a whole. */
export interface MotionFile {
  format: string
  version: number
  name: string
  duration: number
  loops?: boolean
  about?: string
  branches?: { [name: string]: Wanted }
  targets?: { [name: string]: number[] }
  side_rules?: SideRuleEntry[]
  events?: EventEntry[]
  channels?: ChannelEntry[]
}

/**
 */
export interface SideRuleEntry {
  first: string
  second: string
  side: Side
}

/**
 */
export interface EventEntry {
  time: number
  name: string
  kind?: EventKind
  channel?: string
}

/** A channel; `bodies` is a context's sentence. */
export interface ChannelEntry {
  name: string
  bodies: string
  one_at_a_time?: boolean
  variant_group?: string
  blend_group?: string
  mirrors?: boolean
  instead_of?: string[]
  target?: TargetEntry | null
  position?: PositionEntry | null
  rotation?: RotationEntry | null
  deforms?: DeformEntry[]
}

/** One of the three: an external target's name, a context's sentence, or a channel's name. */
export interface TargetEntry {
  external?: string | null
  bodies?: string | null
  channel?: string | null
}

/**
 */
export interface PositionEntry {
  mode: PositionModeEntry
  keys: KeyEntry[]
  weight?: KeyEntry[] | null
}

/**
 */
export interface PositionModeEntry {
  absolute?: boolean
  scale?: Scale
  ground?: boolean
  sagittal?: boolean
  secondary?: Secondary
  follows?: boolean
  turns?: boolean
}

/** One key: its value, and its rates; a missing `out` is the same as `in`, a missing `in` is level. */
export interface KeyEntry {
  time: number
  value: number[]
  in?: number[] | null
  out?: number[] | null
}

/**
 */
export interface RotationEntry {
  mode: RotationModeEntry
  keys: KeyEntry[]
  weight?: KeyEntry[] | null
}

/**
 */
export interface RotationModeEntry {
  absolute?: boolean
  look_at?: boolean
  follows?: boolean
}

/**
 */
export interface DeformEntry {
  name: string
  keys: KeyEntry[]
  weight?: KeyEntry[] | null
}

/**
 * Plays an animation on characters: each gets a motion of form "creature", as one edit.
 *
 * A motion of that animation that a character has already is used again. `Done.created` holds the motions,
 * in the order of the characters that it plays on; one that it cannot play on is named by a `PlayRefused`,
 * and where it plays on none the request fails.
 *
 * animation: An animation record, or
 * shipped: a shipped animation by name, which the same edit brings; neither for the gait alone.
 * characters: Made ones, members of the cast, imported rigs: any.
 * variant: Which way to play; past those that a creature has, they begin again.
 * gait: How they go; null for as they did, or standing.
 */
export interface PlayOn {
  type: "PlayOn"
  request: number
  characters: string[]
  animation?: string | null
  shipped?: string | null
  variant?: number
  gait?: CreatureGait | null
  seconds?: number | null
}

/**
 * Locomotion of a creature while it plays.
 *
 * speed: Forward [m/s], or backward where it is below 0; 0 stands. Along a path it is above 0.
 * sideways: To its left [m/s].
 * turn: To its left [rad/s].
 * style: A style of `CreatureCatalogue.styles`; "lumber+limp" is one laid on the other.
 * plan: The gait itself, as a .kinegait file holds it, instead of a style; null for the style.
 * path: Where it goes, drawn on the ground: x and z on the stage [m]; empty to go as speed and turn say.
 */
export interface CreatureGait {
  speed: number
  sideways: number
  turn: number
  style: string
  path: [number, number][]
  plan: GaitFile | null
}

/** A gait file as a whole. */
export interface GaitFile {
  format: string
  version: number
  name: string
  groups: GroupEntry[]
  about: string
}

/** A leg group. */
export interface GroupEntry {
  style?: string
  keys?: GaitKeyEntry[]
  path?: PathKeyEntry[] | null
  feet?: FootEntry[]
}

/** The parameters of a leg group at one speed: the fields of GaitParameters. */
export interface GaitKeyEntry {
  speed: number
  stride: number
  duty: number
  side_lag: number
  row_lag: number
  lift: number
  bounce: number
  sway: number
  roll: number
  twist: number
  lean: number
  heel: number
  toe: number
  crouch: number
}

/** A moment of a foot's flight. */
export interface PathKeyEntry {
  time: number
  progress: number
  lift?: number
  swing?: number
  tip?: number
}

/** A foot with values of its own. */
export interface FootEntry {
  foot: number
  keys?: FootKeyEntry[]
  path?: PathKeyEntry[] | null
}

/** The own values of a foot at one speed. */
export interface FootKeyEntry {
  speed: number
  duty?: number | null
  trigger?: number | null
  lift?: number | null
  heel?: number | null
  toe?: number | null
}

/**
 * Shows this page an animation on characters without changing anything: a `PlayFrame` for each, a
 * `PlayRefused` for those that it does not play on, then `Done`.
 *
 * shipped: A shipped animation by name, or
 * animation: one of the document; neither for the gait alone.
 */
export interface TryOn {
  type: "TryOn"
  request: number
  characters: string[]
  shipped?: string | null
  animation?: string | null
  variant?: number
  gait?: CreatureGait
  seconds?: number | null
}

/** Plays motions of form "creature" in another way. */
export interface SetVariant {
  type: "SetVariant"
  request: number
  motions: string[]
  variant: number
}

/**
 * Sets the gait of creatures while they play; with a gesture, as a step of a drag.
 *
 * seconds: How long they play; null for the animation's own duration, or until the end of the path.
 */
export interface SetGait {
  type: "SetGait"
  request: number
  gesture?: string | null
  motions: string[]
  gait: CreatureGait
  seconds?: number | null
}

/**
 * Sets the animations that creatures play over and after the first one; with a gesture, as a step of a
 * drag. A layer that does not play on a creature is left out there, and the motion's notes say why.
 *
 * layers: All of them, the lowest first; the engine sets `score`.
 */
export interface SetLayers {
  type: "SetLayers"
  request: number
  gesture?: string | null
  motions: string[]
  layers: CreatureLayer[]
}

/**
 * A further animation that a creature plays: over the others, or after them.
 *
 * animation: The animation record.
 * start: When it begins [s].  seconds: How long it plays; null for the animation's own duration.
 * fade: Time over which it fades in, and out at its end [s].
 * weight: How much it counts over the layers below, 0 to 1.
 * score: The blob that holds the animation as it is played; empty where it does not play. Set by the engine.
 */
export interface CreatureLayer {
  animation: string
  variant: number
  start: number
  seconds: number | null
  fade: number
  weight: number
  score: string
}

/**
 * Shapes the ground on which creatures walk; with a gesture, as a step of a drag. Of a step pages get a
 * `ClipFrame` of each motion that it changes.
 */
export interface SetGround {
  type: "SetGround"
  request: number
  gesture?: string | null
  ground: StageGround
}

/** The uneven ground of the stage: level but for hills and stairs. */
export interface StageGround {
  hills: GroundHill[]
  stairs: GroundStairs[]
}

/**
 * A smooth hill on the ground, or a hollow where its height is below 0.
 *
 * x, z: Its middle on the stage [m].  radius: Where it ends [m].  height: [m]
 */
export interface GroundHill {
  x: number
  z: number
  radius: number
  height: number
}

/**
 * Stairs up to a landing and down again.
 *
 * x, z: The middle of the first edge on the stage [m].
 * heading: The way up, about +Y, 0 being +Z [rad].
 * rise, run: Height and depth of a step [m].
 * count: Steps up, and as many down.
 * width, landing: [m]
 */
export interface GroundStairs {
  x: number
  z: number
  heading: number
  rise: number
  run: number
  count: number
  width: number
  landing: number
}

/**
 * Asks for the heights of the ground: a `GroundFrame`, then `Done`.
 *
 * ground: One that is being drawn; null for that of the stage.
 */
export interface RequestGround {
  type: "RequestGround"
  request: number
  ground?: StageGround | null
}

/**
 * Lets an external target of a motion follow a part of another creature.
 *
 * part: Null to let it stay in one place again.
 */
export interface BindTarget {
  type: "BindTarget"
  request: number
  motion: string
  target: string
  part: TargetPart | null
}

/**
 * A part of another creature that a target follows.
 *
 * character: Whose.  joint: Its index.
 */
export interface TargetPart {
  character: string
  joint: number
}

/** Asks what happens in a motion of form "creature": `MotionEvents`, then `Done`. */
export interface RequestMotionEvents {
  type: "RequestMotionEvents"
  request: number
  motion: string
}

/**
 * Puts an external target somewhere on the stage, for all motions of the animation or for one; with
 * a gesture, as a step of a drag. Of a step pages get a `ClipFrame` of each motion, with an empty `blob`.
 *
 * place: On the stage [m]; null for where the animation itself puts it.
 * motion: Null for all.
 */
export interface MoveTarget {
  type: "MoveTarget"
  request: number
  gesture?: string | null
  animation: string
  target: string
  place: [number, number, number] | null
  motion?: string | null
}

/**
 * Asks which bodies a context selects: a `BodiesSelected`, then `Done`.
 *
 * bodies: A sentence, "graspers on the left, front-most".
 * characters: Null for all on the stage.
 */
export interface SelectBodies {
  type: "SelectBodies"
  request: number
  bodies: string
  characters?: string[] | null
}

/** Asks in which ways an animation plays on a character: `Variants`, then `Done`. */
export interface ListVariants {
  type: "ListVariants"
  request: number
  animation: string
  character: string
}

/**
 * Asks for the keys of a channel as they are for one creature: `ChannelKeys`, then `Done`.
 *
 * motion: Of form "creature".
 * body: Of those that the channel moves; null for the first.
 */
export interface RequestChannelKeys {
  type: "RequestChannelKeys"
  request: number
  motion: string
  channel: string
  body?: number | null
}

/**
 * Starts a job of kind "grid" that plays animations on generated creatures and on some of the document,
 * scores each, and makes a page of it to be downloaded.
 *
 * animations: Of the document; none for all that ship.
 * characters: Made creatures and members of the cast; those from files are left out.
 * creatures: How many generated ones.
 */
export interface GridJob {
  type: "GridJob"
  request: number
  animations?: string[]
  characters?: string[]
  creatures?: number
  seed?: number
}

/**
 * Edits the gait of motions of form "creature"; with a gesture, as a step of a drag.
 *
 * A gait of named styles becomes a plan first, with the authored speed keys written out.
 */
export interface EditGait {
  type: "EditGait"
  request: number
  gesture?: string | null
  motions: string[]
  edits: GaitEdit[]
}

/**
 * Sets parameters of a leg group at a speed; at a new speed it makes a speed key.
 *
 * speed: Of the key; a natural speed, see GaitParameters.
 * values: By the names of GaitParameters: stride, duty, lift.
 */
export interface SetGroupKey {
  type: "SetGroupKey"
  group: number
  speed: number
  values: { [name: string]: number }
}

/** Removes the speed key of a leg group. */
export interface RemoveGroupKey {
  type: "RemoveGroupKey"
  group: number
  speed: number
}

/**
 * Sets own values of one foot at one speed key; other speed keys stay as they are.
 *
 * values: By the names of FootKey: duty, trigger, lift, heel, toe; null gives a value back to the group.
 */
export interface SetFootTiming {
  type: "SetFootTiming"
  group: number
  foot: number
  speed: number
  values: { [name: string]: number | null }
}

/** Sets the named style of a leg group: "march", "lumber+limp". */
export interface SetGroupStyle {
  type: "SetGroupStyle"
  group: number
  style: string
}

/**
 * Shapes the flight of a leg group's feet, or of one foot.
 *
 * foot: Null for all feet of the group.
 * peak: When the foot is highest, 0.2 to 0.8 of the flight.
 * swing: How far it swings out, in units of the lift.
 * tip: How far its toes point down in the middle of the flight [rad].
 */
export interface SetFlight {
  type: "SetFlight"
  group: number
  foot?: number | null
  peak?: number
  swing?: number
  tip?: number
}

/** Gives all own values of a foot back to its leg group. */
export interface ResetFoot {
  type: "ResetFoot"
  group: number
  foot: number
}

/** Another gait: the content of a .kinegait file; null for the named styles alone. */
export interface ReplaceGait {
  type: "ReplaceGait"
  plan: GaitFile | null
}

/**
 * Fits a gait to a captured walk of the document, and gives it to motions of form "creature".
 *
 * source: The motion of the captured walk.
 */
export interface FitGait {
  type: "FitGait"
  request: number
  motions: string[]
  source: string
}

/**
 * Asks for the chart of a gait on a character: a `GaitCharted`, then `Done`.
 *
 * speed: A natural speed, as speed keys have it; null for the speed key nearest to that of the gait.
 */
export interface RequestGaitChart {
  type: "RequestGaitChart"
  request: number
  character: string
  gait: CreatureGait
  speed?: number | null
}

/**
 * Edits a creature that the maker made, as one edit; with a gesture, as a step of a drag, measured
 * from the start of the drag.
 *
 * Of a step pages get the record as it would be (a preview, whose `blob` is not stored), a `ShapeFrame` that
 * shows it, and `CreatureHandles`. At the end the motions of a creature with other joints go that cannot
 * follow: dense ones, and sets; what it plays as a creature stays.
 *
 * edits: Carried out one after the other, each on what the one before left.
 */
export interface EditCreature {
  type: "EditCreature"
  request: number
  gesture?: string | null
  character: string
  edits: PlanEdit[]
}

/**
 * Puts a part of the palette on the skin.
 *
 * kind: A part of `CreatureCatalogue.parts` that is not for the ends of limbs.
 * place: On the skin, or near it.
 * size: About its radius [m]; null for one that fits the creature.
 * mirrored: Whether the other side gets one like it.
 */
export interface AddPart {
  type: "AddPart"
  kind: string
  place: [number, number, number]
  size?: number | null
  mirrored?: boolean
}

/**
 * Puts a limb on the skin.
 *
 * end: A part of the palette for the ends of limbs, or "none".
 * reach: Its length [m]; null for one that fits the creature.
 */
export interface AddLimb {
  type: "AddLimb"
  end: string
  place: [number, number, number]
  reach?: number | null
  mirrored?: boolean
}

/** Removes a limb or part, with everything attached to it. */
export interface RemovePiece {
  type: "RemovePiece"
  piece: string
}

/** Moves a limb or part to the point of the skin that is nearest to a place. */
export interface MovePiece {
  type: "MovePiece"
  piece: string
  place: [number, number, number]
}

/** Scales a limb or part. */
export interface ResizePiece {
  type: "ResizePiece"
  piece: string
  factor: number
}

/** Sets whether a limb or part has a mirror image on the other side. */
export interface MirrorPiece {
  type: "MirrorPiece"
  piece: string
  mirrored: boolean
}

/** Replaces a part, or the end of a limb, with another part of the palette. */
export interface SwapPiece {
  type: "SwapPiece"
  piece: string
  kind: string
}

/** Moves a point of the spine; the parts attached to it move along. */
export interface DragSpinePoint {
  type: "DragSpinePoint"
  point: number
  place: [number, number, number]
}

/** Makes the torso thicker or thinner at a spine point [m]. width: Its breadth as a share of that. */
export interface SetSpineThickness {
  type: "SetSpineThickness"
  point: number
  radius: number
  width?: number | null
}

/** Adds a spine point behind another, and a bone with it. */
export interface AddSpinePoint {
  type: "AddSpinePoint"
  after: number
}

/** Removes a spine point and its bone. */
export interface RemoveSpinePoint {
  type: "RemoveSpinePoint"
  point: number
}

/** Moves a limb's joint. joint: 0 is the end of its first bone. */
export interface DragLimbJoint {
  type: "DragLimbJoint"
  limb: string
  joint: number
  place: [number, number, number]
}

/** Makes a limb thicker or thinner [m]. joint: 0 is where it leaves the body. */
export interface SetLimbThickness {
  type: "SetLimbThickness"
  limb: string
  joint: number
  radius: number
}

/** Adds a joint in the middle of the bone that ends at `joint`. */
export interface AddLimbJoint {
  type: "AddLimbJoint"
  limb: string
  joint: number
}

/** One joint less. */
export interface RemoveLimbJoint {
  type: "RemoveLimbJoint"
  limb: string
  joint: number
}

/** Gives it another coat. */
export interface PaintCreature {
  type: "PaintCreature"
  coat: Coat
}

/** Another plan altogether. */
export interface ReplacePlan {
  type: "ReplacePlan"
  plan: CreaturePlan
}

/**
 * Edits an animation, as one edit; with a gesture, as a step of a drag.
 *
 * All motions that play it change with it. Of a step pages get the record as it would be, and a `ClipFrame`
 * of each of those motions, with an empty `blob`.
 *
 * edits: Carried out one after the other, each on what the one before left.
 */
export interface EditAnimation {
  type: "EditAnimation"
  request: number
  gesture?: string | null
  animation: string
  edits: AnimationEdit[]
}

/** A further channel, behind the others or before the one called `before`. */
export interface AddChannel {
  type: "AddChannel"
  channel: ChannelEntry
  before?: string | null
}

/** Removes a channel, and the references of others to it. */
export interface DeleteChannel {
  type: "DeleteChannel"
  channel: string
}

/** Adds a copy after a channel, called "hand copy". */
export interface DuplicateChannel {
  type: "DuplicateChannel"
  channel: string
}

/** Gives a channel another name; what the others say of it stays. */
export interface RenameChannel {
  type: "RenameChannel"
  channel: string
  name: string
}

/** Moves a channel to another position, counted from 0: the first channel owns what it moves. */
export interface ReorderChannel {
  type: "ReorderChannel"
  channel: string
  to: number
}

/** Sets the bodies that a channel moves. bodies: A sentence, "graspers on the left, front-most". */
export interface SetContext {
  type: "SetContext"
  channel: string
  bodies: string
}

/**
 * Says how a channel's positions are meant.
 *
 * on: A motion of form "creature" that plays the animation: keys are remapped so that its creature moves as
 *     before. Null keeps the keys' numbers, and all creatures move otherwise.
 */
export interface SetPositionMode {
  type: "SetPositionMode"
  channel: string
  mode: PositionModeEntry
  on?: string | null
}

/** Sets the mode of a channel's rotations; `on` as for positions. */
export interface SetRotationMode {
  type: "SetRotationMode"
  channel: string
  mode: RotationModeEntry
  on?: string | null
}

/** Sets the target of a channel's modes; null for none, if no mode needs one. */
export interface SetTarget {
  type: "SetTarget"
  channel: string
  target: TargetEntry | null
}

/**
 * Says how a channel goes with the others; null leaves as is.
 *
 * oneAtATime: Plays on one of the bodies: each gives a variant.
 * variantGroup, blendGroup: Empty for a group of its own.
 * mirrors: Bodies on the right play the mirror image.
 * insteadOf: Plays only where none of these channels finds a body.
 */
export interface ArrangeChannel {
  type: "ArrangeChannel"
  channel: string
  oneAtATime?: boolean | null
  variantGroup?: string | null
  blendGroup?: string | null
  mirrors?: boolean | null
  insteadOf?: string[] | null
}

/**
 * Gives a channel other keys; a track that it does not have yet begins with them.
 *
 * deform: Which, for the track "deform": "open", "shut", "grip".
 * weight: Whether these are the keys of the track's weight.
 * keys: In order of time; null takes the track (or its weight) away.
 * smooth: Whether the rates are worked out so that the curve eases through the keys; those given count not.
 * on: A motion of form "creature" that plays the animation: keys of positions are then places of its body
 *     in the character's space [m], and rotations such of the body, as `ChannelKeys.specialized` has them.
 *     Null for generalized coordinates.
 */
export interface SetChannelKeys {
  type: "SetChannelKeys"
  channel: string
  track: "position" | "rotation" | "deform"
  deform?: string
  weight?: boolean
  keys: KeyEntry[] | null
  smooth?: boolean
  on?: string | null
}

/** Adds a key to a curve, which keeps its shape. */
export interface InsertChannelKey {
  type: "InsertChannelKey"
  channel: string
  track: "position" | "rotation" | "deform"
  deform?: string
  weight?: boolean
  time: number
}

/** Sets the animation's length [s]. stretch: Whether keys and events move along; else later ones go. */
export interface SetLength {
  type: "SetLength"
  seconds: number
  stretch?: boolean
}

/** Makes the animation begin again at its end, or stop there. */
export interface SetLooping {
  type: "SetLooping"
  loops: boolean
}

/** One sentence about it, for people. */
export interface Describe {
  type: "Describe"
  about: string
}

/** Sets a predicate that must be true of a creature, or false, for the animation to play on it. */
export interface SetBranch {
  type: "SetBranch"
  predicate: Predicate
  wanted: Wanted
}

/** Sets the rules for the sides of bodies in varying channels. */
export interface SetSideRules {
  type: "SetSideRules"
  rules: SideRuleEntry[]
}

/** Replaces the events of the animation. */
export interface SetEvents {
  type: "SetEvents"
  events: EventEntry[]
}

/**
 * An external target.
 *
 * place: Where it is by default, in the creature's widths from the middle, its heights above the
 *     ground and its heights ahead of its front; null takes the target away.
 */
export interface DeclareTarget {
  type: "DeclareTarget"
  name: string
  place: [number, number, number] | null
}

/** Another animation altogether; its name stays. */
export interface ReplaceAnimation {
  type: "ReplaceAnimation"
  motion: MotionFile
}

/**
 * Begins a doodle; `Done.created` holds its id. It becomes the one that is looked at.
 *
 * name: Null for the next free "Doodle".
 * example: Whether it is a ready one, with a character and a line, instead of an empty sheet.
 * sheet: A doodle on whose sheet it is drawn, as a further character; null for a sheet of its own.
 */
export interface AddDoodle {
  type: "AddDoodle"
  request: number
  name?: string | null
  example?: boolean
  sheet?: string | null
}

/** Chooses the doodle that is looked at, and with it its character and its motion, where it has them. */
export interface SelectDoodle {
  type: "SelectDoodle"
  request: number
  doodle?: string | null
}

/**
 * Asks for all of a doodle that its record does not hold: an `InkFrame` per stroke, a `PropsFrame` where
 * there are props, and its `DoodleRead`, then `Done`.
 *
 * strokes: Only these; null for all.
 */
export interface RequestDoodle {
  type: "RequestDoodle"
  request: number
  doodle: string
  strokes?: string[] | null
}

/**
 * The pen touches the paper; a page may draw several strokes at once.
 *
 * Sent again after a lost connection, it goes on with the stroke.
 *
 * stroke: An id of the page's choice that nothing has: "k-" and a few letters or digits.
 * ink: "character" for a link, "annotation" for what decorates the character, "motion" for a line; of the
 *     sheet: "ground" for hills, stairs, pits and platforms, "behind" and "front" for scenery behind and
 *     before the characters, "around" for a window or a hoop that they pass through.
 * at: Of a motion line, when in the performance it begins [s]; null for when the one before it ends.
 * camera: Of a line drawn in three dimensions, from where; its points are then picture points.
 */
export interface PenDown {
  type: "PenDown"
  request: number
  doodle: string
  stroke: string
  ink: "character" | "annotation" | "motion" | "ground" | "behind" | "front" | "around"
  at?: number | null
  camera?: DoodleCamera | null
}

/**
 * From where a doodle in three dimensions is drawn.
 *
 * Picture points: x to the right, y up, the picture's middle is (0, 0), its upper edge y = 1, its right edge
 * x = aspect.
 *
 * position, target: In the doodle's space [m].
 * verticalFov: Between the picture's lower and upper edge [rad].
 * aspect: The picture's width over its height.
 */
export interface DoodleCamera {
  position: [number, number, number]
  target: [number, number, number]
  verticalFov: number
  aspect: number
}

/**
 * Adds points to a stroke; answered when they are on disk. Before that, every page gets what is read
 * as a `PenRead`, and the performance of a motion line as `DoodleFrame`s.
 *
 * first: How many points of the stroke were sent before these: what comes twice counts once.
 * points: Each x, y, time and pressure: the pointer event's own time stamp since the pen came down [s], and
 *     0 to 1, or -1 where the device feels none.
 */
export interface PenPoints {
  type: "PenPoints"
  request: number
  stroke: string
  first: number
  points: [number, number, number, number][]
}

/**
 * The pen leaves the paper: the stroke becomes one edit ("Draw the torso").
 *
 * keep: False to throw it away.
 */
export interface PenUp {
  type: "PenUp"
  request: number
  stroke: string
  keep?: boolean
}

/** Removes strokes, as one edit. */
export interface EraseInk {
  type: "EraseInk"
  request: number
  doodle: string
  strokes: string[]
}

/** Removes all lines, or all ink, or all that there is on the sheet, as one edit. */
export interface ClearDoodle {
  type: "ClearDoodle"
  request: number
  doodle: string
  what: "lines" | "ink" | "everything"
}

/** Sets the link that a stroke of the character is; null for the engine's own reading. */
export interface RelabelInk {
  type: "RelabelInk"
  request: number
  doodle: string
  stroke: string
  label: "head" | "torso" | "upper_arm" | "lower_arm" | "upper_leg" | "lower_leg" | "foot" | null
}

/**
 * Puts a joint of the drawn character somewhere; with a gesture, as a step of a drag.
 *
 * joint: A name of `DoodleRead.joints`.
 * place: On the sheet [m]; null for where the engine finds it.
 */
export interface MoveJoint {
  type: "MoveJoint"
  request: number
  gesture?: string | null
  doodle: string
  joint: string
  place: [number, number] | null
}

/**
 * Says what a piece of a line means.
 *
 * start, stop: As `PieceInfo` has them.
 * motion: A name of `DoodleVocabulary.gestures`; null for as the engine reads it.
 */
export interface ChooseGuess {
  type: "ChooseGuess"
  request: number
  doodle: string
  stroke: string
  start: number
  stop: number
  motion: string | null
  backward?: boolean
}

/**
 * Puts the place where a piece of a line ends somewhere else: the ink follows, and the motion with it.
 * With a gesture, as a step of a drag; pages then get the stroke as an `InkFrame` and
 * the motion as a `ClipFrame` with an empty `blob`.
 *
 * piece: Its number in the `DoodleRead` of the doodle as it is stored.
 * place: In the doodle's space [m].
 */
export interface MoveLanding {
  type: "MoveLanding"
  request: number
  gesture?: string | null
  doodle: string
  piece: number
  place: [number, number, number]
}

/**
 * Moves the top of an arc; its ends and its meaning stay. With a gesture, as a step of a drag, shown as
 * those of `MoveLanding`.
 *
 * piece: Its number in the `DoodleRead` of the doodle as it is stored.
 * place: In the doodle's space [m].
 */
export interface MoveApex {
  type: "MoveApex"
  request: number
  gesture?: string | null
  doodle: string
  piece: number
  place: [number, number, number]
}

/**
 * Moves the top or the end of a piece in time; all that follows the end moves with it. With a gesture, as
 * a step of a drag.
 *
 * piece: Its number in the `DoodleRead` of the doodle as it is stored.
 * until: The last piece of a stretch of its line that is retimed as a whole; null for this piece alone.
 * apexTime, endTime: In the performance [s]; of a stretch only its end can be moved.
 */
export interface RetimePiece {
  type: "RetimePiece"
  request: number
  gesture?: string | null
  doodle: string
  piece: number
  until?: number | null
  apexTime?: number | null
  endTime?: number | null
}

/**
 * Changes what is known of the writer's hand. What is null stays as it is.
 *
 * lessons: What is known from elsewhere; an empty list forgets it.
 * learns: Whether corrections teach the reader this hand.
 */
export interface SetHand {
  type: "SetHand"
  request: number
  doodle: string
  lessons?: HandLesson[] | null
  learns?: boolean | null
}

/**
 * Lesson of a corrected piece about the hand that drew it.
 *
 * measure: The part and the measure, as in "arc.apex".
 * limit: In the gesture table.
 * shift: By which it would have to move.
 */
export interface HandLesson {
  measure: string
  limit: number
  shift: number
}

/**
 * Puts a thing on the sheet; `Done.created` holds its id.
 *
 * size: Null for the usual one of its kind.
 * loose: Null for the usual: balls roll and boxes above the ground fall.
 */
export interface AddProp {
  type: "AddProp"
  request: number
  doodle: string
  kind: PropKind
  place: [number, number, number]
  size?: [number, number, number] | null
  turn?: number
  loose?: boolean | null
}

/**
 * Moves, resizes, turns, loosens or pushes a thing; with a gesture, as a step of a
 * drag. What is null stays as it is.
 */
export interface EditProp {
  type: "EditProp"
  request: number
  gesture?: string | null
  doodle: string
  prop: string
  place?: [number, number, number] | null
  size?: [number, number, number] | null
  turn?: number | null
  loose?: boolean | null
  push?: [number, number, number] | null
  starts?: number | null
}

/** Removes a thing from the sheet. */
export interface RemoveProp {
  type: "RemoveProp"
  request: number
  doodle: string
  prop: string
}

/**
 * Moves and resizes the picture behind the drawing; with a gesture, as a step of a drag.
 *
 * A picture comes by `POST /api/doodles/{id}/picture`, its body the file (PNG, JPEG, GIF or WebP).
 */
export interface PlacePicture {
  type: "PlacePicture"
  request: number
  gesture?: string | null
  doodle: string
  place: [number, number]
  width: number
  opacity?: number
}

/** Removes the picture. */
export interface RemovePicture {
  type: "RemovePicture"
  request: number
  doodle: string
}

/** Looks at a doodle from a camera, or at the sheet. With a gesture, as a step of a drag. */
export interface SetDoodleView {
  type: "SetDoodleView"
  request: number
  gesture?: string | null
  doodle: string
  camera: DoodleCamera | null
}

/**
 * Teaches a gesture by drawings of it: from now on it means a motion in this doodle's lines.
 *
 * name: Of the gesture; one that was taught before is taught anew.
 * motion: A name of `DoodleVocabulary.gestures`.
 * calls: A motion of the performer that it plays instead, as it is now: a clip, a take or a creature's
 *     animation. What `motion` names is performed while the pen is down, and by other performers.
 * sound: Name of the sound that begins with it, such as "clap"; null for none.
 */
export interface TeachGesture {
  type: "TeachGesture"
  request: number
  doodle: string
  name: string
  motion: string
  backward?: boolean
  examples: GestureExample[]
  calls?: string | null
  sound?: string | null
}

/** One drawing of a gesture. points: x, y [m] and time [s]. */
export interface GestureExample {
  points: [number, number, number][]
}

/** Forgets a gesture that was taught. */
export interface ForgetGesture {
  type: "ForgetGesture"
  request: number
  doodle: string
  name: string
}

/** Sets the performer of a doodle's lines: any character of the library, or null for the drawn one. */
export interface SetActor {
  type: "SetActor"
  request: number
  doodle: string
  character: string | null
}

/**
 * Puts what the doodle performs now into the library, as a motion of its character that no further
 * drawing changes; `Done.created` holds its id.
 */
export interface KeepMotion {
  type: "KeepMotion"
  request: number
  doodle: string
  name?: string | null
}

/** Asks what lines can say: a `DoodleVocabulary`, then `Done`. */
export interface RequestVocabulary {
  type: "RequestVocabulary"
  request: number
}

/**
 * Puts a motion on its character's track. The answer names the new clip.
 *
 * start: [s]; null: after the last clip there.
 * layer: Into this layer of the track; null: onto the track itself.
 * part: Into a new layer for this part of the body.
 * own: Whether it keeps its own coordinates; null: a drawn line does if it comes first.
 */
export interface PlaceSceneClip {
  type: "PlaceSceneClip"
  request: number
  motion: string
  start?: number | null
  layer?: string | null
  part?: string | null
  own?: boolean | null
}

/** Replaces a clip of the scene by another state of it. id: The clip's. */
export interface ChangeSceneClip {
  type: "ChangeSceneClip"
  request: number
  gesture?: string | null
  id: string
  clip: SceneClip
}

/**
 * A motion on a track.
 *
 * id: Unique in the scene.
 * start: When it begins [s].
 * trim: First and last moment of the motion that plays [s]; null: all of it. What the
 *     motion no longer has is cut off.
 * speed: Times as fast as it was made.
 * repeat: How often it plays.
 * fade: Time over which it replaces what played before; in a layer, over which it comes and goes [s].
 * own: Whether it keeps its own coordinates, seen from where the character stands; otherwise it goes on from
 *     where the character is, facing the way it faces.
 * weight: In a layer.
 */
export interface SceneClip {
  id: string
  motion: string
  start: number
  trim: [number, number] | null
  speed: number
  repeat: number
  fade: number
  own: boolean
  weight: number
}

/** Takes clips out of the scene. */
export interface RemoveSceneClips {
  type: "RemoveSceneClips"
  request: number
  clips: string[]
}

/** Cuts a clip in two at a time of the scene [s]. The answer names the second. */
export interface SplitSceneClip {
  type: "SplitSceneClip"
  request: number
  clip: string
  time: number
}

/** Begins a layer over a character's track, for a part of the body. The answer names it. */
export interface AddSceneLayer {
  type: "AddSceneLayer"
  request: number
  character: string
  part: string
  additive?: boolean
}

/** Changes the part that a layer moves, and whether it adds to what is below. */
export interface ChangeSceneLayer {
  type: "ChangeSceneLayer"
  request: number
  layer: string
  part: string
  additive: boolean
}

/** Removes a layer with its clips. */
export interface RemoveSceneLayer {
  type: "RemoveSceneLayer"
  request: number
  layer: string
}

/** Replaces what a character looks at, reaches for and follows. */
export interface SetSceneTargets {
  type: "SetSceneTargets"
  request: number
  gesture?: string | null
  character: string
  targets: SceneTarget[]
}

/**
 * A thing that a character looks at, reaches for, or follows, over what it plays.
 *
 * of, part: Another character and a part of it, empty for its middle; or a prop. of: Null for a point.
 * point: On the stage [m], where it is neither.
 * limb: Which part of the own body; empty for the usual one: the head looks, an arm reaches.
 */
export interface SceneTarget {
  id: string
  kind: "look" | "reach" | "follow"
  of: string | null
  part: string
  point: [number, number, number]
  limb: string
  start: number
  stop: number
  weight: number
}

/** Replaces the cuts of the camera. */
export interface SetSceneShots {
  type: "SetSceneShots"
  request: number
  gesture?: string | null
  shots: SceneShot[]
}

/**
 * A camera from its start until the next shot's.
 *
 * keys: In the order of their times; it moves from each to the next.
 * follow: The character or prop with which it moves; null where it stands.
 * watch, watchPart: The character or prop that it looks at, wherever that goes, and a part of it; null for
 *     the targets of its keys.
 */
export interface SceneShot {
  id: string
  start: number
  keys: SceneCameraKey[]
  follow: string | null
  watch: string | null
  watchPart: string
}

/**
 * A camera at a time after its cut.
 *
 * time: After the start of the shot [s].
 * eye, target: Where it is and what it looks at [m]. Where the shot follows something, the eye is seen
 *     from the ground under its middle, and the target from its middle.
 * angle: Vertical field of view [degrees].
 */
export interface SceneCameraKey {
  time: number
  eye: [number, number, number]
  target: [number, number, number]
  angle: number
}

/**
 * Puts a prop into the scene, in its usual size. The answer names it.
 *
 * doodle: Whose scenery a drawing shows; it stands where it was drawn.
 * place: The middle of its underside [m]; null: where a drawing was drawn, else the middle of the stage.
 */
export interface AddSceneProp {
  type: "AddSceneProp"
  request: number
  kind: "box" | "ball" | "tree" | "drawing"
  doodle?: string | null
  place?: [number, number, number] | null
}

/** Replaces a prop of the scene by another state of it. id: The prop's. */
export interface ChangeSceneProp {
  type: "ChangeSceneProp"
  request: number
  gesture?: string | null
  id: string
  prop: SceneProp
}

/**
 * A thing in the scene.
 *
 * name: Unique among the props of the scene.
 * kind: A drawing shows the scenery of a doodle, upright, seen from its own +Z and from behind.
 * doodle: Of a drawing; null for other kinds. It follows changes of that doodle.
 * place: The middle of its underside when the scene begins [m].
 * size: Its own width, height and depth along x, y and z [m]; of a ball its diameter, three times.
 * turn: About +Y [rad].
 * loose: Whether it falls and rolls; else it stays where it is, or moves between its keys.
 * push: The velocity that it is pushed with [m/s], at the time `starts` [s].
 * keys: In the order of their times.
 * held: In the order of their starts.
 */
export interface SceneProp {
  id: string
  name: string
  kind: "box" | "ball" | "tree" | "drawing"
  doodle: string | null
  place: [number, number, number]
  size: [number, number, number]
  turn: number
  loose: boolean
  push: [number, number, number]
  starts: number
  keys: ScenePropKey[]
  held: SceneHeld[]
}

/** Place of a prop at a time of the scene. place: As of a `SceneProp`. turn: About +Y [rad]. */
export interface ScenePropKey {
  time: number
  place: [number, number, number]
  turn: number
}

/** A character holds a prop. by: The character. limb: With what; empty for the usual one. */
export interface SceneHeld {
  by: string
  limb: string
  start: number
  stop: number
}

/** Takes a prop out of the scene. */
export interface RemoveSceneProp {
  type: "RemoveSceneProp"
  request: number
  prop: string
}

/** Replaces all handshakes of the scene. */
export interface SetHandshakes {
  type: "SetHandshakes"
  request: number
  gesture?: string | null
  handshakes: SceneHandshake[]
}

/** Two characters that shake hands. firstLimb, secondLimb: Empty for the usual ones. */
export interface SceneHandshake {
  id: string
  first: string
  second: string
  firstLimb: string
  secondLimb: string
  start: number
  stop: number
}

/** Changes the light of the scene; null for that of the page. */
export interface LightScene {
  type: "LightScene"
  request: number
  light?: "dark" | "light" | null
}

/** Takes everything out of the scene. */
export interface ClearScene {
  type: "ClearScene"
  request: number
}

/**
 * Asks for the scene frame by frame; a `ScenePlayed` follows the frames.
 *
 * known: States of the frames that the page has, by their names: these are not sent again.
 */
export interface RequestScene {
  type: "RequestScene"
  request: number
  known?: { [name: string]: string }
}

/** Asks for the parts of a character's body by name; a `CharacterParts` answers. */
export interface RequestParts {
  type: "RequestParts"
  request: number
  character: string
}

/**
 * Starts a job that plays a motion on another character: the result is a motion of that character.
 *
 * place: Whether it also goes onto the scene. start: When there [s]; null: after the last clip.
 */
export interface BringMotion {
  type: "BringMotion"
  request: number
  motion: string
  character: string
  place?: boolean
  start?: number | null
}

/**
 * Starts a job that writes the whole scene to a file to be downloaded.
 *
 * extension: ".mp4", ".gif", ".glb", ".gltf", ".usda", ".usdz", ".blend", ".html".
 */
export interface ExportScene {
  type: "ExportScene"
  request: number
  extension: string
  options?: ExportOptions
}

/** Gives the teacher a copy of the document as it is now. It can be handed in again. */
export interface HandIn {
  type: "HandIn"
  request: number
}

/**
 * Answers `Hello` with everything a page needs.
 *
 * version: Kinegraph's own version.
 * revision: Grows with every change of the document.
 * undoLabel, redoLabel: What undo and redo would do; null where there is nothing.
 * undoKind: The kind of the edit that undo would take back; null where there is nothing, or it is unknown.
 * jobs: Jobs that are under way.
 * uploadLimit: Largest import [bytes].
 * seat: The student whose document this is, in a class; else null.
 * viewing: Whether this page may only look: every edit is refused.
 */
export interface Welcome {
  type: "Welcome"
  request: number
  protocol: number
  version: string
  session: string
  document: DocumentInfo
  file: FileState
  revision: number
  records: DocumentRecord[]
  undoLabel: string | null
  undoKind: EditKind | null
  redoLabel: string | null
  cast: CastMember[]
  formats: FormatInfo[]
  jobs: JobProgress[]
  uploadLimit: number
  seat: SeatInfo | null
  viewing: boolean
}

/**
 * Name, place and state of the document.
 *
 * id: Stays the same over restarts.
 * file: The name of its file; empty for one that was never named.
 * fresh: Whether it was never edited: it holds what the first start puts there.
 */
export interface DocumentInfo {
  id: string
  file: string
  fresh: boolean
}

/**
 * The document's file: sent when something of this changes.
 *
 * file: The name of the file; empty for a document that was never named.
 * viewOnly: Why nothing can be edited, as a sentence; empty where edits are saved.
 * problem: Why edits can no longer be saved, as a sentence: the file was deleted or replaced. A copy can be
 *     saved from `/api/document/{name}`. Empty where all is well.
 * size: Of the file [bytes].
 * historySize: Share of it that undo needs [bytes].
 * historyLimit: What the history may take; older edits are forgotten [bytes].
 */
export interface FileState {
  type: "FileState"
  file: string
  viewOnly: string
  problem: string
  size: number
  historySize: number
  historyLimit: number
}

/**
 * A character in the library.
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
 * plan: What the creature maker made it from, and `EditCreature` edits; null for characters that came
 *     otherwise.
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
  plan: CreaturePlan | null
  blob: string
}

/**
 * A motion in the library.
 *
 * form: A dense clip, keyed curves, captured points without a skeleton, a performance: a hand's recorded
 *     paths, from which the engine makes the frames, an animation for any creature, played on this one,
 *     what the lines of a doodle say, or a base with layers.
 * character: The character record whose skeleton it moves; null for markers.
 * file: The name of the file it came from, or null.
 * fps: Frames per second [1/s].
 * frames: How many frames it has, baked on its frame grid where it is keyed.
 * duration: From first frame to last [s].
 * keys: Number of key columns of an animation; 0 for dense motion.
 * points: Names of the markers, in the order of their arrays; empty where there is a skeleton.
 * keying: What it was made from in Keys; null for motions that came otherwise.
 * recording: The layers of a performance; null for other forms.
 * playing: What a creature plays; null for other forms.
 * drawing: What a doodle's lines make it of; null for other forms.
 * layering: The base and the layers over it; null for other forms.
 * blob: The motion's arrays. Whatever changes the motion's frames changes this hash, so it tells a page
 *     when to ask for them again.
 */
export interface MotionRecord {
  kind: "motion"
  id: string
  name: string
  form: "clip" | "animation" | "markers" | "performance" | "creature" | "doodle" | "layered"
  character: string | null
  file: string | null
  fps: number
  frames: number
  duration: number
  keys: number
  points: string[]
  notes: string[]
  keying: Keying | null
  recording: Recording | null
  playing: CreaturePlaying | null
  drawing: Drawing | null
  layering: Layering | null
  blob: string
}

/**
 * Source and settings of a keyed motion.
 *
 * source: The motion whose frames were keyed; it may be gone.
 * sourceBlob: What it held then; where it holds something else now, it was changed since.
 * settings: How keys were chosen.
 * count: How many were chosen.
 * figures: How far the result plays from its source; null where that is gone.
 * handEdited: Whether keys were changed by hand since they were chosen.
 * hand: Times of the columns that were set by hand [s]; they stay when keys are chosen anew.
 */
export interface Keying {
  source: string
  sourceBlob: string
  settings: KeySettings
  count: number
  figures: KeyFigures | null
  handEdited: boolean
  hand: number[]
}

/**
 * Distances at which a keyed motion plays from its source.
 *
 * largest: Distance of the joint that is farthest from where it was [m].
 * joint, frame: Which joint that is, and when.
 * mean: Mean over joints and frames [m].
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
 * Parts of a performance beside the hand's paths in its blob.
 *
 * layers: In the order they are played; those on one controller add up.
 * walks: Whether the character goes where its feet push it.
 * walking: When it does, where not all the time.
 * way: Points on the ground that it passes, x and z in the character's own space [m]; none: straight ahead.
 * fade: How long one set takes over from another [s].
 * rig: A hash of the character's sets. Every edit of a set gives its character's performances another one,
 *     and with it another blob: what they play has changed.
 */
export interface Recording {
  layers: RecordedLayer[]
  walks: boolean
  walking: WalkSpan[]
  way: [number, number][]
  fade: number
  rig: string
}

/**
 * One recorded pass of a controller.
 *
 * name: Unique in its performance.
 * set: Whose controller was moved, by id. While that set is gone the layer does not play.
 * muted, solo: A muted layer does not play; where any layer is solo, only those play.
 * start, end: Of the pass [s].
 * events: How many positions of the hand it holds.
 * keys: When its temporal keys are [s].
 */
export interface RecordedLayer {
  name: string
  set: string
  muted: boolean
  solo: boolean
  start: number
  end: number
  events: number
  switches: LayerSwitch[]
  releases: LayerRelease[]
  keys: number[]
}

/**
 * Sources of a motion of form "creature"; the engine makes its frames.
 *
 * animation: The animation record that plays; null for the gait alone.
 * variant: Which of the `variants` ways to play.
 * seconds: How long; null for the animation's own duration, or until the end of the path.
 * targets: Where external targets are for this creature alone, by name, on the stage [m]; those not named
 *     are where the animation's record says, and else where the animation itself puts them.
 * places: Where each external target comes to be, in the character's own space [m]. Set by the engine.
 * variants: How many ways there are; 0 where the animation does not play on this creature (the motion's
 *     notes say why), which then only goes as its gait says. Set by the engine.
 * score: The blob that holds the animation as it is played; empty for none. Set by the engine.
 * layers: What plays over it and after it, the lowest first.
 * bound: Targets that follow a part of another creature instead, by name.
 */
export interface CreaturePlaying {
  animation: string | null
  variant: number
  gait: CreatureGait
  seconds: number | null
  targets: { [name: string]: [number, number, number] }
  places: { [name: string]: [number, number, number] }
  variants: number
  score: string
  layers: CreatureLayer[]
  bound: { [name: string]: TargetPart }
}

/**
 * Sources of a motion of form "doodle"; the engine makes its frames.
 *
 * doodle: The record that says it.
 * ink: The blobs that its frames are made of, beside the motion's own.
 */
export interface Drawing {
  doodle: string
  ink: string[]
}

/**
 * Base and layers of a layered motion.
 *
 * source: The motion that it is shown beside; it may be gone.
 * layers: From the lowest to the highest.
 */
export interface Layering {
  source: string
  base: MotionPart
  layers: StackedLayer[]
}

/**
 * A motion without a record of its own: the base or a layer of a layered motion.
 *
 * form: Dense or keyed. keys: Number of key columns; 0 for dense motion. blob: Its arrays.
 */
export interface MotionPart {
  form: "clip" | "animation"
  keys: number
  blob: string
}

/**
 * A layer over a motion.
 *
 * name: Unique in its motion.
 * part: How far joints leave what lies under the layer: rest means no change.
 * weight: How much of it counts: 0 none, 1 all.
 * muted, solo: A muted layer does not play; where any layer is solo, only those play.
 */
export interface StackedLayer {
  name: string
  part: MotionPart
  weight: number
  muted: boolean
  solo: boolean
}

/**
 * A spatial set: key poses of a character, tied to places.
 *
 * Places and home are in the space of the set's controller: the character's own [m], or where there is a
 * carrier, that joint's.
 *
 * name: Unique among the character's sets.
 * order: Where it stands among them, ascending. Of alternatives, which key something in common, the first is
 *     in force unless a performance says otherwise.
 * colour: 0 to 7, of the markers and the controller.
 * function, degree: How keys blend: the radial function, and the degree of the polynomial under it, -1 for
 *     none.
 * home: Where the controller rests.
 * keys: In the order they were set.
 * walks: Whether the feet carry the character along while it is performed, unless the take says otherwise.
 * rank: 1 for a set that moves the body itself, one more for each set in between. Set by the engine.
 * parent: The set that moves this one's controller, by id; null for one of the highest. Set by the engine.
 * carrier: The joint that carries controller and markers along; null for none. Set by the engine.
 * blob: What the keys hold: positions (K, M, 3) [m] and rotations (K, M, 4) of the manipulators.
 */
export interface SetRecord {
  kind: "set"
  id: string
  character: string
  name: string
  order: number
  colour: number
  manipulators: SetManipulator[]
  function: RadialFunction
  degree: number
  home: [number, number, number]
  keys: KeyMarker[]
  walks: boolean
  rank: number
  parent: string | null
  carrier: number | null
  blob: string
}

/**
 * A key of a set, as it is seen.
 *
 * name: Unique in its set.
 * place: Of the marker, in the space of the set's controller [m].
 */
export interface KeyMarker {
  name: string
  place: [number, number, number]
}

/**
 * An animation that belongs to no creature. Motions of form "creature" play it on one.
 *
 * name: Unique in the document.
 * shipped: The shipped animation that it began as, or null.
 * motion: The animation, as a .kinemotion file holds it (see docs/creature-motion-format.md).
 * targets: Where its external targets stand on the stage, for all motions that play it, by name [m]; others
 *     are where the animation itself puts them, for each creature apart.
 */
export interface AnimationRecord {
  kind: "animation"
  id: string
  name: string
  shipped: string | null
  motion: MotionFile
  targets: { [name: string]: [number, number, number] }
}

/**
 * A drawing and the lines that say what it does. The character and its motion are made of it.
 *
 * name: Unique among doodles.
 * strokes: In the order they were drawn.
 * joints: Where the user put joints of the drawn character, by name, on the sheet [m].
 * choices: The motions that the user chose for pieces of lines.
 * camera: From where it is looked at; null for the sheet.
 * taught: Gestures of its own.
 * actor: The character that performs the lines instead of the drawn one; null for the drawn one.
 * character: The character that was drawn; null while it is incomplete. Set by the engine.
 * motion: The motion of its lines, of form "doodle", for the character that performs; null while there is
 *     no character. Set by the engine.
 * sheet: The doodle on whose sheet this character is drawn: props, picture, camera, taught gestures, drawn
 *     ground and scenery are those of that doodle. Null for a sheet of its own.
 * hand: What is known of the writer's hand from elsewhere.
 * learns: Whether choices for pieces, in all doodles of the document, teach the reader this hand.
 * lessons: What the choices of this doodle teach. Set by the engine.
 * state: A hash of all that changes what is read: a `DoodleRead` with the same is up to date.
 */
export interface DoodleRecord {
  kind: "doodle"
  id: string
  name: string
  strokes: InkStroke[]
  joints: { [name: string]: [number, number] }
  choices: PieceChoice[]
  props: DoodleProp[]
  picture: DoodlePicture | null
  camera: DoodleCamera | null
  taught: LearntGesture[]
  actor: string | null
  character: string | null
  motion: string | null
  sheet: string | null
  hand: HandLesson[]
  learns: boolean
  lessons: HandLesson[]
  state: string
}

/**
 * A stroke of the pen.
 *
 * id: Stays the same whatever becomes of the stroke.
 * label: Of the character's ink, the body part that the user chose; null for the recognized one.
 * at: Of motion ink, when in the performance the pen came down [s].
 * seconds: How long it took to draw [s].
 * points: How many it has.
 * camera: Of motion ink drawn in three dimensions, from where: its points are picture points. Null for
 *     points on the sheet [m].
 * blob: Its points, times and pressure, as `InkFrame` has them: what changes them changes this hash.
 */
export interface InkStroke {
  id: string
  ink: "character" | "annotation" | "motion" | "ground" | "behind" | "front" | "around"
  label: "head" | "torso" | "upper_arm" | "lower_arm" | "upper_leg" | "lower_leg" | "foot" | null
  at: number
  seconds: number
  points: number
  camera: DoodleCamera | null
  blob: string
}

/**
 * The motion that the user chose for a piece of a line.
 *
 * stroke: By id.
 * start, stop: Indices of the piece's first and last point in it.
 * motion: A name of `DoodleVocabulary.gestures`.
 */
export interface PieceChoice {
  stroke: string
  start: number
  stop: number
  motion: string
  backward: boolean
}

/**
 * A thing on the sheet.
 *
 * place: The middle of its underside when the performance begins [m].
 * size: Its own width, height and depth along x, y and z [m]; of a ball its diameter, three times.
 * turn: About +Y [rad].
 * loose: Whether it falls and rolls; else it stays where it is.
 * push: The speed that it is pushed with [m/s], at the time `starts` [s].
 */
export interface DoodleProp {
  id: string
  kind: PropKind
  place: [number, number, number]
  size: [number, number, number]
  turn: number
  loose: boolean
  push: [number, number, number]
  starts: number
}

/**
 * A picture behind the drawing, at `/api/doodles/{id}/picture`.
 *
 * media: As in "image/png".
 * pixels: Width and height.
 * place: Of its middle, on the sheet [m].
 * width: On the sheet [m]; the height goes with it.
 * opacity: 0 to 1.
 * blob: The file as it was uploaded.
 */
export interface DoodlePicture {
  media: string
  pixels: [number, number]
  place: [number, number]
  width: number
  opacity: number
  blob: string
}

/**
 * A gesture that the user taught.
 *
 * name: Unique in its doodle, and none of the engine's own.
 * motion: What it means: a name of `DoodleVocabulary.gestures`.
 * examples: How many drawings of it were shown.
 * blob: Those drawings.
 * calls: The motion that it plays instead; `motion` is what is performed where that cannot be played.
 * sound: Name of the sound that begins with it, such as "clap"; null for none.
 */
export interface LearntGesture {
  name: string
  motion: string
  backward: boolean
  examples: number
  blob: string
  calls: CalledMotion | null
  sound: string | null
}

/**
 * A motion of the library that a gesture plays, as it was when the gesture was taught.
 *
 * name: Of the motion.
 * blob: Its frames, with the skeleton that it moves.
 */
export interface CalledMotion {
  name: string
  blob: string
}

/**
 * The pose that is being designed for a character; without one it is the rest pose.
 *
 * root: Where the root is, in the character's space [m].
 * rotations: Per joint, parent-from-joint, xyzw.
 * translations: Per joint in its parent's frame [m]; null where only the root moves.
 * controllers: Where controllers were put by hand, by the id of their set, in their own space [m]: what a
 *     key of a synchronizing set holds.
 * held: Whether it was made by hand and waits to be stored in a key or discarded.
 */
export interface PoseRecord {
  kind: "pose"
  id: string
  character: string
  root: [number, number, number]
  rotations: [number, number, number, number][]
  translations: [number, number, number][] | null
  controllers: { [name: string]: [number, number, number] }
  held: PoseHold
}

/**
 * A recording under way. It is kept but is no part of undo, and goes when the recording ends.
 *
 * set: Whose controller the hand moves.
 * motion: The performance that it is recorded over; null for a new one.
 * punch: The layer of that performance whose time is recorded anew; null for a layer on top.
 * at: When in the performance it begins [s].
 * speed: At how many times its speed the performance plays meanwhile.
 * walks, fade: Of a new performance.
 * placement: Where the character stood when it began.
 * samples: How many positions of the hand are on disk.
 * until: When the last of them was, since the take began [s]; -1 before the first.
 * chunks: The blobs that hold them.
 */
export interface TakeRecord {
  kind: "take"
  id: string
  character: string
  set: string
  motion: string | null
  punch: string | null
  at: number
  speed: number
  walks: boolean
  fade: number
  placement: Placement
  samples: number
  until: number
  chunks: string[]
  switches: LayerSwitch[]
  releases: LayerRelease[]
}

/** Placement of a character: turned by `heading` about +Y [rad], then moved to `position` [m]. */
export interface Placement {
  character: string
  position: [number, number, number]
  heading: number
}

/**
 * A stroke being drawn. It is kept but is no part of undo, and goes when the pen leaves the paper.
 *
 * id: The stroke's.
 * at, camera: As `InkStroke` has them.
 * points: How many are on disk.
 * until: When the last of them was, since the pen came down [s]; -1 before the first.
 * chunks: The blobs that hold them.
 */
export interface PenRecord {
  kind: "pen"
  id: string
  doodle: string
  ink: "character" | "annotation" | "motion" | "ground" | "behind" | "front" | "around"
  at: number
  camera: DoodleCamera | null
  points: number
  until: number
  chunks: string[]
}

/**
 * Placements of all characters. There is one, with the id "stage"; changing it can be undone.
 *
 * title: What people call the document; empty until the user names it.
 * ground: On which creatures walk.
 */
export interface StageRecord {
  kind: "stage"
  id: string
  title: string
  placements: Placement[]
  ground: StageGround
}

/**
 * The tracks on which characters play together. There is one, with the id "scene"; changing it can be
 * undone.
 *
 * tracks: One a character, in the order in which they were begun.
 * shots: In the order of their starts; none for a camera that sees everything.
 * light: Of its films, and of the stage while the scene is shown; null for that of the page.
 */
export interface SceneRecord {
  kind: "scene"
  id: string
  tracks: SceneTrack[]
  props: SceneProp[]
  handshakes: SceneHandshake[]
  light: "dark" | "light" | null
  shots: SceneShot[]
}

/** The track of one character. clips: In the order of their starts, each replaces the one before it. */
export interface SceneTrack {
  character: string
  clips: SceneClip[]
  layers: SceneLayer[]
  targets: SceneTarget[]
}

/**
 * Clips over the track of a character, for some of its parts.
 *
 * part: The part that they move, by name, as in "head" or "left arm"; "whole body" for all.
 * additive: Whether changes are added to what is below instead of replacing it.
 */
export interface SceneLayer {
  id: string
  part: string
  additive: boolean
  clips: SceneClip[]
}

/**
 * The view and its playback. There is one, with the id "view".
 *
 * It is kept across restarts but is no part of undo: Ctrl+Z should not change the selection. Its
 * references are soft; one whose record was removed reads as null until undo brings the record back.
 *
 * follow: The character that follows the pointer, or null.
 * span: The part of the motion that plays, from and to [s]; null for all of it.
 * doodle: The doodle on the paper, or null.
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
  doodle: string | null
}

/**
 * A built-in character: shown by `/api/thumbnails/cast/{name}.png`, drawn from `/api/cast/{name}.glb`.
 *
 * sets: The names of its finished sets, which `AddCastSets` gives it.
 * walks: Whether one of them carries it along.
 */
export interface CastMember {
  name: string
  title: string
  description: string
  sets: string[]
  walks: boolean
}

/**
 * A file format.
 *
 * name: As `Export.format` wants it.
 * title: What people call it, in a word or two.
 * description: What it holds.
 * extensions: As in ".bvh"; the first is the usual one.
 * reads, writes: What the studio can do with it here and now.
 * holds: What of a choice it writes: motion (with its character), a film of it, a web page of it, the plan
 *     of a creature, or the animation that a creature plays.
 * note: Why it cannot be used here and how to change that ("needs Blender: ..."); empty where it can.
 */
export interface FormatInfo {
  name: string
  title: string
  description: string
  extensions: string[]
  reads: boolean
  writes: boolean
  holds: "motion" | "film" | "page" | "creature" | "animation"
  note: string
}

/**
 * Progress of a job.
 *
 * label: What it is doing now.
 * done, total: In steps of the job's own; total is 0 where it cannot be known.
 * secondsLeft: [s], null where it is not known yet.
 */
export interface JobProgress {
  type: "JobProgress"
  job: string
  kind: "import" | "export" | "keys" | "measure" | "set" | "effort" | "grid" | "library" | "play-on" | "warm-up"
  label: string
  done: number
  total: number
  secondsLeft: number | null
}

/**
 * A student's place in a class.
 *
 * student: The student's name.
 * simple: Whether the page shows fewer panels.
 * handedIn: When the document was handed in last [s since 1970]; null where it was not.
 */
export interface SeatInfo {
  student: string
  simple: boolean
  handedIn: number | null
}

/**
 * Records that are new or different, whole, and the ids of those that are gone.
 *
 * label: The edit as a command ("Rename walk to stroll"); null for selection and the like.
 * kind: What the edit does; null for selection and the like, and for edits of documents that are older than
 *     kinds.
 * report: What happened, to show with an offer to undo: "Renamed walk to stroll", "Undid: rename walk to
 *     stroll". Empty for selection and the like.
 * quiet: Whether the report need not be shown, because the user sees the result where they work.
 * step: Whether that edit was made, taken back, or done again.
 * preview: Whether this is a step of a drag that is not yet an edit.
 */
export interface DocumentChanged {
  type: "DocumentChanged"
  revision: number
  changed: DocumentRecord[]
  removed: string[]
  label: string | null
  kind: EditKind | null
  report: string
  quiet: boolean
  step: "edit" | "undo" | "redo"
  preview: boolean
  undoLabel: string | null
  undoKind: EditKind | null
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
  kind: "import" | "export" | "keys" | "measure" | "set" | "effort" | "grid" | "library" | "play-on" | "warm-up"
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
  kind: "import" | "export" | "keys" | "measure" | "set" | "effort" | "grid" | "library" | "play-on" | "warm-up"
  message: string
  notes: string[]
  created: string[]
  download: string | null
}

/**
 * A job ended without a result.
 *
 * cancelled: Whether the user cancelled it.
 */
export interface JobFailed {
  type: "JobFailed"
  job: string
  kind: "import" | "export" | "keys" | "measure" | "set" | "effort" | "grid" | "library" | "play-on" | "warm-up"
  message: string
  cancelled: boolean
}

/**
 * Distance of the result of one number of keys from its source, as it plays with its final curves.
 *
 * motion, settings: As they were asked for.
 * count: The number that was asked for; null for the automatic choice.
 * keys: How many keys there are then; the automatic choice adds some until it keeps its promise, and those
 *     set by hand stay.
 */
export interface KeysMeasured {
  type: "KeysMeasured"
  motion: string
  settings: KeySettings
  count: number | null
  keys: number
  figures: KeyFigures
  missed: KeyMiss | null
}

/**
 * The place where a keyed motion plays farther from its source than was asked for, or promised.
 *
 * name: The joint; the contact point where a planted foot slides or sinks.
 * slides: Whether it is a planted foot.
 * frame: Where it is worst.
 * error, allowed: How far it is off, and may be [m].
 * reason: The motion jumps there ("jump"), frames there must not be keys ("barred"), or more keys could be
 *     set ("few").
 */
export interface KeyMiss {
  name: string
  slides: boolean
  frame: number
  error: number
  allowed: number
  reason: "jump" | "barred" | "few"
}

/**
 * Ends the preview of a drag in Keys or in the maker: committed (sent before this) or cancelled. What is
 * stored holds.
 *
 * motion: The motion that was dragged: the source where keys were chosen, the keyed motion where edited; the
 *     character where a creature was.
 * committed: Whether it became an edit.
 */
export interface PreviewEnded {
  type: "PreviewEnded"
  gesture: string
  motion: string
  committed: boolean
}

/**
 * The keyframes that a performance saves, sent before the job ends that counts them.
 *
 * blob: What the performance held when they were counted.
 * channels: That move in it; passes: that were recorded.
 * allowed: Error that keyframes were allowed [m].
 */
export interface EffortCounted {
  type: "EffortCounted"
  job: string
  motion: string
  blob: string
  frames: number
  channels: number
  passes: number
  allowed: number
  ways: EffortWay[]
}

/**
 * One way to make a motion: with spatial keys, or with keyframes.
 *
 * poses: Poses at places, or times with a keyframe.
 * keys: Keys of three channels each.
 * error: Root mean square over all joints and frames [m].
 * positionPercent, anglePercent: Means of what the parts miss.
 * parts: What each part misses; none for what is the motion itself.
 */
export interface EffortWay {
  method: string
  poses: number
  keys: number
  error: number
  positionPercent: number
  anglePercent: number
  parts: PartError[]
}

/**
 * Distance of a part from the motion.
 *
 * part: The joint's name.
 * angle: Whether the figures are of its angles, in percent of half a turn; else of its place, in percent of
 *     the motion's coordinate.
 * percent: About or along x, y and z; null where the coordinate is near zero throughout.
 */
export interface PartError {
  part: string
  angle: boolean
  percent: [number | null, number | null, number | null]
}

/** Parts and animations that creatures can have. */
export interface CreatureCatalogue {
  type: "CreatureCatalogue"
  request: number
  kinds: KindInfo[]
  parts: PartInfo[]
  coats: CoatInfo[]
  patterns: string[]
  styles: StyleInfo[]
  animations: ShippedAnimation[]
}

/** A kind of random creature: "spider", "hydra". */
export interface KindInfo {
  name: string
}

/** A card of the palette. group: Its drawer: "mouth", "foot". onLimbs: Whether it is a limb's end. */
export interface PartInfo {
  name: string
  group: string
  description: string
  onLimbs: boolean
}

/** Colours that go together. */
export interface CoatInfo {
  name: string
  coat: Coat
}

/** A style of going: "limp", "lumber". */
export interface StyleInfo {
  name: string
}

/**
 * An animation that ships.
 *
 * needs, refuses: What must be true of a creature, and what must not: "has graspers".
 * targets: Names of its external targets.
 * channels: Which bodies it moves, a sentence a channel.
 */
export interface ShippedAnimation {
  name: string
  about: string
  duration: number
  loops: boolean
  needs: string[]
  refuses: string[]
  targets: string[]
  channels: string[]
}

/**
 * Handles of a creature in the maker, in the character's own space [m].
 *
 * request: Null for the steps of a drag.
 * spine: Where each of the plan's spine points came to be.
 * spineRadii: The torso's thickness there [m].
 */
export interface CreatureHandles {
  type: "CreatureHandles"
  request: number | null
  character: string
  spine: [number, number, number][]
  spineRadii: number[]
  limbs: LimbHandles[]
  parts: PartHandle[]
}

/**
 * Handles of a limb, on the side that the plan describes.
 *
 * joints: From where it leaves the body to its end, one more than the plan's.
 * radii: Its thickness there [m].
 */
export interface LimbHandles {
  name: string
  joints: [number, number, number][]
  radii: number[]
}

/** Handle of a part on the skin, on the side that the plan describes. outward: The way off the skin. */
export interface PartHandle {
  name: string
  place: [number, number, number]
  outward: [number, number, number]
  size: number
}

/** An animation does not play on a character. reason: One sentence for people. */
export interface PlayRefused {
  type: "PlayRefused"
  request: number
  character: string
  reason: string
}

/**
 * Bodies that a context selects.
 *
 * sentence: What it was understood as, in full.
 * bodies: Joint indices by the id of the character; those of which it selects none are there, empty.
 */
export interface BodiesSelected {
  type: "BodiesSelected"
  request: number
  sentence: string
  bodies: { [name: string]: number[] }
}

/** In which ways an animation plays on a character. */
export interface Variants {
  type: "Variants"
  request: number
  animation: string
  character: string
  variants: VariantInfo[]
}

/**
 * One way to play.
 *
 * bodies: The joint that each group of channels that vary plays on, by the group's name.
 * label: For people: "left hand, right hand".
 * mirrored: Whether it plays as a mirror image.
 */
export interface VariantInfo {
  label: string
  bodies: { [name: string]: number }
  mirrored: boolean
}

/**
 * The keys of a channel for one body of one creature.
 *
 * bodies: The joints that the channel moves there.
 * body: Whose keys these are.
 * specialized: Places of its handle in the character's space [m], and its rotations; the rates go with them.
 *     `SetChannelKeys.on` takes them so.
 */
export interface ChannelKeys {
  type: "ChannelKeys"
  request: number
  motion: string
  channel: string
  bodies: number[]
  body: number
  specialized: TrackKeys[]
}

/** Keys of one track. track: "position" or "rotation". */
export interface TrackKeys {
  track: string
  keys: KeyEntry[]
}

/**
 * One cycle of a creature's walk at one speed.
 *
 * speed: The natural speed of the chart.  pace: The same in m/s.
 * period: Of the cycle [s].  stride: Distance covered in it [m].
 * plan: The gait with all speed keys written out.
 */
export interface GaitCharted {
  type: "GaitCharted"
  request: number
  character: string
  speed: number
  pace: number
  period: number
  stride: number
  feet: GaitFootInfo[]
  plan: GaitFile
}

/**
 * One foot over one cycle, at even samples.
 *
 * name: For people: "left hind foot".
 * group, foot: Its leg group, and its number there.
 * duty: Share of the cycle that it stands.  trigger: When it lifts, as a share of the cycle.
 * height: Of the sole over the ground [m].  pitch: Of the sole, toes down [rad].
 * peak, swing, tip: Of its flight, as `SetFlight` takes them.
 * lift, heel, toe: At this speed, in units of GaitParameters.
 * own: Whether it has values of its own.
 */
export interface GaitFootInfo {
  name: string
  group: number
  foot: number
  duty: number
  trigger: number
  height: number[]
  pitch: number[]
  peak: number
  swing: number
  tip: number
  lift: number
  heel: number
  toe: number
  own: boolean
}

/** Events of a motion of form "creature", in order. blob: Of the frames that it belongs to. */
export interface MotionEvents {
  type: "MotionEvents"
  request: number
  motion: string
  blob: string
  events: MotionEvent[]
}

/**
 * Something that happens in a motion.
 *
 * time: [s].  kind: "sound", "visual" or "data".  part: The joint's name; empty for the whole body.
 */
export interface MotionEvent {
  time: number
  name: string
  kind: string
  part: string
}

/**
 * Reading of a line while the pen is down: all of it so far, so only the newest counts.
 *
 * stroke: The one being drawn.
 * points: How many points of it were read.
 * links: Of the character's ink, what each stroke looks like now, this one among them; empty for lines.
 * joints: Where joints appear.
 * tokens, pieces: Of a line, what is settled.
 * tentative: What its open end looks like; more ink may change it.
 */
export interface PenRead {
  type: "PenRead"
  doodle: string
  stroke: string
  points: number
  links: LinkInfo[]
  joints: JointInfo[]
  tokens: TokenInfo[]
  pieces: PieceInfo[]
  tentative: PieceInfo[]
}

/**
 * Reading of a stroke of the drawing.
 *
 * stroke: By id.
 * label: The part that it is; null where none is known, and for what decorates.
 * fixed: Whether the user chose it.
 */
export interface LinkInfo {
  stroke: string
  label: "head" | "torso" | "upper_arm" | "lower_arm" | "upper_leg" | "lower_leg" | "foot" | "arm" | "leg" | null
  fixed: boolean
}

/** A joint of the drawn character. place: On the sheet [m]. fixed: Whether the user put it there. */
export interface JointInfo {
  name: string
  place: [number, number]
  fixed: boolean
}

/** A piece of ink between corners. start, stop: Indices of its first and last point in its stroke. */
export interface TokenInfo {
  stroke: string
  kind: string
  start: number
  stop: number
}

/**
 * A piece of a line that means something, or that was not understood.
 *
 * stroke, start, stop: Whose ink it is: first and last point.
 * motion: A name of `DoodleVocabulary.gestures`; null for what was not understood.
 * title: For people: "front flip", "backward walk"; "?" for what was not understood.
 * group: Its colour; null for what was not understood.
 * confidence: 0 to 1.
 * startTime, apexTime, endTime: On the clock of the performance [s].
 * takeoff, apex, landing: Where it begins, is highest and ends, in the doodle's space [m].
 * turns: Of flips.
 * chosen: Whether the user chose what it means.
 * guesses: What it may mean, the nearest first.
 * reason: Why it was not understood; empty where it was.
 */
export interface PieceInfo {
  stroke: string
  start: number
  stop: number
  motion: string | null
  title: string
  backward: boolean
  group: "step" | "glide" | "jump" | "flip" | "stand" | null
  confidence: number
  startTime: number
  apexTime: number
  endTime: number
  takeoff: [number, number, number]
  apex: [number, number, number]
  landing: [number, number, number]
  turns: number
  chosen: boolean
  guesses: GuessInfo[]
  reason: string
}

/** A possible meaning of a piece. closeness: 0 to 1. */
export interface GuessInfo {
  motion: string
  title: string
  backward: boolean
  closeness: number
}

/**
 * Reading of a doodle. Sent to every page after each change, and on request.
 *
 * request: Null where it was not requested.
 * state: That of the record which this was read from (`DoodleRecord.state`).
 * preview: Whether it is of a drag under way.
 * links: Of all strokes of the character and of annotations.
 * body: What kind of character it is, a front view or an animal among them; null while it is incomplete.
 * doubts: Sentences about what is uncertain: which body part is in doubt.
 * missing: Links that are not drawn yet.
 * jumpLine: Height above which an arc is a jump [m].
 * longestStep: Length beyond which an arc is a jump [m].
 * level: The parts of the ground line that are left beside drawn ground, from x to x [m].
 * notes: What lines could not be read or performed, and why.
 * hand: The limits of the reader that corrections have moved for this hand.
 */
export interface DoodleRead {
  type: "DoodleRead"
  request: number | null
  doodle: string
  state: string
  preview: boolean
  links: LinkInfo[]
  joints: JointInfo[]
  body: "person" | "mech" | "front" | "animal" | null
  confidence: number
  doubts: string[]
  missing: ("head" | "torso" | "upper_arm" | "lower_arm" | "upper_leg" | "lower_leg" | "foot")[]
  jumpLine: number
  longestStep: number
  legLength: number
  level: [number, number][]
  tokens: TokenInfo[]
  pieces: PieceInfo[]
  notes: string[]
  hand: LimitInfo[]
}

/**
 * A limit of the reader that a hand has moved.
 *
 * title: For people: "top of an arc along its width".
 * usual, now: The limit.
 * corrections: Number of corrections behind it.
 */
export interface LimitInfo {
  measure: string
  title: string
  usual: number
  now: number
  corrections: number
}

/** The words that lines can say. */
export interface DoodleVocabulary {
  type: "DoodleVocabulary"
  request: number
  gestures: GestureInfo[]
}

/**
 * A motion that can be drawn.
 *
 * example: How to draw it: x, y [m] and time [s], for a character with a leg of 0.82 m.
 * backward: The same for its backward form; empty where there is none.
 * hint: How to draw it, in a few words.
 */
export interface GestureInfo {
  name: string
  title: string
  group: "step" | "glide" | "jump" | "flip" | "stand"
  hint: string
  example: [number, number, number][]
  backward: [number, number, number][]
}

/**
 * The answer to `RequestScene`, after its frames.
 *
 * duration: [s]. characters: Those that play. props: Those that are there. filmed: Whether it has a camera.
 * notes: Sentences about what could not be done.
 */
export interface ScenePlayed {
  type: "ScenePlayed"
  request: number
  duration: number
  characters: string[]
  props: string[]
  filmed: boolean
  notes: string[]
}

/**
 * The answer to `RequestParts`: names of parts of a character's body.
 *
 * joints: The joints of each part. ends: The joint at the end of each: the hand of an arm.
 */
export interface CharacterParts {
  type: "CharacterParts"
  request: number
  character: string
  parts: string[]
  joints: number[][]
  ends: number[]
}

/** The seat is another: the student handed in, or the teacher changed the view. */
export interface SeatChanged {
  type: "SeatChanged"
  seat: SeatInfo
}

/**
 * A character's pose now.
 *
 * Arrays: root (3,) [m], rotations (J, 4) xyzw parent-from-joint, and translations (J, 3) [m] where joints
 * slide; all float32, in the character's space (its placement on the stage comes on top).
 *
 * sequence: That of the cursor message it answers; -1 for idle motion; -2 for a pose that is being designed
 *     by a drag, or is shown again as it was because the drag was given up.
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
 * Arrays: roots (F, 3), rotations (F, J, 4), translations (F, J, 3) where joints slide, and where a
 * performance walks walked (F, 4), how far feet have carried the character along the ground, x, 0, z [m],
 * after they have turned it about the vertical [rad], which the roots include; all float32.
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
 * Arrays: counts (K,) int32, ascending; errors (K,) float32 [m]; forced (F,) int32, the frames that settings
 * and jumps make keys; importance (N,) float32 per frame, 0 to 1: how long a key there survives as the
 * count shrinks.
 *
 * motion, blob: The source, and what it held.
 * frames, fps: Of the source.
 * automatic: The number of keys that the settings choose.
 * layerCounts: Of the automatic choice, the keys up to and including each layer.
 * accuracy: Of each layer there is, the threshold asked for or the usual one.
 * leading: Joints of the leading part, proposed or chosen.
 * objectives: Names that `KeySettings.objective` can have.
 * allowed: How far from the source the automatic choice is to play, asked for or usual [m].
 * leftOut: How many frames of a calibration pose were left out.
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
  allowed: number
  leftOut: number
  notes: string[]
  settings: KeySettings
}

/**
 * A keyed motion as it plays, beside the motion it came of.
 *
 * Arrays: keyFrames (K,) int32, the frame nearest to each column; tags (K,) uint8 (0 keypose, 1 breakdown,
 * 2 detail); importance (K,) float32, 1 for keys set by hand; roots (F, 3), rotations (F, J, 4), and
 * translations (F, J, 3) where joints slide, all float32, as in a `ClipFrame`; distances (N, J) float32 [m]
 * of every joint, or a tip that it carries, from where it was in the source, over the source's N frames, 0
 * outside the keyed span; empty (0, J) where there is no source.
 *
 * motion: The source; null for keyed motion that was not made in Keys, or whose source is gone.
 * result: The keyed motion; null while it has not been made.
 * blob: What the keyed motion holds; empty for a preview.
 * count: How many columns of keys there are.
 * figures: How far it plays from the source; null where there is none.
 * missed: Where it is farther from there than the settings ask for, or promise; null where it is not.
 * quick: Whether its curves come from a quick fit: the final ones come closer.
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
  missed: KeyMiss | null
  preview: boolean
  quick: boolean
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

/**
 * Pose of a character under the cursor of a set.
 *
 * Arrays: root (3,), rotations (J, 4), and translations (J, 3) where joints slide, as in a `PoseFrame`;
 * influences (K,), how much each key of the set counts, together 1; controllers (S, 3) [m], where the
 * controllers of all the character's sets are, each in its own space, in the order of `SetRecord.order`; all
 * float32; degenerate (D,) int32, joints whose rotation is a guess because keys cancel each other there;
 * walked (4,) float32, how far feet have carried the character along the ground, x, 0, z [m], after they
 * have turned it about the vertical [rad], which the root has; and where the set has locators that move,
 * locators (L, 3) float32, where they are, in the space of the set's controller [m].
 *
 * set: The set that the cursor is in charge of.
 * sequence: That of the cursor message it answers.
 * time: When it is, on the server's clock [s].
 */
export interface PerformFrame {
  type: "PerformFrame"
  arrays: ArrayInfo[]
  character: string
  set: string
  sequence: number
  time: number
}

/**
 * The pose that a key gives: its set's manipulators as it has them, over the pose that is being designed.
 *
 * Arrays: root (3,), rotations (J, 4), and translations (J, 3) where joints slide, as in a `PoseFrame`.
 */
export interface GhostFrame {
  type: "GhostFrame"
  arrays: ArrayInfo[]
  character: string
  set: string
  key: string
}

/**
 * Place in a set nearest to the pose that is being designed: a place for its next key.
 *
 * Arrays: place (3,) float32 [m], in the space of the set's controller.
 *
 * difference: How far the set's pose there is from the designed one, as an RMS angle [rad].
 */
export interface PlaceFrame {
  type: "PlaceFrame"
  arrays: ArrayInfo[]
  set: string
  difference: number
}

/**
 * The health of a set on a grid in the plane of its markers, in the space of the set's controller.
 *
 * Arrays: corner (3,) [m], the first place; sides (2, 3) [m], from it to the last of its row, and to the
 * first of the last row; heat (N, N), 0 where all is well to 1, by rows; guessed (N, N), the share of what
 * moves that is a guess; missed (N, N) [m], how far the worst handle stays from its goal; turn (N, N), how
 * fast the liveliest joint turns [rad per reach of the markers]; suggestions (S, 3) [m], where a further
 * pose would help most, none or one; all float32.
 */
export interface HealthFrame {
  type: "HealthFrame"
  arrays: ArrayInfo[]
  set: string
}

/**
 * The contact points of a character, on which it stands and walks.
 *
 * Arrays: joints (P,) int32 that carry them; offsets (P, 3) float32 [m], in the joints' frames.
 */
export interface ContactFrame {
  type: "ContactFrame"
  arrays: ArrayInfo[]
  character: string
}

/**
 * The path of a controller that a layer moves, all layers together.
 *
 * Arrays: times (N,) float64 [s], the layer's own events; places (N, 3) float32 [m], in the controller's
 * space; walked (N, 3) float32 [m], how far feet have carried the character along the ground by then.
 *
 * blob: What the performance holds.
 */
export interface PathFrame {
  type: "PathFrame"
  arrays: ArrayInfo[]
  motion: string
  layer: string
  set: string
  blob: string
}

/**
 * Frames of an animation on a character that are no motion of the document: answers `TryOn`.
 *
 * Arrays: as of a `ClipFrame`.
 *
 * request: That of the `TryOn`.
 * variants: How many ways to play there are.
 * loops: Whether it begins again at its end.
 */
export interface PlayFrame {
  type: "PlayFrame"
  arrays: ArrayInfo[]
  request: number
  character: string
  fps: number
  variant: number
  variants: number
  loops: boolean
}

/**
 * A creature in the maker while it is dragged, coarser than it will be. Its record comes as a preview.
 *
 * Arrays: glb (N,) uint8, binary glTF in its rest pose; and where the motion that is looked at is one that
 * this creature plays, roots, rotations and translations of that, as in a `ClipFrame`.
 *
 * fps: Of these [1/s].
 */
export interface ShapeFrame {
  type: "ShapeFrame"
  arrays: ArrayInfo[]
  character: string
  gesture: string
  fps: number
}

/**
 * The uneven part of the ground: answers `RequestGround`.
 *
 * Arrays: heights (X, Z) float32 [m].
 *
 * x, z: Of the first height [m].  spacing: Between heights, along both axes [m].
 */
export interface GroundFrame {
  type: "GroundFrame"
  arrays: ArrayInfo[]
  request: number
  x: number
  z: number
  spacing: number
}

/**
 * A stroke.
 *
 * Arrays: points (N, 2) float64, on the sheet [m] or, of lines drawn from a camera, picture points; times
 * (N,) float64, since the pen came down [s]; pressure (N,) float32, 0 to 1, where the device felt any.
 *
 * blob: As `InkStroke.blob`; empty for a stroke that a drag has changed.
 */
export interface InkFrame {
  type: "InkFrame"
  arrays: ArrayInfo[]
  doodle: string
  stroke: string
  blob: string
}

/**
 * Places of the things on the sheet, frame by frame, from the performance's begin until they rest.
 *
 * Arrays: places (P, F, 3) of the middles of their undersides [m], rotations (P, F, 4) xyzw; float32.
 *
 * props: Their ids, in the order of the arrays.
 */
export interface PropsFrame {
  type: "PropsFrame"
  arrays: ArrayInfo[]
  doodle: string
  state: string
  fps: number
  props: string[]
}

/**
 * A character that performs a line while it is drawn, or that wakes up after it was drawn.
 *
 * Arrays: as of a `PoseFrame`.
 *
 * stroke: The line.
 * time: Of the performance [s].
 * waiting: Whether it has done all that is settled so far and holds still.
 * ended: Whether this is the last one.
 */
export interface DoodleFrame {
  type: "DoodleFrame"
  arrays: ArrayInfo[]
  character: string
  doodle: string
  stroke: string
  time: number
  waiting: boolean
  ended: boolean
}

/**
 * The motion of a character in the scene.
 *
 * Arrays: roots (F, 3), rotations (F, J, 4), and translations (F, J, 3) where joints slide; all float32, in
 * the character's space.
 *
 * state: The same for the same frames.
 */
export interface SceneFrame {
  type: "SceneFrame"
  arrays: ArrayInfo[]
  character: string
  state: string
  fps: number
}

/**
 * The motion of a prop in the scene.
 *
 * Arrays: places (F, 3) of the middle of its underside, and rotations (F, 4); float32, on the stage. One
 * frame where it stands still.
 */
export interface ScenePropFrame {
  type: "ScenePropFrame"
  arrays: ArrayInfo[]
  prop: string
  state: string
  fps: number
}

/**
 * The shape of a prop, with the middle of its underside at the origin.
 *
 * Arrays: positions and normals (V, 3), colors (V, 3) linear, all float32, and triangles (T, 3) int32.
 */
export interface ScenePropShape {
  type: "ScenePropShape"
  arrays: ArrayInfo[]
  prop: string
  state: string
}

/**
 * The camera of the scene.
 *
 * Arrays, all float32: eyes (F, 3) [m], ways (F, 3) of unit length in which it looks, angles (F,) its
 * vertical field of view [degrees]; cuts (N,) frames at which it cuts.
 */
export interface SceneCameraFrame {
  type: "SceneCameraFrame"
  arrays: ArrayInfo[]
  state: string
  fps: number
}

/**
 * Motions that match.
 *
 * total: How many match; `motions` are the first of them.
 * size: How many motions the library has.
 */
export interface LibraryAnswer {
  total: number
  size: number
  motions: LibraryMotion[]
}

/**
 * A motion of the library.
 *
 * seconds: Length [s]. meanSpeed, peakSpeed: Of the hips over the ground [m/s].
 * contacts: How often a foot touches down. turns: Full turns about the vertical.
 * rise: How far the hips rise over their usual height [m]. height: Of the character [m].
 * distance: To the motion that others are compared with; null in a plain search.
 */
export interface LibraryMotion {
  id: number
  name: string
  seconds: number
  meanSpeed: number
  peakSpeed: number
  contacts: number
  turns: number
  rise: number
  height: number
  distance: number | null
}

/** The documents that were open last, the newest first. */
export interface DocumentList {
  documents: ListedDocument[]
}

/**
 * A document that can be opened.
 *
 * id: What a page names it by; paths stay with the studio.
 * title: As its user named it; empty where it has no name.
 * file: The name of its file; empty for a document that was never named.
 * changed: When it was last changed [s since 1970].
 * size: Of the file [bytes].
 * current: Whether it is the one that is open.
 */
export interface ListedDocument {
  id: string
  title: string
  file: string
  changed: number
  size: number
  current: boolean
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
  | LimitHistory
  | OpenKeys
  | MeasureKeys
  | ChooseKeys
  | PutKeysBack
  | RequestKeys
  | RequestCurves
  | LayerMotion
  | MergeLayers
  | EditKeys
  | TurnJoint
  | ReachJoint
  | MovePose
  | MoveController
  | ResetPose
  | DiscardPose
  | MirrorPose
  | AddSet
  | SetTargets
  | KeyPart
  | PlaceLocator
  | SetBlending
  | ArrangeSet
  | DriveSet
  | SetHome
  | SetKey
  | MoveMarker
  | UpdateKey
  | RenameKey
  | DeleteKey
  | MirrorKey
  | MirrorSet
  | DuplicateSet
  | ShowKey
  | RequestGhost
  | RequestPlace
  | ToggleContact
  | RequestContacts
  | RequestHealth
  | AddCastSets
  | SetFromMotion
  | WalkAlong
  | CountEffort
  | Perform
  | StartTake
  | TakeSamples
  | EndTake
  | EditLayers
  | RequestPath
  | RequestCatalogue
  | MakeCreature
  | RequestHandles
  | AddAnimation
  | PlayOn
  | TryOn
  | SetVariant
  | SetGait
  | SetLayers
  | SetGround
  | RequestGround
  | BindTarget
  | RequestMotionEvents
  | MoveTarget
  | SelectBodies
  | ListVariants
  | RequestChannelKeys
  | GridJob
  | EditGait
  | FitGait
  | RequestGaitChart
  | EditCreature
  | EditAnimation
  | AddDoodle
  | SelectDoodle
  | RequestDoodle
  | PenDown
  | PenPoints
  | PenUp
  | EraseInk
  | ClearDoodle
  | RelabelInk
  | MoveJoint
  | ChooseGuess
  | MoveLanding
  | MoveApex
  | RetimePiece
  | SetHand
  | AddProp
  | EditProp
  | RemoveProp
  | PlacePicture
  | RemovePicture
  | SetDoodleView
  | TeachGesture
  | ForgetGesture
  | SetActor
  | KeepMotion
  | RequestVocabulary
  | PlaceSceneClip
  | ChangeSceneClip
  | RemoveSceneClips
  | SplitSceneClip
  | AddSceneLayer
  | ChangeSceneLayer
  | RemoveSceneLayer
  | SetSceneTargets
  | SetSceneShots
  | AddSceneProp
  | ChangeSceneProp
  | RemoveSceneProp
  | SetHandshakes
  | LightScene
  | ClearScene
  | RequestScene
  | RequestParts
  | BringMotion
  | ExportScene
  | HandIn

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
  | TurnPart
  | ReachPart
  | MoveBody
  | ClearPose
  | TweenPose
  | HoldPose
  | EaseSegment
  | MatchEnds
  | RefitSpan
  | PastePoses

export type LayerEdit =
  | AddLayer
  | WeighLayer
  | MuteLayer
  | SoloLayer
  | DeleteLayer
  | DuplicateLayer
  | ReorderLayer
  | RenameLayer
  | StretchLayer
  | ShiftLayer
  | SmoothLayer
  | LoopLayer
  | MovePath
  | InsertPathKey
  | DeletePathKey
  | MovePathKey
  | SmoothPathKey
  | SetWalking
  | SetWalkingSpans
  | SetWay
  | SetFade

export type PlanEdit =
  | AddPart
  | AddLimb
  | RemovePiece
  | MovePiece
  | ResizePiece
  | MirrorPiece
  | SwapPiece
  | DragSpinePoint
  | SetSpineThickness
  | AddSpinePoint
  | RemoveSpinePoint
  | DragLimbJoint
  | SetLimbThickness
  | AddLimbJoint
  | RemoveLimbJoint
  | PaintCreature
  | ReplacePlan

export type GaitEdit =
  | SetGroupKey
  | RemoveGroupKey
  | SetFootTiming
  | SetGroupStyle
  | SetFlight
  | ResetFoot
  | ReplaceGait

export type AnimationEdit =
  | AddChannel
  | DeleteChannel
  | DuplicateChannel
  | RenameChannel
  | ReorderChannel
  | SetContext
  | SetPositionMode
  | SetRotationMode
  | SetTarget
  | ArrangeChannel
  | SetChannelKeys
  | InsertChannelKey
  | SetLength
  | SetLooping
  | Describe
  | SetBranch
  | SetSideRules
  | SetEvents
  | DeclareTarget
  | ReplaceAnimation

export type ServerEvent =
  | Welcome
  | FileState
  | DocumentChanged
  | Done
  | Failure
  | JobStarted
  | JobProgress
  | JobDone
  | JobFailed
  | KeysMeasured
  | PreviewEnded
  | EffortCounted
  | CreatureCatalogue
  | CreatureHandles
  | PlayRefused
  | BodiesSelected
  | Variants
  | ChannelKeys
  | GaitCharted
  | MotionEvents
  | PenRead
  | DoodleRead
  | DoodleVocabulary
  | ScenePlayed
  | CharacterParts
  | SeatChanged

export type CreatureEvent =
  | CreatureCatalogue
  | CreatureHandles
  | PlayRefused
  | BodiesSelected
  | Variants
  | ChannelKeys
  | GaitCharted
  | MotionEvents

export type DoodleEvent =
  | PenRead
  | DoodleRead
  | DoodleVocabulary

export type FrameHeader =
  | PoseFrame
  | ClipFrame
  | MarkersFrame
  | TrailFrame
  | KeyChoicesFrame
  | KeysFrame
  | CurvesFrame
  | PerformFrame
  | GhostFrame
  | PlaceFrame
  | HealthFrame
  | ContactFrame
  | PathFrame
  | PlayFrame
  | ShapeFrame
  | GroundFrame
  | InkFrame
  | PropsFrame
  | DoodleFrame
  | SceneFrame
  | ScenePropFrame
  | ScenePropShape
  | SceneCameraFrame

export type DocumentRecord =
  | CharacterRecord
  | MotionRecord
  | SetRecord
  | AnimationRecord
  | DoodleRecord
  | PoseRecord
  | TakeRecord
  | PenRecord
  | StageRecord
  | SceneRecord
  | ViewRecord

export const CAPS = ["root", "spine", "limb", "grasper", "foot", "mouth", "eye", "ear", "head", "wing", "tail", "spike"] as const
export type Cap = (typeof CAPS)[number]

export const EDIT_KINDS = ["add_character", "import_files", "remove_record", "rename_record", "rename_document", "set_caps", "set_mirror_pairs", "mark_contact", "unmark_contact", "place_character", "place_clip", "move_clip", "trim_clip", "change_clip", "remove_clips", "split_clip", "add_scene_layer", "change_scene_layer", "remove_scene_layer", "set_scene_targets", "set_shots", "add_scene_prop", "move_scene_prop", "change_scene_prop", "remove_scene_prop", "set_handshakes", "light_scene", "clear_scene", "play_on", "turn_joint", "reach_joint", "move_pose", "mirror_pose", "reset_pose", "discard_pose", "move_controller", "add_set", "add_cast_sets", "make_set", "duplicate_set", "mirror_set", "set_targets", "key_part", "place_locator", "set_blending", "colour_set", "reorder_set", "arrange_set", "start_walking", "stop_walking", "connect_set", "disconnect_set", "set_home", "set_key", "update_key", "move_marker", "rename_key", "delete_key", "mirror_key", "show_key", "record_take", "recover_take", "mute_layer", "unmute_layer", "solo_layer", "unsolo_layer", "delete_layer", "duplicate_layer", "reorder_layer", "rename_layer", "stretch_layer", "shift_layer", "smooth_layer", "loop_layer", "move_path", "insert_path_key", "delete_path_key", "move_path_key", "smooth_path_key", "set_fade", "walk", "set_walking_spans", "draw_way", "clear_way", "walk_along", "stay_in_place", "choose_keys", "add_keyed_motion", "move_columns", "retime_columns", "add_column", "delete_columns", "tag_columns", "move_keys", "move_handle", "smooth_handles", "align_handles", "flatten_handles", "straighten_handles", "hold_keys", "tween_pose", "hold_pose", "ease_segment", "match_ends", "put_keys_back", "refit_span", "clear_pose", "layer_motion", "add_layer", "weigh_layer", "merge_layers", "paste_poses", "break_handles", "delete_keys", "add_key", "pose_part", "pose_body", "add_doodle", "open_example", "draw_stroke", "recover_stroke", "erase_ink", "clear_doodle", "label_stroke", "read_stroke", "move_drawn_joint", "choose_guess", "read_piece", "move_landing", "move_apex", "retime_piece", "set_hand", "add_prop", "move_prop", "push_prop", "turn_prop", "resize_prop", "change_prop", "remove_prop", "set_picture", "move_picture", "remove_picture", "move_camera", "show_space", "show_sheet", "teach_gesture", "forget_gesture", "set_actor", "keep_motion", "make_creature", "add_part", "add_limb", "remove_piece", "swap_piece", "mirror_piece", "unmirror_piece", "move_piece", "resize_piece", "shape_limb", "shape_torso", "paint_creature", "replace_plan", "add_animation", "play_animation", "choose_variant", "set_gait", "set_layers", "edit_gait", "fit_gait", "reset_gait", "move_target", "bind_target", "release_target", "shape_ground", "level_ground", "add_channel", "delete_channel", "duplicate_channel", "rename_channel", "reorder_channel", "set_context", "set_position_mode", "set_rotation_mode", "set_target", "arrange_channel", "set_channel_keys", "insert_channel_key", "set_length", "loop_animation", "play_once", "describe_animation", "set_branch", "set_side_rules", "set_events", "declare_target", "remove_target", "replace_animation"] as const
export type EditKind = (typeof EDIT_KINDS)[number]

export const KEY_TAGS = ["keypose", "breakdown", "detail"] as const
export type KeyTag = (typeof KEY_TAGS)[number]

export const MANIPULATOR_KINDS = ["joint", "handle", "pole", "locator", "controller"] as const
export type ManipulatorKind = (typeof MANIPULATOR_KINDS)[number]

export const POSE_HOLDS = ["none", "body", "balls"] as const
export type PoseHold = (typeof POSE_HOLDS)[number]

export const PROP_KINDS = ["box", "ball", "tree"] as const
export type PropKind = (typeof PROP_KINDS)[number]

export const RADIAL_FUNCTIONS = ["linear", "gaussian", "hardy", "thin-plate"] as const
export type RadialFunction = (typeof RADIAL_FUNCTIONS)[number]

export const EVENT_KINDS = ["sound", "visual", "data"] as const
export type EventKind = (typeof EVENT_KINDS)[number]

export const PREDICATES = ["upright spine", "has graspers", "has feet", "has a mouth", "has a head", "has eyes", "has a tail", "has wings", "has limbs"] as const
export type Predicate = (typeof PREDICATES)[number]

export const SCALES = ["none", "creature", "limb", "stance"] as const
export type Scale = (typeof SCALES)[number]

export const SECONDARYS = ["off", "reach", "direction", "surface"] as const
export type Secondary = (typeof SECONDARYS)[number]

export const SIDES = ["same", "opposite"] as const
export type Side = (typeof SIDES)[number]

export const WANTEDS = ["true", "false", "ignore"] as const
export type Wanted = (typeof WANTEDS)[number]

/** Commands that change nothing in the document: while they wait, everything is saved. */
export const READS: ReadonlySet<Command["type"]> = new Set<Command["type"]>([
  "RequestClip",
  "RequestTrail",
  "OpenKeys",
  "MeasureKeys",
  "RequestKeys",
  "RequestCurves",
  "RequestGhost",
  "RequestPlace",
  "RequestContacts",
  "RequestHealth",
  "CountEffort",
  "Perform",
  "RequestPath",
  "RequestCatalogue",
  "RequestHandles",
  "TryOn",
  "RequestGround",
  "RequestMotionEvents",
  "SelectBodies",
  "ListVariants",
  "RequestChannelKeys",
  "RequestGaitChart",
  "RequestDoodle",
  "RequestVocabulary",
  "RequestScene",
  "RequestParts",
])
