"""Lets a foot land later and lift sooner where its leg cannot reach its place, instead of sliding there.

The flight beside the stance becomes longer by as much. The path stays the same, so the foot still stands
where the clip's foot stands.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animation.hermite import HermiteCurve, RotationCurve
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.binding.ownership import POSITION, ROTATION
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.retarget.quality import merge_spans, stances

_FPS = 60.0
_SHORTEST = 0.1  # [s] of a stance: less than this is no stance
_EARLY = 0.034  # [s] before the leg is strained


def release_strained_feet(
    animation: GeneralAnimation, creature: Creature, strained: Mapping[int, np.ndarray]
) -> GeneralAnimation:
    """An animation from a clip whose stances end before, and begin after, their feet are strained.

    strained: (F,) for each foot whether it is off its place, at 60 fps.
    """
    channels: dict[int, set[int]] = {}
    for entry in bind(animation, creature).play().entries:
        if entry.kind in (POSITION, ROTATION):
            channels.setdefault(entry.body, set()).add(entry.shares[0].channel)
    knots: dict[int, dict[float, float]] = {}
    for foot, spans in stances(animation, creature).items():
        if foot not in strained:
            continue
        for start, stop in merge_spans(spans):
            lands, lifts = _free_part(start, stop, strained[foot], animation.duration)
            for channel in channels[foot]:
                own = knots.setdefault(channel, {})
                own[start] = max(own.get(start, start), lands)
                own[stop] = min(own.get(stop, stop), lifts)
    for channel, moved in knots.items():
        kept = {0.0: 0.0, animation.duration: animation.duration, **moved}
        old, new = np.array(sorted(kept)), np.array([kept[time] for time in sorted(kept)])
        if np.array_equal(old, new) or (np.diff(new) <= 0.0).any():
            continue
        animation = _stretch(animation, channel, old, new)
    return animation


def _free_part(start: float, stop: float, strained: np.ndarray, duration: float) -> tuple[float, float]:
    """(landing, lifting) [s] of a stance without the strained frames at its two ends."""
    times = np.arange(len(strained)) / _FPS
    inside = (times >= start - 1e-9) & (times <= stop + 1e-9)
    free = times[inside & ~strained]
    if not len(free):
        return start, stop
    # The longest run of free frames.
    breaks = np.flatnonzero(np.diff(free) > 1.5 / _FPS)
    firsts, lasts = free[[0, *(breaks + 1)]], free[[*breaks, len(free) - 1]]
    longest = int(np.argmax(lasts - firsts))
    lands, lifts = float(firsts[longest]), float(lasts[longest])
    lands = start if lands - start < 1.5 / _FPS or start <= 0.0 else lands + _EARLY
    lifts = stop if stop - lifts < 1.5 / _FPS or stop >= duration else lifts - _EARLY
    return (lands, lifts) if lifts - lands >= _SHORTEST else (start, stop)


def _stretch(animation: GeneralAnimation, channel: int, old: Floats, new: Floats) -> GeneralAnimation:
    """The animation with the times `old` of a channel moved to `new`, and what is between them stretched."""
    own = animation.channels[channel]
    moves, turns = own.position, own.rotation
    position = moves if moves is None else replace(moves, curve=_warp(moves.curve, old, new))
    rotation = turns if turns is None else replace(turns, curve=_warp(turns.curve, old, new))
    return animation.with_channel(replace(own, position=position, rotation=rotation))


_Curve = TypeVar("_Curve", HermiteCurve, RotationCurve)


def _warp(curve: _Curve, old: Floats, new: Floats) -> _Curve:
    """A curve with its keys at other times, and its rates as much slower as the spans are longer."""
    lengths = np.maximum(np.diff(new), 1e-9)
    slopes = np.diff(old) / lengths
    last = len(slopes) - 1
    left = np.clip(np.searchsorted(old, curve.times, side="left") - 1, 0, last)
    right = np.clip(np.searchsorted(old, curve.times, side="right") - 1, 0, last)
    times = np.interp(curve.times, old, new)
    return replace(
        curve,
        times=times,
        rates_in=curve.rates_in * slopes[left][:, None],
        rates_out=curve.rates_out * slopes[right][:, None],
    )
