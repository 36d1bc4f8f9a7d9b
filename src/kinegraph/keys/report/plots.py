"""The report's plots: error over the number of keys, and curves before and after."""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.arrays import Floats
from kinegraph.core.curves.curve import Curve
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.pose import Pose
from kinegraph.core.skeleton import Skeleton
from kinegraph.keys.choices import KeyChoices
from kinegraph.keys.curves.channels import RigChannels
from kinegraph.keys.keyed_motion import KeyedMotion
from kinegraph.keys.report.svg import (
    Scale,
    axes,
    diamond,
    dot,
    drawing,
    line,
    polyline,
    text,
)

_MM = 1000.0
_MARKS = {KeyTag.KEYPOSE: (dot, 4.0), KeyTag.BREAKDOWN: (diamond, 3.2), KeyTag.DETAIL: (dot, 2.0)}
_SEEN = 0.01
"""Smallest error worth showing [mm]."""
_SAMPLES = 6
"""Places between two frames at which a curve is drawn."""


def error_plot(choices: KeyChoices, chosen: int) -> str:
    """Error over the number of keys, with the chosen number and the automatic one marked."""
    width, height = 960.0, 300.0
    counts, errors = _shown_errors(choices, chosen)
    x = Scale(float(counts[0]), float(counts[-1]), 64.0, width - 24.0)
    y = Scale(*_decades(errors), height - 44.0, 32.0, logarithmic=True)
    parts = axes(x, y, [tick for tick in x.ticks(10) if tick == round(tick)], y.ticks(6))
    parts.append(text(x.stop, height - 6, "keys", anchor="end"))
    parts.append(text(x.start - 8, 14, "mm", anchor="end"))
    parts.append(polyline(x(counts), y(errors), "error"))
    if choices.automatic != chosen:
        parts += _mark(x, y, counts, errors, choices.automatic, "automatic", "hollow")
    parts += _mark(x, y, counts, errors, chosen, "chosen", "keypose")
    return drawing(width, height, "Largest error over the number of keys", parts)


def _shown_errors(choices: KeyChoices, chosen: int) -> tuple[Floats, Floats]:
    """(K,) counts up to three times the chosen one or a fifth of the frames, and their errors [mm].

    They end where nothing is left to see, though not before the marks.
    """
    counts, errors = choices.counts, _MM * choices.errors
    shown = (errors >= _SEEN) & (counts <= max(3 * chosen, len(choices.clip) // 5, 8))
    shown |= counts <= max(chosen, choices.automatic)
    return counts[shown].astype(np.float64), errors[shown]


def _decades(errors: Floats) -> tuple[float, float]:
    """A range of whole decades [mm] that holds what can be seen of the errors."""
    seen = errors[errors >= _SEEN]
    if not len(seen):
        return _SEEN, 100.0 * _SEEN
    low, high = 10.0 ** np.floor(np.log10(seen.min())), 10.0 ** np.ceil(np.log10(seen.max()))
    return float(low), float(max(high, 10.0 * low))


def _mark(x: Scale, y: Scale, counts: Floats, errors: Floats, count: int, word: str, style: str) -> list[str]:
    where = np.flatnonzero(counts == count)
    if not len(where):
        return []
    left, level = x.at(count), y.at(float(errors[where[0]]))
    after = left < 0.75 * x.stop
    side = "start" if after else "end"
    return [
        line(left, y.start, left, level, f"stem {style}"),
        dot(left, level, 6, style),
        text(left + (12 if after else -12), level - 10, f"{word}: {count} keys", "strong", side),
    ]


@dataclass(frozen=True)
class ChannelPlot:
    """One channel, drawn: its name for people, and the picture."""

    title: str
    picture: str


def channel_plots(choices: KeyChoices, result: KeyedMotion, most: int = 8) -> list[ChannelPlot]:
    """The channels that move the most, before and after."""
    rig, animation = choices.channels, result.animation
    moved = _reaches(rig) * np.ptp(rig.values, axis=1)
    order = [
        int(row)
        for row in np.argsort(-moved, kind="stable")[:most]
        if rig.channels[int(row)] in animation.curves
    ]
    return [
        ChannelPlot(_title(rig.channels[row], animation), _channel_plot(choices, animation, rig, row))
        for row in sorted(order)
    ]


def _reaches(rig: RigChannels) -> Floats:
    """(C,) how far a unit of each channel can move anything [m]: 1 for translations, else a lever."""
    skeleton = rig.clip.skeleton
    levers = _levers(skeleton)
    return np.array([1.0 if c.property == Property.TRANSLATION else levers[c.joint] for c in rig.channels])


def _levers(skeleton: Skeleton) -> Floats:
    """(J,) distance from each joint to the farthest thing that hangs on it, at rest [m]."""
    world = forward_kinematics(Pose.rest(skeleton))
    ends = end_positions(skeleton, world)
    levers = np.zeros(len(skeleton))
    for joint in range(len(skeleton)):
        below = skeleton.descendants(joint)
        hanging = [world.positions[list(below)], ends[np.isin(skeleton.end_joints, below)]]
        levers[joint] = np.linalg.norm(np.concatenate(hanging) - world.positions[joint], axis=1).max()
    return levers


def _title(channel: Channel, animation: Animation) -> str:
    joint, mode = animation.skeleton.names[channel.joint], animation.rotation_modes[channel.joint]
    if channel.property == Property.TRANSLATION:
        return f"{joint}, position {'xyz'[channel.axis]} [cm]"
    if mode == QUATERNION:
        return f"{joint}, quaternion {'xyzw'[channel.axis]}"
    return f"{joint}, turn about {mode[channel.axis].lower()} [°]"


def _unit(channel: Channel, animation: Animation) -> float:
    if channel.property == Property.TRANSLATION:
        return 100.0
    return 1.0 if animation.rotation_modes[channel.joint] == QUATERNION else 180.0 / np.pi


def _channel_plot(choices: KeyChoices, animation: Animation, rig: RigChannels, row: int) -> str:
    channel = rig.channels[row]
    curve, unit, fps = animation.curves[channel], _unit(channel, animation), animation.fps
    width, height = 472.0, 176.0
    before = rig.values[row] * unit
    last = len(before) - 1
    fine = np.linspace(0.0, last, min(last * _SAMPLES, 2400) + 1)
    after = curve.evaluate(fine / fps) * unit
    low, high = float(min(before.min(), after.min())), float(max(before.max(), after.max()))
    air = 0.08 * (high - low) or 1.0
    x = Scale(float(choices.start), float(choices.start + last), 48.0, width - 12.0)
    y = Scale(low - air, high + air, height - 28.0, 8.0)
    parts = axes(x, y, [tick for tick in x.ticks(6) if tick == round(tick)], y.ticks(4))
    parts.append(polyline(x(choices.start + np.arange(last + 1)), y(before), "original"))
    parts += _handles(curve.times * fps + choices.start, curve, unit, fps, choices.start, x, y)
    parts.append(polyline(x(choices.start + fine), y(after), "result"))
    for time, value in zip(curve.times.tolist(), curve.values.tolist(), strict=True):
        draw, radius = _MARKS[tag := animation.tag_at(time)]
        parts.append(draw(x.at(choices.start + time * fps), y.at(value * unit), radius, str(tag)))
    return drawing(width, height, f"{_title(channel, animation)}: original and keyed curve", parts)


def _handles(
    frames: Floats, curve: Curve, unit: float, fps: float, start: int, x: Scale, y: Scale
) -> list[str]:
    parts: list[str] = []
    for side, used in ((curve.out_handles, slice(None, -1)), (curve.in_handles, slice(1, None))):
        for frame, value, (time, handle) in zip(
            frames[used], curve.values[used], side[used].tolist(), strict=True
        ):
            level = float(np.clip(y.at(handle * unit), y.stop, y.start))
            parts.append(line(x.at(frame), y.at(value * unit), x.at(start + time * fps), level, "handle"))
    return parts
