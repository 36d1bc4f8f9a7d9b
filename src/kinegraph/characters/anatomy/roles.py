"""The role of each joint: trunk, head, limbs and their ends, from names first, else from shape.

The trunk is the chain from the hips to the head; a branch off it is an appendage, judged as a whole: by the
parts named in it, else by where its tips rest and how far it reaches.
"""

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from kinegraph.characters.anatomy.limbs import LIMB_PARTS, judge_limb, main_chain, stands_on_ground
from kinegraph.characters.anatomy.names import PartName
from kinegraph.characters.anatomy.shape import LONG, Shape
from kinegraph.characters.anatomy.trunk import find_head, find_hips
from kinegraph.core.body import Cap

_ONE_CHAIN = 0.85  # share of the joints on the longest chain from which a body is that chain
_FEATURES = {
    PartName.EYE: Cap.EYE,
    PartName.EAR: Cap.EAR,
    PartName.MOUTH: Cap.MOUTH,
    PartName.SPIKE: Cap.SPIKE,
}


def guess_caps(shape: Shape) -> list[set[Cap]]:
    """The caps of every joint."""
    caps: list[set[Cap]] = [set() for _ in shape.readings]
    hips = find_hips(shape)
    head = find_head(shape, hips)
    chain = shape.skeleton.chain(int(np.argmax(shape.skeleton.depths)))
    if head is None and not shape.symmetric and len(chain) > _ONE_CHAIN * len(caps):
        # One chain is all trunk, whatever stub marks its end: a worm, a rope, a tentacle on its own.
        _give(caps, chain, Cap.SPINE)
        caps[hips if hips in chain else chain[0]] = {Cap.ROOT}
        return caps
    trunk = set(shape.skeleton.chain(hips if head is None else head))
    caps[hips].add(Cap.ROOT)
    if head is not None:
        caps[head].add(Cap.HEAD)
        _give(caps, [j for j in trunk - {head} if hips in shape.skeleton.chain(j)[:-1]], Cap.SPINE)
    judgement = _Judgement(shape, head, caps)
    for joint in range(1, len(caps)):
        if joint not in trunk and int(shape.skeleton.parents[joint]) in trunk | {0}:
            judgement.appendage(joint)
    if head is not None:
        _take_tail_for_trunk(shape, head, caps)
    return caps


def _take_tail_for_trunk(shape: Shape, head: int, caps: list[set[Cap]]) -> None:
    """A body without limbs whose tail is longer than its trunk is a snake: the tail is its trunk."""
    if any(own & {Cap.LIMB, Cap.FOOT, Cap.GRASPER, Cap.WING} for own in caps):
        return
    tails = [joint for joint, own in enumerate(caps) if Cap.TAIL in own]
    tip = max(tails, key=lambda joint: (int(shape.skeleton.depths[joint]), -joint), default=None)
    if tip is None:
        return
    tail = [joint for joint in shape.skeleton.chain(tip) if Cap.TAIL in caps[joint]]
    trunk = [joint for joint, own in enumerate(caps) if own & {Cap.ROOT, Cap.SPINE}]
    if _path_length(shape, tail) <= _path_length(shape, trunk):
        return
    for joint in tail:
        caps[joint] = {Cap.SPINE}
    if head not in shape.skeleton.chain(tail[0]):
        return  # the trunk goes on in its tail
    for joint in trunk:  # bones that only carry the head of such a rig are not part of its body
        caps[joint] -= {Cap.ROOT, Cap.SPINE}
    caps[tail[len(tail) // 2]] = {Cap.ROOT}


def _path_length(shape: Shape, joints: list[int]) -> float:
    """Length of the bones that end at joints, without the first one's [m]."""
    parents = shape.skeleton.parents
    return sum(
        float(np.linalg.norm(shape.positions[joint] - shape.positions[parents[joint]]))
        for joint in joints
        if int(parents[joint]) in joints
    )


@dataclass(frozen=True)
class _Judgement:
    """Gives the joints of appendages their caps.

    caps: Of every joint; filled in.
    """

    shape: Shape
    head: int | None
    caps: list[set[Cap]]

    def appendage(self, start: int) -> None:
        """Decides the role of the branch that begins at a joint."""
        shape, caps = self.shape, self.caps
        if shape.readings[start].helper:
            for child in shape.skeleton.children[start]:
                self.appendage(child)
            return
        below = [j for j in shape.skeleton.descendants(start) if shape.solid(j)]
        parts = {shape.readings[j].part for j in below}
        first = shape.readings[start].part
        if PartName.WING in parts:
            self._wing(start, below)
        elif first is PartName.TAIL or (PartName.TAIL in parts and PartName.LIMB not in parts):
            _give(caps, below, Cap.TAIL)
        elif first is not None and first in _FEATURES:
            self._feature(start, _FEATURES[first])
        elif first in (PartName.TRUNK, PartName.HIPS, PartName.NECK):
            self._feature(start, Cap.SPINE if self._leads_on(below) else None)
        elif not parts.isdisjoint(LIMB_PARTS):
            judge_limb(shape, start, caps)
        elif first in (PartName.DETAIL, PartName.HEAD) or shape.readings[start].tip:
            self._feature(start, None)
        else:
            self._by_shape(start)

    def _leads_on(self, below: list[int]) -> bool:
        """True if a branch of the trunk carries a part of the body: a second neck does, a belly does not."""
        carried = {*LIMB_PARTS, PartName.HEAD, PartName.NECK, PartName.WING, PartName.TAIL}
        return any(self.shape.readings[joint].part in carried for joint in below)

    def _wing(self, start: int, below: list[int]) -> None:
        """A wing is also a limb along its bones; feathers are wing alone."""
        named = [j for j in below if self.shape.readings[j].part is PartName.WING]
        _give(self.caps, named, Cap.WING)
        bones = [j for j in main_chain(self.shape, start) if "feather" not in self.shape.readings[j].stem]
        _give(self.caps, [j for j in bones if j in named], Cap.LIMB)

    def _feature(self, joint: int, cap: Cap | None) -> None:
        """A part and more of the same below it; parts with other names there are judged on their own."""
        shape = self.shape
        if cap is not None and shape.solid(joint):
            self.caps[joint].add(cap)
        for child in shape.skeleton.children[joint]:
            named = shape.readings[child].part
            if named is not None and named is not shape.readings[joint].part:
                self.appendage(child)
            elif named is not None or shape.readings[child].tip:
                self._feature(child, cap)

    def _by_shape(self, start: int) -> None:
        """An appendage whose names say nothing."""
        shape, caps = self.shape, self.caps
        below = shape.skeleton.descendants(start)
        low = stands_on_ground(shape, start)
        if self.head is not None and self.head in shape.skeleton.chain(start)[:-1] and not low:
            self._on_head(start)
        elif shape.reach(start) < LONG * shape.size:
            return
        elif shape.central(start) and shape.symmetric and (not low or _runs_back(shape, start)):
            _give(caps, below, Cap.TAIL)
        else:
            judge_limb(shape, start, caps)

    def _on_head(self, start: int) -> None:
        """Something nameless on a head: to its sides eyes in front and ears above; in the middle a mouth."""
        shape = self.shape
        away = np.mean(shape.tips_below(start), axis=0) - shape.positions[shape.skeleton.parents[start]]
        ahead = 0.0 if shape.facing is None else float(away @ shape.facing)
        if not shape.central(start):
            self.caps[start].add(Cap.EYE if ahead > 0.35 * float(np.linalg.norm(away)) else Cap.EAR)
        elif ahead > 0.6 * float(np.linalg.norm(away)) and not shape.bare[start]:
            self.caps[start].add(Cap.MOUTH)


def _runs_back(shape: Shape, start: int) -> bool:
    """True if an appendage lies behind where it begins."""
    if shape.facing is None:
        return False
    tips = np.mean(shape.tips_below(start), axis=0) - shape.positions[start]
    level = float(np.hypot(tips[0], tips[2]))
    return float(tips @ shape.facing) < -0.5 * level and level > abs(float(tips[1])) * 0.5


def _give(caps: list[set[Cap]], joints: Iterable[int], cap: Cap) -> None:
    for joint in joints:
        caps[joint].add(cap)
