"""Creatures' animations as blobs, and the frames that are made of them.

A blob of a motion of form "creature" holds all that its frames are made of but the character and the
animation, and names these by their hashes. So whatever changes the motion changes the blob's hash, and the
motion can be made wherever the blobs are: in the studio, in an export, in a document that is only read.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import msgspec
import numpy as np
from numpy.typing import ArrayLike

from kinegraph.core.arrays import Floats
from kinegraph.core.character import Character
from kinegraph.core.clip import Clip
from kinegraph.core.clip_event import ClipEvent
from kinegraph.core.errors import InvalidValue
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.animation.motion_file import motion_of_bytes
from kinegraph.creatures.body.anatomy import creature_from_character
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.body.creature_from_rig import creature_from_rig
from kinegraph.creatures.gait.plan import named_gait
from kinegraph.creatures.gait.plan_file import GaitFile, gait_of_file
from kinegraph.creatures.gait.walk_path import walk_path
from kinegraph.studio.document.creature_fields import StageGround
from kinegraph.studio.document.frames import FrameHeader, pack, report_damage, unpack
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.document.records import CharacterRecord
from kinegraph.studio.document.stage_ground import heights_of

if TYPE_CHECKING:
    from kinegraph.creatures.playing.play_layers import TimedAnimation

FPS = 60.0  # at which creatures play
STANDING = 4.0  # how long a gait alone plays that no path ends [s]
_FASTEST = 100.0  # [m/s] and [rad/s]


class LayerBlob(msgspec.Struct, frozen=True, kw_only=True):
    """A further animation. score: Its blob. start, seconds, fade: [s]. weight: 0 to 1."""

    score: str
    variant: int
    start: float
    seconds: float
    fade: float
    weight: float = 1.0


class CreatureBlob(FrameHeader, frozen=True, kw_only=True):
    """Animation that a creature plays, in its own space [m]; there are no arrays.

    who: A hash of the character, by which the blob differs for another.
    rigged: Whether the character's anatomy is partly a guess: it came from a file.
    score: The blob of the animation; empty for the gait alone.
    path: x and z; empty for none.
    plan: The gait itself, instead of a style; null for the style.
    ways: The places of targets that move, frame by frame.
    ground: That it walks on.
    """

    who: str
    rigged: bool
    score: str
    variant: int
    speed: float
    sideways: float
    turn: float
    style: str
    path: tuple[tuple[float, float], ...]
    seconds: float | None
    targets: dict[str, Vector]
    plan: GaitFile | None = None
    layers: tuple[LayerBlob, ...] = ()
    ways: dict[str, tuple[Vector, ...]] = msgspec.field(default_factory=dict)
    ground: StageGround = StageGround()


def who_hash(record: CharacterRecord) -> str:
    """A hash of all in a character that changes the motion it plays."""
    content = [record.blob, record.caps, record.mirror, record.sides, is_rigged(record)]
    return hashlib.sha256(msgspec.json.encode(content)).hexdigest()[:16]


def is_rigged(record: CharacterRecord) -> bool:
    """True if a character's anatomy is partly a guess."""
    return record.plan is None and record.cast is None


def creature_of(character: Character, rigged: bool) -> Creature:
    """A character as a creature: any is one."""
    return creature_from_rig(character) if rigged else creature_from_character(character)


def pack_play(play: CreatureBlob) -> bytes:
    """The blob of what a creature plays; raises InvalidValue for impossible values."""
    numbers = (play.speed, play.sideways, play.turn)
    if not all(np.isfinite(number) and abs(number) <= _FASTEST for number in numbers):
        raise InvalidValue(
            f"A creature moves at up to {_FASTEST:g} m/s and turns at up to {_FASTEST:g} rad/s."
        )
    if play.path and not play.speed > 0.0:
        raise InvalidValue("Along a path a creature needs a speed above 0.")
    if play.path:
        walk_path(play.path)  # refuses a path that leads nowhere
    if play.plan is None:
        named_gait(play.style)
    else:
        gait_of_file(play.plan, "The gait")  # refuses what does not go together
    return pack(play, {})


@report_damage("motion of a creature")
def unpack_play(blob: bytes) -> CreatureBlob:
    """The content of a blob that a creature plays."""
    play, _ = unpack(blob, CreatureBlob)
    return play


@report_damage("animation")
def unpack_score(blob: bytes) -> GeneralAnimation:
    """The animation of a blob."""
    return motion_of_bytes(blob, "animation")


def played_frames(play: CreatureBlob, animation: GeneralAnimation | None) -> int | None:
    """Number of frames of a motion; None where only playing it can tell."""
    if play.path and play.seconds is None:
        return None
    return max(1, round(_length(play, animation) * FPS)) + 1


def played(
    play: CreatureBlob,
    animation: GeneralAnimation | None,
    creature: Creature,
    name: str,
    layers: Sequence[GeneralAnimation] = (),
) -> Clip:
    """The motion that a creature plays, as a clip in the character's space."""
    from kinegraph.creatures.playing.play import play as play_on
    from kinegraph.creatures.playing.play_layers import play_layers

    seconds = None if play.path and play.seconds is None else _length(play, animation)
    path = walk_path(play.path) if play.path else None
    style = play.style if play.plan is None else gait_of_file(play.plan, "The gait")
    ground = heights_of(play.ground)
    targets = _known_targets(play, [animation, *layers])
    if play.layers or play.ways:
        clip = play_layers(
            timed_animations(play, animation, layers),
            creature,
            fps=FPS,
            seconds=seconds,
            targets=targets,
            velocity=(play.sideways, play.speed),
            turn=play.turn,
            path=path,
            speed=play.speed,
            style=style,
            ground=ground,
        )
    else:
        clip = play_on(
            animation,
            creature,
            variant=play.variant,
            fps=FPS,
            seconds=seconds,
            targets=targets,
            velocity=(play.sideways, play.speed),
            turn=play.turn,
            path=path,
            speed=play.speed,
            style=style,
            ground=ground,
        )
    return shifted(clip, creature.origin, name)


def timed_animations(
    play: CreatureBlob, animation: GeneralAnimation | None, layers: Sequence[GeneralAnimation]
) -> "list[TimedAnimation]":
    """The animations that a creature plays, each with its start: the first, and those over and after it."""
    from kinegraph.creatures.playing.play_layers import TimedAnimation

    own = [TimedAnimation(animation, play.variant)] if animation is not None else []
    over = [
        TimedAnimation(each, layer.variant, layer.start, layer.seconds, layer.fade, layer.weight)
        for each, layer in zip(layers, play.layers, strict=True)
    ]
    return [*own, *over]


def events_of(
    clip: Clip,
    play: CreatureBlob,
    animation: GeneralAnimation | None,
    creature: Creature,
    layers: Sequence[GeneralAnimation] = (),
) -> tuple[ClipEvent, ...]:
    """Events of the clip that `played` made: those of the animations, and footsteps."""
    from kinegraph.creatures.playing.happenings import find_events

    return find_events(clip, creature, timed_animations(play, animation, layers))


def _length(play: CreatureBlob, animation: GeneralAnimation | None) -> float:
    if play.seconds is not None:
        return play.seconds
    own = 0.0 if animation is None and play.layers else STANDING if animation is None else animation.duration
    return max([own, *(layer.start + layer.seconds for layer in play.layers)])


def _known_targets(play: CreatureBlob, animations: Sequence[GeneralAnimation | None]) -> dict[str, ArrayLike]:
    """The targets that the animations have: places, or ways of those that move."""
    names = {name for animation in animations if animation is not None for name in animation.targets}
    places: dict[str, ArrayLike] = {**play.targets, **play.ways}
    return {name: place for name, place in places.items() if name in names}


def shifted(clip: Clip, by: Floats, name: str) -> Clip:
    """The clip with its root moved by (3,) or (F, 3) [m], under another name."""
    return replace(clip.with_roots(clip.root_translations + by), name=name)
