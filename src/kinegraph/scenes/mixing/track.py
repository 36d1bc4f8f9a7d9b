"""Track: clips of one character in time, and layers over them."""

from dataclasses import dataclass, field, replace
from enum import StrEnum

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue

LONGEST = 3600.0  # [s] of a scene
_MOST_REPEATS = 10_000
_SPEEDS = (0.01, 100.0)


class Where(StrEnum):
    """Place at which a clip begins.

    CONTINUE: Where the character is, and facing the way it faces.
    OWN: At the clip's own coordinates, from the character's place in the scene.
    """

    CONTINUE = "continue"
    OWN = "own"


@dataclass(frozen=True, eq=False)
class TrackClip:
    """A clip on a track.

    start: When it begins [s]; None: right after the clip before it, less the fade.
    trim: (2,) first and last moment of the clip that plays [s]; None: all of it.
    speed: Times as fast as recorded.
    repeat: How often it plays.
    fade: Time over which it replaces what played before [s]; in a layer, over which it comes in.
    fade_out: Time over which it leaves a layer [s]; not used on the base, which holds the last pose.
    seam: Fade between two passes of a repeated clip [s].
    weight: In a layer, 0 to 1.
    where: Where it begins.
    at, facing: (x, z) [m] and heading [rad] at its beginning, instead of `where`.
    """

    clip: Clip
    start: float | None = None
    trim: tuple[float, float] | None = None
    speed: float = 1.0
    repeat: int = 1
    fade: float = 0.0
    fade_out: float = 0.0
    seam: float = 0.0
    weight: float = 1.0
    where: Where = Where.CONTINUE
    at: tuple[float, float] | None = None
    facing: float | None = None

    def __post_init__(self) -> None:
        name = self.clip.name
        for what in ("start", "fade", "fade_out", "seam"):
            value = getattr(self, what)
            if value is not None and not 0.0 <= value <= LONGEST:
                raise InvalidValue(
                    f"The {what.replace('_', '-')} of {name!r} must be 0 to {LONGEST:g} s, not {value:g}."
                )
        if not _SPEEDS[0] <= self.speed <= _SPEEDS[1]:
            raise InvalidValue(f"The speed of {name!r} must be {_SPEEDS[0]} to {_SPEEDS[1]:g}.")
        if not 1 <= self.repeat <= _MOST_REPEATS:
            raise InvalidValue(f"{name!r} can play 1 to {_MOST_REPEATS} times, not {self.repeat}.")
        if not 0.0 <= self.weight <= 1.0:
            raise InvalidValue(f"The weight of {name!r} must be 0 to 1, not {self.weight:g}.")
        low, high = self.span
        if not 0.0 <= low <= high <= self.clip.duration + 1e-9:
            raise InvalidValue(
                f"{name!r} is {self.clip.duration:.2f} s long and cannot be trimmed to {low:g} to {high:g} s."
            )
        if not (high - low) * self.repeat / self.speed <= LONGEST:
            raise InvalidValue(f"{name!r} would play for more than {LONGEST:g} s.")
        if self.repeat > 1 and self.seam >= self.once:
            raise InvalidValue(f"The seam of {name!r} must be shorter than one pass, {self.once:.2f} s.")
        object.__setattr__(self, "where", Where(self.where))

    @property
    def span(self) -> tuple[float, float]:
        """First and last moment of the clip that plays [s]."""
        return (0.0, self.clip.duration) if self.trim is None else self.trim

    @property
    def once(self) -> float:
        """Length of one pass in the scene [s]."""
        low, high = self.span
        return (high - low) / self.speed

    @property
    def length(self) -> float:
        """Length of all passes in the scene [s]."""
        return self.once + (self.repeat - 1) * (self.once - self.seam)


class LayerKind(StrEnum):
    """Effect of a layer on those below it.

    OVERRIDE: It replaces the parts of the body that it moves.
    ADDITIVE: It adds the changes from its first pose.
    """

    OVERRIDE = "override"
    ADDITIVE = "additive"


@dataclass(frozen=True, eq=False)
class TrackLayer:
    """Clips over the base.

    mask: (J + 1,) share of the layer in each joint, 0 to 1, and, last, in the place of the root.
    """

    clips: tuple[TrackClip, ...]
    mask: Floats
    kind: LayerKind = LayerKind.OVERRIDE

    def __post_init__(self) -> None:
        object.__setattr__(self, "clips", tuple(self.clips))
        object.__setattr__(self, "kind", LayerKind(self.kind))
        object.__setattr__(self, "mask", frozen_floats("A layer's mask", self.mask, (None,)))
        if self.mask.min(initial=0.0) < 0.0 or self.mask.max(initial=0.0) > 1.0:
            raise InvalidValue("The mask of a layer must be 0 to 1 for each joint.")


@dataclass(frozen=True, eq=False)
class Track:
    """The clips of one character.

    base: In the order of their starts. Each replaces the one before it, over its fade.
    layers: Over the base, each over those before it.
    at: (3,) place of the character in the scene [m].
    facing: Its heading [rad]: 0 is +Z, a quarter turn is +X.
    """

    base: tuple[TrackClip, ...] = ()
    layers: tuple[TrackLayer, ...] = ()
    at: Floats = field(default_factory=lambda: np.zeros(3))
    facing: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "base", with_starts(self.base))
        object.__setattr__(
            self, "layers", tuple(replace(layer, clips=with_starts(layer.clips)) for layer in self.layers)
        )
        object.__setattr__(self, "at", frozen_floats("A character's place", self.at, (3,)))

    @property
    def end(self) -> float:
        """End of the last clip [s]."""
        clips = [*self.base, *(clip for layer in self.layers for clip in layer.clips)]
        return max((start_of(clip) + clip.length for clip in clips), default=0.0)


def with_starts(clips: tuple[TrackClip, ...]) -> tuple[TrackClip, ...]:
    """The clips with a start each; raises an error if one begins before the clip that it follows."""
    made: list[TrackClip] = []
    for clip in clips:
        before = made[-1] if made else None
        start = clip.start
        if start is None:
            start = 0.0 if before is None else start_of(before) + max(before.length - clip.fade, 0.0)
        if before is not None and start < start_of(before):
            raise InvalidValue(
                f"{clip.clip.name!r} begins at {start:g} s, before {before.clip.name!r} at "
                f"{start_of(before):g} s: list clips in the order of their starts."
            )
        made.append(replace(clip, start=start))
    return tuple(made)


def start_of(clip: TrackClip) -> float:
    """The start of a clip of a track [s]."""
    assert clip.start is not None  # `with_starts` has set it
    return clip.start
