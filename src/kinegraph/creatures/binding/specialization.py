"""G and S for one body of one creature (paper, 3.2.1): the kernels as plain functions, and their tables."""

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.kernels.own_arrays import own_arrays
from kinegraph.core.math.rotations import quat_normalize, quat_rotate
from kinegraph.creatures.animation import mode_kernels
from kinegraph.creatures.animation.mode_kernels import (
    Carrier,
    PositionArguments,
    RestTable,
    RotationArguments,
)
from kinegraph.creatures.animation.movement_mode import PositionMode, RotationMode, Scale
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.frames import bodies_from_frames, forward_directions

SOFT = 0.01  # lengths below this share of the limb are softened, so that none is zero
_SHORTEST = 0.2  # share of the creature's size that counts as a limb's length there at least
_IDENTITY = (0.0, 0.0, 0.0, 1.0)


@dataclass(frozen=True, eq=False)
class Surroundings:
    """The inputs of modes besides the body itself, in character space.

    target: (3,) where the channel's target is; for contact with a body part, the middle of its flesh.
    ground: Height of the ground under the body [m].
    carrier_position, carrier_rotation: How the root has moved what hangs on it: x -> rotation x + position.
    surface: Distance of the target's surface from the target [m]; 0 for a point.
    """

    target: ArrayLike = (0.0, 0.0, 0.0)
    ground: float = 0.0
    carrier_position: ArrayLike = (0.0, 0.0, 0.0)
    carrier_rotation: ArrayLike = field(default=_IDENTITY)
    surface: float = 0.0


AT_REST = Surroundings()


@lru_cache(maxsize=256)
def rest_table(creature: Creature) -> RestTable:
    """The table of a creature (creatures compare by identity, so this is made once for each)."""
    forward = forward_directions(creature)
    table = RestTable(
        kernel_floats(creature.rest_handles),
        kernel_floats(creature.rest_positions),
        kernel_floats(creature.rest_rotations),
        kernel_floats(bodies_from_frames(creature, forward)),
        kernel_floats(forward),
        kernel_floats(SOFT * np.maximum(creature.limb_lengths, _SHORTEST * creature.size.max())),
        kernel_floats(middles(creature)),
        kernel_floats([body.radius for body in creature.character.bodies]),
    )
    return own_arrays(table)


def middles(creature: Creature) -> Floats:
    """(B, 3) middles of the bodies' flesh at rest [m]; the joints of spine bodies inside the torso."""
    boxes = np.array([body.box.mean(axis=0) for body in creature.character.bodies])
    places = creature.rest_positions + quat_rotate(creature.rest_rotations, boxes)
    inside = list(creature.spine[:-1])
    places[inside] = creature.rest_positions[inside]
    return places


def scale_of(creature: Creature, body: int, scale: Scale) -> Floats:
    """(3,) metres per unit of generalized movement along x, y, z."""
    if scale is Scale.CREATURE:
        return np.array(creature.size)
    if scale is Scale.LIMB:
        return np.full(3, max(float(creature.limb_lengths[body]), 1e-6))
    if scale is Scale.STANCE:
        return np.full(3, stance_height(creature))
    return np.ones(3)


def stance_height(creature: Creature) -> float:
    """Mean height of the hips over their feet [m]; without legs, the height of the root.

    Never less than a tenth of the creature's size: what lies flat still gets about.
    """
    heights = [
        creature.rest_positions[leg.bodies[0], 1] - creature.rest_handles[leg.foot, 1]
        for leg in creature.legs
    ]
    height = np.mean(heights) if heights else creature.rest_positions[creature.root, 1]
    return max(float(height), 0.1 * float(creature.size.max()))


def specialize_position(
    creature: Creature,
    body: int,
    generalized: ArrayLike,
    mode: PositionMode,
    around: Surroundings = AT_REST,
    *,
    mirrored: bool = False,
) -> Floats:
    """(3,) S: where generalized coordinates put a body's handle, in character space [m]."""
    arguments = _position_arguments(creature, body, mode, around, mirrored)
    return np.array(mode_kernels.specialize_position(arguments, _numbers(generalized)))


def generalize_position(
    creature: Creature,
    body: int,
    position: ArrayLike,
    mode: PositionMode,
    around: Surroundings = AT_REST,
    *,
    mirrored: bool = False,
) -> Floats:
    """(3,) G: the generalized coordinates of a body's handle at `position` (character space) [m]."""
    arguments = _position_arguments(creature, body, mode, around, mirrored)
    return np.array(mode_kernels.generalize_position(arguments, _numbers(position)))


def specialize_rotation(
    creature: Creature,
    body: int,
    generalized: ArrayLike,
    mode: RotationMode,
    around: Surroundings = AT_REST,
    *,
    mirrored: bool = False,
) -> Floats:
    """(4,) S: the orientation of a body in character space that a generalized rotation means."""
    arguments = _rotation_arguments(creature, body, mode, around, mirrored)
    return np.array(mode_kernels.specialize_rotation(arguments, _numbers(quat_normalize(generalized))))


def generalize_rotation(
    creature: Creature,
    body: int,
    rotation: ArrayLike,
    mode: RotationMode,
    around: Surroundings = AT_REST,
    *,
    mirrored: bool = False,
) -> Floats:
    """(4,) G: the generalized rotation of a body's orientation `rotation` in character space."""
    arguments = _rotation_arguments(creature, body, mode, around, mirrored)
    return np.array(mode_kernels.generalize_rotation(arguments, _numbers(quat_normalize(rotation))))


def _numbers(values: ArrayLike) -> Any:
    return tuple(np.asarray(values, dtype=np.float64).tolist())


def _position_arguments(
    creature: Creature, body: int, mode: PositionMode, around: Surroundings, mirrored: bool
) -> PositionArguments:
    table = rest_table(creature)
    return PositionArguments(
        mode.flags | (mode_kernels.MIRRORED if mirrored else 0),
        _numbers(table.handles[body]),
        _numbers(scale_of(creature, body, mode.scale)),
        float(table.softs[body]),
        float(around.ground),
        _numbers(around.target),
        float(around.surface + table.radii[body]),
        _carrier(around),
    )


def _rotation_arguments(
    creature: Creature, body: int, mode: RotationMode, around: Surroundings, mirrored: bool
) -> RotationArguments:
    table = rest_table(creature)
    return RotationArguments(
        mode.flags | (mode_kernels.MIRRORED if mirrored else 0),
        _numbers(table.rotations[body]),
        _numbers(table.body_from_frame[body]),
        _numbers(table.forward[body]),
        _numbers(table.places[body]),
        float(table.softs[body]),
        _numbers(around.target),
        _carrier(around),
    )


def _carrier(around: Surroundings) -> Carrier:
    return Carrier(_numbers(around.carrier_position), _numbers(quat_normalize(around.carrier_rotation)))
