"""The known body plan of drawn characters: their links, and the joints between them."""

from dataclasses import dataclass

from kinegraph.core.errors import UnknownName

LINKS = ("torso", "upper_leg", "lower_leg", "foot", "upper_arm", "lower_arm", "head")
ANNOTATION = "annotation"


@dataclass(frozen=True)
class DrawnJoint:
    """A joint between two drawn links; `parent` is the one nearer to the torso."""

    name: str
    parent: str
    child: str


JOINTS = (
    DrawnJoint("hip", "torso", "upper_leg"),
    DrawnJoint("knee", "upper_leg", "lower_leg"),
    DrawnJoint("ankle", "lower_leg", "foot"),
    DrawnJoint("shoulder", "torso", "upper_arm"),
    DrawnJoint("elbow", "upper_arm", "lower_arm"),
    DrawnJoint("neck", "torso", "head"),
)
JOINT_NAMES = tuple(joint.name for joint in JOINTS)
# Joints of a front view; its right side is at the left of the sheet.
FRONT_JOINT_NAMES = tuple(
    f"{side}_{joint}" for side in ("right", "left") for joint in ("shoulder", "elbow", "hip", "knee")
)

# The two ends of each link.
BONES = {
    "torso": ("hip", "neck"),
    "head": ("neck", "head"),
    "upper_arm": ("shoulder", "elbow"),
    "lower_arm": ("elbow", "hand"),
    "upper_leg": ("hip", "knee"),
    "lower_leg": ("knee", "ankle"),
    "foot": ("heel", "toe"),
}

# A person has seven links; a mech has no arms, and its knee bends backwards.
KINDS: dict[str, tuple[str, ...]] = {
    "person": LINKS,
    "mech": ("torso", "upper_leg", "lower_leg", "foot", "head"),
}


class UnknownDrawnJoint(UnknownName):
    """A joint that no drawn character has."""

    kind = "joint of a drawn character"


def phrase(link: str) -> str:
    """The link's name for a sentence: "the lower arm"."""
    return f"the {link.replace('_', ' ')}"


def joints_of(kind: str) -> tuple[DrawnJoint, ...]:
    """The joints of a body of this kind."""
    return tuple(joint for joint in JOINTS if joint.child in KINDS[kind])
