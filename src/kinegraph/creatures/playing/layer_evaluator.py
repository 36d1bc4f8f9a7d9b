"""LayerEvaluator: the goals that layers of bound animations give at any time, from Python."""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.general_animation import UnknownTarget
from kinegraph.creatures.binding.binding import BoundAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.playing.evaluate_kernels import evaluate_frame
from kinegraph.creatures.playing.motion_tables import channel_work, motion_tables, target_names, target_places


class LayerEvaluator:
    """Bound animations in layers on one creature, ready to be evaluated at any time, in any order.

    It keeps only scratch arrays and the goals at rest: the same arguments always give the same goals.
    """

    def __init__(self, creature: Creature, layers: Sequence[BoundAnimation]) -> None:
        self.creature = creature
        self.layers = tuple(layers)
        self.tables = motion_tables(creature, layers)
        self.target_names = target_names(layers)
        self._defaults = target_places(creature, layers)
        self._work = channel_work(self.tables, len(self.target_names))
        self._standing = rest_goals(creature, standing=True)

    def places(self, targets: Mapping[str, ArrayLike]) -> Floats:
        """(T, 3) all external targets in character space: as given, else their default places."""
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
        under: The goals under the layers; by default standing at rest.
        ground_heights: (B,) height of the ground under each body, in character space [m].
        """
        count = len(self.layers)
        times = np.broadcast_to(np.asarray(times, dtype=np.float64), (count,))
        weights = np.broadcast_to(np.asarray(1.0 if weights is None else weights, dtype=np.float64), (count,))
        if not (np.isfinite(times).all() and np.isfinite(weights).all()):
            raise InvalidValue("Times and weights of layers must be finite numbers.")
        work = self._work
        work.times[:], work.weights[:] = times, weights
        work.targets[:] = self.places(targets or {})
        work.heights[:] = 0.0 if ground_heights is None else ground_heights
        found = (self._standing if under is None else under).copy()
        evaluate_frame(self.tables, work, found)
        return found
