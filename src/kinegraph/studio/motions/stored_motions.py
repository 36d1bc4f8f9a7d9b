"""Stored motions, for those who have no studio around them: exporting, and documents read as scenes."""

from collections.abc import Iterable

from kinegraph.characters.anatomy import with_guessed_anatomy
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.studio.document.creature_blob import (
    creature_of,
    played,
    unpack_play,
    unpack_score,
)
from kinegraph.studio.document.doodle_blob import unpack_doodle
from kinegraph.studio.document.motion_blob import Motion, unpack_motion
from kinegraph.studio.document.performance_blob import performed, unpack_layers
from kinegraph.studio.document.records import MotionRecord, SetRecord
from kinegraph.studio.document.set_blob import ReadBlob, spatial_rig
from kinegraph.studio.doodles.works import drawn_clip


def stored_motions(
    records: Iterable[MotionRecord],
    character: Character | None,
    sets: tuple[SetRecord, ...],
    read_blob: ReadBlob,
) -> list[Motion]:
    """The motions of records; performances, what creatures do and what lines say are played.

    character: Whom they move; None for markers.
    sets: The character's.
    """
    playable: PlayableRig | None = None
    found: list[Motion] = []
    for record in records:
        blob = read_blob(record.blob)
        if record.playing is not None and character is not None:
            play = unpack_play(blob)
            score = unpack_score(read_blob(play.score)) if play.score else None
            found.append(played(play, score, creature_of(character, play.rigged), record.name))
            continue
        if record.drawing is not None and character is not None:
            found.append(drawn_clip(unpack_doodle(blob), character, record.name, read_blob))
            continue
        if record.recording is None:
            found.append(unpack_motion(blob, record, character.skeleton if character else None))
            continue
        if character is None:
            raise InvalidValue(f"The motion {record.name!r} has lost its character.")
        if playable is None:
            who = character if character.contacts else with_guessed_anatomy(character)
            playable = PlayableRig(spatial_rig(who, sets, read_blob))
        found.append(performed(record, unpack_layers(blob, record.recording), playable, sets).clip)
    return found
