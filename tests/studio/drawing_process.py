"""Serves a document, draws a line into it and says each point that was acknowledged; ends when killed.

Called with the path of the document.
"""

import itertools
import sys
import tempfile
from pathlib import Path

from doodle_scenes import begin, draw, fresh
from perform_scenes import done
from serving import a_page, start

from kinegraph.doodles.example import example_doodle

studio = start(Path(sys.argv[1]), a_page(Path(tempfile.mkdtemp())))
with studio.page() as page:
    doodle, stroke = begin(page), fresh()
    draw(page, doodle, example_doodle().links[0])
    done(page, "PenDown", doodle=doodle, stroke=stroke, ink="motion")
    for number in itertools.count():
        moments = [(10 * number + step) / 1000 for step in range(10)]
        rows = [[t, 0.2 * abs(t % 1 - 0.5), t, -1.0] for t in moments]
        done(page, "PenPoints", stroke=stroke, first=10 * number, points=rows)
        print(10 * number + 10, flush=True)
