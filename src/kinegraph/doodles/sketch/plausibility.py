"""Whether strokes that could be named as a body look like one, and if not, what speaks against it.

The search names whatever there is: seven circles on one spot are somehow a person. What is refused here lies
beyond what synthetic sketchers of the sloppy kind drew (seeds from 730,000 to 771,000), and beyond
the characters that people drew and marked.
"""

from collections.abc import Mapping

import numpy as np

from kinegraph.doodles.sketch.costs import joint_terms, own_costs
from kinegraph.doodles.sketch.link_ends import LinkStates
from kinegraph.doodles.sketch.recognition import Naming
from kinegraph.doodles.sketch.recognition_kernels import MISSING
from kinegraph.doodles.sketch.topology import JOINTS, LINKS, spoken

# What all of a body, and the gaps at its joints alone, may cost for each link on average.
_MOST, _MOST_GAPS = 4.4, 2.75
# What the shapes of all links together may cost: limbs as round as heads.
_MOST_SHAPES = 5.5
# How far apart links are at least: the deviation of their middles by their mean length. Lines that cross in
# one point stay below a half; the legs of a mech that crouches are folded under it.
_LEAST_SPREAD = {"person": 0.5, "mech": 0.36}
# Strokes at least so long, as a share of the sketch's scale, could be links; a front view leaves five over.
_LONG, _MOST_LEFT_OVER = 0.5, 5


def link_terms(states: LinkStates, naming: Naming) -> dict[str, dict[str, float]]:
    """What each link with a parent costs, by what it is judged."""
    found = {}
    for joint in JOINTS:
        parent, child = (naming.states[LINKS.index(link)] for link in (joint.parent, joint.child))
        if MISSING not in (parent, child):
            mech = naming.kind == "mech"
            found[joint.child] = joint_terms(states, joint.child, parent, child, naming.facing, mech=mech)
    return found


def why_no_body(states: LinkStates, naming: Naming, spare_lengths: Mapping[int, float]) -> str | None:
    """What speaks against a complete naming being a body, as the end of a sentence; None for a body.

    spare_lengths: The length of each stroke that is no link [m].
    """
    drawn = {link: state for link, state in zip(LINKS, naming.states, strict=True) if state != MISSING}
    long = sum(length > _LONG * states.scale for length in spare_lengths.values())
    if long > _MOST_LEFT_OVER:
        return f"{long} strokes as long as links are left over"
    used = list(drawn.values())
    away = states.centres[used] - states.centres[used].mean(axis=0)
    spread = np.sqrt((away**2).sum(axis=1).mean()) / states.lengths[used].mean()
    if spread < _LEAST_SPREAD[naming.kind]:
        return "its strokes lie on top of each other"
    own = own_costs(states)
    shapes = sum(float(own[LINKS.index(link), state]) for link, state in drawn.items())
    if shapes > _MOST_SHAPES:
        return "most of its strokes are as round as heads"
    terms = link_terms(states, naming)
    gaps = {link: each["gap"] for link, each in terms.items()}
    if sum(gaps.values()) > _MOST_GAPS * len(drawn):
        return f"its links do not hang together, least of all {spoken(max(gaps, key=lambda k: gaps[k]))}"
    costs = {link: sum(each.values()) for link, each in terms.items()}
    if shapes + sum(costs.values()) > _MOST * len(drawn):
        return f"{spoken(max(costs, key=lambda k: costs[k]))} is what fits least"
    return None
