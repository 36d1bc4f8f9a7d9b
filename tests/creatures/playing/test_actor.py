"""The runtime: one compiled step, equal to its parts in Python; states, fades, events, absurd input."""

from dataclasses import replace
from time import process_time
from typing import Any

import numpy as np
import pytest
from tests.creatures.made_creatures import made
from tests.creatures.playing.slow_actor import SlowActor

from kinegraph.core.clip import local_translations
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_rotate
from kinegraph.creatures.animation.events import Event
from kinegraph.creatures.animations import shipped_animations
from kinegraph.creatures.binding.binding import DoesNotBind, bind
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait.ground import bumps
from kinegraph.creatures.gait.plan import FootKey, FootPlan, GaitPlan, GroupPlan
from kinegraph.creatures.gait.rig import gait_rig
from kinegraph.creatures.generator.kinds import KINDS
from kinegraph.creatures.playing.actor import Actor

CREATURES = tuple(enumerate(KINDS))
SAME = 1e-9  # [m] and of quaternions: compiled and plain code round differently


def binding_to(creature: Creature, count: int = 2) -> Any:
    found = []
    for animation in shipped_animations().values():
        try:
            found.append(bind(animation, creature).play())
        except DoesNotBind:
            continue
        if len(found) == count:
            break
    return found


@pytest.mark.parametrize(("seed", "kind"), CREATURES)
def test_the_compiled_step_equals_its_parts(seed: int, kind: str) -> None:
    creature, ground = made(seed, kind), bumps(0.08, 0.7)
    bound = binding_to(creature)
    fast, slow = Actor(creature, ground), SlowActor(creature, bound, ground)
    layers = [fast.play(one) for one in bound]
    slow.step(0.0)
    for actor in (fast, slow):
        actor.velocity, actor.turn = (0.1, 0.6), 0.4
    for name in slow.player.target_names:
        fast.set_target(name, (0.5, 1.0, 2.0))
        slow.targets[name] = np.array([0.5, 1.0, 2.0])
    if len(layers) > 1:
        layers[1].weight = slow.layers[1].weight = 0.6
    for _ in range(30):
        fast.step(1 / 50)
        slow.step(1 / 50)
    np.testing.assert_allclose(fast.translations, local_translations(slow.pose), atol=SAME)
    np.testing.assert_allclose(fast.pose.rotations, slow.pose.rotations, atol=SAME)
    np.testing.assert_allclose(fast.solved.positions, slow.solved.positions, atol=SAME)


@pytest.mark.parametrize(("seed", "kind"), CREATURES)
def test_gaits_say_which_bodies_they_place_and_turn(seed: int, kind: str) -> None:
    creature = made(seed, kind)
    rig, goals = gait_rig(creature), SlowActor(creature, []).gait.step((0.0, 0.5), 0.0, 0.4)
    root = creature.root
    assert set(np.flatnonzero(goals.position_weights)) - {root} == set(rig.goal_bodies)
    assert set(np.flatnonzero(goals.rotation_weights)) - {root} == set(rig.aimed_bodies)


@pytest.mark.parametrize("seconds", [-0.1, 1e3, np.nan, np.inf])
def test_a_step_of_absurd_length_is_refused(seconds: float) -> None:
    with pytest.raises(InvalidValue, match="step must take"):
        Actor(made(0)).step(seconds)


def test_restoring_a_moment_repeats_the_following_frames_bit_by_bit() -> None:
    creature = made(3, "biped")
    actor = Actor(creature)
    first = actor.play(binding_to(creature)[0], fade=0.3)
    actor.velocity = (0.0, 0.8)
    for _ in range(10):
        actor.step(1 / 60)
    then, pose = actor.moment(), actor.pose
    after = [_stepped(actor) for _ in range(10)]
    actor.stop(first)
    actor.velocity, actor.style = (0.5, 0.0), "sneak"
    _stepped(actor)
    actor.restore(then)
    np.testing.assert_array_equal(actor.pose.rotations, pose.rotations)
    for one in after:
        again = _stepped(actor)
        np.testing.assert_array_equal(again.rotations, one.rotations)
        np.testing.assert_array_equal(again.translations, one.translations)


def _stepped(actor: Actor) -> Any:
    actor.step(1 / 60)
    return actor.pose


def test_earlier_animations_have_no_effect() -> None:
    creature = made(3, "biped")
    fresh, other = Actor(creature), Actor(creature)
    acts = binding_to(creature, 3)
    for act in acts[1:]:
        playing = other.play(act)
        for _ in range(5):
            other.step(0.0)  # no time passes, so walks and springs stay as they are
        other.stop(playing)
    for actor in (fresh, other):
        actor.play(acts[0]).time = 0.7
        actor.step(0.0)
    np.testing.assert_array_equal(
        fresh.solved.positions[list(creature.spine)], other.solved.positions[list(creature.spine)]
    )
    hands = list(acts[0].goal_bodies)
    np.testing.assert_array_equal(fresh.solved.positions[hands], other.solved.positions[hands])


def test_a_run_of_many_frames_equals_as_many_steps() -> None:
    creature = made(5)
    slow, fast = Actor(creature), Actor(creature)
    act = binding_to(creature)[0]
    commands = np.tile([0.1, 0.7, 0.3, 1 / 60], (20, 1))
    slow.play(act)
    fast.play(act)
    slow.velocity, slow.turn = (0.1, 0.7), 0.3
    _, rotations = fast.run(commands)
    for frame in range(20):
        np.testing.assert_array_equal(_stepped(slow).rotations, rotations[frame])
    np.testing.assert_array_equal(fast.pose.rotations, slow.pose.rotations)


def test_a_fade_is_gentle_and_ends_where_it_should() -> None:
    creature = made(3, "biped")
    actor = Actor(creature)
    playing = actor.play(binding_to(creature)[0], fade=0.5)
    weights = [playing.weight]
    for _ in range(60):
        actor.step(0.01)
        weights.append(playing.weight)
    steps = np.diff(weights)
    assert weights[:: len(weights) - 1] == [0.0, 1.0]
    assert (steps >= 0.0).all()
    assert steps[0] < 0.3 * steps.max()


def test_an_animation_that_is_stopped_goes_once_it_has_faded() -> None:
    creature = made(3, "biped")
    actor = Actor(creature)
    playing = actor.play(binding_to(creature)[0])
    actor.stop(playing, fade=0.2)
    actor.step(0.1)
    assert actor.layers == (playing,)
    actor.step(0.11)
    assert actor.layers == ()


def test_every_event_is_reported_once() -> None:
    creature = made(3, "biped")
    animation = replace(
        binding_to(creature)[0].animation, events=(Event(0.1, "a"), Event(0.25, "b")), loops=True
    )
    actor = Actor(creature)
    actor.play(animation)
    laps = 3
    names = [e.name for _ in range(round(laps * animation.duration / 0.03)) for e in actor.step(0.03)]
    assert names == ["a", "b"] * laps


@pytest.mark.parametrize(("seed", "kind"), CREATURES)
def test_absurd_commands_give_finite_poses(seed: int, kind: str) -> None:
    creature = made(seed, kind)
    actor = Actor(creature)
    layers = [actor.play(act) for act in binding_to(creature, 3)]
    for name in {name for layer in layers for name in layer.bound.animation.targets}:
        actor.set_target(name, (1e9, -1e300, 1e308))
    for layer in layers:
        layer.weight, layer.time = 1e9, 1e12
    for velocity, turn, seconds in (
        ((1e300, -1e9), 1e200, 10.0),
        ((-1e9, 1e9), -50.0, 0.0),
        ((0, 5), 0, 60.0),
    ):
        actor.velocity, actor.turn = velocity, turn
        actor.step(seconds)
        assert np.isfinite(actor.pose.rotations).all()
        reach = np.linalg.norm(actor.solved.positions - actor.solved.positions[creature.root], axis=1)
        assert reach.max() < 10.0 * creature.size.max()
    assert layers[0].weight == 1.0


@pytest.mark.parametrize("bad", [np.nan, np.inf])
def test_nan_is_refused(bad: float) -> None:
    actor = Actor(made(3, "biped"))
    playing = actor.play(binding_to(actor.creature)[0])
    for change in (
        lambda: setattr(actor, "velocity", (bad, 0.0)),
        lambda: setattr(actor, "turn", bad),
        lambda: actor.set_target("fruit", (0.0, bad, 0.0)),
        lambda: setattr(playing, "weight", bad),
        lambda: setattr(playing, "time", bad),
        lambda: playing.fade(bad, 1.0),
        lambda: actor.run([[0.0, bad, 0.0, 0.1]]),
    ):
        with pytest.raises(InvalidValue):
            change()
    actor.step(0.1)
    assert np.isfinite(actor.pose.rotations).all()


def test_a_prepared_animation_starts_without_any_binding(monkeypatch: pytest.MonkeyPatch) -> None:
    creature = made(4, "biped")
    first, second = (bound.animation for bound in binding_to(creature))
    actor = Actor(creature)
    base = actor.play(first)
    actor.prepare(second)
    twin = Actor(creature)
    for each in (actor, twin):
        each.velocity = (0.0, 0.7)
        each.step(0.2)
    twin.play(first)
    twin.play(second)

    def refuse(*_: object) -> None:
        raise AssertionError("work that `prepare` should have done")

    for name in ("kept_binding", "step_rig"):
        monkeypatch.setattr(f"kinegraph.creatures.playing.actor.{name}", refuse)
    playing = actor.play(second)
    assert actor.layers == (base, playing)
    actor.stop(base)
    actor.step(1 / 60)
    assert actor.layers == (playing,)


def test_starting_an_animation_again_takes_less_than_three_tenths_of_a_millisecond() -> None:
    creature = made(4, "biped")
    animation = binding_to(creature)[0].animation
    actor = Actor(creature)
    actor.prepare(animation)
    spent = []
    for _ in range(15):
        start = process_time()
        playing = actor.play(animation)
        spent.append(process_time() - start)
        actor.stop(playing)
    assert min(spent) < 0.3e-3


@pytest.mark.parametrize(("seed", "kind"), [(0, "biped"), (1, "insect"), (2, "snail"), (3, "quadruped")])
def test_a_creature_that_is_moved_goes_on_as_if_nothing_had_happened(seed: int, kind: str) -> None:
    creature = made(seed, kind)
    moved, stayed = Actor(creature), Actor(creature)
    for actor in (moved, stayed):
        actor.velocity, actor.turn = (0.1, 0.9), 0.5
        for _ in range(40):
            actor.step(1 / 50)
    moved.move_to(7.0, -3.0, 2.0)
    place, heading = moved.placement
    np.testing.assert_allclose([place[0], place[2], heading], [7.0, -3.0, 2.0], atol=SAME)
    for _ in range(30):
        np.testing.assert_allclose(moved.solved.positions, stayed.solved.positions, atol=1e-7)
        assert moved.planted == stayed.planted
        moved.step(1 / 50)
        stayed.step(1 / 50)


def test_a_creature_that_is_moved_onto_uneven_ground_stands_on_it() -> None:
    creature, ground = made(0, "quadruped"), bumps(0.12, 0.9, seed=5)
    actor = Actor(creature, ground)
    actor.velocity = (0.0, 0.8)
    for _ in range(50):
        actor.step(1 / 60)
    actor.move_to(4.2, 3.1, 1.0)
    feet = [foot for foot, stands in actor.planted.items() if stands]
    assert feet
    standing = {}
    for _ in range(8):
        place, heading = actor.placement
        turn = quat_from_axis_angle([0.0, heading, 0.0])
        goals = place + quat_rotate(turn, actor.goals.positions[list(actor.planted)])
        for (foot, stands), goal in zip(actor.planted.items(), goals, strict=True):
            sole = creature.rest_handles[foot, 1]
            if stands and foot in feet:
                assert goal[1] - sole == pytest.approx(float(ground.height(goal[0], goal[2])), abs=0.05)
                if foot in standing:
                    assert np.linalg.norm(goal - standing[foot]) < 0.02 * float(creature.size.max())
                standing[foot] = goal
        actor.step(1 / 240)


@pytest.mark.parametrize("place", [(np.nan, 0.0, 0.0), (0.0, np.inf, 0.0), (0.0, 0.0, np.nan)])
def test_a_place_that_is_not_finite_is_refused(place: tuple[float, float, float]) -> None:
    with pytest.raises(InvalidValue, match="place needs finite"):
        Actor(made(0)).move_to(*place)


def test_a_plan_can_replace_a_style_at_any_time() -> None:
    plan = GaitPlan("own", (GroupPlan(feet=(FootPlan(0, (FootKey(0.3, duty=0.5, lift=0.4),)),)),))
    actor = Actor(made(0, "biped"), style="lumber/limp")
    actor.velocity = (0.0, 0.8)
    actor.step(0.5)
    before = actor.moment()
    actor.style = plan
    actor.step(0.5)
    after = actor.rotations
    assert np.isfinite(after).all()
    actor.restore(before)
    assert actor.style == "lumber/limp"
    actor.style = plan
    actor.step(0.5)
    np.testing.assert_array_equal(actor.rotations, after)
