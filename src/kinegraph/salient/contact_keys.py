"""Contact keys: where feet touch down and lift off, and the tops of jumps.

They are the poses that animators set first: a walk is planned by its contacts, a jump by take-off, top and
landing. Events that fall together, such as a heel and then its toe, make one pose.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache

import numpy as np

from kinegraph.characters.anatomy import guess_anatomy
from kinegraph.core.character import Character, ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import Contacts, detect_contacts, runs
from kinegraph.core.mass import center_of_mass
from kinegraph.core.skeleton import Skeleton

# Events no further apart than two frames of film are one pose to an animator [s].
TOGETHER = 2.0 / 24.0


@lru_cache(maxsize=8)
def guessed_contacts(skeleton: Skeleton) -> tuple[ContactPoint, ...]:
    """Where a skeleton that came without marked contact points probably touches the ground."""
    return guess_anatomy(Character.bare("guess", skeleton)).contacts


def contact_keys(clip: Clip, points: Sequence[ContactPoint], taken: Iterable[int] = ()) -> tuple[int, ...]:
    """Frames at which a contact changes, or a jump is at its top; increasing.

    taken: Frames that are keys already; what happens close to one needs no other.
    """
    if not points:
        return ()
    found = detect_contacts(clip, points)
    keys, close = sorted(taken), TOGETHER * clip.fps
    for frame in (*_changes(found, close), *_tops(clip, found)):
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


def _tops(clip: Clip, found: Contacts) -> list[int]:
    """Where the centre of mass is highest while nothing touches the ground, between two contacts."""
    flights = [
        (start, stop)
        for start, stop in runs(~np.any(found.touching, axis=1))
        if start > 0 and stop < len(found.touching)
    ]
    if not flights:
        return []
    heights = center_of_mass(Character.bare("", clip.skeleton), clip)[:, 1]
    tops = [start + int(np.argmax(heights[start:stop])) for start, stop in flights]
    return [top for top, (start, stop) in zip(tops, flights, strict=True) if start < top < stop - 1]
