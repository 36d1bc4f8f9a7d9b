"""Layout of the arrays that the cost kernels read and write: columns, and the costs of the search.

Kernels import this module as `at`.
"""

from typing import NamedTuple

from kinegraph.core.arrays import Floats, Ints

# Rows of links, in the order of topology.LINKS; the torso is row 0.
UPPER_LEG, LOWER_LEG, FOOT, UPPER_ARM, LOWER_ARM, HEAD = range(1, 7)

# Columns of the terms of a cost.
TERMS = ("gap", "length", "width", "place", "angle", "front")
GAP, LENGTH, WIDTH, PLACE, ANGLE, FRONT = range(len(TERMS))

# Columns of the table of usual values, one row for each link.
# The usual gap at its joint: a share of the sketch's scale, and a share of the thinner link's width.
USUAL_GAP, USUAL_GAP_OF_WIDTH = 0, 1
# Logarithm of its length, and of its width, over those of its parent: the usual value and the deviation.
USUAL_LENGTH, LENGTH_DEVIATION, USUAL_WIDTH, WIDTH_DEVIATION = 2, 3, 4, 5
# Where along the torso, or the foot, the joint is (0..1): the usual value and the deviation.
USUAL_PLACE, PLACE_DEVIATION = 6, 7
# The range of the joint's angle, and the deviation of an angle outside of it [rad].
LOWEST_ANGLE, HIGHEST_ANGLE, ANGLE_DEVIATION = 8, 9, 10
LEAST_WIDTH = 11  # thinner links count as this wide [share of the scale]
USUAL_BULGE = 12  # of a head or torso towards its front [share of the scale]
# Evidence of the facing that a bent hinge gives, and the angle from which on it counts as bent [rad].
HINGE_EVIDENCE, HINGE_BENT = 13, 14
COLUMNS = 15


class SearchCosts(NamedTuple):
    """Costs of naming strokes as the L links of a tree, over S states (a stroke pointing one way).

    own: (L, S) cost of a state as link l; infinite where it is impossible.
    with_parent: (L, S, S) cost of link l in a state (last axis) on its parent in a state; not for the root.
    parents: (L,) parent of each link, before it; -1 for the root, link 0.
    stroke_of: (S,) the stroke of each state.
    missing: (L,) cost of each link that is not drawn; orphan: of a drawn link whose parent is not drawn.
    """

    own: Floats
    with_parent: Floats
    parents: Ints
    stroke_of: Ints
    missing: Floats
    orphan: float
