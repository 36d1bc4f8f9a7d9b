"""Usual drawings: the oddness of a drawing, and what it costs."""

import numpy as np
import pytest

from kinegraph.doodles.line.gesture_table import gesture_table
from kinegraph.doodles.line.part_layout import MEASURES
from kinegraph.doodles.line.usual_drawings import COLUMNS, FARTHEST, ODDEST, usual_drawings

WAYS = [(name, way) for name, ways in usual_drawings().items() for way in range(len(ways))]


def test_every_way_to_draw_a_motion_has_usual_drawings_of_all_its_parts() -> None:
    for name, entry in gesture_table().entries.items():
        drawings = usual_drawings()[name]
        assert [len(each.centers) for each in drawings] == [len(g.parts) for g in entry.gestures]


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_oddness_is_the_squared_distance_in_units_of_spreads_and_correlations(name: str, way: int) -> None:
    usual = usual_drawings()[name][way]
    rng = np.random.default_rng(3)
    rows = rng.normal(0.0, 1.0, (len(usual.centers), len(MEASURES)))
    total = 0.0
    for part, row in enumerate(rows):
        off = []
        for measure, column in enumerate(COLUMNS):
            each = (row[column] - usual.centers[part, measure]) / usual.spreads[part, measure]
            off.append(min(max(each, -FARTHEST), FARTHEST))
        for i, a in enumerate(off):
            for j, b in enumerate(off):
                total += a * usual.precisions[part, i, j] * b
    assert usual.oddness(rows) == pytest.approx(total / usual.centers.size, rel=1e-9)


@pytest.mark.parametrize(("name", "way"), WAYS)
def test_distances_are_never_negative_and_more_oddness_or_less_clearness_is_never_cheaper(
    name: str, way: int
) -> None:
    usual = usual_drawings()[name][way]
    assert all(np.linalg.eigvalsh(precision).min() > 0.0 for precision in usual.precisions)
    costs = [usual.cost(0.8, oddness, 0) for oddness in np.linspace(0.0, 2.0 * ODDEST, 20)]
    assert (np.diff(costs) >= 0.0).all()
    assert usual.cost(0.5, 1.0, 0) >= usual.cost(1.0, 1.0, 0)
    assert usual.cost(1.0, 1.0, 1) >= usual.cost(1.0, 1.0, 0)
