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

Lengths that could be zero (a foot's height, the way to the plane for a body on it, the distance to a target
at the body's place) are softened below `soft`: C1, and never under half of it, so S always has its inverse.
"""

import math

from kinegraph.core.kernels.decorators import kernel, part, stage
from kinegraph.core.kernels.easing import smoothstep
from kinegraph.core.kernels.quaternions import exponential, multiply, rotate

REST, GROUND, SAGITTAL, SECONDARY, DIRECTIONAL, FOLLOWS, MIRRORED, LOOK_AT = 1, 2, 4, 8, 16, 32, 64, 128

LOOK_FREELY = math.radians(75.0)  # up to this angle from rest a look reaches its target
_ON_AXIS = 1e-12  # share of a length below which a direction has no sideways part left


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
def _carried(flags, carrier_position, carrier_rotation, x, y, z):
    """A place at rest, mirrored where the body is, carried along by the root where the mode follows it."""
    side = _side(flags)
    if not flags & FOLLOWS:
        return side * x, y, z
    q = carrier_rotation
    x, y, z = rotate(q, (x, y, z))
    return side * (x + carrier_position[0]), y + carrier_position[1], z + carrier_position[2]


@part
def _carrier_turn(flags, carrier_rotation):
    """The turn of what carries the body, mirrored where the body is; none where the mode does not follow."""
    if not flags & FOLLOWS:
        return 0.0, 0.0, 0.0, 1.0
    side = _side(flags)
    return carrier_rotation[0], side * carrier_rotation[1], side * carrier_rotation[2], carrier_rotation[3]


@stage
def _axes(flags, rest, scale, soft, ground, carrier_position, carrier_rotation):
    """The place that is zero, the three scales and the turn of the axes: all of a mode but its target."""
    ox, oy, oz = _carried(flags, carrier_position, carrier_rotation, rest[0], rest[1], rest[2])
    sx, sy, sz = scale[0], scale[1], scale[2]
    if flags & GROUND:
        sy = -soft_length(oy - ground, soft)
    if flags & SAGITTAL:
        sx = soft_length(-ox, soft) if ox < 0.0 else -soft_length(ox, soft)
    if not flags & (REST | SECONDARY):
        ox = ox if flags & SAGITTAL else 0.0
        oy = oy if flags & GROUND else 0.0
        oz = 0.0
    if flags & (GROUND | SAGITTAL):
        return ox, oy, oz, sx, sy, sz, 0.0, 0.0, 0.0, 1.0
    cx, cy, cz, cw = _carrier_turn(flags, carrier_rotation)
    return ox, oy, oz, sx, sy, sz, cx, cy, cz, cw


@stage
def _towards(ex, ey, ez, soft):
    """The turn from +Z to a target at e, and the distance: (x, y, w, length) with no z part.

    Straight behind, where the smallest turn is any, it is half a turn about Y. Nearer than `soft` the turn
    fades out, so that a target that passes through the body's place swings nothing about.
    """
    away = math.sqrt(ex * ex + ey * ey + ez * ez)
    across = math.sqrt(ex * ex + ey * ey)
    half = 0.5 * math.atan2(across, ez) * smoothstep(away / soft)
    if across > _ON_AXIS * away:
        ax, ay = -ey / across, ex / across
    else:
        ax, ay = 0.0, 1.0
    sine = math.sin(half)
    return ax * sine, ay * sine, math.cos(half), soft_length(away, soft)


@stage
def _target_frame(flags, axes, soft, target):
    """The turn towards the target in scaled space and the length of gx = 1."""
    ox, oy, oz, sx, sy, sz, cx, cy, cz, cw = axes
    side = _side(flags)
    ex, ey, ez = rotate((-cx, -cy, -cz, cw), (side * target[0] - ox, target[1] - oy, target[2] - oz))
    qx, qy, qw, length = _towards(ex / sx, ey / sy, ez / sz, soft / sz)
    return qx, qy, qw, 1.0 if flags & DIRECTIONAL else length


@kernel
def specialize_position(
    flags, rest, scale, soft, ground, target, carrier_position, carrier_rotation, gx, gy, gz
):
    """S: the place (x, y, z) in character space that generalized coordinates mean for a body.

    flags: The sum of the mode's bits.
    rest: (3,) the body's handle at rest.  scale: (3,) metres per unit of g.
    soft: Length below which lengths are softened [m].  ground: Height of the ground under the body [m].
    target: (3,) what a secondary-relative mode goes by; not read by others.
    carrier_position (3,), carrier_rotation (4,): how the root has moved what hangs on it.
    """
    axes = _axes(flags, rest, scale, soft, ground, carrier_position, carrier_rotation)
    ox, oy, oz, sx, sy, sz, cx, cy, cz, cw = axes
    if flags & SECONDARY:
        qx, qy, qw, length = _target_frame(flags, axes, soft, target)
        gx, gy, gz = rotate((qx, qy, 0.0, qw), (-gz, gy, gx * length))
    x, y, z = rotate((cx, cy, cz, cw), (gx * sx, gy * sy, gz * sz))
    return _side(flags) * (ox + x), oy + y, oz + z


@kernel
def generalize_position(
    flags, rest, scale, soft, ground, target, carrier_position, carrier_rotation, x, y, z
):
    """G: the generalized coordinates (gx, gy, gz) of a body's place; arguments as for S."""
    axes = _axes(flags, rest, scale, soft, ground, carrier_position, carrier_rotation)
    ox, oy, oz, sx, sy, sz, cx, cy, cz, cw = axes
    x, y, z = rotate((-cx, -cy, -cz, cw), (_side(flags) * x - ox, y - oy, z - oz))
    x, y, z = x / sx, y / sy, z / sz
    if flags & SECONDARY:
        qx, qy, qw, length = _target_frame(flags, axes, soft, target)
        x, y, z = rotate((-qx, -qy, 0.0, qw), (x, y, z))
        x, y, z = z / length, y, -x
    return x, y, z


@stage
def look(fx, fy, fz, dx, dy, dz, soft):
    """The turn from direction f towards a target at d: full in front, none straight behind, smooth between.

    f: A unit vector.  d: From the body to the target [m]; nearer than `soft` the turn fades out.
    """
    away = math.sqrt(dx * dx + dy * dy + dz * dz)
    ax, ay, az = fy * dz - fz * dy, fz * dx - fx * dz, fx * dy - fy * dx
    across = math.sqrt(ax * ax + ay * ay + az * az)
    if across <= _ON_AXIS * away:
        return 0.0, 0.0, 0.0, 1.0
    angle = math.atan2(across, fx * dx + fy * dy + fz * dz)
    behind = smoothstep((angle - LOOK_FREELY) / (math.pi - LOOK_FREELY))
    share = angle * (1.0 - behind) * smoothstep(away / soft) / across
    return exponential((ax * share, ay * share, az * share))


@stage
def _rotation_frame(
    flags, at_rest, body_from_frame, forward, place, soft, target, carrier_position, carrier_rotation
):
    """The two rotations around a generalized one: R = before * g * after, mirrored where the body is."""
    side = _side(flags)
    if flags & REST:
        bx, by, bz, bw = _carrier_turn(flags, carrier_rotation)
        fx, fy, fz = rotate((bx, by, bz, bw), (side * forward[0], forward[1], forward[2]))
        after = at_rest
        way = 1.0
    else:
        bx, by, bz, bw = 0.0, 0.0, 0.0, 1.0
        fx, fy, fz = 0.0, 0.0, 1.0
        after = body_from_frame
        way = -1.0
    if flags & LOOK_AT:
        ox, oy, oz = _carried(flags, carrier_position, carrier_rotation, place[0], place[1], place[2])
        ax, ay, az, aw = look(fx, fy, fz, side * target[0] - ox, target[1] - oy, target[2] - oz, soft)
        bx, by, bz, bw = multiply((ax, ay, az, aw), (bx, by, bz, bw))
    return bx, by, bz, bw, way * after[0], way * side * after[1], way * side * after[2], after[3]


@kernel
def specialize_rotation(
    flags,
    at_rest,
    body_from_frame,
    forward,
    place,
    soft,
    target,
    carrier_position,
    carrier_rotation,
    gx,
    gy,
    gz,
    gw,
):
    """S: the orientation (x, y, z, w) of a body in character space.

    at_rest: (4,) its orientation at rest.  body_from_frame: (4,) see `body_frames`.
    forward: (3,) the way it faces at rest.  place: (3,) its joint at rest.  Others as for positions.
    """
    bx, by, bz, bw, ax, ay, az, aw = _rotation_frame(
        flags,
        at_rest,
        body_from_frame,
        forward,
        place,
        soft,
        target,
        carrier_position,
        carrier_rotation,
    )
    x, y, z, w = multiply((bx, by, bz, bw), (gx, gy, gz, gw))
    x, y, z, w = multiply((x, y, z, w), (ax, ay, az, aw))
    side = _side(flags)
    return x, side * y, side * z, w


@kernel
def generalize_rotation(
    flags,
    at_rest,
    body_from_frame,
    forward,
    place,
    soft,
    target,
    carrier_position,
    carrier_rotation,
    x,
    y,
    z,
    w,
):
    """G: the generalized rotation (gx, gy, gz, gw) of a body's orientation; arguments as for S."""
    bx, by, bz, bw, ax, ay, az, aw = _rotation_frame(
        flags,
        at_rest,
        body_from_frame,
        forward,
        place,
        soft,
        target,
        carrier_position,
        carrier_rotation,
    )
    side = _side(flags)
    x, y, z, w = multiply((x, side * y, side * z, w), (-ax, -ay, -az, aw))
    return multiply((-bx, -by, -bz, bw), (x, y, z, w))
