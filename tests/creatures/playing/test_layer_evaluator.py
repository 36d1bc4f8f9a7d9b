"""From bound animations to goals: ownership, blends, layers, targets, mirror images."""

from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tests.creatures.any_creature import any_creature, creature_with
from tests.creatures.playing.slow_footing import slow_footing

from kinegraph.core.body import Cap
from kinegraph.core.errors import InvalidValue
from kinegraph.core.math.rotations import (
    quat_conjugate,
    quat_from_axis_angle,
    quat_multiply,
    quat_normalize,
    quat_rotate,
)
from kinegraph.core.mirror import REFLECT, REFLECT_QUAT
from kinegraph.creatures.animation.channel import (
    BodyTarget,
    Channel,
    ChannelTarget,
    DeformTrack,
    ExternalTarget,
    PositionTrack,
    RotationTrack,
)
from kinegraph.creatures.animation.context import Context
from kinegraph.creatures.animation.general_animation import GeneralAnimation, UnknownTarget
from kinegraph.creatures.animation.movement_mode import (
    PositionMode,
    RotationMode,
    Scale,
    Secondary,
)
from kinegraph.creatures.animation.smooth_keys import smooth_curve, smooth_turns
from kinegraph.creatures.binding.binding import bind
from kinegraph.creatures.binding.ownership import POSITION, ROTATION
from kinegraph.creatures.binding.specialization import (
    Surroundings,
    middles,
    specialize_position,
    specialize_rotation,
)
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.goals import Goals
from kinegraph.creatures.body.rest_goals import rest_goals
from kinegraph.creatures.playing.layer_evaluator import LayerEvaluator

METRES = PositionMode(scale=Scale.NONE)
REACH = PositionMode(secondary=Secondary.REACH)
GRASPERS = Context(Cap.GRASPER)


def _at(place: Any, mode: PositionMode = METRES, weight: Any = None) -> PositionTrack:
    return PositionTrack(mode, smooth_curve([0.0], [place]), weight)


def _turned(vector: Any, mode: RotationMode | None = None) -> RotationTrack:
    return RotationTrack(mode or RotationMode(), smooth_turns([0.0], [quat_from_axis_angle(vector)]))


def _ramp(start: float, stop: float) -> Any:
    return smooth_curve([0.0, 1.0], [[start], [stop]])


def _pair() -> Creature:
    return creature_with(
        {
            "l": (Cap.GRASPER, (0.5, 1.2, 0.1)),
            "r": (Cap.GRASPER, (-0.5, 1.2, 0.1)),
            "mouth": (Cap.MOUTH, (0.0, 1.5, 0.3)),
            "tail": (Cap.TAIL, (0.0, 1.0, -0.4)),
        }
    )


def _play(
    creature: Creature, *channels: Channel, variant: int = 0, targets: Any = (), duration: float = 1.0
) -> LayerEvaluator:
    animation = GeneralAnimation("any", duration, channels, targets=dict.fromkeys(targets, (0.0, 0.5, 1.0)))
    return LayerEvaluator(creature, [bind(animation, creature).play(variant)])


def test_the_first_channel_owns_a_position_and_another_the_rotation() -> None:
    first = Channel("first", GRASPERS, _at((0.0, 0.1, 0.0)))
    second = Channel("second", GRASPERS, _at((0.0, 9.0, 0.0)), _turned((0.3, 0.0, 0.0)))
    goals = _play(_pair(), first, second).goals(0.0)
    assert np.allclose(goals.positions[1], [0.5, 1.3, 0.1], atol=1e-12)
    assert np.allclose(goals.rotations[1], quat_from_axis_angle([0.3, 0.0, 0.0]), atol=1e-12)


def test_ownership_is_per_body() -> None:
    left = Channel("left", GRASPERS.most("left"), _at((0.0, 0.1, 0.0)))
    both = Channel("both", GRASPERS, _at((0.0, 0.2, 0.0)))
    goals = _play(_pair(), left, both).goals(0.0)
    assert np.allclose(goals.positions[1:3, 1], [1.3, 1.4], atol=1e-12)


def test_channels_of_one_blend_group_share_by_weight() -> None:
    one = Channel("one", GRASPERS, _at((0.0, 0.4, 0.0), weight=_ramp(1.0, 1.0)), blend_group="hands")
    other = Channel("other", GRASPERS, _at((0.0, 0.0, 0.0), weight=_ramp(0.0, 1.0)), blend_group="hands")
    player = _play(_pair(), one, other)
    assert np.allclose(player.goals(0.0).positions[1, 1], 1.6, atol=1e-12)
    assert np.allclose(player.goals(1.0).positions[1, 1], 1.4, atol=1e-12)


def test_a_channel_of_another_group_never_reaches_an_owned_part() -> None:
    owner = Channel("owner", GRASPERS, _at((0.0, 0.4, 0.0), weight=_ramp(0.0, 0.0)), blend_group="a")
    other = Channel("other", GRASPERS, _at((0.0, 0.2, 0.0)), blend_group="b")
    assert _play(_pair(), owner, other).goals(0.0).position_weights[1] == 0.0


def test_a_fruit_goes_from_the_tree_to_the_mouth_by_cross_fade() -> None:
    to_fruit = Channel(
        "to fruit",
        GRASPERS,
        _at((1.0, 0.0, 0.0), REACH, _ramp(1.0, 0.0)),
        target=ExternalTarget("fruit"),
        one_at_a_time=True,
        variant_group="hand",
        blend_group="hand",
    )
    to_mouth = Channel(
        "to mouth",
        GRASPERS,
        _at((1.0, 0.0, 0.0), REACH, _ramp(0.0, 1.0)),
        target=BodyTarget(Context(Cap.MOUTH)),
        one_at_a_time=True,
        variant_group="hand",
        blend_group="hand",
    )
    creature = _pair()
    player = _play(creature, to_fruit, to_mouth, targets=("fruit",))
    fruit, mouth = np.array([0.8, 2.0, 0.6]), creature.rest_handles[3]
    path = [player.goals(t, targets={"fruit": fruit}) for t in np.linspace(0.0, 1.0, 101)]
    places = np.array([goals.positions[1] for goals in path])
    assert np.abs(places[0] - fruit).max() < 1e-12
    assert np.abs(places[-1] - mouth).max() < 1e-12
    assert np.abs(places[50] - 0.5 * (fruit + mouth)).max() < 1e-9  # smooth weights are even at half time
    assert np.linalg.norm(np.diff(places, axis=0), axis=1).max() < 0.03
    assert min(goals.position_weights[1] for goals in path) > 1.0 - 1e-12


def test_a_variant_moves_only_the_body_that_it_chose() -> None:
    hand = Channel("hand", GRASPERS, _at((0.0, 0.3, 0.0)), one_at_a_time=True)
    goals = _play(_pair(), hand, variant=1).goals(0.0)
    assert goals.position_weights[1:3].tolist() == [0.0, 1.0]


def test_a_target_that_is_moved_itself_is_met_where_it_goes() -> None:
    mouth = Channel("mouth", Context(Cap.MOUTH), _at((0.0, -0.2, 0.1)))
    hand = Channel("hand", GRASPERS, _at((1.0, 0.0, 0.0), REACH), target=ChannelTarget("mouth"))
    goals = _play(_pair(), hand, mouth).goals(0.0)
    assert np.abs(goals.positions[1:3] - goals.positions[3]).max() < 1e-12


def test_hands_that_go_by_each_other_see_each_other_at_rest() -> None:
    hand = Channel("hand", GRASPERS, _at((0.5, 0.0, 0.0), REACH), target=BodyTarget(GRASPERS))
    goals = _play(_pair(), hand).goals(0.0)
    assert np.abs(goals.positions[1:3] - [0.0, 1.2, 0.1]).max() < 1e-12


def test_modes_that_follow_move_with_the_root_and_others_stay() -> None:
    root = Channel("root", Context(Cap.ROOT), _at((0.0, -0.3, 0.0)), _turned((0.0, 0.5, 0.0)))
    riding = Channel("riding", GRASPERS.most("left"), _at((0.0, 0.0, 0.0)))
    staying = Channel("staying", GRASPERS.most("right"), _at((0.0, 0.0, 0.0), PositionMode(follows=False)))
    creature = _pair()
    goals = _play(creature, riding, staying, root).goals(0.0)
    turn = quat_from_axis_angle([0.0, 0.5, 0.0])
    place = creature.rest_positions[0]
    carried = place + np.array([0.0, -0.3, 0.0]) + quat_rotate(turn, creature.rest_handles[1] - place)
    assert np.abs(goals.root_position - place - [0.0, -0.3, 0.0]).max() < 1e-12
    assert np.abs(goals.positions[1] - carried).max() < 1e-12
    assert np.abs(goals.positions[2] - creature.rest_handles[2]).max() < 1e-12


def test_layers_go_over_each_other_by_weight() -> None:
    creature = _pair()
    low = GeneralAnimation("low", 1.0, (Channel("a", GRASPERS, _at((0.0, 0.1, 0.0))),))
    high = GeneralAnimation("high", 2.0, (Channel("a", GRASPERS.most("left"), _at((0.0, 0.5, 0.0))),))
    player = LayerEvaluator(creature, [bind(low, creature).play(), bind(high, creature).play()])
    goals = player.goals(0.0, [1.0, 0.25])
    assert np.allclose(goals.positions[1:3, 1], [1.2 + 0.2, 1.3], atol=1e-12)
    assert np.allclose(goals.position_weights[1:3], 1.0, atol=1e-12)
    alone = player.goals(0.0, [0.0, 0.25])
    assert np.allclose(alone.position_weights[1:3], [0.25, 0.0], atol=1e-12)
    assert np.allclose(alone.positions[1, 1], 1.7, atol=1e-12)


def test_a_layer_fades_in_over_the_gaits_feet() -> None:
    creature = creature_with({"l": (Cap.FOOT, (0.3, 0.0, 0.0)), "r": (Cap.FOOT, (-0.3, 0.0, 0.0))})
    lift = _at((0.0, 0.4, 0.0), PositionMode(scale=Scale.NONE, follows=False))
    player = _play(creature, Channel("foot", Context(Cap.FOOT).most("left"), lift))
    goals = player.goals(0.0, 0.5)
    assert np.allclose(goals.positions[1:3, 1], [0.2, 0.0], atol=1e-12)
    assert np.allclose(goals.position_weights[1:3], 1.0, atol=1e-12)


def test_deforms_are_keyed_by_name() -> None:
    from kinegraph.characters.cast import character
    from kinegraph.creatures.body.anatomy import creature_from_character

    bear = creature_from_character(character("bear"))
    roar = Channel("mouth", Context(Cap.MOUTH), deforms=(DeformTrack("open", _ramp(0.0, 1.0)),))
    player = _play(bear, roar)
    names = [deform.name for deform in bear.deforms]
    assert player.goals(1.0).deforms[names.index("open")] == 1.0
    assert player.goals(1.0).deforms[names.index("shut")] == 0.0


@given(seed=st.integers(0, 10**6))
def test_the_mirrored_variant_is_the_mirror_image(seed: int) -> None:
    random = np.random.default_rng(seed)
    creature = _pair()
    hand = Channel(
        "hand",
        GRASPERS,
        _at(random.normal(size=3), PositionMode(secondary=Secondary.REACH)),
        _turned(random.normal(size=3), RotationMode(absolute=bool(random.integers(2)), look_at=True)),
        target=ExternalTarget("fruit"),
        one_at_a_time=True,
    )
    rest_hand = Channel("other hand", GRASPERS.most("right"), _at(random.normal(size=3)))
    root = Channel("root", Context(Cap.ROOT), _at(random.normal(size=3)), _turned(random.normal(size=3)))
    tail = Channel("tail", Context(Cap.TAIL), _at(random.normal(size=3)), mirrors=False)
    channels = (hand, rest_hand, root, tail)
    fruit = random.normal(size=3)
    plain = _play(creature, *channels, targets=("fruit",)).goals(0.0, targets={"fruit": fruit})
    image = _play(creature, *channels, targets=("fruit",), variant=1).goals(
        0.0, targets={"fruit": fruit * REFLECT}
    )
    swap = [0, 2, 1, 3, 4]
    assert np.abs(plain.root_position * REFLECT - image.root_position).max() < 1e-9
    assert np.abs(plain.positions * REFLECT - image.positions[swap]).max() < 1e-9
    assert np.abs(plain.position_weights - image.position_weights[swap]).max() < 1e-12
    turns = np.abs(np.sum(plain.rotations * REFLECT_QUAT * image.rotations[swap], axis=1))
    assert np.abs(turns - 1.0).max() < 1e-9


@given(seed=st.integers(0, 10**6))
def test_keys_at_rest_leave_every_creature_at_rest(seed: int) -> None:
    random = np.random.default_rng(seed)
    creature = any_creature(seed % 60)
    channels = []
    for number, cap in enumerate(Cap):
        mode = PositionMode(
            False,
            list(Scale)[random.integers(3)],
            bool(random.integers(2)),
            bool(random.integers(2)),
            list(Secondary)[random.integers(3)],
            bool(random.integers(2)),
        )
        rotation = _turned((0.0, 0.0, 0.0)) if number % 2 else None
        channel = Channel(cap, Context(cap), _at((0.0,) * 3, mode), rotation, target=ExternalTarget("thing"))
        channels.append(channel)
    player = _play(creature, *channels, targets=("thing",))
    goals = player.goals(0.0, targets={"thing": random.normal(size=3) * 2.0})
    assert np.abs(goals.positions - creature.rest_handles).max() < 1e-9
    assert np.abs(goals.root_position - creature.rest_positions[creature.root]).max() < 1e-9
    same = np.abs(np.sum(goals.rotations * creature.rest_rotations, axis=1))
    assert np.abs(same - 1.0).max() < 1e-9


def test_the_same_frame_is_bit_equal_whatever_was_asked_before() -> None:
    hand = Channel(
        "hand", GRASPERS, _at((0.3, 0.1, 0.0), REACH), _turned((0.1, 0.2, 0.3)), target=ExternalTarget("x")
    )
    player = _play(_pair(), hand, targets=("x",))
    first = player.goals(0.3, targets={"x": (1.0, 1.0, 1.0)})
    for time in (0.9, 0.0, 0.5):
        player.goals(time, targets={"x": (5.0, -time, 0.0)})
    again = player.goals(0.3, targets={"x": (1.0, 1.0, 1.0)})
    assert all((a == b).all() for a, b in zip(first, again, strict=True))


@pytest.mark.parametrize("place", [(1e300, -1e300, 0.0), (0.0, 0.0, 0.0), (0.5, 1.2, 0.1)])
def test_absurd_targets_give_finite_goals(place: Any) -> None:
    look = _turned((0.1, 0.0, 0.0), RotationMode(look_at=True))
    hand = Channel("hand", GRASPERS, _at((1.0, 0.5, 0.2), REACH), look, target=ExternalTarget("x"))
    goals = _play(_pair(), hand, targets=("x",)).goals(0.0, targets={"x": place})
    assert all(np.isfinite(array).all() for array in goals)


def test_a_target_without_a_place_is_refused() -> None:
    hand = Channel("hand", GRASPERS, _at((1.0, 0.0, 0.0), REACH), target=ExternalTarget("fruit"))
    player = _play(_pair(), hand, targets=("fruit",))
    with pytest.raises(UnknownTarget, match="fruit"):
        player.goals(0.0, targets={"friut": (0.0, 0.0, 0.0)})
    with pytest.raises(InvalidValue):
        player.goals(0.0, targets={"fruit": (np.nan, 0.0, 0.0)})


def _slow_goals(player: LayerEvaluator, time: float, places: dict[str, np.ndarray]) -> Goals:
    """One layer of weight 1 in plain Python: entry by entry, share by share."""
    layer, creature = player.layers[0], player.creature
    goals = rest_goals(creature, standing=True)
    around = {"carrier_position": np.zeros(3), "carrier_rotation": np.array([0.0, 0.0, 0.0, 1.0])}
    before, stands = (goals.root_position.copy(), goals.root_rotation.copy()), False

    def find_footing() -> None:
        after = goals.root_position.copy(), goals.root_rotation.copy()
        support = [_bears(player, leg.foot, time) for leg in creature.legs]
        kept = slow_footing(creature, support, before, after, goals.positions)
        goals.root_position[:], goals.root_rotation[:] = kept

    for entry in layer.entries:
        if entry.body != creature.root and not stands:
            find_footing()
            stands = True
            around = _carried_by(creature, goals)
        values, weights = [], []
        for part in entry.shares:
            weight = 1.0 if part.track.weight is None else float(part.track.weight.at(time)[0])
            target = places.get(part.target, np.zeros(3)) if isinstance(part.target, str) else np.zeros(3)
            mode, surface = getattr(part.track, "mode", None), 0.0
            touches = isinstance(mode, PositionMode) and mode.secondary is Secondary.SURFACE
            if isinstance(part.target, int):
                at_rest = middles(creature) if touches else creature.rest_handles
                target = quat_rotate(around["carrier_rotation"], at_rest[part.target])
                target = target + around["carrier_position"]
                surface = creature.character.bodies[part.target].radius if touches else 0.0
            where = Surroundings(target, 0.0, **around, surface=surface)
            kind: Any = specialize_position if entry.kind == POSITION else specialize_rotation
            track: Any = part.track
            value = track.curve.at(time)
            values.append(kind(creature, entry.body, value, track.mode, where, mirrored=part.mirrored))
            weights.append(weight)
        value = values[0] if entry.kind == ROTATION else np.average(values, axis=0, weights=weights)
        if entry.body != creature.root:
            under = goals.positions if entry.kind == POSITION else goals.rotations
            share = min(1.0, sum(weights)) if goals.position_weights[entry.body] else 1.0
            under[entry.body] += share * (value - under[entry.body])
            continue
        if entry.kind == POSITION:
            goals.root_position[:] += value - creature.rest_handles[creature.root]
        else:
            goals.root_rotation[:] = value
        around = _carried_by(creature, goals)
    if not stands:  # nothing but the root is moved
        find_footing()
    return goals


def _carried_by(creature: Creature, goals: Goals) -> dict[str, np.ndarray]:
    turn = quat_multiply(goals.root_rotation, quat_conjugate(creature.rest_rotations[creature.root]))
    place = goals.root_position - quat_rotate(turn, creature.rest_positions[creature.root])
    return {"carrier_position": place, "carrier_rotation": turn}


def _bears(player: LayerEvaluator, foot: int, time: float) -> float:
    """How much of a foot stands: what no channel moves."""
    total = 0.0
    for entry in player.layers[0].entries:
        for part in entry.shares if entry.body == foot and entry.kind == POSITION else ():
            weight = 1.0 if part.track.weight is None else float(part.track.weight.at(time)[0])
            total += weight
    return 1.0 - min(total, 1.0)


@given(seed=st.integers(0, 10**6))
def test_the_frame_kernel_agrees_with_its_plain_twin(seed: int) -> None:
    random = np.random.default_rng(seed)
    creature = any_creature(int(random.integers(60)))
    times = [0.0, 0.4, 1.0]
    channels = []
    for cap in (Cap.GRASPER, Cap.FOOT, Cap.TAIL, Cap.HEAD, Cap.MOUTH):
        for number in range(2):
            mode = PositionMode(
                secondary=list(Secondary)[random.integers(3)], follows=bool(random.integers(2))
            )
            channels.append(
                Channel(
                    f"{cap} {number}",
                    Context(cap),
                    PositionTrack(
                        mode,
                        smooth_curve(times, random.normal(size=(3, 3))),
                        smooth_curve(times, random.uniform(0.1, 1.0, size=(3, 1))),
                    ),
                    RotationTrack(
                        RotationMode(look_at=bool(random.integers(2))),
                        smooth_turns(times, quat_normalize(random.normal(size=(3, 4)))),
                    )
                    if number == 0
                    else None,
                    target=ExternalTarget("x") if random.integers(2) else BodyTarget(Context(Cap.LIMB)),
                    blend_group=str(cap),
                )
            )
    moves = PositionTrack(METRES, smooth_curve(times, random.normal(size=(3, 3))))
    channels.append(Channel("root", Context(Cap.ROOT), moves, _turned(random.normal(size=3))))
    player = _play(creature, *channels, targets=("x",))
    # The twin takes body targets at rest, as carried: keep only creatures whose targets are not moved
    # themselves.
    moved = set(player.layers[0].goal_bodies)
    assume(not any(part.target in moved for entry in player.layers[0].entries for part in entry.shares))
    time, place = float(random.uniform(0.0, 1.0)), random.normal(size=3) * 3.0
    fast, slow = player.goals(time, targets={"x": place}), _slow_goals(player, time, {"x": place})
    assert np.abs(fast.positions - slow.positions).max() < 1e-9
    assert np.abs(fast.root_position - slow.root_position).max() < 1e-9
    assert np.abs(np.abs(np.sum(fast.rotations * slow.rotations, axis=1)) - 1.0).max() < 1e-9
