"""Kernels that pose a puppet: limbs reach their plants, the centre of mass reaches its goal, no part is under
the ground.

In each frame the trunk is posed by its angles. Then the root is moved until the centre of mass is at its
goal, while legs and arms reach for their plants (two-bone inverse kinematics, closed form). puppet_layout.py
names the rows and columns. Sides: 0 right, 1 left.
"""

from math import asin, cos, pi, sin, sqrt

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.limb_kernels import (
    SLACK,
    STRETCH,
    Bones,
    LimbPose,
    carry,
    frame_along,
    reach,
    turn,
    unit,
)
from kinegraph.doodles.performing.puppet_layout import PoseGoals, PuppetPoses

_ROUNDS = 10  # of moving the root; six are enough where legs and ground leave it free
_CLOSE = 1e-6  # a smaller miss of the centre of mass counts as a hit [m]
_DEEP = -1e9  # below everything [m]


@cached_kernel()
def pose_frames(puppet, goals, floors, by_root, out):
    """Poses a puppet in every frame.

    puppet: `PuppetArrays`. goals: `PoseGoals` of F frames; `by_root`: goals.body is for the root.
    floors: (F or 1, FLOORS) height of the ground under the feet, the hands, the hips and the head [m].
    out: `PuppetPoses` of F frames, written.
    """
    trunk = np.empty((at.PLACES, 3))
    arms = np.empty((2, 2, 3, 3))
    for frame in range(len(goals.body)):
        goal = PoseGoals(goals.body[frame], goals.angles[frame], goals.feet[frame], goals.hands[frame])
        pose = PuppetPoses(out.rotations[frame], out.places[frame], out.centers[frame], out.short[frame])
        floor = floors[min(frame, len(floors) - 1)]
        _pose_trunk(puppet, goal.angles, pose.rotations, trunk)
        if puppet.has_arms:
            for side in range(2):
                _pose_arm(side, puppet, goal.angles, pose.rotations, arms[side])
        _solve_root(puppet, goal, floor, by_root, trunk, arms, pose)


@cached_kernel()
def _solve_root(puppet, goal, floor, by_root, trunk, arms, pose):
    """Moves the root until the centre of mass is at its goal and no part is under the ground.

    trunk: (PLACES, 3) places of the trunk relative to the hips; arms: (2, 2, 3, 3) posed rotations.
    """
    root, moved, missed = goal.body.copy(), np.zeros(3), np.zeros(3)
    gain = np.full(3, _first_gain(puppet, goal))
    lowest = _lowest_root(puppet, trunk, pose.rotations, floor)
    rounds = 0
    for _ in range(_ROUNDS):
        _hold_back(puppet, goal.feet, pose.rotations, root)
        root[1] = max(root[1], lowest)
        if rounds > 0 and _largest_distance(root, moved) < _CLOSE:
            break  # as near as legs and ground allow
        _pose_limbs(puppet, goal, floor, root, trunk, arms, pose)
        _find_center(puppet.masses, pose.places, pose.centers)
        sunk = _depth_of_limbs(puppet, goal, floor, pose)
        if sunk > _CLOSE:  # limbs that cannot get out of the ground lift the body
            lowest = max(lowest, root[1] + sunk)
            root[1] = lowest
            continue
        if by_root:
            break
        close = True
        for i in range(3):  # the secant rule: each axis learns its gain from the two latest moves
            miss = goal.body[i] - pose.centers[i]
            close = close and abs(miss) < _CLOSE
            better = missed[i] - miss
            if rounds > 0 and abs(better) > 1e-12:
                gain[i] = min(max((root[i] - moved[i]) / better, 0.7), 2.0)
            missed[i], moved[i] = miss, root[i]
            root[i] += gain[i] * miss
        rounds += 1
        if close:
            break


@cached_kernel()
def _first_gain(puppet, goal):
    """First move of the root for a miss of the centre of mass: half of the planted legs' mass stays
    behind."""
    stays = 0.0
    for part in range(at.FIRST_LEG_PART, at.PARTS):
        stays += 0.25 * puppet.masses[part] * (goal.feet[0, at.FOOT_GRIP] + goal.feet[1, at.FOOT_GRIP])
    return 1.0 / (1.0 - min(stays, 0.6))


@cached_kernel()
def _pose_limbs(puppet, goal, floor, root, trunk, arms, pose):
    """Places the trunk on a root, and lets legs and arms reach for their plants."""
    for side in range(2):
        pose.short[at.FOOT_LIMB[side]] = _reach_with_leg(side, puppet, goal, floor, root, pose)
    for part in range(at.TRUNK):
        pose.places[part] = trunk[part] + root
    pose.places[at.HEAD_TIP] = trunk[at.HEAD_TIP] + root
    if puppet.has_arms:
        for side in range(2):
            pose.short[at.HAND_LIMB[side]] = _place_arm(
                side, puppet, goal.hands[side], floor[at.HAND_LIMB[side]], arms[side], pose
            )


@cached_kernel()
def _find_center(masses, places, center):
    for i in range(3):
        center[i] = 0.0
        for part in range(at.PLACES):
            center[i] += masses[part] * places[part, i]


@cached_kernel()
def _pose_trunk(puppet, angles, rotations, places):
    """World rotations of the trunk, and its places relative to the hips."""
    a, b = np.eye(3), np.empty((3, 3))
    turn(a, at.Y, angles[at.HEADING] + angles[at.SPIN], b)
    turn(b, at.X, angles[at.PITCH], a)
    turn(a, at.Z, -angles[at.ROLL], b)
    turn(b, at.Y, angles[at.TWIST], rotations[at.HIPS])
    turn(rotations[at.HIPS], at.X, angles[at.WAIST_BEND], a)
    turn(a, at.Z, -angles[at.WAIST_SIDE], b)
    turn(b, at.Y, angles[at.WAIST_TWIST], rotations[at.WAIST])
    turn(rotations[at.WAIST], at.X, angles[at.BACK_BEND], a)
    turn(a, at.Y, angles[at.BACK_TWIST], rotations[at.UPPER_BACK])
    turn(rotations[at.UPPER_BACK], at.Y, angles[at.LOOK], a)
    turn(a, at.X, angles[at.NOD], b)
    turn(b, at.Z, -angles[at.TILT], rotations[at.HEAD])
    places[at.HIPS, :] = 0.0
    for part in range(1, at.TRUNK):
        carry(rotations[part - 1], puppet.offsets[part], places[part - 1], places[part])
    carry(rotations[at.HEAD], puppet.tips[at.TIP_OF_HEAD], places[at.HEAD], places[at.HEAD_TIP])


@cached_kernel()
def _pose_arm(side, puppet, angles, rotations, arm):
    """World rotations (2, 3, 3) of upper and lower arm by their angles."""
    outward = _sign(side)
    a, b = np.empty((3, 3)), np.empty((3, 3))
    turn(rotations[at.UPPER_BACK], at.X, -angles[at.ARM[side]], a)
    turn(a, at.Z, outward * angles[at.ARM_OUT[side]], b)
    turn(b, at.Y, outward * angles[at.ARM_TWIST[side]], arm[0])
    turn(arm[0], at.X, -angles[at.ELBOW[side]], arm[1])


@cached_kernel()
def _sign(side):
    """-1 for the right side, which is towards -x, +1 for the left."""
    return 2.0 * side - 1.0


@cached_kernel()
def _pose_leg(side, puppet, angles, rotations, ankle, foot):
    """Writes an ankle's place by the angles, relative to the hips, and the foot's rotation.

    The angles are those of a person's leg; a mech brings its foot to the same place with its own knee.
    """
    upper, offsets = at.UPPER_LEG[side], puppet.offsets
    a, b = np.empty((3, 3)), np.empty((3, 3))
    hip, knee = np.empty(3), np.empty(3)
    turn(rotations[at.HIPS], at.Z, _sign(side) * angles[at.LEG_OUT[side]], a)
    turn(a, at.X, -angles[at.LEG[side]], b)
    carry(rotations[at.HIPS], offsets[upper], np.zeros(3), hip)
    carry(b, offsets[at.LOWER_LEG[side]], hip, knee)
    turn(b, at.X, angles[at.KNEE[side]], a)
    carry(a, offsets[at.FOOT[side]], knee, ankle)
    turn(a, at.X, -angles[at.ANKLE_BEND[side]], foot)


@cached_kernel()
def _lift_of_roll(angle, lifts):
    """Height by which the ball's joint must rise when the foot is rolled over it by `angle` [rad], 0 to 90
    degrees."""
    place = min(max(angle * (180.0 / at.ROLL_STEP / pi), 0.0), at.ROLL_LIFTS - 1.001)
    row = int(place)
    return lifts[row] + (place - row) * (lifts[row + 1] - lifts[row])


@cached_kernel()
def _plant_foot(plant, puppet, ankle, foot):
    """Writes the ankle's place and the rotation of a foot on its plant.

    The foot rolls over its ball's joint while the heel is up (roll > 0), where its toes stay flat, and over
    the edge of its heel while they are up. `roll_lifts` keep the shape around the joint above the ground.
    """
    level, sizes = np.empty((3, 3)), puppet.sizes
    roll = plant[at.FOOT_ROLL]
    turn(np.eye(3), at.Y, plant[at.FOOT_YAW], level)
    turn(level, at.X, roll, foot)
    pivot, height, lift = -sizes.heel_back, 0.0, 0.0
    if roll > 0.0:
        pivot, height = sizes.ball_ahead, sizes.ball_height
        lift = _lift_of_roll(roll, puppet.roll_lifts)
    carry(foot, np.array([0.0, sizes.ankle_height - height, -pivot]), plant[:3], ankle)
    for i in range(3):
        ankle[i] += pivot * level[i, at.Z]
    ankle[at.Y] += height + lift


@cached_kernel()
def _bottom_of_foot(ankle, foot, bend, puppet):
    """Height of the lowest point of a foot whose toes are bent up by `bend` [m]."""
    sizes, toes = puppet.sizes, puppet.toe_box
    side_up, up, ahead_up = foot[at.Y, at.X], foot[at.Y, at.Y], foot[at.Y, at.Z]  # heights of the foot's axes
    sole = ankle[at.Y] - up * sizes.ankle_height
    heel = sole - ahead_up * sizes.heel_back
    joint = sole + ahead_up * sizes.ball_ahead + up * sizes.ball_height
    around = sizes.ball_height + _lift_of_roll(asin(min(max(-ahead_up, -1.0), 1.0)), puppet.roll_lifts)
    toe_ahead = cos(bend) * ahead_up + sin(bend) * up
    toe_up = cos(bend) * up - sin(bend) * ahead_up
    toe = joint + side_up * toes[at.MIDDLE, 0] + toe_up * toes[at.MIDDLE, 1] + toe_ahead * toes[at.MIDDLE, 2]
    toe -= (
        abs(side_up) * toes[at.HALF_SIZE, 0]
        + abs(toe_up) * toes[at.HALF_SIZE, 1]
        + abs(toe_ahead) * toes[at.HALF_SIZE, 2]
    )
    return min(min(heel, joint - around) - abs(side_up) * sizes.foot_half_width, toe)


@cached_kernel()
def _bend_of_toes(side, goal):
    """Angle by which the toes are bent up [rad]: flat on a plant, by their channel in the air."""
    plant = goal.feet[side]
    grip = plant[at.FOOT_GRIP]
    return grip * max(plant[at.FOOT_ROLL], 0.0) - (1.0 - grip) * goal.angles[at.BALL_BEND[side]]


@cached_kernel()
def _reach_with_leg(side, puppet, goal, floor, root, pose):
    """Solves a leg towards the mixture of its plant and its angles; returns how far it fell short [m]."""
    upper, lower, below, ball = at.UPPER_LEG[side], at.LOWER_LEG[side], at.FOOT[side], at.BALL[side]
    rotations, places, sizes = pose.rotations, pose.places, puppet.sizes
    plant = goal.feet[side]
    grip = plant[at.FOOT_GRIP]
    ankle, foot = np.empty(3), np.empty((3, 3))
    free, loose = np.empty(3), np.empty((3, 3))
    _plant_foot(plant, puppet, ankle, foot)
    if grip < 1.0:
        _pose_leg(side, puppet, goal.angles, rotations, free, loose)
        for i in range(3):
            ankle[i] = grip * ankle[i] + (1.0 - grip) * (root[i] + free[i])
            for j in range(1, 3):
                foot[i, j] = grip * foot[i, j] + (1.0 - grip) * loose[i, j]
        _make_orthonormal(foot, loose)
    bend = _bend_of_toes(side, goal)
    ankle[at.Y] += max(floor[at.FOOT_LIMB[side]] - _bottom_of_foot(ankle, foot, bend, puppet), 0.0)
    hinge = np.empty(3)
    for i in range(3):
        hinge[i] = rotations[at.HIPS, i, at.X] + 0.5 * grip * foot[i, at.X]
    unit(hinge, rotations[at.HIPS, :, at.X])
    carry(rotations[at.HIPS], puppet.offsets[upper], root, places[upper])
    bones = Bones(sizes.upper_leg, sizes.lower_leg, sizes.knee_sign)
    leg = LimbPose(rotations[upper], rotations[lower], places[lower], places[below])
    short = reach(places[upper], ankle, bones, hinge, 1.0 - plant[at.FOOT_PULL], leg)
    rotations[below] = foot
    carry(foot, puppet.offsets[ball], places[below], places[ball])
    turn(foot, at.X, -bend, rotations[ball])
    carry(rotations[ball], puppet.tips[at.TIP_OF_TOE[side]], places[ball], places[at.TOE_TIP[side]])
    return short


@cached_kernel()
def _make_orthonormal(rotation, fallback):
    """Makes a rotation again of a mixture, from its columns y and z."""
    z, y = rotation[:, at.Z].copy(), rotation[:, at.Y].copy()
    unit(z, fallback[:, at.Z])
    dot = y[0] * z[0] + y[1] * z[1] + y[2] * z[2]
    y -= dot * z
    unit(y, fallback[:, at.Y])
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        rotation[i, at.Z], rotation[i, at.Y] = z[i], y[i]
        rotation[i, at.X] = y[j] * z[k] - y[k] * z[j]


@cached_kernel()
def _raise_bone(base, bone, length, floor, outward):
    """Turns a bone (a unit vector) up until its end is no lower than `floor`, if possible; True if it
    turned."""
    lowest = min(max((floor - base[at.Y]) / length, -1.0), 0.999)
    if bone[at.Y] >= lowest:
        return False
    # A bone that hangs straight down has no direction to swing out to: push it outward, the deeper the more.
    push = lowest - bone[at.Y]
    x, z = bone[at.X] + 0.4 * push * outward[at.X], bone[at.Z] + 0.4 * push * outward[at.Z]
    flat = sqrt(x * x + z * z)
    wide = sqrt(1.0 - lowest * lowest)
    bone[at.X], bone[at.Y], bone[at.Z] = wide * x / max(flat, 1e-9), lowest, wide * z / max(flat, 1e-9)
    return True


@cached_kernel()
def _place_arm(side, puppet, hold, floor, arm, pose):
    """Hangs a posed arm on its shoulder and moves it to its hold and out of the ground.

    arm: (2, 3, 3) rotations of upper and lower arm. Returns how far the hand fell short [m], 1 if it was
    raised.
    """
    upper, lower, hand = at.UPPER_ARM[side], at.LOWER_ARM[side], at.HAND_TIP[side]
    rotations, places, sizes = pose.rotations, pose.places, puppet.sizes
    tip = puppet.tips[at.TIP_OF_HAND[side]]
    rotations[upper], rotations[lower] = arm[0], arm[1]
    carry(rotations[at.UPPER_BACK], puppet.offsets[upper], places[at.UPPER_BACK], places[upper])
    carry(rotations[upper], puppet.offsets[lower], places[upper], places[lower])
    carry(rotations[lower], tip, places[lower], places[hand])
    short = 0.0
    grip = hold[at.HAND_GRIP]
    if grip > 0.0:
        goal = grip * hold[:3] + (1.0 - grip) * places[hand]
        hinge = rotations[upper, :, at.X].copy()
        bones = Bones(sizes.upper_arm, sizes.lower_arm, -1.0)
        limb = LimbPose(rotations[upper], rotations[lower], places[lower], places[hand])
        short = reach(places[upper], goal, bones, hinge, 0.0, limb)
    outward = 0.7 * _sign(side) * rotations[at.HIPS, :, at.X] - 0.7 * rotations[at.HIPS, :, at.Z]
    bone = -rotations[upper, :, at.Y].copy()
    free = floor + sizes.arm_radius
    if _raise_bone(places[upper], bone, sizes.upper_arm, free, outward):
        short = 1.0
        frame_along(bone, rotations[upper, :, at.X].copy(), rotations[upper])
    carry(rotations[upper], puppet.offsets[lower], places[upper], places[lower])
    bone = -rotations[lower, :, at.Y].copy()
    if _raise_bone(places[lower], bone, sizes.lower_arm, free - 1e-9, outward):
        short = 1.0
        frame_along(bone, rotations[lower, :, at.X].copy(), rotations[lower])
    carry(rotations[lower], tip, places[lower], places[hand])
    return short


@cached_kernel()
def _depth_of_limbs(puppet, goal, floor, pose):
    """Depth of the lowest of hips, knees, feet, shoulders, elbows and hands under the ground [m]; negative
    where all are above it."""
    places, sizes = pose.places, puppet.sizes
    deepest = _DEEP
    for side in range(2):
        ankle = at.FOOT[side]
        low = min(places[at.UPPER_LEG[side], at.Y], places[at.LOWER_LEG[side], at.Y]) - sizes.leg_radius
        low = min(low, places[ankle, at.Y] - min(sizes.leg_radius, sizes.ankle_height))
        deepest = max(deepest, floor[at.FOOT_LIMB[side]] - low)
        low = _bottom_of_foot(places[ankle], pose.rotations[ankle], _bend_of_toes(side, goal), puppet)
        deepest = max(deepest, floor[at.FOOT_LIMB[side]] - low)
        if puppet.has_arms:
            shoulder, elbow = places[at.UPPER_ARM[side], at.Y], places[at.LOWER_ARM[side], at.Y]
            low = min(shoulder, elbow, places[at.HAND_TIP[side], at.Y]) - sizes.arm_radius
            deepest = max(deepest, floor[at.HAND_LIMB[side]] - low)
    return deepest


@cached_kernel()
def _lowest_root(puppet, places, rotations, floor):
    """Height of the root at which trunk and head touch the ground [m]; places: relative to the root."""
    highest = _DEEP
    for part in range(at.TRUNK):
        middle, half = puppet.boxes[part, at.MIDDLE], puppet.boxes[part, at.HALF_SIZE]
        up = rotations[part, at.Y]  # heights of the part's axes
        low = places[part, at.Y]
        for i in range(3):
            low += up[i] * middle[i] - abs(up[i]) * half[i]
        highest = max(highest, floor[at.HEAD_FLOOR if part == at.HEAD else at.TRUNK_FLOOR] - low)
    return highest


@cached_kernel()
def _hold_back(puppet, feet, rotations, root):
    """Lowers the root until planted feet are within the legs' reach, as far as that helps."""
    longest = STRETCH * (puppet.sizes.upper_leg + puppet.sizes.lower_leg)
    hip, ankle, foot = np.empty(3), np.empty(3), np.empty((3, 3))
    for side in range(2):
        pull = feet[side, at.FOOT_PULL]
        if pull <= 0.0:
            continue
        carry(rotations[at.HIPS], puppet.offsets[at.UPPER_LEG[side]], root, hip)
        _plant_foot(feet[side], puppet, ankle, foot)
        x, z = hip[at.X] - ankle[at.X], hip[at.Z] - ankle[at.Z]
        flat = min(x * x + z * z, 0.8 * longest * longest)
        beyond = hip[at.Y] - ankle[at.Y] - sqrt(longest * longest - flat)
        slack = SLACK * longest * 0.5
        if beyond > -slack:  # sinks a little before it must: knees straighten without a snap
            root[at.Y] -= pull * (beyond if beyond > slack else (beyond + slack) ** 2 / (4.0 * slack))


@cached_kernel()
def _largest_distance(a, b):
    """Largest distance of two points along an axis."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))
