"""The motions of records, unpacked, with those last used kept at hand. Its methods block: for threads."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from kinegraph.characters.anatomy import guess_anatomy
from kinegraph.core.animation import Animation
from kinegraph.core.bake import bake
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.studio import edits
from kinegraph.studio.looks import Looks
from kinegraph.studio.motion_blob import Motion, unpack_motion
from kinegraph.studio.records import MotionRecord, Record

_MOST_KEPT = 8  # motions; more than a drag, its source and some pages' others need


@dataclass(frozen=True, eq=False)
class ShelvedMotion:
    """A motion with what it needs of its character.

    blob: The motion's arrays as they are stored.
    contacts: Where the character may touch the ground, as marked or as it looks.
    """

    motion: Motion
    blob: bytes
    contacts: tuple[ContactPoint, ...]


class MotionShelf:
    """Reads motions, and remembers some."""

    def __init__(
        self, records: Callable[[], Mapping[str, Record]], read_blob: Callable[[str], bytes], looks: Looks
    ):
        """records: Gives the document's records as they are."""
        self._records, self._read_blob, self._looks = records, read_blob, looks
        self._kept: OrderedDict[tuple[str, str, float, str], ShelvedMotion] = OrderedDict()
        self._lock = threading.Lock()

    def take(self, record: MotionRecord) -> ShelvedMotion:
        """The motion of a record."""
        owner = None
        if record.character is not None:
            owner = edits.character_record(self._records(), record.character)
        key = (record.blob, owner.blob if owner else "", record.fps, record.name)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        blob = self._read_blob(record.blob)
        who = self._looks.character(owner) if owner else None
        motion = unpack_motion(blob, record, who.skeleton if who else None)
        contacts = (who.contacts or guess_anatomy(who).contacts) if who else ()
        found = ShelvedMotion(motion, blob, contacts)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > _MOST_KEPT:
                self._kept.popitem(last=False)
        return found

    def clip(self, record: MotionRecord) -> Clip:
        """The motion frame by frame, baked where it is keyed; refuses markers."""
        motion = self.take(record).motion
        if isinstance(motion, MarkerClip):
            raise InvalidValue(f"{record.name} is of markers: keys need a motion of a skeleton.")
        return bake(motion) if isinstance(motion, Animation) else motion

    def animation(self, record: MotionRecord) -> Animation:
        """The keyed motion of a record; refuses others."""
        motion = self.take(record).motion
        if not isinstance(motion, Animation):
            raise InvalidValue(f"{record.name} has no keys: choose some in Keys first.")
        return motion
