"""Missed promises: where a result plays farther from its original than was promised, by how much, and why."""

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from kinegraph.core.arrays import Ints
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.tips import tip_positions, tips
from kinegraph.keys.curves.playback_error import PlaybackError, PlaybackReference
from kinegraph.keys.refining.refiner import Promise
from kinegraph.keys.selection.selection_space import KeyRules

# In a jump a joint moves by more than what is allowed, and by this multiple of its usual step in the frames
# around: a frame is beside a jump if one is this near to it [frames].
_SUDDEN, _AROUND, _BESIDE = 8.0, 12, 2


class MissReason(StrEnum):
    """The reason for which a promise is missed.

    JUMP: The motion jumps from one frame to the next there.
    BARRED: The frames between the keys there must not be keys.
    FEW: There are frames left that could be keys.
    """

    JUMP = "jump"
    BARRED = "barred"
    FEW = "few"


@dataclass(frozen=True)
class MissedPromise:
    """The largest miss of a result.

    name: The joint, or the contact point where a planted foot slides or sinks.
    slides: Whether it is a planted foot.
    frame: Where it is largest, counted as the error counts frames.
    error: How far it is off, or slides beyond the original [m].
    allowed: How far it may be [m].
    """

    name: str
    slides: bool
    frame: int
    error: float
    allowed: float
    reason: MissReason


def missed_promise(
    promise: Promise, reference: PlaybackReference, error: PlaybackError, keys: Ints, rules: KeyRules
) -> MissedPromise | None:
    """The largest miss of a result, at a joint if one misses, else at a planted foot; None if it keeps the
    promise.

    reference, error: What the result was compared with, and how far it is off.
    keys: (K,) its key frames. rules: Which frames may be keys.
    """
    worst = max(error.joints, key=lambda joint: joint.largest - promise.allowed(joint))
    allowed = promise.allowed(worst)
    if worst.largest > allowed:
        joint = reference.original.skeleton.index(worst.joint)
        jumps = _jumps(reference, joint, worst.frame, allowed)
        reason = MissReason.JUMP if jumps else _room(worst.frame, keys, rules)
        return MissedPromise(worst.joint, False, worst.frame, worst.largest, allowed, reason)
    straying = promise.straying(error)
    if not straying:
        return None
    stance = straying[0]
    reason = _room(stance.worst, keys, rules)
    return MissedPromise(stance.point, True, stance.worst, stance.strays, promise.stays(stance), reason)


def _jumps(reference: PlaybackReference, joint: int, frame: int, allowed: float) -> bool:
    """True if a joint of the original, or what it carries, jumps near a frame."""
    clip = reference.original
    first, stop = max(frame - _AROUND, 0), min(frame + _AROUND + 1, len(clip))
    world = forward_kinematics(clip.frames(first, stop))
    own = [joint, *clip.skeleton.children[joint]]
    carried = tips(clip.skeleton)[0] == joint
    ends = tip_positions(clip.skeleton, world)[:, carried]
    places = np.concatenate([world.positions[:, own], ends], axis=1)
    steps = np.linalg.norm(np.diff(places, axis=0), axis=-1)
    near = steps[max(frame - first - _BESIDE, 0) : frame - first + _BESIDE]
    return bool((near > np.maximum(allowed, _SUDDEN * np.median(steps, axis=0))).any())


def _room(frame: int, keys: Ints, rules: KeyRules) -> MissReason:
    """True if a frame between the keys around this one could be a key, too."""
    after = int(np.clip(np.searchsorted(keys, frame, side="right"), 1, len(keys) - 1))
    first, last = int(keys[after - 1]) + rules.gap, int(keys[after]) - rules.gap
    free = any(each not in rules.forbidden for each in range(first, last + 1))
    return MissReason.FEW if free else MissReason.BARRED
