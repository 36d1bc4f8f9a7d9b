"""Joints: the places where two drawn links meet.

Thorne et al. (2004, figure 4) put a joint where the links' major axes cross, and half-way between their ends
when the axes are within 20 degrees of parallel. Here it is the point nearest, in the sense of least squares,
to both axes and to both ends: the crossing where the axes cross well, half-way between the ends where they
are parallel, and without a jump in between.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.sketch.link_ends import LinkStates

# Deviation of a joint from a link's axis and from its end: a share of the sketch's scale, and of the link's
# length, because long lines miss by more.
_OFF_AXIS, _OFF_END, _OFF_END_LENGTH = 0.06, 0.02, 0.08
# Deviation of a shoulder or hip from the torso's axis, as a share of the torso's width.
_OFF_TORSO = 0.3
# Place of shoulders along a torso and of ankles along a foot, each with its deviation.
_SHOULDER, _ANKLE = (0.86, 0.12), (0.26, 0.12)
# Roundness from which an axis means less, and at which it means nothing.
_ROUND_TORSO, _ROUND_HEAD = (0.5, 1.0), (0.45, 0.7)
_TORSO_INSET = 0.12  # depth of the neck and the hips in a torso, as a share of its width


def joint_place(states: LinkStates, link: str, parent: int, child: int) -> Floats:
    """(2,) place of the joint between a link and its parent [m]; both are states."""
    axis = _OFF_AXIS * states.scale
    loose = axis + _OFF_TORSO * float(states.widths[parent])
    parent_off, child_off = (
        _OFF_END * states.scale + _OFF_END_LENGTH * float(states.lengths[state]) for state in (parent, child)
    )
    limb_end = _at(states.near[child], child_off)
    if link == "upper_arm":  # anywhere along the torso: only the arm's end shows the place
        usual = _along(states, parent, _SHOULDER)
        terms = [_on_axis(states, parent, loose), usual, limb_end, _on_axis(states, child, axis)]
    elif link == "upper_leg":
        hips = _at(_torso_end(states, parent, -1.0, states.near[child]), parent_off)
        terms = [_on_axis(states, parent, loose), hips, limb_end, _on_axis(states, child, axis)]
    elif link == "foot":  # nearer to the heel, and on the upper side
        shank = [_on_axis(states, parent, axis), _at(states.far[parent], parent_off)]
        terms = [*shank, _on_top(states, child, states.near[parent], axis), _along(states, child, _ANKLE)]
    elif link == "head":
        top = _torso_end(states, parent, 1.0, states.centres[child])
        # Heads are often drawn over the torso's end: their underside is seen from well inside of it.
        inner = states.centres[parent] + 0.2 * states.lengths[parent] * states.directions[parent]
        rim = _at(_underside(states, child, inner), child_off)
        terms = [_on_axis(states, parent, loose), _at(top, parent_off), rim]
    else:
        limb = _at(states.far[parent], parent_off)
        terms = [_on_axis(states, parent, axis), limb, _on_axis(states, child, axis), limb_end]
    matrix = np.sum([term[0] for term in terms], axis=0)
    place: Floats = np.linalg.solve(matrix, np.sum([term[1] for term in terms], axis=0))
    return place


def _at(point: Floats, deviation: float) -> tuple[Floats, Floats]:
    """The normal equations of being at a point."""
    weight = deviation**-2
    return weight * np.eye(2), weight * point


def _on_axis(states: LinkStates, state: int, deviation: float) -> tuple[Floats, Floats]:
    """The normal equations of being on the axis of a link."""
    x, y = states.directions[state]
    square = np.outer([-y, x], [-y, x]) * deviation**-2
    return square, square @ states.centres[state]


def _torso_end(states: LinkStates, state: int, way: float, toward: Floats) -> Floats:
    """The end of a torso on the way to its neck (+1) or its hips (-1).

    A slender torso ends on its axis. A round one, whose axis means little, ends on the side of its neighbour.
    """
    reach = 0.5 * states.lengths[state] - _TORSO_INSET * states.widths[state]
    end = states.centres[state] + way * max(float(reach), 0.0) * states.directions[state]
    return _blend(states, state, _ROUND_TORSO, end, _rim(states, state, toward))


def _underside(states: LinkStates, state: int, inner: Floats) -> Floats:
    """Place where a head meets a torso: the rim of a round head, the nearer end of a long one."""
    half = 0.5 * states.lengths[state] * states.directions[state]
    way = np.sign((inner - states.centres[state]) @ half)
    return _blend(states, state, _ROUND_HEAD, states.centres[state] + way * half, _rim(states, state, inner))


def _blend(
    states: LinkStates, state: int, roundness: tuple[float, float], slender: Floats, rounded: Floats
) -> Floats:
    """`slender` below the first roundness, `rounded` above the second, a mixture between."""
    low, high = roundness
    share = float(np.clip((states.roundness[state] - low) / (high - low), 0.0, 1.0))
    return (1.0 - share) * slender + share * rounded


def _along(states: LinkStates, state: int, usual: tuple[float, float]) -> tuple[Floats, Floats]:
    """The normal equations of being at a share of a link's length, with a deviation."""
    share, deviation = usual
    direction, length = states.directions[state], float(states.lengths[state])
    square = np.outer(direction, direction) * (deviation * length) ** -2
    return square, square @ (states.centres[state] + (share - 0.5) * length * direction)


def _on_top(states: LinkStates, state: int, toward: Floats, deviation: float) -> tuple[Floats, Floats]:
    """The normal equations of being on the side of a link that a point is on."""
    x, y = states.directions[state]
    up = np.array([-y, x]) * np.sign((toward - states.centres[state]) @ [-y, x])
    square = np.outer([-y, x], [-y, x]) * deviation**-2
    return square, square @ (states.centres[state] + 0.5 * states.widths[state] * up)


def _rim(states: LinkStates, state: int, point: Floats) -> Floats:
    """Point where the line from the middle of a round link to a point leaves the link."""
    away = point - states.centres[state]
    distance = float(np.linalg.norm(away))
    if distance < 1e-12:
        return states.centres[state]
    away = away / distance
    x, y = states.directions[state]
    along, across = abs(away @ [x, y]), abs(away @ [-y, x])
    radius = 1.0 / np.hypot(along / (0.5 * states.lengths[state]), across / (0.5 * states.widths[state]))
    return states.centres[state] + radius * away
