"""Posing on the stage of Keys: what a hand asks for happens, and what is pinned stays where it is."""

import numpy as np
import pytest
from tests.characters.anatomy.anatomy_samples import biped, quadruped, spider

from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_from_axis_angle, quat_rotate
from kinegraph.core.pose import Pose
from kinegraph.studio.document.records import Placement
from kinegraph.studio.keys.stage_posing import PosingStage, planted_joints, posed
from kinegraph.studio.perform.posing import heading_of, reached
from kinegraph.studio.protocol.key_commands import MoveBody, ReachPart, TurnPart

BODIES = {"biped": biped, "quadruped": quadruped, "spider": spider}


def bent(who: Character) -> Pose:
    """A rest pose with the body a little lower, so that no leg is straight."""
    feet = sorted({point.joint for point in guess_anatomy(who).contacts})
    pose, world = who.rest, forward_kinematics(who.rest)
    lower = pose.with_root(pose.root_translation - [0.0, 0.04, 0.0])
    for foot in feet:
        lower = reached(lower, foot, world.positions[foot], np.zeros(3), True)
    return lower


def apart(one: Pose, two: Pose, joint: int) -> float:
    a, b = forward_kinematics(one), forward_kinematics(two)
    return float(np.linalg.norm(a.positions[joint] - b.positions[joint]))


@pytest.mark.parametrize("body", list(BODIES))
@pytest.mark.parametrize("heading", [0.0, 1.1])
def test_planted_feet_stay_when_the_body_moves(body: str, heading: float) -> None:
    who = BODIES[body]()
    pose = bent(who)
    feet = tuple(sorted({point.joint for point in guess_anatomy(who).contacts}))
    assert feet
    placement = Placement(character="who", position=(2.0, 0.0, 1.0), heading=heading)
    stage = PosingStage(placement, lambda time: feet)
    shift = np.array([0.02, -0.02, 0.015])
    after = posed(pose, MoveBody(time=0.0, shift=tuple(shift)), stage)
    root = after.root_translation - pose.root_translation
    np.testing.assert_allclose(quat_rotate(heading_of(placement), root), shift, atol=1e-12)
    for foot in feet:
        assert apart(pose, after, foot) < 1e-4
    free = posed(pose, MoveBody(time=0.0, shift=tuple(shift), planted=False), stage)
    np.testing.assert_array_equal(free.rotations, pose.rotations)


def test_a_pinned_hand_stays_when_the_trunk_turns_and_its_own_arm_can_still_be_posed() -> None:
    who = biped()
    arm = who.skeleton.names.index(next(name for name in who.skeleton.names if "hand" in name.lower()))
    chain = who.skeleton.chain(arm)
    pose = reached(who.rest, arm, forward_kinematics(who.rest).positions[arm] * [0.5, 0.95, 1.0], np.zeros(3))
    spine, elbow = chain[1], chain[-2]
    rotation = tuple(quat_from_axis_angle(np.array([0.0, 0.15, 0.0])).tolist())
    turned = posed(pose, TurnPart(time=0.0, joint=spine, rotation=rotation, pins=(arm,)), PosingStage())
    assert apart(pose, turned, arm) < 1e-4
    loose = posed(pose, TurnPart(time=0.0, joint=spine, rotation=rotation), PosingStage())
    assert apart(pose, loose, arm) > 0.01
    own = posed(pose, TurnPart(time=0.0, joint=elbow, rotation=rotation, pins=(arm,)), PosingStage())
    assert apart(pose, own, arm) > 0.01


@pytest.mark.parametrize("body", list(BODIES))
def test_a_part_reaches_a_place_in_the_world(body: str) -> None:
    who = BODIES[body]()
    pose = bent(who)
    foot = guess_anatomy(who).contacts[0].joint
    placement = Placement(character="who", position=(-1.0, 0.0, 0.5), heading=-0.8)
    here = forward_kinematics(pose).positions[foot] + [0.0, 0.05, 0.0]
    target = quat_rotate(heading_of(placement), here) + placement.position
    edit = ReachPart(time=0.0, joint=foot, target=tuple(target.tolist()), upright=True)
    after = posed(pose, edit, PosingStage(placement, lambda time: (foot,)))
    np.testing.assert_allclose(forward_kinematics(after).positions[foot], here, atol=2e-3)


def test_feet_that_stand_are_found_and_lifted_ones_are_not() -> None:
    who = biped()
    contacts = guess_anatomy(who).contacts
    feet = sorted({point.joint for point in contacts})
    pose = bent(who)
    world = forward_kinematics(pose)
    lifted = reached(pose, feet[0], world.positions[feet[0]] + [0.0, 0.2, 0.0], np.zeros(3), True)
    clip = Clip.from_poses([pose] * 30 + [lifted] * 30, 30.0)
    assert set(feet) == set(planted_joints(clip, contacts, 0.4))
    assert feet[0] not in planted_joints(clip, contacts, 1.5)
    assert planted_joints(clip, (), 0.4) == ()


@pytest.mark.parametrize(
    "edit",
    [
        TurnPart(time=0.0, joint=99, rotation=(0, 0, 0, 1)),
        TurnPart(time=0.0, joint=1, rotation=(0, 0, 0, 0)),
        ReachPart(time=0.0, joint=-1, target=(0, 0, 0)),
        MoveBody(time=0.0, shift=(1e9, 0, 0)),
        MoveBody(time=0.0, shift=(0.1, 0, 0), pins=(99,)),
    ],
)
def test_what_cannot_be_is_refused(edit: TurnPart | ReachPart | MoveBody) -> None:
    with pytest.raises(InvalidValue):
        posed(biped().rest, edit, PosingStage())
