"""The animations that ship, each for every creature that meets its branches."""

from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from kinegraph.core.errors import UnknownName
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animations import (
    comforts,
    deeds,
    feeding,
    feelings,
    gestures,
    greetings,
    handling,
    joy,
    looking,
    moods,
    resting,
)

_THEMES = (greetings, gestures, handling, deeds, feeding, looking, feelings, joy, moods, comforts, resting)


class UnknownAnimation(UnknownName):
    """An animation that does not ship."""

    kind = "animation"


@cache
def shipped_animations() -> Mapping[str, GeneralAnimation]:
    """All shipped animations by name, in the order of their themes."""
    made = [make() for theme in _THEMES for make in theme.ANIMATIONS]
    return MappingProxyType({animation.name: animation for animation in made})


def shipped_animation(name: str) -> GeneralAnimation:
    """A shipped animation."""
    found = shipped_animations()
    if name not in found:
        raise UnknownAnimation(name, found)
    return found[name]
