"""Locators as glTF nodes: a bare node each, beside the character, moved by the animations of its motions."""

import numpy as np

from kinegraph.core.arrays import Floats
from kinegraph.core.locator_clip import LocatorClip
from kinegraph.core.math.rotations import quat_normalize, unroll_quats
from kinegraph.formats.gltf.accessors import Accessors
from kinegraph.formats.gltf.buffer import BufferWriter
from kinegraph.formats.gltf.container import GltfFile
from kinegraph.formats.gltf.schema import (
    LOCATOR,
    AnimationChannel,
    Document,
    Node,
    NodeAnimation,
    Sampler,
    Target,
    own_extras,
)

_MOST_FRAMES = 2_000_000  # times locators, of all motions of a file
_PATHS = (("translation", "VEC3", 3), ("rotation", "VEC4", 4))


def write_locators(document: Document, buffer: BufferWriter, locators: tuple[LocatorClip, ...]) -> None:
    """Adds a node for every name, and channels to the animation of the same name as their motion.

    Nodes stand where the first motion has them at its start.
    """
    number_of: dict[str, int] = {}
    for motion in locators:
        for column, name in enumerate(motion.names):
            if name not in number_of:
                number_of[name] = len(document.nodes)
                document.scenes[0].nodes.append(len(document.nodes))
                document.nodes.append(
                    Node(
                        name=name,
                        translation=motion.positions[0, column].tolist(),
                        rotation=motion.rotations[0, column].tolist(),
                        extras={"kinegraph": {LOCATOR: True}},
                    )
                )
        animation = _animation_for(document, motion)
        times = buffer.array(motion.times.astype(np.float32), bounds=True)
        turns = unroll_quats(motion.rotations)
        for column, name in enumerate(motion.names):
            for (path, *_), values in zip(_PATHS, (motion.positions, turns), strict=True):
                keys = buffer.array(values[:, column].astype(np.float32))
                target = Target(node=number_of[name], path=path)
                animation.channels.append(AnimationChannel(sampler=len(animation.samplers), target=target))
                animation.samplers.append(Sampler(input=times, output=keys, interpolation="LINEAR"))


def _animation_for(document: Document, motion: LocatorClip) -> NodeAnimation:
    for animation in document.animations:
        if animation.name == motion.name:
            return animation
    extras = {"kinegraph": {"kind": "clip", "fps": motion.fps}}
    document.animations.append(NodeAnimation(name=motion.name, channels=[], samplers=[], extras=extras))
    return document.animations[-1]


def read_locators(file: GltfFile, accessors: Accessors) -> tuple[LocatorClip, ...]:
    """The locators that Kinegraph wrote, a clip for each animation that moves them."""
    document = file.document
    own = {index for index, node in enumerate(document.nodes) if LOCATOR in own_extras(node)}
    found: list[LocatorClip] = []
    left = _MOST_FRAMES
    for place, animation in enumerate(document.animations):
        tracks: dict[int, dict[str, Floats]] = {}
        times: Floats | None = None
        for channel in animation.channels:
            kinds = [kind for path, kind, _ in _PATHS if path == channel.target.path]
            if channel.target.node not in own or not kinds:
                continue
            sampler = file.at(animation.samplers, channel.sampler, f"a channel of {animation.name!r}")
            if times is None:
                times = accessors.floats(sampler.input, ("SCALAR",), "the key times of locators")[:, 0]
                left -= len(times) * len(own)
                if left < 0:
                    raise file.fail(f"its locators have more than {_MOST_FRAMES} places.")
            values = accessors.floats(sampler.output, (kinds[0],), "the keys of a locator")
            if len(values) != len(times):
                raise file.fail(f"a locator has {len(values)} values for {len(times)} key times.")
            tracks.setdefault(channel.target.node, {})[channel.target.path] = values
        if times is not None and len(times):
            fps = own_extras(animation).get("fps")
            rate = float(fps) if isinstance(fps, int | float) and 0.0 < fps <= 1e5 else _rate(times)
            found.append(_clip(file, tracks, len(times), rate, animation.name or f"animation_{place}"))
    return tuple(found)


def _rate(times: Floats) -> float:
    """Frames a second of even times."""
    span = float(times[-1] - times[0])
    return (len(times) - 1) / span if span > 0.0 else 30.0


def _clip(
    file: GltfFile, tracks: dict[int, dict[str, Floats]], frames: int, fps: float, name: str
) -> LocatorClip:
    positions = np.zeros((frames, len(tracks), 3))
    rotations = np.tile([0.0, 0.0, 0.0, 1.0], (frames, len(tracks), 1))
    names: list[str] = []
    for column, (node, paths) in enumerate(sorted(tracks.items())):
        own = file.document.nodes[node].name or f"node_{node}"
        names.append(own if own not in names else f"{own}_{node}")
        positions[:, column] = paths.get("translation", positions[:, column])
        rotations[:, column] = quat_normalize(paths.get("rotation", rotations[:, column]))
    return LocatorClip(tuple(names), fps, positions, rotations, name)
