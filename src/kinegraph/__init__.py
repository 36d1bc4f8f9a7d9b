"""Kinegraph: a motion studio. Perform, draw, generalize and key the movement of any character.

    import kinegraph as kg

    scene = kg.load("walk.bvh")
    kg.save(scene, "walk.glb")

The names here are the ones that most programs need. Each feature has a package with its own public names:
`kg.keys`, `kg.perform`, `kg.creatures` and `kg.doodles`; `kg.flows` combines them, `kg.scenes` puts several
characters on one stage, and `kg.batch` works on libraries of files. `kg.core` has the rest of the mathematics
of motion, `kg.characters` body plans and rendering, `kg.formats` the file formats.
"""

from kinegraph.lazy_names import offer_names

__version__ = "0.1.0"

offer_names(__name__)
