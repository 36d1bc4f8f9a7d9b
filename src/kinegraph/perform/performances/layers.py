"""Layers: recorded passes of a controller. A layer stores the path of the user's hand, not poses.

A layer holds how far a controller was displaced, and when; several layers on one controller add up. Editing a
pose afterwards changes the take, because poses are only made when layers are played.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import ArrayField, Floats, frozen_floats, kernel_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.perform.performances.layer_kernels import path_at


@dataclass(frozen=True)
class Switch:
    """From `time` on [s] the path moves another set's controller."""

    time: float
    set: str


@dataclass(frozen=True)
class Release:
    """From `start` to `stop` [s] the controller is not moved by the set above it."""

    start: float
    stop: float


@dataclass(frozen=True, eq=False)
class Layer:
    """One recorded pass.

    name: Unique in its performance.
    set: The set whose controller was moved.
    times: (N,) increasing, of the hand's own events [s].
    displacements: (N, 3) from where the controller would have been without this layer [m].
    switches: To alternatives of the set, in order of time.
    releases: When the controller was taken from the set above it.
    muted, solo: A muted layer does not play; where any layer is solo, only those play.
    keys: Times of temporal keys [s], increasing: an edit of the path at one of them ends at its neighbours.
    """

    name: str
    set: str
    times: ArrayField
    displacements: ArrayField
    switches: tuple[Switch, ...] = ()
    releases: tuple[Release, ...] = ()
    muted: bool = False
    solo: bool = False
    keys: tuple[float, ...] = ()

    def __post_init__(self) -> None:
        times = frozen_floats(f"Times of layer {self.name!r}", self.times, (None,))
        if len(times) == 0:
            raise InvalidValue(f"The layer {self.name!r} is empty; record at least one position.")
        if (np.diff(times) <= 0).any():
            raise InvalidValue(f"The times of layer {self.name!r} must increase.")
        path = frozen_floats(f"Displacements of layer {self.name!r}", self.displacements, (len(times), 3))
        object.__setattr__(self, "times", times)
        object.__setattr__(self, "displacements", path)
        object.__setattr__(self, "switches", tuple(sorted(self.switches, key=lambda switch: switch.time)))
        object.__setattr__(self, "releases", tuple(self.releases))
        keys = frozen_floats(f"Temporal keys of layer {self.name!r}", self.keys, (None,))
        if (np.diff(keys) <= 0).any():
            raise InvalidValue(f"The temporal keys of layer {self.name!r} must increase.")
        object.__setattr__(self, "keys", tuple(keys.tolist()))

    @classmethod
    def of_hand(
        cls,
        name: str,
        set: str,
        times: Floats,
        displacements: Floats,
        switches: tuple[Switch, ...] = (),
        releases: tuple[Release, ...] = (),
    ) -> "Layer":
        """A layer for a hand that is followed 60 times a second: nothing of it is checked.

        times: (N,) increasing [s].
        displacements: (N, 3), finite [m].
        switches: In order of time.
        """
        layer, times, displacements = object.__new__(cls), times.view(), displacements.view()
        times.flags.writeable = displacements.flags.writeable = False
        fields = {"name": name, "set": set, "times": times, "displacements": displacements}
        layer.__dict__.update(fields, switches=switches, releases=releases, muted=False, solo=False, keys=())
        return layer

    @property
    def start(self) -> float:
        """Start of the pass [s]."""
        return float(self.times[0])

    @property
    def end(self) -> float:
        """End of the pass [s]."""
        return float(self.times[-1])

    def at(self, times: ArrayLike) -> Floats:
        """(F, 3) the displacement at times [s]: straight between events, as first and last outside them."""
        times = kernel_floats(np.asarray(times, dtype=np.float64))
        found = np.empty((len(times), 3))
        path_at(self.times, self.displacements, times, found)
        return found


def audible(layers: tuple[Layer, ...]) -> tuple[Layer, ...]:
    """The layers that play."""
    alone = [layer for layer in layers if layer.solo]
    return tuple(layer for layer in (alone or layers) if not layer.muted)
