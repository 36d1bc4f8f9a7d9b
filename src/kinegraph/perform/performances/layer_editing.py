"""Edits of a recorded layer; each returns a new layer."""

from dataclasses import replace
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.easing import smoothstep
from kinegraph.perform.performances.layers import Layer, Release, Switch

# Over this time [s] a punched-in stretch takes over and gives back, so that the controller does not jump.
_SEAM = 0.1


def stretched(layer: Layer, factor: float, pivot: float | None = None) -> Layer:
    """The layer `factor` times as long, about its start or about `pivot` [s].

    Recording at half speed is stretching by a half what was recorded.
    """
    if not (np.isfinite(factor) and factor > 0):
        raise InvalidValue(f"A layer can be stretched by a positive factor, not {factor}.")
    about = layer.start if pivot is None else pivot

    def when(time: Any) -> Any:
        return about + factor * (time - about)

    return replace(
        layer,
        times=when(layer.times),
        switches=tuple(Switch(when(s.time), s.set) for s in layer.switches),
        releases=tuple(Release(when(r.start), when(r.stop)) for r in layer.releases),
    )


def shifted(layer: Layer, seconds: float) -> Layer:
    """The layer later, or earlier, by some time [s]."""
    return replace(
        layer,
        times=layer.times + seconds,
        switches=tuple(Switch(s.time + seconds, s.set) for s in layer.switches),
        releases=tuple(Release(r.start + seconds, r.stop + seconds) for r in layer.releases),
    )


def smoothed(layer: Layer, seconds: float) -> Layer:
    """The layer with its path averaged over a bell of about this width [s]; its ends stay where they are.

    The bell is in time, not in events, since a hand's events come unevenly; and a line is fitted under it,
    not a mean taken, so that steady motion stays as it was.
    """
    if not (np.isfinite(seconds) and seconds > 0):
        raise InvalidValue(f"A layer is smoothed over a positive time, not {seconds}.")
    times, path = layer.times, layer.displacements
    calm = path.copy()
    for event, time in enumerate(times[1:-1], start=1):
        # The bell narrows towards the ends, so that they stay where the hand began and ended.
        width = 0.5 * min(seconds, time - times[0], times[-1] - time)
        # From the left and from the right, so that an event is always under its own bell.
        first = np.searchsorted(times, time - 3 * width, side="left")
        last = np.searchsorted(times, time + 3 * width, side="right")
        away = times[first:last] - time
        bell = np.exp(-0.5 * (away / max(width, 1e-12)) ** 2)
        calm[event] = _line_at_zero(away, path[first:last], bell)
    return replace(layer, displacements=calm)


def _line_at_zero(x: Floats, y: Floats, weights: Floats) -> Floats:
    """(3,) the value at 0 of the weighted least-squares line through values y (N, 3) at x (N,)."""
    whole, first, second = weights.sum(), weights @ x, weights @ (x * x)
    determinant = whole * second - first * first
    if determinant <= 1e-12 * whole * second:
        return weights @ y / whole
    return (second * (weights @ y) - first * ((weights * x) @ y)) / determinant


def looped(layer: Layer, until: float) -> Layer:
    """The layer repeated from its end on until a time [s], ending there."""
    period = layer.end - layer.start
    if not until > layer.end:
        raise InvalidValue(f"The layer {layer.name!r} ends at {layer.end:g} s; loop it until a later time.")
    if not period > 0:
        raise InvalidValue(f"The layer {layer.name!r} holds a single moment and cannot be looped.")
    rounds = int(np.ceil((until - layer.start) / period))
    gap = period / max(len(layer.times) - 1, 1)  # the way back to the start takes as long as an event does
    times, path, switches = [], [], []
    for turn in range(rounds):
        later = turn * (period + gap)
        times.append(layer.times + later)
        path.append(layer.displacements)
        switches += [Switch(s.time + later, s.set) for s in layer.switches]
    every, whole = np.concatenate(times), np.concatenate(path)
    kept = every < until
    return replace(
        layer,
        times=np.append(every[kept], until),
        displacements=np.concatenate([whole[kept], _at(every, whole, until)]),
        switches=tuple(s for s in switches if s.time <= until),
    )


def punched_in(layer: Layer, take: Layer) -> Layer:
    """The layer with the time that `take` covers recorded anew, with short seams at either end."""
    if take.set != layer.set:
        raise InvalidValue(f"A take of {take.set!r} cannot be punched into a layer of {layer.set!r}.")
    outside = (layer.times < take.start) | (layer.times > take.end)
    inside = take.displacements.copy()
    seam = min(_SEAM, 0.25 * (take.end - take.start))
    if seam > 0:
        old = layer.at(take.times)
        begins = np.clip((take.times - take.start) / seam, 0.0, 1.0) if take.start > layer.start else 1.0
        ends = np.clip((take.end - take.times) / seam, 0.0, 1.0) if take.end < layer.end else 1.0
        share = smoothstep(np.minimum(begins, ends) * np.ones(len(take.times)))
        inside = old + share[:, None] * (inside - old)
    times = np.concatenate([layer.times[outside], take.times])
    order = np.argsort(times, kind="stable")
    path = np.concatenate([layer.displacements[outside], inside])
    kept = [s for s in layer.switches if not take.start <= s.time <= take.end]
    return replace(
        layer,
        times=times[order],
        displacements=path[order],
        switches=(*kept, *take.switches),
        releases=(*layer.releases, *take.releases),
    )


def _at(times: Floats, path: Floats, time: float) -> Floats:
    return np.stack([np.interp([time], times, path[:, i]) for i in range(3)], axis=-1)
