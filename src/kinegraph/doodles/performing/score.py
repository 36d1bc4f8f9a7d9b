"""Score: a performance as tracks over time that can be posed at any moment; it only grows at its end.

A pose depends only on the keys around its time, and keys never change. So a performance can play while it is
drawn, and the poses that were shown stay the same.
"""

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.channels import COUNT, channel_lags
from kinegraph.doodles.performing.drawn_puppet import DrawnPuppet
from kinegraph.doodles.performing.posing import Ground, pose_puppet
from kinegraph.doodles.performing.puppet_layout import PoseGoals, PuppetPoses
from kinegraph.doodles.performing.tracks import Track

_LAGS = channel_lags()


@dataclass(frozen=True)
class Contact:
    """A foot (0 right, 1 left) or hand (2, 3) on the ground from `start` to `end` [s]; sliding: it may
    slide."""

    limb: int
    start: float
    end: float
    sliding: bool = False


@dataclass
class Stance:
    """The stance of a character at the end of a motion, from which the next one starts.

    place: (3,) on the drawn line [m]; heading: [rad].
    planted: When each foot came down [s], or None while it is in the air.
    last: The foot that landed last. gliding: whether each foot slides.
    """

    time: float
    place: Floats
    heading: float
    planted: list[float | None] = field(default_factory=lambda: [0.0, 0.0])
    last: int = 1
    gliding: list[bool] = field(default_factory=lambda: [False, False])


def no_ground(points: Floats) -> Floats:
    """Heights of a ground that is far below every body [m]."""
    return np.full(points.shape[:-1], -1e6)


class Score:
    """Tracks of the centre of mass (3), the angles, each foot (x, y, z, yaw, roll, grip, pull) and each hand
    (x, y, z, grip), with the contacts so far."""

    def __init__(self, puppet: DrawnPuppet, ground: Ground | None) -> None:
        self.puppet = puppet
        self.ground = ground
        self.body = Track(3)
        self.angles = Track(COUNT)
        self.feet = (Track(at.FOOT_COLUMNS), Track(at.FOOT_COLUMNS))
        self.hands = (Track(at.HAND_COLUMNS), Track(at.HAND_COLUMNS))
        self.contacts: list[Contact] = []
        self.stance = Stance(0.0, np.zeros(3), 0.0)

    @cached_property
    def center_over_hips(self) -> float:
        """Height of the centre of mass over the hips of a straight stance [m]."""
        feet, hands = np.zeros((1, 2, at.FOOT_COLUMNS)), np.zeros((1, 2, at.HAND_COLUMNS))
        still = PoseGoals(np.zeros((1, 3)), np.zeros((1, COUNT)), feet, hands)
        return float(pose_puppet(self.puppet, still, no_ground, by_root=True).centers[0, 1])

    def height(self, place: Floats) -> float:
        """Height of the ground at a place (3,) [m]."""
        return 0.0 if self.ground is None else float(self.ground(np.asarray(place)[None])[0])

    def goals_at(self, times: Floats, body: Floats | None = None) -> PoseGoals:
        """Goals of the puppet at `times` (N,) [s], from the tracks.

        body: (N, 3) goals of the body instead of the track's [m].
        """
        times = np.atleast_1d(np.asarray(times, dtype=np.float64))
        feet = np.stack([foot.at(times) for foot in self.feet], axis=1)
        hands = np.stack([hand.at(times) for hand in self.hands], axis=1)
        return PoseGoals(self.body.at(times) if body is None else body, self.angles_at(times), feet, hands)

    def angles_at(self, times: Floats) -> Floats:
        """(N, C) the channels at `times`, each with the lag of its part of the body."""
        return self.angles.at(times, _LAGS)

    def pose_at(self, times: Floats) -> PuppetPoses:
        """The puppet at `times` (N,) [s]."""
        return pose_puppet(self.puppet, self.goals_at(times), self.ground)

    def supports(self, time: float) -> list[int]:
        """The feet on the ground at `time`, as far as planned."""
        closed = {
            c.limb for c in self.contacts if c.limb < 2 and c.start <= time + 1e-9 and time <= c.end + 1e-9
        }
        start_score = {
            side
            for side in (0, 1)
            if (since := self.stance.planted[side]) is not None and since <= time + 1e-9
        }
        return sorted(closed | start_score)

    def lift(self, side: int, time: float) -> None:
        """Lifts a foot off the ground."""
        since = self.stance.planted[side]
        if since is not None and time > since:
            self.contacts.append(Contact(side, since, time, self.stance.gliding[side]))
        self.stance.planted[side] = None

    def plant(self, side: int, time: float, gliding: bool = False) -> None:
        """Plants a foot, or begins to slide or to stand on it."""
        self.lift(side, time)
        self.stance.planted[side] = time
        self.stance.gliding[side] = gliding
        self.stance.last = side

    def all_contacts(self) -> list[Contact]:
        """All contacts, including those that still last."""
        now = self.stance.time
        lasting = [
            Contact(side, since, now, self.stance.gliding[side])
            for side in (0, 1)
            if (since := self.stance.planted[side]) is not None and since < now
        ]
        return sorted(self.contacts + lasting, key=lambda c: (c.start, c.limb))
