"""Doodles: strokes become a character, and a drawn line becomes its motion.

`load_doodle` reads a drawing, `perform_doodle` turns it into a character and a clip. Imports core,
formats and characters.
"""

from kinegraph.lazy_names import offer_names

offer_names(__name__)
