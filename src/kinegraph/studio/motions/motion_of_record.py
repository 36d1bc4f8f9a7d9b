"""The motion of a record: unpacked, or played anew where a record holds what makes it."""

from typing import NamedTuple, Protocol

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.skeleton import Skeleton
from kinegraph.perform.playing.rig_player import Performed
from kinegraph.studio.document.doodle_blob import DoodleBlob, unpack_doodle
from kinegraph.studio.document.motion_blob import Motion, unpack_motion
from kinegraph.studio.document.perform_fields import Recording
from kinegraph.studio.document.records import MotionRecord


class Players(Protocol):
    """What plays the motions that have no frames of their own."""

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
    """A motion. walked: (F, 3) how far feet carry its character [m]; None where it does not walk."""

    motion: Motion
    walked: Floats | None = None


def motion_of_record(
    record: MotionRecord, blob: bytes, skeleton: Skeleton | None, players: Players
) -> MadeMotion:
    """The motion of a record with its blob. skeleton: The character's; None for markers."""
    if record.recording is not None:
        done = players.perform(record, blob, record.recording)
        return MadeMotion(done.clip, done.walked)
    if record.playing is not None and skeleton is not None:
        return MadeMotion(players.play(record, blob))
    if record.drawing is not None and skeleton is not None:
        return MadeMotion(players.draw(record, unpack_doodle(blob)))
    return MadeMotion(unpack_motion(blob, record, skeleton))
