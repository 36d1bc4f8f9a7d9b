"""The built-in cast: characters to play with. `CAST` lists their names, `character(name)` builds one."""

from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from kinegraph.core.character import Character
from kinegraph.core.errors import UnknownName


class UnknownCharacter(UnknownName):
    """A name that no character of the cast has."""

    kind = "character"


class CastMember(NamedTuple):
    """make: Builds the character anew; description: one line for a library's card."""

    make: Callable[[], Character]
    description: str


def _build(name: str) -> Callable[[], Character]:
    """The maker of the plan in this package's module of that name; imported when called, not before."""

    def make() -> Character:
        from kinegraph.characters.plan_character import character_from_plan

        return character_from_plan(getattr(import_module(f"{__name__}.{name}"), f"{name}_plan")())

    return make


def _make_stick() -> Character:
    from kinegraph.characters.cast.figure import figure_plan
    from kinegraph.characters.cast.stick import plain_stick

    return plain_stick(figure_plan())


_DESCRIPTIONS = {
    "bear": "A round bear with a big head; walks, waves and hops",
    "figure": "A wooden mannequin with turned limbs and simple fingers",
    "dog": "A floppy-eared puppy on four legs",
    "lamp": "A desk lamp on springs that would rather hop",
    "octopus": "A soft dome on eight curling arms",
    "bird": "A round chick with three-jointed wings",
    "lizard": "A long-tailed lizard that sprawls and smiles",
    "mouse": "A mouse that sits up, mostly ears",
    "spider": "A spider with eight striding legs and kind eyes",
}

CAST: Mapping[str, CastMember] = MappingProxyType(
    {name: CastMember(_build(name), text) for name, text in _DESCRIPTIONS.items()}
    | {"stick": CastMember(_make_stick, "A plain stick figure, for motion that comes without a body")}
)


@cache
def character(name: str) -> Character:
    """The cast member of that name; the same object each time."""
    if name not in CAST:
        raise UnknownCharacter(name, CAST)
    return CAST[name].make()
