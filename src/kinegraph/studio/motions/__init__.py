"""Stored motions, unpacked and cached. Imports perform, creatures and doodles."""
