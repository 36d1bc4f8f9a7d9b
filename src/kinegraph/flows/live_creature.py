"""LiveCreature: a creature performs a line while it is being drawn, as drawn bodies do by `LivePerformer`.

What it has played is what the replay plays, frame by frame, only later. How fast a creature arrives depends
on how it goes on: so of steps it plays all but the last, until it knows.
"""

from collections.abc import Iterable, Sequence

import numpy as np

from kinegraph.core.pose import Pose
from kinegraph.creatures.body.creature import Creature
from kinegraph.doodles.line.motion import Motion, Piece
from kinegraph.doodles.performing.live_clock import LiveClock
from kinegraph.doodles.performing.live_performer import LivePose
from kinegraph.doodles.props.scene import DoodleScene
from kinegraph.flows.creature_leap import mixed
from kinegraph.flows.doodle_to_creature import Player

_FPS = 60.0


class LiveCreature:
    """Performs a line while it is drawn.

    before: What the lines before it said.
    still: The pose until there is something to play; by default it stands at the origin.
    """

    def __init__(
        self,
        creature: Creature,
        scene: DoodleScene | None = None,
        before: Sequence[Piece] = (),
        still: Pose | None = None,
    ) -> None:
        self._player = Player(creature, scene or DoodleScene(), _FPS)
        self._still = still or self._player.actor.pose
        self._clock = LiveClock()
        self._begun = self._finished = False
        self._player.append(before)
        self._player.go_on(last=False)

    @property
    def _last(self) -> float:
        """When the last frame is that was made [s]."""
        return (self._player.frame - 1) / _FPS

    def append(self, pieces: Iterable[Piece]) -> None:
        """Adds pieces that have settled, in the order of time."""
        found = [piece for piece in pieces if isinstance(piece, Motion)]
        if not found:
            return
        self._player.append(found)
        self._player.go_on(last=False)
        if not self._begun:
            self._begun = True
            self._clock.time = min(found[0].start_time, max(self._last, 0.0))

    def finish(self) -> None:
        """Nothing will follow: the creature comes to a stand."""
        if self._begun and not self._finished:
            self._player.go_on(last=True)
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
        shown, turned = mixed(
            (offsets[here], rotations[here]), (offsets[there], rotations[there]), np.array([at - first])
        )
        return Pose(self._still.skeleton, shown[0, 0], turned[0], shown[0])
