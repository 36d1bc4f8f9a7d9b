"""The limbs and the trunk of a rig as chains of joints, by which two rigs can be compared."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from kinegraph.characters.anatomy.guess import Anatomy, guess_anatomy
from kinegraph.characters.anatomy.names import NameReading, PartName, read_names
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton


@dataclass(frozen=True)
class LimbChain:
    """A leg or an arm.

    side: +1 left, -1 right, 0 unknown.
    ahead: How far the limb's end lies in front of the hips, as a share of the body's size.
    joints: From where it leaves the trunk to its foot or hand.
    ends: Toes or fingers, each as a chain.
    palms: Joints beside the hand that carry fingers.
    """

    leg: bool
    side: int
    ahead: float
    joints: tuple[int, ...]
    ends: tuple[tuple[int, ...], ...]
    palms: tuple[int, ...] = ()


@dataclass(frozen=True, eq=False)
class BodyChains:
    """A rig's trunk and limbs.

    character: With its guessed anatomy.
    pose: The pose that was judged.
    places: (J, 3) of the joints in that pose [m].
    facing: (3,) level unit vector, or None.
    trunk: From the hips to the head, or to the last joint of the spine.
    head: The head; None without one.
    tail: From its start to its tip.
    """

    character: Character
    pose: Pose
    places: Floats
    readings: tuple[NameReading, ...]
    facing: Floats | None
    trunk: tuple[int, ...]
    head: int | None
    limbs: tuple[LimbChain, ...]
    tail: tuple[int, ...]

    @property
    def hips(self) -> int:
        """The joint that carries the body."""
        return self.trunk[0]

    @property
    def size(self) -> float:
        """Extent of the joints [m]."""
        return max(float(np.linalg.norm(np.ptp(self.places, axis=0))), 1e-9)


def body_chains(character: Character, pose: Pose | None = None) -> BodyChains:
    """The chains of a rig. pose: The pose to judge, as in `guess_anatomy`."""
    anatomy = guess_anatomy(character, pose)
    judged = pose or character.rest
    world = forward_kinematics(judged)
    caps = [body.caps for body in anatomy.bodies]
    skeleton = character.skeleton
    readings = read_names(skeleton.names)
    hips = _first(caps, Cap.ROOT) or 0
    head = _first(caps, Cap.HEAD)
    trunk = _trunk(skeleton, caps, hips, head)
    size = max(float(np.linalg.norm(np.ptp(world.positions, axis=0))), 1e-9)
    limbs = []
    for joint, own in enumerate(caps):
        if Cap.FOOT in own or Cap.GRASPER in own:
            chain = [
                each for each in skeleton.chain(joint) if each not in set(skeleton.chain(hips)) | set(trunk)
            ]
            lean = world.positions[joint] - world.positions[hips]
            ahead = 0.0 if anatomy.facing is None else float(lean @ anatomy.facing) / size
            side = _side(anatomy, chain)
            foot = Cap.FOOT in own
            ends, palms = (_ends(skeleton, joint), ()) if foot else _fingers(skeleton, readings, chain)
            limbs.append(LimbChain(foot, side, ahead, tuple(chain), ends, palms))
    tail = [joint for joint, own in enumerate(caps) if Cap.TAIL in own]
    whole = replace(character, bodies=anatomy.bodies, symmetry=anatomy.symmetry, contacts=anatomy.contacts)
    return BodyChains(
        whole, judged, world.positions, readings, anatomy.facing, trunk, head, tuple(limbs), tuple(tail)
    )


def _first(caps: Sequence[frozenset[Cap]], cap: Cap) -> int | None:
    return next((joint for joint, own in enumerate(caps) if cap in own), None)


def _trunk(
    skeleton: Skeleton, caps: Sequence[frozenset[Cap]], hips: int, head: int | None
) -> tuple[int, ...]:
    """From the hips to the head; without a head to the deepest joint of the spine."""
    spine = [joint for joint, own in enumerate(caps) if Cap.SPINE in own]
    top = (
        head if head is not None else max(spine, key=lambda joint: int(skeleton.depths[joint]), default=hips)
    )
    chain = skeleton.chain(top)
    return tuple(chain[chain.index(hips) :]) if hips in chain else (hips,)


def _side(anatomy: Anatomy, chain: Sequence[int]) -> int:
    sides = [int(anatomy.symmetry.sides[joint]) for joint in chain]
    return next((side for side in reversed(sides) if side), 0)


def _ends(skeleton: Skeleton, joint: int) -> tuple[tuple[int, ...], ...]:
    """Toes or fingers: the unbranched chains below a joint."""
    return tuple(_unbranched(skeleton, start) for start in skeleton.children[joint])


def _fingers(
    skeleton: Skeleton, readings: Sequence[NameReading], arm: Sequence[int]
) -> tuple[tuple[tuple[int, ...], ...], tuple[int, ...]]:
    """Fingers by their names, which may hang on the forearm beside the hand, and the joints that carry them
    there; without names the chains below the hand.
    """
    starts: list[int] = []
    palms: list[int] = []
    waiting = [(child, False) for child in skeleton.children[arm[-2] if len(arm) > 1 else arm[-1]]]
    while waiting:
        joint, in_hand = waiting.pop(0)
        if joint not in arm and is_finger(readings[joint]):
            starts.append(joint)
            continue
        below = in_hand or joint == arm[-1]
        if not below and any(is_finger(readings[each]) for each in _subtree(skeleton, joint)):
            palms.append(joint)
        waiting += [(child, below) for child in skeleton.children[joint]]
    if not starts:
        return _ends(skeleton, arm[-1]), ()
    return tuple(_unbranched(skeleton, start) for start in sorted(starts)), tuple(palms)


def _unbranched(skeleton: Skeleton, start: int) -> tuple[int, ...]:
    chain = [start]
    while len(skeleton.children[chain[-1]]) == 1:
        chain.append(skeleton.children[chain[-1]][0])
    return tuple(chain)


def _subtree(skeleton: Skeleton, joint: int) -> list[int]:
    found = [joint]
    for each in found:
        found += skeleton.children[each]
    return found


def is_finger(reading: NameReading) -> bool:
    """True if a name is that of a finger or thumb."""
    return reading.part is PartName.DIGIT
