"""Commands of Perform: posing, spatial sets and their keys, performing live, and takes.

Two spaces: what a hand does on the stage (turns, targets, shifts, the cursor, samples of a take) is in
the world; markers and homes in the space of their set's controller, as `SetRecord` has them.
"""

from typing import Annotated, ClassVar

import msgspec

from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.studio.document.perform_fields import (
    GroundPoint,
    LayerRelease,
    LayerSwitch,
    Quaternion,
    SetManipulator,
    Vector,
)
from kinegraph.studio.protocol.commands import DragStep, Id, Request, Text

Sample = tuple[float, float, float, float]
Samples = Annotated[tuple[Sample, ...], msgspec.Meta(max_length=10_000)]
Few = msgspec.Meta(max_length=1_000)
Fade = Annotated[float, msgspec.Meta(ge=0.0, le=10.0)]
Names = Annotated[tuple[Text, ...], msgspec.Meta(max_length=10_000)]


class TurnJoint(DragStep, frozen=True, kw_only=True):
    """Turns a joint of the pose that is being designed; what hangs on it goes along.

    rotation: In the world, xyzw, from where the drag began.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("character", "joint")

    character: Id
    joint: int
    rotation: Quaternion


class ReachJoint(DragStep, frozen=True, kw_only=True):
    """Brings a point of a joint to a place, by turning the joints above it; the limb's before the body's.

    target: In the world [m].
    offset: The point that was taken hold of, in the joint's frame [m].
    upright: Whether the joint keeps its rotation in the world, as a foot on the ground does.
    """

    drag_key: ClassVar[tuple[str, ...]] = ("character", "joint")

    character: Id
    joint: int
    target: Vector
    offset: Vector = (0.0, 0.0, 0.0)
    upright: bool = False


class MovePose(DragStep, frozen=True, kw_only=True):
    """Moves the whole pose. shift: In the world, from where the drag began [m]."""

    drag_key: ClassVar[tuple[str, ...]] = ("character",)

    character: Id
    shift: Vector


class MoveController(DragStep, frozen=True, kw_only=True):
    """Puts a set's controller somewhere; the pose that is being designed becomes what the sets make of it.

    This is how keys of a synchronizing set are posed.

    place: In the controller's own space [m].
    hold: Whether that pose is then held for the set that moves this one (`PoseHold.BALLS`).
    """

    drag_key: ClassVar[tuple[str, ...]] = ("set",)

    set: Id
    place: Vector
    hold: bool = False


class ResetPose(Request, frozen=True, kw_only=True):
    """Back to the rest pose, controllers to their homes."""

    character: Id


class DiscardPose(Request, frozen=True, kw_only=True):
    """Drops the pose that is held (`PoseRecord.held`): the character rests, until a controller moves it."""

    character: Id


class MirrorPose(Request, frozen=True, kw_only=True):
    """Exchanges left and right in the pose that is being designed."""

    character: Id


class AddSet(Request, frozen=True, kw_only=True):
    """Makes a set without keys.

    name: Null for the next free "set N".
    joints: Names of the joints that it keys; null for the whole body.
    controllers: Ids of sets whose controllers it moves, for a synchronizing set; then `joints` may only
        name joints that it keys beside them.
    """

    character: Id
    name: Text | None = None
    joints: Names | None = None
    controllers: Annotated[tuple[Id, ...], Few] = ()


class SetTargets(Request, frozen=True, kw_only=True):
    """Changes what a set keys. Its keys hold what they held; of what is new, the rest pose and the homes.

    joints: Names of the joints that it keys.
    controllers: Ids of the sets whose controllers it moves.
    """

    set: Id
    joints: Names
    controllers: Annotated[tuple[Id, ...], Few] = ()


class KeyPart(Request, frozen=True, kw_only=True):
    """Makes a set key one part: a handle with up to six degrees of freedom, a pole, a locator, or a joint.

    Its keys hold what the part does in each of them.

    part: Neither `moves` nor `turns` for a part that the set keys no longer; not a controller.
    """

    set: Id
    part: SetManipulator


class PlaceLocator(Request, frozen=True, kw_only=True):
    """Puts a locator of a set somewhere in one of its poses.

    target: The locator's name.
    place: In the space of the set's controller [m].
    """

    set: Id
    key: Text
    target: Text
    place: Vector


class SetBlending(Request, frozen=True, kw_only=True):
    """Sets the blending of a set's keys. degree: Of the polynomial under them, -1 for none, 0 or 1."""

    set: Id
    function: RadialFunction
    degree: int


class ArrangeSet(Request, frozen=True, kw_only=True):
    """Changes how a set is shown, and how it is performed; null for what stays.

    colour: 0 to 7, of its markers and its controller.
    to: Where it stands among the character's sets, counted from 0. Of alternatives the first is in force.
    walks: Whether the feet carry the character along while it is performed.
    """

    set: Id
    colour: Annotated[int, msgspec.Meta(ge=0, le=7)] | None = None
    to: Annotated[int, msgspec.Meta(ge=0, le=1_000)] | None = None
    walks: bool | None = None


class DriveSet(Request, frozen=True, kw_only=True):
    """Lets a set's controller be moved by another set, whose keys hold it at home until they are updated.

    by: Null to take it out of the one that moves it.
    """

    set: Id
    by: Id | None = None


class SetHome(DragStep, frozen=True, kw_only=True):
    """Moves the place where a set's controller rests."""

    drag_key: ClassVar[tuple[str, ...]] = ("set",)

    set: Id
    place: Vector


class SetKey(Request, frozen=True, kw_only=True):
    """Ties the pose that is being designed to a place.

    The first key's place becomes the set's home.

    place: Null for where the set comes nearest to the pose already; the first key then goes to the home.
    name: Null for the next free "key N".
    controller: Where the set's controller is while it leads: the pose that it gives there becomes the one
        that is being designed, in the same edit. Null to set the designed pose as it is.
    """

    set: Id
    place: Vector | None = None
    name: Text | None = None
    controller: Vector | None = None


class MoveMarker(DragStep, frozen=True, kw_only=True):
    """Moves a pose's marker."""

    drag_key: ClassVar[tuple[str, ...]] = ("set", "key")

    set: Id
    key: Text
    place: Vector


class UpdateKey(Request, frozen=True, kw_only=True):
    """Gives a key the pose that is being designed. controller: As for `SetKey`."""

    set: Id
    key: Text
    controller: Vector | None = None


class RenameKey(Request, frozen=True, kw_only=True):
    """Gives a key another name."""

    set: Id
    key: Text
    name: Text


class DeleteKey(Request, frozen=True, kw_only=True):
    """Removes a key."""

    set: Id
    key: Text


class MirrorKey(Request, frozen=True, kw_only=True):
    """Adds a key with left and right exchanged, its marker on the other side.

    name: Null for the key's own name with left and right exchanged, or followed by "mirrored".
    """

    set: Id
    key: Text
    name: Text | None = None


class MirrorSet(Request, frozen=True, kw_only=True):
    """Adds a set for the other side. name: As for `MirrorKey`."""

    set: Id
    name: Text | None = None


class DuplicateSet(Request, frozen=True, kw_only=True):
    """Adds a copy of a set, with copies of the sets whose controllers it moves.

    `Done.created` holds the copy's id first.

    name: Null for the set's own name followed by "copy".
    """

    set: Id
    name: Text | None = None


class ShowKey(Request, frozen=True, kw_only=True):
    """Makes a key's pose the one that is being designed."""

    set: Id
    key: Text


class RequestGhost(Request, frozen=True, kw_only=True):
    """Asks for a key's pose as a binary `GhostFrame`, then `Done`."""

    reads: ClassVar[bool] = True

    set: Id
    key: Text


class RequestPlace(Request, frozen=True, kw_only=True):
    """Asks where a set comes nearest to the pose that is being designed, as a binary `PlaceFrame`, then
    `Done`. The set has a key.
    """

    reads: ClassVar[bool] = True

    set: Id


class ToggleContact(Request, frozen=True, kw_only=True):
    """Marks the lowest point of a part as a contact point, on which the character stands and walks; a part
    that has contact points loses them. A character keeps at least one.
    """

    character: Id
    joint: int


class RequestContacts(Request, frozen=True, kw_only=True):
    """Asks for a character's contact points as a binary `ContactFrame`, then `Done`."""

    reads: ClassVar[bool] = True

    character: Id


class RequestHealth(Request, frozen=True, kw_only=True):
    """Asks where a set's poses cancel, miss their goals or turn joints fast, as a binary `HealthFrame`, then
    `Done`. The set has a key.
    """

    reads: ClassVar[bool] = True

    set: Id


class AddCastSets(Request, frozen=True, kw_only=True):
    """Gives a member of the cast its finished sets, and what it has performed with them, as one edit.

    Sets that are there already under their names stay as they are.
    """

    character: Id


class SetFromMotion(Request, frozen=True, kw_only=True):
    """Starts a job of kind "set" that makes a set of a motion's salient poses, and a performance that plays
    the motion again with it.

    count: How many keys.
    dimensions: 2 to perform with a mouse, 3 with something that reaches into space.
    """

    motion: Id
    count: Annotated[int, msgspec.Meta(ge=2, le=60)] = 9
    dimensions: Annotated[int, msgspec.Meta(ge=2, le=3)] = 2


class WalkAlong(Request, frozen=True, kw_only=True):
    """Adds a performance in which a set's poses walk once along a way, as one edit; no hand moves the ball.

    `Done.created` holds its id.

    way: Points on the ground, x and z in the world [m].
    """

    character: Id
    set: Id
    way: Annotated[tuple[GroundPoint, ...], msgspec.Meta(max_length=10_000)]


class CountEffort(Request, frozen=True, kw_only=True):
    """Starts a job of kind "effort" that counts the keyframes which a performance saves. Before it ends, this
    page gets `EffortCounted`.

    accuracy: Largest root mean square error of the keyframes, as a share of the character's height.
    """

    reads: ClassVar[bool] = True

    motion: Id
    accuracy: Annotated[float, msgspec.Meta(ge=1e-4, le=0.5)] = 0.01


class Perform(Request, frozen=True, kw_only=True):
    """Puts this page's cursor in charge of a set's controller: each `Cursor` is then answered, at all pages,
    by a `PerformFrame`. Another set that keys the same fades over.

    set: Null to let go.
    motion: A performance of the character whose layers play along at `Cursor.playhead`; null for none.
    punch: A layer of it that does not play, because it is to be recorded anew.
    walks: Whether the character goes where its feet push it; null for what the set says. With a motion, that
        one's word counts.
    fade: How long one set takes over from another [s]; null for the motion's word, or 0.25.
    released: Whether the controller is taken from the set above it.
    speed: At how many times its speed the motion plays, for what fades meanwhile.
    """

    reads: ClassVar[bool] = True

    character: Id
    set: Id | None
    motion: Id | None = None
    punch: Text | None = None
    walks: bool | None = None
    fade: Fade | None = None
    released: bool = False
    speed: Annotated[float, msgspec.Meta(ge=0.05, le=4.0)] = 1.0


class StartTake(Request, frozen=True, kw_only=True):
    """Begins a recording; `Done.created` holds the take's id.

    motion: The performance to record over; null for a new one.
    punch: The name of the layer whose time is recorded anew; null for a layer on top.
    at: When in the performance the take begins [s].
    speed: At how many times its speed the performance plays meanwhile: what a hand does in two seconds at
        0.5 becomes one second of motion.
    walks: For a new performance, whether the character goes where its feet push it; null for what the set
        says.
    fade: For a new performance, how long one set takes over from another [s].
    """

    character: Id
    set: Id
    motion: Id | None = None
    punch: Text | None = None
    at: Annotated[float, msgspec.Meta(ge=0.0, le=36_000.0)] = 0.0
    speed: Annotated[float, msgspec.Meta(ge=0.05, le=4.0)] = 1.0
    walks: bool | None = None
    fade: Fade = 0.25


class TakeSamples(Request, frozen=True, kw_only=True):
    """Adds what the hand did since the last; answered when it is on disk.

    samples: Time, x, y, z: when [s] since the take began, by the pointer events' own time stamps, and where
        the cursor was in the world [m]. Those not later than the ones before are left out.
    switches: To alternatives of the take's set, by id, in the same time.
    releases: When the controller was taken from the set above it, in the same time.
    """

    take: Id
    samples: Samples
    switches: Annotated[tuple[LayerSwitch, ...], Few] = ()
    releases: Annotated[tuple[LayerRelease, ...], Few] = ()


class EndTake(Request, frozen=True, kw_only=True):
    """Ends a recording. Kept, it is one edit "Record take"; `Done.created` holds a new performance's id.

    keep: False to throw it away.
    name: Of the new layer; null for the next free "take N".
    """

    take: Id
    keep: bool
    name: Text | None = None
