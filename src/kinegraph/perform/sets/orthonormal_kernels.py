"""Compiled orthonormalization of blended matrices, sixteen at a time.

Blending rotation matrices entry by entry gives a matrix that is near a rotation where the keys agree and far
from any where they cancel. Balanced iteration turns it into a rotation without favouring an axis: each axis
is averaged with the cross product of the other two, until all are orthogonal.

A tile holds sixteen matrices entry by entry: entry (i, j) of that in lane l is at (3 i + j) * LANES + l.
The constant stride lets the compiler prove that lanes do not overlap, and so compute four of them at once.
"""

import math

from numba import njit

LANES = 16
TILE = 9 * LANES
ROUNDS = 10
ORTHOGONAL = 1e-6  # sum of the squared cosines between axes below which they count as orthogonal


@njit(cache=True, nogil=True, error_model="numpy")
def tile_soundness(tile, sound):
    """Writes (LANES,) how much of a rotation each matrix is: its determinant over that of one as large.

    1 for a rotation, 0 where rank is lost, negative where it reflects.
    """
    for lane in range(LANES):
        a, b, c = tile[lane], tile[lane + LANES], tile[lane + 2 * LANES]
        d, e, f = tile[lane + 3 * LANES], tile[lane + 4 * LANES], tile[lane + 5 * LANES]
        g, h, i = tile[lane + 6 * LANES], tile[lane + 7 * LANES], tile[lane + 8 * LANES]
        determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g)
        square = (a * a + b * b + c * c + d * d + e * e + f * f + g * g + h * h + i * i) / 3.0
        sound[lane] = determinant / (square * math.sqrt(square) + 1e-300)


@njit(cache=True, nogil=True, error_model="numpy")
def _normalize_axes(tile):
    """Makes the columns of every matrix unit vectors."""
    for lane in range(3 * LANES):  # the three columns' first entries lie in a row, and so do the others
        x, y, z = tile[lane], tile[lane + 3 * LANES], tile[lane + 6 * LANES]
        scale = 1.0 / math.sqrt(x * x + y * y + z * z)
        tile[lane], tile[lane + 3 * LANES], tile[lane + 6 * LANES] = x * scale, y * scale, z * scale


@njit(cache=True, nogil=True, error_model="numpy")
def _balance_once(tile, square):
    """One round for every lane whose axes are not orthogonal yet; `square` (LANES,) is their deviation."""
    for lane in range(LANES):
        xx, yx, zx = tile[lane], tile[lane + LANES], tile[lane + 2 * LANES]
        xy, yy, zy = tile[lane + 3 * LANES], tile[lane + 4 * LANES], tile[lane + 5 * LANES]
        xz, yz, zz = tile[lane + 6 * LANES], tile[lane + 7 * LANES], tile[lane + 8 * LANES]
        ux, uy, uz = yy * zz - yz * zy, yz * zx - yx * zz, yx * zy - yy * zx
        vx, vy, vz = zy * xz - zz * xy, zz * xx - zx * xz, zx * xy - zy * xx
        wx, wy, wz = xy * yz - xz * yy, xz * yx - xx * yz, xx * yy - xy * yx
        scale = 1.0 / math.sqrt(ux * ux + uy * uy + uz * uz)
        ux, uy, uz = xx + ux * scale, xy + uy * scale, xz + uz * scale
        scale = 1.0 / math.sqrt(vx * vx + vy * vy + vz * vz)
        vx, vy, vz = yx + vx * scale, yy + vy * scale, yz + vz * scale
        scale = 1.0 / math.sqrt(wx * wx + wy * wy + wz * wz)
        wx, wy, wz = zx + wx * scale, zy + wy * scale, zz + wz * scale
        scale = 1.0 / math.sqrt(ux * ux + uy * uy + uz * uz)
        ux, uy, uz = ux * scale, uy * scale, uz * scale
        scale = 1.0 / math.sqrt(vx * vx + vy * vy + vz * vz)
        vx, vy, vz = vx * scale, vy * scale, vz * scale
        scale = 1.0 / math.sqrt(wx * wx + wy * wy + wz * wz)
        wx, wy, wz = wx * scale, wy * scale, wz * scale
        # A lane that has converged stays, so that no joint's result depends on another's.
        stays = square[lane] < ORTHOGONAL
        xy_, yz_, zx_ = ux * vx + uy * vy + uz * vz, vx * wx + vy * wy + vz * wz, wx * ux + wy * uy + wz * uz
        square[lane] = square[lane] if stays else xy_ * xy_ + yz_ * yz_ + zx_ * zx_
        tile[lane] = xx if stays else ux
        tile[lane + LANES] = yx if stays else vx
        tile[lane + 2 * LANES] = zx if stays else wx
        tile[lane + 3 * LANES] = xy if stays else uy
        tile[lane + 4 * LANES] = yy if stays else vy
        tile[lane + 5 * LANES] = zy if stays else wy
        tile[lane + 6 * LANES] = xz if stays else uz
        tile[lane + 7 * LANES] = yz if stays else vz
        tile[lane + 8 * LANES] = zz if stays else wz


@njit(cache=True, nogil=True, error_model="numpy")
def balance_tile(tile, square):
    """Orthonormalizes every matrix of a tile in place.

    square: (LANES,) written: below ORTHOGONAL where a lane converged; anything else, or NaN, where not.
    """
    _normalize_axes(tile)
    square[:] = math.inf
    for _ in range(ROUNDS):
        _balance_once(tile, square)
        worst = 0.0
        for lane in range(LANES):
            worst = max(worst, square[lane])
        if worst < ORTHOGONAL:
            break


@njit(cache=True, nogil=True, error_model="numpy")
def polish_tile(tile):
    """Takes out the rest of the axes' deviation, M (3 - M' M) / 2, so that a further round has no effect."""
    for lane in range(LANES):
        xx, yx, zx = tile[lane], tile[lane + LANES], tile[lane + 2 * LANES]
        xy, yy, zy = tile[lane + 3 * LANES], tile[lane + 4 * LANES], tile[lane + 5 * LANES]
        xz, yz, zz = tile[lane + 6 * LANES], tile[lane + 7 * LANES], tile[lane + 8 * LANES]
        a = 0.5 * (xx * yx + xy * yy + xz * yz)
        b = 0.5 * (yx * zx + yy * zy + yz * zz)
        c = 0.5 * (zx * xx + zy * xy + zz * xz)
        tile[lane] = xx - a * yx - c * zx
        tile[lane + LANES] = yx - a * xx - b * zx
        tile[lane + 2 * LANES] = zx - b * yx - c * xx
        tile[lane + 3 * LANES] = xy - a * yy - c * zy
        tile[lane + 4 * LANES] = yy - a * xy - b * zy
        tile[lane + 5 * LANES] = zy - b * yy - c * xy
        tile[lane + 6 * LANES] = xz - a * yz - c * zz
        tile[lane + 7 * LANES] = yz - a * xz - b * zz
        tile[lane + 8 * LANES] = zz - b * yz - c * xz


@njit(cache=True, nogil=True, error_model="numpy")
def write_lane_quat(tile, lane, quat):
    """Writes the unit quaternion xyzw of the rotation in a lane, w >= 0."""
    a, b, c = tile[lane], tile[lane + LANES], tile[lane + 2 * LANES]
    d, e, f = tile[lane + 3 * LANES], tile[lane + 4 * LANES], tile[lane + 5 * LANES]
    g, h, i = tile[lane + 6 * LANES], tile[lane + 7 * LANES], tile[lane + 8 * LANES]
    trace = a + e + i
    if trace >= a and trace >= e and trace >= i:
        x, y, z, w = h - f, c - g, d - b, 1.0 + trace
    elif a >= e and a >= i:
        x, y, z, w = 1.0 + a - e - i, b + d, c + g, h - f
    elif e >= i:
        x, y, z, w = b + d, 1.0 + e - a - i, f + h, c - g
    else:
        x, y, z, w = c + g, f + h, 1.0 + i - a - e, d - b
    scale = math.copysign(1.0, w) / math.sqrt(x * x + y * y + z * z + w * w)
    quat[0], quat[1], quat[2], quat[3] = x * scale, y * scale, z * scale, w * scale
