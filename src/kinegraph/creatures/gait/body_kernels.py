"""How the body rides on its feet: height, tilt, the hips' sway and twist, the feet's roll; compiled.

All of it follows from where the feet are and what they bear, not from the clock: a body whose feet are in
their rest places on level ground is at rest, exactly, and what the feet do not do, the body does not show.
"""

import math

from kinegraph.core.kernels.decorators import part
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.creatures.gait.ground_kernels import ground_height
from kinegraph.creatures.gait.layout import (
    ACTIVITY,
    ACTIVITY_STAYS,
    AGE,
    BOUNCE,
    COSINE,
    CROUCH,
    DUTY,
    FLIGHT,
    FOLLOW_X,
    FOLLOW_Z,
    FOOT_X,
    FOOT_Y,
    FOOT_Z,
    FORWARD,
    GO_TURN,
    GO_X,
    GO_Z,
    GRAVITY,
    GROUP,
    HEIGHT_SPRING,
    HIP,
    HIP_SPRING,
    HOME_X,
    HOME_Y,
    HOME_Z,
    IDLE,
    LEAN,
    LENGTH,
    NATURAL,
    PERIOD,
    PITCH,
    PITCH_RATE,
    PITCH_SPEED,
    PITCHED,
    PLACE_X,
    PLACE_Y,
    PLACE_Z,
    PUSH,
    PUSH_X,
    PUSH_Z,
    RAISE_SPEED,
    RAISED,
    RISE_SPEED,
    ROLL,
    ROLL_SCALE,
    ROLL_SPEED,
    ROLL_STAYS,
    ROLLED,
    SCALE,
    SINE,
    STANCE,
    STRIKE,
    SWAY,
    SWAY_SPEED,
    SWAYED,
    TICK,
    TILT_SPRING,
    TURNS,
    TWIST,
    TWIST_SPEED,
    TWISTED,
    WEIGHT,
)

_RIDGE = 0.02  # [leg lengths squared] keeps the plane under few feet from tilting
_HANGING = 0.3  # weight of a body that no foot bears, as a share of its feet
_NARROW = 0.3  # [leg lengths] feet nearer to the middle than that turn the hips less
_MID_STANCE = 0.4  # mean of what `_carried` sums: the body bounces about its rest height


@part
def ride(tables, ground, state, moving):
    """One tick of the body."""
    body, now = tables.body, state.body
    period = body[PERIOD]
    goal = 1.0 if moving else 0.0
    now[ACTIVITY] = goal + (now[ACTIVITY] - goal) * body[ACTIVITY_STAYS]
    if not moving and now[ACTIVITY] < 1e-4:
        now[ACTIVITY] = 0.0
    speed = math.sqrt(now[GO_X] * now[GO_X] + now[GO_Z] * now[GO_Z])
    now[FORWARD] = now[ACTIVITY] * max(now[GO_Z], 0.0) / max(speed, 1e-3 * body[SCALE] / period)
    height, rise_x, rise_z = _under_feet(tables, ground, state)
    _spring(now, PLACE_Y, RISE_SPEED, height, body[HEIGHT_SPRING], body[SCALE], now[IDLE] > 0.0)
    lean, drop = _ride_hips(tables, state, height, rise_x, rise_z)
    bank = 0.6 * math.atan(now[GO_TURN] * now[GO_Z] / GRAVITY) + 0.3 * math.atan(now[PUSH_X] / GRAVITY)
    pitch = lean + 0.3 * math.atan(now[PUSH_Z] / GRAVITY) - body[FOLLOW_Z] * math.atan(rise_z)
    roll = drop - bank + body[FOLLOW_X] * math.atan(rise_x)
    _spring(now, PITCHED, PITCH_SPEED, pitch, body[TILT_SPRING], 1.0, now[IDLE] > 0.0)
    _spring(now, ROLLED, ROLL_SPEED, roll, body[TILT_SPRING], 1.0, now[IDLE] > 0.0)


@part
def _spring(values, value, speed, goal, frequency, scale, snaps):
    """A tick of a critically damped spring, exactly; at rest it is at its goal and nowhere near it."""
    away = values[value] - goal
    drive = values[speed] + frequency * away
    step = frequency * TICK  # its exponential as a quotient: exact to 1e-7 at the rates that occur
    left = (1.0 - step * (0.5 - step * (0.1 - step / 120.0))) / (
        1.0 + step * (0.5 + step * (0.1 + step / 120.0))
    )
    values[value] = goal + (away + drive * TICK) * left
    values[speed] = (values[speed] - frequency * drive * TICK) * left
    if snaps and abs(values[value] - goal) + abs(values[speed]) / frequency < 1e-6 * scale:
        values[value], values[speed] = goal, 0.0


@part
def in_character(now, x, z):
    """(x, z) of a place in the world, as the character sees it."""
    sine, cosine = now[SINE], now[COSINE]
    dx, dz = x - now[PLACE_X], z - now[PLACE_Z]
    return cosine * dx - sine * dz, sine * dx + cosine * dz


@part
def _under_feet(tables, ground, state):
    """The plane through the feet by least squares: height below the body [m], rise per metre to +X and +Z.

    A ridge on the slopes keeps it level where the feet say nothing about a direction. Without feet it is
    the ground right below.
    """
    feet, now, body = tables.feet, state.feet, state.body
    count = len(feet)
    if count == 0:
        return ground_height(ground, body[PLACE_X], body[PLACE_Z]), 0.0, 0.0
    sx = sz = sy = 0.0
    for foot in range(count):
        x, z = in_character(body, now[foot, FOOT_X], now[foot, FOOT_Z])
        sx, sz, sy = sx + x / count, sz + z / count, sy + (now[foot, FOOT_Y] - feet[foot, HOME_Y]) / count
    ridge = _RIDGE * count * tables.body[SCALE] ** 2
    xx, zz, xz, xy, zy = ridge, ridge, 0.0, 0.0, 0.0
    for foot in range(count):
        x, z = in_character(body, now[foot, FOOT_X], now[foot, FOOT_Z])
        x, z, y = x - sx, z - sz, now[foot, FOOT_Y] - feet[foot, HOME_Y] - sy
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
    frequency, still = tables.body[HIP_SPRING], body[IDLE] > 0.0
    lean = drop = 0.0
    for hip in range(len(hips)):
        own, middle = _mean_home(tables, hip)
        every = own == 0  # a root without legs rides on all of them
        if every:
            own, middle = count, 0.0
        weights, swayed, bounced, uneven = 0.0, 0.0, 0.0, 0.0
        levers, turns, sway, twist, crouch = 0.0, 0.0, 0.0, 0.0, 0.0
        for foot in range(count):
            if not every and index[foot, HIP] != hip:
                continue
            group = index[foot, GROUP]
            key, length = state.now[group], tables.groups[group, LENGTH]
            x, z = in_character(body, now[foot, FOOT_X], now[foot, FOOT_Z])
            weight = now[foot, WEIGHT]
            weights += weight
            swayed += weight * (x - middle)
            bounced += _bounce(key[DUTY]) * key[BOUNCE] * length * (_carried(now, foot) - _MID_STANCE) / own
            uneven += (now[foot, FOOT_Y] - feet[foot, HOME_Y] - height - rise_x * x - rise_z * z) / own
            arm = feet[foot, HOME_X] - middle
            levers += arm * arm + (_NARROW * length) ** 2
            turns += arm * (z - feet[foot, HOME_Z])
            sway, twist, crouch = (
                sway + key[SWAY] / own,
                twist + key[TWIST] / own,
                crouch + key[CROUCH] * length / own,
            )
            lean += key[LEAN] / count
            drop += key[ROLL] * math.copysign(1.0, arm) * (weight - 1.0) / count if abs(arm) > 1e-9 else 0.0
        swayed = sway * swayed / (weights + _HANGING * own)
        turned = -twist * math.atan(turns / levers) if levers > 0.0 else 0.0
        raised = body[ACTIVITY] * bounced + uneven - crouch
        scale = tables.body[SCALE]
        _spring(hips[hip], SWAYED, SWAY_SPEED, swayed, frequency, scale, still)
        _spring(hips[hip], RAISED, RAISE_SPEED, raised, frequency, scale, still)
        _spring(hips[hip], TWISTED, TWIST_SPEED, min(max(turned, -0.4), 0.4), frequency, 1.0, still)
    return lean, drop


@part
def _mean_home(tables, hip):
    """(how many feet a hip has, how far to the left their rest places are on average)."""
    own, middle = 0, 0.0
    for foot in range(len(tables.feet)):
        if tables.numbers[foot, HIP] == hip:
            own += 1
            middle += tables.feet[foot, HOME_X]
    return own, middle / max(own, 1)


@part
def _bounce(duty):
    """Walkers vault over the standing foot (+1), runners sink into it (-1)."""
    return min(max((duty - 0.5) / 0.06, -1.0), 1.0)


@part
def _carried(now, foot):
    return now[foot, WEIGHT] * math.sin(math.pi * now[foot, STANCE])


@part
def roll_feet(tables, state):
    """One tick of the feet's roll: down on the heel, flat, up over the toe, and level again in the air."""
    now = state.feet
    for foot in range(len(now)):
        if tables.feet[foot, TURNS] == 0.0:
            continue
        group = tables.numbers[foot, GROUP]
        strength = state.body[FORWARD] * tables.feet[foot, ROLL_SCALE]
        strike, push = strength * state.now[group, STRIKE], strength * state.now[group, PUSH]
        flight, stance = now[foot, FLIGHT], now[foot, STANCE]
        if flight < 0.0:
            landed = smoothstep(1.0 - now[foot, AGE] / tables.groups[group, NATURAL])
            goal = push * smoothstep((stance - 0.6) / 0.4) - landed * strike * smoothstep(1.0 - stance / 0.25)
        else:
            pushed = min(push * smoothstep(1.0 - flight / 0.45), max(now[foot, PITCH], 0.0))
            goal = pushed - strike * smoothstep((flight - 0.5) / 0.4)
        before = now[foot, PITCH]
        now[foot, PITCH] = goal + (before - goal) * tables.groups[group, ROLL_STAYS]
        if goal == 0.0 and abs(now[foot, PITCH]) < 1e-6:
            now[foot, PITCH] = 0.0
        now[foot, PITCH_RATE] = (now[foot, PITCH] - before) / TICK
