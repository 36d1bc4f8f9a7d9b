"""Contact keys: where feet touch down and lift off, and the extremes of jumps.

They are the poses that animators set first: a walk is planned by its contacts, a jump by the crouch before
it, take-off, top, landing and the bend that takes it up. Events that fall together, such as a heel and then
its toe, make one pose.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.core.arrays import Floats
from kinegraph.core.body import Body
from kinegraph.core.character import Character, ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import Contacts, detect_contacts, runs, standing_height
from kinegraph.core.mass import center_of_mass
from kinegraph.core.skeleton import Skeleton

# Events no further apart than two frames of film are one pose to an animator [s].
TOGETHER = 2.0 / 24.0
# Heights, as shares of the character's: those that differ by less than the first are the same, and a jump
# rises, and is crouched for and absorbed, by at least the second; within so long of it [s].
_LEVEL, _LEAP = 1e-4, 0.03
_BESIDE = 1.0


@lru_cache(maxsize=8)
def guessed_contacts(skeleton: Skeleton) -> tuple[ContactPoint, ...]:
    """Probable contact points of a skeleton that came without marked ones."""
    return guess_anatomy(Character.bare("guess", skeleton)).contacts


def contact_keys(clip: Clip, points: Sequence[ContactPoint], taken: Iterable[int] = ()) -> tuple[int, ...]:
    """Frames at which a contact changes, or a jump is at an extreme; increasing.

    taken: Frames that are keys already; what happens close to one needs no other.
    """
    if not points:
        return ()
    found = detect_contacts(clip, points)
    keys, close = sorted(taken), TOGETHER * clip.fps
    for frame in (*_changes(found, close), *_jumps(clip, found)):
        if all(abs(frame - key) > close for key in keys):
            keys.append(frame)
    return tuple(sorted(set(keys) - set(taken)))


def _changes(found: Contacts, close: float) -> list[int]:
    """A frame for each group of contact changes.

    The first touch-down of the group, since that is when the foot takes the weight; where there is none the
    last frame on the ground.
    """
    events: list[tuple[int, bool]] = []
    last = len(found.touching) - 1
    for point in range(len(found.names)):
        for start, stop in found.intervals(point):
            events += [(start, True)] if start > 0 else []
            events += [(stop - 1, False)] if stop <= last else []
    groups: list[list[tuple[int, bool]]] = []
    for event in sorted(events):
        if groups and event[0] - groups[-1][0][0] <= close:
            groups[-1].append(event)
        else:
            groups.append([event])
    return [next((frame for frame, down in group if down), group[-1][0]) for group in groups]


def _jumps(clip: Clip, found: Contacts) -> list[int]:
    """Of each time that nothing touches the ground between two contacts, where the centre of mass is highest.

    For a jump, not a step, also where it crouches before and sinks after.
    """
    flights = [
        (start, stop)
        for start, stop in runs(~np.any(found.touching, axis=1))
        if start > 0 and stop < len(found.touching)
    ]
    if not flights:
        return []
    size = standing_height(clip)
    thin = Character("", clip.skeleton, (Body(radius=0.0),) * len(clip.skeleton))  # bones weigh by length
    heights = center_of_mass(thin, clip)[:, 1] / size
    keys: list[int] = []
    for start, stop in flights:
        top = start + _extreme(heights[start:stop])
        keys += [top] if start < top < stop - 1 else []
        if heights[top] - max(heights[start - 1], heights[stop]) >= _LEAP:
            reach = round(_BESIDE * clip.fps)
            keys += _dip(heights, max(0, start - reach), start) + _dip(heights, stop, stop + reach)
    return keys


def _dip(heights: Floats, first: int, last: int) -> list[int]:
    """The frame at which the heights first..last dip well below both ends, in a list; empty without one."""
    beside = heights[first : last + 1]
    low = _extreme(-beside)
    return [first + low] if beside[low] <= min(beside[0], beside[-1]) - _LEAP else []


def _extreme(heights: Floats) -> int:
    """The frame of the largest height; the middle one of those that differ by no more than rounding."""
    level = np.flatnonzero(heights >= heights.max() - _LEVEL)
    return int(level[len(level) // 2])
