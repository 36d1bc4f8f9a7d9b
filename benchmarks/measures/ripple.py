"""Ripple of a walk: how far and how fast the body turns to and fro, and how far its feet slide.

Measured on what a viewer sees, the solved pose: turns of the root and of the other hips from their rest, in
the frame of the heading. A slow change (leaning into a bend, following the ground) is no ripple: the mean
over one cycle of the gait is taken off, and the rest is judged from peak to peak. The angular speed is that
of the turn as it is.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import quat_conjugate, quat_multiply, quat_rotate
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.ground import Ground, bumps
from kinegraph.creatures.playing.actor import Actor

FPS = 60.0
SETTLED = 1.0  # [s] before the measure begins
SPEEDS = (0.15, 0.4, 0.8, 1.6)  # of the natural speed of the legs, sqrt(gravity * length)
EASY = 0.4
Command = Callable[[float, float, float], tuple[float, float, float]]  # time, natural speed and period


@dataclass(frozen=True)
class Ripple:
    """The worst of a walk: yaw, pitch and roll, peak to peak [rad], their speeds [rad/s], slip [sizes]."""

    angles: tuple[float, float, float]
    speeds: tuple[float, float, float]
    slip: float


def walks() -> dict[str, tuple[float, Command]]:
    """(height of the bumps in leg lengths, command) by name: four speeds, a bend, reversals, bumps."""
    even: dict[str, tuple[float, Command]] = {
        f"speed {speed:g}": (0.0, lambda _, natural, __, speed=speed: (0.0, speed * natural, 0.0))
        for speed in SPEEDS
    }
    return even | {
        "turning": (0.0, lambda _, natural, period: (0.0, EASY * natural, 0.25 / period)),
        "reversing": (0.0, _reverse),
        "bumps": (0.12, lambda _, natural, period: (0.0, EASY * natural, 0.08 / period)),
    }


def _reverse(time: float, natural: float, _: float) -> tuple[float, float, float]:
    """Forward and backward in turn, two seconds each."""
    return 0.0, EASY * natural * (1.0 if time % 4.0 < 2.0 else -1.0), 0.0


def walk_ripple(creature: Creature, walk: tuple[float, Command], seconds: float = 5.0) -> Ripple:
    """Walks a creature and measures it."""
    height, command = walk
    scale = _scale(creature)
    ground = (
        bumps(
            height * scale, 4.0 * float(creature.size.max()), seed=7, extent=24.0 * float(creature.size.max())
        )
        if height
        else Ground()
    )
    actor = Actor(creature, ground)
    rig, state = actor.gait
    body = rig.tables.body
    period = float(body[at.PERIOD])
    natural = float(body[at.SCALE]) / period
    hips = [creature.root, *(bone for bone in rig.tables.hip_bodies.tolist() if bone != creature.root)]
    hips = hips if rig.mode == at.WALKING else hips[:1]
    turns, clocks, errors, stands = [], [], [], []
    feet = list(rig.feet) if rig.mode == at.WALKING else []
    for frame in range(round(seconds * FPS)):
        sideways, forward, turn = command(frame / FPS, natural, period)
        actor.velocity, actor.turn = (sideways, forward), turn
        actor.step(1.0 / FPS)
        solved, goals = actor.solved, actor.goals
        handles = solved.positions[feet] + quat_rotate(solved.rotations[feet], creature.handles[feet])
        turns.append(quat_multiply(solved.rotations[hips], quat_conjugate(creature.rest_rotations[hips])))
        errors.append((handles - goals.positions[feet])[:, [0, 2]])
        stands.append([actor.planted[foot] for foot in feet])
        clocks.append(float(state.body[at.CLOCK]))
    first = round(SETTLED * FPS)
    cycles = (clocks[-1] - clocks[first]) / (seconds - SETTLED)
    angles = _angles(np.array(turns))[first:]
    window = int(np.clip(FPS / max(cycles, 1e-3), 6.0, FPS))
    return Ripple(
        _triple(_peak_to_peak(angles, window)),
        _triple(np.abs(np.diff(angles, axis=0)).max(axis=(0, 1)) * FPS),
        _slip(np.array(errors), np.array(stands, dtype=bool)) / float(creature.size.max()),
    )


def _scale(creature: Creature) -> float:
    return max((leg.length for leg in creature.legs), default=0.3 * float(creature.size.max()))


def _triple(values: Floats) -> tuple[float, float, float]:
    yaw, pitch, roll = values.tolist()
    return yaw, pitch, roll


def _angles(turns: Floats) -> Floats:
    """(F, H, 3) yaw, pitch and roll of (F, H, 4) turns [rad], without jumps of a whole turn."""
    x, y, z, w = np.moveaxis(turns, -1, 0)
    yaw = np.arctan2(2.0 * (x * z + w * y), 1.0 - 2.0 * (x * x + y * y))
    pitch = np.arcsin(np.clip(2.0 * (w * x - y * z), -1.0, 1.0))
    roll = np.arctan2(2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z))
    return np.unwrap(np.stack([yaw, pitch, roll], axis=-1), axis=0)


def _peak_to_peak(angles: Floats, window: int) -> Floats:
    """(3,) largest span within a window of what is left after the mean over a window is taken off."""
    padded = np.pad(angles, ((window // 2, window - window // 2 - 1), (0, 0), (0, 0)), mode="edge")
    mean = np.lib.stride_tricks.sliding_window_view(padded, window, axis=0).mean(axis=-1)
    left = np.lib.stride_tricks.sliding_window_view(angles - mean, window, axis=0)
    return (left.max(axis=-1) - left.min(axis=-1)).max(axis=(0, 1))


def _slip(errors: Floats, stands: np.ndarray) -> float:
    """Largest distance that a standing sole slides, against its footprint [m].

    errors: (F, N, 2) of each sole from where the gait has it, which holds the toe or heel that it rolls on.
    """
    worst = 0.0
    for foot in range(errors.shape[1]):
        edges = np.flatnonzero(np.diff(np.concatenate([[0], stands[:, foot].astype(np.int8), [0]])))
        for start, stop in zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True):
            stance = errors[start:stop, foot]
            worst = max(worst, float(np.linalg.norm(stance - stance[0], axis=1).max()))
    return worst
