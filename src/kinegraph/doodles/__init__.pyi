"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph.doodles.clip import DoodleResult as DoodleResult
from kinegraph.doodles.clip import perform_doodle as perform_doodle
from kinegraph.doodles.clip import read_doodle as read_doodle
from kinegraph.doodles.doodle import Doodle as Doodle
from kinegraph.doodles.example import example_doodle as example_doodle
from kinegraph.doodles.file import load_doodle as load_doodle
from kinegraph.doodles.file import save_doodle as save_doodle
from kinegraph.doodles.landing_edits import move_landing as move_landing
from kinegraph.doodles.pictures.film import film_frames as film_frames
from kinegraph.doodles.pictures.still import doodle_still as doodle_still
from kinegraph.doodles.timing_edits import move_apex as move_apex
from kinegraph.doodles.timing_edits import retime_piece as retime_piece
from kinegraph.doodles.timing_edits import retime_stretch as retime_stretch
