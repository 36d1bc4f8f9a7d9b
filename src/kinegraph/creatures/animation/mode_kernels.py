"""Compiled movement modes: S, from generalized to a body's own coordinates, and its exact inverse G.

Everything happens in the frame of one body on one creature. Mirroring reflects what goes in (rest, target,
carrier) and what comes out across x = 0; between the two there is no left and right.

Positions. With o the body's place at rest (carried along by the root where the mode follows it):
    S: p = o + C diag(s) Q B (l gx, gy, gz)        G: the same steps backwards
s   per axis: 1, the creature's size, or the limb's length; on the vertical axis of a ground-relative mode
    minus the height over the ground, on the lateral axis of a sagittal-relative one minus the way to the
    plane.
Q   the smallest turn from forward (+Z) to the target, in the space scaled by s; none without a target.
B   the order of axes in a target's frame: gx towards it, gy up, gz to the side.
l   the distance to the target, so that gx = 1 is at the target; 1 where only its direction counts.
C   the carrier's turn; none where the vertical or the plane gives the axes.

Contact with a surface (SURFACE). With c the middle of the target, f its distance from o, r the distance of
contact (the target's radius and the body's own), and Q as above, in metres:
    S: p = c + (f - (f - r) gx) Q (-cos a (0, 0, 1) + sin a / a (-gz, gy, 0)),    a = |(gy, gz)|
so gx runs from rest (0) to the surface (1), gy goes up and gz sideways around the target, in radians.

Lengths that could be zero (a foot's height, the way to the plane for a body on it, the distance to a target
at the body's place) are softened below `soft`: C1, and never under half of it, so S always has its inverse.
"""

import math
from typing import NamedTuple

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.decorators import kernel, part, stage
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.quaternions import IDENTITY, conjugate, exponential, multiply, rotate
from kinegraph.core.kernels.vectors import add, cross, dot, length, subtract

REST, GROUND, SAGITTAL, SECONDARY, DIRECTIONAL, FOLLOWS, MIRRORED, LOOK_AT = 1, 2, 4, 8, 16, 32, 64, 128
SURFACE = 256

LOOK_FREELY = math.radians(75.0)  # up to this angle from rest a look reaches its target
_ON_AXIS = 1e-12  # share of a length below which a direction has no sideways part left

Vector = tuple[float, float, float]
Turn = tuple[float, float, float, float]


class RestTable(NamedTuple):
    """Rest values of a creature that the modes read, B bodies.

    handles, places: (B, 3) rest handles and rest joints [m].
    rotations: (B, 4) at rest.  body_from_frame: (B, 4), forward: (B, 3): see `body.frames`.
    softs: (B,) lengths below which lengths are softened [m].
    middles, radii: (B, 3), (B,) of their flesh, which contact is with.
    """

    handles: Floats
    places: Floats
    rotations: Floats
    body_from_frame: Floats
    forward: Floats
    softs: Floats
    middles: Floats
    radii: Floats


class Carrier(NamedTuple):
    """Motion of the root that its bodies follow: a point p at rest is at turn p + place."""

    place: Vector
    turn: Turn


class PositionArguments(NamedTuple):
    """All that S and G of a position depend on, but for the position itself.

    flags: The sum of the mode's bits.
    rest: The body's handle at rest.  scale: Metres per unit of g, along each axis.
    soft: Length below which lengths are softened [m].  ground: Height of the ground under the body [m].
    target: Read by secondary-relative modes alone.  contact: Distance from it at which a surface is met [m].
    """

    flags: int
    rest: Vector
    scale: Vector
    soft: float
    ground: float
    target: Vector
    contact: float
    carrier: Carrier


class RotationArguments(NamedTuple):
    """All that S and G of a rotation depend on, but for the rotation itself.

    at_rest: The body's orientation at rest.  body_from_frame: See `body.frames`.
    forward: The way it faces at rest.  place: Its joint at rest.  Others as for positions.
    """

    flags: int
    at_rest: Turn
    body_from_frame: Turn
    forward: Vector
    place: Vector
    soft: float
    target: Vector
    carrier: Carrier


class _Axes(NamedTuple):
    """The place that is zero, the three scales and the turn of the axes: all of a mode but its target."""

    origin: Vector
    scale: Vector
    turn: Turn


@part
def soft_length(length, soft):
    """`length` where it is above `soft`; below it a parabola that ends level at soft / 2."""
    if length >= soft:
        return length
    length = max(length, 0.0)
    return (length * length + soft * soft) / (2.0 * soft)


@part
def _side(flags):
    return -1.0 if flags & MIRRORED else 1.0


@part
def _mirror(flags, v):
    """A vector across x = 0 where the body is mirrored, else itself."""
    return _side(flags) * v[0], v[1], v[2]


@part
def _mirror_turn(flags, q):
    """A turn across x = 0 where the body is mirrored, else itself."""
    side = _side(flags)
    return q[0], side * q[1], side * q[2], q[3]


@part
def _carry(flags, carrier, place):
    """A place at rest, carried along by the root where the mode follows it, mirrored where the body is."""
    if not flags & FOLLOWS:
        return _mirror(flags, place)
    return _mirror(flags, add(rotate(carrier.turn, place), carrier.place))


@part
def _carrier_turn(flags, carrier):
    """The turn of what carries the body, mirrored where the body is; none where the mode does not follow."""
    if not flags & FOLLOWS:
        return IDENTITY
    return _mirror_turn(flags, carrier.turn)


@stage
def _axes(mode):
    flags = mode.flags
    ox, oy, oz = _carry(flags, mode.carrier, mode.rest)
    sx, sy, sz = mode.scale
    if flags & GROUND:  # 0 at rest height, 1 on the ground
        sy = -soft_length(oy - mode.ground, mode.soft)
    if flags & SAGITTAL:  # 0 at rest, 1 on the plane between left and right
        sx = soft_length(-ox, mode.soft) if ox < 0.0 else -soft_length(ox, mode.soft)
    if not flags & (REST | SECONDARY):
        ox = ox if flags & SAGITTAL else 0.0
        oy = oy if flags & GROUND else 0.0
        oz = 0.0
    if flags & (GROUND | SAGITTAL):
        return _Axes((ox, oy, oz), (sx, sy, sz), IDENTITY)
    return _Axes((ox, oy, oz), (sx, sy, sz), _carrier_turn(flags, mode.carrier))


@stage
def _towards(e, soft):
    """(turn from +Z to a target at e, distance).

    Straight behind, where the smallest turn is any, it is half a turn about Y. Nearer than `soft` the turn
    fades out, so that a target that passes through the body's place swings nothing about.
    """
    away = length(e)
    across = math.sqrt(e[0] * e[0] + e[1] * e[1])
    half = 0.5 * math.atan2(across, e[2]) * smoothstep(away / soft)
    if across > _ON_AXIS * away:
        ax, ay = -e[1] / across, e[0] / across
    else:
        ax, ay = 0.0, 1.0
    sine = math.sin(half)
    return (ax * sine, ay * sine, 0.0, math.cos(half)), soft_length(away, soft)


@stage
def _target_frame(mode, axes):
    """(Q, l): the turn towards the target in scaled space, and the length of gx = 1."""
    scale = axes.scale
    e = rotate(conjugate(axes.turn), subtract(_mirror(mode.flags, mode.target), axes.origin))
    q, far = _towards((e[0] / scale[0], e[1] / scale[1], e[2] / scale[2]), mode.soft / scale[2])
    return q, 1.0 if mode.flags & DIRECTIONAL else far


@part
def _turn_towards(e):
    """The smallest turn from +Z to e; half a turn about Y straight behind."""
    across = math.sqrt(e[0] * e[0] + e[1] * e[1])
    half = 0.5 * math.atan2(across, e[2])
    sine = math.sin(half)
    if across > _ON_AXIS * abs(e[2]):
        return -e[1] / across * sine, e[0] / across * sine, 0.0, math.cos(half)
    return 0.0, sine, 0.0, math.cos(half)


@stage
def _surface_frame(mode, axes):
    """(c, Q, f, f - r): the target from the rest place, the turn towards it, its distance, the way there."""
    e = rotate(conjugate(axes.turn), subtract(_mirror(mode.flags, mode.target), axes.origin))
    far = length(e)
    return e, _turn_towards(e), far, soft_length(far - mode.contact, mode.soft)


@stage
def _onto_surface(mode, axes, g):
    e, q, far, way = _surface_frame(mode, axes)
    angle = math.sqrt(g[1] * g[1] + g[2] * g[2])
    across = math.sin(angle) / angle if angle > 1e-6 else 1.0 - angle * angle / 6.0
    v = rotate(q, (-g[2] * across, g[1] * across, -math.cos(angle)))
    out = far - way * g[0]
    return e[0] + out * v[0], e[1] + out * v[1], e[2] + out * v[2]


@stage
def _off_surface(mode, axes, p):
    e, q, far, way = _surface_frame(mode, axes)
    away = subtract(p, e)
    out = length(away)
    x, y, z = rotate(conjugate(q), away)
    across = math.sqrt(x * x + y * y)
    angle = math.atan2(across, -z)
    share = angle / across if across > 0.0 else 0.0
    return (far - out) / way, y * share, -x * share


@kernel
def specialize_position(mode, g):
    """S: the place (x, y, z) in character space that generalized coordinates g mean for a body.

    mode: `PositionArguments`.
    """
    axes = _axes(mode)
    scale = axes.scale
    if mode.flags & SURFACE:
        p = rotate(axes.turn, _onto_surface(mode, axes, g))
        return _mirror(mode.flags, add(axes.origin, p))
    if mode.flags & SECONDARY:
        q, far = _target_frame(mode, axes)
        g = rotate(q, (-g[2], g[1], g[0] * far))  # Q B (l gx, gy, gz)
    p = rotate(axes.turn, (g[0] * scale[0], g[1] * scale[1], g[2] * scale[2]))  # C diag(s) ...
    return _mirror(mode.flags, add(axes.origin, p))


@kernel
def generalize_position(mode, p):
    """G: the generalized coordinates (gx, gy, gz) of a body's place p; the steps of S backwards."""
    axes = _axes(mode)
    scale = axes.scale
    x, y, z = rotate(conjugate(axes.turn), subtract(_mirror(mode.flags, p), axes.origin))
    if mode.flags & SURFACE:
        return _off_surface(mode, axes, (x, y, z))
    g = (x / scale[0], y / scale[1], z / scale[2])
    if mode.flags & SECONDARY:
        q, far = _target_frame(mode, axes)
        x, y, z = rotate(conjugate(q), g)
        g = (z / far, y, -x)
    return g


@stage
def look(forward, away, soft):
    """The turn from `forward` towards a target: full in front, none straight behind, smooth between.

    forward: A unit vector.  away: From the body to the target [m]; nearer than `soft` the turn fades out.
    """
    far = length(away)
    axis = cross(forward, away)
    across = length(axis)
    if across <= _ON_AXIS * far:
        return IDENTITY
    angle = math.atan2(across, dot(forward, away))
    behind = smoothstep((angle - LOOK_FREELY) / (math.pi - LOOK_FREELY))
    share = angle * (1.0 - behind) * smoothstep(far / soft) / across
    return exponential((axis[0] * share, axis[1] * share, axis[2] * share))


@stage
def _rotation_frame(mode):
    """The two rotations around a generalized one: R = before * g * after, mirrored where the body is."""
    flags = mode.flags
    if flags & REST:
        before = _carrier_turn(flags, mode.carrier)
        forward = rotate(before, _mirror(flags, mode.forward))
        after = mode.at_rest
    else:
        before = IDENTITY
        forward = (0.0, 0.0, 1.0)
        after = conjugate(mode.body_from_frame)
    if flags & LOOK_AT:
        away = subtract(_mirror(flags, mode.target), _carry(flags, mode.carrier, mode.place))
        before = multiply(look(forward, away, mode.soft), before)
    return before, _mirror_turn(flags, after)


@kernel
def specialize_rotation(mode, g):
    """S: the orientation (x, y, z, w) of a body in character space that a generalized rotation g means.

    mode: `RotationArguments`.
    """
    before, after = _rotation_frame(mode)
    return _mirror_turn(mode.flags, multiply(multiply(before, g), after))


@kernel
def generalize_rotation(mode, r):
    """G: the generalized rotation (gx, gy, gz, gw) of a body's orientation r; the steps of S backwards."""
    before, after = _rotation_frame(mode)
    return multiply(conjugate(before), multiply(_mirror_turn(mode.flags, r), conjugate(after)))
