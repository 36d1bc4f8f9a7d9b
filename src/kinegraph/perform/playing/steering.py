"""Steering: a path on the ground gives the way, and the poses of a walk give the style.

Feet push a walking character straight ahead. Where it has a way to go, it turns about the foot that stands,
so that this foot stays where it is. It turns only as fast as it walks, along the arc that leads to a point of
the way a little ahead.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats, kernel_floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.contacts import character_height
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.perform.playing.contact_tracks import ContactTracks
from kinegraph.perform.playing.locomotion import mark_contacts
from kinegraph.perform.playing.steering_kernels import WayTable, begin_state, steer_frames

MOST_POINTS = 10_000
_AHEAD = 0.4  # how far ahead of it a character aims, as a share of its size
_FINE = 16  # points of a way up to there
_CLOSED = 0.25  # a way whose ends are nearer to each other than this share of the size is closed
_LEAST = 0.1  # a way is at least as long as this share of the size
_HIGH = 0.08  # a lowest point above this share of the height stands on nothing, as in locomotion

Way = tuple[tuple[float, float], ...]
"""Points on the ground, x and z in the character's own space [m]."""


@dataclass(frozen=True, eq=False)
class Carried:
    """Places to which feet carry a character, frame by frame.

    offsets: (F, 3) to add to where the base is, after turning it [m].
    headings: (F,) to turn the pose by about the vertical [rad]; None where nothing steers.
    """

    offsets: Floats
    headings: Floats | None = None

    def move(self, clip: Clip) -> Clip:
        """The clip, carried along."""
        if self.headings is None:
            return clip.with_roots(clip.root_translations + self.offsets)
        turn = self._turns(1.0)
        rotations = clip.rotations.copy()
        rotations[:, 0] = quat_multiply(turn, rotations[:, 0])
        return clip.with_roots(quat_rotate(turn, clip.root_translations) + self.offsets, rotations)

    def undo(self, places: Floats) -> Floats:
        """(F, 3) places as they are seen from a character that has not been carried along [m]."""
        away = places - self.offsets
        return away if self.headings is None else quat_rotate(self._turns(-1.0), away)

    def every(self, steps: int) -> "Carried":
        """Every `steps`-th frame of it."""
        headings = None if self.headings is None else self.headings[::steps]
        return Carried(self.offsets[::steps], headings)

    def _turns(self, sign: float) -> Floats:
        assert self.headings is not None
        return quat_from_axis_angle(sign * self.headings[:, None] * np.array([0.0, 1.0, 0.0]))


def check_way(way: Sequence[Sequence[float]]) -> Way:
    """The way as numbers; raises InvalidValue for an impossible one."""
    if len(way) > MOST_POINTS:
        raise InvalidValue(f"A way has at most {MOST_POINTS} points, not {len(way)}.")
    if len(way) == 0:
        return ()
    points = frozen_floats("The points of a way", np.asarray(way, dtype=np.float64), (None, 2))
    if len(points) < 2 or not np.linalg.norm(np.diff(points, axis=0), axis=1).sum() > 0.0:
        raise InvalidValue("A way has at least two points at different places.")
    return tuple((float(x), float(z)) for x, z in points)


def way_table(way: Way, character: Character) -> WayTable:
    """A way for a character of its size, in points at even distances."""
    size = _size(character)
    points = np.array(check_way(way))
    ahead = _AHEAD * size
    lengths = np.concatenate([[0.0], np.cumsum(np.linalg.norm(np.diff(points, axis=0), axis=1))])
    kept = np.concatenate([[True], np.diff(lengths) > 0.0])
    points, lengths = points[kept], lengths[kept]
    if lengths[-1] < _LEAST * size:
        raise InvalidValue(
            f"A way for {character.name} is at least {_LEAST * size:.2f} m long, not {lengths[-1]:.2f} m."
        )
    closed = lengths[-1] > 2.0 * ahead and bool(np.linalg.norm(points[-1] - points[0]) < _CLOSED * size)
    if closed:
        points = np.vstack([points, points[:1]])
        lengths = np.append(lengths, lengths[-1] + max(np.linalg.norm(points[-1] - points[-2]), 1e-9))
    count = max(int(np.ceil(lengths[-1] / (ahead / _FINE))), 2)
    at = np.linspace(0.0, lengths[-1], count + 1)
    fine = np.stack([np.interp(at, lengths, points[:, axis]) for axis in range(2)], axis=1)
    return WayTable(kernel_floats(fine[:-1] if closed else fine), float(lengths[-1]) / count, closed, _FINE)


def _size(character: Character) -> float:
    """The height, or twice the distance between feet where a character is longer than high [m]."""
    height = character_height(character.skeleton)
    if not character.contacts:
        return height
    rest = local_translations(character.rest)[None], character.rest.rotations[None]
    feet = mark_contacts(character, kernel_floats(rest[0]), kernel_floats(rest[1]))[0][:, [0, 2]]
    return max(height, 2.0 * float(np.ptp(feet, axis=0).max()))


def steer(character: Character, tracks: ContactTracks, offsets: Floats, way: Way) -> Carried:
    """The way that a walking character takes.

    tracks: Before it walks, in steps that are short beside a stride.
    offsets: (F, 3) how far feet carry it straight ahead [m].
    """
    table, points = way_table(way, character), tracks.points
    roots = kernel_floats(tracks.roots[:, [0, 2]])
    lowest = points[..., 1].argmin(axis=1)
    frames = np.arange(len(points))
    stands = points[frames, lowest, 1] <= _HIGH * character_height(character.skeleton)
    pivots = np.where(stands[:, None], points[frames, lowest][:, [0, 2]], roots)
    pushes = np.diff(offsets[:, [0, 2]], axis=0, prepend=offsets[:1, [0, 2]])
    headings, places = np.empty(len(points)), np.empty((len(points), 2))
    state = begin_state(table, roots[0])
    steer_frames(
        kernel_floats(pivots), roots, kernel_floats(pushes), 1.0 / tracks.rate, table, state, headings, places
    )
    found = offsets.copy()
    found[:, [0, 2]] = places
    return Carried(found, headings)
