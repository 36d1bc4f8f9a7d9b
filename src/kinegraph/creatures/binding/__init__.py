"""Binding animations to bodies: selection, ownership, variants, S and G. Imports body and animation."""
