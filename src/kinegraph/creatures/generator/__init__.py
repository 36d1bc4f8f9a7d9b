"""Random creatures from a seed. Imports body and maker."""
