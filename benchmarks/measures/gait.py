"""Measures of a walk: slip, foot rotation, ripple, penetration, reach; measured on the goals."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import (
    axis_angle_from_quat,
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.gait import Gait
from kinegraph.creatures.gait.rig import GaitRig

Command = Callable[[float], tuple[float, float, float]]


@dataclass(frozen=True, eq=False)
class WalkRecord:
    """A recorded walk in the world: F frames, N feet.

    gait: After the last frame.
    fps: Frames per second.
    placements: (F, 4) x, y, z, heading.
    hips, hip_rotations: (F, H, 3), (F, H, 4) of the spine bodies with legs, the root first.
    feet, foot_rotations: (F, N, 3), (F, N, 4) goals of the soles.
    planted: (F, N) which feet stand.
    """

    gait: Gait
    fps: float
    placements: Floats
    hips: Floats
    hip_rotations: Floats
    feet: Floats
    foot_rotations: Floats
    planted: np.ndarray


def record_walk(gait: Gait, command: Command, seconds: float, fps: float = 60.0) -> WalkRecord:
    """Records a walk of some seconds. `command` gives (velocity left, velocity forward, turn) at a time
    [s]."""
    chosen, others = list(gait.rig.feet), _other_hips(gait.rig)
    rows = []
    for frame in range(round(seconds * fps) + 1):
        if frame:
            left, forward, turn = command((frame - 1) / fps)
            gait.step((left, forward), turn, 1.0 / fps)
        goals = gait.goals
        rows.append(
            (
                goals.placement.copy(),
                np.vstack([goals.root_position, goals.positions[others]]),
                np.vstack([goals.root_rotation, goals.rotations[others]]),
                goals.positions[chosen],
                goals.rotations[chosen],
                gait.planted.copy(),
            )
        )
    places, hips, hip_turns, feet, foot_turns, planted = (
        np.array(column) for column in zip(*rows, strict=True)
    )
    turn = quat_from_axis_angle(places[:, 3:] * np.array([0.0, 1.0, 0.0]))
    return WalkRecord(
        gait,
        fps,
        places,
        quat_rotate(turn[:, None], hips) + places[:, None, :3],
        quat_multiply(turn[:, None], hip_turns),
        quat_rotate(turn[:, None], feet) + places[:, None, :3],
        quat_multiply(turn[:, None], foot_turns),
        planted,
    )


def _other_hips(rig: GaitRig) -> list[int]:
    if rig.mode != at.WALKING:
        return []
    return [body for body in rig.tables.hip_bodies.tolist() if body != rig.creature.root]


def stance_drift(record: WalkRecord) -> float:
    """Largest distance of a standing foot from its footprint [m], at the toe or heel that it rolls on.

    A foot that rolls over its toe holds its toe, one that comes down on its heel holds that: of the two, the
    one that stays nearer to its lowest place in this stance counts.
    """
    table = record.gait.rig.tables.feet
    worst = 0.0
    for foot in range(record.feet.shape[1]):
        ends = _ends(record, foot, table[foot, at.TOE], table[foot, at.HEEL])
        for start, stop in _stretches(record.planted[:, foot]):
            stances = [points[start:stop] for points in ends]
            away = [np.linalg.norm(one - one[np.argmin(one[:, 1])], axis=1) for one in stances]
            worst = max(worst, float(np.minimum(*away).max()))
    return worst


def _ends(record: WalkRecord, foot: int, toe: float, heel: float) -> tuple[Floats, Floats]:
    """(F, 3) tip of the toe and back of the heel: the sole turned as the foot is turned from its rest."""
    rest = quat_conjugate(record.gait.rig.tables.feet[foot, at.REST_X : at.REST_W + 1])
    turned = quat_multiply(record.foot_rotations[:, foot], rest)
    ends = [record.feet[:, foot] + quat_rotate(turned, np.array([0.0, 0.0, z])) for z in (toe, -heel)]
    return ends[0], ends[1]


def _stretches(stands: np.ndarray) -> list[tuple[int, int]]:
    """(first, one past last) frames of each stance."""
    edges = np.flatnonzero(np.diff(np.concatenate([[False], stands, [False]]).astype(np.int8)))
    return list(zip(edges[::2].tolist(), edges[1::2].tolist(), strict=True))


def largest_foot_turn(record: WalkRecord) -> float:
    """The largest rotation of a foot from one frame to the next, in the world [rad]."""
    if record.feet.shape[1] == 0 or len(record.feet) < 2:
        return 0.0
    step = quat_multiply(record.foot_rotations[1:], quat_conjugate(record.foot_rotations[:-1]))
    return float(np.linalg.norm(axis_angle_from_quat(step), axis=-1).max())


def speed_ripple(record: WalkRecord, settled: float = 0.5) -> float:
    """Unevenness of the root's speed: its standard deviation over its mean.

    settled: Share of the walk, at its end, that counts.
    """
    ways = np.diff(record.hips[int(len(record.hips) * (1.0 - settled)) :, 0, ::2], axis=0)
    along = record.placements[-len(ways) :, 3]
    speeds = (ways[:, 0] * np.sin(along) + ways[:, 1] * np.cos(along)) * record.fps
    mean = float(speeds.mean())
    return float(speeds.std() / abs(mean)) if abs(mean) > 1e-9 else 0.0


def penetration(record: WalkRecord) -> float:
    """Largest depth of a sole's goal below the ground [m]."""
    if record.feet.shape[1] == 0:
        return 0.0
    rest = record.gait.rig.tables.feet[:, at.HOME_Y]
    heights = record.gait.ground.height(record.feet[..., 0], record.feet[..., 2]) + rest
    return max(0.0, float((heights - record.feet[..., 1]).max()))


def out_of_reach(record: WalkRecord) -> tuple[float, float]:
    """(share of foot frames farther from the hip than the leg is long, the worst distance in leg lengths)."""
    rig = record.gait.rig
    if rig.mode != at.WALKING:
        return 0.0, 0.0
    creature = rig.creature
    hips = [creature.root, *_other_hips(rig)]
    legs = {leg.foot: leg for leg in creature.legs}
    ratios = []
    for column, foot in enumerate(rig.feet):
        leg = legs[foot]
        row = hips.index(leg.hip)
        turned = quat_multiply(record.hip_rotations[:, row], quat_conjugate(creature.rest_rotations[leg.hip]))
        arm = creature.rest_positions[leg.bodies[0]] - creature.rest_positions[leg.hip]
        seats = record.hips[:, row] + quat_rotate(turned, arm)
        ratios.append(np.linalg.norm(record.feet[:, column] - seats, axis=1) / leg.length)
    every = np.stack(ratios)
    return float((every > 1.0 + 1e-9).mean()), float(every.max())


def crossings(record: WalkRecord) -> int:
    """Number of frames in which the feet of a biped have exchanged sides, in the body's frame."""
    table = record.gait.rig.tables.feet
    if len(table) != 2:
        return 0
    back = quat_from_axis_angle(-record.placements[:, 3:] * np.array([0.0, 1.0, 0.0]))[:, None]
    seen = quat_rotate(back, record.feet - record.placements[:, None, :3])
    order = np.sign(table[0, at.HOME_X] - table[1, at.HOME_X])
    return int((order * (seen[:, 0, 0] - seen[:, 1, 0]) <= 0.0).sum())
