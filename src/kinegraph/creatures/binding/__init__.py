"""Binding an animation to a body: selection, ownership, variants, specialization. Imports body and animation."""
