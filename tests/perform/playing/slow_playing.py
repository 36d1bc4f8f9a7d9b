"""Playing a rig as one would write it with NumPy, frame by frame: what the compiled kernels are held to."""

from collections.abc import Mapping

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.clip import local_translations
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.kinematics.inverse_layout import ORIENTATION, POSITION, Goals, Joints
from kinegraph.core.kinematics.steady_solver_kernels import solve_steadily
from kinegraph.core.math.rotations import quat_multiply, quat_normalize, quat_rotate, slerp
from kinegraph.core.pose import Pose
from kinegraph.perform.playing.rig_program import limb_bends
from kinegraph.perform.sets.blend import BlendedValues, blend
from kinegraph.perform.sets.manipulators import ManipulatorKind
from kinegraph.perform.sets.rig import SpatialRig
from kinegraph.perform.sets.wiring import Wiring, wiring


def slow_places(rig: SpatialRig, displacements: Mapping[str, Floats]) -> dict[str, Floats]:
    """(3,) per set where its controller is, displaced by (3,) [m]."""
    placed = {each.name: each.home for each in rig.sets}
    for name in rig.from_the_top():
        each = rig.set(name)
        placed[name] = placed[name] + displacements.get(name, 0.0)
        if each.keys:
            found = blend(each).at(placed[name])
            for index, moved in wiring(rig, each).controllers:
                placed[moved] = found.positions[index]
    return placed


def slow_pose(rig: SpatialRig, places: Mapping[str, Floats], shares: Mapping[str, float]) -> Pose:
    """The pose that controllers at (3,) places give, sets in force by shares.

    Of the shipped rigs at most one group of alternatives fades at a time here.
    """
    shares = {each.name: shares[each.name] for each in rig.sets if each.keys}
    whole = [name for name, share in shares.items() if share >= 1.0]
    fading = {name: share for name, share in shares.items() if 0.0 < share < 1.0}
    if not fading:
        return _pose_of(rig, places, whole)
    for name in fading:
        assert set(fading) <= set(rig.alternatives(name))
    assert abs(sum(fading.values()) - 1.0) < 1e-12
    mean, so_far = None, 0.0
    for name, share in fading.items():
        alone = _pose_of(rig, places, [n for n in shares if n in whole or n == name])
        so_far += share
        part = share / so_far
        if mean is None:
            mean = alone
            continue
        assert mean.translations is not None
        assert alone.translations is not None
        slides = mean.translations + part * (alone.translations - mean.translations)
        mean = Pose(mean.skeleton, slides[0], slerp(mean.rotations, alone.rotations, part), slides)
    assert mean is not None
    return mean


def _pose_of(rig: SpatialRig, places: Mapping[str, Floats], names: list[str]) -> Pose:
    """The pose of sets that are wholly in force."""
    rest = rig.character.rest
    values = {name: blend(rig.set(name)).at(places[name]) for name in names}
    wired = {name: wiring(rig, rig.set(name)) for name in names}
    rotations, slides = rest.rotations.copy(), local_translations(rest).copy()
    for name, found in values.items():
        rotations[wired[name].turned] = found.rotations[wired[name].turned_by]
        slides[wired[name].moved] = found.positions[wired[name].moved_by]
    pose = Pose(rest.skeleton, slides[0], rotations, slides)
    return Pose(rest.skeleton, slides[0], _solved(rest, pose, values, wired), slides)


def _solved(
    rest: Pose, pose: Pose, values: Mapping[str, BlendedValues], wired: Mapping[str, Wiring]
) -> Floats:
    goals: list[tuple[int, int, Floats, float]] = []
    world = forward_kinematics(pose)
    for name in values:
        carrier = wired[name].carrier
        for goal, by in zip(wired[name].goals, wired[name].aimed_by, strict=True):
            place, turn = values[name].positions[by], values[name].rotations[by]
            if carrier is not None:
                place = quat_rotate(world.rotations[carrier], place) + world.positions[carrier]
                turn = quat_multiply(world.rotations[carrier], turn)
            pole = goal.manipulator.kind == ManipulatorKind.POLE
            if goal.manipulator.moves:
                goals.append((POSITION, goal.joint, np.append(place, 0.0), 0.05 if pole else 1.0))
            if goal.manipulator.turns:
                goals.append((ORIENTATION, goal.joint, turn, 1.0))
    rotations = quat_normalize(pose.rotations)
    if not goals:
        return rotations
    ease = np.zeros(len(rotations) + 1)
    ease[sorted({joint for each in wired.values() if each.goals for joint in each.free})] = 1.0
    kinds, joints, targets, weights = (np.array(column) for column in zip(*goals, strict=True))
    solve_steadily(
        Joints(pose.skeleton.parents, local_translations(pose).copy(), rest.rotations, ease),
        kernel_floats(limb_bends(rest)),
        Goals(kinds, joints, np.zeros((len(goals), 3)), targets, weights),
        world.positions.copy(),
        world.rotations.copy(),
        rotations,
        np.zeros(len(goals), dtype=np.bool_),
    )
    return rotations
