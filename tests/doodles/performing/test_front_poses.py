"""Front views perform as cut-outs: they face us, and planted feet stay where they are."""

from functools import cache

import numpy as np
from benchmarks.synthetic.front_people import front_person
from benchmarks.synthetic.writer import Habits, Word, write_line

from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.doodles.line.reader import read_line
from kinegraph.doodles.line.writing_settings import settings_for
from kinegraph.doodles.performing.synthesis import DoodlePerformance, perform_with_contacts
from kinegraph.doodles.sketch.drawing import read_drawing
from kinegraph.doodles.sketch.drawn_character import DrawnCharacter
from kinegraph.doodles.sketch.front.cutout import front_character

FPS = 60.0


@cache
def _walk() -> tuple[DrawnCharacter, DoodlePerformance]:
    figure = front_person(0, "stick")
    plan = read_drawing(figure.strokes).front
    assert plan is not None
    drawn = front_character(figure.strokes, plan)
    calm = Habits(tremor=0.0, unevenness=0.0, wander=0.0, hesitation=0.0, clock_jitter=0.0, rate=60.0)
    words = tuple(Word("walk") for _ in range(4))
    line = write_line(words, calm, np.random.default_rng(3), drawn.leg_length).stroke
    reading = read_line(line, settings_for(drawn.leg_length))
    return drawn, perform_with_contacts(reading.pieces, drawn, fps=FPS)


def test_planted_feet_of_a_front_view_hardly_slide() -> None:
    drawn, performance = _walk()
    places = forward_kinematics(performance.clip).positions
    slides = []
    for contact in performance.contacts:
        foot = drawn.bones[("right_foot", "left_foot")[contact.limb]]
        # The heel rises at the end of a step: the first half is flat.
        middle = 0.5 * (contact.start + contact.end)
        first, last = (int((time - performance.start) * FPS) for time in (contact.start, middle))
        slides.append(np.ptp(places[first + 1 : last, foot, 2]) if last > first + 2 else 0.0)
    assert max(slides) < 0.05 * drawn.leg_length


def test_head_and_torso_keep_facing_us() -> None:
    drawn, performance = _walk()
    across = forward_kinematics(performance.clip).rotations[:, [drawn.bones["hips"], drawn.bones["head"]]]
    # Without a part about the vertical or the sheet's x: only the lean along the sheet, quaternions xyzw.
    assert np.abs(across[..., [1, 2]]).max() < 0.12


def test_both_arms_and_both_legs_move() -> None:
    drawn, performance = _walk()
    places = forward_kinematics(performance.clip).positions
    for name in ("right_lower_arm", "left_lower_arm", "right_lower_leg", "left_lower_leg"):
        away = places[:, drawn.bones[name]] - places[:, drawn.bones["hips"]]
        assert np.ptp(away, axis=0).max() > 0.03 * drawn.leg_length
