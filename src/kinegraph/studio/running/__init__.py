"""Work beside the event loop: worker process, jobs, drags, caches, the mouse follower.

Imports document and protocol.
"""
