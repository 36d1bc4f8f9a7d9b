"""Spatial keys from a clip: chosen frames laid out so that moving among them plays the clip again.

1. Distances between poses are distances between joints and tips. Classical multidimensional scaling
   puts the key poses where their distances are kept best, in the plane or in space.
2. The path: for every frame the place whose blend is nearest to the frame's pose, found by Gauss-Newton from
   the layout's own guess. At a key frame that is its marker.
3. Markers are moved, one at a time and by ever smaller steps, as long as the path then plays the clip better.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.tips import tip_positions
from kinegraph.perform.performances.layers import Layer
from kinegraph.perform.sets.blend import Blend, blend
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.spatial_set import SpatialSet, pose_set

_STEPS = 6  # of Gauss-Newton for the whole path
_POLISH = 2  # of them after a marker has moved
_PROBE = 1e-3  # finite difference, in the layout's reach
_CALM = 1e-3  # how much a path prefers to stay where it was, beside the pose's own pull
_FIRST_STEP, _ROUNDS = 0.2, 3  # of moving markers: in the layout's reach, each round by half as much


@dataclass(frozen=True, eq=False)
class SpatialKeysOfClip:
    """A set made from a clip.

    set: A key for each chosen frame.
    layer: The path that plays the clip again.
    frames: (K,) the chosen frames.
    misses: (F,) RMS distance of joints and tips from where they were, frame by frame [m].
    """

    set: SpatialSet
    layer: Layer
    frames: Ints
    misses: Floats

    @property
    def error(self) -> float:
        """RMS distance over all joints and frames [m]."""
        return float(np.sqrt(np.mean(self.misses**2)))


def keys_from_clip(
    clip: Clip,
    frames: Sequence[int] | Ints,
    name: str,
    dimensions: int = 2,
    size: float = 1.0,
    function: RadialFunction = RadialFunction.HARDY,
) -> SpatialKeysOfClip:
    """Lays chosen frames of a clip out in front of the character.

    dimensions: 2 for the plane that faces the viewer, 3 for space.
    size: Radius of the layout [m].
    """
    chosen = np.unique(np.asarray(frames, dtype=np.int64))
    if dimensions not in (2, 3):
        raise InvalidValue(f"Keys are laid out in 2 or 3 dimensions, not {dimensions}.")
    if len(chosen) < 2 or chosen[0] < 0 or chosen[-1] >= len(clip):
        raise InvalidValue(f"Name at least two different frames of the {len(clip)} to make poses of.")
    points = _body_points(clip)
    chosen = _different(points, chosen)
    places, path = _scaled(points, chosen, dimensions, size)
    poses = [(place, clip.pose(int(frame))) for place, frame in zip(places, chosen, strict=True)]
    fitted = blend(pose_set(clip.skeleton, name, poses, function=function))
    seeker = _PathSeeker(clip, points, chosen)
    path, misses = seeker.follow(fitted, path, _STEPS)
    fitted, path, misses = _improved(seeker, fitted, path, misses, dimensions)
    home = fitted.set.keys[0].place
    found = replace(fitted.set, home=home)
    return SpatialKeysOfClip(found, Layer(clip.name, name, clip.times, path - home), chosen, misses)


def _body_points(clip: Clip) -> Floats:
    """(F, 3 P) joints and tips, scaled so that distances between rows are RMS distances [m]."""
    world = forward_kinematics(clip)
    places = np.concatenate([world.positions, tip_positions(clip.skeleton, world)], axis=1)
    return places.reshape(len(clip), -1) / np.sqrt(places.shape[1])


def _different(points: Floats, chosen: Ints) -> Ints:
    """The chosen frames without those that repeat a pose: one pose cannot be at two places."""
    whole = max(float(np.linalg.norm(points[chosen] - points[chosen].mean(axis=0), axis=1).max()), 1e-12)
    kept: list[int] = []
    for frame in chosen:
        if all(np.linalg.norm(points[frame] - points[other]) > 0.02 * whole for other in kept):
            kept.append(int(frame))
    if len(kept) < 2:
        raise InvalidValue("The chosen frames all show one pose; there is nothing to blend between.")
    return np.array(kept, dtype=np.int64)


def _scaled(points: Floats, chosen: Ints, dimensions: int, size: float) -> tuple[Floats, Floats]:
    """(K, 3) places of the keys and (F, 3) first guesses of the path, by classical scaling.

    The principal axes of the key poses are the scaling of their distances; frames are projected onto them.
    """
    centre = points[chosen].mean(axis=0)
    _, sizes, axes = np.linalg.svd(points[chosen] - centre, full_matrices=False)
    used = axes[: min(dimensions, int((sizes > 1e-9 * sizes[0]).sum()))]
    # The sign of a principal axis is arbitrary: choose up and right rather than down and left.
    used = used * np.where(used.sum(axis=1) < 0, -1.0, 1.0)[:, None]
    local = np.zeros((len(points), 3))
    local[:, : len(used)] = (points - centre) @ used.T
    local *= size / np.linalg.norm(local[chosen], axis=1).max()
    places = local[chosen]
    for index in range(1, len(places)):  # poses that differ only along what was left out must not coincide
        while np.linalg.norm(places[:index] - places[index], axis=1).min() < 0.05 * size:
            places[index, (index + 1) % dimensions] += 0.05 * size
    local[chosen] = places
    return places, local


class _PathSeeker:
    """Finds the path over a set that plays a clip nearest to what it was."""

    def __init__(self, clip: Clip, points: Floats, chosen: Ints) -> None:
        self.clip, self.points, self.chosen = clip, points, chosen

    def follow(self, fitted: Blend, path: Floats, steps: int) -> tuple[Floats, Floats]:
        """A better path, and (F,) how far the pose is off along it [m]."""
        path = path.copy()
        markers = np.stack([key.place for key in fitted.set.keys])
        path[self.chosen] = markers
        misses = self._misses(fitted, path)
        directions, reach = fitted.layout.directions, fitted.layout.reach
        for _ in range(steps):
            away = self._played(fitted, path) - self.points
            slopes = self._slopes(fitted, path)
            square = np.einsum("fni,fnj->fij", slopes, slopes)
            calm = _CALM * np.trace(square, axis1=1, axis2=2)[:, None, None] + 1e-12
            gradient = np.einsum("fni,fn->fi", slopes, away)
            move = np.linalg.solve(square + calm * np.eye(len(directions)), gradient[..., None])[..., 0]
            move *= np.minimum(1.0, 0.25 / np.maximum(np.linalg.norm(move, axis=1), 1e-12))[:, None]
            tried = path - reach * move @ directions
            tried[self.chosen] = markers
            found = self._misses(fitted, tried)
            better = found < misses
            path[better], misses[better] = tried[better], found[better]
        return path, misses

    def _slopes(self, fitted: Blend, path: Floats) -> Floats:
        """(F, 3 P, D) how the body's points move as a place moves along each direction of the layout."""
        steps = _PROBE * fitted.layout.reach * fitted.layout.directions
        ahead = [self._played(fitted, path + step) - self._played(fitted, path - step) for step in steps]
        return np.stack(ahead, axis=-1) / (2.0 * _PROBE)

    def _played(self, fitted: Blend, path: Floats) -> Floats:
        """(F, 3 P) the body's points along a path."""
        values = fitted.at(path)
        clip = Clip(self.clip.skeleton, self.clip.fps, values.positions[:, 0], values.rotations)
        return _body_points(clip)

    def _misses(self, fitted: Blend, path: Floats) -> Floats:
        return np.linalg.norm(self._played(fitted, path) - self.points, axis=1)


def _improved(
    seeker: _PathSeeker, fitted: Blend, path: Floats, misses: Floats, dimensions: int
) -> tuple[Blend, Floats, Floats]:
    """Moves markers where that lets the path play the clip better."""
    least, step = float((misses**2).sum()), _FIRST_STEP
    for _ in range(_ROUNDS):
        for key in fitted.set.keys:
            for axis in range(dimensions):
                for sign in (1.0, -1.0):
                    place = fitted.set.key(key.name).place.copy()
                    place[axis] += sign * step * fitted.layout.reach
                    others = np.stack([k.place for k in fitted.set.keys if k.name != key.name])
                    if np.linalg.norm(others - place, axis=1).min() < 0.05 * fitted.layout.reach:
                        continue
                    tried = blend(fitted.set.with_place(key.name, place))
                    along, found = seeker.follow(tried, path, _POLISH)
                    if float((found**2).sum()) < least * 0.999:
                        fitted, path, misses, least = tried, along, found, float((found**2).sum())
                        break
        step *= 0.5
    path, misses = seeker.follow(fitted, path, _STEPS)
    return fitted, path, misses
