"""The cast's finished sets: characters that are ready to be performed with."""

from functools import cache
from importlib import import_module

from kinegraph.characters.cast import character
from kinegraph.core.errors import UnknownName
from kinegraph.perform.cast_sets.demo_path import demo_path
from kinegraph.perform.performances.performance import Performance
from kinegraph.perform.sets.rig import SpatialRig

__all__ = ["RIGGED", "SETS", "WALKING", "UnknownRig", "cast_performances", "cast_rig", "demo_path"]

# Cast members with sets, and the names of the sets, without building any.
SETS: dict[str, tuple[str, ...]] = {
    "bear": ("look around", "nod", "dance", "wave"),
    "figure": ("look around", "juggle", "walk", "dance"),
    "dog": ("look around", "gallop", "wag"),
    "lamp": ("look around", "hop"),
    "octopus": ("look around", "wave", "dance"),
    "bird": ("peck", "flap"),
    "lizard": ("spine", "left legs", "right legs", "head", "mouth", "tail", "legs", "crawl"),
    "mouse": ("body", "arms", "head", "tail", "face", "dance"),
}
RIGGED: tuple[str, ...] = tuple(SETS)
# Sets that are made to carry their character along: perform them with `walks`.
WALKING: tuple[str, ...] = ("walk", "gallop", "crawl")


class UnknownRig(UnknownName):
    """A name that has no finished sets."""

    kind = "character with sets"


@cache
def cast_rig(name: str) -> SpatialRig:
    """A cast member with its finished sets; the same object each time.

    This package's module of that name has them, as a function `NAME_sets` of the character.
    """
    if name not in RIGGED:
        raise UnknownRig(name, RIGGED)
    subject = character(name)
    return SpatialRig(subject, getattr(import_module(f"{__name__}.{name}"), f"{name}_sets")(subject))


@cache
def cast_performances(name: str) -> tuple[Performance, ...]:
    """Recorded performances of a cast member: its module's `NAME_performances`, if any."""
    rig = cast_rig(name)
    make = getattr(import_module(f"{__name__}.{name}"), f"{name}_performances", None)
    return () if make is None else make(rig)
