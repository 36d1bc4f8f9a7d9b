"""Costs of two drawn links on each other, compiled. costs.py explains terms and usual values.

Links are indices into topology.LINKS, states are rows of `LinkStates`; cost_layout.py names the columns of
the table and of the terms. Deviations are in units of the usual deviation.
"""

import numpy as np

from kinegraph.core.kernels.decorators import kernel, part, stage
from kinegraph.doodles.sketch import cost_layout as at

_SOFT = 2.5  # deviations beyond this count linearly
_SLENDER_END = 0.3  # deviation of a slender head that does not sit on its end [half lengths]


@part
def soft_cost(deviation):
    """Half the square of a deviation, growing linearly beyond 2.5."""
    size = abs(deviation)
    return 0.5 * size * size if size < _SOFT else _SOFT * (size - 0.5 * _SOFT)


@kernel
def fill_pair_costs(states, usual, mech, costs):
    """Fills costs (2, 7, S, S) of each link on its parent, facing right and left; infinite on itself."""
    count = len(states.strokes)
    terms = np.empty(len(at.TERMS))
    for link in range(1, costs.shape[1]):
        for parent in range(count):
            for child in range(count):
                if states.strokes[parent] == states.strokes[child]:
                    costs[:, link, parent, child] = np.inf
                    continue
                for side in range(2):
                    facing = 1.0 - 2.0 * side
                    _fill_terms(link, parent, child, states, usual[link], mech, facing, terms)
                    costs[side, link, parent, child] = terms.sum()


@kernel
def fill_terms(link, parent, child, states, usual, mech, facing, terms):
    """Fills terms (6,): costs of a link in state `child` on its parent in state `parent`.

    usual: (7, COLUMNS) table of usual values. facing: +1 to the right, -1 to the left.
    """
    _fill_terms(link, parent, child, states, usual[link], mech, facing, terms)


@stage
def _fill_terms(link, parent, child, states, usual, mech, facing, terms):
    scale, lengths, widths = states.scale, states.lengths, states.widths
    thinner = min(widths[parent], widths[child])
    usual_gap = usual[at.USUAL_GAP] * scale + usual[at.USUAL_GAP_OF_WIDTH] * thinner
    terms[at.GAP] = soft_cost(_gap(link, parent, child, states) / usual_gap)
    ratio = np.log(lengths[child] / lengths[parent])
    terms[at.LENGTH] = soft_cost((ratio - usual[at.USUAL_LENGTH]) / usual[at.LENGTH_DEVIATION])
    least = usual[at.LEAST_WIDTH] * scale
    ratio = np.log(max(widths[child], least) / max(widths[parent], least))
    terms[at.WIDTH] = soft_cost((ratio - usual[at.USUAL_WIDTH]) / usual[at.WIDTH_DEVIATION])
    terms[at.PLACE] = _place_cost(link, parent, child, states, usual)
    terms[at.ANGLE] = _angle_cost(link, parent, child, states, usual, mech, facing)
    terms[at.FRONT] = _front_cost(link, parent, child, states, usual, mech, facing)


@part
def _gap(link, parent, child, states):
    """Distance at a joint [m]."""
    if link in (at.UPPER_LEG, at.UPPER_ARM):  # from the near end of the limb to anywhere on the torso
        return states.near_gaps[child, states.strokes[parent]]
    if link in (at.FOOT, at.HEAD):  # from the far end of the parent to anywhere on the child
        return states.far_gaps[parent, states.strokes[child]]
    return np.hypot(
        states.far[parent, 0] - states.near[child, 0], states.far[parent, 1] - states.near[child, 1]
    )


@part
def _place_cost(link, parent, child, states, usual):
    """Cost of the joint's place along the torso, along the foot, or at the end of a long head."""
    usual_place, deviation = usual[at.USUAL_PLACE], usual[at.PLACE_DEVIATION]
    if link in (at.UPPER_LEG, at.UPPER_ARM):
        return soft_cost((_share_along(parent, states.near[child], states) - usual_place) / deviation)
    if link == at.FOOT:
        return soft_cost((_share_along(child, states.far[parent], states) - usual_place) / deviation)
    if link == at.HEAD:  # its middle is beyond the end of the torso, which one of its ends sits on
        middle = _share_along(parent, states.centres[child], states)
        inside = soft_cost(max(usual_place - middle, 0.0) / deviation)
        end = min(abs(2.0 * _share_along(child, states.far[parent], states) - 1.0), 1.0)
        slender = 1.0 - min(states.widths[child] / states.lengths[child], 1.0)
        return inside + slender * soft_cost((end - 1.0) / _SLENDER_END)
    return 0.0


@part
def _share_along(state, point, states):
    """Place of a point along a link: 0 at its near end, 1 at its far end."""
    x, y = point[0] - states.centres[state, 0], point[1] - states.centres[state, 1]
    return (x * states.directions[state, 0] + y * states.directions[state, 1]) / states.lengths[state] + 0.5


@part
def _angle_cost(link, parent, child, states, usual, mech, facing):
    """Cost of a joint that is bent past its range."""
    parent_x, parent_y = states.directions[parent, 0], states.directions[parent, 1]
    child_x, child_y = states.directions[child, 0], states.directions[child, 1]
    if link == at.HEAD:
        child_x = states.centres[child, 0] - states.far[parent, 0]
        child_y = states.centres[child, 1] - states.far[parent, 1]
    elif link in (at.UPPER_LEG, at.UPPER_ARM):
        parent_x, parent_y = -parent_x, -parent_y
    turn = facing * _turn_between(parent_x, parent_y, child_x, child_y)
    low, high = usual[at.LOWEST_ANGLE], usual[at.HIGHEST_ANGLE]
    if mech and link in (at.UPPER_LEG, at.LOWER_LEG):  # a mech's leg mirrors a person's
        low, high = -high, -low
    off = abs((turn - 0.5 * (low + high) + np.pi) % (2.0 * np.pi) - np.pi)
    return soft_cost(max(off - 0.5 * (high - low), 0.0) / usual[at.ANGLE_DEVIATION])


@part
def _front_cost(link, parent, child, states, usual, mech, facing):
    """Cost of facing against the evidence: noses, bellies, and hinges, which bend one way only."""
    parent_x, parent_y = states.directions[parent, 0], states.directions[parent, 1]
    if link == at.HEAD:
        ahead_x, ahead_y = facing * parent_y, -facing * parent_x
        usual_bulge = usual[at.USUAL_BULGE] * states.scale
        belly = (states.bulges[parent, 0] * ahead_x + states.bulges[parent, 1] * ahead_y) / usual_bulge
        nose = (states.bulges[child, 0] * ahead_x + states.bulges[child, 1] * ahead_y) / usual_bulge
        return -min(max(belly, -1.0), 1.0) - min(max(nose, -1.0), 1.0)
    if link in (at.LOWER_LEG, at.LOWER_ARM):
        forward = facing if link == at.LOWER_ARM or mech else -facing
        turn = _turn_between(parent_x, parent_y, states.directions[child, 0], states.directions[child, 1])
        return -usual[at.HINGE_EVIDENCE] * np.tanh(forward * turn / usual[at.HINGE_BENT])
    return 0.0


@part
def _turn_between(px, py, cx, cy):
    """Angle from direction p to direction c [rad]."""
    return np.arctan2(px * cy - py * cx, px * cx + py * cy)
