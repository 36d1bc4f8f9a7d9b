"""Reading a USD file: its UsdSkel character, SkelAnimation samples as clips, splines as keyed animations."""

import json
from pathlib import Path
from typing import Any

import numpy as np

from kinegraph.core.animation import Animation
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import FormatError, KinegraphError
from kinegraph.core.scaling import scale_lengths
from kinegraph.core.scene import Scene
from kinegraph.formats.mapping.character_record import with_record
from kinegraph.formats.usd.locators import read_locators
from kinegraph.formats.usd.meshes import UsdMeshReader
from kinegraph.formats.usd.motion import read_samples
from kinegraph.formats.usd.skeleton import UsdJoints, usd_joints
from kinegraph.formats.usd.splines import KEY, read_splines
from kinegraph.formats.usd.stage import open_stage, quiet_pxr

_MOST_PRIMS = 200_000


def read_usd(path: Path, scale: float = 1.0) -> Scene:
    """Reads a .usda, .usdc, .usdz or .usd file that stands on its own and holds a UsdSkel character.

    scale: A factor on top of the unit that the file states, for files that state a wrong one.
    """
    path = Path(path)
    try:
        stage = open_stage(path)
        with quiet_pxr(str(path)), np.errstate(all="ignore"):
            scene = _scene(stage, path)
            return scene if scale == 1.0 else scale_lengths(scene, scale)
    except FormatError:
        raise
    except KinegraphError as error:
        raise FormatError(path, f"what it describes is impossible: {error}") from error
    except (ValueError, TypeError, AttributeError, OverflowError, RuntimeError) as error:
        # USD lets a file give any attribute any type; a schema's attribute of another type ends up here.
        raise FormatError(path, f"it holds a value of an unexpected kind ({error!s:.120}).") from error


def _scene(stage: Any, path: Path) -> Scene:
    from pxr import Usd, UsdGeom, UsdSkel

    prims = []
    for prim in Usd.PrimRange(stage.GetPseudoRoot(), Usd.TraverseInstanceProxies()):
        prims.append(prim)
        if len(prims) > _MOST_PRIMS:
            raise FormatError(path, f"it has more than {_MOST_PRIMS} prims.")
    skeletons = [prim for prim in prims if prim.IsA(UsdSkel.Skeleton)]
    if not skeletons:
        raise FormatError(path, "it has no UsdSkel Skeleton, so it holds no character.")
    notes: dict[str, None] = {}
    bound = {str(prim.GetPath()): usd_joints(prim, stage, str(path)) for prim in skeletons}
    chosen = _main_skeleton(prims, skeletons)
    joints = bound[str(chosen.GetPath())]
    notes |= dict.fromkeys(joints.notes)
    same = {place: other for place, other in bound.items() if _same_joints(joints, other)}
    if len(same) < len(bound):
        notes[f"{len(bound) - len(same)} other skeletons were left out: a scene has one character."] = None
    meshes = UsdMeshReader(stage, path, joints, notes)
    for prim in prims:
        if prim.IsA(UsdGeom.Mesh):
            owner = UsdSkel.BindingAPI(prim).GetInheritedSkeleton()
            place = str(owner.GetPath()) if owner else None
            if place in same:
                meshes.read(prim, same[place])
            elif place is None:
                notes["A mesh that no skeleton moves was left out."] = None
    character = _character(chosen, path, joints, meshes, notes)
    clips, animations = _motions(prims, chosen, joints, stage, str(path), notes)
    locators = read_locators(prims, stage, str(path))
    return Scene(character, clips, animations, notes=tuple(notes), locators=locators)


def _main_skeleton(prims: list[Any], skeletons: list[Any]) -> Any:
    """The first skeleton that a mesh is bound to, or simply the first."""
    from pxr import UsdGeom, UsdSkel

    for prim in prims:
        if prim.IsA(UsdGeom.Mesh) and (owner := UsdSkel.BindingAPI(prim).GetInheritedSkeleton()):
            return owner.GetPrim()
    return skeletons[0]


def _same_joints(a: UsdJoints, b: UsdJoints) -> bool:
    return a.tokens_in_file == b.tokens_in_file and np.allclose(
        a.skeleton.offsets, b.skeleton.offsets, atol=1e-6
    )


def _character(
    prim: Any, path: Path, joints: UsdJoints, meshes: UsdMeshReader, notes: dict[str, None]
) -> Character:
    character = Character(
        path.stem or "character", joints.skeleton, tuple(meshes.bodies), tuple(meshes.skins)
    )
    text = (prim.GetCustomDataByKey(KEY) or {}).get("character")
    if not isinstance(text, str):
        return character
    try:
        record = json.loads(text)
    except (ValueError, RecursionError):
        record = {}
    character, record_notes = with_record(character, record)
    notes |= dict.fromkeys(record_notes)
    return character


def _motions(
    prims: list[Any], skeleton: Any, joints: UsdJoints, stage: Any, source: str, notes: dict[str, None]
) -> tuple[tuple[Clip, ...], tuple[Animation, ...]]:
    """All animations of the file, the one that is bound to the skeleton first."""
    from pxr import UsdSkel

    codes_per_second = float(stage.GetTimeCodesPerSecond())
    if not (np.isfinite(codes_per_second) and 1e-3 < codes_per_second < 1e6):
        raise FormatError(source, f"it states {codes_per_second} time codes per second.")
    samples = [prim for prim in prims if prim.IsA(UsdSkel.Animation)]
    source_prim = UsdSkel.BindingAPI(skeleton).GetInheritedAnimationSource()
    samples.sort(key=lambda prim: not (source_prim and prim.GetPath() == source_prim.GetPath()))
    clips, animations = [], []
    for prim in samples:
        scope = stage.GetPrimAtPath(str((prim.GetCustomDataByKey(KEY) or {}).get("curves") or "/none"))
        if scope and (scope.GetCustomDataByKey(KEY) or {}).get("kind") == "curves":
            animations.append(read_splines(scope, joints.skeleton, codes_per_second, source))
        elif (clip := read_samples(prim, joints, codes_per_second, source, notes)) is not None:
            clips.append(clip)
    return tuple(clips), tuple(animations)
