"""What characters play together: edits of the scene, and the scene made ready for playing. Imports rooms up
to `motions`, and the scenes of the engine.
"""
