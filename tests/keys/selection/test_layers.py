"""Thresholds and layers."""

from collections.abc import Sequence

import numpy as np
import pytest

from kinegraph.core.animation import KeyTag
from kinegraph.core.errors import InvalidValue
from kinegraph.keys.selection.ladder import (
    Judged,
    KeyLadder,
    Stage,
    layered_stages,
    solved_stage,
)
from kinegraph.keys.selection.layers import FOUR_LAYERS, THREE_LAYERS, LayerPlan
from kinegraph.keys.selection.pose_space import PoseSpace
from kinegraph.keys.selection.selection_space import FREE, KeyRules
from kinegraph.keys.selection.threshold_choice import Thresholds, fewest_good


def zigzag(corners: list[float], frames_between: int = 10) -> PoseSpace:
    """Straight strokes from corner to corner, 1 m a second to the side."""
    heights = np.interp(
        np.arange((len(corners) - 1) * frames_between + 1), np.arange(len(corners)) * frames_between, corners
    )
    aside = np.arange(len(heights)) / 30.0
    return PoseSpace(np.stack([aside, heights, 0 * heights], axis=1), 30.0, ("hips",))


def two_joints() -> PoseSpace:
    """Hips that swing four times and a hand that quivers besides."""
    t = np.linspace(0.0, 4.0, 121)
    hips = np.stack([t, np.sin(np.pi * t), 0 * t], axis=1)
    hand = hips + 0.05 * np.stack([0 * t, np.sin(6 * np.pi * t), np.cos(5 * np.pi * t)], axis=1)
    return PoseSpace(np.hstack([hips, hand]), 30.0, ("hips", "hand"))


class Layered:
    """The automatic choice of layers over a pose space: frames, layers and tags of its keys."""

    def __init__(
        self,
        space: PoseSpace,
        leading: Sequence[str] | None = None,
        *,
        plans: tuple[LayerPlan, ...] = THREE_LAYERS,
        rules: KeyRules = FREE,
        counts: Sequence[int | None] = (),
    ) -> None:
        lead = space if leading is None else space.of_joints(leading)
        last = len(space) - 1
        certain = np.unique([0, last, *rules.fixed])
        stages = layered_stages(
            Judged(lead), Judged(space), plans, certain, rules=rules, pieces=((0, last),), counts=counts
        )
        self.frames, self.layers, self.tags = KeyLadder(stages).keys(stages[-1].highest)

    def of_layer(self, layer: int) -> np.ndarray:
        return self.frames[self.layers == layer]


def one_layer(space: PoseSpace, thresholds: Thresholds, objective: str = "chord_max") -> Stage:
    """A single layer over the whole of a pose space."""
    plan = LayerPlan(objective, False, KeyTag.KEYPOSE, thresholds)
    ends = np.array([0, len(space) - 1])
    return solved_stage(Judged(space), plan, 0, ends, rules=FREE, pieces=((0, len(space) - 1),))


def test_the_corners_of_a_zigzag_are_its_keys() -> None:
    space = zigzag([0.0, 1.0, -1.0, 1.0, 0.0])
    assert one_layer(space, Thresholds(0.05)).kept.tolist() == [0, 10, 20, 30, 40]


def test_a_selection_that_hardly_improves_is_passed_over() -> None:
    space = zigzag([0.0, 1.0, -1.0, 1.0, 0.0])
    errors = one_layer(space, Thresholds(0.2)).space.errors
    barely = errors[1] * 1.0001  # three keys are accurate enough, but no fifth better than two
    assert errors[1] > 0.8 * errors[0]
    assert one_layer(space, Thresholds(barely, significance=0.0)).highest == 3
    assert one_layer(space, Thresholds(barely, significance=0.2)).highest > 3


def test_significance_asks_for_half_as_many_keys_again_at_the_most() -> None:
    slowly = 0.99 ** np.arange(400.0)  # no key improves by a tenth
    first = int(np.argmax(slowly <= 0.2))
    assert fewest_good(slowly, Thresholds(0.2)) == first
    slowly[-1] = 0.0
    assert fewest_good(slowly, Thresholds(0.2)) == first


def test_relative_errors_do_not_depend_on_the_unit() -> None:
    space = two_joints()
    larger = PoseSpace(space.points * 100.0, space.fps, space.joints)
    for objective in ("chord_max", "chord_sum"):
        ours, theirs = (one_layer(poses, Thresholds(0.2), objective) for poses in (space, larger))
        np.testing.assert_allclose(theirs.space.errors, ours.space.errors, atol=1e-7)


def test_keys_of_the_leading_part_are_keyposes_and_the_rest_breakdowns() -> None:
    found = Layered(two_joints(), ["hips"])
    assert {tag for tag, layer in zip(found.tags, found.layers, strict=True) if layer < 2} == {KeyTag.KEYPOSE}
    assert {tag for tag, layer in zip(found.tags, found.layers, strict=True) if layer == 2} == {
        KeyTag.BREAKDOWN
    }


def test_keyposes_do_not_see_what_follows_the_leading_part() -> None:
    space = two_joints()
    still = PoseSpace(np.hstack([space.points[:, :3], 0 * space.points[:, 3:]]), space.fps, space.joints)
    quivering, calm = Layered(space, ["hips"]), Layered(still, ["hips"])
    for layer in (0, 1):
        assert quivering.of_layer(layer).tolist() == calm.of_layer(layer).tolist()


def test_extremes_of_a_swing_are_among_the_keyposes_within_two_frames() -> None:
    found = Layered(two_joints(), ["hips"])
    keyposes = found.frames[found.layers < 2]
    for extreme in (15, 45, 75, 105):
        assert np.abs(keyposes - extreme).min() <= 2


def test_a_fourth_layer_only_adds_keys() -> None:
    three, four = Layered(two_joints()), Layered(two_joints(), plans=FOUR_LAYERS)
    assert set(three.frames.tolist()) <= set(four.frames.tolist())
    assert len(four.frames) > len(three.frames)


def test_a_count_by_hand_is_kept_and_includes_the_layers_before() -> None:
    automatic = Layered(two_joints(), plans=THREE_LAYERS[:1])
    by_hand = Layered(two_joints(), plans=THREE_LAYERS[:2], counts=(None, len(automatic.frames) + 4))
    assert len(by_hand.frames) == len(automatic.frames) + 4
    assert set(automatic.frames.tolist()) <= set(by_hand.frames.tolist())


def test_fixed_frames_are_keys_and_forbidden_ones_are_not() -> None:
    free = Layered(two_joints())
    unwanted = int(free.frames[3])
    found = Layered(two_joints(), rules=KeyRules(fixed=(50, 51), forbidden=(unwanted,)))
    assert {50, 51} <= set(found.frames.tolist())
    assert unwanted not in found.frames


def test_held_poses_need_no_keys_between() -> None:
    assert Layered(PoseSpace(np.ones((50, 3)), 30.0, ("hips",))).frames.tolist() == [0, 49]


@pytest.mark.parametrize("thresholds", [(0.0, 0.1), (-1.0, 0.1), (np.nan, 0.1), (0.2, 1.0), (0.2, -0.1)])
def test_senseless_thresholds_are_refused(thresholds: tuple[float, float]) -> None:
    with pytest.raises(InvalidValue, match="threshold"):
        Thresholds(*thresholds)
