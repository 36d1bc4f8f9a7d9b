"""Props, targets, handshakes, cameras and light of a scene in the studio."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from doodle_scenes import begin, draw
from keys_scenes import fill_document
from msgspec.structs import replace
from page_client import PageClient
from perform_scenes import done
from pxr import Usd
from serving import RunningStudio
from staged_scenes import BIG, fill_scene, place, play

import kinegraph as kg
from kinegraph.characters import sample_motions
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.doodles.ink.stroke import Stroke
from kinegraph.formats import load
from kinegraph.scenes import StagePlayer
from kinegraph.scenes.targets.aiming import point_of
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import describe_character, pack_character
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.edit_kinds import EditKind
from kinegraph.studio.document.motion_blob import describe_motion, pack_motion
from kinegraph.studio.document.records import Placement, StageRecord
from kinegraph.studio.document.scene_fields import (
    SceneCameraKey,
    SceneHandshake,
    SceneHeld,
    ScenePropKey,
    SceneShot,
)
from kinegraph.studio.files.scene_files import scene_of_studio
from kinegraph.studio.scenes import edits as scene_edits
from kinegraph.studio.scenes import staging_edits

HOUSE = Stroke(np.array([[1.0, 0.0], [1.0, 1.0], [2.0, 1.5], [3.0, 1.0], [3.0, 0.0]]), np.arange(5.0))


def add_prop(page: PageClient, kind: str = "box", **fields: Any) -> str:
    """Puts a prop into the scene; returns its id."""
    return done(page, "AddSceneProp", kind=kind, **fields)["created"][0]


def prop_in(page: PageClient, id: str) -> dict:
    """A prop as the page sees it."""
    return next(prop for prop in page.records["scene"]["props"] if prop["id"] == id)


def change_prop(page: PageClient, id: str, **fields: Any) -> None:
    """Changes fields of a prop, as one edit."""
    done(page, "ChangeSceneProp", id=id, prop={**prop_in(page, id), **fields})


def view(eye: tuple = (2.0, 1.0, 2.0), **fields: Any) -> dict:
    """A key of a camera that looks at the middle of the stage."""
    return {"eye": eye, "target": (0.0, 1.0, 0.0), **fields}


def test_a_box_stands_where_it_is_put_and_looks_as_in_films(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        place(page)
        box = add_prop(page, place=[1.0, 0.0, 2.0])
        change_prop(page, box, size=[0.2, 0.6, 0.4])
        played, frames = play(page)
    assert played["props"] == [box]
    header, arrays = frames[box]
    assert header.fps == 30.0
    assert arrays["places"] == pytest.approx(np.array([[1.0, 0.0, 2.0]]))  # one frame: it stands still
    vertices = frames[f"shape {box}"][1]["positions"]
    assert vertices.min(axis=0) == pytest.approx([-0.1, 0.0, -0.2])
    assert vertices.max(axis=0) == pytest.approx([0.1, 0.6, 0.2])


def test_a_pushed_ball_rolls_without_slipping(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        place(page)
        ball = add_prop(page, "ball", place=[0.0, 0.0, 1.0])
        change_prop(page, ball, loose=True, push=[1.0, 0.0, 0.0])
        _, frames = play(page)
    arrays = frames[ball][1]
    middles = arrays["places"] + quat_rotate(arrays["rotations"].astype(float), np.array([0.0, 0.15, 0.0]))
    gone = middles[-1, 0] - middles[0, 0]
    assert gone > 0.2
    # The turn about z between two frames, times the radius, is the way.
    turned = np.array(
        [quat_rotate(turn.astype(float), np.array([0.0, 1.0, 0.0])) for turn in arrays["rotations"]]
    )
    angle = np.unwrap(np.arctan2(turned[:, 0], turned[:, 1]))
    assert 0.15 * (angle[-1] - angle[0]) == pytest.approx(gone, rel=1e-3)


def test_keys_move_a_prop_and_a_drag_is_one_edit(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        place(page)
        box = add_prop(page)
        for step in range(1, 4):
            prop = {**prop_in(page, box), "place": [0.1 * step, 0.0, 0.0]}
            done(page, "ChangeSceneProp", id=box, prop=prop, gesture="g")
        done(page, "EndGesture", gesture="g")
        assert prop_in(page, box)["place"] == pytest.approx([0.3, 0.0, 0.0])
        done(page, "Undo")
        assert prop_in(page, box)["place"] == [0.0, 0.0, 0.0]
        keys = [{"time": 0.0, "place": [0.0, 0.0, 0.0]}, {"time": 0.5, "place": [1.0, 0.0, 0.0]}]
        change_prop(page, box, keys=keys)
        _, frames = play(page)
    places = frames[box][1]["places"]
    assert places[0] == pytest.approx([0.0, 0.0, 0.0])
    assert places[15] == pytest.approx([1.0, 0.0, 0.0])


def test_drawn_scenery_stands_where_it_was_drawn_and_goes_with_its_doodle(
    staged_scene: RunningStudio,
) -> None:
    with staged_scene.page() as page:
        place(page)
        doodle = begin(page, "House")
        draw(page, doodle, HOUSE, "behind")
        prop = add_prop(page, "drawing", doodle=doodle)
        assert prop_in(page, prop)["name"] == "House"
        _, frames = play(page)
        vertices = frames[f"shape {prop}"][1]["positions"].astype(float)
        turn, origin = (frames[prop][1][name][0].astype(float) for name in ("rotations", "places"))
        world = quat_rotate(turn, vertices) + origin
        # The sheet is the plane x = 0 of the doodle's space, its x is z.
        assert np.abs(world[:, 0]).max() < 0.01
        assert (world[:, 2].min(), world[:, 2].max()) == pytest.approx((1.0, 3.0), abs=0.03)
        assert (world[:, 1].min(), world[:, 1].max()) == pytest.approx((0.0, 1.5), abs=0.05)
        draw(page, doodle, Stroke(HOUSE.points + np.array([0.0, 1.0]), HOUSE.times), "behind")
        _, grown = play(page)
        assert len(grown[f"shape {prop}"][1]["positions"]) > len(vertices)
        done(page, "RemoveRecord", id=doodle)
        assert page.records["scene"]["props"] == []
        done(page, "Undo")
        assert prop_in(page, prop)["doodle"] == doodle


def test_a_hand_takes_hold_of_a_prop_and_carries_it(tmp_path: Path) -> None:
    with Document(tmp_path / "show.kine") as document:
        fill_document(document)
        fill_scene(document)
        document.commit(scene_edits.place_clip(document.records, "m-wave", id="p1"))
        document.commit(staging_edits.add_prop(document.records, "ball", (0.2, 0.3, 0.3), id="o1"))
        scene = scene_edits.scene_of(document.records)
        (ball,) = scene.props
        tip = edits.character_record(document.records, "pip").joints[-1]
        held = SceneHeld(by="pip", limb=tip, start=0.6, stop=1.0)
        changed = staging_edits.change_prop(
            document.records, replace(ball, held=(held,), size=(0.1, 0.1, 0.1))
        )
        document.commit(changed)
    player = StagePlayer(scene_of_studio(tmp_path / "show.kine"))
    joint = player.stage.member("Pip").character.skeleton.index(tip)

    def grip(time: float) -> np.ndarray:
        """Where the ball is in the frame of the hand."""
        moment = player.moment(time)
        world = forward_kinematics(moment.poses["Pip"])
        from_hand = moment.props["ball"][0] - world.positions[joint]
        turn = world.rotations[joint] * [-1.0, -1.0, -1.0, 1.0]
        return quat_rotate(turn, from_hand)

    start = player.moment(0.6).props["ball"][0]
    assert start == pytest.approx([0.2, 0.3, 0.3])  # it does not jump into the hand
    assert grip(0.7) == pytest.approx(grip(0.6), abs=1e-9)
    assert grip(0.9) == pytest.approx(grip(0.6), abs=1e-9)
    _, palm = point_of(player.stage.member("Pip").character, tip)

    def away(pose: Pose) -> float:
        world = forward_kinematics(pose)
        hand = world.positions[joint] + quat_rotate(world.rotations[joint], palm)
        return float(np.linalg.norm(hand - start))

    assert away(player.poses(0.6)["Pip"]) < away(player.tracks["Pip"].pose(0.6))  # the hand went to it


def test_a_removed_prop_is_no_longer_looked_at_and_undo_brings_all_back(
    start_studio: Callable[..., RunningStudio],
) -> None:
    running = start_studio()
    fill_document(running.studio.document)
    fill_scene(running.studio.document)
    with running.page() as page:
        place(page)
        ball = add_prop(page, "ball", place=[0.0, 0.5, 2.0])
        look = {"id": "g", "kind": "look", "of": ball, "start": 0.0, "stop": 2.0}
        done(page, "SetSceneTargets", character="pip", targets=[look])
        done(page, "SetSceneShots", shots=[{"id": "v", "keys": [view()], "watch": ball}])
        done(page, "RemoveSceneProp", prop=ball)
        scene = page.records["scene"]
        assert [track["targets"] for track in scene["tracks"]] == [[]]
        assert [shot["watch"] for shot in scene["shots"]] == [None]
    running.stop()
    with start_studio().page() as page:  # over a restart
        done(page, "Undo")
        scene = page.records["scene"]
        assert scene["props"][0]["id"] == ball
        assert scene["tracks"][0]["targets"][0]["of"] == ball
        assert scene["shots"][0]["watch"] == ball


def test_pages_get_the_camera_that_films_get(staged_scene: RunningStudio, tmp_path: Path) -> None:
    shots = [
        {"id": "v1", "keys": [view(), view((0.0, 2.0, 3.0), time=0.5, angle=20.0)]},
        {"id": "v2", "start": 0.6, "keys": [view((0.0, 0.5, 3.0))], "follow": "pip", "watch": BIG},
    ]
    with staged_scene.page() as page:
        place(page)
        done(page, "SetSceneShots", shots=shots)
        played, frames = play(page)
        done(page, "SetSceneShots", shots=[])
        unfilmed, _ = play(page)
        done(page, "Undo")
    assert (played["filmed"], unfilmed["filmed"]) == (True, False)
    staged_scene.stop()
    film = StagePlayer(scene_of_studio(tmp_path / "test.kine"))
    header, arrays = frames["camera"]
    for frame in (0, 7, 15, 18, 25):
        camera = film.camera(frame / header.fps)
        assert camera is not None
        assert arrays["eyes"][frame] == pytest.approx(camera.eye, abs=1e-5)
        assert arrays["ways"][frame] == pytest.approx(camera.axes[2], abs=1e-5)
        assert np.tan(0.5 * np.radians(arrays["angles"][frame])) == pytest.approx(
            camera.half_height, abs=1e-5
        )
    assert arrays["cuts"].tolist() == [18.0]


def test_a_camera_that_follows_keeps_its_place_beside_a_prop(tmp_path: Path) -> None:
    keys = (ScenePropKey(time=0.0, place=(0.0, 0.0, 0.0)), ScenePropKey(time=1.0, place=(4.0, 0.0, 0.0)))
    with Document(tmp_path / "show.kine") as document:
        fill_document(document)
        fill_scene(document)
        document.commit(scene_edits.place_clip(document.records, "m-wave", id="p1"))
        document.commit(staging_edits.add_prop(document.records, "box", (0.0, 0.0, 0.0), id="o1"))
        (box,) = scene_edits.scene_of(document.records).props
        document.commit(staging_edits.change_prop(document.records, replace(box, keys=keys)))
        key = SceneCameraKey(eye=(0.0, 1.0, 3.0), target=(0.0, 0.0, 0.0))
        document.commit(
            staging_edits.set_shots(document.records, (SceneShot(id="v", keys=(key,), follow="o1"),))
        )
    player = StagePlayer(scene_of_studio(tmp_path / "show.kine"))
    far = player.camera(3.0)
    assert far is not None
    assert far.eye == pytest.approx([4.0, 1.0, 3.0], abs=1e-6)
    assert far.axes[2] == pytest.approx(np.array([0.0, -0.8, -3.0]) / np.hypot(0.8, 3.0), abs=1e-6)


def test_two_characters_shake_hands_without_a_script_and_feet_stay_planted(tmp_path: Path) -> None:
    bear = kg.cast("bear")
    idle = next(clip for clip in sample_motions("bear") if clip.name == "looking around")
    blob, motion = pack_character(bear), pack_motion(idle)
    records = [
        describe_character(bear, id="a", blob=blob_hash(blob)),
        describe_character(bear, id="b", blob=blob_hash(blob)),
        describe_motion(idle, id="m", blob=blob_hash(motion), character="a"),
    ]
    with Document(tmp_path / "show.kine") as document:
        blobs = {blob_hash(blob): blob, blob_hash(motion): motion}
        document.commit(edits.add(document.records, EditKind.IMPORT_FILES.of(), records, blobs))
        places = (Placement(character="a"), Placement(character="b", position=(0.0, 0.0, 0.9), heading=np.pi))
        stage = replace(edits.stage_of(document.records), placements=places)
        document.commit(edits.Edit(EditKind.PLACE_CLIP.of(), {StageRecord.ID: stage}))
        document.commit(scene_edits.place_clip(document.records, "m", id="p1"))
        shake = SceneHandshake(id="h", first="a", second="b", start=0.5, stop=3.0)
        document.commit(staging_edits.set_handshakes(document.records, (shake,)))
    player = StagePlayer(scene_of_studio(tmp_path / "show.kine"))
    assert player.notes == ()
    first, second = player.stage.names
    poses = player.poses(1.7)
    hands = []
    for name in (first, second):
        character = player.stage.member(name).character
        joint = character.skeleton.index("right_paw")
        world = forward_kinematics(poses[name])
        centre = character.bodies[joint].box.mean(axis=0)
        hands.append(world.positions[joint] + quat_rotate(world.rotations[joint], centre))
    assert np.linalg.norm(hands[0] - hands[1]) < 0.02
    feet = [contact.joint for contact in bear.contacts]
    played = forward_kinematics(player.tracks[first].pose(1.7)).positions[feet]
    assert forward_kinematics(poses[first]).positions[feet] == pytest.approx(played, abs=1e-12)


def test_props_are_in_every_file_of_the_scene(staged_scene: RunningStudio, tmp_path: Path) -> None:
    with staged_scene.page() as page:
        place(page)
        add_prop(page, "box", place=[1.0, 0.0, 0.0])
        add_prop(page, "tree", place=[0.0, 0.0, -2.0])
        glb = export(page, staged_scene, tmp_path / "scene.glb")
        usd = export(page, staged_scene, tmp_path / "scene.usda")
    loaded = load(glb).character
    assert loaded is not None
    assert {"box", "tree"} <= set(loaded.skeleton.names)
    stage = Usd.Stage.Open(str(usd))
    assert {"box", "tree"} <= {prim.GetName() for prim in stage.Traverse()}


def export(page: PageClient, running: RunningStudio, path: Path) -> Path:
    """Writes the scene to a file, as a page downloads it."""
    ended = page.wait_for_job(done(page, "ExportScene", extension=path.suffix)["job"])
    assert ended["type"] == "JobDone", ended
    with running.http() as http:
        path.write_bytes(http.get(ended["download"]).content)
    return path


def test_light_is_one_undo_step_and_leaves_the_frames(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        place(page)
        _, frames = play(page)
        done(page, "LightScene", light="light")
        assert page.records["scene"]["light"] == "light"
        _, again = play(page, {"pip": frames["pip"][0].state})
        assert again == {}
        done(page, "Undo")
        assert page.records["scene"]["light"] is None


REFUSED = [
    ("AddSceneProp", {"kind": "drawing"}, "Choose a doodle"),
    ("AddSceneProp", {"kind": "box", "place": [1e6, 0.0, 0.0]}, "within 10000 m"),
    ("ChangeSceneProp", {"size": [0.2, 0.3, 0.2], "kind": "ball"}, "stays what it is"),
    ("ChangeSceneProp", {"size": [0.0, 0.3, 0.2]}, "0.01 to 1000 m"),
    ("ChangeSceneProp", {"push": [1e9, 0.0, 0.0]}, "up to 300 m/s"),
    ("ChangeSceneProp", {"name": ""}, "name"),
    (
        "ChangeSceneProp",
        {"keys": [{"time": 1.0, "place": [0, 0, 0]}, {"time": 1.0, "place": [0, 0, 0]}]},
        "order of their times",
    ),
    ("ChangeSceneProp", {"held": [{"by": "gone"}]}, "no longer in the document"),
    ("ChangeSceneProp", {"held": [{"by": "pip", "start": 2.0, "stop": 1.0}]}, "earlier to a later time"),
    ("ChangeSceneProp", {"held": [{"by": "pip"}, {"by": BIG}]}, "one character at a time"),
    ("RemoveSceneProp", {"prop": "gone"}, "no longer in the scene"),
    ("SetHandshakes", {"handshakes": [{"id": "h", "first": "pip", "second": "pip"}]}, "itself"),
    ("SetSceneShots", {"shots": [{"id": "v", "keys": []}]}, "length >= 1"),
    ("SetSceneShots", {"shots": [{"id": "v", "keys": [view((0.0, 3.0, 0.0))]}]}, "straight up or down"),
    ("SetSceneShots", {"shots": [{"id": "v", "keys": [view()], "watch": "gone"}]}, "characters and props"),
    ("SetSceneTargets", {"character": "pip", "targets": [{"id": "g", "of": "gone"}]}, "not in the scene"),
    (
        "SetSceneTargets",
        {"character": "pip", "targets": [{"id": "g", "of": BIG, "start": 1.0, "stop": 1.0}]},
        "begin before it ends",
    ),
]


@pytest.mark.parametrize(("command", "fields", "sentence"), REFUSED)
def test_what_cannot_be_staged_gets_one_sentence(
    untouched_scene: RunningStudio, command: str, fields: dict, sentence: str
) -> None:
    with untouched_scene.page() as page:
        if command == "ChangeSceneProp":
            props = page.records.get("scene", {}).get("props") or []
            box = props[0]["id"] if props else add_prop(page)
            fields = {"id": box, "prop": {**prop_in(page, box), **fields}}
        before = page.welcome["undoLabel"]
        answer = page.ask(command, **fields)
        assert answer["type"] == "Failure", answer
        assert sentence in answer["message"]
        assert page.welcome["undoLabel"] == before
