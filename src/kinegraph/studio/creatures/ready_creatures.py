"""The creatures of a document and what they play, kept ready: what did not change is not made again."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import msgspec
import numpy as np
from msgspec.structs import replace

from kinegraph.core.arrays import Floats
from kinegraph.core.clip import Clip
from kinegraph.core.clip_event import ClipEvent
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.math.rotations import quat_conjugate, quat_rotate
from kinegraph.core.remembered import Remembered
from kinegraph.creatures.animation.general_animation import GeneralAnimation
from kinegraph.creatures.binding.binding import Binding, DoesNotBind, bind
from kinegraph.creatures.body.creature import Creature
from kinegraph.creatures.maker.seats import as_vector
from kinegraph.creatures.playing.motion_tables import target_names, target_places
from kinegraph.studio.document import edits
from kinegraph.studio.document.blobs import blob_hash
from kinegraph.studio.document.character_blob import unpack_character
from kinegraph.studio.document.creature_blob import (
    FPS,
    CreatureBlob,
    LayerBlob,
    creature_of,
    events_of,
    is_rigged,
    pack_play,
    played,
    played_frames,
    unpack_play,
    unpack_score,
    who_hash,
)
from kinegraph.studio.document.creature_fields import CreatureLayer, CreaturePlaying, TargetPart
from kinegraph.studio.document.edits import Records
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.document.records import (
    AnimationRecord,
    CharacterRecord,
    MotionRecord,
    Placement,
)
from kinegraph.studio.document.spatial_set_blob import ReadBlob
from kinegraph.studio.document.stage_ground import ground_from
from kinegraph.studio.perform.posing import check_place, heading_of

_MOST_CREATURES, _MOST_ANIMATIONS, _MOST_BINDINGS, _MOST_CLIPS = 64, 64, 512, 64
MOST_JOINT_FRAMES = 4_000_000
_LONGEST_WAY = 3600  # frames of a target that follows another creature
NO_BLOBS: Mapping[str, bytes] = {}


@dataclass(frozen=True, eq=False)
class Part:
    """A motion for a creature to play, ready.

    record: The motion with the fields that the engine sets.
    blobs: What it needs, by hash.
    """

    record: MotionRecord
    blobs: dict[str, bytes]


class Creatures:
    """Makes creatures and what they play of records, and remembers some. For any thread."""

    def __init__(self, read_blob: ReadBlob) -> None:
        self._read_blob = read_blob
        self._creatures = Remembered[Creature](_MOST_CREATURES)
        self._animations = Remembered[GeneralAnimation](_MOST_ANIMATIONS)
        self._bindings = Remembered[tuple[GeneralAnimation, Creature, Binding | DoesNotBind]](_MOST_BINDINGS)
        self._clips = Remembered[Clip](_MOST_CLIPS)

    def creature(self, record: CharacterRecord, blobs: Mapping[str, bytes] = NO_BLOBS) -> Creature:
        """The creature that a character is. blobs: Those that the document does not hold yet."""

        def make() -> Creature:
            data = blobs[record.blob] if record.blob in blobs else self._read_blob(record.blob)
            return creature_of(unpack_character(data, record), is_rigged(record))

        return self._creatures.get(who_hash(record), make)

    def remember(self, record: CharacterRecord, creature: Creature) -> None:
        """Takes a creature that was made of a record's plan without reading its blob."""
        self._creatures.get(who_hash(record), lambda: creature)

    def animation(self, record: AnimationRecord) -> GeneralAnimation:
        """The animation of a record, under the record's name."""
        score = score_bytes(record)
        return self._score(blob_hash(score), lambda: score)

    def binding(self, animation: GeneralAnimation, creature: Creature) -> Binding:
        """An animation on a creature; raises DoesNotBind where it does not play there."""

        def make() -> tuple[GeneralAnimation, Creature, Binding | DoesNotBind]:
            try:
                return animation, creature, bind(animation, creature)
            except DoesNotBind as error:
                return animation, creature, error

        # What is remembered holds both, so no others have their ids.
        key = (id(animation), id(creature))
        *_, found = self._bindings.get(key, make)
        if isinstance(found, DoesNotBind):
            raise DoesNotBind(animation.name, creature.character.name, found.reasons)
        return found

    def _score(self, hash: str, read: Callable[[], bytes]) -> GeneralAnimation:
        return self._animations.get(hash, lambda: unpack_score(read()))

    def part(self, records: Records, motion: MotionRecord, blobs: Mapping[str, bytes] = NO_BLOBS) -> Part:
        """A motion of form "creature" with the records as they are now."""
        playing = motion.playing
        if playing is None:
            raise InvalidValue(f"{motion.name} is not a motion of a creature.")
        owner = edits.character_record(records, str(motion.character))
        return self.worked_out(records, motion, playing, owner, self.creature(owner, blobs))

    def worked_out(
        self,
        records: Records,
        motion: MotionRecord,
        playing: CreaturePlaying,
        owner: CharacterRecord,
        creature: Creature,
    ) -> Part:
        """The motion that a creature is to play, with its targets and paths, and the variants it has."""
        animation, own_targets, score, notes = None, {}, b"", ()
        variants, variant = 1, 0
        placement = edits.placement_of(records, owner.id)
        where = _Local(placement, creature.origin)
        places: dict[str, Vector] = {}
        if playing.animation is not None:
            record = edits.animation_record(records, playing.animation)
            own_targets = {**record.targets, **playing.targets}
            try:
                animation = self.animation(record)
                binding = self.binding(animation, creature)
                variants = len(binding.variants)
                variant = playing.variant % variants
                score = score_bytes(record)
                places = where.default_places(binding, variant)
            except DoesNotBind as error:
                animation, variants, notes = None, 0, (str(error),)
        layers, scores, reasons = self._layers(records, playing, creature)
        notes = (*notes, *reasons)
        for layer, bound in zip(layers, scores, strict=True):
            record = edits.animation_record(records, layer.animation)
            own_targets = {**record.targets, **own_targets}
            places = {**where.default_places(bound, layer.variant % len(bound.variants)), **places}
        targets = {name: where.inside(place) for name, place in own_targets.items() if name in places}
        ways = {
            name: self._way_of(records, part, playing.animation, where)
            for name, part in playing.bound.items()
            if name in places and isinstance(records.get(part.character), CharacterRecord)
        }
        targets |= {name: way[0] for name, way in ways.items()}
        packed = {blob_hash(data): data for data in map(score_bytes, self._records_of(records, layers))}
        play = CreatureBlob(
            who=who_hash(owner),
            rigged=is_rigged(owner),
            score=blob_hash(score) if score else "",
            variant=variant,
            speed=playing.gait.speed,
            sideways=playing.gait.sideways,
            turn=playing.gait.turn,
            style=playing.gait.style,
            plan=playing.gait.plan,
            layers=tuple(
                LayerBlob(
                    score=layer.score,
                    variant=layer.variant % len(bound.variants),
                    start=layer.start,
                    seconds=bound.animation.duration if layer.seconds is None else layer.seconds,
                    fade=layer.fade,
                    weight=layer.weight,
                )
                for layer, bound in zip(layers, scores, strict=True)
            ),
            path=where.path(playing.gait.path),
            seconds=playing.seconds,
            targets=targets,
            ways=ways,
            ground=ground_from(placement, edits.stage_of(records).ground),
        )
        data = pack_play(play)
        blob = blob_hash(data)
        frames = played_frames(play, animation)
        if frames is None:
            over = [bound.animation for bound in scores]
            frames = len(self.clip(blob, play, animation, creature, motion.name, over))
        if frames * len(creature) > MOST_JOINT_FRAMES:
            raise InvalidValue(f"{motion.name} would last {frames / FPS:.0f} s, which is too long.")
        changed = replace(
            motion,
            fps=FPS,
            frames=frames,
            duration=(frames - 1) / FPS,
            notes=notes,
            playing=replace(
                playing,
                variants=variants,
                places={**places, **{name: where.outside(place) for name, place in targets.items()}},
                score=play.score,
                layers=_with_scores(playing.layers, layers),
            ),
            blob=blob,
        )
        return Part(changed, {blob: data, **packed, **({play.score: score} if score else {})})

    def _way_of(
        self, records: Records, part: TargetPart, animation: str | None, where: "_Local"
    ) -> tuple[Vector, ...]:
        """The way of another creature's part, frame by frame, in a creature's space [m].

        What that creature plays counts without its own targets that follow others, so two can reach for
        each other.
        """
        owner = edits.character_record(records, part.character)
        creature = self.creature(owner)
        joint = min(part.joint, len(creature) - 1)
        playing = _motion_of(records, owner.id, animation)
        if playing is None or playing.playing is None:
            handle = (creature.rest_handles[joint] + creature.origin)[None]
        else:
            alone = self.worked_out(records, playing, replace(playing.playing, bound={}), owner, creature)
            world = forward_kinematics(self.take(alone.record, owner, alone.blobs).frames(0, _LONGEST_WAY))
            turned = quat_rotate(world.rotations[:, joint], creature.handles[joint])
            handle = world.positions[:, joint] + turned
        stands = edits.placement_of(records, owner.id)
        on_stage = quat_rotate(heading_of(stands), handle) + np.array(stands.position)
        return tuple(where.inside(as_vector(place)) for place in np.round(on_stage, 5))

    def _layers(
        self, records: Records, playing: CreaturePlaying, creature: Creature
    ) -> tuple[list[CreatureLayer], list[Binding], list[str]]:
        """(the layers that play on a creature, their bindings, why others do not)."""
        layers, bindings, reasons = [], [], []
        for layer in playing.layers:
            record = records.get(layer.animation)
            if not isinstance(record, AnimationRecord):
                continue  # it was removed
            try:
                bindings.append(self.binding(self.animation(record), creature))
                layers.append(replace(layer, score=blob_hash(score_bytes(record))))
            except DoesNotBind as error:
                reasons.append(str(error))
        return layers, bindings, reasons

    def _records_of(self, records: Records, layers: Sequence[CreatureLayer]) -> list[AnimationRecord]:
        return [edits.animation_record(records, layer.animation) for layer in layers]

    def events(self, motion: MotionRecord, owner: CharacterRecord) -> tuple[ClipEvent, ...]:
        """The events of a motion of form "creature"."""
        play = unpack_play(self._read_blob(motion.blob))
        read = self._read_blob
        score = self._score(play.score, lambda: read(play.score)) if play.score else None
        layers = [self._score(layer.score, lambda hash=layer.score: read(hash)) for layer in play.layers]
        creature = self.creature(owner)
        clip = self.clip(motion.blob, play, score, creature, motion.name, layers)
        return events_of(clip, play, score, creature, layers)

    def take(
        self, motion: MotionRecord, owner: CharacterRecord, blobs: Mapping[str, bytes] = NO_BLOBS
    ) -> Clip:
        """The frames of a motion of form "creature"."""

        def read(hash: str) -> bytes:
            return blobs[hash] if hash in blobs else self._read_blob(hash)

        play = unpack_play(read(motion.blob))
        animation = None
        if play.score:
            animation = self._score(play.score, lambda: read(play.score))
        layers = [self._score(layer.score, lambda hash=layer.score: read(hash)) for layer in play.layers]
        return self.clip(motion.blob, play, animation, self.creature(owner, blobs), motion.name, layers)

    def clip(
        self,
        blob: str,
        play: CreatureBlob,
        animation: GeneralAnimation | None,
        creature: Creature,
        name: str,
        layers: Sequence[GeneralAnimation] = (),
    ) -> Clip:
        """The played content of a blob."""
        return self._clips.get((blob, name), lambda: played(play, animation, creature, name, layers))


def _motion_of(records: Records, character: str, animation: str | None) -> MotionRecord | None:
    """The motion that a creature is seen in while another plays an animation: the same one, or its first."""
    own = [
        record
        for _, record in sorted(records.items())
        if isinstance(record, MotionRecord) and record.character == character and record.playing is not None
    ]
    same = (record for record in own if record.playing and record.playing.animation == animation)
    return next(same, own[0] if own else None)


def _with_scores(
    layers: Sequence[CreatureLayer], played: Sequence[CreatureLayer]
) -> tuple[CreatureLayer, ...]:
    """Layers with the blobs of those that play; the others have none."""
    scores = {replace(layer, score=""): layer.score for layer in played}
    return tuple(replace(layer, score=scores.get(replace(layer, score=""), "")) for layer in layers)


def score_bytes(record: AnimationRecord) -> bytes:
    """The blob of an animation as it is played."""
    return msgspec.json.encode(replace(record.motion, name=record.name))


class _Local:
    """From the stage into a creature's own space and back."""

    def __init__(self, placement: Placement, origin: Floats) -> None:
        self._turn, self._place, self._origin = heading_of(placement), np.array(placement.position), origin

    def inside(self, place: Vector) -> Vector:
        """A place on the stage in the creature's space [m]."""
        local = quat_rotate(quat_conjugate(self._turn), check_place(place, "A target") - self._place)
        return as_vector(local - self._origin)

    def outside(self, place: Vector) -> Vector:
        """A place in the creature's space in the character's [m]."""
        return as_vector(np.array(place) + self._origin)

    def path(self, points: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
        """A path on the stage, in the creature's space [m]."""
        inside = (self.inside((x, 0.0, z)) for x, z in points)
        return tuple((x, z) for x, _, z in inside)

    def default_places(self, binding: Binding, variant: int) -> dict[str, Vector]:
        """The places that an animation itself gives its external targets, in the character's space [m]."""
        bound = binding.play(variant)
        found = target_places(binding.creature, [bound])
        names = target_names([bound])
        return {name: self.outside(as_vector(place)) for name, place in zip(names, found, strict=True)}
