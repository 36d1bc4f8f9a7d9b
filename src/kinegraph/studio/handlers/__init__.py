"""What the studio does for each command: one function a command.

Imports studio.py and every room before it.
"""
