"""The entries: functions of one address, as they are compiled. Each is called kg_NAME in the library."""

from collections.abc import Callable
from dataclasses import dataclass

from kinegraph.core.kernels.decorators import stage
from kinegraph.core.kinematics.forward_kernels import matrices, world_transforms
from kinegraph.core.kinematics.skinning_kernels import blend_points
from kinegraph.creatures.playing.array_views import TupleView, reader
from kinegraph.creatures.playing.relocation_kernels import relocate
from kinegraph.creatures.playing.step_kernels import step_creatures
from kinegraph.perform.playing.player_kernels import place_frames, pose_frames
from kinegraph.runtime.exports.views import FORWARD_CALL, PLAY_CALL, RELOCATE_CALL, SKIN_CALL, STEP_CALL

_step_call, _play_call, _forward_call = reader(STEP_CALL), reader(PLAY_CALL), reader(FORWARD_CALL)
_skin_call, _relocate_call = reader(SKIN_CALL), reader(RELOCATE_CALL)


@dataclass(frozen=True)
class Entry:
    """An exported kernel: a function of the address of a directory that `call` describes."""

    name: str
    call: TupleView
    function: Callable[[int], int]


def _step(address):
    call = _step_call(address)
    step_creatures(call.directories, call.first, call.last)
    return 0


def _spatial(address):
    call = _play_call(address)
    place_frames(
        call.program, call.displaced, call.kept_sets, call.kept_frames, call.kept_shares, call.placed
    )
    pose_frames(call.program, call.placed, call.shares, call.rotations, call.slides, call.guessed)
    return 0


def _forward(address):
    call = _forward_call(address)
    world_transforms(
        call.parents, call.roots, call.locals_, call.rotations, call.positions_out, call.rotations_out
    )
    return 0


@stage
def _world_from_mesh(world_from_joint, joint_from_mesh, result):
    """Writes (J, 4, 4) products of two (J, 4, 4) matrices that keep the last row of the identity."""
    for joint in range(len(joint_from_mesh)):
        for row in range(3):
            for column in range(4):
                total = world_from_joint[joint, row, 3] if column == 3 else 0.0
                for k in range(3):
                    total += world_from_joint[joint, row, k] * joint_from_mesh[joint, k, column]
                result[joint, row, column] = total


def _skin(address):
    call = _skin_call(address)
    _world_from_mesh(matrices(call.positions, call.rotations), call.joint_from_mesh, call.matrices[0])
    blend_points(call.points, call.joints, call.weights, call.matrices, call.result)
    return 0


def _relocate(address):
    call = _relocate_call(address)
    relocate(call.tables, call.walk, call.jiggling, call.ground, call.move)
    return 0


ENTRIES: tuple[Entry, ...] = (
    Entry("step", STEP_CALL, _step),
    Entry("spatial", PLAY_CALL, _spatial),
    Entry("forward", FORWARD_CALL, _forward),
    Entry("skin", SKIN_CALL, _skin),
    Entry("relocate", RELOCATE_CALL, _relocate),
)


def entry(name: str) -> Entry:
    """The entry of a name."""
    return next(each for each in ENTRIES if each.name == name)
