"""Edits of plans: each does one thing, and every edited plan can be built."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.maker import plan_edits as edits
from kinegraph.creatures.maker.coat_schemes import SCHEMES
from kinegraph.creatures.maker.creature_plan import CreaturePlan, Limb, Seat
from kinegraph.creatures.maker.maker import creature_from_plan
from kinegraph.creatures.maker.parts_palette import PARTS

numbers = st.floats(-2.0, 2.0)
vectors = st.tuples(numbers, numbers, numbers)
seats = st.builds(Seat, st.just("spine"), st.floats(0, 1), vectors.filter(any))
parts = [name for name, kind in PARTS.items() if not kind.on_limbs]
ends = [name for name, kind in PARTS.items() if kind.on_limbs]


def _steps(plan: CreaturePlan) -> Any:
    """Any one edit that fits the plan."""
    limb = st.sampled_from([limb.name for limb in plan.limbs]) if plan.limbs else st.nothing()
    piece = st.sampled_from([piece.name for piece in (*plan.limbs, *plan.parts)])
    point = st.integers(0, len(plan.spine) - 1)
    return st.one_of(
        st.builds(
            lambda k, s, z, m: edits.add_part(plan, k, s, z, mirrored=m),
            st.sampled_from(parts),
            seats,
            st.floats(0.01, 0.5),
            st.booleans(),
        ),
        st.builds(
            lambda e, s, r, m: edits.add_limb(plan, e, s, r, mirrored=m),
            st.sampled_from(ends),
            seats,
            st.floats(0.1, 2),
            st.booleans(),
        ),
        st.builds(lambda n: edits.remove(plan, n), piece),
        st.builds(lambda n, s: edits.move(plan, n, s), piece, seats),
        st.builds(lambda n, f: edits.resize(plan, n, f), piece, st.floats(0.1, 4)),
        st.builds(lambda n, m: edits.mirror(plan, n, m), piece, st.booleans()),
        st.builds(lambda i, v: edits.drag_spine_point(plan, i, v), point, vectors),
        st.builds(lambda i, r: edits.set_thickness(plan, i, r), point, st.floats(-1, 1)),
        st.builds(lambda i: edits.add_spine_point(plan, i), point),
        st.builds(lambda n, v: edits.drag_limb_joint(plan, n, 0, v), limb, vectors),
        st.builds(lambda n: edits.add_limb_joint(plan, n, 0), limb),
    )


@given(st.integers(0, 30), st.data())
def test_the_creature_stands_after_any_edit(seed: int, data: st.DataObject) -> None:
    plan = generate(seed)
    for _ in range(4):
        if plan.limbs or plan.parts:
            plan = data.draw(_steps(plan))
    creature = creature_from_plan(plan, skin=False)
    for leg in creature.legs:
        assert creature.rest_handles[leg.foot, 1] == pytest.approx(0.0, abs=1e-9)


def test_adding_and_removing_gives_the_plan_back() -> None:
    plan = generate(1)
    grown = edits.add_limb(plan, "hand", Seat("spine", 0.5, (1, 0, 0)), 0.4)
    name = grown.limbs[-1].name
    assert edits.remove(grown, name) == plan


def test_removing_a_neck_takes_the_head_and_its_face_along() -> None:
    plan = generate(3, "hydra")
    neck = next(limb.name for limb in plan.limbs if limb.name.startswith("neck"))
    on_it = [part.name for part in plan.parts if part.seat.on == neck]
    left = edits.remove(plan, neck)
    assert on_it
    assert not [part for part in left.parts if part.name in on_it or part.seat.on in on_it]


def test_a_joint_in_the_middle_of_a_bone_does_not_bend_the_limb() -> None:
    plan = generate(8)
    limb = plan.limbs[0]
    grown = edits.add_limb_joint(plan, limb.name, 0).piece(limb.name)
    assert isinstance(grown, Limb)
    assert grown.joints[0] == tuple(0.5 * x for x in limb.joints[0])
    assert edits.remove_limb_joint(edits.add_limb_joint(plan, limb.name, 0), limb.name, 0) == plan


def test_new_pieces_get_names_of_their_own() -> None:
    plan = generate(1)
    for _ in range(3):
        plan = edits.add_part(plan, "round eye", Seat("spine", 0.5, (0, 1, 0)), 0.05)
    assert [part.name for part in plan.parts[-3:]] == ["round_eye", "round_eye_2", "round_eye_3"]


def test_a_coat_can_be_changed() -> None:
    assert edits.paint(generate(1), SCHEMES["plum"]).coat == SCHEMES["plum"]


def test_a_hand_can_become_a_pincer() -> None:
    plan = edits.add_limb(generate(1), "hand", Seat("spine", 0.5, (1, 0, 0)), 0.4)
    swapped = edits.swap_part(plan, plan.limbs[-1].name, "pincer")
    assert swapped.limbs[-1].end == "pincer"


@pytest.mark.parametrize(
    "edit",
    [
        lambda plan: edits.remove(plan, "nobody"),
        lambda plan: edits.drag_spine_point(plan, 99, (0, 0, 0)),
        lambda plan: edits.drag_limb_joint(plan, "head", 0, (0, 0, 0)),
        lambda plan: edits.drag_limb_joint(plan, plan.limbs[0].name, 50, (0, 0, 0)),
        lambda plan: edits.swap_part(plan, "head", "smile"),
        lambda plan: edits.resize(plan, "head", 0.0),
        lambda plan: edits.add_part(plan, "paw", Seat(), 0.1),
    ],
)
def test_an_edit_that_makes_no_sense_is_refused(edit: Any) -> None:
    with pytest.raises((InvalidValue, UnknownName)):
        edit(generate(2))
