"""GaitPlan: a gait as data: speed keys, foot paths and step triggers by leg group and foot (paper, 4.2)."""

import math
from collections.abc import Iterable
from dataclasses import dataclass, fields

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.gait.foot_path import FootPath
from kinegraph.creatures.gait.parameters import GaitParameters
from kinegraph.creatures.gait.styles import PLAIN, gait_style

MOST_GROUPS, MOST_FEET, MOST_KEYS = 16, 64, 64
# The smallest and the largest value of each parameter; units as in GaitParameters.
LIMITS: dict[str, tuple[float, float]] = {
    "speed": (0.0, 12.0),
    "stride": (0.05, 10.0),
    "duty": (0.1, 0.96),
    "side_lag": (-2.0, 2.0),
    "row_lag": (-2.0, 2.0),
    "lift": (0.0, 1.5),
    "bounce": (0.0, 1.0),
    "sway": (0.0, 2.0),
    "roll": (0.0, 1.0),
    "twist": (0.0, 2.0),
    "lean": (-1.0, 1.0),
    "heel": (0.0, 1.5),
    "toe": (0.0, 1.5),
    "crouch": (-0.3, 0.6),
    "trigger": (-2.0, 2.0),
}


@dataclass(frozen=True)
class FootKey:
    """One foot at one speed. None is the value of its leg group; units as in GaitParameters.

    trigger: When it lifts, as a share of the cycle: 0.5 is half a cycle after a foot with 0.
    """

    speed: float
    duty: float | None = None
    trigger: float | None = None
    lift: float | None = None
    heel: float | None = None
    toe: float | None = None


def _check_keys(what: str, keys: Iterable[GaitParameters | FootKey]) -> None:
    last = -math.inf
    for count, key in enumerate(keys):
        if count >= MOST_KEYS:
            raise InvalidValue(f"The gait of {what} can have at most {MOST_KEYS} speed keys.")
        for field in fields(key):
            value = getattr(key, field.name)
            if value is not None:
                check_value(field.name, value)
        if key.speed <= last:
            raise InvalidValue(
                f"The speed keys of {what} must rise in speed; {key.speed:g} follows {last:g}."
            )
        last = key.speed


def check_value(name: str, value: float) -> float:
    """A parameter's value, checked against its limits."""
    low, high = LIMITS[name]
    if isinstance(value, bool) or not low <= value <= high:  # NaN too
        raise InvalidValue(f"The {name} of a gait must lie between {low:g} and {high:g}, not {value}.")
    return float(value)


@dataclass(frozen=True, eq=False)
class FootPlan:
    """Differences of one foot from the others of its leg group.

    foot: Its number in the leg group: from the back to the front, left before right.
    keys: By rising speed; interpolated.
    path: Its flight, or None for that of the group.
    """

    foot: int
    keys: tuple[FootKey, ...] = ()
    path: FootPath | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.foot < MOST_FEET:
            raise InvalidValue(f"A foot's number must lie between 0 and {MOST_FEET - 1}, not {self.foot}.")
        _check_keys(f"foot {self.foot}", self.keys)


@dataclass(frozen=True, eq=False)
class GroupPlan:
    """The gait of one leg group.

    style: Changes over the keys, as `gait_style` reads them: "plain" changes nothing.
    keys: By rising speed; interpolated. Without keys, those authored for the group's number of feet.
    path: The flight of its feet, or None for that of the style.
    feet: Feet with values of their own; those that a creature lacks are left out.
    """

    style: str = PLAIN.name
    keys: tuple[GaitParameters, ...] = ()
    path: FootPath | None = None
    feet: tuple[FootPlan, ...] = ()

    def __post_init__(self) -> None:
        gait_style(self.style)
        _check_keys("a leg group", self.keys)
        numbers = [foot.foot for foot in self.feet]
        if len(set(numbers)) < len(numbers):
            raise InvalidValue("A foot can have only one entry in its leg group.")

    def foot(self, number: int) -> FootPlan | None:
        """The entry of a foot, or None."""
        return next((foot for foot in self.feet if foot.foot == number), None)


@dataclass(frozen=True, eq=False)
class GaitPlan:
    """A gait for any creature.

    groups: Of the longest legs first. Further leg groups of a creature use the last entry.
    """

    name: str
    groups: tuple[GroupPlan, ...] = (GroupPlan(),)
    about: str = ""

    def __post_init__(self) -> None:
        if not self.name or not 1 <= len(self.groups) <= MOST_GROUPS:
            raise InvalidValue(f"A gait needs a name and 1 to {MOST_GROUPS} leg groups.")

    def group(self, number: int) -> GroupPlan:
        """The entry for a creature's leg group, counted from the longest legs."""
        return self.groups[min(number, len(self.groups) - 1)]


def named_gait(words: str) -> GaitPlan:
    """The gait of named styles: "lumber+limp" layers two, "gallop/march" gives the longest legs the first."""
    return GaitPlan(words, tuple(GroupPlan(part.strip()) for part in words.split("/")))
