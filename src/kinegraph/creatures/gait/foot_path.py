"""FootPath: the flight of a foot from one place to the next, in normalized space (paper, 4.2)."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.errors import InvalidValue

SAMPLES = 33  # rows of the table that kernels read
PATH_CURVES = ("times", "progress", "lift", "swing", "tip")
MOST_TIP = 1.6  # [rad] a foot that points straight down


@dataclass(frozen=True, eq=False)
class FootPath:
    """A flight, keyed over its time; curves between keys are monotone where the keys are.

    times: (K,) rising from 0 (leaves the ground) to 1 (lands).
    progress: (K,) rising from 0 (where it stood) to 1 (where it will stand).
    lift: (K,) height in units of the gait's lift, 0 at both ends.
    swing: (K,) how far it swings out sideways, in units of the gait's lift, 0 at both ends.
    tip: (K,) how far its toes point down [rad], beyond the roll from toe to heel of the gait, 0 at both ends.
    """

    times: Floats
    progress: Floats
    lift: Floats
    swing: Floats
    tip: Floats | None = None

    def __post_init__(self) -> None:
        count = np.size(self.times)
        if self.tip is None:
            object.__setattr__(self, "tip", np.zeros(count))
        for name in PATH_CURVES:
            values = frozen_floats(f"Foot path {name}", getattr(self, name), (count,))
            object.__setattr__(self, name, values)
        for name in ("times", "progress"):
            values = getattr(self, name)
            rising = np.diff(values) > 0 if name == "times" else np.diff(values) >= 0
            if count < 2 or values[0] != 0.0 or values[-1] != 1.0 or not rising.all():
                raise InvalidValue(f"The {name} of a foot path must rise from 0 to 1.")
        for name in ("lift", "swing", "tip"):
            values = getattr(self, name)
            if values[0] != 0.0 or values[-1] != 0.0:
                raise InvalidValue(f"The {name} of a foot path must be 0 at its start and at its end.")
        if (self.lift < 0.0).any():
            raise InvalidValue("The lift of a foot path must not be negative.")
        if np.abs(self.tips).max() > MOST_TIP:
            raise InvalidValue(f"The tip of a foot path must lie between -{MOST_TIP} and {MOST_TIP} rad.")

    @property
    def tips(self) -> Floats:
        """(K,) `tip`, 0 where it was not given."""
        return np.zeros(len(self.times)) if self.tip is None else self.tip

    def table(self) -> Floats:
        """(SAMPLES, 4) progress, lift, swing and tip at even times, as kernels take it."""
        even = np.linspace(0.0, 1.0, SAMPLES)
        curves = (self.progress, self.lift, self.swing, self.tips)
        return np.stack([_monotone(self.times, values, even) for values in curves], axis=1)


def foot_path(peak: float = 0.4, swing: float = 0.0, snap: float = 0.0) -> FootPath:
    """A flight from a few parameters.

    peak: When it is highest, 0.2 (snatched up, set down slowly: a sneak) to 0.8 (flung out, stamped down).
    swing: How far it swings out at its height, in units of the gait's lift: waddlers, spiders.
    snap: 0 (an even swing) to 1 (hangs, then darts).
    """
    if not (0.2 <= peak <= 0.8 and 0.0 <= snap <= 1.0):
        raise InvalidValue(
            "A foot path's peak lies between 0.2 and 0.8 of its time, its snap between 0 and 1."
        )
    even = np.linspace(0.0, 1.0, 17)
    smooth = even**3 * (10.0 - 15.0 * even + 6.0 * even**2)
    sharper = smooth**2 / (smooth**2 + (1.0 - smooth) ** 2)
    bent = even ** (np.log(0.5) / np.log(peak))  # warped time, with the peak at one half
    arc = np.sin(np.pi * bent) ** 2  # level at both ends: the foot lifts and lands softly
    arc[-1] = 0.0
    return FootPath(even, (1.0 - snap) * smooth + snap * sharper, arc, swing * arc)


def _monotone(times: Floats, values: Floats, at: Floats) -> Floats:
    """Cubic through keys without overshoot (Fritsch and Carlson's limit on the slopes)."""
    steps, rises = np.diff(times), np.diff(values)
    secants = rises / steps
    inner = np.where(secants[:-1] * secants[1:] > 0.0, 0.5 * (secants[:-1] + secants[1:]), 0.0)
    first, last = (inner[0], inner[-1]) if len(inner) else (secants[0], secants[0])
    slopes = np.concatenate([[1.5 * secants[0] - 0.5 * first], inner, [1.5 * secants[-1] - 0.5 * last]])
    ends = np.array([secants[0], secants[-1]])
    slopes[[0, -1]] = np.where(slopes[[0, -1]] * ends > 0.0, slopes[[0, -1]], 0.0)
    limit = 3.0 * np.minimum(np.abs(np.append(secants, secants[-1])), np.abs(np.append(secants[0], secants)))
    slopes = np.clip(slopes, -limit, limit)
    k = np.clip(np.searchsorted(times, at, side="right") - 1, 0, len(steps) - 1)
    u = (at - times[k]) / steps[k]
    h00, h10 = (1 + 2 * u) * (1 - u) ** 2, u * (1 - u) ** 2
    return (
        h00 * values[k]
        + h10 * steps[k] * slopes[k]
        + (1.0 - h00) * values[k + 1]
        - u**2 * (1 - u) * steps[k] * slopes[k + 1]
    )
