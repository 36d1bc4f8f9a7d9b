"""Serves a document, plays an animation on a creature and says each variant that was acknowledged; ends when
killed. Called with the path of the document.
"""

import itertools
import sys
import tempfile
from pathlib import Path

from creature_scenes import add, make, play
from perform_scenes import done
from serving import a_page, start

studio = start(Path(sys.argv[1]), a_page(Path(tempfile.mkdtemp())))
with studio.page() as page:
    (motion,) = play(page, add(page, "wave"), make(page))
    for variant in itertools.count(1):
        done(page, "SetVariant", motions=[motion], variant=variant)
        print(variant, flush=True)
