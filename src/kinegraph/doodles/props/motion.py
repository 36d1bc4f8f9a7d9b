"""Motion of props: places and rotations at any time, at rest, rolling or falling."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats, frozen_floats
from kinegraph.core.math.rotations import matrix_from_quat, quat_from_axis_angle, quat_rotate
from kinegraph.doodles.props.ball_path import ball_path
from kinegraph.doodles.props.box_path import box_path
from kinegraph.doodles.props.drawn_ground import DrawnGround
from kinegraph.doodles.props.ground_path import rolling_path
from kinegraph.doodles.props.obstacles import Obstacle, obstacle_of
from kinegraph.doodles.props.path import PropPath, rest_piece
from kinegraph.doodles.props.prop import Prop, PropKind

_UP = np.array([0.0, 1.0, 0.0])
_UPRIGHT = 1e-4  # tolerance for the axes of a box that lies on a face
_LEVEL = DrawnGround()
_DEEP = 1e3  # [m] thickness of the ground under a falling box


@lru_cache(maxsize=32)
def prop_paths(props: tuple[Prop, ...], ground: DrawnGround = _LEVEL) -> tuple[PropPath, ...]:
    """The path of every prop.

    Boxes fall in the order of their start, each onto those that already lie at rest; balls are stopped by
    props that lie at rest when they start. Two props that move at the same time do not touch. A prop that is
    placed below drawn ground stands on it. A falling box comes to lie level on the highest ground below it.
    """
    props = tuple(_stand_on(prop, ground) for prop in props)
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
        below = (*_lying_at(lying, prop.starts), *_ground_below(prop, ground))
        path = _path_after_wait(prop, box_path(prop, below))
        paths[number] = path
        at_rest = _settle(prop, path)
        if at_rest is not None:
            lying.append((path.rests_at, obstacle_of(at_rest)))
    for number in [n for n in order if props[n].kind == PropKind.BALL]:
        prop = props[number]
        beside = _lying_at(lying, prop.starts)
        rolls = rolling_path(prop, ground, beside) if ground else ball_path(prop, beside)
        paths[number] = _path_after_wait(prop, rolls)
    return tuple(paths[number] for number in range(len(props)))


def prop_motion(path: PropPath, prop: Prop, times: ArrayLike) -> tuple[Floats, Floats]:
    """(F, 3) places of the prop's origin (the middle of its underside at the start) and (F, 4) its rotations.

    path: From `prop_paths`. times: (F,) [s], in any order.
    """
    moments = frozen_floats("The times of a prop", times, (None,))
    centers, rotations = path.at(moments)
    return centers - quat_rotate(rotations, 0.5 * prop.size[1] * _UP), rotations


def settle_props(props: tuple[Prop, ...], ground: DrawnGround = _LEVEL) -> tuple[Prop, ...]:
    """The props at rest; those that do not move are unchanged.

    A box that comes to lie on another face becomes an upright box with its sides exchanged; one that leans is
    left out.
    """
    paths = prop_paths(props, ground)
    rests = [_settle(_stand_on(prop, ground), path) for prop, path in zip(props, paths, strict=True)]
    return tuple(prop for prop in rests if prop is not None)


def _stand_on(prop: Prop, ground: DrawnGround) -> Prop:
    """The prop, raised onto drawn ground that it would be inside of."""
    if not ground:
        return prop
    middle, foot = prop.place[[2]], prop.place[[1]]
    missing = float(ground.heights(middle, foot)[0] - foot[0])
    return prop if missing <= 0.0 else replace(prop, place=prop.place + missing * _UP)


def _ground_below(prop: Prop, ground: DrawnGround) -> tuple[Obstacle, ...]:
    """The drawn ground below a box, as level as the highest place of it there."""
    if not ground:
        return ()
    reach = 0.5 * float(np.hypot(prop.size[0], prop.size[2]))
    across = prop.place[2] + np.linspace(-reach, reach, 33)
    top = float(ground.heights(across, np.full(33, prop.place[1])).max())
    wide = np.full(2, 4.0 * reach)
    return (Obstacle(prop.place[[0, 2]], prop.axes, wide, 0.0, top - _DEEP, top),)


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
