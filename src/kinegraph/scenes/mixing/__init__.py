"""Mixing: clips of one character on a track: placed, trimmed, looped, retimed, cross-faded, layered. Imports
everything to the left of `scenes`."""
