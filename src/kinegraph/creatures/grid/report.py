"""The grid as plain values, for JSON and the page: every pair, and the totals."""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from kinegraph.creatures.grid import scores as limits
from kinegraph.creatures.grid.pair import PairScore
from kinegraph.creatures.grid.validation_grid import Grid

VERSION = 2
SELDOM = 0.25  # share of the creatures: animations that apply to fewer are listed


def grid_report(grid: Grid) -> dict[str, Any]:
    """The grid without pictures; equal grids give equal reports."""
    return {
        "version": VERSION,
        "seed": grid.seed,
        "frames": grid.frames,
        "limits": _limits(),
        "creatures": [asdict(facts) for facts in grid.creatures],
        "animations": list(grid.animations),
        "pairs": [pair_values(pair) for pair in grid.pairs],
        "totals": totals(grid),
    }


def pair_values(pair: PairScore) -> dict[str, Any]:
    """One pair; measures are null where it was not played."""
    found = pair.scores
    return {
        "animation": pair.animation,
        "creature": pair.creature,
        "variant": pair.variant,
        "applies": pair.applies,
        "why_not": pair.why_not,
        "pass": pair.passed,
        "reasons": list(dict.fromkeys(str(failure.reason) for failure in pair.failures)),
        "words": [failure.text for failure in pair.failures],
        "goal_error_percent": None if found is None else round(100.0 * found.goal_error.value, 2),
        "out_of_reach_percent": None if found is None else round(100.0 * found.out_of_reach, 1),
        "missed_out_of_reach_percent": None if found is None else round(100.0 * found.missed, 1),
        "foot_slip_mm": None if found is None else round(1000.0 * found.foot_slip.value, 2),
        "ground_penetration_mm": None if found is None else round(1000.0 * found.penetration.value, 2),
        "buckling_degrees": None if found is None else round(math.degrees(found.buckling.value), 1),
        "self_intersection_diameters": None if found is None else round(found.intersection.value, 3),
        "jerk_percent": None if found is None else round(100.0 * found.jerk.value, 3),
        "facing_degrees": None if found is None else round(math.degrees(found.facing.value), 1),
        "turn_degrees_per_frame": None if found is None else round(math.degrees(found.turn.value), 1),
        "shake_degrees": None if found is None else round(math.degrees(found.shake.value), 2),
        "severity": None if found is None else round(found.severity, 3),
        "shortest_percent": None if found is None else round(100.0 * found.shortest.value, 1),
        "longest_percent": None if found is None else round(100.0 * found.longest.value, 1),
    }


def totals(grid: Grid) -> dict[str, Any]:
    """Counts over all, by animation, by creature and by reason."""
    reasons = Counter(
        str(reason) for pair in grid.pairs for reason in {failure.reason for failure in pair.failures}
    )
    by_animation = {name: _counts(p for p in grid.pairs if p.animation == name) for name in grid.animations}
    return {
        **_counts(grid.pairs),
        "by_reason": dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
        "by_animation": by_animation,
        "by_creature": {
            facts.source: _counts(p for p in grid.pairs if p.creature == facts.source)
            for facts in grid.creatures
        },
        "seldom": [
            name for name, counts in by_animation.items() if counts["applies"] < SELDOM * counts["pairs"]
        ],
    }


def _counts(pairs: Iterable[PairScore]) -> dict[str, Any]:
    every = list(pairs)
    applies = [pair for pair in every if pair.applies]
    passed = sum(pair.passed for pair in applies)
    counts = [pair.scores.counts for pair in applies if pair.scores is not None]
    goals, excused = sum(count.goals for count in counts), sum(count.excused for count in counts)
    missed = sum(count.missed for count in counts)
    return {
        "pairs": len(every),
        "applies": len(applies),
        "passed": passed,
        "failed": len(applies) - passed,
        "pass_percent": round(100.0 * passed / len(applies), 2) if applies else None,
        "goals": goals,
        "goals_excused": excused,
        "excused_percent": round(100.0 * excused / goals, 2) if goals else None,
        "goals_missed": missed,
        "missed_percent": round(100.0 * missed / goals, 2) if goals else None,
    }


def _limits() -> dict[str, float]:
    return {
        "goal_error_percent": 100.0 * limits.GOAL_LIMIT,
        "foot_slip_percent_of_size": 100.0 * limits.SLIP_LIMIT,
        "ground_penetration_percent_of_size": 100.0 * limits.GROUND_LIMIT,
        "buckling_degrees": round(math.degrees(limits.FOLD_LIMIT), 3),
        "self_intersection_diameters": limits.INSIDE_LIMIT,
        "jerk_percent": 100.0 * limits.JERK_LIMIT,
        "facing_degrees": round(math.degrees(limits.FACING_LIMIT), 3),
        "turn_degrees_per_frame": round(math.degrees(limits.TURN_LIMIT), 3),
        "shake_degrees": round(math.degrees(limits.SHAKE_LIMIT), 3),
        "shortest_percent": round(100.0 * limits.STRETCH_LIMITS[0], 3),
        "longest_percent": round(100.0 * limits.STRETCH_LIMITS[1], 3),
    }
