"""Compiled steps of the feet: when they lift, how they fly and where they land (paper, 4.2).

A standing foot is constant in the world: nothing here writes to one. A flying foot homes in on its aim: in
each tick it covers a share of the remaining distance, given by its path. So a moving aim bends the flight
without a jump, and the foot lands on the aim exactly.
"""

import math

from kinegraph.core.kernels.decorators import part
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.ground_kernels import ground_at, ground_height
from kinegraph.creatures.gait.motion_kernels import foot_speed, predict_place

_FASTEST = 1.6  # cycles per natural period of a leg, sqrt(length / gravity): beyond it strides outgrow legs
_SETTLING = 0.5  # cycles per natural period while feet go back to their places
_QUICKEST, _SLOWEST = 0.3, 1.8  # flight times in natural periods
# Shortest flight [s], and how much longer it is for a leg that sweeps by its reach, and lifts by it: so no
# part of a leg turns by more than 45 degrees in a frame of 1/60 s, however small the leg.
_BRIEFEST, _SWEEP, _FOLD = 0.06, 0.045, 0.15
# Shares of the way to another height of the arc that a foot makes in a flight's length: up over an obstacle
# it must be quick, down it has time.
_HEIGHT_UP, _HEIGHT_DOWN = 8.0, 2.5
_HURRY = 0.4  # share of a change of its pace that a flying foot makes in a tick
_QUICK_ROLL = 2.5  # fastest roll of a foot through its stance, as a multiple of the stance's own speed
_WHIRL = 0.13  # [s / rad] that a turn in the air takes at least: a foot that flips looks broken at any size
_TURN_ROOM = 0.45  # [rad] that a foot may be turned from the body, to either side
_LEFT = 0.8  # of its room: a foot so far behind steps at its turn
_LATE, _TOO_LATE = 1.35, 1.8  # of its room: a foot so far out steps when another stands, and in any case
_OUT_OF_PLACE, _TURNED = 0.04, 0.12  # [leg lengths], [rad] at which a foot of a standing body steps
_SETTLED_ON = 0.8  # share of a flight after which its aim stays
_REAIM = 4  # ticks between looks at the ground ahead
_STEEP = 1.0  # a rise per metre past which a place is an edge, not a slope to stand along
_OWN_SIDE = 0.35  # share of its rest distance from the middle that a foot keeps on its side


@part
def clock_rate(tables, state, settling):
    """Cycles per second at which every foot keeps up with the body within its room."""
    index, feet, groups = tables.numbers, tables.feet, tables.groups
    turn, rate = abs(state.body[at.GO_TURN]), 0.0
    for foot in range(len(index)):
        group = index[foot, at.GROUP]
        vx, vz = foot_speed(tables, state.body, foot)
        length, duty = groups[group, at.LENGTH], state.now[group, at.DUTY]
        authored = math.sqrt(vx * vx + vz * vz) / (state.now[group, at.STRIDE] * length)
        needed = max(authored, duty * _rooms_per_second(feet, foot, vx, vz), 0.5 * duty * turn / _TURN_ROOM)
        # At most so fast that the foot stands while the ground passes its room, and has time to come back.
        stands = 1.0 / max(_rooms_per_second(feet, foot, vx, vz), 1e-9)
        most = min(_FASTEST / groups[group, at.NATURAL], 1.0 / (stands + _briefest(tables, state, foot)))
        rate = max(rate, min(needed, most) / groups[group, at.RATE])
    if settling:
        rate = max(rate, _SETTLING / tables.body[at.PERIOD])
    return rate


@part
def _briefest(tables, state, foot):
    """Shortest flight of a foot [s], by how far its leg swings and folds in it."""
    row, group = tables.feet[foot], tables.numbers[foot, at.GROUP]
    lift = state.now[group, at.LIFT] * row[at.LIFT_SCALE] * tables.groups[group, at.LENGTH]
    return _BRIEFEST + (_SWEEP * 2.0 * row[at.ROOM_Z] + _FOLD * lift) / row[at.REACH]


@part
def _rooms_per_second(feet, foot, vx, vz):
    """Lengths of the foot's room that the ground moves past it in a second [1/s]."""
    x, z = vx / feet[foot, at.ROOM_X], vz / feet[foot, at.ROOM_Z]
    return 0.5 * math.sqrt(x * x + z * z)


@part
def step_feet(tables, ground, state, wish, rate, moving):
    """One tick of all feet.

    wish: (vx, vz, turn) commanded, in the body's frame.
    rate: Cycles of the clock per second.
    """
    index, feet, now = tables.numbers, tables.feet, state.feet
    count = len(index)
    flying = 0
    for foot in range(count):
        flying += now[foot, at.FLIGHT] >= 0.0
    most = max(1, count // 2 + (count > 2))  # those that step after each other may overlap a little
    for foot in range(count):
        group = index[foot, at.GROUP]
        natural = tables.groups[group, at.NATURAL]
        cycles = max(rate * tables.groups[group, at.RATE], 0.1 / natural)
        vx, vz = foot_speed(tables, state.body, foot)
        duty = state.now[group, at.DUTY] + feet[foot, at.MORE_DUTY]
        duty = min(duty, cycles / max(_rooms_per_second(feet, foot, vx, vz), 1e-9))
        duty = min(max(duty, 0.1), 0.96)
        seconds = min(max((1.0 - duty) / cycles, _QUICKEST * natural), _SLOWEST * natural)
        seconds = max(seconds, _briefest(tables, state, foot))
        phase, elapsed = foot_phase(tables, state, foot), at.TICK
        if now[foot, at.FLIGHT] < 0.0:
            now[foot, at.AGE] += at.TICK
            part = phase - math.floor(phase)
            # A foot that has just stepped early skips its turn: its roll goes back without a jump.
            rolled = min(max((part - 1.0 + duty) / duty, 0.0), 1.0) - now[foot, at.STANCE]
            quickest = _QUICK_ROLL * at.TICK * cycles / duty
            now[foot, at.STANCE] += min(max(rolled, -quickest), quickest)
            elapsed = 0.0  # a foot that lifts in this tick has not flown yet
            if _should_lift(tables, ground, state, foot, phase, moving, duty, cycles, flying < most):
                flying += 1
                now[foot, at.FLIGHT] = 0.0
                now[foot, at.NEEDED] = now[foot, at.HEIGHT] = 0.0
        if now[foot, at.FLIGHT] >= 0.0:
            _fly(tables, ground, state, foot, wish, seconds, 0.5 * duty / cycles, elapsed)
        now[foot, at.WEIGHT] = feet[foot, at.LOAD] * _load_share(now[foot, at.FLIGHT])


@part
def foot_phase(tables, state, foot):
    """Cycles that a foot has gone through: it lifts whenever this passes a whole number."""
    group = tables.numbers[foot, at.GROUP]
    trigger = (
        tables.feet[foot, at.SIDE_STEP] * state.now[group, at.SIDE_LAG]
        + tables.feet[foot, at.ROW_STEP] * state.now[group, at.ROW_LAG]
        + tables.feet[foot, at.FIXED_STEP]
    )
    return state.body[at.CLOCK] * tables.groups[group, at.RATE] - trigger


@part
def _should_lift(tables, ground, state, foot, phase, moving, duty, cycles, spare):
    """True if a standing foot leaves the ground now: it is its turn, or it is left too far behind.

    spare: Whether enough of the others stand.
    """
    now = state.feet
    _, _, away, ahead = displacement(tables, state, foot)
    whole = math.floor(phase)
    if whole > now[foot, at.STEPS]:
        if moving:
            # It may just have stepped early, and be well ahead: then it skips its turn.
            wanted = (away > _LEFT and not ahead) or now[foot, at.AGE] > 0.35 * duty / cycles
            if ahead and _is_left_behind(tables, state, foot):
                wanted = False  # the other steps first
        else:
            wanted = is_out_of_place(tables, ground, state, foot)
        # Feet that land a tick or two after the next one's turn do not hold it up: each would wait for the
        # last, and the whole walk would fall behind its clock.
        if wanted and not spare and duty >= 0.5 + 2.0 * at.TICK * cycles and away < _TOO_LATE:
            return False  # its turn comes in a later tick
        now[foot, at.STEPS] = whole
        return wanted
    if ahead:
        return False  # the body is on its way to it
    late = away > _TOO_LATE or (away > _LATE and (spare or duty < 0.5))
    return late and (moving or is_out_of_place(tables, ground, state, foot))


@part
def is_out_of_place(tables, ground, state, foot):
    """True if a foot of a standing body is neither at its rest place nor at the foothold nearest to that."""
    far, turned, _, _ = displacement(tables, state, foot)
    near = _OUT_OF_PLACE * tables.groups[tables.numbers[foot, at.GROUP], at.LENGTH]
    if turned > _TURNED or far <= near:
        return turned > _TURNED
    feet, now, body = tables.feet, state.feet, state.body
    sine, cosine = body[at.SINE], body[at.COSINE]
    x = body[at.PLACE_X] + cosine * feet[foot, at.HOME_X] + sine * feet[foot, at.HOME_Z]
    z = body[at.PLACE_Z] + cosine * feet[foot, at.HOME_Z] - sine * feet[foot, at.HOME_X]
    x, z = _foothold(tables, ground, foot, x, z, body[at.HEADING])
    return math.hypot(now[foot, at.FOOT_X] - x, now[foot, at.FOOT_Z] - z) > near


@part
def _is_left_behind(tables, state, but):
    """True if a standing foot other than `but` is late: the body turned back before it could step."""
    for foot in range(len(tables.feet)):
        if foot != but and state.feet[foot, at.FLIGHT] < 0.0:
            _, _, away, ahead = displacement(tables, state, foot)
            if away > _LEFT and not ahead:
                return True
    return False


@part
def displacement(tables, state, foot):
    """(distance from its rest place [m], turn from the body [rad], both as a share of its room, is ahead)."""
    feet, now, body = tables.feet, state.feet, state.body
    sine, cosine = body[at.SINE], body[at.COSINE]
    x, z = now[foot, at.FOOT_X] - body[at.PLACE_X], now[foot, at.FOOT_Z] - body[at.PLACE_Z]
    dx = cosine * x - sine * z - feet[foot, at.HOME_X]
    dz = sine * x + cosine * z - feet[foot, at.HOME_Z]
    turned = abs(wrap_angle(now[foot, at.YAW] - body[at.HEADING]))
    rx, rz, ry = dx / feet[foot, at.ROOM_X], dz / feet[foot, at.ROOM_Z], turned / (1.5 * _TURN_ROOM)
    rooms = math.sqrt(rx * rx + rz * rz + ry * ry)
    vx, vz = foot_speed(tables, body, foot)
    return math.sqrt(dx * dx + dz * dz), turned, rooms, dx * vx + dz * vz > 0.0


@part
def wrap_angle(angle):
    """The same angle from -pi to pi."""
    return angle - 2.0 * math.pi * math.floor(angle / (2.0 * math.pi) + 0.5)


@part
def along_path(path, flight, column):
    """A column of the flight's table, linear between samples."""
    place = min(max(flight, 0.0), 1.0) * (len(path) - 1)
    low = min(int(place), len(path) - 2)
    return path[low, column] + (place - low) * (path[low + 1, column] - path[low, column])


@part
def homing_share(path, before, after):
    """Share of the remaining distance that a flying foot covers between two times of its flight."""
    done = along_path(path, before, at.PROGRESS)
    return (along_path(path, after, at.PROGRESS) - done) / (1.0 - done) if done < 1.0 else 1.0


@part
def _load_share(flight):
    """Share of its load that a foot bears: 1 standing, 0 in mid-flight, smooth between."""
    if flight < 0.0:
        return 1.0
    return max(1.0 - smoothstep(flight / 0.3), smoothstep((flight - 0.7) / 0.3))


@part
def _fly(tables, ground, state, foot, wish, seconds, half_stance, elapsed):
    """Moves a flying foot on by `elapsed` [s]. seconds: Duration of the whole flight."""
    now = state.feet
    before = now[foot, at.FLIGHT]
    if before == 0.0 or (before < _SETTLED_ON and (int(state.body[at.TICKS]) + foot) % _REAIM == 0):
        _aim(tables, ground, state, foot, wish, (1.0 - before) * seconds, half_stance)
        now[foot, at.NEEDED] = _clearance(tables, ground, state, foot, before)
        if before == 0.0:
            now[foot, at.HEIGHT] = now[foot, at.NEEDED]
    turn = abs(wrap_angle(now[foot, at.AIM_YAW] - now[foot, at.YAW]))
    whole = turn / max(1.0 - along_path(tables.path[foot], before, at.PROGRESS), 0.1)
    seconds = max(seconds, _WHIRL * min(whole, math.pi))
    rate = 1.0 / seconds
    if elapsed > 0.0:  # a flight that starts slowly speeds up smoothly
        rate = now[foot, at.FLIGHT_RATE] + _HURRY * (rate - now[foot, at.FLIGHT_RATE])
    after = before + elapsed * rate
    now[foot, at.FLIGHT_RATE] = rate
    lacks = now[foot, at.NEEDED] - now[foot, at.HEIGHT]
    quick = (_HEIGHT_UP if lacks > 0.0 else _HEIGHT_DOWN) * elapsed / seconds
    now[foot, at.HEIGHT] += lacks * quick / (1.0 + quick)
    share = homing_share(tables.path[foot], before, after) if after < 1.0 else 1.0
    now[foot, at.FOOT_X] += share * (now[foot, at.AIM_X] - now[foot, at.FOOT_X])
    now[foot, at.FOOT_Y] += share * (now[foot, at.AIM_Y] - now[foot, at.FOOT_Y])
    now[foot, at.FOOT_Z] += share * (now[foot, at.AIM_Z] - now[foot, at.FOOT_Z])
    now[foot, at.YAW] += share * wrap_angle(now[foot, at.AIM_YAW] - now[foot, at.YAW])
    now[foot, at.RISE_X] += share * (now[foot, at.AIM_RISE_X] - now[foot, at.RISE_X])
    now[foot, at.RISE_Z] += share * (now[foot, at.AIM_RISE_Z] - now[foot, at.RISE_Z])
    now[foot, at.FLIGHT] = after
    if after >= 1.0:
        now[foot, at.FOOT_X], now[foot, at.FOOT_Y] = now[foot, at.AIM_X], now[foot, at.AIM_Y]
        now[foot, at.FOOT_Z], now[foot, at.YAW] = now[foot, at.AIM_Z], wrap_angle(now[foot, at.AIM_YAW])
        now[foot, at.RISE_X], now[foot, at.RISE_Z] = now[foot, at.AIM_RISE_X], now[foot, at.AIM_RISE_Z]
        now[foot, at.FLIGHT], now[foot, at.AGE], now[foot, at.STANCE] = -1.0, 0.0, 0.0


@part
def _aim(tables, ground, state, foot, wish, left, half_stance):
    """Landing place of a foot: below its rest place when the body will be half way over it."""
    feet, now, body = tables.feet, state.feet, state.body
    px, pz, turn = predict_place(tables, body, wish[0], wish[1], wish[2], left)
    mx, mz, middle = predict_place(tables, body, wish[0], wish[1], wish[2], left + half_stance)
    hx, hz = feet[foot, at.HOME_X], feet[foot, at.HOME_Z]
    if wish[0] != 0.0 or wish[1] != 0.0:
        hz *= 1.0 - tables.body[at.SQUEEZE]
    sine, cosine = math.sin(middle), math.cos(middle)
    x, z = mx + cosine * hx + sine * hz - px, mz + cosine * hz - sine * hx - pz
    sine, cosine = math.sin(turn), math.cos(turn)
    dx, dz = cosine * x - sine * z - hx, sine * x + cosine * z - hz
    out = math.hypot(dx / feet[foot, at.ROOM_X], dz / feet[foot, at.ROOM_Z])
    if out > 1.0:
        dx, dz = dx / out, dz / out
    side = math.copysign(1.0, hx)
    if side * (hx + dx) < _OWN_SIDE * side * hx:
        dx = (_OWN_SIDE - 1.0) * hx  # feet of the two sides never cross
    x, z = px + cosine * (hx + dx) + sine * (hz + dz), pz + cosine * (hz + dz) - sine * (hx + dx)
    swerve = wrap_angle(middle - turn)
    yaw = turn + min(max(swerve, -_TURN_ROOM), _TURN_ROOM)
    x, z = _foothold(tables, ground, foot, x, z, yaw)
    height, rise_x, rise_z = ground_at(ground, x, z)
    if rise_x * rise_x + rise_z * rise_z > _STEEP * _STEEP:
        rise_x, rise_z = 0.0, 0.0
    now[foot, at.AIM_X], now[foot, at.AIM_Y], now[foot, at.AIM_Z] = x, height + feet[foot, at.HOME_Y], z
    now[foot, at.AIM_YAW] = yaw
    now[foot, at.AIM_RISE_X], now[foot, at.AIM_RISE_Z] = rise_x, rise_z


@part
def _foothold(tables, ground, foot, x, z, yaw):
    """The place near (x, z), before or behind, where the sole lies best: not over the edge of a step."""
    if ground.heights.size == 1:
        return x, z
    length = tables.groups[tables.numbers[foot, at.GROUP], at.LENGTH]
    toe, heel = max(tables.feet[foot, at.TOE], 0.04 * length), max(tables.feet[foot, at.HEEL], 0.04 * length)
    sine, cosine = math.sin(yaw), math.cos(yaw)
    best_x, best_z, best = x, z, math.inf
    for trial in range(5):
        away = (0.0, -0.35, 0.35, -0.7, 0.7)[trial] * (toe + heel)
        tx, tz = x + sine * away, z + cosine * away
        here = ground_height(ground, tx, tz)
        front = ground_height(ground, tx + sine * toe, tz + cosine * toe) - here
        back = here - ground_height(ground, tx - sine * heel, tz - cosine * heel)
        cost = abs(front / toe - back / heel) * (toe + heel) + 0.25 * abs(away)
        if cost < best - 1e-12:
            best_x, best_z, best = tx, tz, cost
    return best_x, best_z


@part
def _clearance(tables, ground, state, foot, flight):
    """Height of the arc [m]: from the style, lower for short steps, higher over obstacles."""
    feet, now = tables.feet, state.feet
    group = tables.numbers[foot, at.GROUP]
    length = tables.groups[group, at.LENGTH]
    dx, dz = now[foot, at.AIM_X] - now[foot, at.FOOT_X], now[foot, at.AIM_Z] - now[foot, at.FOOT_Z]
    rest = 1.0 - along_path(tables.path[foot], flight, at.PROGRESS)
    way = math.hypot(dx, dz) / max(rest, 0.05)
    short = min(0.3 + way / (0.4 * length), 1.0)
    height = state.now[group, at.LIFT] * feet[foot, at.LIFT_SCALE] * length * short
    if ground.heights.size == 1:
        return height
    dy, sine, cosine = (
        now[foot, at.AIM_Y] - now[foot, at.FOOT_Y],
        math.sin(now[foot, at.YAW]),
        math.cos(now[foot, at.YAW]),
    )
    for sample in range(8):
        time = flight + (0.97 - flight) * (sample + 0.5) / 8.0
        share = homing_share(tables.path[foot], flight, time)
        x, z = now[foot, at.FOOT_X] + share * dx, now[foot, at.FOOT_Z] + share * dz
        toe = feet[foot, at.TOE]
        below = max(ground_height(ground, x, z), ground_height(ground, x + sine * toe, z + cosine * toe))
        over = below + feet[foot, at.HOME_Y] + 0.03 * length - now[foot, at.FOOT_Y] - share * dy
        height = max(height, over / max(along_path(tables.path[foot], time, at.ARC), 0.2))
    return min(height, 1.5 * length)
