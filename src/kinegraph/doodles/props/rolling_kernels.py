"""Kernel that rolls a ball over drawn ground, in the plane of the sheet."""

from math import ceil, sqrt

from kinegraph.core.kernels.decorators import kernel

_REST_SPEED = 0.02  # [m/s] a ball that is slower than this for `_REST_TIME` on the ground stays there
_REST_TIME = 0.4  # [s]
_LOWEST_BOUNCE = 0.3  # [m/s] a slower impact does not bounce
_FLOOR = 0.5  # an impact whose normal has more of this upwards is on a floor, not a wall


@kernel
def roll_ball(segments, state, radius, gravity, resistance, bounces, step, out):
    """Rows written of `out` (K, 3): x, y [m] and angle [rad] of a ball, one row a `step` [s].

    segments: (M, 4) the ground as straight pieces. state: x, y, their speeds, and the rate of turning
    clockwise, at the start. bounces: Shares of the speed after a bounce off a floor, and off a wall.
    The ball rolls without slipping (a solid sphere), grips where it lands, and leaves the ground at edges.
    """
    x, y, u, v, spin = state[0], state[1], state[2], state[3], state[4]
    angle, quiet = 0.0, 0.0
    for row in range(len(out)):
        out[row, 0], out[row, 1], out[row, 2] = x, y, angle
        parts = min(max(ceil(sqrt(u * u + v * v) * step / (0.2 * radius)), 4), 400)
        time = step / parts
        touches = False
        for _ in range(parts):
            v -= gravity * time
            x += u * time
            y += v * time
            angle += spin * time
            for k in range(len(segments)):
                ax, ay = segments[k, 0], segments[k, 1]
                wx, wy = segments[k, 2] - ax, segments[k, 3] - ay
                if x + radius < min(ax, ax + wx) or x - radius > max(ax, ax + wx):
                    continue
                square = wx * wx + wy * wy
                share = ((x - ax) * wx + (y - ay) * wy) / square if square > 0.0 else 0.0
                share = min(max(share, 0.0), 1.0)
                nx, ny = x - ax - share * wx, y - ay - share * wy
                far = sqrt(nx * nx + ny * ny)
                if far >= radius or far < 1e-9:
                    continue
                nx, ny = nx / far, ny / far
                x += (radius - far) * nx
                y += (radius - far) * ny
                touches = touches or ny > _FLOOR
                into = u * nx + v * ny
                if into < 0.0:
                    bounce = bounces[0] if ny > _FLOOR else bounces[1]
                    away = into * (1.0 + (bounce if into < -_LOWEST_BOUNCE else 0.0))
                    u -= away * nx
                    v -= away * ny
                # It grips: a solid sphere keeps 5/7 of its speed and 2/7 of its spin, and then rolls.
                slip = u * ny - v * nx - spin * radius
                u -= 2.0 / 7.0 * slip * ny
                v += 2.0 / 7.0 * slip * nx
                spin += 5.0 / 7.0 * slip / radius
                along = u * ny - v * nx
                lost = min(resistance * gravity * max(ny, 0.0) * time, abs(along))
                kept = (abs(along) - lost) / max(abs(along), 1e-12)
                u -= (1.0 - kept) * along * ny
                v += (1.0 - kept) * along * nx
                spin *= kept
        slow = touches and sqrt(u * u + v * v) < _REST_SPEED
        quiet = quiet + step if slow else 0.0
        if quiet > _REST_TIME:
            return row + 1
    return len(out)
