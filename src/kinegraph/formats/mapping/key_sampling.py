"""Values between the keys of STEP and LINEAR channels, as glTF defines them."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.curves.curve import Curve
from kinegraph.core.math.rotations import quat_normalize, slerp
from kinegraph.formats.mapping.frame_grid import ON_FRAME

# Largest half angle of one Hermite piece of a slerp [rad]: the error is at most its fourth power / 384,
# 1e-5 rad.
_HALF_ANGLE = 0.25


def sample_keys(times: Floats, keys: Floats, wanted: Floats, interpolation: str, spherical: bool) -> Floats:
    """(F, ..., n) values at `wanted` [s], exact at keys within ON_FRAME of a wanted time, constant outside.

    times: (K,) increasing [s]. keys: (K, ..., n). interpolation: "STEP" or "LINEAR".
    spherical: Whether the keys are rotations: made unit, and interpolated along the shorter arc.
    """
    if spherical:
        keys = quat_normalize(keys)
    last = len(times) - 1
    before = np.clip(np.searchsorted(times, wanted, side="right") - 1, 0, last)
    after = np.minimum(before + 1, last)
    before = np.where(np.abs(times[after] - wanted) <= ON_FRAME, after, before)
    after = np.minimum(before + 1, last)
    inside = (wanted - times[before] > ON_FRAME) & (after > before)
    sampled = keys[before]
    if interpolation == "LINEAR" and inside.any():
        a, b = before[inside], after[inside]
        shares = (wanted[inside] - times[a]) / (times[b] - times[a])
        shares = shares.reshape(-1, *[1] * (keys.ndim - 2))
        if spherical:
            sampled[inside] = slerp(keys[a], keys[b], shares)
        else:
            sampled[inside] = keys[a] + shares[..., None] * (keys[b] - keys[a])
    return sampled


def curves_of_slerp(times: Floats, rotations: Floats) -> list[Curve]:
    """Four component curves that, normalized, follow the slerp between keys to 1e-5 rad.

    A slerp's components are sums of sines; wide arcs are cut into pieces that cubics follow closely.
    times: (K,) [s]. rotations: (K, 4), of any sign.
    """
    keys = [quat_normalize(rotations[0])]
    moments, values, before, after = [float(times[0])], [keys[0]], [np.zeros(4)], []
    for k in range(len(times) - 1):
        a, b = keys[-1], quat_normalize(rotations[k + 1])
        b = -b if a @ b < 0.0 else b
        keys.append(b)
        half_angle = 2.0 * np.arctan2(np.linalg.norm(a - b), np.linalg.norm(a + b))
        pieces = max(1, int(np.ceil(half_angle / _HALF_ANGLE)))
        shares = np.linspace(0.0, 1.0, pieces + 1)
        span = float(times[k + 1] - times[k])
        points, rates = _arc(a, b, half_angle, shares, span)
        after.extend(rates[:-1])
        before.extend(rates[1:])
        values.extend([*points[1:-1], b])
        moments.extend([*(float(times[k]) + shares[1:-1] * span), float(times[k + 1])])
    after.append(np.zeros(4))
    points, incoming, outgoing = np.array(values), np.array(before), np.array(after)
    return [Curve.hermite(moments, points[:, i], incoming[:, i], outgoing[:, i]) for i in range(4)]


def _arc(a: Floats, b: Floats, half_angle: float, shares: Floats, span: float) -> tuple[Floats, Floats]:
    """Points of the slerp from a to b and their rates [1/s]."""
    if half_angle < 1e-9:
        return a + shares[:, None] * (b - a), np.tile((b - a) / span, (len(shares), 1))
    aside = b - a * np.cos(half_angle)
    aside /= np.sin(half_angle)
    angles = half_angle * shares[:, None]
    points = np.cos(angles) * a + np.sin(angles) * aside
    return points, (np.cos(angles) * aside - np.sin(angles) * a) * (half_angle / span)
