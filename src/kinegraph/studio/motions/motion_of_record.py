"""The motion of a record: unpacked, or played anew where a record holds what makes it."""

from dataclasses import replace
from typing import NamedTuple, Protocol

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.skeleton import Skeleton
from kinegraph.perform.playing.rig_player import Performed
from kinegraph.studio.document.doodle_blob import DoodleBlob, unpack_doodle
from kinegraph.studio.document.motion_blob import Motion, unpack_motion
from kinegraph.studio.document.perform_fields import Recording
from kinegraph.studio.document.records import MotionRecord
from kinegraph.studio.document.spatial_set_blob import ReadBlob
from kinegraph.studio.motions.layered_motion import stack_of


class Players(Protocol):
    """The players of motions that have no frames of their own."""

    @property
    def read_blob(self) -> ReadBlob:
        """Reads a blob of the document."""
        ...

    def perform(self, record: MotionRecord, blob: bytes, recording: Recording) -> Performed:
        """The motion of a performance's layers."""
        ...

    def play(self, record: MotionRecord, blob: bytes) -> Clip:
        """The motion of a creature that plays an animation."""
        ...

    def draw(self, record: MotionRecord, content: DoodleBlob) -> Clip:
        """The motion of a doodle's lines."""
        ...


class MadeMotion(NamedTuple):
    """A motion.

    walked: (F, 4) how far feet carry its character along the ground, x, 0, z [m], after they have turned it
        about the vertical [rad]; None where it does not walk.
    locators: The points of a performance's sets; None where it has none.
    """

    motion: Motion
    walked: Floats | None = None
    locators: LocatorClip | None = None


def walked_level(done: Performed) -> Floats | None:
    """(F, 4) how far feet carry a character, as a `MadeMotion` has it."""
    if done.walked is None:
        return None
    headings = np.zeros(len(done.walked)) if done.headings is None else done.headings
    return np.column_stack([done.walked * [1.0, 0.0, 1.0], headings])


def motion_of_record(
    record: MotionRecord, blob: bytes, skeleton: Skeleton | None, players: Players
) -> MadeMotion:
    """The motion of a record with its blob. skeleton: The character's; None for markers."""
    if record.recording is not None:
        done = players.perform(record, blob, record.recording)
        return MadeMotion(done.clip, walked_level(done), done.locators)
    if record.playing is not None and skeleton is not None:
        return MadeMotion(players.play(record, blob))
    if record.drawing is not None and skeleton is not None:
        return MadeMotion(players.draw(record, unpack_doodle(blob)))
    if record.layering is not None and skeleton is not None:
        stack = stack_of(record, record.layering, skeleton, players.read_blob)
        return MadeMotion(replace(stack.clip, name=record.name))
    return MadeMotion(unpack_motion(blob, record, skeleton))
