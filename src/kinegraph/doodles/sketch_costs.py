"""What it costs to read a stroke as a link: gaps at the joint, angles, lengths, places along the other link.

Each term is a deviation in units of what is usual, squared while it is small and linear beyond: one
impossible thing must not outweigh a whole body. Costs are half squared deviations, so they
add as log-likelihoods do.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.doodles.link_ends import LinkStates
from kinegraph.doodles.topology import LINKS

# Usual gap of a joint: a share of the sketch's scale, and of the widths that meet there.
_GAP, _GAP_WIDTH = 0.07, 0.12
_ANGLE = np.radians(18.0)  # how far past its range a joint may look bent

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
# Length of a link by its parent's: the usual ratio, and the deviation of its logarithm.
_RATIOS = {
    "upper_leg": (0.9, 0.7),
    "lower_leg": (1.0, 0.35),
    "foot": (0.5, 0.6),
    "upper_arm": (0.65, 0.6),
    "lower_arm": (1.0, 0.35),
    "head": (0.75, 0.7),
}
_BULGE = 0.06  # what sticks out of a head or torso that has a front, as a share of the scale
# Width of a link by its parent's, likewise.
_WIDTHS = {
    "upper_leg": (0.5, 0.8),
    "lower_leg": (1.0, 0.5),
    "foot": (1.0, 0.8),
    "upper_arm": (0.4, 0.8),
    "lower_arm": (1.0, 0.5),
    "head": (1.1, 1.0),
}
# Where along the torso, from the hips up, its other links sit; and the ankle along the foot, from the heel.
_PLACES = {"upper_leg": (0.10, 0.12), "upper_arm": (0.83, 0.12), "foot": (0.25, 0.2)}


def soft_cost(deviations: Floats, knee: float = 2.5) -> Floats:
    """Half the square of a deviation, growing linearly beyond `knee`."""
    size = np.abs(deviations)
    return np.where(size < knee, 0.5 * size**2, knee * (size - 0.5 * knee))


def own_costs(states: LinkStates) -> Floats:
    """(7, S) what each state costs as each link, by its own shape alone; infinite where it cannot be."""
    limb = soft_cost(np.maximum(states.roundness - 0.55, 0.0) / 0.2)
    slender = soft_cost(np.maximum(0.6 - states.roundness, 0.0) / 0.25)
    lying = 1.0 - states.directions[:, 1]
    costs = np.tile(limb, (len(LINKS), 1))
    costs[LINKS.index("torso")] = 0.4 * lying
    costs[LINKS.index("foot")] = 0.5 * limb + 0.4 * states.directions[:, 1] ** 2
    point = (states.bulges * states.directions).sum(axis=1) / (_BULGE * states.scale)
    costs[LINKS.index("foot")] -= np.clip(point, -1.0, 1.0)  # a shoe is pointed in front
    costs[LINKS.index("head")] = np.minimum(slender, 2.0)
    costs[LINKS.index("head"), ~states.first] = np.inf  # a head has no direction of its own
    return costs


def joined_costs(states: LinkStates, facing: int, *, mech: bool) -> Floats:
    """(7, S, S) what each link costs in a state (last axis) on its parent in a state; zero for the torso.

    facing: +1 where the body looks to the right.
    """
    costs = np.zeros((len(LINKS), len(states.strokes), len(states.strokes)))
    for index, link in enumerate(LINKS[1:], start=1):
        costs[index] = sum(joint_terms(states, link, facing, mech=mech).values())
    return costs


def joint_terms(states: LinkStates, link: str, facing: int, *, mech: bool) -> dict[str, Floats]:
    """The costs (S, S) of a link in a state (last axis) on its parent in a state, by what they judge."""
    terms = {
        "gap": _gaps(states, link),
        "angle": _angles(states, link, facing, mech),
        "length": _ratios(states, link),
        "width": _widths(states, link),
    }
    if link in _PLACES:
        terms["place"] = _places(states, link)
    if link == "head":
        terms["place"] = _head_places(states)
        terms["front"] = _fronts(states, facing)
    return terms


def _gaps(states: LinkStates, link: str) -> Floats:
    """How far parent and child are apart at their joint."""
    if link in ("upper_leg", "upper_arm"):  # the near end of the limb, to anywhere on the torso
        gaps = states.near_gaps[:, states.strokes].T
    elif link in ("foot", "head"):  # the far end of the parent, to anywhere on the child
        gaps = states.far_gaps[:, states.strokes]
    else:
        gaps = np.linalg.norm(states.far[:, None] - states.near[None], axis=-1)
    thin = np.minimum(states.widths[:, None], states.widths[None])
    return soft_cost(gaps / (_GAP * states.scale + _GAP_WIDTH * thin))


def _angles(states: LinkStates, link: str, facing: int, mech: bool) -> Floats:
    """How far a joint is bent past its range."""
    if link == "head":
        away = states.centres[None] - states.far[:, None]
        child = away / np.maximum(np.linalg.norm(away, axis=-1, keepdims=True), 1e-12)
    else:
        child = np.broadcast_to(states.directions[None], (len(states.strokes),) * 2 + (2,))
    parent = states.directions[:, None] * (-1.0 if link in ("upper_leg", "upper_arm") else 1.0)
    cross = parent[..., 0] * child[..., 1] - parent[..., 1] * child[..., 0]
    dot = (parent * child).sum(axis=-1)
    turns = np.arctan2(facing * cross, dot)
    low, high = np.radians(_RANGES[link])
    if mech and link == "lower_leg":
        low, high = -high, -low
    middle, half = 0.5 * (low + high), 0.5 * (high - low)
    off = np.abs((turns - middle + np.pi) % (2.0 * np.pi) - np.pi)
    return soft_cost(np.maximum(off - half, 0.0) / _ANGLE)


def _ratios(states: LinkStates, link: str) -> Floats:
    usual, deviation = _RATIOS[link]
    ratios = np.log(states.lengths[None] / states.lengths[:, None] / usual)
    return soft_cost(ratios / deviation)


def _widths(states: LinkStates, link: str) -> Floats:
    """Arms are thinner than legs, and legs than the torso; lines have no width that tells."""
    usual, deviation = _WIDTHS[link]
    least = 0.06 * states.scale
    widths = np.maximum(states.widths, least)
    return soft_cost(np.log(widths[None] / widths[:, None] / usual) / deviation)


def _places(states: LinkStates, link: str) -> Floats:
    """How unusual the place of the joint along the torso, or along the foot, is."""
    usual, deviation = _PLACES[link]
    if link == "foot":
        away = states.far[:, None] - states.centres[None]
        along = (away * states.directions[None]).sum(axis=-1) / states.lengths[None] + 0.5
    else:
        away = states.near[None] - states.centres[:, None]
        along = (away * states.directions[:, None]).sum(axis=-1) / states.lengths[:, None] + 0.5
    return soft_cost((along - usual) / deviation)


def _head_places(states: LinkStates) -> Floats:
    """A head is beyond the end of its torso, and a long one hangs on it by one of its own ends."""
    away = states.centres[None] - states.centres[:, None]
    along = (away * states.directions[:, None]).sum(axis=-1) / states.lengths[:, None] + 0.5
    inside = soft_cost(np.maximum(1.05 - along, 0.0) / 0.15)
    neck = states.far[:, None] - states.centres[None]
    place = np.abs((neck * states.directions[None]).sum(axis=-1)) / (0.5 * states.lengths[None])
    slender = 1.0 - np.minimum(states.widths / states.lengths, 1.0)
    return inside + slender[None] * soft_cost((np.minimum(place, 1.0) - 1.0) / 0.3)


def _fronts(states: LinkStates, facing: int) -> Floats:
    """Noses and bellies are in front: gain (a negative cost) where head and torso bulge the way they face."""
    forward = facing * np.stack([states.directions[:, 1], -states.directions[:, 0]], axis=1)
    own = (states.bulges * forward).sum(axis=1)[:, None]
    head = forward @ states.bulges.T
    return -sum(np.clip(bulge / (_BULGE * states.scale), -1.0, 1.0) for bulge in (own, head))
