"""The rigs of a document's characters, kept ready: what did not change is not unpacked or fitted again."""

import threading

from msgspec.structs import replace

from kinegraph.characters.anatomy.guess import with_guessed_anatomy
from kinegraph.core.character import Character
from kinegraph.core.remembered import Remembered
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialSet
from kinegraph.studio.document import edits
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.records import CharacterRecord, SetRecord
from kinegraph.studio.document.spatial_set_blob import ReadBlob, spatial_set

_MOST_CHARACTERS, _MOST_SETS, _MOST_RIGS = 8, 400, 16


class Rigs:
    """Makes rigs of records, and remembers some. Methods may be called from any thread."""

    def __init__(self, read_blob: ReadBlob) -> None:
        self.read_blob = read_blob
        self._lock = threading.RLock()
        self._characters = Remembered[Character](_MOST_CHARACTERS)
        self._sets = Remembered[SpatialSet](_MOST_SETS)
        self._rigs = Remembered[SpatialRig](_MOST_RIGS)
        self._fitted = Remembered[PlayableRig](_MOST_RIGS)

    def character(self, record: CharacterRecord, read_blob: ReadBlob | None = None) -> Character:
        """The character of a record, with guessed contact points where it has none."""
        read = read_blob or self.read_blob

        def make() -> Character:
            found = unpack_character(read(record.blob), record)
            return found if found.contacts else with_guessed_anatomy(found)

        with self._lock:
            return self._characters.get(record, make)

    def rig(self, records: Records, character: str, read_blob: ReadBlob | None = None) -> SpatialRig:
        """A character with its sets; raises InvalidValue where they do not go together.

        read_blob: Where blobs are that the document does not hold yet.
        """
        read = read_blob or self.read_blob
        owner = edits.character_record(records, character)
        sets = edits.sets_of(records, character)
        names = {record.id: record.name for record in sets}
        with self._lock:
            found = tuple(self._set(record, names, read) for record in sets)
            who = self.character(owner, read)
            key = (id(who), *map(id, found))  # what is remembered is held, so no other has its id
            return self._rigs.get(key, lambda: SpatialRig(who, found))

    def playable(self, records: Records, character: str, read_blob: ReadBlob | None = None) -> PlayableRig:
        """A character's rig, fitted; only sets that changed since the last time are fitted anew."""
        with self._lock:
            rig = self.rig(records, character, read_blob)
            fitted = self._fitted.find(character)
            if fitted is None or fitted.rig is not rig:
                fitted = PlayableRig(rig, fitted)
            self._fitted.keep(character, fitted)
            return fitted

    def _set(self, record: SetRecord, names: dict[str, str], read: ReadBlob) -> SpatialSet:
        content = replace(record, order=0, colour=0, walks=False, rank=0, parent=None, carrier=None)
        moved = tuple(names.get(m.target) for m in record.manipulators)
        return self._sets.get((content, moved), lambda: spatial_set(record, read(record.blob), names))
