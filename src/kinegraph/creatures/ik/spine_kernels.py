"""Compiled spine phase: particles and length constraints at the spine's branch points, then its splines."""

import math

from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.easing import smoothstep, soft_maximum, soft_minimum
from kinegraph.core.kernels.quaternions import (
    IDENTITY,
    conjugate,
    multiply,
    nlerp,
    normalize,
    quaternion,
    rotate,
    rotation_between,
    set_quaternion,
)
from kinegraph.core.kernels.vectors import (
    add,
    add_scaled,
    dot,
    length,
    lerp,
    scale,
    set_vector,
    subtract,
    vector,
)
from kinegraph.creatures.ik import tables as at
from kinegraph.creatures.ik.arch_kernels import LONGEST, SHORTEST, arch

OUTER_ITERATIONS = 8
_LIMIT_BAND = 0.05  # share of its length over which a constraint's limits are soft
_SPINE_SHORTEST, _SPINE_BAND = 0.6, 0.15  # the same for the shortest links between spine particles
_SOFT = 0.03  # share of a constraint's length within which its error is corrected softly
_PULL = 0.35  # share of what a limb lacks that its spine body makes up in one iteration
_MOST_PULL = 0.5  # share of a limb's reach: the most that a far goal pulls
# A link that folds over by more than this cosine (65 degrees) is drawn towards its unbent self, the more the
# further: none ends up folded by more than 80 degrees.
_FOLD_START, _FOLD_BAND, _UNFOLD = 0.42, 0.2, 0.95
_MOST_NOD = 0.4  # tangent of the largest turn that brings a handle on to its goal


@part
def soft_error(error, soft):
    """Correction of a length error (paper, 4.3): C1, flat at 0; beyond `soft` the error less soft / 2."""
    size = abs(error)
    if size < soft:
        return error * size / (2.0 * soft)
    return math.copysign(size - 0.5 * soft, error)


@part
def goal_turn(rest, bodies, body, base):
    """A body's turn from rest, drawn from `base` towards its orientation goal."""
    weight = bodies[body, at.TURN_WEIGHT]
    if weight <= 0.0:
        return base
    return nlerp(base, wanted_turn(rest, bodies, body), weight)


@part
def wanted_turn(rest, bodies, body):
    """The turn from rest that a body's orientation goal asks for."""
    return multiply(quaternion(bodies, body, at.GOAL_TURN), conjugate(quaternion(rest, body, at.REST_TURN)))


@stage
def solve_spine(spine, goals, pulls, rest, bodies, ground, work):
    """Places the spine's particles; row 0 of `work` holds the root's place and turn.

    ground: (B,) height of the ground under each body [m]. The others: tables and work space by their names.
    """
    count = len(spine.numbers)
    if count < 2:
        return
    _reference(spine, goals, rest, bodies, work)
    _bend(spine, goals, rest, bodies, work)
    for i in range(1, count):
        if spine.links[i, at.BEND_TO] == i and spine.links[i, at.INNER] != spine.links[i, at.BEND_FROM]:
            arch(spine, work, spine.links[i, at.BEND_FROM], i)
    for _ in range(OUTER_ITERATIONS):
        for i in range(1, count):
            set_vector(work, i, vector(work, i, at.SW_PLACE), at.SW_BEFORE)
        _orient(spine, goals, rest, bodies, work)
        for i in range(count - 1, 0, -1):
            weight, place = _target(spine, goals, bodies, work, i)
            if weight > 0.0:
                place = lerp(vector(work, i, at.SW_REFERENCE), place, weight)
                share = weight * spine.numbers[i, at.S_RELAX]
                set_vector(work, i, lerp(vector(work, i, at.SW_PLACE), place, share), at.SW_PLACE)
            _follow_limbs(spine, pulls, bodies, work, i)
            _keep_length(spine, goals, bodies, work, weight, i)
        _unbuckle(spine, work)
        if _rests(work, count):  # what did not move at all does not move in the iterations to come
            break
    for i in range(1, count):
        _keep_within_limits(spine, work, ground, i)
    _orient(spine, goals, rest, bodies, work)
    for i in range(1, count):
        _nod(spine, goals, bodies, work, i)


@part
def _rests(work, count):
    """True if an iteration has left all particles exactly where they were."""
    for i in range(1, count):
        for axis in range(3):
            if work[i, at.SW_PLACE + axis] != work[i, at.SW_BEFORE + axis]:
                return False
    return True


@stage
def _reference(spine, goals, rest, bodies, work):
    """The spine when no position pulls: rest, carried by the root and by orientation goals further in."""
    set_vector(work, 0, vector(work, 0, at.SW_PLACE), at.SW_REFERENCE)
    set_quaternion(work, 0, quaternion(work, 0, at.SW_TURN), at.SW_BASE)
    for i in range(1, len(spine.numbers)):
        inner = spine.links[i, at.INNER]
        base = quaternion(work, inner, at.SW_TURN)
        step = subtract(vector(spine.numbers, i, at.S_REST), vector(spine.numbers, inner, at.S_REST))
        set_vector(work, i, add(vector(work, inner, at.SW_REFERENCE), rotate(base, step)), at.SW_REFERENCE)
        set_quaternion(work, i, base, at.SW_BASE)
        set_quaternion(work, i, _own_turn(spine, goals, rest, bodies, i, base), at.SW_TURN)


@part
def _own_turn(spine, goals, rest, bodies, i, base):
    """Particle i's turn, drawn from `base` towards its orientation goals, its own and delegated ones."""
    whole, most = 0.0, 0.0
    x, y, z, w = 0.0, 0.0, 0.0, 0.0
    for row in range(spine.links[i, at.FIRST_GOAL], spine.links[i + 1, at.FIRST_GOAL]):
        body = goals.bodies[row]
        weight = bodies[body, at.TURN_WEIGHT]
        if weight > 0.0:
            wish = wanted_turn(rest, bodies, body)
            alike = wish[0] * base[0] + wish[1] * base[1] + wish[2] * base[2] + wish[3] * base[3]
            signed = weight if alike >= 0.0 else -weight
            x, y = x + signed * wish[0], y + signed * wish[1]
            z, w = z + signed * wish[2], w + signed * wish[3]
            whole += weight
            most = max(most, weight)
    if whole <= 0.0:
        return base
    return nlerp(base, normalize((x, y, z, w)), most)


@part
def _soft_swing(rest, posed):
    """The smallest turn from a rest tangent to a posed one, limited to what a spine can do.

    It never exceeds about 100 degrees. Towards the opposite direction, where the smallest turn is not unique,
    and for tangents that vanish, it fades out. So it is continuous everywhere.
    """
    size, far = length(rest), length(posed)
    if size <= 0.0:
        return IDENTITY
    share = far / size
    cosine = dot(rest, posed) / (size * far) if far > 0.0 else 0.0
    back = min(cosine, 0.0)
    short = max(1.0 - 2.0 * share, 0.0)
    return rotation_between(rest, add_scaled(posed, 2.0 * back * back * share + short * short, rest))


@part
def _own_weight(spine, goals, bodies, i):
    """Weight of the position goal of particle i's own body: mouths and eyes on it move it by what is left."""
    for row in range(spine.links[i, at.FIRST_GOAL], spine.links[i + 1, at.FIRST_GOAL]):
        if goals.bodies[row] == spine.links[i, at.BODY]:
            return bodies[goals.bodies[row], at.GOAL_WEIGHT]
    return 0.0


@part
def _move_weight(spine, goals, bodies, i, row, own):
    """Weight by which a goal moves particle i. own: `_own_weight`."""
    weight = bodies[goals.bodies[row], at.GOAL_WEIGHT]
    return weight if goals.bodies[row] == spine.links[i, at.BODY] else (1.0 - own) * weight


@stage
def _target(spine, goals, bodies, work, i):
    """(weight, place) that particle i's position goals ask for, within reach of the root."""
    whole, most, own = 0.0, 0.0, _own_weight(spine, goals, bodies, i)
    q = nlerp(
        quaternion(work, i, at.SW_LIKELY), quaternion(work, i, at.SW_TURN), spine.numbers[i, at.S_FEEDBACK]
    )
    place = (0.0, 0.0, 0.0)
    for row in range(spine.links[i, at.FIRST_GOAL], spine.links[i + 1, at.FIRST_GOAL]):
        body, weight = goals.bodies[row], _move_weight(spine, goals, bodies, i, row, own)
        if weight > 0.0:
            offset = rotate(q, vector(goals.offsets, row))
            place = add_scaled(place, weight, subtract(vector(bodies, body, at.GOAL), offset))
            whole += weight
            most = max(most, weight)
    if whole <= 0.0:
        return 0.0, place
    root = vector(work, 0, at.SW_PLACE)
    away = subtract(scale(1.0 / whole, place), root)
    far = length(away)
    nearest, band = spine.numbers[i, at.S_NEAREST], spine.numbers[i, at.S_BAND]
    allowed = soft_minimum(soft_maximum(far, nearest, band), spine.numbers[i, at.S_FARTHEST], band)
    if allowed != far:
        lean = subtract(vector(work, i, at.SW_REFERENCE), root)
        straight = scale(allowed / max(far, 1e-300), away)
        # Too near the root there is no direction left: the reference's takes over there.
        near = smoothstep((nearest + band - far) / (2.0 * band))
        if near > 0.0:
            swung = rotate(_soft_swing(lean, away), scale(allowed / max(length(lean), 1e-300), lean))
            straight = lerp(straight, swung, near)
        away = straight
    return most, add(root, away)


@part
def _likely_turn(spine, goals, rest, bodies, work, i):
    """The turn of particle i if the spine swung as a whole until the handle pointed at its goal."""
    base, root = quaternion(work, i, at.SW_BASE), vector(work, 0, at.SW_PLACE)
    arm, wish, whole, most = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, 0.0
    turn, own = quaternion(work, i, at.SW_TURN), _own_weight(spine, goals, bodies, i)
    for row in range(spine.links[i, at.FIRST_GOAL], spine.links[i + 1, at.FIRST_GOAL]):
        body, weight = goals.bodies[row], _move_weight(spine, goals, bodies, i, row, own)
        if weight > 0.0:
            handle = add(vector(work, i, at.SW_REFERENCE), rotate(turn, vector(goals.offsets, row)))
            arm = add_scaled(arm, weight, subtract(handle, root))
            wish = add_scaled(wish, weight, subtract(vector(bodies, body, at.GOAL), root))
            whole += weight
            most = max(most, weight)
    if whole <= 0.0:
        return turn
    swing = nlerp(IDENTITY, _soft_swing(arm, wish), most)
    return _own_turn(spine, goals, rest, bodies, i, multiply(swing, base))


@stage
def _bend(spine, goals, rest, bodies, work):
    """Starts from a bent beam: particles inside a goal share its displacement, those outside go along."""
    set_vector(work, 0, (0.0, 0.0, 0.0), at.SW_TANGENT)  # displacements, until tangents are needed
    for i in range(1, len(spine.numbers)):
        work[i, at.SW_STRETCH] = 1.0
        likely = _likely_turn(spine, goals, rest, bodies, work, i)
        set_quaternion(work, i, likely, at.SW_LIKELY)
        set_quaternion(work, i, likely, at.SW_TURN)
        reference = vector(work, i, at.SW_REFERENCE)
        weight, place = _target(spine, goals, bodies, work, i)
        set_vector(work, i, scale(weight, subtract(place, reference)), at.SW_TANGENT)
    for i in range(1, len(spine.numbers)):
        start = vector(work, spine.links[i, at.BEND_FROM], at.SW_TANGENT)
        stop = vector(work, spine.links[i, at.BEND_TO], at.SW_TANGENT)
        shift = lerp(start, stop, spine.numbers[i, at.BEND])
        set_vector(work, i, add(vector(work, i, at.SW_REFERENCE), shift), at.SW_PLACE)


@part
def end_tangent(here, before, above):
    """A natural cubic's tangent at its end: v_i = 3 (p_i - p_{i-1}) / 2 - v_{i-1} / 2 (paper, 4.3.2)."""
    return add_scaled(scale(1.5, subtract(here, before)), -0.5, above)


@stage
def _orient(spine, goals, rest, bodies, work):
    """Turns of all particles: minimal twist from rest to posed tangents, then orientation goals (4.3.2)."""
    for i in range(1, len(spine.numbers)):
        inner, outer = spine.links[i, at.INNER], spine.links[i, at.OUTER]
        here, before = vector(work, i, at.SW_PLACE), vector(work, inner, at.SW_PLACE)
        if outer >= 0:
            tangent = scale(0.5, subtract(vector(work, outer, at.SW_PLACE), before))
        elif inner == 0:
            root_tangent = rotate(quaternion(work, 0, at.SW_TURN), vector(spine.numbers, i, at.FIRST_TANGENT))
            tangent = end_tangent(here, before, root_tangent)
        else:
            tangent = end_tangent(here, before, vector(work, inner, at.SW_TANGENT))
        base = quaternion(work, i, at.SW_BASE)
        swung = multiply(_soft_swing(rotate(base, vector(spine.numbers, i, at.S_TANGENT)), tangent), base)
        own = _own_turn(spine, goals, rest, bodies, i, swung)
        # What an orientation goal adds turns the tangent too, so that the next particle goes along.
        set_vector(work, i, rotate(multiply(own, conjugate(swung)), tangent), at.SW_TANGENT)
        set_quaternion(work, i, own, at.SW_TURN)


@part
def _nod(spine, goals, bodies, work, i):
    """Turns the spine body in place by a part of its handle's error: heads nod towards their goals."""
    arm, wish, whole, most, held = (0.0, 0.0, 0.0), (0.0, 0.0, 0.0), 0.0, 0.0, 0.0
    here, q = vector(work, i, at.SW_PLACE), quaternion(work, i, at.SW_TURN)
    for row in range(spine.links[i, at.FIRST_GOAL], spine.links[i + 1, at.FIRST_GOAL]):
        body = goals.bodies[row]
        weight = bodies[body, at.GOAL_WEIGHT]
        held = max(held, bodies[body, at.TURN_WEIGHT])
        arm = add_scaled(arm, weight, rotate(q, vector(goals.offsets, row)))
        wish = add_scaled(wish, weight, subtract(vector(bodies, body, at.GOAL), here))
        whole, most = whole + weight, max(most, weight)
    size = dot(arm, arm)
    if size <= 0.0 or whole <= 0.0:
        return
    across = add_scaled(wish, -dot(wish, arm) / size, arm)
    much = math.sqrt(dot(across, across) / size)
    nod = most * (1.0 - held) / (1.0 + much / _MOST_NOD)
    set_quaternion(work, i, multiply(rotation_between(arm, add_scaled(arm, nod, across)), q), at.SW_TURN)


@stage
def _follow_limbs(spine, pulls, bodies, work, i):
    """Limbs whose goals are out of reach pull their spine body: one soft constraint each, all at once."""
    start, stop = spine.links[i, at.FIRST_PULL], spine.links[i + 1, at.FIRST_PULL]
    if start == stop:
        return
    here, q = vector(work, i, at.SW_PLACE), quaternion(work, i, at.SW_TURN)
    shift, whole = (0.0, 0.0, 0.0), 0.0
    for row in range(start, stop):
        body = pulls.bodies[row]
        seat = add(here, rotate(q, vector(pulls.numbers, row, at.SEAT_OFFSET)))
        away = subtract(vector(bodies, body, at.GOAL), seat)
        far = length(away)
        reach, band = pulls.numbers[row, at.PULL_REACH], pulls.numbers[row, at.PULL_BAND]
        excess = far - reach
        if excess > 0.0 and bodies[body, at.GOAL_WEIGHT] > 0.0:
            # Flat at first, then the whole lack, in the end no more than a limit.
            lack = excess * excess / (2.0 * band) if excess < band else excess - 0.5 * band
            lack = bodies[body, at.GOAL_WEIGHT] * lack * _MOST_PULL * reach / (lack + _MOST_PULL * reach)
            shift = add_scaled(shift, lack * lack / far, away)
            whole += lack
    if whole > 0.0:  # the mean, weighted by the lack: equal pulls add up to no more than one
        while i >= 0:  # what lies further out goes along
            set_vector(work, i, add_scaled(vector(work, i, at.SW_PLACE), _PULL / whole, shift), at.SW_PLACE)
            i = spine.links[i, at.OUTER]


@stage
def _keep_length(spine, goals, bodies, work, weight, i):
    """One length constraint, to the inner neighbour; what has a goal is heavy, the root does not move."""
    inner = spine.links[i, at.INNER]
    own, other = 1.0 - weight, 0.0
    if inner > 0:
        other = 1.0
        for row in range(spine.links[inner, at.FIRST_GOAL], spine.links[inner + 1, at.FIRST_GOAL]):
            other = min(other, 1.0 - bodies[goals.bodies[row], at.GOAL_WEIGHT])
    if own + other <= 0.0:
        return
    here, before = vector(work, i, at.SW_PLACE), vector(work, inner, at.SW_PLACE)
    link = subtract(here, before)
    far = length(link)
    rest = spine.numbers[i, at.S_LENGTH] * work[i, at.SW_STRETCH]
    if far <= 1e-9 * rest:
        return
    # A particle that a goal holds almost fully moves almost not at all.
    fix = soft_error(far - rest, _SOFT * rest + 1e-300) / (far * max(own + other, 1.0))
    set_vector(work, i, add_scaled(here, -fix * own, link), at.SW_PLACE)
    if other > 0.0:
        set_vector(work, inner, add_scaled(before, fix * other, link), at.SW_PLACE)


@part
def unfold(cosine):
    """Share of its unbent direction that a link gets, by the cosine of both: C1, above 1 when opposite."""
    over = max(0.0, _FOLD_START - cosine)
    return _UNFOLD * over * over / (over + _FOLD_BAND)


@stage
def _unbuckle(spine, work):
    """Turns links that fold over back, from the root outward; what lies further out goes along (4.3.2)."""
    for i in range(1, len(spine.numbers)):
        inner = spine.links[i, at.INNER]
        here, before = vector(work, i, at.SW_PLACE), vector(work, inner, at.SW_PLACE)
        link, unbent = subtract(here, before), _rest_link(spine, work, i)
        sizes = math.sqrt(dot(link, link) * dot(unbent, unbent))
        share = unfold(dot(link, unbent) / sizes) if sizes > 0.0 else 0.0
        if share > 0.0:
            far = length(link)
            turned = add_scaled(link, share * far * far / sizes, unbent)
            shift = subtract(scale(far / max(length(turned), 1e-300), turned), link)
            outer = i
            while outer >= 0:
                set_vector(work, outer, add(vector(work, outer, at.SW_PLACE), shift), at.SW_PLACE)
                outer = spine.links[outer, at.OUTER]


@part
def _rest_link(spine, work, i):
    """The link of particle i as at rest, carried by the link before it."""
    inner = spine.links[i, at.INNER]
    unbent = subtract(vector(work, i, at.SW_REFERENCE), vector(work, inner, at.SW_REFERENCE))
    if inner > 0:
        below = spine.links[inner, at.INNER]
        rest = subtract(vector(work, inner, at.SW_REFERENCE), vector(work, below, at.SW_REFERENCE))
        posed = subtract(vector(work, inner, at.SW_PLACE), vector(work, below, at.SW_PLACE))
        unbent = rotate(rotation_between(rest, posed), unbent)
    return unbent


@part
def _keep_within_limits(spine, work, ground, i):
    """Off the ground, then from the inner neighbour outward into what a constraint may stretch."""
    before, here = vector(work, spine.links[i, at.INNER], at.SW_PLACE), vector(work, i, at.SW_PLACE)
    floor = ground[spine.links[i, at.BODY]] + spine.numbers[i, at.S_CLEAR]
    here = (here[0], soft_maximum(here[1], floor, spine.numbers[i, at.S_CLEAR_BAND]), here[2])
    link = subtract(here, before)
    far, rest = length(link), spine.numbers[i, at.S_LENGTH]
    if far > 0.0:  # a spine that is pressed together bows, it does not vanish
        here = add_scaled(before, soft_maximum(far, _SPINE_SHORTEST * rest, _SPINE_BAND * rest) / far, link)
    set_vector(work, i, limit_link(before, here, rest), at.SW_PLACE)


@part
def limit_link(before, here, rest_length):
    """`here`, brought along its link to where the link is between its shortest and its longest, C1."""
    link = subtract(here, before)
    far = length(link)
    if far <= 0.0:
        return here
    band = _LIMIT_BAND * rest_length
    allowed = soft_minimum(soft_maximum(far, SHORTEST * rest_length, band), LONGEST * rest_length, band)
    return here if allowed == far else add_scaled(before, allowed / far, link)


@stage
def place_spine(spine, between_rows, work, bodies, positions, size):
    """Writes the positions and turns of all spine bodies that the spine phase placed."""
    for i in range(len(spine.numbers)):
        body = spine.links[i, at.BODY]
        set_vector(positions, body, vector(work, i, at.SW_PLACE))
        set_quaternion(bodies, body, quaternion(work, i, at.SW_TURN), at.TURN)
    for n in range(len(between_rows.numbers)):
        body, outer = between_rows.links[n, at.BETWEEN_BODY], between_rows.links[n, at.BETWEEN_OUTER]
        inner = spine.links[outer, at.INNER]
        start, stop = quaternion(work, inner, at.SW_TURN), quaternion(work, outer, at.SW_TURN)
        p0, p1 = vector(work, inner, at.SW_PLACE), vector(work, outer, at.SW_PLACE)
        rest, stretch = spine.numbers[outer, at.S_LENGTH], 1.0
        if rest > 1e-9 * size:
            stretch = length(subtract(p1, p0)) / rest
        v0 = scale(stretch, rotate(start, vector(spine.numbers, outer, at.HERMITE)))
        a0 = scale(stretch, rotate(start, vector(spine.numbers, outer, at.HERMITE + 3)))
        a1 = scale(stretch, rotate(stop, vector(spine.numbers, outer, at.HERMITE + 6)))
        v1 = scale(stretch, rotate(stop, vector(spine.numbers, outer, at.HERMITE + 9)))
        place = _quintic_point(between_rows.numbers, n, at.BASIS, p0, v0, a0, a1, v1, p1)
        tangent = _quintic_point(between_rows.numbers, n, at.SLOPES, p0, v0, a0, a1, v1, p1)
        # The frame carried along the spline: the ends' turns shared out, then brought onto the tangent.
        q = nlerp(start, stop, between_rows.numbers[n, at.PARAMETER])
        q = multiply(
            rotation_between(rotate(q, vector(between_rows.numbers, n, at.ALONG_SPLINE)), tangent), q
        )
        set_vector(positions, body, add(place, rotate(q, vector(between_rows.numbers, n, at.FROM_SPLINE))))
        set_quaternion(bodies, body, q, at.TURN)


@part
def limit_spine(tree, rest, positions):
    """From the root outward, every spine body within what its link may stretch, softly; others follow."""
    for n in range(1, len(tree)):
        body = tree[n, at.ORDER]
        if tree[body, at.ROLE] == at.SPINE:
            inner = tree[body, at.PARENT]
            far = length(subtract(vector(rest, body, at.REST_PLACE), vector(rest, inner, at.REST_PLACE)))
            set_vector(positions, body, limit_link(vector(positions, inner), vector(positions, body), far))


@part
def _quintic_point(rows, n, k, p0, v0, a0, a1, v1, p1):
    """The quintic with the six basis values from column k of row n."""
    point = add_scaled(scale(rows[n, k], p0), rows[n, k + 1], v0)
    point = add_scaled(add_scaled(point, rows[n, k + 2], a0), rows[n, k + 3], a1)
    return add_scaled(add_scaled(point, rows[n, k + 4], v1), rows[n, k + 5], p1)
