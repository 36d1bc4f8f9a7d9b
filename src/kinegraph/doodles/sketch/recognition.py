"""Naming strokes: the cheapest assignment of the strokes to the links of a known body.

Thorne et al. (2004) join each end of a link to the nearest other link and read the names from connections,
which fails where an arm hangs along the torso or a hand is near the head. Here every naming of the strokes as
the links of a person or a mech, facing either way, is a candidate. Gaps, angles, lengths and places give its
cost, and a branch-and-bound search finds the cheapest. Strokes that are left over are annotations.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.doodles.sketch.cost_layout import SearchCosts
from kinegraph.doodles.sketch.costs import FACINGS, own_costs, pair_costs
from kinegraph.doodles.sketch.link_ends import LinkStates
from kinegraph.doodles.sketch.recognition_kernels import MISSING, cheapest_bodies
from kinegraph.doodles.sketch.topology import (
    ANNOTATION,
    JOINTS,
    KINDS,
    LINKS,
)

NAMINGS = 3  # number of different namings that are compared
_PARENTS = np.array([-1] + [LINKS.index(j.parent) for link in LINKS[1:] for j in JOINTS if j.child == link])
_NOT_DRAWN = 12.0  # cost of a link that is not drawn
_NOT_YET = 10.5  # reduction of that cost while there are fewer strokes than links
_ORPHAN = 4.0  # cost of a link whose parent is not drawn
# Cost of a stroke that is not a link: low for a dot, which may be an eye, high for a stroke as long as a
# limb.
_LEFT_OVER, _LEFT_OVER_LONG, _LONG = 2.0, 12.0, 0.35
_CORRECTED = 1e4  # cost of contradicting a label that the user set


@dataclass(frozen=True, eq=False)
class Naming:
    """A way to read a sketch.

    kind: "person" or "mech".
    states: The state of each link of LINKS, MISSING if it is not drawn.
    facing: +1 if the body faces right.
    cost: Of the drawn links, and of missing links and left-over strokes.
    """

    kind: str
    states: tuple[int, ...]
    facing: int
    cost: float

    @property
    def complete(self) -> bool:
        """True if every link of its kind is drawn."""
        return all(self.states[LINKS.index(link)] != MISSING for link in KINDS[self.kind])


def name_strokes(states: LinkStates, said: Mapping[int, str]) -> list[Naming]:
    """The cheapest namings of the strokes, cheapest first, no two of them alike.

    said: Labels that the user set, by index of the stroke: a link, or an annotation.
    """
    left_over = _unused_costs(states)
    own = own_costs(states) - left_over[states.strokes]
    _apply_labels(own, states, said)
    rest = float(left_over.sum())
    drawn = len(left_over) - sum(label == ANNOTATION for label in said.values())
    found: list[Naming] = []
    for kind in _kinds(drawn, said):
        # Links that are not drawn yet cost little: an unfinished person is not a mech.
        base = rest - _NOT_YET * max(len(KINDS[kind]) - drawn, 0)
        # A corrected drawing is meant as a body: no link is left out for being odd.
        least = _NOT_DRAWN if not said else _CORRECTED / 100.0
        missing = np.array([least if link in KINDS[kind] else 0.0 for link in LINKS])
        allowed = own.copy()
        allowed[[LINKS.index(link) for link in LINKS if link not in KINDS[kind]]] = np.inf
        for facing, joined in zip(FACINGS, pair_costs(states, mech=kind == "mech"), strict=True):
            limit = found[NAMINGS - 1].cost - base if len(found) >= NAMINGS else np.inf
            search = SearchCosts(
                kernel_floats(allowed), kernel_floats(joined), _PARENTS, states.strokes, missing, _ORPHAN
            )
            costs, bodies = cheapest_bodies(search, limit, NAMINGS)
            found += [
                Naming(kind, tuple(body.tolist()), facing, float(cost) + base)
                for cost, body in zip(costs, bodies, strict=True)
                if np.isfinite(cost)
            ]
            found = _different(states, found)
    return found


def _kinds(drawn: int, said: Mapping[int, str]) -> tuple[str, ...]:
    """Kinds to search for. A mech needs all of its links: fewer strokes may still become a person."""
    arms = any(label in LINKS and label not in KINDS["mech"] for label in said.values())
    if drawn < len(KINDS["mech"]) or arms:
        return ("person",)
    # The likelier first: its cost bounds the search for the other.
    return ("person", "mech") if drawn >= len(KINDS["person"]) else ("mech", "person")


def _unused_costs(states: LinkStates) -> Floats:
    """(N,) cost of not using each stroke as a link."""
    lengths = states.lengths[states.first]
    return _LEFT_OVER + _LEFT_OVER_LONG * np.minimum(lengths / (_LONG * states.scale), 1.0) ** 2


def _apply_labels(own: Floats, states: LinkStates, said: Mapping[int, str]) -> None:
    """Allows only the labels that the user set for strokes."""
    for stroke, label in said.items():
        of_stroke = states.strokes == stroke
        for link, costs in zip(LINKS, own, strict=True):
            if link == label:
                costs[~of_stroke] = np.inf
                costs[of_stroke] -= _CORRECTED
            else:
                costs[of_stroke] = np.inf


def _different(states: LinkStates, namings: list[Naming]) -> list[Naming]:
    """The cheapest of each naming, cheapest first."""
    best: dict[tuple[int, ...], Naming] = {}
    for naming in namings:
        strokes = tuple(MISSING if s == MISSING else int(states.strokes[s]) for s in naming.states)
        if strokes not in best or naming.cost < best[strokes].cost:
            best[strokes] = naming
    return sorted(best.values(), key=lambda naming: naming.cost)[:NAMINGS]
