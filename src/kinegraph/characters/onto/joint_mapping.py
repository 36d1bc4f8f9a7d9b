"""Maps the joints of one rig to those of another by names, chains and sides."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kinegraph.characters.onto.body_chains import BodyChains, LimbChain, is_finger
from kinegraph.core.errors import InvalidValue

# Confidence of a pair: the same name, the same part and side by name, the same place in the body, and that
# where the bodies have different numbers of limbs or unknown sides.
SAME_NAME, SAME_PART, SAME_PLACE, UNSURE = 1.0, 0.9, 0.7, 0.4
_FEWEST = 3  # joints that must correspond, so that a motion is recognisable


@dataclass(frozen=True)
class JointPair:
    """A joint of the target rig, and the joint of the source that it follows.

    confidence: From 0 to 1; 1 for pairs that a person has set.
    """

    target: int
    source: int
    confidence: float = 1.0


@dataclass(frozen=True)
class JointMapping:
    """Pairs of joints, sorted by the joint of the target; no target joint occurs twice."""

    pairs: tuple[JointPair, ...]

    def __post_init__(self) -> None:
        targets = [pair.target for pair in self.pairs]
        if len(set(targets)) < len(targets):
            raise InvalidValue("A joint of the rig can follow only one joint.")
        object.__setattr__(self, "pairs", tuple(sorted(self.pairs, key=lambda pair: pair.target)))

    @property
    def source_of(self) -> dict[int, int]:
        """Source joint by target joint."""
        return {pair.target: pair.source for pair in self.pairs}

    @property
    def unsure(self) -> tuple[JointPair, ...]:
        """Pairs that a person should look at."""
        return tuple(pair for pair in self.pairs if pair.confidence < SAME_PLACE)


def guess_mapping(source: BodyChains, target: BodyChains) -> JointMapping:
    """The joint of the source that each joint of the target follows; joints without a counterpart stay out.

    Raises InvalidValue if the rigs have too little in common.
    """
    found: dict[int, JointPair] = {}

    def add(a: Sequence[int], b: Sequence[int], place: float) -> None:
        """Pairs of two chains that correspond; the ends of both correspond exactly."""
        for joint, other in _along(source, target, a, b):
            if joint not in found:
                found[joint] = JointPair(joint, other, _confidence(source, target, other, joint, place))

    add(source.trunk, target.trunk, SAME_PLACE)
    for ours, theirs, place in _limb_pairs(source.limbs, target.limbs):
        add(_after_collar(source, ours), _after_collar(target, theirs), place)
        collars = _collar(source, ours), _collar(target, theirs)
        if all(collars):
            add(*collars, place)
        for a, b in _end_pairs(source, target, ours, theirs):
            add(a, b, place)
        for palm in theirs.palms:
            add(ours.joints[-1:], (palm,), place)
    if source.tail and target.tail:
        add(source.tail, target.tail, SAME_PLACE)
    if len(found) < _FEWEST:
        raise InvalidValue(
            f"{target.character.name} has too little in common with {source.character.name}: "
            f"{len(found)} joints correspond. Write a mapping by hand."
        )
    return JointMapping(tuple(found.values()))


def _along(
    source: BodyChains, target: BodyChains, a: Sequence[int], b: Sequence[int]
) -> list[tuple[int, int]]:
    """(target, source) along two chains: one by one if equally long, else by the share of their length."""
    if not a or not b:
        return []
    if len(a) == len(b):
        return list(zip(b, a, strict=True))
    if len(b) == 1:
        return [(b[0], a[-1])]
    ours, theirs = _shares(source, a), _shares(target, b)
    pairs = [(b[0], a[0])]
    for joint, share in zip(b[1:-1], theirs[1:-1], strict=True):
        pairs.append((joint, a[int(np.abs(np.array(ours) - share).argmin())]))
    return [*pairs, (b[-1], a[-1])]


def _shares(body: BodyChains, chain: Sequence[int]) -> list[float]:
    steps = [0.0, *np.linalg.norm(np.diff(body.places[list(chain)], axis=0), axis=1).tolist()]
    total = sum(steps) or 1.0
    return (np.cumsum(steps) / total).tolist()


def _after_collar(body: BodyChains, limb: LimbChain) -> tuple[int, ...]:
    """Upper limb, lower limb, foot or hand; longer legs keep all their joints."""
    return limb.joints[-3:] if _three_jointed(body, limb) else limb.joints


def _three_jointed(body: BodyChains, limb: LimbChain) -> bool:
    """True if the last three joints are the limb proper: what precedes them is a collar or a hip."""
    if len(limb.joints) <= 3:
        return False
    bones = np.linalg.norm(np.diff(body.places[list(limb.joints)], axis=0), axis=1)
    return bool(bones[-2:].sum() > 0.6 * bones.sum())


def _collar(body: BodyChains, limb: LimbChain) -> tuple[int, ...]:
    return limb.joints[:-3] if _three_jointed(body, limb) else ()


def _limb_pairs(
    ours: Sequence[LimbChain], theirs: Sequence[LimbChain]
) -> list[tuple[LimbChain, LimbChain, float]]:
    """Limbs that correspond: by kind and side, from the hind to the front."""
    pairs = []
    for leg in (True, False):
        for side in (1, -1, 0):
            a, b = (
                sorted((x for x in limbs if x.leg == leg and x.side == side), key=lambda limb: limb.ahead)
                for limbs in (ours, theirs)
            )
            sure = SAME_PLACE if len(a) == len(b) and side else UNSURE
            pairs += [(x, y, sure) for x, y in zip(a, b, strict=False)]
    free_arms = [x for x in ours if not x.leg and all(x is not pair[0] for pair in pairs)]
    for limb in theirs:  # arms become front legs
        taken = any(limb is pair[1] for pair in pairs)
        match = next((x for x in free_arms if x.side == limb.side), None)
        if not taken and limb.leg and match is not None:
            free_arms.remove(match)
            pairs.append((match, limb, UNSURE))
    return pairs


def _end_pairs(
    source: BodyChains, target: BodyChains, ours: LimbChain, theirs: LimbChain
) -> list[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Toes by their length; fingers by their names."""
    if not ours.ends or not theirs.ends:
        return []
    if ours.leg:
        return [(_longest(source, ours.ends)[:1], _longest(target, theirs.ends)[:1])]
    named = {_finger(source, chain): chain for chain in ours.ends}
    pairs = [(named.get(_finger(target, chain)), chain) for chain in theirs.ends]
    return [(a, b) for a, b in pairs if a is not None and _finger(target, b)]


def _longest(body: BodyChains, chains: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    def reach(chain: tuple[int, ...]) -> float:
        above = body.places[body.character.skeleton.parents[chain[0]]]
        return float(np.linalg.norm(body.places[chain[-1]] - above))

    return max(chains, key=reach)


def _finger(body: BodyChains, chain: Sequence[int]) -> str:
    """The name of a finger ("thumb", "index"); empty if the chain has no finger's name."""
    readings = [body.readings[joint] for joint in chain if is_finger(body.readings[joint])]
    words = {word.removesuffix("finger") for reading in readings for word in reading.stem}
    return next((finger for finger, names in _FINGERS.items() if words & names), "")


_FINGERS = {
    "thumb": {"thumb"},
    "index": {"index"},
    "middle": {"middle", "mid"},
    "ring": {"ring"},
    "little": {"little", "pinky"},
}


def _confidence(source: BodyChains, target: BodyChains, a: int, b: int, place: float) -> float:
    if source.character.skeleton.names[a] == target.character.skeleton.names[b]:
        return SAME_NAME
    ours, theirs = source.readings[a], target.readings[b]
    if ours.part is None or ours.part is not theirs.part or ours.side != theirs.side:
        return place
    return SAME_PART if place > UNSURE else place
