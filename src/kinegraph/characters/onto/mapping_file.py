"""A mapping of joints as a file to correct, in YAML: a line for each joint of the rig."""

import json
from pathlib import Path

import msgspec

from kinegraph.characters.onto.joint_mapping import JointMapping, JointPair
from kinegraph.core.errors import InvalidValue
from kinegraph.core.files.bounded import read_bounded
from kinegraph.core.files.whole import whole_file
from kinegraph.core.skeleton import Skeleton
from kinegraph.formats.text.yaml import MOST_BYTES, parse_yaml

FORMAT, VERSION = "kinegraph mapping", 1


class _File(msgspec.Struct, forbid_unknown_fields=True):
    format: str
    version: int
    joints: dict[str, str | None]


def mapping_text(mapping: JointMapping, source: Skeleton, target: Skeleton) -> str:
    """The content of a mapping's file. Joints that follow none are listed, too."""
    lines = [
        "# Joint of the rig: joint of the motion that it follows; null to follow its parent.",
        f"format: {FORMAT}",
        f"version: {VERSION}",
        "joints:",
    ]
    pairs = {pair.target: pair for pair in mapping.pairs}
    for joint, name in enumerate(target.names):
        pair = pairs.get(joint)
        followed = "null" if pair is None else json.dumps(source.names[pair.source], ensure_ascii=False)
        sure = "" if pair is None else f"  # {100.0 * pair.confidence:.0f} % sure"
        lines.append(f"  {json.dumps(name, ensure_ascii=False)}: {followed}{sure}")
    return "\n".join([*lines, ""])


def save_mapping(mapping: JointMapping, source: Skeleton, target: Skeleton, path: Path) -> None:
    """Writes a mapping, whole or not at all."""
    with whole_file(path) as place:
        place.write_text(mapping_text(mapping, source, target), encoding="utf-8")


def load_mapping(path: Path, source: Skeleton, target: Skeleton) -> JointMapping:
    """Reads a mapping for two skeletons; errors name the line and the nearest joints."""
    return mapping_from_text(read_bounded(path, MOST_BYTES, "a mapping"), str(path), source, target)


def mapping_from_text(data: bytes | str, name: str, source: Skeleton, target: Skeleton) -> JointMapping:
    """The mapping in a file's content. name: The file's, in error messages."""
    text = parse_yaml(data, name)
    content = text.content if isinstance(text.content, dict) else {}
    if content.get("format") != FORMAT:
        raise text.error("$", f"is not a mapping: its first line must be 'format: {FORMAT}'.")
    if content.get("version") != VERSION:
        raise text.error("$.version", f"this version of Kinegraph reads version {VERSION} of mappings.")
    file, pairs = text.convert(_File), []
    for joint, followed in file.joints.items():
        with text.at(f"$.joints.{joint}"):
            own = target.index(joint)
            if followed is not None:
                pairs.append(JointPair(own, source.index(followed)))
    with text.at("$.joints"):
        if not pairs:
            raise InvalidValue("No joint follows another: the rig would not move.")
    return JointMapping(tuple(pairs))
