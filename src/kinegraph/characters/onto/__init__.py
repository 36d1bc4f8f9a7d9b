"""Motion onto another rig, joint by joint: which joints correspond, as a guess or a file, and the transfer.

Imports core, formats.text, and the anatomy of characters.
"""
