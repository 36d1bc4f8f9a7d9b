"""Taught gestures that call a motion: where it plays, how it is blended, and what is left out."""

from dataclasses import replace

import numpy as np
import pytest

from kinegraph.core.clip import Clip
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.core.skeleton import Skeleton
from kinegraph.doodles.line.motion import Motion
from kinegraph.flows.called_motions import call_motions

FPS = 60.0


def _skeleton(name: str = "arm", length: float = 0.4) -> Skeleton:
    offsets = np.array([[0.0, 0.0, 0.0], [length, 0.5, 0.0]])
    return Skeleton(("hip", name), np.array([-1, 0]), offsets, np.tile([0.0, 0.0, 0.0, 1.0], (2, 1)))


def _walk(skeleton: Skeleton, seconds: float = 3.0, speed: float = 1.0) -> Clip:
    """The clip of a line: the root goes along +Z at a metre above the ground."""
    frames = round(seconds * FPS) + 1
    roots = np.zeros((frames, 3))
    roots[:, 1], roots[:, 2] = 1.0, speed * np.arange(frames) / FPS
    rotations = np.zeros((frames, 2, 4))
    rotations[..., 3] = 1.0
    return Clip(skeleton, FPS, roots, rotations)


def _wave(skeleton: Skeleton, heading: float = 0.7) -> Clip:
    """The called motion: another rate and heading, the arm turns by half a circle, the root dips by 0.2 m."""
    frames = 25
    share = np.linspace(0.0, 1.0, frames)
    roots = np.zeros((frames, 3))
    roots[:, 1] = 0.9 - 0.2 * np.sin(np.pi * share)
    rotations = np.zeros((frames, 2, 4))
    rotations[:, 0] = quat_from_axis_angle([0.0, heading, 0.0])
    rotations[:, 1] = quat_from_axis_angle(np.stack([0 * share, 0 * share, np.pi * share], axis=1))
    return Clip(skeleton, 24.0, roots, rotations)


def _piece(start: float, end: float, taught: str = "wave") -> Motion:
    return Motion(
        "slide",
        False,
        [0.0, 0.0, start],
        [0.0, 0.0, end],
        [0.0, 0.0, start],
        start,
        start,
        end,
        taught=taught,
    )


def test_a_called_motion_plays_where_its_gesture_is_drawn_stretched_to_its_time() -> None:
    clip, wave = _walk(_skeleton()), _wave(_skeleton())
    called, notes = call_motions(clip, [_piece(1.0, 2.0)], {"wave": wave})
    assert notes == ()
    middle = round(1.5 * FPS)
    assert np.allclose(called.rotations[middle, 1], quat_from_axis_angle([0.0, 0.0, np.pi / 2]), atol=1e-6)
    assert called.root_translations[middle] == pytest.approx([0.0, 0.8, 1.5], abs=1e-6)


def test_all_other_frames_stay_as_they_are() -> None:
    clip = _walk(_skeleton())
    called, _ = call_motions(clip, [_piece(1.0, 2.0)], {"wave": _wave(_skeleton())})
    outside = (clip.times < 1.0 - 1e-6) | (clip.times > 2.0 + 1e-6)
    assert np.array_equal(called.rotations[outside], clip.rotations[outside])
    assert np.array_equal(called.root_translations[outside], clip.root_translations[outside])


def test_a_called_motion_is_blended_in_and_out_without_a_jump() -> None:
    clip = _walk(_skeleton())
    called, _ = call_motions(clip, [_piece(1.0, 2.0)], {"wave": _wave(_skeleton())})
    cosines = np.abs(np.sum(called.rotations[1:, 1] * called.rotations[:-1, 1], axis=1))
    assert np.degrees(2.0 * np.arccos(np.clip(cosines, -1.0, 1.0))).max() < 40.0  # of 180 in all
    steps = np.linalg.norm(np.diff(called.root_translations, axis=0), axis=1)
    assert steps.max() < 0.035  # a frame of the line is 0.017 m


def test_it_faces_as_the_line_does() -> None:
    skeleton = _skeleton()
    clip = _walk(skeleton)
    aside = quat_from_axis_angle([0.0, np.pi / 2, 0.0])
    turned = replace(clip, rotations=quat_multiply(aside, clip.rotations))
    called, _ = call_motions(turned, [_piece(1.0, 2.0)], {"wave": _wave(skeleton)})
    ahead = quat_rotate(called.rotations[:, 0], [0.0, 0.0, 1.0])
    assert np.allclose(ahead, [1.0, 0.0, 0.0], atol=1e-6)


def test_a_called_motion_that_walks_sets_the_pace_along_the_line() -> None:
    skeleton = _skeleton()
    wave = _wave(skeleton)
    roots = wave.root_translations.copy()
    roots[:, 2] = np.linspace(0.0, 1.0, len(wave)) ** 2  # slow first
    called, _ = call_motions(
        _walk(skeleton), [_piece(1.0, 2.0)], {"wave": replace(wave, root_translations=roots)}
    )
    assert called.root_translations[round(1.5 * FPS), 2] == pytest.approx(1.25, abs=0.01)
    assert called.root_translations[round(2.0 * FPS), 2] == pytest.approx(2.0, abs=1e-6)


def test_a_motion_of_another_character_is_left_out_with_a_sentence() -> None:
    clip = _walk(_skeleton())
    called, notes = call_motions(clip, [_piece(1.0, 2.0)], {"wave": _wave(_skeleton("wing"))})
    assert np.array_equal(called.rotations, clip.rotations)
    assert len(notes) == 1
    assert "wave" in notes[0]
    assert "another character" in notes[0]


def test_a_gesture_that_is_not_drawn_needs_no_sentence() -> None:
    _, notes = call_motions(_walk(_skeleton()), [_piece(1.0, 2.0, "")], {"wave": _wave(_skeleton("wing"))})
    assert notes == ()


def test_bones_may_be_of_other_lengths() -> None:
    clip = _walk(_skeleton())
    longer, _ = call_motions(clip, [_piece(1.0, 2.0)], {"wave": _wave(_skeleton("arm", 0.6))})
    same, _ = call_motions(clip, [_piece(1.0, 2.0)], {"wave": _wave(_skeleton())})
    assert np.array_equal(longer.rotations, same.rotations)
