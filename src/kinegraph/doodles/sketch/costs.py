"""Costs of reading a stroke as a link: gaps at the joint, angles, lengths, places along the other link.

Each term is a deviation in units of the usual deviation, squared while it is small and linear beyond, so that
one impossible term does not outweigh a whole body. Costs are half squared deviations, so they add as
log-likelihoods do. The deviations were set on sketches of the synthetic sketchers with seeds below 10,000 and
from 740,000 on.
"""

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.doodles.sketch import cost_layout as at
from kinegraph.doodles.sketch import costs_kernels as kernels
from kinegraph.doodles.sketch.link_ends import LinkStates
from kinegraph.doodles.sketch.topology import LINKS

FACINGS = (1, -1)  # to the right, to the left

# Usual gap of each joint: a share of the sketch's scale, plus a share of the thinner link's width.
_GAPS = {
    "upper_leg": 0.15,
    "lower_leg": 0.08,
    "foot": 0.12,  # its line is often drawn at the sole, an ankle's height below the shank
    "upper_arm": 0.085,
    "lower_arm": 0.08,
    "head": 0.085,
}
_GAP_WIDTH = 0.12
_ANGLE = 16.0  # deviation of an angle outside of the joint's range [degrees]
_LEAST_WIDTH = 0.06  # widths below this share of the scale count as equal: lines have no meaningful width
_BULGE = 0.06  # usual bulge of a head, torso or foot towards its front, as a share of the scale

# The range of each joint [degrees], forward positive: from the parent's direction for knee, elbow, ankle and
# neck, from straight down along the torso for hip and shoulder.
_RANGES = {
    "upper_leg": (-45.0, 145.0),
    "lower_leg": (-155.0, 8.0),
    "foot": (45.0, 135.0),
    "upper_arm": (-80.0, 210.0),
    "lower_arm": (-8.0, 155.0),
    "head": (-55.0, 60.0),
}
# Knees and elbows bend one way only: evidence of the facing from a bent one, and the angle from which on it
# counts as bent [degrees].
_HINGES, _BENT = {"lower_leg": 2.5, "lower_arm": 2.0}, 10.0
# Length of a link by its parent's: the usual ratio, and the deviation of its logarithm.
_LENGTHS = {
    "upper_leg": (0.9, 0.7),
    "lower_leg": (1.0, 0.25),
    "foot": (0.5, 0.6),
    "upper_arm": (0.65, 0.6),
    "lower_arm": (1.0, 0.25),
    "head": (0.75, 0.7),
}
# Width of a link by its parent's, likewise: arms are thinner than legs, and legs than the torso.
_WIDTHS = {
    "upper_leg": (0.5, 1.1),
    "lower_leg": (1.0, 0.45),
    "foot": (1.0, 0.8),
    "upper_arm": (0.4, 1.0),
    "lower_arm": (1.0, 0.4),
    "head": (1.1, 1.1),
}
# Places of the other links along the torso, from the hips up; of the ankle along the foot, from the heel; and
# the least place of the middle of a head along the torso's axis.
_PLACES = {"upper_leg": (0.10, 0.17), "upper_arm": (0.83, 0.12), "foot": (0.25, 0.17), "head": (1.05, 0.15)}


def _usual_values() -> Floats:
    """(7, COLUMNS) one row of usual values for each link, as the kernels read them."""
    table = np.zeros((len(LINKS), at.COLUMNS))
    for row, link in enumerate(LINKS):
        if link == "torso":
            continue  # it has no parent
        usual = table[row]
        usual[at.USUAL_GAP], usual[at.USUAL_GAP_OF_WIDTH] = _GAPS[link], _GAP_WIDTH
        length, usual[at.LENGTH_DEVIATION] = _LENGTHS[link]
        width, usual[at.WIDTH_DEVIATION] = _WIDTHS[link]
        usual[at.USUAL_LENGTH], usual[at.USUAL_WIDTH] = np.log(length), np.log(width)
        usual[at.USUAL_PLACE], usual[at.PLACE_DEVIATION] = _PLACES.get(link, (0.0, 1.0))
        usual[at.LOWEST_ANGLE], usual[at.HIGHEST_ANGLE] = np.radians(_RANGES[link])
        usual[at.ANGLE_DEVIATION] = np.radians(_ANGLE)
        usual[at.LEAST_WIDTH], usual[at.USUAL_BULGE] = _LEAST_WIDTH, _BULGE
        usual[at.HINGE_EVIDENCE], usual[at.HINGE_BENT] = _HINGES.get(link, 0.0), np.radians(_BENT)
    return kernel_floats(table)


USUAL_VALUES = _usual_values()


def own_costs(states: LinkStates) -> Floats:
    """(7, S) cost of each state as each link, by its own shape alone; infinite if impossible."""
    limb = _soft_cost(np.maximum(states.roundness - 0.55, 0.0) / 0.2)
    slender = _soft_cost(np.maximum(0.6 - states.roundness, 0.0) / 0.25)
    costs = np.tile(limb, (len(LINKS), 1))
    costs[LINKS.index("torso")] = 0.9 * (1.0 - states.directions[:, 1])
    # A foot is level more often than not, and a shoe is pointed in front.
    point = (states.bulges * states.directions).sum(axis=1) / (_BULGE * states.scale)
    level = 0.6 * states.directions[:, 1] ** 2
    costs[LINKS.index("foot")] = 0.5 * limb + level - 1.5 * np.clip(point, -1.0, 1.0)
    costs[LINKS.index("head")] = np.minimum(slender, 2.0)
    costs[LINKS.index("head"), ~states.first] = np.inf  # a head has no direction of its own
    return costs


def pair_costs(states: LinkStates, *, mech: bool) -> Floats:
    """(2, 7, S, S) cost of each link in a state (last axis) on its parent in a state; zero for the torso.

    The first axis is the body's facing: to the right, to the left.
    """
    count = len(states.strokes)
    costs = np.zeros((len(FACINGS), len(LINKS), count, count))
    kernels.fill_pair_costs(states, USUAL_VALUES, mech, costs)
    return costs


def joint_terms(
    states: LinkStates, link: str, parent: int, child: int, facing: int, *, mech: bool
) -> dict[str, float]:
    """Cost of a link in a state on its parent in a state, by term."""
    terms = np.empty(len(at.TERMS))
    kernels.fill_terms(LINKS.index(link), parent, child, states, USUAL_VALUES, mech, float(facing), terms)
    return dict(zip(at.TERMS, terms.tolist(), strict=True))


def _soft_cost(deviations: Floats) -> Floats:
    size = np.abs(deviations)
    return np.where(size < 2.5, 0.5 * size**2, 2.5 * (size - 1.25))
