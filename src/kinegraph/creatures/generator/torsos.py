"""Torsos of generated creatures, by posture. Lengths are drawn as shares of the creature's size."""

from dataclasses import dataclass

from kinegraph.creatures.generator.dice import Dice
from kinegraph.creatures.generator.kinds import Build
from kinegraph.creatures.maker.creature_plan import SpinePoint


@dataclass(frozen=True)
class Torso:
    """A torso and the numbers that limbs are drawn from.

    size: About how large the creature is [m].
    thick: The torso's largest radius [m].
    hip: Height of the hips [m].
    leg_seats: The span of the spine, 0..1, on which legs sit.
    arm_seat: Where on the spine the first arms sit.
    """

    spine: tuple[SpinePoint, ...]
    bones: int
    size: float
    thick: float
    hip: float
    leg_seats: tuple[float, float]
    arm_seat: float


def draw_torso(build: Build, dice: Dice) -> Torso:
    """A random torso in the posture of a build."""
    size = dice.between(0.55, 1.0) * dice.pick((0.6, 1.0, 1.0, 1.0, 1.5))
    return _POSTURES[build.posture](build, dice, size)


def _curve(rows: list[tuple[float, float, float]], width: float) -> tuple[SpinePoint, ...]:
    """Spine points in the sagittal plane from (height, ahead, radius) [m]."""
    return tuple(SpinePoint((0.0, y, z), radius, width) for y, z, radius in rows)


def _prone(build: Build, dice: Dice, size: float) -> Torso:
    pairs = build.leg_pairs + build.single_legs
    long = size * dice.between(0.55, 0.85) * (1.0 + 0.12 * max(pairs - 2, 0))
    thick = size * dice.between(0.13, 0.19)
    hip = size * (dice.between(0.24, 0.4) if build.splayed or pairs > 3 else dice.between(0.36, 0.62))
    arch, neck = dice.between(-0.03, 0.08) * size, dice.between(0.04, 0.34) * size
    rump, chest = dice.between(0.7, 0.95), dice.between(0.8, 1.1)
    rows = [
        (hip, -0.5 * long, rump * thick),
        (hip + arch, 0.0, thick),
        (hip + 0.4 * arch, 0.42 * long, chest * thick),
        (hip + 0.35 * neck, 0.58 * long, 0.72 * chest * thick),
        (hip + neck, 0.62 * long + 0.3 * neck, 0.52 * thick),
    ]
    bones = dice.whole(5, 7) + max(pairs - 3, 0)
    return Torso(_curve(rows, dice.between(0.95, 1.15)), bones, size, thick, hip, (0.08, 0.62), 0.72)


def _upright(build: Build, dice: Dice, size: float) -> Torso:
    tall, thick = size * dice.between(0.36, 0.55), size * dice.between(0.13, 0.2)
    hip = size * dice.between(0.26, 0.5) + 0.6 * thick
    pear, lean = dice.between(0.62, 1.1), dice.between(-0.02, 0.08) * size
    rows = [
        (hip, 0.0, thick),
        (hip + 0.42 * tall, 0.5 * lean, thick * dice.between(0.8, 1.1)),
        (hip + 0.8 * tall, lean, pear * thick * 0.85),
        (hip + tall, lean, 0.5 * thick),
    ]
    bones = dice.whole(4, 6)
    return Torso(_curve(rows, dice.between(1.0, 1.2)), bones, size, thick, hip, (0.0, 0.12), 0.68)


def _leaning(build: Build, dice: Dice, size: float) -> Torso:
    long, thick = size * dice.between(0.4, 0.6), size * dice.between(0.13, 0.19)
    hip = size * dice.between(0.34, 0.56)
    rise = dice.between(0.12, 0.4) * size
    rows = [
        (hip - 0.05 * size, -0.55 * long, 0.6 * thick),
        (hip, -0.1 * long, thick),
        (hip + 0.4 * rise, 0.3 * long, 0.9 * thick),
        (hip + rise + 0.1 * size, 0.46 * long, 0.5 * thick),
    ]
    return Torso(_curve(rows, dice.between(0.95, 1.1)), dice.whole(4, 6), size, thick, hip, (0.3, 0.36), 0.66)


def _slug(build: Build, dice: Dice, size: float) -> Torso:
    long, thick = size * dice.between(0.9, 1.5), size * dice.between(0.1, 0.17)
    rise = dice.between(0.2, 0.5) * size
    rows = [
        (0.35 * thick, -0.6 * long, 0.35 * thick),
        (0.8 * thick, -0.3 * long, 0.8 * thick),
        (thick, 0.0, thick),
        (1.1 * thick + 0.15 * rise, 0.26 * long, 0.9 * thick),
        (thick + rise, 0.34 * long + 0.1 * rise, 0.7 * thick),
    ]
    return Torso(_curve(rows, dice.between(1.0, 1.2)), dice.whole(6, 9), size, thick, thick, (0.3, 0.6), 0.7)


def _ball(build: Build, dice: Dice, size: float) -> Torso:
    thick = size * dice.between(0.22, 0.3)
    hip = thick * dice.between(1.1, 1.5) if build.leg_pairs < 3 else thick * dice.between(0.9, 1.3)
    tall, half = thick * dice.between(0.3, 0.9), 0.3 * thick
    rear, front, seats = 0.85 * thick, 0.8 * thick, (0.1, 0.75)
    if build.splayed:  # long enough for many legs side by side, the foremost behind the face, which turns
        tall, half, seats = 0.4 * tall, 0.8 * thick, (0.03, 0.64)
        rear, front = 0.7 * thick, 0.65 * thick
    rows = [(hip, -half, rear), (hip + 0.5 * tall, 0.0, thick), (hip + tall, half, front)]
    return Torso(_curve(rows, dice.between(1.0, 1.2)), 3, size, thick, hip, seats, 0.6)


def _centaur(build: Build, dice: Dice, size: float) -> Torso:
    long, thick = size * dice.between(0.5, 0.7), size * dice.between(0.13, 0.18)
    hip, tall = size * dice.between(0.36, 0.52), size * dice.between(0.3, 0.42)
    rows = [
        (hip, -0.5 * long, 0.9 * thick),
        (hip, 0.0, thick),
        (hip + 0.08 * tall, 0.38 * long, 0.95 * thick),
        (hip + 0.55 * tall, 0.5 * long, 0.85 * thick),
        (hip + tall, 0.52 * long, 0.5 * thick),
    ]
    return Torso(
        _curve(rows, dice.between(1.0, 1.12)), dice.whole(6, 8), size, thick, hip, (0.06, 0.52), 0.84
    )


_POSTURES = {
    "prone": _prone,
    "upright": _upright,
    "leaning": _leaning,
    "slug": _slug,
    "ball": _ball,
    "centaur": _centaur,
}
