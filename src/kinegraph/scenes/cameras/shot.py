"""StageShot: what a scene's camera does from one cut to the next."""

import itertools
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from kinegraph.characters.rendering.camera import Camera
from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.easing import smoothstep
from kinegraph.scenes.targets.place import Place

_UP = np.array([0.0, 1.0, 0.0])
_CALM = 0.3  # [s] over which a camera smooths the way of what it follows or looks at
_TAPS = np.linspace(-2.0, 2.0, 9)


class Things(Protocol):
    """Places of the things of a scene."""

    def where(self, place: Place, time: float) -> Floats:
        """(3,) a place at a time [m]."""
        ...


@dataclass(frozen=True, eq=False)
class CameraKey:
    """A camera at a time.

    at: (3,) its place [m]; beside what the shot follows, if it follows something.
    look_at: In the middle of the picture; by default as in the key before.
    field_of_view: Vertical [degrees].
    """

    time: float
    at: Floats
    look_at: Place | None = None
    field_of_view: float = 35.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "at", frozen_floats("The place of a camera", self.at, (3,)))
        if not 1.0 <= self.field_of_view <= 150.0:
            raise InvalidValue(
                f"A camera's field of view must be 1 to 150 degrees, not {self.field_of_view:g}."
            )


@dataclass(frozen=True, eq=False)
class StageShot:
    """A shot: from its first key on, until the next shot cuts in.

    start: When it cuts in [s].
    follow: Name of a character or prop that the camera moves along with; empty: none.
    """

    start: float
    keys: tuple[CameraKey, ...]
    follow: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "keys", tuple(self.keys))
        if not self.keys or self.keys[0].look_at is None:
            raise InvalidValue("A shot needs a camera that looks at something.")
        times = [key.time for key in self.keys]
        if any(not later > earlier for earlier, later in itertools.pairwise(times)):
            raise InvalidValue("The keys of a shot must be in the order of their times.")
        for number, key in enumerate(self.keys):
            aim = self._aim(number)
            if not (aim.of or self.follow):
                _axes(aim.offset - key.at)  # raises an error where it cannot look there

    def camera(self, time: float, things: Things) -> Camera:
        """The camera at a time of the scene."""
        number = sum(key.time <= time for key in self.keys)
        before, after = max(number - 1, 0), min(number, len(self.keys) - 1)
        one, other = self.keys[before], self.keys[after]
        length = other.time - one.time
        share = float(smoothstep((time - one.time) / length)) if length > 0.0 else 0.0
        eye = one.at + share * (other.at - one.at)
        if self.follow:
            carried = self._calm(Place(self.follow), time, things)
            eye = eye + carried * np.array([1.0, 0.0, 1.0])
        middles = [self._calm(self._aim(index), time, things) for index in (before, after)]
        middle = middles[0] + share * (middles[1] - middles[0])
        angle = one.field_of_view + share * (other.field_of_view - one.field_of_view)
        return Camera(eye, _axes(middle - eye), float(np.tan(0.5 * np.radians(angle))))

    def _aim(self, number: int) -> Place:
        return next(key.look_at for key in reversed(self.keys[: number + 1]) if key.look_at is not None)

    def _calm(self, place: Place, time: float, things: Things) -> Floats:
        """A place, smoothed over time, so that the camera does not shake with every step."""
        if not place.of:
            return place.offset
        weights = np.exp(-0.5 * _TAPS**2)
        moments = np.maximum(time + _CALM * _TAPS, 0.0)
        places = np.array([things.where(place, float(moment)) for moment in moments])
        return (weights[:, None] * places).sum(axis=0) / weights.sum()


def _axes(forward: Floats) -> Floats:
    """(3, 3) right, up and forward of an upright camera."""
    length = float(np.linalg.norm(forward))
    if length < 1e-6:
        raise InvalidValue("A camera stands at the place that it looks at.")
    ahead = forward / length
    right = np.cross(ahead, _UP)
    if np.linalg.norm(right) < 1e-3:
        raise InvalidValue("A camera cannot look straight up or down.")
    right = right / np.linalg.norm(right)
    return np.stack([right, np.cross(right, ahead), ahead])
