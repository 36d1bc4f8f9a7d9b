"""The variant product, with the paper's own counts."""

from typing import Any

import pytest
from tests.creatures.any_creature import creature_with

from kinegraph.core.body import Cap
from kinegraph.creatures.animation.channel import Channel, PositionTrack
from kinegraph.creatures.animation.context import Context
from kinegraph.creatures.animation.general_animation import GeneralAnimation, Side, SideRule
from kinegraph.creatures.animation.movement_mode import PositionMode
from kinegraph.creatures.animation.smooth_keys import smooth_curve
from kinegraph.creatures.binding.binding import DoesNotBind, bind
from kinegraph.creatures.binding.variants import nearest_variant
from kinegraph.creatures.body.creature import Creature

STILL = PositionTrack(PositionMode(), smooth_curve([0.0], [[0.0, 0.0, 0.0]]))


def _channel(name: str, cap: Cap = Cap.GRASPER, **more: Any) -> Channel:
    return Channel(name, Context(cap), STILL, one_at_a_time=True, **more)


def _animation(*channels: Channel, rules: tuple[SideRule, ...] = ()) -> GeneralAnimation:
    return GeneralAnimation("any", 1.0, channels, side_rules=rules)


def _chosen(creature: Creature, animation: GeneralAnimation) -> list[str]:
    """The paper's way to name variants: the chosen bodies' names, one after the other."""
    names = creature.character.skeleton.names
    return ["".join(names[body] for body in variant.bodies) for variant in bind(animation, creature).variants]


def paper_creature(upper: Cap = Cap.GRASPER, lower: Cap = Cap.GRASPER) -> Any:
    """The paper's figure 4: A left and B right above, 1 on one side and 2, 3 on the other below."""
    return creature_with(
        {
            "A": (upper, (0.4, 1.5, 0.0)),
            "B": (upper, (-0.4, 1.5, 0.0)),
            "1": (lower, (0.5, 0.8, 0.0)),
            "2": (lower, (-0.5, 0.9, 0.0)),
            "3": (lower, (-0.5, 0.6, 0.0)),
        }
    )


def test_five_graspers_and_one_channel_give_five() -> None:
    assert _chosen(paper_creature(), _animation(_channel("grab"))) == ["A", "B", "1", "2", "3"]


def test_a_hand_off_between_two_graspers_gives_two() -> None:
    creature = paper_creature(lower=Cap.FOOT)
    assert _chosen(creature, _animation(_channel("give"), _channel("take"))) == ["AB", "BA"]


def test_a_fruit_from_three_graspers_to_two_mouths_gives_six() -> None:
    creature = paper_creature(upper=Cap.MOUTH)
    found = _chosen(creature, _animation(_channel("hand"), _channel("mouth", Cap.MOUTH)))
    assert found == ["1A", "1B", "2A", "2B", "3A", "3B"]


@pytest.mark.parametrize(
    ("side", "expected"),
    [
        (Side.SAME, ["23", "32"]),
        (Side.OPPOSITE, ["12", "13", "21", "31"]),
        (None, ["12", "13", "21", "23", "31", "32"]),
    ],
)
def test_side_rules_leave_the_paper_s_counts(side: Any, expected: Any) -> None:
    creature = paper_creature(upper=Cap.MOUTH)
    rules = () if side is None else (SideRule("one", "other", side),)
    assert _chosen(creature, _animation(_channel("one"), _channel("other"), rules=rules)) == expected


def test_channels_of_one_variant_group_vary_together() -> None:
    creature = paper_creature(lower=Cap.FOOT)
    shoulder = Channel(
        "shoulder", Context(Cap.GRASPER).spine_segment(), STILL, one_at_a_time=True, variant_group="arm"
    )
    animation = _animation(_channel("hand", variant_group="arm"), shoulder)
    assert _chosen(creature, animation) == ["A", "B"]
    assert bind(animation, creature).play(1).bodies == {"hand": (2,), "shoulder": (0,)}


def test_no_varying_channel_gives_one_variant() -> None:
    animation = GeneralAnimation("any", 1.0, (Channel("all", Context(Cap.GRASPER), STILL),))
    binding = bind(animation, paper_creature())
    assert len(binding.variants) == 1
    assert binding.play().bodies == {"all": (1, 2, 3, 4, 5)}


def test_a_group_without_bodies_takes_no_part() -> None:
    creature = paper_creature()
    assert _chosen(creature, _animation(_channel("grab"), _channel("tail", Cap.TAIL))) == [
        "A",
        "B",
        "1",
        "2",
        "3",
    ]


def test_a_stand_in_plays_only_where_the_first_choice_is_missing() -> None:
    animation = _animation(_channel("hand"), _channel("foot", Cap.FOOT, instead_of=("hand",)))
    with_hands = bind(animation, paper_creature(lower=Cap.FOOT))
    assert [set(with_hands.play(k).bodies) for k in range(len(with_hands.variants))] == [{"hand"}] * 2
    without = bind(animation, paper_creature(Cap.MOUTH, Cap.FOOT))
    assert [set(without.play(k).bodies) for k in range(len(without.variants))] == [{"foot"}] * 3


def test_side_rules_that_nothing_meets_keep_an_animation_from_binding() -> None:
    creature = creature_with({"A": (Cap.GRASPER, (0.4, 1.5, 0.0)), "B": (Cap.GRASPER, (-0.4, 1.5, 0.0))})
    rules = (SideRule("one", "other", Side.SAME),)
    with pytest.raises(DoesNotBind, match="side rules"):
        bind(_animation(_channel("one"), _channel("other"), rules=rules), creature)


def test_the_nearest_variant_is_the_hand_next_to_the_fruit() -> None:
    creature = paper_creature()
    found = bind(_animation(_channel("grab")), creature).variants
    assert nearest_variant(creature, found, (-2.0, 0.6, 0.0)) == 4
    assert nearest_variant(creature, found, (1.0, 1.6, 0.0)) == 0
