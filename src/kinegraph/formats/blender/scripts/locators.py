"""Locators as empties under the armature, with an action for each motion, and back."""

import json

import bpy
import numpy as np
from actions import assign, curves_for, new_action

MARK = "kinegraph_locator"
SIZE = 0.1  # share of the armature's size at which an empty is drawn
MOST_FRAMES = 200_000
CHANNELS = (*(("location", axis) for axis in range(3)), *(("rotation_quaternion", axis) for axis in range(4)))


def add_locators(job, arrays, armature):
    """Adds an empty for each name, and an action for each of its motions; the first one plays."""
    made = {}
    for number, entry in enumerate(job["locators"]):
        name = entry["name"]
        thing = made.get(name)
        if thing is None:
            thing = made[name] = bpy.data.objects.new(name, None)
            thing.empty_display_type = "PLAIN_AXES"
            thing.empty_display_size = SIZE * max(max(armature.dimensions), 1e-3)
            thing.rotation_mode = "QUATERNION"
            thing.parent = armature  # which is turned: places stay as they are
            thing[MARK] = name
            bpy.context.scene.collection.objects.link(thing)
        action, add_curve = new_action(f"{entry['motion']} {name}", thing, ("Locator",))
        action[MARK] = entry["about"]
        rows = arrays[f"locator{number}"]
        for column, (path, axis) in enumerate(CHANNELS, start=1):
            _set_linear(add_curve(path, axis, "Locator").keyframe_points, rows[:, [0, column]])
        if thing.animation_data is None or thing.animation_data.action is None:
            assign(thing, action)


def _set_linear(points, keys):
    """keys: (K, 2) frame and value."""
    points.add(len(keys))
    flat = np.ascontiguousarray(keys, dtype=np.float32).ravel()
    for name in ("handle_left", "co", "handle_right"):
        points.foreach_set(name, flat)
    values = {
        item.identifier: item.value
        for item in bpy.types.Keyframe.bl_rna.properties["interpolation"].enum_items
    }
    points.foreach_set("interpolation", np.full(len(keys), values["LINEAR"], dtype=np.int32))


def read_locators(rig, arrays):
    """Every motion of the empties that `add_locators` made; their rows go to `arrays`."""
    if rig.kind != "armature":
        return []
    found = []
    render = bpy.context.scene.render
    rate = render.fps / render.fps_base
    for thing in bpy.data.objects:
        if thing.type != "EMPTY" or thing.parent != rig.thing or not isinstance(thing.get(MARK), str):
            continue
        for action in bpy.data.actions:
            about = _about(action)
            if about is None or about["locator"] != thing[MARK]:
                continue
            rows = np.zeros((about["frames"], 7))
            rows[:, 3] = 1.0
            frames = np.arange(about["frames"]) * (rate / about["fps"])
            for curve in curves_for(action, thing):
                channel = (curve.data_path, curve.array_index)
                if channel in CHANNELS:
                    rows[:, CHANNELS.index(channel)] = [curve.evaluate(frame) for frame in frames]
            arrays[f"locator{len(found)}"] = rows
            found.append({name: about[name] for name in ("locator", "motion", "fps")})
    return found


def _about(action):
    """The note of the writer on an action of a locator; None for other actions."""
    try:
        about = json.loads(action.get(MARK) or "null")
        about["frames"], about["fps"] = int(about["frames"]), float(about["fps"])
        good = 0 < about["frames"] <= MOST_FRAMES and 0.0 < about["fps"] <= 1e5
        return about if good and isinstance(about["locator"], str) else None
    except (KeyError, TypeError, ValueError):
        return None
