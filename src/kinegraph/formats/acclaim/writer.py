"""Writing Acclaim: a motion (.amc) with its skeleton (.asf) beside it, or a skeleton alone.

An Acclaim bone ends where all its children start. A joint whose children start in several places, or whose
end sites lie elsewhere, gets bones of no freedom that lead there, as the CMU's hip joints do.
"""

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip, local_translations
from kinegraph.core.math.euler import euler_from_quat, unroll_euler
from kinegraph.core.rest_frames import with_unrotated_rest
from kinegraph.core.scene import Scene
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.acclaim.skeleton import INCH
from kinegraph.formats.mapping.dense_motion import (
    chosen_clip,
    safe_names,
    sliding_joints,
    without_blanks,
)

UNIT = 0.45  # the CMU's: a unit of length is an inch over this
METRES = INCH / UNIT
SAME_PLACE = 1e-9  # [m]


@dataclass(frozen=True)
class _Bone:
    """A bone of the skeleton file: that of a joint, or with joint -1 one that only leads somewhere.

    reach: (3,) from its start to its end [m].
    """

    name: str
    parent: str
    joint: int
    reach: Floats


def write_acclaim(
    scene: Scene, path: str | PathLike[str], motion: str | int = 0, fps: float | None = None
) -> None:
    """Writes one motion of a scene as .amc with an .asf of the same stem, or the skeleton alone as .asf.

    motion: Which of the scene's clips and then animations, by name or index.
    fps: The rate at which a keyed animation is baked; its own when None. The files do not state it.
    """
    path = Path(path)
    clip = with_unrotated_rest(chosen_clip(scene, path, motion, fps))
    sliding = sliding_joints(clip)
    names = _names(clip.skeleton)
    path.with_suffix(".asf").write_text(_skeleton_text(clip.skeleton, names, sliding), encoding="utf-8")
    if path.suffix.lower() != ".asf":
        _write_motion(clip, names, sliding, path)


def _names(skeleton: Skeleton) -> list[str]:
    """A name for every joint: the root is called root, and nothing else is."""
    return ["root", *safe_names(skeleton.names[1:], _clean)]


def _clean(name: str) -> str:
    """Without what means something else to Acclaim: comments, keywords, frame numbers, the root."""
    plain = without_blanks(name).replace("#", "_").replace(":", "_")
    return f"bone_{plain}" if plain == "root" or plain[:1].isdigit() else plain


def _bones(skeleton: Skeleton, names: list[str]) -> list[_Bone]:
    """All bones but the root, parents first."""
    bones: list[_Bone] = []
    starts_at: dict[int, str] = {}  # the bone at whose end each joint starts
    for joint, name in enumerate(names):
        children, end = skeleton.children[joint], _only_end(skeleton, joint)
        if joint > 0:
            bones.append(_Bone(name, starts_at[joint], joint, np.zeros(3) if end is None else end))
        if end is not None:
            starts_at |= dict.fromkeys(children, name)
            continue
        for child in children:
            starts_at[child] = f"{name}_to_{names[child]}"
            bones.append(_Bone(starts_at[child], name, -1, skeleton.offsets[child]))
        tips = skeleton.end_offsets[skeleton.end_joints == joint]
        bones += [_Bone(f"{name}_end_{number}", name, -1, tip) for number, tip in enumerate(tips, start=1)]
    return bones


def _only_end(skeleton: Skeleton, joint: int) -> Floats | None:
    """(3,) the one place where a joint's bone can end [m]; None for the root, or where there are several."""
    children, tips = skeleton.children[joint], skeleton.end_offsets[skeleton.end_joints == joint]
    places = skeleton.offsets[list(children)] if children else tips
    if joint == 0 or len(places) == 0 or (children and len(tips)):
        return None
    return places[0] if np.abs(places - places[0]).max() < SAME_PLACE else None


def _skeleton_text(skeleton: Skeleton, names: list[str], sliding: frozenset[int]) -> str:
    bones = _bones(skeleton, names)
    lines = [":version 1.10", ":name kinegraph", ":units", "  mass 1.0", f"  length {UNIT}", "  angle deg"]
    lines += [":root", "  order TX TY TZ RX RY RZ", "  axis XYZ", "  position 0 0 0", "  orientation 0 0 0"]
    lines.append(":bonedata")
    for number, bone in enumerate(bones, start=1):
        length = float(np.linalg.norm(bone.reach))
        x, y, z = bone.reach / length if length > 0.0 else (0.0, 1.0, 0.0)
        lines += ["  begin", f"    id {number}", f"    name {bone.name}"]
        lines += [f"    direction {x:.12g} {y:.12g} {z:.12g}", f"    length {length / METRES:.12g}"]
        lines.append("    axis 0 0 0 XYZ")
        if bone.joint >= 0:
            lines.append("    dof tx ty tz rx ry rz" if bone.joint in sliding else "    dof rx ry rz")
        lines.append("  end")
    lines += [":hierarchy", "  begin"]
    lines += [f"    {bone.parent} {bone.name}" for bone in bones]
    return "\n".join([*lines, "  end", ""])


def _write_motion(clip: Clip, names: list[str], sliding: frozenset[int], path: Path) -> None:
    """One formatted string per frame: values [file units, degrees] in the order of the dof lines."""
    angles = np.degrees(unroll_euler(euler_from_quat(clip.rotations, "ZYX"), "ZYX"))[..., ::-1]
    moved = (local_translations(clip) - clip.skeleton.offsets) / METRES if len(sliding) > 1 else None
    columns, lines = [], ["%d"]
    for joint, name in enumerate(names):
        if joint == 0:
            columns.append(clip.root_translations / METRES)
        elif moved is not None and joint in sliding:
            columns.append(moved[:, joint])
        columns.append(angles[:, joint])
        lines.append(" ".join([name.replace("%", "%%"), *["%.6f"] * (6 if joint in sliding else 3)]))
    template = "\n".join(lines) + "\n"
    with path.open("w", encoding="utf-8") as file:
        file.write(":FULLY-SPECIFIED\n:DEGREES\n")
        for number, row in enumerate(np.concatenate(columns, axis=1), start=1):
            file.write(template % (number, *row.tolist()))
