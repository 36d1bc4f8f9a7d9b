"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph.perform.cast_sets import cast_performances as cast_performances
from kinegraph.perform.cast_sets import cast_rig as cast_rig
from kinegraph.perform.cast_sets.along_way import walk_along as walk_along
from kinegraph.perform.cast_sets.running import EXAGGERATION as EXAGGERATION
from kinegraph.perform.cast_sets.running import exaggerated_run as exaggerated_run
from kinegraph.perform.cast_sets.running import run_performance as run_performance
from kinegraph.perform.cast_sets.running import running_rig as running_rig
from kinegraph.perform.files.package import Package as Package
from kinegraph.perform.files.package import save_package as save_package
from kinegraph.perform.files.package_reading import load_package as load_package
from kinegraph.perform.files.play_script import Played as Played
from kinegraph.perform.files.play_script import play_script as play_script
from kinegraph.perform.files.script_reading import load_script as load_script
from kinegraph.perform.performances.compare_motion import MotionComparison as MotionComparison
from kinegraph.perform.performances.compare_motion import compare_motion as compare_motion
from kinegraph.perform.performances.layers import Layer as Layer
from kinegraph.perform.performances.performance import Performance as Performance
from kinegraph.perform.performances.performance import perform as perform
from kinegraph.perform.performances.performance import perform_path as perform_path
from kinegraph.perform.playing.rig_player import Performed as Performed
from kinegraph.perform.playing.rig_player import PlayableRig as PlayableRig
from kinegraph.perform.sets.rig import SpatialRig as SpatialRig
from kinegraph.perform.sets.spatial_set import SpatialKey as SpatialKey
from kinegraph.perform.sets.spatial_set import SpatialSet as SpatialSet
from kinegraph.perform.sets.spatial_set import pose_set as pose_set
