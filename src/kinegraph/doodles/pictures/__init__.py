"""Doodles as stills and films. Imports everything else in doodles."""
