"""Limbs of generated creatures: legs that go straight down or splay, arms, wings, tails and necks.

Lengths are drawn as shares of the torso's size, thicknesses as shares of its thickness.
"""

import math

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.creatures.generator.dice import Dice
from kinegraph.creatures.generator.kinds import Build
from kinegraph.creatures.generator.torsos import Torso
from kinegraph.creatures.maker.creature_plan import (
    SPINE,
    Limb,
    Seat,
    Vector,
)

_SOFT_FEET = ("paw", "paw", "hoof", "talon", "stump", "flipper")
_GRASPERS = ("hand", "mitten", "pincer", "sucker")
_SPACED = 2  # more pairs of legs than this would not fit beside each other without regard to their distance
_BESIDE = 0.4  # share of that distance that their radius has at most
_ROUND_A_BALL = 0.6  # of their thickness, for many legs around a ball
_FORKS = 0.36  # share of that distance by which branches reach towards the next leg
_LEAN = 0.06  # share of the size that short legs lean out: a body that sinks comes down between them


def legs(build: Build, torso: Torso, dice: Dice) -> list[Limb]:
    """All legs, front pairs last; forked ones with their branches."""
    first, last = torso.leg_seats
    if build.splayed and build.arm_pairs:  # room for arms ahead of them
        last -= 0.35 * (last - first)
    pairs = build.leg_pairs
    foot = dice.pick(("point", "paw")) if build.splayed else dice.pick(_SOFT_FEET)
    bones, thick = dice.whole(1, 3), torso.thick * dice.between(0.36, 0.52)
    if build.splayed:
        bones, thick = dice.whole(2, 4), 0.085 * torso.size * dice.between(0.7, 1.1)
    found: list[Limb] = []
    front = 1 if build.single_legs and pairs else 0  # a single leg takes the hindmost place
    apart = _apart(torso, first, last, pairs + front)
    if pairs > _SPACED:
        thick = thick * _ROUND_A_BALL if build.posture == "ball" else min(thick, _BESIDE * apart)
    for n in range(pairs):
        share = (n + front) / max(pairs + front - 1, 1)
        reach = dice.between(0.6, 1.5) if build.uneven else 1.0
        at = first + (last - first) * (share if pairs + front > 1 else 0.5)
        toward, joints = _leg(build, torso, share, reach, bones)
        radii = _taper(thick, 0.55, len(joints))
        size = (1.5 if foot == "point" else 1.55) * radii[-1]
        found.append(Limb(f"leg_{n + 1}", Seat(SPINE, at, toward), joints, radii, foot, size))
    for n in range(build.single_legs):
        back = pairs > 0
        toward = (0.0, -1.0, -0.6) if back else (0.0, -1.0, 0.0)
        joints = _straight_joints(torso, 0.0, 1.0, max(bones, 2))
        middle = tuple((0.0, y, z) for _, y, z in _lean_joints(joints, -0.2 * torso.size if back else 0.0))
        wide = thick if back else 1.25 * thick
        radii = _taper(wide, 0.6, len(joints))
        seat = Seat(SPINE, first, toward)
        found.append(Limb(f"stilt_{n + 1}", seat, middle, radii, foot, 1.75 * radii[-1], mirrored=False))
    spread = min(0.2 * torso.size, _FORKS * apart)
    return [part for leg in found for part in _branches(leg, build.forks, torso, spread)]


def _leg(
    build: Build, torso: Torso, share: float, reach: float, bones: int
) -> tuple[Vector, tuple[Vector, ...]]:
    """(direction of its seat, joints) of the leg that sits at a share of the way to the front."""
    pairs = build.leg_pairs
    if build.splayed:
        turn = math.radians(140.0 - 100.0 * share * (0.65 if build.arm_pairs else 1.0))
        return (1.0, -0.25, 0.0), _splayed_joints(torso, turn, reach, bones)
    lean = _LEAN if pairs > _SPACED or build.posture == "ball" else 0.0
    joints = _straight_joints(torso, 0.0 if pairs > _SPACED else share, reach, bones, lean)
    if build.posture == "upright" and pairs > 1:  # on a short spine they stand one behind another
        ahead = share - 0.5
        return (1.0, -0.75, 1.6 * ahead), _lean_joints(joints, 0.4 * ahead * torso.size)
    return (1.0, -0.5 if lean else -0.75, 0.0), joints


def _apart(torso: Torso, first: float, last: float, count: int) -> float:
    """Distance of neighbouring legs along the spine [m]; infinite for one pair."""
    places = np.array([point.place for point in torso.spine])
    long = float(np.linalg.norm(np.diff(places, axis=0), axis=1).sum())
    return (last - first) * long / (count - 1) if count > 1 else math.inf


def _straight_joints(
    torso: Torso, share: float, reach: float, bones: int, lean: float = 0.0
) -> tuple[Vector, ...]:
    """Down, with knees that bend ahead or back; `reach` bends and spreads it more, `lean` spreads it."""
    down = np.arange(1, bones + 1) / bones
    bend = (
        0.13 * torso.hip * reach * np.where(np.arange(bones) % 2, -0.5, 1.0) * (1.0 if share < 0.5 else -1.0)
    )
    bend[-1] = 0.0
    out = torso.size * (0.02 + lean + 0.12 * max(reach - 1.0, 0.0)) * np.sqrt(down)
    return _vectors(out, -torso.hip * down, bend)


def _lean_joints(joints: tuple[Vector, ...], ahead: float) -> tuple[Vector, ...]:
    """A leg whose foot is farther ahead [m]."""
    count = len(joints)
    return tuple((x, y, z + ahead * (i + 1) / count) for i, (x, y, z) in enumerate(joints))


def _splayed_joints(torso: Torso, turn: float, reach: float, bones: int) -> tuple[Vector, ...]:
    """Out and up to a high knee, then down. turn: From straight ahead [rad]."""
    far = 0.45 * torso.size * reach
    along = np.linspace(0.0, 1.0, bones + 1)[1:]
    out = far * np.sqrt(along)
    up = 0.8 * torso.hip * np.sin(np.pi * along) - torso.hip * along**2
    return _vectors(out * np.sin(turn), up, out * np.cos(turn))


def _branches(leg: Limb, forks: int, torso: Torso, spread: float) -> list[Limb]:
    """The leg itself, or cut short with several legs at its end, up to `spread` ahead and behind [m]."""
    if forks < 2:
        return [leg]
    trunk = Limb(
        leg.name,
        leg.seat,
        _vectors(np.array([0.03 * torso.size]), np.array([-0.3 * torso.hip]), np.zeros(1)),
        (leg.radii[0], 0.8 * leg.radii[0]),
        mirrored=leg.mirrored,
    )
    found = [trunk]
    for n in range(forks):
        turn = np.pi * (n / (forks - 1) - 0.5) * 0.9
        ahead, out = spread * np.sin(turn), 0.1 * torso.size * np.cos(turn)
        down = 0.6 * torso.hip
        joints = _vectors(
            np.array([0.8, 1.0]) * out, np.array([-0.45, -1.0]) * down, np.array([0.75, 1.0]) * ahead
        )
        seat = Seat(leg.name, 1.0, (0.0, -1.0, 0.0))
        radii = _taper(0.62 * leg.radii[0], 0.6, 2)
        found.append(
            Limb(f"{leg.name}_fork_{n + 1}", seat, joints, radii, leg.end, 1.6 * radii[-1], mirrored=False)
        )
    return found


def arms(build: Build, torso: Torso, dice: Dice) -> list[Limb]:
    """Pairs of arms, the highest first, all alike."""
    if not build.arm_pairs:
        return []
    end = dice.pick(_GRASPERS)
    bones = dice.whole(4, 5) if end == "sucker" else dice.whole(2, 3)
    long, thick = torso.size * dice.between(0.26, 0.42), torso.thick * dice.between(0.24, 0.36)
    drop, ahead = dice.between(0.2, 0.8), dice.between(0.2, 0.7)
    share = np.arange(1, bones + 1) / bones
    found = []
    for n in range(build.arm_pairs):
        grown = long * (1.0 - 0.12 * n)
        # Pairs fan out, the highest lifted: the clay of arms that touch would merge.
        lift = 0.75 * (build.arm_pairs - 1 - n)
        joints = _vectors(
            grown * 0.8 * np.sin(1.5 * share) ** 0.8,
            -grown * (drop - lift) * share**1.3 + grown * 0.25 * (end == "sucker") * share**3,
            grown * ahead * share**2,
        )
        if build.splayed:  # beside high knees there is no room: arms are held up and forward, as by a mantis
            joints = _vectors(
                0.28 * grown * np.sqrt(share),
                grown * (0.7 - 0.4 * drop + lift) * share,
                grown * (0.5 + 0.5 * ahead) * share**1.5,
            )
        radii = _taper(thick, 0.5 if end == "sucker" else 0.75, bones)
        at = max(torso.arm_seat + 0.08 - 0.2 * n if build.arm_pairs > 1 else torso.arm_seat, 0.05)
        size = 1.7 * radii[-1]
        rise = 0.6 if build.posture == "ball" else 0.15  # on a ball they sit clear above the legs
        found.append(Limb(f"arm_{n + 1}", Seat(SPINE, at, (1.0, rise, 0.1)), joints, radii, end, size))
    return found


def wings(build: Build, torso: Torso, dice: Dice) -> list[Limb]:
    """Half open, on the back."""
    end, wide = dice.pick(("feather wing", "fin wing")), torso.size * dice.between(0.3, 0.45)
    share = np.array([0.36, 0.72, 1.0])
    joints = _vectors(wide * share, wide * np.array([0.12, 0.16, 0.04]), -0.3 * wide * share**1.5)
    radii, seat = _taper(0.2 * wide, 0.5, 3), Seat(SPINE, torso.arm_seat, (1.0, 0.5, -0.3))
    if build.splayed:  # on the back, above high knees, between the seats of two legs
        joints = _vectors(0.6 * wide * share, 0.8 * wide * share, -0.3 * wide * share**1.5)
        first, last = torso.leg_seats
        radii, seat = _taper(0.14 * wide, 0.5, 3), Seat(SPINE, first + 0.75 * (last - first), (0.4, 1.0, 0.0))
    return [Limb(f"wing_{n + 1}", seat, joints, radii, end, 0.3 * wide) for n in range(build.wing_pairs)]


def tail(build: Build, torso: Torso, dice: Dice) -> list[Limb]:
    """One tail that droops or lifts."""
    if not build.tail:
        return []
    bones, long = dice.whole(2, 6), torso.size * dice.between(0.2, 0.6)
    lift, curl = dice.between(-0.5, 0.6), dice.between(0.0, 1.6)
    turn = lift + curl * np.arange(bones) / bones
    steps = long / bones * np.stack([np.zeros(bones), np.sin(turn), -np.cos(turn)], axis=1)
    end = dice.pick(("tail", "tail", "tail puff", "tail fluke", "stinger"))
    thick = min(0.5 * torso.thick, 0.4 * torso.spine[0].radius)
    radii = _taper(thick, 0.45 if end != "tail puff" else 0.6, bones)
    places = np.cumsum(steps, axis=0)
    joints = _vectors(*places.T)
    size = torso.thick * dice.between(0.22, 0.36)
    return [Limb("tail", Seat(SPINE, 0.0, (0.0, 0.1, -1.0)), joints, radii, end, size, mirrored=False)]


def necks(build: Build, torso: Torso, dice: Dice) -> list[Limb]:
    """Pairs of necks for the heads that do not fit on the spine's end."""
    found = []
    for n in range(build.heads // 2):
        long = torso.size * dice.between(0.24, 0.34) * (1.0 + 0.45 * n)
        share = np.array([0.4, 0.75, 1.0])
        wide = 0.8 + 0.45 * (build.heads % 2)
        rise, ahead = 1.1 - 0.7 * (n % 2), 0.3 + 0.5 * (n % 2)
        joints = _vectors(long * wide * share**0.8, long * rise * share, long * ahead * share**2)
        radii = _taper(0.46 * torso.thick, 0.8, 3)
        found.append(Limb(f"neck_{n + 1}", Seat(SPINE, 0.97, (1.0, 0.4, 0.2)), joints, radii))
    return found


def _taper(thick: float, to: float, bones: int) -> tuple[float, ...]:
    return tuple(float(x) for x in thick * np.linspace(1.0, to, bones + 1))


def _vectors(x: Floats, y: Floats, z: Floats) -> tuple[Vector, ...]:
    return tuple((float(a), float(b), float(c)) for a, b, c in zip(x, y, z, strict=True))
