"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph.characters.rendering.camera import Camera as Camera
from kinegraph.characters.rendering.camera import framing as framing
from kinegraph.characters.rendering.footage import Footage as Footage
from kinegraph.characters.rendering.footage import footage_of_clip as footage_of_clip
from kinegraph.characters.rendering.footage import footage_of_markers as footage_of_markers
from kinegraph.characters.rendering.footage import footage_of_rest as footage_of_rest
from kinegraph.characters.rendering.movie import write_gif as write_gif
from kinegraph.characters.rendering.movie import write_mp4 as write_mp4
from kinegraph.characters.rendering.movie import write_png as write_png
from kinegraph.characters.rendering.picture import Actor as Actor
from kinegraph.characters.rendering.picture import Image as Image
from kinegraph.characters.rendering.render import Ghost as Ghost
from kinegraph.characters.rendering.render import render_actors as render_actors
from kinegraph.characters.rendering.render import render_markers as render_markers
from kinegraph.characters.rendering.render import render_pose as render_pose
from kinegraph.characters.rendering.sheets import contact_sheet as contact_sheet
from kinegraph.characters.rendering.sheets import turntable_sheet as turntable_sheet
from kinegraph.characters.rendering.stage import THEMES as THEMES
from kinegraph.characters.rendering.strip import strip as strip
from kinegraph.characters.rendering.surface import model_of as model_of
from kinegraph.characters.rendering.surface import pose_surface as pose_surface
