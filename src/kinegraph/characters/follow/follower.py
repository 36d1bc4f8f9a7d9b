"""Following: a character looks at a point in space with its whole body, stands firmly, reaches, and breathes.

Nothing is remembered between calls: the same target and time give the same pose, and near targets near poses.
Which joints do what is read from the bodies' capabilities (see `rig`), so any character can follow.
"""

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.characters.follow.pose import follow_tables, follow_targets
from kinegraph.characters.follow.rig import follow_rig
from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.pose import Pose

IDLE_PERIOD = 24.0  # [s]


class Follower:
    """A character that follows a point.

    period: After how many seconds breath, tail, ears and blinks repeat.
    """

    def __init__(self, character: Character, period: float = IDLE_PERIOD) -> None:
        if not (np.isfinite(period) and period > 0):
            raise InvalidValue(
                f"The period of idle motion must be a positive number of seconds, not {period}."
            )
        self.character = character
        self._rig = follow_rig(character, period)
        self._tables = follow_tables(self._rig)

    def pose_at(self, target: ArrayLike, time: float) -> Pose:
        """The pose that follows `target` (3,) [m, world] at `time` [s]."""
        point = frozen_floats("The target to follow", target, (3,))
        moment = frozen_floats("The time to follow at", time, ())
        roots, rotations = follow_targets(self.character.skeleton, self._tables, point[None], moment[None])
        return Pose(self.character.skeleton, roots[0], rotations[0])

    def clip_along(self, targets: ArrayLike, fps: float, name: str = "following") -> Clip:
        """The clip that follows targets (F, 3) [m, world], one a frame from time zero."""
        points = frozen_floats("The targets to follow", targets, (None, 3))
        times, skeleton = np.arange(len(points)) / fps, self.character.skeleton
        roots, rotations = follow_targets(skeleton, self._tables, points, times)
        return Clip(skeleton, fps, roots, rotations, name=name)

    @property
    def eye_level(self) -> Floats:
        """(3,) the point between the eyes at rest [m]: a target straight ahead of it meets the gaze."""
        return self._rig.gaze_place.copy()

    @property
    def size(self) -> float:
        """Height of the character at rest [m]."""
        return self._rig.size


def idle_clip(character: Character, seconds: float = 8.0, fps: float = 30.0) -> Clip:
    """A loop in which the character looks around: frame 0 would follow the last.

    The target runs along a Lissajous curve in front of the character, twice across for each up and down.
    """
    if not (np.isfinite(seconds) and seconds > 0 and np.isfinite(fps) and fps > 0):
        raise InvalidValue(
            f"A loop needs a positive length and rate, not {seconds} s at {fps} frames per second."
        )
    frames = max(1, round(seconds * fps))
    length = frames / fps
    follower = Follower(character, period=length)
    angle = 2 * np.pi * np.arange(frames) / frames
    wander = np.stack(
        [1.1 * np.sin(angle), 0.45 * np.sin(2 * angle + 0.6), 1.0 + 0.25 * np.cos(angle)], axis=1
    )
    return follower.clip_along(follower.eye_level + follower.size * wander, fps, "looking around")
