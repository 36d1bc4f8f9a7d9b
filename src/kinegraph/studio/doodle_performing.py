"""Performing a line live: what is settled is done while the rest is still drawn."""

import threading
from collections.abc import Sequence

from kinegraph.doodles.motion import Piece
from kinegraph.studio.doodle_works import DoodleWork
from kinegraph.studio.live_show import Moment


class LiveLine:
    """The drawn character doing what a line says, from where the lines before it have brought it.

    Pieces come from the thread that reads the pen, poses are asked for by the event loop, which never waits
    for pieces to be planned: until they are, it gets the pose before.
    """

    def __init__(self, work: DoodleWork, at: float):
        """at: When in the performance the line begins [s]."""
        from kinegraph.doodles.live_performer import LivePerformer
        from kinegraph.doodles.synthesis import scored

        drawn = work.drawn
        assert drawn is not None
        before = [piece for piece in work.pieces if piece.start_time < at]
        stance = scored(before, drawn, work.scene, drawn.place).stance
        self._lock = threading.Lock()
        self._performer = LivePerformer(drawn, work.scene, stance.place, stance.heading)
        self._at = at
        self._latest = self._now(0.0)

    def perform(self, pieces: Sequence[Piece], last: bool) -> None:
        """Takes what is settled, and whether that is all."""
        with self._lock:
            self._performer.append(pieces)
            if last:
                self._performer.finish()

    def moment(self, seconds: float) -> Moment:
        """What it does some seconds after the pen came down."""
        if self._lock.acquire(blocking=False):
            try:
                self._latest = self._now(seconds)
            finally:
                self._lock.release()
        return self._latest

    def _now(self, seconds: float) -> Moment:
        live = self._performer.pose_at(seconds)
        return Moment(live.pose, self._at if live.time is None else live.time, live.waiting, live.ended)
