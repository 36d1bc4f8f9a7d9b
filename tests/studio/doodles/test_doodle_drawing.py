"""Drawing in the studio: a pen's strokes become a character that wakes up and does what lines say."""

from typing import Any, Never

import numpy as np
import pytest
from benchmarks.synthetic.front_people import front_person
from doodle_scenes import (
    MECH_LINKS,
    a_line,
    add_character,
    begin,
    clip_of,
    draw,
    draw_somebody,
    frames_of,
    fresh,
    motions,
    pen_read,
    reading,
    rows_of,
    sheet,
    straight_legged,
)
from page_client import PageClient
from perform_scenes import done
from serving import RunningStudio

from kinegraph.doodles.example import example_doodle
from kinegraph.doodles.ink.camera import Camera
from kinegraph.doodles.ink.stroke import Stroke


def test_the_seventh_stroke_makes_a_character_and_undo_takes_it_away(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = begin(page)
    draw_somebody(page, doodle, 6)
    assert sheet(page, doodle)["character"] is None
    draw(page, doodle, example_doodle().links[6])
    record = sheet(page, doodle)
    who = page.records[record["character"]]
    assert "right_lower_leg" in who["joints"]
    assert page.records[record["motion"]]["character"] == who["id"]
    assert page.records["view"]["motion"] == record["motion"]
    read = reading(page, doodle)
    assert {link["label"] for link in read["links"]} == {
        "head", "torso", "upper_arm", "lower_arm", "upper_leg", "lower_leg", "foot"
    }  # fmt: skip
    assert (read["body"], read["missing"], read["state"]) == ("person", [], record["state"])
    assert read["jumpLine"] > 0.3
    while not any(
        header.character == who["id"] and header.ended for header, _ in frames_of(page, "DoodleFrame")
    ):
        page.frame()  # it shakes itself and stands up
    done(page, "Undo")
    assert who["id"] not in page.records
    assert sheet(page, doodle)["motion"] is None
    assert len(sheet(page, doodle)["strokes"]) == 6
    done(page, "Redo")
    assert page.records[who["id"]] == who


def test_a_stick_man_seen_from_the_front_walks_with_both_legs(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = begin(page)
    figure = front_person(0, "stick")
    for stroke in figure.strokes:
        draw(page, doodle, stroke)
    read = reading(page, doodle)
    assert (read["body"], {link["label"] for link in read["links"]}) == (
        "front",
        {"head", "torso", "arm", "leg"},
    )
    leg = float(read["legLength"])
    draw(page, doodle, a_line("walk", "walk", leg=leg), "motion")
    record = sheet(page, doodle)
    who, motion = page.records[record["character"]], page.records[record["motion"]]
    frames = clip_of(page, motion["id"])["rotations"]
    for side in ("right", "left"):
        knee = frames[:, who["joints"].index(f"{side}_lower_leg")]
        assert np.ptp(knee, axis=0).max() > 0.1


def test_links_are_named_while_they_are_drawn(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = begin(page)
    drawn = draw_somebody(page, doodle, 6)
    id, rows = fresh(), rows_of(example_doodle().links[6])
    done(page, "PenDown", doodle=doodle, stroke=id, ink="character")
    done(page, "PenPoints", stroke=id, first=0, points=rows)
    read = pen_read(page, id, len(rows))
    assert {link["stroke"] for link in read["links"]} == {*drawn, id}
    assert next(link for link in read["links"] if link["stroke"] == id)["label"] == "foot"
    done(page, "PenUp", stroke=id)
    assert page.records[doodle]["strokes"][-1]["id"] == id
    assert "foot" in next(e for e in reversed(page.events) if e.get("label"))["label"]


def test_a_line_is_performed_while_it_is_drawn_and_plays_with_its_own_timing(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page)
    line, id = a_line("walk", "walk", "leap", "walk"), fresh()
    rows = rows_of(line)
    page.frames.clear()
    done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    for first in range(0, len(rows), 20):
        done(page, "PenPoints", stroke=id, first=first, points=rows[first : first + 20])
    read = pen_read(page, id, len(rows))
    assert [piece["motion"] for piece in (*read["pieces"], *read["tentative"])][:2] == ["walk", "walk"]
    done(page, "PenUp", stroke=id)
    record = sheet(page, doodle)
    live = [header for header, _ in frames_of(page, "DoodleFrame") if header.stroke == id]
    assert live, "the character performs while the pen is down"
    found = reading(page, doodle)
    assert motions(found) == ["walk", "walk", "leap", "walk"]
    assert found["pieces"][2]["group"] == "jump"
    clip = clip_of(page, record["motion"])
    motion = page.records[record["motion"]]
    assert motion["duration"] >= line.duration - 0.1
    landing = found["pieces"][2]
    hips = clip["roots"][:, 2]
    at = round(landing["endTime"] * motion["fps"])
    assert abs(hips[at] - landing["landing"][2]) < 0.5
    assert abs(hips[-1] - line.points[-1, 0]) < 0.5


def test_two_pages_draw_at_once(doodle_page: PageClient, doodle_studio: RunningStudio) -> None:
    page = doodle_page
    doodle = begin(page)
    with doodle_studio.page() as other:
        links = example_doodle().links
        one, two = fresh(), fresh()
        done(page, "PenDown", doodle=doodle, stroke=one, ink="character")
        done(other, "PenDown", doodle=doodle, stroke=two, ink="character")
        assert other.ask("PenPoints", stroke=one, first=0, points=rows_of(links[0]))["type"] == "Failure"
        assert other.ask("PenDown", doodle=doodle, stroke=one, ink="character")["type"] == "Failure"
        done(page, "PenPoints", stroke=one, first=0, points=rows_of(links[0]))
        done(other, "PenPoints", stroke=two, first=0, points=rows_of(links[1]))
        done(other, "PenUp", stroke=two)
        done(page, "PenUp", stroke=one)
        assert [stroke["id"] for stroke in sheet(page, doodle)["strokes"]] == [two, one]


REFUSED = [
    ([[0.0, 0.0, 0.0, -1.0], [1e9, 0.0, 0.1, -1.0]], "10 km"),
    ([[0.0, 0.0, 1.0, -1.0], [0.1, 0.0, 0.2, -1.0]], "backwards"),
    ([[0.0, 0.0, 0.0, -1.0], [0.1, 0.0, 1e6, -1.0]], "lift the pen"),
    ([[0.0, 0.0]], "PenPoints"),
]


def test_what_no_pen_draws_is_refused_and_the_stroke_goes_on(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle, id = begin(page), fresh()
    done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    for points, word in REFUSED:
        refused = page.ask("PenPoints", stroke=id, first=0, points=points)
        assert refused["type"] == "Failure"
        assert word in refused["message"]
    done(page, "PenPoints", stroke=id, first=0, points=rows_of(a_line("walk")))
    done(page, "PenUp", stroke=id)
    assert motions(reading(page, doodle)) == ["walk"]


def test_points_that_are_no_numbers_are_refused(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle, id = begin(page), fresh()
    done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    page.socket.send(
        f'{{"type": "PenPoints", "request": 900, "stroke": "{id}", "first": 0, "points": [[NaN]]}}'
    )
    assert page.wait_for("Failure", request=None)
    missing = page.ask("PenPoints", stroke=id, first=7, points=[[0.0, 0.0, 0.0, -1.0]])
    assert "missing" in missing["message"]
    unknown = page.ask("PenPoints", stroke="k-nobody", first=0, points=[[0.0, 0.0, 0.0, -1.0]])
    assert unknown["type"] == "Failure"
    assert page.ask("PenDown", doodle="d-none", stroke=fresh(), ink="motion")["type"] == "Failure"
    done(page, "PenUp", stroke=id)
    assert sheet(page, doodle)["strokes"] == []


def test_a_hundred_thousand_points_are_kept_and_read(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle, id = begin(page), fresh()
    walk = a_line("walk", "walk", "jump")
    share = np.linspace(0.0, len(walk) - 1.0, 100_000)
    columns = [np.interp(share, np.arange(len(walk)), column) for column in (*walk.points.T, walk.times)]
    rows = np.column_stack([*columns, np.full(len(share), -1.0)])
    done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    for first in range(0, len(rows), 5_000):
        done(page, "PenPoints", stroke=id, first=first, points=rows[first : first + 5_000].tolist())
    done(page, "PenUp", stroke=id)
    assert sheet(page, doodle)["strokes"][0]["points"] == 100_000
    assert motions(reading(page, doodle))[:2] == ["walk", "walk"]


def test_ink_is_kept_even_where_the_engine_fails(
    doodle_page: PageClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = doodle_page
    doodle = begin(page)
    draw_somebody(page, doodle, 2)

    def fails(*_: Any, **__: Any) -> Never:
        raise ZeroDivisionError("for the test")

    monkeypatch.setattr("kinegraph.doodles.clip.perform_doodle", fails)
    monkeypatch.setattr("kinegraph.doodles.line.reader.LineReader.feed", fails)
    draw(page, doodle, a_line("walk"), "motion")
    assert len(sheet(page, doodle)["strokes"]) == 3
    assert "for the test" in reading(page, doodle)["notes"][0]
    monkeypatch.undo()
    draw(page, doodle, a_line("walk", start=0.7), "motion")
    assert motions(reading(page, doodle)) == ["walk", "walk"]


def test_a_line_in_space_is_read_from_its_camera(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page)
    done(page, "AddProp", doodle=doodle, kind="box", place=[0.0, 0.0, 2.2], size=[1.4, 0.4, 1.0])
    camera = Camera(np.array([-6.0, 2.5, 1.0]), np.array([0.0, 0.5, 1.0]), 0.7, 1.5)
    # Two steps towards the box and a jump onto it, away from the viewer.
    ends = [[0.0, 0.0, 0.2], [0.1, 0.0, 0.75], [0.2, 0.0, 1.3], [0.3, 0.4, 2.2]]
    heights = [0.2, 0.2, 1.4]
    places = [_arc(a, b, h) for a, b, h in zip(ends[:-1], ends[1:], heights, strict=True)]
    line = Stroke(camera.project(np.concatenate(places)), np.arange(120) / 60)
    eye = {"position": [-6.0, 2.5, 1.0], "target": [0.0, 0.5, 1.0], "verticalFov": 0.7, "aspect": 1.5}
    draw(page, doodle, line, "motion", camera=eye)
    read = reading(page, doodle)
    assert motions(read)[:2] == ["walk", "walk"]
    assert read["pieces"][-1]["group"] == "jump"
    np.testing.assert_allclose(read["pieces"][-1]["landing"], ends[-1], atol=0.1)
    assert (
        page.ask("PenDown", doodle=doodle, stroke=fresh(), ink="character", camera=eye)["type"] == "Failure"
    )


def _arc(start: Any, end: Any, height: float) -> np.ndarray:
    """(40, 3) an arc from one place to another [m]."""
    share = np.linspace(0.0, 1.0, 40)[:, None]
    path = (1.0 - share) * np.array(start) + share * np.array(end)
    path[:, 1] += 4.0 * height * (share * (1.0 - share))[:, 0]
    return path


def test_a_character_that_woke_up_early_stays_until_the_drawing_shows_another(
    doodle_page: PageClient,
) -> None:
    page = doodle_page
    doodle = begin(page)
    links = straight_legged()
    for link in MECH_LINKS:
        draw(page, doodle, links[link])
    who = sheet(page, doodle)["character"]
    assert reading(page, doodle)["body"] == "mech"
    assert not any("arm" in joint for joint in page.records[who]["joints"])
    draw(page, doodle, links["upper_arm"])
    assert (reading(page, doodle)["body"], sheet(page, doodle)["character"]) == (None, who)
    draw(page, doodle, links["lower_arm"])
    assert (reading(page, doodle)["body"], sheet(page, doodle)["character"]) == ("person", who)
    assert any("arm" in joint for joint in page.records[who]["joints"])
    done(page, "EraseInk", doodle=doodle, strokes=[sheet(page, doodle)["strokes"][0]["id"]])
    assert who not in page.records
