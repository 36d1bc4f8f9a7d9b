"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph import batch as batch
from kinegraph import characters as characters
from kinegraph import core as core
from kinegraph import creatures as creatures
from kinegraph import doodles as doodles
from kinegraph import flows as flows
from kinegraph import formats as formats
from kinegraph import keys as keys
from kinegraph import perform as perform
from kinegraph import scenes as scenes
from kinegraph import share as share
from kinegraph.characters.cast import CAST as CAST
from kinegraph.characters.cast import character as cast
from kinegraph.core.animation import Animation as Animation
from kinegraph.core.animation import Channel as Channel
from kinegraph.core.animation import KeyTag as KeyTag
from kinegraph.core.animation import Property as Property
from kinegraph.core.bake import bake as bake
from kinegraph.core.character import Character as Character
from kinegraph.core.clip import Clip as Clip
from kinegraph.core.curves.curve import Curve as Curve
from kinegraph.core.errors import KinegraphError as KinegraphError
from kinegraph.core.kinematics.forward import forward_kinematics as forward_kinematics
from kinegraph.core.kinematics.inverse import AimGoal as AimGoal
from kinegraph.core.kinematics.inverse import OrientationGoal as OrientationGoal
from kinegraph.core.kinematics.inverse import PositionGoal as PositionGoal
from kinegraph.core.kinematics.inverse import solve_ik as solve_ik
from kinegraph.core.locator_clip import LocatorClip as LocatorClip
from kinegraph.core.marker_clip import MarkerClip as MarkerClip
from kinegraph.core.pose import Pose as Pose
from kinegraph.core.resample import resample as resample
from kinegraph.core.scene import Scene as Scene
from kinegraph.core.skeleton import Skeleton as Skeleton
from kinegraph.formats.registry import load as load
from kinegraph.formats.registry import save as save

__all__ = ["cast"]  # the one name that differs from the one in its module
__version__: str
