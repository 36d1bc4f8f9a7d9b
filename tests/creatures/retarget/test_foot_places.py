"""Feet keep one rest place while they stand, and step where the legs of a body reach."""

from dataclasses import replace

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_rotate
from kinegraph.creatures.animation.channel import PositionTrack, RotationTrack
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animation.smooth_keys import smooth_turns
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.binding.ownership import POSITION, ROTATION
from kinegraph.creatures.binding.specialization import specialize_position
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.neutral_stance import neutral_creature
from kinegraph.creatures.playing.play import play
from kinegraph.creatures.retarget.clip_channels import STANDING, TRAVEL
from kinegraph.creatures.retarget.clip_motion import clip_motion
from kinegraph.creatures.retarget.foot_headings import home_headings
from kinegraph.creatures.retarget.generalize_clip import generalize_clip
from kinegraph.creatures.retarget.quality import stances
from kinegraph.creatures.retarget.steps_in_reach import bring_steps_into_reach

FPS = 30.0
STANDS = ((0, 20), (40, 60))


@pytest.fixture(scope="module")
def figure() -> Creature:
    return neutral_creature(character("figure"))


@pytest.fixture(scope="module")
def still(figure: Creature) -> Clip:
    return play(None, figure, fps=FPS, seconds=2.97)


def _headings(figure: Creature, still: Clip, angles: np.ndarray) -> np.ndarray:
    """The headings of a foot that stands twice while the body turns by angles [rad]."""
    motion = clip_motion(still, figure)
    turns = np.array(motion.turns)
    turns[:, figure.root] = quat_from_axis_angle(angles[:, None] * [0.0, 1.0, 0.0])
    steps = replace(motion.steps[figure.legs[0].foot], stands=STANDS)
    return home_headings(replace(motion, turns=turns), steps)


def test_a_foot_has_one_rest_place_a_stance_while_the_body_turns_over_it(
    figure: Creature, still: Clip
) -> None:
    angles = np.linspace(0.0, 2.0, len(still))
    found = _headings(figure, still, angles)
    for first, end in STANDS:
        assert np.ptp(found[first:end]) == 0.0
        assert found[first] == pytest.approx(np.median(angles[first:end]), abs=1e-9)
    assert np.abs(np.diff(found)).max() < 4.0 * (angles[1] - angles[0])


def test_a_foot_pivots_with_a_body_that_spins_on_it(figure: Creature, still: Clip) -> None:
    angles = np.linspace(0.0, 20.0, len(still))
    assert _headings(figure, still, angles)[:20] == pytest.approx(angles[:20], abs=1e-9)


def test_a_standing_foot_steps_where_the_leg_of_a_long_body_reaches(figure: Creature, still: Clip) -> None:
    """The root turns by 60 degrees over standing feet: a dog's hips are farther off than its legs reach."""
    animation, dog = generalize_clip(still, character("figure")), neutral_creature(character("dog"))
    half = np.radians(30.0)
    keys = smooth_turns([0.0, 2.9], [[0.0, np.sin(angle), 0.0, np.cos(angle)] for angle in (0.0, half)])
    body = animation.channels[0]
    animation = animation.with_channel(replace(body, rotation=RotationTrack(STANDING, keys)))
    before, after = (_lack(each, dog) for each in (animation, bring_steps_into_reach(animation, dog)))
    assert before > 0.05 * dog.size.max()
    assert after < 0.5 * before


def test_steps_within_reach_stay_where_they_are(figure: Creature, still: Clip) -> None:
    animation = generalize_clip(still, character("figure"))
    assert bring_steps_into_reach(animation, figure) is animation


def _lack(animation: GeneralAnimation, subject: Creature) -> float:
    """The most by which a foot stands farther from its hip than its leg is long [m]."""
    entries = bind(animation, subject).play().entries
    tracks = {(entry.body, entry.kind): entry.shares[0].track for entry in entries}
    root, worst = subject.root, 0.0
    for leg in subject.legs:
        for start, stop in stances(animation, subject)[leg.foot]:
            for time in np.linspace(start, stop, 20):
                way = specialize_position(subject, root, tracks[root, POSITION].curve.at([time])[0], TRAVEL)
                moves = tracks[leg.foot, POSITION]
                assert isinstance(moves, PositionTrack)
                place = specialize_position(subject, leg.foot, moves.curve.at([time])[0], moves.mode)
                hip = subject.rest_positions[leg.bodies[0]] - subject.rest_positions[root]
                away = way + quat_rotate(tracks[root, ROTATION].curve.at([time])[0], hip) - place
                worst = max(worst, float(np.linalg.norm(away)) - leg.length)
    return worst
