"""Temporal keys on a recorded path: moments that are marked, moved in space and time, and smoothed around.

What is done at a key reaches to the keys beside it, or to the path's ends, and no further. Each function
returns a new layer.
"""

from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.easing import smoothstep
from kinegraph.perform.performances.layer_editing import smoothed
from kinegraph.perform.performances.layers import Layer, Release, Switch

NEAREST = 1.0 / 120.0  # how near to each other two keys may be, and to the path's ends when they move [s]


def insert_key(layer: Layer, time: float) -> Layer:
    """The layer with a key at a time [s]; the path has an event there, and goes where it went."""
    if not (np.isfinite(time) and layer.start <= time <= layer.end):
        raise InvalidValue(
            f"A temporal key of layer {layer.name!r} lies between {layer.start:g} s and {layer.end:g} s, "
            f"not at {time:g} s."
        )
    if any(abs(key - time) < NEAREST for key in layer.keys):
        raise InvalidValue(f"The layer {layer.name!r} has a temporal key at {time:g} s already.")
    keys = tuple(sorted((*layer.keys, time)))
    if np.abs(layer.times - time).min() < 1e-9:
        return replace(layer, keys=keys)
    index = int(np.searchsorted(layer.times, time))
    return replace(
        layer,
        times=np.insert(layer.times, index, time),
        displacements=np.insert(layer.displacements, index, layer.at([time])[0], axis=0),
        keys=keys,
    )


def delete_key(layer: Layer, time: float) -> Layer:
    """The layer without the key at a time; the path stays."""
    key = _key_at(layer, time)
    return replace(layer, keys=tuple(other for other in layer.keys if other != key))


def move_key(layer: Layer, time: float, shift: Floats, seconds: float = 0.0) -> Layer:
    """The layer with a key moved; the path between the keys beside it goes along, ever less towards them.

    shift: (3,) [m].
    seconds: How much later the key is; it stays between the keys beside it.
    """
    key = _key_at(layer, time)
    before, after = _neighbours(layer, key)
    # At an end of the path nothing lies beyond the key, so that its side does not fade.
    rise = np.ones(len(layer.times)) if key <= before else (layer.times - before) / (key - before)
    fall = np.ones(len(layer.times)) if key >= after else (after - layer.times) / (after - key)
    share = smoothstep(np.clip(np.minimum(rise, fall), 0.0, 1.0))
    share[(layer.times < before) | (layer.times > after)] = 0.0
    moved = replace(layer, displacements=layer.displacements + share[:, None] * np.asarray(shift))
    return moved if seconds == 0.0 else _retime_key(moved, key, seconds, before, after)


def smooth_around_key(layer: Layer, time: float, seconds: float) -> Layer:
    """The layer with its path averaged over about this time [s] between the keys beside a key; these stay."""
    key = _key_at(layer, time)
    before, after = _neighbours(layer, key)
    inside = (layer.times >= before) & (layer.times <= after)
    part = Layer(layer.name, layer.set, layer.times[inside], layer.displacements[inside])
    path = layer.displacements.copy()
    path[inside] = smoothed(part, seconds).displacements
    return replace(layer, displacements=path)


def _retime_key(layer: Layer, key: float, seconds: float, before: float, after: float) -> Layer:
    """The layer with a key later, the time on either side of it stretched and shortened evenly."""
    if not np.isfinite(seconds):
        raise InvalidValue(f"A temporal key is moved by a finite time, not {seconds}.")
    if not before + NEAREST < after - NEAREST or key <= before or key >= after:
        raise InvalidValue("A temporal key at an end of its path stays at its time; shift the layer instead.")
    to = float(np.clip(key + seconds, before + NEAREST, after - NEAREST))
    known, wanted = np.array([before, key, after]), np.array([before, to, after])

    def when(time: float) -> float:
        return float(np.interp(time, known, wanted)) if before < time < after else time

    return replace(
        layer,
        times=np.array([when(time) for time in layer.times]),
        switches=tuple(Switch(when(s.time), s.set) for s in layer.switches),
        releases=tuple(Release(when(r.start), when(r.stop)) for r in layer.releases),
        keys=tuple(when(other) for other in layer.keys),
    )


def _key_at(layer: Layer, time: float) -> float:
    found = min(layer.keys, key=lambda key: abs(key - time), default=None)
    if found is None or not abs(found - time) < NEAREST:
        raise InvalidValue(f"The layer {layer.name!r} has no temporal key at {time:g} s.")
    return found


def _neighbours(layer: Layer, key: float) -> tuple[float, float]:
    """The keys before and after one, or the path's ends [s]."""
    before = max((other for other in layer.keys if other < key), default=layer.start)
    after = min((other for other in layer.keys if other > key), default=layer.end)
    return min(before, key), max(after, key)
