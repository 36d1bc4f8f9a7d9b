"""Layers over a motion in the studio: posed in, weighed, muted, soloed, merged, undone, kept, exported."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from keys_scenes import CLIP, MARKERS, a_dance, choose, frame_of, result_of, stock
from page_client import PageClient, upload_body
from serving import RunningStudio, a_page, start

from kinegraph.core.clip import Clip
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_multiply, quat_rotate
from kinegraph.formats import FORMATS, load
from kinegraph.studio.document.edits import motion_record


@pytest.fixture
def stocked(running: RunningStudio) -> RunningStudio:
    """A studio whose document holds a clip to put layers over."""
    return stock(running)


def done(answer: dict) -> dict:
    assert answer["type"] == "Done", answer
    return answer


def layered(page: PageClient, motion: str = CLIP, detail: bool = False) -> str:
    (made,) = done(page.ask("LayerMotion", motion=motion, detail=detail))["created"]
    return made


def edit(page: PageClient, motion: str, *edits: dict, layer: str = "layer 1") -> None:
    done(page.ask("EditKeys", motion=motion, layer=layer, edits=edits))


def change(page: PageClient, motion: str, *edits: dict) -> None:
    done(page.ask("EditLayers", motion=motion, edits=edits))


def turn(time: float, joint: int = 2, angle: float = 0.7, **more: Any) -> dict:
    rotation = quat_from_axis_angle(np.array([0.0, 0.0, angle])).tolist()
    return {"type": "TurnPart", "time": time, "joint": joint, "rotation": rotation, **more}


def played(studio: RunningStudio, motion: str) -> Clip:
    record = motion_record(studio.studio.document.records, motion)
    return studio.studio.shelf.clip(record)


def places(clip: Clip) -> np.ndarray:
    """(F, J, 3) of a point that each joint carries, half a metre from it [m]."""
    world = forward_kinematics(clip)
    return world.positions + quat_rotate(world.rotations, [0.5, 0.0, 0.0])


def apart(one: Clip, other: Clip) -> np.ndarray:
    """(F,) the largest distance of any joint at each frame [m]."""
    return np.abs(places(one) - places(other)).max(axis=(1, 2))


def turned_by(before: Clip, after: Clip, frame: int = 30, joint: int = 2, angle: float = 0.7) -> float:
    """How far a joint is from where `turn` leads it, as a share of a turn of the quaternion."""
    old, new = (forward_kinematics(clip).rotations[frame, joint] for clip in (before, after))
    wanted = quat_multiply(quat_from_axis_angle(np.array([0.0, 0.0, angle])), old)
    return abs(abs(float(new @ wanted)) - 1.0)


def test_an_empty_layer_plays_its_base_and_the_capture_stays(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        motion = layered(page)
        record = page.records[motion]
        assert (record["name"], record["form"], record["frames"]) == ("dance layered", "layered", 60)
        assert record["layering"]["source"] == CLIP
        assert apart(played(stocked, motion), a_dance()).max() < 1e-9
        edit(page, motion, turn(1.0))
        assert apart(played(stocked, CLIP), a_dance()).max() == 0.0
        page.ask("Undo")
        page.ask("Undo")
        assert motion not in page.records


def test_a_pose_in_a_layer_is_what_is_asked_for_and_stays_within_its_reach(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        motion = layered(page)
        edit(page, motion, turn(1.0, reach=0.4))
        clip = played(stocked, motion)
        assert turned_by(a_dance(), clip) < 1e-9
        off = apart(clip, a_dance())
        assert off[30] > 0.05
        assert off[:18].max() < 1e-9
        assert off[43:].max() < 1e-9
        _, arrays = frame_of(page, "RequestCurves", motion=motion, layer="layer 1")
        np.testing.assert_allclose(arrays["columnTimes"], [0.6, 1.0, 1.4], atol=1e-9)
        page.ask("Undo")
        assert apart(played(stocked, motion), a_dance()).max() < 1e-9


def test_weight_mute_and_solo_are_heard_one_undo_step_each(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        motion = layered(page)
        edit(page, motion, turn(1.0))
        whole = apart(played(stocked, motion), a_dance())[30]
        change(page, motion, {"type": "WeighLayer", "layer": "layer 1", "weight": 0.5})
        half = apart(played(stocked, motion), a_dance())[30]
        assert 0.3 * whole < half < 0.7 * whole
        change(page, motion, {"type": "MuteLayer", "layer": "layer 1", "muted": True})
        assert apart(played(stocked, motion), a_dance()).max() < 1e-9
        answer = page.ask("EditKeys", motion=motion, layer="layer 1", edits=[turn(1.0, 3)])
        assert "does not play" in answer["message"]
        page.ask("Undo")
        assert apart(played(stocked, motion), a_dance())[30] == pytest.approx(half)
        page.ask("Undo")
        assert apart(played(stocked, motion), a_dance())[30] == pytest.approx(whole)
        change(page, motion, {"type": "AddLayer"})
        edit(page, motion, turn(1.0, 3, -0.5), layer="layer 2")
        both = played(stocked, motion)
        change(page, motion, {"type": "SoloLayer", "layer": "layer 2", "solo": True})
        alone = played(stocked, motion)
        assert apart(alone, both).max() > 0.05
        assert np.abs(places(alone) - places(a_dance()))[:, :3].max() < 1e-9, "only the other arm moves"


def test_a_dragged_weight_is_shown_and_becomes_one_edit(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        motion = layered(page)
        edit(page, motion, turn(1.0))
        shown = []
        for weight in (0.8, 0.3, 0.0):
            wanted = [{"type": "WeighLayer", "layer": "layer 1", "weight": weight}]
            done(page.ask("EditLayers", motion=motion, edits=wanted, gesture="g"))
            header, arrays = page.frame()
            shown.append(float(np.abs(arrays["distances"]).max()))
            assert header.preview
        assert shown[0] > shown[1] > shown[2]
        assert shown[2] < 1e-6
        assert page.records[motion]["layering"]["layers"][0]["weight"] == 1.0
        done(page.ask("EndGesture", gesture="g"))
        assert page.records[motion]["layering"]["layers"][0]["weight"] == 0.0
        page.ask("Undo")
        assert page.records[motion]["layering"]["layers"][0]["weight"] == 1.0


def test_keys_with_their_detail_play_the_capture_and_edited_keys_keep_it(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        choose(page, 6)
        keyed = result_of(page)["id"]
        motion = layered(page, keyed, detail=True)
        assert [layer["name"] for layer in page.records[motion]["layering"]["layers"]] == ["detail"]
        assert apart(played(stocked, motion), a_dance()).max() < 1e-8
        change(page, motion, {"type": "WeighLayer", "layer": "detail", "weight": 0.0})
        assert apart(played(stocked, motion), played(stocked, keyed)).max() < 1e-8
        page.ask("Undo")
        edit(page, motion, turn(1.0), layer="")
        assert turned_by(a_dance(), played(stocked, motion)) < 1e-9
        answer = page.ask("EditKeys", motion=motion, layer="detail", edits=[turn(1.0)])
        assert "no keyframes" in answer["message"]


def test_merged_layers_play_the_same_without_layers(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        motion = layered(page)
        edit(page, motion, turn(1.0, reach=0.3))
        before = played(stocked, motion)
        done(page.ask("MergeLayers", motion=motion))
        record = page.records[motion]
        assert (record["form"], record["layering"], record["name"]) == ("clip", None, "dance layered")
        assert apart(played(stocked, motion), before).max() < 1e-12
        page.ask("Undo")
        assert page.records[motion]["form"] == "layered"
        assert apart(played(stocked, motion), before).max() < 1e-12


def test_layers_are_renamed_doubled_reordered_and_deleted(stocked: RunningStudio) -> None:
    def names() -> list[str]:
        return [layer["name"] for layer in page.records[motion]["layering"]["layers"]]

    with stocked.page() as page:
        motion = layered(page)
        change(page, motion, {"type": "RenameLayer", "layer": "layer 1", "name": "arms"})
        change(page, motion, {"type": "DuplicateLayer", "layer": "arms"})
        change(page, motion, {"type": "AddLayer"})
        assert names() == ["arms", "arms copy", "layer 1"]
        change(page, motion, {"type": "ReorderLayer", "layer": "layer 1", "to": 0})
        assert names() == ["layer 1", "arms", "arms copy"]
        change(page, motion, {"type": "DeleteLayer", "layer": "arms"})
        assert names() == ["layer 1", "arms copy"]
        for wanted, words in (
            ({"type": "RenameLayer", "layer": "arms copy", "name": "layer 1"}, "already"),
            ({"type": "MuteLayer", "layer": "gone", "muted": True}, "no layer 'gone'"),
            ({"type": "SetFade", "seconds": 1.0}, "edits performances"),
        ):
            assert words in page.ask("EditLayers", motion=motion, edits=[wanted])["message"]


def test_what_cannot_have_layers_says_why(stocked: RunningStudio) -> None:
    with stocked.page() as page:
        assert "markers" in page.ask("LayerMotion", motion=MARKERS)["message"]
        assert "came from was deleted" in page.ask("LayerMotion", motion=CLIP, detail=True)["message"]
        assert "no layers" in page.ask("MergeLayers", motion=CLIP)["message"]
        motion = layered(page)
        assert "has no layer 'x'" in page.ask("RequestKeys", motion=motion, layer="x")["message"]
        answer = page.ask("EditKeys", motion=motion, layer="", edits=[turn(1.0)])
        assert "the base has no keyframes" in answer["message"]
        choose(page, 5)
        answer = page.ask(
            "EditKeys", motion=result_of(page)["id"], edits=[{"type": "ClearPose", "time": 0.5}]
        )
        assert "Only a layer" in answer["message"]


def test_layers_survive_a_restart_and_an_import_and_are_exported_as_heard(tmp_path: Path) -> None:
    page_folder = a_page(tmp_path)
    studio = stock(start(tmp_path / "layers.kine", page_folder))
    with studio.page() as page:
        motion = layered(page)
        edit(page, motion, turn(1.0, reach=0.4))
        change(page, motion, {"type": "WeighLayer", "layer": "layer 1", "weight": 0.6})
        before = played(studio, motion)
    studio.stop()
    studio = start(tmp_path / "layers.kine", page_folder)
    with studio.page() as page, studio.http() as http:
        assert apart(played(studio, motion), before).max() == 0.0
        form = next(form for form in FORMATS if ".bvh" in form.extensions)
        end = page.wait_for_job(
            page.ask("Export", records=[motion], format=form.name, extension=".bvh")["job"]
        )
        (tmp_path / "out.bvh").write_bytes(http.get(end["download"]).content)
        known = set(page.records)
        content = http.get("/api/document/copy.kine").content
        job = http.post("/api/import", content=upload_body(("copy.kine", content))).json()["job"]
        assert page.wait_for_job(job)["type"] == "JobDone"
        (again,) = [r for id, r in page.records.items() if id not in known and r.get("layering")]
        assert page.records[again["layering"]["source"]]["name"] == "dance"
        assert apart(played(studio, again["id"]), before).max() == 0.0
        page.ask("Undo")
        page.ask("Undo")
        assert page.records[motion]["layering"]["layers"][0]["weight"] == 1.0
    studio.stop()
    found = load(tmp_path / "out.bvh").clips[0]
    order = [found.skeleton.names.index(name) for name in before.skeleton.names]
    np.testing.assert_allclose(places(found)[:, order], places(before), atol=1e-4)
