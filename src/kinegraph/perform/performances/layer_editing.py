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
_SPEED_STEP = 1.0 / 120.0  # over which the speed of a path is measured [s]


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
        keys=tuple(when(key) for key in layer.keys),
    )


def shifted(layer: Layer, seconds: float) -> Layer:
    """The layer later, or earlier, by some time [s]."""
    return replace(
        layer,
        times=layer.times + seconds,
        switches=tuple(Switch(s.time + seconds, s.set) for s in layer.switches),
        releases=tuple(Release(r.start + seconds, r.stop + seconds) for r in layer.releases),
        keys=tuple(key + seconds for key in layer.keys),
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
    """The layer repeated from its end on until a time [s], ending there.

    A path that ends away from its start goes back before the next round, no faster than its own largest
    speed. Switches and releases come again in every round.
    """
    period = layer.end - layer.start
    if not until > layer.end:
        raise InvalidValue(f"The layer {layer.name!r} ends at {layer.end:g} s; loop it until a later time.")
    if not period > 0:
        raise InvalidValue(f"The layer {layer.name!r} holds a single moment and cannot be looped.")
    gap, back = _way_back(layer)
    rounds = int(np.ceil((until - layer.start) / (period + gap)))
    times, path, switches, releases = [], [], [], []
    for turn in range(rounds):
        later = turn * (period + gap)
        times += [
            layer.times + later,
            layer.end + later + gap * np.arange(1, len(back) + 1) / (len(back) + 1),
        ]
        path += [layer.displacements, back]
        if turn > 0 and layer.switches:
            switches.append(Switch(layer.start + later, layer.set))
        switches += [Switch(s.time + later, s.set) for s in layer.switches]
        last = np.inf if turn == rounds - 1 else layer.end
        releases += [Release(r.start + later, min(r.stop, last) + later) for r in layer.releases]
    every, whole = np.concatenate(times), np.concatenate(path)
    kept = every < until
    return replace(
        layer,
        times=np.append(every[kept], until),
        displacements=np.concatenate([whole[kept], _at(every, whole, until)]),
        switches=tuple(s for s in switches if s.time <= until),
        releases=tuple(r for r in releases if r.start <= until),
    )


def _way_back(layer: Layer) -> tuple[float, Floats]:
    """Duration of a path from its end to its start [s], and (N, 3) its places on the way.

    As long as an event where that is not too fast; else it starts and arrives gently.
    """
    event = (layer.end - layer.start) / max(len(layer.times) - 1, 1)
    grid = layer.at(np.arange(layer.start, layer.end + 0.5 * _SPEED_STEP, _SPEED_STEP))
    fastest = float(np.linalg.norm(np.diff(grid, axis=0), axis=1).max(initial=0.0)) / _SPEED_STEP
    away = layer.displacements[0] - layer.displacements[-1]
    distance = float(np.linalg.norm(away))
    if distance <= fastest * event or fastest == 0.0:
        return event, np.empty((0, 3))
    gap = max(1.5 * distance / fastest, event)  # a gentle way is at most 1.5 times as fast as in the mean
    inner = np.linspace(0.0, 1.0, max(8, int(np.ceil(gap / max(event, _SPEED_STEP)))) + 1)[1:-1]
    return gap, layer.displacements[-1] + smoothstep(inner)[:, None] * away


def _cut_out(releases: tuple[Release, ...], start: float, stop: float) -> list[Release]:
    """The parts of releases outside a time [s]."""
    before = [Release(r.start, min(r.stop, start)) for r in releases if r.start < start]
    return before + [Release(max(r.start, stop), r.stop) for r in releases if r.stop > stop]


def punched_in(layer: Layer, take: Layer) -> Layer:
    """The layer with the time that `take` covers recorded anew, with short seams at either end.

    Meanwhile the take's sets are in force, then those that the layer had there.
    """
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
    outer = _cut_out(layer.releases, take.start, take.end)
    return replace(
        layer,
        times=times[order],
        displacements=path[order],
        switches=_switches_around(layer, take),
        releases=tuple(sorted((*outer, *take.releases), key=lambda release: release.start)),
    )


def _switches_around(layer: Layer, take: Layer) -> tuple[Switch, ...]:
    """Switches of a layer outside a take and of the take, and those that lead from one to the other."""
    before = tuple(s for s in layer.switches if s.time < take.start)
    covered = tuple(s for s in layer.switches if s.time <= take.end)
    after = layer.switches[len(covered) :]
    within = (Switch(take.start, take.set), *(s for s in take.switches if s.time <= take.end))
    back = (Switch(take.end, covered[-1].set if covered else layer.set),)
    found: list[Switch] = []
    for switch in (*before, *within, *(back if take.end < layer.end else ()), *after):
        if switch.set != (found[-1].set if found else layer.set):
            found.append(switch)
    return tuple(found)


def _at(times: Floats, path: Floats, time: float) -> Floats:
    return np.stack([np.interp([time], times, path[:, i]) for i in range(3)], axis=-1)
