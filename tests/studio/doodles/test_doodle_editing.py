"""Corrections of doodles: what is said by hand holds, drags are one edit, and all is undone exactly."""

import io

import numpy as np
import pytest
from doodle_scenes import (
    a_line,
    add_character,
    begin,
    clip_of,
    draw,
    frames_of,
    motions,
    reading,
    sheet,
)
from page_client import PageClient
from perform_scenes import done
from serving import RunningStudio

from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.studio.compile_tasks import compile_acting


def joint(read: dict, name: str) -> dict:
    return next(joint for joint in read["joints"] if joint["name"] == name)


def test_a_dragged_joint_is_one_edit_and_stays_where_it_was_put(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page)
    before = reading(page, doodle)
    x, y = joint(before, "knee")["place"]
    for step in (0.01, 0.02, 0.03):
        done(page, "MoveJoint", doodle=doodle, joint="knee", place=[x, y + step], gesture="g-knee")
    seen = page.wait(lambda e: e["type"] == "DoodleRead" and e["preview"])
    assert joint(seen, "knee")["fixed"]
    assert frames_of(page, "ShapeFrame"), "the drawn character follows the hand"
    done(page, "EndGesture", gesture="g-knee")
    after = reading(page, doodle)
    assert joint(after, "knee") == {"name": "knee", "place": [x, y + 0.03], "fixed": True}
    done(page, "Undo")
    assert reading(page, doodle)["joints"] == before["joints"]
    record = sheet(page, doodle)
    done(page, "MoveJoint", doodle=doodle, joint="knee", place=[x, y - 0.05], gesture="g-back")
    done(page, "CancelGesture", gesture="g-back")
    assert sheet(page, doodle) == record
    answer = page.wait(lambda e: e["type"] == "DoodleRead" and not e["preview"])
    assert (answer["joints"], answer["state"]) == (before["joints"], record["state"])


def test_a_dragged_landing_takes_ink_and_motion_along(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page, "walk", "leap", "walk")
    before, motion = reading(page, doodle), sheet(page, doodle)["motion"]
    clip = clip_of(page, motion)
    stroke = sheet(page, doodle)["strokes"][-1]
    x, y, z = before["pieces"][1]["landing"]
    page.frames.clear()
    done(page, "MoveLanding", doodle=doodle, piece=1, place=[x, y, z + 0.3], gesture="g-land")
    done(page, "RequestDoodle", doodle=doodle, strokes=[])
    assert any(header.blob == "" for header, _ in frames_of(page, "InkFrame"))
    assert any(header.blob == "" for header, _ in frames_of(page, "ClipFrame"))
    done(page, "EndGesture", gesture="g-land")
    after = reading(page, doodle)
    assert motions(after) == ["walk", "leap", "walk"]
    assert after["pieces"][1]["landing"][2] == pytest.approx(z + 0.3, abs=0.03)
    assert sheet(page, doodle)["strokes"][-1]["blob"] != stroke["blob"]
    assert np.abs(clip_of(page, motion)["roots"][:, 2] - clip["roots"][:, 2]).max() > 0.1
    done(page, "Undo")
    assert sheet(page, doodle)["strokes"][-1] == stroke
    np.testing.assert_array_equal(clip_of(page, motion)["rotations"], clip["rotations"])


def test_what_was_not_understood_is_named_and_can_be_chosen(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page)
    walk = a_line("walk", "walk")
    rng = np.random.default_rng(5)
    scribble = walk.points[-1] + np.cumsum(rng.normal(0.0, 0.06, (120, 2)), axis=0)
    scribble[:, 1] = np.abs(scribble[:, 1])
    line = Stroke(
        np.concatenate([walk.points, scribble]),
        np.concatenate([walk.times, walk.times[-1] + np.arange(1, 121) / 60]),
    )
    draw(page, doodle, line, "motion")
    read = reading(page, doodle)
    strange = next(piece for piece in read["pieces"] if piece["motion"] is None)
    assert strange["reason"]
    assert strange["title"] == "?"
    where = {key: strange[key] for key in ("stroke", "start", "stop")}
    assert page.ask("ChooseGuess", doodle=doodle, motion="moonwalk", **where)["type"] == "Failure"
    done(page, "ChooseGuess", doodle=doodle, motion="jump", **where)
    chosen = next(p for p in reading(page, doodle)["pieces"] if p["start"] == strange["start"])
    assert (chosen["motion"], chosen["chosen"]) == ("jump", True)
    done(page, "ChooseGuess", doodle=doodle, motion="stomp", backward=True, **where)  # it has one sign only
    chosen = next(p for p in reading(page, doodle)["pieces"] if p["start"] == strange["start"])
    assert (chosen["title"], chosen["backward"]) == ("stomp backward", True)
    done(page, "ChooseGuess", doodle=doodle, motion=None, **where)
    assert motions(reading(page, doodle)) == motions(read)


def test_labels_said_by_hand_hold(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = add_character(page)
    strokes = [stroke["id"] for stroke in sheet(page, doodle)["strokes"]]
    done(page, "RelabelInk", doodle=doodle, stroke=strokes[2], label="lower_arm")
    done(page, "RelabelInk", doodle=doodle, stroke=strokes[3], label="upper_arm")
    links = {link["stroke"]: link for link in reading(page, doodle)["links"]}
    assert (links[strokes[2]]["label"], links[strokes[2]]["fixed"]) == ("lower_arm", True)
    assert links[strokes[3]]["label"] == "upper_arm"
    done(page, "EraseInk", doodle=doodle, strokes=[strokes[0]])
    assert sheet(page, doodle)["character"] is None
    assert reading(page, doodle)["missing"]


def test_a_taught_gesture_is_read_in_lines_from_then_on(doodle_page: PageClient) -> None:
    page = doodle_page
    doodle = begin(page)
    drawings = [_spiral(0.0, size) for size in (0.95, 1.0, 1.06, 1.02)]
    examples = [{"points": np.column_stack([d.points, d.times]).tolist()} for d in drawings]
    lesson = {"doodle": doodle, "name": "spiral", "motion": "front_flip", "examples": examples}
    assert page.ask("TeachGesture", **{**lesson, "motion": "fly"})["type"] == "Failure"
    assert "spiral" in page.ask("TeachGesture", **{**lesson, "examples": examples[:1]})["message"]
    draw(page, doodle, _spiral(0.2, 1.0), "motion")
    assert "front_flip" not in motions(reading(page, doodle))
    done(page, "TeachGesture", **lesson)
    read = reading(page, doodle)
    assert [(piece["motion"], piece["title"]) for piece in read["pieces"]] == [("front_flip", "spiral")]
    done(page, "ForgetGesture", doodle=doodle, name="spiral")
    assert "front_flip" not in motions(reading(page, doodle))


def _spiral(start: float, size: float) -> Stroke:
    """A shape that is none of the vocabulary: round and round, ever wider, from the ground."""
    turn = np.linspace(0.0, 5.5 * np.pi, 160)
    radius = size * (0.05 + 0.022 * turn)
    points = np.column_stack([radius * np.sin(turn), 0.5 * size - radius * np.cos(turn)])
    return Stroke(points - points[0] + np.array([start, 0.3]), np.arange(len(turn)) / 60)


def test_things_roll_and_the_camera_and_the_picture_are_kept(
    doodle_page: PageClient, doodle_studio: RunningStudio
) -> None:
    from PIL import Image

    page = doodle_page
    doodle = begin(page)
    ball = done(page, "AddProp", doodle=doodle, kind="ball", place=[0.0, 0.0, 2.0])["created"][0]
    done(page, "EditProp", doodle=doodle, prop=ball, push=[0.0, 0.0, -1.0])
    done(page, "RequestDoodle", doodle=doodle)
    header, arrays = frames_of(page, "PropsFrame")[-1]
    assert header.props == (ball,)
    assert arrays["places"][0, -1, 2] < 1.8
    box = done(page, "AddProp", doodle=doodle, kind="box", place=[0.0, 0.0, 4.0])["created"][0]
    assert page.ask("EditProp", doodle=doodle, prop=box, size=[1.0, -1.0, 1.0])["type"] == "Failure"
    done(page, "RemoveProp", doodle=doodle, prop=box)
    camera = {"position": [-5.0, 2.0, 0.0], "target": [0.0, 0.5, 1.0], "verticalFov": 0.7, "aspect": 1.5}
    done(page, "SetDoodleView", doodle=doodle, camera=camera)
    assert page.ask("SetDoodleView", doodle=doodle, camera={**camera, "target": camera["position"]})[
        "message"
    ]
    png = io.BytesIO()
    Image.new("RGB", (64, 48), "white").save(png, "PNG")
    with doodle_studio.http() as http:
        address = f"/api/doodles/{doodle}/picture"
        assert http.post(address, content=b"no picture").status_code == 400
        assert http.post(address, content=bytes(20_000_001)).status_code == 413
        assert http.post(address, content=png.getvalue()).status_code == 200
        assert http.get(address).content == png.getvalue()
    done(page, "PlacePicture", doodle=doodle, place=[1.0, 1.0], width=3.0, opacity=0.5)
    record = sheet(page, doodle)
    assert (record["camera"], record["picture"]["width"]) == (camera, 3.0)
    done(page, "ClearDoodle", doodle=doodle, what="everything")
    assert (sheet(page, doodle)["props"], sheet(page, doodle)["picture"]) == ([], None)
    done(page, "Undo")
    assert sheet(page, doodle) == record


def test_the_vocabulary_can_be_drawn_from_the_help(doodle_page: PageClient) -> None:
    page = doodle_page
    asked = done(page, "RequestVocabulary")["request"]
    answer = next(e for e in page.events if e["type"] == "DoodleVocabulary" and e["request"] == asked)
    assert len(answer["gestures"]) == 18
    assert sum(bool(gesture["backward"]) for gesture in answer["gestures"]) == 13
    assert {gesture["group"] for gesture in answer["gestures"]} == {"step", "glide", "jump", "flip"}


def test_a_creature_performs_the_lines_instead(doodle_page: PageClient, creatures_compiled: None) -> None:
    compile_acting()
    page = doodle_page
    doodle = add_character(page, "walk", "walk", "jump")
    creature = done(page, "MakeCreature", kind="spider", seed=3)["created"][0]
    done(page, "SetActor", doodle=doodle, character=creature)
    motion = page.records[sheet(page, doodle)["motion"]]
    assert motion["character"] == creature
    clip = clip_of(page, motion["id"])
    assert np.ptp(clip["roots"][:, 2]) > 0.5
    done(page, "RemoveRecord", id=creature)
    assert sheet(page, doodle)["actor"] is None
    assert page.records[sheet(page, doodle)["motion"]]["character"] == sheet(page, doodle)["character"]
    drawn = sheet(page, doodle)["character"]
    done(page, "RemoveRecord", id=doodle)
    assert not {doodle, drawn, motion["id"]} & page.records.keys()
