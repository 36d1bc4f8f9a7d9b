"""Bodies for synthetic sketchers: random proportions and poses, seen from the side, facing right."""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.sketch.proportions import PRESETS, Proportions

Random = np.random.Generator
Points = dict[str, Floats]

_LENGTH_SPREAD = 0.12  # of the logarithm of each length, around its mixture of presets


@dataclass(frozen=True)
class BodyAngles:
    """Joint angles of a body, seen from its right [degrees]; forward is positive.

    lean, head: Of the torso and of the head from upright; arm, thigh: from straight down.
    elbow, knee: How far they are bent; ankle: how far the toes point up from square to the shank.
    turn: Of the whole body, backwards over the head.
    """

    lean: float = 0.0
    head: float = 0.0
    arm: float = 0.0
    elbow: float = 0.0
    thigh: float = 0.0
    knee: float = 0.0
    ankle: float = 0.0
    turn: float = 0.0


def random_proportions(rng: Random, *, mech: bool) -> Proportions:
    """A body between the presets, from toddler to giraffe, with a random factor for each length."""
    names = ("mech",) if mech else ("person", "toddler", "giraffe")
    shares = rng.dirichlet([0.7] * len(names))
    lengths = [f.name for f in fields(Proportions) if f.name not in ("mech", "shoulder_forward")]
    logs = np.log([[getattr(PRESETS[name], length) for length in lengths] for name in names])
    mixed = np.exp(shares @ logs + _LENGTH_SPREAD * rng.normal(size=len(lengths)))
    spread = dict(zip(lengths, mixed.tolist(), strict=True))
    spread["shoulder"] = spread["torso"] * rng.uniform(0.82, 0.95)
    return replace(Proportions(mech=mech), **spread)


def body_points(proportions: Proportions, angles: BodyAngles) -> Points:
    """Joints and tips on the sheet [m], lowest at y = 0; heel and toe are half-way between ankle and sole."""
    p = proportions
    points = {"hip": np.zeros(2)}
    points["neck"] = _up(angles.lean, p.torso)
    points["shoulder"] = _up(angles.lean, p.shoulder)
    points["head"] = points["neck"] + _up(angles.head, p.head)
    if not p.mech:
        points["elbow"] = points["shoulder"] + _down(angles.arm, p.upper_arm)
        points["hand"] = points["elbow"] + _down(angles.arm + angles.elbow, p.lower_arm)
    shank = angles.thigh - p.knee_sign * angles.knee
    points["knee"] = _down(angles.thigh, p.upper_leg)
    points["ankle"] = points["knee"] + _down(shank, p.lower_leg)
    sole, forward = _down(shank + angles.ankle, 0.5 * p.ankle), _down(shank + angles.ankle + 90.0, 1.0)
    points["heel"] = points["ankle"] + sole - p.heel * forward
    points["toe"] = points["ankle"] + sole + p.toe * forward
    cos, sin = np.cos(np.radians(angles.turn)), np.sin(np.radians(angles.turn))
    points = {name: np.array([[cos, -sin], [sin, cos]]) @ point for name, point in points.items()}
    lowest = min(point[1] for point in points.values())
    return {name: point - [0.0, lowest] for name, point in points.items()}


def _down(angle: float, length: float) -> Floats:
    return length * np.array([np.sin(np.radians(angle)), -np.cos(np.radians(angle))])


def _up(angle: float, length: float) -> Floats:
    return length * np.array([np.sin(np.radians(angle)), np.cos(np.radians(angle))])


def _standing(rng: Random) -> BodyAngles:
    thigh = rng.uniform(-8, 15)
    knee = rng.uniform(0, 15)
    return BodyAngles(
        lean=rng.uniform(-8, 10), head=rng.uniform(-15, 20), thigh=thigh, knee=knee, ankle=knee - thigh
    )


def _relaxed(rng: Random, proportions: Proportions) -> BodyAngles:
    return replace(_standing(rng), arm=rng.uniform(15, 60), elbow=rng.uniform(5, 60))


def _arms_down(rng: Random, proportions: Proportions) -> BodyAngles:
    return replace(_standing(rng), arm=rng.uniform(-8, 8), elbow=rng.uniform(0, 10))


def _arms_up(rng: Random, proportions: Proportions) -> BodyAngles:
    return replace(_standing(rng), arm=rng.uniform(130, 185), elbow=rng.uniform(0, 40))


def _walking(rng: Random, proportions: Proportions) -> BodyAngles:
    thigh, knee = rng.uniform(-25, 40), rng.uniform(5, 60)
    return BodyAngles(
        lean=rng.uniform(-5, 15),
        head=rng.uniform(-10, 20),
        arm=rng.uniform(-45, 50),
        elbow=rng.uniform(10, 100),
        thigh=thigh,
        knee=knee,
        ankle=rng.uniform(-30, 20),
    )


def _sitting(rng: Random, proportions: Proportions) -> BodyAngles:
    return BodyAngles(
        lean=rng.uniform(-15, 20),
        head=rng.uniform(-15, 25),
        arm=rng.uniform(0, 70),
        elbow=rng.uniform(0, 80),
        thigh=rng.uniform(75, 100),
        knee=rng.uniform(60, 105),
        ankle=rng.uniform(-15, 15),
    )


def _crouching(rng: Random, proportions: Proportions) -> BodyAngles:
    thigh, knee = rng.uniform(60, 110), rng.uniform(100, 140)
    return BodyAngles(
        lean=rng.uniform(10, 45),
        head=rng.uniform(-10, 30),
        arm=rng.uniform(-20, 80),
        elbow=rng.uniform(0, 70),
        thigh=thigh,
        knee=knee,
        ankle=np.clip(knee - thigh, -20, 40),
    )


def _random_pose(rng: Random, proportions: Proportions) -> BodyAngles:
    lean = rng.uniform(-30, 60)
    return BodyAngles(
        lean=lean,
        head=lean + rng.uniform(-35, 40),
        arm=-lean + rng.uniform(-60, 180),
        elbow=rng.uniform(0, 130),
        thigh=-lean + rng.uniform(-20, 110),
        knee=rng.uniform(0, 130),
        ankle=rng.uniform(-35, 25),
    )


def _tumbling(rng: Random, proportions: Proportions) -> BodyAngles:
    return replace(_random_pose(rng, proportions), turn=rng.uniform(-180, 180))


def _reaching(
    rng: Random, proportions: Proportions, angles: BodyAngles, goal: str, miss: float
) -> BodyAngles:
    """The same pose with the hand at a point of the body, within `miss` of the height."""
    points = body_points(proportions, angles)
    place = points[goal] + proportions.height * miss * rng.normal(size=2)
    away = place - points["shoulder"]
    upper, lower = proportions.upper_arm, proportions.lower_arm
    far = np.clip(np.linalg.norm(away), abs(upper - lower) * 1.05 + 1e-6, (upper + lower) * 0.999)
    elbow = np.pi - np.arccos(np.clip((upper**2 + lower**2 - far**2) / (2 * upper * lower), -1, 1))
    inner = np.arctan2(lower * np.sin(elbow), upper + lower * np.cos(elbow))
    toward = np.arctan2(away[0], -away[1])
    return replace(angles, arm=np.degrees(toward - inner), elbow=np.degrees(elbow))


def _hand_at_head(rng: Random, proportions: Proportions) -> BodyAngles:
    return _reaching(rng, proportions, _standing(rng), "head", 0.04)


def _hand_at_knee(rng: Random, proportions: Proportions) -> BodyAngles:
    bent = _sitting(rng, proportions) if rng.random() < 0.5 else _crouching(rng, proportions)
    return _reaching(rng, proportions, bent, "knee", 0.02)


def _hand_at_foot(rng: Random, proportions: Proportions) -> BodyAngles:
    lean = rng.uniform(50, 110)
    thigh = rng.uniform(-5, 15)
    bent = BodyAngles(lean=lean, head=lean + rng.uniform(-20, 40), thigh=thigh, knee=rng.uniform(0, 20))
    return _reaching(rng, proportions, bent, "ankle" if rng.random() < 0.5 else "toe", 0.02)


POSES: dict[str, Callable[[Random, Proportions], BodyAngles]] = {
    "relaxed": _relaxed,
    "arms down": _arms_down,
    "arms up": _arms_up,
    "walking": _walking,
    "sitting": _sitting,
    "crouching": _crouching,
    "hand at head": _hand_at_head,
    "hand at knee": _hand_at_knee,
    "hand at foot": _hand_at_foot,
    "anyhow": _random_pose,
    "tumbling": _tumbling,
}
