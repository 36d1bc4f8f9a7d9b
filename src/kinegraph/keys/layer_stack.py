"""A base with layers on top: each a motion of its own that says how far joints leave what lies under it.

A part of a stack is dense or keyed. Layers are kept as motions of the same skeleton in which rest means no
change: a layer that rests changes nothing, and its keys can be edited like those of any motion.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import poses_at
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_normalize,
)
from kinegraph.core.pose import Pose
from kinegraph.core.resample import sample_at
from kinegraph.keys.motion_layers import MotionLayer, layers_that_play, merge_layers

BASE = -1
"""The place of the base in a stack; layers count from 0."""

# A layer with less weight than this is not posed in: what it would have to hold grows by its inverse.
_LEAST_WEIGHT = 0.05
# A pose is in a layer if the stack then plays it this closely [rad, m].
_REACHED = 1e-6
# A joint that slides by less than this keeps its place in its parent [m].
_IN_PLACE = 1e-9


@dataclass(frozen=True, eq=False)
class StackedMotion:
    """A layer of a stack. motion: In which rest means no change. The rest as in a `MotionLayer`."""

    name: str
    motion: Clip | Animation
    weight: float = 1.0
    muted: bool = False
    soloed: bool = False


@dataclass(frozen=True, eq=False)
class LayerStack:
    """A base with layers.

    frames, fps: Of what it plays.
    layers: From the lowest to the highest.
    """

    base: Clip | Animation
    frames: int
    fps: float
    layers: tuple[StackedMotion, ...] = ()

    @property
    def clip(self) -> Clip:
        """The motion that plays, frame by frame."""
        return self.at(np.arange(self.frames) / self.fps)

    def at(self, times: Floats) -> Clip:
        """The motion that plays, at times (N,) [s]."""
        return merge_layers(self._base_at(times), self._changes_at(times))

    def pose_for(self, part: int, time: float, wanted: Pose) -> Pose:
        """The pose that a part needs at a time [s] for the stack to play a wanted one.

        part: The place of a layer, or `BASE`. Of a layer, rest means no change.
        """
        at = np.array([float(time)])
        changes = self._changes_at(at)
        heard = layers_that_play(changes)
        weight = 1.0
        if part != BASE:
            if changes[part] not in heard:
                raise InvalidValue(
                    f"The layer {changes[part].name!r} does not play: it is muted, or another one is soloed. "
                    "Let it play before posing in it."
                )
            weight = changes[part].weight
            if abs(weight) < _LEAST_WEIGHT:
                raise InvalidValue(
                    f"The layer {changes[part].name!r} has a weight of {weight:.0%}; raise it before posing "
                    "in it."
                )
        above = [layer for layer in changes[part + 1 :] if layer in heard]
        base = self._base_at(at)
        target = Clip.from_poses([wanted], self.fps)
        turned, moved = target.rotations, local_translations(target)
        for layer in reversed(above):
            weighted = quat_from_axis_angle(layer.weight * axis_angle_from_quat(layer.turns))
            turned = quat_multiply(turned, quat_conjugate(weighted))
            moved = moved - _of_all_joints(layer.weight * layer.moves, len(base.skeleton))
        if part == BASE:
            return _pose_of(base, turned[0], moved[0])
        below = merge_layers(base, _as_soloed([layer for layer in changes[:part] if layer in heard]))
        turns = quat_multiply(quat_conjugate(below.rotations), turned)
        turns = quat_from_axis_angle(axis_angle_from_quat(turns) / weight)
        moves = (moved - local_translations(below)) / weight
        found = displaced_rest(base, turns, moves)
        turns, moves = _changes(found)
        changes[part] = replace(changes[part], turns=turns, moves=moves)
        played = merge_layers(base, changes).rotations[0]
        if np.abs(quat_multiply(quat_conjugate(played), wanted.rotations)[:, :3]).max() > _REACHED:
            raise InvalidValue(
                f"The layer {changes[part].name!r} has a weight of {weight:.0%}: no joint can turn so far. "
                "Raise its weight first."
            )
        return found.pose(0)

    def with_part(self, part: int, motion: Clip | Animation) -> "LayerStack":
        """The stack with another motion in a place."""
        if part == BASE:
            return replace(self, base=motion)
        layers = list(self.layers)
        layers[part] = replace(layers[part], motion=motion)
        return replace(self, layers=tuple(layers))

    def part(self, place: int) -> Clip | Animation:
        """The motion in a place."""
        return self.base if place == BASE else self.layers[place].motion

    def _base_at(self, times: Floats) -> Clip:
        return _sampled(self.base, times, self.fps)

    def _changes_at(self, times: Floats) -> list[MotionLayer]:
        return [
            MotionLayer(
                layer.name,
                *_changes(_in_time(layer.motion, times, self.fps)),
                layer.weight,
                layer.muted,
                layer.soloed,
            )
            for layer in self.layers
        ]


def displaced_rest(like: Clip, turns: Floats, moves: Floats) -> Clip:
    """A layer's changes as a motion in which rest means none.

    turns: (F, J, 4). moves: (F, 3) or (F, J, 3) [m], as a `MotionLayer` has them.
    """
    skeleton = like.skeleton
    rotations = quat_normalize(quat_multiply(skeleton.rest_rotations, turns))
    if moves.ndim == 2:
        return Clip(skeleton, like.fps, skeleton.offsets[0] + moves, rotations, None, like.name)
    sliding = skeleton.offsets + moves
    slides = np.abs(moves[:, 1:]).max(initial=0.0) > _IN_PLACE
    return Clip(skeleton, like.fps, sliding[:, 0], rotations, sliding if slides else None, like.name)


def _changes(motion: Clip) -> tuple[Floats, Floats]:
    """The turns and moves that a motion in which rest means no change stands for."""
    skeleton = motion.skeleton
    turns = quat_multiply(quat_conjugate(skeleton.rest_rotations), motion.rotations)
    if motion.translations is None:
        return turns, motion.root_translations - skeleton.offsets[0]
    return turns, motion.translations - skeleton.offsets


def _sampled(motion: Clip | Animation, times: Floats, fps: float) -> Clip:
    """A motion at times [s]; beyond its ends it stays as it is there."""
    if isinstance(motion, Animation):
        return replace(poses_at(motion, times, fps), name=motion.name)
    return sample_at(motion, times, fps)


def _in_time(motion: Clip | Animation, times: Floats, fps: float) -> Clip:
    """A layer's motion at times [s]; one that is not keyed rests beyond its end."""
    sampled = _sampled(motion, times, fps)
    if isinstance(motion, Animation) or not (late := times > motion.duration + 0.5 / fps).any():
        return sampled
    skeleton = motion.skeleton
    roots, rotations = sampled.root_translations.copy(), sampled.rotations.copy()
    roots[late], rotations[late] = skeleton.offsets[0], skeleton.rest_rotations
    sliding = sampled.translations
    if sliding is not None:
        sliding = sliding.copy()
        sliding[late] = skeleton.offsets
    return replace(sampled, root_translations=roots, rotations=rotations, translations=sliding)


def _of_all_joints(moves: Floats, joints: int) -> Floats:
    """(F, J, 3) moves of every joint, of moves of the root or of every joint."""
    if moves.ndim == 3:
        return moves
    every = np.zeros((len(moves), joints, 3))
    every[:, 0] = moves
    return every


def _pose_of(base: Clip, rotations: Floats, translations: Floats) -> Pose:
    """A pose of one frame's rotations and local translations; joints that did not slide stay in place."""
    skeleton = base.skeleton
    slides = base.translations is not None or (
        np.abs(translations[1:] - skeleton.offsets[1:]).max(initial=0.0) > _IN_PLACE
    )
    rotations = quat_normalize(rotations)
    return Pose(skeleton, translations[0], rotations, translations if slides else None)


def _as_soloed(layers: Sequence[MotionLayer]) -> list[MotionLayer]:
    """Layers that were found to play, so that they do so by themselves."""
    return [replace(layer, muted=False, soloed=False) for layer in layers]
