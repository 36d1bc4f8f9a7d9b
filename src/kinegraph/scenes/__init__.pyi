"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph.scenes.cameras.shot import CameraKey as CameraKey
from kinegraph.scenes.cameras.shot import StageShot as StageShot
from kinegraph.scenes.files.reading import SceneScript as SceneScript
from kinegraph.scenes.files.reading import load_stage as load_stage
from kinegraph.scenes.mixing.body_parts import body_parts as body_parts
from kinegraph.scenes.mixing.body_parts import mask_of_parts as mask_of_parts
from kinegraph.scenes.mixing.track import LayerKind as LayerKind
from kinegraph.scenes.mixing.track import Track as Track
from kinegraph.scenes.mixing.track import TrackClip as TrackClip
from kinegraph.scenes.mixing.track import TrackLayer as TrackLayer
from kinegraph.scenes.mixing.track import Where as Where
from kinegraph.scenes.output.film import Film as Film
from kinegraph.scenes.output.writing import write_stage as write_stage
from kinegraph.scenes.props.stage_prop import Held as Held
from kinegraph.scenes.props.stage_prop import PropKey as PropKey
from kinegraph.scenes.props.stage_prop import StageProp as StageProp
from kinegraph.scenes.stage import Member as Member
from kinegraph.scenes.stage import Stage as Stage
from kinegraph.scenes.stage_player import StagePlayer as StagePlayer
from kinegraph.scenes.targets.handshake import Handshake as Handshake
from kinegraph.scenes.targets.place import Place as Place
from kinegraph.scenes.targets.place import Span as Span
from kinegraph.scenes.targets.target import Target as Target
from kinegraph.scenes.targets.target import TargetKind as TargetKind
