"""Frames of a creature in a lane of a group, for `compile.lane_code`, which takes their stages apart."""

from kinegraph.creatures.playing.step_kernels import (
    advance_layers,
    aim,
    bend,
    evaluate,
    place,
    put_down,
    settle,
    sway,
    walk,
    write_pose,
)


def lasting(address):
    """Calls the stages that move on what lasts. address: Of the record of a group."""
    advance_layers(address, 0)
    walk(address, 0)
    sway(address, 0)
    put_down(address)
    return 0


def passing(address):
    """Calls the other stages."""
    evaluate(address, 0)
    bend(address)
    aim(address)
    settle(address)
    place(address)
    write_pose(address, 0)
    return 0


def whole(address):
    """Calls all stages."""
    advance_layers(address, 0)
    walk(address, 0)
    evaluate(address, 0)
    bend(address)
    aim(address)
    settle(address)
    place(address)
    sway(address, 0)
    write_pose(address, 0)
    put_down(address)
    return 0
