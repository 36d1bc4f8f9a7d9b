"""The results of doodles, kept ready: the drawing read, its character, its lines read and performed.

Made of a doodle's content alone, so what did not change is not made again, and undo finds it there.
"""

import logging
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue, KinegraphError
from kinegraph.core.remembered import Remembered
from kinegraph.doodles.doodle import Doodle
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.studio.creatures.ready_creatures import NO_BLOBS, Creatures
from kinegraph.studio.document import edits
from kinegraph.studio.document.called_blob import unpack_called
from kinegraph.studio.document.creature_blob import creature_of, shifted
from kinegraph.studio.document.doodle_blob import (
    FPS,
    DoodleBlob,
    content_of,
    state_of,
)
from kinegraph.studio.document.doodle_fields import InkStroke
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.ink_blob import unpack_ink
from kinegraph.studio.document.records import CharacterRecord, DoodleRecord
from kinegraph.studio.document.spatial_set_blob import ReadBlob
from kinegraph.studio.doodles.content import doodle_of_content, lines_of, links_of
from kinegraph.studio.running.failures import describe_error

if TYPE_CHECKING:
    from kinegraph.creatures.body.creature import Creature
    from kinegraph.doodles.clip import DoodleResult
    from kinegraph.doodles.line.gesture_table import Gesture
    from kinegraph.doodles.line.tokens.token import Token

_log = logging.getLogger(__name__)
_MOST_WORKS, _MOST_STROKES = 12, 4000


@dataclass(frozen=True, eq=False)
class DoodleWork:
    """The result of a doodle.

    state: A hash of the content.
    result: What the engine made of it; its clip moves the performer.
    """

    content: DoodleBlob
    state: str
    result: "DoodleResult"

    @cached_property
    def tokens(self) -> "tuple[tuple[str, Token], ...]":
        """The tokens of the lines, each with the id of its line."""
        found = zip(self.lines, self.result.readings, strict=True)
        return tuple((line, token) for line, reading in found for token in reading.tokens)

    @cached_property
    def taught(self) -> "tuple[Gesture, ...]":
        """Its own gestures, as lines are read with them."""
        from kinegraph.doodles.reading import learn_gestures

        return tuple(learn_gestures(self.result.doodle.taught, self.result.settings)[0])

    @cached_property
    def links(self) -> tuple[InkStroke, ...]:
        """The strokes of the character's links, in the engine's order."""
        return links_of(self.content)

    @cached_property
    def lines(self) -> tuple[str, ...]:
        """Ids of the lines, in the engine's order."""
        return tuple(line.id for line in lines_of(self.content))


class DoodleWorks:
    """Makes doodles of records, and remembers some. For any thread."""

    def __init__(self, read_blob: ReadBlob, creatures: Creatures) -> None:
        self._read_blob, self._creatures = read_blob, creatures
        self._strokes = Remembered[Stroke](_MOST_STROKES)
        self._works = Remembered[DoodleWork](_MOST_WORKS)

    def read(self, hash: str, blobs: Mapping[str, bytes] = NO_BLOBS) -> bytes:
        """A blob, of the document or of those that it does not hold yet."""
        return blobs[hash] if hash in blobs else self._read_blob(hash)

    def stroke(self, hash: str, blobs: Mapping[str, bytes] = NO_BLOBS) -> Stroke:
        """The stroke of a blob."""
        return self._strokes.get(hash, lambda: unpack_ink(self.read(hash, blobs)))

    def doodle(self, content: DoodleBlob, blobs: Mapping[str, bytes] = NO_BLOBS) -> Doodle:
        """A doodle as the engine knows it."""
        return doodle_of_content(
            content, lambda hash: self.read(hash, blobs), lambda hash: self.stroke(hash, blobs)
        )

    def shows_animal(
        self, doodle: DoodleRecord, records: Records, blobs: Mapping[str, bytes] = NO_BLOBS
    ) -> bool:
        """True if the drawing of a doodle is a four-legged animal, which performs as a creature."""
        from kinegraph.doodles.reading import sketch_of

        sketch = sketch_of(self.doodle(content_of(doodle, records), blobs))
        return sketch is not None and sketch.animal is not None

    def work(
        self, doodle: DoodleRecord, records: Records, blobs: Mapping[str, bytes] = NO_BLOBS
    ) -> DoodleWork:
        """The result of a doodle with the records as they are now."""
        content = content_of(doodle, records)
        state = state_of(content)

        def make() -> DoodleWork:
            actor = self.actor(doodle, records, blobs) if content.actor else None
            called = called_clips(content, lambda hash: self.read(hash, blobs))
            return done_work(content, state, self.doodle(content, blobs), actor, called)

        return self._works.get(state, make)

    def actor(
        self, doodle: DoodleRecord, records: Records, blobs: Mapping[str, bytes] = NO_BLOBS
    ) -> "Creature | None":
        """The creature that performs a doodle instead of the drawn character; None for the drawn one."""
        if doodle.actor is None:
            return None
        return self._creatures.creature(edits.character_record(records, doodle.actor), blobs)

    def clip(self, content: DoodleBlob, owner: CharacterRecord, name: str) -> Clip:
        """The frames of a motion of form "doodle"."""
        state = state_of(content)

        def make() -> DoodleWork:
            actor = self._creatures.creature(owner) if content.actor else None
            called = called_clips(content, self._read_blob)
            return done_work(content, state, self.doodle(content), actor, called)

        return _perform_drawing(self._works.get(state, make), name)


def drawn_clip(content: DoodleBlob, character: Character, name: str, read_blob: ReadBlob) -> Clip:
    """The frames of a motion of form "doodle", without an open studio.

    character: The performer.
    """
    actor = creature_of(character, content.rigged) if content.actor else None
    doodle = doodle_of_content(content, read_blob)
    called = called_clips(content, read_blob)
    return _perform_drawing(done_work(content, state_of(content), doodle, actor, called), name)


def called_clips(content: DoodleBlob, read_blob: ReadBlob) -> dict[str, Clip]:
    """The motions that taught gestures call, by the gesture's name."""
    return {
        each.name: unpack_called(read_blob(each.calls.blob))
        for each in content.taught
        if each.calls is not None
    }


def _perform_drawing(work: DoodleWork, name: str) -> Clip:
    if work.result.clip is None:
        raise InvalidValue(f"{name} has no performer.")
    return replace(work.result.clip, name=name)


def done_work(
    content: DoodleBlob,
    state: str,
    doodle: Doodle,
    actor: "Creature | None",
    called: Mapping[str, Clip],
) -> DoodleWork:
    """The result of a doodle.

    actor: Performs it instead of the drawn character. called: Motions of taught gestures, by their names.
    """
    from kinegraph.flows.called_motions import call_motions
    from kinegraph.flows.perform_drawing import perform_drawing

    try:
        result = perform_drawing(doodle, fps=FPS)
        if actor is not None:
            result = _on_creature(result, actor)
        if called and result.clip is not None:
            clip, notes = call_motions(result.clip, result.reading.pieces, called)
            result = replace(result, clip=clip, notes=(*result.notes, *notes))
    except KinegraphError as error:
        return DoodleWork(content, state, _unread_result(doodle, str(error)))
    except Exception as error:  # a bug of ours: what was drawn must not be lost for it
        _log.exception("A doodle could not be read.")
        details = "the details are in the log beside the document"
        reason = f"Something went wrong inside Kinegraph ({describe_error(error)}); {details}."
        return DoodleWork(content, state, _unread_result(doodle, reason))
    return DoodleWork(content, state, result)


def _on_creature(result: "DoodleResult", actor: "Creature") -> "DoodleResult":
    """The result of a doodle that a creature performs."""
    from kinegraph.doodles.sounds import sounds_of
    from kinegraph.flows.doodle_to_creature import doodle_to_creature

    try:
        clip = doodle_to_creature(result.reading.pieces, actor, result.scene, fps=FPS)
    except KinegraphError as error:
        return replace(result, clip=None, notes=(*result.notes, str(error)))
    clip = replace(clip, events=sounds_of(result.reading.pieces, result.doodle.taught))
    return replace(result, clip=shifted(clip, actor.origin, result.doodle.name))


def _unread_result(doodle: Doodle, reason: str) -> "DoodleResult":
    """The result of a doodle that cannot be performed: its ink, and a sentence."""
    from kinegraph.doodles.clip import DoodleResult
    from kinegraph.doodles.line.motion import Reading
    from kinegraph.doodles.line.writing_settings import WritingSettings
    from kinegraph.doodles.props.scene import DoodleScene

    nothing = Reading((), ())
    lines = (nothing,) * len(doodle.lines)
    return DoodleResult(
        doodle, None, None, None, WritingSettings(), lines, nothing, None, DoodleScene(), (reason,)
    )
