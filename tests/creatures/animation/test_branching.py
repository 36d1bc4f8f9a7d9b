"""Branch predicates: three-valued, and true of the right bodies."""

from typing import Any

import pytest
from tests.creatures.any_creature import creature_with

from kinegraph.characters.cast import character
from kinegraph.core.body import Cap
from kinegraph.creatures.animation.branching import (
    Predicate,
    Wanted,
    holds,
    unmet_branches,
)
from kinegraph.creatures.animations import shipped_animation
from kinegraph.creatures.binding.binding import DoesNotBind, bind, binds
from kinegraph.creatures.body.anatomy import creature_from_character


@pytest.mark.parametrize(
    ("name", "predicate", "expected"),
    [
        ("figure", Predicate.UPRIGHT_SPINE, True),
        ("bear", Predicate.UPRIGHT_SPINE, True),
        ("dog", Predicate.UPRIGHT_SPINE, False),
        ("lizard", Predicate.UPRIGHT_SPINE, False),
        ("figure", Predicate.HAS_GRASPERS, True),
        ("dog", Predicate.HAS_GRASPERS, False),
        ("dog", Predicate.HAS_TAIL, True),
        ("lamp", Predicate.HAS_WINGS, False),
        ("dog", Predicate.HAS_FEET, True),
    ],
)
def test_predicates_are_true_of_those_one_would_say_it_of(name: str, predicate: Any, expected: bool) -> None:
    assert holds(creature_from_character(character(name)), predicate) is expected


@pytest.mark.parametrize(("wanted", "binds_to"), [(Wanted.TRUE, 1), (Wanted.FALSE, 0), (Wanted.IGNORE, 2)])
def test_a_predicate_is_true_false_or_ignored(wanted: Any, binds_to: int) -> None:
    handed = creature_with({"hand": (Cap.GRASPER, (0.5, 1.0, 0.0))})
    handless = creature_with({"foot": (Cap.FOOT, (0.5, 0.0, 0.0))})
    branches = {Predicate.HAS_GRASPERS: wanted}
    met = [not unmet_branches(subject, branches) for subject in (handed, handless)]
    assert met == {1: [True, False], 0: [False, True], 2: [True, True]}[binds_to]


def test_an_animation_that_does_not_bind_gives_its_reason() -> None:
    dog = creature_from_character(character("dog"))
    assert not binds(shipped_animation("clap"), dog)
    with pytest.raises(DoesNotBind, match="'has graspers' must be true"):
        bind(shipped_animation("clap"), dog)


def test_an_animation_that_finds_nothing_to_move_does_not_bind() -> None:
    from kinegraph.creatures.animation.authoring import REST, Sketch, by_limb

    sketch = Sketch("flap", seconds=1.0)
    sketch.all("wings", "wings").moves(by_limb(), {0.0: REST})
    with pytest.raises(DoesNotBind, match="no body to move"):
        bind(sketch.finished(), creature_from_character(character("dog")))
