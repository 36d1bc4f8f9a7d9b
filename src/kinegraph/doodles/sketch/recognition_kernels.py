"""The search for the links of a sketch: the stroke and direction of each link of a known tree."""

import numpy as np

from kinegraph.core.kernels.decorators import kernel, part, stage

MISSING = -1


@kernel
def cheapest_bodies(search, limit, count):
    """The cheapest ways to name strokes as the links of a tree, each stroke once at most.

    search: `SearchCosts`. limit: Only bodies below this cost are found.
    count: Number of different namings to keep.
    Returns costs (count,) ascending, infinite where there are fewer, and states (count, L), MISSING for links
    that are not drawn. Two bodies that name the strokes alike count as one.
    """
    links, states = search.own.shape
    stroke_of = search.stroke_of
    least = _least_costs(search)
    costs = np.full(count, np.inf)
    found = np.full((count, links), MISSING, dtype=np.int64)
    chosen = np.full(links, MISSING, dtype=np.int64)
    tried = np.full(links, -2, dtype=np.int64)  # -2: nothing yet; -1: missing; then the states
    spent = np.zeros(links + 1)
    used = np.zeros(stroke_of.max() + 1, dtype=np.bool_)
    link = 0
    while link >= 0:
        if chosen[link] >= 0:
            used[stroke_of[chosen[link]]] = False
            chosen[link] = MISSING
        state = tried[link] + 1
        cheapest = min(costs[count - 1], limit)
        placed, cost = False, 0.0
        while state < states:
            cost = _step_cost(search, chosen, used, link, state)
            chosen[link] = state
            if spent[link] + cost + _rest(least, search.parents, chosen, link) < cheapest:
                placed = True
                break
            state += 1
        if not placed:
            chosen[link] = MISSING
            tried[link] = -2
            link -= 1
            continue
        tried[link] = state
        spent[link + 1] = spent[link] + cost
        if link + 1 == links:
            _keep(costs, found, spent[links], chosen, stroke_of)
            continue
        if state >= 0:
            used[stroke_of[state]] = True
        link += 1
    return costs, found


@part
def _step_cost(search, chosen, used, link, state):
    """Cost of a link in a state, with the links before it as chosen; infinite where its stroke is used."""
    if state == MISSING:
        return search.missing[link]
    if used[search.stroke_of[state]]:
        return np.inf
    cost = search.own[link, state]
    if link > 0:
        on = chosen[search.parents[link]]
        cost += search.orphan if on == MISSING else search.with_parent[link, on, state]
    return cost


@stage
def _least_costs(search):
    """(L, S + 1) the least cost of a link and all below it, by its parent's state; last: without a parent.

    Exact except for strokes that are used twice, which the search sorts out.
    """
    own, missing = search.own, search.missing
    links, states = own.shape
    least = np.zeros((links, states + 1))
    below = np.zeros((links, states + 1))  # least cost of all that hangs on a link in a state, or on none
    for link in range(links - 1, 0, -1):
        for on in range(states + 1):
            best = missing[link] + below[link, states]
            for state in range(states):
                joined = search.orphan if on == states else search.with_parent[link, on, state]
                best = min(best, own[link, state] + joined + below[link, state])
            least[link, on] = best
        below[search.parents[link]] += least[link]
    return least


@part
def _rest(least, parents, chosen, link):
    """The least cost of the links after this one, with those up to it as chosen."""
    total = 0.0
    for later in range(link + 1, len(parents)):
        if parents[later] <= link:
            total += least[later, chosen[parents[later]]]  # MISSING is the last column
    return total


@stage
def _keep(costs, found, cost, chosen, stroke_of):
    """Puts a body into the list, in place of one that names the strokes alike, or of the dearest."""
    count = len(costs)
    place = count - 1
    for k in range(count):
        if np.isfinite(costs[k]) and _same_naming(found[k], chosen, stroke_of):
            if costs[k] <= cost:
                return
            place = k
            break
    while place > 0 and costs[place - 1] > cost:
        costs[place] = costs[place - 1]
        found[place] = found[place - 1]
        place -= 1
    costs[place] = cost
    found[place] = chosen


@part
def _same_naming(one, other, stroke_of):
    for link in range(len(one)):
        a = MISSING if one[link] == MISSING else stroke_of[one[link]]
        b = MISSING if other[link] == MISSING else stroke_of[other[link]]
        if a != b:
            return False
    return True
