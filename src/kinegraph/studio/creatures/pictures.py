"""Pictures of what creatures are made of and play: parts of the palette, kinds, shipped animations."""

import hashlib
from functools import cache
from pathlib import Path

import numpy as np

from kinegraph.core.character import Character
from kinegraph.core.errors import KinegraphError, UnknownName
from kinegraph.core.pose import Pose
from kinegraph.creatures.generator.generate import generate
from kinegraph.creatures.generator.kinds import KINDS
from kinegraph.creatures.maker.creature_plan import (
    BodyPart,
    Coat,
    CreaturePlan,
    Limb,
    Seat,
    SpinePoint,
    Vector,
)
from kinegraph.creatures.maker.maker import character_from_creature_plan, creature_from_plan
from kinegraph.creatures.maker.parts_palette import PARTS, PartGroup, part_kind
from kinegraph.studio.running.casting import Run
from kinegraph.studio.running.keepsakes import kept
from kinegraph.studio.running.worker import Progress

SIZE = 128  # [px]
_SEED = 11
_ACTORS = (
    "biped",
    "quadruped",
    "bird",
    "many armed",
    "snail",
)  # the first that an animation plays on shows it
_COAT = Coat(skin="#8fb8a8", belly="#8fb8a8", accent="#e0a458", pattern="plain")
_TOWARD: dict[PartGroup, Vector] = {
    PartGroup.EYE: (0.45, 0.5, 1.0),
    PartGroup.EAR: (0.8, 1.0, 0.0),
    PartGroup.HORN: (0.5, 1.0, 0.2),
    PartGroup.SPIKE: (0.0, 1.0, 0.0),
    PartGroup.HEAD: (0.0, 0.6, 1.0),
    PartGroup.MOUTH: (0.0, -0.1, 1.0),
}
_REACHES: dict[PartGroup, tuple[Vector, Vector]] = {
    PartGroup.FOOT: ((0.05, -0.16, 0.02), (0.06, -0.32, 0.0)),
    PartGroup.GRASPER: ((0.16, -0.04, 0.04), (0.3, 0.04, 0.1)),
    PartGroup.WING: ((0.18, 0.12, 0.0), (0.4, 0.16, 0.0)),
    PartGroup.TAIL: ((0.0, 0.06, -0.18), (0.0, 0.18, -0.34)),
}


class UnknownPicture(UnknownName):
    """Something that there is no picture of."""

    kind = "picture"


def creature_picture(kind: str, name: str, theme: str, run: Run) -> bytes:
    """PNG of a part, a kind or an animation, from disk where the same code drew it before.

    kind: "parts", "kinds" or "animations".
    """
    known = picture_names(kind)
    if name not in known:
        raise UnknownPicture(name, known)

    def draw() -> bytes:
        return run(draw_creature_picture, kind=kind, name=name, theme=theme)

    return kept(f"picture of {kind} {name} {theme} {SIZE} {_stamp()}", draw)


def draw_creature_picture(*, kind: str, name: str, theme: str, progress: Progress | None = None) -> bytes:
    """A task for the worker."""
    import imageio.v3 as imageio

    from kinegraph.characters.rendering import render_pose

    pose: Pose | None = None
    if kind == "parts":
        character, azimuth = character_from_creature_plan(_sample(name)), _azimuth(name)
    elif kind == "kinds":
        character, azimuth = character_from_creature_plan(generate(_SEED, name)), 32.0
    else:
        character, pose = _playing(name)
        azimuth = 28.0
    pixels = render_pose(
        character, pose, size=(SIZE, SIZE), azimuth=azimuth, elevation=12.0, theme=theme, grid=False
    )
    return imageio.imwrite("<bytes>", pixels, extension=".png")


def picture_names(kind: str) -> tuple[str, ...]:
    """The things that have pictures."""
    if kind == "parts":
        return tuple(PARTS)
    if kind == "kinds":
        return tuple(KINDS)
    from kinegraph.creatures.animations import shipped_animations

    return tuple(shipped_animations()) if kind == "animations" else ()


def _sample(name: str) -> CreaturePlan:
    """A ball with the part on it."""
    group = part_kind(name).group
    spine = (SpinePoint((0.0, 0.4, -0.06), 0.13), SpinePoint((0.0, 0.4, 0.06), 0.13))
    if part_kind(name).on_limbs:
        seat, reach = Seat(at=0.5, toward=_REACHES[group][1]), _REACHES[group]
        size = 0.2 if group is PartGroup.GRASPER else 0.14
        limb = Limb("limb", seat, reach, (0.06, 0.05, 0.04), name, size, mirrored=False)
        return CreaturePlan("part", spine, 2, limbs=(limb,), coat=_COAT)
    size = {PartGroup.HEAD: 0.17, PartGroup.EYE: 0.075, PartGroup.MOUTH: 0.1}.get(group, 0.13)
    at = 1.0 if group in (PartGroup.MOUTH, PartGroup.EYE) else 0.6
    part = BodyPart("part", name, Seat(at=at, toward=_TOWARD[group]), size)
    return CreaturePlan("part", spine, 2, parts=(part,), coat=_COAT)


def _azimuth(name: str) -> float:
    """From where a part is recognized [deg]."""
    turned = {PartGroup.TAIL: 120.0, PartGroup.MOUTH: 50.0, PartGroup.SPIKE: 60.0}
    return turned.get(part_kind(name).group, 24.0)


def _playing(name: str) -> tuple[Character, Pose]:
    """A creature that plays an animation, in the pose that is farthest from the first."""
    from kinegraph.creatures.animations import shipped_animation
    from kinegraph.creatures.playing.play import play

    refusal: KinegraphError | None = None
    for kind in _ACTORS:
        plan = generate(_SEED, kind)
        try:
            clip = play(shipped_animation(name), creature_from_plan(plan, skin=False), fps=15.0)
        except KinegraphError as error:
            refusal = error
            continue
        apart = 1.0 - np.abs(np.einsum("fjk,jk->fj", clip.rotations, clip.rotations[0]))
        return character_from_creature_plan(plan), clip.pose(int(np.argmax(apart.sum(axis=1))))
    raise refusal or UnknownPicture(name, picture_names("animations"))


@cache
def _stamp() -> str:
    """Says which code makes creatures: pictures of what it made before are out of date."""
    from kinegraph import creatures

    digest = hashlib.sha256()
    for path in sorted(Path(creatures.__file__).parent.rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
