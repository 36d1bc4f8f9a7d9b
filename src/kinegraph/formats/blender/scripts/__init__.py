"""Scripts that run inside Blender, in its own process: bpy and NumPy 1 only, nothing of Kinegraph.

They are run by path, never imported by the package. `run.py` is where Blender enters; the folder that it is
handed holds the job, and takes the result (see `job_folder.py`).
"""
