"""Events about creatures: answers to requests, and the places of the maker's handles."""

import msgspec

from kinegraph.creatures.animation.motion_schema import KeyEntry
from kinegraph.creatures.maker.creature_plan import Coat
from kinegraph.studio.document.perform_fields import Vector
from kinegraph.studio.protocol.events import Event
from kinegraph.studio.protocol.gait_events import GaitCharted


class _Info(msgspec.Struct, frozen=True, kw_only=True, rename="camel"):
    """Base of what answers consist of."""


class PartInfo(_Info, frozen=True, kw_only=True):
    """A card of the palette. group: Its drawer: "mouth", "foot". on_limbs: Whether it is a limb's end."""

    name: str
    group: str
    description: str
    on_limbs: bool


class KindInfo(_Info, frozen=True, kw_only=True):
    """A kind of random creature: "spider", "hydra"."""

    name: str


class StyleInfo(_Info, frozen=True, kw_only=True):
    """A style of going: "limp", "lumber"."""

    name: str


class CoatInfo(_Info, frozen=True, kw_only=True):
    """Colours that go together."""

    name: str
    coat: Coat


class ShippedAnimation(_Info, frozen=True, kw_only=True):
    """An animation that ships.

    needs, refuses: What must be true of a creature, and what must not: "has graspers".
    targets: Names of its external targets.
    channels: Which bodies it moves, a sentence a channel.
    """

    name: str
    about: str
    duration: float
    loops: bool
    needs: tuple[str, ...]
    refuses: tuple[str, ...]
    targets: tuple[str, ...]
    channels: tuple[str, ...]


class CreatureCatalogue(Event, frozen=True, kw_only=True):
    """Parts and animations that creatures can have."""

    request: int
    kinds: tuple[KindInfo, ...]
    parts: tuple[PartInfo, ...]
    coats: tuple[CoatInfo, ...]
    patterns: tuple[str, ...]
    styles: tuple[StyleInfo, ...]
    animations: tuple[ShippedAnimation, ...]


class LimbHandles(_Info, frozen=True, kw_only=True):
    """Handles of a limb, on the side that the plan describes.

    joints: From where it leaves the body to its end, one more than the plan's.
    radii: Its thickness there [m].
    """

    name: str
    joints: tuple[Vector, ...]
    radii: tuple[float, ...]


class PartHandle(_Info, frozen=True, kw_only=True):
    """Handle of a part on the skin, on the side that the plan describes. outward: The way off the skin."""

    name: str
    place: Vector
    outward: Vector
    size: float


class CreatureHandles(Event, frozen=True, kw_only=True):
    """Handles of a creature in the maker, in the character's own space [m].

    request: Null for the steps of a drag.
    spine: Where each of the plan's spine points came to be.
    spine_radii: The torso's thickness there [m].
    """

    request: int | None
    character: str
    spine: tuple[Vector, ...]
    spine_radii: tuple[float, ...]
    limbs: tuple[LimbHandles, ...]
    parts: tuple[PartHandle, ...]


class PlayRefused(Event, frozen=True, kw_only=True):
    """An animation does not play on a character. reason: One sentence for people."""

    request: int
    character: str
    reason: str


class BodiesSelected(Event, frozen=True, kw_only=True):
    """Bodies that a context selects.

    sentence: What it was understood as, in full.
    bodies: Joint indices by the id of the character; those of which it selects none are there, empty.
    """

    request: int
    sentence: str
    bodies: dict[str, tuple[int, ...]]


class VariantInfo(_Info, frozen=True, kw_only=True):
    """One way to play.

    bodies: The joint that each group of channels that vary plays on, by the group's name.
    label: For people: "left hand, right hand".
    mirrored: Whether it plays as a mirror image.
    """

    label: str
    bodies: dict[str, int]
    mirrored: bool


class Variants(Event, frozen=True, kw_only=True):
    """In which ways an animation plays on a character."""

    request: int
    animation: str
    character: str
    variants: tuple[VariantInfo, ...]


class TrackKeys(_Info, frozen=True, kw_only=True):
    """Keys of one track. track: "position" or "rotation"."""

    track: str
    keys: tuple[KeyEntry, ...]


class ChannelKeys(Event, frozen=True, kw_only=True):
    """The keys of a channel for one body of one creature.

    bodies: The joints that the channel moves there.
    body: Whose keys these are.
    specialized: Places of its handle in the character's space [m], and its rotations; the rates go with them.
        `SetChannelKeys.on` takes them so.
    """

    request: int
    motion: str
    channel: str
    bodies: tuple[int, ...]
    body: int
    specialized: tuple[TrackKeys, ...]


class MotionEvent(_Info, frozen=True, kw_only=True):
    """Something that happens in a motion.

    time: [s].  kind: "sound", "visual" or "data".  part: The joint's name; empty for the whole body.
    """

    time: float
    name: str
    kind: str
    part: str


class MotionEvents(Event, frozen=True, kw_only=True):
    """Events of a motion of form "creature", in order. blob: Of the frames that it belongs to."""

    request: int
    motion: str
    blob: str
    events: tuple[MotionEvent, ...]


AnyCreatureEvent = (
    CreatureCatalogue
    | CreatureHandles
    | PlayRefused
    | BodiesSelected
    | Variants
    | ChannelKeys
    | GaitCharted
    | MotionEvents
)
