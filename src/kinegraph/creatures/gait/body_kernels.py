"""Compiled body motion of a gait: height, tilt, sway and twist of the hips, roll of the feet.

All of it follows from the places of the feet and the weight that they bear, not from the clock: a body whose
feet are in their rest places on level ground is exactly at rest.

Turns follow from places by least squares with a prior of no turn: hips that lie close together say little
about a turn, so they turn little, and go the same way. Turns have smooth limits in angle and in angular
speed.
"""

import math

from kinegraph.core.kernels.decorators import part
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.feet_kernels import along_path
from kinegraph.creatures.gait.ground_kernels import ground_height

_RIDGE = 0.02  # [leg lengths squared] keeps the plane under few feet from tilting
_HANGING = 0.3  # weight of a body that no foot bears, as a share of its feet
_NARROW = 0.5  # [leg lengths] feet nearer to the middle than that turn the hips less
_COMPACT = 0.4  # [leg lengths] hips nearer to each other than that hardly sway, rise and turn on their own
_LYING = 0.5  # share of its length: ends nearer to each other than that pitch a lying body less
_PUSHED = 0.2  # share of the direction of the push that the body leans by
# [rad] most that steps turn the hips to a side, with the twist of a plain gait, and nod and push the body.
_MOST_TWIST, _PLAIN_TWIST, _MOST_FLEX, _MOST_PUSHED = 0.055, 0.4, 0.03, 0.06
_QUICKEST_TWIST, _QUICKEST_FLEX, _QUICKEST_TILT = 2.6, 1.2, 1.6  # [rad/s]
_MID_STANCE = 0.4  # mean of `_stance_load`, so that the body bounces about its rest height


@part
def ride(tables, ground, state, moving):
    """One tick of the body."""
    body, now = tables.body, state.body
    period = body[at.PERIOD]
    goal = 1.0 if moving else 0.0
    now[at.ACTIVITY] = goal + (now[at.ACTIVITY] - goal) * body[at.ACTIVITY_STAYS]
    if not moving and now[at.ACTIVITY] < 1e-4:
        now[at.ACTIVITY] = 0.0
    speed = math.sqrt(now[at.GO_X] * now[at.GO_X] + now[at.GO_Z] * now[at.GO_Z])
    now[at.FORWARD] = now[at.ACTIVITY] * max(now[at.GO_Z], 0.0) / max(speed, 1e-3 * body[at.SCALE] / period)
    height, rise_x, rise_z = _plane_under_feet(tables, ground, state)
    still = now[at.IDLE] > 0.0
    _spring(now, at.PLACE_Y, at.RISE_SPEED, height, body[at.HEIGHT_SPRING], body[at.SCALE], still)
    lean, drop = _aim_hips(tables, state, height, rise_x, rise_z)
    _ride_hips(tables, state, still)
    bank = 0.6 * math.atan(now[at.GO_TURN] * now[at.GO_Z] / at.GRAVITY) + 0.3 * math.atan(
        now[at.PUSH_X] / at.GRAVITY
    )
    pushed = soft_limit(_PUSHED * math.atan(now[at.PUSH_Z] / at.GRAVITY), _MOST_PUSHED)
    pitch = lean + pushed - body[at.FOLLOW_Z] * math.atan(rise_z)
    roll = drop - bank + body[at.FOLLOW_X] * math.atan(rise_x)
    _turn_spring(now, at.PITCHED, at.PITCH_SPEED, pitch, body[at.TILT_SPRING], _QUICKEST_TILT, still)
    _turn_spring(now, at.ROLLED, at.ROLL_SPEED, roll, body[at.TILT_SPRING], _QUICKEST_TILT, still)


@part
def _spring(values, value, speed, goal, frequency, scale, snaps):
    """A tick of a critically damped spring, solved exactly; near rest it snaps to its goal."""
    away = values[value] - goal
    drive = values[speed] + frequency * away
    step = frequency * at.TICK  # its exponential as a quotient: exact to 1e-7 at the rates that occur
    left = (1.0 - step * (0.5 - step * (0.1 - step / 120.0))) / (
        1.0 + step * (0.5 + step * (0.1 + step / 120.0))
    )
    values[value] = goal + (away + drive * at.TICK) * left
    values[speed] = (values[speed] - frequency * drive * at.TICK) * left
    if snaps and abs(values[value] - goal) + abs(values[speed]) / frequency < 1e-6 * scale:
        values[value], values[speed] = goal, 0.0


@part
def soft_limit(value, most):
    """`value`, smoothly limited to -most..most; nearly unchanged up to half of that."""
    share = value / most
    square = share * share
    return value / math.sqrt(math.sqrt(1.0 + square * square))


@part
def _turn_spring(values, value, speed, goal, frequency, quickest, snaps):
    """`_spring` for a turn [rad], smoothly limited to an angular speed [rad/s]."""
    before = values[value]
    _spring(values, value, speed, goal, frequency, 1.0, snaps)
    if values[value] != goal:
        values[value] = before + soft_limit(values[value] - before, quickest * at.TICK)
        values[speed] = soft_limit(values[speed], quickest)


@part
def to_character(now, x, z):
    """(x, z) of a place in the world, as the character sees it."""
    sine, cosine = now[at.SINE], now[at.COSINE]
    dx, dz = x - now[at.PLACE_X], z - now[at.PLACE_Z]
    return cosine * dx - sine * dz, sine * dx + cosine * dz


@part
def _plane_under_feet(tables, ground, state):
    """The plane through the feet by least squares: height below the body [m], rise per metre to +X and +Z.

    A ridge on the slopes keeps it level where the feet say nothing about a direction. Without feet it is
    the ground right below.
    """
    feet, now, body = tables.feet, state.feet, state.body
    count = len(feet)
    if count == 0:
        return ground_height(ground, body[at.PLACE_X], body[at.PLACE_Z]), 0.0, 0.0
    sx = sz = sy = 0.0
    for foot in range(count):
        x, z = to_character(body, now[foot, at.FOOT_X], now[foot, at.FOOT_Z])
        sx, sz, sy = (
            sx + x / count,
            sz + z / count,
            sy + (now[foot, at.FOOT_Y] - feet[foot, at.HOME_Y]) / count,
        )
    ridge = _RIDGE * count * tables.body[at.SCALE] ** 2
    xx, zz, xz, xy, zy = ridge, ridge, 0.0, 0.0, 0.0
    for foot in range(count):
        x, z = to_character(body, now[foot, at.FOOT_X], now[foot, at.FOOT_Z])
        x, z, y = x - sx, z - sz, now[foot, at.FOOT_Y] - feet[foot, at.HOME_Y] - sy
        xx, zz, xz, xy, zy = xx + x * x, zz + z * z, xz + x * z, xy + x * y, zy + z * y
    det = xx * zz - xz * xz
    rise_x, rise_z = (zz * xy - xz * zy) / det, (xx * zy - xz * xy) / det
    return sy - rise_x * sx - rise_z * sz, rise_x, rise_z


@part
def _aim_hips(tables, state, height, rise_x, rise_z):
    """Writes where each hip would be over its own feet. Returns (lean, roll) of the whole body [rad]."""
    index, feet, hips, now = tables.numbers, tables.feet, state.hips, state.feet
    body = state.body
    count = len(feet)
    lean = drop = 0.0
    for hip in range(len(hips)):
        own, middle = _mean_home(tables, hip)
        every = own == 0  # a root without legs rides on all of them
        if every:
            own, middle = count, 0.0
        weights, swayed, bounced, uneven = 0.0, 0.0, 0.0, 0.0
        levers, turns, sway, twist, crouch = 0.0, 0.0, 0.0, 0.0, 0.0
        for foot in range(count):
            if not every and index[foot, at.HIP] != hip:
                continue
            group = index[foot, at.GROUP]
            key, length = state.now[group], tables.groups[group, at.LENGTH]
            x, z = to_character(body, now[foot, at.FOOT_X], now[foot, at.FOOT_Z])
            weight = now[foot, at.WEIGHT]
            weights += weight
            swayed += weight * (x - middle)
            vault = _bounce(key[at.DUTY]) * key[at.BOUNCE] * length
            bounced += vault * (_stance_load(now, foot) - _MID_STANCE) / own
            uneven += (now[foot, at.FOOT_Y] - feet[foot, at.HOME_Y] - height - rise_x * x - rise_z * z) / own
            arm = feet[foot, at.HOME_X] - middle
            levers += arm * arm + (_NARROW * length) ** 2
            turns += arm * (z - feet[foot, at.HOME_Z])
            sway, twist, crouch = (
                sway + key[at.SWAY] / own,
                twist + key[at.TWIST] / own,
                crouch + key[at.CROUCH] * length / own,
            )
            lean += key[at.LEAN] / count
            drop += (
                key[at.ROLL] * math.copysign(1.0, arm) * (weight - 1.0) / count if abs(arm) > 1e-9 else 0.0
            )
        most = _MOST_TWIST * max(twist / _PLAIN_TWIST, 1.0)
        hips[hip, at.SWAY_GOAL] = sway * swayed / (weights + _HANGING * own)
        hips[hip, at.RAISE_GOAL] = body[at.ACTIVITY] * bounced + uneven - crouch
        hips[hip, at.TWIST_GOAL] = 0.0
        if levers > 0.0:
            hips[hip, at.TWIST_GOAL] = soft_limit(-twist * math.atan(turns / levers), most)
    return lean, drop


@part
def _ride_hips(tables, state, still):
    """Moves the hips: together, and each by itself as far as they are spread along the body.

    Hips that sway or rise against each other turn the body, by least squares with a prior of no turn: divided
    by a spread that vanishes, the sway of a compact body would become a turn of any size.
    """
    body, hips, now = tables.body, state.hips, state.body
    count, scale, frequency = len(hips), body[at.SCALE], body[at.HIP_SPRING]
    sway = rise = spread = yaw = slope = 0.0
    for hip in range(count):
        sway += hips[hip, at.SWAY_GOAL] / count
        rise += hips[hip, at.RAISE_GOAL] / count
    for hip in range(count):
        arm = tables.hips[hip, 2] - body[at.CENTRE_Z]
        spread += arm * arm
        yaw += arm * (hips[hip, at.SWAY_GOAL] - sway)
        slope += arm * (hips[hip, at.RAISE_GOAL] - rise)
    ridge = count * (_COMPACT * scale) ** 2
    own = spread / (spread + ridge) if count > 1 else 1.0
    turned = soft_limit(math.atan(yaw / (spread + ridge)), _MOST_TWIST) if count > 1 else 0.0
    if body[at.MODE] == at.CARRIED and len(state.feet) > 1:
        flexed = _pitch_between_ends(tables, state)
    else:
        flexed = -soft_limit(math.atan(slope / (spread + ridge)), _MOST_FLEX) if count > 1 else 0.0
    for hip in range(count):
        row = hips[hip]
        swayed, raised = sway + own * (row[at.SWAY_GOAL] - sway), rise + own * (row[at.RAISE_GOAL] - rise)
        _spring(row, at.SWAYED, at.SWAY_SPEED, swayed, frequency, scale, still)
        _spring(row, at.RAISED, at.RAISE_SPEED, raised, frequency, scale, still)
        most = max(abs(row[at.TWIST_GOAL]), _MOST_TWIST)
        twist = soft_limit(row[at.TWIST_GOAL] + turned, most)
        _turn_spring(row, at.TWISTED, at.TWIST_SPEED, twist, frequency, _QUICKEST_TWIST, still)
    _turn_spring(now, at.FLEXED, at.FLEX_SPEED, flexed, frequency, _QUICKEST_FLEX, still)


@part
def _pitch_between_ends(tables, state):
    """Pitch of a spine that lies on its two ends [rad], from the ground under them; lifts do not count."""
    feet, now, last = tables.feet, state.feet, len(state.feet) - 1
    dx, dz = now[last, at.FOOT_X] - now[0, at.FOOT_X], now[last, at.FOOT_Z] - now[0, at.FOOT_Z]
    dy = now[last, at.FOOT_Y] - now[0, at.FOOT_Y] - feet[last, at.HOME_Y] + feet[0, at.HOME_Y]
    long = abs(feet[last, at.HOME_Z] - feet[0, at.HOME_Z])
    return -math.atan2(dy, math.sqrt(dx * dx + dz * dz + (_LYING * long) ** 2))


@part
def _mean_home(tables, hip):
    """(number of feet of a hip, mean of their rest places along x [m])."""
    own, middle = 0, 0.0
    for foot in range(len(tables.feet)):
        if tables.numbers[foot, at.HIP] == hip:
            own += 1
            middle += tables.feet[foot, at.HOME_X]
    return own, middle / max(own, 1)


@part
def _bounce(duty):
    """Walkers vault over the standing foot (+1), runners sink into it (-1)."""
    return min(max((duty - 0.5) / 0.06, -1.0), 1.0)


@part
def _stance_load(now, foot):
    """Weight on a foot times the sine of its way through the stance: largest at mid-stance."""
    return now[foot, at.WEIGHT] * math.sin(math.pi * now[foot, at.STANCE])


@part
def roll_feet(tables, state):
    """One tick of the feet's roll: down on the heel, flat, up over the toe, and level again in the air."""
    now = state.feet
    for foot in range(len(now)):
        if tables.feet[foot, at.TURNS] < 1.0:
            continue  # feet that are points do not roll
        group = tables.numbers[foot, at.GROUP]
        strength = state.body[at.FORWARD] * tables.feet[foot, at.ROLL_SCALE]
        strike, push = strength * state.now[group, at.STRIKE], strength * state.now[group, at.PUSH]
        flight, stance = now[foot, at.FLIGHT], now[foot, at.STANCE]
        if flight < 0.0:
            landed = smoothstep(1.0 - now[foot, at.AGE] / tables.groups[group, at.NATURAL])
            goal = push * smoothstep((stance - 0.6) / 0.4) - landed * strike * smoothstep(1.0 - stance / 0.25)
        else:
            tipped = strength * along_path(tables.path[foot], flight, at.TIP)
            pushed = min(push * smoothstep(1.0 - flight / 0.45), max(now[foot, at.PITCH] - tipped, 0.0))
            goal = pushed - strike * smoothstep((flight - 0.5) / 0.4) + tipped
        before = now[foot, at.PITCH]
        now[foot, at.PITCH] = goal + (before - goal) * tables.groups[group, at.ROLL_STAYS]
        if goal == 0.0 and abs(now[foot, at.PITCH]) < 1e-6:
            now[foot, at.PITCH] = 0.0
        now[foot, at.PITCH_RATE] = (now[foot, at.PITCH] - before) / at.TICK
