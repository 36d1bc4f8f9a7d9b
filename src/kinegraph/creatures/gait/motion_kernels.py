"""Compiled path of a gait's body: how it follows the commanded velocity, and where it will be."""

import math

from kinegraph.core.kernels.decorators import part
from kinegraph.creatures.gait import tables as at

_STILL = 1e-3  # share of the natural speed below which a body that is commanded to stand, stands
_CALM = 1e-3  # [rad / natural period] likewise for turning


@part
def follow_command(tables, state, wish_x, wish_z, wish_turn):
    """One tick of the body's speed and place.

    The velocity goes through two equal exponential lags, solved exactly for the tick: it starts and stops
    smoothly, never overshoots, and becomes exactly zero when zero is commanded.
    """
    body, now = tables.body, state.body
    before_x, before_z, before_turn = now[at.GO_X], now[at.GO_Z], now[at.GO_TURN]
    _lag(body, now, at.WISH_X, at.GO_X, wish_x)
    _lag(body, now, at.WISH_Z, at.GO_Z, wish_z)
    _lag(body, now, at.WISH_TURN, at.GO_TURN, wish_turn)
    if wish_x == 0.0 and wish_z == 0.0 and wish_turn == 0.0:
        natural = body[at.SCALE] / body[at.PERIOD]
        slow = (
            max(abs(now[at.GO_X]), abs(now[at.GO_Z]), abs(now[at.WISH_X]), abs(now[at.WISH_Z]))
            < _STILL * natural
        )
        if slow and max(abs(now[at.GO_TURN]), abs(now[at.WISH_TURN])) * body[at.PERIOD] < _CALM:
            now[at.GO_X] = now[at.GO_Z] = now[at.GO_TURN] = 0.0
            now[at.WISH_X] = now[at.WISH_Z] = now[at.WISH_TURN] = 0.0
    now[at.PUSH_X] = (now[at.GO_X] - before_x) / at.TICK
    now[at.PUSH_Z] = (now[at.GO_Z] - before_z) / at.TICK
    turn = 0.5 * (before_turn + now[at.GO_TURN])
    x, z, heading = place_after(
        now, 0.5 * (before_x + now[at.GO_X]), 0.5 * (before_z + now[at.GO_Z]), turn, at.TICK
    )
    now[at.PLACE_X], now[at.PLACE_Z], now[at.HEADING] = x, z, heading
    if turn != 0.0:
        now[at.SINE], now[at.COSINE] = math.sin(heading), math.cos(heading)


@part
def _lag(body, now, first, second, wish):
    """A tick of two lags in a row: the closed solution for a constant command."""
    stay = body[at.COMMAND_STAYS]
    behind, still = now[first] - wish, now[second] - wish
    now[first] = wish + behind * stay
    now[second] = wish + (still + behind * at.TICK / body[at.RESPONSE]) * stay


@part
def place_after(now, go_x, go_z, turn, time):
    """(x, z, heading) of the body after a constant velocity (in its own frame): an exact arc."""
    half = 0.5 * turn * time
    chord = time * (math.sin(half) / half if abs(half) > 1e-6 else 1.0 - half * half / 6.0)
    if turn == 0.0:
        sine, cosine = now[at.SINE], now[at.COSINE]
    else:
        sine, cosine = math.sin(now[at.HEADING] + half), math.cos(now[at.HEADING] + half)
    x = now[at.PLACE_X] + (cosine * go_x + sine * go_z) * chord
    z = now[at.PLACE_Z] + (cosine * go_z - sine * go_x) * chord
    return x, z, now[at.HEADING] + turn * time


@part
def predict_place(tables, now, wish_x, wish_z, wish_turn, time):
    """(x, z, heading) of the body after `time`, with its lag behind the command."""
    lag = 2.0 * tables.body[at.RESPONSE]
    left = lag * (1.0 - math.exp(-time / lag)) / time if time > 1e-9 else 1.0
    go_x = wish_x + (now[at.GO_X] - wish_x) * left
    go_z = wish_z + (now[at.GO_Z] - wish_z) * left
    return place_after(now, go_x, go_z, wish_turn + (now[at.GO_TURN] - wish_turn) * left, time)


@part
def foot_speed(tables, now, foot):
    """(vx, vz) of the ground under a foot's rest place, as the body sees itself go: in its own frame."""
    feet = tables.feet
    return now[at.GO_X] + now[at.GO_TURN] * feet[foot, at.HOME_Z], now[at.GO_Z] - now[at.GO_TURN] * feet[
        foot, at.HOME_X
    ]


@part
def parameters_at_speed(tables, state):
    """Interpolates each group's gait at the speed of its fastest foot."""
    index, keys = tables.numbers, tables.parameters
    for group in range(len(keys)):
        speed = 0.0
        for foot in range(len(index)):
            if index[foot, at.GROUP] == group:
                vx, vz = foot_speed(tables, state.body, foot)
                speed = max(speed, vx * vx + vz * vz)
        natural = math.sqrt(speed) * tables.groups[group, at.NATURAL] / tables.groups[group, at.LENGTH]
        upper = 1
        while upper < keys.shape[1] - 1 and keys[group, upper, at.SPEED] < natural:
            upper += 1
        low, high = keys[group, upper - 1, at.SPEED], keys[group, upper, at.SPEED]
        share = min(max((natural - low) / (high - low), 0.0), 1.0) if high > low else 1.0
        for column in range(keys.shape[2]):
            below = keys[group, upper - 1, column]
            state.now[group, column] = below + share * (keys[group, upper, column] - below)
        state.now[group, at.SPEED] = natural
