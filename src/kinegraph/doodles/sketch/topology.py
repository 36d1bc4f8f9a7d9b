"""What is known of a drawn body before it is drawn: its links, and which hangs on which by what joint."""

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

# From which point of the body to which each link goes.
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


def spoken(link: str) -> str:
    """The link's name as one says it: "the lower arm"."""
    return f"the {link.replace('_', ' ')}"


def joints_of(kind: str) -> tuple[DrawnJoint, ...]:
    """The joints that a body of this kind has."""
    return tuple(joint for joint in JOINTS if joint.child in KINDS[kind])
