"""Headings of feet's rest places: how the place that a foot steps from is turned about the vertical.

A step leads from one place on the ground to another. Its rest place is turned as the body is turned while the
foot stands, and not as the foot itself: a dancer stands with feet turned far out, and the feet of a long body
belong under its hips nevertheless.
"""

from itertools import pairwise

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.math.easing import smoothstep
from kinegraph.creatures.binding.turned_rests import headings
from kinegraph.creatures.retarget.clip_motion import ClipMotion, FootSteps

_JOINS = 0.2  # [s] from a stance until a rest place turns with the body
_SPINS = np.radians(120.0)  # turn of the body within one stance from which the foot pivots with it


def home_headings(motion: ClipMotion, steps: FootSteps) -> Floats:
    """(F,) turn of a foot's rest place about the vertical [rad]: one for each stance, smooth between them."""
    body = headings(motion.turns[:, motion.creature.root])
    if not steps.stands:
        return body
    found = np.array(body)
    for first, end in steps.stands:
        if np.ptp(body[first:end]) < _SPINS:
            found[first:end] = np.median(body[first:end])
    first, end = steps.stands[0][0], steps.stands[-1][1]
    _join(found[:first][::-1], float(found[first]), motion.times[first] - motion.times[:first][::-1])
    for (_, lifts), (lands, _) in pairwise(steps.stands):
        share = smoothstep((np.arange(lifts, lands) - (lifts - 1)) / (lands - lifts + 1))
        found[lifts:lands] = found[lifts - 1] + share * (found[lands] - found[lifts - 1])
    _join(found[end:], float(found[end - 1]), motion.times[end:] - motion.times[end - 1])
    return found


def _join(body: Floats, stood: float, away: Floats) -> None:
    """Leads the headings of the first or last flight from that of its stance to the body's own, in place.

    away: Time from the stance [s].
    """
    body[:] = stood + smoothstep(away / _JOINS) * (body - stood)
