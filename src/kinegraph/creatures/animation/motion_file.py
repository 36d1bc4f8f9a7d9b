"""Motion files (.kinemotion): generalized animations as JSON, written and read back without loss."""

from os import PathLike

import msgspec
import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.errors import FormatError, InvalidValue
from kinegraph.core.files.bounded import read_bounded
from kinegraph.core.files.whole import whole_file
from kinegraph.creatures.animation.channel import (
    BodyTarget,
    Channel,
    ChannelTarget,
    DeformTrack,
    ExternalTarget,
    PositionTrack,
    RotationTrack,
    Target,
)
from kinegraph.creatures.animation.context_sentence import context_from_sentence, sentence
from kinegraph.creatures.animation.events import Event
from kinegraph.creatures.animation.general_animation import GeneralAnimation, SideRule
from kinegraph.creatures.animation.hermite import AnyCurve, HermiteCurve, RotationCurve
from kinegraph.creatures.animation.motion_schema import (
    FORMAT,
    VERSION,
    ChannelEntry,
    DeformEntry,
    EventEntry,
    KeyEntry,
    MotionFile,
    PositionEntry,
    PositionModeEntry,
    RotationEntry,
    RotationModeEntry,
    SideRuleEntry,
    TargetEntry,
)
from kinegraph.creatures.animation.movement_mode import PositionMode, RotationMode
from kinegraph.formats.text.json import check_head, decode_json, locate_errors

_FORM = "a motion of Kinegraph"
_MOST_BYTES = 64 << 20
_LINE = 150  # characters that a line of the file may have before it is broken up
_decoder = msgspec.json.Decoder(MotionFile)


def save_motion(animation: GeneralAnimation, path: str | PathLike[str]) -> None:
    """Writes an animation to a file."""
    with whole_file(path) as place:
        place.write_bytes(motion_bytes(animation))


def load_motion(path: str | PathLike[str]) -> GeneralAnimation:
    """Reads an animation from a file."""
    return motion_of_bytes(read_bounded(path, _MOST_BYTES, _FORM), str(path))


def motion_bytes(animation: GeneralAnimation) -> bytes:
    """An animation as the bytes of a file."""
    return _lay_out(msgspec.to_builtins(file_of_motion(animation))).encode() + b"\n"


def file_of_motion(animation: GeneralAnimation) -> MotionFile:
    """An animation as the content of a file."""
    return MotionFile(
        FORMAT,
        VERSION,
        animation.name,
        animation.duration,
        animation.loops,
        animation.about,
        dict(animation.branches),
        {name: list(place) for name, place in animation.targets.items()},
        [SideRuleEntry(rule.first, rule.second, rule.side) for rule in animation.side_rules],
        [EventEntry(event.time, event.name, event.kind, event.channel) for event in animation.events],
        [channel_entry(channel) for channel in animation.channels],
    )


def motion_of_bytes(data: bytes, source: str = "motion") -> GeneralAnimation:
    """The animation in the bytes of a file. source: The file's name for messages."""
    if not data.strip():
        raise FormatError(source, "the file is empty.")
    check_head(data, source, FORMAT, VERSION, _FORM)
    return motion_of_file(decode_json(_decoder, data, source, _FORM), source)


def motion_of_file(file: MotionFile, source: str = "motion") -> GeneralAnimation:
    """The animation in the content of a file. source: The file's name for messages."""
    if (file.format, file.version) != (FORMAT, VERSION):
        raise FormatError(source, f"is not {_FORM} of version {VERSION}.")
    channels = []
    for number, entry in enumerate(file.channels):
        with locate_errors(source, f"$.channels[{number}]"):
            channels.append(channel_of_entry(entry))
    with locate_errors(source, "$"):
        return GeneralAnimation(
            file.name,
            file.duration,
            tuple(channels),
            file.loops,
            file.branches,
            tuple(Event(event.time, event.name, event.kind, event.channel) for event in file.events),
            tuple(SideRule(rule.first, rule.second, rule.side) for rule in file.side_rules),
            {name: (place[0], place[1], place[2]) for name, place in file.targets.items()},
            file.about,
        )


def _lay_out(value: object, margin: str = "") -> str:
    """JSON with a line for every key and every other small item: readable, and easy to compare."""
    plain = msgspec.json.encode(value).decode()
    nested = isinstance(value, dict | list) and len(plain) > _LINE
    if not nested or not isinstance(value, dict | list):
        return plain
    inner = margin + " "
    if isinstance(value, dict):
        items = [f"{msgspec.json.encode(k).decode()}: {_lay_out(v, inner)}" for k, v in value.items()]
    else:
        items = [_lay_out(item, inner) for item in value]
    start, stop = ("{", "}") if isinstance(value, dict) else ("[", "]")
    return f"{start}\n{inner}" + f",\n{inner}".join(items) + f"\n{margin}{stop}"


def channel_entry(channel: Channel) -> ChannelEntry:
    """A channel as a file holds it."""
    moves, turns = channel.position, channel.rotation
    return ChannelEntry(
        channel.name,
        sentence(channel.context),
        channel.one_at_a_time,
        channel.variant_group,
        channel.blend_group,
        channel.mirrors,
        list(channel.instead_of),
        None if channel.target is None else _target_entry(channel.target),
        None
        if moves is None
        else PositionEntry(
            PositionModeEntry(**vars(moves.mode)), key_entries(moves.curve), _weight(moves.weight)
        ),
        None
        if turns is None
        else RotationEntry(
            RotationModeEntry(**vars(turns.mode)), key_entries(turns.curve), _weight(turns.weight)
        ),
        [
            DeformEntry(track.name, key_entries(track.curve), _weight(track.weight))
            for track in channel.deforms
        ],
    )


def _target_entry(target: Target) -> TargetEntry:
    if isinstance(target, ExternalTarget):
        return TargetEntry(external=target.name)
    if isinstance(target, BodyTarget):
        return TargetEntry(bodies=sentence(target.context))
    return TargetEntry(channel=target.channel)


def key_entries(curve: AnyCurve) -> list[KeyEntry]:
    """Keys as a file holds them."""
    rows = zip(
        curve.times.tolist(),
        curve.values.tolist(),
        curve.rates_in.tolist(),
        curve.rates_out.tolist(),
        strict=True,
    )
    return [
        KeyEntry(
            time,
            value,
            arriving if any(arriving) or any(leaving) else None,
            leaving if leaving != arriving else None,
        )
        for time, value, arriving, leaving in rows
    ]


def _weight(curve: HermiteCurve | None) -> list[KeyEntry] | None:
    return None if curve is None else key_entries(curve)


def channel_of_entry(entry: ChannelEntry) -> Channel:
    """The channel that a file holds."""
    moves, turns = entry.position, entry.rotation
    return Channel(
        entry.name,
        context_from_sentence(entry.bodies),
        None
        if moves is None
        else PositionTrack(
            PositionMode(**msgspec.structs.asdict(moves.mode)),
            vector_curve(moves.keys, 3),
            _weights(moves.weight),
        ),
        None
        if turns is None
        else RotationTrack(
            RotationMode(**msgspec.structs.asdict(turns.mode)), turn_curve(turns.keys), _weights(turns.weight)
        ),
        tuple(
            DeformTrack(each.name, vector_curve(each.keys, 1), _weights(each.weight))
            for each in entry.deforms
        ),
        None if entry.target is None else target_of_entry(entry.target),
        entry.one_at_a_time,
        entry.variant_group,
        entry.blend_group,
        entry.mirrors,
        tuple(entry.instead_of),
    )


def target_of_entry(entry: TargetEntry) -> Target:
    """The target of a channel, from a file's entry."""
    given = [value for value in (entry.external, entry.bodies, entry.channel) if value is not None]
    if len(given) != 1:
        raise InvalidValue("a target must be one of `external`, `bodies` and `channel`.")
    if entry.external is not None:
        return ExternalTarget(entry.external)
    return ChannelTarget(given[0]) if entry.bodies is None else BodyTarget(context_from_sentence(given[0]))


def _weights(keys: list[KeyEntry] | None) -> HermiteCurve | None:
    return None if keys is None else vector_curve(keys, 1)


def vector_curve(keys: list[KeyEntry], width: int) -> HermiteCurve:
    """The curve of keys with `width` numbers each."""
    return HermiteCurve(*_columns(keys, width, width))


def turn_curve(keys: list[KeyEntry]) -> RotationCurve:
    """The curve of keys that are rotations."""
    return RotationCurve(*_columns(keys, 4, 3))


def _columns(keys: list[KeyEntry], width: int, rate_width: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Times, values and rates of keys as arrays; rates that are missing are zero or equal."""
    level = [0.0] * rate_width
    arriving = [level if key.arriving is None else key.arriving for key in keys]
    leaving = [rate if key.leaving is None else key.leaving for key, rate in zip(keys, arriving, strict=True)]
    for name, rows, wanted in (
        ("value", [key.value for key in keys], width),
        ("in", arriving, rate_width),
        ("out", leaving, rate_width),
    ):
        if any(len(row) != wanted for row in rows):
            raise InvalidValue(f"the `{name}` of each key here must have {wanted} numbers.")
    return (
        np.array([key.time for key in keys]),
        np.array([key.value for key in keys]),
        np.array(arriving),
        np.array(leaving),
    )
