"""GaitChart: one cycle of a steady walk as curves for each foot, measured on the gait that is played."""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.rig import GaitRig

_SETTLE = 10  # cycles after which a walk repeats itself
_CYCLES = 3  # over which duty factors and triggers are measured
_LONGEST = 30.0  # [s] a cycle that takes longer is no walk


@dataclass(frozen=True, eq=False)
class FootChart:
    """One foot over one cycle, S samples.

    body: The foot's body.
    group, foot: Its leg group, and its number there, as plans count them.
    height: (S,) of the sole over its height at rest [m].
    along, across: (S,) place from its rest place, forward and to the left, in character space [m].
    pitch: (S,) rotation of the sole, toes down [rad].
    contact: (S,) whether it stands.
    duty: Share of the cycle that it stands.
    trigger: When it lifts, as a share of the cycle of the clock.
    """

    body: int
    group: int
    foot: int
    height: Floats
    along: Floats
    across: Floats
    pitch: Floats
    contact: NDArray[np.bool_]
    duty: float
    trigger: float


@dataclass(frozen=True, eq=False)
class GaitChart:
    """One cycle of a steady walk.

    speed: [m/s]
    natural_speed: speed / sqrt(gravity * length of the leading legs): the scale of speed keys.
    period: Of the cycle [s].
    stride: Distance covered in a cycle [m].
    phases: (S,) share of the cycle of each sample, from 0.
    feet: In the order of the rig.
    """

    speed: float
    natural_speed: float
    period: float
    stride: float
    phases: Floats
    feet: tuple[FootChart, ...]


def clock_period(gait: Gait, velocity: tuple[float, float], turn: float) -> float:
    """Time that the gait's clock takes for a cycle at its present speed [s]; infinite while it stands."""
    before = float(gait.state.body[at.CLOCK])
    gait.step(velocity, turn, at.TICK)
    passed = float(gait.state.body[at.CLOCK]) - before
    return at.TICK / passed if passed > 0.0 else math.inf


def settle(gait: Gait, velocity: tuple[float, float], turn: float) -> float:
    """Walks on until the walk repeats itself; returns the period of its clock [s]."""
    for _ in range(3):
        gait.step(velocity, turn, 1.0)
    period = clock_period(gait, velocity, turn)
    left = min(_SETTLE * period, _LONGEST) if math.isfinite(period) else 0.0
    while left > 0.0:
        gait.step(velocity, turn, min(left, 1.0))
        left -= 1.0
    return clock_period(gait, velocity, turn)


def gait_chart(
    rig: GaitRig, speed: float, *, direction: float = 0.0, turn: float = 0.0, samples: int = 64
) -> GaitChart:
    """Measures one cycle of a walk on level ground.

    speed: [m/s], above 0.  direction: Of the velocity, to the left of the heading [rad].  turn: [rad/s].
    """
    if not (np.isfinite([speed, direction, turn]).all() and speed > 0.0 and 4 <= samples <= 4096):
        raise InvalidValue("A gait chart needs a speed above 0, finite angles and 4 to 4096 samples.")
    velocity = (speed * math.sin(direction), speed * math.cos(direction))
    gait = Gait(rig)
    period = settle(gait, velocity, turn)
    if not period < _LONGEST:
        raise InvalidValue(f"This creature takes no steps at {speed:g} m/s, so its gait has no chart.")
    clocks, rows, standing = _record(gait, velocity, turn, period)
    start = math.floor(clocks[0]) + 1.0
    phases = np.arange(samples) / samples
    places = {foot: (n, k) for n, order in enumerate(rig.orders) for k, foot in enumerate(order)}
    feet = []
    for foot, body in enumerate(rig.feet):
        height, along, across, pitch = (
            np.interp(start + phases, clocks, column) for column in rows[:, foot].T
        )
        stands = np.interp(start + phases, clocks, standing[:, foot].astype(float)) > 0.5
        height[stands] = 0.0  # between a tick in the air and one on the ground
        rate = float(rig.tables.groups[rig.tables.numbers[foot, at.GROUP], at.RATE])
        duty, trigger = _timing(clocks, standing[:, foot], rate)
        group, place = places[foot]
        feet.append(FootChart(body, group, place, height, along, across, pitch, stands, duty, trigger))
    natural = float(rig.tables.body[at.SCALE] / rig.tables.body[at.PERIOD])
    return GaitChart(speed, speed / natural, period, speed * period, phases, tuple(feet))


def _record(
    gait: Gait, velocity: tuple[float, float], turn: float, period: float
) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """(clock (T,), height, along, across and pitch (T, N, 4), standing (T, N)) of some cycles, each tick."""
    rows, tables = [], gait.rig.tables
    clocks, standing = [], []
    bodies, homes = list(gait.rig.feet), tables.feet[:, [at.HOME_X, at.HOME_Y, at.HOME_Z]]
    for _ in range(math.ceil((_CYCLES + 2) * period / at.TICK)):
        goals = gait.step(velocity, turn, at.TICK)
        away = goals.positions[bodies] - homes
        arms = np.where(gait.state.feet[:, at.PITCH] > 0.0, tables.feet[:, at.TOE], tables.feet[:, at.HEEL])
        raised = arms * np.abs(np.sin(gait.state.feet[:, at.PITCH]))
        rows.append(
            np.stack([away[:, 1] - raised, away[:, 2], away[:, 0], gait.state.feet[:, at.PITCH]], axis=1)
        )
        clocks.append(float(gait.state.body[at.CLOCK]))
        standing.append(gait.planted.copy())
    return np.array(clocks), np.array(rows), np.array(standing)


def _timing(clocks: Floats, stands: NDArray[np.bool_], rate: float) -> tuple[float, float]:
    """(duty factor, step trigger) of a foot, from the times at which it lifts and lands."""
    lifts = clocks[1:][stands[:-1] & ~stands[1:]]
    lands = clocks[1:][~stands[:-1] & stands[1:]]
    if len(lifts) < 2 or not len(lands):
        return float(stands.mean()), 0.0
    flights = [float(lands[lands > lift][0] - lift) for lift in lifts if (lands > lift).any()]
    turns = np.exp(2j * np.pi * lifts * rate)
    return 1.0 - rate * float(np.mean(flights)), float(np.angle(turns.mean()) / (2.0 * np.pi)) % 1.0
