"""One motion as a take: a stack, a layer, and a curve for each component that is keyed."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.curves.curve import Curve
from kinegraph.formats.fbx.curves import FbxCurve, fbx_curve, ticks
from kinegraph.formats.fbx.objects import CENTIMETRES, Objects, add_properties
from kinegraph.formats.mapping.node_curves import Tolerance, node_curves

_CURVE_VERSION = 4009
_DEGREES = float(np.degrees(1.0))
_AXES = ("d|X", "d|Y", "d|Z")


def add_take(
    objects: Objects, motion: Animation, joints: Sequence[int], orders: Sequence[str], tolerance: Tolerance
) -> None:
    """Appends a motion. joints: Identities of the nodes. orders: Their Euler orders."""
    curves = node_curves(motion, orders, tolerance)
    stack, node = objects.add("AnimationStack", motion.name, "AnimStack", "")
    start, stop = np.int64(ticks(motion.start)), np.int64(ticks(motion.end))
    rows: list[tuple[str, str, Any]] = [
        ("LocalStart", "time", start),
        ("LocalStop", "time", stop),
        ("ReferenceStart", "time", start),
        ("ReferenceStop", "time", stop),
    ]
    if curves.added_keys:
        rows.append(("Description", "text", _description(motion, curves.added_keys)))
    add_properties(node, rows)
    layer, _ = objects.add("AnimationLayer", motion.name, "AnimLayer", "")
    objects.connect(layer, stack)
    offsets = CENTIMETRES * motion.skeleton.offsets
    for letter, name, found, factor, rest in (
        ("T", "Lcl Translation", curves.translations, CENTIMETRES, offsets),
        ("R", "Lcl Rotation", curves.rotations, _DEGREES, np.zeros_like(offsets)),
    ):
        for joint in sorted({joint for joint, _ in found}):
            group, node = objects.add("AnimationCurveNode", letter, "AnimCurveNode", "")
            add_properties(node, [(axis, "number", float(rest[joint, k])) for k, axis in enumerate(_AXES)])
            objects.connect(group, layer)
            objects.connect(group, joints[joint], name)
            for k, axis in enumerate(_AXES):
                if (joint, k) in found:
                    _add_curve(objects, found[joint, k], factor, group, axis)


def _description(motion: Animation, added: int) -> str:
    return f"{motion.name!r} has {added} keys more than it had, because its rotations are Euler angles here."


def _add_curve(objects: Objects, curve: Curve, factor: float, group: int, axis: str) -> None:
    keys: FbxCurve = fbx_curve(curve, factor)
    own, node = objects.add("AnimationCurve", "", "AnimCurve", "")
    node.add("Default", float(keys.values[0]))
    node.add("KeyVer", _CURVE_VERSION)
    node.add("KeyTime", keys.times)
    node.add("KeyValueFloat", keys.values)
    node.add("KeyAttrFlags", keys.flags)
    node.add("KeyAttrDataFloat", keys.data.reshape(-1))
    node.add("KeyAttrRefCount", keys.counts)
    objects.connect(own, group, axis)
