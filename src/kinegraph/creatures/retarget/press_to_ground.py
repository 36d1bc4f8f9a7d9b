"""Turns limbs, tails, hands and toes out of the ground, joint by joint, as a floor would press them.

A part whose joint is above the ground and whose flesh is under it turns up about its joint until its lowest
point lies on the ground. The turn depends on the pose alone, so it is as smooth as the motion. `lift_rest`
lifts the whole body by what is still under the ground.
"""

from dataclasses import replace

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.body import Cap
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics, points_on_joints
from kinegraph.core.math.easing import smoothstep
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_normalize,
)
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.retarget.feet_in_reach import ease_depths
from kinegraph.creatures.retarget.quality import lowest_points, stances
from kinegraph.creatures.retarget.touching_points import touching_points

_PASSES = 3  # a part that lies on one point may lie on another then
_MOST = np.radians(60.0)  # a turn about a joint at once
_ASIDE = 0.4  # level share of a part's direction below which its turn fades: straight down, no way is up
_ENDS = frozenset({Cap.FOOT, Cap.GRASPER})
_LIMBS = frozenset({Cap.LIMB, Cap.FOOT, Cap.GRASPER, Cap.TAIL, Cap.WING})
_LEFT = 0.002  # share of the size that may stay under the ground


def press_to_ground(clip: Clip, creature: Creature, animation: GeneralAnimation) -> Clip:
    """The clip with limbs above the ground; the legs of standing feet stay as they are.

    animation: What the creature played, as fitted to it.
    """
    points, size = touching_points(creature), float(creature.size.max())
    skeleton, rotations = creature.character.skeleton, np.array(clip.rotations)
    stood = _standing(clip, creature, animation)
    units = _units(creature)
    for joint in sorted(set(units) - {-1}):
        above = int(skeleton.parents[joint])
        own = np.isin(points.joints, [other for other, unit in enumerate(units) if unit == joint])
        if not own.any():
            continue
        for _ in range(_PASSES):
            world = forward_kinematics(replace(clip, rotations=rotations))
            places = points_on_joints(world, points.joints[own], points.offsets[own])
            turns = _turns(world.positions[:, joint], places, size)
            turns[stood[:, joint]] = 0.0
            if not turns.any():
                break
            parent = world.rotations[:, above]
            up = quat_multiply(quat_from_axis_angle(turns), world.rotations[:, joint])
            rotations[:, joint] = quat_normalize(quat_multiply(quat_conjugate(parent), up))
    return replace(clip, rotations=rotations)


def _standing(clip: Clip, creature: Creature, animation: GeneralAnimation) -> np.ndarray:
    """(F, B) whether a body belongs to the leg of a standing foot."""
    found = np.zeros((len(clip), len(creature)), dtype=bool)
    spans = stances(animation, creature)
    for leg in creature.legs:
        below = creature.character.skeleton.descendants(leg.foot)
        for start, stop in spans.get(leg.foot, []):
            inside = (clip.times >= start - 1e-9) & (clip.times <= stop + 1e-9)
            for body in (*leg.bodies, *below):
                found[inside, body] = True
    return found


def _units(creature: Creature) -> list[int]:
    """For each joint the one that it is pressed with: limb bodies one by one, hands and feet as a whole.

    -1 for the trunk and what sits on it: the root carries these.
    """
    found = [-1] * len(creature)
    parents = creature.character.skeleton.parents
    for body in creature.order.tolist():
        above = int(creature.parents[body])
        if above < 0 or body in creature.spine:
            continue
        whole = found[above] >= 0 and bool(creature.caps[found[above]] & _ENDS)
        if creature.caps[body] & _LIMBS and not whole and int(parents[body]) == above:
            found[body] = body
        else:
            found[body] = found[above]
    return found


def _turns(joint: Floats, places: Floats, size: float) -> Floats:
    """(F, 3) rotation vectors about a joint (F, 3) that bring the lowest place (F, P, 3) to the ground."""
    away, heights = places - joint[:, None], joint[:, 1]
    low = away[np.arange(len(away)), away[..., 1].argmin(axis=1)]
    length = np.maximum(np.linalg.norm(low, axis=1), 1e-9 * size)
    level = np.hypot(low[:, 0], low[:, 2]) / length
    now, wanted = (
        np.arcsin(np.clip(low[:, 1] / length, -1, 1)),
        np.arcsin(np.clip(-heights / length, -1, 0.5)),
    )
    angles = np.where(heights + low[:, 1] < -1e-5 * size, np.clip(wanted - now, 0.0, _MOST), 0.0)
    angles *= smoothstep(level / _ASIDE)
    axes = np.stack([-low[:, 2], np.zeros(len(low)), low[:, 0]], axis=1)
    axes /= np.maximum(np.linalg.norm(axes, axis=1, keepdims=True), 1e-9 * size)
    return angles[:, None] * axes


def lift_rest(clip: Clip, creature: Creature) -> Clip:
    """The clip with the whole body lifted by what is left under the ground."""
    left = _LEFT * float(creature.size.max())
    depths = -lowest_points(creature, forward_kinematics(clip)) - left
    if depths.max() <= 0.0:
        return clip
    lift = ease_depths(np.maximum(depths, 0.0), clip.fps)[:, None] * [0.0, 1.0, 0.0]
    translations = None if clip.translations is None else np.array(clip.translations)
    if translations is not None:
        translations[:, 0] += lift
    return replace(clip, root_translations=clip.root_translations + lift, translations=translations)
