"""Annotations: eyes, hats, sleeves, shoes. Each is bound to its nearest link; one that spans several links
bends with them, where the paper's breaks."""

from collections.abc import Sequence

import numpy as np

from kinegraph.core.arrays import Floats, kernel_floats
from kinegraph.doodles.ink.line_distance_kernels import distances_to_outlines
from kinegraph.doodles.sketch.drawn_body import DrawnBody
from kinegraph.doodles.sketch.topology import JOINTS

_RIGID = 0.88  # a stroke with this share nearest to one link belongs to that link alone
_TOUCHED = 0.02  # a link that is nearest to a smaller share of a stroke does not move it
_SOFTNESS = 0.05  # length over which links share a point, as a share of the body's height
_BONE_SHARE = 0.25  # weight of the distance to the bone, beside that to the drawn link


def link_weights(points: Floats, body: DrawnBody) -> tuple[Floats, Sequence[str]]:
    """(P, L) weight of each link for each point (P, 2) of one annotation, and the links; rows sum to one."""
    links = tuple(body.frames)
    distances = _distances(points, body, links)
    nearest = distances.argmin(axis=1)
    shares = np.bincount(nearest, minlength=len(links)) / len(points)
    if shares.max() >= _RIGID:
        weights = np.zeros((len(points), len(links)))
        weights[:, shares.argmax()] = 1.0
        return weights, links
    spanned = _find_connected(links, shares)
    softness = _SOFTNESS * body.proportions.height
    over = distances - distances[:, spanned].min(axis=1, keepdims=True)
    weights = np.where(spanned, np.exp(-0.5 * (np.maximum(over, 0.0) / softness) ** 2), 0.0)
    weights[weights < 0.01] = 0.0
    return weights / weights.sum(axis=1, keepdims=True), links


def _find_connected(links: Sequence[str], shares: Floats) -> np.ndarray:
    """(L,) whether a stroke spans each link: the one with most of the stroke, and those connected to it that
    have some.

    A link that it only passes is not spanned, as an arm that hangs over a pattern on the torso.
    """
    beside = np.zeros((len(links), len(links)), dtype=bool)
    for joint in JOINTS:
        if joint.parent in links and joint.child in links:
            one, other = links.index(joint.parent), links.index(joint.child)
            beside[one, other] = beside[other, one] = True
    spanned = np.zeros(len(links), dtype=bool)
    spanned[shares.argmax()] = True
    for _ in links:
        spanned |= (beside & spanned).any(axis=1) & (shares > _TOUCHED)
    for _ in links:  # a link with little of the stroke is spanned only on the way to another
        spanned &= (shares >= 1.0 - _RIGID) | ((beside & spanned).sum(axis=1) > 1)
    return spanned


def _distances(points: Floats, body: DrawnBody, links: Sequence[str]) -> Floats:
    """(P, L) distance to each drawn link, and a share of that to its bone [m]."""
    outlines = kernel_floats([body.shapes[link].outline for link in links])
    closed = np.array([body.shapes[link].closed for link in links])
    drawn, bones = np.empty((len(points), len(links))), np.empty((len(points), len(links)))
    distances_to_outlines(kernel_floats(points), outlines, closed, drawn)
    segments = kernel_floats([(body.frames[link].drawn, body.frames[link].tip) for link in links])
    distances_to_outlines(kernel_floats(points), segments, np.zeros(len(links), dtype=bool), bones)
    return drawn + _BONE_SHARE * bones
