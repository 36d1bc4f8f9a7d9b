"""From motions to poses: stages, footsteps, choreography, synthesis, live performance.

Imports every room before it.
"""
