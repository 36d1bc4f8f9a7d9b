"""Links as a synthetic sketcher draws them: a line, a capsule, a box, an egg or a wedge, with errors."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.ink.stroke import path_lengths, points_along
from kinegraph.doodles.sketch.proportions import Proportions
from kinegraph.doodles.sketch.topology import BONES

Random = np.random.Generator

_POINTS_PER_OUTLINE = 80


@dataclass(frozen=True)
class SketchLevel:
    """Errors of the hand; lengths are shares of the body's height.

    tremor: Size of the wobble; slip: how far a whole link is misplaced.
    end: How far an end of a link overshoots or falls short, as a share of the link.
    opening: Up to which share of an outline stays open or is drawn twice.
    detail: How likely a nose, a belly or a thumb is.
    """

    tremor: float
    slip: float
    end: float
    opening: float
    detail: float


@dataclass(frozen=True)
class Habit:
    """The shapes that a sketcher uses for limbs, torsos and feet."""

    limb: str  # line, sausage, box, spindle
    torso: str  # line, sausage, box, egg
    foot: str  # line, sausage, wedge
    width: float  # of limbs and torso, as a share of the body's own thickness


def random_habit(rng: Random) -> Habit:
    """A random habit."""
    return Habit(
        limb=str(rng.choice(["line", "sausage", "sausage", "box", "spindle"])),
        torso=str(rng.choice(["line", "sausage", "box", "egg", "egg"])),
        foot=str(rng.choice(["line", "sausage", "wedge", "wedge"])),
        width=rng.uniform(0.7, 1.5),
    )


def draw_link(
    link: str,
    points: dict[str, Floats],
    proportions: Proportions,
    facing: int,
    habit: Habit,
    level: SketchLevel,
    rng: Random,
) -> Floats:
    """(N, 2) the drawn line of a link [m]."""
    start, end = (points[name].copy() for name in BONES[link])
    span = end - start
    length = float(np.linalg.norm(span))
    # Errors are limited to twice the deviation: a steady hand with rare slips.
    start -= span * level.end * _bounded_normal(rng)
    end += span * level.end * _bounded_normal(rng)
    slip = proportions.height * level.slip * _bounded_normal(rng, 2)
    along, across = span / length, np.array([-span[1], span[0]]) / length
    forward = across * -np.sign(facing)  # for a link that points up: the side of a belly
    half = max(0.5 * float(np.linalg.norm(end - start)), 1e-6)
    shape = _shape(link, half, proportions, habit, rng)
    shape = _add_detail(link, shape, half, level, rng)
    closed = habit_of(link, habit) != "line"
    line = _trace(shape, closed, level, rng)
    side = forward if link in ("torso", "head", "foot") else across
    placed = 0.5 * (start + end) + slip + line[:, :1] * along + line[:, 1:] * side
    return placed + proportions.height * level.tremor * _wobble(len(placed), rng)


def habit_of(link: str, habit: Habit) -> str:
    """The shape of a link."""
    if link == "head":
        return "egg"
    return {"torso": habit.torso, "foot": habit.foot}.get(link, habit.limb)


def _bounded_normal(rng: Random, size: int | None = None) -> Floats:
    return np.clip(rng.normal(size=size), -2.0, 2.0)


def _shape(link: str, half: float, proportions: Proportions, habit: Habit, rng: Random) -> Floats:
    """(N, 2) along and across the link, around its middle [m]."""
    p = proportions
    radius = habit.width * {
        "torso": p.torso_radius, "head": p.head_radius / habit.width, "foot": 0.5 * p.ankle,
    }.get(link, p.arm_radius if link.endswith("arm") else p.leg_radius)  # fmt: skip
    radius = min(radius, 0.9 * half) if link != "head" else min(radius, 1.2 * half)
    way = habit_of(link, habit)
    if way == "line":
        bow = 0.04 * half * rng.normal()
        t = np.linspace(-1.0, 1.0, _POINTS_PER_OUTLINE // 2)
        return np.stack([half * t, bow * (1.0 - t**2)], axis=1)
    angle = np.linspace(0.0, 2.0 * np.pi, _POINTS_PER_OUTLINE, endpoint=False)
    if way == "egg":
        return np.stack([half * np.cos(angle), radius * np.sin(angle) * (1.0 + 0.15 * np.cos(angle))], axis=1)
    if way == "spindle":
        reach = half + 0.5 * radius
        return np.stack([reach * np.cos(angle), radius * np.sin(angle)], axis=1)
    if way == "wedge":
        corners = np.array(
            [[-half, -radius], [half, -radius], [0.9 * half, 0.0], [-0.4 * half, radius], [-half, radius]]
        )
        return _round_corners(corners)
    if way == "box":
        reach = half + 0.3 * radius
        return _round_corners(
            np.array([[-reach, -radius], [reach, -radius], [reach, radius], [-reach, radius]])
        )
    reach = half - 0.6 * radius if link == "torso" else half  # a sausage: its caps are around the joints
    ends = np.where(np.cos(angle) > 0.0, reach, -reach)
    return np.stack([ends + radius * np.cos(angle), radius * np.sin(angle)], axis=1)


def _round_corners(corners: Floats) -> Floats:
    """A closed outline at even distances with rounded corners."""
    ring = np.concatenate([corners, corners[:1]])
    lengths = path_lengths(ring)
    at = np.linspace(0.0, lengths[-1], _POINTS_PER_OUTLINE, endpoint=False)
    line = points_along(ring, lengths, at)
    return 0.25 * (np.roll(line, 1, axis=0) + 2.0 * line + np.roll(line, -1, axis=0))


def _add_detail(link: str, shape: Floats, half: float, level: SketchLevel, rng: Random) -> Floats:
    """The shape with a nose on the head, a belly on the torso or a thumb at the end of the arm."""
    if rng.random() > level.detail or link not in ("head", "torso", "lower_arm"):
        return shape
    place = {"head": 0.0, "torso": -0.35, "lower_arm": 0.75}[link] + 0.1 * rng.normal()
    size = {"head": 0.35, "torso": 0.25, "lower_arm": 0.2}[link] * half * rng.uniform(0.6, 1.2)
    wide = {"head": 0.18, "torso": 0.4, "lower_arm": 0.1}[link] * half
    bump = size * np.exp(-(((shape[:, 0] - place * half) / wide) ** 2))
    front = shape[:, 1] > 0.0 if len(shape) == _POINTS_PER_OUTLINE else np.ones(len(shape), dtype=bool)
    return shape + np.stack([np.zeros(len(shape)), np.where(front, bump, 0.0)], axis=1)


def _trace(shape: Floats, closed: bool, level: SketchLevel, rng: Random) -> Floats:
    """The shape in the order of the pen: an outline starts anywhere, goes in either direction and is not
    quite closed."""
    if rng.random() < 0.5:
        shape = shape[::-1]
    if not closed:
        return shape
    first = int(rng.integers(len(shape)))
    count = round(len(shape) * (1.0 + level.opening * rng.uniform(-1.0, 1.0)))
    return shape[(first + np.arange(count)) % len(shape)]


def _wobble(count: int, rng: Random) -> Floats:
    """(N, 2) a slow tremor of deviation about one, some waves along the stroke."""
    t = np.linspace(0.0, 2.0 * np.pi, count)[:, None]
    waves = [
        rng.normal(size=2) * np.sin(f * t + rng.uniform(0, 2 * np.pi, size=2)) / np.sqrt(f)
        for f in (1.0, 2.0, 3.0, 5.0, 8.0)
    ]
    return np.sum(waves, axis=0) / np.sqrt(1.2)
