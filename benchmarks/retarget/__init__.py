"""Retargeting measured on rigs of other makes: rigs, clips, a table and a sheet of pictures."""
