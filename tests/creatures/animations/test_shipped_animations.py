"""The animations that ship: they bind widely, are authored soundly and give sound goals."""

from pathlib import Path

import numpy as np
import pytest

from kinegraph.characters.cast import CAST, character
from kinegraph.core.body import Cap
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.authoring import REST, Sketch, by_limb
from kinegraph.creatures.animation.branching import unmet_branches
from kinegraph.creatures.animations import UnknownAnimation, shipped_animation, shipped_animations
from kinegraph.creatures.binding.binding import DoesNotBind, bind
from kinegraph.creatures.binding.target_reach import bring_within_reach
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.generator.kinds import KINDS
from kinegraph.creatures.maker.maker import creature_from_plan
from kinegraph.creatures.playing.layer_evaluator import LayerEvaluator
from kinegraph.creatures.playing.motion_tables import bodies_that_reach, target_places

FRAMES = 7


@pytest.fixture(scope="module")
def creatures() -> list[Creature]:
    """The cast, and one of every kind that the generator knows."""
    cast = [creature_from_character(character(name)) for name in CAST]
    return cast + [creature_from_plan(generate(7, kind), skin=False) for kind in KINDS]


def _plays(subject: Creature, name: str) -> LayerEvaluator | None:
    try:
        return LayerEvaluator(subject, [bind(shipped_animations()[name], subject).play()])
    except DoesNotBind:
        return None


@pytest.mark.parametrize("name", list(shipped_animations()))
def test_it_plays_wherever_its_branches_allow_with_finite_goals_near_the_body(
    name: str, creatures: list[Creature]
) -> None:
    played = 0
    for creature in creatures:
        player = _plays(creature, name)
        if player is None:
            continue
        played += 1
        size = float(creature.size.max())
        for time in np.linspace(0.0, shipped_animations()[name].duration, FRAMES):
            goals = player.goals(time)
            assert all(np.isfinite(array).all() for array in goals)
            away = goals.position_weights * np.linalg.norm(goals.positions - creature.rest_handles, axis=1)
            assert away.max() < 1.4 * size  # a hand that spins with the body passes behind it
            shift = goals.root_position - creature.rest_positions[creature.root]
            assert np.linalg.norm(shift) < 0.45 * size
            assert goals.deforms.min(initial=0.0) >= -0.3  # eyes that open wide
            assert goals.deforms.max(initial=0.0) <= 1.1
    allowed = sum(not unmet_branches(creature, shipped_animations()[name].branches) for creature in creatures)
    one_handed = sum(len(creature.bodies_with(Cap.GRASPER)) == 1 for creature in creatures)
    assert played == allowed - (one_handed if name == "hand over" else 0)


@pytest.mark.parametrize("name", list(shipped_animations()))
def test_it_binds_to_every_creature_or_says_which_branch_forbids_it(
    name: str, creatures: list[Creature]
) -> None:
    for subject in creatures:
        alone = name == "hand over" and len(subject.bodies_with(Cap.GRASPER)) == 1
        if alone or unmet_branches(subject, shipped_animations()[name].branches):
            with pytest.raises(DoesNotBind, match=r"must be|needs more bodies"):
                bind(shipped_animations()[name], subject)
        else:
            assert bind(shipped_animations()[name], subject).variants


@pytest.mark.parametrize("name", [name for name, made in shipped_animations().items() if made.loops])
def test_a_loop_closes_in_place_and_in_speed(name: str, creatures: list[Creature]) -> None:
    made = shipped_animations()[name]
    step = 1e-4
    for subject in creatures[::5]:
        player = _plays(subject, name)
        if player is None:
            continue
        times = (0.0, step, made.duration - step, made.duration - 1e-12)
        first, second, before, last = (_placed(player.goals(time)) for time in times)
        size = float(subject.size.max())
        assert np.abs(first - last).max() < 1e-6 * size
        rates = (second - first) / step, (last - before) / step
        assert np.abs(rates[0] - rates[1]).max() < 0.02 * size  # sizes a second


def _placed(goals: Goals) -> np.ndarray:
    """(B + 1, 3) places of goals that count, and of the root."""
    places = np.where(goals.position_weights[:, None] > 0.0, goals.positions, 0.0)
    return np.vstack([places, goals.root_position])


@pytest.mark.parametrize("name", [name for name, made in shipped_animations().items() if not made.loops])
def test_animations_that_do_not_loop_begin_and_end_at_rest(name: str, creatures: list[Creature]) -> None:
    made = shipped_animations()[name]
    for subject in creatures[::5]:
        player = _plays(subject, name)
        if player is None:
            continue
        size = float(subject.size.max())
        for time in (0.0, made.duration):
            goals = player.goals(time)
            moved = goals.position_weights[:, None] * (goals.positions - subject.rest_handles)
            assert np.abs(moved).max() < 1e-9 * size
            assert np.abs(goals.root_position - subject.rest_positions[subject.root]).max() < 1e-9 * size


def test_default_targets_are_within_reach(creatures: list[Creature]) -> None:
    for subject in creatures:
        for name in ("eat fruit", "pick from tree", "point", "catch", "carry", "shake hands"):
            try:
                bound = bind(shipped_animations()[name], subject).play()
            except DoesNotBind:
                continue
            for place in target_places(subject, [bound]):
                for body in bodies_that_reach(bound, next(iter(shipped_animations()[name].targets))):
                    assert (
                        np.abs(bring_within_reach(subject, body, place) - place).max()
                        < 0.1 * subject.size.max()
                    )


def test_a_default_target_is_on_the_side_of_the_variant() -> None:
    bear = creature_from_character(character("bear"))
    left, right = (target_places(bear, [bind(shipped_animation("point"), bear).play(k)])[0] for k in (0, 1))
    assert left[0] > 0.0
    assert np.abs(left * [-1.0, 1.0, 1.0] - right).max() < 0.01


def test_events_name_channels_and_happen_while_it_plays() -> None:
    for made in shipped_animations().values():
        assert made.about.endswith((".", "?"))
        for event in made.events:
            assert 0.0 <= event.time <= made.duration
    assert sum(bool(made.events) for made in shipped_animations().values()) >= 36


def test_forty_five_ship() -> None:
    assert len(shipped_animations()) == 46


@pytest.mark.parametrize("name", list(shipped_animations()))
def test_no_goal_moves_faster_than_a_punch(name: str, creatures: list[Creature]) -> None:
    made = shipped_animations()[name]
    player = next(player for player in (_plays(subject, name) for subject in creatures) if player is not None)
    size = float(player.creature.size.max())
    steps = np.linspace(0.0, made.duration, 200)
    path = np.array([player.goals(time).positions for time in steps])
    speed = np.abs(np.diff(path, axis=0)).max() / (steps[1] - steps[0])
    assert speed < 6.5 * size  # a second; punch, the fastest, has 6.1


def test_every_kind_of_creature_has_most_of_them(creatures: list[Creature]) -> None:
    for subject in creatures:
        played = sum(_plays(subject, name) is not None for name in shipped_animations())
        assert played >= 39, subject.character.name


def test_all_but_three_play_on_a_body_without_arms_and_legs() -> None:
    snail = creature_from_plan(generate(5, "snail"), skin=False)
    assert (
        sum(_plays(snail, name) is not None for name in shipped_animations()) == len(shipped_animations()) - 3
    )


def test_a_hand_that_waves_is_one_of_as_many_as_there_are() -> None:
    many = creature_from_plan(generate(3, "many armed"), skin=False)
    assert len(bind(shipped_animation("wave"), many).variants) == len(many.bodies_with(Cap.GRASPER)) > 2


def test_an_unknown_animation_is_reported_with_a_suggestion() -> None:
    with pytest.raises(UnknownAnimation, match="wave"):
        shipped_animation("wawe")


def test_a_wave_takes_ten_lines() -> None:
    sketch = Sketch("my wave", seconds=2.0)
    hand = sketch.each("hand", "graspers")
    hand.moves(by_limb(), {0.0: REST, 0.5: (0.2, 1.0, 0.2), 1.0: (0.4, 1.0, 0.2), 2.0: REST})
    bear = creature_from_character(character("bear"))
    player = LayerEvaluator(bear, [bind(sketch.finished(), bear).play()])
    hand_of_bear = bear.bodies_with(Cap.GRASPER)[0]
    raised = player.goals(0.5).positions[hand_of_bear] - bear.rest_handles[hand_of_bear]
    assert np.abs(raised - bear.limb_lengths[hand_of_bear] * np.array([0.2, 1.0, 0.2])).max() < 1e-9


def test_keys_outside_an_animation_are_refused() -> None:
    with pytest.raises(InvalidValue, match="between 0 and 1"):
        Sketch("short", seconds=1.0).all("hand", "graspers").moves(by_limb(), {0.0: REST, 2.0: REST})


def test_the_order_in_which_keys_are_written_does_not_matter() -> None:
    forwards = (
        Sketch("a", seconds=1.0).all("x", "graspers").moves(by_limb(), {0.0: REST, 1.0: (1.0, 0.0, 0.0)})
    )
    backwards = (
        Sketch("a", seconds=1.0).all("x", "graspers").moves(by_limb(), {1.0: (1.0, 0.0, 0.0), 0.0: REST})
    )
    one, other = forwards.channel.position, backwards.channel.position
    assert one is not None
    assert other is not None
    assert (one.curve.values == other.curve.values).all()


def test_the_manual_lists_exactly_these_in_their_order() -> None:
    manual = (Path(__file__).parents[3] / "docs" / "creatures.md").read_text()
    lines = {line.split("|")[1].strip(): line for line in manual.splitlines() if line.count("|") == 6}
    listed = [name for name in lines if name in shipped_animations()]
    assert listed == list(shipped_animations())
    for name, animation in shipped_animations().items():
        assert animation.about in lines[name]
