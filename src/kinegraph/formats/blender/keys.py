"""F-curves as a keyed Animation, handle by handle."""

from typing import Any

import numpy as np

from kinegraph.core.animation import QUATERNION, Animation, Channel, KeyTag, Property
from kinegraph.core.arrays import Floats
from kinegraph.core.curves.curve import Curve
from kinegraph.formats.blender.channels import channel_from_blender, mode_from_blender
from kinegraph.formats.blender.skeleton import Rig, read_notes

# Where curves disagree about a column, the more important tag wins: the one further up.
_TAGS = {
    "KEYFRAME": KeyTag.KEYPOSE,
    "EXTREME": KeyTag.KEYPOSE,
    "BREAKDOWN": KeyTag.BREAKDOWN,
    "MOVING_HOLD": KeyTag.BREAKDOWN,
    "JITTER": KeyTag.DETAIL,
    "GENERATED": KeyTag.DETAIL,
}
_RANKS = (KeyTag.KEYPOSE, KeyTag.BREAKDOWN, KeyTag.DETAIL)


def first_frame(take: dict[str, Any], result: dict[str, Any]) -> float:
    """The frame that is time zero: 0 in files that we wrote, else its start or an earlier first key."""
    if "fps" in read_notes(take["about"]):
        return 0.0
    return min(float(result["frame_start"]), take["first"])


def take_rate(take: dict[str, Any], result: dict[str, Any]) -> float:
    """Frames per second of Blender's frame numbers, without the rounding of its float32."""
    stated, scene = read_notes(take["about"]).get("fps"), float(result["fps"])
    if isinstance(stated, int | float) and abs(stated - scene) <= 1e-6 * scene:
        return float(stated)
    tidy = round(scene, 3)
    return tidy if abs(tidy - scene) <= 1e-6 * scene else scene


def animation_of_take(
    take: dict[str, Any], points: np.ndarray, rig: Rig, result: dict[str, Any]
) -> Animation:
    """The animation that a take's keys are.

    points: (K, 3, 2) left handle, key and right handle as (frame, value), all curves in a row.
    """
    about, zero, rate = read_notes(take["about"]), first_frame(take, result), take_rate(take, result)
    modes = _rotation_modes(take, rig, result["joints"])
    joints = {source: joint for joint, source in enumerate(rig.sources) if source is not None}
    rests = {tuple(entry) for entry in about.get("rests", []) if isinstance(entry, list)}
    curves: dict[Channel, Curve] = {}
    tags: dict[float, KeyTag] = {}
    for entry in take["curves"]:
        part = slice(entry["start"], entry["start"] + entry["count"])
        joint = joints[entry["joint"]]
        channel = channel_from_blender(joint, entry["property"], entry["index"], modes[joint])
        keys = points[part].astype(np.float64)
        if channel is None or _only_rests(entry, keys, rests, result["joints"]):
            continue
        unit = rig.scale if channel.property == Property.TRANSLATION else 1.0
        keys = (keys - [zero, 0.0]) * [1.0 / rate, unit]
        kept = np.append(keys[1:, 1, 0] > keys[:-1, 1, 0], True)  # of keys on one frame, the last
        names = [take["interpolations"][part][k] for k in np.flatnonzero(kept)]
        curves[channel] = curve_of(keys[kept], names)
        for time, name in zip(keys[:, 1, 0].tolist(), take["types"][part], strict=True):
            tag = _TAGS.get(name, KeyTag.KEYPOSE)
            tags[time] = min(tag, tags.get(time, tag), key=_RANKS.index)
    stated = about.get("fps")
    fps = float(stated) if isinstance(stated, int | float) and 0.0 < stated < 1e6 else rate
    columns = sorted(tags)
    column_tags = tuple(tags[time] for time in columns)
    return Animation(rig.skeleton, fps, curves, modes, np.array(columns), column_tags, take["name"])


def rig_modes(result: dict[str, Any], rig: Rig) -> tuple[str, ...] | None:
    """The rotation mode of each bone; None where objects are the joints."""
    return _rotation_modes(result, rig, result["joints"]) if result.get("modes") else None


def _rotation_modes(holder: dict[str, Any], rig: Rig, bones: list[str]) -> tuple[str, ...]:
    stated = [None if source is None else holder["modes"].get(bones[source]) for source in rig.sources]
    return tuple(mode_from_blender(mode or QUATERNION) for mode in stated)


def curve_of(keys: Floats, interpolations: list[str]) -> Curve:
    """A Curve of Blender's keys.

    keys: (K, 3, 2) left handle, key and right handle as (time, value), times increasing.
    interpolations: Per key how the segment after it runs: BEZIER, LINEAR or CONSTANT.
    """
    incoming, middle, outgoing = keys[:, 0].copy(), keys[:, 1], keys[:, 2].copy()
    for k in range(len(keys) - 1):
        start, end = middle[k], middle[k + 1]
        if interpolations[k] == "LINEAR":
            outgoing[k], incoming[k + 1] = start + (end - start) / 3.0, end - (end - start) / 3.0
        else:
            outgoing[k] = _inside(start, outgoing[k], end[0] - start[0])
            incoming[k + 1] = _inside(end, incoming[k + 1], start[0] - end[0])
    holds = np.array([name == "CONSTANT" for name in interpolations])
    return Curve(middle[:, 0], middle[:, 1], incoming, outgoing, holds)


def _inside(key: Floats, handle: Floats, reach: float) -> Floats:
    """A handle as Blender evaluates it: one longer than the segment is shortened along its own direction.

    reach: Time to the segment's other key, negative where that lies before.
    """
    arm = handle - key
    if arm[0] * reach <= 0.0:  # points away from its segment: no length in time
        return np.array([key[0], handle[1]])
    return key + arm * (reach / arm[0]) if abs(arm[0]) > abs(reach) else handle


def _only_rests(entry: dict[str, Any], keys: Floats, rests: set[tuple], names: list[str]) -> bool:
    """True if our writer keyed this channel only so that it rests, and it still does."""
    if (names[entry["joint"]], entry["property"], entry["index"]) not in rests:
        return False
    rest = 1.0 if (entry["property"], entry["index"]) == ("rotation_quaternion", 0) else 0.0
    return bool((keys[:, 1, 1] == rest).all())
