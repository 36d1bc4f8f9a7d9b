"""Locomotion: a character moves where its feet push it.

Contact points are marked on the character. The lowest one stands, and the base moves so that it stays in
place; with no point near the ground the base keeps the speed of its last stance. So poses that only move the
limbs, blended round a circle, walk, and a hand that goes back brings the character back.

Feet change over between frames, so a walk goes in steps that are short beside a stride, whatever the rate of
the frames. Then the lowest point does not slip, and the same hand goes equally far at every rate.
"""

import numpy as np

from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.contacts import character_height
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.playing.locomotion_kernels import (
    SUPPORT,
    WalkerMemory,
    mark_points,
    new_state,
    walk_frames,
)

WALKING_RATE = 240.0
"""Steps a second that a walk takes at least. Half as many miss 0.5 % of a fast walk's way, twice as many find
0.3 % more."""

# As shares of the character's height.
_HOVER = 0.04
_PATIENCE = 0.003


class Walker:
    """Carries a character along, frame by frame or many at once; the same frames give the same path.

    memory: What kernels read and carry on.
    """

    memory: WalkerMemory

    def __init__(self, character: Character) -> None:
        self._parents = np.asarray(character.skeleton.parents, dtype=np.int64)
        self._joints, self._offsets = _points_of(character)
        self._names = [point.name for point in character.contacts]
        height = character_height(character.skeleton)
        self._reaches = np.array([_HOVER * height, _PATIENCE * height])
        self.reset()

    def reset(self) -> None:
        """Back to where it began."""
        shape = len(self._joints), 3
        carried = new_state(), np.zeros(shape), np.zeros(shape)
        self.memory = WalkerMemory(self._joints, self._offsets, self._reaches, *carried)

    @property
    def standing(self) -> str | None:
        """The point that stands now; None in the air or before the first step."""
        support = int(self.memory.state[SUPPORT])
        return self._names[support] if support >= 0 else None

    def go(self, clip: Clip) -> Clip:
        """The clip with its base carried along, continuing from where the last one ended."""
        slides = local_translations(clip)
        return moved(clip, self.offsets(slides, clip.rotations, 1.0 / clip.fps))

    def offsets(self, slides: Floats, rotations: Floats, seconds: float) -> Floats:
        """(F, 3) what to add to the base of poses, continuing from where the last ones ended [m].

        slides, rotations: (F, J, 3) [m] and (F, J, 4) local; the root's slide is where it is.
        seconds: From pose to pose.
        """
        points = np.empty((len(slides), len(self._joints), 3))
        mark_points(self._parents, slides, rotations, self._joints, self._offsets, points)
        return self.follow(points, seconds)

    def follow(self, points: Floats, seconds: float) -> Floats:
        """The same for the places of the contact points (F, P, 3) in poses [m]."""
        offsets = np.empty((len(points), 3))
        walk_frames(points, seconds, self.memory, offsets)
        return offsets


def mark_contacts(character: Character, slides: Floats, rotations: Floats) -> Floats:
    """(F, P, 3) where a character's contact points are in poses [m]; the root's slide is where it is."""
    joints, offsets = _points_of(character)
    points = np.empty((len(slides), len(joints), 3))
    parents = np.asarray(character.skeleton.parents, dtype=np.int64)
    mark_points(parents, slides, rotations, joints, offsets, points)
    return points


def _points_of(character: Character) -> tuple[Ints, Floats]:
    """(P,) joints that carry the contact points, and (P, 3) the points in their frames [m]."""
    if not character.contacts:
        raise InvalidValue(
            f"{character.name} has no contact points to walk on; mark its feet, or turn walking off."
        )
    joints = np.array([point.joint for point in character.contacts])
    return joints, kernel_floats(np.stack([point.offset for point in character.contacts]))


def walking_times(frame_times: Floats) -> tuple[Floats, int]:
    """The times of frames with even steps between them, and how many steps there are from frame to frame."""
    if len(frame_times) < 2:
        return frame_times, 1
    steps = int(np.ceil((frame_times[1] - frame_times[0]) * WALKING_RATE - 1e-6))
    between = np.arange(steps) / steps
    starts, gaps = frame_times[:-1], np.diff(frame_times)
    fine = (starts[:, None] + gaps[:, None] * between).ravel()
    return np.append(fine, frame_times[-1]), steps


def moved(clip: Clip, offsets: Floats) -> Clip:
    """The clip with (F, 3) offsets added to where its root is [m]."""
    return clip.with_roots(clip.root_translations + offsets)
