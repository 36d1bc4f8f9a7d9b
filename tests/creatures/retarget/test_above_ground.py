"""Retargeted bodies stay above the ground and stand: on bodies with tails, without legs, rolled over."""

from dataclasses import replace

import numpy as np
import pytest

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.characters.cast import character
from kinegraph.core.body import Cap
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply
from kinegraph.core.skeleton import Skeleton
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.creature_from_rig import creature_from_rig, is_rigged
from kinegraph.creatures.body.neutral_stance import neutral_creature
from kinegraph.creatures.playing.play import play
from kinegraph.creatures.retarget.fit_to_body import fit_to_body, play_fitted
from kinegraph.creatures.retarget.generalize_clip import generalize_clip
from kinegraph.creatures.retarget.quality import measure_quality, stances
from kinegraph.creatures.retarget.release_feet import release_strained_feet
from kinegraph.creatures.retarget.touching_points import carriers

FPS = 30.0


def _rig(*bones: tuple[str, str | None, tuple[float, float, float]]) -> Character:
    names = [bone[0] for bone in bones]
    parents = [-1 if above is None else names.index(above) for _, above, _ in bones]
    return Character.bare("rig", Skeleton.from_offsets(names, parents, [offset for _, _, offset in bones]))


def dinosaur() -> Character:
    """A body on two legs with a tail, whose belly hangs on a bone that is longer than the hips'."""
    sides = [
        bone
        for side, x in (("Left", 1.0), ("Right", -1.0))
        for bone in (
            (f"{side}UpLeg", "Pelvis", (0.5 * x, 0.0, 0.0)),
            (f"{side}Leg", f"{side}UpLeg", (0.05 * x, -0.5, 0.3)),
            (f"{side}Foot", f"{side}Leg", (0.0, -0.42, -0.3)),
            (f"{side}Toe", f"{side}Foot", (0.0, -0.08, 0.2)),
        )
    ]
    return _rig(
        ("Pelvis", None, (0.0, 1.0, 0.0)),
        ("Spine", "Pelvis", (0.0, 0.1, 0.15)),
        ("Spine1", "Spine", (0.0, 0.3, 0.3)),
        ("Neck", "Spine1", (0.0, 0.3, 0.2)),
        ("Head", "Neck", (0.0, 0.2, 0.1)),
        ("Belly", "Spine", (0.0, -0.3, 0.2)),
        ("Tail1", "Pelvis", (0.0, -0.1, -0.4)),
        ("Tail2", "Tail1", (0.0, -0.2, -0.5)),
        ("Tail3", "Tail2", (0.0, -0.2, -0.5)),
        *sides,
    )


def serpent() -> Character:
    """A snake whose rig begins at its head."""
    links = [(f"tail_{n}", "head" if n == 1 else f"tail_{n - 1}", (-0.2, 0.0, 0.0)) for n in range(1, 13)]
    return _rig(("head", None, (0.0, 0.05, 0.0)), ("jaw", "head", (0.05, -0.02, 0.0)), *links)


@pytest.fixture(scope="module")
def roll() -> GeneralAnimation:
    """The figure stands, rolls over its side with a low trunk, and stands again."""
    figure = character("figure")
    still = play(None, neutral_creature(figure), fps=FPS, seconds=2.0)
    share = np.clip((still.times - 0.4) / 1.2, 0.0, 1.0)
    share = share * share * (3.0 - 2.0 * share)
    turns = quat_from_axis_angle(-2.0 * np.pi * share[:, None] * [0.0, 0.0, 1.0])
    rotations = np.array(still.rotations)
    rotations[:, 0] = quat_multiply(turns, rotations[:, 0])
    roots = still.root_translations - 0.5 * np.sin(np.pi * share)[:, None] * [0.0, 1.0, 0.0]
    return generalize_clip(Clip(figure.skeleton, FPS, roots, rotations, name="roll"), figure)


def _subject(name: str) -> Creature:
    return neutral_creature(
        {"dinosaur": dinosaur, "serpent": serpent}[name]() if name in MADE else character(name)
    )


MADE = ("dinosaur", "serpent")


@pytest.mark.parametrize("name", ["dinosaur", "serpent", "dog", "bird"])
def test_a_body_that_rolls_over_stays_above_the_ground(roll: GeneralAnimation, name: str) -> None:
    """No point deeper than 1% of the size; standing feet stay within 1%."""
    subject = _subject(name)
    fitted = fit_to_body(roll, subject)
    found = measure_quality(play_fitted(fitted, subject, fps=FPS), subject, fitted)
    assert found.penetration < 0.01
    assert found.slip < 0.01
    assert found.floating < 0.01


def test_depth_slip_and_height_of_a_spoilt_clip_are_measured(roll: GeneralAnimation) -> None:
    subject = _subject("dinosaur")
    fitted = fit_to_body(roll, subject)
    clip, size = play_fitted(fitted, subject, fps=FPS), float(subject.size.max())

    def moved(offsets: np.ndarray) -> Clip:
        translations = None if clip.translations is None else clip.translations.copy()
        if translations is not None:
            translations[:, 0] += offsets
        return replace(clip, root_translations=clip.root_translations + offsets, translations=translations)

    sunk = measure_quality(moved(np.tile([0.0, -0.1 * size, 0.0], (len(clip), 1))), subject, fitted)
    raised = measure_quality(moved(np.tile([0.0, 0.1 * size, 0.0], (len(clip), 1))), subject, fitted)
    drift = np.linspace(0.0, size, len(clip))[:, None] * [1.0, 0.0, 0.0]
    assert sunk.penetration == pytest.approx(0.1, abs=0.01)
    assert raised.floating == pytest.approx(0.1, abs=0.01)
    assert measure_quality(moved(drift), subject, fitted).slip > 0.05


def test_a_joint_on_the_floor_that_only_carries_the_body_lifts_nothing() -> None:
    """A body sinks as it walks; a root on the floor sinks with it, and feet stay within 1% of the ground."""
    bare = dinosaur().skeleton
    parents = [-1, *(parent + 1 for parent in bare.parents.tolist())]
    skeleton = Skeleton.from_offsets(["Root", *bare.names], parents, [(0.0, 0.0, 0.0), *bare.offsets])
    subject = neutral_creature(Character.bare("carried", skeleton))
    walk = play(None, neutral_creature(character("figure")), fps=FPS, seconds=1.5, velocity=(0.0, 0.9))
    fitted = fit_to_body(generalize_clip(walk, character("figure")), subject)
    found = measure_quality(play_fitted(fitted, subject, fps=FPS), subject, fitted)
    assert carriers(subject) == {0}
    assert found.floating < 0.01
    assert found.penetration < 0.01


def test_a_foot_whose_leg_is_strained_at_the_end_of_a_stance_lifts_sooner(roll: GeneralAnimation) -> None:
    """The last 0.2 s of its first stance are strained: it ends before them, and the others stay."""
    subject = _subject("dog")
    before = stances(roll, subject)
    foot = next(foot for foot, spans in before.items() if spans[0][1] < roll.duration)
    stop = before[foot][0][1]
    times = np.arange(round(roll.duration * 60.0) + 1) / 60.0
    strained = (times > stop - 0.2) & (times <= stop)
    after = stances(release_strained_feet(roll, subject, {foot: strained}), subject)
    assert stop - 0.3 < after[foot][0][1] < stop - 0.2
    assert after[foot][-1] == before[foot][-1]


def test_a_belly_takes_nothing_from_the_hips() -> None:
    subject = creature_from_rig(dinosaur())
    names = subject.character.skeleton.names
    assert names[subject.root] == "Pelvis"
    assert [names[body] for body in subject.spine] == ["Pelvis", "Spine", "Spine1", "Neck", "Head"]


def test_a_relaxed_body_with_a_tail_stands_on_both_feet_upright() -> None:
    """Soles within 1% of the size of the ground, the hips turned by less than a degree."""
    plain, subject = creature_from_rig(dinosaur()), neutral_creature(dinosaur())
    soles = subject.rest_handles[[leg.foot for leg in subject.legs], 1]
    assert np.abs(soles).max() < 0.01 * subject.size.max()
    assert abs(float(plain.rest_rotations[0] @ subject.rest_rotations[0])) > np.cos(np.radians(0.5))


def test_a_snake_that_begins_at_its_head_has_a_spine_and_faces_ahead() -> None:
    guess = guess_anatomy(serpent())
    assert guess.facing == pytest.approx([1.0, 0.0, 0.0], abs=0.1)
    subject = creature_from_rig(serpent())
    names = subject.character.skeleton.names
    assert (names[subject.spine[0]], names[subject.spine[-1]], len(subject.spine)) == ("tail_12", "head", 13)
    assert not subject.bodies_with(Cap.TAIL)


def test_a_nameless_chain_with_a_stub_at_its_end_is_all_trunk() -> None:
    links = [(f"b{n}", f"b{n - 1}", (0.0, 0.0, 0.2)) for n in range(1, 12)]
    worm = _rig(("b0", None, (0.0, 0.05, 0.0)), *links, ("b12", "b0", (0.0, 0.0, -0.1)))
    subject = creature_from_rig(worm)
    assert len(subject.spine) == 12
    assert not subject.bodies_with(Cap.GRASPER)


def test_a_snake_that_rolls_does_not_whip(roll: GeneralAnimation) -> None:
    """No joint turns more than 30 degrees in a frame at 30 fps."""
    subject = neutral_creature(serpent())
    fitted = fit_to_body(roll, subject)
    assert measure_quality(play_fitted(fitted, subject, fps=FPS), subject, fitted).turn < 30.0


def test_a_standing_body_keeps_its_rest_pose_within_five_degrees() -> None:
    figure = character("figure")
    still = play(None, neutral_creature(figure), fps=FPS, seconds=1.0)
    for name in (*MADE, "dog"):
        subject = _subject(name)
        fitted = fit_to_body(generalize_clip(still, figure), subject)
        tilt = measure_quality(play_fitted(fitted, subject, fps=FPS), subject, fitted).tilt
        assert tilt is not None
        assert tilt < 5.0


def test_a_skeleton_alone_is_a_rig_and_a_cast_member_too() -> None:
    assert is_rigged(dinosaur())
    assert is_rigged(character("dog"))


def test_the_clip_keeps_the_joints_where_the_skeleton_has_them(roll: GeneralAnimation) -> None:
    """Pressing turns joints; it stretches no bone of the tail: within 1% of their lengths."""
    subject = _subject("dinosaur")
    fitted = fit_to_body(roll, subject)
    before = play(fitted, subject, fps=FPS, seconds=fitted.duration)
    after = play_fitted(fitted, subject, fps=FPS)
    tail = [subject.character.skeleton.index(f"Tail{n}") for n in (2, 3)]
    lengths = [
        np.linalg.norm(np.diff(forward_kinematics(clip).positions[:, [tail[0], tail[1]]], axis=1), axis=-1)
        for clip in (before, after)
    ]
    assert lengths[1] == pytest.approx(lengths[0], rel=0.01)
