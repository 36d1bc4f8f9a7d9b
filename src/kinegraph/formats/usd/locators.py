"""Locators as transforms of a USD stage: one each under the character, with samples of place and turn."""

from typing import Any

import numpy as np

from kinegraph.core.errors import FormatError
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.math.rotations import quat_normalize
from kinegraph.formats.usd.names import prim_names
from kinegraph.formats.usd.splines import KEY

_MOST_FRAMES = 2_000_000  # times locators, of all motions of a file


def write_locators(stage: Any, root: str, locators: tuple[LocatorClip, ...]) -> None:
    """Adds a scope for every motion, with a transform for each of its locators."""
    from pxr import Gf, Sdf, UsdGeom

    if not locators:
        return
    UsdGeom.Scope.Define(stage, f"{root}/Locators")
    for motion, scope in zip(locators, prim_names([each.name for each in locators], "motion"), strict=True):
        place = f"{root}/Locators/{scope}"
        UsdGeom.Scope.Define(stage, place)
        codes = (motion.times * stage.GetTimeCodesPerSecond()).tolist()
        for column, own in enumerate(prim_names(motion.names, "locator")):
            schema = UsdGeom.Xform.Define(stage, f"{place}/{own}")
            prim = schema.GetPrim()
            prim.SetDisplayName(motion.names[column])
            prim.SetCustomDataByKey(
                KEY, {"locator": motion.names[column], "motion": motion.name, "fps": motion.fps}
            )
            move = schema.AddTranslateOp(UsdGeom.XformOp.PrecisionDouble)
            turn = schema.AddOrientOp(UsdGeom.XformOp.PrecisionDouble)
            with Sdf.ChangeBlock():
                for code, at, q in zip(
                    codes,
                    motion.positions[:, column].tolist(),
                    motion.rotations[:, column].tolist(),
                    strict=True,
                ):
                    move.Set(Gf.Vec3d(*at), code)
                    turn.Set(Gf.Quatd(q[3], q[0], q[1], q[2]), code)


def read_locators(prims: list[Any], stage: Any, source: str) -> tuple[LocatorClip, ...]:
    """The locators that Kinegraph wrote, by motion, in the order of the file."""
    from pxr import UsdGeom

    found: dict[tuple[str, float], dict[str, tuple[np.ndarray, np.ndarray]]] = {}
    left = _MOST_FRAMES
    for prim in prims:
        own = prim.GetCustomDataByKey(KEY) or {}
        if not prim.IsA(UsdGeom.Xform) or not isinstance(own.get("locator"), str):
            continue
        fps = own.get("fps")
        rate = float(fps) if isinstance(fps, int | float) and 0.0 < fps <= 1e5 else 24.0
        moves, turns = (prim.GetAttribute(f"xformOp:{op}") for op in ("translate", "orient"))
        codes = moves.GetTimeSamples() if moves else []
        left -= len(codes)
        if left < 0:
            raise FormatError(source, f"its locators have more than {_MOST_FRAMES} places.")
        places = np.array([tuple(moves.Get(code)) for code in codes], dtype=np.float64).reshape(-1, 3)
        rotations = np.array([_xyzw(turns.Get(code) if turns else None) for code in codes]).reshape(-1, 4)
        found.setdefault((str(own.get("motion", "locators")), rate), {})[own["locator"]] = (
            places,
            quat_normalize(rotations),
        )
    clips = []
    for (name, fps), tracks in found.items():
        frames = {len(places) for places, _ in tracks.values()}
        if len(frames) > 1 or 0 in frames:
            raise FormatError(source, f"the locators of {name!r} have different numbers of samples.")
        positions = np.stack([places for places, _ in tracks.values()], axis=1)
        rotations = np.stack([turns for _, turns in tracks.values()], axis=1)
        clips.append(LocatorClip(tuple(tracks), fps, positions, rotations, name))
    return tuple(clips)


def _xyzw(turn: Any) -> tuple[float, float, float, float]:
    if turn is None:
        return 0.0, 0.0, 0.0, 1.0
    x, y, z = turn.GetImaginary()
    return float(x), float(y), float(z), float(turn.GetReal())
