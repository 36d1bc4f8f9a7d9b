"""The code of crowds: PTX that assembles, and the same results as `step_creatures`, lane by lane.

Needs the code that `make runtime` builds; no GPU.
"""

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest
from tests.creatures.made_creatures import made

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animations import shipped_animation, shipped_animations
from kinegraph.creatures.binding.binding import DoesNotBind
from kinegraph.creatures.crowds.crowd import Crowd
from kinegraph.creatures.crowds.herd import Herd
from kinegraph.creatures.crowds.kept_actors import KeptActors
from kinegraph.creatures.crowds.machines import CODE, NoMachine, Processor
from kinegraph.creatures.crowds.stages import FILES, PUT, STAGES
from kinegraph.creatures.gait.ground import Ground, bumps
from kinegraph.creatures.playing.actor import Actor


def _processor(precision: str) -> Processor:
    try:
        return Processor(precision)
    except NoMachine as missing:
        pytest.skip(str(missing))


def _actors(ground: Ground | None = None) -> list[Actor]:
    found = []
    for n, seed in enumerate((1, 2, 3, 4, 5, 6, 2, 2)):
        actor = Actor(made(seed), ground, start=(0.7 * n, -0.4 * n, 0.3 * n))
        actor.velocity, actor.turn = (0.05 * n, 0.1 + 0.1 * n), 0.3 - 0.1 * n
        for name in ("wave", "look around")[: n % 3]:
            try:
                actor.play(shipped_animation(name), fade=0.2)
            except DoesNotBind:
                continue
        found.append(actor)
    return found


def _has_target(animation: GeneralAnimation) -> bool:
    actor = Actor(made(2))
    try:
        actor.play(animation)
    except DoesNotBind:
        return False
    return bool(actor.target_names)


@pytest.mark.parametrize("ground", [None, bumps(0.1, 0.9, seed=3, extent=12.0)], ids=["flat", "bumps"])
def test_lanes_step_as_actors_do(ground: Ground | None) -> None:
    kept = KeptActors(_actors(ground), _processor("double"))
    alone = _actors(ground)
    for frame in range(40):
        if frame == 20:
            for actors in (kept._actors, alone):
                actors[1].velocity = (0.0, -0.3)
        kept.step(1 / 60)
        for actor in alone:
            actor.step(1 / 60)
    wanted = np.concatenate([actor.pose.rotations for actor in alone])
    np.testing.assert_allclose(kept.poses("local_rotations"), wanted, atol=1e-9, rtol=0)
    places = np.concatenate([actor.translations for actor in alone])
    np.testing.assert_allclose(kept.poses("local_translations"), places, atol=1e-9, rtol=0)


def test_mixed_precision_stays_near() -> None:
    kept, alone = KeptActors(_actors(), _processor("mixed"), mixed=True), _actors()
    for _ in range(60):
        kept.step(1 / 60)
        for actor in alone:
            actor.step(1 / 60)
    size = min(float(actor.creature.size.max()) for actor in alone)
    wanted = np.concatenate([actor.translations for actor in alone])
    assert np.abs(kept.poses("local_translations") - wanted).max() < 0.01 * size


def test_what_is_read_of_an_actor_is_what_the_machine_has() -> None:
    kept, alone = KeptActors(_actors(), _processor("double")), _actors()
    for _ in range(10):
        kept.step(1 / 60)
        for actor in alone:
            actor.step(1 / 60)
    for one, other in zip(kept._actors, alone, strict=True):
        np.testing.assert_allclose(one.pose.rotations, other.pose.rotations, atol=1e-9)
        np.testing.assert_allclose(one.solved.positions, other.solved.positions, atol=1e-9)
        np.testing.assert_allclose(one.goals.positions, other.goals.positions, atol=1e-9)
        assert one.planted == other.planted
        for layer, same in zip(one.layers, other.layers, strict=True):
            assert (layer.time, layer.weight) == pytest.approx((same.time, same.weight), abs=1e-12)


def test_actors_take_other_animations_and_places_while_a_machine_has_them() -> None:
    kept, alone = KeptActors(_actors(), _processor("double")), _actors()
    events: list[list] = [[], []]
    for frame in range(50):
        for actors in (kept._actors, alone):
            if frame == 10:
                actors[0].play(shipped_animation("look around"), fade=0.1)
                actors[3].move_to(4.0, 1.0, 0.5)
            if frame == 20:
                actors[0].stop(actors[0].layers[-1], fade=0.1)
        for n in kept.step(1 / 60):
            events[0] += [(frame, n, event) for event in kept._actors[n].take_events()]
        for n, actor in enumerate(alone):
            events[1] += [(frame, n, event) for event in actor.step(1 / 60)]
    assert events[0] == events[1]
    assert [len(actor.layers) for actor in kept._actors] == [len(actor.layers) for actor in alone]
    wanted = np.concatenate([actor.pose.rotations for actor in alone])
    np.testing.assert_allclose(kept.poses("local_rotations"), wanted, atol=1e-9, rtol=0)
    kept.release()
    np.testing.assert_allclose(kept._actors[3].placement[0], alone[3].placement[0], atol=1e-9)


def test_a_crowd_of_copies_goes_where_its_arrays_say() -> None:
    models = [Actor(made(2)), Actor(made(5), bumps(0.1, 0.9, seed=3, extent=12.0))]
    crowd = Crowd(models, copies=2, precision="double", machine=_processor("double"))
    places = np.array([[0.5, 1.0, 0.2], [-1.0, 2.0, -1.0], [0.0, 0.0, 3.0], [2.0, -1.5, 0.7]])
    crowd.place(places)
    crowd.commands[...] = np.array([[0.0, 0.4, 0.1], [0.1, 0.2, 0.0], [0.0, 0.3, -0.4], [0.0, -0.2, 0.0]])
    alone = [Actor(models[n // 2].creature, models[n // 2].ground) for n in range(4)]
    for actor, place, command in zip(alone, places, crowd.commands, strict=True):
        actor.move_to(*place.tolist())
        actor.velocity, actor.turn = (command[0], command[1]), command[2]
    for _ in range(30):
        crowd.step(1 / 60)
        for actor in alone:
            actor.step(1 / 60)
    np.testing.assert_allclose(
        crowd.rotations, np.concatenate([actor.rotations for actor in alone]), atol=1e-9, rtol=0
    )
    found = np.array([(*actor.placement[0], actor.placement[1]) for actor in alone])
    np.testing.assert_allclose(crowd.placements, found, atol=1e-9, rtol=0)


def test_far_creatures_are_stepped_in_every_second_frame() -> None:
    models = [Actor(made(2)), Actor(made(5))]
    for actor in models:
        actor.velocity = (0.0, 0.3)
    crowd = Crowd(models, copies=64, precision="double", machine=_processor("double"))
    far = np.zeros(128, dtype=bool)
    far[32:96] = True  # the second group of the first kind, and the first of the second
    crowd.set_far(far)
    near, halved = ([Actor(actor.creature) for actor in models] for _ in range(2))
    for actor in (*near, *halved):
        actor.velocity = (0.0, 0.3)
    for frame in range(8):
        crowd.step(1 / 60)
        for actor in near:
            actor.step(1 / 60)
        if frame % 2:
            for actor in halved:
                actor.step(2 / 60)
    for creature, alone in ((0, near[0]), (127, near[1]), (64, halved[1])):
        here = crowd.rotations[crowd.starts[creature] : crowd.starts[creature + 1]]
        np.testing.assert_allclose(here, alone.rotations, atol=1e-9, rtol=0)
    crowd.set_far(np.zeros(128, dtype=bool))  # all are stepped again, by all the time that they lack
    crowd.step(1 / 60)
    near[0].step(1 / 60)
    places = crowd.placements[[0, 32], 2]
    np.testing.assert_allclose(places[0], near[0].placement[0][2], atol=1e-9)
    np.testing.assert_allclose(places[1], places[0], rtol=0.1)


def test_targets_of_a_crowd_are_those_of_each_creature() -> None:
    model = Actor(made(2))
    wave = next(each for each in shipped_animations().values() if _has_target(each))
    model.play(wave)
    name = model.target_names[0]
    crowd = Crowd([model], copies=3, precision="double", machine=_processor("double"))
    places = np.array([[0.3, 0.6, 1.0], [-0.5, 0.2, 0.8], [0.0, 1.0, -1.0]])
    crowd.set_target(name, places)
    for _ in range(20):
        crowd.step(1 / 60)
    joints = len(model.creature)
    for n, place in enumerate(places):
        alone = Actor(made(2))
        alone.play(wave)
        alone.set_target(name, place)
        for _ in range(20):
            alone.step(1 / 60)
        mine = crowd.rotations[n * joints : (n + 1) * joints]
        np.testing.assert_allclose(mine, alone.rotations, atol=1e-9, rtol=0)
    with pytest.raises(InvalidValue, match="No creature of this crowd plays an animation with the target"):
        crowd.set_target("no such target", places)


def _ptx(name: str) -> Path:
    path = CODE / f"{name}.ptx"
    if not path.is_file():
        pytest.skip(f"{path.name} is missing; 'make runtime' builds it.")
    return path


@pytest.mark.parametrize("precision", FILES)
def test_the_code_of_a_gpu_has_every_stage_once(precision: str) -> None:
    text = "".join(_ptx(name).read_text() for name in FILES[precision])
    for stage in (*STAGES, PUT):
        assert text.count(f".entry kg_{stage}(") == 1
    assert ".extern .func" not in text


def _installed_assembler() -> str | None:
    nvidia = find_spec("nvidia")
    for folder in (nvidia.submodule_search_locations or ()) if nvidia else ():
        for path in Path(folder).glob("*/bin/ptxas"):
            return str(path)
    return None


@pytest.mark.parametrize("name", ["lanes_double", "lanes_lasting", "lanes_passing"])
def test_the_code_of_a_gpu_assembles(name: str, tmp_path: Path) -> None:
    path = _ptx(name)
    assembler = shutil.which("ptxas") or _installed_assembler()
    if assembler is None:
        pytest.skip("ptxas, of the package 'nvidia-cuda-nvcc', is not here.")
    command = [assembler, "-arch=sm_75", "-O1", str(path), "-o", str(tmp_path / "code.cubin")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr[-2000:]


def test_a_herd_without_a_gpu_says_why_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> None:
        raise NoMachine("This machine has no NVIDIA GPU.")

    monkeypatch.setattr("kinegraph.creatures.crowds.herd.Graphics", none)
    with pytest.warns(UserWarning, match="no NVIDIA GPU. The processor steps this herd"):
        herd = Herd([Actor(made(1))], device="cuda", threads=1)
    assert herd.device == "cpu"
    herd.step(1 / 60)
