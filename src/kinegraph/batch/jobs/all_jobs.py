"""The six jobs of `kinegraph batch`."""

from kinegraph.batch.jobs.convert import ConvertJob
from kinegraph.batch.jobs.grid import GridJob
from kinegraph.batch.jobs.info import InfoJob
from kinegraph.batch.jobs.keys import KeysJob
from kinegraph.batch.jobs.render import RenderJob
from kinegraph.batch.jobs.retarget import RetargetJob

AnyJob = InfoJob | ConvertJob | KeysJob | RetargetJob | RenderJob | GridJob
