"""Sketches: every link and joint is found, corrections are kept, and any drawing can be read."""

from typing import Any

import numpy as np
import pytest
from benchmarks.synthetic.scribbles import SCRIBBLES, scribbles
from benchmarks.synthetic.sketcher import synthetic_sketch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from tests.doodles.sketch.slow_sketch_costs import every_body, slow_distance, slow_terms

from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.doodles.ink.line_distance_kernels import distances_to_outlines
from kinegraph.doodles.ink.stroke import Stroke, stroke_from_raw
from kinegraph.doodles.sketch import costs as sketch_costs
from kinegraph.doodles.sketch.cost_layout import SearchCosts
from kinegraph.doodles.sketch.drawn_character import drawn_character
from kinegraph.doodles.sketch.link_ends import link_states
from kinegraph.doodles.sketch.link_shape import link_shape
from kinegraph.doodles.sketch.recognition_kernels import cheapest_bodies
from kinegraph.doodles.sketch.sketch import read_sketch
from kinegraph.doodles.sketch.topology import KINDS, LINKS

HARD_POSES = ("arms down", "hand at head", "hand at knee", "hand at foot", "tumbling")


@pytest.mark.parametrize("pose", HARD_POSES)
def test_poses_that_defeat_the_paper_are_recognized(pose: str) -> None:
    for seed in range(20_000, 20_012):
        sketch = synthetic_sketch(seed, "clean", pose)
        reading = read_sketch(sketch.strokes)
        assert (reading.labels, reading.kind, reading.facing) == (sketch.labels, "person", sketch.facing), (
            seed
        )
        for name, place in sketch.joints.items():
            assert np.linalg.norm(reading.joints[name] - place) < 0.05 * sketch.height, (seed, name)


def test_a_drawing_without_arms_is_a_mech() -> None:
    for seed in range(20_000, 20_012):
        sketch = synthetic_sketch(seed, "clean", kind="mech")
        reading = read_sketch(sketch.strokes)
        assert (reading.labels, reading.kind, reading.facing) == (sketch.labels, "mech", sketch.facing), seed


def test_an_unfinished_person_is_rarely_read_as_a_mech() -> None:
    read = [read_sketch(synthetic_sketch(seed, "clean").strokes[:5]).kind for seed in range(20_000, 20_080)]
    assert read.count("mech") <= 5  # one in sixteen; of these most have drawn head, torso and leg alone


# Each of these is different: a few look like a body by chance.
CHANCE = ("7 ellipses", "7 walks", "7 lines")


@pytest.mark.parametrize("kind", [kind for kind in SCRIBBLES if kind not in CHANCE])
def test_scribbles_give_no_body_and_a_doubt(kind: str) -> None:
    for seed in range(4):
        reading = read_sketch(scribbles(kind, seed))
        assert reading.kind is None, seed
        assert reading.doubts
        assert all(doubt.endswith(".") for doubt in reading.doubts)


def test_strokes_on_one_spot_are_reported() -> None:
    reading = read_sketch(scribbles("one circle, 7 times", 0))
    assert reading.doubts[0] == (
        "This does not look like a person yet. Its strokes are on top of each other."
    )


@pytest.mark.parametrize("things", ["seven", None, 3, [1, 2], [[[0.0, 0.0], [1.0, 1.0]]]])
def test_values_that_are_not_strokes_are_refused(things: Any) -> None:
    with pytest.raises(InvalidValue, match="stroke"):
        read_sketch(things)


def test_labels_and_joints_must_be_mappings() -> None:
    strokes = synthetic_sketch(20_004).strokes
    wrong: list[dict[str, Any]] = [
        {"labels": ["torso"]},
        {"labels": {"0": "torso"}},
        {"joints": [[0.0, 0.0]]},
    ]
    for words in wrong:
        with pytest.raises(InvalidValue):
            read_sketch(strokes, **words)


def test_order_place_size_and_direction_of_the_pen_do_not_matter() -> None:
    sketch = synthetic_sketch(20_003, "sloppy", "walking")
    reading = read_sketch(sketch.strokes)
    order = np.random.default_rng(1).permutation(7)
    other = [
        Stroke(3.0 * sketch.strokes[k].points[::-1] + [40.0, -7.0], sketch.strokes[k].times) for k in order
    ]
    moved = read_sketch(other)
    assert moved.labels == tuple(reading.labels[k] for k in order)
    for name, place in reading.joints.items():
        np.testing.assert_allclose(moved.joints[name], 3.0 * place + [40.0, -7.0], atol=1e-6)


def test_a_mirrored_drawing_faces_the_other_way() -> None:
    sketch = synthetic_sketch(20_005, "clean", "sitting")
    mirrored = read_sketch([Stroke(s.points * [-1.0, 1.0], s.times) for s in sketch.strokes])
    reading = read_sketch(sketch.strokes)
    assert mirrored.labels == reading.labels
    assert mirrored.facing == -reading.facing
    np.testing.assert_allclose(mirrored.joints["knee"], reading.joints["knee"] * [-1.0, 1.0], atol=1e-9)


def test_strokes_beyond_the_seven_links_are_annotations() -> None:
    sketch = synthetic_sketch(20_001, "clean", "relaxed")
    middle = sketch.strokes[sketch.labels.index("head")].points.mean(axis=0)
    ring = np.stack([np.cos(np.linspace(0, 6, 20)), np.sin(np.linspace(0, 6, 20))], axis=1)
    eye = stroke_from_raw(middle + 0.02 * sketch.height * ring)
    button = stroke_from_raw(sketch.strokes[sketch.labels.index("torso")].points.mean(axis=0)[None])
    reading = read_sketch([eye, *sketch.strokes, button])
    assert reading.labels == ("annotation", *sketch.labels, "annotation")
    assert reading.kind == "person"


def test_an_unfinished_drawing_has_tentative_names_and_says_what_is_missing() -> None:
    sketch = synthetic_sketch(20_002, "clean", "relaxed")
    wanted = ("torso", "head", "upper_leg", "lower_leg")
    reading = read_sketch([sketch.strokes[sketch.labels.index(link)] for link in wanted])
    assert reading.labels == wanted
    assert reading.kind is None
    assert set(reading.missing) == {"foot", "upper_arm", "lower_arm"}
    with pytest.raises(InvalidValue, match="not a complete body"):
        drawn_character(sketch.strokes[:4], read_sketch(sketch.strokes[:4]))


def test_corrected_labels_are_kept_and_the_rest_follows() -> None:
    sketch = synthetic_sketch(20_004, "clean", "relaxed")
    arm, leg = sketch.labels.index("lower_arm"), sketch.labels.index("upper_leg")
    reading = read_sketch(
        sketch.strokes, labels={arm: "upper_leg", leg: "lower_arm"}, joints={"knee": [0.5, 0.25]}
    )
    assert (reading.labels[arm], reading.labels[leg]) == ("upper_leg", "lower_arm")
    assert sorted(map(str, reading.labels)) == sorted(LINKS)
    assert reading.joints["knee"].tolist() == [0.5, 0.25]


def test_unknown_labels_and_joints_are_refused_by_name() -> None:
    strokes = synthetic_sketch(20_004).strokes
    with pytest.raises(UnknownName, match="did you mean 'torso'"):
        read_sketch(strokes, labels={0: "torsso"})
    with pytest.raises(UnknownName, match="knee"):
        read_sketch(strokes, joints={"kneee": [0.0, 0.0]})
    with pytest.raises(InvalidValue, match="no stroke 9"):
        read_sketch(strokes, labels={9: "torso"})


def test_a_link_that_does_not_reach_is_named_and_no_stroke_is_lost() -> None:
    sketch = synthetic_sketch(20_006, "clean", "relaxed")
    foot = sketch.labels.index("foot")
    strokes = list(sketch.strokes)
    strokes[foot] = Stroke(strokes[foot].points - np.array([0.0, 0.5 * sketch.height]), strokes[foot].times)
    reading = read_sketch(strokes)
    assert any("foot" in doubt and ("touch" in doubt or "found" in doubt) for doubt in reading.doubts)
    assert len(reading.labels) == 7


def test_pair_costs_are_those_of_the_slow_twin() -> None:
    states = link_states([link_shape(s) for s in synthetic_sketch(20_007, "sloppy").strokes])
    rng = np.random.default_rng(3)
    for mech in (False, True):
        fast = sketch_costs.pair_costs(states, mech=mech)
        for _ in range(60):
            parent, child = rng.choice(len(states.strokes), 2)
            if states.strokes[parent] == states.strokes[child]:
                continue
            side, link = int(rng.integers(2)), int(rng.integers(1, 7))
            table = sketch_costs.USUAL_VALUES
            slow = slow_terms(states, LINKS[link], parent, child, 1 - 2 * side, mech, table)
            assert fast[side, link, parent, child] == pytest.approx(sum(slow.values()), abs=1e-9)


def test_distances_to_outlines_are_those_of_the_slow_twin() -> None:
    rng = np.random.default_rng(4)
    outlines, points = rng.normal(size=(2, 9, 2)), rng.normal(size=(40, 2))
    closed = np.array([True, False])
    fast = np.empty((40, 2))
    distances_to_outlines(points, outlines, closed, fast)
    slow = [
        [slow_distance(p, outline, c) for outline, c in zip(outlines, closed, strict=True)] for p in points
    ]
    np.testing.assert_allclose(fast, slow, atol=0.02)


def test_the_search_finds_what_trying_every_naming_finds() -> None:
    rng = np.random.default_rng(8)
    stroke_of = np.repeat(np.arange(5), 2)
    parents = np.array([-1, 0, 1, 0])
    for _ in range(5):
        own, joined = rng.normal(size=(4, 10)), rng.exponential(size=(4, 10, 10))
        costs, bodies = cheapest_bodies(
            SearchCosts(own, joined, parents, stroke_of, np.full(4, 1e6), 1e6), np.inf, 3
        )
        for cost, body, (strokes, slow) in zip(
            costs, bodies, every_body(own, joined, parents, stroke_of), strict=False
        ):
            assert cost == pytest.approx(slow, abs=1e-9)
            assert tuple(stroke_of[body]) == strokes


@given(
    st.lists(
        arrays(float, st.tuples(st.integers(1, 6), st.just(2)), elements=st.floats(-1e6, 1e6)),
        min_size=1,
        max_size=9,
    )
)
def test_any_strokes_are_read_and_every_body_stands(lines: list[np.ndarray]) -> None:
    strokes = [stroke_from_raw(line) for line in lines]
    reading = read_sketch(strokes)
    assert len(reading.labels) == len(strokes)
    assert all(np.isfinite(place).all() for place in reading.joints.values())
    assert 0.0 <= reading.confidence <= 1.0
    assert np.isfinite(reading.cost)
    if reading.kind is not None:
        assert set(KINDS[reading.kind]) <= set(reading.labels)
        drawn = drawn_character(strokes, reading)
        assert all(np.isfinite(skin.mesh.vertices).all() for skin in drawn.character.skins)


def test_odd_drawings_are_read() -> None:
    dot, line = stroke_from_raw([[0.1, 0.2]]), stroke_from_raw([[0.0, 0.0], [0.3, 1.0]])
    scrawl = stroke_from_raw(np.random.default_rng(2).normal(size=(100_000, 2)).cumsum(axis=0) * 1e-3)
    for strokes in ([], [dot], [dot] * 7, [line] * 7, [scrawl], [scrawl] * 3, [dot, line] * 20):
        assert len(read_sketch(strokes).labels) == len(strokes)
