"""LocatorClip: points over time that belong to no joint, such as a cup that a hand reaches for."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats, frozen_quats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_multiply, quat_rotate


@dataclass(frozen=True, eq=False)
class LocatorClip:
    """Places and orientations of points, frame by frame.

    positions: (F, N, 3) in the world [m].
    rotations: (F, N, 4) unit quaternions.
    name: Of the motion that they go with.
    """

    names: tuple[str, ...]
    fps: float
    positions: Floats
    rotations: Floats
    name: str = "locators"

    def __post_init__(self) -> None:
        object.__setattr__(self, "names", tuple(self.names))
        if not self.names or len(set(self.names)) < len(self.names):
            raise InvalidValue(f"The locators of {self.name!r} need names of their own.")
        if not (np.isfinite(self.fps) and self.fps > 0):
            raise InvalidValue(f"The rate of locators must be a positive number, not {self.fps}.")
        positions = frozen_floats("Locator positions", self.positions, (None, len(self.names), 3))
        if not len(positions):
            raise InvalidValue(f"The locators of {self.name!r} need at least one frame.")
        rotations = frozen_quats("Locator rotations", self.rotations, (*positions.shape[:2], 4))
        object.__setattr__(self, "positions", positions)
        object.__setattr__(self, "rotations", rotations)

    def __len__(self) -> int:
        return len(self.positions)

    @property
    def times(self) -> Floats:
        """(F,) times of the frames [s]."""
        return np.arange(len(self)) / self.fps

    def frames(self, start: int, stop: int) -> "LocatorClip":
        """The frames start..stop-1."""
        positions, rotations = self.positions[start:stop], self.rotations[start:stop]
        return LocatorClip(self.names, self.fps, positions, rotations, self.name)

    def moved(self, turns: Floats, offsets: Floats) -> "LocatorClip":
        """The same, turned about the origin by (4,) or (F, 4), and then moved by (3,) or (F, 3) [m]."""
        turns, offsets = (np.reshape(each, (-1, 1, np.shape(each)[-1])) for each in (turns, offsets))
        return LocatorClip(
            self.names,
            self.fps,
            quat_rotate(turns, self.positions) + offsets,
            quat_multiply(turns, self.rotations),
            self.name,
        )
