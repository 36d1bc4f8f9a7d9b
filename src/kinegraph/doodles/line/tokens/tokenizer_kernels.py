"""Compiled loops of the tokenizer: even sampling in time, smoothing, even stepping along the line, turning
points.

Each continues where it stopped, with a small state array: results do not depend on how the points of a line
arrive.
"""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.kernels.cache import cached_kernel
from kinegraph.doodles.line.tokens.stillness_kernels import LEAVING

# Columns of a pen sample: place on the sheet, true time, and the (fractional) index of its point.
X, Y, TIME, INDEX, CLOCK = range(5)
# Columns of the state of `turning_points`: direction of travel, the candidate's index and height, and the
# indices of the lowest and the highest vertex of the start.
DIRECTION, CANDIDATE, CANDIDATE_HEIGHT, LOWEST, HIGHEST = range(5)
# Columns of the rows of `stays`.
STAY_VERTEX, STAY_SECONDS, STAY_LEAVES = range(3)
SHORTEST_GAP = 5e-4  # points closer in time count as simultaneous [s]
SILENCE = 0.08  # a device that is silent for longer sees no movement [s]
SHARPEST, BLUNTEST = 0.004, 0.014  # smoothing over time [s]
SMOOTHING = 6  # samples on either side
LONGEST_STAY = 0.3  # longest part of a silence that the pen's clock counts [s]


@cached_kernel()
def knots_of(points: Floats, times: Floats, first_index: int, state: Floats) -> Floats:
    """Knots (N, 5) of new points: x, y, time, index, and the pen's own clock, which strictly grows.

    Points with the time of the one before are left out. Where a device was silent, the pen stayed and then
    moved; the clock counts only a part of a long silence.
    state: (5,) the last knot; its clock is negative before the first one; updated.
    """
    out = np.empty((2 * len(points), 5))
    count = 0
    for k in range(len(points)):
        gap = times[k] - state[TIME]
        if state[CLOCK] < 0.0:
            gap = 0.0
            state[CLOCK] = 0.0
        elif gap < SHORTEST_GAP:
            continue
        if gap > SILENCE:
            stayed = gap - LEAVING
            state[TIME] += stayed
            state[CLOCK] += min(stayed, LONGEST_STAY)
            out[count] = state
            count += 1
            gap = LEAVING
        state[X], state[Y], state[TIME], state[INDEX] = points[k, 0], points[k, 1], times[k], first_index + k
        state[CLOCK] += gap
        out[count] = state
        count += 1
    return out[:count]


@cached_kernel()
def samples_of(knots: Floats, first: int, last: int, clock: Floats, dt: float) -> Floats:
    """Samples (N, 4) at even times on the curve through the knots, from knot `first` to knot `last`.

    The curve is a cubic whose slopes are those of Catmull and Rom; at the ends of `knots`, of chords.
    clock: (1,) number of samples so far; updated.
    """
    count = 0
    while (clock[0] + count) * dt < knots[last, CLOCK]:
        count += 1
    samples = np.empty((count, 4))
    k = first
    for n in range(count):
        due = (clock[0] + n) * dt
        while knots[k + 1, CLOCK] <= due:
            k += 1
        span = knots[k + 1, CLOCK] - knots[k, CLOCK]
        u = (due - knots[k, CLOCK]) / span
        before = max(k - 1, 0)
        after = min(k + 2, len(knots) - 1)
        for axis in range(2):
            rise = knots[k + 1, axis] - knots[k, axis]
            # Slopes beyond three chords would swing past the points and draw loops that the pen did not.
            limit = 3.0 * abs(rise)
            a = (
                (knots[k + 1, axis] - knots[before, axis])
                / (knots[k + 1, CLOCK] - knots[before, CLOCK])
                * span
            )
            b = (knots[after, axis] - knots[k, axis]) / (knots[after, CLOCK] - knots[k, CLOCK]) * span
            a = min(max(a, -limit), limit)
            b = min(max(b, -limit), limit)
            samples[n, axis] = knots[k, axis] + u * (a + u * (3 * rise - 2 * a - b + u * (a + b - 2 * rise)))
        samples[n, TIME] = knots[k, TIME] + u * (knots[k + 1, TIME] - knots[k, TIME])
        samples[n, INDEX] = knots[k, INDEX] + u * (knots[k + 1, INDEX] - knots[k, INDEX])
    clock[0] += count
    return samples


@cached_kernel()
def smoothed_samples(samples: Floats, first: int, last: int, dt: float, blur: float) -> Floats:
    """Samples `first`..`last` (exclusive) with their places averaged over time by a bell; ends are held.

    The bell spans `blur` of the line [m] at the pen's speed, but between SHARPEST and BLUNTEST seconds: the
    tremor of a slow hand goes away, the corners of a quick one stay. At the tip of a quick tick the pen is
    where it was shortly before, but it is not slow: the ways there and back count.
    """
    count = len(samples)
    out = np.empty((last - first, 4))
    for k in range(first, last):
        ahead = min(k + 3, count - 1)
        behind = max(k - 3, 0)
        way = np.hypot(samples[ahead, X] - samples[k, X], samples[ahead, Y] - samples[k, Y])
        way += np.hypot(samples[k, X] - samples[behind, X], samples[k, Y] - samples[behind, Y])
        spread = BLUNTEST
        if way > 0.0:
            spread = min(max(blur * (ahead - behind) * dt / way, SHARPEST), BLUNTEST)
        x = 0.0
        y = 0.0
        total = 0.0
        for j in range(-SMOOTHING, SMOOTHING + 1):
            weight = np.exp(-0.5 * (j * dt / spread) ** 2)
            other = min(max(k + j, 0), count - 1)
            x += weight * samples[other, X]
            y += weight * samples[other, Y]
            total += weight
        out[k - first, X] = x / total
        out[k - first, Y] = y / total
        out[k - first, TIME] = samples[k, TIME]
        out[k - first, INDEX] = samples[k, INDEX]
    return out


@cached_kernel()
def walk_steps(anchor: Floats, previous: Floats, samples: Floats, step: float) -> Floats:
    """Vertices (N, 4) at which the line through `samples` is first `step` away from the vertex before.

    anchor: (4,) the last vertex; becomes the new last one.
    previous: (4,) the last sample before these; becomes the last of them.
    """
    capacity = 16
    out = np.empty((capacity, 4))
    count = 0
    for k in range(len(samples)):
        while True:
            share = _crossing(anchor, previous, samples[k], step)
            if share < 0.0:
                break
            if count == capacity:
                grown = np.empty((2 * capacity, 4))
                grown[:capacity] = out
                out = grown
                capacity *= 2
            for c in range(4):
                anchor[c] = previous[c] + share * (samples[k, c] - previous[c])
                previous[c] = anchor[c]
                out[count, c] = anchor[c]
            count += 1
        previous[:] = samples[k]
    return out[:count]


@cached_kernel()
def _crossing(anchor: Floats, start: Floats, end: Floats, step: float) -> float:
    """Share of the segment at which the distance from the anchor reaches `step` on its way out, or -1."""
    gap_x = end[X] - anchor[X]
    gap_y = end[Y] - anchor[Y]
    if gap_x * gap_x + gap_y * gap_y < step * step:
        return -1.0
    ax = start[X] - anchor[X]
    ay = start[Y] - anchor[Y]
    dx = end[X] - start[X]
    dy = end[Y] - start[Y]
    a = dx * dx + dy * dy
    if a == 0.0:
        return -1.0
    b = ax * dx + ay * dy
    c = ax * ax + ay * ay - step * step
    root = max(b * b - a * c, 0.0)
    return min(max((-b + np.sqrt(root)) / a, 0.0), 1.0)


@cached_kernel()
def turning_points(heights: Floats, first: int, state: Floats, slack: float) -> Floats:
    """Vertices (N, 2) where the vertical direction of travel changes, and +1 for a top, -1 for a bottom.

    A turn counts once the line has come back by `slack`. heights: (V,) of all vertices; `first`: the first
    new one.
    state: (5,) see DIRECTION to HIGHEST; direction 0 is unknown; updated.
    """
    found = np.empty((len(heights) - first, 2))
    count = 0
    for k in range(first, len(heights)):
        height = heights[k]
        if state[DIRECTION] == 0.0:
            if k == 0:
                state[CANDIDATE:] = 0.0
            low = heights[int(state[LOWEST])]
            high = heights[int(state[HIGHEST])]
            if height < low:
                state[LOWEST] = k
            if height > high:
                state[HIGHEST] = k
            if height - heights[int(state[LOWEST])] >= slack:
                state[DIRECTION], state[CANDIDATE], state[CANDIDATE_HEIGHT] = 1.0, k, height
            elif heights[int(state[HIGHEST])] - height >= slack:
                state[DIRECTION], state[CANDIDATE], state[CANDIDATE_HEIGHT] = -1.0, k, height
        elif (height - state[CANDIDATE_HEIGHT]) * state[DIRECTION] >= 0.0:
            state[CANDIDATE], state[CANDIDATE_HEIGHT] = k, height
        elif (state[CANDIDATE_HEIGHT] - height) * state[DIRECTION] >= slack:
            found[count, 0] = state[CANDIDATE]
            found[count, 1] = state[DIRECTION]
            count += 1
            state[DIRECTION], state[CANDIDATE], state[CANDIDATE_HEIGHT] = -state[DIRECTION], k, height
    return found[:count]


@cached_kernel()
def stays(times: Floats, first: int, last: int, pause: float, crowd: int, slower: float) -> Floats:
    """Stays of the pen: rows of vertex, seconds, time of leaving; then a row with the next vertex to search.

    times: (V,) of the vertices; those from `first` to `last` (exclusive) are searched. A stay of at least
    `pause` counts if it is `slower` times as long as the steps around it.
    """
    found = np.empty((last - first + 1, 3))
    count = 0
    k = first
    while k < last:
        end = k
        while end < last and times[end + 1] - times[end] >= 0.5 * pause:
            end += 1
        if end == k:
            k += 1
            continue
        if end == last and last < len(times) - 1:
            break  # the stay may go on
        stayed = times[end] - times[k]
        pace = _pace(times, k, end, crowd)
        if stayed >= pause and stayed >= slower * pace:
            found[count, STAY_VERTEX], found[count, STAY_SECONDS] = k, stayed
            found[count, STAY_LEAVES] = max(times[end] - pace, times[k])
            count += 1
        k = end
    found[count, STAY_VERTEX] = k
    return found[: count + 1]


@cached_kernel()
def _pace(times: Floats, start: int, end: int, crowd: int) -> float:
    """Usual time of a step about `start`..`end`: the median of up to `crowd` on either side [s]."""
    low = max(start - crowd, 0)
    high = min(end + crowd, len(times) - 1)
    around = np.empty(start - low + high - end)
    count = 0
    for k in range(low, start):
        around[count] = times[k + 1] - times[k]
        count += 1
    for k in range(end, high):
        around[count] = times[k + 1] - times[k]
        count += 1
    return np.median(around) if count else 0.0


@cached_kernel()
def straightness(points: Floats) -> tuple[float, float]:
    """Length of a line (N, 2) as a multiple of its chord, and its largest distance from that [m]."""
    last = len(points) - 1
    wide = points[last, 0] - points[0, 0]
    tall = points[last, 1] - points[0, 1]
    chord = np.hypot(wide, tall)
    length = 0.0
    bow = 0.0
    for k in range(1, last + 1):
        length += np.hypot(points[k, 0] - points[k - 1, 0], points[k, 1] - points[k - 1, 1])
        bow = max(bow, abs((points[k, 0] - points[0, 0]) * tall - (points[k, 1] - points[0, 1]) * wide))
    if chord == 0.0:
        return (1.0 if length == 0.0 else np.inf), 0.0
    return length / chord, bow / chord
