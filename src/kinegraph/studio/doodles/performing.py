"""Performing a line live: what is settled is done while the rest is still drawn."""

import threading
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Protocol

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.pose import Pose
from kinegraph.doodles.line.motion import Piece
from kinegraph.studio.document.doodle_blob import FPS
from kinegraph.studio.doodles.live_show import Moment
from kinegraph.studio.doodles.works import DoodleWork

if TYPE_CHECKING:
    from kinegraph.creatures.body.creature import Creature
    from kinegraph.doodles.performing.live_performer import LivePose


class LineActor(Protocol):
    """The performer of a line while it is drawn."""

    def append(self, pieces: Iterable[Piece]) -> None: ...

    def finish(self) -> None: ...

    def pose_at(self, now: float) -> "LivePose": ...


class LiveLine:
    """A character that performs a line, from where the lines before it end.

    Pieces come from the thread that reads the pen, poses are asked for by the event loop, which never waits
    for pieces to be planned: until they are, it gets the pose before.
    """

    def __init__(self, work: DoodleWork, at: float, creature: "Creature | None" = None) -> None:
        """
        at: When in the performance the line begins [s].
        creature: Performs it instead of the character that was drawn.
        """
        before = [piece for piece in work.result.reading.pieces if piece.start_time < at]
        own = creature is None
        if own and work.result.is_animal:
            creature = _animal(work)
        self._lock = threading.Lock()
        self._performer = (
            _drawn_actor(work, before) if creature is None else _creature(work, before, at, creature, own)
        )
        self._origin = np.zeros(3) if creature is None else creature.origin
        self._at = at
        self._latest = self._now(0.0)

    def perform(self, pieces: Sequence[Piece], last: bool) -> None:
        """Takes what is settled, and whether that is all."""
        with self._lock:
            self._performer.append(pieces)
            if last:
                self._performer.finish()

    def moment(self, seconds: float) -> Moment:
        """The moment some seconds after the pen came down."""
        if self._lock.acquire(blocking=False):
            try:
                self._latest = self._now(seconds)
            finally:
                self._lock.release()
        return self._latest

    def _now(self, seconds: float) -> Moment:
        live = self._performer.pose_at(seconds)
        pose = _move_pose(live.pose, self._origin)
        return Moment(pose, self._at if live.time is None else live.time, live.waiting, live.ended)


def _drawn_actor(work: DoodleWork, before: Sequence[Piece]) -> LineActor:
    from kinegraph.doodles.clip import starting_place
    from kinegraph.doodles.performing.live_performer import LivePerformer
    from kinegraph.doodles.performing.synthesis import plan_score

    drawn = work.result.drawn
    assert drawn is not None
    stance = plan_score(before, drawn, work.result.scene, starting_place(work.result)).stance
    return LivePerformer(drawn, work.result.scene, stance.place, stance.heading)


def _animal(work: DoodleWork) -> "Creature":
    from kinegraph.flows.perform_drawing import creature_of_drawing

    assert work.result.drawn is not None
    return creature_of_drawing(work.result.drawn)


def _creature(
    work: DoodleWork, before: Sequence[Piece], at: float, creature: "Creature", own: bool
) -> LineActor:
    """The live performance of a creature. own: Whether it was drawn, and begins where it was drawn."""
    from kinegraph.doodles.clip import starting_place
    from kinegraph.flows.live_creature import LiveCreature
    from kinegraph.flows.perform_drawing import drawn_heading

    still = None
    if work.result.clip is not None:  # which was made where the character's own origin is
        frame = min(round(at * FPS), len(work.result.clip) - 1)
        still = _move_pose(work.result.clip.pose(frame), -creature.origin)
    if own and work.result.drawn is not None:
        place, heading = starting_place(work.result), drawn_heading(work.result.drawn)
        return LiveCreature(creature, work.result.scene, before, still, place, heading)
    return LiveCreature(creature, work.result.scene, before, still)


def _move_pose(pose: Pose, by: Floats) -> Pose:
    return pose.with_root(pose.root_translation + by) if by.any() else pose
