"""Whatever a page does with its pen, no stroke is lost, every request is answered, and errors say why."""

from typing import Any

import pytest
from doodle_scenes import (
    MECH_LINKS,
    a_line,
    add_character,
    begin,
    draw,
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
from kinegraph.studio.document.doodle_fields import InkStroke
from kinegraph.studio.document.records import DoodleRecord
from kinegraph.studio.doodles.edits import MOST_STROKES
from kinegraph.studio.doodles.pen_edits import start_pen
from kinegraph.studio.protocol.doodle_commands import PenDown


def refused(page: PageClient, command: str, /, **fields: Any) -> str:
    """The sentence with which something is refused."""
    answer = page.ask(command, **fields)
    assert answer["type"] == "Failure", answer
    assert "inside Kinegraph" not in answer["message"]
    return answer["message"]


def test_a_line_goes_on_being_performed_after_a_lost_connection(
    doodle_page: PageClient, doodle_studio: RunningStudio
) -> None:
    page = doodle_page
    doodle, id, rows = add_character(page), fresh(), rows_of(a_line("walk", "walk", "leap", "walk"))
    done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    done(page, "PenPoints", stroke=id, first=0, points=rows[:20])
    page.socket.close()
    with doodle_studio.page(session=page.welcome["session"]) as again:
        done(again, "PenDown", doodle=doodle, stroke=id, ink="motion")
        done(again, "PenPoints", stroke=id, first=20, points=rows[20:])
        settled = pen_read(again, id, len(rows))["pieces"][1]["endTime"]
        while not any(h.stroke == id and h.time > settled - 0.2 for h, _ in frames_of(again, "DoodleFrame")):
            again.frame()
        done(again, "PenUp", stroke=id)
        assert motions(reading(again, doodle)) == ["walk", "walk", "leap", "walk"]


def test_a_detail_drawn_as_a_link_goes_on_after_a_lost_connection(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle, id, rows = add_character(page), fresh(), rows_of(example_doodle().links[0])
    done(page, "PenDown", doodle=doodle, stroke=id, ink="character")
    done(page, "PenPoints", stroke=id, first=0, points=rows[:9])
    done(page, "PenDown", doodle=doodle, stroke=id, ink="character")
    assert "already" in refused(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    done(page, "PenPoints", stroke=id, first=9, points=rows[9:])
    done(page, "PenUp", stroke=id)
    assert (sheet(page, doodle)["strokes"][-1]["ink"], sheet(page, doodle)["strokes"][-1]["points"]) == (
        "annotation",
        len(rows),
    )


def test_a_line_thrown_away_at_once_leaves_no_performance(
    doodle_page: PageClient, doodle_studio: RunningStudio
) -> None:
    page = doodle_page
    doodle, id = add_character(page), fresh()
    page.say("PenDown", doodle=doodle, stroke=id, ink="motion")
    done(page, "PenUp", stroke=id, keep=False)
    reading(page, doodle)
    assert id not in doodle_studio.studio.doodles.shows._strokes.values()
    assert id not in doodle_studio.studio.document.records


def test_a_line_says_the_same_while_it_is_drawn_and_when_it_is_ink(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle, id = add_character(page, "walk"), fresh()
    leap = a_line("leap", start=0.8)
    done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    done(page, "PenPoints", stroke=id, first=0, points=rows_of(leap))
    seen = pen_read(page, id, len(leap))
    done(page, "PenUp", stroke=id)
    assert [piece["motion"] for piece in (*seen["pieces"], *seen["tentative"])] == ["leap"]
    assert motions(reading(page, doodle)) == ["walk", "leap"]


def test_undo_while_the_pen_is_down_takes_the_stroke_before(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle, id, rows = begin(page), fresh(), rows_of(a_line("walk", "walk"))
    gone = draw(page, doodle, example_doodle().links[0])
    done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    done(page, "PenPoints", stroke=id, first=0, points=rows[:30])
    done(page, "Undo")
    done(page, "PenPoints", stroke=id, first=30, points=rows[30:])
    done(page, "PenUp", stroke=id)
    assert [stroke["id"] for stroke in sheet(page, doodle)["strokes"]] == [id]
    assert gone not in str(sheet(page, doodle))
    assert "stroke" in refused(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    assert "pen" in refused(page, "PenPoints", stroke=id, first=0, points=rows)
    assert "pen" in refused(page, "PenUp", stroke=id)


def test_a_sheet_removed_under_the_pen_is_reported_and_leaves_no_pen(
    doodle_page: PageClient, doodle_studio: RunningStudio
) -> None:
    page = doodle_page
    doodle, id = begin(page), fresh()
    done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    done(page, "PenPoints", stroke=id, first=0, points=rows_of(a_line("walk")))
    done(page, "RemoveRecord", id=doodle)
    assert "removed" in refused(page, "PenUp", stroke=id)
    assert id not in doodle_studio.studio.document.records


def test_a_pen_that_jumps_over_kilometres_is_reported_and_every_request_is_answered(
    doodle_page: PageClient,
) -> None:
    page = doodle_page
    doodle, id = begin(page), fresh()
    done(page, "PenDown", doodle=doodle, stroke=id, ink="motion")
    rows = [[1e4 * (-1) ** n, 0.1 * n, n / 60, -1.0] for n in range(200)]
    done(page, "PenPoints", stroke=id, first=0, points=rows)
    done(page, "PenUp", stroke=id)
    assert "leg lengths" in reading(page, doodle)["notes"][0]


def test_a_motion_can_be_kept_while_its_body_is_drawn_on(doodle_page: PageClient) -> None:
    """With an arm half drawn a mech is not complete for a moment; what it performs stays, and can be kept."""
    page = doodle_page
    doodle = begin(page)
    links = straight_legged()
    for link in (*MECH_LINKS, "upper_arm"):
        draw(page, doodle, links[link])
    assert (reading(page, doodle)["body"], sheet(page, doodle)["motion"] is None) == (None, False)
    kept = done(page, "KeepMotion", doodle=doodle)["created"][0]
    assert page.records[kept]["frames"] == page.records[sheet(page, doodle)["motion"]]["frames"]


WRONG = [
    ("MoveJoint", {"joint": "tail", "place": [0.0, 0.0]}, "joint"),
    ("MoveJoint", {"joint": "knee", "place": [1e308, 0.0]}, "10 km"),
    ("MoveLanding", {"piece": 99, "place": [0.0, 0.0, 0.0]}, "no motion number 99"),
    ("MoveLanding", {"piece": 0, "place": [0.0, 0.0, 1e308]}, "10 km"),
    ("EraseInk", {"strokes": ["k-none"]}, "stroke"),
    ("RelabelInk", {"stroke": "k-none", "label": "head"}, "stroke"),
    ("AddProp", {"kind": "ball", "place": [0.0, 1e308, 0.0]}, "ball"),
    ("AddProp", {"kind": "box", "place": [0.0, 0.0, 0.0], "turn": 1e308}, "turn"),
    ("EditProp", {"prop": "p-none", "place": [0.0, 0.0, 0.0]}, "prop"),
    ("SetActor", {"character": "c-none"}, "character"),
    ("PlacePicture", {"place": [0.0, 0.0], "width": 1.0}, "picture"),
    ("ForgetGesture", {"name": "none"}, "gesture"),
    ("TeachGesture", {"name": "x", "motion": "jump", "examples": [{"points": [[0, 0, 0]] * 2}] * 2}, "small"),
]


def test_what_cannot_be_is_refused_in_a_sentence_and_changes_nothing(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page, "walk")
    record = sheet(page, doodle)
    for command, fields, word in WRONG:
        assert word in refused(page, command, doodle=doodle, **fields), command
    stroke = record["strokes"][-1]["id"]
    for start, stop in ((5, 2), (0, 10**9), (3, 3)):
        said = refused(
            page, "ChooseGuess", doodle=doodle, stroke=stroke, start=start, stop=stop, motion="walk"
        )
        assert "no motion" in said
    assert sheet(page, doodle) == record


def test_a_full_sheet_refuses_the_pen_when_it_comes_down() -> None:
    """Not when it is lifted: then the stroke would have nowhere to go."""
    ink = InkStroke(id="k-one", ink="motion", points=1, blob="")
    full = DoodleRecord(id="d-full", name="Full", strokes=(ink,) * MOST_STROKES)
    with pytest.raises(ValueError, match="start another"):
        start_pen({full.id: full}, PenDown(request=1, doodle=full.id, stroke="k-more", ink="motion"))
