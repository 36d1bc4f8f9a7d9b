"""Scene files: what they say becomes a stage, and what cannot be is one sentence with its line."""

from pathlib import Path

import numpy as np
import pytest
from tests.scenes.scene_texts import BEN, MANY
from tests.scenes.walkers import BEAR, BEARS

from kinegraph.core.errors import KinegraphError
from kinegraph.core.scene import Scene
from kinegraph.formats import load, save
from kinegraph.scenes import LayerKind, Place, StagePlayer, TargetKind, Where, load_stage, write_stage
from kinegraph.scenes.files.reading import SceneScript, stage_of_text
from kinegraph.scenes.mixing.track import start_of
from kinegraph.scenes.output.film import Film


def read(text: str, folder: Path = Path()) -> SceneScript:
    return stage_of_text(text, "play.yaml", folder)


def test_everything_in_a_file_is_on_the_stage() -> None:
    script = read(MANY)
    stage = script.stage
    assert (stage.name, stage.duration, script.fps, stage.light) == ("Meeting", 6.0, 24.0, "light")
    ben, fay = stage.members
    walk, wave = ben.track.base
    assert (walk.span, walk.speed, walk.once, walk.where) == ((0.5, 2.0), 0.5, 3.0, Where.CONTINUE)
    assert start_of(wave) == pytest.approx(2.6)
    assert (wave.repeat, wave.fade) == (2, 0.4)
    assert np.allclose([ben.track.at, fay.track.at], [[1, 0, 2], [1, 0.1, 4]])
    assert ben.track.facing == pytest.approx(np.pi / 2)
    (layer,) = ben.track.layers
    assert layer.kind == LayerKind.ADDITIVE
    assert layer.mask[BEAR.skeleton.index("left_paw")] == 0.5
    assert [target.kind for target in ben.targets] == [TargetKind.LOOK, TargetKind.REACH]
    assert [(prop.name, prop.prop.loose) for prop in stage.props] == [("ball", True), ("cup", False)]
    assert [(shake.first, shake.second) for shake in stage.handshakes] == [("ben", "fay")]
    assert [(shot.start, shot.follow) for shot in stage.shots] == [(0.0, ""), (3.0, "fay")]
    player = StagePlayer(stage)
    assert player.where(Place("ben"), 0.0)[[0, 2]] == pytest.approx([1, 2], abs=1e-9)


WRONG = [
    ("characters: 5", "line 1: characters: expected array"),
    (BEN + "    clip: []", "line 5: characters[0]: there is no key 'clip'; did you mean 'clips'"),
    (BEN + "    clips: [{play: wav}]", "line 5: There is no motion 'wav'; did you mean 'wave'"),
    (BEN + "    clips: [{start: 1}]", "line 5: a clip has either `play` (a motion) or `walk`"),
    (BEN + "    clips: [{play: wave, trim: [0, 9]}]", "line 5: 'wave' is 3.17 s long and cannot be trimmed"),
    (
        BEN + "    clips: [{play: wave, start: 3}, {play: hop, start: 1}]",
        "'hop' begins at 1 s, before 'wave'",
    ),
    (BEN + "    clips: [{play: gone.bvh}]", "gone.bvh: there is no such file"),
    (BEN + "    clips: [{play: 'animation:wavee'}]", "did you mean 'wave'"),
    (BEN + "    layers: [{parts: left arn, clips: [{play: wave}]}]", "part of the body 'left arn'"),
    (BEN + "    layers: [{parts: head, clips: [{walk: [[1, 1]]}]}]", "walks belong to the base"),
    (BEN + "    targets: [{look: bal}]", "line 5: There is no character or prop 'bal'"),
    (BEN + "    targets: [{start: 1}]", "a target has one of look, reach and follow"),
    (BEN + "    targets: [{look: ben.head}]", "cannot look at itself"),
    (BEN + "    targets: [{reach: [0, 1, 0], start: 3, stop: 2}]", "the end must be later"),
    (BEN.replace("bear", "bare"), "line 4: There is no character 'bare'; did you mean 'bear'"),
    (BEN + "  - {name: ben, from: 'cast:dog'}", "line 5: there are two characters called 'ben'"),
    (BEN + "props: [{name: ben, kind: box}]", "there are two things called 'ben'"),
    (BEN + "props: [{name: b}]", "line 5: a prop has a name and a kind"),
    (BEN + "props: [{name: b, kind: ball, size: [1, 2, 1]}]", "must be round"),
    (BEN + "props: [{name: b, kind: box, held: [{by: bem}]}]", "There is no character or prop 'bem'"),
    (BEN + "shake_hands: [ben]", "line 5: write two names, [a, b]"),
    (BEN + "shake_hands: [ben, ben]", "'ben' cannot shake hands with itself"),
    (BEN + "shots: [{look_at: ben}]", "a shot has either a place, `at`, or `keys`"),
    (BEN + "shots: [{at: [0, 3, 0], look_at: [0, 0, 0]}]", "line 5: A camera cannot look straight up"),
    (BEN + "shots: [{at: [1, 1, 1]}]", "needs a camera that looks at something"),
    (BEN + "shots: [{at: [1, 1, 1], look_at: ben.tial}]", "There is no part of the body 'tial'"),
    (BEN + "light: drak", "did you mean 'dark'"),
    ("length: 3", "needs a character or a prop"),
    (BEN + "name: &a b", "line 5: anchors and aliases"),
]


@pytest.mark.parametrize(("text", "sentence"), WRONG)
def test_what_is_wrong_in_a_file_is_one_sentence(text: str, sentence: str, tmp_path: Path) -> None:
    with pytest.raises(KinegraphError) as caught:
        StagePlayer(read(text, tmp_path).stage)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_motion_of_another_body_is_brought_to_the_character(tmp_path: Path) -> None:
    save(Scene(BEAR, clips=(BEARS["hop"],)), tmp_path / "hop.glb")
    text = "characters: [{name: fay, from: 'cast:figure', clips: [{play: hop.glb#hop}]}]"
    script = read(text, tmp_path)
    (note,) = script.played
    assert (note.character, str(note.how)) == ("fay", "generalized")
    assert note.slip < 0.005
    assert script.stage.members[0].track.base[0].clip.skeleton == script.stage.members[0].character.skeleton


def test_a_walk_goes_from_where_the_character_is_to_the_points() -> None:
    clips = "{play: wave}, {walk: [[1, 3]], pace: 0.8, fade: 0.3}"
    text = f"characters: [{{name: ben, from: 'cast:bear', at: [1, 1], clips: [{clips}]}}]"
    player = StagePlayer(read(text).stage)
    assert player.where(Place("ben"), 0.0)[[0, 2]] == pytest.approx([1, 1], abs=1e-6)
    assert player.where(Place("ben"), player.stage.duration)[[0, 2]] == pytest.approx([1, 3], abs=0.1)
    times = np.arange(0.0, player.stage.duration, 1 / 30).tolist()
    steps = np.diff([player.where(Place("ben"), time) for time in times], axis=0)
    assert np.linalg.norm(steps, axis=1).max() < 0.1  # it does not jump


def test_the_props_of_a_doodle_stand_where_its_character_meets_them() -> None:
    folder = Path(__file__).resolve().parents[2] / "examples"
    text = """
characters: [{name: otto, from: 11_scene_leap.json, at: [0, -2], clips: [{play: doodle}]}]
props: [{from: 11_scene_leap.json, at: [0, 0, -2]}]
"""
    player = StagePlayer(read(text, folder).stage)
    ball = [player.where(Place("ball"), time) for time in (0.0, 2.2)]
    assert ball[0][2] > 1.5
    assert ball[1][2] < ball[0][2] - 1.0  # it rolls towards him
    times = np.arange(1.2, 3.0, 0.05).tolist()
    gaps = [
        player.where(Place("otto", foot), time) - player.where(Place("ball"), time)
        for time in times
        for foot in ("left leg", "right leg")
    ]
    assert min(np.linalg.norm(gap) for gap in gaps) > 0.18  # the ball's radius: he clears it


def test_the_cameras_cut_and_the_film_shows_what_they_see() -> None:
    player = StagePlayer(read(MANY).stage)
    film = Film(player, (64, 36))
    assert np.allclose(film.camera(2.99).eye, [4.0, 1.0, 4.0])
    assert not np.allclose(film.camera(3.0).eye, [4.0, 1.0, 4.0])
    way = player.where(Place("ben", "head"), 1.0) - film.camera(1.0).eye
    assert film.camera(1.0).axes[2] @ way / np.linalg.norm(way) > 0.99
    assert film.picture(1.0).shape == (36, 64, 3)
    assert not np.array_equal(film.picture(2.9), film.picture(3.0))


def test_a_scene_is_written_with_all_of_its_characters(tmp_path: Path) -> None:
    player = StagePlayer(read(MANY.replace("length: 6", "length: 1")).stage)
    write_stage(player, tmp_path / "play.glb", fps=24.0)
    back = load(tmp_path / "play.glb")
    assert back.character is not None
    assert {"ben_hips", "fay_hips", "ball", "cup"} <= set(back.character.skeleton.names)
    assert [len(clip) for clip in back.clips] == [25]
    write_stage(player, tmp_path / "play.png", size=(256, 144))
    assert (tmp_path / "play.png").stat().st_size > 1000


def test_files_are_looked_for_beside_the_scene(tmp_path: Path) -> None:
    save(Scene(BEAR, clips=(BEARS["wave"],)), tmp_path / "bear.glb")
    (tmp_path / "play.yaml").write_text("characters: [{name: b, from: bear.glb, clips: [{play: wave}]}]")
    assert load_stage(tmp_path / "play.yaml").stage.duration == pytest.approx(BEARS["wave"].duration)


def test_a_larger_character_plays_its_motions_in_its_size() -> None:
    text = BEN + "    size: 2\n    clips: [{play: wave}, {play: 'cast:bear#walk'}]"
    script = read(text)
    (note,) = script.played
    assert str(note.how) == "mapped"
    for clip, own in zip(script.stage.members[0].track.base, ("wave", "walk"), strict=True):
        assert clip.clip.root_translations[7, 1] == pytest.approx(2 * BEARS[own].root_translations[7, 1])
