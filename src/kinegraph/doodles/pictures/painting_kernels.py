"""Compiled painting: lines of ink, and triangles in painter's order, with a depth test where they
intersect."""

from math import ceil, floor

from numba import njit

_SAME = 1e-4  # [m] in depth: of surfaces closer together, the later one is on top, as on paper


@njit(cache=True)
def fill_triangles(canvas, nearest, corners, depths, colors):
    """Fills triangles in their order, each in one colour; parts outside of the canvas are left out.

    canvas: (H, W, 3) uint8, painted on.
    nearest: (H, W) depth of each pixel so far, updated.
    corners: (T, 3, 2) x to the right, y down [pixels]; a pixel is painted if its middle is inside.
    depths: (T, 3) of the corners.
    colors: (T, 3) uint8.
    """
    height, width = canvas.shape[0], canvas.shape[1]
    for t in range(len(corners)):
        ax, ay = corners[t, 0]
        bx, by = corners[t, 1]
        cx, cy = corners[t, 2]
        far_b, far_c = depths[t, 1], depths[t, 2]
        area = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
        if area < 0.0:  # makes all of them go round the same way
            bx, by, cx, cy = cx, cy, bx, by
            far_b, far_c, area = far_c, far_b, -area
        if area == 0.0:
            continue
        first, last = max(ceil(min(ay, by, cy) - 0.5), 0), min(floor(max(ay, by, cy) - 0.5), height - 1)
        left, right = max(ceil(min(ax, bx, cx) - 0.5), 0), min(floor(max(ax, bx, cx) - 0.5), width - 1)
        for row in range(first, last + 1):
            y = row + 0.5
            inside = False
            for column in range(left, right + 1):
                x = column + 0.5
                of_c = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
                of_a = (cx - bx) * (y - by) - (cy - by) * (x - bx)
                of_b = (ax - cx) * (y - cy) - (ay - cy) * (x - cx)
                # Edges belong to both of their triangles: a ribbon shows no cracks between its pieces.
                if of_a < 0.0 or of_b < 0.0 or of_c < 0.0:
                    if inside:
                        break  # a triangle has only one stretch in a row
                    continue
                inside = True
                depth = (of_a * depths[t, 0] + of_b * far_b + of_c * far_c) / area
                if depth > nearest[row, column] + _SAME:
                    continue
                nearest[row, column] = min(depth, nearest[row, column])
                canvas[row, column, 0] = colors[t, 0]
                canvas[row, column, 1] = colors[t, 1]
                canvas[row, column, 2] = colors[t, 2]


@njit(cache=True)
def stroke_line(canvas, points, width, color):
    """Draws a line in one colour, with round corners and ends; parts outside of the canvas are left out.

    canvas: (H, W, 3) uint8, painted on.
    points: (N, 2) x to the right, y down [pixels]; one alone is a dot. width: [pixels].
    color: (3,) uint8.
    """
    height, across = canvas.shape[0], canvas.shape[1]
    half = 0.5 * width
    last_point = len(points) - 1
    for k in range(max(last_point, 1)):
        ax, ay = points[k]
        bx, by = points[min(k + 1, last_point)]
        along_x, along_y = bx - ax, by - ay
        square = along_x * along_x + along_y * along_y
        first, last = max(ceil(min(ay, by) - half - 0.5), 0), min(floor(max(ay, by) + half - 0.5), height - 1)
        left, right = max(ceil(min(ax, bx) - half - 0.5), 0), min(floor(max(ax, bx) + half - 0.5), across - 1)
        for row in range(first, last + 1):
            y = row + 0.5 - ay
            for column in range(left, right + 1):
                x = column + 0.5 - ax
                share = 0.0
                if square > 0.0:
                    share = min(max((x * along_x + y * along_y) / square, 0.0), 1.0)
                off_x, off_y = x - share * along_x, y - share * along_y
                if off_x * off_x + off_y * off_y <= half * half:
                    canvas[row, column, 0] = color[0]
                    canvas[row, column, 1] = color[1]
                    canvas[row, column, 2] = color[2]


@njit(cache=True)
def halve(fine, picture):
    """Fills a picture (H, W, 3) uint8 with the means of two by two pixels of one twice as fine."""
    for row in range(picture.shape[0]):
        for column in range(picture.shape[1]):
            for part in range(3):
                total = 2
                for y in range(2 * row, 2 * row + 2):
                    for x in range(2 * column, 2 * column + 2):
                        total += fine[y, x, part]
                picture[row, column, part] = total // 4
