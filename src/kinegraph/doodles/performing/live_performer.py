"""LivePerformer: plays a line while it is drawn.

Pieces are appended as they become certain. At the end of the known motion the live view slows down smoothly
and waits, breathing, until there is more. The replay plays the same frames without the waiting: the score
only grows at its end.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.pose import Pose
from kinegraph.doodles.line.motion import Piece
from kinegraph.doodles.performing.bridging import add_piece, stand_until, start_score
from kinegraph.doodles.performing.channels import COUNT, pose_values
from kinegraph.doodles.performing.drawn_puppet import puppet_of
from kinegraph.doodles.performing.live_clock import LiveClock
from kinegraph.doodles.performing.posing import (
    Ground,
    HasGround,
    clip_rotations,
    ground_of,
    pose_drawing,
    pose_puppet,
)
from kinegraph.doodles.performing.puppet_layout import PoseGoals
from kinegraph.doodles.performing.score import Score
from kinegraph.doodles.performing.synthesis import SETTLE, Body, begin_score

_EASE = 0.5  # seconds in which waiting begins and ends
_BREATH = 2.4  # seconds of one breath while it waits


@dataclass(frozen=True, eq=False)
class LivePose:
    """A pose of the live view.

    time: The moment of the performance, on the clock of the drawing [s]; None before the first piece.
    waiting: Whether all of the known motion was played; ended: whether all was played and no more will
    follow.
    """

    pose: Pose
    time: float | None
    waiting: bool
    ended: bool


class LivePerformer:
    """Performs a line while it is drawn.

    body: Proportions or a drawn character; scene: as for `perform`.
    place: (3,) of the character until the first piece [m]; heading: until then [rad], None: as drawn.
    """

    def __init__(
        self,
        body: Body,
        scene: HasGround | Ground | None = None,
        place: Floats | None = None,
        heading: float | None = None,
    ) -> None:
        self._puppet = puppet_of(body)
        self._ground = ground_of(scene)
        self._place = place
        still = np.zeros(3) if place is None else place
        self._heading = heading
        facing = self._puppet.heading if heading is None else heading
        self._score: Score = start_score(self._puppet, self._ground, 0.0, still, facing)
        self._begun = self._finished = False
        self._clock = LiveClock()
        self._waited = 0.0  # 0..1, how much of the waiting pose is shown
        self._breathing = 0.0

    @property
    def score(self) -> Score:
        """The plan so far."""
        return self._score

    @property
    def settled_until(self) -> float | None:
        """End of the known motion [s], on the clock of the drawing; None before the first piece."""
        return self._score.stance.time if self._begun else None

    def append(self, pieces: Iterable[Piece]) -> None:
        """Adds certain pieces, in the order of time."""
        for piece in pieces:
            if not self._begun:
                self._score = begin_score(
                    self._puppet, self._ground, [piece], self._place, None, self._heading
                )
                self._clock.time = self._score.stance.time
                self._begun = True
            add_piece(self._score, piece)

    def finish(self) -> None:
        """Ends the line: the character comes to a stand."""
        if self._begun and not self._finished:
            stand_until(self._score, self._score.stance.time + SETTLE)
        self._finished = True

    def pose_at(self, now: float) -> LivePose:
        """The pose to show at a moment of the viewer's clock [s], which must not run backwards."""
        clock, known = self._clock, self._score.stance.time
        passed = clock.tick(now, known, self._finished)
        self._waited = float(np.clip(self._waited + (passed if clock.waiting else -passed) / _EASE, 0.0, 1.0))
        self._breathing = self._breathing + passed if self._waited > 0.0 else 0.0
        ended = self._finished and clock.time >= known - 1e-9
        return LivePose(self._pose(), clock.time if self._begun else None, clock.waiting, ended)

    def _pose(self) -> Pose:
        goals = self._score.goals_at(np.array([self._clock.time]))
        if self._waited > 0.0:
            goals = self._breathe(goals)
        result = pose_puppet(self._puppet, goals, self._ground)
        shown = pose_drawing(self._puppet, goals, result)
        return Pose(self._puppet.skeleton, result.roots[0], clip_rotations(self._puppet, shown)[0])

    def _breathe(self, goals: PoseGoals) -> PoseGoals:
        """Goals of the waiting pose: it breathes and looks around, while its feet stay."""
        shown = float(smoothstep(self._waited))
        phase = 2.0 * np.pi * self._breathing / _BREATH
        breath, glance = 0.5 - 0.5 * np.cos(phase), np.sin(0.37 * phase)
        angles = np.zeros(COUNT)
        angles += breath * pose_values({"back": -4.0, "arms_out": 4.0, "elbows": 4.0, "nod": -3.0}, 1)
        angles += glance * pose_values({"look": 14.0, "tilt": 3.0}, 1)
        body = goals.body + np.array([0.0, 0.006 * self._puppet.leg * shown * breath, 0.0])
        return PoseGoals(body, goals.angles + shown * angles, goals.feet, goals.hands)
