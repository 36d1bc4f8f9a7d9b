"""Acclaim skeletons (.asf) and motions (.amc). Imports core, text and mapping."""
