"""Records: what a document is made of, as it is stored and as pages see it.

Small facts live in records, big arrays in content-addressed blobs that records name by hash. A record's
layout is versioned by kind in `migrations.py`: change a field here and a migration there is due.
"""

import secrets
from typing import ClassVar, Literal

import msgspec

from kinegraph.core.body import Cap
from kinegraph.studio.keying import Keying

Vector = tuple[float, float, float]


class RecordBase(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """What every record has.

    id: Unique in its document, never used again.
    """

    id: str

    @property
    def blobs(self) -> tuple[str, ...]:
        """Hashes of the blobs that this record needs."""
        return ()


class CharacterRecord(RecordBase, tag_field="kind", tag="character", frozen=True, kw_only=True):
    """Someone in the library.

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
    blob: str

    @property
    def blobs(self) -> tuple[str, ...]:
        return (self.blob,)


class MotionRecord(RecordBase, tag_field="kind", tag="motion", frozen=True, kw_only=True):
    """A motion in the library.

    form: A dense clip, keyed curves, or captured points without a skeleton.
    character: The character record whose skeleton it moves; null for markers.
    file: The name of the file it came from, or null.
    fps: Frames per second [1/s].
    frames: How many frames it has, baked on its frame grid where it is keyed.
    duration: From first frame to last [s].
    keys: Number of key columns of an animation; 0 for dense motion.
    points: Names of the markers, in the order of their arrays; empty where there is a skeleton.
    keying: What it was made from in Keys; null for motions that came otherwise.
    blob: The motion's arrays.
    """

    name: str
    form: Literal["clip", "animation", "markers"]
    character: str | None = None
    file: str | None = None
    fps: float
    frames: int
    duration: float
    keys: int = 0
    points: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    keying: Keying | None = None
    blob: str

    @property
    def blobs(self) -> tuple[str, ...]:
        return (self.blob,)


class Placement(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Where a character stands: turned by `heading` about +Y [rad], then moved to `position` [m]."""

    character: str
    position: Vector = (0.0, 0.0, 0.0)
    heading: float = 0.0


class StageRecord(RecordBase, tag_field="kind", tag="stage", frozen=True, kw_only=True):
    """Who stands where. There is one, with the id "stage"; changing it can be undone.

    title: What people call the document; empty until somebody names it.
    """

    ID: ClassVar[str] = "stage"

    id: str = ID
    title: str = ""
    placements: tuple[Placement, ...] = ()


class ViewRecord(RecordBase, tag_field="kind", tag="view", frozen=True, kw_only=True):
    """What is being looked at and how it plays. There is one, with the id "view".

    It is kept across restarts but is no part of undo: nobody wants Ctrl+Z to change the selection. Its
    references are soft; one whose record was removed reads as null until undo brings the record back.

    follow: The character that follows the pointer, or null.
    span: The part of the motion that plays, from and to [s]; null for all of it.
    """

    ID: ClassVar[str] = "view"

    id: str = ID
    character: str | None = None
    motion: str | None = None
    follow: str | None = None
    loop: bool = True
    speed: float = 1.0
    span: tuple[float, float] | None = None


Record = CharacterRecord | MotionRecord | StageRecord | ViewRecord


def new_id(prefix: str) -> str:
    """An id that no record has: "c-..." for a character, "m-..." for a motion."""
    return f"{prefix}-{secrets.token_hex(6)}"
