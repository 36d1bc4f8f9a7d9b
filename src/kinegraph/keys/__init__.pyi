"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph.keys.baselines import BASELINES as BASELINES
from kinegraph.keys.choices import ChosenKeys as ChosenKeys
from kinegraph.keys.choices import KeyChoices as KeyChoices
from kinegraph.keys.choices import choose_keys as choose_keys
from kinegraph.keys.compare import Comparison as Comparison
from kinegraph.keys.compare import compare as compare
from kinegraph.keys.compare import draw_comparisons as draw_comparisons
from kinegraph.keys.keyed_motion import KeyedMotion as KeyedMotion
from kinegraph.keys.keyed_motion import key_motion as key_motion
from kinegraph.keys.motion_layers import MotionLayer as MotionLayer
from kinegraph.keys.motion_layers import merge_layers as merge_layers
from kinegraph.keys.motion_layers import residual_layer as residual_layer
from kinegraph.keys.refining.rotation_choice import fitted_modes as fitted_modes
from kinegraph.keys.report.write import write_report as write_report
from kinegraph.keys.rules.smoothing import smooth_motion as smooth_motion
from kinegraph.keys.settings import KeySettings as KeySettings
from kinegraph.keys.thinning import thin_keys as thin_keys
