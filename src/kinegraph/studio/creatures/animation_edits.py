"""Edits of animations as pages send them, carried out on what a motion file holds: pure functions."""

from collections.abc import Sequence

from msgspec.structs import replace

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.context_sentence import context_from_sentence, sentence
from kinegraph.creatures.animation.general_animation import UnknownChannel
from kinegraph.creatures.animation.motion_file import motion_of_file
from kinegraph.creatures.animation.motion_schema import (
    ChannelEntry,
    EventEntry,
    KeyEntry,
    MotionFile,
    TargetEntry,
)
from kinegraph.studio.creatures.channel_key_edits import (
    Body,
    in_mode,
    tracks_of,
    with_key_at,
    with_keys,
)
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import clean_name, free_name
from kinegraph.studio.protocol.channel_commands import (
    AddChannel,
    AnimationEdit,
    ArrangeChannel,
    DeclareTarget,
    DeleteChannel,
    Describe,
    DuplicateChannel,
    InsertChannelKey,
    RenameChannel,
    ReorderChannel,
    ReplaceAnimation,
    SetBranch,
    SetChannelKeys,
    SetContext,
    SetEvents,
    SetLength,
    SetLooping,
    SetPositionMode,
    SetRotationMode,
    SetSideRules,
    SetTarget,
)

MOST_KEYS = 100_000  # of one animation


def edit_animation(
    motion: MotionFile, wanted: Sequence[AnimationEdit], body: Body
) -> tuple[MotionFile, EditName]:
    """An animation after at least one edit, one after the other, and the name of the last; refuses what does
    not go together.
    """
    for edit in wanted:
        motion = _edit_animation(motion, edit, body)
        motion_of_file(motion, motion.name)
    keys = sum(len(track.keys) for channel in motion.channels for track in tracks_of(channel))
    if keys > MOST_KEYS:
        raise InvalidValue(f"An animation holds at most {MOST_KEYS} keyframes.")
    return motion, _name(wanted[-1])


def _edit_animation(motion: MotionFile, edit: AnimationEdit, body: Body) -> MotionFile:
    match edit:
        case SetLength():
            return _of_length(motion, edit.seconds, edit.stretch)
        case SetLooping():
            return replace(motion, loops=edit.loops)
        case Describe():
            return replace(motion, about=edit.about)
        case SetBranch():
            return replace(motion, branches={**motion.branches, edit.predicate: edit.wanted})
        case SetSideRules():
            return replace(motion, side_rules=list(edit.rules))
        case SetEvents():
            return replace(motion, events=list(edit.events))
        case DeclareTarget():
            others = {name: place for name, place in motion.targets.items() if name != edit.name}
            declared = {} if edit.place is None else {clean_name(edit.name): list(edit.place)}
            return replace(motion, targets=others | declared)
        case ReplaceAnimation():
            return replace(edit.motion, name=motion.name)
    return _with_channels(motion, edit, body)


def _with_channels(motion: MotionFile, edit: AnimationEdit, body: Body) -> MotionFile:
    """An animation with a channel more or less, or in another place, or changed."""
    channels = list(motion.channels)
    if isinstance(edit, AddChannel):
        at = len(channels) if edit.before is None else _index(motion, edit.before)
        name = free_name(clean_name(edit.channel.name), [channel.name for channel in channels])
        channels.insert(at, replace(edit.channel, name=name))
        return replace(motion, channels=channels)
    at = _index(motion, edit.channel)  # type: ignore[union-attr]
    channel = channels[at]
    match edit:
        case DeleteChannel():
            return _without(motion, channel.name)
        case DuplicateChannel():
            name = free_name(f"{channel.name} copy", [each.name for each in channels])
            channels.insert(at + 1, replace(channel, name=name))
        case ReorderChannel():
            channels.insert(max(0, min(edit.to, len(channels) - 1)), channels.pop(at))
        case RenameChannel():
            return _rename_channel(motion, channel.name, clean_name(edit.name))
        case _:
            channels[at] = _change_channel(motion, channel, edit, body)
    return replace(motion, channels=channels)


def _change_channel(
    motion: MotionFile, channel: ChannelEntry, edit: AnimationEdit, body: Body
) -> ChannelEntry:
    match edit:
        case SetContext():
            return replace(channel, bodies=sentence(context_from_sentence(edit.bodies)))
        case SetTarget():
            return replace(channel, target=edit.target)
        case ArrangeChannel():
            names = ("one_at_a_time", "variant_group", "blend_group", "mirrors", "instead_of")
            asked = {name: getattr(edit, name) for name in names if getattr(edit, name) is not None}
            if "instead_of" in asked:
                asked["instead_of"] = list(asked["instead_of"])
            return replace(channel, **asked)
        case SetPositionMode() | SetRotationMode():
            return in_mode(motion, channel, edit, body)
        case SetChannelKeys():
            return with_keys(motion, channel, edit, body)
        case InsertChannelKey():
            return with_key_at(motion, channel, edit)
    raise InvalidValue(f"{type(edit).__name__} is not an edit of an animation.")


def _index(motion: MotionFile, name: str) -> int:
    names = [channel.name for channel in motion.channels]
    if name not in names:
        raise UnknownChannel(name, names)
    return names.index(name)


def _without(motion: MotionFile, name: str) -> MotionFile:
    """An animation without a channel and without references to it."""
    for channel in motion.channels:
        if channel.target is not None and channel.target.channel == name and channel.name != name:
            raise InvalidValue(
                f"The channel {channel.name!r} uses {name!r} as its target; give it another target."
            )
    return replace(
        motion,
        channels=[
            replace(each, instead_of=[other for other in each.instead_of if other != name])
            for each in motion.channels
            if each.name != name
        ],
        events=[replace(event, channel="") if event.channel == name else event for event in motion.events],
        side_rules=[rule for rule in motion.side_rules if name not in (rule.first, rule.second)],
    )


def _rename_channel(motion: MotionFile, name: str, to: str) -> MotionFile:
    """An animation with a channel renamed, in all references to it too."""
    if to != name and to in [channel.name for channel in motion.channels]:
        raise InvalidValue(f"There is a channel called {to!r} already; choose another name.")

    def said(word: str) -> str:
        return to if word == name else word

    def aimed(target: TargetEntry | None) -> TargetEntry | None:
        return replace(target, channel=to) if target is not None and target.channel == name else target

    return replace(
        motion,
        channels=[
            replace(
                each,
                name=said(each.name),
                target=aimed(each.target),
                instead_of=[said(other) for other in each.instead_of],
            )
            for each in motion.channels
        ],
        events=[replace(event, channel=said(event.channel)) for event in motion.events],
        side_rules=[replace(r, first=said(r.first), second=said(r.second)) for r in motion.side_rules],
    )


def _of_length(motion: MotionFile, seconds: float, stretch: bool) -> MotionFile:
    """An animation of another duration, with its keys moved along or cut off."""
    if not 0.01 <= seconds <= 3600.0:
        raise InvalidValue(f"An animation lasts 0.01 s to 3600 s, not {seconds} s.")
    factor = seconds / motion.duration if stretch else 1.0

    def timed(keys: list[KeyEntry] | None) -> list[KeyEntry] | None:
        if keys is None:
            return None
        moved = [_at_time(key, factor) for key in keys]
        return [key for key in moved if key.time <= seconds + 1e-9] or moved[:1]

    def event_at(event: EventEntry) -> EventEntry:
        return replace(event, time=event.time * factor)

    channels = []
    for channel in motion.channels:
        tracks = {
            name: replace(track, keys=timed(track.keys), weight=timed(track.weight))
            for name in ("position", "rotation")
            if (track := getattr(channel, name)) is not None
        }
        deforms = [replace(d, keys=timed(d.keys), weight=timed(d.weight)) for d in channel.deforms]
        channels.append(replace(channel, **tracks, deforms=deforms))
    events = [moved for moved in map(event_at, motion.events) if moved.time <= seconds + 1e-9]
    return replace(motion, duration=seconds, channels=channels, events=events)


def _at_time(key: KeyEntry, factor: float) -> KeyEntry:
    def slower(rates: list[float] | None) -> list[float] | None:
        return None if rates is None else [rate / factor for rate in rates]

    return replace(key, time=key.time * factor, arriving=slower(key.arriving), leaving=slower(key.leaving))


def _name(edit: AnimationEdit) -> EditName:
    match edit:
        case AddChannel():
            return EditKind.ADD_CHANNEL.of(edit.channel.name)
        case SetLength():
            return EditKind.SET_LENGTH.of(f"{edit.seconds:g} s")
        case SetLooping():
            return (EditKind.LOOP_ANIMATION if edit.loops else EditKind.PLAY_ONCE).of()
        case DeclareTarget():
            kind = EditKind.REMOVE_TARGET if edit.place is None else EditKind.DECLARE_TARGET
            return kind.of(edit.name)
    return _KINDS[type(edit)].of(getattr(edit, "channel", ""))


_KINDS: dict[type, EditKind] = {
    DeleteChannel: EditKind.DELETE_CHANNEL,
    DuplicateChannel: EditKind.DUPLICATE_CHANNEL,
    RenameChannel: EditKind.RENAME_CHANNEL,
    ReorderChannel: EditKind.REORDER_CHANNEL,
    SetContext: EditKind.SET_CONTEXT,
    SetPositionMode: EditKind.SET_POSITION_MODE,
    SetRotationMode: EditKind.SET_ROTATION_MODE,
    SetTarget: EditKind.SET_TARGET,
    ArrangeChannel: EditKind.ARRANGE_CHANNEL,
    SetChannelKeys: EditKind.SET_CHANNEL_KEYS,
    InsertChannelKey: EditKind.INSERT_CHANNEL_KEY,
    Describe: EditKind.DESCRIBE_ANIMATION,
    SetBranch: EditKind.SET_BRANCH,
    SetSideRules: EditKind.SET_SIDE_RULES,
    SetEvents: EditKind.SET_EVENTS,
    ReplaceAnimation: EditKind.REPLACE_ANIMATION,
}
