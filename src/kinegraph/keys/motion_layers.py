"""Layers of motion: changes on top of a base, each with a weight, muted or soloed, and merged when done.

The detail that keys leave out is a layer, too: the keyed base and its residual play the original. With less
weight it leaves the keys, with more it exaggerates what they missed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats, frozen_quats
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
)


@dataclass(frozen=True, eq=False)
class MotionLayer:
    """Changes of a base, frame for frame.

    turns: (F, J, 4) rotations that follow each joint's own, in its frame, xyzw.
    moves: (F, 3) of the root in the world, or (F, J, 3) of every joint in its parent's frame [m].
    weight: How much of the changes counts: 0 for none, 1 for all; beyond that they are exaggerated.
    muted: Whether it is left out. soloed: Whether layers that are not soloed are left out.
    """

    name: str
    turns: Floats
    moves: Floats
    weight: float = 1.0
    muted: bool = False
    soloed: bool = False

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "turns", frozen_quats("Turns of a layer", self.turns, (None, None, 4)))
        frames, joints = self.turns.shape[:2]
        shape = (frames, 3) if np.ndim(self.moves) == 2 else (frames, joints, 3)
        set_field(self, "moves", frozen_floats("Moves of a layer", self.moves, shape))
        if not np.isfinite(self.weight):
            raise InvalidValue(f"The weight of the layer {self.name!r} must be a number, not {self.weight}.")


def residual_layer(original: Clip, base: Clip, name: str = "detail") -> MotionLayer:
    """The difference of `original` from `base`: the two layers together play the original."""
    if original.skeleton != base.skeleton:
        raise InvalidValue("A residual needs two motions of the same skeleton.")
    if len(original) != len(base) or original.fps != base.fps:
        raise InvalidValue(
            f"The base has {len(base)} frames at {base.fps:g} fps, the original {len(original)} at "
            f"{original.fps:g}; bake it at the original's rate."
        )
    turns = quat_multiply(quat_conjugate(base.rotations), original.rotations)
    if original.translations is None and base.translations is None:
        return MotionLayer(name, turns, original.root_translations - base.root_translations)
    return MotionLayer(name, turns, local_translations(original) - local_translations(base))


def layers_that_play(layers: Sequence[MotionLayer]) -> list[MotionLayer]:
    """The layers that are not muted; where some are soloed, only those."""
    soloed = any(layer.soloed for layer in layers)
    return [layer for layer in layers if not layer.muted and (layer.soloed or not soloed)]


def merge_layers(base: Clip, layers: Sequence[MotionLayer]) -> Clip:
    """The base with the layers that play, in order, as one motion."""
    rotations, roots, sliding = base.rotations, base.root_translations, base.translations
    for layer in layers_that_play(layers):
        if layer.weight == 0.0:
            continue
        if layer.turns.shape != rotations.shape:
            frames, joints = layer.turns.shape[:2]
            raise InvalidValue(
                f"The layer {layer.name!r} has {frames} frames and {joints} joints, its base {len(base)} and "
                f"{len(base.skeleton)}."
            )
        whole = axis_angle_from_quat(layer.turns)
        rotations = quat_multiply(rotations, quat_from_axis_angle(layer.weight * whole))
        moves = layer.weight * layer.moves
        if moves.ndim == 3 and sliding is None:
            sliding = local_translations(replace(base, root_translations=roots))
        if sliding is None:
            roots = roots + moves
        else:
            sliding = sliding + moves if moves.ndim == 3 else _with_root(sliding, moves)
            roots = sliding[:, 0]
    rotations = rotations / np.linalg.norm(rotations, axis=-1, keepdims=True)
    return replace(base, rotations=rotations, root_translations=roots, translations=sliding)


def _with_root(sliding: Floats, moves: Floats) -> Floats:
    moved = sliding.copy()
    moved[:, 0] += moves
    return moved
