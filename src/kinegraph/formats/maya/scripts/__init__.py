"""Scripts that run inside Maya, in its own Python: maya.cmds only, nothing of Kinegraph.

They are never imported by the package: the writer puts them into the files that it makes.
"""
