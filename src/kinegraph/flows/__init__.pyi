"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph.flows.called_motions import call_motions as call_motions
from kinegraph.flows.doodle_to_creature import perform_on_creature as perform_on_creature
from kinegraph.flows.motion_to_set import MotionAsSet as MotionAsSet
from kinegraph.flows.motion_to_set import motion_to_set as motion_to_set
from kinegraph.flows.perform_drawing import perform_drawing as perform_drawing
from kinegraph.flows.play_on import PlayedHow as PlayedHow
from kinegraph.flows.play_on import PlayedOn as PlayedOn
from kinegraph.flows.play_on import play_on as play_on
