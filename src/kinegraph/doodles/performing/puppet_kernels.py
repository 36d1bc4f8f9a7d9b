"""Kernels that pose a puppet: limbs that reach their plants, a centre of mass where it should be, no part
under the ground.

Per frame the trunk is posed by its angles; then the root is moved until the centre of mass is at its goal,
while legs and arms reach for what they hold (two-bone inverse kinematics, closed form). Parts and tips are in
the order of puppet.PARTS and puppet.TIPS, angles in that of channels.CHANNELS. Sides: 0 right, 1 left.
"""

from math import asin, cos, pi, sin, sqrt

import numpy as np

from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.doodles.performing.channels import INDEX, LIMBS, TRUNK
from kinegraph.doodles.performing.limb_kernels import (
    SLACK,
    STRETCH,
    carry,
    frame_along,
    reach,
    turn,
    unit,
)

_SPIN, _PITCH, _ROLL, _TWIST = (INDEX[name] for name in ("spin", "pitch", "roll", "twist"))
_WAIST, _BACK, _NOD, _LOOK, _TILT = (INDEX[name] for name in ("waist", "back", "nod", "look", "tilt"))
_SIDE_START, _SIDE_WIDTH = len(TRUNK), len(LIMBS)
_ROUNDS = 10  # of moving the root; six do, where legs and ground leave it free
_CLOSE = 1e-6  # a miss of the centre of mass that is none [m]


@cached_kernel()
def _pose_trunk(angles, offsets, tips, rotations, places):
    """World rotations of the trunk, and its places relative to the hips."""
    a, b = np.eye(3), np.empty((3, 3))
    turn(a, 1, angles[0] + angles[_SPIN], b)
    turn(b, 0, angles[_PITCH], a)
    turn(a, 2, -angles[_ROLL], b)
    turn(b, 1, angles[_TWIST], rotations[0])
    turn(rotations[0], 0, angles[_WAIST], a)
    turn(a, 2, -angles[_WAIST + 1], b)
    turn(b, 1, angles[_WAIST + 2], rotations[1])
    turn(rotations[1], 0, angles[_BACK], a)
    turn(a, 1, angles[_BACK + 1], rotations[2])
    turn(rotations[2], 1, angles[_LOOK], a)
    turn(a, 0, angles[_NOD], b)
    turn(b, 2, -angles[_TILT], rotations[3])
    places[0, :] = 0.0
    for part in range(1, 4):
        carry(rotations[part - 1], offsets[part], places[part - 1], places[part])
    carry(rotations[3], tips[0], places[3], places[16])


@cached_kernel()
def _pose_arm(side, angles, offsets, tips, rotations, places):
    """An arm by its angles; places relative to the hips."""
    upper, lower = 4 + 2 * side, 5 + 2 * side
    sign = 2.0 * side - 1.0
    arm = _SIDE_START + side * _SIDE_WIDTH
    a, b = np.empty((3, 3)), np.empty((3, 3))
    turn(rotations[2], 0, -angles[arm], a)
    turn(a, 2, sign * angles[arm + 1], b)
    turn(b, 1, sign * angles[arm + 2], rotations[upper])
    turn(rotations[upper], 0, -angles[arm + 3], rotations[lower])
    carry(rotations[2], offsets[upper], places[2], places[upper])
    carry(rotations[upper], offsets[lower], places[upper], places[lower])
    carry(rotations[lower], tips[1 + side], places[lower], places[17 + side])


@cached_kernel()
def _pose_leg(side, angles, offsets, rotations, ankle, foot):
    """Where the angles put an ankle, relative to the hips, and how they turn the foot.

    They are those of a leg that bends as people's do; a mech brings its foot there with its own knee.
    """
    sign = 2.0 * side - 1.0
    leg = _SIDE_START + side * _SIDE_WIDTH + 4
    upper = 8 + 4 * side
    a, b = np.empty((3, 3)), np.empty((3, 3))
    place, below = np.empty(3), np.empty(3)
    turn(rotations[0], 2, sign * angles[leg + 1], a)
    turn(a, 0, -angles[leg], b)
    carry(rotations[0], offsets[upper], np.zeros(3), place)
    carry(b, offsets[upper + 1], place, below)
    turn(b, 0, angles[leg + 2], a)
    carry(a, offsets[upper + 2], below, ankle)
    turn(a, 0, -angles[leg + 3], foot)


@cached_kernel()
def _lift(angle, lifts):
    """How much the ball's joint must rise when the foot is rolled over it by `angle` [rad], 0 to 90
    degrees."""
    place = min(max(angle * (30.0 / pi), 0.0), 14.999)
    row = int(place)
    return lifts[row] + (place - row) * (lifts[row + 1] - lifts[row])


@cached_kernel()
def _planted_foot(plant, measures, lifts, ankle, foot):
    """Where a foot on its plant (x, y, z, yaw, roll) has its ankle, and how it is turned.

    It rolls over its ball's joint while the heel is up (roll > 0), where its toes stay flat, and over the
    edge of its heel while they are up. `lifts` keep what is drawn around the joint above the ground.
    """
    level = np.empty((3, 3))
    turn(np.eye(3), 1, plant[3], level)
    turn(level, 0, plant[4], foot)
    pivot, height, lift = -measures[3], 0.0, 0.0
    if plant[4] > 0.0:
        pivot, height = measures[4], measures[10]
        lift = _lift(plant[4], lifts)
    carry(foot, np.array([0.0, measures[2] - height, -pivot]), plant[:3], ankle)
    for i in range(3):
        ankle[i] += pivot * level[i, 2]
    ankle[1] += height + lift


@cached_kernel()
def _lowest_of_foot(ankle, foot, bend, measures, lifts):
    """Height of the lowest point of a foot whose toes are bent up by `bend` [m]."""
    low = ankle[1] - foot[1, 1] * measures[2]
    heel = low - foot[1, 2] * measures[3]
    joint = low + foot[1, 2] * measures[4] + foot[1, 1] * measures[10]
    around = measures[10] + _lift(asin(min(max(-foot[1, 2], -1.0), 1.0)), lifts)
    along = cos(bend) * foot[1, 2] + sin(bend) * foot[1, 1]
    up = cos(bend) * foot[1, 1] - sin(bend) * foot[1, 2]
    toe = joint + foot[1, 0] * measures[13] + up * measures[14] + along * measures[15]
    toe -= abs(foot[1, 0]) * measures[16] + abs(up) * measures[17] + abs(along) * measures[18]
    return min(min(heel, joint - around) - abs(foot[1, 0]) * measures[12], toe)


@cached_kernel()
def _reach_with_leg(side, root, angles, plant, floor, offsets, tips, measures, lifts, rotations, places):
    """Solves a leg towards the mixture of its plant and its angles; returns how far it fell short [m]."""
    upper = 8 + 4 * side
    ankle, foot = np.empty(3), np.empty((3, 3))
    free, loose = np.empty(3), np.empty((3, 3))
    _planted_foot(plant, measures, lifts, ankle, foot)
    grip = plant[5]
    leg = _SIDE_START + side * _SIDE_WIDTH + 4
    bend = -grip * max(plant[4], 0.0) + (1.0 - grip) * angles[leg + 4]
    if grip < 1.0:
        _pose_leg(side, angles, offsets, rotations, free, loose)
        for i in range(3):
            ankle[i] = grip * ankle[i] + (1.0 - grip) * (root[i] + free[i])
            for j in range(1, 3):
                foot[i, j] = grip * foot[i, j] + (1.0 - grip) * loose[i, j]
        _orthonormal(foot, loose)
    ankle[1] += max(floor - _lowest_of_foot(ankle, foot, -bend, measures, lifts), 0.0)
    hinge = np.empty(3)
    for i in range(3):
        hinge[i] = rotations[0, i, 0] + 0.5 * grip * foot[i, 0]
    unit(hinge, rotations[0, :, 0])
    carry(rotations[0], offsets[upper], root, places[upper])
    short = reach(
        places[upper], ankle, measures[0], measures[1], hinge, measures[9], 1.0 - plant[6],
        rotations[upper], rotations[upper + 1], places[upper + 1], places[upper + 2],
    )  # fmt: skip
    rotations[upper + 2] = foot
    carry(foot, offsets[upper + 3], places[upper + 2], places[upper + 3])
    turn(foot, 0, bend, rotations[upper + 3])
    carry(rotations[upper + 3], tips[3 + side], places[upper + 3], places[19 + side])
    return short


@cached_kernel()
def _orthonormal(rotation, fallback):
    """Makes columns y and z of a mixture a rotation again."""
    z, y = rotation[:, 2].copy(), rotation[:, 1].copy()
    unit(z, fallback[:, 2])
    dot = y[0] * z[0] + y[1] * z[1] + y[2] * z[2]
    y -= dot * z
    unit(y, fallback[:, 1])
    for i in range(3):
        j, k = (i + 1) % 3, (i + 2) % 3
        rotation[i, 2], rotation[i, 1] = z[i], y[i]
        rotation[i, 0] = y[j] * z[k] - y[k] * z[j]


@cached_kernel()
def _raised(base, bone, length, floor, outward):
    """Turns a bone (a unit vector) up until its end is no lower than `floor`, if it can; True if it did."""
    lowest = min(max((floor - base[1]) / length, -1.0), 0.999)
    if bone[1] >= lowest:
        return False
    # A bone that hangs straight down has no direction to go out to: it is given one, the more the farther.
    push = lowest - bone[1]
    x, z = bone[0] + 0.4 * push * outward[0], bone[2] + 0.4 * push * outward[2]
    flat = sqrt(x * x + z * z)
    wide = sqrt(1.0 - lowest * lowest)
    bone[0], bone[1], bone[2] = wide * x / max(flat, 1e-9), lowest, wide * z / max(flat, 1e-9)
    return True


@cached_kernel()
def _place_arm(side, hold, floor, offsets, tips, measures, rotations, places, posed):
    """Hangs a posed arm on its shoulder and moves it to what its hand holds, and out of the ground."""
    upper, lower, hand = 4 + 2 * side, 5 + 2 * side, 17 + side
    rotations[upper], rotations[lower] = posed[2 * side], posed[2 * side + 1]
    carry(rotations[2], offsets[upper], places[2], places[upper])
    carry(rotations[upper], offsets[lower], places[upper], places[lower])
    carry(rotations[lower], tips[1 + side], places[lower], places[hand])
    short = 0.0
    if hold[3] > 0.0:
        goal = hold[3] * hold[:3] + (1.0 - hold[3]) * places[hand]
        side_axis = rotations[upper, :, 0].copy()
        short = reach(
            places[upper], goal, measures[6], measures[7], side_axis, -1.0, 0.0,
            rotations[upper], rotations[lower], places[lower], places[hand],
        )  # fmt: skip
    outward = 0.7 * (2.0 * side - 1.0) * rotations[0, :, 0] - 0.7 * rotations[0, :, 2]
    bone = -rotations[upper, :, 1].copy()
    free = floor + measures[8]
    if _raised(places[upper], bone, measures[6], free, outward):
        short = 1.0
        frame_along(bone, rotations[upper, :, 0].copy(), rotations[upper])
    carry(rotations[upper], offsets[lower], places[upper], places[lower])
    bone = -rotations[lower, :, 1].copy()
    if _raised(places[lower], bone, measures[7], free - 1e-9, outward):
        short = 1.0
        frame_along(bone, rotations[lower, :, 0].copy(), rotations[lower])
    carry(rotations[lower], tips[1 + side], places[lower], places[hand])
    return short


@cached_kernel()
def _sunk_limbs(places, rotations, angles, feet, floors, measures, lifts, armed):
    """How far hips, knees, feet, shoulders, elbows or hands are under the ground [m]; negative where none
    is."""
    deepest = -1e9
    for side in range(2):
        knee, ankle = 9 + 4 * side, 10 + 4 * side
        low = min(places[knee - 1, 1], places[knee, 1]) - measures[11]
        low = min(low, places[ankle, 1] - min(measures[11], measures[2]))
        deepest = max(deepest, floors[side] - low)
        flex = angles[_SIDE_START + side * _SIDE_WIDTH + 8]
        bend = feet[side, 5] * max(feet[side, 4], 0.0) - (1.0 - feet[side, 5]) * flex
        low = _lowest_of_foot(places[ankle], rotations[ankle], bend, measures, lifts)
        deepest = max(deepest, floors[side] - low)
        if armed:
            low = min(places[4 + 2 * side, 1], places[5 + 2 * side, 1], places[17 + side, 1]) - measures[8]
            deepest = max(deepest, floors[2 + side] - low)
    return deepest


@cached_kernel()
def _lowest_root(places, rotations, boxes, floors):
    """How low the root may be before trunk or head reach under the ground [m]."""
    highest = -1e9
    for part in range(4):
        low = places[part, 1]
        for i in range(3):
            low += rotations[part, 1, i] * boxes[part, 0, i] - abs(rotations[part, 1, i]) * boxes[part, 1, i]
        highest = max(highest, floors[5 if part == 3 else 4] - low)
    return highest


@cached_kernel()
def _held_back(root, feet, offsets, measures, lifts, rotations):
    """Lowers the root until planted feet are within the legs' reach, as far as that can help."""
    longest = STRETCH * (measures[0] + measures[1])
    hip, ankle, foot = np.empty(3), np.empty(3), np.empty((3, 3))
    for side in range(2):
        pull = feet[side, 6]
        if pull <= 0.0:
            continue
        carry(rotations[0], offsets[8 + 4 * side], root, hip)
        _planted_foot(feet[side], measures, lifts, ankle, foot)
        x, z = hip[0] - ankle[0], hip[2] - ankle[2]
        flat = min(x * x + z * z, 0.8 * longest * longest)
        beyond = hip[1] - ankle[1] - sqrt(longest * longest - flat)
        slack = SLACK * longest * 0.5
        if beyond > -slack:  # sinks a little before it must: knees straighten without a snap
            root[1] -= pull * (beyond if beyond > slack else (beyond + slack) ** 2 / (4.0 * slack))


@cached_kernel()
def _largest_apart(a, b):
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]), abs(a[2] - b[2]))


@cached_kernel()
def pose_frames(
    goals, by_root, angles, feet, hands, floors,
    offsets, tips, masses, boxes, measures, lifts, armed,
    rotations_out, places_out, centers_out, short_out,
):  # fmt: skip
    """Poses a puppet in every frame.

    goals: (F, 3) where the centre of mass shall be, or the root where `by_root`.
    angles: (F, C) channels; feet: (F, 2, 7) x, y, z, yaw, roll, grip, pull; hands: (F, 2, 4) x, y, z, grip.
    floors: (F or 1, 6) height of the ground under the feet, the hands, the hips and the head.
    rotations_out: (F, 16, 3, 3) world-from-part; places_out: (F, 21, 3) parts and tips in the world.
    centers_out: (F, 3) the centre of mass; short_out: (F, 4) by how much feet and hands missed their plants.
    """
    posed = np.empty((4, 3, 3))
    trunk = np.empty((21, 3))
    root, center, gain = np.empty(3), np.empty(3), np.empty(3)
    missed, moved = np.zeros(3), np.zeros(3)
    for frame in range(len(goals)):
        rotations, places = rotations_out[frame], places_out[frame]
        floor = floors[min(frame, len(floors) - 1)]
        _pose_trunk(angles[frame], offsets, tips, rotations, trunk)
        if armed:
            for side in range(2):
                _pose_arm(side, angles[frame], offsets, tips, rotations, trunk)
                posed[2 * side], posed[2 * side + 1] = rotations[4 + 2 * side], rotations[5 + 2 * side]
        lowest = _lowest_root(trunk, rotations, boxes, floor)
        # Half of what the planted legs weigh stays behind when the root moves; then each axis learns its own
        # gain from the two latest moves (the secant rule).
        stays = 0.0
        for part in range(8, 16):
            stays += 0.25 * masses[part] * (feet[frame, 0, 5] + feet[frame, 1, 5])
        gain[:] = 1.0 / (1.0 - min(stays, 0.6))
        root[:] = goals[frame]
        rounds = 0
        for _ in range(_ROUNDS):
            _held_back(root, feet[frame], offsets, measures, lifts, rotations)
            root[1] = max(root[1], lowest)
            if rounds > 0 and _largest_apart(root, moved) < _CLOSE:
                break  # as near as legs and ground allow
            for side in range(2):
                short_out[frame, side] = _reach_with_leg(
                    side, root, angles[frame], feet[frame, side], floor[side],
                    offsets, tips, measures, lifts, rotations, places,
                )  # fmt: skip
            for part in range(4):
                places[part] = trunk[part] + root
            places[16] = trunk[16] + root
            if armed:
                for side in range(2):
                    short_out[frame, 2 + side] = _place_arm(
                        side, hands[frame, side], floor[2 + side],
                        offsets, tips, measures, rotations, places, posed,
                    )  # fmt: skip
            for i in range(3):
                center[i] = 0.0
                for part in range(21):
                    center[i] += masses[part] * places[part, i]
            sunk = _sunk_limbs(places, rotations, angles[frame], feet[frame], floor, measures, lifts, armed)
            if sunk > _CLOSE:  # what cannot get out of the ground by itself lifts the body
                lowest = max(lowest, root[1] + sunk)
                root[1] = lowest
                continue
            if by_root:
                break
            close = True
            for i in range(3):
                miss = goals[frame, i] - center[i]
                close = close and abs(miss) < _CLOSE
                better = missed[i] - miss
                if rounds > 0 and abs(better) > 1e-12:
                    gain[i] = min(max((root[i] - moved[i]) / better, 0.7), 2.0)
                missed[i], moved[i] = miss, root[i]
                root[i] += gain[i] * miss
            rounds += 1
            if close:
                break
        centers_out[frame] = center
