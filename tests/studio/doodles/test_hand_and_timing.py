"""A writer's hand and a line's timing in the studio: seen, undone, and shared by all drawings."""

import numpy as np
import pytest
from doodle_scenes import a_line, add_character, clip_of, draw, motions, reading, sheet
from page_client import PageClient
from perform_scenes import done

from kinegraph.doodles.ink.stroke import Stroke, path_lengths


def _late_arcs(count: int) -> Stroke:
    """A line of arcs whose tops lie at 0.42 of their width: a hand that draws its tip-toes so."""
    angle = np.linspace(np.pi, 0.0, 60)
    x = np.interp(0.5 + 0.5 * np.cos(angle), [0.0, 0.5, 1.0], [0.0, 0.42, 1.0])
    arc = np.stack([0.52 * x, 0.26 * np.sin(angle)], axis=1)
    points = np.concatenate([arc[k > 0 :] + np.array([0.1 + 0.52 * k, 0.0]) for k in range(count)])
    lengths = path_lengths(points)
    times = np.arange(0.0, lengths[-1], 1.0 / 60.0)
    return Stroke(np.stack([np.interp(times, lengths, points[:, k]) for k in range(2)], axis=1), times)


def _correct(page: PageClient, doodle: str, number: int, motion: str) -> None:
    piece = reading(page, doodle)["pieces"][number]
    where = {key: piece[key] for key in ("stroke", "start", "stop")}
    done(page, "ChooseGuess", doodle=doodle, motion=motion, **where)


def test_corrections_teach_all_drawings_a_hand_and_undo_takes_it_back(doodle_page: PageClient) -> None:
    page = doodle_page
    first, second = add_character(page), add_character(page)
    for doodle, count in ((first, 4), (second, 2)):
        draw(page, doodle, _late_arcs(count), "motion")
        assert motions(reading(page, doodle)) == ["walk"] * count
    clip = clip_of(page, sheet(page, second)["motion"])
    _correct(page, first, 0, "tiptoe")
    _correct(page, first, 1, "tiptoe")
    read = reading(page, first)
    assert motions(read) == ["tiptoe"] * 4
    (limit,) = [each for each in read["hand"] if each["measure"] == "arc.apex"]
    assert limit["corrections"] == 2
    assert limit["now"] > limit["usual"]
    assert limit["title"] == "arc: place of the top"
    assert motions(reading(page, second)) == ["tiptoe"] * 2
    done(page, "SetHand", doodle=second, learns=False)
    assert motions(reading(page, second)) == ["walk"] * 2
    done(page, "Undo")
    assert motions(reading(page, second)) == ["tiptoe"] * 2
    done(page, "Undo")
    done(page, "Undo")
    assert motions(reading(page, first)) == ["walk"] * 4
    assert reading(page, first)["hand"] == []
    assert motions(reading(page, second)) == ["walk"] * 2
    np.testing.assert_array_equal(
        clip_of(page, sheet(page, second)["motion"])["rotations"], clip["rotations"]
    )


def test_a_hand_from_another_document_reads_a_new_drawing(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page)
    draw(page, doodle, _late_arcs(2), "motion")
    lesson = {"measure": "arc.apex", "limit": 0.35, "shift": 0.2}
    done(page, "SetHand", doodle=doodle, lessons=[lesson])
    assert motions(reading(page, doodle)) == ["tiptoe"] * 2
    done(page, "SetHand", doodle=doodle, lessons=[])
    assert motions(reading(page, doodle)) == ["walk"] * 2
    refused = page.ask("SetHand", doodle=doodle, lessons=[{**lesson, "measure": "arc.beauty"}])
    assert refused["type"] == "Failure"


def test_the_top_of_an_arc_and_its_times_are_dragged_and_undone(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page, "walk", "jump", "walk")
    before, stroke = reading(page, doodle), sheet(page, doodle)["strokes"][-1]
    jump = before["pieces"][1]
    x, y, z = jump["apex"]
    for rise in (0.1, 0.2):
        done(page, "MoveApex", doodle=doodle, piece=1, place=[x, y + rise, z], gesture="g-top")
    done(page, "EndGesture", gesture="g-top")
    raised = reading(page, doodle)
    assert raised["pieces"][1]["apex"][1] == pytest.approx(y + 0.2, abs=0.03)
    done(page, "Undo")
    assert sheet(page, doodle)["strokes"][-1] == stroke
    end = jump["endTime"] + 1.0
    done(page, "RetimePiece", doodle=doodle, piece=1, endTime=end)
    later = reading(page, doodle)
    assert motions(later) == motions(before)
    assert later["pieces"][1]["endTime"] == pytest.approx(end, abs=0.05)
    assert later["pieces"][2]["startTime"] == pytest.approx(before["pieces"][2]["startTime"] + 1.0, abs=0.05)
    early = jump["startTime"] + 0.3
    done(page, "RetimePiece", doodle=doodle, piece=1, apexTime=early)
    assert reading(page, doodle)["pieces"][1]["apexTime"] == pytest.approx(early, abs=0.06)
    done(page, "RetimePiece", doodle=doodle, piece=0, until=2, endTime=before["pieces"][0]["startTime"] + 6.0)
    whole = reading(page, doodle)
    assert motions(whole) == motions(before)
    assert whole["pieces"][2]["endTime"] - whole["pieces"][0]["startTime"] == pytest.approx(6.0, abs=0.05)
    for wrong in ({"piece": 1}, {"piece": 9, "endTime": 3.0}, {"piece": 2, "until": 0, "endTime": 3.0}):
        assert page.ask("RetimePiece", doodle=doodle, **wrong)["type"] == "Failure"
    assert page.ask("MoveApex", doodle=doodle, piece=1, place=[0.0, -1.0, 0.0])["type"] == "Failure"


def test_a_line_to_the_left_is_walked_forward(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page)
    line = a_line("walk", "walk")
    draw(page, doodle, Stroke(line.points * [-1.0, 1.0], line.times), "motion")
    pieces = reading(page, doodle)["pieces"]
    assert [(piece["motion"], piece["backward"]) for piece in pieces] == [("walk", False)] * 2
    assert pieces[1]["landing"][2] < -0.5
