"""Generated creatures: every kind is what it is called, and all of them are fit to move."""

import msgspec
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.creatures.made_creatures import made

from kinegraph.core.body import Cap
from kinegraph.core.errors import UnknownName
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.generator.kinds import KINDS
from kinegraph.creatures.grid.scores import INSIDE_LIMIT
from kinegraph.creatures.grid.shape import grid_shape
from kinegraph.creatures.maker.creature_plan import CreaturePlan

seeds = st.integers(0, 2**40)


@given(seeds)
def test_a_seed_always_gives_the_same_plan(seed: int) -> None:
    assert generate(seed) == generate(seed)


@given(seeds)
def test_a_plan_survives_json(seed: int) -> None:
    plan = generate(seed)
    assert msgspec.json.decode(msgspec.json.encode(plan), type=CreaturePlan) == plan


def test_seeds_differ() -> None:
    assert len({generate(seed) for seed in range(200)}) == 200


@given(st.integers(0, 10_000))
def test_every_sole_is_on_the_ground_and_nothing_is_far_below(seed: int) -> None:
    creature = made(seed)
    for leg in creature.legs:
        assert creature.rest_handles[leg.foot, 1] == pytest.approx(0.0, abs=1e-9)
    # Boxes are of flesh before it is pressed flat on the ground: a stump's reach below it, its skin does not.
    assert creature.bounds[0, 1] > -0.1 * creature.size[1]


@given(st.integers(0, 10_000))
def test_every_creature_has_a_face_and_a_sound_tree(seed: int) -> None:
    creature = made(seed)
    assert 12 <= len(creature) <= 110
    assert creature.bodies_with(Cap.EYE)
    assert creature.bodies_with(Cap.MOUTH)
    assert len(creature.spine) >= 3
    assert creature.root in creature.spine
    assert (np.diff(np.sort(creature.order)) == 1).all()
    assert (creature.limb_lengths > 0).all()
    place = {body: n for n, body in enumerate(creature.order.tolist())}
    assert all(place[int(creature.parents[b])] < place[b] for b in place if b != creature.root)


def _counts(kind: str, cap: Cap) -> set[int]:
    return {len(made(seed, kind).bodies_with(cap)) for seed in range(12)}


def _legs(kind: str) -> set[int]:
    return {len(made(seed, kind).legs) for seed in range(12)}


@pytest.mark.parametrize(
    ("kind", "legs"),
    [
        ("snail", {0}),
        ("hopper", {1}),
        ("biped", {2}),
        ("tripod", {3}),
        ("quadruped", {4}),
        ("insect", {6}),
        ("spider", {8}),
    ],
)
def test_a_kind_has_its_number_of_legs(kind: str, legs: int) -> None:
    assert _legs(kind) == legs


def test_spiders_have_legs_of_unequal_length() -> None:
    lengths = [leg.length for leg in made(5, "spider").legs]
    assert max(lengths) > 1.2 * min(lengths)


def test_forked_legs_share_their_upper_bodies() -> None:
    creature = made(2, "forked")
    shared = {leg.bodies[0] for leg in creature.legs}
    assert len(shared) < len(creature.legs)


def test_hydras_have_several_heads_and_many_armed_ones_many_arms() -> None:
    assert min(_counts("hydra", Cap.HEAD)) >= 2
    assert max(_counts("hydra", Cap.HEAD)) == 4
    assert min(_counts("many armed", Cap.GRASPER)) >= 4


def test_some_have_no_arms() -> None:
    assert 0 in _counts("quadruped", Cap.GRASPER)


def test_spines_stand_and_lie() -> None:
    slopes = []
    for seed in range(40):
        spine = made(seed).rest_positions[list(made(seed).spine)]
        way = spine[-1] - spine[0]
        slopes.append(way[1] / np.linalg.norm(way))
    assert min(slopes) < 0.35
    assert max(slopes) > 0.95


def test_lopsided_ones_are_not_their_own_mirror_image() -> None:
    character = made(4, "lopsided").character
    alone = [
        joint
        for joint, side in enumerate(character.symmetry.sides)
        if side and character.symmetry.mirror[joint] == joint
    ]
    assert alone


def test_an_unknown_kind_is_reported_with_the_valid_kinds() -> None:
    with pytest.raises(UnknownName, match="spider"):
        generate(0, "spidr")


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_made(kind: str) -> None:
    assert len(made(1000, kind)) > 10


@pytest.mark.parametrize("kind", ["spider", "forked", "caterpillar", "insect"])
def test_limbs_keep_clear_of_each_other_at_rest(kind: str) -> None:
    """What overlaps at rest can only get deeper: passing limbs keep the distance that they have at rest."""
    for seed in range(31_000, 31_007):
        creature = made(seed, kind)
        shape = grid_shape(creature)
        limbs = (shape.limbs[shape.pairs] >= 0).all(axis=1)
        thin = 2.0 * shape.radii[shape.pairs].min(axis=1)
        overlaps = shape.rest_overlaps[limbs] / thin[limbs]
        assert overlaps.max(initial=0.0) < INSIDE_LIMIT, f"{kind} {seed}"
