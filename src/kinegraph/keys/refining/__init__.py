"""Refinement of keys against what plays: segments measured at joints and tips, keys polished with the fit.

Imports selection, curves, rules and baselines.
"""
