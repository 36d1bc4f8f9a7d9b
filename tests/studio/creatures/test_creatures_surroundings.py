"""What is around creatures in the studio: uneven ground, other creatures to reach for, and what is heard."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from creature_scenes import add, answer, clip, make, play, refused
from page_client import PageClient
from perform_scenes import done

from kinegraph.characters.cast import character
from kinegraph.core.resample import retime
from kinegraph.core.scene import Scene
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.body.neutral_stance import neutral_creature
from kinegraph.creatures.gait.ground import Ground
from kinegraph.creatures.playing.happenings import find_events
from kinegraph.creatures.playing.play import play as play_on
from kinegraph.creatures.playing.play_layers import TimedAnimation
from kinegraph.formats import load, save
from kinegraph.studio.document.creature_fields import GroundHill, GroundStairs, StageGround
from kinegraph.studio.document.records import Placement
from kinegraph.studio.document.stage_ground import ground_from, heights_of

STAIRS = {"x": 0.0, "z": 0.6, "heading": 0.0, "rise": 0.1, "run": 0.5, "count": 3, "width": 3.0}


@pytest.fixture
def page(creature_page: PageClient) -> Iterator[PageClient]:
    yield creature_page
    done(creature_page, "SetGround", ground={})


def test_a_creature_walks_up_the_stairs_of_the_stage_and_undo_levels_them(page: PageClient) -> None:
    id = make(page, "biped", 3, position=[0.0, 0.0, 0.0])
    (motion,) = play(page, None, id, gait={"speed": 0.8}, seconds=2.5)
    level = clip(page, motion)["roots"]
    done(page, "SetGround", ground={"stairs": [STAIRS]})
    climbed = clip(page, motion)["roots"]
    assert climbed[-1, 1] - level[-1, 1] > 0.1
    done(page, "Undo")
    np.testing.assert_array_equal(clip(page, motion)["roots"], level)


def test_a_drag_that_paints_hills_is_one_edit(page: PageClient) -> None:
    id = make(page, "biped", 3, position=[0.0, 0.0, 0.0])
    (motion,) = play(page, None, id, gait={"speed": 0.8}, seconds=1.0)
    before = page.records[motion]["blob"]
    for number in range(1, 4):
        hills = [{"x": 0.0, "z": 0.3 * at, "radius": 0.5, "height": 0.1} for at in range(number)]
        done(page, "SetGround", ground={"hills": hills}, gesture="paint")
    done(page, "EndGesture", gesture="paint")
    assert len(page.records["stage"]["ground"]["hills"]) == 3
    assert page.records[motion]["blob"] != before
    done(page, "Undo")
    assert page.records[motion]["blob"] == before


def test_the_heights_that_pages_draw_are_those_that_are_walked_on(page: PageClient) -> None:
    count = len(page.frames)
    done(page, "RequestGround", ground={"stairs": [STAIRS]})
    header, arrays = page.frames[count]
    ground = Ground(arrays["heights"].astype(float), np.array([header.x, header.z]), header.spacing)
    assert float(ground.height(0.0, 0.3)) == pytest.approx(0.0, abs=1e-6)
    assert float(ground.height(0.0, 0.85)) == pytest.approx(0.1, abs=1e-6)
    assert float(ground.height(0.0, 2.4)) == pytest.approx(0.3, abs=1e-6)


def test_a_creature_elsewhere_sees_the_same_ground() -> None:
    """Heights agree within 1 cm away from the edges of steps."""
    ground = StageGround(
        hills=(GroundHill(x=1.0, z=-2.0, radius=1.5, height=0.4),),
        stairs=(GroundStairs(x=0.0, z=3.0, heading=0.4, width=2.0),),
    )
    stands = Placement(character="c", position=(0.7, 0.0, -0.4), heading=1.1)
    on_stage, inside = heights_of(ground), heights_of(ground_from(stands, ground))
    for x, z in ((1.0, -2.0), (1.4, -1.6), (0.08, 3.2), (0.25, 3.6), (5.0, 5.0)):
        sine, cosine = np.sin(stands.heading), np.cos(stands.heading)
        dx, dz = x - stands.position[0], z - stands.position[2]
        there = inside.height(cosine * dx - sine * dz, sine * dx + cosine * dz)
        assert float(there) == pytest.approx(float(on_stage.height(x, z)), abs=0.01)


def test_a_target_follows_a_part_of_another_creature(page: PageClient) -> None:
    reaching = make(page, "biped", 3, position=[0.0, 0.0, 0.0])
    other = make(page, "biped", 5, position=[0.0, 0.0, 1.0])
    shake = add(page, "shake hands")
    (motion,) = play(page, shake, reaching)
    (target,) = page.records[motion]["playing"]["places"]
    alone = clip(page, motion)["rotations"]
    caps = page.records[other]["caps"]
    joint = next(at for at, own in enumerate(caps) if "grasper" in own)
    done(page, "BindTarget", motion=motion, target=target, part={"character": other, "joint": joint})
    bound = clip(page, motion)["rotations"]
    assert np.abs(bound - alone).max() > 0.01
    stage = page.records["stage"]["placements"]
    here = next(each for each in stage if each["character"] == other)
    done(page, "PlaceCharacter", character=other, position=[0.4, 0.0, 1.0], heading=here["heading"])
    assert np.abs(clip(page, motion)["rotations"] - bound).max() > 0.005
    done(page, "BindTarget", motion=motion, target=target, part=None)
    np.testing.assert_allclose(clip(page, motion)["rotations"], alone, atol=1e-5)


def test_a_creature_cannot_be_its_own_target(page: PageClient) -> None:
    id = make(page, "biped", 3)
    (motion,) = play(page, add(page, "shake hands"), id)
    (target,) = page.records[motion]["playing"]["places"]
    says = refused(page, "BindTarget", motion=motion, target=target, part={"character": id, "joint": 0})
    assert "another creature" in says


def test_a_layer_with_half_the_weight_moves_half_as_far(page: PageClient) -> None:
    """The head's largest turn is between a quarter and three quarters of that of the whole weight."""
    id = make(page, "biped", 3)
    breathe, nod = add(page, "breathe"), add(page, "nod")
    (motion,) = play(page, breathe, id)
    swings = []
    for weight in (0.0, 0.5, 1.0):
        layer = {"animation": nod, "fade": 0.0, "weight": weight}
        done(page, "SetLayers", motions=[motion], layers=[layer])
        swings.append(clip(page, motion)["rotations"][:60])
    half, whole = (np.abs(each - swings[0]).max() for each in swings[1:])
    assert 0.25 * whole < half < 0.75 * whole


def test_claps_and_footsteps_come_in_order_of_time(page: PageClient) -> None:
    id = make(page, "biped", 3)
    (motion,) = play(page, add(page, "clap"), id, gait={"speed": 0.8}, seconds=3.0)
    found = answer(page, "MotionEvents", "RequestMotionEvents", motion=motion)
    times = [event["time"] for event in found["events"]]
    names = [event["name"] for event in found["events"]]
    assert times == sorted(times)
    assert names.count("clap") >= 2
    assert names.count("footstep") >= 2
    assert all(event["part"] for event in found["events"] if event["name"] == "footstep")


def test_a_gltf_file_keeps_the_events(tmp_path: Path) -> None:
    subject, clap = neutral_creature(character("figure")), shipped_animation("clap")
    played = play_on(clap, subject)
    heard = find_events(played, subject, [TimedAnimation(clap)])
    assert [event.time for event in heard if event.name == "clap"] == [
        event.time for event in clap.events if event.name == "clap"
    ]
    save(Scene(subject.character, clips=(replace(played, events=heard),)), tmp_path / "clap.glb")
    (read,) = load(tmp_path / "clap.glb").clips
    assert read.events == heard
    assert retime(read, 2.0 * read.duration).events[0].time == pytest.approx(2.0 * heard[0].time)
    assert read.frames(0, 2).events == ()
