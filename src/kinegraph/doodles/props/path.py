"""The path of a loose prop, piece by piece: gliding freely or swinging about an edge.

Pieces begin and end at events (a bounce, a stop, an edge), not at frames, so that the place at a time does
not depend on the frame rate. Glides are quadratics in time; swings, and paths over drawn ground, have no
closed form and are integrated once on a fine grid of their own.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import (
    quat_from_axis_angle,
    quat_multiply,
    quat_normalize,
    quat_rotate,
)

GRAVITY = 9.81  # [m/s²]
_STEP = 1.0 / 500.0  # [s] of the integration of swings
_LONGEST_SWING = 20.0  # [s]
_UNTURNED = np.array([0.0, 0.0, 0.0, 1.0])


@dataclass(frozen=True, eq=False)
class Glide:
    """A piece under constant acceleration, turning at an evenly changing rate.

    start, end: Times [s].
    center, velocity, acceleration: (3,) of the prop's middle when it starts, in the world.
    rotation: (4,) when it starts. axis: (3,) of the turn.
    spin, slowing: Rate of turning when it starts [rad/s] and its change [rad/s²].
    """

    start: float
    end: float
    center: Floats
    velocity: Floats = field(default_factory=lambda: np.zeros(3))
    acceleration: Floats = field(default_factory=lambda: np.zeros(3))
    rotation: Floats = field(default_factory=lambda: _UNTURNED)
    axis: Floats = field(default_factory=lambda: np.array([1.0, 0.0, 0.0]))
    spin: float = 0.0
    slowing: float = 0.0

    def at(self, times: Floats) -> tuple[Floats, Floats]:
        """(F, 3) the prop's middle and (F, 4) its rotation."""
        t = (times - self.start)[:, None]
        centers = self.center + t * self.velocity + 0.5 * t**2 * self.acceleration
        angles = self.spin * t + 0.5 * self.slowing * t**2
        return centers, _turn_by(self.rotation, angles * self.axis)


@dataclass(frozen=True, eq=False)
class Swing:
    """A swing about a fixed edge.

    pivot, arm: (3,) the edge, and the vector from there to the prop's middle at the start [m].
    angles, rates: (K,) angles since the start [rad] and their rates [rad/s], at even times.
    """

    start: float
    end: float
    pivot: Floats
    arm: Floats
    axis: Floats
    rotation: Floats
    angles: Floats
    rates: Floats

    def at(self, times: Floats) -> tuple[Floats, Floats]:
        """(F, 3) the prop's middle and (F, 4) its rotation."""
        turns = _hermite(times - self.start, self.end - self.start, self.angles, self.rates)
        about = turns[:, None] * self.axis
        return self.pivot + quat_rotate(quat_from_axis_angle(about), self.arm), _turn_by(self.rotation, about)


@dataclass(frozen=True, eq=False)
class Sampled:
    """A piece that was integrated in even steps, turning about one axis.

    centers: (K, 3) the prop's middle [m], K >= 1; angles: (K,) turned since the start [rad].
    """

    start: float
    end: float
    centers: Floats
    angles: Floats
    axis: Floats
    rotation: Floats

    def at(self, times: Floats) -> tuple[Floats, Floats]:
        """(F, 3) the prop's middle and (F, 4) its rotation."""
        moments = np.linspace(self.start, self.end, len(self.centers))
        centers = np.stack([np.interp(times, moments, column) for column in self.centers.T], axis=1)
        return centers, _turn_by(self.rotation, np.interp(times, moments, self.angles)[:, None] * self.axis)


Piece = Glide | Swing | Sampled


@dataclass(frozen=True, eq=False)
class PropPath:
    """The places of a prop over time. It stays at the end of the last piece."""

    pieces: tuple[Piece, ...]

    @property
    def rests_at(self) -> float:
        """Time at which it comes to rest [s]."""
        return self.pieces[-1].end

    def at(self, times: Floats) -> tuple[Floats, Floats]:
        """(F, 3) the prop's middle in the world [m] and (F, 4) its rotation, xyzw."""
        times = np.asarray(times, dtype=np.float64)
        centers, rotations = np.empty((len(times), 3)), np.empty((len(times), 4))
        which = np.searchsorted([piece.start for piece in self.pieces[1:]], times, side="right")
        for number in np.unique(which):
            piece, chosen = self.pieces[number], which == number
            inside = np.clip(times[chosen], piece.start, piece.end)
            centers[chosen], rotations[chosen] = piece.at(inside)
        return centers, rotations


def rest_piece(center: Floats, rotation: Floats = _UNTURNED, until: float = 0.0) -> Glide:
    """A piece without motion."""
    return Glide(0.0, until, center, rotation=rotation)


def swing_angles(
    pull: float, lean: float, rate: float, room: Callable[[float, float], float]
) -> tuple[float, Floats, Floats]:
    """Seconds, angles from the start (K,) and rates (K,) of a prop that stands on an edge and topples.

    pull: Gravity times arm over moment of inertia [1/s²]: lean'' = pull sin(lean).
    lean, rate: From upright [rad] and its change [rad/s] when it starts.
    room: Of the lean and its rate; the swing ends where it is no longer positive.
    """
    leans, rates = [lean], [rate]
    while len(leans) * _STEP < _LONGEST_SWING:
        lean, rate = _runge_kutta(pull, lean, rate, _STEP)
        leans.append(lean)
        rates.append(rate)
        if room(lean, rate) <= 0.0:
            break
    else:
        return _table(leans, rates, (len(leans) - 1) * _STEP)
    low, high = 0.0, _STEP
    for _ in range(50):
        middle = 0.5 * (low + high)
        inside = room(*_runge_kutta(pull, leans[-2], rates[-2], middle)) > 0.0
        low, high = (middle, high) if inside else (low, middle)
    leans[-1], rates[-1] = _runge_kutta(pull, leans[-2], rates[-2], high)
    return _table(leans, rates, (len(leans) - 2) * _STEP + high)


def _table(leans: list[float], rates: list[float], seconds: float) -> tuple[float, Floats, Floats]:
    return seconds, np.array(leans) - leans[0], np.array(rates)


def _runge_kutta(pull: float, lean: float, rate: float, step: float) -> tuple[float, float]:
    """Lean and rate a step later, to fourth order."""
    a1 = pull * np.sin(lean)
    a2 = pull * np.sin(lean + 0.5 * step * rate)
    a3 = pull * np.sin(lean + 0.5 * step * (rate + 0.5 * step * a1))
    a4 = pull * np.sin(lean + step * (rate + 0.5 * step * a2))
    return (
        float(lean + step * rate + step**2 * (a1 + a2 + a3) / 6.0),
        float(rate + step * (a1 + 2.0 * a2 + 2.0 * a3 + a4) / 6.0),
    )


def _hermite(since: Floats, length: float, values: Floats, rates: Floats) -> Floats:
    """(F,) values of a table at even times, with a shorter last step; cubic between the entries."""
    knots = np.arange(len(values)) * _STEP
    knots[-1] = length
    low = np.clip(np.searchsorted(knots, since, side="right") - 1, 0, len(values) - 2)
    step = np.maximum(knots[low + 1] - knots[low], 1e-12)
    t = np.clip((since - knots[low]) / step, 0.0, 1.0)
    return (
        (1 + 2 * t) * (1 - t) ** 2 * values[low]
        + t * (1 - t) ** 2 * step * rates[low]
        + t**2 * (3 - 2 * t) * values[low + 1]
        + t**2 * (t - 1) * step * rates[low + 1]
    )


def _turn_by(rotation: Floats, about: Floats) -> Floats:
    return quat_normalize(quat_multiply(quat_from_axis_angle(about), rotation))
