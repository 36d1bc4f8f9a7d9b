"""Motion of props: places and rotations at any time, at rest, rolling or falling."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.math.rotations import matrix_from_quat, quat_from_axis_angle, quat_rotate
from kinegraph.doodles.props.ball_path import ball_path
from kinegraph.doodles.props.box_path import box_path
from kinegraph.doodles.props.obstacles import Obstacle, obstacle_of
from kinegraph.doodles.props.path import PropPath, rest_piece
from kinegraph.doodles.props.prop import Prop, PropKind

_UP = np.array([0.0, 1.0, 0.0])
_UPRIGHT = 1e-4  # tolerance for the axes of a box that lies on a face


@lru_cache(maxsize=32)
def prop_paths(props: tuple[Prop, ...]) -> tuple[PropPath, ...]:
    """The path of every prop.

    Boxes fall in the order of their start, each onto those that already lie rest_piece; balls are stopped by
    props that lie rest_piece when they start. Two props that move at the same time do not touch.
    """
    paths: dict[int, PropPath] = {}
    lying: list[tuple[float, Obstacle]] = []
    for number, prop in enumerate(props):
        if not prop.moves:
            paths[number] = PropPath((rest_piece(_center(prop), _turn(prop)),))
            if prop.kind != PropKind.BALL:
                lying.append((0.0, obstacle_of(prop)))
    order = sorted((n for n, prop in enumerate(props) if prop.moves), key=lambda n: props[n].starts)
    for number in [n for n in order if props[n].kind == PropKind.BOX]:
        prop = props[number]
        path = _path_after_wait(prop, box_path(prop, _lying_at(lying, prop.starts)))
        paths[number] = path
        at_rest = _settle(prop, path)
        if at_rest is not None:
            lying.append((path.rests_at, obstacle_of(at_rest)))
    for number in [n for n in order if props[n].kind == PropKind.BALL]:
        prop = props[number]
        paths[number] = _path_after_wait(prop, ball_path(prop, _lying_at(lying, prop.starts)))
    return tuple(paths[number] for number in range(len(props)))


def prop_motion(path: PropPath, prop: Prop, times: ArrayLike) -> tuple[Floats, Floats]:
    """(F, 3) places of the prop's origin (the middle of its underside at the start) and (F, 4) its rotations.

    path: From `prop_paths`. times: (F,) [s], in any order.
    """
    moments = frozen_floats("The times of a prop", times, (None,))
    centers, rotations = path.at(moments)
    return centers - quat_rotate(rotations, 0.5 * prop.size[1] * _UP), rotations


def settle_props(props: tuple[Prop, ...]) -> tuple[Prop, ...]:
    """The props at rest; those that do not move are unchanged.

    A box that comes to lie on another face becomes an upright box with its sides exchanged; one that leans is
    left out.
    """
    rests = [_settle(prop, path) for prop, path in zip(props, prop_paths(props), strict=True)]
    return tuple(prop for prop in rests if prop is not None)


def _path_after_wait(prop: Prop, pieces: list) -> PropPath:
    if prop.starts > 0.0:
        pieces = [rest_piece(_center(prop), _turn(prop), prop.starts), *pieces]
    return PropPath(tuple(pieces))


def _lying_at(lying: list[tuple[float, Obstacle]], time: float) -> tuple[Obstacle, ...]:
    return tuple(obstacle for since, obstacle in lying if since <= time)


def _center(prop: Prop) -> Floats:
    return prop.place + 0.5 * prop.size[1] * _UP


def _turn(prop: Prop) -> Floats:
    return np.asarray(quat_from_axis_angle(prop.turn * _UP))


def _settle(prop: Prop, path: PropPath) -> Prop | None:
    if not prop.moves:
        return prop
    centers, rotations = path.at(np.array([path.rests_at]))
    if prop.kind == PropKind.BALL:
        return replace(prop, place=centers[0] - prop.radius * _UP, loose=False, push=np.zeros(3))
    turned = matrix_from_quat(rotations[0])
    upright = int(np.argmax(np.abs(turned[1])))
    if abs(turned[1, upright]) < 1.0 - _UPRIGHT:
        return None
    ahead = (upright + 2) % 3 if upright != 1 else 2  # one of its level axes becomes its z
    across = 3 - upright - ahead
    size = prop.size[[across, upright, ahead]]
    turn = float(np.arctan2(turned[0, ahead], turned[2, ahead]))
    place = centers[0] - 0.5 * size[1] * _UP
    return replace(prop, place=place, size=size, turn=turn, loose=False)
