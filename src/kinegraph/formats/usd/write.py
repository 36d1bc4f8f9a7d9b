"""Writing a character with its motions as a USD stage: UsdSkel, samples, and splines beside them."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.arrays import Floats
from kinegraph.core.bake import bake
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import WorldTransforms, transform_matrices
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.mapping.character_record import character_record
from kinegraph.formats.usd.locators import write_locators
from kinegraph.formats.usd.names import prim_names
from kinegraph.formats.usd.splines import KEY, write_splines
from kinegraph.formats.usd.write_meshes import write_meshes

_ROOT, _TOGETHER = "/Character", "/Scene"


def usd_stage(scene: Scene, folder: Path) -> Any:
    """The stage of a scene, in memory. Pictures that it refers to are written into `folder`."""
    stage = _empty_stage([*scene.animations, *scene.clips])
    stage.SetDefaultPrim(_add_character(stage, _ROOT, scene, folder))
    return stage


def usd_stage_together(scenes: Sequence[Scene], folder: Path, name: str) -> Any:
    """The stage of several characters, each under its own root. Pictures go into folders beside it."""
    from pxr import UsdGeom

    stage = _empty_stage([motion for scene in scenes for motion in (*scene.animations, *scene.clips)])
    root = UsdGeom.Xform.Define(stage, _TOGETHER).GetPrim()
    root.SetDisplayName(name)
    stage.SetDefaultPrim(root)
    names = prim_names([scene.character.name if scene.character else "" for scene in scenes], "character")
    for scene, own in zip(scenes, names, strict=True):
        _add_character(stage, f"{_TOGETHER}/{own}", scene, folder.with_name(f"{folder.name}_{own}"))
    return stage


def _empty_stage(motions: Sequence[Animation | Clip]) -> Any:
    from pxr import Usd, UsdGeom

    stage = Usd.Stage.CreateInMemory()
    UsdGeom.SetStageUpAxis(stage, UsdGeom.Tokens.y)
    UsdGeom.SetStageMetersPerUnit(stage, 1.0)
    stage.SetTimeCodesPerSecond(motions[0].fps if motions else 24.0)
    stage.SetFramesPerSecond(stage.GetTimeCodesPerSecond())
    return stage


def _add_character(stage: Any, place: str, scene: Scene, folder: Path) -> Any:
    """Adds a character with its motions at a place, and returns its prim."""
    from pxr import UsdGeom, UsdSkel

    if scene.character is None:
        raise InvalidValue("A USD file needs a character; these are markers only.")
    root = UsdSkel.Root.Define(stage, place)
    root.GetPrim().SetDisplayName(scene.character.name)
    # UsdSkel only looks for meshes below prims that can be drawn: a prim without a type hides them.
    for name in ("Meshes", "Materials", "Animations", "Curves"):
        UsdGeom.Scope.Define(stage, f"{place}/{name}")
    skeletons = write_meshes(stage, place, scene.character, folder)
    for skeleton, bind in skeletons.items():
        _write_skeleton(stage, skeleton, scene.character, bind)
    _write_motions(stage, place, scene, list(skeletons))
    write_locators(stage, place, scene.locators)
    return root.GetPrim()


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


def _write_motions(stage: Any, root: str, scene: Scene, skeletons: list[str]) -> None:
    from pxr import UsdSkel

    names = prim_names([motion.name for motion in (*scene.clips, *scene.animations)], "motion")
    codes_per_second = stage.GetTimeCodesPerSecond()
    places = [f"{root}/Animations/{name}" for name in names]
    spans = []
    for clip, place in zip(scene.clips, places, strict=False):
        spans.append(_write_clip(stage, place, clip, 0.0, {"name": clip.name, "fps": clip.fps}))
    joint_names = prim_names(scene.character.skeleton.names, "joint") if scene.character else []
    for animation, place, name in zip(
        scene.animations, places[len(scene.clips) :], names[len(scene.clips) :], strict=True
    ):
        curves = f"{root}/Curves/{name}"
        own = {"name": animation.name, "fps": animation.fps, "curves": curves}
        start = min(0.0, animation.start)
        spans.append(_write_clip(stage, place, bake(animation, start=start), start, own))
        write_splines(stage, curves, animation, joint_names, codes_per_second)
    if spans:
        _extend_time(stage, min(span[0] for span in spans), max(span[1] for span in spans))
        for skeleton in skeletons:
            binding = UsdSkel.BindingAPI.Apply(stage.GetPrimAtPath(skeleton))
            binding.CreateAnimationSourceRel().SetTargets([places[0]])


def _extend_time(stage: Any, first: float, last: float) -> None:
    """Makes a stage last from a time code to another, and as long as it already does."""
    if stage.HasAuthoredTimeCodeRange():
        first, last = min(first, stage.GetStartTimeCode()), max(last, stage.GetEndTimeCode())
    stage.SetStartTimeCode(first)
    stage.SetEndTimeCode(last)


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
