"""Compiled touches: links of limbs keep off each other and off the torso, C1 in where they were."""

from kinegraph.core.kernels.decorators import part, stage
from kinegraph.core.kernels.easing import smoothstep, soft_maximum
from kinegraph.core.kernels.quaternions import rotate
from kinegraph.core.kernels.vectors import add, add_scaled, dot, length, scale, set_vector, subtract, vector
from kinegraph.creatures.ik import tables as at
from kinegraph.creatures.ik.volume_kernels import push_along, span

_LEAST_MASS = 0.3  # links that are hit near their fixed ends give way by less than they should, not by more
_TO_MIDDLE = 0.03  # share of both links' squared lengths that a place at an end counts as far off
_NEAR = 0.1  # how softly they begin to keep their distance across
_WRONG_SIDE = 0.6  # share of the distance, from once to twice of which links on the wrong side are left there
_WIDEST = 2.0 * _WRONG_SIDE  # shares of the distance across at which links of either side are left alone


@part
def nearest_shares(u, v, w):
    """(s, t): where the segments a + s u and c + t v come nearest, 0 to 1 each; w = a - c."""
    return _shares(dot(u, u), dot(u, v), dot(v, v), dot(u, w), dot(v, w))


@part
def soft_shares(u, v, w):
    """`nearest_shares`, drawn to the middles: they do not jump between ends where links become parallel."""
    uu, vv = dot(u, u), dot(v, v)
    soft = _TO_MIDDLE * (uu + vv)
    return _shares(uu + soft, dot(u, v), vv + soft, dot(u, w) - 0.5 * soft, dot(v, w) + 0.5 * soft)


@part
def _shares(uu, uv, vv, uw, vw):
    """Shares (s, t) at which both come nearest, by the products of the vectors."""
    across = uu * vv - uv * uv
    s = min(max((uv * vw - vv * uw) / across, 0.0), 1.0) if across > 1e-12 * uu * vv else 0.0
    t = min(max((uv * s + vw) / vv, 0.0), 1.0) if vv > 0.0 else 0.0
    s = min(max((uv * t - uw) / uu, 0.0), 1.0) if uu > 0.0 else 0.0
    return s, t


@part
def push_apart(row, w, u, v, side):
    """(s, t, shift): nearest shares of two links, and what to add to the first one's nearest point.

    row: Numbers of the touch.  w, u, v: As for `nearest_shares`, each along its whole axis.
    side: Where the first goes if both cross, about a unit long.
    """
    u, v = scale(row[at.ONE_END], u), scale(row[at.OTHER_END], v)
    s, t = nearest_shares(u, v, w)
    away = add_scaled(add_scaled(w, s, u), -t, v)
    apart, gap, band = length(away), row[at.GAP], row[at.GAP_BAND]
    s, t = s * row[at.ONE_END], t * row[at.OTHER_END]
    if apart >= gap + band:
        return s, t, (0.0, 0.0, 0.0)
    # Deep inside, the way out turns smoothly to the side of rest: limbs that cross come back.
    deep = max(0.0, 1.0 - apart / gap)
    way = add_scaled(away, gap * deep * deep, side)
    return s, t, push_along(away, way, soft_maximum(apart, gap, band), gap)


@part
def _mass(limbs, work, q):
    """Share by which a particle gives way, 0 to 1: seats do not, pins of feet do not."""
    if limbs.links[q, at.L_INNER] < 0:
        return 0.0
    return 1.0 if limbs.links[q, at.L_GIVES] == 1 else 1.0 - work[q, at.PINNED]


@stage
def span_links(limbs, work):
    """Writes the middle of every link, and half its length or more: most links are far from each other."""
    for q in range(len(limbs.numbers)):
        inner = limbs.links[q, at.L_INNER]
        if inner >= 0:
            span(work, q, vector(work, inner, at.PLACE), vector(work, q, at.PLACE), at.LINK_SPAN)


@part
def _far_off(work, q, others, n, column, reach):
    """True if link q is so far from another row's that nothing more needs to be known."""
    away = subtract(vector(work, q, at.LINK_SPAN), vector(others, n, column))
    most = reach + work[q, at.LINK_SPAN + 3] + others[n, column + 3]
    return dot(away, away) > most * most


@part
def _push(work, q, share, push):
    """Gathers a shift: particles give way when all are known, so their order does not matter.

    Shifts count by their size: one that begins does not change what the others do.
    """
    size = abs(share) * length(push)
    if size > 0.0:
        set_vector(work, q, add_scaled(vector(work, q, at.GATHERED), size * share, push), at.GATHERED)
        work[q, at.COUNT] += size


@stage
def part_limbs(limbs, touches, work, turn):
    """Links of different limbs push each other apart, as far as each can. turn: Of the root from rest."""
    for n in range(len(touches.numbers)):
        one, other, row = touches.links[n, at.T_ONE], touches.links[n, at.T_OTHER], touches.numbers[n]
        if _far_off(work, one, work, other, at.LINK_SPAN, row[at.GAP] + row[at.GAP_BAND]):
            continue
        inner, outer = limbs.links[one, at.L_INNER], limbs.links[other, at.L_INNER]
        a, c = vector(work, inner, at.PLACE), vector(work, outer, at.PLACE)
        u, v = subtract(vector(work, one, at.PLACE), a), subtract(vector(work, other, at.PLACE), c)
        w = subtract(a, c)
        s, t, push = push_apart(row, w, u, v, rotate(turn, vector(touches.numbers, n, at.SIDE)))
        if push[0] == 0.0 and push[1] == 0.0 and push[2] == 0.0:
            continue
        _share_out(limbs, work, (one, inner, s), (other, outer, t), push, 1.0)


@part
def push_past(row, w, u, v, side):
    """(s, t, shift): as `push_apart`, for links that pass each other in parallel planes.

    side: (3,) unit, across the planes: the first link stays on this side. Seen along it, the nearer the links
        come, the more of their distance they keep across. So the push never changes its direction.
    """
    u, v = scale(row[at.ONE_END], u), scale(row[at.OTHER_END], v)
    s, t = soft_shares(
        add_scaled(u, -dot(u, side), side),
        add_scaled(v, -dot(v, side), side),
        add_scaled(w, -dot(w, side), side),
    )
    away = add_scaled(add_scaled(w, s, u), -t, v)
    across, gap, band = dot(away, side), row[at.GAP], row[at.GAP_BAND]
    s, t = s * row[at.ONE_END], t * row[at.OTHER_END]
    near = 1.0 - (dot(away, away) - across * across) / (row[at.BEGINS] * row[at.BEGINS])
    if near <= 0.0 or across >= gap + band:
        return s, t, (0.0, 0.0, 0.0)
    # Links that point along the side can keep no distance along it. Links on the wrong side are left there:
    # they would have to go through each other.
    share = _crosses(u, side) * _crosses(v, side) * smoothstep(across / (_WRONG_SIDE * gap) + 2.0)
    share *= near * near * (1.0 + _NEAR) / (near + _NEAR)
    return s, t, scale(share * (soft_maximum(across, gap, band) - across), side)


@part
def _crosses(link, side):
    """1 for a link across the side, 0 for one along it."""
    along = dot(link, side)
    return 1.0 - along * along / max(dot(link, link), 1e-300)


@stage
def pass_limbs(limbs, passes, work, turn):
    """Neighbouring legs, and arms, pass each other side by side. turn: Of the root from rest."""
    for n in range(len(passes.numbers)):
        one, other, row = passes.links[n, at.T_ONE], passes.links[n, at.T_OTHER], passes.numbers[n]
        if _far_off(work, one, work, other, at.LINK_SPAN, _WIDEST * row[at.GAP] + row[at.BEGINS]):
            continue
        inner, outer = limbs.links[one, at.L_INNER], limbs.links[other, at.L_INNER]
        a, c = vector(work, inner, at.PLACE), vector(work, outer, at.PLACE)
        u, v = subtract(vector(work, one, at.PLACE), a), subtract(vector(work, other, at.PLACE), c)
        w = subtract(a, c)
        s, t, push = push_past(row, w, u, v, rotate(turn, vector(passes.numbers, n, at.SIDE)))
        if push[0] != 0.0 or push[1] != 0.0 or push[2] != 0.0:
            _share_out(limbs, work, (one, inner, s), (other, outer, t), push, passes.numbers[n, at.GIVES])


@part
def _share_out(limbs, work, link, other_link, push, gives):
    """Moves both links apart, each by its share; a link is (outer particle, inner particle, place along it).

    gives: How easily the other one moves, compared to the first.
    """
    one, inner, s = link
    other, outer, t = other_link
    m1, m0 = _mass(limbs, work, one), _mass(limbs, work, inner)
    n1, n0 = gives * _mass(limbs, work, other), gives * _mass(limbs, work, outer)
    total = m1 * s * s + m0 * (1.0 - s) * (1.0 - s) + n1 * t * t + n0 * (1.0 - t) * (1.0 - t)
    share = 1.0 / max(total, _LEAST_MASS)
    _push(work, one, share * m1 * s, push)
    _push(work, inner, share * m0 * (1.0 - s), push)
    _push(work, other, -share * n1 * t, push)
    _push(work, outer, -share * n0 * (1.0 - t), push)


@stage
def leave_torso(limbs, presses, capsules, work, turn):
    """Capsules of the torso push links away. turn: Of the root from rest."""
    for n in range(len(presses.numbers)):
        q, c, row = presses.links[n, at.T_ONE], presses.links[n, at.T_OTHER], presses.numbers[n]
        if _far_off(work, q, capsules, c, at.CAPSULE_SPAN, row[at.GAP] + row[at.GAP_BAND]):
            continue
        inner = limbs.links[q, at.L_INNER]
        a, start = vector(work, inner, at.PLACE), vector(capsules, c)
        u, v = subtract(vector(work, q, at.PLACE), a), subtract(vector(capsules, c, 3), start)
        w = subtract(a, start)
        s, _, push = push_apart(row, w, u, v, rotate(turn, vector(presses.numbers, n, at.SIDE)))
        if push[0] == 0.0 and push[1] == 0.0 and push[2] == 0.0:
            continue
        m1, m0 = _mass(limbs, work, q), _mass(limbs, work, inner)
        share = 1.0 / max(m1 * s * s + m0 * (1.0 - s) * (1.0 - s), _LEAST_MASS)
        _push(work, q, share * m1 * s, push)
        _push(work, inner, share * m0 * (1.0 - s), push)


@stage
def give_way(limbs, work):
    """Moves particles by the mean of what pushes them, weighted by size; also their pins that give way."""
    for q in range(len(limbs.numbers)):
        if work[q, at.COUNT] > 0.0:
            shift = scale(1.0 / work[q, at.COUNT], vector(work, q, at.GATHERED))
            set_vector(work, q, add(vector(work, q, at.PLACE), shift), at.PLACE)
            if limbs.links[q, at.L_GIVES] == 1:
                set_vector(work, q, add(vector(work, q, at.PIN), shift), at.PIN)
            set_vector(work, q, (0.0, 0.0, 0.0), at.GATHERED)
            work[q, at.COUNT] = 0.0
