"""Side and body part from a joint's name, as Mixamo, CMU, Daz, Biped, Blender, Unreal and Maya write them."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum


class PartName(StrEnum):
    """A body part that joint names mention."""

    HIPS = "hips"
    TRUNK = "trunk"
    NECK = "neck"
    HEAD = "head"
    LIMB = "limb"
    HAND = "hand"
    PAW = "paw"
    """The end of a limb that may stand or hold."""
    WRIST = "wrist"
    DIGIT = "digit"
    FOOT = "foot"
    ANKLE = "ankle"
    TOE = "toe"
    MOUTH = "mouth"
    EYE = "eye"
    EAR = "ear"
    WING = "wing"
    TAIL = "tail"
    SPIKE = "spike"
    DETAIL = "detail"
    """Any other part with a name of its own: a nose, an eyelid, a strap."""


_WORDS = {
    PartName.HIPS: "hips hip pelvis root cog",
    PartName.TRUNK: "spine back chest torso abdomen thorax waist lumbar belly stomach ribcage rib ribs body "
    "trunk sternum",
    PartName.NECK: "neck",
    PartName.HEAD: "head skull cranium",
    PartName.LIMB: "arm leg legs limb shoulder shldr clavicle collar collarbone scapula elbow humerus radius "
    "ulna thigh femur knee shin calf tibia fibula buttock hock upperarm lowerarm forearm upleg upperleg "
    "lowerleg tentacle",
    PartName.HAND: "hand palm gripper grabber pincer chela",
    PartName.PAW: "paw claw",
    PartName.WRIST: "wrist carpus",
    PartName.DIGIT: "finger fingers thumb index middle mid ring pinky little metacarpal knuckle",
    PartName.FOOT: "foot feet hoof",
    PartName.ANKLE: "ankle tarsus",
    PartName.TOE: "toe toes ball heel toebase",
    PartName.MOUTH: "jaw mouth chin beak muzzle mandible teeth fang",
    PartName.EYE: "eye eyeball",
    PartName.EAR: "ear",
    PartName.WING: "wing feather",
    PartName.TAIL: "tail",
    PartName.SPIKE: "horn antler spike antenna feeler tusk quill",
    PartName.DETAIL: "eyebrow brow eyelid lid eyelash lash nose nostril cheek lip tongue hair forehead rear "
    "front upper lower left right weapon prop strap",
}
_PART_OF_WORD = {word: part for part, words in _WORDS.items() for word in words.split()}
_GLUED = sorted((word for word in _PART_OF_WORD if len(word) >= 3), key=len, reverse=True)
_LEFT = {"l", "left", "lft", "lt"}
_RIGHT = {"r", "right", "rgt", "rt"}
_TIPS = {"end", "tip", "leaf", "nub", "site", "effector"}
_HELPERS = {
    "pole",
    "target",
    "ik",
    "ctrl",
    "control",
    "twist",
    "helper",
    "socket",
    "attach",
    "locator",
    "dummy",
}
_POSITIONS = {"front", "rear", "upper", "lower", "left", "right"}
_AMBIGUOUS = {"mid", "middle", "ring", "index", "little", "ball", "back", "body", "root", "collar", "claw"}
_BELONGS_TO = {PartName.DIGIT: PartName.HAND, PartName.TOE: PartName.FOOT}
_SPLIT = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


@dataclass(frozen=True)
class NameReading:
    """The meaning of one joint name.

    side: +1 left, -1 right, 0 where the name has no side.
    stem: The name without its side and without noise: equal for the two of a pair.
    part: The part named, or None.
    tip: Whether it names the end of a part, not the part.
    helper: Whether it names a control of the rig, not a piece of the body.
    """

    side: int
    stem: tuple[str, ...]
    part: PartName | None
    tip: bool
    helper: bool


def read_names(names: Sequence[str]) -> tuple[NameReading, ...]:
    """Reads all names of a skeleton; a lone letter means a side only where the other letter occurs too."""
    tokens = [_tokens(name) for name in names]
    present = {token for list_ in tokens for token in list_}
    letters = {"l", "r"} <= present
    return tuple(_read(list_, letters) for list_ in tokens)


def _tokens(name: str) -> list[str]:
    """Lower-case words and numbers of a name, without its namespace: "rig:LeftUpLeg" -> left, up, leg."""
    bare = re.split(r"[:|]", name)[-1] or name
    return [token.lower() for token in _SPLIT.findall(bare)]


def _read(tokens: list[str], letters_are_sides: bool) -> NameReading:
    side, words = 0, []
    for token in tokens:
        found, rest = _side_of(token, letters_are_sides)
        if found and not side:
            side = found
            words += [rest] if rest else []
        else:
            words.append(token)
    part = _part_of_all(words)
    if part is PartName.HIPS and side:
        part = PartName.LIMB  # a left hip is where a leg begins
    return NameReading(
        side=side,
        stem=tuple(words),
        part=part,
        tip=any(word in _TIPS for word in words[1:]),
        helper=any(word in _HELPERS for word in words),
    )


def _part_of_all(words: list[str]) -> PartName | None:
    """The part that a name's words name together: the last one decides (Back_Leg_Foot is a foot).

    Words with another meaning (middle, back, ball) decide only where nothing else does, or as part of the
    part that they belong to (LeftHandMiddle is a finger, Tail_Mid a tail).
    """
    parts = [(word, part) for word in words if (part := _part_of(word)) is not None]
    plain = [part for word, part in parts if word not in _AMBIGUOUS]
    unsure = [part for word, part in parts if word in _AMBIGUOUS]
    if not plain:
        return unsure[-1] if unsure else None
    belongs = unsure and _BELONGS_TO.get(unsure[-1]) is plain[-1]
    return unsure[-1] if belongs else plain[-1]


def _side_of(token: str, letters_are_sides: bool) -> tuple[int, str]:
    """The side in a token and the rest of it: "left" -> (1, ""), "ltibia" -> (1, "tibia")."""
    for side, marks in ((1, _LEFT), (-1, _RIGHT)):
        if token in marks:
            return (side, "") if len(token) > 1 or letters_are_sides else (0, token)
    if token in _PART_OF_WORD:
        return 0, token
    for side, long, short in ((1, "left", "l"), (-1, "right", "r")):
        if token.startswith(long):
            return side, token[len(long) :]
        if token.startswith(short) and _starts_with_part(token[1:]):
            return side, token[1:]
    return 0, token


def _starts_with_part(word: str) -> bool:
    return any(word.startswith(known) for known in _GLUED if known not in _POSITIONS)


def _part_of(word: str) -> PartName | None:
    """The part that a word names, alone or glued to another: "lowerneck", "toebase"."""
    if word in _POSITIONS:
        return None
    if word in _PART_OF_WORD:
        return _PART_OF_WORD[word]
    for known in _GLUED:
        if known not in _POSITIONS and (word.endswith(known) or word.startswith(known)):
            return _PART_OF_WORD[known]
    return None
