"""Random creatures from a seed: test bodies for motion, and starting points for the maker."""

from dataclasses import replace

import numpy as np

from kinegraph.core.errors import UnknownName
from kinegraph.creatures.generator.dice import Dice
from kinegraph.creatures.generator.faces import draw_faces
from kinegraph.creatures.generator.kinds import KINDS, Build
from kinegraph.creatures.generator.limbs import (
    arms,
    legs,
    necks,
    tail,
    wings,
)
from kinegraph.creatures.generator.torsos import draw_torso
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
# Shares of the draws: limbs with accent colours at their ends; in lopsided creatures, pairs of limbs that
# stay alike, parts without a twin, and pairs of arms that become one arm.
_SOCKS, _KEEPS_PAIR, _LOSES_TWIN, _ONE_ARMED = 0.4, 0.35, 0.3, 0.4
_VOWELS = ("a", "e", "i", "o", "u", "oo", "ee")
_ENDS = ("", "", "n", "p", "m", "x", "b", "rt", "ll", "sh")


class UnknownKind(UnknownName):
    """A kind of creature that the generator does not know."""

    kind = "kind of creature"


def generate(seed: int, kind: str | None = None) -> CreaturePlan:
    """A random creature's plan; the same for the same seed. kind: One of KINDS, or None for any."""
    dice = Dice(np.random.default_rng([seed % 2**32, seed // 2**32 % 2**32]))
    if kind is None:
        kind = dice.pick(tuple(KINDS))
    if kind not in KINDS:
        raise UnknownKind(kind, KINDS)
    return _grow(KINDS[kind](dice), dice)


def _grow(build: Build, dice: Dice) -> CreaturePlan:
    """A plan with everything that a build needs."""
    body = draw_torso(build, dice)
    limbs = [
        *legs(build, body, dice),
        *arms(build, body, dice),
        *wings(build, body, dice),
        *tail(build, body, dice),
        *necks(build, body, dice),
    ]
    parts = draw_faces(build, body, dice)
    plan = CreaturePlan(_name(dice), body.spine, body.bones, tuple(limbs), tuple(parts), _coat(dice))
    return _make_lopsided(plan, dice) if build.lopsided else plan


def _coat(dice: Dice) -> Coat:
    scheme = SCHEMES[dice.pick(tuple(SCHEMES))]
    pattern = dice.pick((*PATTERNS, "belly", "spots"))
    return replace(scheme, pattern=pattern, socks=dice.chance(_SOCKS))


def _name(dice: Dice) -> str:
    syllables = [dice.pick(_STARTS) + dice.pick(_VOWELS) for _ in range(2)]
    return "".join(syllables).capitalize() + dice.pick(_ENDS)


def _make_lopsided(plan: CreaturePlan, dice: Dice) -> CreaturePlan:
    """Makes left and right differ: some pairs lose one limb or part, some get a larger one."""
    limbs: list[Limb] = []
    for limb in plan.limbs:
        limbs += [limb] if not limb.mirrored or dice.chance(_KEEPS_PAIR) else _split_pair(limb, dice)
    parts = [
        replace(part, mirrored=False) if part.mirrored and dice.chance(_LOSES_TWIN) else part
        for part in plan.parts
    ]
    return replace(plan, limbs=tuple(limbs), parts=tuple(parts))


def _split_pair(limb: Limb, dice: Dice) -> list[Limb]:
    """A pair of limbs as two limbs of which one is larger; some arms lose the other."""
    grown = dice.between(1.2, 1.7)
    big = _resize(replace(limb, name=f"{limb.name}_big", mirrored=False), grown, dice.between(1.1, 1.5))
    if limb.group == "grasper" and dice.chance(_ONE_ARMED):
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


def _resize(limb: Limb, longer: float, thicker: float) -> Limb:
    return replace(
        limb,
        joints=tuple((longer * x, longer * y, longer * z) for x, y, z in limb.joints),
        radii=tuple(thicker * radius for radius in limb.radii),
        end_size=thicker * limb.end_size,
    )
