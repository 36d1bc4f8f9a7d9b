"""The live view of a line while it is drawn."""

import numpy as np
import pytest

from kinegraph.doodles.line.motion import Motion, world_from_sheet
from kinegraph.doodles.performing.drawn_puppet import puppet_of
from kinegraph.doodles.performing.live_performer import LivePerformer
from kinegraph.doodles.performing.synthesis import perform_with_contacts
from kinegraph.doodles.sketch.proportions import PRESETS


def line() -> list[Motion]:
    """A step, a jump, a step and a flip, in the order of time."""
    pieces, x, time = [], 0.0, 0.0
    for name, length, high in (
        ("walk", 0.6, 0.2),
        ("jump", 1.1, 1.0),
        ("walk", 0.5, 0.2),
        ("front_flip", 1.2, 1.4),
    ):
        corners = ([x, 0.0], [x + length, 0.0], [x + length / 2, high])
        start, end, apex = (world_from_sheet(np.array(corner)) for corner in corners)
        pieces.append(Motion(name, False, start, end, apex, time, time + 0.5, time + 1.0, 1.0))
        x, time = x + length, time + 1.0
    return pieces


PUPPET = puppet_of(PRESETS["person"])


def test_the_replay_plays_the_same_frames_as_the_live_view() -> None:
    pieces = line()
    clip = perform_with_contacts(pieces, PUPPET).clip
    live = LivePerformer(PUPPET)
    times = np.arange(len(clip)) / clip.fps
    seen = []
    for piece in pieces:
        live.append([piece])
        now = times[(times >= len(seen) / clip.fps - 1e-9) & (times < live.score.stance.time)]
        seen += list(live.score.pose_at(now).roots)
    live.finish()
    seen += list(live.score.pose_at(times[len(seen) :]).roots)
    assert np.array_equal(np.array(seen), clip.root_translations)


def test_the_live_view_never_jumps_while_pieces_come_late_and_in_bursts() -> None:
    live = LivePerformer(PUPPET, place=np.zeros(3))
    pieces, arrive = line(), [0.6, 2.9, 2.95, 4.0]
    poses, moments, waiting = [], [], []
    for now in np.arange(0.0, 9.0, 1.0 / 60.0):
        while arrive and now >= arrive[0]:
            live.append([pieces.pop(0)])
            arrive.pop(0)
            if not arrive:
                live.finish()
        shown = live.pose_at(now)
        poses.append(shown.pose.root_translation)
        moments.append(-1.0 if shown.time is None else shown.time)
        waiting.append(shown.waiting)
    steps = np.linalg.norm(np.diff(poses, axis=0), axis=1)
    # Live it may play up to 1.35 times as fast as drawn; a cut from one piece to another would be far more.
    replayed = np.linalg.norm(
        np.diff(perform_with_contacts(line(), PUPPET).clip.root_translations, axis=0), axis=1
    )
    assert steps.max() < 1.4 * replayed.max() + 0.01
    assert (np.diff(moments) >= 0.0).all()
    assert waiting[10]
    assert any(waiting[100:170])
    assert not waiting[-1]
    assert live.pose_at(9.1).ended


def test_an_underrun_breathes_on_the_spot_without_moving_the_feet() -> None:
    live = LivePerformer(PUPPET)
    live.append(line()[:1])
    shown = [live.pose_at(now) for now in np.arange(0.0, 5.0, 0.05)]
    late = shown[40:]
    assert all(one.waiting and not one.ended for one in late)
    heads = np.array([one.pose.rotations[PUPPET.skeleton.index("head")] for one in late])
    assert np.ptp(heads, axis=0).max() > 0.01
    from kinegraph.core.kinematics.forward import forward_kinematics

    feet = np.array(
        [forward_kinematics(one.pose).positions[PUPPET.skeleton.index("left_ball")] for one in late]
    )
    assert np.ptp(feet[20:], axis=0).max() < 1e-3


def test_before_the_first_piece_the_character_stands_where_it_was_put() -> None:
    live = LivePerformer(PUPPET, place=np.array([0.0, 0.0, 3.0]))
    shown = live.pose_at(0.0)
    assert shown.time is None
    assert shown.waiting
    assert live.settled_until is None
    assert shown.pose.root_translation[2] == pytest.approx(3.0, abs=0.02)
