"""Kernels that pose a puppet: limbs reach their plants, the centre of mass reaches its goal, no part is under
the ground.

In each frame the trunk is posed by its angles. Then the root is moved until the centre of mass is at its
goal, while legs and arms reach for their plants (two-bone inverse kinematics, closed form). puppet_layout.py
names the rows and columns. Sides: 0 right, 1 left.
"""

from math import asin, cos, pi, sin, sqrt

import numpy as np

from kinegraph.core.kernels.decorators import kernel, part, stage
from kinegraph.core.kernels.vectors import (
    add,
    add_scaled,
    cross,
    dot,
    lerp,
    scale,
    set_vector,
    subtract,
    unit,
    vector,
)
from kinegraph.doodles.performing import puppet_layout as at
from kinegraph.doodles.performing.limb_kernels import (
    SLACK,
    STRETCH,
    Bones,
    axis_of,
    carry,
    frame_along,
    reach,
    set_axes,
    turn,
)
from kinegraph.doodles.performing.puppet_layout import PoseGoals, PuppetPoses

_ROUNDS = 10  # of moving the root; six are enough where legs and ground leave it free
_CLOSE = 1e-6  # a smaller miss of the centre of mass counts as a hit [m]
_DEEP = -1e9  # below everything [m]
_ORIGIN = (0.0, 0.0, 0.0)
_AWAY = 0.7  # share of sideways and of backwards in the direction that a sunken arm swings out to


@kernel
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
                _pose_arm(side, goal.angles, pose.rotations, arms[side])
        _solve_root(puppet, goal, floor, by_root, trunk, arms, pose)


@stage
def _solve_root(puppet, goal, floor, by_root, trunk, arms, pose):
    """Moves the root until the centre of mass is at its goal and no part is under the ground.

    trunk: (PLACES, 3) places of the trunk relative to the hips; arms: (2, 2, 3, 3) posed rotations.
    """
    root, moved, missed = goal.body.copy(), np.zeros(3), np.zeros(3)
    gain = np.full(3, _first_gain(puppet, goal))
    lowest = _lowest_root(puppet, trunk, pose.rotations, floor)
    rounds = 0
    for _ in range(_ROUNDS):
        root[at.Y] = max(_hold_back(puppet, goal.feet, pose.rotations, root), lowest)
        if rounds > 0 and _largest_distance(root, moved) < _CLOSE:
            break  # as near as legs and ground allow
        _pose_limbs(puppet, goal, floor, (root[0], root[1], root[2]), trunk, arms, pose)
        _find_center(puppet.masses, pose.places, pose.centers)
        sunk = _depth_of_limbs(puppet, goal, floor, pose)
        if sunk > _CLOSE:  # limbs that cannot get out of the ground lift the body
            lowest = max(lowest, root[at.Y] + sunk)
            root[at.Y] = lowest
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


@part
def _first_gain(puppet, goal):
    """First move of the root for a miss of the centre of mass of one: half of the planted legs' mass stays
    behind."""
    stays = 0.0
    for row in range(at.FIRST_LEG_PART, at.PARTS):
        stays += 0.25 * puppet.masses[row] * (goal.feet[0, at.FOOT_GRIP] + goal.feet[1, at.FOOT_GRIP])
    return 1.0 / (1.0 - min(stays, 0.6))


@stage
def _pose_limbs(puppet, goal, floor, root, trunk, arms, pose):
    """Places the trunk on a root, and lets legs and arms reach for their plants."""
    for side in range(2):
        pose.short[at.FOOT_LIMB[side]] = _reach_with_leg(side, puppet, goal, floor, root, pose)
    for row in range(at.TRUNK):
        set_vector(pose.places, row, add(vector(trunk, row), root))
    set_vector(pose.places, at.HEAD_TIP, add(vector(trunk, at.HEAD_TIP), root))
    if puppet.has_arms:
        for side in range(2):
            pose.short[at.HAND_LIMB[side]] = _place_arm(side, puppet, goal, floor, arms[side], pose)


@part
def _find_center(masses, places, center):
    for i in range(3):
        center[i] = 0.0
        for row in range(at.PLACES):
            center[i] += masses[row] * places[row, i]


@stage
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
    for row in range(1, at.TRUNK):
        offset = vector(puppet.offsets, row)
        set_vector(places, row, carry(rotations[row - 1], offset, vector(places, row - 1)))
    tip = vector(puppet.tips, at.TIP_OF_HEAD)
    set_vector(places, at.HEAD_TIP, carry(rotations[at.HEAD], tip, vector(places, at.HEAD)))


@stage
def _pose_arm(side, angles, rotations, arm):
    """World rotations (2, 3, 3) of upper and lower arm by their angles."""
    outward = _sign(side)
    a, b = np.empty((3, 3)), np.empty((3, 3))
    turn(rotations[at.UPPER_BACK], at.X, -angles[at.ARM[side]], a)
    turn(a, at.Z, outward * angles[at.ARM_OUT[side]], b)
    turn(b, at.Y, outward * angles[at.ARM_TWIST[side]], arm[0])
    turn(arm[0], at.X, -angles[at.ELBOW[side]], arm[1])


@part
def _sign(side):
    """-1 for the right side, which is towards -x, +1 for the left."""
    return 2.0 * side - 1.0


@stage
def _pose_leg(side, puppet, angles, rotations, foot):
    """Place of an ankle by the angles, relative to the hips; writes the rotation of the foot.

    The angles are those of a person's leg; a mech brings its foot to the same place with its own knee.
    """
    a, b = np.empty((3, 3)), np.empty((3, 3))
    turn(rotations[at.HIPS], at.Z, _sign(side) * angles[at.LEG_OUT[side]], a)
    turn(a, at.X, -angles[at.LEG[side]], b)
    hip = carry(rotations[at.HIPS], vector(puppet.offsets, at.UPPER_LEG[side]), _ORIGIN)
    knee = carry(b, vector(puppet.offsets, at.LOWER_LEG[side]), hip)
    turn(b, at.X, angles[at.KNEE[side]], a)
    turn(a, at.X, -angles[at.ANKLE_BEND[side]], foot)
    return carry(a, vector(puppet.offsets, at.FOOT[side]), knee)


@part
def _lift_of_roll(angle, lifts):
    """Height by which the ball's joint must rise when the foot is rolled over it by `angle` [rad], 0 to 90
    degrees."""
    place = min(max(angle * (180.0 / at.ROLL_STEP / pi), 0.0), at.ROLL_LIFTS - 1.001)
    row = int(place)
    return lifts[row] + (place - row) * (lifts[row + 1] - lifts[row])


@stage
def _plant_foot(plant, puppet):
    """Place of the ankle of a foot on its plant, and the three axes of the foot.

    The foot rolls over its ball's joint while the heel is up (roll > 0), where its toes stay flat, and over
    the edge of its heel while they are up. `roll_lifts` keep the shape around the joint above the ground.
    """
    sizes, roll = puppet.sizes, plant[at.FOOT_ROLL]
    sin_yaw, cos_yaw = sin(plant[at.FOOT_YAW]), cos(plant[at.FOOT_YAW])
    sin_roll, cos_roll = sin(roll), cos(roll)
    ahead = (sin_yaw, 0.0, cos_yaw)
    up = (sin_roll * sin_yaw, cos_roll, sin_roll * cos_yaw)
    along = (cos_roll * sin_yaw, -sin_roll, cos_roll * cos_yaw)
    pivot, height, lift = -sizes.heel_back, 0.0, 0.0
    if roll > 0.0:
        pivot, height = sizes.ball_ahead, sizes.ball_height
        lift = _lift_of_roll(roll, puppet.roll_lifts)
    over_pivot = add(scale(sizes.ankle_height - height, up), scale(-pivot, along))
    ankle = add_scaled(add((plant[at.X], plant[at.Y], plant[at.Z]), over_pivot), pivot, ahead)
    ankle = (ankle[0], ankle[1] + (height + lift), ankle[2])
    return ankle, (cos_yaw, 0.0, -sin_yaw), up, along


@stage
def _bottom_of_foot(ankle_height, foot, bend, puppet):
    """Height of the lowest point of a foot whose ankle is at a height and whose toes are bent up by `bend`
    [m]."""
    sizes, toes = puppet.sizes, puppet.toe_box
    side_up, up, ahead_up = foot[at.Y, at.X], foot[at.Y, at.Y], foot[at.Y, at.Z]  # heights of the foot's axes
    sole = ankle_height - up * sizes.ankle_height
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


@part
def _bend_of_toes(side, goal):
    """Angle by which the toes are bent up [rad]: flat on a plant, by their channel in the air."""
    plant = goal.feet[side]
    grip = plant[at.FOOT_GRIP]
    return grip * max(plant[at.FOOT_ROLL], 0.0) - (1.0 - grip) * goal.angles[at.BALL_BEND[side]]


@stage
def _reach_with_leg(side, puppet, goal, floor, root, pose):
    """Solves a leg towards the mixture of its plant and its angles; returns how far it fell short [m]."""
    upper, lower, below, ball = at.UPPER_LEG[side], at.LOWER_LEG[side], at.FOOT[side], at.BALL[side]
    rotations, places, sizes = pose.rotations, pose.places, puppet.sizes
    foot, plant = rotations[below], goal.feet[side]
    grip, bend = plant[at.FOOT_GRIP], _bend_of_toes(side, goal)
    ankle, across, up, along = _plant_foot(plant, puppet)
    set_axes(foot, across, up, along)
    if grip < 1.0:
        loose = np.empty((3, 3))
        free = _pose_leg(side, puppet, goal.angles, rotations, loose)
        ankle = lerp(add(root, free), ankle, grip)
        _mix_rotations(foot, loose, grip)
    rise = max(floor[at.FOOT_LIMB[side]] - _bottom_of_foot(ankle[1], foot, bend, puppet), 0.0)
    ankle = (ankle[0], ankle[1] + rise, ankle[2])
    hips_x = axis_of(rotations[at.HIPS], at.X)
    hinge = unit(add_scaled(hips_x, 0.5 * grip, axis_of(foot, at.X)), hips_x)
    hip = carry(rotations[at.HIPS], vector(puppet.offsets, upper), root)
    bones = Bones(sizes.upper_leg, sizes.lower_leg, sizes.knee_sign)
    knee, end, short = reach(
        hip, ankle, bones, hinge, 1.0 - plant[at.FOOT_PULL], rotations[upper], rotations[lower]
    )
    ball_joint = carry(foot, vector(puppet.offsets, ball), end)
    turn(foot, at.X, -bend, rotations[ball])
    toe = carry(rotations[ball], vector(puppet.tips, at.TIP_OF_TOE[side]), ball_joint)
    set_vector(places, upper, hip)
    set_vector(places, lower, knee)
    set_vector(places, below, end)
    set_vector(places, ball, ball_joint)
    set_vector(places, at.TOE_TIP[side], toe)
    return short


@stage
def _mix_rotations(rotation, other, share):
    """Mixes a rotation with a share of 1 - `share` of another: axes y and z are mixed and made
    orthonormal."""
    other_y, other_z = axis_of(other, at.Y), axis_of(other, at.Z)
    z = unit(lerp(other_z, axis_of(rotation, at.Z), share), other_z)
    y = lerp(other_y, axis_of(rotation, at.Y), share)
    y = unit(subtract(y, scale(dot(y, z), z)), other_y)
    set_axes(rotation, cross(y, z), y, z)


@part
def _raise_bone(base, bone, length, floor, outward):
    """Turns a bone (a unit vector) up until its end is no lower than `floor`, if possible.

    Returns whether it turned, and the bone.
    """
    lowest = min(max((floor - base[1]) / length, -1.0), 0.999)
    if bone[1] >= lowest:
        return False, bone
    # A bone that hangs straight down has no direction to swing out to: push it outward, the deeper the more.
    push = lowest - bone[1]
    x, z = bone[0] + 0.4 * push * outward[0], bone[2] + 0.4 * push * outward[2]
    flat = sqrt(x * x + z * z)
    wide = sqrt(1.0 - lowest * lowest)
    return True, (wide * x / max(flat, 1e-9), lowest, wide * z / max(flat, 1e-9))


@stage
def _place_arm(side, puppet, goal, floor, arm, pose):
    """Hangs a posed arm on its shoulder and moves it to its hold and out of the ground.

    arm: (2, 3, 3) rotations of upper and lower arm.
    Returns how far the hand fell short [m], 1 where the arm was lifted out of the ground.
    """
    sizes, hold = puppet.sizes, goal.hands[side]
    upper, lower = pose.rotations[at.UPPER_ARM[side]], pose.rotations[at.LOWER_ARM[side]]
    forearm, tip = vector(puppet.offsets, at.LOWER_ARM[side]), vector(puppet.tips, at.TIP_OF_HAND[side])
    upper[:], lower[:] = arm[0], arm[1]
    back = vector(pose.places, at.UPPER_BACK)
    shoulder = carry(pose.rotations[at.UPPER_BACK], vector(puppet.offsets, at.UPPER_ARM[side]), back)
    short, grip = 0.0, hold[at.HAND_GRIP]
    if grip > 0.0:
        hand = carry(lower, tip, carry(upper, forearm, shoulder))
        wanted = lerp(hand, (hold[at.X], hold[at.Y], hold[at.Z]), grip)
        bones = Bones(sizes.upper_arm, sizes.lower_arm, -1.0)
        _, _, short = reach(shoulder, wanted, bones, axis_of(upper, at.X), 0.0, upper, lower)
    hips = pose.rotations[at.HIPS]
    outward = subtract(scale(_AWAY * _sign(side), axis_of(hips, at.X)), scale(_AWAY, axis_of(hips, at.Z)))
    free = floor[at.HAND_LIMB[side]] + sizes.arm_radius
    sunk, bone = _raise_bone(shoulder, scale(-1.0, axis_of(upper, at.Y)), sizes.upper_arm, free, outward)
    if sunk:
        short = 1.0
        frame_along(bone, axis_of(upper, at.X), upper)
    elbow = carry(upper, forearm, shoulder)
    sunk, bone = _raise_bone(elbow, scale(-1.0, axis_of(lower, at.Y)), sizes.lower_arm, free - 1e-9, outward)
    if sunk:
        short = 1.0
        frame_along(bone, axis_of(lower, at.X), lower)
    set_vector(pose.places, at.UPPER_ARM[side], shoulder)
    set_vector(pose.places, at.LOWER_ARM[side], elbow)
    set_vector(pose.places, at.HAND_TIP[side], carry(lower, tip, elbow))
    return short


@stage
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
        low = _bottom_of_foot(places[ankle, at.Y], pose.rotations[ankle], _bend_of_toes(side, goal), puppet)
        deepest = max(deepest, floor[at.FOOT_LIMB[side]] - low)
        if puppet.has_arms:
            shoulder, elbow = places[at.UPPER_ARM[side], at.Y], places[at.LOWER_ARM[side], at.Y]
            low = min(shoulder, elbow, places[at.HAND_TIP[side], at.Y]) - sizes.arm_radius
            deepest = max(deepest, floor[at.HAND_LIMB[side]] - low)
    return deepest


@stage
def _lowest_root(puppet, places, rotations, floor):
    """Height of the root at which trunk and head touch the ground [m]; places: relative to the root."""
    highest = _DEEP
    for row in range(at.TRUNK):
        middle, half = puppet.boxes[row, at.MIDDLE], puppet.boxes[row, at.HALF_SIZE]
        up = rotations[row, at.Y]  # heights of the part's axes
        low = places[row, at.Y]
        for i in range(3):
            low += up[i] * middle[i] - abs(up[i]) * half[i]
        highest = max(highest, floor[at.HEAD_FLOOR if row == at.HEAD else at.TRUNK_FLOOR] - low)
    return highest


@stage
def _hold_back(puppet, feet, rotations, root):
    """Height of the root, lowered until planted feet are within the legs' reach, as far as that helps [m]."""
    longest = STRETCH * (puppet.sizes.upper_leg + puppet.sizes.lower_leg)
    height = root[1]
    for side in range(2):
        pull = feet[side, at.FOOT_PULL]
        if pull <= 0.0:
            continue
        offset = vector(puppet.offsets, at.UPPER_LEG[side])
        hip = carry(rotations[at.HIPS], offset, (root[0], height, root[2]))
        ankle, _, _, _ = _plant_foot(feet[side], puppet)
        x, y, z = subtract(hip, ankle)
        flat = min(x * x + z * z, 0.8 * longest * longest)
        beyond = y - sqrt(longest * longest - flat)
        slack = SLACK * longest * 0.5
        if beyond > -slack:  # sinks a little before it must: knees straighten without a snap
            height -= pull * (beyond if beyond > slack else (beyond + slack) ** 2 / (4.0 * slack))
    return height


@part
def _largest_distance(a, b):
    """Largest distance of two points along an axis."""
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))
