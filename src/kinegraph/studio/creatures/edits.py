"""Edits of animations and of what creatures play, as functions from the document's records to an `Edit`.

They write what was asked for; `creature_tuning` adds what follows: frames, variants, places of targets.
"""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.general_animation import GeneralAnimation, UnknownTarget
from kinegraph.creatures.animation.motion_file import file_of_motion, motion_of_file
from kinegraph.creatures.animation.motion_schema import FORMAT, VERSION, MotionFile
from kinegraph.creatures.body.creature import Creature
from kinegraph.studio.creatures.gait_edits import edit_gait
from kinegraph.studio.document import edits
from kinegraph.studio.document.creature_blob import FPS
from kinegraph.studio.document.creature_fields import (
    CreatureGait,
    CreatureLayer,
    CreaturePlaying,
    StageGround,
    TargetPart,
)
from kinegraph.studio.document.edit_kinds import EditKind, EditName
from kinegraph.studio.document.edits import (
    Edit,
    Records,
    clean_name,
    free_name,
)
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.document.records import (
    AnimationRecord,
    MotionRecord,
    Record,
    new_id,
)
from kinegraph.studio.perform.posing import check_place
from kinegraph.studio.protocol.gait_commands import GaitEdit

MOST_ANIMATIONS = 1000
_LONGEST = 600.0  # [s]


def animations_of(records: Records) -> list[AnimationRecord]:
    """All animations of a document."""
    return [record for record in records.values() if isinstance(record, AnimationRecord)]


def unedited(records: Records, shipped: str, animation: GeneralAnimation) -> AnimationRecord | None:
    """The animation of a document that is still as it ships, if there is one."""
    content = file_of_motion(animation)
    found = (r for r in animations_of(records) if r.shipped == shipped)
    return next((r for r in found if replace(r.motion, name=content.name) == content), None)


def add_animation(
    records: Records, content: MotionFile, name: str | None = None, shipped: str | None = None
) -> Edit:
    """Puts an animation into the document."""
    record = new_animation(records, content, name, shipped)
    return Edit(EditKind.ADD_ANIMATION.of(record.name), {record.id: record})


def new_animation(
    records: Records, content: MotionFile, name: str | None = None, shipped: str | None = None
) -> AnimationRecord:
    """An animation for the document, under a name that is still free."""
    there = animations_of(records)
    if len(there) >= MOST_ANIMATIONS:
        raise InvalidValue(f"A document holds at most {MOST_ANIMATIONS} animations.")
    motion_of_file(content, "The animation")  # refuses what does not go together
    wanted = clean_name(content.name if name is None else name)
    free = free_name(wanted, [record.name for record in there])
    return AnimationRecord(id=new_id("a"), name=free, shipped=shipped, motion=replace(content, name=free))


def empty_animation() -> MotionFile:
    """The content of a new animation: two seconds in which nothing moves."""
    return MotionFile(FORMAT, VERSION, "animation", 2.0)


def motion_playing(records: Records, character: str, animation: str | None) -> MotionRecord | None:
    """The motion with which a character plays an animation (or only goes, for None), if it has one."""
    found = (
        record
        for _, record in sorted(records.items())
        if isinstance(record, MotionRecord)
        and record.character == character
        and record.playing is not None
        and record.playing.animation == animation
    )
    return next(found, None)


def play_on(
    records: Records,
    animation: str | None,
    characters: Iterable[str],
    variant: int,
    gait: CreatureGait | None,
    seconds: float | None,
) -> Edit:
    """Lets characters play an animation, each with a motion of its own."""
    name = "Walk" if animation is None else edits.animation_record(records, animation).name
    changes: dict[str, Record | None] = {}
    for character in characters:
        edits.character_record(records, character)
        before = motion_playing(records, character, animation)
        playing = before.playing if before and before.playing else CreaturePlaying(animation=animation)
        playing = replace(
            playing,
            variant=variant,
            gait=playing.gait if gait is None else gait,
            seconds=playing.seconds if seconds is None else seconds,
        )
        motion = before or new_motion(name, character)
        changes[motion.id] = replace(motion, playing=playing)
    return Edit(EditKind.PLAY_ANIMATION.of(name), changes)


def new_motion(name: str, character: str) -> MotionRecord:
    """A new motion of a creature, without frames yet."""
    return MotionRecord(
        id=new_id("m"),
        name=name,
        form="creature",
        character=character,
        fps=FPS,
        frames=1,
        duration=0.0,
        blob="",
    )


def set_variant(records: Records, motions: Iterable[str], variant: int) -> Edit:
    """Lets creatures play in another way."""
    return _replay_motion(records, motions, EditKind.CHOOSE_VARIANT.of(str(variant + 1)), variant=variant)


def set_gait(records: Records, motions: Iterable[str], gait: CreatureGait, seconds: float | None) -> Edit:
    """Lets creatures go otherwise while they play."""
    return _replay_motion(records, motions, EditKind.SET_GAIT.of(), gait=gait, seconds=seconds)


def set_layers(records: Records, motions: Iterable[str], layers: tuple[CreatureLayer, ...]) -> Edit:
    """Sets the animations that creatures play over and after the first one."""
    for layer in layers:
        record = edits.animation_record(records, layer.animation)
        times = (layer.start, layer.fade, 1.0 if layer.seconds is None else layer.seconds)
        if not all(0.0 <= time <= _LONGEST for time in times):  # NaN too
            raise InvalidValue(f"{record.name} needs a start, a fade and a length of 0 to {_LONGEST:g} s.")
        if not 0.0 <= layer.weight <= 1.0:
            raise InvalidValue(f"{record.name} needs a weight of 0 to 1, not {layer.weight:g}.")
    return _replay_motion(records, motions, EditKind.SET_LAYERS.of(), layers=layers)


def edit_gaits(
    records: Records, owners: Mapping[str, Creature], wanted: Sequence[GaitEdit], name: EditName
) -> Edit:
    """Edits the gait of motions. owners: The creature of each motion, by the motion's id."""
    changes: dict[str, Record | None] = {}
    for id, creature in owners.items():
        motion = edits.motion_record(records, id)
        playing = playing_of(motion)
        changes[id] = replace(
            motion, playing=replace(playing, gait=edit_gait(playing.gait, creature, wanted))
        )
    return Edit(name, changes)


def move_target(
    records: Records, animation: str, target: str, place: Vector | None, motion: str | None
) -> Edit:
    """Puts an external target somewhere on the stage: for all motions that play an animation, or for one."""
    record = edits.animation_record(records, animation)
    if target not in record.motion.targets:
        raise UnknownTarget(target, record.motion.targets)
    if place is not None:
        check_place(place, "A target")
    name = EditKind.MOVE_TARGET.of(target)
    if motion is None:
        return Edit(name, {record.id: replace(record, targets=_with(record.targets, target, place))})
    if not edits.plays(records.get(motion), animation):
        raise InvalidValue(f"That motion does not play {record.name}.")
    own = playing_of(edits.motion_record(records, motion))
    return _replay_motion(records, [motion], name, targets=_with(own.targets, target, place))


def bind_target(
    records: Records, motion: str, target: str, part: TargetPart | None, creatures: Mapping[str, Creature]
) -> Edit:
    """Lets a target of a motion follow a part of another creature; None lets it stay in one place again.

    creatures: The creature of each character that is named, by the character's id.
    """
    record = edits.motion_record(records, motion)
    own = playing_of(record)
    known = own.places.keys() | own.bound.keys()
    if target not in known:
        raise UnknownTarget(target, tuple(sorted(known)))
    others = {name: where for name, where in own.bound.items() if name != target}
    if part is None:
        return _replay_motion(records, [motion], EditKind.RELEASE_TARGET.of(target), bound=others)
    who = edits.character_record(records, part.character)
    if who.id == record.character:
        raise InvalidValue(f"{who.name} cannot be its own target; choose a part of another creature.")
    if part.joint >= len(creatures[who.id]):
        raise InvalidValue(f"{who.name} has {len(creatures[who.id])} parts; there is no part {part.joint}.")
    name = EditKind.BIND_TARGET.of(f"{target} to {who.name}")
    return _replay_motion(records, [motion], name, bound={**others, target: part})


def set_ground(records: Records, ground: StageGround) -> Edit:
    """Shapes the ground on which creatures walk."""
    stage = edits.stage_of(records)
    level = not ground.hills and not ground.stairs
    kind = EditKind.LEVEL_GROUND if level else EditKind.SHAPE_GROUND
    return Edit(kind.of(), {stage.id: replace(stage, ground=ground)})


def playing_of(motion: MotionRecord) -> CreaturePlaying:
    """The playing of a creature's motion; raises InvalidValue for other motions."""
    if motion.playing is None:
        raise InvalidValue(f"{motion.name} is not a motion of a creature; choose one that is.")
    return motion.playing


def _with(targets: dict[str, Vector], name: str, place: Vector | None) -> dict[str, Vector]:
    others = {other: where for other, where in targets.items() if other != name}
    return others if place is None else {**others, name: place}


def _replay_motion(records: Records, motions: Iterable[str], name: EditName, **fields: object) -> Edit:
    found = [edits.motion_record(records, id) for id in motions]
    return Edit(name, {m.id: replace(m, playing=replace(playing_of(m), **fields)) for m in found})
