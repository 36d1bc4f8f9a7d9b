"""Compiled genetic search among selections of a fixed count.

Random numbers come from SplitMix64 (G. Steele, D. Lea, C. Flood 2014) with its state in an array of one: the
same on every machine, and no generator shared with anyone else is touched.
"""

import numpy as np
from numba import njit

# Share of a generation that lives on unchanged, and chances that a child's key slides or jumps.
KEPT = 0.1
SLIDE = 0.5
JUMP = 0.2
TOURNAMENT = 3


@njit(cache=True)
def evolve(edges, use_sum, population, generations, seeds, best):
    """Writes the fittest selection of all runs into `best` (K,); `seeds` (runs, 3) holds a row for each."""
    frames, count = len(edges), len(best)
    kept = max(1, int(KEPT * population))
    people, children = np.empty((2, population, count), dtype=np.int64)
    errors, least = np.empty(population), np.inf
    state = np.empty(1, dtype=np.uint64)
    for seed in seeds:
        state[0] = np.uint64(0)
        for part in seed:
            state[0] ^= part
            state[0] = _random(state)
        for person in people:
            _random_selection(state, frames, person)
        for generation in range(generations + 1):
            for p in range(population):
                errors[p] = selection_error(edges, people[p], use_sum)
            ranks = np.argsort(errors, kind="mergesort")
            if errors[ranks[0]] < least:
                least = errors[ranks[0]]
                best[:] = people[ranks[0]]
            if generation == generations:
                break
            for p in range(population):
                if p < kept:
                    children[p] = people[ranks[p]]
                    continue
                mother, father = _winner(state, population), _winner(state, population)
                _cross(state, people[ranks[mother]], people[ranks[father]], children[p])
                _mutate(state, frames, children[p])
            people, children = children, people


@njit(cache=True)
def selection_error(edges, keys, use_sum):
    """Cost of the selection `keys`, from the first segment on."""
    error = 0.0
    for n in range(1, len(keys)):
        edge = edges[keys[n], keys[n - 1]]
        error = error + edge if use_sum else max(error, edge)
    return error


@njit(cache=True)
def _random(state):
    """The next 64 random bits."""
    state[0] += np.uint64(0x9E3779B97F4A7C15)
    z = state[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit(cache=True)
def _uniform(state):
    return float(_random(state) >> np.uint64(11)) * 2.0**-53


@njit(cache=True)
def _below(state, limit):
    """A whole number from 0 to limit - 1."""
    return np.int64(_uniform(state) * limit)


@njit(cache=True)
def _winner(state, population):
    """Rank of the best of a few individuals drawn at random."""
    best = population
    for _ in range(TOURNAMENT):
        best = min(best, _below(state, population))
    return best


@njit(cache=True)
def _random_selection(state, frames, keys):
    """Fills `keys` with the ends and any other frames, all selections equally likely."""
    last = len(keys) - 1
    keys[0], keys[last] = 0, frames - 1
    n, wanted = 1, last - 1
    for frame in range(1, frames - 1):
        if _uniform(state) * (frames - 1 - frame) < wanted:
            keys[n] = frame
            n += 1
            wanted -= 1


@njit(cache=True)
def _cross(state, mother, father, child):
    """Fills `child` with the keys that both parents have, and as many of the others as are missing."""
    count = len(child)
    shared, m, f = 0, 0, 0
    while m < count and f < count:
        if mother[m] == father[f]:
            shared += 1
            m += 1
            f += 1
        elif mother[m] < father[f]:
            m += 1
        else:
            f += 1
    left, wanted = 2 * (count - shared), count - shared
    m, f, n = 0, 0, 0
    while n < count:
        if m < count and f < count and mother[m] == father[f]:
            child[n] = mother[m]
            n += 1
            m += 1
            f += 1
            continue
        if f == count or (m < count and mother[m] < father[f]):
            key = mother[m]
            m += 1
        else:
            key = father[f]
            f += 1
        if _uniform(state) * left < wanted:
            child[n] = key
            n += 1
            wanted -= 1
        left -= 1


@njit(cache=True)
def _mutate(state, frames, keys):
    """Lets a key slide between its neighbours, or jump to any frame that is not a key."""
    last = len(keys) - 1
    if last < 2 or last == frames - 1:
        return
    if _uniform(state) < SLIDE:
        n = 1 + _below(state, last - 1)
        keys[n] = keys[n - 1] + 1 + _below(state, keys[n + 1] - keys[n - 1] - 1)
    if _uniform(state) < JUMP:
        n = 1 + _below(state, last - 1)
        target = 1 + _below(state, frames - 2)
        at = np.searchsorted(keys, target)
        if keys[at] == target:
            return
        if at > n:
            keys[n : at - 1] = keys[n + 1 : at].copy()
            keys[at - 1] = target
        else:
            keys[at + 1 : n + 1] = keys[at:n].copy()
            keys[at] = target
