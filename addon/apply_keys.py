"""Keys of a result as a new action: a copy of the old one, with the keys of the span exchanged."""

from .fcurves import PROPERTIES, active_action, assign, curves_of, new_curve, path_to, slot_of, target_of

_CLOSE = 1e-3  # frames


def apply_keys(thing, sampled, keys, types, fps, visual):
    """Makes the new action and lets it move the object; returns it. The old action stays, and is kept.

    keys, types: As `keyed_file.keys_of_text` gives them.
    visual: Whether bones get channels that the old action had not keyed.
    """
    old, slot = active_action(thing), slot_of(thing)
    identifier = slot.identifier if slot is not None else None
    new = old.copy()
    new.name = f"{old.name} keys"
    old.use_fake_user = new.use_fake_user = True
    assign(thing, new, identifier)
    curves = {(*target_of(curve), curve.array_index): curve for curve in curves_of(new, slot_of(thing))}
    turned = {bone: mode for bone, mode in zip(sampled.bones, sampled.modes, strict=True) if bone}
    for bone, mode in turned.items():
        if thing.pose.bones[bone].rotation_mode == "AXIS_ANGLE":
            continue
        turns = "rotation_quaternion" if mode == "QUATERNION" else "rotation_euler"
        for prop in ("location", turns):
            for index in range(PROPERTIES[prop]):
                points = _in_frames(keys.get((bone, prop, index)), prop, sampled, fps)
                curve = curves.get((bone, prop, index))
                if curve is None and (points is None or not visual):
                    continue
                if curve is None:
                    curve = new_curve(new, slot_of(thing), path_to(bone, prop), index, bone)
                rest = 1.0 if (prop, index) == ("rotation_quaternion", 0) else 0.0
                _exchange(curve, points or _held(rest, sampled), types, sampled, fps)
    return new


def _in_frames(keys, prop, sampled, fps):
    """Keys as (left, key, right, hold) in frames and Blender's units; None where there are none."""
    if keys is None:
        return None
    unit = sampled.scale if prop == "location" else 1.0

    def point(place):
        return sampled.first + place[0] * fps, place[1] / unit

    return [(point(left), point(key), point(right), hold) for left, key, right, hold in keys]


def _held(value, sampled):
    """Keys that hold a channel at rest through the span."""
    ends = ((float(frame), value) for frame in (sampled.first, sampled.last))
    return [(end, end, end, False) for end in ends]


def _exchange(curve, keys, types, sampled, fps):
    """Replaces the keys of the span; those outside it stay, with the curves that lead to and from it."""
    points = curve.keyframe_points
    inside = [
        number
        for number, point in enumerate(points)
        if sampled.first - _CLOSE <= point.co[0] <= sampled.last + _CLOSE
    ]
    before = inside[0] > 0 if inside else False
    after = inside[-1] < len(points) - 1 if inside else False
    edge = points[inside[-1]] if inside else None
    leaves = (edge.interpolation, edge.easing, tuple(edge.handle_right)) if after else None
    entry = tuple(points[inside[0]].handle_left) if before else None
    for number in reversed(inside):
        points.remove(points[number], fast=True)
    for modifier in list(curve.modifiers):  # what they did is in the samples
        curve.modifiers.remove(modifier)
    start = len(points)
    points.add(len(keys))
    for number, (left, key, right, hold) in enumerate(keys):
        point = points[start + number]
        point.handle_left_type = point.handle_right_type = "FREE"
        point.co = key
        point.handle_left, point.handle_right = left, right
        point.interpolation = "CONSTANT" if hold else "BEZIER"
        time = (key[0] - sampled.first) / fps
        nearest = min(types, key=lambda each: abs(each - time), default=None)
        point.type = (
            types[nearest] if nearest is not None and abs(nearest - time) * fps < 0.01 else "KEYFRAME"
        )
    if leaves is not None:
        last = points[start + len(keys) - 1]
        last.interpolation, last.easing, last.handle_right = leaves
    if entry is not None:
        points[start].handle_left = entry
    points.sort()
    points.handles_recalc() if hasattr(points, "handles_recalc") else curve.update()
