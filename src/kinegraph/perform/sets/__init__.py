"""Poses at places and how they blend: sets, rigs, radial maps. Imports core and characters."""
