"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph.runtime.baked.bake import LayerChoice as LayerChoice
from kinegraph.runtime.baked.bake import LiveCreature as LiveCreature
from kinegraph.runtime.baked.bake import bake as bake
from kinegraph.runtime.baked.bake import save_live as save_live
from kinegraph.runtime.hosts.python import LiveFile as LiveFile
from kinegraph.runtime.hosts.python import PlayedCreature as PlayedCreature
from kinegraph.runtime.hosts.python import PlayedGround as PlayedGround
from kinegraph.runtime.hosts.python import PlayedRig as PlayedRig
from kinegraph.runtime.hosts.python import RuntimeRefused as RuntimeRefused
from kinegraph.runtime.hosts.python import advance as advance
