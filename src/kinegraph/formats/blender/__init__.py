"""Blender files and FBX through a real Blender. Imports core, text and mapping."""
