"""One replay in every host, and a game's commands, against the engine in Python."""

import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from tests.runtime.zoo import FRAMES, replay, zoo, zoo_creatures

from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.creatures.gait.ground import bumps
from kinegraph.creatures.playing.actor import Actor
from kinegraph.perform.cast_sets import cast_rig
from kinegraph.perform.playing.rig_player import PlayableRig
from kinegraph.runtime.hosts.python import LiveFile, PlayedGround, RuntimeRefused, advance
from kinegraph.runtime.libraries import BUILT, STATIC_LIBRARY, WASM

HOSTS = Path(__file__).parents[2] / "src" / "kinegraph" / "runtime" / "hosts"
WEB = Path(__file__).parents[2] / "web"
CLOSE = 1e-9


@pytest.fixture(scope="module")
def live(library: Path) -> LiveFile:
    return LiveFile(zoo(), library)


@pytest.fixture(scope="module")
def poses(live: LiveFile) -> np.ndarray:
    return replay(live)


def test_c_gets_the_same_bits(poses: np.ndarray, tmp_path: Path) -> None:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("There is no C compiler (cc) here.")
    program, file, out = tmp_path / "replay", tmp_path / "zoo.kinelive", tmp_path / "poses"
    file.write_bytes(zoo())
    command = [compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "-O1", str(HOSTS / "replay.c")]
    subprocess.run([*command, str(STATIC_LIBRARY), "-lm", "-o", str(program)], check=True)
    subprocess.run([str(program), str(file), str(out)], check=True, capture_output=True)
    assert out.read_bytes() == poses.tobytes()


def test_webassembly_gets_the_same_bits(poses: np.ndarray, tmp_path: Path) -> None:
    bundle = BUILT / "kinegraph.js"
    if not (WASM.is_file() and bundle.is_file() and shutil.which("node")):
        pytest.skip("'make runtime' builds the WebAssembly module and its host; Node runs them.")
    file, out = tmp_path / "zoo.kinelive", tmp_path / "poses"
    file.write_bytes(zoo())
    script = WEB / "scripts" / "replay.mjs"
    subprocess.run(["node", *map(str, (script, bundle, WASM, file, out))], check=True, capture_output=True)
    assert out.read_bytes() == poses.tobytes()


def test_creatures_move_as_in_the_engine(live: LiveFile) -> None:
    for number, baked in enumerate(zoo_creatures()):
        choice = baked.layer_sets["first"]
        actor, creature = Actor(baked.creature), live.spawn(number)
        for animation, variant in choice.layers:
            actor.play(animation, variant=variant)
        for frame in range(FRAMES):
            speed = 0.4 if frame < 80 else 0.0
            actor.velocity, actor.turn = (0.05, speed), 0.4
            creature.command(0.05, speed, 0.4)
            if frame == 60:
                actor.move_to(-3.0, 2.0, 1.0)
                creature.place(-3.0, 2.0, 1.0)
            passed = actor.step(1 / 60)
            advance([creature], 1 / 60)
            sent = [event for event, layer in creature.events() if layer >= 0]
            assert len(sent) == len(passed)
            assert np.abs(creature.translations - actor.translations).max() < CLOSE
            assert np.abs(creature.rotations - actor.rotations).max() < CLOSE
        world = forward_kinematics(actor.pose)
        positions, rotations = creature.world()
        assert np.abs(positions - world.positions).max() < CLOSE
        assert np.abs(rotations - world.rotations).max() < CLOSE


def test_layers_and_gaits_change_as_in_the_engine(live: LiveFile) -> None:
    for number, baked in enumerate(zoo_creatures()):
        first, both = baked.layer_sets["first"].layers, baked.layer_sets["both"].layers
        actor, creature = Actor(baked.creature), live.spawn(number)
        for animation, variant in first:
            actor.play(animation, variant=variant)
        for frame in range(FRAMES):
            if frame == 50:
                actor.style = "sneak"
                for animation, variant in both[len(first) :]:
                    actor.play(animation, variant=variant, fade=0.3)
                creature.play(1, 0.3)
            actor.velocity = (0.0, 0.3)
            creature.command(forward=0.3)
            actor.step(1 / 60)
            advance([creature], 1 / 60)
        assert np.abs(creature.translations - actor.translations).max() < CLOSE
        assert np.abs(creature.rotations - actor.rotations).max() < CLOSE


def test_creatures_walk_on_the_ground_of_the_game(live: LiveFile) -> None:
    ground = bumps(0.15, 1.0, seed=3, extent=8.0)
    frame = [*ground.origin, ground.spacing, *ground.tilt, ground.level]
    played = PlayedGround(live, ground.heights, frame)
    actor, creature = Actor(zoo_creatures()[0].creature, ground), live.spawn(0)
    creature.play(0)
    for animation, variant in zoo_creatures()[0].layer_sets["first"].layers:
        actor.play(animation, variant=variant)
    creature.stand_on(played)
    for _ in range(FRAMES):
        actor.velocity = (0.0, 0.5)
        creature.command(forward=0.5)
        actor.step(1 / 60)
        advance([creature], 1 / 60)
    assert abs(creature.placement[1]) > 0.0
    assert abs(creature.placement[1] - actor.placement[0][1]) < 1e-3
    assert np.abs(creature.placement[[0, 2]] - actor.placement[0][[0, 2]]).max() < 1e-3


def test_a_restored_moment_gives_the_same_bits_again(live: LiveFile) -> None:
    creature = live.spawn(1)
    creature.command(forward=0.6, turn=0.2)
    for _ in range(40):
        advance([creature], 1 / 60)
    moment, after = creature.save(), []
    for _ in range(2):
        creature.restore(moment)
        creature.play(1, 0.2)
        creature.command(forward=0.6, turn=0.2)
        for _ in range(30):
            advance([creature], 1 / 60)
        after.append(creature.rotations)
    assert np.array_equal(*after)
    other = live.spawn(0)
    with pytest.raises(RuntimeRefused, match="another creature"):
        other.restore(moment)
    broken = bytearray(moment)
    broken[40:48] = np.array([np.nan]).tobytes()
    with pytest.raises(RuntimeRefused, match="not finite"):
        creature.restore(bytes(broken))


def test_creatures_of_a_herd_move_as_each_alone(live: LiveFile) -> None:
    together = [live.spawn(n % live.creature_count) for n in range(9)]
    alone = [live.spawn(n % live.creature_count) for n in range(9)]
    for n, creature in enumerate((*together, *alone)):
        creature.command(forward=0.1 * (n % 9))
    for _ in range(30):
        advance(together, 1 / 60)
        for creature in alone:
            advance([creature], 1 / 60)
    assert all(np.array_equal(a.rotations, b.rotations) for a, b in zip(together, alone, strict=True))


def test_feet_that_come_down_are_reported(live: LiveFile) -> None:
    creature, steps = live.spawn(0), 0
    creature.command(forward=0.6)
    for _ in range(180):
        advance([creature], 1 / 60)
        steps += sum(layer < 0 for _, layer in creature.events())
    assert steps >= 4


def test_rigs_are_posed_as_in_the_engine(live: LiveFile) -> None:
    random = np.random.default_rng(4)
    for number, name in enumerate(("lamp", "lizard")):
        player, rig = PlayableRig(cast_rig(name)), live.perform(number)
        displaced = random.normal(0.0, 0.2, (20, rig.sets, 3))
        usual = player.usual_shares(1)
        shares = np.array([[usual[n][0] if n in usual else 0.0 for n in player.names]])
        for row in displaced:
            played = player.play(player.placed(row[None]), shares)
            translations, rotations = rig.pose(row)
            assert np.abs(translations - played.slides[0]).max() < CLOSE
            assert np.abs(np.abs((rotations * played.rotations[0]).sum(axis=1)) - 1.0).max() < CLOSE


def test_what_a_game_may_not_ask_is_refused_with_a_sentence(live: LiveFile) -> None:
    creature, rig = live.spawn(0), live.perform(0)
    asked = [
        (lambda: creature.command(float("nan")), "three finite numbers"),
        (lambda: creature.place(float("inf"), 0.0, 0.0), "finite"),
        (lambda: creature.play(99), "no layer set 99"),
        (lambda: creature.play(1, -1.0), "fade"),
        (lambda: creature.set_target(50, (0, 0, 0)), "no target 50"),
        (lambda: creature.fade(50, 1.0, 0.0), "no layer 50"),
        (lambda: creature.restore(b"what"), "not a moment"),
        (lambda: advance([creature], -1.0), "A step takes"),
        (lambda: advance([creature], float("nan")), "A step takes"),
        (lambda: live.spawn(99), "no creature 99"),
        (lambda: live.perform(99), "no rig 99"),
        (lambda: rig.pose(np.full((rig.sets, 3), np.nan)), "finite places"),
        (lambda: PlayedGround(live, np.zeros((2, 2)), [0, 0, 0, 0, 0, 0]), "spacing above zero"),
    ]
    for ask, sentence in asked:
        with pytest.raises(RuntimeRefused, match=sentence):
            ask()
    advance([creature], 0.0)
    assert np.isfinite(creature.translations).all()
