"""What contexts select: the paper's rules for types, zones, extents and the limb modifier."""

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.creatures.any_context import contexts
from tests.creatures.any_creature import creature_with
from tests.creatures.made_creatures import made, reflected

from kinegraph.core.body import Cap
from kinegraph.creatures.animation.context import SIDES, Context, Place
from kinegraph.creatures.binding.selection import CENTER_SHARE, select
from kinegraph.creatures.body.creature import Creature

creatures = st.integers(0, 60)
caps = st.none() | st.sampled_from(Cap)
AXES = (("left", "center", "right"), ("top", "midheight", "bottom"), ("front", "midlength", "back"))
axes = st.sampled_from(AXES)


def _named(creature: Creature, context: Context) -> set[str]:
    return {creature.character.skeleton.names[body] for body in select(creature, context)}


@pytest.fixture(scope="module")
def four_hands() -> Any:
    """Graspers all in the front half, a foot far behind that makes the body long."""
    return creature_with(
        {
            "high": (Cap.GRASPER, (0.4, 1.6, 0.9)),
            "low": (Cap.GRASPER, (0.4, 0.8, 0.9)),
            "left": (Cap.GRASPER, (0.5, 1.0, 0.4)),
            "right": (Cap.GRASPER, (-0.5, 1.0, 0.4)),
            "heel": (Cap.FOOT, (0.0, 0.0, -1.0)),
        }
    )


def test_the_front_of_the_character_holds_all_four_graspers(four_hands: Creature) -> None:
    assert _named(four_hands, Context(Cap.GRASPER).within("front")) == {"high", "low", "left", "right"}


def test_the_front_of_the_set_holds_the_front_ones_only(four_hands: Creature) -> None:
    context = Context(Cap.GRASPER).within("front", setspace=True)
    assert _named(four_hands, context) == {"high", "low"}


def test_a_tie_goes_to_the_lower_index(four_hands: Creature) -> None:
    assert _named(four_hands, Context(Cap.GRASPER).most("front")) == {"high"}


def test_an_extent_applies_after_the_zones(four_hands: Creature) -> None:
    assert _named(four_hands, Context(Cap.GRASPER).within("right").most("left")) == {"right"}


def test_a_setspace_is_that_of_the_type_whatever_the_other_zones_leave(four_hands: Creature) -> None:
    context = Context(Cap.GRASPER).within("right").within("front", setspace=True)
    assert _named(four_hands, context) == set()


def test_the_spine_segment_stands_for_the_limbs_that_hang_on_it(four_hands: Creature) -> None:
    assert _named(four_hands, Context(Cap.GRASPER).spine_segment()) == {"torso"}


def test_a_type_without_bodies_selects_nothing(four_hands: Creature) -> None:
    assert select(four_hands, Context(Cap.WING).most("front").spine_segment()) == ()


def test_one_body_alone_is_in_every_zone_of_its_own_set(four_hands: Creature) -> None:
    for place in Place:
        assert _named(four_hands, Context(Cap.FOOT).within(place, setspace=True)) == {"heel"}


@given(creatures, caps, axes, st.booleans())
def test_the_two_sides_cover_all(seed: int, cap: Cap, axis: Any, setspace: bool) -> None:
    creature = made(seed)
    sides = [set(select(creature, Context(cap).within(axis[i], setspace=setspace))) for i in (0, 2)]
    assert sides[0] | sides[1] == set(select(creature, Context(cap)))


@given(creatures, caps, axes, st.booleans())
def test_bodies_on_both_sides_are_in_the_centre(seed: int, cap: Cap, axis: Any, setspace: bool) -> None:
    creature = made(seed)
    first, center, last = (set(select(creature, Context(cap).within(p, setspace=setspace))) for p in axis)
    assert first & last == center


@given(creatures, caps, st.sampled_from(Place))
def test_a_zone_is_where_plain_arithmetic_says(seed: int, cap: Cap, place: Any) -> None:
    creature = made(seed)
    chosen = select(creature, Context(cap).within(place))
    low, high = creature.bounds[:, place.axis]
    for body in select(creature, Context(cap)):
        share = (creature.rest_handles[body, place.axis] - low) / (high - low) - 0.5
        if abs(abs(share) - CENTER_SHARE / 2) > 1e-6:
            inside = abs(share) < CENTER_SHARE / 2 or (place.sign != 0 and np.sign(share) == place.sign)
            assert (body in chosen) == inside


@given(creatures, caps, st.sampled_from(SIDES))
def test_neither_side_of_a_set_is_empty(seed: int, cap: Cap, side: Any) -> None:
    creature = made(seed)
    selected = select(creature, Context(cap))
    assert bool(select(creature, Context(cap).within(side, setspace=True))) == bool(selected)


@given(creatures, caps, st.sampled_from(SIDES))
def test_an_extent_selects_the_outermost_body(seed: int, cap: Cap, side: Any) -> None:
    creature = made(seed)
    selected, chosen = select(creature, Context(cap)), select(creature, Context(cap).most(side))
    assert len(chosen) == min(len(selected), 1)
    out = side.sign * creature.rest_handles[:, side.axis]
    assert all(out[chosen[0]] >= out[body] - 1e-6 for body in selected)


@given(creatures, contexts)
def test_a_selection_is_sorted_and_without_repeats(seed: int, context: Context) -> None:
    chosen = select(made(seed), context)
    assert list(chosen) == sorted(set(chosen))


@given(creatures, contexts)
def test_the_mirror_image_of_a_creature_selects_the_mirror_images(seed: int, context: Context) -> None:
    assert select(reflected(seed), context.mirrored()) == select(made(seed), context)


@given(creatures, contexts)
def test_a_spine_segment_is_a_body_of_the_spine(seed: int, context: Context) -> None:
    creature = made(seed)
    assert set(select(creature, context.spine_segment())) <= set(creature.spine)
