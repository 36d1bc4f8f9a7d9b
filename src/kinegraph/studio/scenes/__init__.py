"""The scene of a document: its edits, and the scene made ready for playing. Imports rooms up to
`motions`, and the scenes of the engine.
"""
