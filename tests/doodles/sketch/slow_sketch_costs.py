"""Slow twins of the sketch kernels: plain loops, and a search through every naming."""

from itertools import permutations, product

import numpy as np

from kinegraph.core.arrays import Floats, Ints
from kinegraph.doodles.sketch import cost_layout as at
from kinegraph.doodles.sketch.link_ends import LinkStates
from kinegraph.doodles.sketch.topology import LINKS


def slow_distance(point: Floats, outline: Floats, closed: bool) -> float:
    """Distance of a point to a densely sampled line; zero inside of a closed one, by its winding number."""
    ring = np.concatenate([outline, outline[:1]]) if closed else outline
    t = np.linspace(0.0, 1.0, 201)[:, None, None]
    dense = ((1.0 - t) * ring[:-1] + t * ring[1:]).reshape(-1, 2)
    if closed:
        away = ring - point
        angles = np.arctan2(away[:, 1], away[:, 0])
        turns = np.diff(angles)
        winding = ((turns + np.pi) % (2.0 * np.pi) - np.pi).sum() / (2.0 * np.pi)
        if round(winding) % 2:
            return 0.0
    return float(np.linalg.norm(dense - point, axis=1).min())


def slow_terms(
    states: LinkStates, link: str, parent: int, child: int, facing: int, mech: bool, table: Floats
) -> dict[str, float]:
    """Costs of a link on its parent, term by term, as sketch/costs.py describes them."""

    def soft(x: float) -> float:
        return 0.5 * x * x if abs(x) < 2.5 else 2.5 * (abs(x) - 1.25)

    def along(state: int, point: Floats) -> float:
        middle, way = states.centres[state], states.directions[state]
        return float((point - middle) @ way / states.lengths[state] + 0.5)

    row = table[LINKS.index(link)]
    if link in ("upper_leg", "upper_arm"):
        gap = states.near_gaps[child, states.strokes[parent]]
    elif link in ("foot", "head"):
        gap = states.far_gaps[parent, states.strokes[child]]
    else:
        gap = np.linalg.norm(states.far[parent] - states.near[child])
    thin = min(states.widths[parent], states.widths[child])
    widths = np.maximum(states.widths, row[at.LEAST_WIDTH] * states.scale)
    place = 0.0
    if link in ("upper_leg", "upper_arm"):
        place = soft((along(parent, states.near[child]) - row[at.USUAL_PLACE]) / row[at.PLACE_DEVIATION])
    elif link == "foot":
        place = soft((along(child, states.far[parent]) - row[at.USUAL_PLACE]) / row[at.PLACE_DEVIATION])
    elif link == "head":
        hanging = min(abs(2.0 * along(child, states.far[parent]) - 1.0), 1.0)
        slender = 1.0 - min(states.widths[child] / states.lengths[child], 1.0)
        place = soft(
            max(row[at.USUAL_PLACE] - along(parent, states.centres[child]), 0.0) / row[at.PLACE_DEVIATION]
        )
        place += slender * soft((hanging - 1.0) / 0.3)
    one = states.directions[parent] * (-1.0 if link in ("upper_leg", "upper_arm") else 1.0)
    other = states.centres[child] - states.far[parent] if link == "head" else states.directions[child]
    turn = facing * (np.angle(complex(*other)) - np.angle(complex(*one)))
    low, high = (
        (-row[at.HIGHEST_ANGLE], -row[at.LOWEST_ANGLE])
        if mech and link in ("upper_leg", "lower_leg")
        else (row[at.LOWEST_ANGLE], row[at.HIGHEST_ANGLE])
    )
    past = min(abs(turn - (low + high) / 2 + k * 2 * np.pi) for k in range(-3, 4)) - (high - low) / 2
    front = 0.0
    if link == "head":
        ahead = facing * np.array([states.directions[parent][1], -states.directions[parent][0]])
        front = -sum(
            np.clip(states.bulges[s] @ ahead / (row[at.USUAL_BULGE] * states.scale), -1, 1)
            for s in (parent, child)
        )
    elif link in ("lower_leg", "lower_arm"):
        bend = (turn + np.pi) % (2.0 * np.pi) - np.pi
        forward = 1.0 if mech or link == "lower_arm" else -1.0
        front = -row[at.HINGE_EVIDENCE] * np.tanh(forward * bend / row[at.HINGE_BENT])
    return {
        "gap": soft(gap / (row[at.USUAL_GAP] * states.scale + row[at.USUAL_GAP_OF_WIDTH] * thin)),
        "length": soft(
            (np.log(states.lengths[child] / states.lengths[parent]) - row[at.USUAL_LENGTH])
            / row[at.LENGTH_DEVIATION]
        ),
        "width": soft(
            (np.log(widths[child] / widths[parent]) - row[at.USUAL_WIDTH]) / row[at.WIDTH_DEVIATION]
        ),
        "place": place,
        "angle": soft(max(past, 0.0) / row[at.ANGLE_DEVIATION]),
        "front": front,
    }


def every_body(
    own: Floats, with_parent: Floats, parents: Ints, stroke_of: Ints
) -> list[tuple[tuple[int, ...], float]]:
    """(strokes per link, cost) of every naming that uses every link, cheapest first, by trying all."""
    strokes = sorted(set(stroke_of.tolist()))
    found = []
    for chosen in permutations(strokes, len(own)):
        ways = [np.flatnonzero(stroke_of == stroke) for stroke in chosen]
        best = min(
            sum(
                own[k, s] + (with_parent[k, states[parents[k]], s] if k else 0.0)
                for k, s in enumerate(states)
            )
            for states in product(*ways)
        )
        found.append((chosen, best))
    return sorted(found, key=lambda each: each[1])
