"""The scene in the studio: clips on tracks, what pages get of them, files, and motions for other bodies."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from keys_scenes import CLIP, MARKERS, a_dance, fill_document
from msgspec.structs import replace
from page_client import PageClient
from serving import RunningStudio
from small_scenes import a_character, a_clip
from staged_scenes import BIG, WAVE, clip_in, fill_scene, place, play, stock_scene

from kinegraph.core.errors import InvalidValue
from kinegraph.formats import load
from kinegraph.scenes import Track, TrackClip
from kinegraph.scenes.mixing.track_player import TrackPlayer
from kinegraph.studio.document.document import Document
from kinegraph.studio.document.scene_fields import SceneCameraKey, SceneShot
from kinegraph.studio.files.scene_files import scene_of_studio
from kinegraph.studio.scenes import edits as scene_edits
from kinegraph.studio.scenes import staging_edits


def change(page: PageClient, clip: str, gesture: str | None = None, **fields: Any) -> dict:
    """Changes fields of a clip."""
    return page.ask("ChangeSceneClip", id=clip, clip={**clip_in(page, clip), **fields}, gesture=gesture)


def test_a_page_gets_the_scene_as_the_engine_plays_it(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        place(page)
        second = place(page, WAVE)
        fade = clip_in(page, second)["fade"]
        played, frames = play(page)
    dance, wave = a_dance(), a_clip()
    track = Track((TrackClip(dance), TrackClip(wave, dance.duration - fade, fade=fade)))
    times = np.arange(round(30 * played["duration"]) + 1) / 30
    oracle = TrackPlayer(a_character(), track).clip(times, 30.0)
    header, arrays = frames["pip"]
    assert header.fps == 30.0
    assert played["duration"] == pytest.approx(dance.duration - fade + wave.duration)
    assert arrays["roots"] == pytest.approx(oracle.root_translations, abs=1e-5)
    same = np.abs((arrays["rotations"] * oracle.rotations).sum(axis=-1))
    assert same.min() > 1.0 - 1e-6


def test_what_a_character_does_is_told_in_its_own_space(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        place(page)
        _, before = play(page)
        page.ask("PlaceCharacter", character="pip", position=[3.0, 0.0, -2.0], heading=1.1)
        _, after = play(page)
    assert after["pip"][1]["roots"] == pytest.approx(before["pip"][1]["roots"], abs=1e-5)


def test_frames_that_a_page_has_are_not_sent_again(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        clip = place(page)
        _, frames = play(page)
        known = {"pip": frames["pip"][0].state}
        played, again = play(page, known)
        assert (played["characters"], again) == (["pip"], {})
        change(page, clip, speed=2.0)
        assert play(page, known)[1].keys() == {"pip"}


def test_a_split_clip_plays_as_before(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        clip = place(page)
        _, whole = play(page)
        answer = page.ask("SplitSceneClip", clip=clip, time=0.7)
        assert answer["type"] == "Done"
        assert clip_in(page, answer["created"][0])["start"] == 0.7
        _, parts = play(page)
    assert parts["pip"][1]["roots"] == pytest.approx(whole["pip"][1]["roots"], abs=1e-5)
    assert parts["pip"][1]["rotations"] == pytest.approx(whole["pip"][1]["rotations"], abs=1e-5)


def test_a_drag_moves_a_clip_and_is_one_edit(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        clip = place(page)
        for step in range(1, 6):
            change(page, clip, gesture="drag", start=0.2 * step)
        dragged, _ = play(page)
        assert dragged["duration"] == pytest.approx(a_dance().duration + 1.0)
        page.ask("EndGesture", gesture="drag")
        assert clip_in(page, clip)["start"] == pytest.approx(1.0)
        page.ask("Undo")
        assert clip_in(page, clip)["start"] == 0.0
        assert play(page)[0]["duration"] == pytest.approx(a_dance().duration)


def test_a_drag_that_is_given_up_leaves_the_scene_as_it_was(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        clip = place(page)
        change(page, clip, gesture="drag", start=2.0)
        page.ask("CancelGesture", gesture="drag")
        assert play(page)[0]["duration"] == pytest.approx(a_dance().duration)
        assert clip_in(page, clip)["start"] == 0.0


def test_a_layer_moves_its_part_alone(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        place(page)
        _, bare = play(page)
        layer = page.ask("AddSceneLayer", character="pip", part="left_arm")["created"][0]
        place(page, WAVE, layer=layer)
        _, layered = play(page)
    frames = min(len(bare["pip"][1]["roots"]), len(layered["pip"][1]["roots"]))
    before, after = (each["pip"][1]["rotations"][:frames] for each in (bare, layered))
    turned = np.degrees(2 * np.arccos(np.clip(np.abs((before * after).sum(axis=-1)), 0, 1))).max(axis=0)
    assert turned[2] > 5.0  # the left arm
    assert turned[[0, 1, 3]].max() < 0.1


def test_clips_go_with_their_motion_and_come_back_with_undo(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        clip, kept = place(page), place(page, WAVE)
        page.ask("RemoveRecord", id=CLIP)
        assert [each["id"] for each in page.records["scene"]["tracks"][0]["clips"]] == [kept]
        assert play(page)[0]["characters"] == ["pip"]
        page.ask("Undo")
        assert clip_in(page, clip)["motion"] == CLIP


def test_a_target_goes_with_its_character(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        place(page)
        target = {"id": "g", "kind": "look", "of": BIG, "limb": "spine"}
        page.ask("SetSceneTargets", character="pip", targets=[target])
        assert page.records["scene"]["tracks"][0]["targets"][0]["of"] == BIG
        page.ask("RemoveRecord", id=BIG)
        assert page.records["scene"]["tracks"][0]["targets"] == []


def test_the_scene_survives_a_restart_with_its_history(start_studio: Callable[..., RunningStudio]) -> None:
    running = stock_scene(start_studio())
    with running.page() as page:
        clip = place(page)
        change(page, clip, repeat=3)
    running.stop()
    with start_studio().page() as page:
        assert clip_in(page, clip)["repeat"] == 3
        page.ask("Undo")
        assert clip_in(page, clip)["repeat"] == 1
        page.ask("Undo")
        assert not page.records.get("scene", {"tracks": []})["tracks"]


def test_a_scene_is_written_to_one_file_with_all_characters(
    staged_scene: RunningStudio, tmp_path: Path
) -> None:
    with staged_scene.page() as page:
        place(page)
        page.ask("PlaceCharacter", character="pip", position=[1.0, 0.0, 0.5], heading=0.5)
        _, frames = play(page)
        done = page.wait_for_job(page.ask("ExportScene", extension=".glb")["job"])
        assert done["type"] == "JobDone", done
        with staged_scene.http() as http:
            path = tmp_path / "scene.glb"
            path.write_bytes(http.get(done["download"]).content)
    scene = load(path)
    assert scene.character is not None
    names = scene.character.skeleton.names
    assert sum(name.endswith("hips") for name in names) == 2  # Pip, and the large one, which stands there
    assert len(scene.clips[0]) == len(frames["pip"][1]["roots"])


def test_a_motion_plays_on_another_body_and_goes_onto_the_scene(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        job = page.ask("BringMotion", motion=CLIP, character=BIG, place=True)["job"]
        done = page.wait_for_job(job)
        assert done["type"] == "JobDone", done
        (brought,) = done["created"]
        record = page.records[brought]
        assert (record["character"], record["name"]) == (BIG, "dance")
        assert "slip" in record["notes"][0]
        _, frames = play(page)
        roots = frames[BIG][1]["roots"]
        travelled = roots[-1, 2] - roots[0, 2]
        own = a_dance().root_translations
        assert travelled == pytest.approx(2.0 * (own[-1, 2] - own[0, 2]), abs=0.02)  # twice the size
        page.ask("Undo")
        assert brought not in page.records


def test_the_command_line_plays_the_scene_of_a_document(tmp_path: Path) -> None:
    path = tmp_path / "show.kine"
    with Document(path) as document:
        fill_document(document)
        fill_scene(document)
        document.commit(scene_edits.place_clip(document.records, CLIP, id="p1"))
    stage = scene_of_studio(path)
    assert [member.name for member in stage.members] == ["Pip", "Pip 2"]
    assert stage.duration == pytest.approx(a_dance().duration)


def test_cuts_are_kept_in_order_and_reach_the_film(tmp_path: Path) -> None:
    view = SceneCameraKey(eye=(2.0, 1.0, 2.0), target=(0.0, 1.0, 0.0))
    late = SceneShot(id="v2", start=1.0, keys=(view,), follow="pip")
    early = SceneShot(id="v1", keys=(view,), watch=BIG)
    with Document(tmp_path / "show.kine") as document:
        fill_document(document)
        fill_scene(document)
        document.commit(scene_edits.place_clip(document.records, CLIP, id="p1"))
        document.commit(staging_edits.set_shots(document.records, (late, early)))
        with pytest.raises(InvalidValue, match=r"Two cuts at 1\.00 s"):
            staging_edits.set_shots(document.records, (late, replace(early, start=1.0)))
    shots = scene_of_studio(tmp_path / "show.kine").shots
    assert [(shot.start, shot.follow) for shot in shots] == [(0.0, ""), (1.0, "Pip")]
    aim = shots[0].keys[0].look_at
    assert aim is not None
    assert aim.of == "Pip 2"


def test_a_document_without_a_scene_gets_a_sentence(tmp_path: Path) -> None:
    with Document(tmp_path / "bare.kine") as document:
        fill_document(document)
    with pytest.raises(InvalidValue, match="is empty"):
        scene_of_studio(tmp_path / "bare.kine")


def test_parts_of_a_body_are_listed_once(staged_scene: RunningStudio) -> None:
    with staged_scene.page() as page:
        cast = page.ask("AddCharacter", cast="bear")["created"][0]
        request = page.say("RequestParts", character=cast)
        parts = page.wait(lambda event: event.get("request") == request)["parts"]
    assert "head" in parts
    assert "heads" not in parts
    assert {"arms", "left arm", "right arm"} <= set(parts)


REFUSED = [
    ("PlaceSceneClip", {"motion": MARKERS}, "consists of markers"),
    ("PlaceSceneClip", {"motion": "gone"}, "no longer in the document"),
    ("PlaceSceneClip", {"motion": CLIP, "layer": "gone"}, "layer is no longer in the scene"),
    ("PlaceSceneClip", {"motion": CLIP, "start": -1.0}, "start"),
    (
        "ChangeSceneClip",
        {"id": "gone", "clip": {"id": "gone", "motion": CLIP}},
        "clip is no longer in the scene",
    ),
    ("ChangeSceneClip", {"id": "gone", "clip": {"id": "gone", "motion": CLIP, "speed": 0.0}}, "speed"),
    ("RemoveSceneClips", {"clips": ["gone"]}, "clip is no longer in the scene"),
    ("SplitSceneClip", {"clip": "gone", "time": 1.0}, "clip is no longer in the scene"),
    ("AddSceneLayer", {"character": "pip", "part": "third arm"}, "has no part 'third arm'"),
    ("RemoveSceneLayer", {"layer": "gone"}, "layer is no longer in the scene"),
    ("SetSceneTargets", {"character": "pip", "targets": [{"id": "g", "of": "pip"}]}, "itself"),
    ("SetSceneTargets", {"character": "gone", "targets": []}, "no longer in the document"),
    ("ExportScene", {"extension": ".glb"}, "scene is empty"),
    ("ExportScene", {"extension": ".exe"}, ".glb"),
    ("BringMotion", {"motion": MARKERS, "character": BIG}, "markers"),
    ("BringMotion", {"motion": CLIP, "character": "pip"}, "already"),
]


@pytest.mark.parametrize(("command", "fields", "sentence"), REFUSED)
def test_what_cannot_be_gets_one_sentence(
    untouched_scene: RunningStudio, command: str, fields: dict, sentence: str
) -> None:
    with untouched_scene.page() as page:
        before = page.welcome["undoLabel"]
        answer = page.ask(command, **fields)
        assert answer["type"] == "Failure"
        assert sentence in answer["message"]
        assert "Traceback" not in answer["message"]
        with untouched_scene.page() as other:
            assert other.welcome["undoLabel"] == before
