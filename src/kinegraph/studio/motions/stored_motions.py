"""Stored motions without an open studio: for exporting, and for documents read as scenes."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property

from kinegraph.characters.anatomy.guess import with_guessed_anatomy
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.playing.rig_player import Performed, PlayableRig
from kinegraph.studio.document.creature_blob import (
    CreatureBlob,
    creature_of,
    events_of,
    played,
    unpack_play,
    unpack_score,
)
from kinegraph.studio.document.doodle_blob import DoodleBlob
from kinegraph.studio.document.perform_fields import Recording
from kinegraph.studio.document.performance_blob import performed, unpack_layers
from kinegraph.studio.document.records import MotionRecord, SetRecord
from kinegraph.studio.document.spatial_set_blob import ReadBlob, spatial_rig
from kinegraph.studio.doodles.works import drawn_clip
from kinegraph.studio.motions.motion_of_record import MadeMotion, motion_of_record


def stored_motions(
    records: Iterable[MotionRecord],
    character: Character | None,
    sets: tuple[SetRecord, ...],
    read_blob: ReadBlob,
) -> list[MadeMotion]:
    """The motions of records, played where a record has no frames of its own.

    character: The character that they move; None for markers.
    sets: The character's.
    """
    players = _StoredPlayers(character, sets, read_blob)
    skeleton = character.skeleton if character else None
    return [motion_of_record(each, read_blob(each.blob), skeleton, players) for each in records]


def play_stored(play: CreatureBlob, character: Character, name: str, read_blob: ReadBlob) -> Clip:
    """The motion of a creature that plays, on a character."""
    score = unpack_score(read_blob(play.score)) if play.score else None
    layers = [unpack_score(read_blob(layer.score)) for layer in play.layers]
    creature = creature_of(character, play.rigged)
    clip = played(play, score, creature, name, layers)
    return replace(clip, events=events_of(clip, play, score, creature, layers))


@dataclass(eq=False)
class _StoredPlayers:
    """Plays from stored blobs alone."""

    character: Character | None
    sets: tuple[SetRecord, ...]
    read_blob: ReadBlob

    @property
    def performer(self) -> Character:
        """The character that moves; raises InvalidValue where it is gone."""
        if self.character is None:
            raise InvalidValue("A motion has lost its character; it cannot be played.")
        return self.character

    @cached_property
    def playable(self) -> PlayableRig:
        """The character's rig, fitted when it is first needed."""
        character = self.performer
        who = character if character.contacts else with_guessed_anatomy(character)
        return PlayableRig(spatial_rig(who, self.sets, self.read_blob))

    def perform(self, record: MotionRecord, blob: bytes, recording: Recording) -> Performed:
        return performed(record, unpack_layers(blob, recording), self.playable, self.sets)

    def play(self, record: MotionRecord, blob: bytes) -> Clip:
        return play_stored(unpack_play(blob), self.performer, record.name, self.read_blob)

    def draw(self, record: MotionRecord, content: DoodleBlob) -> Clip:
        return drawn_clip(content, self.performer, record.name, self.read_blob)
