"""The public names and the modules they come from; `__init__.py` imports each at its first use."""

from kinegraph.batch.jobs.convert import ConvertJob as ConvertJob
from kinegraph.batch.jobs.grid import GridJob as GridJob
from kinegraph.batch.jobs.info import InfoJob as InfoJob
from kinegraph.batch.jobs.key_options import KeyOptions as KeyOptions
from kinegraph.batch.jobs.keys import KeysJob as KeysJob
from kinegraph.batch.jobs.render import RenderJob as RenderJob
from kinegraph.batch.jobs.retarget import RetargetJob as RetargetJob
from kinegraph.batch.ledger import Counts as Counts
from kinegraph.batch.library.catalogue import Motion as Motion
from kinegraph.batch.library.catalogue import Query as Query
from kinegraph.batch.library.library import Indexed as Indexed
from kinegraph.batch.library.library import Library as Library
from kinegraph.batch.library.measures import Measures as Measures
from kinegraph.batch.library.measures import measure_motion as measure_motion
from kinegraph.batch.report.write import write_report as write_report
from kinegraph.batch.run import Progress as Progress
from kinegraph.batch.run import resume_batch as resume_batch
from kinegraph.batch.run import run_batch as run_batch
