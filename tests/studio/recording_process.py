"""Serves a document, records a take into it and says each chunk that was acknowledged; ends when killed.

Called with the path of the document, which holds "pip" and a set called "sway".
"""

import itertools
import sys
import tempfile
from pathlib import Path

from perform_scenes import PIP, done, set_called
from serving import a_page, start

folder = Path(tempfile.mkdtemp())
studio = start(Path(sys.argv[1]), a_page(folder))
with studio.page() as page:
    take = done(page, "StartTake", character=PIP, set=set_called(page, "sway"))["created"][0]
    for number in itertools.count():
        moments = [(10 * number + step) / 1000 for step in range(10)]
        done(page, "TakeSamples", take=take, samples=[[t, t, 1.0, 0.5] for t in moments])
        print(10 * number + 10, flush=True)
