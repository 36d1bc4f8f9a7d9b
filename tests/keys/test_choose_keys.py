"""Key choices: one ladder of counts, whatever moves; and what cannot be, said in a sentence."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.keys.captures import capture
from tests.keys.keyed_motion import chain, random_animation, swaying_clip

from kinegraph.characters.cast import CAST, character
from kinegraph.characters.cast.motions import sample_motions
from kinegraph.core.animation import KeyTag
from kinegraph.core.bake import animation_from_clip, bake
from kinegraph.core.character import ContactPoint
from kinegraph.core.clip import Clip
from kinegraph.core.contacts import standing_height
from kinegraph.core.errors import InvalidValue, KinegraphError, UnknownJoint
from kinegraph.core.pose import Pose
from kinegraph.core.scaling import scale_lengths
from kinegraph.keys.choices import KeyChoices, choose_keys
from kinegraph.keys.keyed_motion import key_motion
from kinegraph.keys.selection.objectives import OBJECTIVES
from kinegraph.keys.settings import CHANNELS, KeySettings

FREE_OF_CONTACTS = KeySettings(contacts=False)


@pytest.fixture(scope="module")
def choices() -> KeyChoices:
    return choose_keys(swaying_clip(3, 160), FREE_OF_CONTACTS)


def still(frames: int) -> Clip:
    return Clip.from_poses([Pose.rest(chain(3))] * frames, 30.0)


def test_every_count_up_to_a_key_on_every_frame_can_be_had(choices: KeyChoices) -> None:
    assert choices.counts.tolist() == list(range(2, 161))
    for count in choices.counts.tolist():
        frames = choices.keys(count).frames
        assert len(frames) == count == len(set(frames.tolist()))
        assert frames[[0, -1]].tolist() == [0, 159]


def test_keys_of_coarser_layers_stay_as_the_count_grows(choices: KeyChoices) -> None:
    kept = set(choices.forced.tolist())
    for stage in choices.ladder.stages[:-1]:
        kept |= set(stage.chosen.tolist())
        for count in range(stage.highest, 161, 7):
            assert kept <= set(choices.keys(count).frames.tolist())


def test_tags_follow_layers(choices: KeyChoices) -> None:
    keys = choices.keys(choices.automatic)
    for tag, layer in zip(keys.tags, keys.layers.tolist(), strict=True):
        assert tag == (KeyTag.KEYPOSE if layer < 2 else KeyTag.BREAKDOWN)


def test_a_fourth_layer_of_detail_can_be_asked_for(choices: KeyChoices) -> None:
    detailed = choose_keys(choices.clip, KeySettings(contacts=False, detail=True))
    assert detailed.automatic > choices.automatic
    keys = detailed.keys(detailed.automatic)
    assert set(np.array(keys.tags)[keys.layers == 3]) == {KeyTag.DETAIL}


def test_importance_is_one_at_the_ends_and_between_zero_and_one_elsewhere(choices: KeyChoices) -> None:
    assert choices.frame_importance[[0, -1]] == pytest.approx([1.0, 1.0])
    assert (choices.frame_importance >= 0).all()
    assert (choices.frame_importance <= 1).all()


def test_importance_is_the_weighted_share_of_counts_that_keep_a_frame(choices: KeyChoices) -> None:
    survived = np.zeros(160)
    for count in choices.counts.tolist():
        survived[choices.keys(count).frames] += 1.0 / count
    expected = survived / (1.0 / choices.counts).sum()
    np.testing.assert_allclose(choices.frame_importance, expected, atol=1e-12)


def test_errors_shrink_to_nothing(choices: KeyChoices) -> None:
    assert np.isfinite(choices.errors).all()
    assert choices.errors[-1] == pytest.approx(0.0, abs=1e-12)
    at = int(np.searchsorted(choices.counts, choices.automatic))
    assert choices.errors[at] < 0.2 * choices.errors[0]


def test_errors_guide_to_what_a_capture_plays_at(shared_data: Path) -> None:
    found = choose_keys(capture(shared_data, "Walk"))
    for count in (20, 40):
        estimated = found.errors[int(np.searchsorted(found.counts, count))]
        assert estimated / 3 < key_motion(found, count).error.worst.largest < 3 * estimated


def test_more_accuracy_asks_for_more_keys(choices: KeyChoices) -> None:
    strict = choose_keys(choices.clip, KeySettings(contacts=False, accuracy=(0.2, 0.2, 0.001)))
    assert strict.automatic > choices.automatic


def test_counts_by_hand_are_kept(choices: KeyChoices) -> None:
    found = choose_keys(choices.clip, KeySettings(contacts=False, layer_counts=(4, None, 20)))
    assert found.automatic == 20
    assert (found.keys(20).layers == 0).sum() == 4


@pytest.mark.parametrize("objective", sorted({*OBJECTIVES} - {"contact"}))
def test_each_objective_makes_choices(objective: str) -> None:
    clip = swaying_clip(4, 60)
    found = choose_keys(clip, KeySettings(objective=objective, contacts=False))
    assert found.counts[0] == 2
    assert np.isfinite(found.errors).all()
    assert set(found.keys(found.automatic).layers.tolist()) == {0}


def test_an_objective_of_contacts_needs_contact_points() -> None:
    with pytest.raises(InvalidValue, match="needs contact points"):
        choose_keys(swaying_clip(4, 60), KeySettings(objective="contact"))


@given(
    fixed=st.sets(st.integers(0, 79), max_size=3),
    forbidden=st.sets(st.integers(1, 78), max_size=10),
    gap=st.integers(1, 4),
)
def test_rules_hold_at_every_count_or_are_refused(fixed: set[int], forbidden: set[int], gap: int) -> None:
    clip = swaying_clip(5, 80, joints=2)
    try:
        settings = KeySettings(fixed=tuple(fixed), forbidden=tuple(forbidden), gap=gap, objective="chord_max")
        found = choose_keys(clip, settings)
    except InvalidValue:
        asked = sorted({0, 79, *fixed})
        assert fixed & forbidden or min(np.diff(asked)) < gap
        return
    for count in found.counts[:: max(1, len(found.counts) // 8)].tolist():
        frames = found.keys(count).frames
        assert fixed <= set(frames.tolist())
        assert not forbidden & set(frames.tolist())
        assert np.diff(frames).min() >= gap


def test_a_span_is_chosen_in_as_if_it_were_the_clip() -> None:
    clip = swaying_clip(6, 120)
    part = choose_keys(clip, KeySettings(contacts=False, span=(20, 99), fixed=(50,)))
    alone = choose_keys(clip.frames(20, 100), KeySettings(contacts=False, fixed=(30,)))
    assert (part.start, len(part.clip)) == (20, 80)
    assert part.automatic == alone.automatic
    assert part.keys(part.automatic).frames.tolist() == alone.keys(alone.automatic).frames.tolist()


def test_an_animation_is_baked_and_chosen_in() -> None:
    animation, _ = random_animation(2)
    found = choose_keys(animation, FREE_OF_CONTACTS)
    assert len(found.clip) == len(bake(animation))


@pytest.mark.parametrize("space", ["positions", CHANNELS])
def test_centimetres_choose_the_same_keys_as_metres(space: str) -> None:
    clip = swaying_clip(7, 120)
    settings = KeySettings(contacts=False, space=space)
    small, large = choose_keys(clip, settings), choose_keys(scale_lengths(clip, 100.0), settings)
    assert small.automatic == large.automatic
    assert small.keys(small.automatic).frames.tolist() == large.keys(large.automatic).frames.tolist()


def test_twice_the_frame_rate_chooses_the_same_moments() -> None:
    clip = swaying_clip(8, 241)
    half = Clip(clip.skeleton, 60.0, clip.root_translations[::2], clip.rotations[::2])
    fine, coarse = (choose_keys(motion, FREE_OF_CONTACTS) for motion in (clip, half))
    assert abs(fine.automatic - coarse.automatic) <= 1
    count = 8
    apart = np.abs(fine.keys(count).frames - 2 * coarse.keys(count).frames)
    assert apart.max() <= 4  # a thirtieth of a second


@pytest.mark.parametrize("name", sorted(CAST))
def test_every_cast_member_goes_in_and_comes_out(name: str) -> None:
    for clip in sample_motions(name):
        found = choose_keys(clip, contacts=character(name).contacts)
        result = key_motion(found)
        assert 2 <= found.automatic < 0.4 * len(clip)
        assert np.isfinite(found.errors).all()
        assert result.error.worst.largest < 0.03 * result.error.height
        assert len(result.clip) == len(clip)


def test_constant_motion_needs_two_keys_and_has_no_error() -> None:
    found = choose_keys(still(40))
    assert found.automatic == 2
    assert found.keys(2).frames.tolist() == [0, 39]
    assert found.errors.max() < 1e-12
    assert key_motion(found).error.worst.largest == pytest.approx(0.0, abs=1e-12)


def test_two_frames_are_two_keys() -> None:
    assert choose_keys(still(2)).counts.tolist() == [2]


def test_progress_rises_to_one() -> None:
    reports: list[float] = []
    choose_keys(swaying_clip(3, 80), progress=reports.append)
    assert reports[-1] == 1.0
    assert reports == sorted(reports)


WRONG = {
    "at least two frames; this one has 1": (1, {}),
    "unknown joint": (40, {"leading": ("hipz",)}),
    "unknown joint to compare by": (40, {"joints": ("hipz",)}),
    "fixed frame 40 is outside": (40, {"fixed": (40,)}),
    "fixed frame -1 is outside": (40, {"fixed": (-1,)}),
    "forbidden frame 99 is outside": (40, {"forbidden": (99,)}),
    "Frame 7 is both fixed and forbidden": (40, {"fixed": (7,), "forbidden": (7,)}),
    "Frame 0 is forbidden, but the first": (40, {"forbidden": (0,)}),
    "fixed frames 10 and 12 are closer than the gap of 5": (40, {"fixed": (10, 12), "gap": 5}),
    "Frames 0 and 2 must be keys, but they are closer": (40, {"fixed": (2,), "gap": 5}),
    "Frame 5 is forbidden, but the first": (40, {"forbidden": (5,), "span": (5, 20)}),
    "Frames 5 and 7 must be keys, but they are closer": (40, {"fixed": (7,), "gap": 5, "span": (5, 20)}),
    "gap between keys must be at least one": (40, {"gap": 0}),
    "have weight 0; raise one": (40, {"joints": ("joint 1",), "weights": {"joint 1": 0.0}}),
    "weight of 'joint 1' must be zero to 1e+06": (40, {"weights": {"joint 1": 1e300}}),
    "weight of 'velocity' must be zero to 1e+06": (40, {"objective": "chord_max + 1e300 * velocity"}),
    "All weights in '0 * chord_max' are 0": (40, {"objective": "0 * chord_max"}),
    "must end after the frame it starts at": (40, {"span": (20, 10)}),
    "span 0 to 40 is outside": (40, {"span": (0, 40)}),
    "counts for 3 layers": (40, {"layer_counts": (2, 3, 4, 5)}),
    "not shrink from layer to layer": (40, {"layer_counts": (5, 4)}),
    "Layer 1 cannot have 41 keys; 2 to 40": (40, {"layer_counts": (41,)}),
    "accuracy thresholds for 1 layers": (40, {"accuracy": (0.1, 0.1), "objective": "chord_max"}),
    "no objective": (40, {"objective": "chord_maxx"}),
    "no pose space": (40, {"space": "place"}),
    "accuracy threshold must be a share above zero": (40, {"accuracy": (-0.1,)}),
}


@pytest.mark.parametrize("words", WRONG)
def test_what_cannot_be_is_said_in_a_sentence(words: str) -> None:
    frames, wanted = WRONG[words]
    clip = swaying_clip(1, 40).frames(0, frames)
    with pytest.raises(KinegraphError) as raised:
        choose_keys(clip, KeySettings(**{"contacts": False} | wanted))
    if words.startswith("unknown joint"):
        assert isinstance(raised.value, UnknownJoint)
    else:
        assert words in str(raised.value)


def test_a_joint_that_does_not_count_is_not_proposed_to_lead() -> None:
    clip = swaying_clip(1, 60)
    proposed = choose_keys(clip, KeySettings(contacts=False)).leading
    left = choose_keys(clip, KeySettings(contacts=False, weights=dict.fromkeys(proposed, 0.0)))
    assert left.leading
    assert not set(left.leading) & set(proposed)


def test_how_far_a_body_travels_does_not_make_its_limbs_less_exact() -> None:
    clip = swaying_clip(1, 240)
    height = standing_height(clip)
    way = np.linspace(0.0, 200.0 * height, 240)[:, None] * np.array([0.0, 0.0, 1.0])
    far = Clip(clip.skeleton, clip.fps, clip.root_translations + way, clip.rotations)
    result = key_motion(choose_keys(far, KeySettings(contacts=False)))
    assert result.error.worst.largest < 0.05 * height


def test_joints_named_twice_count_once() -> None:
    clip = swaying_clip(1, 60)
    joint = clip.skeleton.names[-1]
    once, twice = (
        choose_keys(clip, KeySettings(contacts=False, joints=(joint,) * n, leading=(joint,) * n))
        for n in (1, 2)
    )
    assert twice.leading == once.leading
    assert twice.ladder.keys(8)[0].tolist() == once.ladder.keys(8)[0].tolist()


def test_a_contact_point_of_another_skeleton_is_refused() -> None:
    with pytest.raises(InvalidValue, match="outside the skeleton"):
        choose_keys(still(10), contacts=[ContactPoint("toe", 9, np.zeros(3))])


def test_motions_of_two_skeletons_cannot_be_compared(choices: KeyChoices) -> None:
    with pytest.raises(InvalidValue, match="same skeleton"):
        choices.reference.error(swaying_clip(1, 160, joints=5))


def test_what_is_not_a_number_never_becomes_a_clip() -> None:
    roots = np.zeros((3, 3))
    roots[1, 1] = np.nan
    with pytest.raises(InvalidValue, match="not a finite number"):
        Clip(chain(2), 30.0, roots, np.tile([0.0, 0.0, 0.0, 1.0], (3, 2, 1)))


def test_a_key_on_every_frame_is_the_clip_again() -> None:
    clip = swaying_clip(9, 40)
    result = key_motion(choose_keys(clip, FREE_OF_CONTACTS), 40)
    assert result.error.worst.largest < 1e-9
    assert len(animation_from_clip(clip).column_times) == 0  # columns are what keys add
    assert len(result.animation.column_times) == 40


def test_held_and_repeated_poses_make_no_trouble() -> None:
    clip = swaying_clip(10, 60)
    frames = np.repeat(np.arange(0, 60, 6), 8)  # jumps from hold to hold
    held = Clip(clip.skeleton, clip.fps, clip.root_translations[frames], clip.rotations[frames])
    for settings in (FREE_OF_CONTACTS, KeySettings(), KeySettings(objective="chord_max", space=CHANNELS)):
        found = choose_keys(held, settings)
        assert np.isfinite(found.errors).all()
        assert np.isfinite(key_motion(found).distances).all()
        for count in found.counts[::9].tolist():
            assert len(set(found.keys(count).frames.tolist())) == count
