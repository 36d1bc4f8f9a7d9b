"""Records: what a document is made of, as it is stored and as pages see it.

Small facts live in records, big arrays in content-addressed blobs that records name by hash. A record's
layout is versioned by kind in `migrations.py`: change a field here and a migration there is due.
"""

import secrets
from typing import ClassVar, Literal

import msgspec

from kinegraph.core.body import Cap
from kinegraph.creatures.animation.motion_schema import MotionFile
from kinegraph.creatures.maker.creature_plan import CreaturePlan
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.studio.document.creature_fields import CreaturePlaying, StageGround
from kinegraph.studio.document.doodle_fields import (
    DoodleCamera,
    DoodlePicture,
    DoodleProp,
    Drawing,
    HandLesson,
    InkKind,
    InkStroke,
    LearntGesture,
    PieceChoice,
    Point,
)
from kinegraph.studio.document.key_fields import Keying, Layering
from kinegraph.studio.document.perform_fields import (
    KeyMarker,
    LayerRelease,
    LayerSwitch,
    PoseHold,
    Quaternion,
    Recording,
    SetManipulator,
    Vector,
)
from kinegraph.studio.document.scene_fields import SceneHandshake, SceneProp, SceneShot, SceneTrack


class RecordBase(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Fields of every record.

    id: Unique in its document, never used again.
    """

    id: str

    @property
    def blobs(self) -> tuple[str, ...]:
        """Hashes of the blobs that this record needs."""
        return ()

    @property
    def remakable_blobs(self) -> tuple[str, ...]:
        """Those of them that can be made again from the record alone: history does without them."""
        return ()


class CharacterRecord(RecordBase, tag_field="kind", tag="character", frozen=True, kw_only=True):
    """A character in the library.

    cast: The built-in character it came from, or null.
    file: The name of the file it came from, or null.
    joints: Joint names, in joint order: every array over joints uses this order.
    parents: Parent index per joint, -1 for the root.
    caps: Capabilities per joint ("grasper", "foot", ...).
    mirror: Per joint the joint on the other side, or itself.
    sides: Per joint +1 left (+X), -1 right, 0 centre.
    height: Of the rest pose [m].
    triangles: How many the meshes and skins have together.
    notes: What the importer repaired, dropped or guessed.
    plan: What the creature maker made it from, and `EditCreature` edits; null for characters that came
        otherwise.
    blob: The character's arrays.
    """

    name: str
    cast: str | None = None
    file: str | None = None
    joints: tuple[str, ...]
    parents: tuple[int, ...]
    caps: tuple[tuple[Cap, ...], ...]
    mirror: tuple[int, ...]
    sides: tuple[int, ...]
    height: float
    triangles: int
    notes: tuple[str, ...] = ()
    plan: CreaturePlan | None = None
    blob: str

    @property
    def blobs(self) -> tuple[str, ...]:
        return (self.blob,)

    @property
    def remakable_blobs(self) -> tuple[str, ...]:
        return () if self.plan is None else (self.blob,)


class MotionRecord(RecordBase, tag_field="kind", tag="motion", frozen=True, kw_only=True):
    """A motion in the library.

    form: A dense clip, keyed curves, captured points without a skeleton, a performance: a hand's recorded
        paths, from which the engine makes the frames, an animation for any creature, played on this one,
        what the lines of a doodle say, or a base with layers.
    character: The character record whose skeleton it moves; null for markers.
    file: The name of the file it came from, or null.
    fps: Frames per second [1/s].
    frames: How many frames it has, baked on its frame grid where it is keyed.
    duration: From first frame to last [s].
    keys: Number of key columns of an animation; 0 for dense motion.
    points: Names of the markers, in the order of their arrays; empty where there is a skeleton.
    keying: What it was made from in Keys; null for motions that came otherwise.
    recording: The layers of a performance; null for other forms.
    playing: What a creature plays; null for other forms.
    drawing: What a doodle's lines make it of; null for other forms.
    layering: The base and the layers over it; null for other forms.
    blob: The motion's arrays. Whatever changes the motion's frames changes this hash, so it tells a page
        when to ask for them again.
    """

    name: str
    form: Literal["clip", "animation", "markers", "performance", "creature", "doodle", "layered"]
    character: str | None = None
    file: str | None = None
    fps: float
    frames: int
    duration: float
    keys: int = 0
    points: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    keying: Keying | None = None
    recording: Recording | None = None
    playing: CreaturePlaying | None = None
    drawing: Drawing | None = None
    layering: Layering | None = None
    blob: str

    @property
    def blobs(self) -> tuple[str, ...]:
        if self.drawing is not None:
            return (self.blob, *self.drawing.ink)
        if self.layering is not None:
            return (self.blob, self.layering.base.blob, *(each.part.blob for each in self.layering.layers))
        scores = (self.playing.score, *(layer.score for layer in self.playing.layers)) if self.playing else ()
        return (self.blob, *(score for score in scores if score))


class Placement(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Placement of a character: turned by `heading` about +Y [rad], then moved to `position` [m]."""

    character: str
    position: Vector = (0.0, 0.0, 0.0)
    heading: float = 0.0


class SetRecord(RecordBase, tag_field="kind", tag="set", frozen=True, kw_only=True):
    """A spatial set: key poses of a character, tied to places.

    Places and home are in the space of the set's controller: the character's own [m], or where there is a
    carrier, that joint's.

    name: Unique among the character's sets.
    order: Where it stands among them, ascending. Of alternatives, which key something in common, the first is
        in force unless a performance says otherwise.
    colour: 0 to 7, of the markers and the controller.
    function, degree: How keys blend: the radial function, and the degree of the polynomial under it, -1 for
        none.
    home: Where the controller rests.
    keys: In the order they were set.
    walks: Whether the feet carry the character along while it is performed, unless the take says otherwise.
    rank: 1 for a set that moves the body itself, one more for each set in between. Set by the engine.
    parent: The set that moves this one's controller, by id; null for one of the highest. Set by the engine.
    carrier: The joint that carries controller and markers along; null for none. Set by the engine.
    blob: What the keys hold: positions (K, M, 3) [m] and rotations (K, M, 4) of the manipulators.
    """

    character: str
    name: str
    order: int
    colour: int = 0
    manipulators: tuple[SetManipulator, ...]
    function: RadialFunction = RadialFunction.LINEAR
    degree: int = 1
    home: Vector = (0.0, 0.0, 0.0)
    keys: tuple[KeyMarker, ...] = ()
    walks: bool = False
    rank: int = 1
    parent: str | None = None
    carrier: int | None = None
    blob: str

    @property
    def blobs(self) -> tuple[str, ...]:
        return (self.blob,)


class AnimationRecord(RecordBase, tag_field="kind", tag="animation", frozen=True, kw_only=True):
    """An animation that belongs to no creature. Motions of form "creature" play it on one.

    name: Unique in the document.
    shipped: The shipped animation that it began as, or null.
    motion: The animation, as a .kinemotion file holds it (see docs/creature-motion-format.md).
    targets: Where its external targets stand on the stage, for all motions that play it, by name [m]; others
        are where the animation itself puts them, for each creature apart.
    """

    name: str
    shipped: str | None = None
    motion: MotionFile
    targets: dict[str, Vector] = {}


class DoodleRecord(RecordBase, tag_field="kind", tag="doodle", frozen=True, kw_only=True):
    """A drawing and the lines that say what it does. The character and its motion are made of it.

    name: Unique among doodles.
    strokes: In the order they were drawn.
    joints: Where the user put joints of the drawn character, by name, on the sheet [m].
    choices: The motions that the user chose for pieces of lines.
    camera: From where it is looked at; null for the sheet.
    taught: Gestures of its own.
    actor: The character that performs the lines instead of the drawn one; null for the drawn one.
    character: The character that was drawn; null while it is incomplete. Set by the engine.
    motion: The motion of its lines, of form "doodle", for the character that performs; null while there is
        no character. Set by the engine.
    sheet: The doodle on whose sheet this character is drawn: props, picture, camera, taught gestures, drawn
        ground and scenery are those of that doodle. Null for a sheet of its own.
    hand: What is known of the writer's hand from elsewhere.
    learns: Whether choices for pieces, in all doodles of the document, teach the reader this hand.
    lessons: What the choices of this doodle teach. Set by the engine.
    state: A hash of all that changes what is read: a `DoodleRead` with the same is up to date.
    """

    name: str
    strokes: tuple[InkStroke, ...] = ()
    joints: dict[str, Point] = {}
    choices: tuple[PieceChoice, ...] = ()
    props: tuple[DoodleProp, ...] = ()
    picture: DoodlePicture | None = None
    camera: DoodleCamera | None = None
    taught: tuple[LearntGesture, ...] = ()
    actor: str | None = None
    character: str | None = None
    motion: str | None = None
    sheet: str | None = None
    hand: tuple[HandLesson, ...] = ()
    learns: bool = True
    lessons: tuple[HandLesson, ...] = ()
    state: str = ""

    @property
    def blobs(self) -> tuple[str, ...]:
        drawn = (
            *(stroke.blob for stroke in self.strokes),
            *(blob for gesture in self.taught for blob in gesture.blobs),
        )
        return drawn if self.picture is None else (*drawn, self.picture.blob)


class PenRecord(RecordBase, tag_field="kind", tag="pen", frozen=True, kw_only=True):
    """A stroke being drawn. It is kept but is no part of undo, and goes when the pen leaves the paper.

    id: The stroke's.
    at, camera: As `InkStroke` has them.
    points: How many are on disk.
    until: When the last of them was, since the pen came down [s]; -1 before the first.
    chunks: The blobs that hold them.
    """

    doodle: str
    ink: InkKind
    at: float = 0.0
    camera: DoodleCamera | None = None
    points: int = 0
    until: float = -1.0
    chunks: tuple[str, ...] = ()

    @property
    def blobs(self) -> tuple[str, ...]:
        return self.chunks


class PoseRecord(RecordBase, tag_field="kind", tag="pose", frozen=True, kw_only=True):
    """The pose that is being designed for a character; without one it is the rest pose.

    root: Where the root is, in the character's space [m].
    rotations: Per joint, parent-from-joint, xyzw.
    translations: Per joint in its parent's frame [m]; null where only the root moves.
    controllers: Where controllers were put by hand, by the id of their set, in their own space [m]: what a
        key of a synchronizing set holds.
    held: Whether it was made by hand and waits to be stored in a key or discarded.
    """

    character: str
    root: Vector
    rotations: tuple[Quaternion, ...]
    translations: tuple[Vector, ...] | None = None
    controllers: dict[str, Vector] = {}
    held: PoseHold = PoseHold.NONE


class TakeRecord(RecordBase, tag_field="kind", tag="take", frozen=True, kw_only=True):
    """A recording under way. It is kept but is no part of undo, and goes when the recording ends.

    set: Whose controller the hand moves.
    motion: The performance that it is recorded over; null for a new one.
    punch: The layer of that performance whose time is recorded anew; null for a layer on top.
    at: When in the performance it begins [s].
    speed: At how many times its speed the performance plays meanwhile.
    walks, fade: Of a new performance.
    placement: Where the character stood when it began.
    samples: How many positions of the hand are on disk.
    until: When the last of them was, since the take began [s]; -1 before the first.
    chunks: The blobs that hold them.
    """

    character: str
    set: str
    motion: str | None = None
    punch: str | None = None
    at: float = 0.0
    speed: float = 1.0
    walks: bool = False
    fade: float = 0.25
    placement: Placement
    samples: int = 0
    until: float = -1.0
    chunks: tuple[str, ...] = ()
    switches: tuple[LayerSwitch, ...] = ()
    releases: tuple[LayerRelease, ...] = ()

    @property
    def blobs(self) -> tuple[str, ...]:
        return self.chunks


class StageRecord(RecordBase, tag_field="kind", tag="stage", frozen=True, kw_only=True):
    """Placements of all characters. There is one, with the id "stage"; changing it can be undone.

    title: What people call the document; empty until the user names it.
    ground: On which creatures walk.
    """

    ID: ClassVar[str] = "stage"

    id: str = ID
    title: str = ""
    placements: tuple[Placement, ...] = ()
    ground: StageGround = StageGround()


class SceneRecord(RecordBase, tag_field="kind", tag="scene", frozen=True, kw_only=True):
    """The tracks on which characters play together. There is one, with the id "scene"; changing it can be
    undone.

    tracks: One a character, in the order in which they were begun.
    shots: In the order of their starts; none for a camera that sees everything.
    light: Of its films, and of the stage while the scene is shown; null for that of the page.
    """

    ID: ClassVar[str] = "scene"

    id: str = ID
    tracks: tuple[SceneTrack, ...] = ()
    props: tuple[SceneProp, ...] = ()
    handshakes: tuple[SceneHandshake, ...] = ()
    light: Literal["dark", "light"] | None = None
    shots: tuple[SceneShot, ...] = ()


class ViewRecord(RecordBase, tag_field="kind", tag="view", frozen=True, kw_only=True):
    """The view and its playback. There is one, with the id "view".

    It is kept across restarts but is no part of undo: Ctrl+Z should not change the selection. Its
    references are soft; one whose record was removed reads as null until undo brings the record back.

    follow: The character that follows the pointer, or null.
    span: The part of the motion that plays, from and to [s]; null for all of it.
    doodle: The doodle on the paper, or null.
    """

    ID: ClassVar[str] = "view"

    id: str = ID
    character: str | None = None
    motion: str | None = None
    follow: str | None = None
    loop: bool = True
    speed: float = 1.0
    span: tuple[float, float] | None = None
    doodle: str | None = None


Record = (
    CharacterRecord
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
)
# What is kept without being part of undo.
KEPT = (TakeRecord, PenRecord, ViewRecord)


def new_id(prefix: str) -> str:
    """An id that no record has: "c-..." for a character, "m-..." a motion, "s-..." a set, "a-..." an
    animation, "d-..." a doodle, "t-..." a take, "p-..." a placed clip, "l-..." a layer, "v-..." a shot.
    """
    return f"{prefix}-{secrets.token_hex(6)}"
