"""Leading part: the joints whose motion the keyposes follow. It is proposed here when the user names none.

Most motion is led by the body's centre, and the feet take part through their contacts. But where a hand, a
head or a tail travels much farther than the centre, the motion is about that limb: a throw is led by the hand
that throws. The thresholds split the thesis's six clips as its author chose for them: hips for walk, jump and
turn (the hands travel 1.0 to 1.3 times as far), hands for pitch, cartwheel and layup (1.4 to 2.7 times).
"""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import detect_contacts, standing_height
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.skeleton import Skeleton
from kinegraph.keys.selection.pose_space import distinct_joints

# A limb leads from this many times the centre's path, together with those that travel nearly as far as it.
_FARTHER = 1.4
_NEARLY = 0.85
# Fingers follow their hand: of a limb's joints this close together, as a share of the character's height, the
# innermost counts.
_TIP = 0.1
# A joint with at least this many childless children has features (eyes, ears, a jaw) and stands for them.
_FEATURES = 3
# Paths are measured from place to place at this rate [1/s]: noise between would add up.
_PLACES = 12.0
# Less than this share of the character's height a second is standing still.
_STILL = 0.01


def proposed_leading_part(clip: Clip, points: Sequence[ContactPoint] = ()) -> tuple[str, ...]:
    """Names of the joints that lead the motion: the root, or the limbs that travel much farther.

    points: Contact points; limbs that stand on them are left out, as their contacts make keys anyway.
    """
    skeleton = clip.skeleton
    paths = _paths(forward_kinematics(clip).positions, clip.fps)
    still = _STILL * standing_height(clip) * clip.duration
    limbs = _limbs(clip, points)
    farthest = max((paths[limb] for limb in limbs), default=0.0)
    if farthest < _FARTHER * paths[0] or farthest <= still:
        return (skeleton.names[0],)
    leading = [limb for limb in limbs if paths[limb] >= _NEARLY * farthest]
    first = {int(skeleton.parents[limb]): limb for limb in reversed(leading)}  # one ear stands for both
    return tuple(skeleton.names[limb] for limb in leading if first[int(skeleton.parents[limb])] == limb)


def _paths(positions: Floats, fps: float) -> Floats:
    """(J,) length of each joint's path [m]."""
    step = max(1, round(fps / _PLACES))
    return np.linalg.norm(np.diff(positions[::step], axis=0), axis=-1).sum(axis=0)


def _limbs(clip: Clip, points: Sequence[ContactPoint]) -> list[int]:
    """Joints at the tips of limbs: hands, heads, tails; without those of limbs that stand at some time."""
    skeleton = clip.skeleton
    distinct = {skeleton.index(name) for name in distinct_joints(skeleton)}
    inner = {above for joint in distinct for above in skeleton.chain(joint)[:-1]}
    standing: set[int] = set()
    if points:
        touching = np.atleast_1d(detect_contacts(clip, points).touching.any(axis=0))
        for point in (point for point, stands in zip(points, touching, strict=True) if stands):
            standing.update(skeleton.chain(point.joint)[1:])
            standing.update(skeleton.descendants(point.joint) if point.joint > 0 else ())
    reach = _TIP * standing_height(clip)
    tips = {_hand(skeleton, joint, reach) for joint in distinct - inner if joint not in standing}
    return sorted(tips - standing)


def _hand(skeleton: Skeleton, tip: int, reach: float) -> int:
    """The innermost joint that is within `reach` [m] of the tip of its limb, or whose feature the tip is."""
    hand, length = tip, 0.0
    parent = int(skeleton.parents[tip])
    if parent > 0 and len(_last_joints_on(skeleton, parent)) >= _FEATURES:
        hand = parent
    while skeleton.parents[hand] > 0:
        length += float(np.linalg.norm(skeleton.offsets[hand]))
        if length > reach:
            break
        hand = int(skeleton.parents[hand])
    return hand


def _last_joints_on(skeleton: Skeleton, joint: int) -> list[int]:
    """Children of a joint that have none themselves."""
    parents = set(skeleton.parents.tolist())
    return [child for child in np.flatnonzero(skeleton.parents == joint).tolist() if child not in parents]
