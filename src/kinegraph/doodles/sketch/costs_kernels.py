"""What two drawn links cost on each other, compiled; sketch_costs.py says what the terms and tables mean.

Links are indices into topology.LINKS. Rows of states are: direction x y, length, width, near end x y, far end
x y, centre x y, bulge x y.
"""

import numpy as np
from numba import njit

UPPER_LEG, LOWER_LEG, FOOT, UPPER_ARM, LOWER_ARM, HEAD = 1, 2, 3, 4, 5, 6
GAP, LENGTH, WIDTH, PLACE, ANGLE, FRONT = 0, 1, 2, 3, 4, 5


@njit(cache=True)
def soft_cost(deviation):
    """Half the square of a deviation, growing linearly beyond 2.5."""
    size = abs(deviation)
    return 0.5 * size * size if size < 2.5 else 2.5 * (size - 1.25)


@njit(cache=True)
def joined_costs(rows, strokes, near_gaps, far_gaps, scale, tables, mech, costs):
    """costs (2, 7, S, S) of each link on its parent, facing right and left; infinite on itself."""
    terms = np.empty(6)
    for link in range(1, 7):
        for on in range(len(rows)):
            for state in range(len(rows)):
                if strokes[on] == strokes[state]:
                    costs[:, link, on, state] = np.inf
                    continue
                for side in range(2):
                    facing = 1.0 - 2.0 * side
                    pair_costs(
                        link,
                        on,
                        state,
                        rows,
                        strokes,
                        near_gaps,
                        far_gaps,
                        scale,
                        tables,
                        mech,
                        facing,
                        terms,
                    )
                    costs[side, link, on, state] = terms.sum()


@njit(cache=True)
def pair_costs(link, on, state, rows, strokes, near_gaps, far_gaps, scale, tables, mech, facing, terms):
    """terms (6,): what a link in a state costs on its parent in a state, by what is judged."""
    parent, child = rows[on], rows[state]
    row = tables[link]
    if link in (UPPER_LEG, UPPER_ARM):  # the near end of the limb, to anywhere on the torso
        gap = near_gaps[state, strokes[on]]
    elif link in (FOOT, HEAD):  # the far end of the parent, to anywhere on the child
        gap = far_gaps[on, strokes[state]]
    else:
        gap = np.hypot(parent[6] - child[4], parent[7] - child[5])
    terms[GAP] = soft_cost(gap / (row[0] * scale + row[1] * min(parent[3], child[3])))
    terms[LENGTH] = soft_cost((np.log(child[2] / parent[2]) - row[2]) / row[3])
    least = row[10] * scale
    terms[WIDTH] = soft_cost((np.log(max(child[3], least) / max(parent[3], least)) - row[4]) / row[5])
    terms[PLACE] = _place(link, parent, child, row)
    terms[ANGLE] = _angle(link, parent, child, row, mech, facing)
    terms[FRONT] = _front(link, parent, child, row, mech, facing, scale)


@njit(cache=True)
def _place(link, parent, child, row):
    """How unusual the place of the joint is: along the torso, along the foot, at the end of a long head."""
    if link in (UPPER_LEG, UPPER_ARM):
        return soft_cost((_along(parent, child[4], child[5]) - row[6]) / row[7])
    if link == FOOT:
        return soft_cost((_along(child, parent[6], parent[7]) - row[6]) / row[7])
    if link == HEAD:  # beyond the end of the torso, and hanging on it by one of its own ends
        inside = soft_cost(max(row[6] - _along(parent, child[8], child[9]), 0.0) / row[7])
        place = min(abs(2.0 * _along(child, parent[6], parent[7]) - 1.0), 1.0)
        slender = 1.0 - min(child[3] / child[2], 1.0)
        return inside + slender * soft_cost((place - 1.0) / 0.3)
    return 0.0


@njit(cache=True)
def _along(row, x, y):
    """Where along a link a point is: 0 at its near end, 1 at its far end."""
    return ((x - row[8]) * row[0] + (y - row[9]) * row[1]) / row[2] + 0.5


@njit(cache=True)
def _angle(link, parent, child, row, mech, facing):
    """How far a joint is bent past its range."""
    px, py, cx, cy = parent[0], parent[1], child[0], child[1]
    if link == HEAD:
        cx, cy = child[8] - parent[6], child[9] - parent[7]
    elif link in (UPPER_LEG, UPPER_ARM):
        px, py = -px, -py
    turn = facing * _turn(px, py, cx, cy)
    low, high = row[8], row[9]
    if mech and link in (UPPER_LEG, LOWER_LEG):  # its leg is a person's, the other way around
        low, high = -high, -low
    off = abs((turn - 0.5 * (low + high) + np.pi) % (2.0 * np.pi) - np.pi)
    return soft_cost(max(off - 0.5 * (high - low), 0.0) / row[12])


@njit(cache=True)
def _front(link, parent, child, row, mech, facing, scale):
    """What tells which way the body faces: noses, bellies, and hinges, which bend one way only."""
    if link == HEAD:
        ahead_x, ahead_y = facing * parent[1], -facing * parent[0]
        own = (parent[10] * ahead_x + parent[11] * ahead_y) / (row[11] * scale)
        head = (child[10] * ahead_x + child[11] * ahead_y) / (row[11] * scale)
        return -min(max(own, -1.0), 1.0) - min(max(head, -1.0), 1.0)
    if link in (LOWER_LEG, LOWER_ARM):
        forward = facing if link == LOWER_ARM or mech else -facing
        return -row[13] * np.tanh(forward * _turn(parent[0], parent[1], child[0], child[1]) / row[14])
    return 0.0


@njit(cache=True)
def _turn(px, py, cx, cy):
    """The angle from one direction to another."""
    return np.arctan2(px * cy - py * cx, px * cx + py * cy)
