"""The palette of parts for creatures. A part's group decides its function, its name only its looks."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from kinegraph.core.errors import UnknownName


class UnknownPart(UnknownName):
    """A part that is not in the palette."""

    kind = "part"


class PartGroup(StrEnum):
    """The function of a part in motion, and its section in the palette."""

    HEAD = "head"
    MOUTH = "mouth"
    EYE = "eye"
    EAR = "ear"
    HORN = "horn"
    SPIKE = "spike"
    FOOT = "foot"
    GRASPER = "grasper"
    WING = "wing"
    TAIL = "tail"


_LIMB_ENDS = frozenset({PartGroup.FOOT, PartGroup.GRASPER, PartGroup.WING, PartGroup.TAIL})


@dataclass(frozen=True)
class PartKind:
    """A card of the palette."""

    name: str
    group: PartGroup
    description: str

    @property
    def on_limbs(self) -> bool:
        """True if it is the end of a limb; other parts sit on the skin."""
        return self.group in _LIMB_ENDS


_CARDS = {
    PartGroup.HEAD: {
        "round head": "Round like a bear's",
        "wide head": "Broad and low like a frog's",
        "long head": "Drawn out forward like a horse's",
        "tall head": "An egg, standing",
    },
    PartGroup.MOUTH: {
        "smile": "A small friendly line",
        "snout": "A muzzle with a nose and a chin",
        "beak": "A short cone in two halves",
        "bill": "A flat duck's bill",
        "jaws": "A long toothy pair",
        "trunk": "A nose that reaches",
    },
    PartGroup.EYE: {
        "round eye": "Large, with an iris and a lid",
        "button eye": "Small and all pupil",
        "stalk eye": "On a stalk, like a snail's",
    },
    PartGroup.EAR: {
        "round ear": "A bear's",
        "pointed ear": "A cat's",
        "long ear": "A hare's",
        "floppy ear": "A spaniel's",
        "fin ear": "A frill",
    },
    PartGroup.HORN: {
        "horn": "A curved cone",
        "antler": "A branch",
        "antenna": "A thin feeler with a ball",
    },
    PartGroup.SPIKE: {
        "spike": "A cone",
        "plate": "A rounded plate, for backs",
        "tuft": "A lock of hair",
    },
    PartGroup.FOOT: {
        "paw": "Soft, with three toes",
        "hoof": "Hard and round",
        "talon": "A bird's three long toes",
        "stump": "An elephant's, with nails",
        "flipper": "Flat and webbed",
        "point": "An insect's tip",
    },
    PartGroup.GRASPER: {
        "hand": "A palm with fingers that close",
        "mitten": "A ball with a thumb",
        "pincer": "Two claws that close",
        "sucker": "A tentacle's tip",
    },
    PartGroup.WING: {
        "feather wing": "Broad, with a feathered edge",
        "fin wing": "A flat paddle",
    },
    PartGroup.TAIL: {
        "tail": "Just ends",
        "tail puff": "A ball of fluff",
        "tail fluke": "A flat fin",
        "stinger": "A sharp end",
    },
}

PARTS: Mapping[str, PartKind] = MappingProxyType(
    {name: PartKind(name, group, text) for group, cards in _CARDS.items() for name, text in cards.items()}
)


def part_kind(name: str) -> PartKind:
    """The palette's card of that name."""
    if name not in PARTS:
        raise UnknownPart(name, PARTS)
    return PARTS[name]
