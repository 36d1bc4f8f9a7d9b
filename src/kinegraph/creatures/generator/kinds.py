"""The kinds of creatures that the generator can draw, each as a build."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from kinegraph.creatures.generator.dice import Dice


@dataclass(frozen=True)
class Build:
    """The numbers and shapes of a creature's parts.

    posture: "prone", "upright", "leaning" (a bird's, a theropod's), "slug", "ball" or "centaur".
    leg_pairs, single_legs: Legs in pairs, and in the middle.
    splayed: Legs go out and up before they go down, as an insect's.
    uneven: Legs differ in length, from pair to pair.
    forks: Into how many feet each leg branches.
    arm_pairs, wing_pairs, heads: How many.
    faceless: No head: the face is on the torso.
    lopsided: Left and right differ.
    """

    posture: str
    leg_pairs: int = 0
    single_legs: int = 0
    splayed: bool = False
    uneven: bool = False
    forks: int = 1
    arm_pairs: int = 0
    wing_pairs: int = 0
    heads: int = 1
    faceless: bool = False
    tail: bool = False
    lopsided: bool = False


def _biped(dice: Dice) -> Build:
    return Build("upright", leg_pairs=1, arm_pairs=1, tail=dice.chance(0.5))


def _strider(dice: Dice) -> Build:
    return Build("leaning", leg_pairs=1, arm_pairs=int(dice.chance(0.4)), tail=True)


def _bird(dice: Dice) -> Build:
    return Build("leaning", leg_pairs=1, wing_pairs=1, tail=dice.chance(0.7))


def _quadruped(dice: Dice) -> Build:
    return Build("prone", leg_pairs=2, wing_pairs=int(dice.chance(0.15)), tail=dice.chance(0.85))


def _tripod(dice: Dice) -> Build:
    posture = dice.pick(("upright", "prone"))
    return Build(posture, leg_pairs=1, single_legs=1, arm_pairs=int(dice.chance(0.4)))


def _insect(dice: Dice) -> Build:
    arms = int(dice.chance(0.3))
    return Build("prone", leg_pairs=3, splayed=True, arm_pairs=arms, wing_pairs=int(dice.chance(0.3)))


def _spider(dice: Dice) -> Build:
    return Build("ball", leg_pairs=4, splayed=True, uneven=True, faceless=dice.chance(0.5))


def _caterpillar(dice: Dice) -> Build:
    return Build("prone", leg_pairs=dice.whole(4, 6), uneven=dice.chance(0.5), tail=dice.chance(0.3))


def _snail(dice: Dice) -> Build:
    return Build("slug", arm_pairs=dice.whole(0, 2))


def _hopper(dice: Dice) -> Build:
    return Build("upright", single_legs=1, arm_pairs=dice.whole(0, 1), tail=dice.chance(0.4))


def _blob(dice: Dice) -> Build:
    return Build("ball", leg_pairs=1, arm_pairs=dice.whole(0, 1), faceless=True, tail=dice.chance(0.3))


def _centaur(dice: Dice) -> Build:
    return Build("centaur", leg_pairs=2, arm_pairs=1, tail=dice.chance(0.8))


def _hydra(dice: Dice) -> Build:
    return Build("prone", leg_pairs=dice.whole(1, 2) * 1, heads=dice.whole(2, 4), tail=True)


def _roll_forked(dice: Dice) -> Build:
    pairs = dice.whole(1, 2)
    posture = "prone" if pairs == 2 else "upright"
    return Build(posture, leg_pairs=pairs, forks=dice.whole(2, 3), arm_pairs=int(pairs == 1))


def _many_armed(dice: Dice) -> Build:
    return Build("upright", leg_pairs=dice.whole(1, 2), arm_pairs=dice.whole(2, 3), tail=dice.chance(0.3))


def _lopsided(dice: Dice) -> Build:
    pairs = dice.whole(1, 2)
    return Build(
        "upright" if pairs == 1 else "prone", pairs, arm_pairs=1, tail=dice.chance(0.5), lopsided=True
    )


KINDS: Mapping[str, Callable[[Dice], Build]] = MappingProxyType(
    {
        "biped": _biped,
        "strider": _strider,
        "bird": _bird,
        "quadruped": _quadruped,
        "tripod": _tripod,
        "insect": _insect,
        "spider": _spider,
        "caterpillar": _caterpillar,
        "snail": _snail,
        "hopper": _hopper,
        "blob": _blob,
        "centaur": _centaur,
        "hydra": _hydra,
        "forked": _roll_forked,
        "many armed": _many_armed,
        "lopsided": _lopsided,
    }
)
