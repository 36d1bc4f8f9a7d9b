"""Ranks, carriers and alternatives of a character's sets."""

import numpy as np
import pytest

from kinegraph.characters.cast import character
from kinegraph.core.errors import InvalidValue, UnknownJoint, UnknownName
from kinegraph.perform.sets.manipulators import Manipulator, ManipulatorKind, joint_manipulators
from kinegraph.perform.sets.rig import RankCycle, SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey, SpatialSet, pose_set

LIZARD = character("lizard")
NAMES = LIZARD.skeleton.names


def moving(name: str, *targets: str) -> SpatialSet:
    """A set that moves other sets' controllers."""
    manipulators = tuple(Manipulator(ManipulatorKind.CONTROLLER, target, moves=True) for target in targets)
    return SpatialSet(name, manipulators)


def turning(name: str, *joints: str) -> SpatialSet:
    return SpatialSet(name, joint_manipulators(LIZARD.skeleton, joints))


def test_rank_grows_with_every_set_in_between() -> None:
    rig = SpatialRig(
        LIZARD,
        (turning("a", NAMES[1]), turning("b", NAMES[2]), moving("both", "a", "b"), moving("all", "both")),
    )
    assert {each.name: rig.rank(each.name) for each in rig.sets} == {"a": 1, "b": 1, "both": 2, "all": 3}
    assert rig.highest() == ("all",)
    assert rig.parent("a") == "both"
    assert rig.from_the_top() == ("all", "both", "a", "b")


def test_a_cycle_of_ranks_is_refused_and_named() -> None:
    rig = SpatialRig(LIZARD, (turning("a", NAMES[1]), moving("b", "a")))
    with pytest.raises(RankCycle, match=r"'d' -> 'c' -> 'd'|'c' -> 'd' -> 'c'"):
        SpatialRig(LIZARD, (*rig.sets, moving("c", "d"), moving("d", "c")))
    with pytest.raises(RankCycle):
        SpatialRig(LIZARD, (moving("self", "self"),))


def test_a_controller_has_one_parent() -> None:
    with pytest.raises(InvalidValue, match="moved by 'b' already"):
        SpatialRig(LIZARD, (turning("a", NAMES[1]), moving("b", "a"), moving("c", "a")))


def test_unknown_joints_and_sets_are_named_with_what_is_near() -> None:
    nobody = SpatialSet("x", (Manipulator(ManipulatorKind.JOINT, "nobody", turns=True),))
    with pytest.raises(UnknownJoint, match="nobody"):
        SpatialRig(LIZARD, (nobody,))
    with pytest.raises(UnknownName, match="no set 'heat'; did you mean 'head'"):
        SpatialRig(LIZARD, (turning("head", NAMES[1]), moving("b", "heat")))


def test_sets_that_key_the_same_joint_are_alternatives() -> None:
    rig = SpatialRig(
        LIZARD, (turning("a", NAMES[1]), turning("b", NAMES[2]), turning("c", NAMES[1], NAMES[3]))
    )
    assert rig.alternatives("a") == ("a", "c")
    assert rig.alternatives("b") == ("b",)


def test_the_roots_controller_carries_those_of_what_hangs_on_it() -> None:
    rig = SpatialRig(LIZARD, (turning("body", NAMES[0]), turning("limb", NAMES[3])))
    assert rig.carrier("body") is None
    assert rig.carrier("limb") == 0


def test_removing_a_set_takes_it_out_of_the_sets_that_moved_it() -> None:
    both = moving("both", "a", "b")
    both = both.with_key(SpatialKey("k", [0, 0, 0], [[1, 0, 0], [2, 0, 0]], [[0, 0, 0, 1]] * 2))
    rig = SpatialRig(LIZARD, (turning("a", NAMES[1]), turning("b", NAMES[2]), both)).without_set("a")
    np.testing.assert_array_equal(rig.set("both").key("k").positions, [[2, 0, 0]])
    assert [each.name for each in rig.without_set("b").sets] == []


def test_two_sets_of_one_name_are_refused() -> None:
    with pytest.raises(InvalidValue, match="two sets called 'a'"):
        SpatialRig(LIZARD, (pose_set(LIZARD.skeleton, "a"), turning("a", NAMES[1])))
