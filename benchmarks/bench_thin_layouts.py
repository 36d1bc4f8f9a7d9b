"""Sets whose markers barely leave a plane: the error, by the share below which a direction fades out.

The poses follow a smooth function of the place. Hands put markers beside where they belong by one percent of
the layout; in a thin layout that is more than the layout is thick.
"""

from unittest.mock import patch

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.perform.sets import marker_layout
from kinegraph.perform.sets.radial_functions import RadialFunction
from kinegraph.perform.sets.radial_map import fit_radial_map

SHARES = (2e-6, 0.05, 0.1, 0.2, 0.3)  # the first is as good as no fading
THICKNESSES = (1e-4, 1e-3, 1e-2, 0.03, 0.1, 0.2, 0.4)
LAYOUTS, CURSORS, HAND = 120, 50, 0.01
FARTHEST_TARGET = 15.0  # ranges of the poses, five reaches away


def main() -> int:
    """Prints a table for each function; 1 where a result of ours goes farther than the target."""
    print("Median error at the cursors / farthest result five reaches away, both in ranges of the poses")
    missed = False
    for function in RadialFunction:
        print(f"{function:<11}" + "".join(f"{f'below {share:g}':>17}" for share in SHARES))
        for thickness in THICKNESSES:
            found = [_errors(function, thickness, share) for share in SHARES]
            print(f"{thickness:>11g}" + "".join(f"{error:>9.3g} /{far:>6.2g}" for error, far in found))
            missed |= found[SHARES.index(marker_layout._THIN)][1] > FARTHEST_TARGET
    return int(missed)


def _errors(function: RadialFunction, thickness: float, share: float) -> tuple[float, float]:
    """The median error at cursors near the layout, and the farthest result for cursors far away."""
    rng = np.random.default_rng(5)
    errors, farthest = [], 0.0
    with patch.object(marker_layout, "_THIN", share):
        for _ in range(LAYOUTS):
            markers = 0.4 * rng.normal(size=(rng.integers(4, 12), 3)) * [1.0, 1.0, thickness]
            slopes, waves = rng.normal(size=(3, 3)), 2.0 * rng.normal(size=(3, 3))
            values = _truth(markers + HAND * rng.normal(size=markers.shape), slopes, waves)
            turn, size = np.linalg.qr(rng.normal(size=(3, 3)))[0], np.ptp(values, axis=0).max()
            fitted = fit_radial_map(markers @ turn, values, function)
            near, far = 0.4 * rng.normal(size=(CURSORS, 3)), 2.0 * rng.normal(size=(CURSORS, 3))
            errors.append(
                np.sqrt(((fitted.evaluate(near @ turn) - _truth(near, slopes, waves)) ** 2).mean()) / size
            )
            farthest = max(farthest, np.abs(fitted.evaluate(far @ turn) - values.mean(axis=0)).max() / size)
    return float(np.median(errors)), float(farthest)


def _truth(places: Floats, slopes: Floats, waves: Floats) -> Floats:
    return places @ slopes + 0.3 * np.sin(places @ waves)


if __name__ == "__main__":
    raise SystemExit(main())
