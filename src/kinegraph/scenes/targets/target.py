"""Target: a place that a part of a character looks at, reaches for or follows."""

from dataclasses import dataclass, field
from enum import StrEnum

from kinegraph.core.errors import InvalidValue
from kinegraph.scenes.targets.place import Place, Span


class TargetKind(StrEnum):
    """Ways in which a part uses a place.

    LOOK: It faces the place.
    REACH: It goes there.
    FOLLOW: It keeps the distance to the place that it had at the start.
    """

    LOOK = "look"
    REACH = "reach"
    FOLLOW = "follow"


@dataclass(frozen=True, eq=False)
class Target:
    """A target of one character.

    at: What it is about.
    part: The part that looks or reaches: a name as in `body_parts`, or a joint. By default the head
        looks, and the right hand reaches, or what there is instead of it.
    when: The time in which it acts.
    weight: 0 to 1.
    """

    kind: TargetKind
    at: Place
    part: str = ""
    when: Span = field(default_factory=Span)
    weight: float = 1.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "kind", TargetKind(self.kind))
        if not 0.0 <= self.weight <= 1.0:
            raise InvalidValue(f"The weight of a target must be 0 to 1, not {self.weight:g}.")
