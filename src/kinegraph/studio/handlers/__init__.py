"""The handlers of commands: one function a command.

Imports studio.py and every room before it.
"""
