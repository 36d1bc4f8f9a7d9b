"""The motions of records, unpacked, with those last used kept at hand. Its methods block: for threads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import bake
from kinegraph.core.character import ContactPoint, Symmetry
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.remembered import Remembered
from kinegraph.keys.layer_stack import LayerStack
from kinegraph.perform.playing.rig_player import Performed
from kinegraph.studio.creatures.ready_creatures import Creatures
from kinegraph.studio.document import edits
from kinegraph.studio.document.doodle_blob import DoodleBlob
from kinegraph.studio.document.edits import Outdated, Records
from kinegraph.studio.document.motion_blob import Motion
from kinegraph.studio.document.perform_fields import Recording
from kinegraph.studio.document.performance_blob import performed, rig_hash, unpack_layers
from kinegraph.studio.document.records import CharacterRecord, MotionRecord
from kinegraph.studio.document.spatial_set_blob import ReadBlob
from kinegraph.studio.doodles.works import DoodleWorks
from kinegraph.studio.motions.layered_motion import stack_of
from kinegraph.studio.motions.motion_of_record import motion_of_record, walked_level
from kinegraph.studio.perform.rigs import Rigs
from kinegraph.studio.protocol.motion_frames import clip_frame
from kinegraph.studio.running.looks import Looks

_MOST_STACKS = 4  # layered motions, unpacked
_MOST_KEPT = 8  # motions; more than a drag, its source and some pages' others need


@dataclass(frozen=True, eq=False)
class ShelvedMotion:
    """A motion with what it needs of its character.

    blob: The motion's arrays as they are stored.
    contacts: Where the character may touch the ground, as marked or as it looks.
    symmetry: Of the character, where it has one.
    walked: (F, 4) how far feet carry it along the ground, as a `MadeMotion` has it.
    """

    motion: Motion
    blob: bytes
    contacts: tuple[ContactPoint, ...]
    walked: Floats | None = None
    symmetry: Symmetry | None = None


class MotionShelf:
    """Reads motions, and remembers some."""

    def __init__(
        self,
        records: Callable[[], Records],
        read_blob: Callable[[str], bytes],
        looks: Looks,
        rigs: Rigs,
        creatures: Creatures,
        doodles: DoodleWorks,
    ) -> None:
        """
        records: Gives the document's records as they are.
        rigs: Has the sets that performances are played with.
        creatures, doodles: Play what has no frames of its own.
        """
        self._records, self._read_blob, self._looks, self._rigs = records, read_blob, looks, rigs
        self._creatures, self._doodles = creatures, doodles
        self._kept = Remembered[ShelvedMotion](_MOST_KEPT)
        self._stacks = Remembered[LayerStack](_MOST_STACKS)

    def take(self, record: MotionRecord, records: Records | None = None) -> ShelvedMotion:
        """The motion of a record.

        records: Those that the record is one of; the document's as they are by default, which raises Outdated
            for a performance whose sets have changed meanwhile.
        """
        owner, records = None, self._records() if records is None else records
        if record.character is not None:
            owner = edits.character_record(records, record.character)
        key = (record.blob, owner.blob if owner else "", record.fps, record.name)
        return self._kept.get(key, lambda: self._make(record, owner, records))

    def _make(self, record: MotionRecord, owner: CharacterRecord | None, records: Records) -> ShelvedMotion:
        """The motion of a record, unpacked or played anew."""
        blob = self._read_blob(record.blob)
        who = self._looks.character(owner) if owner else None
        players = self._players(records)
        made = motion_of_record(record, blob, who.skeleton if who else None, players)
        contacts = (who.contacts or guess_anatomy(who).contacts) if who else ()
        return ShelvedMotion(made.motion, blob, contacts, made.walked, who.symmetry if who else None)

    def preview_frame(self, edit: edits.Edit, id: str) -> bytes:
        """Frames that show a performance as an edit that is not made yet would leave it."""
        record = edit.changes[id]
        assert isinstance(record, MotionRecord)
        assert record.recording is not None
        players = self._players(self._records())
        done = players.perform(record, edit.blobs[record.blob], record.recording)
        return clip_frame(id, "", done.clip, walked_level(done))

    def stack(self, record: MotionRecord, blobs: Mapping[str, bytes] = MappingProxyType({})) -> LayerStack:
        """The base and the layers of a layered motion; refuses others. blobs: Those not stored yet."""
        if record.layering is None or record.character is None:
            raise InvalidValue(f"{record.name} has no layers; add one in Keys first.")
        owner = edits.character_record(self._records(), record.character)
        skeleton, layering = self._looks.character(owner).skeleton, record.layering

        def read(blob: str) -> bytes:
            return blobs[blob] if blob in blobs else self._read_blob(blob)

        key = (record.blob, owner.blob, str(record.frames), str(record.fps))
        return self._stacks.get(key, lambda: stack_of(record, layering, skeleton, read))

    def _players(self, records: Records) -> "_LivePlayers":
        return _LivePlayers(records, self._read_blob, self._rigs, self._creatures, self._doodles)

    def clip(self, record: MotionRecord) -> Clip:
        """The motion frame by frame, baked where it is keyed; refuses markers."""
        motion = self.take(record).motion
        if isinstance(motion, MarkerClip):
            raise InvalidValue(f"{record.name} consists of markers; keyframes need a motion of a skeleton.")
        return bake(motion) if isinstance(motion, Animation) else motion

    def motions_of(self, character: str | None) -> list[MotionRecord]:
        """The motions of a character, in an order that stays."""
        found = (record for _, record in sorted(self._records().items()))
        return [each for each in found if isinstance(each, MotionRecord) and each.character == character]

    def animation(self, record: MotionRecord) -> Animation:
        """The keyed motion of a record; refuses others."""
        motion = self.take(record).motion
        if not isinstance(motion, Animation):
            raise InvalidValue(f"{record.name} has no keyframes; choose some in Keys first.")
        return motion


@dataclass(frozen=True, eq=False)
class _LivePlayers:
    """Plays with what an open studio keeps ready."""

    records: Records
    read_blob: ReadBlob
    rigs: Rigs
    creatures: Creatures
    doodles: DoodleWorks

    def perform(self, record: MotionRecord, blob: bytes, recording: Recording) -> Performed:
        character = str(record.character)
        sets = edits.sets_of(self.records, character)
        if rig_hash(sets) != recording.rig:
            raise Outdated(f"The sets of {record.name} were changed meanwhile.")
        playable = self.rigs.playable(self.records, character)
        return performed(record, unpack_layers(blob, recording), playable, sets)

    def play(self, record: MotionRecord, blob: bytes) -> Clip:
        return self.creatures.take(record, edits.character_record(self.records, str(record.character)))

    def draw(self, record: MotionRecord, content: DoodleBlob) -> Clip:
        owner = edits.character_record(self.records, str(record.character))
        return self.doodles.clip(content, owner, record.name)
