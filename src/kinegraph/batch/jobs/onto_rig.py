"""A take on the rig of another file: joints are mapped by a guess or a file, the motion transferred."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np

from kinegraph.batch.jobs.take import Take
from kinegraph.characters.anatomy.guess import guess_anatomy
from kinegraph.characters.onto.body_chains import BodyChains, body_chains
from kinegraph.characters.onto.joint_mapping import JointMapping, guess_mapping
from kinegraph.characters.onto.mapping_file import load_mapping
from kinegraph.characters.onto.transfer import Transferred, transfer
from kinegraph.core.errors import InvalidValue
from kinegraph.core.kinematics.forward import forward_kinematics
from kinegraph.core.scene import Scene

_FAR = 0.01  # share of the rig's size from which feet that miss their place are worth a note
_MOST_NAMES = 5


@dataclass(frozen=True, eq=False)
class RigMapping:
    """A take's character and a rig, and which joints correspond."""

    source: BodyChains
    target: BodyChains
    mapping: JointMapping
    given: bool


def map_rig(take: Take, rig: Scene, name: str, mapping: Path | None = None) -> RigMapping:
    """Finds which joint of a rig follows which joint of a take.

    name: The rig's file, for errors. mapping: A file with the answer; guessed without one.
    """
    if rig.character is None:
        raise InvalidValue(f"{name}: a rig is needed, and this file has no skeleton.")
    posed = guess_anatomy(take.character).posed
    source = body_chains(take.character, None if posed else take.clip.pose(0))
    target = body_chains(rig.character)
    if mapping is None:
        return RigMapping(source, target, guess_mapping(source, target), given=False)
    skeletons = take.character.skeleton, rig.character.skeleton
    return RigMapping(source, target, load_mapping(mapping, *skeletons), given=True)


def take_onto_rig(take: Take, rig: Scene, name: str, mapping: Path | None = None) -> Take:
    """The take on a rig, with notes on what a person should look at."""
    mapped = map_rig(take, rig, name, mapping)
    moved = transfer(take.clip, mapped.source, mapped.target, mapped.mapping)
    notes = (*take.notes, *rig.notes, *_mapping_notes(mapped, name), *_foot_notes(mapped, moved))
    stated = rig.animations[0].rotation_modes if rig.animations else rig.rotation_modes
    others = take.alike if stated is None else ()
    alike = tuple(transfer(clip, mapped.source, mapped.target, mapped.mapping).clip for clip in others)
    return Take(rig.character or mapped.target.character, moved.clip, notes, stated, alike)


def _mapping_notes(mapped: RigMapping, name: str) -> list[str]:
    skeleton, pairs = mapped.target.character.skeleton, mapped.mapping.pairs
    notes = [f"{len(pairs)} of {len(skeleton)} joints of {Path(name).name} follow a joint of the motion."]
    unsure = [skeleton.names[pair.target] for pair in mapped.mapping.unsure]
    if unsure:
        shown = ", ".join(unsure[:_MOST_NAMES]) + (", ..." if len(unsure) > _MOST_NAMES else "")
        notes.append(
            f"The guess is unsure about {shown}. `kinegraph keys map` writes it to a file to correct."
        )
    return notes


def _foot_notes(mapped: RigMapping, moved: Transferred) -> list[str]:
    if not moved.ankles:
        return ["No leg of the rig follows a leg of the motion, so feet may slide."]
    places = forward_kinematics(moved.clip).positions
    far = max(
        float(np.linalg.norm(places[:, joint] - goal, axis=-1).max()) for joint, goal in moved.ankles.items()
    )
    if far <= _FAR * mapped.target.size:
        return []
    return [f"Its feet are up to {1000.0 * far:.0f} mm from their place: its legs do not reach so far."]
