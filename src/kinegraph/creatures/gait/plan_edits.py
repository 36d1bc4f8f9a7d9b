"""Edits of a gait plan: each returns a new plan, checked; a plan itself never changes."""

from collections.abc import Mapping
from dataclasses import fields, replace

import numpy as np

from kinegraph.core.errors import InvalidValue, UnknownName
from kinegraph.creatures.gait.foot_path import PATH_CURVES, FootPath
from kinegraph.creatures.gait.parameters import GaitParameters, gait_parameters
from kinegraph.creatures.gait.plan import FootKey, FootPlan, GaitPlan, GroupPlan, check_value
from kinegraph.creatures.gait.plan_rows import interpolate_keys

_SAME_TIME = 1e-6  # keys of a path that are nearer in time are one


class UnknownParameter(UnknownName):
    """A gait parameter that does not exist."""

    kind = "gait parameter"


def write_out_keys(plan: GaitPlan, group: int, feet: int) -> GaitPlan:
    """Gives a leg group without keys those that are authored for a number of feet, for editing."""
    if _group(plan, group).keys:
        return plan
    return _with_group(plan, group, replace(_group(plan, group), keys=gait_parameters(feet)))


def set_key(plan: GaitPlan, group: int, speed: float, values: Mapping[str, float]) -> GaitPlan:
    """Sets parameters of a leg group at a speed. A new key takes the other parameters from its neighbours."""
    old = _group(plan, group)
    _check_names(values, GaitParameters)
    speed = check_value("speed", speed)
    key = next((key for key in old.keys if key.speed == speed), None)
    if key is None:
        if not old.keys:
            raise InvalidValue("This leg group has no keys yet: write out the authored ones first.")
        key = interpolate_keys(old.keys, speed)
    key = replace(key, **{name: check_value(name, value) for name, value in values.items()})
    rest = [other for other in old.keys if other.speed not in (speed, key.speed)]
    return _with_group(plan, group, replace(old, keys=_by_speed([*rest, key])))


def remove_key(plan: GaitPlan, group: int, speed: float) -> GaitPlan:
    """Removes the key of a leg group at a speed."""
    old = _group(plan, group)
    rest = tuple(key for key in old.keys if key.speed != speed)
    if len(rest) == len(old.keys):
        raise InvalidValue(f"This leg group has no key at the speed {speed:g}.")
    return _with_group(plan, group, replace(old, keys=rest))


def set_style(plan: GaitPlan, group: int, style: str) -> GaitPlan:
    """Sets the named style of a leg group."""
    return _with_group(plan, group, replace(_group(plan, group), style=style))


def set_foot_key(
    plan: GaitPlan, group: int, foot: int, speed: float, values: Mapping[str, float | None]
) -> GaitPlan:
    """Sets own values of a foot at a speed; None gives a value back to its leg group."""
    _check_names(values, FootKey)
    speed = check_value("speed", speed)
    old = _group(plan, group).foot(foot) or FootPlan(foot)
    key = next((key for key in old.keys if key.speed == speed), FootKey(speed))
    key = replace(key, **values)
    rest = [other for other in old.keys if other.speed not in (speed, key.speed)]
    empty = all(getattr(key, field.name) is None for field in fields(key) if field.name != "speed")
    return _with_foot(plan, group, replace(old, keys=_by_speed(rest if empty else [*rest, key])))


def set_path(plan: GaitPlan, group: int, path: FootPath | None, *, foot: int | None = None) -> GaitPlan:
    """Sets the flight of a leg group or of one foot; None is that of the style, or of the group."""
    old = _group(plan, group)
    if foot is None:
        return _with_group(plan, group, replace(old, path=path))
    return _with_foot(plan, group, replace(old.foot(foot) or FootPlan(foot), path=path))


def set_path_key(path: FootPath, time: float, values: Mapping[str, float]) -> FootPath:
    """Sets curves of a flight at a time. A new key takes the other curves as they are there."""
    wrong = [name for name in values if name not in PATH_CURVES[1:]]
    if wrong:
        raise UnknownParameter(wrong[0], PATH_CURVES[1:])
    if not 0.0 <= time <= 1.0:
        raise InvalidValue(f"The time of a flight lies between 0 and 1, not {time}.")
    rows = _rows(path)
    found = np.flatnonzero(np.abs(rows[:, 0] - time) < _SAME_TIME)
    if not len(found):
        key = [time, *(np.interp(time, rows[:, 0], column) for column in rows.T[1:])]
        place = int(np.searchsorted(rows[:, 0], time))
        rows, found = np.insert(rows, place, key, axis=0), np.array([place])
    for name, value in values.items():
        rows[found[0], PATH_CURVES.index(name)] = value
    return FootPath(*rows.T)


def remove_path_key(path: FootPath, time: float) -> FootPath:
    """Removes the key of a flight at a time; the first and the last stay."""
    rows = _rows(path)
    inside = (np.abs(rows[:, 0] - time) < _SAME_TIME) & (rows[:, 0] > 0.0) & (rows[:, 0] < 1.0)
    if not inside.any():
        raise InvalidValue(f"A flight has no key at the time {time:g} that can be removed.")
    return FootPath(*rows[~inside].T)


def _rows(path: FootPath) -> np.ndarray:
    return np.stack([path.times, path.progress, path.lift, path.swing, path.tips], axis=1)


def _check_names(values: Mapping[str, object], kind: type) -> None:
    valid = [field.name for field in fields(kind)]
    for name in values:
        if name not in valid:
            raise UnknownParameter(name, valid)


def _by_speed(keys: list) -> tuple:
    return tuple(sorted(keys, key=lambda key: key.speed))


def _group(plan: GaitPlan, number: int) -> GroupPlan:
    if not 0 <= number < len(plan.groups):
        raise InvalidValue(
            f"The gait {plan.name!r} has leg groups 0 to {len(plan.groups) - 1}, not {number}."
        )
    return plan.groups[number]


def _with_group(plan: GaitPlan, number: int, group: GroupPlan) -> GaitPlan:
    groups = list(plan.groups)
    groups[number] = group
    return replace(plan, groups=tuple(groups))


def _with_foot(plan: GaitPlan, number: int, foot: FootPlan) -> GaitPlan:
    group = _group(plan, number)
    rest = [other for other in group.feet if other.foot != foot.foot]
    kept = [*rest, foot] if foot.keys or foot.path is not None else rest
    return _with_group(plan, number, replace(group, feet=tuple(sorted(kept, key=lambda each: each.foot))))
