"""Rotation orders: for each joint the Euler order that its motion keeps farthest from gimbal lock.

An order of three axes locks where its middle angle reaches a quarter turn. The sine of the middle angle is a
plain product of quaternion components, so all six orders are compared without computing an angle.
"""

from itertools import permutations

import numpy as np

from kinegraph.core.arrays import Floats

# Orders whose largest middle sines differ by less are equally good, and the first one is taken: a hinge's
# order must not depend on rounding.
_SAME_SINE = 1e-6

# The orders with three axes; those that repeat one lock at rest, and editors do not offer them.
CANDIDATE_ORDERS: tuple[str, ...] = tuple("".join(axes) for axes in permutations("XYZ"))


def calm_orders(rotations: Floats) -> tuple[str, ...]:
    """Per joint the order whose middle angle's largest excursion over the frames is smallest.

    rotations: (F, J, 4) unit quaternions xyzw, as the channels have them: away from rest.
    """
    excursions = np.stack([_middle_sines(rotations, order) for order in CANDIDATE_ORDERS])
    calm = excursions <= excursions.min(axis=0) + _SAME_SINE
    return tuple(CANDIDATE_ORDERS[int(index)] for index in np.argmax(calm, axis=0))


def _middle_sines(rotations: Floats, order: str) -> Floats:
    """(J,) largest |sin| of the order's middle angle: 2 (w j + e i k), e the parity of the axes i j k."""
    i, j, k = ("XYZ".index(axis) for axis in order)
    parity = 1.0 if (j - i) % 3 == 1 else -1.0
    x = rotations
    return np.abs(2.0 * (x[..., 3] * x[..., j] + parity * x[..., i] * x[..., k])).max(axis=0)
