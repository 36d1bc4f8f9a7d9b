"""Spatial keys from a clip: chosen frames laid out so that moving among them plays the clip again.

1. Two first guesses. Distances between poses are distances between joints and tips: classical
   multidimensional scaling puts the key poses where their distances are kept best, in the plane or in space.
   And an arc along which the hand moves evenly in time.
2. From each, markers and path are fitted together so that the path is smooth and plays the clip again
   (`layout_fitting.py`). The better one is kept.
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
from kinegraph.perform.performances.layout_fitting import (
    LONGEST_STEP,
    RESTING,
    FittedLayout,
    fit_layout,
    longest_step,
)
from kinegraph.perform.sets.blend import Blend, blend
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.spatial_set import SpatialSet, pose_set

_ARC = 5.0  # angle of the arc [rad]; a full turn where the clip ends as it begins:
_CLOSED = 0.1  # the first and the last pose differ by less than this share of the clip's range
_APART = 0.06  # least distance between markers of a first guess, in the layout's size


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

    @property
    def longest_step(self) -> float:
        """The longest step of the hand from frame to frame, in median steps."""
        return longest_step(self.layer.displacements)


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
    whole = float(np.linalg.norm(points - points.mean(axis=0), axis=1).max())
    closed = float(np.linalg.norm(points[0] - points[-1])) < _CLOSED * whole
    arc = _along_arc(len(points), chosen, size, 2.0 * np.pi if closed else _ARC)
    guesses = (_scale_layout(points, chosen, dimensions, size), arc)
    fits: list[FittedLayout] = []
    for resting in RESTING:
        fits += [
            _fit_layout(clip, points, chosen, name, function, dimensions, resting, *each) for each in guesses
        ]
        if any(longest_step(each.path) <= LONGEST_STEP for each in fits):
            break
    found = min(fits, key=_rank)
    home = found.fitted.set.keys[0].place
    made = replace(found.fitted.set, home=home)
    layer = Layer(clip.name, name, clip.times, found.path - home)
    return SpatialKeysOfClip(made, layer, chosen, found.misses)


def _fit_layout(
    clip: Clip,
    points: Floats,
    chosen: Ints,
    name: str,
    function: RadialFunction,
    dimensions: int,
    resting: float,
    places: Floats,
    path: Floats,
) -> FittedLayout:
    """Markers and path from a first guess of both, (K, 3) and (F, 3) [m]."""
    poses = [(place, clip.pose(int(frame))) for place, frame in zip(places, chosen, strict=True)]
    first = blend(pose_set(clip.skeleton, name, poses, function=function))

    def play(fitted: Blend, along: Floats) -> Floats:
        values = fitted.at(along)
        return _body_points(Clip(clip.skeleton, clip.fps, values.positions[:, 0], values.rotations))

    return fit_layout(play, points, clip.fps, first, path, dimensions, resting)


def _rank(found: FittedLayout) -> tuple[float, float]:
    """The excess of the hand's longest step, and the error: smaller is better."""
    return max(0.0, longest_step(found.path) - LONGEST_STEP), float((found.misses**2).sum())


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


def _scale_layout(points: Floats, chosen: Ints, dimensions: int, size: float) -> tuple[Floats, Floats]:
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
    return _spread_places(local[chosen], size, dimensions), local


def _along_arc(count: int, chosen: Ints, size: float, turn: float) -> tuple[Floats, Floats]:
    """(K, 3) places and (F, 3) a path, evenly along an arc of an angle [rad], open at the top."""
    angles = turn * (np.arange(count) / (count - 1) - 0.5)
    path = size * np.stack([np.sin(angles), -np.cos(angles), np.zeros(count)], axis=1)
    return _spread_places(path[chosen], size, 2), path


def _spread_places(places: Floats, size: float, dimensions: int) -> Floats:
    """(K, 3) places moved where two would be too near to each other."""
    places = places.copy()
    for index in range(1, len(places)):
        while np.linalg.norm(places[:index] - places[index], axis=1).min() < _APART * size:
            places[index, (index + 1) % dimensions] += _APART * size
    return places
