"""A skeleton solved from captured markers of the Plug-in Gait set, as most labs place them on a person.

Each frame's markers give places of joints. Their median distances are the bone lengths of one skeleton, whose
pose is then fitted to the places of every frame. Knees, ankles, elbows and shoulders are where their markers
are, on the skin; hip joints are inside the pelvis (Bell, 1989: 14 % medial, 22 % behind and 30 % below the
front of the pelvis, as shares of its width).
"""

from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import end_positions, forward_kinematics
from kinegraph.core.kinematics.inverse import PositionGoal, solve_ik
from kinegraph.core.marker_clip import MarkerClip
from kinegraph.core.math.rotations import (
    nearest_rotation,
    quat_between,
    quat_conjugate,
    quat_from_matrix,
    quat_multiply,
    quat_rotate,
    unroll_quats,
)
from kinegraph.core.skeleton import Skeleton

_MEDIAL, _BEHIND, _BELOW = 0.14, 0.22, 0.30
_HIPS = ("LASI", "RASI", "LPSI", "RPSI")
_NEEDED = (*_HIPS, "LKNE", "RKNE", "LANK", "RANK")
# Joint: its parent and the markers whose middle it is; the hip joints come from the pelvis.
_JOINTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "Hips": ("", _HIPS),
    "Spine": ("Hips", ("T10", "STRN")),
    "Neck": ("Spine", ("C7", "CLAV")),
    "Head": ("Neck", ("LFHD", "RFHD", "LBHD", "RBHD")),
    **{
        f"{side}{joint}": (parent if parent in ("Hips", "Neck") else f"{side}{parent}", markers)
        for side, letter in (("Left", "L"), ("Right", "R"))
        for joint, parent, markers in (
            ("UpLeg", "Hips", ()),
            ("Leg", "UpLeg", (f"{letter}KNE",)),
            ("Foot", "Leg", (f"{letter}ANK",)),
            ("Arm", "Neck", (f"{letter}SHO",)),
            ("ForeArm", "Arm", (f"{letter}ELB",)),
            ("Hand", "ForeArm", (f"{letter}WRA", f"{letter}WRB")),
        )
    },
}
_ENDS = {"LeftFoot": "LTOE", "RightFoot": "RTOE", "LeftHand": "LFIN", "RightHand": "RFIN"}


@dataclass(frozen=True, eq=False)
class SolvedMarkers:
    """A motion solved from markers.

    mean, largest: Distance of its joints and tips from the places that the markers give [m].
    """

    clip: Clip
    mean: float
    largest: float
    notes: tuple[str, ...]


def solve_markers(markers: MarkerClip) -> SolvedMarkers:
    """Fits a skeleton to the markers of a person; raises InvalidValue where needed ones are missing."""
    columns = {name.rpartition(":")[2].upper(): column for column, name in enumerate(markers.names)}
    missing = [name for name in _NEEDED if name not in columns or not markers.seen[:, columns[name]].any()]
    if missing:
        raise InvalidValue(
            "A skeleton is solved from markers of the Plug-in Gait set (LASI, LKNE, ...); "
            f"this file lacks {', '.join(missing)}."
        )
    paths, filled = _fill_gaps(markers, columns)
    places, parents = _joint_places(paths)
    tips = {joint: paths[name] for joint, name in _ENDS.items() if joint in places and name in paths}
    skeleton = _skeleton(places, parents, tips)
    goals = [PositionGoal(skeleton.index(joint), place) for joint, place in places.items()]
    goals += [
        PositionGoal(joint, tips[skeleton.names[joint]], offset)
        for joint, offset in zip(skeleton.end_joints.tolist(), skeleton.end_offsets, strict=True)
    ]
    start = _first_guess(skeleton, places, tips, markers.fps)
    solved = solve_ik(start, goals, move_root=True).motion
    clip = Clip(
        skeleton, markers.fps, solved.root_translations, unroll_quats(solved.rotations), name=markers.name
    )
    world = forward_kinematics(clip)
    apart = [np.linalg.norm(world.positions[:, skeleton.index(j)] - at, axis=1) for j, at in places.items()]
    ends = end_positions(skeleton, world)
    apart += [
        np.linalg.norm(ends[:, end] - tips[skeleton.names[joint]], axis=1)
        for end, joint in enumerate(skeleton.end_joints.tolist())
    ]
    mean, largest = float(np.mean(apart)), float(np.max(apart))
    said = (
        f"A skeleton of {len(skeleton)} joints was solved from {len(paths)} markers: its joints are "
        f"{1000.0 * mean:.1f} mm from the markers' places on average, {1000.0 * largest:.1f} mm at most."
    )
    return SolvedMarkers(clip, mean, largest, (said, *filled))


def _fill_gaps(markers: MarkerClip, columns: dict[str, int]) -> tuple[dict[str, Floats], list[str]]:
    """(F, 3) path of each marker that is used, with gaps filled by straight lines, and a note on these."""
    wanted = {name for _, names in _JOINTS.values() for name in names} | set(_ENDS.values())
    frames, paths, gaps = np.arange(len(markers.positions)), {}, 0
    for name in sorted(wanted & set(columns)):
        column = columns[name]
        seen = markers.seen[:, column]
        if not seen.any():
            continue
        gaps += int((~seen).sum())
        own = markers.positions[:, column]
        paths[name] = np.stack(
            [np.interp(frames, frames[seen], own[seen, axis]) for axis in range(3)], axis=1
        )
    share = gaps / max(1, len(frames) * len(paths))
    return paths, [
        f"Markers were unseen {share:.1%} of the time; gaps were filled with straight lines."
    ] if gaps else []


def _joint_places(paths: dict[str, Floats]) -> tuple[dict[str, Floats], dict[str, str]]:
    """(F, 3) place of each joint that markers show, and its parent among these."""
    places: dict[str, Floats] = {}
    parents: dict[str, str] = {}
    left, right, behind = paths["LASI"], paths["RASI"], 0.5 * (paths["LPSI"] + paths["RPSI"])
    width = np.linalg.norm(left - right, axis=1)[:, None]
    across = (left - right) / width
    ahead = 0.5 * (left + right) - behind
    ahead -= across * np.sum(ahead * across, axis=1)[:, None]
    ahead /= np.linalg.norm(ahead, axis=1)[:, None]
    up = np.cross(ahead, across)
    for joint, (parent, names) in _JOINTS.items():
        known = [paths[name] for name in names if name in paths]
        if joint.endswith("UpLeg"):
            side, front = (1.0, left) if joint.startswith("Left") else (-1.0, right)
            places[joint] = front - width * (side * _MEDIAL * across + _BEHIND * ahead + _BELOW * up)
        elif known:
            places[joint] = np.mean(known, axis=0)
        else:
            continue
        while parent and parent not in places:
            parent = _JOINTS[parent][0]
        parents[joint] = parent
    return places, parents


def _skeleton(places: dict[str, Floats], parents: dict[str, str], tips: dict[str, Floats]) -> Skeleton:
    """A skeleton with the median bone lengths, which rests as the person stands in the first frame."""
    names = list(places)

    def bone(start: Floats, end: Floats) -> Floats:
        along = end - start
        lengths = np.linalg.norm(along, axis=1)
        return along[0] * (np.median(lengths) / max(lengths[0], 1e-9))

    offsets = [bone(places[parents[n]], places[n]) if parents[n] else places[n][0] for n in names]
    ends = [(names.index(joint), bone(places[joint], tip).tolist()) for joint, tip in tips.items()]
    above = [names.index(parents[name]) if parents[name] else -1 for name in names]
    return Skeleton.from_offsets(names, above, offsets, ends)


def _first_guess(skeleton: Skeleton, places: dict[str, Floats], tips: dict[str, Floats], fps: float) -> Clip:
    """Each joint turned so that its bones point as the places of the joints after it do."""
    frames = len(next(iter(places.values())))
    world = np.tile([0.0, 0.0, 0.0, 1.0], (frames, len(skeleton), 1))
    for joint, name in enumerate(skeleton.names):
        parent = int(skeleton.parents[joint])
        if parent >= 0:
            world[:, joint] = world[:, parent]
        rests = [skeleton.offsets[child] for child in skeleton.children[joint]]
        goals = [places[skeleton.names[child]] - places[name] for child in skeleton.children[joint]]
        if name in tips:
            rests.append(skeleton.end_offsets[skeleton.end_joints.tolist().index(joint)])
            goals.append(tips[name] - places[name])
        if len(rests) == 1:
            now = quat_rotate(world[:, joint], rests[0])
            world[:, joint] = quat_multiply(quat_between(now, goals[0]), world[:, joint])
        elif rests:
            spread = np.einsum("nfi,nj->fij", np.stack(goals), np.stack(rests))
            world[:, joint] = quat_from_matrix(nearest_rotation(spread))
    local = world.copy()
    local[:, 1:] = quat_multiply(quat_conjugate(world[:, skeleton.parents[1:]]), world[:, 1:])
    return Clip(skeleton, fps, places[skeleton.names[0]], local)
