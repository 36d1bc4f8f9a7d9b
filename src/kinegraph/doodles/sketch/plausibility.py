"""Checks that named strokes look like a body, and gives the reason where they do not.

The search names any strokes: it makes a person of seven circles on one spot. The limits here are beyond the
sloppy sketches of the synthetic sketchers (seeds from 730,000 to 771,000) and beyond the characters that
people drew and marked.
"""

from collections.abc import Mapping

import numpy as np

from kinegraph.doodles.sketch.costs import joint_terms, own_costs
from kinegraph.doodles.sketch.link_ends import LinkStates
from kinegraph.doodles.sketch.recognition import Naming
from kinegraph.doodles.sketch.recognition_kernels import MISSING
from kinegraph.doodles.sketch.topology import JOINTS, LINKS, phrase

# Largest mean cost of a link, and of the gap at its joint alone.
_MOST, _MOST_GAPS = 4.4, 2.75
# The former, where strokes are left over: among many strokes some resemble a body by chance.
_MOST_OF_MANY = 2.0
# Largest cost of the whole body, likewise.
_MOST_COST, _MOST_COST_OF_MANY = 32.0, 20.0
# Largest cost of the shapes of all links: higher for limbs as round as heads.
_MOST_SHAPES = 5.5
# Least spread of links: the deviation of their middles over their mean length. Lines that cross in one point
# stay below a half; a crouching mech has its legs folded under it.
_LEAST_SPREAD = {"person": 0.5, "mech": 0.36}
# Least length of a stroke that could be a link, as a share of the sketch's scale; a front view leaves five
# over.
_LONG, _MOST_LEFT_OVER = 0.5, 5


def link_terms(states: LinkStates, naming: Naming) -> dict[str, dict[str, float]]:
    """Cost of each link with a parent, by term."""
    found = {}
    for joint in JOINTS:
        parent, child = (naming.states[LINKS.index(link)] for link in (joint.parent, joint.child))
        if MISSING not in (parent, child):
            mech = naming.kind == "mech"
            found[joint.child] = joint_terms(states, joint.child, parent, child, naming.facing, mech=mech)
    return found


def describe_gap(link: str) -> str:
    """A sentence about a link that does not touch its parent."""
    parent = next(joint.parent for joint in JOINTS if joint.child == link)
    return f"{phrase(link).capitalize()} does not touch {phrase(parent)}. Draw it so that it overlaps."


def find_objection(states: LinkStates, naming: Naming, spare_lengths: Mapping[int, float]) -> str | None:
    """The reason why a complete naming is not a body, as a sentence; None for a body.

    spare_lengths: The length of each stroke that is not a link [m].
    """
    drawn = {link: state for link, state in zip(LINKS, naming.states, strict=True) if state != MISSING}
    long = sum(length > _LONG * states.scale for length in spare_lengths.values())
    if long > _MOST_LEFT_OVER:
        return f"{long} long strokes are not part of it. Draw one stroke for each link."
    used = list(drawn.values())
    away = states.centres[used] - states.centres[used].mean(axis=0)
    spread = np.sqrt((away**2).sum(axis=1).mean()) / states.lengths[used].mean()
    if spread < _LEAST_SPREAD[naming.kind]:
        return "Its strokes are on top of each other."
    own = own_costs(states)
    shapes = sum(float(own[LINKS.index(link), state]) for link, state in drawn.items())
    if shapes > _MOST_SHAPES:
        return "Most of its strokes are as round as heads. Draw arms and legs longer and thinner."
    terms = link_terms(states, naming)
    gaps = {link: each["gap"] for link, each in terms.items()}
    if sum(gaps.values()) > _MOST_GAPS * len(drawn):
        return describe_gap(max(gaps, key=lambda link: gaps[link]))
    costs = {link: sum(each.values()) for link, each in terms.items()}
    most, most_cost = (_MOST_OF_MANY, _MOST_COST_OF_MANY) if spare_lengths else (_MOST, _MOST_COST)
    if shapes + sum(costs.values()) > most * len(drawn) or naming.cost > most_cost:
        return f"{phrase(max(costs, key=lambda link: costs[link])).capitalize()} does not fit."
    return None
