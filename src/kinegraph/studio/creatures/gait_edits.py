"""Edits of gaits as pages send them, and the chart of a gait: functions from a gait to a gait."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec
import numpy as np

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.gait import plan_edits
from kinegraph.creatures.gait import tables as at
from kinegraph.creatures.gait.chart import FootChart, gait_chart
from kinegraph.creatures.gait.foot_path import FootPath, foot_path
from kinegraph.creatures.gait.parameters import GaitParameters
from kinegraph.creatures.gait.plan import LIMITS, FootKey, GaitPlan, GroupPlan, named_gait
from kinegraph.creatures.gait.plan_file import file_of_gait, gait_of_file
from kinegraph.creatures.gait.plan_rows import interpolate_keys
from kinegraph.creatures.gait.rig import GaitRig, gait_rig
from kinegraph.creatures.gait.styles import apply_style, gait_style
from kinegraph.studio.document.creature_fields import CreatureGait
from kinegraph.studio.document.display_names import display_name
from kinegraph.studio.protocol.gait_commands import (
    GaitEdit,
    RemoveGroupKey,
    ReplaceGait,
    ResetFoot,
    SetFlight,
    SetFootTiming,
    SetGroupKey,
    SetGroupStyle,
)
from kinegraph.studio.protocol.gait_events import GaitCharted, GaitFootInfo

_SLOWEST = 0.08  # natural speed: a slower walk takes too long for a chart
_SAMPLES = 48


def plan_for(gait: CreatureGait, creature: Creature) -> GaitPlan:
    """The gait as a plan with an entry for each leg group, all speed keys written out, for editing."""
    plan = named_gait(gait.style) if gait.plan is None else gait_of_file(gait.plan, "The gait")
    groups = gait_rig(creature, plan).groups
    if not groups:
        raise InvalidValue(f"{creature.character.name} has no feet, so it has no gait to edit.")
    entries = [plan.group(number) for number in range(max(len(groups), len(plan.groups)))]
    plan = replace(plan, groups=tuple(entries))
    for number, group in enumerate(groups):
        plan = plan_edits.write_out_keys(plan, number, len(group.legs))
    return plan


def edit_gait(gait: CreatureGait, creature: Creature, wanted: Sequence[GaitEdit]) -> CreatureGait:
    """A gait after edits, one after the other."""
    for edit in wanted:
        if isinstance(edit, ReplaceGait):
            if edit.plan is not None:
                gait_of_file(edit.plan, "The gait")  # refuses what does not go together
            gait = msgspec.structs.replace(gait, plan=edit.plan)
        else:
            plan = _edit_gait(plan_for(gait, creature), creature, edit)
            gait = msgspec.structs.replace(gait, plan=file_of_gait(plan))
    return gait


def _edit_gait(plan: GaitPlan, creature: Creature, edit: GaitEdit) -> GaitPlan:
    match edit:
        case SetGroupKey():
            return plan_edits.set_key(plan, edit.group, edit.speed, edit.values)
        case RemoveGroupKey():
            if len(_group(plan, edit.group).keys) < 2:
                raise InvalidValue("A gait needs at least one speed key.")
            return plan_edits.remove_key(plan, edit.group, edit.speed)
        case SetFootTiming():
            return _set_foot(plan, creature, edit)
        case SetGroupStyle():
            return plan_edits.set_style(plan, edit.group, edit.style)
        case SetFlight():
            return plan_edits.set_path(plan, edit.group, _flight(edit), foot=edit.foot)
        case ResetFoot():
            group = _group(plan, edit.group)
            feet = tuple(foot for foot in group.feet if foot.foot != edit.foot)
            groups = list(plan.groups)
            groups[edit.group] = replace(group, feet=feet)
            return replace(plan, groups=tuple(groups))
    raise InvalidValue(f"{type(edit).__name__} is not an edit of a gait.")


def _group(plan: GaitPlan, number: int) -> GroupPlan:
    if number >= len(plan.groups):
        raise InvalidValue(
            f"The gait {plan.name!r} has leg groups 0 to {len(plan.groups) - 1}, not {number}."
        )
    return plan.groups[number]


def _set_foot(plan: GaitPlan, creature: Creature, edit: SetFootTiming) -> GaitPlan:
    """Sets a foot's values at one speed key. Its values at the group's other keys are written out first: a
    single key would hold at all speeds.
    """
    group = _group(plan, edit.group)
    own = group.foot(edit.foot)
    for name, value in edit.values.items():
        has = {key.speed for key in own.keys if getattr(key, name, None) is not None} if own else set()
        if value is None or has:
            continue
        for key in group.keys:
            if key.speed != edit.speed:
                usual = _usual(plan, creature, edit, key, name)
                plan = plan_edits.set_foot_key(plan, edit.group, edit.foot, key.speed, {name: usual})
    return plan_edits.set_foot_key(plan, edit.group, edit.foot, edit.speed, edit.values)


def _usual(
    plan: GaitPlan, creature: Creature, edit: SetFootTiming, key: GaitParameters, name: str
) -> float | None:
    """The value that a foot has from its leg group at a speed key."""
    styled = apply_style(key, gait_style(_group(plan, edit.group).style))
    if name != "trigger":
        return _within(name, getattr(styled, name)) if hasattr(styled, name) else None
    bare = replace(
        plan, groups=tuple(replace(g, feet=()) if n == edit.group else g for n, g in enumerate(plan.groups))
    )
    rig = gait_rig(creature, bare)
    if edit.group >= len(rig.groups) or edit.foot >= len(rig.groups[edit.group].legs):
        raise InvalidValue(f"{creature.character.name} has no foot {edit.foot} in leg group {edit.group}.")
    row = rig.tables.feet[rig.orders[edit.group][edit.foot]]
    lag = row[at.SIDE_STEP] * styled.side_lag + row[at.ROW_STEP] * styled.row_lag + row[at.FIXED_STEP]
    return float(lag % 1.0)


def _within(name: str, value: float) -> float:
    low, high = LIMITS[name]
    return float(min(max(value, low), high))


def _flight(edit: SetFlight) -> FootPath:
    """A flight from a few numbers; the toes point down most in its middle."""
    if not all(np.isfinite([edit.peak, edit.swing, edit.tip])) or abs(edit.swing) > 4.0:
        raise InvalidValue("A flight needs finite numbers and a swing of at most 4 lifts.")
    path = foot_path(edit.peak, edit.swing)
    bump = np.sin(np.pi * path.times) ** 2
    bump[[0, -1]] = 0.0
    return replace(path, tip=edit.tip * bump)


def chart_gait(creature: Creature, gait: CreatureGait, speed: float | None) -> GaitCharted:
    """The chart of a gait on a creature; answers request 0.

    speed: Natural; None for that of the speed key nearest to the gait's, which is the one that edits change.
    """
    plan = plan_for(gait, creature)
    rig = gait_rig(creature, plan)
    natural = float(rig.tables.body[at.SCALE] / rig.tables.body[at.PERIOD])
    if speed is None:
        speed = _nearest_key(plan, abs(gait.speed) / natural)
    wanted = max(speed, _SLOWEST)
    chart = gait_chart(rig, wanted * natural, samples=_SAMPLES)
    keys = [_styled_keys(plan, number) for number in range(len(rig.groups))]
    return GaitCharted(
        request=0,
        character="",
        speed=wanted,
        pace=chart.speed,
        period=chart.period,
        stride=chart.stride,
        feet=tuple(_foot_info(creature, rig, plan, keys[foot.group], foot, wanted) for foot in chart.feet),
        plan=file_of_gait(plan),
    )


def _nearest_key(plan: GaitPlan, speed: float) -> float:
    return min((key.speed for key in plan.group(0).keys), key=lambda known: abs(known - speed))


def _styled_keys(plan: GaitPlan, number: int) -> tuple[GaitParameters, ...]:
    group = plan.group(number)
    return tuple(apply_style(key, gait_style(group.style)) for key in group.keys)


def _foot_info(
    creature: Creature,
    rig: GaitRig,
    plan: GaitPlan,
    keys: Sequence[GaitParameters],
    foot: FootChart,
    speed: float,
) -> GaitFootInfo:
    own = plan.group(foot.group).foot(foot.foot)
    path = rig.tables.path[rig.feet.index(foot.body)]
    usual = interpolate_keys(keys, speed)
    values = {name: getattr(usual, name) for name in ("lift", "heel", "toe")}
    values |= _own_values(own.keys if own else (), speed)
    return GaitFootInfo(
        name=display_name(creature.character.skeleton.names[foot.body]),
        group=foot.group,
        foot=foot.foot,
        duty=round(foot.duty, 4),
        trigger=round(foot.trigger, 4),
        height=_round_value(foot.height),
        pitch=_round_value(foot.pitch),
        peak=float(np.clip(path[:, at.ARC].argmax() / (len(path) - 1), 0.2, 0.8)),
        swing=float(path[path[:, at.ARC].argmax(), at.SWING]),
        tip=float(path[np.abs(path[:, at.TIP]).argmax(), at.TIP]),
        own=own is not None,
        **values,
    )


def _own_values(keys: Sequence[FootKey], speed: float) -> Mapping[str, float]:
    found = {}
    for name in ("lift", "heel", "toe"):
        given = [(key.speed, getattr(key, name)) for key in keys if getattr(key, name) is not None]
        if given:
            speeds, values = zip(*given, strict=True)
            found[name] = float(np.interp(speed, speeds, values))
    return found


def _round_value(values: np.ndarray) -> tuple[float, ...]:
    return tuple(round(float(value), 5) for value in values)
