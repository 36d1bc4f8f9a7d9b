"""Any clip onto any creature: the source gets its own motion back, others theirs; feet stand."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.body import Cap
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_rotate
from kinegraph.core.scaling import scale_lengths
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animation.motion_file import load_motion, save_motion
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.neutral_stance import neutral_creature
from kinegraph.creatures.playing.play import play
from kinegraph.creatures.retarget.clip_motion import clip_motion
from kinegraph.creatures.retarget.feet_in_reach import bring_feet_into_reach
from kinegraph.creatures.retarget.generalize_clip import generalize_clip, retarget_clip
from kinegraph.formats import load

FPS = 30.0


@pytest.fixture(scope="module")
def walker() -> Creature:
    return neutral_creature(character("figure"))


@pytest.fixture(scope="module")
def walk(walker: Any) -> Clip:
    """A walk in a bend, from the gait: its feet are known not to slip."""
    return play(None, walker, fps=FPS, seconds=3.0, velocity=(0.0, 0.9), turn=0.8)


def _handles(subject: Creature, clip: Clip) -> np.ndarray:
    world = forward_kinematics(clip)
    return world.positions + quat_rotate(world.rotations, subject.handles)


def _drift(subject: Creature, clip: Clip, animation: GeneralAnimation) -> float:
    """The farthest that a foot goes while its channel says that it stands [m]."""
    places, worst = _handles(subject, clip), 0.0
    for entry in bind(animation, subject).play().entries:
        if entry.kind == 0 and Cap.FOOT in subject.caps[entry.body]:
            curve = entry.shares[0].track.curve
            for n in range(len(curve.times) - 1):
                if np.array_equal(curve.values[n], curve.values[n + 1]):
                    inside = (clip.times >= curve.times[n]) & (clip.times <= curve.times[n + 1])
                    stood = places[inside, entry.body]
                    worst = max(worst, float(np.ptp(stood, axis=0).max()) if len(stood) else 0.0)
    return worst


def test_the_source_itself_moves_as_it_did(walker: Any, walk: Any) -> None:
    """Every joint, on average over the clip, within 4% of the leg's length; solved again from few keys."""
    own = neutral_creature(character("figure"), walk)
    played = retarget_clip(walk, character("figure"), own)
    wanted = clip_motion(walk, own).positions
    off = np.linalg.norm(forward_kinematics(played).positions[: len(wanted)] - wanted, axis=2)
    assert off.mean(axis=0).max() < 0.04 * walker.legs[0].length


def test_keys_are_fewer_than_frames(walker: Any, walk: Any) -> None:
    animation = generalize_clip(walk, character("figure"))
    tracks = [t for c in animation.channels for t in (c.position, c.rotation) if t is not None]
    assert np.mean([len(track.curve.times) for track in tracks]) < 0.4 * len(walk)


def test_a_body_of_twice_the_size_moves_twice_as_far(walk: Any) -> None:
    """In positions to a millimetre: modes depend on size alone; only springs depend on time."""
    animation = generalize_clip(walk, character("figure"))
    small, large = (
        creature_from_character(character("figure")),
        creature_from_character(scale_lengths(character("figure"), 2.0)),
    )
    feet = [leg.foot for leg in small.legs]
    one, two = play(animation, small, fps=FPS), play(animation, large, fps=FPS)
    assert _handles(large, two)[:, feet] == pytest.approx(2.0 * _handles(small, one)[:, feet], abs=1e-3)


@pytest.mark.parametrize("name", ["figure", "dog", "spider"])
def test_feet_that_stood_stand_on_other_bodies(walk: Any, name: str) -> None:
    """Within 3 mm on the cast, which is half a metre tall and more; and never under the ground."""
    subject = creature_from_character(character(name))
    animation = bring_feet_into_reach(generalize_clip(walk, character("figure")), subject)
    clip = play(animation, subject, fps=FPS, seconds=animation.duration)
    assert _drift(subject, clip, animation) < 0.003
    feet = [leg.foot for leg in subject.legs]
    assert _handles(subject, clip)[:, feet, 1].min() > -0.003


def test_a_dog_steps_with_diagonal_feet_together(walk: Any) -> None:
    dog = creature_from_character(character("dog"))
    bound = bind(generalize_clip(walk, character("figure")), dog).play()
    names = dog.character.skeleton.names
    owners = {
        names[entry.body]: entry.shares[0].track.curve.values
        for entry in bound.entries
        if entry.kind == 0 and Cap.FOOT in dog.caps[entry.body]
    }
    assert len(owners) == 4
    channels = {channel.name: channel for channel in bound.animation.channels}
    hind, fore = channels["hindmost left foot"], channels["foremost right foot"]
    assert hind.position is not None
    assert fore.position is not None
    assert np.array_equal(hind.position.curve.values, fore.position.curve.values)


def test_a_dog_that_follows_a_bend_has_turned_with_its_feet(walk: Any) -> None:
    """Its hind feet are still behind its fore feet, seen from where it faces at the end."""
    dog = creature_from_character(character("dog"))
    places = _handles(dog, retarget_clip(walk, character("figure"), dog))[-1]
    feet = sorted((leg.foot for leg in dog.legs), key=lambda foot: dog.rest_handles[foot, 2])
    ahead = places[feet[2:]].mean(axis=0) - places[feet[:2]].mean(axis=0)
    heading = np.arctan2(ahead[0], ahead[2])
    assert heading == pytest.approx(0.8 * 3.0, abs=0.5)


def test_a_hand_at_the_mouth_is_at_the_mouth_of_others(walker: Any) -> None:
    """Eating, played by one body, on another: the hand comes near to the face, within a quarter of an arm."""
    from kinegraph.creatures.animations import shipped_animation

    eating = play(shipped_animation("eat fruit"), walker, fps=FPS)
    mouths, bear = walker.bodies_with(Cap.MOUTH), creature_from_character(character("bear"))
    own = _nearest(walker, eating, (mouths or walker.bodies_with(Cap.HEAD))[0])
    other = _nearest(bear, retarget_clip(eating, character("figure"), bear), bear.bodies_with(Cap.MOUTH)[0])
    assert own < 0.05
    assert other < 0.25


def _nearest(subject: Creature, clip: Clip, face: int) -> float:
    places, hands = _handles(subject, clip), list(subject.bodies_with(Cap.GRASPER))
    away = np.linalg.norm(places[:, hands] - places[:, [face]], axis=2) / subject.limb_lengths[hands]
    return float(away.min())


def test_the_animation_of_a_clip_is_kept_in_a_file(walk: Any, tmp_path: Path) -> None:
    animation = generalize_clip(walk, character("figure"), name="stroll")
    save_motion(animation, tmp_path / "stroll.kinemotion")
    again = load_motion(tmp_path / "stroll.kinemotion")
    assert again.name == "stroll"
    assert [channel.name for channel in again.channels] == [channel.name for channel in animation.channels]
    assert [c.position and c.position.mode for c in again.channels] == [
        c.position and c.position.mode for c in animation.channels
    ]


def test_a_clip_of_another_character_is_refused(walk: Any) -> None:
    with pytest.raises(InvalidValue, match="does not belong"):
        generalize_clip(walk, character("bear"))


@pytest.mark.parametrize("name", ["dog", "spider"])
def test_a_captured_walk_stands_on_four_and_eight_feet(shared_data: Path, name: str) -> None:
    scene = load(shared_data / "cmu" / "16_15.bvh")
    assert scene.character is not None
    subject = creature_from_character(character(name))
    animation = bring_feet_into_reach(generalize_clip(scene.clips[0], scene.character), subject)
    clip = play(animation, subject, fps=FPS, seconds=animation.duration)
    assert _drift(subject, clip, animation) < 0.003
    assert clip.root_translations[-1, 2] - clip.root_translations[0, 2] > 1.5 * subject.size[1]


@pytest.mark.parametrize("rig", ["CesiumMan.glb", "m2m_fox-dog.glb", "m2m_human-male.glb"])
def test_real_rigs_walk_as_captured(shared_data: Path, rig: str) -> None:
    scene = load(shared_data / "cmu" / "16_15.bvh")
    other = load(shared_data / "characters" / rig).character
    assert scene.character is not None
    assert other is not None
    subject = neutral_creature(other)
    clip = retarget_clip(scene.clips[0], scene.character, subject, fps=FPS)
    feet = [leg.foot for leg in subject.legs]
    assert np.isfinite(clip.rotations).all()
    assert _handles(subject, clip)[:, feet, 1].min() > -0.02 * subject.size[1]


def test_a_fox_teaches_a_spider_to_run(shared_data: Path) -> None:
    scene = load(shared_data / "characters" / "Fox.glb")
    assert scene.character is not None
    subject = creature_from_character(character("spider"))
    clip = retarget_clip(scene.clips[-1], scene.character, subject, fps=FPS)
    feet = [leg.foot for leg in subject.legs]
    moved = np.ptp(_handles(subject, clip)[:, feet], axis=0).max(axis=1)
    assert (moved > 0.02 * subject.size[2]).all()
