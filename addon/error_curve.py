"""The error over the number of keys: figures for the slider, and a small picture of them. No bpy here."""

import json
import math
from itertools import pairwise

import numpy as np

WIDTH, HEIGHT = 256, 128
_MARGIN = 10
_GRID, _LINE, _HERE = (0.5, 0.5, 0.5, 0.35), (0.35, 0.65, 1.0, 1.0), (1.0, 0.65, 0.1, 1.0)


class ErrorCurve:
    """Largest error [mm] at each number of keys, as `kinegraph keys` estimates it."""

    def __init__(self, counts, errors, automatic, motion=""):
        self.counts, self.errors = list(counts), list(errors)
        self.automatic, self.motion = automatic, motion

    @classmethod
    def of_facts(cls, facts, motion):
        """The curve of what `kinegraph keys --json` printed. motion: Name of the action that it is about."""
        return cls(facts["curve"]["counts"], facts["curve"]["error_mm"], facts["automatic"], motion)

    @classmethod
    def of_text(cls, text):
        """The curve that `text` stored; None if it stored no curve."""
        try:
            fields = json.loads(text)
            return cls(fields["counts"], fields["errors"], fields["automatic"], fields["motion"])
        except (ValueError, KeyError, TypeError):
            return None

    @property
    def text(self):
        """The curve as text, for a property of the scene."""
        return json.dumps(vars(self))

    def nearest(self, count):
        """The possible number of keys that is nearest to `count`."""
        return min(self.counts, key=lambda possible: (abs(possible - count), possible))

    def error_at(self, count):
        """Estimated largest error at the nearest possible count [mm]."""
        return self.errors[self.counts.index(self.nearest(count))]

    def label(self, count):
        """A line for the panel."""
        return f"{self.nearest(count)} keys: about {self.error_at(count):.1f} mm at most"

    def place(self, count):
        """Pixel (column, row from the bottom) of a count: counts and errors are drawn as logarithms."""
        low, high = math.log(self.counts[0]), math.log(max(self.counts[-1], self.counts[0] + 1))
        positive = [error for error in self.errors if error > 0.0] or [1.0]
        least, most = math.log(min(positive)), math.log(max(positive))
        error = math.log(max(self.error_at(count), min(positive)))
        across = (math.log(self.nearest(count)) - low) / (high - low)
        up = (error - least) / (most - least) if most > least else 0.0
        inner = (WIDTH - 2 * _MARGIN - 1, HEIGHT - 2 * _MARGIN - 1)
        return round(_MARGIN + across * inner[0]), round(_MARGIN + up * inner[1])

    def picture(self, count):
        """(HEIGHT, WIDTH, 4) the curve with a dot at `count`; rows from the bottom, as Blender has them."""
        pixels = np.zeros((HEIGHT, WIDTH, 4), dtype=np.float32)
        pixels[_MARGIN, _MARGIN:-_MARGIN] = _GRID
        pixels[_MARGIN:-_MARGIN, _MARGIN] = _GRID
        places = [self.place(each) for each in self.counts]
        for (x0, y0), (x1, y1) in pairwise(places):
            steps = max(abs(x1 - x0), abs(y1 - y0), 1)
            for step in range(steps + 1):
                x, y = x0 + (x1 - x0) * step // steps, y0 + (y1 - y0) * step // steps
                pixels[y : y + 2, x : x + 2] = _LINE
        x, y = self.place(count)
        pixels[_MARGIN:y, x] = _GRID
        rows, columns = np.ogrid[:HEIGHT, :WIDTH]
        pixels[(rows - y) ** 2 + (columns - x) ** 2 <= 16] = _HERE
        return pixels
