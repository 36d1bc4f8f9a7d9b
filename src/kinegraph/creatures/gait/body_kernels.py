"""Compiled body motion of a gait: height, tilt, sway and twist of the hips, roll of the feet.

All of it follows from the places of the feet and the weight that they bear, not from the clock: a body whose
feet are in their rest places on level ground is exactly at rest.
"""

import math

from kinegraph.core.kernels.decorators import part
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.ground_kernels import ground_height

_RIDGE = 0.02  # [leg lengths squared] keeps the plane under few feet from tilting
_HANGING = 0.3  # weight of a body that no foot bears, as a share of its feet
_NARROW = 0.3  # [leg lengths] feet nearer to the middle than that turn the hips less
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
    _spring(
        now, at.PLACE_Y, at.RISE_SPEED, height, body[at.HEIGHT_SPRING], body[at.SCALE], now[at.IDLE] > 0.0
    )
    lean, drop = _ride_hips(tables, state, height, rise_x, rise_z)
    bank = 0.6 * math.atan(now[at.GO_TURN] * now[at.GO_Z] / at.GRAVITY) + 0.3 * math.atan(
        now[at.PUSH_X] / at.GRAVITY
    )
    pitch = lean + 0.3 * math.atan(now[at.PUSH_Z] / at.GRAVITY) - body[at.FOLLOW_Z] * math.atan(rise_z)
    roll = drop - bank + body[at.FOLLOW_X] * math.atan(rise_x)
    _spring(now, at.PITCHED, at.PITCH_SPEED, pitch, body[at.TILT_SPRING], 1.0, now[at.IDLE] > 0.0)
    _spring(now, at.ROLLED, at.ROLL_SPEED, roll, body[at.TILT_SPRING], 1.0, now[at.IDLE] > 0.0)


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
def _ride_hips(tables, state, height, rise_x, rise_z):
    """Moves each hip over its own feet. Returns (lean, roll) of the whole body [rad]."""
    index, feet, hips, now = tables.numbers, tables.feet, state.hips, state.feet
    body = state.body
    count = len(feet)
    frequency, still = tables.body[at.HIP_SPRING], body[at.IDLE] > 0.0
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
        swayed = sway * swayed / (weights + _HANGING * own)
        turned = -twist * math.atan(turns / levers) if levers > 0.0 else 0.0
        raised = body[at.ACTIVITY] * bounced + uneven - crouch
        scale = tables.body[at.SCALE]
        _spring(hips[hip], at.SWAYED, at.SWAY_SPEED, swayed, frequency, scale, still)
        _spring(hips[hip], at.RAISED, at.RAISE_SPEED, raised, frequency, scale, still)
        _spring(hips[hip], at.TWISTED, at.TWIST_SPEED, min(max(turned, -0.4), 0.4), frequency, 1.0, still)
    return lean, drop


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
        if tables.feet[foot, at.TURNS] == 0.0:
            continue
        group = tables.numbers[foot, at.GROUP]
        strength = state.body[at.FORWARD] * tables.feet[foot, at.ROLL_SCALE]
        strike, push = strength * state.now[group, at.STRIKE], strength * state.now[group, at.PUSH]
        flight, stance = now[foot, at.FLIGHT], now[foot, at.STANCE]
        if flight < 0.0:
            landed = smoothstep(1.0 - now[foot, at.AGE] / tables.groups[group, at.NATURAL])
            goal = push * smoothstep((stance - 0.6) / 0.4) - landed * strike * smoothstep(1.0 - stance / 0.25)
        else:
            pushed = min(push * smoothstep(1.0 - flight / 0.45), max(now[foot, at.PITCH], 0.0))
            goal = pushed - strike * smoothstep((flight - 0.5) / 0.4)
        before = now[foot, at.PITCH]
        now[foot, at.PITCH] = goal + (before - goal) * tables.groups[group, at.ROLL_STAYS]
        if goal == 0.0 and abs(now[foot, at.PITCH]) < 1e-6:
            now[foot, at.PITCH] = 0.0
        now[foot, at.PITCH_RATE] = (now[foot, at.PITCH] - before) / at.TICK
