"""Actions as takes: their keys as they are or, where keys do not define the motion, every frame baked."""

import json

import bpy
import numpy as np
from actions import assign, curves_for
from job_folder import Refused
from rigs import set_frame

MOST_FRAMES = 200_000  # in one action: 55 minutes at 60 frames per second
CHECKS = 9  # frames at which the reader compares its own evaluation with Blender's
DENSE = 0.8  # share of frames that hold a key, from which on an action is a recording, not keys
PROPERTIES = {"location": 3, "rotation_euler": 3, "rotation_quaternion": 4, "rotation_mode": 1, "scale": 3}
# Blender's numbers for PoseBone.rotation_mode, as an F-curve on it holds them.
MODES = {0: "QUATERNION", 1: "XYZ", 2: "XZY", 3: "YXZ", 4: "YZX", 5: "ZXY", 6: "ZYX", -1: "AXIS_ANGLE"}


def read_takes(rig, job, arrays, notes):
    """Every action that moves the rig, as a dictionary each; their arrays go to `arrays` under take<n>/."""
    takes = []
    for name, actions in _takes_of(rig, notes):
        before = (
            {bone.name: bone.rotation_mode for bone in rig.objects[0].pose.bones} if _has_pose(rig) else {}
        )
        take = _read_take(rig, name, actions, job, arrays, f"take{len(takes)}/")
        for bone, mode in before.items():
            rig.objects[0].pose.bones[bone].rotation_mode = mode
        if take is not None:
            takes.append(take)
    return takes


def _has_pose(rig):
    return rig.kind == "armature"


def _takes_of(rig, notes):
    """(name, {object: action}) per take, the one that the file plays first."""
    current = {
        t: t.animation_data.action for t in rig.objects if t.animation_data and t.animation_data.action
    }
    if any(t.animation_data and t.animation_data.nla_tracks for t in rig.objects):
        notes.append("NLA tracks are not mixed: each action was read on its own.")
    takes = []
    shared = [set() for _ in bpy.data.actions]
    for action, movers in zip(bpy.data.actions, shared, strict=True):
        movers.update(t for t in rig.objects if _moves(action, t, rig))
    if len(current) > 1 and all(
        len(movers) <= 1 or not hasattr(bpy.types, "ActionSlot") for movers in shared
    ):
        return [(next(iter(current.values())).name, current)]  # one action an object: they play together
    for action, movers in zip(bpy.data.actions, shared, strict=True):
        if movers:
            takes.append((action.name, {thing: action for thing in rig.objects if thing in movers}))
    playing = set(current.values())
    takes.sort(key=lambda take: not any(action in playing for action in take[1].values()))
    return takes


def _moves(action, thing, rig):
    curves = curves_for(action, thing)
    if _has_pose(rig):
        return any(_target(c)[0] in set(rig.names) for c in curves) or _is_current(action, thing, curves)
    if hasattr(action, "slots"):
        return any(slot.identifier == "OB" + thing.name for slot in action.slots)
    return _is_current(action, thing, curves)


def _is_current(action, thing, curves):
    return bool(curves and thing.animation_data and thing.animation_data.action == action)


def _read_take(rig, name, actions, job, arrays, prefix):
    curves = [
        (t, c) for t, action in actions.items() for c in curves_for(action, t) if len(c.keyframe_points)
    ]
    if not curves:
        return None
    active = all(t.animation_data and t.animation_data.action == action for t, action in actions.items())
    posed = _static_channels(rig, [c for _, c in curves]) if active and _has_pose(rig) else []
    if not active:
        rig.rest()
    for thing in rig.objects:
        assign(thing, actions.get(thing))
    set_frame(
        0.0
    )  # once for nothing: a keyed rotation mode converts what the action before left in the bones
    keys = [_key_array(curve) for _, curve in curves]
    first, last = min(k[0, 1, 0] for k in keys), max(k[-1, 1, 0] for k in keys)
    if last - first > MOST_FRAMES:
        raise Refused(
            f"its action {name!r} spans {last - first:.0f} frames; {MOST_FRAMES} is the most that is read."
        )
    about = next(iter(actions.values())).get("kinegraph")
    take = {"name": _plain_name(name, rig), "about": about if isinstance(about, str) else "", "why": ""}
    take["first"], take["last"] = float(first), float(last)
    why = "asked" if job["bake"] else _why_bake(rig, [c for _, c in curves], keys, take["about"])
    if why:
        take["why"] = why
        _bake(rig, take, arrays, prefix)
        return take
    _keep_keys(rig, [c for _, c in curves], keys, posed, take, arrays, prefix)
    take["checks"] = np.linspace(first, last, CHECKS).tolist()
    arrays[prefix + "checks"] = np.array([rig.matrices(frame) for frame in take["checks"]])
    return take


def _plain_name(name, rig):
    """A take's own name: importers put the name of the object before it, once or twice."""
    parts = name.split("|")
    while len(parts) > 1 and parts[0] in {thing.name for thing in rig.objects}:
        parts = parts[1:]
    return "|".join(parts)


def _why_bake(rig, curves, keys, about):
    """The reason why an action's keys alone do not define its motion; empty where they do."""
    if not _has_pose(rig):
        return "objects"
    if '"clip"' in about:
        return "dense"
    spans = sum(k[-1, 1, 0] - k[0, 1, 0] + 1.0 for k in keys if len(k) > 2)
    if spans > 3 and sum(len(k) for k in keys if len(k) > 2) > DENSE * spans:
        return "dense"
    for curve in curves:
        bone, prop = _target(curve)
        if bone is None:
            return "it moves the armature object itself"
        if prop not in PROPERTIES or prop == "scale":
            return f"it keys {prop}, which a joint has not"
        if any(not modifier.mute for modifier in curve.modifiers):
            return "its curves have modifiers"
        if any(p.interpolation not in ("BEZIER", "LINEAR", "CONSTANT") for p in curve.keyframe_points):
            return "it uses easing that no Bezier curve equals"
    constrained = (c for bone in rig.objects[0].pose.bones for c in bone.constraints)
    if any(not c.mute and c.influence > 0.0 for c in constrained):
        return "constraints move the bones"
    data = rig.objects[0].animation_data
    if data and len(data.drivers):
        return "drivers move the bones"
    return ""


def _target(curve):
    """(bone name, property) of an F-curve on a pose bone; (None, path) of any other."""
    head, _, prop = curve.data_path.rpartition(".")
    if head.startswith('pose.bones["') and head.endswith('"]'):
        return bpy.utils.unescape_identifier(head[len('pose.bones["') : -len('"]')]), prop
    return None, curve.data_path


def _key_array(curve):
    """(K, 3, 2) left handle, key, right handle as (frame, value)."""
    points = curve.keyframe_points
    keys = np.empty((len(points), 3, 2), dtype=np.float32)
    flat = np.empty(2 * len(points), dtype=np.float32)
    for column, name in enumerate(("handle_left", "co", "handle_right")):
        points.foreach_get(name, flat)
        keys[:, column] = flat.reshape(-1, 2)
    return keys


def _keep_keys(rig, curves, keys, posed, take, arrays, prefix):
    """Hands the keys over as they are; a channel that is posed but not keyed goes along as one key."""
    index = {name: number for number, name in enumerate(rig.names)}
    take["curves"], parts, interpolations, types = [], [], [], []
    take["modes"] = {bone.name: bone.rotation_mode for bone in rig.objects[0].pose.bones}
    start = 0
    for curve, part in zip(curves, keys, strict=True):
        bone, prop = _target(curve)
        if bone not in index:
            continue
        if prop == "rotation_mode":
            take["modes"][bone] = MODES.get(int(part[0, 1, 1]), "QUATERNION")
            continue
        entry = {"joint": index[bone], "property": prop, "index": curve.array_index}
        take["curves"].append({**entry, "start": start, "count": len(part)})
        parts.append(part)
        interpolations += [point.interpolation for point in curve.keyframe_points]
        types += [point.type for point in curve.keyframe_points]
        start += len(part)
    for bone, prop, element, value in posed:
        entry = {"joint": index[bone], "property": prop, "index": element}
        take["curves"].append({**entry, "start": start, "count": 1})
        parts.append(np.array([[[take["first"], value]] * 3], dtype=np.float32))
        interpolations.append("CONSTANT")
        types.append("KEYFRAME")
        start += 1
    take["interpolations"], take["types"] = interpolations, types
    arrays[prefix + "points"] = np.concatenate(parts) if parts else np.empty((0, 3, 2), dtype=np.float32)


def _static_channels(rig, curves):
    """(bone, property, index, value) of channels that the file's pose has set and the action leaves alone."""
    keyed = {(*_target(curve), curve.array_index) for curve in curves}
    found = []
    for bone in rig.objects[0].pose.bones:
        turned = "rotation_quaternion" if bone.rotation_mode == "QUATERNION" else "rotation_euler"
        for prop in ("location", turned):
            rest = (1.0, 0.0, 0.0, 0.0) if prop == "rotation_quaternion" else (0.0, 0.0, 0.0)
            for element, value in enumerate(getattr(bone, prop)):
                if value != rest[element] and (bone.name, prop, element) not in keyed:
                    found.append((bone.name, prop, element, value))
    return found


def _bake(rig, take, arrays, prefix):
    """Every frame from the first key to the last, at the rate that the take states, else at the scene's."""
    render = bpy.context.scene.render
    rate = render.fps / render.fps_base
    fps = _stated_rate(take["about"]) or _stated_rate(rig.about()) or rate
    count = round((take["last"] - take["first"]) * fps / rate) + 1
    if count > MOST_FRAMES:
        raise Refused(
            f"its action {take['name']!r} needs {count} frames; {MOST_FRAMES} is the most that is read."
        )
    frames = take["first"] + np.arange(count) * (rate / fps)
    take["fps"] = fps
    baked = np.empty((count, len(rig.names), 4, 4), dtype=np.float32)
    for row, frame in enumerate(frames):
        baked[row] = rig.matrices(frame)
    arrays[prefix + "baked"] = baked


def _stated_rate(about):
    try:
        fps = float(json.loads(about)["fps"])
    except (ValueError, KeyError, TypeError):
        return None
    return fps if np.isfinite(fps) and 0.0 < fps <= 1000.0 else None
