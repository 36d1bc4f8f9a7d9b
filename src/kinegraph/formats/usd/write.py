"""Writing a character with its motions as a USD stage: UsdSkel, samples, and splines beside them."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.bake import bake
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, transform_matrices
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.mapping.character_record import character_record
from kinegraph.formats.usd.names import prim_names
from kinegraph.formats.usd.splines import KEY, write_splines
from kinegraph.formats.usd.write_meshes import write_meshes

_ROOT = "/Character"


def usd_stage(scene: Scene, folder: Path) -> Any:
    """The stage of a scene, in memory. Pictures that it refers to are written into `folder`."""
    from pxr import Usd, UsdGeom, UsdSkel

    if scene.character is None:
        raise InvalidValue("A USD file needs a character; these are markers only.")
    motions = [*scene.animations, *scene.clips]
    stage = Usd.Stage.CreateInMemory()
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y)
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    stage.SetTimeCodesPerSecond(motions[0].fps if motions else 24.0)
    stage.SetFramesPerSecond(stage.GetTimeCodesPerSecond())
    root = UsdSkel.Root.Define(stage, _ROOT)
    root.GetPrim().SetDisplayName(scene.character.name)
    stage.SetDefaultPrim(root.GetPrim())
    # UsdSkel only looks for meshes below prims that can be drawn: a prim without a type hides them.
    for name in ("Meshes", "Materials", "Animations", "Curves"):
        UsdGeom.Scope.Define(stage, f"{_ROOT}/{name}")
    skeletons = write_meshes(stage, _ROOT, scene.character, folder)
    for place, bind in skeletons.items():
        _write_skeleton(stage, place, scene.character, bind)
    _write_motions(stage, scene, list(skeletons))
    return stage


def joint_tokens(skeleton: Skeleton) -> list[str]:
    """The slash-separated path of each joint, as UsdSkel names joints."""
    names = prim_names(skeleton.names, "joint")
    tokens: list[str] = []
    for name, parent in zip(names, skeleton.parents.tolist(), strict=True):
        tokens.append(name if parent < 0 else f"{tokens[parent]}/{name}")
    return tokens


def usd_matrices(values: Floats) -> Any:
    """A Vt.Matrix4dArray of column-vector matrices (N, 4, 4)."""
    from pxr import Vt

    return Vt.Matrix4dArray.FromNumpy(np.ascontiguousarray(np.swapaxes(values, 1, 2)))


def _write_skeleton(stage: Any, path: str, character: Character, bind: Floats) -> None:
    from pxr import UsdSkel, Vt

    skeleton = character.skeleton
    schema = UsdSkel.Skeleton.Define(stage, path)
    schema.CreateJointsAttr(Vt.TokenArray(joint_tokens(skeleton)))
    schema.CreateJointNamesAttr(Vt.TokenArray(list(skeleton.names)))
    local = transform_matrices(WorldTransforms(skeleton.offsets, skeleton.rest_rotations))
    schema.CreateRestTransformsAttr(usd_matrices(local))
    schema.CreateBindTransformsAttr(usd_matrices(bind))
    schema.GetPrim().SetCustomDataByKey(
        KEY,
        {
            "character": json.dumps(character_record(character), ensure_ascii=False),
            "offsets": _doubles(skeleton.offsets),
            "rotations": _doubles(skeleton.rest_rotations),
            "endJoints": Vt.IntArray(skeleton.end_joints.tolist()),
            "endOffsets": _doubles(skeleton.end_offsets),
        },
    )


def _doubles(values: Floats) -> Any:
    from pxr import Vt

    return Vt.DoubleArray.FromNumpy(np.ascontiguousarray(values, dtype=np.float64).ravel())


def _write_motions(stage: Any, scene: Scene, skeletons: list[str]) -> None:
    from pxr import UsdSkel

    names = prim_names([motion.name for motion in (*scene.clips, *scene.animations)], "motion")
    codes_per_second = stage.GetTimeCodesPerSecond()
    places = [f"{_ROOT}/Animations/{name}" for name in names]
    spans = []
    for clip, place in zip(scene.clips, places, strict=False):
        spans.append(_write_clip(stage, place, clip, 0.0, {"name": clip.name, "fps": clip.fps}))
    joint_names = prim_names(scene.character.skeleton.names, "joint") if scene.character else []
    for animation, place, name in zip(
        scene.animations, places[len(scene.clips) :], names[len(scene.clips) :], strict=True
    ):
        curves = f"{_ROOT}/Curves/{name}"
        own = {"name": animation.name, "fps": animation.fps, "curves": curves}
        start = min(0.0, animation.start)
        spans.append(_write_clip(stage, place, bake(animation, start=start), start, own))
        write_splines(stage, curves, animation, joint_names, codes_per_second)
    if spans:
        stage.SetStartTimeCode(min(span[0] for span in spans))
        stage.SetEndTimeCode(max(span[1] for span in spans))
        for skeleton in skeletons:
            binding = UsdSkel.BindingAPI.Apply(stage.GetPrimAtPath(skeleton))
            binding.CreateAnimationSourceRel().SetTargets([places[0]])


def _write_clip(stage: Any, path: str, clip: Clip, start: float, own: dict[str, Any]) -> tuple[float, float]:
    """Writes samples from `start` [s] on, and returns the first and last time code."""
    from pxr import Sdf, UsdSkel, Vt

    schema = UsdSkel.Animation.Define(stage, path)
    schema.GetPrim().SetCustomDataByKey(KEY, own)
    count = len(clip.skeleton)
    schema.CreateJointsAttr(Vt.TokenArray(joint_tokens(clip.skeleton)))
    schema.CreateScalesAttr(Vt.Vec3hArray.FromNumpy(np.ones((count, 3), dtype=np.float16)))
    places = local_translations(clip).astype(np.float32)
    turns = clip.rotations.astype(np.float32)
    layer = stage.GetRootLayer()
    paths = [schema.CreateTranslationsAttr().GetPath(), schema.CreateRotationsAttr().GetPath()]
    codes = (start + clip.times) * stage.GetTimeCodesPerSecond()
    with Sdf.ChangeBlock():
        for frame, code in enumerate(codes.tolist()):
            layer.SetTimeSample(paths[0], code, Vt.Vec3fArray.FromNumpy(places[frame]))
            layer.SetTimeSample(paths[1], code, Vt.QuatfArray.FromNumpy(turns[frame]))
    return float(codes[0]), float(codes[-1])
