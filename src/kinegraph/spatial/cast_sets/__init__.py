"""The cast's finished sets: characters that are ready to be performed with."""

from functools import cache
from importlib import import_module

from kinegraph.characters.cast import character
from kinegraph.core.errors import UnknownName
from kinegraph.spatial.cast_sets.demo_path import demo_path
from kinegraph.spatial.performance import Performance
from kinegraph.spatial.spatial_rig import SpatialRig

__all__ = ["RIGGED", "WALKING", "UnknownRig", "cast_performances", "cast_rig", "demo_path"]

RIGGED: tuple[str, ...] = ("bear", "figure", "dog", "lamp", "octopus", "bird", "lizard", "mouse")
# Sets that are made to carry their character along: perform them with `walks`.
WALKING: tuple[str, ...] = ("walk", "gallop")


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
    who = character(name)
    return SpatialRig(who, getattr(import_module(f"{__name__}.{name}"), f"{name}_sets")(who))


@cache
def cast_performances(name: str) -> tuple[Performance, ...]:
    """What a cast member has performed already, to play at once: its module's `NAME_performances`, if any."""
    rig = cast_rig(name)
    make = getattr(import_module(f"{__name__}.{name}"), f"{name}_performances", None)
    return () if make is None else make(rig)
