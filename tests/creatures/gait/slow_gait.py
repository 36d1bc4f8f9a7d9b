"""Plain NumPy twins of the stages of a gait's tick, one for each stage of the gait kernels."""

from dataclasses import dataclass

import numpy as np
from scipy.linalg import expm

from kinegraph.core.arrays import Floats
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_rotate,
)
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.tables import GaitState, GaitTables

FASTEST, TURN_ROOM = 1.6, 0.45
X, Y, Z = np.eye(3)


def smoothstep(x: float | Floats) -> Floats:
    """3 x^2 - 2 x^3 between 0 and 1."""
    t = np.clip(x, 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def damped(value: float, speed: float, goal: float, frequency: float) -> tuple[float, float]:
    """(value, speed) after a tick of a critically damped spring, from the matrix exponential."""
    system = np.array([[0.0, 1.0], [-(frequency**2), -2.0 * frequency]])
    away, after = expm(system * at.TICK) @ [value - goal, speed]
    return goal + float(away), float(after)


def soft_limit(value: float | Floats, most: float) -> Floats:
    """A value within -most..most, by the fourth power of its share."""
    return np.asarray(value) * (1.0 + (np.asarray(value) / most) ** 4) ** -0.25


def damped_turn(
    value: float, speed: float, goal: float, frequency: float, quickest: float
) -> tuple[float, float]:
    """`damped` for a turn that is limited to an angular speed."""
    after, then = damped(value, speed, goal, frequency)
    return value + float(soft_limit(after - value, quickest * at.TICK)), float(soft_limit(then, quickest))


# Motion: the ground plan of a walk.


def arc(body: Floats, velocity: tuple[float, float], turn: float, time: float) -> tuple[float, float, float]:
    """(x, z, heading) after a steady velocity in the body's frame: an integral of complex numbers."""
    going = velocity[1] + 1j * velocity[0]
    chord = time if turn == 0.0 else (np.exp(1j * turn * time) - 1.0) / (1j * turn)
    place = body[at.PLACE_Z] + 1j * body[at.PLACE_X] + going * np.exp(1j * body[at.HEADING]) * chord
    return float(place.imag), float(place.real), float(body[at.HEADING] + turn * time)


def follow(tables: GaitTables, before: Floats, wish: tuple[float, float, float]) -> Floats:
    """The body's numbers after a tick: two lags in a row, from the matrix exponential."""
    lag, after = tables.body[at.RESPONSE], before.copy()
    step = expm(np.array([[-1.0, 0.0], [1.0, -1.0]]) * at.TICK / lag)
    columns = ((at.WISH_X, at.GO_X), (at.WISH_Z, at.GO_Z), (at.WISH_TURN, at.GO_TURN))
    for (first, second), goal in zip(columns, wish, strict=True):
        after[[first, second]] = goal + step @ (before[[first, second]] - goal)
    mean = 0.5 * (before + after)
    place = arc(before, (mean[at.GO_X], mean[at.GO_Z]), mean[at.GO_TURN], at.TICK)
    after[[at.PLACE_X, at.PLACE_Z, at.HEADING]] = place
    after[[at.PUSH_X, at.PUSH_Z]] = (after - before)[[at.GO_X, at.GO_Z]] / at.TICK
    after[at.SINE], after[at.COSINE] = np.sin(place[2]), np.cos(place[2])
    return after


def foot_speeds(tables: GaitTables, body: Floats) -> Floats:
    """(N, 2) velocity of each foot's rest place, in the body's frame."""
    homes = tables.feet[:, [at.HOME_X, at.HOME_Z]]
    return body[[at.GO_X, at.GO_Z]] + body[at.GO_TURN] * homes[:, ::-1] * [1.0, -1.0]


def parameters(tables: GaitTables, body: Floats) -> Floats:
    """(G, P) each group's parameters at the speed of its fastest foot."""
    speeds = np.linalg.norm(foot_speeds(tables, body), axis=1)
    rows = []
    for group, table in enumerate(tables.parameters):
        fastest = speeds[tables.numbers[:, at.GROUP] == group].max()
        natural = fastest * tables.groups[group, at.NATURAL] / tables.groups[group, at.LENGTH]
        row = np.array([np.interp(natural, table[:, at.SPEED], column) for column in table.T])
        row[at.SPEED] = natural
        rows.append(row)
    return np.array(rows)


# Feet: when they lift, where they fly.


def along_path(path: Floats, flight: float, column: int) -> float:
    """A column of the flight's table, linear between samples."""
    return float(np.interp(flight, np.linspace(0.0, 1.0, len(path)), path[:, column]))


def homing(path: Floats, before: float, after: float) -> float:
    """Share of what is left that a foot goes between two times of its flight."""
    done, there = along_path(path, before, 0), along_path(path, after, 0)
    return 1.0 if done >= 1.0 else (there - done) / (1.0 - done)


def in_body_frame(body: Floats, x: float, z: float) -> tuple[float, float]:
    """A place in the world as the character sees it."""
    away = (z - body[at.PLACE_Z] + 1j * (x - body[at.PLACE_X])) * np.exp(-1j * body[at.HEADING])
    return float(away.imag), float(away.real)


def clock_rate(tables: GaitTables, state: GaitState) -> float:
    """Cycles a second at which every foot keeps up with the body within its room."""
    group = tables.numbers[:, at.GROUP]
    duty, stride = state.now[group, at.DUTY], state.now[group, at.STRIDE]
    speeds = foot_speeds(tables, state.body)
    by_stride = np.linalg.norm(speeds, axis=1) / (stride * tables.groups[group, at.LENGTH])
    rooms = 0.5 * np.linalg.norm(speeds / tables.feet[:, [at.ROOM_X, at.ROOM_Z]], axis=1)
    by_turn = 0.5 * duty * abs(state.body[at.GO_TURN]) / TURN_ROOM
    needed = np.max([by_stride, duty * rooms, by_turn], axis=0)
    # A foot stands while the ground passes its room, and flies for at least as long as its leg needs.
    with np.errstate(divide="ignore"):
        slowest = 1.0 / (1.0 / rooms + briefest(tables, state))
    most = np.minimum(FASTEST / tables.groups[group, at.NATURAL], slowest)
    return float((np.minimum(needed, most) / tables.groups[group, at.RATE]).max())


def briefest(tables: GaitTables, state: GaitState) -> Floats:
    """(N,) shortest flight of each foot [s], by how far it swings and lifts."""
    group, rows = tables.numbers[:, at.GROUP], tables.feet
    lift = state.now[group, at.LIFT] * rows[:, at.LIFT_SCALE] * tables.groups[group, at.LENGTH]
    return 0.06 + (0.045 * 2.0 * rows[:, at.ROOM_Z] + 0.15 * lift) / rows[:, at.REACH]


def phases(tables: GaitTables, state: GaitState) -> Floats:
    """(N,) cycles that each foot has gone through."""
    group, rows = tables.numbers[:, at.GROUP], tables.feet
    later = rows[:, at.SIDE_STEP] * state.now[group, at.SIDE_LAG]
    later = later + rows[:, at.ROW_STEP] * state.now[group, at.ROW_LAG] + rows[:, at.FIXED_STEP]
    return state.body[at.CLOCK] * tables.groups[group, at.RATE] - later


def displaced(tables: GaitTables, state: GaitState, foot: int) -> tuple[float, float, float, bool]:
    """(metres from its rest place, turn from the body, both as a share of its room, whether ahead)."""
    row, now, body = tables.feet[foot], state.feet[foot], state.body
    place = np.array(in_body_frame(body, now[at.FOOT_X], now[at.FOOT_Z]))
    away = place - row[[at.HOME_X, at.HOME_Z]]
    turned = abs(float(np.angle(np.exp(1j * (now[at.YAW] - body[at.HEADING])))))
    rooms = np.linalg.norm([*(away / row[[at.ROOM_X, at.ROOM_Z]]), turned / (1.5 * TURN_ROOM)])
    ahead = float(away @ foot_speeds(tables, body)[foot]) > 0.0
    return float(np.linalg.norm(away)), turned, float(rooms), ahead


def foot_after(tables: GaitTables, before: GaitState, after: GaitState, foot: int) -> Floats:
    """(6,) place, yaw and slope of a flying foot after a tick, by the flight that the tick made."""
    columns = [at.FOOT_X, at.FOOT_Y, at.FOOT_Z, at.RISE_X, at.RISE_Z, at.YAW]
    aims = [at.AIM_X, at.AIM_Y, at.AIM_Z, at.AIM_RISE_X, at.AIM_RISE_Z, at.AIM_YAW]
    start, stop = before.feet[foot, columns], after.feet[foot, aims]
    if after.feet[foot, at.FLIGHT] < 0.0:
        return stop
    flights = before.feet[foot, at.FLIGHT], after.feet[foot, at.FLIGHT]
    way = stop - start
    way[-1] = np.angle(np.exp(1j * way[-1]))
    return start + homing(tables.path[foot], *flights) * way


# Body: how it rides on its feet.


def plane(tables: GaitTables, state: GaitState, ridge: float = 0.02) -> tuple[float, float, float]:
    """(height, rise along x, rise along z) of the ridge regression through the feet."""
    feet = state.feet
    places = np.array([in_body_frame(state.body, x, z) for x, z in feet[:, [at.FOOT_X, at.FOOT_Z]]])
    heights = feet[:, at.FOOT_Y] - tables.feet[:, at.HOME_Y]
    middle, level = places.mean(axis=0), float(heights.mean())
    weight = np.sqrt(ridge * len(feet)) * tables.body[at.SCALE]
    rows = np.vstack([places - middle, weight * np.eye(2)])
    rises = np.linalg.lstsq(rows, np.concatenate([heights - level, np.zeros(2)]), rcond=None)[0]
    return level - float(rises @ middle), float(rises[0]), float(rises[1])


@dataclass
class Ride:
    """What a body springs to: height, pitch, roll, flex, and (H, 3) sway, rise and twist of its hips."""

    height: float
    pitch: float
    roll: float
    flexed: float
    hips: Floats


def ride(tables: GaitTables, state: GaitState) -> Ride:
    """The goals of the body's springs, from where its feet are and what they bear."""
    height, rise_x, rise_z = plane(tables, state)
    feet, rows, body = state.feet, tables.feet, state.body
    group = tables.numbers[:, at.GROUP]
    keys, lengths = state.now[group], tables.groups[group, at.LENGTH]
    places = np.array([in_body_frame(body, x, z) for x, z in feet[:, [at.FOOT_X, at.FOOT_Z]]])
    hips, lean, drop = [], 0.0, 0.0
    for hip in range(len(state.hips)):
        own = tables.numbers[:, at.HIP] == hip
        middle = rows[own, at.HOME_X].mean() if own.any() else 0.0
        own = own if own.any() else np.ones(len(rows), dtype=bool)
        weight, count = feet[own, at.WEIGHT], own.sum()
        vault = np.clip((keys[own, at.DUTY] - 0.5) / 0.06, -1.0, 1.0) * keys[own, at.BOUNCE] * lengths[own]
        bounced = (vault * (weight * np.sin(np.pi * feet[own, at.STANCE]) - 0.4)).mean()
        level = height + places[own] @ [rise_x, rise_z]
        uneven = (feet[own, at.FOOT_Y] - rows[own, at.HOME_Y] - level).mean()
        arms = rows[own, at.HOME_X] - middle
        turns = (arms * (places[own, 1] - rows[own, at.HOME_Z])).sum()
        levers = (arms**2 + (0.5 * lengths[own]) ** 2).sum()
        sway = keys[own, at.SWAY].mean() * (weight @ (places[own, 0] - middle))
        twist = -keys[own, at.TWIST].mean() * np.arctan(turns / levers)
        crouch = (keys[own, at.CROUCH] * lengths[own]).mean()
        raised = body[at.ACTIVITY] * bounced + uneven - crouch
        twist = soft_limit(twist, 0.055 * max(keys[own, at.TWIST].mean() / 0.4, 1.0))
        hips.append([sway / (weight.sum() + 0.3 * count), raised, float(twist)])
        lean += keys[own, at.LEAN].sum() / len(rows)
        sides = np.where(np.abs(arms) > 1e-9, np.sign(arms), 0.0)
        drop += (keys[own, at.ROLL] * sides * (weight - 1.0)).sum() / len(rows)
    bank = 0.6 * np.arctan(body[at.GO_TURN] * body[at.GO_Z] / at.GRAVITY)
    bank += 0.3 * np.arctan(body[at.PUSH_X] / at.GRAVITY)
    pitch = lean + soft_limit(0.2 * np.arctan(body[at.PUSH_Z] / at.GRAVITY), 0.06)
    pitch -= tables.body[at.FOLLOW_Z] * np.arctan(rise_z)
    roll = drop - bank + tables.body[at.FOLLOW_X] * np.arctan(rise_x)
    goals, flexed = settle_hips(tables, np.array(hips))
    return Ride(height, float(pitch), float(roll), flexed, goals)


def settle_hips(tables: GaitTables, hips: Floats) -> tuple[Floats, float]:
    """((H, 3) what hips spring to, flex): they go together, and each by itself as far as they are spread."""
    arms = tables.hips[:, 2] - tables.body[at.CENTRE_Z]
    mean, alone = hips.mean(axis=0), len(hips) == 1
    ridge = np.sqrt(len(hips)) * 0.4 * tables.body[at.SCALE]
    # Least squares with a row that asks for no turn at all.
    rows = np.append(arms, ridge)[:, None]
    yaw, slope = (
        float(np.linalg.lstsq(rows, np.append(hips[:, column] - mean[column], 0.0), rcond=None)[0][0])
        for column in range(2)
    )
    goals = hips.copy()
    goals[:, :2] = mean[:2] + (hips[:, :2] - mean[:2]) * (arms @ arms) / (arms @ arms + ridge**2)
    turned = 0.0 if alone else float(soft_limit(np.arctan(yaw), 0.055))
    goals[:, 2] = [float(soft_limit(own + turned, max(abs(own), 0.055))) for own in hips[:, 2]]
    return goals, 0.0 if alone else -float(soft_limit(np.arctan(slope), 0.03))


def foot_pitches(tables: GaitTables, state: GaitState) -> Floats:
    """(N,) the pitch of each foot after a tick."""
    feet, rows, group = state.feet, tables.feet, tables.numbers[:, at.GROUP]
    strength = state.body[at.FORWARD] * rows[:, at.ROLL_SCALE]
    strike, push = strength * state.now[group, at.STRIKE], strength * state.now[group, at.PUSH]
    flight, stance, before = feet[:, at.FLIGHT], feet[:, at.STANCE], feet[:, at.PITCH]
    landed = smoothstep(1.0 - feet[:, at.AGE] / tables.groups[group, at.NATURAL])
    standing = push * smoothstep((stance - 0.6) / 0.4) - landed * strike * smoothstep(1.0 - stance / 0.25)
    pushed = np.minimum(push * smoothstep(1.0 - flight / 0.45), np.maximum(before, 0.0))
    flying = pushed - strike * smoothstep((flight - 0.5) / 0.4)
    goal = np.where(flight < 0.0, standing, flying)
    after = goal + (before - goal) * tables.groups[group, at.ROLL_STAYS]
    return np.where(rows[:, at.TURNS] < 1.0, before, after)


# Sinking and goals.


def body_turn(yaw: float, pitch: float, roll: float) -> Floats:
    """(4,) yaw about Y, then pitch about X, then roll about Z, each in its own frame."""
    turn = quat_multiply(quat_from_axis_angle(yaw * Y), quat_from_axis_angle(pitch * X))
    return quat_multiply(turn, quat_from_axis_angle(roll * Z))


def about_hips(tables: GaitTables, turn: Floats, point: Floats) -> Floats:
    """(3,) a point of the body at rest, turned about the middle of its hips."""
    centre = tables.body[[at.CENTRE_X, at.CENTRE_Y, at.CENTRE_Z]]
    return centre + quat_rotate(turn, point - centre)


def needed_sink(tables: GaitTables, state: GaitState) -> float:
    """How far the body must come down for its feet to be within reach [m]."""
    body, total = state.body, 0.0
    twist = state.hips[0, at.TWISTED] if len(state.hips) == 1 else 0.0
    whole = body_turn(twist, body[at.PITCHED], body[at.ROLLED])
    for row, now, number in zip(tables.feet, state.feet, tables.numbers, strict=True):
        hip, flight = state.hips[number[at.HIP]], now[at.FLIGHT]
        seat = about_hips(tables, whole, row[[at.SEAT_X, at.SEAT_Y, at.SEAT_Z]])
        seat = np.add(seat, [hip[at.SWAYED], hip[at.RAISED], 0.0])
        if flight < 0.0:
            place, soon, share = now[[at.FOOT_X, at.FOOT_Y, at.FOOT_Z]].copy(), 0.0, 1.0
            place[1] += row[at.TOE if now[at.PITCH] > 0.0 else at.HEEL] * abs(np.sin(now[at.PITCH]))
        else:
            place, share = now[[at.AIM_X, at.AIM_Y, at.AIM_Z]], float(smoothstep(flight))
            soon = (1.0 - flight) / max(now[at.FLIGHT_RATE], 1e-3)
        across = np.array(in_body_frame(body, place[0], place[2])) - soon * body[[at.GO_X, at.GO_Z]]
        level = np.sum((across - seat[[0, 2]]) ** 2)
        reach = row[at.REACH]
        over = seat[1] + body[at.PLACE_Y] - place[1] - np.sqrt(max(reach**2 - level, 0.1 * reach**2))
        if flight < 0.0 and row[at.ANKLE_REACH] > 0.0:
            turn = body_turn(now[at.YAW] - body[at.HEADING], now[at.PITCH], 0.0)
            ankle, far = quat_rotate(turn, row[at.ANKLE_X : at.ANKLE_Z + 1]), row[at.ANKLE_REACH]
            level = np.sum((across + ankle[[0, 2]] - seat[[0, 2]]) ** 2)
            above = np.sqrt(max(far**2 - level, 0.1 * far**2))
            over = max(over, seat[1] + body[at.PLACE_Y] - place[1] - ankle[1] - above)
        soft = 0.02 * reach
        if over > 1e-9 * reach:
            total += (share * (0.5 * over**2 / soft if over < soft else over - 0.5 * soft)) ** 4
    return min(total**0.25, 0.4 * tables.body[at.CENTRE_Y])


def foot_goal(tables: GaitTables, state: GaitState, placement: Floats, foot: int) -> tuple[Floats, Floats]:
    """((3,) place, (4,) orientation) that a foot should have, in character space, on level ground at 0."""
    row, now = tables.feet[foot], state.feet[foot]
    normal = np.array([-now[at.RISE_X], 1.0, -now[at.RISE_Z]])
    axis = np.cross(Y, normal)
    size = np.linalg.norm(axis)
    tilt = axis * (np.arctan2(size, normal[1]) / size if size > 0.0 else 1.0)
    facing = quat_multiply(quat_from_axis_angle(tilt), quat_from_axis_angle(now[at.YAW] * Y))
    pitch = now[at.PITCH]
    arm = row[at.TOE] if pitch > 0.0 else row[at.HEEL]
    flight, height = now[at.FLIGHT], now[at.HEIGHT]
    lift = height * along_path(tables.path[foot], flight, 1) if flight >= 0.0 else 0.0
    swing = height * along_path(tables.path[foot], flight, 2) if flight >= 0.0 else 0.0
    offset = [
        swing * np.copysign(1.0, row[at.HOME_X]),
        arm * abs(np.sin(pitch)),
        arm * (1.0 - np.cos(pitch)) * np.copysign(1.0, pitch),
    ]
    place = now[[at.FOOT_X, at.FOOT_Y, at.FOOT_Z]] + quat_rotate(facing, np.array(offset)) + lift * Y
    if flight >= 0.0:
        place[1] = max(place[1], row[at.HOME_Y])
    back = quat_conjugate(quat_from_axis_angle(placement[3] * Y))
    turned = quat_multiply(quat_multiply(back, facing), quat_from_axis_angle(pitch * X))
    rest = row[[at.REST_X, at.REST_Y, at.REST_Z, at.REST_W]]
    return quat_rotate(back, place - placement[:3]), quat_multiply(turned, rest)


def root_goal(tables: GaitTables, state: GaitState) -> tuple[Floats, Floats]:
    """((3,) place, (4,) orientation) of the root of a walker whose root is a hip, in character space."""
    body, hips, root = state.body, state.hips, int(tables.body[at.ROOT_HIP])
    pitch, roll = body[at.PITCHED], body[at.ROLLED]
    whole = body_turn(hips[0, at.TWISTED] if len(hips) == 1 else 0.0, pitch, roll)
    own = body_turn(hips[root, at.TWISTED], pitch + body[at.FLEXED], roll)
    place = about_hips(tables, whole, tables.hips[root])
    place = np.add(place, [hips[root, at.SWAYED], hips[root, at.RAISED] - body[at.SUNK], 0.0])
    rest = tables.body[[at.ROOT_QX, at.ROOT_QY, at.ROOT_QZ, at.ROOT_QW]]
    return place, quat_multiply(own, rest)
