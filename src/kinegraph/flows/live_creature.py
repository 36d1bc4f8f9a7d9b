"""LiveCreature: a creature performs a line while it is drawn, as a `LivePerformer` does with a drawn
character.

The replay plays the same frames without the waiting. The speed of a creature at the end of a step depends on
the next motion, so it plays all steps but the last until that is known.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.pose import Pose
from kinegraph.creatures.body.creature import Creature
from kinegraph.doodles.line.motion import Motion, Piece
from kinegraph.doodles.performing.live_clock import LiveClock
from kinegraph.doodles.performing.live_performer import LivePose
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.flows.creature_leap import mix_frames
from kinegraph.flows.doodle_to_creature import CreaturePlayer

_FPS = 60.0


class LiveCreature:
    """Performs a line while it is drawn.

    before: Pieces of the lines before it.
    still: The pose until the first piece; by default it stands at its place.
    place, heading: Of its stand before the first of all pieces (3,) [m], [rad]; by default the origin.
    """

    def __init__(
        self,
        creature: Creature,
        scene: DoodleScene | None = None,
        before: Sequence[Piece] = (),
        still: Pose | None = None,
        place: Floats | None = None,
        heading: float = 0.0,
    ) -> None:
        self._player = CreaturePlayer(creature, scene or DoodleScene(), _FPS, place, heading)
        self._still = still or self._player.actor.pose
        self._clock = LiveClock()
        self._begun = self._finished = False
        self._player.append(before)
        self._player.advance(last=False)

    @property
    def _last(self) -> float:
        """Time of the newest frame [s]."""
        return (self._player.frame - 1) / _FPS

    def append(self, pieces: Iterable[Piece]) -> None:
        """Adds certain pieces, in the order of time."""
        found = [piece for piece in pieces if isinstance(piece, Motion)]
        if not found:
            return
        self._player.append(found)
        self._player.advance(last=False)
        if not self._begun:
            self._begun = True
            self._clock.time = min(found[0].start_time, max(self._last, 0.0))

    def finish(self) -> None:
        """Ends the line: the creature comes to a stand."""
        if self._begun and not self._finished:
            self._player.advance(last=True)
        self._finished = True

    def pose_at(self, now: float) -> LivePose:
        """The pose to show at a moment of the viewer's clock [s], which must not run backwards."""
        known = max(self._last, self._clock.time) if self._begun else self._clock.time
        self._clock.tick(now, known, self._finished)
        ended = self._finished and self._clock.time >= known - 1e-9
        time = self._clock.time if self._begun else None
        return LivePose(self._pose(), time, self._clock.waiting, ended)

    def _pose(self) -> Pose:
        offsets, rotations = self._player.frames()
        if not self._begun or not len(offsets):
            return self._still
        at = float(np.clip(self._clock.time * _FPS, 0.0, len(offsets) - 1.0))
        first = min(int(at), max(len(offsets) - 2, 0))
        here, there = slice(first, first + 1), slice(first + 1, first + 2)
        if first + 1 == len(offsets):
            there = here
        shown, turned = mix_frames(
            (offsets[here], rotations[here]), (offsets[there], rotations[there]), np.array([at - first])
        )
        return Pose(self._still.skeleton, shown[0, 0], turned[0], shown[0])
