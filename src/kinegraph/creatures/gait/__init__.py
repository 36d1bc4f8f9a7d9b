"""Locomotion: gait parameters, foot paths, ground, walking along a path. Imports body."""
