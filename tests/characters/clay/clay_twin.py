"""Plain NumPy twins of the clay kernels: slow, one point at a time, written from the formulas."""

import numpy as np

from kinegraph.characters.clay import field_kernels as k
from kinegraph.characters.clay.weights import Pulls


def soft_minimum(values: np.ndarray, softness: float) -> tuple[float, np.ndarray]:
    """Projects -values / softness onto the simplex by sorting, then evaluates the objective."""
    order = np.sort(values)
    counts = np.arange(1, len(values) + 1)
    levels = (softness + np.cumsum(order)) / counts
    level = levels[np.flatnonzero(order < levels)[-1]]
    shares = np.maximum(0.0, (level - values) / softness)
    return float(shares @ values + 0.5 * softness * (shares @ shares - 1.0)), shares


def lump_distance(row: np.ndarray, point: np.ndarray, trim: float = 0.0) -> tuple[float, np.ndarray]:
    """Minimum over the axis by brute force; distance scaled by the gradient's length."""
    frame = row[k.FRAME : k.AXIS].reshape(3, 3)
    local = frame @ (point - row[k.ORIGIN : k.FRAME])
    t = np.linspace(trim * row[k.LENGTH], (1 - trim) * row[k.LENGTH], 20001)[:, None]
    sizes = np.linalg.norm(local - t * row[k.AXIS : k.LENGTH], axis=1)
    distances = sizes - row[k.RADIUS] - row[k.SLOPE] * t[:, 0]
    best = int(np.argmin(distances))
    gradient = frame.T @ ((local - t[best] * row[k.AXIS : k.LENGTH]) / sizes[best])
    steepness = np.linalg.norm(gradient)
    return float(distances[best] / steepness), gradient / steepness


def bone_distances(clay: k.ClayArrays, point: np.ndarray) -> np.ndarray:
    distances = []
    for b in range(len(clay.bones)):
        lumps = range(clay.lump_starts[b], clay.lump_starts[b + 1])
        values = [lump_distance(clay.lumps[p], point)[0] + clay.lumps[p, k.DELAY] for p in lumps]
        distances.append(soft_minimum(np.array(values), clay.bones[b, k.LUMP_BLEND])[0])
    return np.array(distances)


def field(clay: k.ClayArrays, point: np.ndarray) -> float:
    distances = bone_distances(clay, point)
    around = [clay.links[clay.link_starts[b] : clay.link_starts[b + 1]] for b in range(len(clay.bones))]
    fields = []
    for b, members in enumerate(around):
        delays = clay.delays[clay.link_starts[b] : clay.link_starts[b + 1]]
        soft, _ = soft_minimum(distances[members] + delays, clay.bones[b, k.BONE_BLEND])
        fields.append(soft + max(0.0, distances[b] - clay.bones[b, k.REACH]))
    center = int(np.argmin(fields))
    apart = np.setdiff1d(np.arange(len(distances)), around[center])
    value = fields[center]
    if len(apart):
        value, _ = soft_minimum(np.array([value, distances[apart].min()]), clay.crease)
    if clay.sole > 0:
        value = -soft_minimum(np.array([-value, point[1]]), clay.sole)[0]
    return value


def vertex_shares(
    clay: k.ClayArrays, pulls: Pulls, point: np.ndarray, owner: int, lump_colors: np.ndarray, width: float
) -> tuple[np.ndarray, np.ndarray]:
    """Skin weights (B,) and colour (4,) of one vertex."""
    links = range(pulls.starts[owner], pulls.starts[owner + 1])
    lumps = {
        pulls.bones[e]: range(clay.lump_starts[pulls.bones[e]], clay.lump_starts[pulls.bones[e] + 1])
        for e in links
    }
    trimmed = {
        b: min(lump_distance(clay.lumps[p], point, clay.lumps[p, k.TRIM])[0] for p in ps)
        for b, ps in lumps.items()
    }
    weights = np.zeros(len(clay.bones))
    for e in links:
        b = pulls.bones[e]
        apart = trimmed[b] - trimmed[owner] + pulls.values[e, 1]
        u = np.clip(apart / pulls.values[e, 0], -0.9, 1.0)
        weights[b] = ((1 - u) / (1 + u)) ** 2
    plain = {p: lump_distance(clay.lumps[p], point)[0] for ps in lumps.values() for p in ps}
    nearest = min(plain.values())
    pull = {p: max(0.0, 1 - (d - nearest) / width) ** 2 for p, d in plain.items()}
    color = sum(share * lump_colors[p] for p, share in pull.items()) / sum(pull.values())
    return weights / weights.sum(), np.asarray(color)
