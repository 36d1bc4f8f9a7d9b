"""Kinegraph's keyed format: a sampled rig out, and the keys in. Blender's names are translated here. No bpy.

Blender names an Euler order by what turns first, Kinegraph by the product: Blender's "XYZ" is its "ZYX".
Channels of both are displacements from rest in a bone's own rest frame.
"""

import json

import numpy as np

QUATERNION = "QUATERNION"
KEY_TYPES = {"keypose": "KEYFRAME", "breakdown": "BREAKDOWN", "detail": "JITTER"}
_REST = 1e-9  # a channel that stays this close to rest [m, rad] gets no curve


def rig_text(joints, ends, channels, modes, fps, name):
    """A sampled rig as the text of a .json file.

    joints: Per joint (name, index of its parent or -1, offset [m], rest quaternion xyzw), parents first.
    ends: (joint, offset [m]) of each end of a limb.
    channels: {(joint, property, index): (F,) values}, with properties and indices of pose bones; lengths in
        metres.
    modes: Blender's rotation mode of each joint.
    """
    entries = [
        {
            "name": joint,
            "parent": joints[parent][0] if parent >= 0 else None,
            "offset": [float(value) for value in offset],
            "rotation": [float(value) for value in rotation],
        }
        for joint, parent, offset, rotation in joints
    ]
    curves = []
    for (joint, prop, index), values in sorted(channels.items()):
        rest = 1.0 if (prop, index) == ("rotation_quaternion", 0) else 0.0
        if np.abs(np.asarray(values) - rest).max(initial=0.0) <= _REST:
            continue
        kind, axis = _their_channel(prop, index, modes[joint])
        times = (np.arange(len(values)) / fps).tolist()
        keys = [{"time": t, "value": v} for t, v in zip(times, map(float, values), strict=True)]
        curves.append({"joint": joints[joint][0], "property": kind, "axis": axis, "keys": keys})
    content = {
        "format": "kinegraph keys",
        "version": 1,
        "units": {"length": "m", "angle": "rad", "time": "s"},
        "character": {"name": name},
        "skeleton": {
            "joints": entries,
            "ends": [{"joint": joints[joint][0], "offset": list(offset)} for joint, offset in ends],
        },
        "animations": [
            {
                "name": name,
                "fps": fps,
                "rotation_modes": {
                    joints[j][0]: mode if mode == QUATERNION else mode[::-1] for j, mode in enumerate(modes)
                },
                "curves": curves,
            }
        ],
    }
    return json.dumps(content)


def keys_of_text(text):
    """Keys of a .json file: {(joint, property, index): keys}, and {time: Blender's key type}.

    keys: Per key (left handle, key, right handle) as (time [s], value), and whether it holds.
    """
    animation = json.loads(text)["animations"][0]
    modes = animation["rotation_modes"]
    found = {}
    for curve in animation["curves"]:
        joint, axis = curve["joint"], curve["axis"]
        if curve["property"] == "translation":
            channel = joint, "location", axis
        elif modes[joint] == QUATERNION:
            channel = joint, "rotation_quaternion", (axis + 1) % 4
        else:
            channel = joint, "rotation_euler", "XYZ".index(modes[joint][axis])
        found[channel] = _with_handles(curve["keys"])
    types = {column["time"]: KEY_TYPES[column["tag"]] for column in animation.get("columns", [])}
    return found, types


def _their_channel(prop, index, mode):
    if prop == "location":
        return "translation", index
    if prop == "rotation_quaternion":
        return "rotation", (index - 1) % 4
    return "rotation", mode[::-1].index("XYZ"[index])


def _with_handles(keys):
    points = [(key["time"], key["value"]) for key in keys]
    result = []
    for number, key in enumerate(keys):
        here = points[number]
        before = key.get("in") or _third(here, points[number - 1] if number else None)
        after = key.get("out") or _third(here, points[number + 1] if number + 1 < len(keys) else None)
        result.append((tuple(before), here, tuple(after), key.get("hold", False)))
    return result


def _third(here, other):
    """The handle on the straight line to another key, at a third of the way."""
    if other is None:
        return here
    return tuple(a + (b - a) / 3.0 for a, b in zip(here, other, strict=True))
