"""From the state of a gait to the goals of a frame, in character space; compiled."""

import math

from kinegraph.core.kernels.decorators import part
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.quaternions import multiply, normalize, quaternion, rotate
from kinegraph.creatures.body.goals import FACING
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.feet_kernels import along_path, homing_share, wrap_angle
from kinegraph.creatures.gait.ground_kernels import ground_height
from kinegraph.creatures.gait.motion_kernels import place_after
from kinegraph.creatures.gait.sink_kernels import body_turn, seat, turn_about_hips

_SOFT = 0.08  # share of a leg's reach over which a flying foot comes to its end
# Share of an inchworm's length that its spine bunches up before it arches, so that the arch begins smoothly.
_SLACK = 0.07


@part
def write_goals(tables, ground, state, goals):
    """Writes placement, root, feet and hips. Bodies that the gait does not move keep weight 0."""
    now = state.body
    left = now[at.REMAINDER]
    x, z, heading = place_after(now, now[at.GO_X], now[at.GO_Z], now[at.GO_TURN], left)
    place = goals.placement
    place[0], place[1], place[2] = x, now[at.PLACE_Y] + left * now[at.RISE_SPEED], z
    place[FACING] = wrap_angle(heading)
    for foot in range(len(tables.feet)):
        _write_foot(tables, ground, state, goals, foot, left)
    mode = tables.body[at.MODE]
    if mode == at.CARRIED:
        _write_carried(tables, state, goals, left)
    elif mode == at.FLOATING:
        _write_floating(tables, state, goals, left)
    else:
        _write_walking(tables, ground, state, goals, left)


@part
def _write_foot(tables, ground, state, goals, foot, left):
    """A foot's place and orientation. `left`: time since the last tick [s]."""
    feet, now, body = tables.feet, state.feet, tables.numbers[foot, at.BODY]
    x, y, z = now[foot, at.FOOT_X], now[foot, at.FOOT_Y], now[foot, at.FOOT_Z]
    yaw, rise_x, rise_z = now[foot, at.YAW], now[foot, at.RISE_X], now[foot, at.RISE_Z]
    lifted, swung, flight = 0.0, 0.0, now[foot, at.FLIGHT]
    if flight >= 0.0:
        later = min(flight + left * now[foot, at.FLIGHT_RATE], 1.0)
        share = homing_share(tables.path[foot], flight, later)
        x += share * (now[foot, at.AIM_X] - x)
        y += share * (now[foot, at.AIM_Y] - y)
        z += share * (now[foot, at.AIM_Z] - z)
        yaw += share * wrap_angle(now[foot, at.AIM_YAW] - yaw)
        rise_x += share * (now[foot, at.AIM_RISE_X] - rise_x)
        rise_z += share * (now[foot, at.AIM_RISE_Z] - rise_z)
        lifted = now[foot, at.HEIGHT] * along_path(tables.path[foot], later, at.ARC)
        swung = (
            now[foot, at.HEIGHT]
            * along_path(tables.path[foot], later, at.SWING)
            * math.copysign(1.0, feet[foot, at.HOME_X])
        )
    tilt = _tilt(rise_x, rise_z)
    turned = multiply(tilt, (0.0, math.sin(0.5 * yaw), 0.0, math.cos(0.5 * yaw)))
    pitch = now[foot, at.PITCH] + left * now[foot, at.PITCH_RATE]
    arm = feet[foot, at.TOE] if pitch > 0.0 else feet[foot, at.HEEL]
    up = arm * abs(math.sin(pitch))
    on = arm * (1.0 - math.cos(pitch)) * (1.0 if pitch > 0.0 else -1.0)
    sx, sy, sz = rotate(turned, (swung, up, on))  # the sole turns about its toe or its heel, which stays put
    x, y, z = x + sx, y + sy + lifted, z + sz
    if flight >= 0.0:
        y = max(y, ground_height(ground, x, z) + feet[foot, at.HOME_Y])
    place = goals.placement
    sine, cosine = math.sin(place[FACING]), math.cos(place[FACING])
    dx, dz = x - place[0], z - place[2]
    goals.positions[body, 0] = cosine * dx - sine * dz
    goals.positions[body, 1] = y - place[1]
    goals.positions[body, 2] = sine * dx + cosine * dz
    goals.position_weights[body] = 1.0
    roll = (math.sin(0.5 * pitch), 0.0, 0.0, math.cos(0.5 * pitch))
    rest = quaternion(feet, foot, at.REST_X)
    back = (0.0, -math.sin(0.5 * place[FACING]), 0.0, math.cos(0.5 * place[FACING]))
    _put_unit(goals.rotations[body], multiply(multiply(multiply(back, turned), roll), rest))
    goals.rotation_weights[body] = feet[foot, at.TURNS]


@part
def _write_walking(tables, ground, state, goals, left):
    """The root and the other hips, low enough for every standing foot to be within reach."""
    body, hips, now = tables.body, state.hips, state.body
    count = len(hips)
    twist = 0.0
    for hip in range(count):
        twist += (hips[hip, at.TWISTED] + left * hips[hip, at.TWIST_SPEED]) / count
    flexed = now[at.FLEXED] + left * now[at.FLEX_SPEED]
    pitch = now[at.PITCHED] + left * now[at.PITCH_SPEED]
    roll = now[at.ROLLED] + left * now[at.ROLL_SPEED]
    whole = body_turn(twist if count == 1 else 0.0, pitch, roll)
    down = now[at.SUNK] + left * now[at.SINK_SPEED]
    for hip in range(count):
        own = hips[hip, at.TWISTED] + left * hips[hip, at.TWIST_SPEED]
        turn = body_turn(own, pitch + flexed, roll)
        px, py, pz = turn_about_hips(
            tables, whole, tables.hips[hip, 0], tables.hips[hip, 1], tables.hips[hip, 2]
        )
        px += hips[hip, at.SWAYED] + left * hips[hip, at.SWAY_SPEED]
        py += hips[hip, at.RAISED] + left * hips[hip, at.RAISE_SPEED] - down
        if hip == int(body[at.ROOT_HIP]):
            goals.root_position[0], goals.root_position[1], goals.root_position[2] = px, py, pz
            rest = (body[at.ROOT_QX], body[at.ROOT_QY], body[at.ROOT_QZ], body[at.ROOT_QW])
            _put_unit(goals.root_rotation, multiply(turn, rest))
            continue
        bone = tables.hip_bodies[hip]
        goals.positions[bone, 0], goals.positions[bone, 1], goals.positions[bone, 2] = px, py, pz
        goals.position_weights[bone] = 1.0
        rest = quaternion(tables.hip_rests, hip)
        _put_unit(goals.rotations[bone], multiply(turn, rest))
        goals.rotation_weights[bone] = 1.0
    for foot in range(len(tables.feet)):
        if state.feet[foot, at.FLIGHT] >= 0.0:
            _keep_in_reach(tables, ground, state, goals, whole, down, foot, left)
    for row in range(len(tables.steady)):
        part_of = tables.steady[row]
        turn = body_turn(
            part_of[at.OF_TWIST] * twist, part_of[at.OF_TILT] * pitch, part_of[at.OF_TILT] * roll
        )
        bone = tables.steady_bodies[row]
        rest = quaternion(tables.steady, row, at.STEADY_REST)
        _put_unit(goals.rotations[bone], multiply(turn, rest))
        goals.rotation_weights[bone] = 1.0


@part
def _keep_in_reach(tables, ground, state, goals, whole, down, foot, left):
    """Holds a flying foot within its leg's length, and above the ground; free where it leaves and lands."""
    row, goal = tables.feet[foot], goals.positions[tables.numbers[foot, at.BODY]]
    x, y, z = seat(tables, state, whole, foot, left)
    y -= down
    dx, dy, dz = goal[0] - x, goal[1] - y, goal[2] - z
    away = math.sqrt(dx * dx + dy * dy + dz * dz)
    flight = state.feet[foot, at.FLIGHT] + left * state.feet[foot, at.FLIGHT_RATE]
    free = 1.0 - smoothstep(2.0 * min(flight, 1.0 - flight))
    reach = row[at.REACH] * (1.0 + 0.6 * free * free)
    soft = _SOFT * reach
    if away > reach - soft:
        beyond = (away - reach + soft) / soft
        share = (reach - soft + soft * beyond / (1.0 + beyond)) / away
        place = goals.placement
        goal[0], goal[1], goal[2] = x + share * dx, y + share * dy, z + share * dz
        sine, cosine = math.sin(place[FACING]), math.cos(place[FACING])
        wx, wz = place[0] + cosine * goal[0] + sine * goal[2], place[2] + cosine * goal[2] - sine * goal[0]
        goal[1] = max(goal[1], ground_height(ground, wx, wz) + row[at.HOME_Y] - place[1])


@part
def _write_carried(tables, state, goals, left):
    """The root of a creature whose spine bodies are its feet: it arches between them, or rides on one."""
    body, feet, now = tables.body, tables.feet, state.body
    first, last = tables.numbers[0, at.BODY], tables.numbers[len(feet) - 1, at.BODY]
    pitch, roll = now[at.PITCHED] + left * now[at.PITCH_SPEED], now[at.ROLLED] + left * now[at.ROLL_SPEED]
    rest = (body[at.ROOT_QX], body[at.ROOT_QY], body[at.ROOT_QZ], body[at.ROOT_QW])
    root = goals.root_position
    if len(feet) == 1:
        root[0] = body[at.ROOT_X] + goals.positions[first, 0] - feet[0, at.HOME_X]
        root[1] = body[at.ROOT_Y] + goals.positions[first, 1] - feet[0, at.HOME_Y]
        root[2] = body[at.ROOT_Z] + goals.positions[first, 2] - feet[0, at.HOME_Z]
        _put_unit(goals.root_rotation, goals.rotations[first])
        head = int(body[at.HEAD_BODY])
        if head != first:
            rise = state.hips[0, at.RAISED] + left * state.hips[0, at.RAISE_SPEED]
            goals.positions[head, 0] = tables.hips[0, 0] + root[0] - body[at.ROOT_X]
            goals.positions[head, 1] = tables.hips[0, 1] + root[1] - body[at.ROOT_Y] + rise
            goals.positions[head, 2] = (
                tables.hips[0, 2] + root[2] - body[at.ROOT_Z] + 0.5 * pitch * tables.hips[0, 1]
            )
            goals.position_weights[head] = 1.0
        return
    length = math.hypot(
        feet[len(feet) - 1, at.HOME_X] - feet[0, at.HOME_X],
        feet[len(feet) - 1, at.HOME_Z] - feet[0, at.HOME_Z],
    )
    share = (body[at.ROOT_Z] - feet[0, at.HOME_Z]) / max(
        feet[len(feet) - 1, at.HOME_Z] - feet[0, at.HOME_Z], 1e-9
    )
    dx = goals.positions[last, 0] - goals.positions[first, 0]
    dy = (
        goals.positions[last, 1]
        - goals.positions[first, 1]
        - feet[len(feet) - 1, at.HOME_Y]
        + feet[0, at.HOME_Y]
    )
    dz = goals.positions[last, 2] - goals.positions[first, 2]
    apart = math.sqrt(dx * dx + dz * dz)
    short = max(length - apart, 0.0)
    short *= short / (short + _SLACK * length)
    slack = short * apart * 0.375 + (_SLACK * length) ** 2
    arch = 4.0 * share * (1.0 - share) * (math.sqrt(slack) - _SLACK * length)
    low = goals.positions[first, 1] - feet[0, at.HOME_Y]
    root[0] = goals.positions[first, 0] + share * dx + body[at.ROOT_X] - feet[0, at.HOME_X]
    root[1] = body[at.ROOT_Y] + low + share * dy + arch
    root[2] = goals.positions[first, 2] + share * dz
    turn = body_turn(math.atan2(dx, dz), now[at.FLEXED] + left * now[at.FLEX_SPEED], roll)
    _put_unit(goals.root_rotation, multiply(turn, rest))


@part
def _write_floating(tables, state, goals, left):
    body, now = tables.body, state.body
    pulse = 2.0 * math.pi * 0.12 * (now[at.PULSE] + left / body[at.PERIOD])
    natural = body[at.SCALE] / body[at.PERIOD]
    lean = 0.3 * math.tanh(now[at.GO_Z] / natural)
    bank = -0.3 * math.tanh(now[at.GO_X] / natural)
    goals.root_position[0] = body[at.ROOT_X] + 0.02 * body[at.SCALE] * math.sin(0.5 * pulse)
    goals.root_position[1] = body[at.ROOT_Y] + body[at.HOVER] + 0.06 * body[at.SCALE] * math.sin(pulse)
    goals.root_position[2] = body[at.ROOT_Z]
    pitch = now[at.PITCHED] + left * now[at.PITCH_SPEED] + lean + 0.03 * math.sin(pulse - 0.8)
    turn = body_turn(0.0, pitch, now[at.ROLLED] + left * now[at.ROLL_SPEED] + bank)
    _put_unit(
        goals.root_rotation,
        multiply(turn, (body[at.ROOT_QX], body[at.ROOT_QY], body[at.ROOT_QZ], body[at.ROOT_QW])),
    )


@part
def _tilt(rise_x, rise_z):
    """The smallest turn from upright to the normal of ground that rises so."""
    size = 1.0 / math.sqrt(1.0 + rise_x * rise_x + rise_z * rise_z)
    w = math.sqrt(0.5 * (1.0 + size))
    return -0.5 * rise_z * size / w, 0.0, 0.5 * rise_x * size / w, w


@part
def _put_unit(out, q):
    out[0], out[1], out[2], out[3] = normalize(q)
