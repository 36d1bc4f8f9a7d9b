"""MarkerClip: captured points over time, with no skeleton yet."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue


@dataclass(frozen=True)
class MarkerEvent:
    """Something that happened in a capture, as its lab named it.

    time: [s] from the first frame.
    label: "Foot Strike", "Foot Off", ...
    context: "Left", "Right", "General", or empty.
    """

    time: float
    label: str
    context: str = ""


@dataclass(frozen=True, eq=False)
class MarkerClip:
    """Positions of markers per frame.

    positions: (F, M, 3) [m]; zero where the marker was not seen.
    seen: (F, M) whether the marker was seen.
    residuals: (F, M) reconstruction residual [m], zero where not given.
    """

    names: tuple[str, ...]
    fps: float
    positions: Floats
    seen: NDArray[np.bool_]
    residuals: Floats
    events: tuple[MarkerEvent, ...] = ()
    name: str = "markers"

    def __post_init__(self) -> None:
        if not (np.isfinite(self.fps) and self.fps > 0):
            raise InvalidValue(f"A marker clip's rate must be a positive number, not {self.fps}.")
        count = len(self.names)
        set_field = object.__setattr__
        set_field(self, "positions", frozen_floats("Marker positions", self.positions, (None, count, 3)))
        frames = len(self.positions)
        set_field(self, "residuals", frozen_floats("Marker residuals", self.residuals, (frames, count)))
        seen = np.array(self.seen, dtype=np.bool_)
        if seen.shape != (frames, count):
            raise InvalidValue(f"Marker visibility has shape {seen.shape}; expected {frames} x {count}.")
        seen.flags.writeable = False
        set_field(self, "seen", seen)

    def __len__(self) -> int:
        return len(self.positions)
