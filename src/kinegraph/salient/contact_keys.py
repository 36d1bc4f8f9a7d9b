"""Contact keys: the frames where feet touch down and lift off, and the tops of jumps."""

from collections.abc import Sequence

import numpy as np

from kinegraph.characters.anatomy import guess_anatomy
from kinegraph.core.character import Character, ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import detect_contacts, runs
from kinegraph.core.skeleton import Skeleton

# Events closer than two frames of film are one pose to an animator [s].
_TOGETHER = 2.0 / 24.0


def contacts_of(skeleton: Skeleton) -> tuple[ContactPoint, ...]:
    """Where a skeleton that came without marked contact points probably touches the ground."""
    return guess_anatomy(Character.bare("guess", skeleton)).contacts


def contact_keys(clip: Clip, points: Sequence[ContactPoint]) -> tuple[int, ...]:
    """Frames inside the clip at which a contact changes, or a jump is at its top; increasing."""
    found = detect_contacts(clip, points)
    changes = np.flatnonzero((found.touching[1:] != found.touching[:-1]).any(axis=1)) + 1
    keys: list[int] = []
    for frame in changes.tolist():
        if not keys or frame - keys[-1] > _TOGETHER * clip.fps:
            keys.append(frame)
    if found.touching.any():
        for start, stop in runs(~found.touching.any(axis=1)):
            if start > 0 and stop < len(clip):
                keys.append(start + int(np.argmax(clip.root_translations[start:stop, 1])))
    return tuple(sorted(set(keys)))
