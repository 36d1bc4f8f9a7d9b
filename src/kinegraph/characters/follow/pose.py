"""From targets and times to poses that follow: frames F, joints J, limbs L, compiled frame by frame."""

import numpy as np

from kinegraph.characters.follow import pose_kernels as kernels
from kinegraph.characters.follow.layout import FollowTables
from kinegraph.characters.follow.rig import FollowRig
from kinegraph.characters.plan_character import LID_LOWERED
from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.core.kinematics.forward import WorldTransforms
from kinegraph.core.skeleton import Skeleton


def follow_tables(rig: FollowRig) -> FollowTables:
    """Lays a rig out for the kernels."""
    swings = rig.swings
    scale = (rig.size, rig.shift, rig.crouch, rig.breath_rate)
    blinks = (rig.period, max(1, round(rig.period / 3.4)), LID_LOWERED)
    pieces = (rig.bends, rig.rest_angles, rig.upper_lengths, rig.lower_lengths)
    above = (rig.above_bases, rig.above_middles, rig.above_ends)
    return FollowTables(
        joints=_table(rig.rest_locals, rig.rest_worlds, rig.local_from_axes, rig.rest_places),
        mover_joints=np.array(rig.movers),
        movers=_table(rig.shares, swings.axes, swings.sizes, swings.rates, swings.phases, swings.excited),
        limb_joints=_table(rig.bases, rig.middles, rig.ends, *above).astype(np.int64),
        limbs=_table(rig.sides, rig.planted, rig.reaching, *pieces),
        eye_joints=_table(rig.eyes, rig.lids, rig.above_eyes).astype(np.int64),
        body=np.array([*rig.gaze_place, *scale, *blinks]),
    )


def _table(*columns: np.ndarray) -> Floats:
    """Columns (N,) and groups of columns (N, C) side by side, always in C order."""
    return np.ascontiguousarray(np.column_stack(columns), dtype=np.float64)


def follow_targets(
    skeleton: Skeleton, tables: FollowTables, targets: Floats, times: Floats
) -> tuple[Floats, Floats]:
    """Root places (F, 3) [m], local rotations (F, J, 4) that follow targets (F, 3) [m] at times (F,) [s]."""
    # Copies: arrays that come in may be read-only or strided, and for each kind numba would compile anew.
    targets, times = np.array(targets, order="C"), np.array(times, order="C")
    shape = len(targets), len(tables.joints)
    roots, rotations = np.empty((shape[0], 3)), np.empty((*shape, 4))
    local = kernel_floats(skeleton.offsets[None])
    kernels.follow_frames(tables, skeleton.parents, local, targets, times, roots, rotations)
    return roots, rotations


def bend_limbs(rig: FollowRig, goals: Floats, rotations: Floats, world: WorldTransforms) -> Floats:
    """Brings the ends of all limbs to goals (F, L, 3), relative to their bases [m], by two-bone kinematics.

    Returns the new world rotation (F, L, 4) of the joint that carries each end.
    rotations: (F, J, 4) local rotations, into which the limbs' are written.
    world: Where these put the joints before.
    """
    tables = follow_tables(rig)
    carriers = np.empty((*goals.shape[:2], 4))
    own = np.array(goals, order="C")
    kernels.bend_limbs(tables, own, world.positions, world.rotations, rotations, carriers)
    return carriers
