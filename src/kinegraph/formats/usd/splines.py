"""Curves as USD splines and back: the same 2D cubic Bezier segments, as tangent widths and slopes.

A SkelAnimation holds arrays, and arrays cannot have splines. So each keyed channel becomes a scalar attribute
beside the samples, at <root>/Curves/<animation>/<joint>.rotation:x and the like, with a spline. Spline
times are time codes; values stay in radians and metres.
"""

from typing import Any

import numpy as np

from kinegraph.core.animation import Animation, Channel, KeyTag, Property
from kinegraph.core.arrays import Floats
from kinegraph.core.curves.curve import Curve
from kinegraph.core.errors import FormatError, KinegraphError
from kinegraph.core.skeleton import Skeleton

KEY = "kinegraph"
_AXES = "xyzw"
# [time codes] A handle without width has no slope, and beside a held segment a spline keeps no handle at
# all: those go into the knot's own data.
_SHORTEST = 1e-9


def write_splines(
    stage: Any, path: str, animation: Animation, joint_names: list[str], codes_per_second: float
) -> None:
    """Writes the curves of an animation under the prim at `path`.

    joint_names: A valid prim name per joint.
    """
    from pxr import Sdf, Vt

    scope = stage.DefinePrim(path)
    scope.SetCustomDataByKey(
        KEY,
        {
            "kind": "curves",
            "name": animation.name,
            "fps": animation.fps,
            "rotationModes": Vt.StringArray(list(animation.rotation_modes)),
            "columnTimes": Vt.DoubleArray.FromNumpy(np.array(animation.column_times)),
            "columnTags": Vt.StringArray([str(tag) for tag in animation.column_tags]),
        },
    )
    for channel, curve in animation.curves.items():
        prim = stage.DefinePrim(f"{path}/{joint_names[channel.joint]}")
        prim.SetCustomDataByKey(KEY, {"joint": channel.joint})
        name = f"{channel.property}:{_AXES[channel.axis]}"
        attribute = prim.CreateAttribute(name, Sdf.ValueTypeNames.Double)
        attribute.SetSpline(spline_of(curve, codes_per_second))


def spline_of(curve: Curve, codes_per_second: float) -> Any:
    """The Ts.Spline of a curve."""
    from pxr import Ts

    spline = Ts.Spline("double")
    after_hold = False
    for key in range(len(curve)):
        time, value, hold = float(curve.times[key]), float(curve.values[key]), bool(curve.holds[key])
        knot = Ts.Knot(typeName="double", time=time * codes_per_second, value=value)
        knot.SetNextInterpolation(Ts.InterpHeld if hold else Ts.InterpCurve)
        moment, height = (float(part) for part in curve.in_handles[key])
        width = (time - moment) * codes_per_second
        if width > _SHORTEST and not after_hold:
            knot.SetPreTanWidth(width)
            knot.SetPreTanSlope((value - height) / width)
        elif (moment, height) != (time, value):
            knot.SetCustomDataByKey("inTime", moment)
            knot.SetCustomDataByKey("inValue", height)
        moment, height = (float(part) for part in curve.out_handles[key])
        width = (moment - time) * codes_per_second
        if width > _SHORTEST and not hold:
            knot.SetPostTanWidth(width)
            knot.SetPostTanSlope((height - value) / width)
        elif (moment, height) != (time, value):
            knot.SetCustomDataByKey("outTime", moment)
            knot.SetCustomDataByKey("outValue", height)
        spline.SetKnot(knot)
        after_hold = hold
    return spline


def read_splines(scope: Any, skeleton: Skeleton, codes_per_second: float, source: str) -> Animation:
    """The animation whose curves hang under the prim `scope`, as `write_splines` left it."""
    own = scope.GetCustomDataByKey(KEY) or {}
    curves: dict[Channel, Curve] = {}
    try:
        for prim in scope.GetChildren():
            joint = (prim.GetCustomDataByKey(KEY) or {}).get("joint")
            for attribute in prim.GetAttributes():
                kind, _, axis = attribute.GetName().partition(":")
                if (
                    isinstance(joint, int)
                    and kind in tuple(Property)
                    and axis in _AXES
                    and attribute.HasSpline()
                ):
                    channel = Channel(joint, Property(kind), _AXES.index(axis))
                    curves[channel] = curve_of(attribute.GetSpline(), codes_per_second)
        return Animation(
            skeleton,
            float(own.get("fps", codes_per_second)),
            curves,
            tuple(own.get("rotationModes", ())),
            np.array(own.get("columnTimes", ()), dtype=np.float64),
            tuple(KeyTag(tag) for tag in own.get("columnTags", ())),
            str(own.get("name", scope.GetName())),
        )
    except (KinegraphError, ValueError, TypeError) as error:
        raise FormatError(source, f"the curves at {scope.GetPath()} make no animation: {error}") from error


def curve_of(spline: Any, codes_per_second: float) -> Curve:
    """The curve of a Ts.Spline of Bezier segments."""
    from pxr import Ts

    knots = spline.GetKnots()
    rows: list[tuple[float, ...]] = []
    holds = []
    for code in knots:
        knot = knots[code]
        time, value = float(code) / codes_per_second, float(knot.GetValue())
        own = knot.GetCustomData() or {}
        before, after = knot.GetPreTanWidth(), knot.GetPostTanWidth()
        rows.append(
            (
                time,
                value,
                float(own.get("inTime", (float(code) - before) / codes_per_second)),
                float(own.get("inValue", value - before * knot.GetPreTanSlope())),
                float(own.get("outTime", (float(code) + after) / codes_per_second)),
                float(own.get("outValue", value + after * knot.GetPostTanSlope())),
            )
        )
        holds.append(knot.GetNextInterpolation() == Ts.InterpHeld)
    table: Floats = np.array(rows)
    return Curve(table[:, 0], table[:, 1], table[:, 2:4], table[:, 4:6], np.array(holds))
