"""Walking in spans of time: a character that moves where its feet push it, but only some of the time."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.perform.playing.contact_tracks import ContactTracks
from kinegraph.perform.playing.locomotion import Walker
from kinegraph.perform.sets.fading import faded


def walking_offsets(
    tracks: ContactTracks, character: Character, spans: Sequence[tuple[float, float]], fade: float
) -> Floats:
    """(F, 3) how far the base has come from where it is without walking [m].

    spans: From when to when it walks [s]; between spans it stays in place.
    fade: How long its feet take to come down to the ground when it begins to walk, and back [s].
    """
    if len(spans) == 1 and spans[0][0] <= 0.0 and np.isinf(spans[0][1]):
        return _follow_feet(character, tracks)
    times = tracks.times
    offsets, grounded = np.zeros((len(times), 3)), np.zeros(len(times))
    for start, stop in spans:
        first, last = np.searchsorted(times, [start - 1e-9, stop - 1e-9])
        if last - first < 1:
            continue
        level = _follow_feet(character, tracks.between(int(first), int(last))) * [1.0, 0.0, 1.0]
        offsets[first:last] += level
        offsets[last:] += level[-1]
        began = 1.0 if start <= 0.0 else faded(times, start, fade)
        ended = faded(times, stop, fade) if np.isfinite(stop) else 0.0
        grounded = np.maximum(grounded, began * (1.0 - ended))
    if grounded.any():
        offsets[:, 1] = grounded * _follow_feet(character, tracks)[:, 1]
    return offsets


def _follow_feet(character: Character, tracks: ContactTracks) -> Floats:
    return Walker(character).follow(tracks.points, 1.0 / tracks.rate)
