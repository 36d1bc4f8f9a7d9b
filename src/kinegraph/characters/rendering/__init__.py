"""Pictures of characters and their motion: a headless, deterministic software renderer."""

from kinegraph.characters.rendering.camera import Camera, framing
from kinegraph.characters.rendering.picture import Actor, Image
from kinegraph.characters.rendering.render import Ghost, render_actors, render_markers, render_pose
from kinegraph.characters.rendering.stage import THEMES

__all__ = [
    "THEMES",
    "Actor",
    "Camera",
    "Ghost",
    "Image",
    "framing",
    "render_actors",
    "render_markers",
    "render_pose",
]
