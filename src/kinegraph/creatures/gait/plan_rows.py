"""A gait plan on a creature: the parameters and the flight path of every foot, as kernels take them."""

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np

from kinegraph.core.arrays import Floats, Ints, kernel_floats
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.foot_path import SAMPLES, foot_path
from kinegraph.creatures.gait.leg_groups import LegGroup
from kinegraph.creatures.gait.parameters import COLUMNS, GaitParameters, parameter_rows
from kinegraph.creatures.gait.plan import FootKey, FootPlan, GaitPlan, GroupPlan
from kinegraph.creatures.gait.styles import GaitStyle, apply_style, gait_style

_FOOT_COLUMNS = {"duty": at.DUTY, "lift": at.LIFT, "heel": at.STRIKE, "toe": at.PUSH}


@dataclass(frozen=True, eq=False)
class PlanRows:
    """Rows of parameters: one for each leg group, and one for each foot with speed keys of its own.

    groups: The leg group of each row.
    orders: The feet of each leg group in the order in which plans count them.
    parameters: (R, K, P) by rising speed; the last key repeats.
    paths: (N, SAMPLES, 4) the flight of each foot.
    styles: Of each leg group.
    """

    groups: tuple[int, ...]
    orders: tuple[tuple[int, ...], ...]
    parameters: Floats
    paths: Floats
    styles: tuple[GaitStyle, ...]


def plan_rows(
    plan: GaitPlan | GaitStyle,
    groups: Sequence[LegGroup],
    authored: Sequence[Sequence[GaitParameters]],
    feet: Floats,
    numbers: Ints,
) -> PlanRows:
    """Works out the rows of a plan, and writes into `feet` and `numbers` what they say of each foot.

    authored: The keys of each leg group, for entries without keys.
    feet, numbers: As in GaitTables.
    """
    entries = [plan.group(n) if isinstance(plan, GaitPlan) else GroupPlan() for n in range(len(groups))]
    styles = tuple(gait_style(entry.style) if isinstance(plan, GaitPlan) else plan for entry in entries)
    _style_feet(feet, numbers, styles)
    rows = [
        parameter_rows(tuple(apply_style(key, style) for key in entry.keys or own))
        for entry, style, own in zip(entries, styles, authored, strict=True)
    ]
    of_row = list(range(len(groups)))
    orders = tuple(_in_order(group, feet) for group in groups)
    paths = np.zeros((len(feet), SAMPLES, len((at.PROGRESS, at.ARC, at.SWING, at.TIP))))
    for number, (order, entry, style) in enumerate(zip(orders, entries, styles, strict=True)):
        path = (entry.path or foot_path(style.peak, style.swing, style.snap)).table()
        for place, leg in enumerate(order):
            own = entry.foot(place)
            paths[leg] = path if own is None or own.path is None else own.path.table()
            if own is not None and own.keys:
                numbers[leg, at.GROUP] = len(rows)
                of_row.append(number)
                rows.append(_foot_rows(own, rows[number], feet[leg]))
    return PlanRows(tuple(of_row), orders, _table(rows), kernel_floats(paths), styles)


def _in_order(group: LegGroup, feet: Floats) -> tuple[int, ...]:
    """The feet of a leg group from the back to the front, left before right."""
    columns = [at.ROW_STEP, at.SIDE_STEP, at.FIXED_STEP]
    return tuple(sorted(group.legs, key=lambda leg: (*feet[leg, columns], leg)))


def _foot_rows(foot: FootPlan, rows: Floats, row: Floats) -> Floats:
    """(K, P) the parameters of one foot: those of its group with its own keys over them.

    row: The foot's row of GaitTables.feet; its step trigger becomes the side lag of its own parameters.
    """
    speeds = np.unique(np.concatenate([rows[:, at.SPEED], [key.speed for key in foot.keys]]))
    found = np.stack([np.interp(speeds, rows[:, at.SPEED], column) for column in rows.T], axis=1)
    for name, column in _FOOT_COLUMNS.items():
        values = _values(foot.keys, name)
        if values is not None:
            found[:, column] = np.interp(speeds, *values)
    triggers = _values(foot.keys, "trigger")
    if triggers is not None:
        unwrapped = np.unwrap(triggers[1], period=1.0)
        found[:, at.SIDE_LAG] = np.interp(speeds, triggers[0], unwrapped)
        row[[at.SIDE_STEP, at.ROW_STEP, at.FIXED_STEP]] = 1.0, 0.0, 0.0
    return found


def _values(keys: Sequence[FootKey], name: str) -> tuple[Floats, Floats] | None:
    """(speeds, values) of the keys that have a value."""
    given = [(key.speed, getattr(key, name)) for key in keys if getattr(key, name) is not None]
    return (np.array([speed for speed, _ in given]), np.array([v for _, v in given])) if given else None


def _table(rows: Sequence[Floats]) -> Floats:
    """(R, K, P), with at least two keys: the same number for all rows; the last one repeats."""
    most = max((len(one) for one in rows), default=1)
    table = np.zeros((len(rows), max(most, 2), len(COLUMNS)))
    for row, one in zip(table, rows, strict=True):
        row[:] = one[np.minimum(np.arange(len(row)), len(one) - 1)]
    return kernel_floats(table)


def _style_feet(feet: Floats, numbers: Ints, styles: Sequence[GaitStyle]) -> None:
    """Writes what a style about one foot (a limp) says of it."""
    feet[:, [at.LIFT_SCALE, at.ROLL_SCALE, at.LOAD]] = 1.0
    for number, style in enumerate(styles):
        if style.foot is not None and len(feet):
            row = style.foot % len(feet)
            if numbers[row, at.GROUP] == number:
                feet[row, [at.LIFT_SCALE, at.ROLL_SCALE]] = style.lift, style.heel
                feet[row, [at.MORE_DUTY, at.LOAD]] = style.duty, 1.0 - 0.8 * style.favour


def interpolate_keys(keys: Sequence[GaitParameters], speed: float) -> GaitParameters:
    """The parameters of a gait at a speed between its keys."""
    rows = np.array([astuple(key) for key in keys])
    return GaitParameters(speed, *(float(np.interp(speed, rows[:, 0], column)) for column in rows.T[1:]))
