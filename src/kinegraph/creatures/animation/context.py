"""Context: a semantic query that selects bodies on any creature (paper, 3.1.1).

A context names a meaning, "graspers on the left, front-most", never a joint. It is a plain value:
equal contexts compare equal, they can be refined, joined, written as JSON or as a sentence, and read back.
`kinegraph.creatures.binding.selection` finds what they select.
"""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import TypeVar

from kinegraph.core.body import Cap
from kinegraph.core.errors import InvalidValue, UnknownName

_AXES = {"left": 0, "center": 0, "right": 0, "top": 1, "midheight": 1, "bottom": 1}
_SIGNS = {"left": 1, "right": -1, "top": 1, "bottom": -1, "front": 1, "back": -1}


class UnknownPlace(UnknownName):
    """A word that does not name a place on a body."""

    kind = "place"


class Place(StrEnum):
    """A third of a box along one axis; the two side places of an axis reach over its centre place."""

    LEFT = "left"
    CENTER = "center"
    RIGHT = "right"
    TOP = "top"
    MIDHEIGHT = "midheight"
    BOTTOM = "bottom"
    FRONT = "front"
    MIDLENGTH = "midlength"
    BACK = "back"

    @property
    def axis(self) -> int:
        """0 left-right, 1 bottom-top, 2 back-front."""
        return _AXES.get(self.value, 2)

    @property
    def sign(self) -> int:
        """+1 on the positive side of the axis, -1 on the negative one, 0 for the centre place."""
        return _SIGNS.get(self.value, 0)


SIDES = tuple(place for place in Place if place.sign)


@dataclass(frozen=True, order=True)
class Zone:
    """A place that a body must be in.

    setspace: Relative to the bounds of all bodies of the context's type, not to those of the character.
    """

    place: Place
    setspace: bool = False


class LimbModifier(StrEnum):
    """A replacement for the selected bodies."""

    SPINE_SEGMENT = "spine segment"


@dataclass(frozen=True)
class Context:
    """Selects bodies by type, by zones and by extent, and then applies the limb modifier.

    cap: The type of the bodies; None for every body.
    zones: All of which a body must be in; kept sorted, so that equal queries are equal values.
    extent: The side (never a centre place) on which at most one body, the outermost, is left.
    limb: SPINE_SEGMENT replaces a body by the first spine body up its limb.
    """

    cap: Cap | None = None
    zones: tuple[Zone, ...] = ()
    extent: Place | None = None
    limb: LimbModifier | None = None

    def __post_init__(self) -> None:
        set_field = object.__setattr__
        set_field(self, "cap", None if self.cap is None else Cap(self.cap))
        set_field(self, "zones", tuple(sorted(set(self.zones))))
        if self.extent is not None and not Place(self.extent).sign:
            raise InvalidValue(f"An extent must be one of {', '.join(SIDES)}, not {self.extent}.")

    def within(self, place: str, *, setspace: bool = False) -> "Context":
        """Only bodies in that place, too."""
        return replace(self, zones=(*self.zones, Zone(_place(place), setspace)))

    def most(self, side: str) -> "Context":
        """Only the body that is farthest on that side."""
        return replace(self, extent=_place(side))

    def spine_segment(self) -> "Context":
        """The spine bodies that the selected ones hang on."""
        return replace(self, limb=LimbModifier.SPINE_SEGMENT)

    def __and__(self, other: "Context") -> "Context":
        """The bodies that both select. They may differ only in parts that one of them leaves open."""
        return Context(
            _either("types", self.cap, other.cap),
            (*self.zones, *other.zones),
            _either("extents", self.extent, other.extent),
            self.limb or other.limb,
        )

    def mirrored(self) -> "Context":
        """The same query with left and right exchanged."""
        zones = tuple(replace(zone, place=_other_side(zone.place)) for zone in self.zones)
        return replace(self, zones=zones, extent=self.extent and _other_side(self.extent))


def _place(word: str) -> Place:
    if word not in list(Place):
        raise UnknownPlace(str(word), Place)
    return Place(word)


def _other_side(place: Place) -> Place:
    return {Place.LEFT: Place.RIGHT, Place.RIGHT: Place.LEFT}.get(place, place)


_Asked = TypeVar("_Asked", Cap, Place)


def _either(what: str, mine: _Asked | None, theirs: _Asked | None) -> _Asked | None:
    if mine is not None and theirs is not None and mine != theirs:
        raise InvalidValue(f"One context cannot have two {what}, {mine} and {theirs}.")
    return theirs if mine is None else mine
