"""The creature maker in the studio: bodies that stay editable, are dragged, undone, and move meanwhile."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from creature_scenes import add, answer, clip, make, play, refused, reshape
from page_client import PageClient
from perform_scenes import done
from serving import RunningStudio
from tests.present import present

from kinegraph.studio.document.edits import character_record
from kinegraph.studio.document.store.errors import DocumentError


@pytest.fixture
def page(creature_page: PageClient) -> PageClient:
    return creature_page


def test_a_made_creature_keeps_its_plan_and_stands_on_the_stage(page: PageClient) -> None:
    id = make(page, "spider", 3)
    assert page.records[id]["plan"]["limbs"]
    assert [place["character"] for place in page.records["stage"]["placements"]] == [id]


def test_the_same_seed_makes_the_same_creature(page: PageClient) -> None:
    first, second = (page.records[make(page, "hydra", 7)] for _ in range(2))
    assert first["blob"] == second["blob"]
    assert first["plan"] == second["plan"]


def test_a_part_put_on_the_skin_is_there_and_undo_takes_it_off(page: PageClient) -> None:
    id = make(page, "blob", 2)
    before = page.records[id]
    top = [0.0, before["height"], 0.0]
    reshape(page, id, {"type": "AddPart", "kind": "horn", "place": top})
    parts = [part["kind"] for part in page.records[id]["plan"]["parts"]]
    assert parts.count("horn") == [part["kind"] for part in before["plan"]["parts"]].count("horn") + 1
    done(page, "Undo")
    assert page.records[id] == before


def test_a_new_arm_waves(page: PageClient) -> None:
    id = make(page, "quadruped", 2)
    wave = add(page, "wave")
    graspers = "graspers"
    count = len(answer(page, "BodiesSelected", "SelectBodies", bodies=graspers)["bodies"][id])
    handles = answer(page, "CreatureHandles", "RequestHandles", character=id)
    front = handles["spine"][-1]
    reshape(page, id, {"type": "AddLimb", "end": "hand", "place": [front[0] + 0.3, front[1], front[2]]})
    found = answer(page, "BodiesSelected", "SelectBodies", bodies=graspers)["bodies"][id]
    assert len(found) == count + 2  # mirrored by default
    (motion,) = play(page, wave, id)
    assert np.ptp(clip(page, motion)["rotations"][:, found], axis=0).max() > 0.1


def test_handles_are_where_drags_put_them(page: PageClient) -> None:
    id = make(page, "quadruped", 2)
    handles = answer(page, "CreatureHandles", "RequestHandles", character=id)
    place = np.array(handles["spine"][-1]) + np.array([0.0, 0.05, 0.05])
    reshape(page, id, {"type": "DragSpinePoint", "point": len(handles["spine"]) - 1, "place": place.tolist()})
    after = answer(page, "CreatureHandles", "RequestHandles", character=id)
    np.testing.assert_allclose(after["spine"][-1], place, atol=1e-6)
    leg = next(limb for limb in after["limbs"] if len(limb["joints"]) > 2)
    knee = np.array(leg["joints"][1]) + np.array([0.01, 0.0, 0.03])
    reshape(page, id, {"type": "DragLimbJoint", "limb": leg["name"], "joint": 0, "place": knee.tolist()})
    bent = answer(page, "CreatureHandles", "RequestHandles", character=id)["limbs"]
    np.testing.assert_allclose(
        next(x for x in bent if x["name"] == leg["name"])["joints"][1], knee, atol=1e-6
    )


def test_a_drag_shows_the_shape_as_it_goes_and_is_one_edit(page: PageClient, running: RunningStudio) -> None:
    id = make(page, "biped", 2)
    (motion,) = play(page, add(page, "bow"), id)
    done(page, "SelectMotion", motion=motion)
    before, blob = page.records[id], page.records[motion]["blob"]
    spine = answer(page, "CreatureHandles", "RequestHandles", character=id)["spine"]
    for lift in (0.02, 0.04, 0.06):
        place = [spine[-1][0], spine[-1][1] + lift, spine[-1][2]]
        reshape(page, id, {"type": "DragSpinePoint", "point": len(spine) - 1, "place": place}, gesture="g")
    while not any(e["type"] == "CreatureHandles" and e["request"] is None for e in page.events):
        page.hear()
    while not any(type(header).__name__ == "ShapeFrame" for header, _ in page.frames):
        page.hear()
    header, arrays = next(f for f in page.frames[::-1] if type(f[0]).__name__ == "ShapeFrame")
    assert header.character == id
    assert bytes(arrays["glb"][:4]) == b"glTF"
    assert len(arrays["roots"]) > 10  # it moves while it is built
    assert present(character_record(running.studio.document.records, id).plan).name == before["plan"]["name"]
    done(page, "EndGesture", gesture="g")
    assert any(e["type"] == "PreviewEnded" and e["committed"] for e in page.events)
    assert page.records[id]["plan"] != before["plan"]
    assert page.records[motion]["blob"] != blob
    clip(page, motion)
    done(page, "Undo")
    assert page.records[id] == before


def test_a_drag_that_is_given_up_leaves_no_trace(page: PageClient) -> None:
    id = make(page, "biped", 2)
    before = page.records[id]
    thicker = {"type": "SetSpineThickness", "point": 0, "radius": 0.4}
    reshape(page, id, thicker, gesture="g")
    while page.records[id] == before:
        page.hear()
    done(page, "CancelGesture", gesture="g")
    assert page.records[id] == before


@pytest.mark.parametrize(
    "edit",
    [
        {"type": "AddPart", "kind": "wheel", "place": [0, 1, 0]},
        {"type": "AddPart", "kind": "horn", "place": [1e9, 1, 0]},
        {"type": "AddPart", "kind": "hand", "place": [0, 1, 0]},
        {"type": "AddLimb", "end": "wheel", "place": [0, 1, 0]},
        {"type": "RemovePiece", "piece": "wheel"},
        {"type": "MovePiece", "piece": "wheel", "place": [0, 1, 0]},
        {"type": "ResizePiece", "piece": "wheel", "factor": 2},
        {"type": "DragSpinePoint", "point": 99, "place": [0, 1, 0]},
        {"type": "SetSpineThickness", "point": 0, "radius": 1e9},
        {"type": "DragLimbJoint", "limb": "wheel", "joint": 0, "place": [0, 1, 0]},
        {"type": "PaintCreature", "coat": {"skin": "green"}},
        {"type": "PaintCreature", "coat": {"pattern": "tartan"}},
        {"type": "Explode"},
    ],
)
def test_what_no_body_can_be_is_refused(untouched_blob: Any, edit: Any) -> None:
    page, id = untouched_blob
    before = page.records[id]
    refused(page, "EditCreature", character=id, edits=[edit])
    assert page.records[id] == before


def test_a_character_that_was_not_made_here_cannot_be_reshaped(page: PageClient) -> None:
    bear = done(page, "AddCharacter", cast="bear")["created"][0]
    edit = {"type": "RemovePiece", "piece": "leg"}
    assert "was not created in the creature maker" in refused(
        page, "EditCreature", character=bear, edits=[edit]
    )


def test_a_body_that_history_did_not_keep_is_made_again_exactly(
    page: PageClient, running: RunningStudio
) -> None:
    id = make(page, "blob", 2)
    before = page.records[id]
    document = running.studio.document
    data = document.blob(before["blob"])
    reshape(page, id, {"type": "SetSpineThickness", "point": 1, "radius": 0.2})
    assert document.collect_garbage() == 1
    with pytest.raises(DocumentError, match="missing"):
        document.blob(before["blob"])
    done(page, "Undo")
    assert page.records[id] == before
    assert document.blob(before["blob"]) == data


@pytest.fixture(scope="module")
def untouched_blob(tmp_path_factory: pytest.TempPathFactory, creatures_compiled: None) -> Iterator[Any]:
    """One creature for all that is refused."""
    from serving import a_page, start

    folder = tmp_path_factory.mktemp("untouched blob")
    studio = start(folder / "test.kine", a_page(folder))
    with studio.page() as page:
        yield page, make(page, "blob", 1)
    studio.stop()
