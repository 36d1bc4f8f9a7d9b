"""Keys that the motion itself demands: contacts, stances, teleports, the leading part.

Imports selection and curves.
"""
