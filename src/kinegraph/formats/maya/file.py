"""A character and its motions as a Python script for Maya, which sets the keys with weighted tangents."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.bake import animation_from_clip
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import FormatError
from kinegraph.core.math.euler import euler_from_quat
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.mapping.node_curves import (
    ORDERS,
    Tolerance,
    node_curves,
    node_orders,
    straight_segments,
)

_CENTIMETRES = 100.0
_DEGREES = float(np.degrees(1.0))
_SCRIPT = Path(__file__).with_name("scripts") / "set_keys.py"
# Maya's numbers of rotate orders, by ours: Maya names the rotation first that is applied first.
_ROTATE_ORDERS = {name[::-1].upper(): n for n, name in enumerate(("xyz", "yzx", "zxy", "xzy", "yxz", "zyx"))}
_UNSAFE = re.compile(r"[^A-Za-z0-9_:]")
_HEAD = '''"""Keys for Maya, written by Kinegraph: {title}.

Run this file in Maya, as Python: it sets the keys of the first motion, on the joints of these names, or on a
new skeleton where none of them exists. Then `apply("name")` sets another motion, and
`apply(namespace="hero")` sets them on the rig in that namespace. One undo takes everything back.
"""

import json

'''


def write_maya(
    scene: Scene, path: Path, rotation_tolerance: float = 0.05, translation_tolerance: float = 0.1
) -> None:
    """Writes a script for Maya that sets the keys of all motions.

    Keyed animations keep their keys, handles and holds; clips have a linear key on every frame.
    rotation_tolerance [deg], translation_tolerance [mm]: How far a joint may stray from its curves where
        Maya cannot hold them: quaternions, orders of two axes, and slides along axes that are not the
        parent's.
    """
    if scene.character is None:
        raise FormatError(path, "only a character and its motions can be written here; this scene has none.")
    skeleton, motions = scene.character.skeleton, list(scene.animations)
    orders = node_orders(skeleton, [*motions, *map(animation_from_clip, scene.clips)])
    motions += [animation_from_clip(clip, orders) for clip in scene.clips]
    if not motions:
        raise FormatError(path, "a script for Maya sets keys; this scene has no motion.")
    tolerance = Tolerance(float(np.radians(rotation_tolerance)), 1e-3 * translation_tolerance)
    data = {
        "joints": _joints(skeleton, orders),
        "motions": [_motion(motion, orders, tolerance) for motion in motions],
    }
    title = ", ".join(motion.name for motion in motions)
    head = _HEAD.format(title=title.replace("\\", "/").replace('"', "'"))
    text = json.dumps(data, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    body = _SCRIPT.read_text(encoding="utf-8").split('"""', 2)[2].lstrip()
    Path(path).write_text(f"{head}{_with_data(body, text)}", encoding="utf-8")


def _with_data(body: str, text: str) -> str:
    """The script with its data, which come after the imports."""
    imports, rest = body.split("\n\n", 1)
    return f"{imports}\n\nDATA = json.loads({text!r})\n{rest}"


def _joints(skeleton: Skeleton, orders: Sequence[str]) -> list[dict[str, Any]]:
    orient = _DEGREES * euler_from_quat(skeleton.rest_rotations, ORDERS[0])[:, ::-1]
    return [
        {
            "name": name,
            "parent": int(skeleton.parents[joint]),
            "offset": (_CENTIMETRES * skeleton.offsets[joint]).tolist(),
            "orient": orient[joint].tolist(),
            "order": _ROTATE_ORDERS[orders[joint]],
        }
        for joint, name in enumerate(maya_names(skeleton.names))
    ]


def maya_names(names: Sequence[str]) -> tuple[str, ...]:
    """Names that nodes of Maya can have, each once; colons of namespaces stay."""
    made: list[str] = []
    for name in names:
        plain = _UNSAFE.sub("_", name).strip(":") or "joint"
        plain = ":".join(f"_{part}" if part[:1].isdigit() else part or "_" for part in plain.split(":"))
        number, free = 1, plain
        while free in made:
            number += 1
            free = f"{plain}_{number}"
        made.append(free)
    return tuple(made)


def _motion(motion: Animation, orders: Sequence[str], tolerance: Tolerance) -> dict[str, Any]:
    found = node_curves(motion, orders, tolerance)
    curves = [
        _curve(curve, kind, joint, axis, factor)
        for kind, group, factor in (
            ("translate", found.translations, _CENTIMETRES),
            ("rotate", found.rotations, _DEGREES),
        )
        for (joint, axis), curve in sorted(group.items())
    ]
    span = [motion.start, max(motion.end, motion.start + 1.0 / motion.fps)]
    return {"name": motion.name, "fps": motion.fps, "range": span, "curves": curves}


def _curve(curve: Curve, kind: str, joint: int, axis: int, factor: float) -> dict[str, Any]:
    """A curve as the script has it. before, after: Steps from each key to the handles beside it."""
    at = np.stack([curve.times, curve.values], axis=1)
    scale = np.array([1.0, factor])
    straight = bool(straight_segments(curve).all()) and not curve.holds.any()
    return {
        "joint": joint,
        "kind": kind,
        "axis": axis,
        "times": curve.times.tolist(),
        "values": (factor * curve.values).tolist(),
        "before": [] if straight else (scale * (curve.in_handles - at)).tolist(),
        "after": [] if straight else (scale * (curve.out_handles - at)).tolist(),
        "holds": np.flatnonzero(curve.holds).tolist(),
        "straight": straight,
    }
