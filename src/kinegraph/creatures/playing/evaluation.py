"""Goals of a frame, and evaluating bound animations to them from Python."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.general_animation import UnknownTarget
from kinegraph.creatures.binding.binding import BoundAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.playing.evaluate_kernels import evaluate_frame
from kinegraph.creatures.playing.motion_tables import motion_tables, target_names, target_places


@dataclass(frozen=True, eq=False)
class Goals:
    """What inverse kinematics is to reach, in character space, B bodies, D deforms.

    The arrays are writable: kernels fill them.

    root_position (3,), root_rotation (4,): The root, which is not solved for.
    goal_positions (B, 3), position_weights (B,): Where handles should be; a weight of 0 is no goal.
    goal_rotations (B, 4), rotation_weights (B,): How bodies should be turned; 0 leaves them free.
    deforms (D,): Per deform of the creature, 0 at rest.
    """

    root_position: Floats
    root_rotation: Floats
    goal_positions: Floats
    position_weights: Floats
    goal_rotations: Floats
    rotation_weights: Floats
    deforms: Floats


def rest_goals(creature: Creature, *, standing: bool = True) -> Goals:
    """The goals of a creature at rest: none but, where it stands, that its feet stay where they are."""
    goals = Goals(
        np.array(creature.rest_positions[creature.root]),
        np.array(creature.rest_rotations[creature.root]),
        np.array(creature.rest_handles),
        np.zeros(len(creature)),
        np.array(creature.rest_rotations),
        np.zeros(len(creature)),
        np.zeros(len(creature.deforms)),
    )
    if standing:
        feet = [leg.foot for leg in creature.legs]
        goals.position_weights[feet] = 1.0
        goals.rotation_weights[feet] = 1.0
    return goals


class Player:
    """Bound animations in layers on one creature, ready to be evaluated at any time, in any order.

    It keeps only scratch arrays: the same arguments give the same goals whatever was asked before.
    """

    def __init__(self, creature: Creature, layers: Sequence[BoundAnimation]):
        self.creature = creature
        self.layers = tuple(layers)
        self.tables = motion_tables(creature, layers)
        self.target_names = target_names(layers)
        self._defaults = target_places(creature, layers)
        self._values = np.zeros((len(self.tables.curves.turns), 4))
        self._work = np.zeros(10 + len(self.tables.legs))

    def places(self, targets: Mapping[str, ArrayLike]) -> Floats:
        """(T, 3) all external targets in character space: as given, else where the animations put them."""
        places = self._defaults.copy()
        for name, place in targets.items():
            if name not in self.target_names:
                raise UnknownTarget(name, self.target_names)
            where = np.asarray(place, dtype=np.float64)
            if where.shape != (3,) or not np.isfinite(where).all():
                raise InvalidValue(f"The target {name!r} needs a place of three finite numbers.")
            places[self.target_names.index(name)] = where
        return places

    def goals(
        self,
        times: ArrayLike,
        weights: ArrayLike | None = None,
        targets: Mapping[str, ArrayLike] | None = None,
        *,
        under: Goals | None = None,
        ground_heights: ArrayLike | None = None,
    ) -> Goals:
        """The goals of one frame.

        times, weights: (L,) or one number for all layers: since each began to play [s]; in 0..1.
        targets: External targets by name, in character space [m].
        under: What the layers go over; standing at rest where it is not given.
        ground_heights: (B,) height of the ground under each body, in character space [m].
        """
        count = len(self.layers)
        times = np.broadcast_to(np.asarray(times, dtype=np.float64), (count,))
        weights = np.broadcast_to(np.asarray(1.0 if weights is None else weights, dtype=np.float64), (count,))
        if not (np.isfinite(times).all() and np.isfinite(weights).all()):
            raise InvalidValue("Times and weights of layers must be finite numbers.")
        heights = np.zeros(len(self.creature)) if ground_heights is None else ground_heights
        found = rest_goals(self.creature) if under is None else _copy(under)
        evaluate_frame(
            self.tables,
            kernel_floats(times),
            kernel_floats(weights),
            kernel_floats(self.places(targets or {})),
            kernel_floats(heights),
            self._values,
            self._work,
            found.root_position,
            found.root_rotation,
            found.goal_positions,
            found.position_weights,
            found.goal_rotations,
            found.rotation_weights,
            found.deforms,
        )
        return found


def _copy(goals: Goals) -> Goals:
    return Goals(*(np.array(array) for array in vars(goals).values()))
