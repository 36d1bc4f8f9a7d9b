"""Drawings as hasty hands make them, with the places of their parts. The sight is fitted on them alone."""
