"""Tracks against slow closed forms: placing, trimming, retiming, looping, cross-fades, layers."""

from dataclasses import replace

import numpy as np
import pytest
from tests.scenes.slow_mixing import slow_additive, slow_base, slow_override
from tests.scenes.walkers import BEAR, BEARS, five_joints, random_clip

from kinegraph.characters.cast import character
from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_multiply, quat_rotate
from kinegraph.core.resample import sample_at
from kinegraph.scenes.mixing.body_parts import UnknownPart, body_parts, end_of_part, mask_of_parts
from kinegraph.scenes.mixing.feet import feet_of, skating
from kinegraph.scenes.mixing.ground_placement import GroundPlacement, headings
from kinegraph.scenes.mixing.passes import Standing, base_passes, layer_passes
from kinegraph.scenes.mixing.track import LayerKind, Track, TrackClip, TrackLayer, Where
from kinegraph.scenes.mixing.track_player import TrackPlayer

SAME = 1e-9  # [m], and one minus the cosine of half an angle
FIVE = Character.bare("five", five_joints())
MIX = Track(
    (
        TrackClip(random_clip(1)),
        TrackClip(random_clip(2), fade=0.3, speed=1.7),
        TrackClip(random_clip(3), fade=0.25, trim=(0.2, 0.8), repeat=3, seam=0.1),
    ),
    at=np.array([1.0, 0.2, -2.0]),
    facing=0.7,
)


def assert_same(player: TrackPlayer, time: float, root: Floats, turns: Floats) -> None:
    pose = player.pose(time)
    assert np.abs(pose.root_translation - root).max() < SAME
    assert (1.0 - np.abs((pose.rotations * turns).sum(axis=-1))).max() < SAME


@pytest.mark.parametrize("time", [-0.5, 0.0, 0.41, 0.7, 0.83, 0.95, 1.2, 1.33, 1.6, 1.9, 2.05, 9.0])
def test_the_base_is_the_blend_of_its_passes(time: float) -> None:
    passes = base_passes(MIX, Standing(()))
    assert_same(TrackPlayer(FIVE, MIX), time, *slow_base(passes, time))


@pytest.mark.parametrize("kind", list(LayerKind))
@pytest.mark.parametrize("time", [0.1, 0.35, 0.5, 0.9, 1.15, 1.3, 1.9])
def test_a_layer_blends_or_adds_by_mask_weight_and_fades(kind: LayerKind, time: float) -> None:
    mask = np.array([0.5, 1.0, 0.0, 0.3, 1.0, 0.6])
    clips = (
        TrackClip(random_clip(7), start=0.2, fade=0.3, weight=0.8),
        TrackClip(random_clip(8), start=0.9, fade=0.25, fade_out=0.4, trim=(0.1, 0.9)),
    )
    track = replace(MIX, layers=(TrackLayer(clips, mask, kind),))
    base = base_passes(track, Standing(()))
    root, turns = slow_base(base, time)
    slow = slow_override if kind == LayerKind.OVERRIDE else slow_additive
    for each in layer_passes(track.layers[0].clips, track, base, Standing(())):
        root, turns = slow(each, mask, time, root, turns)
    assert_same(TrackPlayer(FIVE, track), time, root, turns)


def test_sliding_joints_are_mixed_too() -> None:
    first, second = random_clip(1, sliding=True), random_clip(2)
    player = TrackPlayer(FIVE, Track((TrackClip(first), TrackClip(second, fade=0.5))))
    time = first.duration - 0.2
    elapsed = (time - (first.duration - 0.5)) / 0.5
    weight = elapsed**2 * (3.0 - 2.0 * elapsed)
    slides = sample_at(first, [time], first.fps).translations
    assert slides is not None
    wanted = (1.0 - weight) * slides[0] + weight * FIVE.skeleton.offsets
    moved = player.pose(time).translations
    assert moved is not None
    assert np.abs(moved[1:] - wanted[1:]).max() < SAME


def test_a_clip_that_is_trimmed_and_retimed_is_the_clip_resampled() -> None:
    clip = random_clip(4, frames=40)
    track = Track((TrackClip(clip, trim=(0.3, 1.5), speed=0.6, where=Where.OWN),))
    times = np.linspace(0.0, 2.0, 31)
    played = TrackPlayer(FIVE, track).clip(times, 30.0)
    wanted = sample_at(clip, 0.3 + 0.6 * times, clip.fps)
    assert np.abs(played.root_translations - wanted.root_translations).max() < SAME
    assert (1.0 - np.abs((played.rotations * wanted.rotations).sum(axis=-1))).max() < SAME


def test_a_loop_goes_on_from_where_it_ended() -> None:
    clip = random_clip(5)
    player = TrackPlayer(FIVE, Track((TrackClip(clip, repeat=3, where=Where.OWN),)))
    first, last = clip.pose(0), clip.pose(-1)
    angle = float(headings(clip.skeleton, last.rotations[0]) - headings(clip.skeleton, first.rotations[0]))
    step = GroundPlacement(angle)
    shift = last.root_translation - step.place(first.root_translation)
    placed = clip
    for turn in range(3):
        for moment in (0.21, 0.77):
            pose = player.pose(turn * clip.duration + moment)
            wanted = sample_at(placed, [moment], clip.fps)
            assert np.abs(pose.root_translation - wanted.root_translations[0]).max() < SAME
            assert np.abs(np.abs((pose.rotations * wanted.rotations[0]).sum(axis=-1)) - 1.0).max() < SAME
        placed = GroundPlacement(angle, float(shift[0]), 0.0, float(shift[2])).of_clip(placed)


def test_a_character_begins_at_its_place_and_faces_as_it_should() -> None:
    track = Track((TrackClip(random_clip(6)),), at=np.array([3.0, 0.0, -1.0]), facing=1.2)
    pose = TrackPlayer(FIVE, track).pose(0.0)
    assert np.allclose(pose.root_translation[[0, 2]], [3.0, -1.0], atol=SAME)
    assert headings(pose.skeleton, pose.rotations[0]) == pytest.approx(1.2, abs=1e-9)


def test_clips_face_the_same_way_in_the_middle_of_a_fade() -> None:
    one, other = base_passes(
        Track((TrackClip(random_clip(1)), TrackClip(random_clip(2), fade=0.4))), Standing(())
    )
    middle = other.start + 0.2
    here, there = one.pose_at(middle), other.pose_at(middle)
    turns = headings(here.skeleton, here.rotations[0, 0]) - headings(there.skeleton, there.rotations[0, 0])
    assert np.sin(turns) == pytest.approx(0.0, abs=1e-9)
    apart = here.root_translations[0] - there.root_translations[0]
    assert np.abs(apart[[0, 2]]).max() < SAME


FADES = [(0.6, 0.5), (1.0, 0.3), (1.7, 0.5), (2.45, 0.4), (3.1, 0.5)]


@pytest.mark.parametrize(("stop", "fade"), FADES)
def test_planted_fades_skate_less_than_the_blend(stop: float, fade: float) -> None:
    track = Track((TrackClip(BEARS["walk"], trim=(0.0, stop)), TrackClip(BEARS["wave"], fade=fade)))
    times = np.linspace(stop - fade, stop, 61)
    feet = feet_of(BEAR)
    blend = skating(TrackPlayer(BEAR, track, plant=False).clip(times, 60.0 / fade), feet).sum()
    planted = skating(TrackPlayer(BEAR, track).clip(times, 60.0 / fade), feet).sum()
    assert planted < max(0.35 * blend, 0.004)


def test_a_planted_fade_meets_the_clips_at_its_ends() -> None:
    track = Track((TrackClip(BEARS["walk"], trim=(0.0, 1.7)), TrackClip(BEARS["wave"], fade=0.5)))
    planted, blend = TrackPlayer(BEAR, track), TrackPlayer(BEAR, track, plant=False)
    for time in (1.2, 1.7, 2.3):
        assert np.abs(planted.pose(time).rotations - blend.pose(time).rotations).max() < 1e-6
    times = np.linspace(1.0, 2.0, 241)
    places = forward_kinematics(planted.clip(times, 240.0)).positions
    assert np.linalg.norm(np.diff(places, axis=0), axis=-1).max() < 0.025  # no joint jumps [m in 1/240 s]


def test_parts_are_found_on_any_body() -> None:
    parts, names = body_parts(BEAR), BEAR.skeleton.names
    assert [names[joint] for joint in parts["left arm"]] == ["left_upper_arm", "left_forearm", "left_paw"]
    assert names[end_of_part(BEAR, "left arm")] == "left_paw"
    assert names[end_of_part(BEAR, "jaw")] == "jaw"
    mask = mask_of_parts(BEAR, {"whole body": 0.2, "head": 1.0})
    assert mask[names.index("head")] == 1.0
    assert mask[names.index("hips")] == mask[-1] == 0.2
    with pytest.raises(UnknownPart, match="or 'left arm'"):
        mask_of_parts(BEAR, {"left arn": 1.0})


@pytest.mark.parametrize(
    ("build", "sentence"),
    [
        (lambda: TrackClip(random_clip(1), speed=0.0), "speed of 'clip 1' must be 0.01 to 100"),
        (lambda: TrackClip(random_clip(1), trim=(0.5, 3.0)), "0.95 s long and cannot be trimmed to 0.5 to 3"),
        (lambda: TrackClip(random_clip(1), repeat=2, seam=2.0), "seam of 'clip 1' must be shorter"),
        (lambda: TrackClip(random_clip(1), repeat=9999), "more than 3600 s"),
        (
            lambda: Track((TrackClip(random_clip(1), start=2.0), TrackClip(random_clip(2), start=1.0))),
            "in the order of their starts",
        ),
        (lambda: TrackPlayer(BEAR, Track((TrackClip(random_clip(1)),))), "does not move 'bear'"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(build: object, sentence: str) -> None:
    with pytest.raises(InvalidValue, match=sentence):
        build()  # type: ignore[operator]


def test_a_rig_that_rests_sideways_faces_as_it_is_asked_to() -> None:
    upright = character("figure").skeleton
    aside = GroundPlacement(np.pi / 2).rotation
    skeleton = replace(
        upright,
        offsets=np.concatenate([quat_rotate(aside, upright.offsets[:1]), upright.offsets[1:]]),
        rest_rotations=np.concatenate(
            [quat_multiply(aside, upright.rest_rotations[:1]), upright.rest_rotations[1:]]
        ),
    )
    pose = TrackPlayer(Character.bare("aside", skeleton), Track(facing=0.3)).pose(0.0)
    world = forward_kinematics(pose).positions
    toes = world[skeleton.index("left_toes")] - world[skeleton.index("left_foot")]
    assert np.arctan2(toes[0], toes[2]) == pytest.approx(0.3, abs=0.2)
