"""Seeded creatures, wildly different from each other: what motion is tested on, and a start for makers."""

from dataclasses import replace

import numpy as np

from kinegraph.core.errors import UnknownName
from kinegraph.creatures.generator.dice import Dice
from kinegraph.creatures.generator.faces import faces
from kinegraph.creatures.generator.kinds import KINDS, Build
from kinegraph.creatures.generator.limbs import (
    arms,
    legs,
    necks,
    tail,
    wings,
)
from kinegraph.creatures.generator.torsos import torso
from kinegraph.creatures.maker.coat_schemes import SCHEMES
from kinegraph.creatures.maker.creature_plan import (
    PATTERNS,
    Coat,
    CreaturePlan,
    Limb,
)

_STARTS = (
    "b",
    "d",
    "f",
    "g",
    "k",
    "l",
    "m",
    "n",
    "p",
    "r",
    "t",
    "w",
    "z",
    "bl",
    "fl",
    "gr",
    "pl",
    "sn",
    "tr",
)
_VOWELS = ("a", "e", "i", "o", "u", "oo", "ee")
_ENDS = ("", "", "n", "p", "m", "x", "b", "rt", "ll", "sh")


class UnknownKind(UnknownName):
    """A kind of creature that the generator does not know."""

    kind = "kind of creature"


def generate(seed: int, kind: str | None = None) -> CreaturePlan:
    """A creature's plan; the same for the same seed. kind: One of KINDS, or None for any."""
    dice = Dice(np.random.default_rng([seed % 2**32, seed // 2**32 % 2**32]))
    if kind is None:
        kind = dice.pick(tuple(KINDS))
    if kind not in KINDS:
        raise UnknownKind(kind, KINDS)
    return _grown(KINDS[kind](dice), dice)


def _grown(build: Build, dice: Dice) -> CreaturePlan:
    """A plan with everything that a build asks for."""
    body = torso(build, dice)
    limbs = [
        *legs(build, body, dice),
        *arms(build, body, dice),
        *wings(build, body, dice),
        *tail(build, body, dice),
        *necks(build, body, dice),
    ]
    parts = faces(build, body, dice)
    plan = CreaturePlan(_name(dice), body.spine, body.bones, tuple(limbs), tuple(parts), _coat(dice))
    return _lopsided(plan, dice) if build.lopsided else plan


def _coat(dice: Dice) -> Coat:
    scheme = SCHEMES[dice.pick(tuple(SCHEMES))]
    pattern = dice.pick((*PATTERNS, "belly", "spots"))
    return replace(scheme, pattern=pattern, socks=dice.chance(0.4))


def _name(dice: Dice) -> str:
    syllables = [dice.pick(_STARTS) + dice.pick(_VOWELS) for _ in range(2)]
    return "".join(syllables).capitalize() + dice.pick(_ENDS)


def _lopsided(plan: CreaturePlan, dice: Dice) -> CreaturePlan:
    """Both sides told apart: some pairs lose one, some get one that is larger."""
    limbs: list[Limb] = []
    for limb in plan.limbs:
        limbs += [limb] if not limb.mirrored or dice.chance(0.35) else _told_apart(limb, dice)
    parts = [
        replace(part, mirrored=False) if part.mirrored and dice.chance(0.3) else part for part in plan.parts
    ]
    return replace(plan, limbs=tuple(limbs), parts=tuple(parts))


def _told_apart(limb: Limb, dice: Dice) -> list[Limb]:
    """A pair of limbs as two, of which one is larger; of arms perhaps only one is left."""
    grown = dice.between(1.2, 1.7)
    big = _resized(replace(limb, name=f"{limb.name}_big", mirrored=False), grown, dice.between(1.1, 1.5))
    if limb.group == "grasper" and dice.chance(0.4):
        return [big]
    x, y, z = limb.seat.toward
    small = replace(
        limb,
        name=f"{limb.name}_small",
        mirrored=False,
        seat=replace(limb.seat, toward=(-x, y, z)),
        joints=tuple((-joint[0], joint[1], joint[2]) for joint in limb.joints),
    )
    return [big, small]


def _resized(limb: Limb, longer: float, thicker: float) -> Limb:
    return replace(
        limb,
        joints=tuple((longer * x, longer * y, longer * z) for x, y, z in limb.joints),
        radii=tuple(thicker * radius for radius in limb.radii),
        end_size=thicker * limb.end_size,
    )
